"""A text as the date readers see it: folded position for position, with the day it was said and which way it leans.

Owns: `View`, and whether a clause looks back or ahead or tells of a habit, which is what a date said without a year or
week needs to know. Reads at most `REACH` characters on either side, so a long text costs no more than its mentions.
Surprising: a mark of the future wins over one of the past, since 要…了, 别忘了 and "is scheduled" hold both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Dict, Pattern, Tuple

_TRADITIONAL = "後週禮個號這兩過國慶節聖誕兒勞動婦師雙歲農曆陰舊內裡來現開會記時間點約預計畫備應該將剛經種終樣"
_SIMPLIFIED = "后周礼个号这两过国庆节圣诞儿劳动妇师双岁农历阴旧内里来现开会记时间点约预计画备应该将刚经种终样"


@lru_cache(maxsize=1)
def _table() -> Dict[int, str]:
    # Only what the patterns name, one character for one, so that positions stay those of the text.
    table = {ord(t): s for t, s in zip(_TRADITIONAL, _SIMPLIFIED)}
    table.update({0xFF10 + i: str(i) for i in range(10)})
    table.update({ord("　"): " ", ord("’"): "'", ord("－"): "-", ord("～"): "~", ord("／"): "/"})
    return table


def folded(text: str) -> str:
    """The text with traditional characters and full-width figures folded; the length is kept."""
    return text.translate(_table())


@dataclass(frozen=True)
class View:
    """`text` is folded; `leaning` is "past", "future", or "" to go by the tense of each clause."""

    text: str
    today: date
    leaning: str = ""

    def lean(self, start: int, end: int) -> str:
        """Which way a mention at text[start:end] looks."""
        return self.leaning or self.tense(start, end)

    def tense(self, start: int, end: int) -> str:
        """The tense of the clause around text[start:end]: "past", "future", "now" or ""."""
        return lean_of(self.text, start, end)

    def is_habit(self, start: int, end: int, yearly: bool = False) -> bool:
        """Whether the mention tells of something that comes round, so that no single date is meant."""
        return is_habit(self.text, start, end, yearly)


REACH = 48  # characters on either side; a clause is rarely longer
_BREAK = re.compile(r"[，,。.；;！!？?\n]")
_STOP = re.compile(r"[。.；;！!？?\n]")


@lru_cache(maxsize=1)
def _marks() -> Tuple[Pattern[str], Pattern[str]]:
    future = (
        r"(?<![重主只紧])要(?![是么不])|将(?!近)|打算|准备|计划|记得|提醒|预约|预定|预计|截止|必须|应该|需要|别忘|不要忘|约好"
        # who cannot come speaks of what is still to come, for all the 了
        r"|[去来到赶做参聚]不[了成上]|(?:没法|没办法|无法|不能)[去来到参赴]|(?:的|场)门?票|说好|商量好|决定[^了,，。]{0,12}\s"
        r"|争取|(?<=\s)[之以]?前(?![年天晚]|[^,，。]*了)|(?<![的开例早晚周大聚年社机体学议宴散])会(?![议员长计面场谈晤费友所])"
        r"|\b(?:will|shall|must|should|can|due|deadline|scheduled|planned|plans?|let's|gonna|going\s+to"
        r"|needs?|ha(?:ve|s)\s+to|wants?|remind|remember|by|please|expecting|supposed\s+to|gets?\s+\w+ed|looking\s+forward|excited|upcoming"
        r"|tickets?\s+(?:for|to)|(?:booked|reserved|registered|signed\s+up|enrolled|arranged)\b[^,.;]*\bfor)\b|['’]ll\b"
        r"|\b(?:is|are)\s+(?:on|in|from|until)\b|\b(?:decided|agreed|promised|chose|voted|offered)\s+(?:not\s+)?to\b"
        # "is getting married in June": a present that is running has no month of its own
        r"|(?<!since\s)\b(?:am|is|are|i['’]m|we['’]re|they['’]re|(?:s?he|it)['’]s)\s+(?:not\s+|both\s+|all\s+)?(?:getting|having|moving"
        r"|flying|coming|leaving|starting|taking|meeting|visiting|hosting|giving|launching|travell?ing|arriving|returning|joining"
        r"|throwing|opening|closing|presenting|retiring|marrying)\b(?!.*\b(?:since|lately|these\s+days)\b)"
        # what was put off to a day is still to come
        r"|(?:改|推迟|提前|延期?|挪)到|\b(?:pushed|postponed|rescheduled|rebooked|changed|delayed|put\s+off|brought\s+forward)(?:\s+back)?\s+"
        r"(?:to|until|till)\b"
    )
    past = (
        r"(?<![为除])了(?!解)|曾|刚|已经|时候|以来|(?<=[线发布修买做写办签交见去到开搬拿换装卖租考拍领])的|(?<=毕业|出生|结婚|离婚|入职|辞职|认识)的|没有?(?=[来去到吃见做看买交写开收拿赶搬])|过(?![来去年节期生程敏])"
        r"|\b(?:was|were|did|had|went|met|saw|got|said|told|took|came|made|bought|gave|felt|ate|ran|left|found|began|wrote"
        r"|sent|spoke|lost|won|built|spent|kept|paid|drove|flew|grew|sold|broke|wore|quit|became|chose|drew|fell|held|knew|led|rode|slept"
        r"|stood|swam|taught|thought|threw|read|caught|fought|heard|sang|forgot|woke|hurt|didn['’]t|been|done|gone|since|ago"
        r"|(?!need|feed|speed|seed|indeed|hundred|embed|exceed|proceed|succeed|tired|bored|excited|interested|scared|worried"
        r"|based|limited|fixed|distributed)[a-z]{2,12}ed)\b"
    )
    return re.compile(future, re.I), re.compile(past, re.I)


@lru_cache(maxsize=1)
def _habits() -> Tuple[Pattern[str], Pattern[str], Pattern[str]]:
    before = r"(?:每个?|每逢|逢|每隔一?个?|\b(?:every|each|most|any|all|per|every\s+other|every\s+second))\s*$"
    clause = (
        # "lessons are on Wednesday", 游泳课现在是周三: a timetable, while "the lesson is on Wednesday" may be one
        r"\b(?:lessons|classes|practices|rehearsals|trainings)\s+(?:are|happen|take\s+place)\b"
        r"|\b(?:lessons?|class(?:es)?|practice|rehearsals?|training)\b.*\b(?:is|are)\s+(?:on\s+)?now\b"
        r"|\b(?:lessons?|class(?:es)?|practice|rehearsals?|training)\s+(?:is|are)\b.*\bnow$"
        r"|[课班](?:程)?(?:现在|都|固定)(?:是|在|改)"
        r"|每[周逢个星礼天次]|通常|一般|总是|平时|往往|店休|公休|轮休|闭店|闭馆|歇业|不营业|居家办公|远程办公|在家办公"
        r"|从.{1,8}?[起开](?:始)?(?=[^,，]{0,2}(?:周|星期|礼拜))"
        r"|\b(?:rotates?|every|usually|always|normally|generally|often|typically|weekly)\b"
    )
    yearly = r"生日|诞辰|纪念日|忌日|生于|出生|每年|\b(?:birthdays?|anniversary|annual(?:ly)?|every\s+year|born)\b"
    return re.compile(before, re.I), re.compile(clause, re.I), re.compile(yearly, re.I)


@lru_cache(maxsize=1)
def _denied_or_lasting() -> Tuple[Pattern[str], Pattern[str], Pattern[str]]:
    denied = (
        r"\b(?:(?<!why )(?<!if )not|rather\s+than|instead\s+of|no\s+longer)\s+(?:on\s+)?$"
        r"|(?:不再?|没)(?:是|在)(?:每个?)?$"
    )
    lasting = r"\b(?:from\s+now\s+on|these\s+days|nowadays)\b|从今往后|从今以后|从现在起|以后都|今后都"
    # 现在是周三，不是周六了 corrects a timetable
    regular = r"现在(?:是|在|改[成到为])?\s+[，,]\s*(?:而)?不(?:再)?是(?:每个?)?(?:周|星期|礼拜)[一二三四五六日天末]了"
    return re.compile(denied, re.I), re.compile(lasting, re.I), re.compile(regular)


def _is_no_day(text: str, start: int, end: int) -> bool:
    """Whether a weekday is denied ("not Friday", 不是周六) or holds from now on: both speak of no single day."""
    denied, lasting, regular = _denied_or_lasting()
    before, after = text[max(0, start - REACH) : start], text[end : end + REACH]
    if denied.search(before) or regular.search(f"{before} {after}"):
        return True
    sentence = _STOP.split(before)[-1] + " " + _STOP.split(after)[0]
    return lasting.search(sentence) is not None


def clause_around(text: str, start: int, end: int) -> str:
    """The clause that holds text[start:end], cut at sentence marks and at `REACH`."""
    before, after = text[max(0, start - REACH) : start], text[end : end + REACH]
    before = _BREAK.split(before)[-1]
    return before + " " + _BREAK.split(after)[0]


def runs_on(between: str) -> bool:
    """Whether what stands between two mentions goes on with one clause, and tells of nothing past."""
    return _BREAK.search(between) is None and _marks()[1].search(between) is None


@lru_cache(maxsize=1)
def _alone() -> Pattern[str]:
    # nothing but the words that may stand before a date
    words = r"in|on|by|the|of|week|early|mid|late|from|until|till|since|在|从|于|到"
    return re.compile(rf"\s*(?:(?:{words})[\s\-]*){{0,4}}$", re.I)


def lean_of(text: str, start: int, end: int) -> str:
    """ "future", "past", "now" for a clause without a mark of either, "" where the mention stands alone.

    A mention that fills its clause ("In March, we moved") goes by the next one.
    """
    clause = clause_around(text, start, end)
    if _alone().match(clause):
        after = text[end : end + REACH].lstrip(" ,，")
        clause = _BREAK.split(after)[0] if text[end : end + 1] in (",", "，") else ""
    future, past = _marks()
    moved_to = text[max(0, start - 12) : start].lower().rstrip().endswith("moved to")  # but "moved in March" is over
    if moved_to or future.search(clause):
        return "future"
    if past.search(clause):
        return "past"
    return "now" if clause.strip() else ""


def is_habit(text: str, start: int, end: int, yearly: bool) -> bool:
    """Whether a bare weekday or a date without a year tells of something that comes round (每周三, a birthday)."""
    before, clause, birthday = _habits()
    if before.search(text[max(0, start - 12) : start]) or (not yearly and _is_no_day(text, start, end)):
        return True
    around = clause_around(text, start, end)
    return bool((birthday if yearly else clause).search(around))
