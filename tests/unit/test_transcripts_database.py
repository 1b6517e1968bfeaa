"""OpenClaw's agent database is read live, whole and without a trace, whatever the release left out."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from memory_strategy.errors import TranscriptError
from memory_strategy.model import ASSISTANT, HARNESS, OTHER, OWNER, TOOL, Turn
from memory_strategy.transcripts import read

TABLES = """
CREATE TABLE session_nodes(session_key TEXT, current_session_id TEXT, entry_json TEXT, spawned_by TEXT);
CREATE TABLE session_windows(session_id TEXT, session_key TEXT, created_at INTEGER, chat_type TEXT,
  hook_external_content_source TEXT, spawned_by TEXT);
CREATE TABLE transcript_events(session_id TEXT, seq INTEGER, event_json TEXT, created_at INTEGER, event_zstd BLOB,
  event_utf8_bytes INTEGER, navigation_json TEXT, PRIMARY KEY(session_id, seq));
CREATE TABLE transcript_event_identities(session_id TEXT, event_id TEXT, seq INTEGER);
CREATE VIRTUAL TABLE session_transcript_fts USING fts5(text, session_id UNINDEXED, message_id UNINDEXED,
  role UNINDEXED, timestamp UNINDEXED);
CREATE TABLE session_transcript_fts_rows(id INTEGER, session_id TEXT, message_id TEXT);
CREATE TABLE session_transcript_index_state(session_id TEXT, needs_rebuild INTEGER);
"""
MAIN = "agent:main:main"
NOT_ZSTD = b"\x28\xb5\x2f\xfd broken"


class Host:
    """Writes the database as the host does: WAL, events and full text in one transaction."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.db = sqlite3.connect(path)
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.executescript(TABLES)
        self.clock = 1_777_881_600_000

    def session(self, session: str, key: str = MAIN, **more: Any) -> None:
        columns = {"session_id": session, "session_key": key, "created_at": self.clock, **more}
        marks = ", ".join("?" * len(columns))
        self.db.execute(f"INSERT INTO session_windows({', '.join(columns)}) VALUES ({marks})", list(columns.values()))
        self.event(session, {"type": "session", "version": 4, "id": session, "timestamp": "2026-05-04T08:00:00Z"})

    def event(self, session: str, event: dict[str, Any], packed: bool = False, navigation: Any = None) -> None:
        self.clock += 1000
        text = json.dumps(event, ensure_ascii=False)
        (seq,) = self.db.execute("SELECT count(*) FROM transcript_events WHERE session_id = ?", [session]).fetchone()
        self.db.execute(
            "INSERT INTO transcript_events VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                session,
                seq,
                None if packed else text,
                self.clock,
                NOT_ZSTD if packed else None,
                len(text.encode()),
                json.dumps(navigation),
            ],
        )
        self.db.execute("INSERT INTO transcript_event_identities VALUES (?, ?, ?)", [session, event.get("id"), seq])
        self.db.commit()

    def message(
        self, session: str, identity: str, text: str, role: str = "user", packed: bool = False, **more: Any
    ) -> None:
        message = {"role": role, "content": text, "timestamp": self.clock, **more}
        self.event(session, {"type": "message", "id": identity, "parentId": None, "message": message}, packed, message)
        if role in ("user", "assistant"):
            row = self.db.execute(
                "INSERT INTO session_transcript_fts VALUES (?, ?, ?, ?, ?)", [text, session, identity, role, self.clock]
            ).lastrowid
            self.db.execute("INSERT INTO session_transcript_fts_rows VALUES (?, ?, ?)", [row, session, identity])
        self.db.commit()

    def run(self, statement: str) -> None:
        self.db.executescript(statement)


@pytest.fixture
def host(tmp_path: Path) -> Any:
    made = Host(tmp_path / "openclaw-agent.sqlite")
    yield made
    made.db.close()


def turns_of(host: Host, skipped: Any = None) -> list[Turn]:
    return list(read(host.path, skipped=Counter() if skipped is None else skipped))


def test_a_live_database_is_read_and_never_written(host: Host) -> None:
    """Rows still in the write-ahead log are seen; the files are what they were; the host can write meanwhile."""
    host.session("s-1")
    host.message("s-1", "m1", "记住：车位是 12 号", __openclaw={"senderIsOwner": True})
    host.message("s-1", "m2", "好的", "assistant")
    host.message("s-1", "m3", "stored", "toolResult", toolName="exec")
    before = {
        name: (host.path.parent / name).read_bytes() for name in os.listdir(host.path.parent) if "shm" not in name
    }
    assert before["openclaw-agent.sqlite-wal"]
    stream = read(host.path, skipped=Counter())
    first = next(stream)
    host.message("s-1", "m4", "while it was read")
    turns = [first, *stream]
    assert [(t.message, t.origin, t.text, t.speaker) for t in turns] == [
        ("m1", OWNER, "记住：车位是 12 号", ""),
        ("m2", ASSISTANT, "好的", ""),
        ("m3", TOOL, "stored", "exec"),
    ]
    assert (turns[0].host, turns[0].session, turns[0].session_key) == ("openclaw", "s-1", MAIN)
    assert turns_of(host)[-1].text == "while it was read"
    assert before["openclaw-agent.sqlite"] == host.path.read_bytes()


def test_a_database_at_rest_is_left_as_it_was(host: Host) -> None:
    """No -wal or -shm file of another user appears beside it, which could lock the host out."""
    host.session("s-1")
    host.message("s-1", "m1", "a")
    host.db.close()
    before = sorted(os.listdir(host.path.parent))
    assert before == [host.path.name] and [t.text for t in turns_of(host)] == ["a"]
    assert sorted(os.listdir(host.path.parent)) == before


def test_compressed_messages_come_from_the_full_text_table_in_their_place(host: Host) -> None:
    """No decompressor is needed for what people said; a compressed tool result is counted."""
    host.session("s-1", "agent:main:x:group:9")
    host.message("s-1", "m1", "first", __openclaw={"senderIsOwner": True})
    host.message("s-1", "m2", "长" * 2_000, packed=True, __openclaw={"senderIsOwner": True, "senderName": "甲"})
    host.message("s-1", "m3", "x" * 5_000, "toolResult", packed=True)
    host.message("s-1", "m4", "记住：y" * 300, packed=True)
    host.message("s-1", "m5", "last", "assistant")
    skipped: Counter[str] = Counter()
    turns = turns_of(host, skipped)
    assert [(t.message, t.origin, t.position) for t in turns] == [
        ("m1", OWNER, 0),
        ("m2", OWNER, 1),
        ("m4", OTHER, 2),
        ("m5", ASSISTANT, 3),
    ]
    assert turns[1].text == "长" * 2_000 and turns[1].speaker == "甲"
    assert skipped == {"compressed_record": 1}


def test_reset_rows_split_sessions(host: Host) -> None:
    """`/new` keeps the session id: what follows is "<id>#2"."""
    host.session("s-1")
    host.message("s-1", "m1", "a")
    host.event("s-1", {"type": "reset", "reason": "new", "id": "r", "parentId": "m1"})
    host.message("s-1", "m2", "b", packed=True)
    host.event("s-1", {"type": "reset", "reason": "new", "id": "r2", "parentId": "m2"})
    host.message("s-1", "m3", "c")
    assert [(t.session, t.message, t.position) for t in turns_of(host)] == [
        ("s-1", "m1", 0),
        ("s-1#2", "m2", 0),
        ("s-1#3", "m3", 0),
    ]


def test_without_identities_the_reset_time_places_full_text_rows(host: Host) -> None:
    """A release without that table loses no words; they stand in the right part of the session."""
    host.session("s-1")
    host.message("s-1", "m1", "a", packed=True)
    host.event("s-1", {"type": "reset", "reason": "new"})
    host.message("s-1", "m2", "b", packed=True)
    host.run("DROP TABLE transcript_event_identities")
    assert [(t.session, t.text) for t in turns_of(host)] == [("s-1", "a"), ("s-1#2", "b")]


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE session_transcript_fts",
        "INSERT INTO session_transcript_index_state VALUES ('s-1', 1)",
        "DROP TABLE session_transcript_fts_rows; DROP TABLE session_nodes; DROP TABLE session_transcript_index_state",
        "CREATE TABLE older AS SELECT session_id, seq, event_json FROM transcript_events;"
        "DROP TABLE transcript_events; ALTER TABLE older RENAME TO transcript_events",
    ],
)
def test_what_a_release_left_out_costs_no_readable_message(host: Host, change: str) -> None:
    """Without the full-text table, or while it is being rebuilt, the events themselves are read."""
    host.session("s-1")
    host.message("s-1", "m1", "a")
    host.message("s-1", "m2", "b", "assistant")
    host.run(change)
    assert [t.text for t in turns_of(host)] == ["a", "b"]


def test_full_text_alone_is_enough(host: Host) -> None:
    """Events that moved to cold storage leave their words behind."""
    host.session("s-1")
    host.message("s-1", "m1", "a")
    host.message("s-1", "m2", "b", "assistant")
    host.run("DELETE FROM transcript_events; DELETE FROM transcript_event_identities")
    assert [(t.message, t.text) for t in turns_of(host)] == [("m1", "a"), ("m2", "b")]


def test_d15_machine_sessions_in_the_database_have_no_owner(host: Host) -> None:
    """By key, by parent, by hook; a group by its chat type."""
    host.session("s-1", "agent:main:cron:j")
    host.session("s-2", "agent:main:x", spawned_by=MAIN)
    host.session("s-3", "agent:main:y", hook_external_content_source="mail")
    host.session("s-4", "agent:main:z", chat_type="group")
    host.session("s-5")
    for number in range(1, 6):
        host.message(f"s-{number}", f"m{number}", "记住：x")
    assert [(t.session, t.origin, t.machine) for t in turns_of(host)] == [
        ("s-1", HARNESS, True),
        ("s-2", HARNESS, True),
        ("s-3", HARNESS, True),
        ("s-4", OTHER, False),
        ("s-5", OWNER, False),
    ]


def test_d14_an_event_over_the_cap_is_counted(host: Host) -> None:
    """A tool result of the size of the cap never reaches memory as JSON."""
    host.session("s-1")
    host.message("s-1", "m1", "t" * 3_000, "toolResult")
    host.message("s-1", "m2", "kept")
    skipped: Counter[str] = Counter()
    assert [t.text for t in read(host.path, skipped=skipped, limit_bytes=2_000)] == ["kept"]
    assert skipped == {"oversized_record": 1}


def test_a_database_of_something_else_is_an_error(tmp_path: Path) -> None:
    """Expected tables are named."""
    path = tmp_path / "x.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE notes(text)")
        db.commit()
    with pytest.raises(TranscriptError, match="transcript_events"):
        list(read(path, skipped=Counter()))


def test_a_broken_database_is_an_error(tmp_path: Path, host: Host) -> None:
    """Zeros in the middle are said, not swallowed."""
    host.session("s-1")
    host.message("s-1", "m1", "a")
    host.run("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(host.path.read_bytes())
    data[100:4000] = bytes(3900)
    path = tmp_path / "broken"
    path.write_bytes(bytes(data))
    with pytest.raises(TranscriptError, match="cannot be read as a database"):
        list(read(path, skipped=Counter()))
