"""OpenAI `messages`: a bare array, `{"messages": [...]}`, or one message a line.

Owns the session's name, which the format lacks: a digest of the talk's opening up to the first user message, so that
a log that grows or is renamed stays the same session. Refuses to invent times; there are none. Surprising: a user
message with `name` is somebody in a talk of several, for that is what the field is for, so it is not the owner's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from ..model import Turn
from .openclaw_records import owner_flag, sender_of, text_of
from .turns import Message, Session, digest

HOST = "openai"
_ROLES = {"user": "user", "assistant": "assistant", "tool": "tool", "function": "tool"}
_INSTRUCTIONS = ("system", "developer")
_OPENING = 50  # messages held back at most while no user message came


def is_message(value: Any) -> bool:
    """Whether this is a message of a chat completion."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("role"), str)
        and (value["role"] in _ROLES or value["role"] in _INSTRUCTIONS)
        and ("content" in value or "tool_calls" in value)
    )


class Conversation:
    """Takes messages one by one; turns come out once the session has a name."""

    def __init__(self, skipped: Counter[str], now: datetime | None, name: str = "") -> None:
        self._skipped, self._now, self._name = skipped, now, name
        self._opening: list[Message] = []
        self._session: Session | None = None
        self._tools: dict[str, str] = {}

    def take(self, value: Any) -> Iterator[Turn]:
        """The turns that this message completes."""
        message = self._message(value) if is_message(value) else None
        if message is None:
            self._skipped["unknown_record"] += 1
            return
        self._opening.append(message)
        if self._session or message.role == "user" or len(self._opening) >= _OPENING:
            yield from self.finish()

    def finish(self) -> Iterator[Turn]:
        """The turns held back."""
        if self._session is None and self._opening:
            words = [f"{message.role}\n{message.text}" for message in self._opening]
            self._session = Session(HOST, self._name or f"openai-{digest(*words)}", now=self._now)
        for message in self._opening:
            turn = self._session.turn(message) if self._session else None
            if turn is not None:
                yield turn
        self._opening = []

    def _message(self, value: dict[str, Any]) -> Message | None:
        text = text_of(value.get("content"))
        if text is None:
            return None
        calls = value.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            function = call.get("function") if isinstance(call, dict) else None
            if isinstance(function, dict) and isinstance(function.get("name"), str):
                self._tools[str(call.get("id"))] = function["name"]
        role = _ROLES.get(value["role"], "system")
        name = value["name"] if isinstance(value.get("name"), str) else ""
        sender = name or sender_of(value, {})
        tool = name or self._tools.pop(str(value.get("tool_call_id")), "")
        return Message(
            role=role,
            text=text,
            id=value["id"] if isinstance(value.get("id"), str) else "",
            time=value.get("timestamp") or value.get("created_at") or value.get("create_time"),
            speaker=tool if role == "tool" else sender,
            is_owner=owner_flag(value, {}),
            named=bool(sender) and role == "user",
        )
