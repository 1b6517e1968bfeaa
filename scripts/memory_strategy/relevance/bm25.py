"""BM25 over packed postings, and the layout of these, which the index packs by.

Owns: inverse document frequency, saturation, adding a term's entries to scores. Refuses: choosing terms.
Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the idf that
Lucene uses, log(1 + (N − n + ½)/(n + ½)), which is never negative.
One surprising fact: frequency and length of an entry take few distinct values together, so their saturation is
computed once and looked up by the packed number afterwards.
"""

from __future__ import annotations

from array import array
from collections import Counter
from math import log
from typing import Dict, Iterable, Tuple

# The layout of a posting: offset in its block, term frequency (6 bits), document length in terms.
OFFSET_BITS = 12  # 4,096 documents a block: a frequent term's block is at most 16 KB, rewritten on each addition
LENGTH_BITS = 14
OFFSET_SHIFT = 20
SHAPE_MASK = (1 << OFFSET_SHIFT) - 1  # frequency and length together
MAX_LENGTH = (1 << LENGTH_BITS) - 1
MAX_FREQUENCY = 63
_TWICE = 2 << LENGTH_BITS  # from here on an entry says that the term stands more than once


def idf(documents: int, holding: int, power: float = 1.0) -> float:
    """The weight of a term that stands in `holding` of `documents`; a `power` over 1 makes rare terms count more."""
    weight = log(1.0 + (documents - holding + 0.5) / (holding + 0.5))
    return weight if power == 1.0 else weight**power


def saturation(frequency: int, length: float, average: float, k1: float, b: float) -> float:
    """What `frequency` occurrences in a text of `length` terms count: 1 for one in an average text, at most k1 + 1."""
    return frequency * (k1 + 1.0) / (frequency + k1 * (1.0 - b + b * length / average))


class Saturations(Dict[int, float]):
    """Saturation by the packed frequency and length of an entry, computed when first asked for."""

    def __init__(self, average: float, k1: float, b: float) -> None:
        super().__init__()
        self._average, self._k1, self._b = max(average, 1e-9), k1, b

    def __missing__(self, shape: int) -> float:
        value = saturation(shape >> LENGTH_BITS, shape & MAX_LENGTH, self._average, self._k1, self._b)
        self[shape] = value
        return value


def add_entries(
    scores: Dict[int, float], blocks: Iterable[Tuple[int, array]], weight: float, saturations: Saturations
) -> None:
    """Add a term's weighted saturation to the score of each document that holds it; `scores` gives 0 for a new one."""
    for first, entries in blocks:
        for entry in entries:
            scores[first + (entry >> OFFSET_SHIFT)] += weight * saturations[entry & SHAPE_MASK]


def session_frequencies(blocks: Iterable[Tuple[int, array]], session_of: array) -> Dict[int, int]:
    """How often a term stands in each session that holds it."""
    found: Counter = Counter()
    for first, entries in blocks:
        found.update(map(session_of.__getitem__, [first + (entry >> OFFSET_SHIFT) for entry in entries]))
        for entry in entries:
            if entry & SHAPE_MASK >= _TWICE:
                session = session_of[first + (entry >> OFFSET_SHIFT)]
                found[session] += ((entry & SHAPE_MASK) >> LENGTH_BITS) - 1
    return found
