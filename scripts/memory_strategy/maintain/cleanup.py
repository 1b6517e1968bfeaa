"""`cleanup`: what nobody used for long, and what is stored twice.

Of two that say the same the newer stays, with the sources and tags of both. Pairs that are alike and differ in a word
that counts are shown and left alone.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Iterator, Mapping, Sequence, Set

from ..decay import age_days, exempt
from ..model import Memory
from .duplicates import pairs
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
        if unused >= days and not exempt(memory) and memory.id not in keepers:
            yield step_for(ARCHIVE, memory, f"{int(unused)} 天未用", f"unused for {int(unused)} days")
