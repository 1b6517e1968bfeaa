"""Plans: what would be done to which memory, and why; and what that would cost.

Owns: `Step`, `Draft`, `Loss`, `Plan` and their JSON. Refuses: doing anything.
One surprising fact: a plan names each memory with its revision. What changed since is left alone when it is applied.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from .. import retention
from ..decay import exempt
from ..model import Memory

KEEP, SUMMARISE, ARCHIVE, MERGE, PROMOTE, EXPIRE = "keep", "summarise", "archive", "merge", "promote", "expire"
TAKES = (SUMMARISE, ARCHIVE, MERGE)  # what makes an active memory inactive


@dataclass(frozen=True)
class Step:
    """What is done to one memory. `value` is its retention value (0–1), `into` the memory or draft that takes its place.

    `whole` tells that the words stay readable elsewhere in full, so that nothing is lost.
    """

    action: str
    memory: str
    revision: int
    reason_zh: str
    reason_en: str
    value: Optional[float] = None
    into: str = ""
    whole: bool = False
    text: str = ""  # the memory's words, for who reads the plan

    def reason(self, lang: str) -> str:
        """Why, in "zh" or "en"."""
        return self.reason_zh if lang == "zh" else self.reason_en


@dataclass(frozen=True)
class Draft:
    """A summary to be written: `key` names it inside the plan, `memory` has no id yet."""

    key: str
    memory: Memory


@dataclass(frozen=True)
class Loss:
    """What a plan takes: active memories before it, how many it makes inactive, and whose leaving needs a word."""

    active: int = 0
    taken: int = 0
    pinned: int = 0
    core: int = 0
    never_shown: int = 0
    allowed: float = 0.2  # maintain.max_loss

    @property
    def share(self) -> float:
        """The part of the active memories that is taken, 0–1."""
        return self.taken / self.active if self.active else 0.0

    @property
    def stops(self) -> bool:
        """Whether the plan may only be applied with --yes."""
        return self.share > self.allowed or bool(self.pinned or self.core or self.never_shown)


@dataclass(frozen=True)
class Plan:
    """What a command would do: steps in order, the summaries they write, and the loss."""

    kind: str
    steps: Tuple[Step, ...]
    loss: Loss
    drafts: Tuple[Draft, ...] = ()

    @property
    def changes(self) -> Tuple[Step, ...]:
        """The steps that change something."""
        return tuple(step for step in self.steps if step.action != KEEP)

    @property
    def counts(self) -> Dict[str, int]:
        """How many steps of each action."""
        return dict(Counter(step.action for step in self.steps))


def planned(
    kind: str,
    memories: Sequence[Memory],
    steps: Iterable[Step],
    settings: Mapping[str, Any],
    drafts: Iterable[Draft] = (),
) -> Plan:
    """A plan with its loss; one memory gets one step, the first that names it."""
    first: Dict[str, Step] = {}
    for step in steps:
        if step.memory not in first or first[step.memory].action == KEEP:
            first[step.memory] = step
    used = {step.into for step in first.values()}
    return Plan(
        kind, tuple(first.values()), _loss(memories, first.values(), settings["maintain.max_loss"]),
        tuple(draft for draft in drafts if draft.key in used),
    )  # fmt: skip


def _loss(memories: Sequence[Memory], steps: Iterable[Step], allowed: float) -> Loss:
    active = {m.id: m for m in memories if m.status == "active"}
    taken = [active[s.memory] for s in steps if s.action in TAKES and not s.whole and s.memory in active]
    archived = [active[s.memory] for s in steps if s.action == ARCHIVE and s.memory in active]
    return Loss(
        active=len(active), taken=len(taken), pinned=sum(m.pinned for m in taken),
        core=sum(m.category == "core" for m in taken), never_shown=sum(not m.use_count for m in archived), allowed=allowed,
    )  # fmt: skip


def step_for(
    action: str, memory: Memory, zh: str, en: str, value: Optional[float] = None, *, into: str = "", whole: bool = False
) -> Step:
    """A step for a memory as it stands."""
    rounded = None if value is None else round(value, 4)
    return Step(action, memory.id, memory.revision, zh, en, rounded, into, whole, memory.text)


def exempt_step(memory: Memory) -> Optional[Step]:
    """The step of a memory that no plan touches, None for any other (D39)."""
    if not exempt(memory):
        return None
    zh, en = ("已置顶", "pinned") if memory.pinned else ("核心记忆", "core")
    return step_for(KEEP, memory, zh, en, 1.0)


def as_json(plan: Plan, lang: str, limit: int) -> Dict[str, Any]:
    """The plan as the commands print it: every action counted, at most `limit` steps, those that change something first."""
    ordered = [*plan.changes, *(s for s in plan.steps if s.action == KEEP)]
    drafts = {draft.key: draft.memory.text for draft in plan.drafts}
    return {
        "plan": plan.kind, "counts": plan.counts, "steps": [_step_json(s, lang, drafts) for s in ordered[:limit]],
        "truncated": len(ordered) > limit,
        "loss": {
            "active": plan.loss.active, "taken": plan.loss.taken, "share": round(plan.loss.share, 4), "pinned": plan.loss.pinned,
            "core": plan.loss.core, "never_shown": plan.loss.never_shown, "needs_yes": plan.loss.stops,
        },
    }  # fmt: skip


def _step_json(step: Step, lang: str, drafts: Mapping[str, str]) -> Dict[str, Any]:
    out: Dict[str, Any] = {"action": step.action, "id": step.memory, "text": step.text, "reason": step.reason(lang)}
    if step.value is not None:
        out["value"] = step.value
    if step.into in drafts:
        out["summary"] = drafts[step.into]
    elif step.into:
        out["into"] = step.into
    return out


def in_order(memories: Iterable[Memory]) -> List[Memory]:
    """The active memories in the order of their words."""
    return sorted((m for m in memories if m.status == "active"), key=lambda m: (m.created_at, m.id))


def worths(memories: Sequence[Memory], now: datetime, settings: Mapping[str, Any]) -> Dict[str, float]:
    """{id: 0–1} by the configured profile; `memories` are active and in the order of their words."""
    profile = settings["retention.profile"]
    around = retention.survey(memories)
    return {m.id: retention.retention_value(m, now, profile, each) for m, each in zip(memories, around)}
