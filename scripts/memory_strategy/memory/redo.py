"""A flush that changes what is known is written down before it begins, so that a kill leaves all of it or nothing.

A replacement is two lines (the new memory, the old one's end), often in two files; a summary is one and its originals'
many. `begin` puts them into `state/flush.jsonl`, durably, before the first is appended; `complete`, at the start of the
next writing, appends what is missing. One surprising fact: a plain addition needs none of this, since its one line is
whole or not there; so the two fsyncs are paid only where something is replaced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Sequence

from ..model import Memory, memory_to_record
from ..store import files, lines
from . import recording

if TYPE_CHECKING:
    from .opening import Store


def needed(memories: Sequence[Memory]) -> bool:
    """Whether these belong together: several, of which one changes or replaces another."""
    return len(memories) > 1 and any(m.revision > 1 or m.supersedes for m in memories)


def begin(store: Store, memories: Sequence[Memory]) -> None:
    """Write down what is about to be appended. The caller holds the lock. Raises: StoreError."""
    files.replace(store.paths.redo, b"".join(lines.encode(memory_to_record(m)) for m in memories))


def end(store: Store) -> None:
    """Everything is appended. Raises: StoreError."""
    files.remove(store.paths.redo)


def complete(store: Store) -> int:
    """Append what a killed writer wrote down and did not get to; returns how many lines. The caller holds the lock and
    has mended the records. Raises: StoreError.
    """
    if files.stat(store.paths.redo) == files.ABSENT:
        return 0
    planned = [line.data for line in lines.scan(store.paths.redo)]
    missing = _missing(store, planned)
    for kind, records in missing.items():
        recording.append(store, kind, records)
    end(store)
    return sum(map(len, missing.values()))


def _missing(store: Store, planned: Sequence[Mapping[str, Any]]) -> Dict[str, List[Mapping[str, Any]]]:
    """The planned records that stand in no record file, by kind."""
    wanted = {(str(r["id"]), int(r["revision"])): r for r in planned}
    for path in store.paths.record_files():
        for line in lines.scan(path):
            wanted.pop((str(line.data.get("id")), int(line.data.get("revision", 0))), None)
    missing: Dict[str, List[Mapping[str, Any]]] = {}
    for record in wanted.values():
        missing.setdefault(str(record["kind"]), []).append(record)
    return missing
