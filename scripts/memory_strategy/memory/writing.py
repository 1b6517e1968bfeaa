"""The writer: decides what a new statement is to what is known, and puts the outcome on disk in one order.

Truth first: journal, then records, then what was seen, each appended with fsync; then faces; then the index; then the
receipt, which reads the line back from the disk and finds it by its own words. A kill between two steps leaves at worst
a face or an index that is behind, which the next run mends from the records.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Callable, Dict, Iterable, Iterator, List, NamedTuple, Sequence, Tuple

from ..errors import NotFound, StoreError
from ..index import Index
from ..index.entry import document_of, memory_of
from ..model import DIMENSIONS, HELD, OWNER, UNTRUSTED, Evidence, Memory, memory_to_record, utc_iso
from ..rules.secrets import redact
from ..store import files, ids, journal, lines
from ..text.fingerprint import statement_key
from ..text.normalise import without_escapes
from . import archive, drawing, holding, recording, redo
from .known import relation, same_scope
from .pending import Pending

if TYPE_CHECKING:
    from .opening import Store


MOST_EVIDENCE = 20


class Receipt(NamedTuple):
    """What became of a statement: `action` is written, merged, exists, superseded (it replaced), outdated, held (for
    review), or archived (its owner asked to forget it)."""

    action: str
    memory: Memory
    replaced: Tuple[Memory, ...] = ()


class Writer:
    """Changes to the store, gathered and flushed under the lock. Made by `Store.writing()` only."""

    def __init__(self, store: Store, now: datetime) -> None:
        self.store, self.now = store, now
        self._pending = Pending()

    # -- what is known: pending changes before the index ------------------------------------------------------------

    def get(self, memory_id: str) -> Memory:
        """A memory by its id or its short id.

        Raises: NotFound.
        """
        return self._pending.find(memory_id) or self.store.get(memory_id)

    def _not_pending(self, keys: Iterable[str]) -> Iterator[Memory]:
        """The memories behind keys of the index, but for those that this batch has a newer form of."""
        for key in keys:
            document = self.store.index.get(key) if key not in self._pending.memories else None
            if document is not None and document.sort == "memory":
                yield memory_of(self.store.index, document)

    def by_statement(self, key: str) -> List[Memory]:
        """Memories that say the same in the same words."""
        return [*self._pending.by_statement(key), *self._not_pending(self.store.index.by_statement(key))]

    def by_attribute(self, owner: str, subject: str, attribute: str) -> List[Memory]:
        """Memories that say something about the same attribute of the same subject."""
        held = (d.key for d in self.store.index.by_attribute(owner, subject, attribute))
        return [*self._pending.by_attribute((owner, subject, attribute)), *self._not_pending(held)]

    def near(self, text: str) -> List[Memory]:
        """Memories of the index that share rare words with `text`."""
        return list(self._not_pending(self.store.index.near(text, 8)))

    def of_session(self, session: str) -> List[Memory]:
        """Memories of the session that this flush has not written yet, newest first."""
        return [m for m in reversed(list(self._pending.memories.values())) if m.session == session]

    # -- changes ----------------------------------------------------------------------------------------------------

    def add(self, memory: Memory, corrects: str = "") -> Receipt:
        """Store a statement unless it is known; merge it, or let it replace what it contradicts. An order is held."""
        memory = masked(memory)
        shape = holding.order_in(memory)
        if shape:
            return self.hold(memory, shape)
        found = relation(memory, self, corrects)
        if found.what == "exists":
            return Receipt("exists", found.others[0])
        if found.what == "same":
            return self.confirm(found.others[0], memory)
        memory = self._new(memory)
        if found.what == "outdated":
            newer = found.others[0]
            memory = memory.replace(status="superseded", superseded_by=newer.id, valid_to=newer.valid_from)
            return Receipt("outdated", self._put(memory))
        if found.what == "replaces":
            memory = memory.replace(supersedes=tuple(m.id for m in found.others))
            memory = self._put(memory)
            old = tuple(self._supersede(m, memory) for m in found.others)
            return Receipt("superseded", memory, old)
        if found.what == "conflicts":
            memory = self.disputed(memory, found.others)
        return Receipt("written", self._put(memory))

    def hold(self, memory: Memory, shape: str) -> Receipt:
        """Set a statement aside for review. What the owner accepted in the same words stands, and is not asked again."""
        memory = masked(memory)
        for twin in self.by_statement(statement_key(memory.text)):
            if twin.status == HELD or (twin.status == "active" and twin.origin == OWNER and same_scope(memory, twin)):
                return Receipt("held" if twin.status == HELD else "exists", twin)
        if memory.origin in UNTRUSTED and self.store.forgotten.words(memory.text):
            return Receipt("exists", memory)
        return Receipt("held", self._put(holding.held(self._new(memory), shape)))

    def _new(self, memory: Memory) -> Memory:
        stamp = utc_iso(self.now)
        return _storable(memory).replace(
            id=ids.new_id(self.now, self.short_taken), updated_at=stamp, recorded_at=stamp,
            created_at=memory.created_at or stamp, valid_from=memory.valid_from or memory.created_at or stamp,
        )  # fmt: skip

    def add_instead(self, memory: Memory, old: Memory) -> Receipt:
        """Store a statement that was found to replace `old`, unless `old` is the later word; what is known stays known."""
        receipt = self.add(memory)
        later = old.status != "active" or old.created_at > memory.created_at
        if receipt.action not in ("written", "superseded") or later or any(old.id == m.id for m in receipt.replaced):
            return receipt
        new = self._put(receipt.memory.replace(supersedes=(*receipt.memory.supersedes, old.id)))
        return Receipt("superseded", new, (*receipt.replaced, self._supersede(old, new)))

    def confirm(self, old: Memory, new: Memory) -> Receipt:
        """Said again: both sources are kept, a guess that the owner states becomes a fact, an archived one comes back."""
        changes: Dict[str, object] = {"evidence": joined_evidence(old.evidence, new.evidence), "status": "active"}
        if old.kind == "belief" and new.kind == "fact":
            changes.update(kind="fact", confidence=max(old.confidence, new.confidence), origin=new.origin)
        if new.importance > old.importance:
            changes.update(importance=new.importance, category=new.category)
        if new.pinned:
            changes["pinned"] = True
        return Receipt("merged", self.revise(old, **changes))

    def disputed(self, new: Memory, others: Sequence[Memory]) -> Memory:
        """The new statement and what it disagrees with, under one attribute: by it an answer and the health page name both."""
        attribute = others[0].attribute or new.attribute or f"disputed:{others[0].short}"
        if new.attribute not in ("", attribute):
            return new
        for old in others:
            if not old.attribute and old.subject == new.subject:
                self.revise(old, attribute=attribute, value=old.text)
        return new.replace(attribute=attribute, value=new.value or new.text)

    def _supersede(self, old: Memory, new: Memory) -> Memory:
        return self.revise(old, status="superseded", superseded_by=new.id, valid_to=new.valid_from)

    def revise(self, memory: Memory, **changes: object) -> Memory:
        """A new revision of a memory."""
        return self._put(memory.replace(revision=memory.revision + 1, updated_at=utc_iso(self.now), **changes))

    def archive(self, memory: Memory) -> Memory:
        """Take a memory out of the faces and of search's first answers; `restore` brings it back."""
        return memory if memory.status == "archived" else self.revise(memory, status="archived")

    def restore(self, memory: Memory) -> Memory:
        """Bring an archived memory back; one that waited for review waits again."""
        status = HELD if holding.is_held(memory) else "active"
        return memory if memory.status == status else self.revise(memory, status=status)

    def journal(self, entry: journal.Entry) -> None:
        """Keep a raw turn (the newest line for its key wins)."""
        self._pending.entries[entry.key] = entry

    def see(self, keys: Iterable[str]) -> None:
        """Mark turns as taken in; they count only once this flush is on disk."""
        self._pending.seen.extend(keys)

    def _put(self, memory: Memory) -> Memory:
        placed = drawing.placed(memory, self.store.paths, self.store.zone)
        self._pending.put(placed)
        return placed

    def put(self, memory: Memory) -> Memory:
        """A memory exactly as given: a summary made from others, or what undo puts back."""
        return self._put(_storable(memory))

    def new_id(self) -> str:
        """An id that no memory has."""
        return ids.new_id(self.now, self.short_taken)

    def short_taken(self, short: str) -> bool:
        """Whether a memory has this short id."""
        return self._pending.find(short) is not None or bool(self.store.index.by_short(short))

    def show(self, index: Index) -> None:
        """Lay what was gathered over an index in memory, and write nothing (a reader on a read-only disk)."""
        turns = [self.store.turn_document(e) for e in self._pending.entries.values()]
        gone = [t.key for t, e in zip(turns, self._pending.entries.values()) if e.removed]
        index.apply(
            [*(document_of(m) for m in self._pending.memories.values()), *(t for t in turns if t.key not in gone)], gone
        )

    def discard(self) -> None:
        """Drop what was gathered and not flushed: it was only to be looked at."""
        self._pending = Pending()

    # -- disk -------------------------------------------------------------------------------------------------------

    def flush(self) -> List[Memory]:
        """Put everything gathered on disk, draw it, index it, and read it back; returns the memories as stored.

        Once the records are on disk the memories are stored: what the disk refuses after that is a warning, and made good
        by the next writer. Raises: StoreError before, or where a record does not read back.
        """
        pending, self._pending = self._pending, Pending()
        if not (pending.memories or pending.entries or pending.seen):
            return []
        memories = list(pending.memories.values())
        for day, entries in _by(pending.entries.values(), lambda e: e.day).items():
            lines.append(self.store.paths.journal_file(day), [journal.entry_to_line(e) for e in entries])
        archive.keep(self.store, [m for m in memories if self._newly_archived(m)])
        together = redo.needed(memories)
        if together:
            redo.begin(self.store, memories)
        where: Dict[str, Tuple[str, lines.Line]] = {}
        for kind, group in _by(memories, lambda m: m.kind).items():
            before = files.stat(self.store.paths.record_file(kind)).size
            try:
                placed = recording.append(self.store, kind, [memory_to_record(m) for m in group])
            except StoreError:
                if together and not where and files.stat(self.store.paths.record_file(kind)).size <= max(0, before):
                    with contextlib.suppress(StoreError):  # nothing of it is stored: nor shall the next run store it
                        redo.end(self.store)
                raise
            where.update({m.id: (kind, line) for m, line in zip(group, placed)})
        self._settle(together, pending.seen)
        drawn = drawing.draw(self.store, memories, list(pending.entries.values()))
        touched = [self.store.paths.record_file(kind) for kind in {k for k, _ in where.values()}]
        touched += [self.store.paths.journal_file(day) for day in {e.day for e in pending.entries.values()}]
        touched += [self.store.paths.seen] * bool(pending.seen)
        self.store.catch_up({*map(self.store.paths.relative, touched), *(f"notes:{f.relative}" for f in drawn)})
        self.store.settle_undrawn()
        for memory in memories:
            self._verify(memory, *where[memory.id])
        return memories

    def _settle(self, together: bool, seen: Sequence[str]) -> None:
        """End the plan and mark the turns as seen; without either, the next run comes to the same end."""
        if together:
            with contextlib.suppress(StoreError):
                redo.end(self.store)
        try:
            self.store.progress.append(seen)
        except StoreError as error:
            self.store.warn(
                f"Stored. {error.wrong} The next run reads these turns again and stores nothing twice.",
                f"已保存。{error.zh or error.wrong}下次运行会再读这些对话，不会重复保存。",
            )

    def _newly_archived(self, memory: Memory) -> bool:
        if memory.status != "archived" or not memory.text:
            return False
        before = self.store.index.get(memory.id)
        return before is None or before.status != "archived"

    def _verify(self, memory: Memory, kind: str, line: lines.Line) -> None:
        try:
            back = lines.read_at(self.store.paths.record_file(kind), line.offset, line.length)
        except ValueError as error:
            raise StoreError(f"Memory {memory.short} could not be read back: {error}.", "It is not acknowledged.",
                             "Run `memory_manager.py doctor`.") from error  # fmt: skip
        if back != json.loads(json.dumps(memory_to_record(memory))):
            raise StoreError(f"Memory {memory.short} reads back differently.", "It is not acknowledged.",
                             "Run `memory_manager.py doctor`.")  # fmt: skip
        if not self.store.index.finds(memory.id, memory.text):
            raise StoreError(f"Memory {memory.short} is on disk and is not found by its own words.", "",
                             "Run `update_index.py --rebuild`.")  # fmt: skip


def masked(memory: Memory) -> Memory:
    """Whoever hands a memory in, no word of it reaches the disk with a secret in it: tags and names are texts too."""
    one = {
        name: redact(without_escapes(getattr(memory, name)))
        for name in ("text", "session", "message", "speaker", "subject", "value", "owner", "rule")
    }
    grades = {name: grade for name, grade in memory.dimensions.items() if name in DIMENSIONS}
    proofs = tuple(
        replace(e, session=redact(e.session), message=redact(e.message), quote=redact(e.quote)) for e in memory.evidence
    )
    return memory.replace(
        **one,
        tags=tuple(map(redact, memory.tags)),
        entities=tuple(map(redact, memory.entities)),
        evidence=proofs,
        dimensions=grades,
    )


def _storable(memory: Memory) -> Memory:
    """Lone surrogates, which no UTF-8 file holds, become a question mark before anything is compared with what was read back."""
    clean = {f: v.encode("utf-8", "replace").decode("utf-8") for f, v in memory.__dict__.items() if isinstance(v, str)}
    return memory.replace(**clean)


def joined_evidence(old: Sequence[Evidence], new: Sequence[Evidence]) -> Tuple[Evidence, ...]:
    """The evidence of both, each message once: the first, which says since when, and the latest up to `MOST_EVIDENCE`.

    A sentence repeated a thousand times would else make each record line longer than the last.
    """
    have = {(e.session, e.message) for e in old if e.message}
    joined = (*old, *(e for e in new if not e.message or (e.session, e.message) not in have))
    return joined if len(joined) <= MOST_EVIDENCE else (joined[0], *joined[1 - MOST_EVIDENCE :])


def _by(items: Iterable, key: Callable) -> Dict[str, list]:
    groups: Dict[str, list] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def require_one(found: Sequence[Memory], asked: str) -> Memory:
    """The only memory found under an id.

    Raises: NotFound when there is none, or more than one.
    """
    if not found:
        raise NotFound(
            f"No memory has the id {asked}.",
            "",
            "`memory_manager.py search` shows ids.",
            zh=f"没有编号为 {asked} 的记忆。用 `memory_manager.py search` 可查看编号。",
        )
    if len(found) > 1:
        raise NotFound(
            f"{asked} names {len(found)} memories: {', '.join(m.id for m in found)}.",
            "",
            "Use a full id.",
            zh=f"{asked} 对应 {len(found)} 条记忆：{', '.join(m.id for m in found)}。请用完整编号。",
        )
    return found[0]
