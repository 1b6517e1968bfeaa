"""Whether a clause looks back or ahead, or tells of a habit: what a date said without a year or week needs to know.

Reads at most `REACH` characters on either side, so a long text costs no more than its mentions. Surprising: a mark of
the future wins over one of the past, since 要…了, 别忘了 and "is scheduled" hold both.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Pattern, Tuple

REACH = 48  # characters on either side; a clause is rarely longer
_BREAK = re.compile(r"[，,。.；;！!？?\n]")


@lru_cache(maxsize=1)
def _marks() -> Tuple[Pattern[str], Pattern[str]]:
    future = (
        r"(?<![重主只紧])要(?![是么不])|将(?!近)|打算|准备|计划|记得|提醒|预约|预定|预计|截止|必须|应该|需要|别忘|不要忘|约好"
        r"|争取|(?<=\s)[之以]?前(?![年天晚])|(?<![开例早晚周大聚年社机体学议宴散])会(?![议员长计面场谈晤费友所])"
        r"|\b(?:will|shall|must|should|can|due|deadline|scheduled|planned|plans?|let's|gonna|going\s+to"
        r"|needs?|ha(?:ve|s)\s+to|wants?|remind|remember|by|please)\b|['’]ll\b"
        # what was put off to a day is still to come
        r"|(?:改|推迟|提前|延期?|挪)到|\b(?:pushed|postponed|rescheduled|delayed|put\s+off|brought\s+forward)(?:\s+back)?\s+"
        r"(?:to|until|till)\b"
    )
    past = (
        r"(?<![为除])了(?!解)|曾|刚|已经|时候|以来|(?<=[线发布修买做写办签交见去到开])的|过(?![来去年节期生程敏])"
        r"|\b(?:was|were|did|had|went|met|saw|got|said|told|took|came|made|bought|gave|felt|ate|ran|left|found|began|wrote"
        r"|sent|spoke|lost|won|built|spent|kept|paid|drove|flew|grew|sold|broke|wore|didn['’]t|been|done|gone|since|ago"
        r"|(?!need|feed|speed|seed|indeed|hundred|embed|exceed|proceed|succeed)[a-z]{2,12}ed)\b"
    )
    return re.compile(future, re.I), re.compile(past, re.I)


@lru_cache(maxsize=1)
def _habits() -> Tuple[Pattern[str], Pattern[str], Pattern[str]]:
    before = r"(?:每个?|每逢|逢|每隔一?个?|\b(?:every|each|most|any|all|per|every\s+other|every\s+second))\s*$"
    clause = (
        r"每[周逢个星礼天次]|通常|一般|总是|平时|往往|店休|公休|轮休|闭店|闭馆|歇业|不营业|居家办公|远程办公|在家办公"
        r"|从.{1,8}?[起开](?:始)?(?=[^,，]{0,2}(?:周|星期|礼拜))"
        r"|\b(?:rotates?|every|usually|always|normally|generally|often|typically|weekly)\b"
    )
    yearly = r"生日|诞辰|纪念日|忌日|生于|出生|每年|\b(?:birthdays?|anniversary|annual(?:ly)?|every\s+year|born)\b"
    return re.compile(before, re.I), re.compile(clause, re.I), re.compile(yearly, re.I)


def clause_around(text: str, start: int, end: int) -> str:
    """The clause that holds text[start:end], cut at sentence marks and at `REACH`."""
    before, after = text[max(0, start - REACH) : start], text[end : end + REACH]
    before = _BREAK.split(before)[-1]
    return before + " " + _BREAK.split(after)[0]


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
    if before.search(text[max(0, start - 12) : start]):
        return True
    around = clause_around(text, start, end)
    return bool((birthday if yearly else clause).search(around))
