"""Sessions as hosts keep them, small: an OpenClaw agent database and a Claude Code session file."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Dict, Sequence

TABLES = """
CREATE TABLE IF NOT EXISTS session_windows(session_id TEXT, session_key TEXT, created_at INTEGER, chat_type TEXT, spawned_by TEXT);
CREATE TABLE IF NOT EXISTS transcript_events(session_id TEXT, seq INTEGER, event_json TEXT, created_at INTEGER,
  event_zstd BLOB, PRIMARY KEY(session_id, seq));
"""


def openclaw(
    state: Path, session: str, said: Sequence[str], *, at: float, cwd: Path, key: str = "agent:main:main"
) -> Path:
    """Add a session to the database of the agent `main`; `at` is when its last word was said (seconds)."""
    path = state / "agents" / "main" / "agent" / "openclaw-agent.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(TABLES)
        held = db.execute("SELECT count(*) FROM transcript_events WHERE session_id = ?", [session]).fetchone()[0]
        records: list[Dict[str, Any]] = []
        if not held:
            db.execute("INSERT INTO session_windows VALUES (?, ?, ?, '', NULL)", [session, key, int(at * 1000)])
            records.append({"type": "session", "version": 4, "id": session, "cwd": str(cwd)})
        for number, text in enumerate(said):
            message = {"role": "user", "content": text, "timestamp": int(at * 1000)}
            identity = f"{session}-{held + number}-{len(text)}"
            records.append({"type": "message", "id": identity, "parentId": None, "message": message})
        for number, record in enumerate(records):
            row = [session, held + number, json.dumps(record, ensure_ascii=False), int(at * 1000)]
            db.execute("INSERT INTO transcript_events VALUES (?, ?, ?, ?, NULL)", row)
        db.commit()
    os.utime(path, (at, at))
    return path


def claude_code(
    config: Path, session: str, said: Sequence[str], *, at: float, cwd: Path, folder: str = "project"
) -> Path:
    """Write a session file below `projects/`; its mtime is `at`."""
    path = config / "projects" / folder / f"{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
        for number, text in enumerate(said):
            record = {
                "type": "user", "uuid": f"{session}-{number}", "parentUuid": None, "sessionId": session, "cwd": str(cwd),
                "timestamp": "2026-05-06T08:00:00Z", "message": {"role": "user", "content": text},
            }  # fmt: skip
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")
    os.utime(path, (at, at))
    return path
