"""OpenClaw's agent database (`openclaw-agent.sqlite`), read while the agent is running and never written.

Owns: finding the text of every message. Events of 1 KiB and more may be compressed; the full-text table
`session_transcript_fts` then has the words of users and assistants, filled in the same transaction, so no
decompressor is needed. Refuses to rely on a schema that changes between releases: columns are looked up first.
Surprising: no statement stays open while turns are handed out, since an open read keeps the host from trimming its
write-ahead log; rows are fetched one by one.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import TranscriptError
from ..model import Turn
from .json_stream import BadJsonError, parse
from .openclaw_records import Log, owner_flag, sender_of
from .session_keys import is_machine
from .source import Source, unpack
from .turns import Message

_BUSY_MS = 5_000
_PAGE = 500
_HEADER_CAP = 64 * 1024  # bytes of a session's first event, which says where the agent worked
_FULL_TEXT = "session_transcript_fts"
_FULL_TEXT_ROWS = "session_transcript_fts_rows"
_EVENTS = "transcript_events"
_IDENTITIES = "transcript_event_identities"


class Overview(NamedTuple):
    """A session without its words: `last` is the number of its newest event, `active` when that was written (ms since
    1970, 0 where the host does not say), `folder` where the agent worked."""

    id: str
    key: str
    machine: bool
    last: int
    active: int
    folder: str


def read(
    source: Source, skipped: Counter[str], now: datetime | None, cap: int, sessions: frozenset[str] | None = None
) -> Iterator[Turn]:
    """The turns of every session (or of these), session by session, oldest first.

    Raises: TranscriptError when the file cannot be opened, is no database of this host, or breaks while being read.
    """
    with _database(source.path, cap) as database:
        for session in database.sessions():
            if sessions is None or session in sessions:
                yield from _SessionReader(database, session, skipped, now).turns()


def overview(path: Path) -> list[Overview]:
    """What sessions there are, without reading them.

    Raises: TranscriptError as `read`.
    """
    with _database(path, _HEADER_CAP) as database:
        return [database.overview(session) for session in database.sessions()]


@contextmanager
def _database(path: Path, cap: int) -> Iterator[_Database]:
    try:
        with closing(_connect(path)) as connection:
            database = _Database(connection, cap)
            if not database.has_transcripts:
                raise TranscriptError(
                    f"{path} is an SQLite database without transcripts.",
                    f"Expected OpenClaw's agent database with the table {_EVENTS} or {_FULL_TEXT}.",
                    "It is <state>/agents/<agentId>/agent/openclaw-agent.sqlite.",
                    zh=f"{path} 是没有会话记录的 SQLite 数据库。应为 OpenClaw 的 openclaw-agent.sqlite。",
                )
            yield database
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:  # SQLite quotes broken bytes in its messages
        raise TranscriptError(
            f"{path} cannot be read as a database: {error}.",
            "Expected OpenClaw's agent database, in use or not.",
            "Try again; if it was copied, copy its -wal file too.",
            zh=f"{path} 无法作为数据库读取：{error}。若是复制来的，请连同 -wal 文件一起复制。",
        ) from error


def _connect(path: Path) -> sqlite3.Connection:
    location = path.resolve().as_uri()
    if not _has_log(path) and _uses_log(path):
        # The host is not running. An ordinary reader would leave -wal and -shm files of its own user beside the
        # database, which may lock the host out; with no log there is nothing that reading this file alone misses.
        return _opened(f"{location}?mode=ro&immutable=1")
    return _opened(f"{location}?mode=ro")


def _has_log(path: Path) -> bool:
    return Path(f"{path}-wal").exists()


def _uses_log(path: Path) -> bool:
    with open(path, "rb") as stream:
        return stream.read(20)[18:20] == b"\x02\x02"  # the file format's read and write versions: 2 is WAL


def _opened(location: str) -> sqlite3.Connection:
    connection = sqlite3.connect(location, uri=True, timeout=_BUSY_MS / 1000, isolation_level=None)
    try:
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        connection.execute("PRAGMA query_only=1")
        connection.execute("SELECT name FROM sqlite_master LIMIT 1").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


class _Database:
    """The tables as they are in this release."""

    def __init__(self, connection: sqlite3.Connection, cap: int) -> None:
        self._connection, self.cap = connection, cap
        names = ("session_windows", "session_nodes", "session_transcript_index_state")
        self._columns = {
            name: self._look_up(name) for name in names + (_EVENTS, _FULL_TEXT, _FULL_TEXT_ROWS, _IDENTITIES)
        }
        self.has_events = self.has(_EVENTS, "session_id", "seq", "event_json")
        self.has_full_text = self.has(_FULL_TEXT, "text", "session_id", "message_id", "role")
        self.has_transcripts = self.has_events or self.has_full_text

    def has(self, table: str, *columns: str) -> bool:
        return bool(self._columns[table]) and self._columns[table].issuperset(columns)

    def rows(self, query: str, *values: Any, **names: str) -> list[tuple[Any, ...]]:
        """What a query finds; `names` are tables and columns that this module names, `values` are bound."""
        return self._connection.execute(query.format(**names), values).fetchall()

    def sessions(self) -> list[str]:
        """Session ids, oldest first."""
        found: set[Any] = set()
        for table in (_EVENTS if self.has_events else "", _FULL_TEXT_ROWS, _FULL_TEXT if self.has_full_text else ""):
            if table and self.has(table, "session_id"):
                found.update(row[0] for row in self.rows("SELECT DISTINCT session_id FROM {table}", table=table))
            if table == _FULL_TEXT_ROWS and self.has(table, "session_id"):
                break  # it names the full-text table's sessions without scanning its text
        begun: dict[str, int] = {}
        if self.has("session_windows", "session_id", "created_at"):
            begun = {
                session: at
                for session, at in self.rows("SELECT session_id, created_at FROM session_windows")
                if isinstance(at, int)
            }
        return sorted((str(name) for name in found if name), key=lambda name: (begun.get(name, 0), name))

    def key_of(self, session: str) -> tuple[str, bool]:
        """The session key, and whether a machine started the session."""
        for table, own in (("session_windows", "session_id"), ("session_nodes", "current_session_id")):
            if not self.has(table, own, "session_key"):
                continue
            origin = [name for name in ("spawned_by", "hook_external_content_source") if self.has(table, name)]
            chat = ["chat_type"] if self.has(table, "chat_type") else []
            columns = ", ".join(["session_key", *chat, *origin])
            query = "SELECT {columns} FROM {table} WHERE {own} = ? LIMIT 1"
            for row in self.rows(query, session, columns=columns, table=table, own=own):
                key = str(row[0] or "")
                if chat and row[1] in ("group", "channel") and f":{row[1]}:" not in key:
                    key = f"{row[1]}:{key or session}"
                return key, any(row[1 + len(chat) :])
        return "", False

    def overview(self, session: str) -> Overview:
        """Key, newest event and folder of a session, by two look-ups that walk no words."""
        key, machine = self.key_of(session)
        first, last, active = 0, 0, 0
        if self.has_events:
            query = "SELECT min(seq), max(seq) FROM transcript_events WHERE session_id = ?"
            first, last = (value or 0 for value in self.rows(query, session)[0])
            at = self.event(session, last)[3]
            active = at if isinstance(at, int) else 0
        try:
            header = (
                parse(str(self.event(session, first)[0] or "").encode("utf-8", "replace")) if self.has_events else {}
            )
        except BadJsonError:
            header = {}
        folder = header.get("cwd") if isinstance(header, dict) and header.get("type") == "session" else ""
        machine = machine or is_machine(key)
        return Overview(session, key, machine, last, active, folder if isinstance(folder, str) else "")

    def full_text_ids(self, session: str) -> dict[str, int]:
        """Message id → row of the full-text table; empty where it cannot be trusted or read."""
        if not self.has_full_text:
            return {}
        if self.has("session_transcript_index_state", "session_id", "needs_rebuild"):
            query = "SELECT needs_rebuild FROM session_transcript_index_state WHERE session_id = ?"
            if any(row[0] for row in self.rows(query, session)):
                return {}
        if self.has(_FULL_TEXT_ROWS, "id", "session_id", "message_id"):
            query = "SELECT message_id, id FROM session_transcript_fts_rows WHERE session_id = ? ORDER BY id"
        else:
            query = "SELECT message_id, rowid FROM session_transcript_fts WHERE session_id = ? ORDER BY rowid"
        with suppress(sqlite3.OperationalError):  # a Python whose SQLite has no FTS5
            return {str(message): row for message, row in self.rows(query, session)}
        return {}

    def full_text(self, row: int) -> tuple[str, str, Any] | None:
        """(role, text, time) of a row of the full-text table."""
        time = "timestamp" if self.has(_FULL_TEXT, "timestamp") else "NULL"
        with suppress(sqlite3.OperationalError):
            query = "SELECT role, text, {time} FROM session_transcript_fts WHERE rowid = ?"
            for role, text, at in self.rows(query, row, time=time):
                return str(role), str(text or ""), at
        return None

    def positions(self, session: str) -> Iterator[int]:
        """The event numbers of a session, in order, a page at a time."""
        last = -(2**62)
        while self.has_events:
            query = "SELECT seq FROM transcript_events WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?"
            page = [row[0] for row in self.rows(query, session, last, _PAGE)]
            yield from page
            if len(page) < _PAGE:
                return
            last = page[-1]

    def event(self, session: str, seq: int) -> tuple[Any, Any, Any, Any]:
        """(JSON text or None, compressed bytes or None, navigation data, time); what is over the cap is None."""
        size = "event_utf8_bytes" if self.has(_EVENTS, "event_utf8_bytes") else "length(event_json)"
        columns = [f"CASE WHEN {size} > {self.cap} THEN NULL ELSE event_json END"]
        for name in ("event_zstd", "navigation_json", "created_at"):
            columns.append(name if self.has(_EVENTS, name) else "NULL")
        query = "SELECT {columns} FROM transcript_events WHERE session_id = ? AND seq = ?"
        rows = self.rows(query, session, seq, columns=", ".join(columns))
        return rows[0] if rows else (None, None, None, None)

    def identities(self, session: str) -> dict[int, str]:
        """Event number → event id, where the host keeps that table."""
        if not self.has(_IDENTITIES, "session_id", "seq", "event_id"):
            return {}
        query = "SELECT seq, event_id FROM transcript_event_identities WHERE session_id = ?"
        return {seq: str(identity) for seq, identity in self.rows(query, session)}

    def _look_up(self, table: str) -> frozenset[str]:
        with suppress(sqlite3.OperationalError):  # a virtual table whose module is missing
            return frozenset(row[1] for row in self.rows("PRAGMA table_info({table})", table=table))
        return frozenset()


class _SessionReader:
    """One session: its events in order, and from the full-text table the words of those that cannot be read."""

    def __init__(self, database: _Database, session: str, skipped: Counter[str], now: datetime | None) -> None:
        self._database, self._session, self._skipped = database, session, skipped
        self._log = Log(session, skipped, now, lambda other: "")
        key, machine = database.key_of(session)
        self._log.begin(session, key, machine)
        self._words = database.full_text_ids(session)
        self._identities = database.identities(session) if self._words else {}
        # Messages that only the full-text table knows, each placed before the first reset that came after it.
        known = set(self._identities.values())
        self._orphans = [message for message in self._words if message not in known]

    def turns(self) -> Iterator[Turn]:
        for seq in self._database.positions(self._session):
            text, packed, navigation, at = self._database.event(self._session, seq)
            record = self._record(text, packed)
            if record is None:
                turn = self._from_full_text(self._identities.get(seq, ""), navigation)
                if turn is None:
                    self._skipped["compressed_record" if packed is not None else "oversized_record"] += 1
            else:
                if record.get("type") == "reset":
                    yield from self._unplaced(before=at)
                self._words.pop(str(record.get("id")), None)
                turn = self._log.take(record) if record.get("type") != "session" else None
            if turn is not None:
                yield turn
        yield from self._unplaced()

    def _record(self, text: Any, packed: Any) -> dict[str, Any] | None:
        data = text.encode("utf-8", "replace") if isinstance(text, str) else None
        if data is None and isinstance(packed, bytes):
            data = unpack(packed, self._database.cap)
        if data is None:
            return None
        try:
            record = parse(data)
        except BadJsonError:
            record = {}
        return record if isinstance(record, dict) else {}

    def _from_full_text(self, message: str, navigation: Any) -> Turn | None:
        row = self._words.pop(message, None)
        found = self._database.full_text(row) if row is not None else None
        if found is None:
            return None
        role, text, at = found
        facts = _facts(navigation)
        return self._log.turn(
            Message(
                role=role if role in ("user", "assistant") else "system",
                text=text,
                id=message,
                time=at,
                speaker=sender_of(facts, {}),
                is_owner=owner_flag(facts, {}),
                named=bool(sender_of(facts, {})),
            )
        )

    def _unplaced(self, before: Any = None) -> Iterator[Turn]:
        waiting = [message for message in self._orphans if message in self._words]
        self._orphans = []
        for message in waiting:
            if before is not None:
                found = self._database.full_text(self._words[message])
                at = found[2] if found else None
                if not isinstance(at, (int, float)) or not isinstance(before, (int, float)) or at > before:
                    self._orphans.append(message)
                    continue
            turn = self._from_full_text(message, None)
            if turn is not None:
                yield turn


def _facts(navigation: Any) -> dict[str, Any]:
    """The sender facts that stayed readable beside a compressed event."""
    try:
        data = parse(navigation.encode("utf-8", "replace")) if isinstance(navigation, str) else {}
    except BadJsonError:
        return {}
    message = data.get("message", data) if isinstance(data, dict) else {}
    facts = message.get("__openclaw", message) if isinstance(message, dict) else {}
    return facts if isinstance(facts, dict) else {}
