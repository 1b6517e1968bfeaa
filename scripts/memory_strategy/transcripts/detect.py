"""Tells from a file's content which host wrote it; names and endings are not looked at.

Owns the order of the questions: database, JSONL records, JSON document, note, plain talk. Refuses to guess: with no
answer the error lists what would have been one (D17: a shape nobody knows must not end in silence). Surprising: the
first lines of a real session may be a bare string, `42` or `[1]`, so JSONL is recognised by any of its first lines.
"""

from __future__ import annotations

from itertools import islice

from ..errors import TranscriptError
from . import claude_code, exports, markdown_notes, openclaw_records, plain_text
from .json_stream import BadJsonError, parse
from .source import Source

FORMATS = (
    "OpenClaw's agent database (openclaw-agent.sqlite)",
    "OpenClaw JSONL and its .reset, .deleted and .zst archives",
    "Claude Code JSONL",
    "OpenAI messages (an array, or an object with `messages`)",
    "ChatGPT and Claude.ai exports (conversations.json)",
    "OpenClaw session notes in Markdown",
    "plain text with `User:` / `用户：` lines",
)
_LOOK_LINES = 2_000


def detect(source: Source, cap: int) -> str:
    """One of openclaw_database, openclaw_jsonl, claude_code, exports, markdown_notes, plain_text.

    Raises: TranscriptError when it is none of them.
    """
    if source.is_database:
        return "openclaw_database"
    first = _first_line(source)
    if first[:1] in b'{["-0123456789tfn' and first not in (b"", b"[", b"{"):
        found = _records_of(source, cap)
        if found:
            return found
    if first[:1] in (b"{", b"[") and exports.recognised(source):
        return "exports"
    if markdown_notes.recognised(source):
        return "markdown_notes"
    if plain_text.recognised(source):
        return "plain_text"
    raise TranscriptError(
        f"Nothing in {source.path} was recognised as a session.",
        f"Expected one of: {'; '.join(FORMATS)}.",
        "Name the host's own session file, or put `User:` and `Assistant:` before what each one said.",
        zh=f"{source.path} 不是可识别的会话文件。请指定宿主自己的会话文件，或在每句话前写上“用户：”“助手：”。",
    )


def _first_line(source: Source) -> bytes:
    for line in islice(source.lines(64 * 1024), _LOOK_LINES):
        if line is None:
            with source.open() as stream:  # one long line: its beginning tells as much
                return stream.read(64 * 1024).lstrip()
        if line.strip(b" \t\r\n\0"):
            return line.strip(b" \t\r\n\0")
    return b""


def _records_of(source: Source, cap: int) -> str:
    for line in islice(source.lines(cap), _LOOK_LINES):
        line = line.strip(b" \t\r\n\0") if line else b""
        if not line.startswith(b"{") or not line.endswith(b"}"):
            continue
        try:
            record = parse(line)
        except BadJsonError:
            continue
        if openclaw_records.is_record(record):
            return "openclaw_jsonl"
        if claude_code.is_record(record):
            return "claude_code"
    return ""
