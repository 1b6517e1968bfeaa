"""Whether a summary keeps what it condenses: names, numbers, dates and negations, checked by rule.

Owns: `lost`, `invented`, `fits`. Refuses: to say whether a summary is good; it only says whether it may stand.
One surprising fact: negations are compared clause by clause. "May eat nuts, not shellfish" holds as many negations as
"may eat shellfish, not nuts", and turns both around.
"""

from __future__ import annotations

import re
from datetime import datetime, timezone
from functools import lru_cache
from typing import FrozenSet, List, Pattern, Sequence, Set, Tuple

from .rules.dates import find_dates
from .rules.entities import entities
from .text.normalise import fold
from .text.tokenise import terms

_ANY_DAY = datetime(2000, 1, 3, tzinfo=timezone.utc)  # only the words of a date are looked at, never its day
_NUMBER_WORDS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
    "eleven": "11", "twelve": "12", "twenty": "20", "thirty": "30", "hundred": "100", "thousand": "1000",
}  # fmt: skip
_HAN_DIGITS = {char: str(n) for n, char in enumerate("零一二三四五六七八九")}
_HAN_DIGITS["两"] = "2"
_HAN_DIGITS["十"] = "10"


def fits(originals: Sequence[str], summary: str) -> bool:
    """Whether the summary may stand for the originals: nothing lost, nothing invented, not empty, not longer."""
    longest = max(200, sum(len(text) for text in originals))
    return (
        bool(summary.strip())
        and len(summary) <= longest
        and not lost(originals, summary)
        and not invented(originals, summary)
    )


def lost(originals: Sequence[str], summary: str) -> Tuple[str, ...]:
    """The names, numbers and dates of the originals that the summary lacks, and the clauses whose negation it drops."""
    inside, numbers = fold(summary), _numbers(summary)
    missing: List[str] = []
    for text in originals:
        missing += [name for name in entities(text) if fold(name) not in inside]
        missing += sorted(_numbers(text) - numbers)
        missing += [m.words for m in find_dates(text, _ANY_DAY) if m.relative and fold(m.words) not in inside]
        missing += _turned(text, summary)
    return tuple(dict.fromkeys(missing))


def invented(originals: Sequence[str], summary: str) -> Tuple[str, ...]:
    """The names and numbers of the summary that no original holds, and clauses that it negates by itself."""
    whole = "\n".join(originals)
    inside = fold(whole)
    found = [name for name in entities(summary) if fold(name) not in inside]
    found += sorted(_numbers(summary) - _numbers(whole))
    found += _turned(summary, whole)
    return tuple(dict.fromkeys(found))


def _turned(text: str, other: str) -> List[str]:
    """The negated clauses of `text` for which `other` has none that is negated and shares their words."""
    counterparts = [(_content(clause), _is_negated(clause)) for clause in _clauses(other)]
    found = []
    for clause in _clauses(text):
        words = _content(clause)
        if not words or not _is_negated(clause):
            continue
        best = max((len(words & held) for held, _ in counterparts), default=0)
        if not best or not any(negated for held, negated in counterparts if len(words & held) == best):
            found.append(clause.strip())
    return found


def _clauses(text: str) -> List[str]:
    return [part for part in _clause_ends().split(text) if part.strip()]


def _is_negated(clause: str) -> bool:
    return _negation().search(fold(clause)) is not None


def _content(clause: str) -> FrozenSet[str]:
    return frozenset(terms(_negation().sub(" ", fold(clause))))


def _numbers(text: str) -> Set[str]:
    """The numbers of a text as plain digits; "one" and 一 are too often no number to count."""
    folded = fold(text)
    found = {raw.replace(",", "").rstrip(".") for raw in _digits().findall(folded)}
    found |= {_NUMBER_WORDS[word] for word in _words().findall(folded)}
    for run in _han_numbers().findall(folded):
        found.add(_HAN_DIGITS.get(run, run))
    return found


@lru_cache(maxsize=1)
def _clause_ends() -> Pattern[str]:
    return re.compile(
        r"[。！？!?；;，\n]|[,.](?=\s|$)|\s(?=(?:but|and|yet|though|while) )|(?<=[\u4e00-\u9fff])(?=但是?|而是?|不过)"
    )


@lru_cache(maxsize=1)
def _negation() -> Pattern[str]:
    return re.compile(
        r"\b(?:not|never|no|none|nobody|nothing|neither|nor|cannot|without|no longer)\b|n['’]t\b"
        r"|不(?!错|过|仅|但|同|久|断|少|论|管)|没(?:有)?|(?<![特级区分性类差])别(?![的人处])|未(?!来)|无(?!论)|勿|非(?!常)|禁止|拒绝"
    )


@lru_cache(maxsize=1)
def _digits() -> Pattern[str]:
    return re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*")


@lru_cache(maxsize=1)
def _words() -> Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(_NUMBER_WORDS) + r")\b")


@lru_cache(maxsize=1)
def _han_numbers() -> Pattern[str]:
    counted = "个次天年月日号点元块人岁只条份本台周层楼分秒%"
    return re.compile(rf"[二两三四五六七八九十百千万亿][零一二三四五六七八九十百千万亿]*(?=[{counted}])")
