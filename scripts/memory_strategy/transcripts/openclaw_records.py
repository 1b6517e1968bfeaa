"""OpenClaw's transcript records, which are the same in its database, its older JSONL files and its archives.

Owns: which record types are messages, where sessions split (`reset` rows: `/new` keeps the session id, so the part
after the first reset is "<id>#2"), and who the host says was speaking. Refuses to read files. Surprising: records
form a tree by `parentId`, and abandoned branches are kept. A person who rewound a talk still said what was said, and
finding the active branch would need the whole file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Callable

from ..model import Turn
from .json_stream import BadJsonError, parse, records
from .source import Source
from .turns import Message, Session

HOST = "openclaw"
_SILENT_TYPES = frozenset(
    ("model_change", "thinking_level_change", "custom", "label", "session_info", "leaf", "session_state")
)
_SUMMARIES = frozenset(("compaction", "branch_summary"))
TYPES = _SILENT_TYPES | _SUMMARIES | {"session", "message", "reset", "custom_message"}
_ROLES = {"user": "user", "assistant": "assistant", "toolResult": "tool", "tool": "tool", "system": "system"}
_PEOPLE = (None, "external_user")  # provenance kinds; inter_session and internal_system are machines


def is_record(record: dict[str, Any]) -> bool:
    """Whether this object is a line of an OpenClaw transcript."""
    kind = record.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        return False
    if kind == "message":
        message = record.get("message")
        return isinstance(message, dict) and isinstance(message.get("role"), str)
    if kind == "session":
        return isinstance(record.get("id"), str) and bool({"version", "cwd", "timestamp"} & record.keys())
    return "id" in record and "parentId" in record or kind == "reset"


class Log:
    """Turns the records of one transcript into turns. `key_of` gives the session key of a session id, or ""."""

    def __init__(
        self, fallback: str, skipped: Counter[str], now: datetime | None, key_of: Callable[[str], str]
    ) -> None:
        self._skipped, self._now, self._key_of = skipped, now, key_of
        self._id, self._key, self._machine, self._part = fallback, "", False, 1
        self._session: Session | None = None

    def begin(self, session: str, key: str = "", machine: bool = False) -> None:
        """A session starts; its records follow."""
        self._id, self._key, self._machine, self._part, self._session = session, key, machine, 1, None

    def split(self) -> None:
        """A reset: what follows is a session of its own."""
        self._part, self._session = self._part + 1, None

    def take(self, record: dict[str, Any]) -> Turn | None:
        """The turn of this record, or None; what is left out is counted."""
        kind = record.get("type")
        if kind == "message":
            message = message_of(record)
            if message is None:
                self._skipped["unknown_record"] += 1
                return None
            return self.turn(message)
        if kind == "session":
            self._header(record)
        elif kind == "reset":
            self.split()
        elif kind == "custom_message":
            self._skipped["harness"] += 1
        elif isinstance(kind, str) and kind in _SUMMARIES:
            self._skipped["compaction_summary"] += 1
        elif not isinstance(kind, str) or kind not in _SILENT_TYPES:
            self._skipped["unknown_record"] += 1
        return None

    def turn(self, message: Message) -> Turn | None:
        """The turn of a message of the current session."""
        if self._session is None:
            name = self._id if self._part == 1 else f"{self._id}#{self._part}"
            key = self._key or self._key_of(self._id)
            self._session = Session(HOST, name, key, self._now, self._machine)
        return self._session.turn(message)

    def _header(self, record: dict[str, Any]) -> None:
        identity = record.get("id")
        if isinstance(identity, str) and identity and identity != self._id:
            key = record.get("sessionKey")
            self.begin(identity, key if isinstance(key, str) else "", bool(record.get("spawnedBy")))


def message_of(record: dict[str, Any]) -> Message | None:
    """The message in a `message` record, or None where there is none that can be read."""
    message = record.get("message")
    if not isinstance(message, dict):
        return None
    role, text = message.get("role"), text_of(message.get("content"))
    if not isinstance(role, str) or text is None:
        return None
    facts = message.get("__openclaw")
    facts = facts if isinstance(facts, dict) else {}
    provenance = message.get("provenance")
    if isinstance(provenance, dict) and provenance.get("kind") not in _PEOPLE:
        role = "system"
    tool = message.get("toolName")
    sender = sender_of(message, facts)
    return Message(
        role=_ROLES.get(role, "system"),
        text=text,
        id=str(record.get("id") or ""),
        time=message.get("timestamp") or record.get("timestamp"),
        speaker=tool if isinstance(tool, str) else sender,
        is_owner=owner_flag(message, facts),
        named=bool(sender),
    )


def text_of(content: Any) -> str | None:
    """The text of a message's content: a string, or the text parts of a list. Thinking and tool calls are not text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return "" if content is None else None
    parts: list[str] = []
    for part in content:
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, dict) and part.get("type") in ("text", "input_text", "output_text"):
            parts.append(part["text"] if isinstance(part.get("text"), str) else "")
    return "\n".join(part for part in parts if part)


def sender_of(message: dict[str, Any], facts: dict[str, Any]) -> str:
    """The sender that the host names beside a message, or ""."""
    for place in (facts, message):
        sender = place.get("sender")
        if isinstance(sender, dict):
            sender = sender.get("name") or sender.get("label") or sender.get("id")
        for name in (place.get("senderName"), sender, place.get("senderUsername"), place.get("senderId")):
            if isinstance(name, str) and name.strip():
                return name
    return ""


def owner_flag(message: dict[str, Any], facts: dict[str, Any]) -> bool | None:
    """What the host says about the sender being the owner; None where it says nothing (a 6 KB message lost it)."""
    sender = message.get("sender")
    for place in (facts, message, sender if isinstance(sender, dict) else {}):
        flag = place.get("senderIsOwner", place.get("isOwner"))
        if isinstance(flag, bool):
            return flag
    return None


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
