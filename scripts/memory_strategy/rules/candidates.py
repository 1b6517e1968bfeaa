"""From a statement found to the candidate that is judged: its text, its features, whom it is about, what it replaces.

Owns: `Spoken`, `candidate_of`, `forced`, `dated`, `trimmed`. Refuses: finding statements (`spoken`, `reading`).
One surprising fact: a doubted statement has no attribute, so that "I might be allergic to cats" replaces nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Iterable, Tuple

from ..model import OTHER, Candidate, Turn
from .clauses import compiled
from .dates import find_dates, with_dates
from .entities import entities
from .statements import Found, Rule
from .subjects import PERSON, Subject
from .triggers import Trigger

CORRECTION = Rule("correction", "", ("event",), "daily", personal=False)
_SAME_OF_OTHERS = frozenset(("contact", "relation", "event", "plan"))  # weigh the same whoever they are about
_COMES_ROUND = frozenset("project_fact practice lesson habit feedback preference constraint".split())
_WEEKDAY = (
    r"(?:周|星期|礼拜)[一二三四五六日天末]"
    r"|(?:on )?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?|(?:the )?weekends?"
)
# "I hate cooking but I'm having his parents over on Saturday": the one ahead, whatever the rule.
_AHEAD_EN = (
    r"\b(?:having|hosting|flying|meeting|visiting|seeing|coming|over|will|going to)\b[^,.;]{0,40}\bon [a-z]+day\b"
)


@dataclass(frozen=True)
class Spoken:
    """A statement found: the rule, its run of the turn (start, end), the text to keep, whom it is about."""

    found: Found
    start: int
    end: int
    text: str
    subject: Subject
    doubted: bool = False


def candidate_of(spoken: Spoken, turn: Turn, said: datetime) -> Candidate:
    """The candidate of a statement that `turn` holds; another group member's is a belief, under their name."""
    rule = spoken.found.rule
    other, person = turn.origin == OTHER, spoken.subject.kind == PERSON
    text = trimmed(spoken.text)
    names = entities(text)
    if other:
        text = f"{turn.speaker}{': ' if text.isascii() else '：'}{text}"
    return Candidate(
        text=dated(text, rule.features, said),
        quote=turn.text[spoken.start : spoken.end],
        kind="belief" if spoken.doubted or other else rule.kind,
        category="contacts" if (person or other) and rule.category not in ("daily", "decisions") else rule.category,
        rule=rule.name,
        subject=spoken.subject.name if person else turn.speaker if other else "user",
        attribute="" if spoken.doubted else spoken.found.attribute,
        value="" if spoken.doubted else spoken.found.value,
        features=_features(spoken, person),
        entities=_with_name(names, spoken.subject) if person else names,
        tags=tags(text),
        corrects=spoken.found.corrects,
        confidence=0.6 if spoken.doubted or other else 0.95,
    )


def _features(spoken: Spoken, person: bool) -> Tuple[str, ...]:
    features = spoken.found.rule.features
    if dict(spoken.found.groups).get("standing") and "standing" not in features:
        features += ("standing",)
    if person and not _SAME_OF_OTHERS.intersection(features):
        features += ("third_person",)
    return features + (("hedged",) if spoken.doubted else ())


def dated(text: str, features: Iterable[str], said: datetime) -> str:
    """The text with its dates, but for what comes round: 上线窗口是周五 is no single Friday."""
    if _COMES_ROUND.intersection(features):
        relative = [mention.words.lower() for mention in find_dates(text, said) if mention.relative]
        ahead = compiled(_AHEAD_EN).search(text.lower())
        if not ahead and all(compiled(_WEEKDAY).fullmatch(words) for words in relative):
            return text
    return with_dates(text, said)


def _with_name(names: Tuple[str, ...], subject: Subject) -> Tuple[str, ...]:
    if subject.name in names or subject.name == subject.label:
        return names
    return (subject.name, *names)


def forced(candidate: Candidate, trigger: Trigger) -> Candidate:
    """The candidate as somebody asked to keep it: the trigger's score and place, and a feature that says so."""
    features = candidate.features
    if "asked_to_keep" not in features:
        features += ("asked_to_keep",)
    return replace(
        candidate,
        trigger=trigger.phrase,
        forced=max(trigger.score, candidate.forced or 0),
        features=features,
        category=trigger.place or candidate.category,
    )


def trimmed(text: str) -> str:
    """One line without the stop at its end; an abbreviation keeps its own ("p.m.")."""
    text = " ".join(text.split()).strip(" ,，;；:：、—-")
    bare = text.rstrip("。.!！~～…,，;；")
    if bare == text or compiled(
        r"(?:\b[A-Za-z]\.)+[A-Za-z]\.$|\b(?:Dr|Mr|Mrs|Ms|Inc|Ltd|Co|etc|Rd|St|Ave|Blvd|Jr|Sr)\.$"
    ).search(text[-20:]):
        return text
    return bare.rstrip()


def tags(text: str) -> Tuple[str, ...]:
    """The #tags that a person wrote."""
    if "#" not in text:
        return ()
    return tuple(dict.fromkeys(compiled(r"(?<![\w#&/])#([^\W\d][\w-]{1,29})").findall(text)))
