"""Takes the blocks that a harness wraps in tags out of a text: reminders, command echoes, recalled memory, thinking.

Owns: which tags mean whose words, and their matching. Refuses: to judge what is left. Surprising: tags are matched
with a stack for each name, so a recalled text that holds an opening tag of its own cannot end the block early; a tag
that is never closed takes everything after it when it begins a line, and is left as the writer's own word elsewhere
("what does <system-reminder> mean?").
"""

from __future__ import annotations

import re
from functools import cache
from re import Pattern

from ..marks import RECALL_TAG

# Names seen in sessions of Claude Code and OpenClaw and in the blocks that other memory plugins inject.
RECALLED = (
    RECALL_TAG, "relevant-memories", "relevant_memories", "active_memory_plugin", "hindsight_memories",
    "supermemory-context", "claude-mem-context", "retrieved-memories", "retrieved_memories",
)  # fmt: skip
_THINKING = ("think", "thinking", "antthinking", "thought", "redacted_thinking")
_REMINDERS = ("system-reminder", "system_reminder", "system-notification")
_USER_TURN = (
    "command-name", "command-message", "command-contents", "local-command-stdout", "local-command-stderr",
    "local-command-caveat", "bash-input", "bash-stdout", "bash-stderr", "user-prompt-submit-hook",
    "session-start-hook", "task-notification", "teammate-message", "fork-boilerplate", "new-diagnostics",
    "ide_opened_file", "ide_selection", "ide_diagnostics", "environment_context", "user_instructions",
    "turn_aborted", "file",
)  # fmt: skip
_UNWRAPPED = ("command-args", "user-memory-input", "user_query")  # the user's own words stand inside
_FENCED = ("OPENCLAW_INTERNAL_CONTEXT", "EXTERNAL_UNTRUSTED_CONTENT", "UNTRUSTED_CHILD_RESULT", "QUOTED_NOTES")

FROM_USER = RECALLED + _REMINDERS + _USER_TURN
FROM_ASSISTANT = RECALLED + _REMINDERS + _THINKING
FROM_TOOL = RECALLED

Span = tuple[int, int]


def without(text: str, names: tuple[str, ...]) -> str:
    """`text` without the blocks named (each becomes one space) and without OpenClaw's `<<<…>>>` blocks."""
    if "<" not in text and "_QUOTED_NOTES" not in text:
        return text
    out: list[str] = []
    at = 0
    for start, end in _merged(_spans(text, names)):
        out.append(text[at:start])
        at = end
    return " ".join(out + [text[at:]]) if out else text


@cache
def _pattern(names: tuple[str, ...]) -> Pattern[str]:
    known = "|".join(re.escape(name) for name in names + _UNWRAPPED)
    fences = "|".join(_FENCED[:3])
    return re.compile(
        rf"(?P<begins>^[ \t]{{0,80}})?<[ \t]*(?P<close>/?)[ \t]*"
        rf"(?P<name>{known})(?P<attributes>(?:\s[^<>]{{0,2000}})?)/?>"
        rf"|<<<(?P<end>END_)?(?:BEGIN_)?(?P<fence>{fences})[^<>\n]{{0,200}}>>>"
        rf"|^(?P<notes>BEGIN|END)_{_FENCED[3]}[ \t]*$",
        re.IGNORECASE | re.MULTILINE,
    )


def _spans(text: str, names: tuple[str, ...]) -> list[Span]:
    open_tags: dict[str, list[tuple[int, bool]]] = {}
    closed: dict[str, int] = {}  # where the last block of a name that was closed had begun
    spans: list[Span] = []
    for match in _pattern(names).finditer(text):
        name = (match["name"] or match["fence"] or "notes").lower()
        closing = bool(match["close"] or match["end"] or (match["notes"] or "").upper() == "END")
        if name in _UNWRAPPED:
            spans.append(match.span())
        elif closing:
            waiting = open_tags.get(name)
            # A second closing tag shows that something inside the block had closed it: the block goes on to the last one.
            start = waiting.pop()[0] if waiting else closed.get(name, match.start())
            closed[name] = start
            spans.append((start, match.end()))
        elif name != "file" or "name=" in match["attributes"]:  # <file> alone is anybody's word
            # The host's fences are never a person's words, so an open one always runs to the end.
            certain = match["name"] is None or match["begins"] is not None
            open_tags.setdefault(name, []).append((match.start(), certain))
    spans.extend((start, len(text)) for waiting in open_tags.values() for start, certain in waiting if certain)
    return spans


def _merged(spans: list[Span]) -> list[Span]:
    out: list[Span] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((start, end))
    return out
