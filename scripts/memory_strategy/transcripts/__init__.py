"""Session files of every host, read as a stream of `Turn`s: `read(path, skipped=Counter())`.

    source               a file as bounded lines of UTF-8      json_stream    records and elements out of JSON
    detect               which host wrote it                   turns          whose words, to whom, when
    harness, tags        what the host put around them         session_keys   private, group or machine
    places               where each host keeps its sessions
    openclaw_database, openclaw_records (its files of JSONL too), claude_code, chatgpt, claude_ai, openai_messages
    (the last three: exports), markdown_notes, plain_text (both: dialogue): one module a host

Nothing here writes, keeps a file in memory, or believes a text about who wrote it. Surprising: a turn in which only
the harness spoke is handed out too, with origin HARNESS, so that the caller can count it.

`skipped` counts what was not handed out: `oversized_record`, `bad_line`, `bad_record`, `cut_off`, `unknown_record`,
`compressed_record`, `compaction_summary`, `sidechain`, `harness`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from ..model import Turn
from . import claude_code, exports, markdown_notes, openclaw_database, openclaw_records, plain_text
from .detect import FORMATS, detect
from .source import Source, unreadable

__all__ = ["FORMATS", "RECORD_CAP", "read"]

RECORD_CAP = 8 * 1024 * 1024  # bytes of one record; a longer one is a tool's output (D14 met 40 MB)


_READERS = {
    "openclaw_database": openclaw_database.read,
    "openclaw_jsonl": openclaw_records.read,
    "claude_code": claude_code.read,
    "exports": exports.read,
    "markdown_notes": markdown_notes.read,
    "plain_text": plain_text.read,
}


def read(
    path: Path,
    *,
    skipped: Counter[str],
    now: datetime | None = None,
    limit_bytes: int = RECORD_CAP,
    sessions: frozenset[str] | None = None,
) -> Iterator[Turn]:
    """The turns of a session file. One file may hold several sessions: `Turn.session` tells them apart. `sessions`
    are the ones to read of a database, all where it is None.

    `now` is the zone for times that name none, and bounds what can have been said by then. Files are looked at when
    this is called and read while the turns are taken.

    Raises: TranscriptError when the file is missing, unreadable, compressed without a decompressor at hand, or
    nothing in it is recognised; also while turns are taken, when the file breaks.
    """
    source = Source(Path(path))
    try:
        host = detect(source, limit_bytes)
    except OSError as error:
        raise unreadable(source.path, error) from error
    if sessions is not None and host == "openclaw_database":
        return openclaw_database.read(source, skipped, now, limit_bytes, sessions)
    return _turns(source, host, skipped, now, limit_bytes)


def _turns(source: Source, host: str, skipped: Counter[str], now: datetime | None, cap: int) -> Iterator[Turn]:
    try:
        yield from _READERS[host](source, skipped, now, cap)
    except OSError as error:
        raise unreadable(source.path, error) from error
