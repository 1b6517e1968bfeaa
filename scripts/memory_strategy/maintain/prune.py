"""`prune` and `capacity`: archiving by retention value, below a threshold or past a number.

The working set that `capacity` bounds is what no long-term file holds: days' notes of importance 3 and less, and what
waits for review. What was promoted to a topic's file was put there to stay; 200 such facts are no disorder, and
archiving the 201st because of a number would lose what the user asked to keep.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Iterator, List, Mapping, Sequence

from ..decay import exempt
from ..model import UNTRUSTED, Memory
from ..paths import TOPIC_KEYS
from .plan import ARCHIVE, KEEP, Plan, Step, exempt_step, in_order, planned, step_for, worths


def plan_prune(memories: Sequence[Memory], now: datetime, settings: Mapping[str, Any]) -> Plan:
    """What is worth less than `prune.threshold` is archived; pinned and core stay."""
    active = in_order(memories)
    return planned("prune", active, prune_steps(active, now, settings), settings)


def prune_steps(active: Sequence[Memory], now: datetime, settings: Mapping[str, Any]) -> List[Step]:
    """A step for each active memory."""
    threshold, values = settings["prune.threshold"], worths(active, now, settings)
    return [exempt_step(m) or _by_threshold(m, values[m.id], threshold) for m in active]


def _by_threshold(memory: Memory, value: float, threshold: float) -> Step:
    if value >= threshold:
        return step_for(
            KEEP,
            memory,
            f"保留价值 {value:.2f}，不低于 {threshold:g}",
            f"worth {value:.2f}, at least {threshold:g}",
            value,
        )
    return step_for(
        ARCHIVE, memory, f"保留价值 {value:.2f}，低于 {threshold:g}", f"worth {value:.2f}, below {threshold:g}", value
    )


def in_working_set(memory: Memory) -> bool:
    """Whether no long-term file holds the memory."""
    return memory.origin in UNTRUSTED or not (memory.category in TOPIC_KEYS and memory.importance >= 4)


def plan_capacity(memories: Sequence[Memory], now: datetime, settings: Mapping[str, Any]) -> Plan:
    """The working set past `capacity.window` memories loses those that are worth least."""
    active = in_order(memories)
    return planned("capacity", active, list(capacity_steps(active, now, settings)), settings)


def capacity_steps(active: Sequence[Memory], now: datetime, settings: Mapping[str, Any]) -> Iterator[Step]:
    """A step for each memory of the working set."""
    window, values = settings["capacity.window"], worths(active, now, settings)
    held = [m for m in active if in_working_set(m)]
    spare = len(held) - window
    for rank, memory in enumerate(sorted(held, key=lambda m: (exempt(m), values[m.id], m.created_at, m.id))):
        value = values[memory.id]
        if rank < spare and not exempt(memory):
            yield step_for(
                ARCHIVE, memory, f"工作集 {len(held)} 条，上限 {window} 条，这条价值较低（{value:.2f}）",
                f"{len(held)} in the working set of {window}, and worth only {value:.2f}", value,
            )  # fmt: skip
        else:
            yield step_for(KEEP, memory, "在工作集上限之内", "within the working set", value)
