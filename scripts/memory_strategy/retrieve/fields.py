"""What only a memory's own fields can say: what it tells of the asker, what stood when, what is named together.

Owns: bringing the memory that gives an asked attribute to the top ("I moved from Porto to Lisbon" answers "where do I
live"), reading statuses as of a moment, and what occurs together with an entity. Refuses: words, and a weight in the
score for entities: measured, a graph of them finds nothing that words do not (benchmarks/RESULTS.md).
One surprising fact: raw turns have none of these fields, so nothing here changes how a conversation is searched.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import Dict, List, Optional, Sequence, Set, Tuple

from ..index.corpus import Corpus
from ..model import Document, memory_from_record
from ..relevance.question import Question
from ..text.normalise import fold
from .scope import Scope, Test, owners
from .search import Found

STEP = "asked"  # the name of this step among a score's parts
_MOST = 12  # memories of one attribute: "what do I like" has many answers
_LOOKED_AT, _LISTED = 5000, 12  # memories that name an entity; names that are listed beside it

Together = Tuple[Tuple[str, int], ...]


def first(corpus: Corpus, question: Question, scope: Scope, test: Test, found: Sequence[Found]) -> List[Found]:
    """What was found, with the memories of the asked attributes before it: by attribute, then by words, then newest."""
    if not question.attributes:
        return list(found)
    scores = {f.slot: f for f in found}
    best = max((f.score for f in found), default=0.0) or 1.0
    lifted: List[Found] = []
    for attribute in question.attributes:
        slots = [
            slot
            for owner in owners(corpus, scope)
            for slot in corpus.with_attribute(owner, "user", attribute, _MOST)
            if test(slot)
        ]
        own = {slot: scores[slot].score if slot in scores else 0.0 for slot in slots}
        lifted += [
            Found(slot, own[slot], scores[slot].parts if slot in scores else {})
            for slot in sorted(slots, key=lambda slot: (-own[slot], -corpus.columns.minute[slot], slot))
        ]
    above = {f.slot: best * (2.0 - rank / (len(lifted) + 1)) for rank, f in enumerate(lifted)}
    raised = [Found(f.slot, above[f.slot], {**f.parts, STEP: above[f.slot] - f.score}) for f in lifted]
    return raised + [f for f in found if f.slot not in above]


def standing(document: Document, found: Found, question: Question, as_of: Optional[datetime]) -> List[Document]:
    """The document as it stood: none when it did not stand yet or any more at `as_of`, or when it is brought up for an
    attribute and neither stands now nor is asked for as what was before.
    """
    if as_of is not None and document.sort == "memory":
        from ..memory.moments import stood

        if not stood(memory_from_record(document.payload), as_of):
            return []
        payload = {**document.payload, "status": "active", "superseded_by": ""}
        document = replace(document, status="active", payload=payload)
    if STEP in found.parts and document.status != "active":
        before = "before" in question.kinds and document.status == "superseded"
        if not before and len(found.parts) == 1:  # nothing but the attribute speaks for it
            return []
    return [document]


def together(corpus: Corpus, name: str, slots: Set[int], test: Test) -> Together:
    """What the memories in these slots name beside an entity, most often first: ((name, memories), …)."""
    seen = sorted((slot for slot in slots if test(slot)), reverse=True)[:_LOOKED_AT]
    counts: Counter = Counter()
    spelt: Dict[str, str] = {}
    for document in corpus.documents(seen).values():
        for folded, other in {fold(str(e)): str(e) for e in document.payload.get("entities") or ()}.items():
            spelt.setdefault(folded, other)
            counts[folded] += 1
    del counts[fold(name).strip()]
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_LISTED]
    return tuple((spelt[folded], count) for folded, count in ranked)
