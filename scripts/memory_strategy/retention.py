"""What keeping a memory is worth when nobody is asking: the number behind compress, prune and capacity.

Owns: `retention_value` and its three profiles: S0's relevance without a query, S3's importance, and `learned`, the
default since it keeps most (benchmarks/RESULTS.md). Refuses: a query, which is relevance's; changing a memory.
One surprising fact: how old a memory is says next to nothing about whether it will be asked for (the newest 30 % of a
conversation hold 31 % of what is asked, chance); that it holds a date, a name or a rare word says most.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from datetime import datetime
from math import exp, log
from typing import Dict, FrozenSet, List, Mapping, NamedTuple, Optional, Sequence

from .decay import age_days, exempt, stepped, strength
from .model import ASSISTANT, Memory
from .text.tokenise import terms

DEFAULT = "learned"

# Log-odds of being asked about, by what a text holds. Fitted by logistic regression on the choosing half of LoCoMo's
# development conversations; `python3 benchmarks/retention.py --data FILE --fit` repeats it and prints this table.
WEIGHTS: Mapping[str, float] = {
    "rare": 1.84,  # words that at most two memories hold, five or more count 1
    "dated": 1.48,  # a day, a month, "last week", 上周
    "names": 1.38,  # names of people, places, things, three or more count 1
    "answers": 1.14,  # it follows somebody else's question
    "first_person": 0.70,  # I, my, we, 我: three or more count 1
    "quoted": 0.66,  # a title or words in quotation marks
    "number": 0.69,  # a digit
    "past": 0.35,  # it happened
    "question": -0.36,  # it asks
    "second_person": -0.66,  # you, your, 你: three or more count 1
}
# Set by hand: no benchmark says what a memory's own history is worth. A point of importance weighs half a date; being
# faded away wholly weighs no more than that, since age hardly predicts anything; uses and further sources by logarithm.
_IMPORTANCE, _FADED, _USED, _ASSISTANT = 0.7, -0.6, 0.5, -0.5
# A fresh memory of importance 3 with the average text is worth 0.7 (S3: keep); faded to a quarter, 0.6 (S0: prune).
_OFFSET = -0.65
_AVERAGE_TEXT = 1.5  # what a rule or a person found worth keeping is at least this: few words are no chatter there
_RARE_ENOUGH, _MEMORIES_HOLDING = 5, 2
_READ = 4000  # characters: what a pasted megabyte is worth shows in its beginning
_UNSURVEYED_TERMS = 18  # without a survey, this many different words stand for five rare ones

IMPORTANT_TAGS = frozenset(
    ("important", "critical", "key", "user", "重要", "关键", "核心", "用户")
)  # S3, and in Chinese


class Surroundings(NamedTuple):
    """What only the other memories tell: `rare` 0–1 (None: nobody looked), and whether it follows a question."""

    rare: Optional[float] = None
    answers: bool = False


ALONE = Surroundings()


def retention_value(memory: Memory, now: datetime, profile: str = DEFAULT, around: Surroundings = ALONE) -> float:
    """0–1, by a named profile. Raises: ValueError for an unknown one."""
    if profile not in PROFILES:
        raise ValueError(f"no retention profile is called {profile!r}; expected one of {', '.join(PROFILES)}")
    return PROFILES[profile](memory, now, around)


def survey(memories: Sequence[Memory]) -> List[Surroundings]:
    """The surroundings of each of `memories`, which are in the order of their words; sessions keep apart."""
    words = [_distinct(m.text) for m in memories]
    held: Counter = Counter(word for each in words for word in each)
    out = []
    before: Optional[Memory] = None
    for memory, each in zip(memories, words):
        rare = sum(held[word] <= _MEMORIES_HOLDING for word in each)
        replies = before is not None and before.session == memory.session and before.speaker != memory.speaker
        out.append(Surroundings(_share(rare, _RARE_ENOUGH), replies and _asks(before.text[:_READ])))  # type: ignore[union-attr]
        before = memory
    return out


def features(memory: Memory, around: Surroundings = ALONE) -> Dict[str, float]:
    """What `WEIGHTS` weigh, each 0–1, by name."""
    text = memory.text[:_READ]
    found = {name: _share(len(pattern.findall(text)), full) for name, (pattern, full) in _patterns().items()}
    found["names"] = max(found["names"], _share(len(memory.entities), _patterns()["names"][1]))
    rare = around.rare
    found["rare"] = _share(len(_distinct(text)), _UNSURVEYED_TERMS) if rare is None else rare
    found["answers"] = float(around.answers)
    return found


def terms_of(memory: Memory, now: datetime, around: Surroundings = ALONE) -> Dict[str, float]:
    """The log-odds that make up the learned value, by name: the reason for what is done to a memory."""
    held = features(memory, around)
    text = sum(weight * held[name] for name, weight in WEIGHTS.items())
    if memory.rule or memory.source == "manual":
        text = max(text, _AVERAGE_TEXT)
    return {
        "text": text + _OFFSET,
        "importance": _IMPORTANCE * (memory.importance - 3),
        "faded": _FADED * (1.0 - strength(memory, now)),
        "used": _USED * log(1.0 + memory.use_count + max(0, len(memory.evidence) - 1)),
        # A guess is the assistant's by nature; it is weighed by fading fast, not twice.
        "assistant": _ASSISTANT * (memory.origin == ASSISTANT and memory.kind != "belief"),
    }


def _learned(memory: Memory, now: datetime, around: Surroundings) -> float:
    """Logistic in text, importance, age and use; pinned and core memories are worth 1."""
    if exempt(memory):
        return 1.0
    return 1.0 / (1.0 + exp(-sum(terms_of(memory, now, around).values())))


def access(memory: Memory, now: datetime) -> float:
    """S0: ln(1 + n)/10, half as much again if used in the last 7 days, at most 1."""
    value = log(1.0 + memory.use_count) / 10.0
    if memory.last_used_at and age_days(memory.last_used_at, now) <= 7:
        value *= 1.5
    return min(1.0, value)


def _s0(memory: Memory, now: datetime, around: Surroundings) -> float:
    """S0: keyword 0.4, time 0.2, access 0.2, tags 0.2. Without a query keyword and tags mean nothing; the rest is
    renormalised to 0.5 and 0.5.
    """
    return 0.5 * stepped(age_days(memory.created_at, now)) + 0.5 * access(memory, now)


def _s3(memory: Memory, now: datetime, around: Surroundings) -> float:
    """S3: recency 0.4 (linear over a week since the last use, at least 0.1), access 0.3 (n/10), content 0.3."""
    recency = max(0.1, 1.0 - age_days(memory.last_used_at or memory.created_at, now) / 7.0)
    content = 1.0 if IMPORTANT_TAGS & {tag.lower() for tag in memory.tags} else 0.5
    return 0.4 * recency + 0.3 * min(1.0, memory.use_count / 10.0) + 0.3 * content


PROFILES = {"learned": _learned, "s0": _s0, "s3": _s3}


def _share(count: int, full: int) -> float:
    return min(1.0, count / full)


def _distinct(text: str) -> FrozenSet[str]:
    return frozenset(terms(text[:_READ]))


def _asks(text: str) -> bool:
    return "?" in text or "？" in text


@functools.lru_cache(maxsize=1)
def _patterns() -> Dict[str, tuple]:
    """{feature: (what counts, how many of it count 1)}."""
    day = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    month = r"january|february|march|april|june|july|august|september|october|november|december"
    span = rf"(?:last|next|this) (?:week(?:end)?|month|year|night|summer|winter|spring|fall|{day})"
    dated_en = rf"\b(?:yesterday|today|tonight|tomorrow|recently|since|ago|{span}|{day}|{month})\b|\b\d{{4}}-\d\d"
    dated_zh = r"昨[天晚]|今[天晚年早]|明[天年]|前[天年]|后天|去年|[上下]个?(?:周|月|星期|礼拜)|周[一二三四五六日末]|星期|\d+[年月日号]"
    return {
        "dated": (re.compile(f"{dated_en}|{dated_zh}", re.IGNORECASE), 1),
        "names": (re.compile(r"(?<=[a-z0-9,;] )[A-Z][a-z]+"), 3),
        "first_person": (re.compile(r"\b(?:i|i['’]m|i['’]ve|my|we|our|me)\b|我", re.IGNORECASE), 3),
        "second_person": (re.compile(r"\b(?:you|your|you['’](?:re|ve))\b|[你您]", re.IGNORECASE), 3),
        "quoted": (re.compile(r"[\"“《「]"), 1),
        "number": (re.compile(r"\d"), 1),
        "past": (re.compile(
            r"\b(?:went|got|did|was|were|had|bought|made|started|took|saw|met|moved|found|tried|joined|visited|decided"
            r"|chose|finished|won|lost)\b|[了过]", re.IGNORECASE), 1),
        "question": (re.compile(r"[?？]"), 1),
    }  # fmt: skip
