"""ChatGPT's data export: conversations whose messages form a tree, read along the branch that was current.

Owns: the walk from `current_node` to the root; of a regenerated answer only the kept one is read. Refuses hidden
messages, custom instructions and reasoning. Surprising: `parts` may be objects, and the words of a voice message are
in one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from ..model import Turn
from .turns import Message, Session, digest

HOST = "chatgpt"
_WORDS = ("text", "multimodal_text")
_REASONING = ("thoughts", "reasoning_recap", "code")
_HARNESS = ("user_editable_context", "model_editable_context")


def is_conversation(value: Any) -> bool:
    """Whether this is one conversation of an export."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def turns(conversation: dict[str, Any], skipped: Counter[str], now: datetime | None) -> Iterator[Turn]:
    """The turns of the current branch, oldest first."""
    identity = conversation.get("conversation_id") or conversation.get("id")
    if not isinstance(identity, str) or not identity:
        identity = "chatgpt-" + digest(str(conversation.get("title")), str(conversation.get("create_time")))
    session = Session(HOST, identity, now=now)
    for name, node in _branch(conversation):
        message = node.get("message")
        if message is None:
            continue
        found = _message(name, message, skipped) if isinstance(message, dict) else None
        turn = session.turn(found) if found else None
        if turn is not None:
            yield turn


def _branch(conversation: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    mapping = {name: node for name, node in conversation["mapping"].items() if isinstance(node, dict)}
    name = conversation.get("current_node")
    if not isinstance(name, str) or name not in mapping:
        leaves = [key for key, node in mapping.items() if not node.get("children")]
        name = max(leaves, key=lambda key: _created(mapping[key]), default=None)
    path = []
    while isinstance(name, str) and name in mapping:
        node = mapping.pop(name)  # taken out, so a tree that bites its tail ends
        path.append((name, node))
        name = node.get("parent")
    return path[::-1]


def _created(node: dict[str, Any]) -> float:
    message = node.get("message")
    time = message.get("create_time") if isinstance(message, dict) else None
    return float(time) if isinstance(time, (int, float)) and time == time else 0.0


def _message(name: str, message: dict[str, Any], skipped: Counter[str]) -> Message | None:
    author, content, metadata = (
        value if isinstance(value, dict) else {}
        for value in (message.get("author"), message.get("content"), message.get("metadata"))
    )
    role, kind = author.get("role"), content.get("content_type")
    if metadata.get("is_visually_hidden_from_conversation") is True or kind in _HARNESS:
        skipped["harness"] += 1
        return None
    if role == "assistant" and (kind in _REASONING or message.get("recipient", "all") != "all"):
        return None
    if role not in ("user", "assistant", "tool", "system") or (role != "tool" and kind not in _WORDS):
        skipped["unknown_record"] += 1
        return None
    tool = author.get("name")
    return Message(
        role=role,
        text=_text(content),
        id=str(message.get("id") or name),
        time=message.get("create_time"),
        speaker=tool if role == "tool" and isinstance(tool, str) else "",
    )


def _text(content: dict[str, Any]) -> str:
    parts = content.get("parts")
    words: list[str] = []
    for part in parts if isinstance(parts, list) else [content]:
        text = part.get("text", part.get("result")) if isinstance(part, dict) else part
        if isinstance(text, str):
            words.append(text)
    return "\n".join(word for word in words if word.strip())
