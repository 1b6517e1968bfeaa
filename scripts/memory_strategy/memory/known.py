"""Is a new statement already known, does it replace something, or is it new? Decided by words, never by a score alone.

Numbers, names and negations always keep two statements apart (D30: of 334 writes that a similarity gate of 0.88 threw
away, 2 were duplicates). What was said later stands; an older statement that arrives late (an import) is stored as
already replaced.
"""

from __future__ import annotations

from typing import Iterable, NamedTuple, Optional, Protocol, Sequence

from ..model import Memory
from ..text.fingerprint import statement_key
from ..text.normalise import fold
from ..text.tokenise import terms


class Known(Protocol):
    """What the store can be asked about what it holds."""

    def by_statement(self, key: str) -> Iterable[Memory]: ...
    def by_attribute(self, owner: str, subject: str, attribute: str) -> Iterable[Memory]: ...
    def near(self, text: str) -> Iterable[Memory]: ...
    def of_session(self, session: str) -> Iterable[Memory]: ...


class Relation(NamedTuple):
    """`what` is new, exists (this very evidence), same, replaces (`others`), or outdated (by `others[0]`)."""

    what: str
    others: Sequence[Memory] = ()


def relation(new: Memory, known: Known, corrects: str = "") -> Relation:
    """How `new` stands to what is known; `corrects` is the value it says is wrong or over."""
    twins = [m for m in known.by_statement(statement_key(new.text)) if same_scope(new, m)]
    for old in twins:
        if _same_evidence(new, old):
            return Relation("exists", (old,))
    active = [m for m in twins if m.status == "active"]
    archived = [m for m in twins if m.status == "archived"]
    return (
        (Relation("same", active[:1]) if active else None)
        or (_against_rivals(new, known) if new.attribute else None)
        or (_corrected(new, known, corrects) if corrects else None)
        or (Relation("same", archived[:1]) if archived else None)  # said again: it comes back
        or Relation("new")
    )


def _corrected(new: Memory, known: Known, corrects: str) -> Optional[Relation]:
    for old in (*known.of_session(new.session), *known.near(new.text)):
        if _is_corrected(new, old, corrects):
            return Relation("replaces", (old,))
    return None


def _against_rivals(new: Memory, known: Known) -> Optional[Relation]:
    held = known.by_attribute(new.owner, new.subject, new.attribute)
    rivals = [m for m in held if m.status == "active" and same_scope(new, m)]
    agreeing = [m for m in rivals if fold(m.value) == fold(new.value)]
    for old in agreeing:
        if _same_evidence(new, old) and new.text == old.text:
            return Relation("exists", (old,))
        if not _adds_to(new, old):
            return Relation("same", (old,))
    differing = [m for m in rivals if fold(m.value) != fold(new.value)]
    if not differing:
        return None
    newest = max(differing, key=lambda m: m.created_at)
    if newest.created_at > new.created_at:
        return Relation("outdated", (newest,))
    return Relation("replaces", differing)


def _adds_to(new: Memory, old: Memory) -> bool:
    """Whether a statement of the same value tells a number or a name that the old one does not.

    "I moved to Boulder" and "I live in Boulder" are one; "I live in Boulder, at 12 Pine Street" says more.
    """
    more = set(terms(new.text)) - set(terms(old.text))
    names = {t for name in new.entities for t in terms(name)} - {t for name in old.entities for t in terms(name)}
    return bool(more & names) or any(char.isdigit() for term in more for char in term)


def same_scope(a: Memory, b: Memory) -> bool:
    """Whether two memories speak of one subject of one owner, to one audience."""
    return (a.owner, a.audience, fold(a.subject)) == (b.owner, b.audience, fold(b.subject))


def _same_evidence(a: Memory, b: Memory) -> bool:
    keys = {(e.session, e.message) for e in b.evidence if e.message}
    return any((e.session, e.message) in keys for e in a.evidence)


def _is_corrected(new: Memory, old: Memory, corrects: str) -> bool:
    """Whether `old` holds the value said to be wrong, of the same subject and the same sort of thing: who stopped
    drinking coffee did not give the coffee machine away."""
    sort, old_sort = (m.attribute.partition(":")[0] for m in (new, old))
    return (
        old.status == "active" and old.id != new.id and same_scope(new, old) and old.created_at <= new.created_at
        and fold(corrects) in fold(old.text) and (not sort or not old_sort or sort == old_sort)
    )  # fmt: skip
