"""Who asks, and what may be answered with.

Owns: `Scope`, `Filters`, and the test that a document passes before it is scored further. Refuses: ranking.
One surprising fact: a scope is applied before scores spread to neighbours, so that a private turn cannot even lift
the turn after it in a group's answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Callable, Dict, List, Optional, Tuple

from .. import decay
from ..index.columns import Traits, unpack_traits
from ..index.corpus import Corpus
from ..model import NOBODY, PRIVATE, Document, parse_time


@dataclass(frozen=True)
class Scope:
    """Who asks: an owner (None: any), and the audience of the session that asks.

    In private everything of the owner is seen. A group ("group:<id>") sees what was said in that group, and what is
    private only with `private_too` (`privacy.group_recall`).
    """

    owner: Optional[str] = None
    audience: str = PRIVATE
    private_too: bool = False

    def sees(self, owner: str, audience: str) -> bool:
        """Whether a document of this owner and audience may be given."""
        if audience == NOBODY:
            return False
        if self.audience == PRIVATE:
            return self.owner is None or owner == self.owner
        if audience == self.audience:
            return True
        return self.private_too and audience == PRIVATE and (self.owner is None or owner == self.owner)


@dataclass(frozen=True)
class Filters:
    """What the asker limits the answer to. Days count back from now; `since` and `until` are ISO dates or times,
    inclusive. `as_of` sees what was said until then, as it stood then; `entity` only what names it or was said
    by it. Archived memories are left out unless wanted; superseded ones are ranked under what replaced them.
    """

    tier: str = "all"
    sort: str = ""
    kind: str = ""
    category: str = ""
    tag: str = ""
    days: Optional[float] = None
    since: str = ""
    until: str = ""
    archived: bool = False
    superseded: bool = True
    as_of: Optional[datetime] = None
    entity: str = ""


Test = Callable[[int], bool]
_NO_LIMIT = Filters(archived=True)


def anything(slot: int) -> bool:
    """The test that everything passes; a search recognises it and tests nothing."""
    return True


def allowed(corpus: Corpus, scope: Scope, filters: Filters, now: datetime) -> Test:
    """The test of a slot: seen by the scope, and within every filter but the tag (`tagged`).

    Raises: ValueError when `since` or `until` is no date.
    """
    known = corpus.scopes()
    scopes = frozenset(number for name, number in known.items() if scope.sees(*_owner_and_audience(name)))
    if len(scopes) == len(known) and filters == _NO_LIMIT:
        return anything
    traits, scope_of, minute_of = corpus.columns.traits, corpus.columns.scope, corpus.columns.minute
    first, last = _minutes(filters, now)
    passing: Dict[int, bool] = {0: False}
    named = corpus.naming(filters.entity) if filters.entity else None
    tiers = None if filters.tier in ("", "all") else filters.tier

    def test(slot: int) -> bool:
        packed = traits[slot]
        passes = passing.get(packed)
        if passes is None:
            passes = passing[packed] = _fits(unpack_traits(packed), filters)
        if not passes or scope_of[slot] not in scopes or (named is not None and slot not in named):
            return False
        minute = minute_of[slot]
        if not first <= minute <= last:
            return False
        return tiers is None or _tier(unpack_traits(packed), minute, now) == tiers

    return test


def owners(corpus: Corpus, scope: Scope) -> List[str]:
    """The owners of what the scope sees."""
    seen = (_owner_and_audience(name) for name in corpus.scopes())
    return sorted({owner for owner, audience in seen if scope.sees(owner, audience)})


def tagged(document: Document, tag: str) -> bool:
    """Whether a document bears a tag; every document bears ""."""
    return not tag or tag.casefold() in (str(t).casefold() for t in document.payload.get("tags") or ())


def _owner_and_audience(name: str) -> Tuple[str, str]:
    owner, _, audience = name.partition("\x1f")
    return owner, audience


def _fits(traits: Traits, filters: Filters) -> bool:
    if traits.status == "archived" and not filters.archived:
        return False
    if traits.status == "superseded" and not filters.superseded:
        return False
    wanted = ((filters.sort, traits.sort), (filters.kind, traits.kind), (filters.category, traits.category))
    return all(not want or want == has for want, has in wanted)


def _minutes(filters: Filters, now: datetime) -> Tuple[int, int]:
    first, last = -1, 1 << 33
    if filters.days is not None:
        first = int((now - timedelta(days=filters.days)).timestamp() // 60)
    if filters.since:
        first = max(first, int(_moment(filters.since, now, end=False).timestamp() // 60))
    if filters.until:
        last = int(_moment(filters.until, now, end=True).timestamp() // 60)
    if filters.as_of:
        last = min(last, int(filters.as_of.timestamp() // 60))
    return first, last


def _moment(text: str, now: datetime, end: bool) -> datetime:
    """A date is its first or last minute in the zone of `now`; a time is itself."""
    if len(text.strip()) > 10:
        return parse_time(text)
    day = datetime.fromisoformat(text.strip()).replace(tzinfo=now.tzinfo)
    return day + timedelta(days=1, minutes=-1) if end else day


def _tier(traits: Traits, minute: int, now: datetime) -> str:
    days = max(0.0, (now.timestamp() / 60 - minute) / 1440) if minute else 0.0
    return decay.tier(days, traits.sort, traits.category)
