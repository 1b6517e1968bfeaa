"""The raw record of the day: one turn a line in `journal/YYYY-MM-DD.jsonl`, secrets already masked.

The day is that of the message, in the configured zone (D24). A turn whose line a person removed from the day's
Markdown gets a later line with `removed`, and one they edited a later line with the new text: newest line for a key
wins, as for records. Beside it stands which turns were taken in: one 16-digit key a line in `state/seen.log`, keyed by
message and never by a place in a file, so that a log that shrank or was copied changes nothing (D15, D16).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence

from ..model import ORIGINS, OWNER, PRIVATE, Document, Turn, parse_time, utc_iso
from . import files, lines
from .ids import turn_key, turn_short


@dataclass(frozen=True)
class Entry:
    """One journaled turn. `time` is ISO in UTC; `owner` is who said it; `key` is its identity (ids.turn_key)."""

    key: str
    day: str
    time: str
    host: str
    session: str
    message: str
    position: int
    origin: str
    speaker: str
    owner: str
    audience: str
    text: str
    removed: bool = False
    edited: bool = False

    @property
    def short(self) -> str:
        """The block id of its line in the day's Markdown."""
        return turn_short(self.key)


def entry_of(turn: Turn, text: str, owner: str, key: str, zone: tzinfo, now: datetime) -> Entry:
    """The journal's form of a turn; `text` is the masked text, `key` its identity; `now` stands in where it has no time."""
    moment = turn.time or now
    return Entry(
        key=key, day=moment.astimezone(zone).date().isoformat(), time=utc_iso(moment), host=turn.host,
        session=turn.session, message=turn.message, position=turn.position, origin=turn.origin, speaker=turn.speaker,
        owner=owner, audience=turn.audience, text=text,
    )  # fmt: skip


def turn_of(entry: Entry) -> Turn:
    """The turn that an entry was made from."""
    return Turn(entry.host, entry.session, entry.message, entry.position, entry.origin, entry.text, entry.speaker,
                parse_time(entry.time), entry.audience)  # fmt: skip


def identity(turn: Turn) -> str:
    """The key under which a turn counts as seen, in whatever file it is found."""
    return turn_key(turn.host, turn.session, turn.message, turn.text)


def entry_to_line(entry: Entry) -> Dict[str, Any]:
    """The object of a journal line."""
    data = dict(entry.__dict__)
    for flag in ("removed", "edited"):
        if not data[flag]:
            del data[flag]
    return data


def entry_from_line(data: Mapping[str, Any]) -> Optional[Entry]:
    """Read a journal object; None when it is no turn."""
    try:
        entry = Entry(**{k: v for k, v in data.items() if k in Entry.__dataclass_fields__})
        parse_time(entry.time)
        date.fromisoformat(entry.day)
        int(entry.key, 16)
    except (TypeError, ValueError, AttributeError):
        return None
    numbers = type(entry.position) is int and abs(entry.position) < 1 << 31 and entry.origin in ORIGINS
    texts = all(isinstance(v, str) for k, v in entry.__dict__.items() if k not in ("position", "removed", "edited"))
    return entry if numbers and texts else None


def read(path: Path) -> List[Entry]:
    """The turns of a day's file, the newest line of each; removed ones are among them. Raises: StoreError."""
    found = (entry_from_line(line.data) for line in lines.scan(path))
    return list({entry.key: entry for entry in found if entry is not None}.values())


def document_of(entry: Entry, path: str) -> Document:
    """The searchable form of a turn; `path` is the day's Markdown."""
    return Document(
        key=f"turn:{entry.key}", sort="turn", text=entry.text, speaker=entry.speaker, origin=entry.origin,
        owner=entry.owner, audience=entry.audience, session=entry.session, position=entry.position, time=entry.time,
        kind="event", category="daily", path=path, payload={"short": entry.short, "message": entry.message, "day": entry.day},
    )  # fmt: skip


def spoken_line(entry: Entry, zone: tzinfo) -> str:
    """How the day's Markdown shows a turn: `09:05 Sam: text`."""
    clock = parse_time(entry.time).astimezone(zone).strftime("%H:%M")
    who = entry.speaker or ("user" if entry.origin == OWNER else entry.origin)
    group = "" if entry.audience == PRIVATE else f" ({entry.audience})"
    return f"{clock} {who}{group}: {entry.text}"


def with_edit(entry: Entry, line: str) -> Entry:
    """The entry after a person rewrote its line; what stands before the first colon-and-space stays who and when."""
    _, mark, text = line.partition(": ")
    return replace(entry, text=text if mark else line, edited=True)


KEY_BYTES = 17  # 16 hex digits and a newline


class Progress:
    """The log of seen turns. Looking a key up is the index's work; this is what the index is made from."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, keys: Sequence[str]) -> None:
        """Add keys durably. The caller holds the lock. Raises: StoreError."""
        if keys:
            files.append(self.path, b"".join(key.encode("ascii") + b"\n" for key in keys))

    def keys(self, start: int = 0) -> Iterator[str]:
        """The keys from byte `start` on; a torn last one is left out."""
        data = files.read(self.path, start)
        for line in data[: data.rfind(b"\n") + 1].split(b"\n"):
            if len(line) == KEY_BYTES - 1:
                yield line.decode("ascii", "replace")

    def mend(self) -> None:
        """End a torn last line, so that the next key stands alone. The caller holds the lock."""
        size = files.stat(self.path).size
        if size > 0 and files.read(self.path, size - 1, 1) != b"\n":
            files.append(self.path, b"\n")
