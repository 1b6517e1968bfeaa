"""`compress`: keep what is worth it, make summaries of the long rest, archive what is worth little (S3).

The order is S3's: all are analysed first, each with its reason, then acted upon. A text that is short already is kept
where S3 would have "summarised" it into itself.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Iterator, List, Mapping, Optional, Sequence

from .. import summaries
from ..model import Memory
from .condensing import condensed, summary_of
from .plan import ARCHIVE, KEEP, SUMMARISE, Draft, Plan, Step, exempt_step, in_order, planned, step_for
from .worth import worths

if TYPE_CHECKING:
    from ..judge import Bench

MODEL_CHARS = 100  # of a model's summary (S3); the rules' may have condense.summary_chars


def plan_compress(
    memories: Sequence[Memory], now: datetime, settings: Mapping[str, Any], bench: Optional[Bench] = None
) -> Plan:
    """What `compress` would do with the active ones of `memories`.

    Where a model may read them, `bench` asks it for each summary: one that loses or invents anything, is empty, or is
    longer than the limit gives way to the rule's (D32). Call it outside the lock.
    """
    active = in_order(memories)
    drafts: List[Draft] = []
    return planned("compress", active, list(_steps(active, now, settings, drafts, bench)), settings, drafts)


def _steps(
    active: Sequence[Memory],
    now: datetime,
    settings: Mapping[str, Any],
    drafts: List[Draft],
    bench: Optional[Bench],
) -> Iterator[Step]:
    keep, drop, limit = settings["condense.keep"], settings["condense.drop"], settings["condense.summary_chars"]
    values = worths(active, now, settings)
    for memory in active:
        value = values[memory.id]
        spared = exempt_step(memory)
        if spared:
            yield spared
        elif value >= keep:
            yield step_for(
                KEEP, memory, f"保留价值 {value:.2f}，不低于 {keep:g}", f"worth {value:.2f}, at least {keep:g}", value
            )
        elif value < drop:
            yield step_for(
                ARCHIVE, memory, f"保留价值 {value:.2f}，低于 {drop:g}", f"worth {value:.2f}, below {drop:g}", value
            )
        elif len(memory.text) <= limit:
            yield step_for(
                KEEP, memory, f"保留价值 {value:.2f}，文字已够短", f"worth {value:.2f}, and short already", value
            )
        else:
            yield _summarised(memory, value, limit, drafts, bench)


def _summarised(memory: Memory, value: float, limit: int, drafts: List[Draft], bench: Optional[Bench]) -> Step:
    offered = bench.condense([memory.text], MODEL_CHARS) if bench else None
    if offered and len(offered.text) <= limit and summaries.fits([memory.text], offered.text):
        text, method = offered.text, offered.method
    else:
        text, method = condensed(memory.text, limit), "rules"
    drafts.append(Draft(memory.id, summary_of([memory], text).replace(method=method)))
    return step_for(
        SUMMARISE, memory, f"保留价值 {value:.2f}：{len(memory.text)} 字改为 {len(text)} 字的摘要，原文归档",
        f"worth {value:.2f}: {len(memory.text)} characters become {len(text)}, the original is archived", value, into=memory.id,
    )  # fmt: skip
