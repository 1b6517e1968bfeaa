"""The tables, their version, and opening the file so that a broken one is known at once.

Owns: the DDL and the connection. Refuses: repairing; the store moves a broken index aside and derives it anew.
One surprising fact: the journal mode is DELETE, not WAL: a WAL keeps forgotten text in a second file and cannot be
read from a read-only folder, and readers here hold the file for milliseconds.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Iterator, Optional

from ..errors import StoreError
from ..text.tokenise import TOKENIZER_VERSION
from . import unsettled

SCHEMA_VERSION = 2
STAMP = f"{SCHEMA_VERSION}.{TOKENIZER_VERSION}"
BUSY_SECONDS = 5.0  # a write lock held for 3 s is waited out, one held for a minute is reported (D21)

_TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
    slot INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, sort TEXT NOT NULL, status TEXT NOT NULL, source TEXT NOT NULL,
    session INTEGER NOT NULL, position INTEGER NOT NULL, content TEXT NOT NULL, statement TEXT, short TEXT, attribute TEXT,
    body TEXT NOT NULL, terms TEXT NOT NULL);
CREATE INDEX documents_by_statement ON documents (statement) WHERE statement IS NOT NULL;
CREATE INDEX documents_by_session ON documents (session, position);
CREATE INDEX documents_by_source ON documents (source);
CREATE INDEX documents_by_short ON documents (short) WHERE short IS NOT NULL;
CREATE INDEX documents_by_attribute ON documents (attribute) WHERE attribute IS NOT NULL;
CREATE TABLE postings (term TEXT NOT NULL, block INTEGER NOT NULL, entries BLOB NOT NULL, PRIMARY KEY (term, block))
    WITHOUT ROWID;
CREATE TABLE vectors (slot INTEGER PRIMARY KEY, model TEXT NOT NULL, data BLOB NOT NULL);
CREATE TABLE columns (block INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE names (id INTEGER PRIMARY KEY, sort TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (sort, name));
CREATE TABLE statistics (class TEXT PRIMARY KEY, documents INTEGER NOT NULL, terms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions (session INTEGER PRIMARY KEY, documents INTEGER NOT NULL, terms INTEGER NOT NULL);
CREATE TABLE seen (key TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE uses (key TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (key, at)) WITHOUT ROWID;
"""


class IndexBroken(StoreError):
    """The index is missing, damaged, of another version, or no database; it is to be derived anew."""


class IndexBusy(IndexBroken):
    """Another process held the index's write lock for longer than the wait; nothing is wrong with the file."""


@contextlib.contextmanager
def guarded(path: str) -> Iterator[None]:
    """Turn what SQLite raises into IndexBusy or IndexBroken."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise IndexBusy(f"The index {path} is locked by another process ({error}).") from error
        raise IndexBroken(f"The index {path} cannot be used ({error}).") from error
    except (sqlite3.DatabaseError, ValueError) as error:
        raise IndexBroken(f"The index {path} is damaged ({error}).") from error


def connect(path: Optional[Path], readonly: bool) -> sqlite3.Connection:
    """A connection to a checked index: None is one in memory; a missing or empty file is made unless `readonly`.

    Raises: IndexBroken, IndexBusy.
    """
    name = str(path) if path else ":memory:"
    with guarded(name):
        if path is not None and unsettled.lost(path):
            raise IndexBroken(f"The machine went down while the index {name} was being written.")
        if path is None:
            connection = sqlite3.connect(":memory:", isolation_level=None)
        elif path.is_symlink():
            raise IndexBroken(f"The index {name} is a link.")
        elif readonly:
            if not path.is_file():
                raise IndexBroken(f"The index {name} is missing.")
            connection = sqlite3.connect(
                path.absolute().as_uri() + "?mode=ro", uri=True, timeout=BUSY_SECONDS, isolation_level=None
            )
        else:
            if path.is_file() and os.stat(path).st_nlink > 1:  # a copy by `cp -al`, or somebody else's file
                raise IndexBroken(f"The index {name} has another name, which would be written too.")
            _make_private(path)
            connection = sqlite3.connect(name, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            _prepare(connection, name, readonly)
            # SQLite rounds a cut last page up, and reads zeros behind the cut.
            if path is not None and os.stat(path).st_size % connection.execute("PRAGMA page_size").fetchone()[0]:
                raise IndexBroken(f"The index {name} was cut off.")
        except BaseException:
            connection.close()
            raise
    return connection


def _make_private(path: Path) -> None:
    """SQLite makes its file readable to all; its journal takes the mode of the file."""
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _prepare(connection: sqlite3.Connection, name: str, readonly: bool) -> None:
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not readonly:
        connection.execute("PRAGMA secure_delete = ON")  # what was forgotten leaves the free pages too
    if not tables:
        if readonly:
            raise IndexBroken(f"The index {name} is empty.")
        create(connection)
    found = connection.execute("SELECT value FROM meta WHERE name = 'version'").fetchone()
    if not found or found[0] != STAMP:
        raise IndexBroken(f"The index {name} has version {found[0] if found else 'none'}; {STAMP} was expected.")


def create(connection: sqlite3.Connection) -> None:
    """Lay out an empty index, in one transaction so that two processes that start at once cannot both half-make it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for statement in _TABLES.split(";"):
                if statement.strip():
                    connection.execute(statement)
            connection.execute("INSERT INTO meta VALUES ('version', ?)", (STAMP,))
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
