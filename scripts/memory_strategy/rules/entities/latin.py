"""Names in Latin letters: capitalised runs, identifiers, files, versions, addresses; any word amid Chinese.

Surprising: a capital proves little at the start of a sentence, so there a single word counts only when it stands
capitalised inside a sentence too, or does what only a person does ("Lena told me").
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Dict, Iterator, NamedTuple, Pattern, Set, Tuple

Name = Tuple[int, int, str]

_EXTENSIONS = (
    "py|pyi|md|mdx|js|mjs|cjs|ts|tsx|jsx|json|jsonl|ya?ml|toml|ini|cfg|conf|env|txt|log|pdf|docx?|xlsx?|pptx?"
    "|csv|tsv|png|jpe?g"
    "|gif|svg|webp|mp[34]|wav|mov|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|rb|php|sh|bash|zsh|ps1|bat|sql|db"
    "|sqlite|html?|css"
    "|scss|vue|ipynb|zip|tar|gz|tgz|whl|lock|proto|tf|j2"
)
# Capitalised by rule or habit and naming nobody.
_NO_NAMES = frozenset(
    """i i'm i'd i'll i've ok okay am pm tv id ai faq fyi todo btw lol omg asap eta imo diy vs ps re etc ah oh hi hey hello bye
    yes no yeah wow thanks thank please sorry well sure great good nice cool the a an this that these those my your our his
    her their its we you he she they it there here what when where who why how which and or but so if then because while
    since after before until though although as at by for from in into of on off to up with without about not also just
    now today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday january february march
    april may june july august september october november december mon tue tues wed thu thur thurs fri sat sun jan feb mar
    apr jun jul aug sep sept oct nov dec god mom mum dad mr mrs ms dr note remember let do does did don't is are was were be
    been have has had can could will would should may might must all any some every each one two three first last next
    another other many much more most very really always never sometimes maybe perhaps again still even only remind
    everyone everybody someone somebody nobody people mother father uncle aunt grandma grandpa sister brother
    p.s e.g i.e a.m p.m am. pm.""".split()  # noqa: SIM905
)


class _Patterns(NamedTuple):
    address: Pattern[str]
    code: Pattern[str]
    titled: Pattern[str]
    capitals: Pattern[str]
    doing: Pattern[str]
    amid: Pattern[str]


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    name = r"[A-Z\u00C0-\u00DE][A-Za-z0-9\u00C0-\u024F'’-]*[A-Za-z0-9\u00C0-\u024F]"
    return _Patterns(
        re.compile(
            r"(?P<mail>[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4})"
            r"|https?://(?P<host>[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5})[^\s\u2E80-\u9FFF，。]{0,400}"
            r"|(?<![\d.])(?P<phone>\+\d{1,3}[ -]?\d[\d -]{6,14}\d|1[3-9]\d{9})(?![\d.])"
            r"|(?<![\w&#/])#(?P<tag>[A-Za-z\u4E00-\u9FFF][\w\u4E00-\u9FFF-]{1,40})",
            re.A,
        ),
        re.compile(
            r"`(?P<tick>[^`\n]{2,40})`"
            rf"|(?P<file>(?<![\w./~-])(?:[~.]{{0,2}}/)?(?:[\w.@-]{{1,60}}/){{0,8}}[\w.@-]{{0,60}}\w\.(?:{_EXTENSIONS}))(?![\w-]|\.\w)"
            r"|(?P<version>(?<![\w.])v?\d{1,4}\.\d{1,4}\.\d{1,6}(?:[-.]?(?:rc|alpha|beta|a|b|dev"
            r"|post)\.?\d{0,3})?)(?![\w.]*\d)"
            r"|(?P<short>(?<![\w.])v\d{1,3}(?:\.\d{1,3})?)(?![\w.])"
            r"|(?P<snake>(?<![\w.])_{0,2}[A-Za-z][A-Za-z0-9]{0,40}(?:_[A-Za-z0-9]{1,40}){1,8})(?![\w])"
            r"|(?P<dotted>(?<![\w.@/])[A-Za-z_]\w{1,40}(?:\.[A-Za-z_]\w{1,40}){1,6})(?:\(\))?(?![\w@])"
            r"|(?P<camel>(?<![\w.'’\uFF21-\uFF5A])(?:[a-z]{1,12}|[A-Z]{1,6}[a-z0-9]{1,20})[A-Z][A-Za-z0-9]{0,30}(?:\+\+"
            r"|\#)?)(?![\w'’])"
            r"|(?P<caps>(?<![\w.'’/\uFF21-\uFF5A-])[A-Z][A-Z0-9]{1,9}(?:-\d{1,6})?)(?![\w'’])",
            re.A,
        ),
        re.compile(
            rf"(?<![A-Za-z])(?:(?:Dr|Mr|Mrs|Ms|Mx|Prof|St)\.?|Professor|Doctor|Aunt|Uncle|Captain|Sir|Lady"
            rf"|Judge|Coach)\s"
            rf"{name}(?:\s{name}){{0,2}}",
            re.A,
        ),
        re.compile(rf"(?<![\w'’.@/-]){name}(?:[ ](?:(?:of|de|van|von|del|la|le)[ ])?{name}){{0,4}}", re.A),
        # What only a person does: enough for a single word at the start of a sentence.
        re.compile(
            r"(?:['’]s\s+(?:wife|husband|mother|father|sister|brother|son|daughter|birthday|house|job|dog|cat)"
            r"|\s+(?:said|says|told|asked|thinks"
            r"|lives|works|moved|likes|loves|hates|married|texted|recommended|suggested|invited|promised"
            r"|introduced|and\s+(?:his|her|their|i)))\b"
        ),
        re.compile(
            r"(?<![A-Za-z0-9@._/\uFF21-\uFF5A-])[A-Za-z][A-Za-z0-9+#.-]{0,30}(?:[ ][A-Z][A-Za-z0-9+#.-]{0,30}"
            r"|[ ]\d{1,3}(?:\.\d{1,3})*(?![\d.]))*"
        ),
    )


def names(text: str) -> Iterator[Name]:
    """(start, end, name) of each, in no order; they may overlap."""
    patterns = _patterns()
    if any(sign in text for sign in "@#/") or any(c.isdigit() for c in text):
        for match in patterns.address.finditer(text):
            group = match.lastgroup or ""
            yield match.start(), match.end(), match[group]
    yield from _identifiers(patterns.code, text)
    for match in patterns.titled.finditer(text):
        yield match.start(), match.end(), match.group()
    yield from _capitalised(patterns, text)
    if not text.isascii():
        yield from _amid_chinese(patterns.amid, text)


def _identifiers(pattern: Pattern[str], text: str) -> Iterator[Name]:
    for match in pattern.finditer(text):
        group = match.lastgroup or ""
        word = match[group]
        if group == "tick" and not any(c.isalpha() for c in word):
            continue
        if group in ("dotted", "caps", "camel") and word.lower() in _NO_NAMES:
            continue
        if group == "dotted" and word[0].islower() and _ends_sentence(word):
            continue
        yield match.start(), match.end(), word


def _ends_sentence(word: str) -> bool:
    """ "done.Then": a space forgotten after a full stop, no dotted name."""
    return word.count(".") == 1 and word.split(".")[1][0].isupper() and word.split(".")[1][1:].islower()


def _starts_sentence(text: str, at: int) -> bool:
    before = text[max(0, at - 4) : at].rstrip(" \t\"'“‘(*_->")
    return not before or before[-1] in ".!?:;\n。！？：；…•" or before.endswith(("- ", "* "))


def _capitalised(patterns: _Patterns, text: str) -> Iterator[Name]:
    held: Dict[str, Name] = {}  # single words at the start of a sentence, until they prove to be names
    inside: Set[str] = set()
    for match in patterns.capitals.finditer(text):
        words = match.group().split(" ")
        start = match.start()
        starts = _starts_sentence(text, start)
        while words and _plain(words[0]) in _NO_NAMES:
            start += len(words[0]) + 1
            words = words[1:]
            starts = False
        while words and _plain(words[-1]) in _NO_NAMES:
            words = words[:-1]
        if not words or (len(words) == 1 and len(_plain(words[0])) < 2):
            continue
        name = _without_possessive(" ".join(words))
        if starts and len(words) == 1 and not patterns.doing.match(text, start + len(name)):
            held.setdefault(name, (start, start + len(name), name))
            continue
        inside.update(_without_possessive(word) for word in words)
        yield start, start + len(name), name
    for name, place in held.items():
        if name in inside:
            yield place


def _plain(word: str) -> str:
    return word.lower().replace("’", "'")


def _without_possessive(name: str) -> str:
    return name[:-2] if name.endswith(("'s", "’s")) else name


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _is_cjk(char: str) -> bool:
    return char != "" and ("\u3400" <= char <= "\u9fff" or char in "，。、；：！？（）《》「」“”")


def _amid_chinese(pattern: Pattern[str], text: str) -> Iterator[Name]:
    """Latin words with Chinese on one side: names of things, unless they are an English phrase of their own."""
    for match in pattern.finditer(text):
        word = match.group().rstrip(".-#" if not match.group().endswith(("C#", "F#")) else ".-")
        start, end = match.span()
        before, after = text[max(0, start - 2) : start].rstrip(" ")[-1:], text[end : end + 2].lstrip(" ")[:1]
        if not (_is_cjk(before) or _is_cjk(after)) or _is_latin(before) or _is_latin(after):
            continue
        if len(word) < 2 or word.lower() in _NO_NAMES:
            continue
        yield match.start(), match.start() + len(word), word
