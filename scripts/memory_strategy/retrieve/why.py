"""Where one document stands in a search, and what put it there.

Owns: `why_not`. Refuses: guessing; each reason is read off the same search that answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Mapping, Optional, Tuple

from ..index import Index
from ..index.corpus import Corpus
from ..text.tokenise import terms
from .answer import rank, read
from .order import Ranked
from .scope import Filters, Scope, allowed, tagged

_DEEP = 2000  # documents that are ranked to find the one asked for


@dataclass(frozen=True)
class Why:
    """`reason` is unknown, out of scope, filtered, no shared word, below the candidates, folded, or ranked; `rank`
    counts from 1. `shared` and `missing` are words of the question that the document has and lacks; `parts` is what
    each step added to its score, `best` the same of the first answer.
    """

    key: str
    reason: str
    rank: Optional[int] = None
    score: float = 0.0
    shared: Tuple[str, ...] = ()
    missing: Tuple[str, ...] = ()
    parts: Mapping[str, float] = field(default_factory=dict)
    best: Mapping[str, float] = field(default_factory=dict)
    folded_into: str = ""


def why_not(
    index: Index,
    query: str,
    key: str,
    *,
    now: datetime,
    scope: Optional[Scope] = None,
    filters: Optional[Filters] = None,
) -> Why:
    """Why the document `key` stands where it stands in the answer to `query`, or is not in it.

    Raises: IndexBroken, ValueError as `ask`.
    """
    scope, filters = scope or Scope(), filters or Filters()
    with index.reading() as corpus:
        return _stand(corpus, query, key, now, scope, filters)


def _stand(corpus: Corpus, query: str, key: str, now: datetime, scope: Scope, filters: Filters) -> Why:
    slot = corpus.slot(key)
    if slot is None:
        return Why(key, "unknown")
    question = read(query, now)
    document = corpus.documents([slot])[slot]
    held = set(terms(document.text)) | set(terms(document.speaker))
    shared = tuple(t for t in question.weights if t in held)
    missing = tuple(t for t in question.weights if t not in held)
    if not allowed(corpus, scope, Filters(archived=True), now)(slot):
        return Why(key, "out of scope", shared=shared, missing=missing)
    if not allowed(corpus, scope, filters, now)(slot) or not tagged(document, filters.tag):
        return Why(key, "filtered", shared=shared, missing=missing)
    ranked, _ = rank(corpus, question, now, scope, filters, _DEEP)
    best = _rounded(ranked[0]) if ranked else {}
    for place, item in enumerate(ranked, 1):
        if item.document.key == key:
            return Why(key, "ranked", place, round(item.score, 4), shared, missing, _rounded(item), best)
        if key in item.folded:
            return Why(key, "folded", place, round(item.score, 4), shared, missing, _rounded(item), best,
                       item.document.key)  # fmt: skip
    reason = "below the candidates" if shared else "no shared word"
    return Why(key, reason, shared=shared, missing=missing, best=best)


def _rounded(item: Ranked) -> Mapping[str, float]:
    return {step: round(value, 4) for step, value in item.parts.items()}
