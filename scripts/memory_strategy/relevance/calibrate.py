"""Relevance as a number from 0 to 1 that means the same in every store.

Owns: `coverage`, `between`, `relevance`, `injection`. Refuses: ranks; the order comes from the scores, this says how sure it is.
One surprising fact: BM25 scores cannot be compared between two questions, so what is calibrated is the share of the
question's weight that the document (and, for less, its neighbours) accounts for.
"""

from __future__ import annotations

from typing import Iterable, Mapping

DIRECT, HEDGED = 0.8, 0.5  # S1: over 0.8 straight in, down to 0.5 marked as uncertain, below only a path
_FULL = 0.62  # a document that accounts for this share of a question answers it: the rest is how it was asked
_UNKNOWN = 0.5  # a word that no document holds counts half: it may be a paraphrase


def coverage(weights: Mapping[str, float], known: Mapping[str, float], held: Iterable[str]) -> float:
    """The share of a question's weight whose terms are `held`. `known`: {term: idf} of the terms that any document holds.

    Pairs of unspaced characters that no document holds are cut across two words more often than not: they don't count.
    """
    unknown = _UNKNOWN * max(known.values(), default=1.0)
    total = sum(known.get(t, unknown) for t in weights if t in known or t.isascii() or len(t) == 1)
    return sum(known.get(t, 0.0) for t in set(held) if t in weights) / total if total else 0.0


def between(value: float, low: float, high: float) -> float:
    """Where a value stands between two, 0–1."""
    return max(0.0, min(1.0, (value - low) / max(high - low, 1e-9)))


def relevance(covered: float, of_best: float) -> float:
    """0–1 from the share of the question covered and the score as a share of the best one."""
    return max(0.0, min(1.0, (min(1.0, covered / _FULL) ** 0.7) * (0.5 + 0.5 * of_best)))


def injection(value: float) -> str:
    """direct, hedged or reference (S1)."""
    return "direct" if value > DIRECT else "hedged" if value >= HEDGED else "reference"
