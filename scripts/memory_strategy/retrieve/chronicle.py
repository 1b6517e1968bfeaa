"""What was told or is dated in a span of days, and the latest of a kind: answers that no word of the question finds.

Owns: reading spans off the columns of time and off the dates that stand in memories. Refuses: words; a question that
names anything besides a time is a search.
One surprising fact: a memory belongs to two days, the one on which it was told and the one that it names, and both
are asked for in the same words.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from heapq import nlargest
from typing import List, Optional, Sequence, Set

from ..index.columns import unpack_traits
from ..index.corpus import Corpus
from ..relevance.asked import Occasion, speaks_of
from ..relevance.bm25 import OFFSET_SHIFT
from .order import Ranked, message_of
from .scope import Test

STEP = "told then"  # the name of this step among a score's parts
MEMORY, TURN = 0.9, 0.6  # relevance: a memory of the time asked for answers; what was said then may
_TELLS, _MOST_READ = 2, 2000  # terms of a turn that says something; turns read for a word of the kind
_MOST_DAYS = 62  # days of a span whose dates are looked up one by one
_EPOCH = date(1970, 1, 1)


def chronicle(corpus: Corpus, wish: Occasion, now: datetime, test: Test, limit: int) -> Optional[List[Ranked]]:
    """The answer to a question about a time: memories first, then turns, each in the order of their days; without a
    span the newest of the kind first. None where the store has nothing of a kind, so that words may find some.
    """
    minute, traits = corpus.columns.minute, corpus.columns.traits
    slots = _in_spans(corpus, wish, now) if wish.spans else {slot for slot, packed in enumerate(traits) if packed}
    memories: List[int] = []
    turns: List[int] = []
    for slot in slots:
        known = unpack_traits(traits[slot])
        if known.sort == "turn":
            if wish.spans and test(slot):
                turns.append(slot)
        elif wish.category in ("", known.category) and test(slot):
            memories.append(slot)
    if not memories and not wish.spans:
        return None
    memories = nlargest(limit, memories, key=lambda slot: (minute[slot], slot))
    if wish.spans:
        memories.reverse()
    turns = sorted(turns, key=lambda slot: (minute[slot], slot))
    if wish.category:
        stored = corpus.documents(turns[:_MOST_READ])
        turns = [slot for slot in turns if slot in stored and speaks_of(wish.category, stored[slot].text)]
    return _ranked(corpus, memories, turns, limit)


def _ranked(corpus: Corpus, memories: Sequence[int], turns: Sequence[int], limit: int) -> List[Ranked]:
    """Memories, then the turns that none of them was learned from and that say more than a word."""
    rows = corpus.rows([*memories, *turns[: 2 * limit]])
    pieces = [e for slot in memories if slot in rows for e in rows[slot].document.payload.get("evidence") or ()]
    kept = {f"{e.get('session')}/{e.get('message')}" for e in pieces}
    out: List[Ranked] = []
    for slot in (*memories, *turns[: 2 * limit]):
        if slot not in rows or len(out) == limit:
            continue
        document, words, statement = rows[slot]
        relevance = TURN if document.sort == "turn" else MEMORY
        item = Ranked(document, relevance, slot, words, statement, parts={STEP: relevance})
        if document.sort != "turn" or (message_of(item) not in kept and len(set(words.split())) >= _TELLS):
            out.append(item)
    return out


def _in_spans(corpus: Corpus, wish: Occasion, now: datetime) -> Set[int]:
    """The slots of each expression's likeliest range that holds anything: "in March" is the latest March told of."""
    found: Set[int] = set()
    for ranges in wish.spans:
        for since, until in ranges:
            slots = _told(corpus, since, until, now) | _dated(corpus, since, until)
            if slots:
                found |= slots
                break
    return found


def _told(corpus: Corpus, since: int, until: int, now: datetime) -> Set[int]:
    first, last = _minute(since, now), _minute(until + 1, now)
    return {slot for slot, minute in enumerate(corpus.columns.minute) if first <= minute < last}


def _minute(day: int, now: datetime) -> int:
    start = _EPOCH + timedelta(days=day)
    return int(datetime(start.year, start.month, start.day, tzinfo=now.tzinfo).timestamp() // 60)


def _dated(corpus: Corpus, since: int, until: int) -> Set[int]:
    """Memories that name one of the days ("next Tuesday (2026-11-10)"), where the span is not too long."""
    if until - since > _MOST_DAYS:
        return set()
    traits = corpus.columns.traits
    found: Set[int] = set()
    for day in range(since, until + 1):
        for first, entries in corpus.postings((_EPOCH + timedelta(days=day)).isoformat()):
            found.update(first + (entry >> OFFSET_SHIFT) for entry in entries)
    return {slot for slot in found if unpack_traits(traits[slot]).sort != "turn"}
