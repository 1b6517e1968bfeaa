"""Which turns were already taken in: one 16-digit key a line in `state/seen.log`, appended with fsync.

Progress is keyed by message, never by a place in a file: a log that shrank, was copied or was rewritten changes
nothing (D15, D16). Nothing is removed from it, so a forgotten conversation is not learned again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Iterator, Sequence

from . import files

KEY_BYTES = 17  # 16 hex digits and a newline


class Progress:
    """The log of seen turns. Looking a key up is the index's work; this is what the index is made from."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, keys: Sequence[str]) -> None:
        """Add keys durably. The caller holds the lock. Raises: StoreError."""
        if keys:
            files.append(self.path, b"".join(key.encode("ascii") + b"\n" for key in keys))

    def keys(self, start: int = 0) -> Iterator[str]:
        """The keys from byte `start` on; a torn last one is left out."""
        data = files.read(self.path, start)
        for line in data[: data.rfind(b"\n") + 1].split(b"\n"):
            if len(line) == KEY_BYTES - 1:
                yield line.decode("ascii", "replace")

    def mend(self) -> None:
        """End a torn last line, so that the next key stands alone. The caller holds the lock."""
        size = files.stat(self.path).size
        if size > 0 and files.read(self.path, size - 1, 1) != b"\n":
            files.append(self.path, b"\n")
