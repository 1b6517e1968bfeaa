"""Where sentences end, in Chinese and English.

Owns: `sentence_spans` and `sentences`. Refuses: rewriting; a sentence is an exact run of the text.
One surprising fact: a closing quote belongs to the sentence before it (他说：“好。” is one), which a plain split at
the stop gets wrong.
"""

from __future__ import annotations

import functools
import re
from typing import FrozenSet, List, Tuple


def _words(line: str) -> FrozenSet[str]:
    return frozenset(line.split())


_STOPS_CJK = "。！？｡…‼⁇⁈⁉"
_CLOSERS = "”’\"'」』】）)》〉］\\]"
_QUOTES = "”’\"'"
_ABBREVIATIONS = _words(
    """mr mrs ms dr prof sr jr st rev gen col sgt capt lt hon pres gov sen rep vs etc eg ie cf al approx dept est fig
    inc ltd co corp no nos nr vol pp ed eds jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur
    thurs fri sat sun a.m p.m e.g i.e u.s u.k u.s.a u.n ph.d b.a m.a med rer nat dipl ing mag univ ul pl os str rd ave
    blvd ln sq hwy apt ste bldg tel ext incl excl ca resp bzw z.b usw min max"""
)
# Words after which a stop ends the sentence although they are in the list, when what follows starts one.
_MAY_END = _words(
    """etc inc ltd co corp a.m p.m u.s u.k u.s.a u.n ph.d sun sat mar no jr sr med rd st ave blvd ln sq str usw ext min
    max apt os pl est al"""
)
_BEFORE_A_NUMBER = _words("no nos nr tel ext apt ste fig vol pp min max os pl")  # "No." alone says no
_STARTERS = _words(
    """i i'm i've i'd i'll we we're he she it it's they you the a an my our his her this that that's there then but and
    so not what please thanks in on at for if when after can could is do"""
)


@functools.lru_cache(maxsize=1)
def _boundary() -> re.Pattern:
    return re.compile(
        rf"(?P<cjk>[{_STOPS_CJK}]+[!?]*[{_CLOSERS}]*)"
        rf"|(?P<dots>\.{{2,}}[!?]*[{_CLOSERS}]*)"
        rf"|(?P<strong>[!?]+[!?。！？]*[{_CLOSERS}]*)"
        rf"|(?P<stop>\.[{_CLOSERS}]*)"
        r"|(?P<line>[\r\n\u2028\u2029\x0b\x0c\x85]+)"
    )


def sentence_spans(s: str) -> List[Tuple[int, int]]:
    """[(start, end)] of each sentence, ends trimmed of white space, in order, never overlapping, none empty."""
    spans: List[Tuple[int, int]] = []
    start = 0
    for match in _boundary().finditer(s):
        if match.lastgroup == "line":
            _add(s, start, match.start(), spans)
            start = match.end()
        elif match.start() >= start and _ends(s, match):
            _add(s, start, match.end(), spans)
            start = match.end()
    _add(s, start, len(s), spans)
    return spans


def sentences(s: str) -> List[str]:
    """The sentences of `s`: exact runs of it, trimmed of white space around them."""
    return [s[a:b] for a, b in sentence_spans(s)]


def _add(s: str, start: int, end: int, spans: List[Tuple[int, int]]) -> None:
    while start < end and s[start].isspace():
        start += 1
    while end > start and s[end - 1].isspace():
        end -= 1
    if end > start:
        spans.append((start, end))


def _ends(s: str, match: re.Match) -> bool:
    after = s[match.end() : match.end() + 1]
    if match.lastgroup == "cjk":
        return True
    if match.lastgroup in ("strong", "dots"):  # a query string (?q=1) or a file name (a..b) has no space behind it
        return not after or ord(after) > 0x2E7F or (after.isspace() and not _goes_on(s, match))
    if after and not after.isspace() and ord(after) <= 0x2E7F:
        return False  # a decimal, a URL, a file name
    return not is_abbreviation(s, match.start(), match.end())


def _goes_on(s: str, match: re.Match) -> bool:
    """ "Really?" he said: a small letter after a closed quote, or after three dots, goes on with the sentence."""
    closed = match.group()[-1] in _QUOTES or match.lastgroup == "dots"
    return closed and s[match.end() : match.end() + 8].lstrip(" ")[:1].islower()


def is_abbreviation(s: str, dot: int, end: int) -> bool:
    """Whether the stop at s[dot:end] belongs to the word before it: "Dr. med. Anna", "No. 7", "J. R."."""
    word = re.search(r"[A-Za-z0-9.]*\Z", s[max(0, dot - 20) : dot])
    before = word.group().lower() if word else ""
    following = re.match(r"\s*([^\s,.!?;:]+)", s[end : end + 30])
    next_word = following.group(1) if following else ""
    if not next_word:
        return False
    if len(before) == 1 and before.isalpha() and before.isascii():
        return before != "i" or not next_word[:1].isupper()  # an initial: J. Smith
    if before.isdigit() and len(before) <= 2 and _starts_line(s, dot - len(before)):
        return True  # "1. item": a list number, no sentence
    if before not in _ABBREVIATIONS and not before.endswith("str"):  # Hauptstr. 5
        return False
    if before in _BEFORE_A_NUMBER and not any(c.isdigit() for c in next_word) and not next_word[:1].islower():
        return False
    return not (before in _MAY_END and next_word[:1].isupper() and next_word.lower() in _STARTERS)


def _starts_line(s: str, position: int) -> bool:
    line = s[max(0, position - 8) : position].split("\n")[-1]
    return not line.strip()
