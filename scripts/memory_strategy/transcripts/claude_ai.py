"""Claude.ai's data export: conversations with `chat_messages` in order.

Owns: which parts of a message are the person's words. Refuses thinking blocks. Surprising: an attachment's text is
not what the person said; it comes out as a tool's, with the file's name as its speaker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from ..model import Turn
from .openclaw_records import text_of
from .turns import Message, Session, digest

HOST = "claude-ai"
_SENDERS = ("human", "assistant")


def is_conversation(value: Any) -> bool:
    """Whether this is one conversation of an export."""
    return isinstance(value, dict) and isinstance(value.get("chat_messages"), list)


def turns(conversation: dict[str, Any], skipped: Counter[str], now: datetime | None) -> Iterator[Turn]:
    """The turns of a conversation, in the export's order (abandoned branches included)."""
    identity = conversation.get("uuid")
    if not isinstance(identity, str) or not identity:
        identity = "claude-ai-" + digest(str(conversation.get("name")), str(conversation.get("created_at")))
    session = Session(HOST, identity, now=now)
    for value in conversation["chat_messages"]:
        if not isinstance(value, dict) or value.get("sender") not in _SENDERS:
            skipped["unknown_record"] += 1
            continue
        for message in _messages(value):
            turn = session.turn(message)
            if turn is not None:
                yield turn


def _messages(value: dict[str, Any]) -> Iterator[Message]:
    identity, time = str(value.get("uuid") or ""), value.get("created_at")
    content = value.get("content")
    text = text_of(content) if isinstance(content, list) else ""
    plain = value.get("text")
    if not text and isinstance(plain, str):
        text = plain
    yield Message(role="user" if value["sender"] == "human" else "assistant", text=text or "", id=identity, time=time)
    for number, (name, words) in enumerate(_brought_in(content, value.get("attachments")), start=1):
        yield Message(role="tool", text=words, id=f"{identity}/{number}" if identity else "", time=time, speaker=name)


def _brought_in(content: Any, attachments: Any) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for part in content if isinstance(content, list) else []:
        if isinstance(part, dict) and part.get("type") == "tool_result":
            found.append((str(part.get("name") or ""), text_of(part.get("content")) or ""))
    for file in attachments if isinstance(attachments, list) else []:
        if isinstance(file, dict) and isinstance(file.get("extracted_content"), str):
            found.append((str(file.get("file_name") or ""), file["extracted_content"]))
    return found
