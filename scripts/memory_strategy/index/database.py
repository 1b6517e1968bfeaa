"""`Index`: opening, changing and looking things up.

Owns: every statement but those of a search (`corpus`). Refuses: reading sources, ranking.
One surprising fact: an upsert that changes nothing writes nothing, and one that changes a status leaves the postings
alone; a consolidation that runs twice costs a comparison.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Set, Tuple

from ..model import Document
from ..text.fingerprint import statement_key
from ..text.tokenise import terms
from . import unsettled
from .corpus import Corpus
from .entry import document_from, joined_attribute
from .schema import IndexBroken, connect, guarded
from .vectors import Vectors
from .writing import Batch

# What is filled in is ours alone, conditions of our own and question marks; every value is bound.
_PAGE_OF_DOCUMENTS = "SELECT key, body FROM documents WHERE {conditions} ORDER BY key LIMIT 1000"
_SEEN_KEYS = "SELECT key FROM seen WHERE key IN ({marks})"
_FOLLOWERS = ("-journal", "-wal", "-shm")


class Index:
    """One open index. Lookups see what was last committed; `apply` commits."""

    def __init__(self, connection: sqlite3.Connection, path: Optional[Path] = None) -> None:
        self._db, self._path, self._name = connection, path, str(path) if path else "in memory"
        self._corpus: Optional[Corpus] = None
        self.vectors = Vectors(connection, self._name)
        self._joined = self._begun = False  # inside `together`, and whether its transaction has begun
        self._waits = True

    # -- opening and leaving ------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: os.PathLike[str] | str, readonly: bool = False) -> Index:
        """Open the index at `path`; without `readonly` a missing or empty one is made.

        Raises: IndexBroken when it is missing (readonly), damaged, no database, or of another version.
        """
        return cls(connect(Path(path), readonly), Path(path))

    @classmethod
    def in_memory(cls) -> Index:
        """An empty index that lives as long as this object."""
        return cls(connect(None, False))

    @classmethod
    def copy_in_memory(cls, path: os.PathLike[str] | str) -> Optional[Index]:
        """A copy of the index at `path` in memory; None when that one is missing or broken."""
        try:
            on_disk = connect(Path(path), True)
        except IndexBroken:
            return None
        copy = sqlite3.connect(":memory:", isolation_level=None)
        try:
            on_disk.backup(copy)
        except sqlite3.DatabaseError:
            copy.close()
            return None
        finally:
            on_disk.close()
        return cls(copy)

    @staticmethod
    def set_aside(path: os.PathLike[str] | str, broken: bool = False) -> None:
        """Take the index out of the way: a sound one is deleted, a broken one (or a folder) is kept as `….broken`.

        Raises: OSError when the folder cannot be written.
        """
        place = Path(path)
        if not place.exists() and not place.is_symlink():
            return
        sound = unsettled.lost(place)  # no more is known to be wrong with it than that the machine went down
        if not broken:
            with contextlib.suppress(IndexBroken):
                connect(place, True).close()
                sound = True
        for follower in _FOLLOWERS:
            Path(str(place) + follower).unlink(missing_ok=True)
        if sound:
            place.unlink()
            unsettled.flag(place).unlink(missing_ok=True)  # after the index: it must not be taken for settled
            return
        aside = Path(str(place) + ".broken")
        number = 1
        while aside.is_dir() or (place.is_dir() and aside.exists()):  # a folder cannot take the place of a file
            number, aside = number + 1, Path(f"{place}.broken{number}")
        os.replace(place, aside)
        unsettled.flag(place).unlink(missing_ok=True)

    @staticmethod
    def settle(path: os.PathLike[str] | str, older_than: float = 0.0) -> None:
        """Wait until the index at `path` is on the disk, where its writes are older than so many seconds."""
        unsettled.settle(Path(path), older_than)

    @staticmethod
    def leftovers(path: os.PathLike[str] | str) -> List[Path]:
        """Broken indexes that were set aside: they may hold text that was forgotten since."""
        place = Path(path)
        return sorted(place.parent.glob(place.name + ".broken*"))

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    # -- changing -----------------------------------------------------------------------------------------------------

    def apply(
        self,
        upserts: Iterable[Document] = (),
        removed: Iterable[str] = (),
        *,
        source: str = "",
        seen: Iterable[str] = (),
        uses: Iterable[Tuple[str, str]] = (),
        meta: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Remove, then upsert, in one transaction; `source` names what the upserts were read from.

        Raises: IndexBusy when another process writes for longer than the wait, IndexBroken when the file is damaged.
        """
        with self.together(), guarded(self._name):
            if not self._begun:
                self._begin()
            batch = Batch(self._db)
            for key in removed:
                batch.remove(key)
            for document in upserts:
                batch.put(document, source)
            batch.write()
            self._db.executemany("INSERT OR IGNORE INTO seen VALUES (?)", ((key,) for key in seen))
            self._db.executemany("INSERT OR IGNORE INTO uses VALUES (?, ?)", uses)
            self._db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", list((meta or {}).items()))

    def _begin(self) -> None:
        if self._waits and self._path is not None and unsettled.begin(self._path):
            self._db.execute("PRAGMA synchronous = OFF")
            self._waits = False
        self._db.execute("BEGIN IMMEDIATE")
        self._begun = True

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """What is applied inside is one transaction: one add touches eight sources.

        Raises: IndexBusy, IndexBroken.
        """
        if self._joined:
            yield
            return
        self._joined = True
        try:
            yield
            if self._begun:
                with guarded(self._name):
                    self._db.execute("COMMIT")
        except BaseException:
            if self._begun:
                with contextlib.suppress(sqlite3.Error):  # a disk that is gone refuses this too; closing lets go of it
                    self._db.execute("ROLLBACK")
            raise
        finally:
            self._joined = self._begun = False

    def meta_set(self, name: str, value: str) -> None:
        """Keep a value of the store's."""
        self.apply(meta={name: value})

    # -- looking up ---------------------------------------------------------------------------------------------------

    def _rows(self, statement: str, values: Tuple[Any, ...] = ()) -> List[Tuple[Any, ...]]:
        with guarded(self._name):
            return self._db.execute(statement, values).fetchall()

    def get(self, key: str) -> Optional[Document]:
        """The document with this key."""
        rows = self._rows("SELECT body FROM documents WHERE key = ?", (key,))
        return document_from(rows[0][0]) if rows else None

    def by_short(self, short: str) -> List[str]:
        """Keys of the memories whose id ends in these six characters, lower case."""
        return [key for (key,) in self._rows("SELECT key FROM documents WHERE short = ? ORDER BY key", (short,))]

    def by_statement(self, key: str) -> List[str]:
        """Keys of the memories that say the same (`text.fingerprint.statement_key`)."""
        return [k for (k,) in self._rows("SELECT key FROM documents WHERE statement = ? ORDER BY key", (key,))]

    def by_attribute(self, owner: str, subject: str, attribute: str) -> List[Document]:
        """Memories, of every status, that say something about this attribute of this subject."""
        wanted = joined_attribute(owner, subject, attribute)
        rows = self._rows("SELECT body FROM documents WHERE attribute = ? ORDER BY key", (wanted,))
        return [document_from(body) for (body,) in rows]

    def documents(
        self, *, sort: Optional[str] = None, status: Optional[str] = None, source: Optional[str] = None
    ) -> Iterator[Document]:
        """Documents in order of their keys, a page at a time: the index may change meanwhile."""
        conditions, values = ["key > ?"], []
        for column, value in (("sort", sort), ("status", status), ("source", source)):
            if value is not None:
                conditions.append(f"{column} = ?")
                values.append(value)
        statement = _PAGE_OF_DOCUMENTS.format(conditions=" AND ".join(conditions))
        last = ""
        while True:
            page = self._rows(statement, (last, *values))
            for _, body in page:
                yield document_from(body)
            if len(page) < 1000:
                return
            last = page[-1][0]

    def sources(self) -> List[str]:
        """The sources that documents were read from."""
        return [
            name for (name,) in self._rows("SELECT DISTINCT source FROM documents WHERE source <> '' ORDER BY source")
        ]

    def meta_get(self, name: str) -> Optional[str]:
        """A value of the store's, None where it was never set."""
        rows = self._rows("SELECT value FROM meta WHERE name = ?", (name,))
        return rows[0][0] if rows else None

    def meta_all(self, prefix: str) -> Dict[str, str]:
        """The values whose names begin with `prefix` (plain ASCII), by name."""
        end = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        return dict(self._rows("SELECT name, value FROM meta WHERE name >= ? AND name < ?", (prefix, end)))

    def use_of(self, key: str) -> Tuple[int, str]:
        """(how often a memory was used, when last)."""
        rows = self._rows("SELECT count(*), coalesce(max(at), '') FROM uses WHERE key = ?", (key,))
        return rows[0][0], rows[0][1]

    def seen(self, keys: Iterable[str]) -> Set[str]:
        """Those of `keys` that are marked as taken in."""
        found: Set[str] = set()
        wanted = list(keys)
        for i in range(0, len(wanted), 500):  # SQLite before 3.32 allows 999 values
            part = tuple(wanted[i : i + 500])
            marks = ",".join("?" * len(part))
            found.update(key for (key,) in self._rows(_SEEN_KEYS.format(marks=marks), part))
        return found

    def count(self) -> int:
        """How many documents there are."""
        return int(self._rows("SELECT count(*) FROM documents")[0][0])

    # -- searching ----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def reading(self) -> Iterator[Corpus]:
        """What a search reads, in one state for as long as the block lasts: postings, columns, statistics."""
        if self._corpus is None:
            self._corpus = Corpus(self._db, self._name)
        with self._corpus.snapshot() as corpus:
            yield corpus

    def near(self, text: str, limit: int) -> List[str]:
        """Keys of the memories that share the most and rarest terms with `text`: candidates for a duplicate check."""
        with self.reading() as corpus:
            return corpus.memories_sharing(sorted(set(terms(text))), limit)

    def finds(self, key: str, text: str) -> bool:
        """Whether the document is found by the words of `text`: the last step of a receipt."""
        rows = self._rows("SELECT slot, terms, statement FROM documents WHERE key = ?", (key,))
        if not rows:
            return False
        slot, held, statement = rows[0]
        words = terms(text)
        if not words:
            return bool(statement == statement_key(text))
        if held != " ".join(words):
            return False
        with self.reading() as corpus:
            return corpus.holds(slot, words)

    def check(self) -> List[str]:
        """What is wrong with the index, in words; empty when nothing is. Reads all of it."""
        with guarded(self._name):
            problems = [line for (line,) in self._db.execute("PRAGMA integrity_check(20)") if line != "ok"]
        if problems:
            return problems
        with self.reading() as corpus:
            return corpus.contradictions()
