"""OpenClaw transcripts as files: JSONL of versions 3 and 4, `.jsonl.reset.<time>` copies, `.deleted` archives.

Owns the session key, which no file holds: `sessions.json` beside it maps keys to session ids. Refuses to guess: with
no entry the session is private and its messages' own sender facts decide. Surprising: the session is named by the
header record and never by the file, so that copies of a transcript are the same session (D15).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from ..model import Turn
from .json_stream import BadJsonError, parse, records
from .openclaw_records import Log
from .source import Source

_INDEX_CAP = 16 * 1024 * 1024


def read(source: Source, skipped: Counter[str], now: datetime | None, cap: int) -> Iterator[Turn]:
    """The turns of one file, in file order."""
    keys = _session_keys(source.path)
    log = Log(source.name, skipped, now, lambda session: keys.get(session, ""))
    for record in records(source, cap, skipped):
        turn = log.take(record)
        if turn is not None:
            yield turn


def _session_keys(path: Path) -> dict[str, str]:
    try:
        with open(path.parent / "sessions.json", "rb") as stream:
            data = stream.read(_INDEX_CAP + 1)
        entries = parse(data) if len(data) <= _INDEX_CAP else {}
    except (OSError, BadJsonError):
        return {}
    if not isinstance(entries, dict):
        return {}
    return {
        entry["sessionId"]: key
        for key, entry in entries.items()
        if isinstance(entry, dict) and isinstance(entry.get("sessionId"), str)
    }
