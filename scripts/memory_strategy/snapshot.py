"""The snapshot: what a conversation starts with, in at most 2,000 tokens, chosen by worth per token.

Owns: the choice and the page. Refuses: what was superseded, archived, said in a group or came from untrusted sources;
an event whose own day is two weeks past; telling a guess as a fact; cutting what does not fit, which is counted at the
end with the command that finds it. One surprising fact: what says that something else is wrong comes before everything
it may be about. A page that grew past its limit once lost its newest lines, the corrections, and kept what they
corrected (D13).
"""

from __future__ import annotations

import contextlib
import functools
import heapq
import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Dict, FrozenSet, Iterable, List, Optional, Sequence, Tuple

from .decay import age_days, exempt
from .marks import RECALL_TAG
from .memory.drawing import GUESS
from .model import OWNER, PRIVATE, UNTRUSTED, Memory, parse_time
from .retention import retention_value
from .rules.instructions import neutralise
from .store.page import shown
from .text.normalise import fold
from .text.tokenise import terms
from .text.tokens import count_tokens, cut_to_tokens

MOST_TOKENS = 2000  # S1: working memory is under 2,000 tokens, whatever is configured
SECTIONS = (
    ("core", "核心", "Core"), ("facts", "已知事实", "Facts"), ("decisions", "关键决策", "Decisions"),
    ("beliefs", "待确认（请以询问的口气提起）", "Unconfirmed (ask, do not assert)"), ("events", "近期事件", "Recent events"),
)  # fmt: skip
# What each section may fill before the rest goes to whatever is worth most: 300 facts must not crowd out yesterday.
SHARES: Dict[str, float] = {"core": 0.3, "facts": 0.25, "decisions": 0.15, "beliefs": 0.1, "events": 0.15}
HEAD = {"zh": "# 记忆快照", "en": "# Memory snapshot"}
LEFT_OUT = {"zh": "（另有 {n} 条未列出，用 retrieve_memory.py --query 查找）",
            "en": "({n} more are not listed; find them with retrieve_memory.py --query)"}  # fmt: skip

RECENT_DAYS = 14  # after its day an event is told for as long as `decay.level` still shows what was said in summary
_LINE_TOKENS = 100  # a longer memory is shown by its first sentences; the record keeps the whole
_LINE_CHARACTERS = 800  # read of a text before its tokens are counted: a pasted megabyte must not be
_LINE_OVERHEAD = 12  # tokens, before worth is divided by length: five words are not worth five times as much as thirty
_CONSIDERED = 600  # memories that are priced; a page holds about eighty


@dataclass(frozen=True)
class Snapshot:
    """The text, its tokens (an upper estimate), the memories shown and the number left out."""

    text: str
    tokens: int
    shown: Tuple[Memory, ...]
    left_out: int


@dataclass(frozen=True)
class _Line:
    memory: Memory
    text: str
    section: str
    cost: int
    rank: Tuple[bool, bool, int, float, str]  # the least first


def worth(memory: Memory, now: datetime) -> float:
    """What a memory adds to a conversation nobody has asked anything in yet: its retention value, if it is true."""
    return retention_value(memory, now) * memory.confidence


def build(
    memories: Iterable[Memory],
    now: datetime,
    budget: int,
    lang: str,
    audience: str = PRIVATE,
    first: Sequence[str] = (),
) -> Snapshot:
    """Choose and lay out the memories that fit into `budget` tokens, never more than 2,000; "" where not even one does.

    Of `memories` (those that `audience` may be told) a group's own are shown to that group alone. `first` are ids that a
    model chose, most useful first: they come before what is worth more, and after what is pinned, corrects, or is core.
    """
    budget = min(budget, MOST_TOKENS)
    eligible = [m for m in memories if may_open(m, audience)]
    corrections = [m for m in eligible if is_correction(m)]
    place = {memory_id: n for n, memory_id in enumerate(first)}
    chosen_first = [m for m in eligible if m.id in place]
    current = [m for m in eligible if not is_over(m, now)]
    lines = [
        _priced(m, now, lang, m in corrections, place.get(m.id, len(place)))
        for m in _considered(current, [m for m in (*chosen_first, *corrections) if not is_over(m, now)])
    ]
    lines.sort(key=lambda line: line.rank)
    used = {line.section for line in lines}
    headings = sum(count_tokens(f"\n## {zh if lang == 'zh' else en}\n") for name, zh, en in SECTIONS if name in used)
    frame = count_tokens(_layout([], len(eligible), lang)) + headings
    chosen = _chosen(lines, budget - frame, _Corrections(corrections))
    while chosen and count_tokens(_layout(chosen, len(eligible) - len(chosen), lang)) > budget:
        chosen.remove(max(chosen, key=lambda line: line.rank))
    text = _layout(chosen, len(eligible) - len(chosen), lang)
    if count_tokens(text) > budget:
        text = ""
    return Snapshot(
        text, count_tokens(text) if text else 0, tuple(line.memory for line in chosen), len(eligible) - len(chosen)
    )


def may_open(memory: Memory, audience: str) -> bool:
    """Only what the owner said in private, and what the assistant made of that: a note that was imported may be anyone's."""
    noted = memory.source == "import" and memory.origin != OWNER
    meant = memory.audience in (PRIVATE, audience)
    return memory.status == "active" and meant and memory.origin not in UNTRUSTED and not noted


def is_over(memory: Memory, now: datetime) -> bool:
    """Whether an event lies more than `RECENT_DAYS` back, by the day that it names, else by the day it was told.

    What names a day ahead is an appointment, whatever the rules took it for ("my dentist is on Friday (2026-03-13)"). It
    stands until its day has passed; what is pinned or core stays.
    """
    if exempt(memory) or memory.kind not in ("event", "fact") or age_days(memory.created_at, now) <= RECENT_DAYS:
        return False
    told, named = parse_time(memory.created_at).date(), _named_day(memory)
    if memory.kind == "fact" and (named is None or named <= told):
        return False
    return (now.date() - (named or told)).days > RECENT_DAYS


def _named_day(memory: Memory) -> Optional[date]:
    """The latest day that an event's words name; None where they name none."""
    text = memory.text[:_LINE_CHARACTERS]
    days = [f"{year}-{month}-{day or '28'}" for year, month, day in _iso_day().findall(text)]
    if not days and any(c.isdigit() for c in text):
        from .rules.dates import find_dates  # a page of this month's events reads none

        days = [mention.until for mention in find_dates(text, parse_time(memory.created_at))]
    found = []
    for day in days:
        with contextlib.suppress(ValueError):  # "2026-13-40" is a number of something
            found.append(date.fromisoformat(day))
    return max(found, default=None)


@functools.lru_cache(maxsize=1)
def _iso_day() -> re.Pattern[str]:
    return re.compile(r"(?<!\d)(\d{4})-(\d\d)(?:-(\d\d))?(?!\d)")


def _considered(eligible: Sequence[Memory], certain: Sequence[Memory]) -> List[Memory]:
    """The most promising, cheaply judged: pricing reads every word."""
    best = heapq.nlargest(_CONSIDERED, eligible, key=lambda m: (exempt(m), m.importance * m.confidence, m.created_at))
    return list({m.id: m for m in (*certain[-_CONSIDERED:], *best)}.values())


def _priced(memory: Memory, now: datetime, lang: str, correcting: bool, place: int) -> _Line:
    section = _section(memory)
    text = neutralise(shown(memory.text[:_LINE_CHARACTERS]), RECALL_TAG)
    cut = cut_to_tokens(text, _LINE_TOKENS).strip()
    text = cut + ("…" if len(cut) < len(text) or len(memory.text) > _LINE_CHARACTERS else "")
    line = f"- {GUESS[lang] if section == 'beliefs' else ''}{text}{_day(memory)}"
    cost = count_tokens(line) + 1
    rank = (
        not memory.pinned and not correcting,
        memory.category != "core",
        place,
        -worth(memory, now) / (_LINE_OVERHEAD + cost),
        memory.id,
    )
    return _Line(memory, line, section, cost, rank)


def _chosen(lines: Sequence[_Line], room: int, corrections: _Corrections) -> List[_Line]:
    """First each section its share, then the rest by rank; what was corrected only beside its correction."""
    left = {name: int(share * room) for name, share in SHARES.items()}
    chosen: Dict[str, _Line] = {}
    for first in (True, False):
        for line in lines:
            if line.memory.id in chosen or line.cost > room or (first and line.cost > left[line.section]):
                continue
            if not corrections.of(line.memory) <= chosen.keys():
                continue
            chosen[line.memory.id] = line
            room -= line.cost
            left[line.section] -= line.cost
    return [line for line in lines if line.memory.id in chosen]


# -- corrections ----------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1)
def _cue() -> re.Pattern[str]:
    return re.compile(
        r"^\W*(?:更正|纠正|改正|勘误|撤销|取消)|作废|不再有效|不再适用|不算数|已失效"
        r"|^\W*(?:correction|erratum|scratch that|disregard)\b|\b(?:no longer (?:valid|true|applies|holds)|is void|was wrong|retracted)\b"
    )


def is_correction(memory: Memory) -> bool:
    """Whether a memory says that another is wrong or over: by what it replaced, or in so many words."""
    return bool(memory.supersedes) or _cue().search(fold(memory.text[:_LINE_CHARACTERS])) is not None


class _Corrections:
    """Which corrections a memory may not be shown without: those said later that speak of the same thing."""

    def __init__(self, corrections: Sequence[Memory]) -> None:
        self._known = [(m, self._about(m)) for m in corrections]

    @staticmethod
    def _about(memory: Memory) -> FrozenSet[str]:
        return frozenset(terms(_cue().sub(" ", fold(memory.text[:_LINE_CHARACTERS]))))

    def of(self, memory: Memory) -> FrozenSet[str]:
        """Ids of the corrections of `memory`."""
        if not self._known:
            return frozenset()
        held = frozenset(terms(memory.text[:_LINE_CHARACTERS]))
        return frozenset(m.id for m, about in self._known if m.id != memory.id and _speaks_of(m, about, memory, held))


def _speaks_of(correction: Memory, about: FrozenSet[str], memory: Memory, held: FrozenSet[str]) -> bool:
    if memory.id in correction.supersedes:
        return True
    if memory.created_at > correction.created_at or not about:
        return False
    numbers = {word for word in about if any(c.isdigit() for c in word)}
    shared = len(about & held) / len(about)
    return numbers <= held and shared >= (0.34 if numbers else 0.5)


# -- the page -------------------------------------------------------------------------------------------------------


def _section(memory: Memory) -> str:
    if memory.kind == "belief":
        return "beliefs"
    if memory.category == "core":
        return "core"
    if memory.kind == "event":
        return "events"
    return "decisions" if memory.category == "decisions" else "facts"


def _day(memory: Memory) -> str:
    """When an event was told, unless its words say when it was ("last Friday (2023-07-14)")."""
    if memory.kind != "event" or not memory.created_at or _dated().search(memory.text):
        return ""
    return f" ({parse_time(memory.created_at).date().isoformat()})"


@functools.lru_cache(maxsize=1)
def _dated() -> re.Pattern[str]:
    return re.compile(r"[(（]\d{4}(?:-\d\d)?")


def _layout(chosen: Sequence[_Line], left_out: int, lang: str) -> str:
    lines: List[str] = [HEAD[lang]]
    for name, zh, en in SECTIONS:
        held = [line.text for line in chosen if line.section == name]
        if held:
            lines += ["", f"## {zh if lang == 'zh' else en}", *held]
    if left_out:
        lines += ["", LEFT_OUT[lang].format(n=left_out)]
    return "\n".join(lines) + "\n"
