"""What was said before and is not so: "Friday, not Thursday", 不是周四，是周五, "actually, it is 8081".

Owns: `find_correction`, which rebuilds the earlier statement with the right words in it. Refuses: contrasts ("tea, not
coffee" is a taste) and the word "not" as such (D29).
One surprising fact: a correction alone means nothing a week later, so the statement that it mends is what is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterable, Iterator, List, Optional, Tuple

from ..text.normalise import fold
from .clauses import Piece, compiled


@dataclass(frozen=True)
class Correction:
    """`text` is the earlier statement mended ("" when none was found), `wrong` what it said, `right` what it says now."""

    right: str
    wrong: str
    text: str = ""


_MONTHS = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b)"
)
_DAYS = (
    rf"\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTHS}(?:,? \d{{4}})?|the \d{{1,2}}(?:st|nd|rd|th)|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|tonight|(?:january|february|march|april|may|june"
    r"|july|august|september|october|november|december)(?: \d{1,2})?"
    r"|[这本上下]{0,2}个?(?:周|星期|礼拜)[一二三四五六日天]|今天|明天|大后天|后天|(?:\d{4}年)?\d{1,2}月\d{1,2}[日号]?"
    r"|\d{1,2}[日号]"
)
_NUMBERS = r"[vv]?\d[\d.,:/-]*(?:\s?(?:am|pm|cm|km|kg|eur|usd|%|元|点半?|块|个|岁))?"
_TIMES = (
    r"\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|a\.m\.?|p\.m\.?|o'clock)|\d{1,2}:\d\d|noon|midnight|(?<=\bat )\d{1,2}(?![\w:])"
    r"|(?:凌晨|早上|早|上午|中午|下午|傍晚|晚上|晚)?[\d一二三四五六七八九十两]{1,3}(?:点(?:半|一刻|[\d一二三四五六七八九十]{1,3}分?)?钟?|时)"
)
_PARTS = rf"(?P<time>{_TIMES})|(?P<day>{_DAYS})|(?P<number>(?<![a-z\d_.:]){_NUMBERS}(?![a-z\d])[房室号楼间]?)"
_CUE_EN = (
    r"(?:(?:actually|correction|i'm sorry|hang on|hold on|sorry|no|wait|oops|i mean|i meant|or rather|rather|my mistake"
    r"|my bad|scratch that)[,:.!\s—-]+)+"
)
_CUE_ZH = (
    r"(?:(?:我)?(?:刚才|刚刚|上面|之前|前面)?(?:我)?(?:更正|纠正|改正|不对|错了|我是说|我(?:的)?意思是|说错了?|我说错了|搞错了|记错了|写错了|口误|抱歉|不好意思|其实|实际上|哦不"
    r"|等等)(?:一下)?[,:。!\s]*)+"
)
_FIRM = (  # said of a slip only; "actually" and 其实 open many other sentences
    r"(?:(?:(?:oh|no|ah)[,\s]+)?(?:(?:sorry|wait|oops|i mean|i meant|i should say|or rather|correction|scratch that|make that"
    r"|my mistake|my bad|no)[,:.!\s—-]+)+"
    r"|(?:哦|啊|噢|呃|等等)?[,\s]*(?:(?:我是说|我(?:的)?意思是)[,:。!\s]*|(?:我?(?:刚才|刚刚)?(?:说|记|打|写|搞)错了|口误"
    r"|更正(?:一下)?|纠正(?:一下)?|不对|哦不)(?:[,:。!\s]+|(?=[是叫在应])))+)"
)
_VALUE = r"[a-z][\w'-]*(?: [a-z][\w'-]*){0,2}|[\u4e00-\u9fff]{1,8}"
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
    rf"^{_CUE_ZH}(?:应该)?(?:是|叫|在|改成|改到)?(?P<right>{_WORDS_ZH})(?:才对)?\W*$",
    rf"^{_CUE_EN}(?:on |at |in |the )?(?P<right>{_WORDS_EN})\W*$",
)
# Corrections that say by themselves what they are about, and name what was wrong: kept in their own words.
_WHOLE = (
    r"^correction[:,]\s*(?P<text>.{8,90}?(?:,| and)? not (?:on |in |at )?(?P<wrong>[\w .:'-]{1,30}))$",
    r"^(?:i was wrong about|i made a mistake about) (?P<thing>[\w '-]{3,40})[:,]\s*(?:it|that|they)(?P<text> .{4,80}?,? not"
    r" (?:on |in |at )?(?P<wrong>[\w .:'-]{1,30}))$",
    r"^(?P<text>(?!it|that|this|there|he |she )[a-z][\w-]+ (?:isn't|is not|is no longer) (?:an? |in |at )?(?P<wrong>[\w .'-]{2,30}?)"
    r"(?: any ?more| any longer)?[,;] (?:he|she|they)(?:'s| is|'re| are| \w+s) [^,?]{3,60})$",
    r"^(?P<thing>[^,。我你]{2,12})我(?:说|记|搞|弄)错了[,:]\s*(?P<text>是[^,。?]{1,20}[,]?(?:而)?不是(?P<wrong>[^,。]{1,12}))$",
    r"^(?P<text>[^,。你我他她这那]{2,10}(?:不|别)再?用(?P<wrong>[^,。]{1,10}?)了[,]\s*(?:改|换)(?:用|成|到)[^,。?吗]{1,14}?)吧?$",
    r"^(?P<text>[^,。你我他她这那]{2,4}不在(?P<wrong>[^,。]{1,10}?)(?:工作|上班|教书)?了[,]\s*[他她]?(?:现在|如今)[^,。?吗]{2,24})$",
)
_HINTS = (
    "not ", "actually", "correction", "sorry", "no,", "wait", "oops", "mean", "mistake", "scratch", "不是", "不在", "并非",
    "从", "由", "更正", "纠正", "改正", "不对", "错", "口误", "抱歉", "不好意思", "其实", "实际上", "哦不", "等等",
    "我是说", "意思是", "n't", "不用", "别用", "no longer", "hang on", "hold on", "rather",
)  # fmt: skip


def find_correction(sentence: Piece, earlier: Iterable[str]) -> Optional[Correction]:
    """The correction that a sentence makes; `earlier` are the owner's statements before it, newest first."""
    seen = sentence.seen
    if len(seen) > 120 or not any(hint in seen for hint in _HINTS):
        return None
    whole = next(filter(None, (_whole(sentence, pattern) for pattern in _WHOLE)), None)
    if whole:
        return whole
    for pattern in _WITH_WRONG:
        match = compiled(pattern).match(seen)
        if match and _is_correction(sentence, match):
            right, wrong = _group(sentence, match, "right"), _group(sentence, match, "wrong")
            text = next(_mended(earlier, wrong, right), "")
            return Correction(right, wrong, text or _own_statement(sentence, match, right))
    said = list(earlier)
    matches = (compiled(pattern).match(seen) for pattern in _RIGHT_ONLY)
    return next(filter(None, (_by_sort(_group(sentence, m, "right"), said) for m in matches if m)), None)


def _whole(sentence: Piece, pattern: str) -> Optional[Correction]:
    bare = sentence.seen.rstrip(" .!。")
    match = compiled(pattern).match(bare)
    if not match:
        return None
    thing = _group(sentence, match, "thing") if "thing" in match.groupdict() else ""
    text = sentence.text[match.start("text") : match.end("text")]
    return Correction("", _group(sentence, match, "wrong"), thing + text)


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
            whole = _refitted(statement, right)[0]
            yield whole if whole else statement[:place] + right + rest[_repeated(right, rest) :]


def _repeated(right: str, rest: str) -> int:
    """How much of what follows the right words ends them too: 房 of 302房, " at 5pm" of "Tuesday at 5pm"."""
    for start in range(1, len(right)):
        tail = right[start:]
        if rest.lower().startswith(tail.lower()) and not (
            right[start - 1].isalpha() and tail[0].isascii() and tail[0].isalpha()
        ):
            return len(tail)
    return 0


def _refitted(statement: str, right: str) -> Tuple[str, str]:
    """(the statement with the days, times and numbers of the right words in the places of its own, what was wrong).

    ("", "") when the right words say something else, or when it is open which of several is meant.
    """
    folded = statement.lower()
    new = [(m.lastgroup, m.group()) for m in compiled(_PARTS).finditer(right.lower())]
    if not _is_all_parts(right) or len(folded) != len(statement):
        return "", ""
    old = [(m.lastgroup, m.span()) for m in compiled(_PARTS).finditer(folded)]
    changes: List[Tuple[int, int, str]] = []
    for match in compiled(_PARTS).finditer(right.lower()):
        places = [span for kind, span in old if kind == match.lastgroup]
        if len(places) != 1 or sum(kind == match.lastgroup for kind, _ in new) != 1:
            return "", ""
        (a, b), words = places[0], right[match.start() : match.end()].rstrip(".,:/-")
        b = a + len(statement[a:b].rstrip(".,:/-"))
        if not folded[a:b].endswith(words.lower()):
            if match.lastgroup == "number" and words[-1:].isdigit():
                b = a + len(statement[a:b].rstrip("房室号楼间"))
            changes.append((a, b, words))
    wrong = statement[changes[0][0] : changes[0][1]] if changes else ""
    for a, b, words in sorted(changes, reverse=True):
        statement = statement[:a] + words + statement[b:]
    return (statement, wrong) if changes else ("", "")


def _is_all_parts(right: str) -> bool:
    left, found = compiled(_PARTS).subn("", right.lower())
    return bool(found) and compiled(r"(?:\s|,|\bon\b|\bat\b|\bthe\b|\bin\b|的|在|是)*").fullmatch(left) is not None


def beside(sentence: Piece, statement: str) -> Optional[Correction]:
    """A day, time or number announced for one that cannot be told from others: the statement and it, as they were said."""
    match = compiled(rf"^{_FIRM}(?:(?:it|that)(?:'s| is)(?: on| at)? |是|在)?(?P<right>.{{1,30}}?)[\s.。!]*$").match(
        sentence.seen
    )
    right = _group(sentence, match, "right") if match else ""
    if not _is_all_parts(right) or not compiled(_PARTS).search(statement.lower()):
        return None
    return Correction(right, "", f"{statement}{' ' if statement.isascii() else ''}{sentence.text}")


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
    for statement in earlier:
        text, wrong = _refitted(statement, right)
        if text:
            return Correction(right, wrong, text)
    return None


def corrected_value(sentence: Piece, value: str) -> str:
    """The right words where a sentence announces one name for another ("I mean Hanna", 我是说汉娜); else ""."""
    match = compiled(
        rf"^{_FIRM}(?:(?:it|that|he|she)(?:'s| is)(?: called| named)? |应该|是|叫)*(?P<right>{_VALUE})\W*$"
    ).match(sentence.seen)
    right = _group(sentence, match, "right") if match else ""
    if not right or not value or fold(right) == fold(value) or right.isascii() != value.isascii():
        return ""
    if right.isascii():
        return right if _sort(right) == _sort(value) == "name" else ""
    return right if abs(len(right) - len(value)) <= 2 else ""


def parted(sentence: Piece) -> Optional[Tuple[Piece, Piece]]:
    """A statement and the correction in its own sentence: "on 14 March, sorry, 15 March", 叫安娜，不对，叫汉娜."""
    match = compiled(rf"^(?P<head>.{{4,120}}?)(?:[,;]\s*|\s+[-–—]+\s+|\s*——)(?P<tail>{_FIRM}.{{1,60}})$").match(
        sentence.seen
    )
    if not match:
        return None
    return sentence.part(*match.span("head")), sentence.part(*match.span("tail"))


def is_announced(sentence: Piece) -> bool:
    """Whether the sentence is nothing but the word that a correction follows: "Wait, no.", 不对。"""
    return compiled(rf"(?:{_FIRM})").fullmatch(sentence.seen) is not None
