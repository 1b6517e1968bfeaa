"""Which document holds which term how often: packed, in blocks, so that one more document touches little.

Owns: the packing of an entry and of a block. Refuses: SQL and scores.
One surprising fact: an entry carries its document's length, so that scoring reads nothing but the postings.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from typing import Dict

from ..relevance.packing import LENGTH_BITS, MAX_FREQUENCY, MAX_LENGTH, OFFSET_SHIFT
from ..relevance.packing import OFFSET_BITS as BLOCK_BITS

__all__ = ["BLOCK_BITS", "OFFSET_SHIFT", "dump", "load", "merged", "pack"]

_BIG_ENDIAN = sys.byteorder == "big"


def pack(slot: int, frequency: int, length: int) -> int:
    """The entry of a document in slot `slot`."""
    offset = slot & ((1 << BLOCK_BITS) - 1)
    return offset << OFFSET_SHIFT | min(frequency, MAX_FREQUENCY) << LENGTH_BITS | min(length, MAX_LENGTH)


def load(data: bytes) -> array:
    """A block's entries, in order of their documents."""
    entries = array("I")
    entries.frombytes(data)
    if _BIG_ENDIAN:
        entries.byteswap()
    return entries


def dump(entries: array) -> bytes:
    """The bytes of a block, little-endian on every machine."""
    if _BIG_ENDIAN:
        entries = array("I", entries)
        entries.byteswap()
    return entries.tobytes()


def merged(data: bytes, changes: Dict[int, int]) -> bytes:
    """A block after `changes`: {offset: entry}, or {offset: 0} to remove."""
    entries = load(data)
    if not entries or min(changes) > entries[-1] >> OFFSET_SHIFT:  # the usual case: newer documents only
        entries.extend(entry for _, entry in sorted(changes.items()) if entry)
        return dump(entries)
    for offset, entry in sorted(changes.items()):
        at = bisect_left(entries, offset << OFFSET_SHIFT)
        held = at < len(entries) and entries[at] >> OFFSET_SHIFT == offset
        if held and entry:
            entries[at] = entry
        elif held:
            del entries[at]
        elif entry:
            entries.insert(at, entry)
    return dump(entries)
