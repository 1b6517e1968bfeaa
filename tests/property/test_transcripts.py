"""No bytes crash a reader: turns that can be written, or a TranscriptError."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_strategy.errors import TranscriptError
from memory_strategy.model import ORIGINS
from memory_strategy.transcripts import harness, read
from memory_strategy.transcripts.source import SQLITE_MAGIC

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["type", "id", "parentId", "uuid", "sessionId", "message", "messages", "mapping", "current_node", "chat_messages",
     "role", "content", "text", "sender", "timestamp", "isMeta", "__openclaw", "parts", "author", "parent", "name",
     "attachments"]
)  # fmt: skip
WORDS = st.sampled_from(
    [
        "user",
        "assistant",
        "message",
        "session",
        "reset",
        "tool_result",
        "text",
        "human",
        "system",
        "toolResult",
        "compaction",
    ]
)
SHAPED = st.recursive(
    VALUES | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)
OPENINGS = st.sampled_from(
    [
        {"type": "session", "version": 4, "id": "s", "timestamp": "2026-05-04T08:00:00Z"},
        {"type": "summary", "summary": "x", "leafUuid": "l"},
        {"role": "user", "content": "x"},
    ]
)
PIECES = st.lists(
    st.sampled_from(
        ["User: ", "用户：", "助手：", "```\n", "# Session: 2026-05-04\n- **Session ID**: s\n", "user: ",
         'assistant: "', "\n", "[Telegram Sam id:1 2026-05-04 10:00 GMT+8] ", "Sender (untrusted metadata):\n",
         "<system-reminder>", "</file>", "[2026-05-04 10:00] 乙：", "\r", "\0", "Queued #1\n",
         "[Queued messages while agent was busy]\n", "\ufeff"]
    ) | st.text(max_size=6),
    max_size=12,
)  # fmt: skip


def survives(data: bytes) -> int:
    """Read `data` as a file; every turn is writable and belongs to somebody. Returns how many there were."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        path.write_bytes(data)
        count = 0
        try:
            for turn in read(path, skipped=Counter(), limit_bytes=5_000):
                f"{turn.text}{turn.session}{turn.message}{turn.speaker}{turn.audience}".encode()
                assert turn.origin in ORIGINS and turn.message and turn.session and "\0" not in turn.text
                assert turn.time is None or turn.time.tzinfo is not None
                count += 1
        except TranscriptError as error:
            assert error.wrong
        assert path.read_bytes() == data
        return count


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300), st.sampled_from([b"", b"{", b"[", SQLITE_MAGIC, b"\xff\xfe", b"\xef\xbb\xbf"]))
def test_any_bytes_are_turns_or_an_error(data: bytes, start: bytes) -> None:
    """Noise, also behind the first bytes of a format."""
    survives(start + data)


@settings(max_examples=200, deadline=None)
@given(OPENINGS, st.lists(SHAPED, max_size=6), st.booleans())
def test_any_json_in_the_shape_of_records_is_turns_or_an_error(opening: Any, values: list[Any], lines: bool) -> None:
    """Known keys with anything in them, as JSONL and as one document."""
    records = [opening, *values]
    text = "\n".join(map(json.dumps, records)) if lines else json.dumps(records)
    survives(text.encode())


@settings(max_examples=100, deadline=None)
@given(SHAPED, SHAPED)
def test_any_conversation_is_turns_or_an_error(mapping: Any, messages: Any) -> None:
    """Exports whose parts are of the wrong type."""
    survives(json.dumps([{"mapping": {"a": mapping, "b": messages}, "current_node": "a"}]).encode())
    survives(json.dumps([{"chat_messages": [mapping, {"sender": "human", "text": "x", "content": messages}]}]).encode())
    survives(json.dumps({"messages": [mapping, {"role": "user", "content": messages}]}).encode())
    record = {
        "type": "message",
        "id": mapping,
        "parentId": None,
        "message": {"role": "user", "content": messages, "timestamp": mapping},
    }
    survives(json.dumps(record).encode())
    survives(json.dumps({"type": "user", "uuid": mapping, "sessionId": "s", "message": {"content": messages}}).encode())


@settings(max_examples=150, deadline=None)
@given(PIECES, st.sampled_from(["utf-8", "gb18030", "utf-16"]))
def test_any_text_is_turns_or_an_error(pieces: list[str], encoding: str) -> None:
    """Labels, fences and headers in any order and encoding."""
    survives("".join(pieces).encode(encoding, "replace"))


@settings(max_examples=150, deadline=None)
@given(PIECES)
def test_stripping_adds_nothing(pieces: list[str]) -> None:
    """What is called a person's words was in the turn, line by line; stripping again changes nothing of value."""
    text = "".join(pieces).replace("\r", "")
    words = harness.user_words(text).text
    assert set(words) - {" ", "\n"} <= set(text)
    assert len(words) <= len(text) + text.count("<")
