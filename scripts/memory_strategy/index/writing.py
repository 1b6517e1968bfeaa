"""One transaction's changes to documents, gathered so that each block of each term is rewritten once.

Owns: the rows of documents, postings, columns and statistics. Refuses: beginning or ending the transaction.
One surprising fact: slots are dense and never mean anything; ranking breaks ties by key, so an index that grew and
one that was built at once answer alike.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from typing import Any, Dict, List, Mapping, Tuple

from ..model import Document
from .columns import BLOCK_BITS, REMOVED, Row, changed_block, merged, pack
from .entry import Entry, body_of, document_from, entry_of

_OFFSET_MASK = (1 << BLOCK_BITS) - 1

_NEW_TOTAL = "INSERT OR IGNORE INTO {table} VALUES (?, 0, 0)"  # tables and columns are named by this module alone
_ADD_TO_TOTAL = "UPDATE {table} SET documents = documents + ?, terms = terms + ? WHERE {key} = ?"


class Batch:
    """Changes of one transaction; `write` puts them into the tables."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._postings: Dict[Tuple[str, int], Dict[int, int]] = defaultdict(dict)
        self._columns: Dict[int, Dict[int, Row]] = defaultdict(dict)
        self._statistics: Dict[str, List[int]] = defaultdict(lambda: [0, 0])
        self._sessions: Dict[int, List[int]] = defaultdict(lambda: [0, 0])
        self._names: Dict[Tuple[str, str], int] = {}
        self._next = db.execute("SELECT coalesce(max(slot), -1) + 1 FROM documents").fetchone()[0]

    def put(self, document: Document, source: str) -> None:
        """Insert a document, or replace the one with its key."""
        held = self._db.execute("SELECT slot, body, source FROM documents WHERE key = ?", (document.key,)).fetchone()
        if held is None:
            self._insert(entry_of(document), source)
            return
        slot, body, old_source = held
        if body == body_of(document):
            if source != old_source:
                self._db.execute("UPDATE documents SET source = ? WHERE slot = ?", (source, slot))
            return
        self._replace(slot, entry_of(document_from(body)), entry_of(document), source)

    def remove(self, key: str) -> None:
        """Remove the document with this key, if there is one."""
        held = self._db.execute("SELECT slot, body FROM documents WHERE key = ?", (key,)).fetchone()
        if held is None:
            return
        slot, body = held
        old = entry_of(document_from(body))
        self._drop_postings(slot, old)
        self._count(old, -1)
        self._columns[slot >> BLOCK_BITS][slot & _OFFSET_MASK] = REMOVED
        self._db.execute("DELETE FROM documents WHERE slot = ?", (slot,))
        self._db.execute("DELETE FROM vectors WHERE slot = ?", (slot,))

    def _insert(self, entry: Entry, source: str) -> None:
        slot, self._next = self._next, self._next + 1
        session = self._name("session", entry.document.session)
        self._db.execute(
            "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (slot, *_values(entry, source, session)),
        )
        self._add_postings(slot, entry)
        self._place(slot, entry, session)
        self._count(entry, 1)

    def _replace(self, slot: int, old: Entry, new: Entry, source: str) -> None:
        session = self._name("session", new.document.session)
        self._db.execute(
            "UPDATE documents SET key = ?, sort = ?, status = ?, source = ?, session = ?, position = ?, content = ?, statement = ?,"
            " short = ?, attribute = ?, body = ?, terms = ? WHERE slot = ?",
            (*_values(new, source, session), slot),
        )
        if old.content != new.content:
            self._db.execute("DELETE FROM vectors WHERE slot = ?", (slot,))
        if old.terms != new.terms:
            self._drop_postings(slot, old)
            self._add_postings(slot, new)
        self._place(slot, new, session)
        self._count(old, -1)
        self._count(new, 1)

    def _add_postings(self, slot: int, entry: Entry) -> None:
        block, offset = slot >> BLOCK_BITS, slot & _OFFSET_MASK
        length = len(entry.terms)
        for term, frequency in entry.counts.items():
            self._postings[term, block][offset] = pack(slot, frequency, length)

    def _drop_postings(self, slot: int, entry: Entry) -> None:
        block, offset = slot >> BLOCK_BITS, slot & _OFFSET_MASK
        for term in entry.counts:
            self._postings[term, block][offset] = 0

    def _place(self, slot: int, entry: Entry, session: int) -> None:
        document = entry.document
        self._columns[slot >> BLOCK_BITS][slot & _OFFSET_MASK] = Row(
            session, max(0, document.position), entry.minute, self._name("speaker", document.speaker),
            self._name("scope", f"{document.owner}\x1f{document.audience}"), entry.traits,
        )  # fmt: skip

    def _count(self, entry: Entry, sign: int) -> None:
        session = self._name("session", entry.document.session)
        for totals in (self._statistics[entry.statistics_class], self._sessions[session]):
            totals[0] += sign
            totals[1] += sign * len(entry.terms)

    def _name(self, sort: str, name: str) -> int:
        """The number of a name; 0 is the empty one."""
        if not name:
            return 0
        known = self._names.get((sort, name))
        if known is None:
            self._db.execute("INSERT OR IGNORE INTO names (sort, name) VALUES (?, ?)", (sort, name))
            row = self._db.execute("SELECT id FROM names WHERE sort = ? AND name = ?", (sort, name)).fetchone()
            known = self._names[sort, name] = int(row[0])
        return known

    def write(self) -> None:
        """Rewrite every block that changed."""
        for (term, block), changes in sorted(self._postings.items()):
            self._write_postings(term, block, changes)
        for block, rows in self._columns.items():
            held = self._db.execute("SELECT data FROM columns WHERE block = ?", (block,)).fetchone()
            data = changed_block(held[0] if held else b"", rows)
            self._db.execute("INSERT OR REPLACE INTO columns VALUES (?, ?)", (block, data))
        self._write_totals("statistics", "class", self._statistics)
        self._write_totals("sessions", "session", self._sessions)

    def _write_totals(self, table: str, key: str, totals: Mapping[Any, List[int]]) -> None:
        for name, (documents, length) in totals.items():
            self._db.execute(_NEW_TOTAL.format(table=table), (name,))
            self._db.execute(_ADD_TO_TOTAL.format(table=table, key=key), (documents, length, name))

    def _write_postings(self, term: str, block: int, changes: Dict[int, int]) -> None:
        held = self._db.execute("SELECT entries FROM postings WHERE term = ? AND block = ?", (term, block)).fetchone()
        data = merged(held[0] if held else b"", changes)
        if data:
            self._db.execute("INSERT OR REPLACE INTO postings VALUES (?, ?, ?)", (term, block, data))
        elif held:
            self._db.execute("DELETE FROM postings WHERE term = ? AND block = ?", (term, block))


def _values(entry: Entry, source: str, session: int) -> Tuple[object, ...]:
    document = entry.document
    return (
        document.key, document.sort, document.status, source, session, max(0, document.position), entry.content, entry.statement,
        entry.short, entry.attribute, entry.body, " ".join(entry.terms),
    )  # fmt: skip
