"""`cleanup`: what nobody used for long, and what is stored twice.

What is lasting (family, identity, health, what holds for years) stays however long nobody asked for it. Of two that
say the same the newer stays, with the sources and tags of both. Pairs that are alike and differ in a word that counts
are shown and left alone.

Near-duplicates are found without comparing everything with everything. Two texts can only be as alike as asked (shared
part of their words and word pairs, Dice) if they share one of their rarest features, so each is looked up by its rarest
few only (the prefix filter of set-similarity joins; Chaudhuri, Ganti, Kaushik, "A Primitive Operator for Similarity Joins
in Data Cleaning", ICDE 2006). Exact: no pair is missed, and 100,000 memories take seconds. One surprising fact: alike is
not the same. Only pairs that `same_statement` accepts may be merged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime
from math import ceil
from typing import Any, Dict, FrozenSet, Iterator, List, Mapping, NamedTuple, Sequence, Set, Tuple

from ..decay import age_days, exempt, lasting
from ..model import Memory
from ..text.fingerprint import essence_key, features
from ..text.normalise import fold
from .plan import ARCHIVE, KEEP, MERGE, Plan, Step, in_order, planned, step_for


def plan_cleanup(memories: Sequence[Memory], now: datetime, settings: Mapping[str, Any]) -> Plan:
    """What `cleanup` would do with the active ones of `memories`."""
    active = in_order(memories)
    doubled = list(_doubled(active, settings["cleanup.similarity"]))
    keepers = {step.into for step in doubled if step.action == MERGE}
    return planned(
        "cleanup", active, [*doubled, *_stale(active, now, settings["cleanup.stale_days"], keepers)], settings
    )


def _doubled(active: Sequence[Memory], threshold: float) -> Iterator[Step]:
    for older, newer, similarity, same in pairs(active, threshold):
        if not same:
            yield step_for(
                KEEP, older, f"与 {newer.short} 相似（{similarity:.2f}），但有实义之差",
                f"like {newer.short} ({similarity:.2f}), and different in a word that counts", into=newer.id,
            )  # fmt: skip
        elif not exempt(older):
            yield step_for(
                MERGE, older, f"与较新的 {newer.short} 重复", f"the same as {newer.short}, which is newer",
                into=newer.id, whole=True,
            )  # fmt: skip


def _stale(active: Sequence[Memory], now: datetime, days: int, keepers: Set[str]) -> Iterator[Step]:
    for memory in active:
        unused = age_days(max(memory.last_used_at, memory.created_at), now)
        if unused >= days and not lasting(memory) and memory.id not in keepers:
            yield step_for(ARCHIVE, memory, f"{int(unused)} 天未用", f"unused for {int(unused)} days")


EXACT = 1e-9  # 0.95 is no binary fraction


class Pair(NamedTuple):
    """Two memories: the one said earlier, the one said later, how alike (0–1), and whether they say the same."""

    older: Memory
    newer: Memory
    similarity: float
    same: bool


def pairs(memories: Sequence[Memory], threshold: float) -> Iterator[Pair]:
    """Pairs of one owner, audience and subject that say the same or are at least `threshold` alike.

    Of many that say the same, each older one is paired with the newest.
    """
    scopes: Dict[Tuple[str, str, str], List[Memory]] = defaultdict(list)
    for memory in sorted(memories, key=lambda m: (m.created_at, m.id)):
        scopes[memory.owner, memory.audience, fold(memory.subject)].append(memory)
    for held in scopes.values():
        groups: Dict[str, List[Memory]] = defaultdict(list)
        for memory in held:
            groups[essence_key(memory.text)].append(memory)
        for group in groups.values():
            yield from (Pair(older, group[-1], 1.0, True) for older in group[:-1])
        yield from _alike([group[-1] for group in groups.values()], threshold)


def _alike(memories: Sequence[Memory], threshold: float) -> Iterator[Pair]:
    """Pairs of different statements that are at least `threshold` alike (PPJoin: prefix, length and position filters;
    Xiao, Wang, Lin, Yu, "Efficient Similarity Joins for Near Duplicate Detection", WWW 2008).
    """
    ranked = _ranked(memories)
    # Feature → the texts filed under it: number, size, and the room that its place leaves (below), smallest first.
    index: Dict[int, List[Tuple[int, int, float]]] = defaultdict(list)
    for i in sorted(range(len(ranked)), key=lambda i: len(ranked[i])):
        mine, size = ranked[i], len(ranked[i])
        if not size:  # "!!!" is like nothing
            continue
        least = threshold / (2.0 - threshold) * size - EXACT  # no smaller set can be as alike as asked
        half = threshold * size / 2.0 - EXACT
        whole: FrozenSet[int] = frozenset(mine)
        checked = set()
        for place in range(size - ceil(least) + 1):
            filed = index.get(mine[place])
            if not filed:
                continue
            if filed[0][1] < least:  # too small for this text, and so for every one that is still to come
                del filed[: next((n for n, entry in enumerate(filed) if entry[1] >= least), len(filed))]
            most = 2.0 * (size - place + EXACT) / threshold - size
            for j, other_size, room in filed:
                # Features stand in one order, so what stands before this one is shared by neither: either place may
                # leave too few behind it.
                if room < half or other_size > most or j in checked:
                    continue
                checked.add(j)
                shared = len(whole.intersection(ranked[j]))
                if shared >= half + threshold * other_size / 2.0:
                    older, newer = sorted((memories[i], memories[j]), key=lambda m: (m.created_at, m.id))
                    yield Pair(older, newer, 2.0 * shared / (size + other_size), False)
        for place in range(size - ceil(threshold * size - EXACT) + 1):
            index[mine[place]].append((i, size, size * (1.0 - threshold / 2.0) - place))


def _ranked(memories: Sequence[Memory]) -> List[Tuple[int, ...]]:
    """Each text's features as numbers, the rarest first."""
    numbers: Dict[str, int] = {}
    sets = [[numbers.setdefault(f, len(numbers)) for f in features(m.text)] for m in memories]
    frequency: Counter = Counter(number for each in sets for number in each)
    rank = {number: place for place, number in enumerate(sorted(frequency, key=lambda n: (frequency[n], n)))}
    return [tuple(sorted(rank[number] for number in each)) for each in sets]
