"""What surrounds a document and what the question names, added to its own score.

Owns: smoothing over neighbours, the session's share, feedback terms, speaker, role and day. Refuses: fetching;
neighbours and stored terms come in.
"""

from __future__ import annotations

from collections import defaultdict
from math import log
from typing import Callable, Dict, Iterable, List, Mapping, Sequence, Set, Tuple

from .bm25 import idf
from .settings import Settings

Around = Callable[[int], Sequence[Tuple[int, float]]]
FEEDBACK_DOCUMENTS, FEEDBACK_TERMS = 3, 8


def shares(settings: Settings) -> List[Tuple[int, float]]:
    """[(distance, weight)]: what a turn's score gives to the turns at that distance after it (negative: before)."""
    weights = (1, settings.before), (-1, settings.after), (2, settings.second), (-2, settings.second)
    return [share for share in weights if share[1]]


def smoothed(scores: Mapping[int, float], around: Around) -> Dict[int, float]:
    """Each score, plus a share of it for the turns around: an answer often holds none of its question's words.

    `around` gives [(slot, weight)] of the turns that take a share of a slot's score.
    """
    out: Dict[int, float] = defaultdict(float)
    for slot, score in scores.items():
        out[slot] += score
        for other, weight in around(slot):
            out[other] += weight * score
    return out


def session_scores(
    frequencies: Mapping[str, Mapping[int, int]],
    weights: Mapping[str, float],
    wanted: Iterable[int],
    lengths: Mapping[int, int],
    sessions: int,
    average: float,
    settings: Settings,
) -> Dict[int, float]:
    """BM25 of whole sessions: {session: score} for those `wanted`."""
    k1, b = settings.k1, settings.b
    norms = {s: k1 * (1.0 - b + b * lengths.get(s, 0) / max(average, 1e-9)) for s in wanted}
    scores = dict.fromkeys(norms, 0.0)
    for term, by_session in frequencies.items():
        weight = idf(sessions, len(by_session), settings.idf_power) * weights[term] * (k1 + 1.0)
        for session in norms.keys() & by_session.keys():
            frequency = by_session[session]
            scores[session] += weight * frequency / (frequency + norms[session])
    return scores


def add_pairs(
    scores: Dict[int, float],
    stored: Mapping[int, str],
    pairs: Sequence[Tuple[str, str]],
    idfs: Mapping[str, float],
    weight: float,
) -> None:
    """Add for neighbouring words of the question that stand together in a document."""
    wanted = [(f" {a} {b} ", weight * (idfs[a] + idfs[b])) for a, b in pairs]
    for slot, line in stored.items():
        padded = f" {line} "
        for phrase, gain in wanted:
            if phrase in padded:
                scores[slot] += gain


def feedback_terms(
    best: Iterable[Tuple[float, str]],
    known: Set[str],
    frequencies: Callable[[Iterable[str]], Mapping[str, int]],
    documents: int,
) -> List[str]:
    """The terms that the best answers share beyond the question's: [(score, stored terms)] → terms, best first."""
    gathered: Dict[str, float] = defaultdict(float)
    for score, line in best:
        for term in set(line.split()) - known:
            gathered[term] += score
    held = frequencies(gathered)
    worth = {t: w * log(1.0 + documents / max(1, held.get(t, 0))) for t, w in gathered.items()}
    return sorted(worth, key=lambda t: (-worth[t], t))[:FEEDBACK_TERMS]


def add_scaled(scores: Dict[int, float], more: Mapping[int, float], weight: float) -> None:
    """Add `more` to the documents that have a score, scaled so that its best counts `weight` of the best score."""
    top = max(more.values(), default=0.0)
    if top <= 0.0 or not scores:
        return
    scale = weight * max(scores.values()) / top
    for slot, value in more.items():
        if slot in scores:
            scores[slot] += scale * value


def fused(words: Mapping[int, float], cosines: Mapping[int, float], weight: float) -> Dict[int, float]:
    """Scores by words and by meaning in one: each as a share of its best, the meaning's counting `weight` of the whole.
    The best keeps the scale of the words' scores.
    """
    best, nearest = max(words.values(), default=0.0), max(cosines.values(), default=0.0)
    scale = best or 1.0
    out = {slot: (1.0 - weight) * score for slot, score in words.items()}
    if nearest > 0.0:
        for slot, cosine in cosines.items():
            out[slot] = out.get(slot, 0.0) + weight * scale * max(0.0, cosine) / nearest
    return out


def on_day(minute: int, days: Sequence[Tuple[int, int]]) -> bool:
    """Whether a time (minutes since 1970, 0 unknown) falls on one of the ranges of days, a day to each side allowed:
    what happened on the 7th is told on the 8th.
    """
    day = minute // 1440
    return minute > 0 and any(since - 1 <= day <= until + 1 for since, until in days)
