"""What was told or is dated in a span of days, and the latest of a kind: answers that no word of the question finds.

Owns: reading spans off the columns of time and off the dates that stand in memories. Refuses: words; a question that
names anything besides a time is a search.
One surprising fact: a memory belongs to two days, the one on which it was told and the one that it names, and both
are asked for in the same words.
"""

from __future__ import annotations

import functools
import re
from datetime import date, datetime, timedelta
from heapq import nlargest
from typing import Dict, List, Mapping, Optional, Sequence, Set, Tuple

from ..index.columns import unpack_traits
from ..index.corpus import Corpus
from ..model import parse_time
from ..relevance.asked import Occasion, speaks_of
from ..relevance.bm25 import OFFSET_SHIFT
from ..rules.dates import find_dates
from .order import Ranked, message_of
from .scope import Test

STEP = "told then"  # the name of this step among a score's parts
MEMORY, TURN = 0.9, 0.6  # relevance: a memory of the time asked for answers; what was said then may
_TELLS, _MOST_READ = 2, 2000  # terms of a turn that says something; turns read for a word of the kind
_MOST_DATED, _MOST_PARTED = 200, 500  # the newest memories whose written dates are read; of a span, that are told apart
_MOST_DAYS, _DAYS_AHEAD = 62, 200  # days of a span, and from today on, whose dates are looked up one by one
_EPOCH = date(1970, 1, 1)


def chronicle(corpus: Corpus, wish: Occasion, now: datetime, test: Test, limit: int) -> Optional[List[Ranked]]:
    """The answer to a question about a time: of a span what happened in it, then what else was told in it; of what lies
    ahead the soonest first; without either the newest of the kind first. None where the store has nothing of a kind, so
    that words may find some.
    """
    today = now.toordinal() - _EPOCH.toordinal()
    if wish.ahead:
        return _coming(corpus, today, test, limit)
    minute, traits = corpus.columns.minute, corpus.columns.traits
    dated: Dict[int, int] = {}
    slots = (
        _in_spans(corpus, wish, now, dated) if wish.spans else {slot for slot, packed in enumerate(traits) if packed}
    )
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
    memories = nlargest(limit if not wish.spans else _MOST_PARTED, memories, key=lambda slot: (minute[slot], slot))
    turns = sorted(turns, key=lambda slot: (minute[slot], slot))
    if wish.category:
        stored = corpus.documents(turns[:_MOST_READ])
        turns = [slot for slot in turns if slot in stored and speaks_of(wish.category, stored[slot].text)]
    if not wish.spans:
        return _ranked(corpus, memories, turns, (), limit)
    if wish.talk and turns:
        return _ranked(corpus, (), turns, sorted(set(memories) - dated.keys()), limit, MEMORY)
    memories.sort(key=lambda slot: (dated.get(slot, minute[slot] // 1440), minute[slot], slot))
    happened, beside = _parted(corpus, memories, dated, bool(wish.category or wish.talk))
    return _ranked(corpus, happened, turns, beside, limit)


def _coming(corpus: Corpus, today: int, test: Test, limit: int) -> List[Ranked]:
    """What is dated from today on and still stands, the soonest first."""
    dated = _dated(corpus, today, today + _DAYS_AHEAD)
    traits = corpus.columns.traits
    slots = [slot for slot in dated if test(slot) and unpack_traits(traits[slot]).status == "active"]
    return _ranked(corpus, sorted(slots, key=lambda slot: (dated[slot], slot)), (), (), limit)


def _parted(
    corpus: Corpus, memories: Sequence[int], dated: Mapping[int, int], of_kind: bool
) -> Tuple[List[int], List[int]]:
    """Memories of what happened in a span, and those that were told in it of no time or another: a profile that was told
    in a week is no event of it. What was replaced stands at the very end.
    """
    rows, traits = corpus.rows(memories), corpus.columns.traits
    parts: Tuple[List[int], List[int], List[int]] = ([], [], [])
    for slot in memories:
        if slot not in rows:
            continue
        known, document = unpack_traits(traits[slot]), rows[slot].document
        happened = of_kind or slot in dated or (known.kind != "belief" and _is_event(known.category, document.text))
        parts[2 if known.status == "superseded" else 0 if happened else 1].append(slot)
    return parts[0], parts[1] + parts[2]


def _is_event(category: str, text: str) -> bool:
    """Whether a text without a date in the span tells of something that happened when it was told."""
    if _iso().search(text):
        return False
    return category in ("daily", "decisions") or bool(_happened().search(text))


@functools.lru_cache(maxsize=1)
def _iso() -> re.Pattern[str]:
    return re.compile(r"\d{4}-\d\d-\d\d")


@functools.lru_cache(maxsize=1)
def _happened() -> re.Pattern[str]:
    """Words of something done."""
    return re.compile(
        r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bget )\b(?:(?:mov|start|finish|decid|join|sign|paint|repair|visit|order|cancel"
        r"|arriv|return|pass|fail|watch|cook|walk|call|stay|happen)ed|went|bought|broke|paid|met|got|saw|ran|sold|lost|won"
        r"|began|came|took|found|died)\b|了(?:\W|$)",
        re.IGNORECASE,
    )


def _ranked(
    corpus: Corpus, first: Sequence[int], turns: Sequence[int], beside: Sequence[int], limit: int, said: float = TURN
) -> List[Ranked]:
    """Memories, then the turns that no memory was learned from and that say more than a word, then what is beside the
    question; `said` is the relevance of a turn: where talk is asked for, turns are the answer and none is left out.
    """
    rows = corpus.rows([*first, *turns[: 2 * limit], *beside])
    pieces = [
        e for slot in (*first, *beside) if slot in rows for e in rows[slot].document.payload.get("evidence") or ()
    ]
    kept = {f"{e.get('session')}/{e.get('message')}" for e in pieces} if said == TURN else set()
    worth = {**dict.fromkeys(beside, TURN), **dict.fromkeys(turns, said), **dict.fromkeys(first, MEMORY)}
    out: List[Ranked] = []
    for slot in (*first, *turns[: 2 * limit], *beside):
        if slot not in rows or len(out) == limit:
            continue
        document, words, statement = rows[slot]
        item = Ranked(document, worth[slot], slot, words, statement, parts={STEP: worth[slot]})
        if document.sort != "turn" or (message_of(item) not in kept and len(set(words.split())) >= _TELLS):
            out.append(item)
    return out


def _in_spans(corpus: Corpus, wish: Occasion, now: datetime, dated: Dict[int, int]) -> Set[int]:
    """The slots of each expression's likeliest range that holds anything: "in March" is the latest March told of.
    `dated` takes the day that a memory names, in days since 1970."""
    found: Set[int] = set()
    for ranges in wish.spans:
        for since, until in ranges:
            named = _dated(corpus, since, until) if until - since <= _MOST_DAYS else {}
            slots = _told(corpus, since, until, now) | named.keys()
            if slots:
                found |= slots
                dated.update(named)
                break
    return found


def _told(corpus: Corpus, since: int, until: int, now: datetime) -> Set[int]:
    first, last = _minute(since, now), _minute(until + 1, now)
    return {slot for slot, minute in enumerate(corpus.columns.minute) if first <= minute < last}


def _minute(day: int, now: datetime) -> int:
    start = _EPOCH + timedelta(days=day)
    return int(datetime(start.year, start.month, start.day, tzinfo=now.tzinfo).timestamp() // 60)


def _dated(corpus: Corpus, since: int, until: int) -> Dict[int, int]:
    """{memory that names one of the days ("next Tuesday (2026-11-10)"): the first that it names}."""
    traits = corpus.columns.traits
    found: Dict[int, int] = {}
    for day in range(since, until + 1):
        for first, entries in corpus.postings((_EPOCH + timedelta(days=day)).isoformat()):
            for entry in entries:
                found.setdefault(first + (entry >> OFFSET_SHIFT), day)
    for slot, day in _written_out(corpus, since, until).items():
        found.setdefault(slot, day)
    return {slot: day for slot, day in found.items() if unpack_traits(traits[slot]).sort != "turn"}


def _written_out(corpus: Corpus, since: int, until: int) -> Dict[int, int]:
    """The same for dates written with their year ("18 April 2026"), which stand in memories as they were said."""
    slots: Set[int] = set()
    for year in range((_EPOCH + timedelta(days=since)).year, (_EPOCH + timedelta(days=until)).year + 1):
        for first, entries in corpus.postings(str(year)):
            slots.update(first + (entry >> OFFSET_SHIFT) for entry in entries)
    traits = corpus.columns.traits
    memories = sorted((slot for slot in slots if unpack_traits(traits[slot]).sort != "turn"), reverse=True)
    found: Dict[int, int] = {}
    for slot, document in corpus.documents(memories[:_MOST_DATED]).items():
        for mention in find_dates(document.text, parse_time(document.time)) if document.time else ():
            day = (date.fromisoformat(mention.since[:10]) - _EPOCH).days
            if since <= day <= until:
                found.setdefault(slot, day)
    return found
