"""Dates written in figures: 2026-05-01, 2026/5/1, 25/12/2025, 25.12.2025, 2026-05, in either language.

Refuses what reads two ways (3/5/2026) and what looks like a version or a phone number (2026.9.6, 010-2026-0501).
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Match, Optional, Tuple

from .spans import Reading, Rule, month_span


def _day(match: Match[str], _view: object) -> Reading:
    day = date(int(match["y"]), int(match["m"]), int(match["d"]))
    return Reading(match.start(), match.end(), (day, day), relative=False)


def _month(match: Match[str], _view: object) -> Reading:
    return Reading(match.start(), match.end(), month_span(int(match["y"]), int(match["m"])), relative=False)


def _slashed(match: Match[str], _view: object) -> Optional[Reading]:
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    if first <= 12 and second <= 12 and first != second:
        return None
    month, day = (second, first) if first > 12 else (first, second)
    return Reading(match.start(), match.end(), (date(year, month, day), date(year, month, day)), relative=False)


@lru_cache(maxsize=1)
def rules() -> Tuple[Rule, ...]:
    """The rules, each compiled on first use."""
    head = r"(?<![0-9A-Za-z_.\-/])"  # \w would refuse a date that follows a Chinese character
    year = r"(?P<y>(?:19|20)\d\d)"
    iso = head + year + r"(?P<s>[-/])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?![\d/-]|\.\d)"
    dotted = head + year + r"\.(?P<m>\d\d)\.(?P<d>\d\d)(?![\d./-])"
    # Where days are dotted they come first: 3.5.2026 reads one way only.
    day_first = head + r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\." + year + r"(?![\d/-]|\.\d)"
    month = head + year + r"-(?P<m>0[1-9]|1[0-2])" + r"(?![\d/-]|\.\d)"
    slashed = head + r"(?P<a>\d{1,2})/(?P<b>\d{1,2})/" + year + r"(?![\d./-])"
    return (
        Rule(("-", "/"), iso, _day),
        Rule((".",), dotted, _day),
        Rule((".",), day_first, _day),
        Rule(("-",), month, _month),
        Rule(("/",), slashed, _slashed),
    )
