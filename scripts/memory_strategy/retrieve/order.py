"""The order of an answer: what replaced comes before what it replaced, newer before older where two disagree, and one
statement once.

Owns: `Ranked` and the steps from scored documents to an order. Refuses: scores of words (`search`) and wording
(`context`).
One surprising fact: a raw turn that a found memory was learned from is folded into that memory, so that an outdated
sentence of the record cannot outrank the memory that was corrected since.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Set, Tuple

from .. import decay
from ..model import Document, Hit
from ..text.normalise import fold

# Strength and importance multiply by at most these shares: they decide between near-equals and nothing else.
_STRENGTH_BAND, _IMPORTANCE_BAND = 0.01, 0.02


@dataclass(frozen=True)
class Ranked:
    """A document in an answer: its score, stored terms, strength, what made it, the conflicting memories, what was folded into it."""

    document: Document
    score: float
    slot: int
    terms: str = ""
    statement: Optional[str] = None
    strength: float = 1.0
    parts: Mapping[str, float] = field(default_factory=dict)
    conflicts: Tuple[str, ...] = ()
    folded: Tuple[str, ...] = ()


def banded(ranked: Ranked, now: datetime) -> Ranked:
    """The score within its narrow band of strength and importance."""
    document = ranked.document
    strength = decay.strength(document, now)
    factor = (1.0 - _STRENGTH_BAND * (1.0 - strength)) * (1.0 + _IMPORTANCE_BAND * (document.importance - 3) / 2)
    return replace(ranked, score=ranked.score * factor, strength=strength)


def by_score(ranked: Sequence[Ranked]) -> List[Ranked]:
    """Best first; equal scores by key, so that the order never depends on how the index was built."""
    return sorted(ranked, key=lambda r: (-round(r.score, 9), r.document.key))


def folded(ranked: Sequence[Ranked]) -> List[Ranked]:
    """Each statement once: the turns a found memory rests on go into it, and so do later near-duplicates."""
    evidence = _evidence_of(ranked)
    owner_of: Dict[str, str] = {}
    for item in ranked:
        for turn in evidence.get(item.document.key, ()):
            owner_of.setdefault(turn, item.document.key)
    places: Dict[str, int] = {}
    known: Dict[str, str] = {}
    out: List[Ranked] = []
    for item in ranked:
        key = item.document.key
        said = item.statement or item.document.text.strip()
        message = message_of(item)
        twin = owner_of.get(message) or known.get(said)
        if twin is not None and twin in places:
            at = places[twin]
            out[at] = replace(out[at], folded=(*out[at].folded, key))
            continue
        if twin is not None and message in owner_of:  # the turn ranks above its memory: the memory takes its place
            memory = next(r for r in ranked if r.document.key == twin)
            item = replace(memory, score=item.score, folded=(key,))
            key = twin
        if key in places:
            continue
        places[key] = len(out)
        known.setdefault(said, key)
        out.append(item)
    return out


def message_of(ranked: Ranked) -> str:
    """Which message a turn is, "<session>/<message>"; "" for what is no turn."""
    document = ranked.document
    if document.sort != "turn":
        return ""
    message = document.payload.get("message")
    return f"{document.session}/{message}" if message else document.key.partition(":")[2]


def _evidence_of(ranked: Sequence[Ranked]) -> Dict[str, Set[str]]:
    """{memory key: the turns it was learned from, as `message_of` names them}."""
    out: Dict[str, Set[str]] = {}
    for item in ranked:
        pieces = item.document.payload.get("evidence") or ()
        out[item.document.key] = {f"{e.get('session')}/{e.get('message')}" for e in pieces if e.get("message")}
    return out


def superseded_last(
    ranked: Sequence[Ranked], fetch: Callable[[str], Optional[Ranked]], wants_old: bool
) -> List[Ranked]:
    """Superseded memories right after what replaced them, which is fetched where it was not found; the other way
    round for a question that asks for what was before.
    """
    order = list(ranked)
    for item in ranked:
        if item.document.status != "superseded":
            continue
        newer_key = _newest(item, fetch)
        at = _place(order, item.document.key)
        newer_at = _place(order, newer_key) if newer_key else None
        if at is None or not newer_key:
            continue
        if newer_at is None:
            newer = fetch(newer_key)
            if newer is not None:
                order.insert(at + 1 if wants_old else at, replace(newer, score=item.score))
        elif wants_old and newer_at < at:
            order.insert(newer_at, order.pop(at))
        elif not wants_old and at < newer_at:
            newer = order.pop(newer_at)
            order.insert(at, replace(newer, score=max(newer.score, item.score)))
    return order


def _newest(item: Ranked, fetch: Callable[[str], Optional[Ranked]]) -> str:
    """The end of the chain of replacements; "" where it cannot be seen."""
    key, seen = str(item.document.payload.get("superseded_by") or ""), {item.document.key}
    while key and key not in seen:
        seen.add(key)
        found = fetch(key)
        if found is None:
            return ""
        following = str(found.document.payload.get("superseded_by") or "")
        if not following or found.document.status != "superseded":
            return key
        key = following
    return ""


def _place(order: Sequence[Ranked], key: str) -> Optional[int]:
    return next((i for i, r in enumerate(order) if r.document.key == key), None)


def replaced_by(ranked: Sequence[Ranked]) -> Dict[str, List[Ranked]]:
    """{key of what stands now: what it replaced, at once or through others}, as far as it was found."""
    following = {r.document.key: str(r.document.payload.get("superseded_by") or "") for r in ranked if _outdated(r)}
    found: Dict[str, List[Ranked]] = {}
    for item in filter(_outdated, ranked):
        key, seen = item.document.key, set()
        while key in following and key not in seen:
            seen.add(key)
            key = following[key]
        found.setdefault(key, []).append(item)
    return found


def _outdated(ranked: Ranked) -> bool:
    return ranked.document.status == "superseded"


def sure_first(hits: Sequence[Hit], tells: bool = False) -> List[Hit]:
    """Memories that are sure above whatever is only pointed at; with `tells`, for a question that wants one thing told
    (an age, a job), also above what is unsure. Nothing else moves, and turns keep their order."""
    sure = [h for h in hits if h.injection == "direct" and h.document.sort != "turn"]
    weak = ("reference", "hedged") if tells else ("reference",)
    at = next((i for i, h in enumerate(hits) if h.injection in weak and h.document.status != "superseded"), None)
    if at is None:
        return list(hits)
    late = [h for h in hits[at:] if any(h is s for s in sure)]
    return [*hits[:at], *late, *(h for h in hits[at:] if not any(h is s for s in late))]


def conflicts_marked(ranked: Sequence[Ranked]) -> List[Ranked]:
    """Active memories that give one attribute of one subject different values: each names the others, newer first."""
    groups: Dict[Tuple[str, str, str], List[int]] = {}
    for i, item in enumerate(ranked):
        document = item.document
        attribute = document.payload.get("attribute")
        if document.sort == "memory" and document.status == "active" and attribute:
            key = (document.owner, fold(str(document.payload.get("subject", ""))), str(attribute))
            groups.setdefault(key, []).append(i)
    out = list(ranked)
    for places in groups.values():
        values = {fold(str(ranked[i].document.payload.get("value", ""))) for i in places}
        if len(places) < 2 or len(values) < 2:
            continue
        keys = [ranked[i].document.key for i in places]
        newest_first = sorted((ranked[i] for i in places), key=lambda r: r.document.time, reverse=True)
        for place, item in zip(places, newest_first):
            out[place] = replace(item, conflicts=tuple(k for k in keys if k != item.document.key))
    return out
