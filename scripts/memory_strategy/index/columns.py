"""What scoring needs to know, packed: of every document in columns (session, position, time, speaker, scope, class), and
which document holds which term how often, in blocks, so that one more document touches little.

Owns: the packing of attributes, entries and blocks, and the arrays a reader keeps. Refuses: text, SQL, scores.
One surprising fact: a million documents are 24 MB here and loaded in tens of milliseconds; as rows they would cost a
second at each start.
"""

from __future__ import annotations

import functools
import sys
from array import array
from bisect import bisect_left
from typing import Dict, Iterable, NamedTuple, Tuple

from ..model import CATEGORIES, KINDS, ORIGINS, STATUSES
from ..relevance.bm25 import LENGTH_BITS, MAX_FREQUENCY, MAX_LENGTH, OFFSET_SHIFT
from ..relevance.bm25 import OFFSET_BITS as BLOCK_BITS

_SORTS = ("memory", "turn", "note")
_KINDS = ("", *KINDS)
_CATEGORIES = ("", *CATEGORIES)
_PRESENT = 1
_FIELDS = ("session", "position", "minute", "speaker", "scope", "traits")
_MOST_BLOCKS = (1 << 24) >> BLOCK_BITS  # 16 million texts; a damaged number must not be filled up with zeros
SORT_MASK, SORT_TURN = 3 << 4, 1 << 4  # of packed traits: whether they are a turn's, without unpacking the rest


class Row(NamedTuple):
    """One document's attributes: ids of session, speaker and scope (0: none), minutes since 1970 (0: unknown)."""

    session: int
    position: int
    minute: int
    speaker: int
    scope: int
    traits: int


class Traits(NamedTuple):
    """The class of a document, as small numbers into the model's own lists."""

    sort: str
    status: str
    origin: str
    kind: str
    category: str
    importance: int
    pinned: bool
    asks: bool
    timed: bool


def _index_of(values: Tuple[str, ...], value: str) -> int:
    return values.index(value) if value in values else 0


def pack_traits(traits: Traits) -> int:
    """Traits as one number; never 0."""
    packed = _index_of(_CATEGORIES, traits.category)
    packed = packed << 3 | _index_of(_KINDS, traits.kind)
    packed = packed << 3 | min(max(traits.importance, 0), 7)
    packed = packed << 3 | _index_of(ORIGINS, traits.origin)
    packed = packed << 2 | _index_of(STATUSES, traits.status)
    packed = packed << 2 | _index_of(_SORTS, traits.sort)
    return packed << 4 | traits.timed << 3 | traits.pinned << 2 | traits.asks << 1 | _PRESENT


@functools.lru_cache(maxsize=4096)
def unpack_traits(packed: int) -> Traits:
    """What `pack_traits` packed."""
    return Traits(
        sort=_SORTS[packed >> 4 & 3],
        status=STATUSES[packed >> 6 & 3],
        origin=ORIGINS[packed >> 8 & 7],
        importance=packed >> 11 & 7,
        kind=_KINDS[packed >> 14 & 7],
        category=_CATEGORIES[packed >> 17],
        pinned=bool(packed & 4),
        asks=bool(packed & 2),
        timed=bool(packed & 8),
    )


class Columns:
    """The arrays, one value a slot; absent documents have traits 0."""

    def __init__(self, blocks: Iterable[Tuple[int, bytes]] = ()) -> None:
        self.session, self.position, self.minute = array("I"), array("I"), array("I")
        self.speaker, self.scope, self.traits = array("I"), array("I"), array("I")
        for block, data in blocks:
            if not 0 <= block < _MOST_BLOCKS:
                raise ValueError(f"there is no block {block}")
            for name in _FIELDS:  # a block that is missing below is one of removed documents only
                column = getattr(self, name)
                column.extend([0] * ((block << BLOCK_BITS) - len(column)))
            self._extend(data)

    def __len__(self) -> int:
        return len(self.traits)

    def _extend(self, data: bytes) -> None:
        width = len(data) // len(_FIELDS)
        for i, name in enumerate(_FIELDS):
            part = array("I")
            part.frombytes(data[i * width : (i + 1) * width])
            if sys.byteorder == "big":
                part.byteswap()
            getattr(self, name).extend(part)

    def row(self, slot: int) -> Row:
        """One document's attributes."""
        return Row(*(getattr(self, name)[slot] for name in _FIELDS))


def changed_block(data: bytes, changes: Dict[int, Row]) -> bytes:
    """A block's bytes after `changes`: {offset: row}; a row of zeros removes."""
    columns = Columns([(0, data)] if data else [])
    size = max(len(columns), max(changes) + 1)
    parts = []
    for i, name in enumerate(_FIELDS):
        column = getattr(columns, name)
        column.extend([0] * (size - len(column)))
        for offset, row in changes.items():
            column[offset] = row[i]
        if sys.byteorder == "big":
            column.byteswap()
        parts.append(column.tobytes())
    return b"".join(parts)


REMOVED = Row(0, 0, 0, 0, 0, 0)


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
