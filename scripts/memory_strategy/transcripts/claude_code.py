"""Claude Code's session files: JSONL, one record a line, an unofficial format that changes often.

Owns: which `user` records a person wrote. Refuses sub-agents (`isSidechain`), injected records (`isMeta`: a skill's
body arrives as one), compaction summaries and API errors; unknown types are counted. Surprising: a tool's result is a
`user` record too. Records form a tree by `parentUuid`; rewound branches are kept, for what was said was said, and the
chain runs through compactions and resumes that only the whole file would mend.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from ..model import Turn
from .json_stream import records
from .openclaw_records import text_of
from .source import Source
from .turns import Message, Session

HOST = "claude-code"
_SPOKEN = ("user", "assistant")
_SILENT_TYPES = frozenset((
    "attachment", "system", "summary", "queue-operation", "last-prompt", "tools-used", "cost-state", "atis-latch",
    "file-history-snapshot", "progress", "ai-title", "custom-title", "agent-name", "mode", "permission-mode", "result",
))  # fmt: skip
_MARKS = frozenset(("sessionId", "session_id", "uuid", "parentUuid", "leafUuid", "messageId"))
_TOOLS_REMEMBERED = 1_000  # calls whose results are still to come


def is_record(record: dict[str, Any]) -> bool:
    """Whether this object is a line of a Claude Code session."""
    kind = record.get("type")
    if kind in _SPOKEN:
        message = record.get("message")
        return isinstance(message, dict) and (bool(_MARKS & record.keys()) or message.get("role") == kind)
    return _is_silent(kind) and bool(_MARKS & record.keys())


def read(source: Source, skipped: Counter[str], now: datetime | None, cap: int) -> Iterator[Turn]:
    """The turns of one file, in file order; every text part keeps the uuid of its own record."""
    sessions: dict[str, Session] = {}
    tools: dict[str, str] = {}
    for record in records(source, cap, skipped):
        reason = _why_not(record)
        if reason:
            skipped[reason] += 1
        elif reason is None:
            identity = record.get("sessionId") or record.get("session_id")
            name = identity if isinstance(identity, str) and identity else source.name
            if name not in sessions:
                sessions[name] = Session(HOST, name, now=now)
            for message in _messages(record, tools):
                turn = sessions[name].turn(message)
                if turn is not None:
                    yield turn


def _is_silent(kind: Any) -> bool:
    return isinstance(kind, str) and (kind in _SILENT_TYPES or kind.startswith("api-request"))


def _why_not(record: dict[str, Any]) -> str | None:
    """Why a record yields no turn: a reason to count, "" for what never is a message, None when it is one."""
    kind = record.get("type")
    if _is_silent(kind):
        return ""
    message = record.get("message")
    if kind not in _SPOKEN or not isinstance(message, dict):
        return "unknown_record"
    if record.get("isSidechain") is True or record.get("agentId"):
        return "sidechain"
    if record.get("isCompactSummary") is True or record.get("isVisibleInTranscriptOnly") is True:
        return "compaction_summary"
    if record.get("isMeta") is True or record.get("isApiErrorMessage") is True or message.get("model") == "<synthetic>":
        return "harness"
    return None if isinstance(message.get("content"), (str, list)) else "unknown_record"


def _messages(record: dict[str, Any], tools: dict[str, str]) -> Iterator[Message]:
    content = record["message"]["content"]
    identity = str(record.get("uuid") or "")
    time = record.get("timestamp")
    text = text_of(content) or ""
    if text:
        yield Message(role=record["type"], text=text, id=identity, time=time)
    parts: list[Any] = content if isinstance(content, list) else []
    for number, part in enumerate(part for part in parts if isinstance(part, dict)):
        call = str(part.get("id") or part.get("tool_use_id") or "")
        if part.get("type") == "tool_use":
            if len(tools) >= _TOOLS_REMEMBERED:
                tools.pop(next(iter(tools)))
            tools[call] = str(part.get("name") or "")
        elif part.get("type") == "tool_result":
            own = identity if not (text or number) else f"{identity}/{number + 1}"
            name = tools.pop(call, "")
            yield Message(role="tool", text=text_of(part.get("content")) or "", id=own, time=time, speaker=name)
