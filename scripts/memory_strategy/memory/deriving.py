"""Bringing the index up to date with what it is derived from: records, journal, usage, seen turns, notes in faces.

Every source has a mark in the index: its stat and how many bytes were read. A file that only grew is read from there;
one that was replaced or cut is read anew, and what it no longer holds leaves the index. Deleting the index loses
nothing: every mark is then missing and everything is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Collection, Dict, List, Mapping, Optional, Set, Tuple

from ..index import Index
from ..index.entry import document_of
from ..model import Document, memory_from_record, utc_iso
from ..rules.secrets import redact
from ..store import files, journal, lines
from . import drawing, edits, sources
from .sources import Source

if TYPE_CHECKING:
    from .opening import Store

BATCH = 2000  # documents per transaction: bounds memory on a rebuild of a million


@dataclass
class Change:
    """What one source changes in the index, and its new mark."""

    upserts: Dict[str, Document] = field(default_factory=dict)
    removed: Set[str] = field(default_factory=set)
    seen: List[str] = field(default_factory=list)
    uses: List[Tuple[str, str]] = field(default_factory=list)  # (memory id, time)
    meta: Dict[str, str] = field(default_factory=dict)


def catch_up(
    store: Store, index: Index, problems: Optional[List[lines.Problem]] = None, only: Optional[Collection[str]] = None
) -> bool:
    """Bring `index` up to date with the disk; `only` names the sources that a writer just touched, where nothing else
    can have changed since it looked. Returns whether anything changed.

    Raises: StoreError when a source cannot be read, IndexBroken when the index cannot be written.
    """
    with index.together():
        stale = sources.survey(store, index) if only is None else sources.named(store, index, only)
        for source in stale:
            if source.stat == files.ABSENT:
                keys = {d.key for d in index.documents(source=source.name)}
                index.apply((), keys, source=source.name, meta=source.marked())
            elif source.sort == sources.NOTES:
                _notes(store, index, source, only is not None)
            elif source.sort == sources.SEEN:
                _seen(store, index, source)
            else:
                _lines(store, index, source, problems)
    return bool(stale)


def _lines(store: Store, index: Index, source: Source, problems: Optional[List[lines.Problem]]) -> None:
    """A file of lines: records, journal, usage."""
    read = {sources.RECORDS: _records, sources.JOURNAL: _journal, sources.USAGE: _usage}[source.sort]
    # An append keeps the inode and the length grows; anything else (git, a rewrite by forget, an edit in place) is read
    # from the start.
    grew = source.stat.inode == source.inode and source.stat.size > source.read
    start = source.read if grew else 0
    change = Change()
    if start == 0 and source.mark:
        change.removed = {d.key for d in index.documents(source=source.name)}
    end = start
    for line in lines.scan(store.paths.root / source.relative, start, problems):
        read(store, index, change, line.data)
        end = line.offset + line.length
        if len(change.upserts) >= BATCH:
            _apply(index, change, source.name)
            change = Change(removed=change.removed - set(change.upserts))
    change.removed -= set(change.upserts)
    change.meta.update(source.marked(end))
    _apply(index, change, source.name)


def _apply(index: Index, change: Change, name: str) -> None:
    index.apply(change.upserts.values(), change.removed, source=name, seen=change.seen, uses=change.uses,
                meta=change.meta)  # fmt: skip


def _records(store: Store, index: Index, change: Change, data: Mapping[str, Any]) -> None:
    try:
        memory = memory_from_record(data)
    except (KeyError, TypeError, ValueError):
        return
    if store.forgotten.memory_id(memory.id):  # git may merge the line of a forgotten memory in from another machine
        return
    held = change.upserts.get(memory.id) or (None if memory.id in change.removed else index.get(memory.id))
    if held is not None:
        rank = (held.payload.get("revision", 0), held.payload.get("updated_at", ""))
        if rank > (memory.revision, memory.updated_at):
            return
    memory = drawing.placed(memory, store.paths, store.zone)
    change.upserts[memory.id] = document_of(memory)


def _journal(store: Store, index: Index, change: Change, data: Mapping[str, Any]) -> None:
    entry = journal.entry_from_line(data)
    if entry is None:
        return
    document = store.turn_document(entry)
    if entry.removed:
        change.upserts.pop(document.key, None)
        change.removed.add(document.key)
    else:
        change.upserts[document.key] = document


def _usage(store: Store, index: Index, change: Change, data: Mapping[str, Any]) -> None:
    if isinstance(data.get("id"), str) and isinstance(data.get("at"), str):
        change.uses.append((data["id"], data["at"]))


def _seen(store: Store, index: Index, source: Source) -> None:
    start = source.read if source.read <= source.stat.size else 0
    keys = list(store.progress.keys(start))
    _apply(index, Change(seen=keys, meta=source.marked(source.stat.size)), source.name)


def _notes(store: Store, index: Index, source: Source, ours: bool) -> None:
    face = store.face(source.relative)
    taken_in = face.memo().stat == source.stat
    if ours and taken_in and source.mark:
        # Our own drawing: it changed no line of the person's, and reading five thousand lines again costs 10 ms.
        index.apply(source=source.name, meta=source.marked())
        return
    reading = face.read()
    time = store.day_start(face.path.stem) or utc_iso(store.moment(source.stat.mtime_ns))
    documents = {d.key: d for d in _masked(edits.note_documents(face, reading, time))}
    gone = {d.key for d in index.documents(source=source.name)} - set(documents)
    # Until a person's edits are taken in, the face stays unmarked: a crash before that must not lose them.
    meta = source.marked() if taken_in else {}
    if documents or gone or meta:
        index.apply(documents.values(), gone, source=source.name, meta=meta)


def _masked(documents: List[Document]) -> List[Document]:
    return [Document(**{**d.__dict__, "text": redact(d.text)}) for d in documents]
