"""Ids: ULIDs for memories, shown by their last six characters, short digests for turns, and which boot of the machine this is.

A ULID is 48 bits of milliseconds and 80 random bits in Crockford's base 32 (github.com/ulid/spec). No order is read
from it: the clock may jump back (D24), the random part alone keeps two ids apart.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from pathlib import Path
from typing import Callable

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
TURN_ID_CHARS = 7


def _base32(number: int, length: int) -> str:
    out = []
    for _ in range(length):
        out.append(ALPHABET[number & 31])
        number >>= 5
    return "".join(reversed(out))


def new_id(now: datetime, taken: Callable[[str], bool]) -> str:
    """A ULID whose short form no memory has yet (`taken(short)` says so)."""
    millis = max(0, int(now.timestamp() * 1000)) & ((1 << 48) - 1)
    while True:
        ulid = _base32((millis << 80) | secrets.randbits(80), 26)
        if not taken(ulid[-6:].lower()):
            return ulid


def turn_key(host: str, session: str, message: str, text: str) -> str:
    """What makes two copies of a message the same message: 16 hex digits.

    By message id and content (the same id with other words is another message). A UUID is unique in the world, so
    a resumed session that copies old messages under a new session id does not count them twice (D15, D16).
    """
    where = "" if len(message) == 36 and message.count("-") == 4 else f"{host}\0{session}"
    digest = hashlib.sha256(f"{where}\0{message}\0{text}".encode("utf-8", "replace"))
    return digest.hexdigest()[:16]


def turn_short(key: str) -> str:
    """How a turn is named in a day's Markdown: t and six characters of base 32, never a memory's short id."""
    return "t" + _base32(int(key, 16), 6).lower()


BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot() -> str:
    """This boot of the machine, "" where the system does not say (macOS, Windows)."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
