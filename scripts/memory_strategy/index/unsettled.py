"""An index that was written without waiting for the disk, and a machine that went down meanwhile.

SQLite waits four times a commit (17 of the 42 ms of an add, on a store of 10,000), and what it protects can be made
anew. So it is told not to: a killed process loses nothing by that. A power loss may leave pages of two states, which no
check of SQLite's own sees; therefore a flag lies beside the index, on the disk before the first such write, and names
the boot it was written in. An index under another boot's flag is derived anew. `settle` waits once and takes it away.
One surprising fact: where the system has no boot id (macOS, Windows), SQLite goes on waiting.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from ..store import files
from ..store.ids import boot

SUFFIX = ".unsettled"


def flag(index: Path) -> Path:
    """The flag beside an index."""
    return Path(str(index) + SUFFIX)


def lost(index: Path) -> bool:
    """Whether the machine went down before anybody waited for this index."""
    held = files.read(flag(index))
    return bool(held) and held.decode("ascii", "replace").strip() != boot()


def begin(index: Path) -> bool:
    """Put the flag up, durably; whether writing need not wait. The caller holds the lock."""
    now = boot()
    if not now:
        return False
    if files.read(flag(index)).decode("ascii", "replace").strip() != now:
        files.replace(flag(index), now.encode("ascii") + b"\n")
    return True


def settle(index: Path, older_than: float = 0.0) -> None:
    """Wait for the index to be on the disk and take the flag down, where it has been up for so many seconds.

    The caller holds the lock. A disk that refuses leaves the flag up, which costs a rebuild and loses nothing.
    """
    stat = files.stat(flag(index))
    if stat == files.ABSENT or lost(index) or time.time() - stat.mtime_ns / 1e9 < older_than:
        return
    with contextlib.suppress(OSError):
        fd = os.open(index, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
        os.unlink(flag(index))
