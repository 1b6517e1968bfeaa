"""The log of what ran by itself: `state/background.log`, what went wrong and when, one line each.

Owns: its bound, and that writing it never fails anybody. Refuses words of a conversation: an error's own sentence is
all that is kept. A run beside a host has nobody to speak to, so this is where a person looks.
"""

from __future__ import annotations

import contextlib
import os
from datetime import datetime
from pathlib import Path
from typing import IO

from ..model import utc_iso
from . import files

MAX_BYTES = 64 * 1024


def open_log(state: Path) -> IO[bytes]:
    """The log in the folder `state`, to be appended to; past its bound the older half goes.

    Raises: StoreError, OSError.
    """
    path = state / "background.log"
    files.make_folder(state)
    if files.stat(path).size > MAX_BYTES:
        kept = files.read(path)[-MAX_BYTES // 2 :]
        files.replace(path, kept[kept.find(b"\n") + 1 :], durable=False)
    return os.fdopen(files.opened_alone(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), "ab")


def note(state: Path, now: datetime, what: str, error: object) -> None:
    """One line in the log; nothing where even that cannot be written."""
    with contextlib.suppress(Exception), open_log(state) as log:
        text = " ".join(str(error).split())[:500]
        log.write(f"{utc_iso(now)} {what}: {text}\n".encode("utf-8", "replace"))
