"""English time expressions: next Wednesday, two months ago, March 5th, in March, last summer, since 2024.

`next Wednesday` is read as 下周三 is: the Wednesday of the next calendar week, said on a Monday or on a Saturday;
`last Friday` is the latest Friday before today; `this Friday` is this calendar week's. `last summer` is the latest that
is over, `next summer` that of next year. Refuses "the other day", "a few days ago", and what counts from another
event ("two days after the fair"). Surprising: May and March need a capital, a day, or a word before them that no verb
can follow.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Match, Optional, Tuple

from .spans import (
    WEEK,
    YEAR,
    Reading,
    Rule,
    Span,
    add_days,
    day_span,
    month_span,
    months_from,
    offset_span,
    part_of_month,
    part_of_year,
    pick_weekday,
    pick_year,
    quarter_from,
    season_span,
    shifted,
    week_span,
    weekday_span,
    year_span,
)
from .view import View

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_WAYS = {"last": -1, "past": -1, "previous": -1, "this": 0, "the": 0, "next": 1, "coming": 1, "upcoming": 1}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")  # fmt: skip
_PARTS = {"early": "early", "mid": "mid", "late": "late", "start": "early", "beginning": "early", "middle": "mid",
          "end": "late"}  # fmt: skip
_DAYS = {"yesterday": -1, "last night": -1, "tomorrow": 1}
_HOLIDAYS = {"christmas": (12, 25), "christmas day": (12, 25), "christmas eve": (12, 24), "new year's day": (1, 1),
             "new year's eve": (12, 31), "valentine's day": (2, 14), "halloween": (10, 31)}  # fmt: skip


def _count(text: str) -> int:
    text = text.lower()
    if text.isdigit():
        return int(text)
    return 1 if text in ("a", "an") else _NUMBERS.index(text)


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1


def _way(word: str) -> int:
    return _WAYS[word.lower().split()[-1]]


def _day_word(match: Match[str], view: View) -> Reading:
    words = " ".join(match.group().lower().split())
    offset = -2 if words.endswith("before yesterday") else 2 if words.endswith("after tomorrow") else 0
    return Reading(match.start(), match.end(), day_span(view.today, offset or _DAYS.get(words, 0)))


def _weekday(match: Match[str], view: View) -> Optional[Reading]:
    weekday = _WEEKDAYS.index((match["full"] or match["short"])[:3].lower())
    start = match.start("way") if match["way"] else match.start("full" if match["full"] else "short")
    end, today, way = match.end(), view.today, match["way"] or match["week"]
    if match["week"]:
        week = _way(match["week"])
        return Reading(start, end, weekday_span(today, week, weekday), week=week)
    if not way:
        if view.is_habit(start, end):
            return None
        return Reading(start, end, pick_weekday(today, view.lean(start, end), weekday), repeats=WEEK)
    words = way.lower().split()
    if words[-1] in ("last", "past", "previous"):
        return Reading(start, end, pick_weekday(add_days(today, -1), "past", weekday))
    if words[-1] in ("coming", "upcoming"):
        return Reading(start, end, pick_weekday(today, "future", weekday))
    week = _way(way)
    return Reading(start, end, weekday_span(today, week, weekday), week=week)


def _weekday_week(match: Match[str], view: View) -> Reading:
    """ "Thursday week": seven days after the next Thursday, from today on."""
    coming, _ = pick_weekday(view.today, "future", _WEEKDAYS.index(match["full"][:3].lower()))
    return Reading(match.start(), match.end(), day_span(coming, 7))


def _period(match: Match[str], view: View) -> Optional[Reading]:
    start, end, today = match.start(), match.end(), view.today
    way, unit = _way(match["way"]), match["unit"].lower()
    if unit in _SEASONS:
        return Reading(start, end, _season(today, way, _SEASONS[unit]))
    if match["way"].lower().endswith("past") and unit != "weekend":
        count = 3 if unit == "quarter" else 1
        return Reading(start, end, (shifted(today, -count, "month" if unit == "quarter" else unit), today))
    if unit == "weekend":
        span = weekday_span(today, way, 7)
    elif unit == "quarter":
        span = quarter_from(today, way)
    else:
        span = offset_span(today, way, unit)
    return Reading(start, end, span, week=way if unit == "week" else None)


def _season(today: date, way: int, season: int) -> Span:
    if way >= 0:
        return season_span(today.year + way, season)
    return max(span for span in (season_span(today.year - back, season) for back in range(3)) if span[1] < today)


def _offset(match: Match[str], view: View) -> Optional[Reading]:
    start, end = match.start(), match.end()
    unit = match["unit"].lower()
    if match["half"]:
        return Reading(start, end, months_from(view.today, -6 if match["ago"] else 6))
    count = _count(match["n"])
    return Reading(start, end, offset_span(view.today, -count if match["ago"] else count, unit))


def _within(match: Match[str], view: View) -> Optional[Reading]:
    start, end, unit = match.start(), match.end(), match["unit"].lower()
    if view.lean(start, end) == "past":
        return None  # "I built it in three days" tells how long it took
    if match["within"].lower() == "within":
        return Reading(start, end, (view.today, shifted(view.today, _count(match["n"]), unit)))
    return Reading(start, end, offset_span(view.today, _count(match["n"]), unit))


def _stretch(match: Match[str], view: View) -> Reading:
    count, unit, today = _count(match["n"]), match["unit"].lower(), view.today
    if _way(match["way"]) > 0:
        return Reading(match.start(), match.end(), (today, shifted(today, count, unit)))
    return Reading(match.start(), match.end(), (shifted(today, -count, unit), today))


def _month_day(match: Match[str], view: View) -> Optional[Reading]:
    name = match["m"]
    sure = match["y"] or match["th"] or match["on"] or match["of"]
    if name.lower() in ("may", "march", "mar", "sep") and not (name[0].isupper() or sure):
        return None
    start, end = match.span("date")
    month, first, last = _month(name), int(match["d"]), int(match["d2"] or match["d"])

    def make(year: int) -> Span:
        span = date(year, month, first), date(year, month, last)
        return week_span(span[0]) if match["week"] else span

    if match["week"]:
        start = match.start("week")
    if match["y"]:
        span: Optional[Span] = make(int(match["y"]))
        return span and Reading(start, end, span, relative=False)
    if view.is_habit(start, end, yearly=True):
        return None
    span = pick_year(view.today, view.lean(start, end), make)
    return Reading(start, end, span, repeats=YEAR) if span and span[0] <= span[1] else None


def _month_year(match: Match[str], _view: View) -> Reading:
    span = month_span(int(match["y"]), _month(match["m"]))
    if match["part"]:
        span = part_of_month(span, match["part"].lower())
    return Reading(match.start(), match.end(), span, relative=False)


def _month_alone(match: Match[str], view: View) -> Optional[Reading]:
    name, before, today = match["m"], match["before"].lower(), view.today
    # "may" and "march" are verbs, "mar" and "sep" are nothing: only where no verb can stand
    verb_free = name in ("may", "march") and before in ("in", "since", "during", "early", "mid", "late")
    if name.islower() and (len(name) < 4 or name == "march") and not verb_free:
        return None
    month = _month(name)
    part = before if before in ("early", "mid", "late") else ""
    start = match.start() if part or before in ("last", "next", "this") else match.start("m")

    def make(year: int) -> Span:
        span = month_span(year, month)
        return part_of_month(span, part) if part else span

    if match["year"]:
        return Reading(start, match.end(), make(today.year + _way(match["year"])))
    if before == "last":
        return _reading(start, match.end(), pick_year(months_from(today, -1)[0], "past", make))
    if before == "next":
        return _reading(start, match.end(), pick_year(months_from(today, 1)[0], "future", make))
    if before == "this":
        return Reading(start, match.end(), make(today.year))
    if view.is_habit(start, match.end(), yearly=True):
        return None
    span = pick_year(today, "past" if before == "since" else view.lean(start, match.end()), make)
    return span and Reading(start, match.end(), span, repeats=YEAR)


def _reading(start: int, end: int, span: Optional[Span]) -> Optional[Reading]:
    return span and Reading(start, end, span)


def _months(match: Match[str], view: View) -> Optional[Reading]:
    """ "from March to May", "between March and May 2025": whole months, the later one in the same year."""
    first, last = _month(match["m"]), _month(match["m2"])
    start, end = match.span("date")
    if first > last:
        return None

    def make(year: int) -> Span:
        return month_span(year, first)[0], month_span(year, last)[1]

    if match["y"]:
        return Reading(start, end, make(int(match["y"])), relative=False)
    span = pick_year(view.today, view.lean(start, end), make)
    return span and Reading(start, end, span, repeats=YEAR)


def _season_year(match: Match[str], _view: View) -> Reading:
    span = season_span(int(match["y"]), _SEASONS[match["s"].lower()])
    return Reading(match.start(), match.end(), span, relative=False)


def _year(match: Match[str], _view: View) -> Reading:
    return Reading(*match.span("y"), year_span(int(match["y"])), relative=False)


def _part(match: Match[str], view: View) -> Reading:
    part, way = _PARTS[match["part"].lower()], _way(match["way"])
    if match["unit"].lower() == "year":
        span = part_of_year(view.today.year + way, part)
    else:
        span = part_of_month(months_from(view.today, way), part)
    return Reading(match.start(), match.end(), span)


def _holiday(match: Match[str], view: View) -> Optional[Reading]:
    month, day = _HOLIDAYS[" ".join(match["h"].lower().split())]
    start, end, way = match.start(), match.end(), (match["way"] or "").lower()
    if not way and view.is_habit(start, end):
        return None
    today = add_days(view.today, -1) if way == "last" else add_days(view.today, 1) if way == "next" else view.today
    lean = {"last": "past", "next": "future"}.get(way) or view.lean(start, end)
    span = pick_year(today, lean, lambda year: day_span(date(year, month, day)))
    return span and Reading(start, end, span, repeats="" if way else YEAR)


@lru_cache(maxsize=1)
def rules() -> Tuple[Rule, ...]:
    """The rules, each compiled on first use; the longest match at the leftmost place wins (see `find_dates`)."""
    full, short = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", r"(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)"
    month = (
        r"(?P<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
        r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
    )
    count = r"\b(?P<n>\d{1,4}|an?|" + "|".join(_NUMBERS[1:]) + r")\s+(?P<unit>day|week|month|year)s?\b"
    year = r"(?P<y>(?:19|20)\d\d)\b"
    way = r"(?P<way>this\s+past|this\s+coming|last|past|previous|this|next|coming|upcoming)"
    of_week = r"(?:\s+(?:of\s+)?(?P<week>last|this|next)\s+week\b)?"
    named = "".join(
        f"(?<!{word} )" for word in ("black", "good", "casual", "cyber", "ash", "easter", "palm", "a", "any")
    )
    counted = "".join(
        f"(?<!{w} )" for w in ("week from", "weeks from", "day after", "days after", "day before", "days before",
                  "a week on", "weeks on", "fortnight on")
    )  # fmt: skip
    lead = r"(?:(?P<week>\b(?:the\s+)?week\s+of\s+)|(?P<on>\b(?:on|by|until|since|before|after)\s+))?"
    no_street = (
        r"(?!\s+(?:street|st\b|road|rd\b|avenue|ave\b|lane|(?-i:Drive|Dr|Close|Court|Way|Place|Square|Terrace|Gardens?|Crescent|Hill"
        r"|Park|House|Mews|Row|Gate|Boulevard|Blvd)\b))"
    )
    nth, day_end = r"(?P<th>st|nd|rd|th)?", rf"(?![\w%:/])(?![.,]\d){no_street}"
    month_day = (
        rf"{lead}(?P<date>\b{month}\.?\s+(?:the\s+)?(?P<d>\d{{1,2}}){nth}(?:\s?[-–]\s?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?)?"
        rf"(?:,?\s+{year})?)(?P<of>){day_end}(?!\s+(?:people|persons|users|guests|of)\b)"
    )
    day_month = (
        rf"{lead}(?P<date>(?:\bthe\s+)?(?<![\w.\-–/:$#])(?P<d>\d{{1,2}})(?:\s?[-–]\s?(?P<d2>\d{{1,2}}))?{nth}\s+"
        rf"(?P<of>of\s+)?{month}(?:,?\s+{year})?){day_end}"
    )
    month_alone = (
        r"\b(?P<before>in|since|until|till|by|during|before|after|through|last|next|this|early|late|mid)[\s-]+"
        rf"{month}{no_street}(?!\.?\s*\d|\s+(?:madness|be)\b)(?:\s+(?:of\s+)?(?P<year>last|this|next)\s+year\b)?"
    )
    table = (
        ("day", r"\b(?:the\s+)?day\s+(?:before\s+yesterday|after\s+tomorrow)\b", _day_word),
        ("yesterday today tonight tomorrow", r"(?<!usa )\b(?:yesterday|today|tonight|tomorrow)\b", _day_word),
        ("night this", r"\b(?:last\s+night|this\s+(?:morning|afternoon|evening))\b", _day_word),
        (
            "day",
            rf"{named}{counted}\b(?:{way}\s+)?(?P<full>{full})\b(?P<short>){of_week}(?!\s+(?:times|night\s+live))",
            _weekday,
        ),
        ("day", rf"\b(?P<full>{full})\s+week\b(?!\s+(?:of|\d))(?!-)", _weekday_week),
        (
            "mon tue wed thu fri sat sun",
            rf"\b(?:(?P<way>last|this|next)|on|by|until|since)\s+(?P<full>)(?P<short>{short})\b{of_week}",
            _weekday,
        ),
        (
            "week month year quarter spring summer autumn fall winter",
            rf"\b{way}\s+(?P<unit>week|weekend|month|year|quarter|spring|summer|autumn|fall|winter)\b",
            _period,
        ),
        (
            "ago back from",
            rf"(?<![\w.\-–/#])(?<!or )(?<!to )(?:(?P<half>\bhalf\s+an?\s+year)|{count})"
            r"\s+(?:(?P<ago>ago|back(?!\s+(?:to|in)))|from\s+(?:now|today))\b",
            _offset,
        ),
        (
            "in",
            rf"(?<!once )(?<!twice )(?<!times )\b(?P<within>in|within)\s+(?:the\s+next\s+)?{count}(?:'?\s+time\b)?"
            r"(?!\s+(?:of|with|ago|old)\b)",
            _within,
        ),
        ("last past next coming", rf"\b(?P<way>last|past|next|coming)\s+{count}", _stretch),
        (" ".join(_MONTHS), month_day, _month_day),
        (" ".join(_MONTHS), day_month, _month_day),
        (
            "19 20",
            rf"\b(?:(?P<part>early|mid|late)[\s-]+)?{month}\.?,?\s+(?:of\s+)?{year}(?!-\d)",
            _month_year,
        ),
        (" ".join(_MONTHS), month_alone, _month_alone),
        (
            "from between",
            rf"\b(?:from|between)\s+(?P<date>{month}\s+(?:to|through|until|and)\s+{month.replace('<m>', '<m2>')}"
            rf"(?:,?\s+{year})?)(?!\s+\d)",
            _months,
        ),
        ("19 20", rf"\b(?P<s>spring|summer|autumn|fall|winter)\s+(?:of\s+)?{year}", _season_year),
        ("19 20", rf"\b(?:in|since|during)\s+{year}(?![-/.]\d)(?!\s+(?!was|is|has|his|as|us)[a-z]+s\b)", _year),
        (
            "of",
            r"\b(?P<part>end|beginning|start|middle)\s+of\s+(?P<way>the|this|next|last)\s+(?P<unit>month|year)\b",
            _part,
        ),
        (
            "christmas new valentine halloween",
            r"\b(?:(?P<way>last|this|next)\s+)?(?P<h>christmas(?:\s+(?:day|eve))?|new\s+year's\s+(?:day|eve)"
            r"|valentine's\s+day|halloween)\b",
            _holiday,
        ),
    )
    # ASCII: \b must hold between a Chinese character and a Latin letter.
    return tuple(Rule(tuple(needs.split()), "(?ai)" + source, read) for needs, source, read in table)
