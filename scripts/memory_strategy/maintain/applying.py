"""Applying a plan: exactly its steps, in batches, each checked again under the lock.

What undo needs is on disk before the first step. A memory whose revision is no longer the plan's is left alone and
reported; the lock is let go between batches, so that nobody waits for ten thousand steps. No model is asked here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from ..decay import exempt
from ..errors import Refused
from ..memory import Store, Writer, archive
from ..memory.writing import joined_evidence
from ..model import Memory, memory_to_record, utc_iso
from ..store import files
from ..store.files import Stat
from . import ledger as ledgers
from .ledger import Ledger
from .plan import ARCHIVE, EXPIRE, MERGE, PROMOTE, SUMMARISE, Loss, Plan, Step

BATCH = 50  # S0
LONG_TERM_FROM = 4  # the importance at which a topic's file begins
Progress = Callable[[int, int], None]


@dataclass
class Applied:
    """What was done: actions counted, summaries written, and steps left out because their memory had changed."""

    done: Counter = field(default_factory=Counter)
    created: List[Memory] = field(default_factory=list)
    skipped: List[Step] = field(default_factory=list)


def apply(store: Store, plan: Plan, *, yes: bool = False, progress: Optional[Progress] = None) -> Applied:
    """Carry out a plan; `progress(done, of)` is called after each batch.

    Raises: Refused where the loss guard stops it and `yes` is not given; StoreError, Locked.
    """
    if plan.loss.stops and not yes:
        raise _too_much(plan.loss)
    applied = Applied()
    if not plan.changes:
        with store.writing():
            archive.settle(store)
            ledgers.keep_only(store, None, store.now)
        return applied
    batches = list(_batches(list(_groups(plan.changes))))
    ledger, faces = _begin(store, plan)
    done = 0
    for number, batch in enumerate(batches, 1):
        with store.writing() as writer:
            # A face that somebody wrote to meanwhile is not put back whole by undo, only line by line.
            ledger.faces = {path: text for path, text in ledger.faces.items() if faces.get(path) == _stat(store, path)}
            for group in batch:
                _carry_out(writer, plan, group, ledger, applied)
            applied.created += [m for m in writer.flush() if m.id in ledger.created.values()]
            faces = {path: _stat(store, path) for path in ledger.faces}
            if number == len(batches):
                _finish(store, plan, ledger)
        done += sum(len(group) for group in batch)
        if progress:
            progress(done, len(plan.changes))
    return applied


def _stat(store: Store, relative: str) -> Stat:
    return files.stat(store.face(relative).path)


def _finish(store: Store, plan: Plan, ledger: Ledger) -> None:
    if plan.kind == "weekly" or plan.counts.get(EXPIRE):
        archive.settle(store)
    ledger.faces_after = {relative: ledgers.face_sum(store, relative) for relative in ledger.faces}
    ledger.write()
    ledgers.keep_only(store, ledger, store.now)


def _too_much(loss: Loss) -> Refused:
    held_en = [f"{n} {what}" for n, what in (
        (loss.pinned, "pinned"), (loss.core, "core"), (loss.never_shown, "that were never shown to you")) if n]  # fmt: skip
    held_zh = [f"{what} {n} 条" for n, what in (
        (loss.pinned, "置顶"), (loss.core, "核心"), (loss.never_shown, "从未展示过的")) if n]  # fmt: skip
    return Refused(
        f"Stopped: the plan would take {loss.taken} of {loss.active} active memories ({loss.share:.0%})"
        + (f", among them {' and '.join(held_en)}." if held_en else "."),
        f"At most {loss.allowed:.0%} and none of those go without a word.",
        "Look at it with --dry-run; apply it with --yes. Nothing was changed.",
        zh=f"已停下：计划将移走 {loss.active} 条活动记忆中的 {loss.taken} 条（{loss.share:.0%}）"
        + (f"，其中{'、'.join(held_zh)}" if held_zh else "")
        + "。先用 --dry-run 查看，确认后加 --yes。未做任何改动。",
    )  # fmt: skip


def _groups(steps: Sequence[Step]) -> Iterator[Tuple[Step, ...]]:
    """Steps that stand or fall together: all that go into one summary, all that merge into one memory."""
    shared: Dict[Tuple[str, str], List[Step]] = defaultdict(list)
    for step in steps:
        shared[(step.action, step.into) if step.into else ("", step.memory)].append(step)
    yield from (tuple(group) for group in shared.values())


def _batches(groups: Sequence[Tuple[Step, ...]]) -> Iterator[List[Tuple[Step, ...]]]:
    batch: List[Tuple[Step, ...]] = []
    for group in groups:
        batch.append(group)
        if sum(len(g) for g in batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _begin(store: Store, plan: Plan) -> Tuple[Ledger, Dict[str, Stat]]:
    """Write down, before anything changes, what undo needs."""
    with store.writing() as writer:
        ledger = ledgers.begin(store, plan.kind, writer.new_id())
        touched = {s.memory for s in plan.changes} | {s.into for s in plan.changes if s.action == MERGE}
        memories = [m for m in (_find(store, i) for i in sorted(touched)) if m is not None]
        ledger.before = [memory_to_record(m) for m in memories]
        expiring = {s.memory for s in plan.changes if s.action == EXPIRE}
        ledger.expired = [r for r in archive.records(store) if r.get("id") in expiring] if expiring else []
        taken: set = set()
        for draft in plan.drafts:
            ledger.created[draft.key] = next(i for i in iter(writer.new_id, "") if i[-6:] not in taken)
            taken.add(ledger.created[draft.key][-6:])
        paths = {m.path for m in memories} | {store.placed(d.memory).path for d in plan.drafts}
        paths |= {store.placed(_promoted(m)).path for m in memories if _is_promoted(plan, m)}
        texts = {path: ledgers.face_text(store, path) for path in sorted(paths)}
        ledger.faces = {path: text for path, text in texts.items() if text is not None}
        ledger.write()
        return ledger, {path: _stat(store, path) for path in ledger.faces}


def _find(store: Store, memory_id: str) -> Optional[Memory]:
    found = store.find(memory_id)
    return found[0] if len(found) == 1 else None


def _is_promoted(plan: Plan, memory: Memory) -> bool:
    return any(s.action == PROMOTE and s.memory == memory.id for s in plan.changes)


def _promoted(memory: Memory) -> Memory:
    category = "patterns" if memory.category == "daily" else memory.category
    return memory.replace(importance=max(LONG_TERM_FROM, memory.importance), category=category)


def _carry_out(writer: Writer, plan: Plan, group: Sequence[Step], ledger: Ledger, applied: Applied) -> None:
    store = writer.store
    current = [(step, _find(store, step.memory)) for step in group]
    fit = [(s, m) for s, m in current if m is not None and m.revision == s.revision and _may(s, m)]
    action = group[0].action
    keeper = _find(store, group[0].into) if action == MERGE else None
    if (action == SUMMARISE and len(fit) < len(group)) or (
        action == MERGE and (keeper is None or keeper.status != "active")
    ):
        fit = []
    applied.skipped += [s for s in group if s not in [f for f, _ in fit]]
    if not fit:
        return
    applied.done[action] += len(fit)
    memories = [m for _, m in fit]
    if action == SUMMARISE:
        _summarise(writer, plan, group[0].into, memories, ledger)
    elif action == MERGE and keeper is not None:
        _merge(writer, keeper, memories)
    else:
        for memory in memories:
            _alone(writer, action, memory)


def _may(step: Step, memory: Memory) -> bool:
    """Whether the step still makes sense: what is active can be taken (never pinned or core), what is archived expires."""
    if step.action == EXPIRE:
        return memory.status == "archived"
    return memory.status == "active" and not exempt(memory)


def _alone(writer: Writer, action: str, memory: Memory) -> None:
    if action == ARCHIVE:
        writer.archive(memory)
    elif action == PROMOTE:
        promoted = _promoted(memory)
        writer.revise(memory, importance=promoted.importance, category=promoted.category)
    elif action == EXPIRE:
        writer.revise(memory, **archive.tombstone(memory))


def _summarise(writer: Writer, plan: Plan, key: str, memories: Sequence[Memory], ledger: Ledger) -> None:
    draft = next(d.memory for d in plan.drafts if d.key == key)
    stamp = utc_iso(writer.now)
    summary = writer.put(draft.replace(id=ledger.created[key], updated_at=stamp, recorded_at=stamp))
    for memory in memories:
        writer.revise(memory, status="archived", superseded_by=summary.id)


def _merge(writer: Writer, keeper: Memory, memories: Sequence[Memory]) -> None:
    evidence = keeper.evidence
    for memory in memories:
        evidence = joined_evidence(evidence, memory.evidence)
        writer.revise(memory, status="archived", superseded_by=keeper.id)
    writer.revise(
        keeper, evidence=evidence, tags=tuple(dict.fromkeys((*keeper.tags, *(t for m in memories for t in m.tags)))),
        importance=max(keeper.importance, *(m.importance for m in memories)),
    )  # fmt: skip
