"""Is a new statement already known, does it replace something, or is it new? Decided by words, never by a score alone.

Numbers, names and negations always keep two statements apart (D30: of 334 writes that a similarity gate of 0.88 threw
away, 2 were duplicates). What was said later stands; an older statement that arrives late (an import) is stored as
already replaced.
"""

from __future__ import annotations

import re
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
    """`what` is new, exists (this very evidence), same, replaces (`others`), outdated (by `others[0]`), or conflicts
    (with `others`: both are kept, and an answer says so)."""

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
        or _changed(new, known)
        or (Relation("same", archived[:1]) if archived else None)  # said again: it comes back
        or Relation("new")
    )


def _corrected(new: Memory, known: Known, corrects: str) -> Optional[Relation]:
    for old in (*known.of_session(new.session), *known.near(new.text)):
        if _is_corrected(new, old, corrects):
            return Relation("replaces" if _may_go(new, old) else "conflicts", (old,))
    return None


def _may_go(new: Memory, old: Memory) -> bool:
    """Whether nothing is lost with `old`: it is not pinned, and says no other thing, or the new one says it too."""
    from .updates import says_more

    given = bool(new.attribute) and not new.attribute.startswith("likes:")  # 我喝咖啡和茶, 我不喝咖啡了: the tea stays
    return not old.pinned and (new.rule == "correction" or given or not says_more(fold(old.text)))


def _changed(new: Memory, known: Known) -> Optional[Relation]:
    """What the words of change in a statement ("switched from", 搬到, "no longer") make of its near memories."""
    from .updates import update  # most statements carry no such word, and a question asks nothing of it

    found = update(new, known)
    return found and Relation("replaces" if found.sure else "conflicts", found.others)


def _against_rivals(new: Memory, known: Known) -> Optional[Relation]:
    held = known.by_attribute(new.owner, new.subject, new.attribute)
    rivals = [m for m in held if m.status == "active" and same_scope(new, m)]
    agreeing = [m for m in rivals if fold(m.value) == fold(new.value)]
    for old in agreeing:
        if _same_evidence(new, old) and new.text == old.text:
            return Relation("exists", (old,))
        if not _adds_to(new, old):
            return Relation("same", (old,))
    differing = [m for m in rivals if fold(m.value) != fold(new.value) and _comparable(new, m)]
    if not differing:
        return None
    newest = max(differing, key=lambda m: m.created_at)
    if newest.created_at > new.created_at:
        return Relation("outdated", (newest,))
    return Relation("replaces", differing)


_LOOSE = ("mine:", "fact:")  # what is said of a thing may be its name, its state or its place
_ROLE = "role:"
_NOW = re.compile(r"\b(?:now|no longer|any ?more|became|instead)\b|现在|不再|改当|换|变成|当上|成了")


def _comparable(new: Memory, old: Memory) -> bool:
    """Whether two values answer one question: "my car is a red Golf" and "my car is clean" do not, nor need "Anna is the
    design lead" end that she leads the project, unless it says so."""
    if new.attribute.startswith(_LOOSE):
        return _names_something(new.value) == _names_something(old.value)
    return not new.attribute.startswith(_ROLE) or _NOW.search(fold(new.text)) is not None


def _names_something(value: str) -> bool:
    """Whether a value holds a figure or a name, in Chinese also Latin letters."""
    words = value.split()
    return any(c.isdigit() for c in value) or any(w[:1].isupper() for w in words)


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
    drinking coffee did not give the coffee machine away, who left Acme did meet his wife there."""
    wrong, was = fold(corrects), fold(old.text)
    if old.status != "active" or old.id == new.id or not same_scope(new, old) or old.created_at > new.created_at:
        return False
    if wrong not in was:
        return False
    sort, old_sort = (m.attribute.partition(":")[0] for m in (new, old))
    if sort == old_sort == "schedule" and not _one_topic(new.attribute, old.attribute):
        return False  # the swimming lesson is "on Wednesday, not Monday": the piano lesson stays on Monday
    if sort and old_sort and sort != old_sort:
        return _is_mended(was, wrong, fold(new.text))
    from .updates import ends, is_state

    if new.rule == "workplace_left" and not old_sort:
        return ends(new, old)
    if new.rule == "correction" and not sort and wrong in fold(new.text):
        return ends(new, old)  # it tells by itself whom it is about: 林芳不在浙大了 says nothing of 陈默
    return new.rule == "correction" or is_state(was)


def _one_topic(attribute: str, other: str) -> bool:
    """Whether one of two schedules is named by words of the other: "our flight to Lisbon", "Lisbon flight"."""
    first, second = (set(terms(fold(a).partition(":")[2])) for a in (attribute, other))
    return first <= second or second <= first


def _is_mended(was: str, wrong: str, now: str) -> bool:
    """Whether `now` says what `was` said, with something else in the place of what was wrong."""
    before, _, after = was.partition(wrong)
    at = now.find(before)
    return bool(before.strip()) and at >= 0 and now.find(after, at + len(before)) >= 0
