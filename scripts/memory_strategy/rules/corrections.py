"""What was said before and is not so: "Friday, not Thursday", 不是周四，是周五, "actually, it is 8081".

Owns: `find_correction`, which rebuilds the earlier statement with the right words in it. Refuses: contrasts ("tea, not
coffee" is a taste) and the word "not" as such (D29).
One surprising fact: a correction alone means nothing a week later, so the statement that it mends is what is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterable, Iterator, Optional, Tuple

from ..text.normalise import fold
from .clauses import Piece, compiled


@dataclass(frozen=True)
class Correction:
    """`text` is the earlier statement mended ("" when none was found), `wrong` what it said, `right` what it says now."""

    right: str
    wrong: str
    text: str = ""


_DAYS = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|tonight|(?:january|february|march|april|may|june"
    r"|july|august|september|october|november|december)(?: \d{1,2})?"
    r"|[这本上下]{0,2}个?(?:周|星期|礼拜)[一二三四五六日天]|今天|明天|后天|大后天|\d{1,2}月\d{1,2}[日号]"
    r"|\d{1,2}[日号]"
)
_NUMBERS = r"[vv]?\d[\d.,:/-]*(?:\s?(?:am|pm|cm|km|kg|eur|usd|%|元|点半?|块|个|岁))?"
_CUE_EN = (
    r"(?:(?:actually|correction|sorry|no|wait|oops|i mean|i meant|rather|my mistake|my bad|scratch that)[,:.!\s—-]+)+"
)
_CUE_ZH = (
    r"(?:(?:我)?(?:刚才|刚刚|上面|之前|前面)?(?:我)?(?:更正|纠正|改正|不对|错了|说错了?|我说错了|搞错了|记错了|写错了|口误|抱歉|不好意思|其实|实际上|哦不"
    r"|等等)(?:一下)?[,:。!\s]*)+"
)
_WORDS_EN = r"[\w][\w:./ '@-]{0,40}?"
_WORDS_ZH = r"[^,。;!?不是]{1,20}?"

_WITH_WRONG = (
    rf"^(?P<cue>{_CUE_EN})?(?P<lead>(?:(?:it|that|the [\w ]{{2,24}}|my [\w ]{{2,24}})(?:'s| is| was| are"
    rf"| should be)(?: (?:on|at|in))? |make (?:it|that) |i meant |should be )?)"
    rf"(?P<right>{_WORDS_EN})[,\s—-]+(?:and )?not (?:on |in |at |the )?(?P<wrong>{_WORDS_EN})\W*$",
    rf"^(?P<cue>{_CUE_EN})?(?P<lead>(?:it|that|the [\w ]{{2,24}}|my [\w ]{{2,24}})(?:'s| is| was) )not (?:on |in "
    rf"|at )?(?P<wrong>{_WORDS_EN})[,;\s—-]+(?:but|it's|it is|it was|rather)(?: on| in"
    rf"| at)? (?P<right>{_WORDS_EN})\W*$",
    rf"^(?P<cue>{_CUE_ZH})?(?P<lead>[^,。]{{0,14}}?)(?:不是|并非|不在)(?P<wrong>{_WORDS_ZH})[,;\s]*(?:而是|而在"
    rf"|应该是|是|应该在|在|改成)(?P<right>[^,。;!?]{{1,24}})\W*$",
    rf"^(?P<cue>{_CUE_ZH})?(?P<lead>[^,。]{{0,14}}?)(?:应该)?(?:是|在)(?P<right>{_WORDS_ZH})[,;\s]*(?:而)?不(?:是"
    rf"|在)(?P<wrong>{_WORDS_ZH})\W*$",
    rf"^(?P<cue>{_CUE_ZH})?(?P<lead>[^,。]{{2,16}}?)(?:从|由)(?P<wrong>{_WORDS_ZH})(?:改|换|调整?|推迟|提前|延期|移"
    rf"|升级)(?:到|成|为|至)了?(?P<right>[^,。;!?了]{{1,20}})了?\W*$",
)  # fmt: skip
_RIGHT_ONLY = (
    rf"^{_CUE_EN}(?:(?:it|that)(?:'s| is| was)(?: on| at| in)?|make (?:it|that)|should be|i meant|the right (?:one"
    rf"|number|date) is) (?P<right>{_WORDS_EN})\W*$",
    rf"^{_CUE_ZH}(?:应该)?(?:是|在|改成|改到)?(?P<right>{_WORDS_ZH})(?:才对)?\W*$",
)
_HINTS = (
    "not ", "actually", "correction", "sorry", "no,", "wait", "oops", "mean", "mistake", "scratch", "不是", "不在", "并非",
    "从", "由", "更正", "纠正", "改正", "不对", "错", "口误", "抱歉", "不好意思", "其实", "实际上", "哦不", "等等",
)  # fmt: skip


def find_correction(sentence: Piece, earlier: Iterable[str]) -> Optional[Correction]:
    """The correction that a sentence makes; `earlier` are the owner's statements before it, newest first."""
    seen = sentence.seen
    if len(seen) > 120 or not any(hint in seen for hint in _HINTS):
        return None
    for pattern in _WITH_WRONG:
        match = compiled(pattern).match(seen)
        if match and _is_correction(sentence, match):
            right, wrong = _group(sentence, match, "right"), _group(sentence, match, "wrong")
            text = next(_mended(earlier, wrong, right), "")
            return Correction(right, wrong, text or _own_statement(sentence, match, right))
    for pattern in _RIGHT_ONLY:
        match = compiled(pattern).match(seen)
        if match:
            return _by_sort(_group(sentence, match, "right"), earlier)
    return None


def _group(sentence: Piece, match: re.Match[str], name: str) -> str:
    return sentence.text[match.start(name) : match.end(name)].strip(" ,，.。!！")


def _is_correction(sentence: Piece, match: re.Match[str]) -> bool:
    if compiled(r"\bi\b|\bwe\b|我|喜欢").search(match.group("lead") + match.group("right")):
        return False
    first, second = _sort(_group(sentence, match, "right")), _sort(_group(sentence, match, "wrong"))
    return (first == second and first != "words") or bool(match.group("cue"))


def _sort(words: str) -> str:
    folded = fold(words)
    if compiled(rf"(?:{_DAYS})(?:\b.*)?").match(folded):
        return "day"
    if compiled(_NUMBERS).match(folded):
        return "number"
    return "name" if words[:1].isupper() else "words"


def _mended(earlier: Iterable[str], wrong: str, right: str) -> Iterator[str]:
    for statement in earlier:
        place = statement.lower().find(wrong.lower())
        if place >= 0 and len(statement.lower()) == len(statement):
            rest = statement[place + len(wrong) :]
            unit = right.lstrip("0123456789")
            doubled = unit != right and unit and rest.startswith(unit)  # 302房 for the 203 of 203房
            yield statement[:place] + right + (rest[len(unit) :] if doubled else rest)


def _own_statement(sentence: Piece, match: re.Match[str], right: str) -> str:
    """ "The port is 8081, not 8080" tells by itself what it is about."""
    lead = _group(sentence, match, "lead")
    if not compiled(r"^(?:it|that|make|i meant|should)?\b.{0,6}$").match(lead.lower()) and lead:
        start = match.start("lead")
        joint = sentence.text[start : match.end("right")] if match.start("right") < match.start("wrong") else ""
        return joint.strip(" ,，") or (f"{lead} {right}" if lead.isascii() else f"{lead}是{right}")
    return ""


def _by_sort(right: str, earlier: Iterable[str]) -> Optional[Correction]:
    """ "Actually, it is 8081": mends the newest statement that holds exactly one number (or day)."""
    sort = _sort(right)
    pattern = {"day": _DAYS, "number": rf"(?<![\w.:]){_NUMBERS}(?!\w)"}.get(sort)
    if not pattern:
        return None
    for statement in earlier:
        found: Tuple[str, ...] = tuple(m.group() for m in compiled(pattern).finditer(statement.lower()))
        if len(found) == 1 and fold(found[0]) != fold(right):
            place = statement.lower().find(found[0])
            wrong = statement[place : place + len(found[0])].rstrip(".,:/-")
            return Correction(right, wrong, statement[:place] + right + statement[place + len(wrong) :])
    return None
