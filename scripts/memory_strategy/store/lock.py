"""The one lock of the writers: the kernel's own (flock, or msvcrt on Windows), which dies with its process (D22).

No reader takes it, and nobody holds it over a model's call: decide first, then lock, re-read, apply. It is the only
module that imports fcntl.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import Callable, Iterator

from ..errors import Locked
from .files import explained, make_folder, opened

POLL_SECONDS = 0.02
AT_WORK = b"at work\n"


def _try_lock(fd: int) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def exclusive(
    path: Path, wait_seconds: float, sleep: Callable[[float], None] = time.sleep, *, mends: bool = False
) -> Iterator[bool]:
    """Hold the writers' lock; yields whether whoever mends ended in good order the last time.

    The file stays where it is, and only the kernel's lock on it counts. Who `mends` what others left puts a word into it
    meanwhile, which outlives who was killed.

    Raises: Locked after `wait_seconds`, StoreError when the lock file cannot be made (a read-only folder).
    """
    with explained("lock", path):
        make_folder(path.parent)
        fd = opened(path, os.O_RDWR | os.O_CREAT)
    try:
        deadline = time.monotonic() + wait_seconds
        while not _try_lock(fd):
            if time.monotonic() >= deadline:
                raise Locked(
                    f"Another run has been writing to {path.parent.parent} for {wait_seconds:g} s.",
                    "One writer at a time is expected.",
                    "Wait for it and run the command again; reading works meanwhile.",
                    zh=f"另一个进程正在写 {path.parent.parent}，已等待 {wait_seconds:g} 秒。请稍后重试；期间仍可读取。",
                )
            sleep(POLL_SECONDS)
        in_order = os.fstat(fd).st_size == 0
        if mends:
            with contextlib.suppress(OSError):  # a full disk: then nothing will be left lying about either
                os.write(fd, AT_WORK)
        yield in_order
        if mends:
            with contextlib.suppress(OSError):
                os.ftruncate(fd, 0)
    finally:
        os.close(fd)  # closing releases the kernel's lock
