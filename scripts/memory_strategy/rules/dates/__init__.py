"""Time expressions in Chinese and English: found, resolved against the day they were said, written beside the words.

`find_dates` reads statements, `query_dates` questions, `with_dates` puts "（2026-05-13）" after 下周三 so that a memory
still says which day it meant when it is read a year later (D25). Refuses to guess: "the other day", 几天前, 春节 and
"3/5/2026" give nothing. Surprising: `said` must be in the speaker's zone, because the day is taken from it as it
stands (03:53 in Shanghai is still yesterday in UTC, D24).

How what leaves the week or the year open is resolved:
- 下周三 and "next Wednesday" are in the next calendar week (Monday to Sunday), "last Friday" the latest before today;
- a bare weekday goes by the tense of its clause: past → the latest up to today, else the next from today on;
- a bare weekday said on that very weekday is dated by nobody: today, or in a week;
- a date without a year likewise, but said in no tense it may lie up to 31 days back, and
  alone it is the nearest; questions always look back;
- what comes round (每周三, "every Friday", "from now on", a birthday) and a denied weekday give nothing;
- a weekday beside a date, 4月1日（周三）, is that date.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Iterator, List, Optional, Tuple

from ...model import DateMention
from . import figures
from .spans import WEEK, YEAR, Reading, Rule, Span, add_days, compiled, same_span_in, weekday_span, written
from .view import View, folded, runs_on

__all__ = ["find_dates", "query_dates", "with_dates"]

YEARS_BACK = 10  # how many earlier years a question's "in March" may mean
_RANGE = ("到", "至", "-", "–", "—", "~", "to", "through", "until", "till")
_AND = ("和", "跟", "与", "或", "、", ",", "，", "以及", "and", "or", "&")
_WITHIN = ("的", "on", "")  # "last week on Friday", 下周的周三
_SIGNS = ("=", "≠", "<", ">", "*", "+", "≈", "≤", "≥")
_OPENING = "（(["
_BESIDE = " ,，:：()（）[]的是"  # what may stand between an expression and its date


def find_dates(text: str, said: datetime, lang: Optional[str] = None, lean: Optional[str] = None) -> List[DateMention]:
    """The time expressions of a statement, in order, none overlapping.

    `said` is when it was said, in the speaker's zone. `lang` "zh" or "en" leaves the other language's words alone.
    `lean` "past" or "future" overrides the tense. Ranges are inclusive ISO dates; `relative` is true for all that
    means nothing without the day it was said.
    """
    view = View(folded(text), said.date(), lean or "")
    return [_mention(text, reading) for reading in _read(view, lang)]


def query_dates(text: str, now: datetime, lang: Optional[str] = None) -> List[DateMention]:
    """The time expressions of a question: all look back, and "since May" runs until today.

    Where a year (or, on the day itself, a week) is left open, the same words come several times, likeliest first:
    "in March" is the latest March begun, then those of the `YEARS_BACK` years before it.
    """
    view = View(folded(text), now.date(), "past")
    found: List[DateMention] = []
    for reading in _read(view, lang):
        opened = _opened(view, reading)
        for other in [opened, *_alternatives(view, opened)]:
            found.append(_mention(text, other))
    return found


def with_dates(text: str, said: datetime, lang: Optional[str] = None) -> str:
    """The text with the date beside each relative expression: 下周三（2026-05-13）, last week (2026-04-27..2026-05-03).

    Idempotent: an expression that already has its date beside it stays as it is.
    """
    view = View(folded(text), said.date())
    readings = list(_read(view, lang))
    parts: List[str] = []
    done = 0
    for index, reading in enumerate(readings):
        if not reading.relative or _is_dated(view.text, readings, index) or _may_be_next_week(view, reading):
            continue
        words = written(*(day.isoformat() for day in reading.span))
        end = _word_end(view.text, reading)
        parts.append(text[done:end])
        parts.append(f"（{words}）" if ord(view.text[end - 1]) > 0x2E7F else f" ({words})")
        done = end
    return "".join(parts) + text[done:]


def _word_end(text: str, reading: Reading) -> int:
    """Where the word ends that the expression begins: a date parts neither "Friday's" nor "Friday-night"."""
    rest = compiled(r"(?:'s\b|-[A-Za-z]+)*").match(text, reading.end)
    return rest.end() if rest and text[reading.end - 1].isascii() else reading.end


def _may_be_next_week(view: View, reading: Reading) -> bool:
    """ "The deadline is Thursday", said on a Thursday: today, or in a week."""
    return reading.repeats == WEEK and reading.span == (view.today, view.today)


def _mention(text: str, reading: Reading) -> DateMention:
    since, until = reading.span
    return DateMention(
        text[reading.start : reading.end],
        reading.start,
        reading.end,
        since.isoformat(),
        until.isoformat(),
        reading.relative,
    )


def _rules(text: str, lang: Optional[str]) -> Iterator[Rule]:
    lowered = text.lower()
    ascii_only = text.isascii()
    tables = [figures.rules()]
    if lang != "zh":
        from . import english

        tables.append(english.rules())
    if lang != "en" and not ascii_only:
        from . import chinese  # three hundred lines that a question in English does without

        tables.append(chinese.rules())
    for table in tables:
        for rule in table:
            if any(need in lowered for need in rule.needs):
                yield rule


def _read(view: View, lang: Optional[str]) -> List[Reading]:
    """All readings, the longest at the leftmost place winning, ranges joined."""
    found: List[Reading] = []
    for rule in _rules(view.text, lang):
        for match in compiled(rule.source).finditer(view.text):
            try:
                reading = rule.read(match, view)
            except (ValueError, OverflowError):  # 31 February, the year 12000
                continue
            if reading and not _is_compared(view.text, reading):
                found.append(reading)
    found.sort(key=lambda r: (r.start, -r.end))
    kept: List[Reading] = []
    for reading in found:
        if not kept or reading.start >= kept[-1].end:
            kept.append(reading)
    return _joined(view, kept)


def _is_compared(text: str, reading: Reading) -> bool:
    """Whether it stands in a formula ("Oct 31 == Dec 25"), which tells of no day; an arrow is a move from day to day."""
    before, after = (
        text[max(0, reading.start - 4) : reading.start].rstrip(),
        text[reading.end : reading.end + 4].lstrip(),
    )
    if after.startswith(("=>", "->")) or before.endswith(("=>", "->")):
        return False
    return after.startswith(_SIGNS) or before.endswith(_SIGNS)


def _joined(view: View, readings: List[Reading]) -> List[Reading]:
    """Ranges made of two readings as one ("March to May"); a bare weekday takes the week of the one before it."""
    out: List[Reading] = []
    for reading in readings:
        last = out[-1] if out else None
        if last is not None:
            reading = _chained(view, last, reading)
        if last is None or reading.start - last.end > 12:
            out.append(reading)
            continue
        gap = view.text[last.end : reading.start].strip().lower()
        out[-1], reading = _of_one_day(last, reading, gap)
        whole_week = (last.span[1] - last.span[0]).days == 6
        links = _WITHIN if whole_week else _AND + _RANGE
        if reading.repeats == WEEK and last.week is not None and gap in links:
            day = reading.span[0].weekday() if reading.span[0] == reading.span[1] else 7
            span = weekday_span(view.today, last.week, day)
            reading = replace(reading, span=span, repeats="", week=last.week)
        if gap in _RANGE and gap:
            out.pop()
            if last.repeats == reading.repeats == WEEK:
                continue  # "Monday to Friday": working days, no date
            out.extend(_range(last, reading))
        else:
            out.append(reading)
    return out


def _chained(view: View, first: Reading, second: Reading) -> Reading:
    """ "is getting married on Tuesday and flies to Japan on Wednesday": both ahead, where nothing between looks back."""
    ahead = first.repeats == second.repeats == WEEK and first.span[0] > view.today > second.span[1]
    if not ahead or view.leaning or not runs_on(view.text[first.end : second.start]):
        return second
    return replace(second, span=_next_span(second.span, WEEK))


def _of_one_day(first: Reading, second: Reading, gap: str) -> Tuple[Reading, Reading]:
    """4月1日（周三）, "Thursday 9 April": a weekday beside a date is that date's, in brackets even where it is wrong."""
    day, date_ = (first, second) if first.repeats == WEEK else (second, first)
    if day.repeats != WEEK or date_.repeats == WEEK or gap.strip(_BESIDE):
        return first, second
    if date_.span[0] != date_.span[1] or day.span[0] != day.span[1]:
        return first, second
    bracketed = day is second and gap[-1:] in tuple(_OPENING)
    if not bracketed and day.span[0].weekday() != date_.span[0].weekday():
        return first, second
    day = replace(day, span=date_.span, repeats="")
    return (day, date_) if day.start < date_.start else (date_, day)


def _range(first: Reading, last: Reading) -> Tuple[Reading, ...]:
    if first.span[0] > last.span[1]:
        return first, last
    relative = first.relative or last.relative
    both = first.repeats if first.repeats == last.repeats else ""
    return (Reading(first.start, last.end, (first.span[0], last.span[1]), relative, both, last.week),)


def _is_dated(text: str, readings: List[Reading], index: int) -> bool:
    """Whether the date stands beside the expression already: in brackets after it, or as a neighbour with its days."""
    reading = readings[index]
    after = text[_word_end(text, reading) :][:24].lstrip()
    if after[:1] and after[0] in _OPENING and after[1:5].isdigit():
        return True
    for other, gap in _neighbours(text, readings, index):
        if (
            other.span == reading.span
            and not gap.strip(_BESIDE)
            and (not other.relative or other.start < reading.start)
        ):
            return True
    return False


def _neighbours(text: str, readings: List[Reading], index: int) -> Iterator[Tuple[Reading, str]]:
    here = readings[index]
    if index:
        before = readings[index - 1]
        yield before, text[before.end : here.start][:12]
    if index + 1 < len(readings):
        after = readings[index + 1]
        yield after, text[here.end : after.start][:12]


def _opened(view: View, reading: Reading) -> Reading:
    """ "since May", 5月以来: until today. "before March", 3月之前: from the beginning."""
    before = view.text[max(0, reading.start - 8) : reading.start].lower().rstrip()
    after = view.text[reading.end : reading.end + 3].lstrip()
    since, until = reading.span
    if before.endswith(("since", "after", "自从", "自")) or after.startswith(("以来", "之后", "以后", "起", "开始")):
        return replace(reading, span=(since, max(until, view.today)), repeats="")
    if before.endswith("before") or after.startswith(("之前", "以前")):
        return replace(reading, span=(date(1970, 1, 1), add_days(since, -1)), repeats="")
    return reading


def _alternatives(view: View, reading: Reading) -> Iterator[Reading]:
    if not reading.repeats:
        return
    span = reading.span
    if view.tense(reading.start, reading.end) == "future":  # "what must I hand in on Friday?"
        yield replace(reading, span=_next_span(span, reading.repeats))
    if reading.repeats == WEEK:
        if span[0] == view.today:
            yield replace(reading, span=(add_days(span[0], -7), add_days(span[1], -7)))
        return
    for back in range(1, YEARS_BACK + 1):
        earlier = same_span_in(span, -back)
        if earlier:
            yield replace(reading, span=earlier)


def _next_span(span: Span, repeats: str) -> Span:
    if repeats == YEAR:
        return same_span_in(span, 1) or span
    return add_days(span[0], 7), add_days(span[1], 7)
