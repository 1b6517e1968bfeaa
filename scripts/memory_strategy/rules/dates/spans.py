"""Calendar arithmetic and numerals for the date readers: spans of whole days, never seconds.

Owns the `Span` (first and last day, both included), the choice of a year or week for what was said without one,
and the way a span is written. Refuses to know any language's words. Surprising: "two weeks ago" is a calendar week
and "two months ago" a calendar month, since nobody who says so means a day.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Callable, List, Optional, Pattern, Tuple

Span = Tuple[date, date]
YEAR = "year"  # comes round every year: "3月5号", "in March"
RECENT = 31  # days in which a date without year or tense may still be behind
WEEK = "week"  # comes round every week: "周三", "Wednesday"


@dataclass(frozen=True)
class Reading:
    """What a reader made of one match: text[start:end] means the days `span`."""

    start: int
    end: int
    span: Span
    relative: bool = True
    repeats: str = ""
    week: Optional[int] = None  # the calendar week meant, in weeks from the day of speaking


@dataclass(frozen=True)
class Rule:
    """A pattern, the characters or words without one of which it cannot match, and the reader of its matches."""

    needs: Tuple[str, ...]
    source: str
    read: Callable[..., Optional[Reading]]


@cache
def compiled(source: str) -> Pattern[str]:
    """A rule's pattern, compiled when a text first holds one of its needs: all at once would cost 15 ms."""
    return re.compile(source)


def add_days(day: date, days: int) -> date:
    """`day` moved by calendar days (a clock change moves nothing: D24)."""
    return day + timedelta(days=days)


def day_span(day: date, offset: int = 0) -> Span:
    """The one day `offset` days after `day`."""
    moved = add_days(day, offset)
    return moved, moved


def week_span(day: date, offset: int = 0) -> Span:
    """Monday to Sunday of the calendar week `offset` weeks after that of `day`."""
    monday = add_days(day, 7 * offset - day.weekday())
    return monday, add_days(monday, 6)


def weekday_span(day: date, week: int, weekday: int) -> Span:
    """A weekday (Monday 0) of the calendar week `week` weeks after that of `day`; 7 is the weekend, two days."""
    monday, _ = week_span(day, week)
    if weekday == 7:
        return add_days(monday, 5), add_days(monday, 6)
    return day_span(monday, weekday)


def month_span(year: int, month: int) -> Span:
    """First to last day of a month. Raises: ValueError when there is none."""
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def months_from(day: date, offset: int) -> Span:
    """The calendar month `offset` months after that of `day`."""
    index = day.year * 12 + day.month - 1 + offset
    return month_span(index // 12, index % 12 + 1)


def year_span(year: int) -> Span:
    """1 January to 31 December."""
    return date(year, 1, 1), date(year, 12, 31)


def quarter_from(day: date, offset: int) -> Span:
    """The calendar quarter `offset` quarters after that of `day`."""
    index = day.year * 4 + (day.month - 1) // 3 + offset
    first, _ = month_span(index // 4, index % 4 * 3 + 1)
    return first, months_from(first, 2)[1]


def season_span(year: int, season: int) -> Span:
    """Spring 0 … winter 3, by whole months (March–May, …); a winter is named by the year it begins in."""
    first = date(year, 3 + 3 * season, 1)
    return first, months_from(first, 2)[1]


def part_of_month(span: Span, part: str) -> Span:
    """A third of a month: "early" 1–10, "mid" 11–20, "late" 21–end (the Chinese 旬)."""
    first, last = span
    return {
        "early": (first, first.replace(day=10)),
        "mid": (first.replace(day=11), first.replace(day=20)),
        "late": (first.replace(day=21), last),
    }[part]


def part_of_year(year: int, part: str) -> Span:
    """The first month, the two in the middle, or the last month of a year."""
    first, last = {"early": (1, 1), "mid": (6, 7), "late": (12, 12)}[part]
    return month_span(year, first)[0], month_span(year, last)[1]


def offset_span(day: date, count: int, unit: str) -> Span:
    """`count` units after `day` (before it when negative): a day, a calendar week, month or year."""
    if unit == "day":
        return day_span(day, count)
    if unit == "week":
        return week_span(day, count)
    if unit == "month":
        return months_from(day, count)
    return year_span(day.year + count)


def shifted(day: date, count: int, unit: str) -> date:
    """The day `count` units after `day`, clipped to the month's end (31 January + 1 month = 28 February)."""
    if unit in ("day", "week"):
        return add_days(day, count * (7 if unit == "week" else 1))
    first, last = months_from(day, count * (12 if unit == "year" else 1))
    return first.replace(day=min(day.day, last.day))


def same_span_in(span: Span, years: int) -> Optional[Span]:
    """The span `years` years later; None where 29 February has no counterpart."""
    try:
        first = span[0].replace(year=span[0].year + years)
        if span == month_span(span[0].year, span[0].month):
            return month_span(first.year, first.month)
        return first, span[1].replace(year=span[1].year + years)
    except ValueError:
        return None


def pick_year(today: date, lean: str, make: Callable[[int], Span]) -> Optional[Span]:
    """The year for a date said without one: the latest begun (past), the next not over (future), alone the nearest.

    In a clause without a tense ("my wedding is on June 5", lean "now") it is the next, or one of the last `RECENT` days.
    """
    found: List[Span] = []
    for year in range(today.year - 4, today.year + 5):  # 29 February comes round every four years
        try:
            found.append(make(year))
        except ValueError:
            continue
    if lean == "past":
        found = [span for span in found if span[0] <= today][-1:]
    elif lean:
        since = today if lean == "future" else add_days(today, -RECENT)
        found = [span for span in found if span[1] >= since][:1]
    return min(found, key=lambda span: _distance(span, today), default=None)


def pick_weekday(today: date, lean: str, weekday: int) -> Span:
    """The week for a weekday said alone: the latest up to today (past), else the next from today on."""
    span = weekday_span(today, 0, weekday)
    if lean == "past":
        return span if span[0] <= today else weekday_span(today, -1, weekday)
    return span if span[1] >= today else weekday_span(today, 1, weekday)


def _distance(span: Span, day: date) -> int:
    if span[0] <= day <= span[1]:
        return 0
    return min(abs((span[0] - day).days), abs((span[1] - day).days))


def written(since: str, until: str) -> str:
    """A span as people read it: 2026-05-13, 2026-04, 2025, or first..last."""
    if since == until:
        return since
    if since[4:] == "-01-01" and until == since[:4] + "-12-31":
        return since[:4]
    first = date.fromisoformat(since)
    if month_span(first.year, first.month) == (first, date.fromisoformat(until)):
        return since[:7]
    return f"{since}..{until}"


_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")}
_DIGITS.update({"〇": 0, "两": 2})


def number(text: str) -> Optional[int]:
    """A whole number in figures or in Chinese numerals below 1,000; None for 三四 ("three or four") and the like."""
    if text.isdigit():
        return int(text)
    total, digit, last = 0, None, 1000
    for char in text:
        unit = {"十": 10, "百": 100}.get(char)
        if unit is None:
            if digit is not None or char not in _DIGITS:
                return None
            digit = _DIGITS[char]
        else:
            if unit >= last or (digit is None and unit == 100):
                return None
            total, digit, last = total + (1 if digit is None else digit) * unit, None, unit
    return total + (digit or 0)


def year_number(text: str) -> Optional[int]:
    """2026, 26 or 二〇二六 as a year; None when it is none of this century or the last."""
    figures = "".join(str(_DIGITS[c]) if c in _DIGITS else c for c in text)
    if not figures.isdigit():
        return None
    year = int(figures) + (2000 if len(figures) == 2 else 0)
    return year if 1900 <= year <= 2099 else None
