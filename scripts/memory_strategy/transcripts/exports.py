"""JSON documents: ChatGPT and Claude.ai exports and OpenAI messages, told apart element by element.

Owns the way through a document of any size: conversations and messages are taken one at a time from the stream.
Refuses to hold more than one conversation. Surprising: nothing here needs to know beforehand which export it is, so
an array that mixes them, a single conversation and a file of one object a line read the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Any

from ..errors import TranscriptError
from ..model import Turn
from . import chatgpt, claude_ai, openai_messages
from .json_stream import ELEMENT_CAP, events
from .source import Source

_WITHIN = ("messages", "conversations")  # members whose arrays are cut into elements
_KEPT = frozenset((
    "mapping", "current_node", "conversation_id", "id", "title", "create_time", "chat_messages", "uuid", "name",
    "created_at", "role", "content", "tool_calls", "tool_call_id", "timestamp", "sender", "senderIsOwner",
))  # fmt: skip
_LOOK = 200  # events within which a document must show what it is


def recognised(source: Source) -> bool:
    """Whether the document's first elements are conversations or messages that we know."""
    members: dict[str, Any] = {}
    with source.open() as stream:
        for event in islice(events(stream, ELEMENT_CAP, _WITHIN, Counter()), _LOOK):
            if event.kind == "open":
                members = {}
            elif event.kind == "member":
                members[event.key] = event.value if event.key in _KEPT or event.key in _WITHIN else None
            if event.kind == "close" and _is_known(members):
                return True
            if event.kind == "element" and (_is_known(event.value) or _has_messages(event.value)):
                return True
    return False


def read(source: Source, skipped: Counter[str], now: datetime | None, cap: int) -> Iterator[Turn]:
    """The turns of every conversation in the document, in its order."""
    reader = _Reader(skipped, now)
    with source.open() as stream:
        for event in events(stream, ELEMENT_CAP, _WITHIN, skipped):
            yield from reader.take(event)
    yield from reader.finish()
    if not reader.known:
        raise TranscriptError(f"{source.path} holds no conversation that could be read.",
                              zh=f"{source.path} 里没有可读的对话。")  # fmt: skip


def _is_known(value: Any) -> bool:
    return (
        chatgpt.is_conversation(value)
        or claude_ai.is_conversation(value)
        or openai_messages.is_message(value)
        or (isinstance(value, dict) and value.get("messages") == [])
    )


def _has_messages(value: Any) -> bool:
    messages = value.get("messages") if isinstance(value, dict) else None
    return isinstance(messages, list) and any(map(openai_messages.is_message, messages[:_LOOK]))


class _Reader:
    def __init__(self, skipped: Counter[str], now: datetime | None) -> None:
        self._skipped, self._now = skipped, now
        self._members: dict[str, Any] = {}
        self._talk = openai_messages.Conversation(skipped, now)
        self.known = False

    def take(self, event: Any) -> Iterator[Turn]:
        if event.kind == "open":
            self._members = {}
        elif event.kind == "member":
            if event.key == "messages" and isinstance(event.value, list):  # another talk begins
                yield from self.finish()
                self._talk = openai_messages.Conversation(self._skipped, self._now)
                self.known = True
            elif event.key in _KEPT:
                self._members[event.key] = event.value
        elif event.kind == "element":
            yield from self._value(event.value)
        elif self._members and _is_known(self._members):
            yield from self._value(self._members)

    def finish(self) -> Iterator[Turn]:
        yield from self._talk.finish()

    def _value(self, value: Any) -> Iterator[Turn]:
        self.known |= _is_known(value)
        if chatgpt.is_conversation(value):
            yield from chatgpt.turns(value, self._skipped, self._now)
        elif claude_ai.is_conversation(value):
            yield from claude_ai.turns(value, self._skipped, self._now)
        elif _has_messages(value):
            self.known = True
            talk = openai_messages.Conversation(self._skipped, self._now)
            for message in value["messages"]:
                yield from talk.take(message)
            yield from talk.finish()
        else:
            yield from self._talk.take(value)
