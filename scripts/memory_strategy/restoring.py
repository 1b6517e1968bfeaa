"""Memories of another store of ours, as they stood there: current, replaced, archived, waiting; and its raw turns.

Owns: ids that are kept where they are free here, the links from new to old, uses, turns. Refuses: to believe an order
because an export calls it active (it is held), what was forgotten here, and ids of which only a tombstone is left.
One surprising fact: the memories of one export are not weighed against each other. They stood side by side where they
come from; only what this store already holds decides whether one is known, outdated, or replaces something.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, Iterable, List, Mapping, Sequence, Set

from .memory import Receipt, Store, Writer, holding
from .memory.known import relation, same_scope
from .memory.writing import masked
from .model import HELD, OWNER, Evidence, Memory
from .rules.secrets import redact
from .store import ids, journal, lines
from .text.fingerprint import statement_key

_ULID = re.compile(f"[{ids.ALPHABET}]{{26}}")
_KEY = re.compile("[0-9a-f]{16}")
_STOOD = ("active", HELD)


def restore(store: Store, writer: Writer, memories: Iterable[Memory]) -> List[Receipt]:
    """Put another store's memories in; a receipt for each, in the order of their words, links between them kept.

    Call inside `writing()`; the caller flushes. Raises: StoreError.
    """
    return _Restoring(store, writer).all(memories)


class _Restoring:
    """One import: what each foreign id became here, and the memories that came with it."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self._store, self._writer = store, writer
        self._became: Dict[str, str] = {}
        self._placed: Dict[str, Memory] = {}

    def all(self, memories: Iterable[Memory]) -> List[Receipt]:
        ordered = sorted(memories, key=lambda m: (m.status not in _STOOD, m.created_at, m.id))
        receipts = [self._one(_own(memory)) for memory in ordered]
        for memory in self._placed.values():
            linked = memory.replace(
                supersedes=tuple(self._became[i] for i in memory.supersedes if i in self._became),
                superseded_by=self._became.get(memory.superseded_by, ""),
            )
            self._placed[memory.id] = self._writer.put(linked)
        return [r._replace(memory=self._placed.get(r.memory.id, r.memory)) for r in receipts]

    def _one(self, memory: Memory) -> Receipt:
        receipt = self._taken(memory)
        self._became[memory.id] = receipt.memory.id
        return receipt

    def _taken(self, memory: Memory) -> Receipt:
        here = [m for m in self._store.find(memory.id) if m.id == memory.id] if memory.id else []
        if here:  # this very memory: it was imported before, or comes back from a copy of this store
            if not self._says_more(memory, here[0]):
                return Receipt("exists", here[0])
            memory = memory.replace(id="")  # other words under a known id are another statement, and weighed as one
        if memory.status == HELD or holding.order_in(memory):
            return self._held(memory)
        if memory.status != "active":
            return self._history(memory)
        found = relation(memory, _Before(self._writer, self._placed.keys()))
        if found.what == "exists":
            return Receipt("exists", found.others[0])
        if found.what == "same":
            return self._writer.confirm(found.others[0], memory)
        new = self._place(memory)
        if found.what == "outdated":
            newer = found.others[0]
            self._placed[new.id] = new = new.replace(
                status="superseded", valid_to=newer.valid_from, superseded_by=newer.id
            )
            self._became[newer.id] = newer.id
            return Receipt("outdated", new)
        if found.what == "replaces":
            old = tuple(self._writer.revise(m, status="superseded", superseded_by=new.id, valid_to=new.valid_from)
                        for m in found.others)  # fmt: skip
            self._became.update({m.id: m.id for m in old})
            self._placed[new.id] = new = new.replace(supersedes=(*new.supersedes, *(m.id for m in old)))
            return Receipt("superseded", new, old)
        if found.what == "conflicts":
            self._placed[new.id] = new = self._writer.disputed(new, found.others)
        return Receipt("written", new)

    @staticmethod
    def _says_more(memory: Memory, here: Memory) -> bool:
        """Whether an active memory was changed since in the other store: only its words count, and never its rights."""
        later = memory.created_at == here.created_at and memory.revision > here.revision
        return (
            later
            and memory.status == "active"
            and bool(here.text)
            and statement_key(memory.text) != statement_key(here.text)
        )

    def _held(self, memory: Memory) -> Receipt:
        for twin in self._writer.by_statement(statement_key(memory.text)):
            if twin.status == HELD or (twin.status == "active" and twin.origin == OWNER and same_scope(memory, twin)):
                return Receipt("exists", twin)
        if not holding.is_held(memory):
            memory = holding.held(memory, holding.order_in(memory) or "order")
        return Receipt("held", self._place(memory))

    def _history(self, memory: Memory) -> Receipt:
        for twin in self._writer.by_statement(statement_key(memory.text)):
            if twin.status == memory.status and twin.created_at == memory.created_at and same_scope(memory, twin):
                return Receipt("exists", twin)
        return Receipt("written", self._place(memory))

    def _place(self, memory: Memory) -> Memory:
        """The memory under its own id where that is one and free here, else under a new one."""
        short = memory.id[-6:].lower()
        taken = short in {i[-6:].lower() for i in self._placed} or self._writer.short_taken(short)
        if not _ULID.fullmatch(memory.id) or taken:
            proof = memory.evidence or (Evidence("import:export", memory.id, memory.text, memory.created_at, "import"),)
            memory = memory.replace(id=self._writer.new_id(), evidence=proof)
        self._placed[memory.id] = memory
        return memory


class _Before:
    """What the store held before this import: `memory.known` is asked about that alone."""

    def __init__(self, writer: Writer, placed: Iterable[str]) -> None:
        self._writer, self._placed = writer, placed

    def _old(self, memories: Iterable[Memory]) -> List[Memory]:
        return [m for m in memories if m.id not in self._placed]

    def by_statement(self, key: str) -> List[Memory]:
        return self._old(self._writer.by_statement(key))

    def by_attribute(self, owner: str, subject: str, attribute: str) -> List[Memory]:
        return self._old(self._writer.by_attribute(owner, subject, attribute))

    def near(self, text: str) -> List[Memory]:
        return self._old(self._writer.near(text))

    def of_session(self, session: str) -> List[Memory]:
        return self._old(self._writer.of_session(session))


def _own(memory: Memory) -> Memory:
    """The memory as this store may hold it: no secret in any word."""
    memory = masked(memory)
    return memory.replace(
        valid_from=memory.valid_from or memory.created_at, recorded_at=memory.recorded_at or memory.created_at
    )


def put_uses(store: Store, uses: Mapping[str, Sequence[str]], receipts: Iterable[Receipt]) -> None:
    """Count the uses of memories that are new here and kept their id; call under the lock, after the flush."""
    fresh = {r.memory.id for r in receipts if r.action in ("written", "superseded", "outdated")} & uses.keys()
    if fresh:
        lines.mend(store.paths.usage)
        lines.append(store.paths.usage, [{"id": i, "at": at} for i in sorted(fresh) for at in uses[i]])


def put_turns(store: Store, writer: Writer, entries: Iterable[journal.Entry]) -> int:
    """Put raw turns into the record of their days, and mark them as taken in; returns how many were new."""
    known: Set[str] = set()
    found = [e for e in entries if not e.removed]
    for start in range(0, len(found), 500):
        known |= store.index.seen(e.key for e in found[start : start + 500])
    new = 0
    for entry in found:
        if entry.key in known or store.forgotten.turn(journal.turn_of(entry), entry.key):
            continue
        known.add(entry.key)
        if not _KEY.fullmatch(entry.key):
            entry = replace(entry, key=journal.identity(journal.turn_of(entry)))
        spoken = {name: redact(getattr(entry, name)) for name in ("text", "session", "speaker", "owner")}
        writer.journal(journal.Entry(**{**entry.__dict__, **spoken}))
        writer.see([entry.key])
        new += 1
    return new
