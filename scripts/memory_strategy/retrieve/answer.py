"""`ask`: a question and an open index in, hits and a context for a prompt out.

Owns: the order of the steps. Refuses: counting what was used; the caller records it, once a session.
One surprising fact: what is archived, and the turns it was learned from, come only when they are asked for; what a
person took out of a file must not come back as an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Callable, Dict, List, Optional, Sequence, Tuple

from .. import decay
from ..index import Index
from ..index.corpus import Corpus
from ..model import Document, Hit
from ..relevance import settings
from ..relevance.asked import LONGEST, occasion
from ..relevance.question import Question, understand
from ..relevance.synonyms import other_words, telling_words
from ..rules.dates import query_dates
from ..text.normalise import fold
from . import chronicle, context, fields, order
from .grading import Grading
from .order import Ranked
from .scope import Filters, Scope, Test, allowed, tagged
from .search import Search

if TYPE_CHECKING:
    from .meaning import Sense

_EPOCH = date(1970, 1, 1).toordinal()
_DEPTH, _BUDGET_DEPTH = 30, 60  # documents that are read and ordered; a budget may use them all
_SPARE = 10  # documents below an answer's length that are graded too: archived ones fall out, sure ones rise
_OTHER_WORD = 0.8  # weight of a word that the question does not hold and means
_TELLING_WORD = 1.0  # of one that what it asks for is often told with
IDLE_TERMS = 2  # distinct terms: "Noted." has one, "Probably higher." two
MAX_DATED_QUESTION = 120  # characters: in a pasted dialogue "yesterday" says nothing about what is looked for


@dataclass(frozen=True)
class Answer:
    """Hits, best first; the context that a prompt takes; its tokens; whether something was left out for the budget;
    `together`: with the filter `entity`, who and what else its memories name.
    """

    query: str
    hits: Tuple[Hit, ...]
    context: str
    tokens: int
    truncated: bool
    method: str = "keyword"
    together: fields.Together = ()


def ask(
    index: Index,
    query: str,
    *,
    now: datetime,
    top_k: int = 10,
    scope: Optional[Scope] = None,
    filters: Optional[Filters] = None,
    budget: Optional[int] = None,
    explain: bool = False,
    lang: str = "",
    sense: Optional[Sense] = None,
    least: float = 0.0,
) -> Answer:
    """Search memories and the raw record together and lay out what was found.

    `now` is aware, in the zone that decides which day a date word means. `budget` limits the context in tokens, and
    hits below the relevance `least` stay out of it. `lang` "zh" or "en" is the language of labels (else the question's).
    `sense` searches by meaning too, or alone. With `explain` each hit carries `terms`: what each step added, and each
    word that was found.

    Raises: ValueError when a date of `filters` is none, IndexBroken when the index cannot be read.
    """
    filters, scope = filters or Filters(), scope or Scope()
    question = read(query, now)
    lang = lang or question.lang
    depth = max(_DEPTH if budget is None else _BUDGET_DEPTH, 3 * top_k)
    with index.reading() as corpus:
        ranked, search = rank(corpus, question, now, scope, filters, depth, sense)
        hits = _hits(ranked, search, now, filters, lang, top_k if budget is None else depth)
        telling = [hit for hit in hits if hit.relevance >= least]
        text, truncated = context.build(telling, corpus, question, now, budget, lang, search.test)
        beside: fields.Together = ()
        if filters.entity:
            beside = fields.together(corpus, filters.entity, corpus.naming(filters.entity), search.test)
    chosen = hits[:top_k]
    if explain:
        by_key = {r.document.key: r for r in ranked}
        chosen = [_explained(hit, by_key[hit.document.key], search) for hit in chosen]
    return Answer(
        query, tuple(chosen), text, context.count(text), truncated, sense.mode if sense else "keyword", beside
    )


def read(query: str, now: datetime) -> Question:
    """The question with the days it names."""
    mentions = query_dates(query, now) if len(query) <= MAX_DATED_QUESTION else []
    question = understand(query, [(_day(m.since), _day(m.until)) for m in mentions])
    return question._replace(dated=tuple(m.words for m in mentions))


def _day(iso: str) -> int:
    return date.fromisoformat(iso[:10]).toordinal() - _EPOCH


def rank(
    corpus: Corpus,
    question: Question,
    now: datetime,
    scope: Scope,
    filters: Filters,
    depth: int,
    sense: Optional[Sense] = None,
) -> Tuple[List[Ranked], Search]:
    """Everything found, ordered, superseded and conflicting memories in their places."""
    test = allowed(corpus, scope, _with_archived(filters), now)
    question = _widened(corpus, question)
    search = Search(corpus, question, settings.choose(corpus.statistics, question.lang), test, sense)
    wish = occasion(question.text, question.days, question.dated)
    told = chronicle.chronicle(corpus, wish, now, test, depth) if wish else None
    if told is not None:
        return [item for item in told if tagged(item.document, filters.tag)], search
    found = fields.first(corpus, question, scope, test, search.run(depth if not filters.tag else 10 * depth))
    rows = corpus.rows(f.slot for f in found)
    ranked = [
        order.banded(Ranked(document, f.score, f.slot, held.terms, held.statement, parts=f.parts), now)
        for f, held in ((f, rows[f.slot]) for f in found if f.slot in rows)
        for document in fields.standing(held.document, f, question, filters.as_of)
        if tagged(document, filters.tag)
    ]
    ranked = order.folded(order.by_score(ranked))
    ranked = order.superseded_last(ranked, _fetcher(corpus, ranked, test), "before" in question.kinds)
    return order.conflicts_marked(ranked), search


def _widened(corpus: Corpus, question: Question) -> Question:
    """The question with the other words for a person of whom it asks by a word that nobody used: boss for manager; of
    days that it names, for what was done (bought for buy); of the asker's life, with the words that tell of it."""
    if len(question.text) > LONGEST:
        return question
    others = other_words(question.spoken, fold(question.text), matters=bool(question.days))
    told = telling_words(question.attributes)
    if not others and not told:
        return question
    known = corpus.frequencies([*others, *told, *(term for terms in others.values() for term in terms)])
    more = {t: _OTHER_WORD for own, terms in others.items() if own not in known for t in terms if t in known}
    more.update((t, _TELLING_WORD) for t in told if t in known and t not in question.weights)
    return question._replace(weights={**more, **question.weights}) if more else question


def _with_archived(filters: Filters) -> Filters:
    return Filters(**{**filters.__dict__, "archived": True})


def _fetcher(corpus: Corpus, ranked: Sequence[Ranked], test: Test) -> Callable[[str], Optional[Ranked]]:
    """Finds what replaced a memory, by key, within the scope."""
    known: Dict[str, Optional[Ranked]] = {r.document.key: r for r in ranked}

    def fetch(key: str) -> Optional[Ranked]:
        if key not in known:
            slot = corpus.slot(key)
            seen = slot is not None and test(slot)
            known[key] = Ranked(*_fetched(corpus, slot)) if slot is not None and seen else None
        return known[key]

    return fetch


def _fetched(corpus: Corpus, slot: int) -> Tuple[Document, float, int, str, Optional[str]]:
    held = corpus.rows([slot])[slot]
    return held.document, 0.0, slot, held.terms, held.statement


def _hits(ranked: Sequence[Ranked], search: Search, now: datetime, filters: Filters, lang: str, most: int) -> List[Hit]:
    best = max((r.score for r in ranked), default=1.0) or 1.0
    grading = Grading(search, ranked, search.lent(r.slot for r in ranked[: most + _SPARE]), best)
    hits: List[Hit] = []
    for item in ranked:
        if len(hits) == most + _SPARE:
            break
        document = item.document
        if _idle(item, search):
            continue
        grade = grading.grade(item)
        if document.status == "archived" and not filters.archived:
            continue
        if not (grade.relevance or search.sense or document.sort == "turn"):  # shares the question's frame and no more
            continue
        days = decay.age_days(document.time, now)
        level = decay.CORE_LEVEL if decay.exempt(document) else decay.level(days)
        hits.append(
            Hit(
                document=document, relevance=grade.relevance, strength=round(item.strength, 4),
                tier=decay.tier(days, document.sort, document.category), label=level.label(lang),
                injection=grade.injection, conflicts_with=item.conflicts,
                shown=context.shown(document, level.load, search.question),
            )
        )  # fmt: skip
    return order.sure_first(hits[: most + _SPARE if grading.asked.wanted else most], bool(grading.asked.wanted))[:most]


def _idle(item: Ranked, search: Search) -> bool:
    """A turn that holds no word of the question and says nothing by itself ("ok", "Noted."): lifted by its neighbours
    alone, it would stand first in an answer."""
    words = set(item.terms.split())
    if chronicle.STEP in item.parts:
        return False
    return item.document.sort == "turn" and len(words) <= IDLE_TERMS and not words & search.question.weights.keys()


def _explained(hit: Hit, item: Ranked, search: Search) -> Hit:
    parts = {step: round(value, 4) for step, value in item.parts.items()}
    held = set(item.terms.split())
    for term, weight in search.question.weights.items():
        if term in held and term in search.idfs:
            parts[f"word:{term}"] = round(weight * search.idfs[term], 4)
    parts["score"] = round(item.score, 4)
    return Hit(**{**hit.__dict__, "terms": parts})
