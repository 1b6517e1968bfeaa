"""What a sentence says by the rules: clause by clause, with the subject carried on and moods kept out.

Owns: `ClauseReader`. Refuses: triggers and corrections, which are about other words than their own (`reading`).
One surprising fact: a statement runs on over clauses that no rule knows ("…to the museum, saw an exhibition"), and stops
at the first request or question.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Dict, FrozenSet, Iterator, List, Optional, Sequence, Tuple

from ..model import Turn
from ..text.normalise import fold
from . import mood
from .candidates import Spoken
from .clauses import Piece, clauses_of, compiled, piece, sentences_of
from .dates import find_dates
from .joining import aside, formerly, joined, of_now, settled, was_so
from .statements import Found, first_rule
from .statements.agreements import NAME_ZH, SURNAMES
from .subjects import (
    MINE,
    NONE,
    PERSON,
    PRONOUN,
    TIME_EN,
    TIME_ZH,
    USER,
    Subject,
    fits,
    is_latin,
    people_in,
    subject_of,
)  # fmt: skip

MAX_STATEMENT = 400  # characters of one memory; what runs longer was pasted
LOOK_BACK = 6  # earlier turns in which "it" or "remember this" may find what they mean
NEAR = 2  # turns of the same speaker in which 她 may find whom it means
# "I learned a dish, called X": what is called X is the dish.
_NOT_ELLIPTIC = frozenset(("name", "known_as", "called", "prefers"))
_TAG = r"(?:对(?:吧|吗|不对)|是(?:吧|吗|不是)|没错吧|right|correct|isn't it|don't i|am i right|do i|no|yeah|yes)[?!\s]*"
_OF_THINGS = ("fact:", "mine:", "schedule:", "place:")  # what follows says more of the thing, not of its owner
_OPENERS = r"so|and|but|also|well|actually|by the way|btw|fyi|ok|okay|oh"
_OPENERS_ZH = r"另外|还有|其实|而且|不过|但是|所以|对了|顺便说一下|嗯|补充一下"

_TURNS = r"(?:但是?|不过|可是?|所以|因此|于是)$|\b(?:but|so|yet|and|then|because)$"
_OBJECT_ZH = r"(?:见|找|联系|拜访|接|约|陪|给|跟|和)(?P<who>[她他])(?!们|的)"


class ClauseReader:
    """Reads the sentences of one turn, and remembers who was named last."""

    def __init__(self, turn: Turn, previous: Sequence[Turn], said: datetime) -> None:
        self.turn, self.previous, self.said = turn, previous, said
        self.person: Optional[Subject] = None  # named in the sentence being read,
        self.carrier: Tuple[int, bool] = (0, False)  # in the clause that begins there, which a rule knew or not
        self.named: List[Subject] = []  # in the sentences of this turn before it
        self.before = ""  # the rule of the clause before, "past" where it told how things were
        self.last = ""  # the rule that closed the sentence before: "I quit Initech. I'm at Hooli now."

    def statements(self, sentence: Piece) -> Iterator[Spoken]:
        """The statements of a sentence, in order."""
        marked = mood.has_question_mark(sentence.seen)
        clauses = clauses_of(sentence)
        if marked and clauses and compiled(_TAG).fullmatch(clauses[-1].seen):
            return  # "I live in Graz, right?" asks
        self.person, self.carrier = None, (sentence.start, False)
        current: Optional[Spoken] = None
        carried: Optional[Subject] = None
        since: Optional[int] = None  # where a time that opens a statement begins: "Last week, I moved"
        for number, clause in enumerate(clauses):
            if mood.is_filler(clause.seen):
                continue
            if mood.supposes(clause.seen) or mood.reports(clause.seen):
                break
            added = aside(current, clause) if current and not marked else None
            if current and added:
                current = self._longer(current, clause, added)
                continue
            if _is_no_statement(clause, marked and number == len(clauses) - 1):
                yield from _done(current)
                current, carried, since = None, *self._was(clause, marked)
                continue
            self.before = "past" if self.before == "past" or was_so(clause) else _rule_of(current) or self.last
            self.last = ""
            spoken, carried = self._clause(clause, carried, since, first=number == 0)
            spoken = settled(spoken, self.before)
            known = current and spoken and joined(current, spoken)
            if spoken and spoken.subject.kind == NONE and number and _is_of_a_name(clauses[0]):
                spoken, known = self._whose(spoken, clauses[0], clause), known or (current and current.found)
            within = current and spoken and spoken.start < current.end
            if current and (known or within or (not spoken and _goes_on(clause, current))):
                current = self._longer(current, clause, known or current.found)
            elif spoken:
                yield from _done(current)
                current, since, self.before = self._known(self._opened(spoken, since)), None, ""
            else:
                yield from _done(current)
                current, since = None, self._lead(clause, since)
        self.before, self.last = "", _rule_of(current)
        self.named += [named for clause in clauses for named in people_in(clause)]
        yield from _done(current)

    def _longer(self, current: Spoken, clause: Piece, found: Found) -> Spoken:
        text = current.text + self.turn.text[current.end : clause.end]
        return replace(current, found=found, end=clause.end, text=text)

    def _known(self, spoken: Spoken) -> Spoken:
        """Keeps whom a contact names in mind, and puts the name beside the 她 of 去上海见她."""
        named = dict(spoken.found.groups).get("value", "")
        if spoken.found.rule.name == "in_charge" and named:
            self.person = Subject(PERSON, named, label=named)
        elif self.person and spoken.subject.kind in (USER, NONE):
            match = compiled(_OBJECT_ZH).search(spoken.text)
            if match and fits(Subject(PRONOUN, gender="f" if match.group("who") == "她" else "m"), self.person):
                at, name = match.start("who"), label(self.person, "zh")
                return replace(spoken, text=spoken.text[:at] + name + spoken.text[at + 1 :])
        return spoken

    def _was(self, clause: Piece, marked: bool) -> Tuple[Optional[Subject], Optional[int]]:
        """ "I used to use PyCharm": whom the change that follows is about, and where its statement begins."""
        if marked or not mood.is_over(clause.seen) or mood.asks(clause.seen):
            return None, None
        self.before = "past"
        subject = subject_of(clause)
        return (subject, clause.start) if subject.kind in (USER, NONE) else (None, None)

    def _lead(self, clause: Piece, since: Optional[int]) -> Optional[int]:
        """Where the next statement begins if this clause, which says nothing by itself, leads it in."""
        if mood.requests(clause.seen):
            return None
        if self.before == "past" or (since is not None and _is_ground(clause)):
            return clause.start if since is None else since
        return clause.start if _is_time(clause) or _is_ground(clause) else None

    def _clause(
        self, clause: Piece, carried: Optional[Subject], since: Optional[int], first: bool
    ) -> Tuple[Optional[Spoken], Optional[Subject]]:
        """The statement of one clause, and the subject that the next one may go on with."""
        lang = "en" if is_latin(clause.seen) else "zh"
        subject = subject_of(clause)
        if subject.kind == PRONOUN:
            return self._about_them(clause, subject, lang, first)
        lead = "" if since is None else self.turn.text[since : clause.start]
        if self.before != "past" and not _is_time(piece(lead.strip(" ,，;；"))):
            lead = ""  # the day of a ground is not the day of what follows
        spoken = self._try(clause, subject, lang, lead)
        if subject.kind == PERSON:
            self.person = subject
        if subject.kind in (USER, PERSON):
            self.carrier = clause.start, spoken is not None and not spoken.found.attribute.startswith(_OF_THINGS)
        if spoken or subject.kind != NONE or carried is None:
            return spoken, subject if subject.kind in (USER, PERSON) else carried
        spoken = self._elliptic(clause, carried, lang)
        return (None if spoken and self.before == "past" and not of_now(spoken) else spoken), carried

    def _about_them(
        self, clause: Piece, pronoun: Subject, lang: str, first: bool
    ) -> Tuple[Optional[Spoken], Optional[Subject]]:
        """ "And she lives in Graz", with the name in the place of the pronoun."""
        named = self._meant(pronoun, first)
        if named is None:
            return None, None
        subject = replace(named, start=pronoun.start, end=pronoun.end)
        spoken = self._try(clause, subject, lang)
        if spoken and not first and not self.carrier[1]:
            return self._whole(spoken, clause), subject
        return spoken and replace(spoken, text=label(named, lang) + clause.text[pronoun.end :]), subject

    def _elliptic(self, clause: Piece, carried: Subject, lang: str) -> Optional[Spoken]:
        """在杭州做后端, after 我叫林夏: the subject goes on."""
        who = carried.label or ("I" if lang == "en" else "我") if carried.kind == USER else label(carried, lang)
        bare = clause.text[4:] if lang == "en" and clause.seen.startswith(("and ", "but ")) else clause.text
        if bare.lower().startswith("like "):
            return None  # "…, like my hand-painted bowl" gives an example
        joined = piece(who + (" " if lang == "en" else "") + bare)
        spoken = self._try(joined, replace(carried, start=0, end=len(who)), lang)
        if spoken is None or spoken.found.rule.name in _NOT_ELLIPTIC:
            return None
        if not self.carrier[1]:
            return self._whole(spoken, clause)
        return replace(spoken, start=clause.start, end=clause.end, text=joined.text)

    def _whole(self, spoken: Spoken, clause: Piece) -> Spoken:
        """The statement in the speaker's own words, from the clause on that names its subject.

        我们房租4500，每月3号交: that clause says what no rule knows, and without it the statement says something else.
        """
        start = self.carrier[0]
        return replace(spoken, start=start, end=clause.end, text=self.turn.text[start : clause.end])

    def _whose(self, spoken: Spoken, named: Piece, clause: Piece) -> Spoken:
        self.carrier = named.start, False
        return self._whole(spoken, clause)

    def _try(self, clause: Piece, subject: Subject, lang: str, lead: str = "") -> Optional[Spoken]:
        known: Dict[str, FrozenSet[str]] = {}

        def directions() -> FrozenSet[str]:
            if "" not in known:  # dates are read only for rules that want one
                known[""] = _directions(lead + clause.text, self.said)
            return known[""]

        found = first_rule(clause, subject, directions, lang, self.before)
        if not found:
            return None
        start = subject.start if subject.kind != NONE else _opening(clause)
        doubted = mood.doubts(clause.seen)
        if doubted and not mood.doubts(clause.seen[start:]):
            start = 0  # "I think" is half of "I think I'm allergic to cats"
        return Spoken(found, clause.start + start, clause.end, clause.text[start:], subject, doubted)

    def _opened(self, spoken: Spoken, since: Optional[int]) -> Spoken:
        if since is None or since >= spoken.start:
            return spoken
        lead = piece(self.turn.text[since : spoken.start].strip(" ,，;；"))
        if not (_is_time(lead) or self.before == "past" or _leans(spoken, lead)):
            return spoken
        found = spoken.found
        if self.before == "past" and not found.corrects:
            found = replace(found, corrects=formerly(lead))
        return replace(spoken, found=found, start=since, text=self.turn.text[since : spoken.end])

    def _meant(self, pronoun: Subject, first: bool) -> Optional[Subject]:
        """Whom 他 or "she" means: who the sentence began with; else the only one of the same speaker's last words.

        Two who fit are nobody: a name put in a wrong place is a statement that nobody made.
        """
        if not first:
            return self.person if self.person and fits(pronoun, self.person) else None
        named = self.named
        for sentence in () if named else self._said_before():
            named = [*named, *(p for clause in clauses_of(sentence) for p in people_in(clause))]
        fitting = {p.name: p for p in named if fits(pronoun, p)}
        only = next(iter(fitting.values())) if len(fitting) == 1 else None
        return only if only and only.label else None

    def _said_before(self) -> Iterator[Piece]:
        own = [t for t in self.previous if t.origin == self.turn.origin and t.speaker == self.turn.speaker]
        for turn in own[-NEAR:]:
            yield from sentences_of(turn.text)


def label(subject: Subject, lang: str) -> str:
    """How a sentence names a person: Ines, 我室友."""
    is_name = lang == "en" and subject.name[:1].isupper()
    return subject.name if is_name else subject.label or subject.name


def _is_of_a_name(clause: Piece) -> bool:
    """Whether a sentence opens with somebody's name: in 陈默想换工作，下周四去复旦面试 the interview is not the owner's."""
    return (
        compiled(
            rf"(?:{NAME_ZH}[\u4e00-\u9fff]?|[小老阿][{SURNAMES}])(?=[想要会在是生病换去来准打说病刚已又也被把不没跟和从辞升搬考怀])"
        ).match(clause.seen)
        is not None
    )


def _is_no_statement(clause: Piece, marked: bool) -> bool:
    return marked or mood.asks(clause.seen, marked) or mood.is_over(clause.seen)


def _rule_of(spoken: Optional[Spoken]) -> str:
    return spoken.found.rule.name if spoken else ""


def _done(spoken: Optional[Spoken]) -> Iterator[Spoken]:
    if spoken and len(spoken.text) <= MAX_STATEMENT:
        yield spoken


def _goes_on(clause: Piece, current: Spoken) -> bool:
    """Whether a clause that no rule knows still belongs to the statement before it."""
    if mood.requests(clause.seen) or clause.end - current.start > MAX_STATEMENT:
        return False
    kind = subject_of(clause).kind
    if kind == PRONOUN:
        return True
    if kind == USER and current.found.rule.category == "feedback":
        return compiled(r"这种|这样|\b(?:this|that|it)\b").search(clause.seen) is not None
    return kind in (NONE, MINE) or (kind == USER and current.found.rule.kind == "event") or _tells(clause)


def _tells(clause: Piece) -> bool:
    """Whether a clause has a number or a name in it, without which its sentence would say less."""
    return compiled(r"\d|[A-Z][a-z]|[\u4e00-\u9fff][^,。]{3}").search(clause.text, min(2, len(clause.text))) is not None


def _leans(spoken: Spoken, lead: Piece) -> bool:
    """Whether a statement needs the clauses before it: it has no subject, sets itself off from them, or points at them."""
    if spoken.found.rule.name == "decision" or spoken.subject.kind == NONE:
        return _tells(lead) or spoken.found.rule.name == "decision"
    seen = fold(spoken.text)
    points = compiled(r"[它她他其]|这|那|\b(?:it|its|them|him|her|that|this|there|one|ones)\b").search(seen)
    return points is not None or compiled(_TURNS).search(lead.seen) is not None or _tells(lead)


def _is_ground(clause: Piece) -> bool:
    """Whether a clause that no rule knows may be the ground of what follows: 三楼那间房漏水."""
    if mood.requests(clause.seen) or compiled(r"[你您谢哈]|\b(?:you|your|thanks?|wow)\b").search(clause.seen):
        return False
    if is_latin(clause.seen):
        return clause.seen.count(" ") >= 2
    return len(clause.seen) >= 4


def _opening(clause: Piece) -> int:
    """Where a clause without a person begins to say something: past "by the way", 另外, "and"."""
    match = compiled(rf"(?:(?:{_OPENERS_ZH})[,:\s]*|(?:{_OPENERS})[,:\s]+)+").match(clause.seen)
    return match.end() if match else 0


def _is_time(clause: Piece) -> bool:
    """Whether the clause is nothing but a time: "Last week", 下周三."""
    seen = clause.seen + (" " if is_latin(clause.seen) else "")
    return compiled(rf"(?:{TIME_ZH}|{TIME_EN})[的,\s]*").fullmatch(seen) is not None


def _directions(text: str, said: datetime) -> FrozenSet[str]:
    today = said.date().isoformat()
    found = set()
    for mention in find_dates(text, said):
        if mention.until >= today:
            found.add("future")
        if mention.since <= today:
            found.add("past")
    return frozenset(found)
