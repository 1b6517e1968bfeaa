"""What a search reads of an index: postings, columns, statistics, neighbours, stored terms.

Owns: the statements of a search, and the columns kept between searches. Refuses: scores.
One surprising fact: columns are loaded again only when another connection (or this one) has committed since:
`PRAGMA data_version` and SQLite's own change count say so in microseconds.
"""

from __future__ import annotations

import contextlib
import sqlite3
from array import array
from bisect import bisect_left
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from ..model import Document
from ..text.normalise import fold
from ..text.tokenise import terms
from .columns import BLOCK_BITS, OFFSET_SHIFT, SORT_MASK, SORT_TURN, Columns, load, unpack_traits
from .entry import document_from, joined_attribute
from .schema import guarded
from .vectors import Vectors

Blocks = List[Tuple[int, array]]  # (first slot, entries)
_MOST_TURNS_KEPT = 50_000  # places looked up: ends of sessions, and turns that came out of order
_MOST_NAMING = 5000  # documents looked at for a name of several words
_FREQUENCIES = "SELECT term, sum(length(entries)) / 4 FROM postings WHERE term IN ({marks}) GROUP BY term"
_COLUMN_OF_SLOTS = "SELECT slot, {column} FROM documents WHERE slot IN ({marks})"  # a column of ours, question marks
_MARKS = 500  # values in one statement: SQLite before 3.32 allows 999


class Statistics(NamedTuple):
    """Documents and terms of one class of documents."""

    documents: int
    terms: int


class Held(NamedTuple):
    """A document with what the index derived from its text."""

    document: Document
    terms: str
    statement: Optional[str]


class Corpus:
    """A reader's view of the index."""

    def __init__(self, db: sqlite3.Connection, name: str) -> None:
        self._db, self._name = db, name
        self._state: Tuple[int, int] = (-1, -1)
        self._scopes: Optional[Dict[str, int]] = None
        self._speakers: Optional[Dict[str, Set[int]]] = None
        self._session_lengths: Optional[Dict[int, int]] = None
        self._turns: Dict[Tuple[int, int], int] = {}
        self.columns = Columns()
        self.vectors = Vectors(db, name)
        self.statistics: Dict[Tuple[str, str, str], Statistics] = {}
        self.count = self.session_count = self.session_terms = 0

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Corpus]:
        """Hold one state of the index for as long as a search lasts, so that postings and columns belong together."""
        begins = not self._db.in_transaction
        with guarded(self._name):
            if begins:
                self._db.execute("BEGIN")
        try:
            with guarded(self._name):
                self._renew()
            yield self
        finally:
            if begins and self._db.in_transaction:
                with guarded(self._name):
                    self._db.execute("COMMIT")

    def _renew(self) -> None:
        """Load columns and statistics again if the index changed."""
        self._db.execute("SELECT 1 FROM meta LIMIT 1").fetchone()  # the first read fixes the state that is seen
        state = (self._db.execute("PRAGMA data_version").fetchone()[0], self._db.total_changes)
        if state == self._state:
            return
        self.columns = Columns(self._db.execute("SELECT block, data FROM columns ORDER BY block"))
        self.session_count, self.session_terms = self._db.execute(
            "SELECT count(*), coalesce(sum(terms), 0) FROM sessions WHERE documents > 0"
        ).fetchone()
        rows = self._db.execute("SELECT class, documents, terms FROM statistics WHERE documents > 0").fetchall()
        self.statistics = {(*name.split("."),): Statistics(d, t) for name, d, t in rows}
        self.count = sum(s.documents for s in self.statistics.values())
        self._state = state
        self._turns.clear()
        self._scopes = self._speakers = self._session_lengths = None

    def postings(self, term: str) -> Blocks:
        """A term's entries, block by block."""
        with guarded(self._name):
            rows = self._db.execute("SELECT block, entries FROM postings WHERE term = ? ORDER BY block", (term,))
            return [(block << BLOCK_BITS, load(data)) for block, data in rows]

    def frequency(self, term: str) -> int:
        """In how many documents a term stands; reads no entry."""
        with guarded(self._name):
            row = self._db.execute("SELECT sum(length(entries)) FROM postings WHERE term = ?", (term,)).fetchone()
        return (row[0] or 0) // 4

    def frequencies(self, terms: Iterable[str]) -> Dict[str, int]:
        """The same of many terms: {term: documents}, of those that stand anywhere."""
        wanted = list(terms)
        found: Dict[str, int] = {}
        with guarded(self._name):
            for i in range(0, len(wanted), _MARKS):
                part = wanted[i : i + _MARKS]
                found.update(self._db.execute(_FREQUENCIES.format(marks=",".join("?" * len(part))), part).fetchall())
        return found

    def scopes(self) -> Dict[str, int]:
        """{"owner\\x1faudience": number}."""
        if self._scopes is None:
            self._scopes = self._names("scope")
        return self._scopes

    def speakers(self) -> Dict[str, Set[int]]:
        """{folded name, or its first word: numbers of the speakers who bear it}."""
        if self._speakers is None:
            self._speakers = {}
            for name, number in self._names("speaker").items():
                folded = fold(name)
                for form in {folded, folded.split(" ")[0]}:
                    self._speakers.setdefault(form, set()).add(number)
        return self._speakers

    def _names(self, sort: str) -> Dict[str, int]:
        with guarded(self._name):
            return dict(self._db.execute("SELECT name, id FROM names WHERE sort = ?", (sort,)).fetchall())

    def session_lengths(self) -> Dict[int, int]:
        """{session: terms in all its documents}; read once for each state of the index."""
        if self._session_lengths is None:
            with guarded(self._name):
                rows = self._db.execute("SELECT session, terms FROM sessions WHERE documents > 0").fetchall()
            self._session_lengths = dict(rows)
        return self._session_lengths

    def documents(self, slots: Iterable[int]) -> Dict[int, Document]:
        """The documents in these slots."""
        return {slot: document_from(body) for slot, body in self._of_slots("body", slots)}

    def rows(self, slots: Iterable[int]) -> Dict[int, Held]:
        """The documents in these slots with their stored terms and statement keys."""
        found = self._of_slots("body, terms, statement", slots)
        return {slot: Held(document_from(body), terms, statement) for slot, body, terms, statement in found}

    def terms(self, slots: Iterable[int]) -> Dict[int, str]:
        """The terms of these documents, joined by spaces, in reading order."""
        return dict(self._of_slots("terms", slots))

    def keys(self, slots: Iterable[int]) -> Dict[int, str]:
        """The keys of these documents."""
        return dict(self._of_slots("key", slots))

    def with_attribute(self, owner: str, subject: str, attribute: str, most: int) -> List[int]:
        """Slots of the memories, newest first, that give this attribute of a subject; "likes:" takes what begins so."""
        first = joined_attribute(owner, subject, attribute)
        end = first[:-1] + ";" if attribute.endswith(":") else first + "\0"  # ";" follows ":"
        query = "SELECT slot FROM documents WHERE attribute >= ? AND attribute < ? ORDER BY key DESC LIMIT ?"
        with guarded(self._name):
            rows = self._db.execute(query, (first, end, most)).fetchall()
        return [slot for (slot,) in rows]

    def _of_slots(self, column: str, slots: Iterable[int]) -> List[Any]:
        wanted = list(slots)
        found: List[Any] = []
        with guarded(self._name):
            for i in range(0, len(wanted), _MARKS):
                part = wanted[i : i + _MARKS]
                marks = ",".join("?" * len(part))
                found += self._db.execute(_COLUMN_OF_SLOTS.format(column=column, marks=marks), part)
        return found

    def slot(self, key: str) -> Optional[int]:
        """The slot of the document with this key."""
        with guarded(self._name):
            row = self._db.execute("SELECT slot FROM documents WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def around(
        self, slots: Iterable[int], shares: Sequence[Tuple[int, float]], minutes: int
    ) -> Dict[int, List[Tuple[int, float]]]:
        """For each slot the turns at the distances of `shares` in its session, at most `minutes` apart, each with its
        share. All slots in one call: one call a slot was a quarter of a search.
        """
        columns, last = self.columns, len(self.columns)
        sessions, positions, traits, minute_of = columns.session, columns.position, columns.traits, columns.minute
        out: Dict[int, List[Tuple[int, float]]] = {}
        for slot in slots:
            found = out[slot] = []
            session, position, minute = sessions[slot], positions[slot], minute_of[slot]
            if not session or traits[slot] & SORT_MASK != SORT_TURN:
                continue
            for distance, share in shares:
                place, other = position + distance, slot + distance  # turns are nearly always indexed in their order
                if not (
                    0 <= other < last and sessions[other] == session and positions[other] == place
                    and traits[other] & SORT_MASK == SORT_TURN
                ):  # fmt: skip
                    other = self._turn_at(session, place)
                if other >= 0 and -minutes <= minute_of[other] - minute <= minutes:
                    found.append((other, share))
        return out

    def before(self, slot: int) -> Optional[int]:
        """The turn before one in its session."""
        return next((other for other, _ in self.around([slot], ((-1, 1.0),), 1 << 40)[slot]), None)

    def _turn_at(self, session: int, position: int) -> int:
        """The slot of a turn by its place, looked up; -1 where there is none."""
        if position < 0:
            return -1
        key = session, position
        if key not in self._turns:
            if len(self._turns) > _MOST_TURNS_KEPT:
                self._turns.clear()
            with guarded(self._name):
                row = self._db.execute(
                    "SELECT slot FROM documents WHERE session = ? AND position = ? AND sort = 'turn' ORDER BY key LIMIT 1",
                    key,
                ).fetchone()
            self._turns[key] = row[0] if row else -1
        return self._turns[key]

    def containing(self, folded: str, limit: int) -> List[int]:
        """Slots whose text contains `folded`, letter case aside: for queries that hold no term ("%", "don't")."""
        with guarded(self._name):
            rows = self._db.execute("SELECT slot, body FROM documents ORDER BY key")
            found: List[int] = []
            for slot, body in rows:
                if folded in fold(document_from(body).text):
                    found.append(slot)
                    if len(found) == limit:
                        break
        return found

    def memories_sharing(self, terms: Sequence[str], limit: int) -> List[str]:
        """Keys of memories by the number of the rarest terms they share with `terms`."""
        counts = sorted((n, term) for n, term in ((self.frequency(t), t) for t in terms) if n)
        shared: Dict[int, float] = {}
        for n, term in counts[:24]:
            for first, entries in self.postings(term):
                for entry in entries:
                    slot = first + (entry >> OFFSET_SHIFT)
                    shared[slot] = shared.get(slot, 0.0) + 1.0 / n
            if len(shared) > 5000:
                break
        traits = self.columns.traits
        slots = [s for s in shared if unpack_traits(traits[s]).sort == "memory"]
        best = sorted(slots, key=lambda s: -shared[s])[:limit]
        keys = self.keys(best)
        return [keys[slot] for slot in best if slot in keys][:limit]

    def naming(self, name: str) -> Set[int]:
        """The slots of what names a person, place or thing, and of what it said itself."""
        wanted, words = fold(name).strip(), terms(name)
        slots = self._holding(words) if words else set(self.containing(wanted, _MOST_NAMING))
        if len(words) > 1 and len(slots) <= _MOST_NAMING:  # the words of a name may stand apart
            slots = {slot for slot, document in self.documents(slots).items() if _is_named(document, wanted)}
        speakers = self.speakers().get(wanted, set())
        if speakers:
            slots |= {slot for slot, speaker in enumerate(self.columns.speaker) if speaker in speakers}
        return slots

    def _holding(self, words: Iterable[str]) -> Set[int]:
        left: Optional[Set[int]] = None
        for _, term in sorted((self.frequency(t), t) for t in set(words)):
            found = {first + (e >> OFFSET_SHIFT) for first, entries in self.postings(term) for e in entries}
            left = found if left is None else left & found
        return left or set()

    def holds(self, slot: int, terms: Iterable[str]) -> bool:
        """Whether every term's postings name this document."""
        block, offset = slot >> BLOCK_BITS, slot & ((1 << BLOCK_BITS) - 1)
        for term in set(terms):
            with guarded(self._name):
                row = self._db.execute(
                    "SELECT entries FROM postings WHERE term = ? AND block = ?", (term, block)
                ).fetchone()
            if row is None or not _names(load(row[0]), offset):
                return False
        return True

    def contradictions(self) -> List[str]:
        """Where postings and documents disagree; reads everything."""
        wanted: Dict[str, int] = {}
        with guarded(self._name):
            for _, terms in self._db.execute("SELECT slot, terms FROM documents"):
                for term in set(terms.split(" ")) - {""}:
                    wanted[term] = wanted.get(term, 0) + 1
            held = dict(self._db.execute("SELECT term, sum(length(entries)) / 4 FROM postings GROUP BY term"))
        wrong = sorted(term for term in wanted.keys() | held.keys() if wanted.get(term) != held.get(term))
        return [f"the term {t!r} has {held.get(t, 0)} entries for {wanted.get(t, 0)} documents" for t in wrong[:20]]


def _names(entries: array, offset: int) -> bool:
    at = bisect_left(entries, offset << OFFSET_SHIFT)
    return at < len(entries) and entries[at] >> OFFSET_SHIFT == offset


def _is_named(document: Document, wanted: str) -> bool:
    return wanted in fold(document.text) or any(fold(str(e)) == wanted for e in document.payload.get("entities") or ())
