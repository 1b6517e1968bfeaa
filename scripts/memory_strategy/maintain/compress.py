"""`compress`: keep what is worth it, make summaries of the long rest, archive what is worth little (S3).

Owns: the plan, the rules' summary (whole sentences, those with names, numbers and negations first, never reworded), and
the memory that a summary becomes. The order is S3's: all are analysed first, each with its reason, then acted upon. One
surprising fact: a summary's importance is its original's × 0.9 (S3), rounded, which on a scale of 1–5 is the same: it
must not slip from a topic's file into a day's.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Iterator, List, Mapping, Optional, Pattern, Sequence

from .. import summaries
from ..model import ASSISTANT, HARNESS, OTHER, OWNER, TOOL, Evidence, Memory
from ..rules.entities import entities
from ..text.sentences import sentences
from ..text.tokens import cut_to_chars
from .plan import ARCHIVE, KEEP, SUMMARISE, Draft, Plan, Step, exempt_step, in_order, planned, step_for, worths

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


IMPORTANCE_KEPT = 0.9  # S3
RULE = "summary"
_TRUST = (OWNER, ASSISTANT, OTHER, TOOL, HARNESS)  # the most trusted first


@lru_cache(maxsize=1)
def _weighty() -> Pattern[str]:
    return re.compile(r"\d|不|没|别|无|勿|禁|n['’]t\b|\b(?:not|never|no|none|must|decided)\b|必须|决定", re.IGNORECASE)


def condensed(text: str, limit: int) -> str:
    """At most `limit` characters of a text: its weightiest sentences in their order, cut at a sentence."""
    if len(text) <= limit:
        return text
    parts = sentences(text)
    if not parts or min(len(part) for part in parts) > limit:
        return cut_to_chars(text, limit).strip()
    ranked = sorted(range(len(parts)), key=lambda i: (-_weight(parts[i], i), i))
    chosen: List[int] = []
    for i in ranked:
        if parts[i] in [parts[j] for j in chosen]:
            continue
        if len(joined([parts[j] for j in sorted([*chosen, i])])) <= limit:
            chosen.append(i)
    return joined([parts[i] for i in sorted(chosen)])


def _weight(sentence: str, position: int) -> float:
    held = len(set(_weighty().findall(sentence))) + len(entities(sentence))
    return held + (1.5 if position == 0 else 0.0)  # the first sentence says what the rest is about


def joined(parts: Sequence[str]) -> str:
    """Sentences as one text: a space between those that end in ASCII."""
    out = ""
    for part in parts:
        out += (" " if out and out[-1].isascii() else "") + part
    return out


def _least_trusted(originals: Sequence[Memory]) -> str:
    """A summary is worth what the least trusted of its originals is."""
    return max((m.origin for m in originals), key=_TRUST.index)


def summary_of(originals: Sequence[Memory], text: str) -> Memory:
    """The memory that a summary becomes: it keeps the originals' place, sources and claims, and names their ids.

    The length of what it condenses, in characters, stands in `rule` ("summary:850").
    """
    last = originals[-1]
    length = sum(len(m.text) for m in originals)
    one = originals[0] if len(originals) == 1 else None
    best = max(m.importance for m in originals)
    return Memory(
        id="", text=text, kind="summary", category=last.category if one else "daily",
        importance=max(1, round(best * IMPORTANCE_KEPT)), confidence=min(m.confidence for m in originals),
        tags=tuple(dict.fromkeys((*(t for m in originals for t in m.tags), "summary"))), entities=entities(text),
        source="summary", speaker=last.speaker, owner=last.owner, audience=last.audience, session=last.session,
        message=last.message if one else "", created_at=last.created_at, valid_from=last.valid_from, origin=_least_trusted(originals),
        subject=last.subject, attribute=one.attribute if one else "", value=one.value if one else "",
        rule=f"{RULE}:{length}", supersedes=tuple(m.id for m in originals),
        evidence=tuple(Evidence(e.session, e.message, "", e.time, "summary") for m in originals for e in m.evidence),
    )  # fmt: skip
