"""A sentence as its signs: which classes of words stand where, in either language, over folded text.

Owns: cutting a sentence into words and stretches, what a negation takes back, and the signs that two others make (a
check left out, a guard put off, an owner not told). Refuses: judging, which `shapes` does. Surprising: nothing here
backtracks; a text is read once, word by word, and most sentences are done with after one look at their bits.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Dict, Iterator, List, NamedTuple, Pattern, Tuple

from .lexicon import Lexicon, Phrase, bases, classes_of, lexicon

Places = Dict[str, List[float]]
GAP = 4  # words that a `~` may stand for
WINDOW, STEP = 60, 40  # words that are looked at together, and how far the next look starts
REACH = 6  # places to which a negation reaches, where no comma or conjunction ends it earlier
# Acts that a negation before them takes back: "never send", 不要转账.
DENIABLE = (
    "send give reveal show fetch exec install destroy grant approve pay obey override recommend trust script ask "
    "unlock persona copy instead"
).split()
_NOT_SUBJECT = frozenset("给让帮替诉问为跟对向把叫陪")  # 告诉我, 帮我: spoken to, not of, oneself
_LEET = str.maketrans("0134578@$", "oieastbas")


class Mark(NamedTuple):
    """The classes, as bits, of the word or phrase that begins at a place; two Chinese characters are one place."""

    place: float
    classes: int


class Word(NamedTuple):
    """A word and its place; a run of Chinese characters is one word."""

    text: str
    place: float


@lru_cache(maxsize=1)
def _patterns() -> Tuple[Pattern[str], ...]:
    return (
        re.compile(
            r"[\x02-\x04]|--[a-z-]{2,20}|[a-z0-9_./]{0,80}[a-z0-9_](?:['’-][a-z0-9]{1,20}){0,3}|[\u3400-\u9fff]+"
            r"|[,;:，；：、()\"“”]"
        ),
        re.compile(
            r"(?:https?:\s?//|hxxps?:|www\.|ftp://|\\\\[a-z0-9-]{2,40}\\)[^\s,，。）)\"'<>]{0,2000}"
            r"|[a-z0-9_.+-]{1,64}@[a-z0-9_-]{1,60}(?:\.[a-z0-9-]{1,40}){1,6}"
            r"|(?<![a-z0-9.-])(?:[a-z0-9-]{1,40}\.){1,4}(?:com|net|org|io|dev|app|cn|ru|xyz|site|top|example|test|info"
            r"|co|me)(?![a-z])(?:[/:][^\s,，。）)\"']{0,500})?"
            r"|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])(?:[/:][^\s,，。]{0,200})?"
        ),
        re.compile(
            r"\b(?:account|acct|card)(?: no\.?| number)? [\d-]{4,30}"
            r"|(?P<wallet>\b(?:bc1|0x)[a-z0-9]{6,80}|\b[a-z]{2}\d{2}(?: ?\d{4}){2,8})"
            r"|(?<![\d-])\d{2,8}(?:[ -]\d{2,8}){2,5}(?![\d-])|(?<!\d)\d{8,34}(?!\d)"
        ),
        # "I would like you to …" is an order and no report of one's own life.
        re.compile(
            r"\b(?:(?:may|can|could|might) i ask(?: you)?(?: to)?|i(?:['’]d| would) (?:be (?:very |so )?"
            r"(?:grateful|glad|happy|delighted|thankful)|appreciate it)(?: if you)?"
            r"|i(?:['’]d| would)? (?:like|want|need|ask|urge|order|command) you to|do me a favou?r and|for me\b"
            r"|help me|more than once|once (?:or twice|an? (?:day|week|fortnight|month|quarter|year|while)))"
            r"|我(?:希望|要|想|想让|需要|请|命令|要求)你|帮我|为我"
        ),
    )


def read(sentence: str) -> List[Word]:
    """The words of a folded sentence: addresses as \\x02, numbers of accounts as \\x03, wallets and IBANs as \\x04."""
    token, link, number, courtesy = _patterns()
    text = courtesy.sub(" ", sentence)
    if "." in text or ":" in text:
        text = link.sub(" \x02 ", text)
    if any(c.isdigit() for c in text):
        text = number.sub(lambda m: " \x04 " if m["wallet"] else " \x03 ", text)
    words, place = [], 0.0
    for match in token.finditer(text):
        said = match.group().strip("./")
        if not said.isalpha() and said.isalnum() and not classes_of(said):
            said = _plain(said)
        words.append(Word(said or ",", place))
        place += max(1.0, len(said) / 2) if said > "\u3400" else 1.0
    return words


def stretches(sentence: str) -> Iterator[List[Mark]]:
    """The marks of each stretch of a sentence, at most `WINDOW` words long."""
    words = read(sentence)
    known = lexicon()
    for start in range(0, max(1, len(words) - STEP // 2), STEP):
        marks: List[Mark] = []
        part = words[start : start + WINDOW]
        for index, word in enumerate(part):
            if word.text > "\u3400":
                _in_chinese(word, known, marks)
            else:
                _in_english(part, index, known, marks)
        yield marks


def _in_chinese(word: Word, known: Lexicon, marks: List[Mark]) -> None:
    text, over = word.text, 0
    subject = known.bits["subject"]
    for i, first in enumerate(text):
        if i < over:
            continue
        classes = 0
        for size in known.sizes.get(first, ()):
            part = text[i : i + size]
            if part in known.idle:
                over = i + size
                break
            classes |= known.characters.get(part, 0)
        if first == "我" and text[i - 1 : i] not in _NOT_SUBJECT:
            classes |= subject
        if classes and i >= over:
            marks.append(Mark(word.place + i / 2, classes))


def _in_english(words: List[Word], index: int, known: Lexicon, marks: List[Mark]) -> None:
    text, place = words[index]
    form = _FORMS.get(text)
    if form:
        marks.append(Mark(place, known.bits[form]))
        return
    text = text.replace("’", "'")
    classes = classes_of(text) or (classes_of(text[:-2]) if text.endswith("'s") else 0)
    if not text.isalpha():
        classes |= _of_parts(text, classes, known)
    following = bases(words[index + 1].text) if index + 1 < len(words) else ()
    if text.endswith("s") and not text.endswith("ss"):
        classes &= ~_commands()
    for first in bases(text):
        begun = known.phrases.get(first)
        if begun:
            classes |= _of_phrases(begun, words, index + 1, following)
    if classes:
        marks.append(Mark(place, classes))


@lru_cache(maxsize=1)
def _commands() -> int:
    """Signs of a verb that count in the form of a command alone: "the job runs at two" orders nothing."""
    return lexicon().mask("exec|invoke|approve")


def _of_phrases(begun: Dict[str, List[Phrase]], words: List[Word], index: int, following: Tuple[str, ...]) -> int:
    found = 0
    for second in following:
        for rest, bit in begun.get(second, ()):
            if not rest or _follows(words, index + 1, rest):
                found |= bit
    for rest, bit in begun.get("~", ()):
        if _follows(words, index, ("~", *rest)):
            found |= bit
    return found


_FORMS = {"\x02": "link", "\x03": "number", "\x04": "wallet", **dict.fromkeys(",;:，；：、", "break")}


def _of_parts(text: str, classes: int, known: Lexicon) -> int:
    """What paths and identifiers are made of: ~/.ssh/id_rsa, bypass_checks."""
    found = known.bits["identifier"] if "_" in text.strip("_") else 0
    if found or (not classes and len(text) > 3):
        for part in re.split("[./_]", text):
            found |= classes_of(part) & _grave_parts()
    return found


@lru_cache(maxsize=1)
def _grave_parts() -> int:
    """What a part of a name may tell: bypass_checks and id_rsa do, sync_users and audit_log are just names."""
    return lexicon().mask(GRAVE)


def _plain(text: str) -> str:
    """A word with the digits that stand for letters read as letters."""
    if text.isalpha() or not any(c.isalpha() for c in text):
        return text
    return text.translate(_LEET)


def _follows(words: List[Word], index: int, rest: Tuple[str, ...]) -> bool:
    gap = 0
    for part in rest:
        if part == "~":
            gap = GAP
            continue
        while index < len(words) and part not in bases(words[index].text) and gap:
            index, gap = index + 1, gap - 1
        if index >= len(words) or part not in bases(words[index].text):
            return False
        index, gap = index + 1, 0
    return True


# -- what signs make together ----------------------------------------------------------------------------------------

GRAVE = "secret|hardsecret|guard|off|override|skip|unchecked|destroy|conceal|grant|unguarded|reveal|check|identifier"

# A sign that two others make where they stand near each other: what must come first, what it is about, how far ahead
# the first may stand, and how far behind.
PAIRS: Tuple[Tuple[str, str, str, float, float], ...] = (
    ("unchecked", "neg skip", "check asking", 5, 0),
    ("unchecked", "skip", "check assent", 6, 6),
    ("unguarded", "off override skip", "guard", 6, 8),
    ("unbound", "neg", "restraint", 5, 0),
    ("unwarned", "neg off", "warn", 5, 3),
    ("untold", "neg", "tell", 4, 0),
    ("approve", "auto", "assent", 4, 4),
    ("consents", "owner", "grant approve preapproved assent", 5, 0),
    ("cue", "owner anyone", "asks", 4, 0),
)


def optimistic(classes: int) -> int:
    """The bits that a stretch could have at most: a pair counts wherever its halves stand."""
    known = lexicon()
    for made, first, second in _halves():
        if classes & first and classes & second:
            classes |= made
    return classes if classes & known.bits["delay"] else classes & ~known.bits["cue"]


@lru_cache(maxsize=1)
def _halves() -> Tuple[Tuple[int, int, int], ...]:
    mask = lexicon().mask
    return tuple((mask(made), mask(first), mask(second)) for made, first, second, _, _ in PAIRS)


def settled(marks: List[Mark]) -> int:
    """The bits of a stretch, what is negated taken out, what two signs make put in."""
    found = _places(marks)
    scopes = _scopes(found)
    leaving = found.get("skip", [])
    # "never … without a review" and "never skip a review" ask for the review: two negations make none.
    twice = [(n, end) for n, end in scopes if any(n + 1 < m < end for m, _ in scopes) or _any_within(leaving, n, end)]
    free = [n for n, end in scopes if (n, end) not in twice and not any(a + 1 < n < b for a, b in twice)]
    skips = [p for p in leaving if not _within(p, twice)]
    negations = [*free, *leaving]
    found["neg"], found["skip"] = free, skips
    made = _pairs(found)
    for name in DENIABLE:
        found[name] = [p for p in (*found.get(name, ()), *made.pop(name, ())) if not _within(p, scopes)]
    found["safeguard"] = [p for p in found.get("safeguard", ()) if not any(0 <= p - q <= REACH for q in negations)]
    if twice:
        found["safeguard"].append(0.0)
    for name, places in made.items():
        found[name] = [*found.get(name, ()), *places]
    if not found.get("delay"):
        found.pop("cue", None)
    if _told(found):
        found["told"] = [0.0]
    bits = lexicon().bits
    return sum(bits[name] for name, places in found.items() if places)


def _places(marks: List[Mark]) -> Places:
    found: Places = {}
    for place, classes in marks:
        for name, bit in lexicon().bits.items():
            if classes & bit:
                found.setdefault(name, []).append(place)
    possessive = set(found.get("owners", ()))
    if possessive:
        found["owner"] = [p for p in found.get("owner", ()) if p not in possessive]
    return found


def _scopes(found: Places) -> List[Tuple[float, float]]:
    """From where to where each negation reaches."""
    stops = sorted([*found.get("break", ()), *found.get("stop", ())])
    return [(n, min(n + REACH, next((s for s in stops if s > n), n + REACH))) for n in sorted(found.get("neg", ()))]


def _within(place: float, scopes: List[Tuple[float, float]]) -> bool:
    return any(start < place < end for start, end in scopes)


def _any_within(places: List[float], start: float, end: float) -> bool:
    return any(start < place < end for place in places)


def _pairs(found: Places) -> Places:
    made: Places = {}
    for name, first, second, ahead, behind in PAIRS:
        starts = [p for half in first.split() for p in found.get(half, ())]
        if starts:
            about = [p for half in second.split() for p in found.get(half, ())]
            made.setdefault(name, []).extend(
                p for p in about if any(-behind <= p - q <= ahead and not _parted(p, q, found) for q in starts)
            )
    return made


def _parted(place: float, start: float, found: Places) -> bool:
    """Whether a comma stands between what is said and the sign that comes behind it: "check with A, not with B"."""
    return place < start and any(place < stop < start for stop in found.get("break", ()))


def _told(found: Places) -> bool:
    """Whether the stretch tells of oneself: I, we, 我 begin it, and no condition does."""
    return min(found.get("subject", [9.0])) <= 2 and not any(p <= 3 for p in found.get("delay", ()))
