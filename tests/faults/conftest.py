"""Where the short form of the campaign makes its stores."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Iterator

import pytest

from faults.operations import ANCHORS


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in memory where there is one: what is tested is the order of calls, not the disk."""
    shared = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(prefix="memory-faults-", dir=shared if shared.is_dir() else None))
    monkeypatch.setenv("MEMORY_STRATEGY_ANCHOR_DIR", str(made / ANCHORS))
    yield made
    shutil.rmtree(made, ignore_errors=True)
