"""Every test runs in an empty home and an empty folder, with no settings of the machine and no network.

The clock is left alone: what depends on time takes `now` as an argument. Hypothesis keeps no database and no
deadline, since a test never measures time.
"""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path
from typing import Any, Iterator

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("quiet", deadline=None, database=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("quiet")

# What a developer's machine may set and a test must not see.
_FOREIGN_PREFIXES = ("MEMORY_STRATEGY_", "OPENCLAW_", "CLAUDE", "ANTHROPIC_", "OPENAI_", "XDG_", "PYTHON")
_FOREIGN_SUFFIXES = ("_API_KEY", "_PROXY", "_BASE_URL")
_FOREIGN_NAMES = ("OLLAMA_HOST", "TZ", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "COLUMNS")


def _is_foreign(name: str) -> bool:
    upper = name.upper()
    return upper.startswith(_FOREIGN_PREFIXES) or upper.endswith(_FOREIGN_SUFFIXES) or upper in _FOREIGN_NAMES


@pytest.fixture(autouse=True)
def _isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    base = tmp_path_factory.mktemp("isolated")
    home, work = base / "home", base / "work"
    home.mkdir()
    work.mkdir()
    for name in [name for name in os.environ if _is_foreign(name)]:
        monkeypatch.delenv(name)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("TZ", "UTC")
    if hasattr(time, "tzset"):
        time.tzset()
    monkeypatch.chdir(work)


class NetworkRefused(RuntimeError):
    """A test tried to reach something that is not this machine."""


def _is_loopback(address: Any) -> bool:
    if not isinstance(address, tuple):
        return True  # a Unix socket
    host = str(address[0])
    return host in ("localhost", "::1", "") or host.startswith("127.")


@pytest.fixture(autouse=True)
def _offline(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    real_connect, real_connect_ex, real_resolve = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def refuse_unless_loopback(address: Any) -> None:
        if not _is_loopback(address):
            raise NetworkRefused(f"a test tried to connect to {address!r}")

    def connect(self: socket.socket, address: Any) -> None:
        refuse_unless_loopback(address)
        real_connect(self, address)

    def connect_ex(self: socket.socket, address: Any) -> int:
        refuse_unless_loopback(address)
        return real_connect_ex(self, address)

    def resolve(host: Any, *args: Any, **kwargs: Any) -> Any:
        refuse_unless_loopback((host.decode() if isinstance(host, bytes) else host or "", 0))
        return real_resolve(host, *args, **kwargs)

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket.socket, "connect_ex", connect_ex)
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    yield


@pytest.fixture
def memory_dir(tmp_path: Path) -> Path:
    """Where a test may put a memory folder; nothing is there yet."""
    return tmp_path / "workspace" / ".memory"
