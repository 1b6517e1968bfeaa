"""The weekly and the monthly round: one plan each, made of the others.

Weekly: what expired leaves the archive, then prune, then capacity over what is left, and compress where the store runs
full. Monthly: last month's days become one summary each; what lasted (was used twice, said twice, or is worth keeping)
moves to a long-term file. That is the one time an importance rises after writing: to 4, since 4 is what a topic's file
begins with.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Tuple

from ..decay import age_days
from ..memory.drawing import day_of
from ..memory.moments import zone_of
from ..model import Memory
from .compress import joined, plan_compress, summary_of
from .plan import (
    ARCHIVE,
    EXPIRE,
    KEEP,
    PROMOTE,
    SUMMARISE,
    Draft,
    Plan,
    Step,
    exempt_step,
    in_order,
    planned,
    step_for,
    worths,
)
from .prune import capacity_steps, in_working_set, prune_steps

LASTED_USES = 2  # asked for on two occasions, or told on two


def overfull(active: int, settings: Mapping[str, Any]) -> bool:
    """Whether compress is to start by itself."""
    return active > settings["condense.start_at"]


def plan_weekly(memories: Sequence[Memory], now: datetime, settings: Mapping[str, Any]) -> Plan:
    """Archive retention, prune and capacity over all of `memories`; compress too where the store runs full."""
    active = in_order(memories)
    pruned = prune_steps(active, now, settings)
    gone = {step.memory for step in pruned if step.action == ARCHIVE}
    left = [m for m in active if m.id not in gone]
    steps = [*_expiring(memories, now, settings), *pruned, *capacity_steps(left, now, settings)]
    drafts: Tuple[Draft, ...] = ()
    if overfull(len(active), settings):
        full = plan_compress(left, now, settings)
        steps += full.changes
        drafts = full.drafts
    return planned("weekly", memories, steps, settings, drafts)


def _expiring(memories: Sequence[Memory], now: datetime, settings: Mapping[str, Any]) -> Iterator[Step]:
    days = settings["archive.retention_days"]
    for memory in memories:
        if memory.status == "archived" and memory.text and age_days(memory.updated_at, now) > days:
            held = int(age_days(memory.updated_at, now))
            yield step_for(
                EXPIRE, memory, f"已归档 {held} 天，超过 {days} 天", f"archived for {held} days, more than {days}"
            )


def plan_monthly(memories: Sequence[Memory], now: datetime, settings: Mapping[str, Any]) -> Plan:
    """Last month's notes of the day: condensed by day, or promoted."""
    active = in_order(memories)
    zone = zone_of(settings)
    month = _month_before(now.astimezone(zone))
    values = worths(active, now, settings)
    days: Dict[Tuple[str, ...], List[Memory]] = defaultdict(list)
    steps: List[Step] = []
    for memory in active:
        day = day_of(memory, zone)
        if not day.startswith(month) or not in_working_set(memory) or memory.kind == "summary":
            continue
        spared = exempt_step(memory)
        if spared:
            steps.append(spared)
        elif _lasted(memory, values[memory.id], settings["condense.keep"]):
            steps.append(
                step_for(
                    PROMOTE, memory, "经用且持久，移入长期记忆", "it lasted: moved to long-term", values[memory.id]
                )
            )
        else:
            days[day, memory.owner, memory.audience, memory.origin].append(memory)
    drafts: List[Draft] = []
    for key, held in days.items():
        steps += _day(key, held, values, settings["condense.summary_chars"], drafts)
    return planned("monthly", active, steps, settings, drafts)


def _month_before(local: datetime) -> str:
    year, month = (local.year, local.month - 1) if local.month > 1 else (local.year - 1, 12)
    return f"{year:04d}-{month:02d}-"


def _lasted(memory: Memory, value: float, keep: float) -> bool:
    sessions = {e.session for e in memory.evidence if e.session}
    return memory.use_count >= LASTED_USES or len(sessions) >= LASTED_USES or (value >= keep and memory.use_count > 0)


def _day(
    key: Tuple[str, ...], held: Sequence[Memory], values: Mapping[str, float], limit: int, drafts: List[Draft]
) -> Iterator[Step]:
    """One day's notes: the ones worth most, whole and in order, make its summary; the rest is archived with them."""
    if len(held) < 2:
        yield from (step_for(KEEP, m, "当天仅此一条", "the only note of its day", values[m.id]) for m in held)
        return
    chosen: List[Memory] = []
    for memory in sorted(held, key=lambda m: (-values[m.id], m.created_at)):
        if len(_line([*chosen, memory])) <= limit:
            chosen.append(memory)
    if len(chosen) < 2:
        yield from (step_for(KEEP, m, "内容过长，无法并成一条", "too long to be joined", values[m.id]) for m in held)
        return
    name = "/".join(key)
    drafts.append(Draft(name, summary_of(sorted(chosen, key=lambda m: m.created_at), _line(chosen))))
    for memory in held:
        if memory in chosen:
            yield step_for(
                SUMMARISE, memory, f"并入 {key[0]} 的摘要", f"joined into the summary of {key[0]}",
                values[memory.id], into=name, whole=True,
            )  # fmt: skip
        else:
            yield step_for(
                ARCHIVE, memory, f"{key[0]} 的摘要容不下", f"no room in the summary of {key[0]}", values[memory.id]
            )


def _line(memories: Sequence[Memory]) -> str:
    texts = [m.text.strip() for m in sorted(memories, key=lambda m: (m.created_at, m.id))]
    closed = [t if t[-1:] in ".!?。！？…" else t + ("。" if not t.isascii() else ".") for t in texts if t]
    return joined(closed)
