"""How sure an answer is: what a document accounts for of a question, as a relevance and a grade of use.

Owns: bringing together the words of a document, of the turns around it and of what it replaced, its meaning and its
fields. Refuses: the order, and the numbers themselves (`relevance.calibrate`).
One surprising fact: a document far down the order may be surer than the first; order compares scores, this compares
with the question.
"""

from __future__ import annotations

from datetime import date
from typing import Dict, Mapping, NamedTuple, Sequence, Set

from ..model import ASSISTANT, Document
from ..relevance import blend, calibrate
from ..relevance.asked import asked
from ..relevance.calibrate import OTHER_MATTER, OTHER_SUBJECT, Listener, folded_of
from ..rules import clauses, mood
from ..text.tokenise import terms
from . import chronicle, fields
from .order import Ranked, replaced_by
from .search import Search

_ALIKE = 0.7  # the least share of the best score that a memory counts with which holds all that is asked: its length is no doubt
_MANY = ("likes:", "favourite:", "allergy:")  # attributes of which one asker has many
_MOST_WEIGHED = 600  # characters: a longer turn tells something besides what it supposes


class Grade(NamedTuple):
    """Relevance, 0–1, and direct, hedged or reference."""

    relevance: float
    injection: str


class Grading:
    """Grades the documents of one search, in their order. `lent`: {slot: terms of the turns around}; `best`: the best
    score."""

    def __init__(self, search: Search, ranked: Sequence[Ranked], lent: Mapping[int, str], best: float) -> None:
        self.search, self.lent, self.best = search, lent, best
        question = search.question
        speakers = search.corpus.speakers()
        named = {word for word in question.spoken if word in speakers}
        self.asked = asked(question.text, question.spoken, named, question.dated)
        self.listener = Listener(self.asked, search.idfs)
        self.enough = calibrate.full(len(self.asked.concepts))
        self.wants_old = "before" in question.kinds
        self._replaced = {} if self.wants_old else replaced_by(ranked)
        self._ceilings: Dict[str, float] = {}

    def grade(self, item: Ranked) -> Grade:
        """A new statement answers what its old forms answered, even where it shares no word with the question. Outdated
        memories are only pointed at, and no surer than what replaced them, unless the question asks for what was before.
        """
        key, older = item.document.key, self._replaced.get(item.document.key, ())
        value = max(self._relevance(r, max(r.score, item.score) / self.best) for r in (item, *older))
        value = round(min(value, self._ceilings.get(key, 1.0)), 4)
        self._ceilings.update((old.document.key, value) for old in older)
        if item.document.status == "superseded" and not self.wants_old:
            return Grade(value, "reference")
        return Grade(value, calibrate.injection(value))

    def _relevance(self, item: Ranked, of_best: float) -> float:
        """By words, and by meaning where that says more; what nobody has stated is never sure."""
        value = self._heard(item, of_best)
        if value <= OTHER_MATTER or (chronicle.STEP in item.parts and item.document.sort == "turn"):
            return value
        return OTHER_MATTER if self._unstated(item.document) else value

    def _unstated(self, document: Document) -> bool:
        """Whether a document is a guess, or a turn that only supposes, asks or, of the assistant, guesses."""
        if document.sort != "turn" or len(document.text) > _MOST_WEIGHED:
            return document.kind == "belief"
        pieces = [piece.seen.strip() for piece in clauses.sentences_of(document.text)]
        guesses = document.origin == ASSISTANT
        return bool(pieces) and all(
            mood.supposes(piece)
            or mood.is_filler(piece)
            or (guesses and mood.doubts(piece))
            or (mood.has_question_mark(piece) and not self.asked.seeks_question)
            for piece in pieces
        )

    def _heard(self, item: Ranked, of_best: float) -> float:
        if chronicle.STEP in item.parts:
            return item.parts[chronicle.STEP]
        if "literal" in item.parts:
            return calibrate.relevance(1.0, of_best)
        document = item.document
        folded, held = folded_of(document.text), set(item.terms.split()) | set(terms(document.speaker))
        if fields.STEP in item.parts:
            return min(self._of_field(item, held, folded), calibrate.relevance(1.0, of_best))
        around = self.lent.get(item.slot, "")
        if self.asked.concepts:
            value = self._by_concepts(document, folded, held, around, of_best)
        elif self.asked.of_oneself:
            share = self.listener.own(folded, document.text).share
            value = calibrate.relevance(share, of_best if document.sort == "turn" else max(of_best, _ALIKE))
            value = min(OTHER_MATTER, value) if self.listener.only_denies(folded) else value
        else:  # about nothing in particular: all its words decide
            value = calibrate.relevance(self._covered(held, around), of_best)
            value = min(OTHER_SUBJECT, value) if self.listener.only_asks(document.text) else value
        if value > OTHER_MATTER and self._on_other_days(item):
            value = OTHER_MATTER
        return max(value, calibrate.relevance(self._meant(item), of_best))

    def _on_other_days(self, item: Ranked) -> bool:
        """Whether a document was told on other days than the question names, and names none of those."""
        question = self.search.question
        if not question.days or "when" in question.kinds or not item.document.time:
            return False
        if blend.on_day(self.search.corpus.columns.minute[item.slot], question.days):
            return False
        said = (term for term in item.terms.split() if len(term) == 10 and term[:4].isdigit())
        return not any(since <= day <= until for day in map(_day, said) for since, until in question.days)

    def _by_concepts(self, document: Document, folded: str, held: Set[str], around: str, of_best: float) -> float:
        """What the turns around hold counts for half, and makes nothing sure."""
        own = self.listener.hears(held, folded)
        share, both = own.share, own
        if around and share < 1.0:
            both = self.listener.hears(held | set(around.split()), f"{folded} {around}")
            share += 0.5 * (both.share - share)
        if own.share >= self.enough and document.sort != "turn":
            of_best = max(of_best, _ALIKE)
        value = calibrate.relevance(share, of_best, self.enough)
        if value <= OTHER_SUBJECT:
            return value
        text, is_turn = document.text, document.sort == "turn"
        ceiling = self.listener.ceiling(own, folded, text, is_turn)
        if both is not own and ceiling < OTHER_MATTER:
            ceiling = max(ceiling, min(OTHER_MATTER, self.listener.ceiling(both, f"{folded} {around}", text, is_turn)))
        return min(value, ceiling)

    def _of_field(self, item: Ranked, held: Set[str], folded: str) -> float:
        """The ceiling of a memory that gives the asked attribute: what else the question is about may be missing, and
        what holds today does not tell what was before."""
        if self.wants_old and item.document.status == "active" and not item.document.payload.get("supersedes"):
            return OTHER_MATTER
        if self.listener.only_denies(folded):
            return OTHER_MATTER
        if not (self.asked.concepts and str(item.document.payload.get("attribute", "")).startswith(_MANY)):
            return 1.0
        spoken = self.listener.hears(held, folded)
        lacks = spoken.lacks_any if self.asked.is_whether else not spoken.share and bool(self.asked.wanted)
        return OTHER_MATTER if lacks else 1.0

    def _covered(self, held: Set[str], around: str) -> float:
        weights, known = self.search.question.weights, self.search.idfs
        own = calibrate.coverage(weights, known, held)
        if not around or own >= 1.0:
            return own
        return own + 0.5 * (calibrate.coverage(weights, known, held | set(around.split())) - own)

    def _meant(self, item: Ranked) -> float:
        """How far a document's cosine stands from what unrelated texts have to what paraphrases have."""
        sense, cosine = self.search.sense, self.search.cosines.get(item.slot)
        if sense is None or cosine is None:
            return 0.0
        return calibrate.between(cosine, sense.unrelated, sense.related)


def _day(term: str) -> int:
    """The day of an ISO date in days since 1970, −1 for what is none."""
    try:
        return (date.fromisoformat(term) - date(1970, 1, 1)).days
    except ValueError:
        return -1
