"""The notes that OpenClaw's `session-memory` hook writes: a header naming the session, then `user:` / `assistant:`.

Owns: that header and both bodies, older ones with plain text over many lines and newer ones with one JSON string a
turn. Refuses notes without the header (`plain_text` looks at those). Surprising: the header's time is when the
session was put away, so it is used only for turns whose own envelope has no time. In a note of JSON strings a line
that holds none never begins a turn, so quoted text cannot forge one. A heading or file name that holds no more than a
day dates its turns too, as noon; `plain_text` asks for the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from ..model import Turn
from .dialogue import Label, label_of, split
from .json_stream import BadJsonError, parse
from .source import Source
from .turns import Message, Session, digest, moment

HOST = "markdown-notes"
_HEADER_LINES = 40
_LINE_BYTES = 64 * 1024
_FIELD = re.compile(r"[-*]\s*\*\*(Session Key|Session ID|Source)\*\*\s*[:：]\s*(.*)$")
_TITLE = re.compile(r"#\s*Session\s*[:：]\s*(.*)$")
_HEADS = re.compile(r"#|\W*(?:date|day|session|日期|时间|会话)", re.IGNORECASE)  # a date in a sentence dates no talk
_DAY = re.compile(r"(?<!\d)(20\d\d)[-/._年]?(\d{1,2})[-/._月]?(\d{1,2})(?!\d)")
_LABEL = re.compile(r"(user|assistant)[:：][ \t]?", re.IGNORECASE)


def recognised(source: Source) -> bool:
    """Whether the file opens with the hook's header."""
    header = _header(source)
    return "Session Key" in header or "Session ID" in header


def read(source: Source, skipped: Counter[str], now: datetime | None, cap: int) -> Iterator[Turn]:
    """The turns of the note."""
    header = _header(source)
    identity = header.get("Session ID") or "note-" + digest(header.get("Session Key", ""), header.get("title", ""))
    put_away = header.get("title") if moment(header.get("title"), now) else noon(day_named(source), now)
    session = Session(HOST, identity, header.get("Session Key", ""), now, put_away=put_away)
    for said in split(source.text_lines(cap), _Labels(), cap, skipped):
        turn = session.turn(Message(role=said.label.role, text=said.text))
        if turn is not None:
            yield turn


def day_named(source: Source) -> str:
    """The day (ISO) that a heading, a `date:` line or the file's name gives to the whole talk; "" where none does."""
    for line in islice(source.text_lines(_LINE_BYTES), _HEADER_LINES):
        if line is None or label_of(line):
            break
        found = _DAY.search(line) if _HEADS.match(line) else None
        if found:
            return _iso(found)
    found = _DAY.search(source.path.name)
    return _iso(found) if found else ""


def noon(day: str, now: datetime | None) -> str:
    """The middle of a day in `now`'s zone, for turns that have no time; "" for none, and for a noon that is to come."""
    found = moment(f"{day} 12:00", now) if day else None
    return f"{day} 12:00" if found and not (now and now.tzinfo and found > now) else ""


def _iso(found: re.Match[str]) -> str:
    year, month, day = (int(part) for part in found.groups())
    return f"{year:04d}-{month:02d}-{day:02d}"


class _Labels:
    """Finds labels, and unpacks JSON strings; the note's first turn decides whether it is a note of them."""

    def __init__(self) -> None:
        self._strings: bool | None = None

    def __call__(self, line: str) -> Label | None:
        match = _LABEL.match(line)
        if match is None:
            return None
        words = line[match.end() :]
        string = _json_string(words)
        if self._strings is None:
            self._strings = string is not None
        if self._strings and string is None:
            return None
        return Label(match[1].lower(), words if string is None else string)


def _json_string(words: str) -> str | None:
    words = words.strip()
    if len(words) < 2 or words[0] != '"' or words[-1] != '"':
        return None
    try:
        value = parse(words.encode("utf-8", "replace"))
    except BadJsonError:
        return None
    return value if isinstance(value, str) else None


def _header(source: Source) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in islice(source.text_lines(_LINE_BYTES), _HEADER_LINES):
        if line is None or line.startswith("## ") or _LABEL.match(line):
            break
        field, title = _FIELD.match(line.strip()), _TITLE.match(line.strip())
        if field:
            found[field[1]] = field[2].strip().strip("`")
        elif title:
            found["title"] = title[1].strip()
    return found
