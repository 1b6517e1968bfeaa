"""Taking the last applied plan back: every memory it touched as it was, its summaries gone, the faces as they stood.

What was changed since by somebody else is left as it is and reported.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Set

from ..errors import NotFound
from ..memory import Store, Writer, archive
from ..model import Memory, memory_from_record, memory_to_record
from . import ledger as ledgers
from .ledger import Ledger


@dataclass
class Undone:
    """What was taken back: the plan's kind, how many memories are as they were, and those that changed since."""

    plan: str = ""
    restored: int = 0
    removed: int = 0
    changed_since: List[str] = field(default_factory=list)


def undo(store: Store, *, write: bool = True) -> Undone:
    """Take the last applied plan back; `write=False` only says what that would do.

    Raises: NotFound when there is none; StoreError, Locked.
    """
    store.require()
    ledger = ledgers.last(store)
    if ledger is None:
        raise NotFound("There is no applied plan to take back.", "", "condense, prune, capacity, cleanup and maintain leave one.",
                       zh="没有可撤销的计划：condense、prune、capacity、cleanup、maintain 执行后才有。")  # fmt: skip
    undone = Undone(ledger.plan)
    if not write:
        undone.restored, undone.removed = len(ledger.before), len(ledger.created)
        return undone
    with store.writing() as writer:
        untouched = {p for p, after in ledger.faces_after.items() if ledgers.face_sum(store, p) == after}
        kept = _put_back(store, writer, ledger, undone)
        gone = _end_summaries(store, writer, ledger, undone, kept)
        writer.flush()
        if archive.drop_records(store, gone):
            store.catch_up()
        if not undone.changed_since:
            for relative in sorted(untouched):
                ledgers.put_face(store, relative, ledger.faces[relative])
        store.catch_up()
        ledger.remove()
    return undone


def _put_back(store: Store, writer: Writer, ledger: Ledger, undone: Undone) -> Set[str]:
    """Revise every memory to what it was; returns the ids of summaries that were changed since and stay."""
    kept: Set[str] = set()
    for record in ledger.before:
        before = memory_from_record(record)
        found = store.find(before.id)
        if not found or _same(found[0], before):
            continue
        if found[0].revision != before.revision + 1:
            undone.changed_since.append(before.id)
            if found[0].status != "active":
                kept.add(found[0].superseded_by)
            continue
        writer.put(before.replace(revision=found[0].revision + 1))
        if archive.is_tombstone(found[0]):
            archive.put_back(store, [r for r in ledger.expired if r.get("id") == before.id])
        undone.restored += 1
    return kept


def _same(memory: Memory, before: Memory) -> bool:
    """Whether nothing but the revision differs: it was never touched, or is taken back already."""
    return _content(memory) == _content(before)


def _content(memory: Memory) -> Dict[str, Any]:
    record = memory_to_record(memory)
    for name in ("revision", "updated_at"):
        del record[name]
    return record


def _end_summaries(store: Store, writer: Writer, ledger: Ledger, undone: Undone, kept: Set[str]) -> Set[str]:
    """The summaries that the plan wrote end in the flush that brings their originals back, so that a kill never leaves
    both; their ids. One that was edited since (revision 2) stays.
    """
    gone: Set[str] = set()
    for memory_id in ledger.created.values():
        found = store.find(memory_id)
        if not found:
            continue
        ended = archive.is_tombstone(found[0]) and found[0].rule == archive.UNDONE
        if not ended and (found[0].revision > 1 or memory_id in kept):
            undone.changed_since.append(memory_id)
            continue
        if not ended:
            writer.revise(found[0], **archive.tombstone(found[0], archive.UNDONE))
        gone.add(memory_id)
    undone.removed = len(gone)
    return gone
