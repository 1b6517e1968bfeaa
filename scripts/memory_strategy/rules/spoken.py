"""What a sentence says by the rules: clause by clause, with the subject carried on and moods kept out.

Owns: `ClauseReader`. Refuses: triggers and corrections, which are about other words than their own (`reading`).
One surprising fact: a statement runs on over clauses that no rule knows ("…to the museum, saw an exhibition"), and stops
at the first request or question.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Dict, FrozenSet, Iterator, Optional, Sequence, Tuple

from ..model import Turn
from . import mood
from .candidates import Spoken
from .clauses import Piece, clauses_of, compiled, piece, sentences_of
from .dates import find_dates
from .joining import aside, formerly, joined, of_now, settled, was_so
from .statements import Found, first_rule
from .subjects import MINE, NONE, PERSON, PRONOUN, TIME_EN, TIME_ZH, USER, Subject, fits, is_latin, subject_of

MAX_STATEMENT = 400  # characters of one memory; what runs longer was pasted
LOOK_BACK = 6  # earlier turns in which 她, "it" or "remember this" may find what they mean
# "I learned a dish, called X": what is called X is the dish.
_NOT_ELLIPTIC = frozenset(("name", "known_as", "called", "prefers"))
_TAG = r"(?:对(?:吧|吗|不对)|是(?:吧|吗|不是)|没错吧|right|correct|isn't it|don't i|am i right|do i|no|yeah|yes)[?!\s]*"
_OPENERS = r"so|and|but|also|well|actually|by the way|btw|fyi|ok|okay|oh"
_OPENERS_ZH = r"另外|还有|其实|而且|不过|但是|所以|对了|顺便说一下|嗯|补充一下"

_OBJECT_ZH = r"(?:见|找|联系|拜访|接|约|陪|给|跟|和)(?P<who>[她他])(?!们|的)"


class ClauseReader:
    """Reads the sentences of one turn, and remembers who was named last."""

    def __init__(self, turn: Turn, previous: Sequence[Turn], said: datetime) -> None:
        self.turn, self.previous, self.said = turn, previous, said
        self.person: Optional[Subject] = None
        self.before = ""  # the rule of the clause before, "past" where it told how things were
        self.last = ""  # the rule that closed the sentence before: "I quit Initech. I'm at Hooli now."

    def statements(self, sentence: Piece) -> Iterator[Spoken]:
        """The statements of a sentence, in order."""
        marked = mood.has_question_mark(sentence.seen)
        clauses = clauses_of(sentence)
        if marked and clauses and compiled(_TAG).fullmatch(clauses[-1].seen):
            return  # "I live in Graz, right?" asks
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
            spoken, carried = self._clause(clause, carried, since)
            spoken = settled(spoken, self.before)
            known = current and spoken and joined(current, spoken)
            if current and (known or (not spoken and _goes_on(clause, current))):
                current = self._longer(current, clause, known or current.found)
            elif spoken:
                yield from _done(current)
                current, since, self.before = self._known(self._opened(spoken, since)), None, ""
            else:
                yield from _done(current)
                current, since = None, self._lead(clause, since)
        self.before, self.last = "", _rule_of(current)
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
        if self.before == "past":
            return clause.start if since is None else since
        return clause.start if _is_time(clause) or _is_ground(clause) else None

    def _clause(
        self, clause: Piece, carried: Optional[Subject], since: Optional[int]
    ) -> Tuple[Optional[Spoken], Optional[Subject]]:
        """The statement of one clause, and the subject that the next one may go on with."""
        lang = "en" if is_latin(clause.seen) else "zh"
        subject = subject_of(clause)
        if subject.kind == PERSON:
            self.person = subject
        if subject.kind == PRONOUN:
            return self._about_them(clause, subject, lang)
        lead = "" if since is None else self.turn.text[since : clause.start]
        if self.before != "past" and not _is_time(piece(lead.strip(" ,，;；"))):
            lead = ""  # the day of a ground is not the day of what follows
        spoken = self._try(clause, subject, lang, lead)
        if spoken or subject.kind != NONE or carried is None:
            return spoken, subject if subject.kind in (USER, PERSON) else carried
        spoken = self._elliptic(clause, carried, lang)
        return (None if spoken and self.before == "past" and not of_now(spoken) else spoken), carried

    def _about_them(self, clause: Piece, pronoun: Subject, lang: str) -> Tuple[Optional[Spoken], Optional[Subject]]:
        """ "And she lives in Graz", with the name in the place of the pronoun."""
        named = self._meant(pronoun)
        if named is None:
            return None, None
        subject = replace(named, start=pronoun.start, end=pronoun.end)
        spoken = self._try(clause, subject, lang)
        return spoken and replace(spoken, text=label(named, lang) + clause.text[pronoun.end :]), subject

    def _elliptic(self, clause: Piece, carried: Subject, lang: str) -> Optional[Spoken]:
        """在杭州做后端, after 我叫林夏: the subject goes on."""
        who = carried.label or ("I" if lang == "en" else "我") if carried.kind == USER else label(carried, lang)
        bare = clause.text[4:] if lang == "en" and clause.seen.startswith(("and ", "but ")) else clause.text
        joined = piece(who + (" " if lang == "en" else "") + bare)
        spoken = self._try(joined, replace(carried, start=0, end=len(who)), lang)
        if spoken is None or spoken.found.rule.name in _NOT_ELLIPTIC:
            return None
        return replace(spoken, start=clause.start, end=clause.end, text=joined.text)

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
        return Spoken(found, clause.start + start, clause.end, clause.text[start:], subject, doubted)

    def _opened(self, spoken: Spoken, since: Optional[int]) -> Spoken:
        if since is None:
            return spoken
        lead = piece(self.turn.text[since : spoken.start].strip(" ,，;；"))
        if not (_is_time(lead) or (self.before == "past" and of_now(spoken)) or spoken.found.rule.name == "decision"):
            return spoken
        found = spoken.found
        if self.before == "past" and not found.corrects:
            found = replace(found, corrects=formerly(lead))
        return replace(spoken, found=found, start=since, text=self.turn.text[since : spoken.end])

    def _meant(self, pronoun: Subject) -> Optional[Subject]:
        """Whom 他 or "she" means: the last person named, in this turn or in the same speaker's before it."""
        if self.person:
            return self.person if fits(pronoun, self.person) else None
        for turn in reversed(self.previous[-LOOK_BACK:]):
            if turn.origin == self.turn.origin and turn.speaker == self.turn.speaker:
                for sentence in reversed(sentences_of(turn.text)):
                    for clause in reversed(clauses_of(sentence)):
                        subject = subject_of(clause)
                        if subject.kind == PERSON:
                            return subject if fits(pronoun, subject) else None
        return None


def label(subject: Subject, lang: str) -> str:
    """How a sentence names a person: Ines, 我室友."""
    is_name = lang == "en" and subject.name[:1].isupper()
    return subject.name if is_name else subject.label or subject.name


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
    if kind == USER and current.found.rule.category == "feedback":
        return compiled(r"这种|这样|\b(?:this|that|it)\b").search(clause.seen) is not None
    return kind in (NONE, MINE) or (kind == USER and current.found.rule.kind == "event")


def _is_ground(clause: Piece) -> bool:
    """Whether a clause that no rule knows may be the ground of a decision: 三楼那间房漏水."""
    if is_latin(clause.seen) or len(clause.seen) < 4 or mood.requests(clause.seen):
        return False
    return subject_of(clause).kind == NONE and not compiled(r"[你您谢]").search(clause.seen)


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
