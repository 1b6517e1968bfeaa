"""A talk as plain text: `用户：… / 助手：…`, `User: … / Assistant: …`, Markdown with `**User:**` or `## User`.

Owns: telling a talk from a note, and the session's name, a digest of its first turn. Refuses a note in which nobody
speaks. Surprising: anyone can forge a label here, since the format has nothing but labels. So the owner's label counts
only in the form in which it first stood, and never inside a tool's output, which ends where the assistant speaks. Who
knows the form and forges the assistant too is believed: use a host's own session file where there is one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from ..model import Turn
from .dialogue import Label, label_of, split
from .markdown_notes import day_named, noon
from .source import Source
from .turns import Message, Session, digest

HOST = "plain-text"
_LOOK_LINES = 400
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
_LOOK_BYTES = 64 * 1024


def recognised(source: Source) -> bool:
    """Whether people speak here: the first line has a label, or two lines have."""
    labels = 0
    for said in split(_lines(source), _Labels(), _LOOK_BYTES, Counter()):
        labels += said.label.role in ("user", "assistant")
        if labels >= 2:
            return True
    return labels == 1 and label_of(next((line for line in _lines(source) if line and line.strip()), "")) is not None


def read(source: Source, skipped: Counter[str], now: datetime | None, cap: int) -> Iterator[Turn]:
    """The turns of the talk."""
    session: Session | None = None
    day = day_named(source)
    for said in split(source.text_lines(cap), _Labels(), cap, skipped):
        if session is None:
            session = Session(HOST, f"text-{digest(said.label.role, said.text)}", now=now, put_away=noon(day, now))
        turn = session.turn(_message(said.label, said.text, day))
        if turn is not None:
            yield turn


def _message(label: Label, text: str, day: str) -> Message:
    other = label.role == "other"
    clock = _CLOCK.fullmatch(label.time) if day else None
    role = "user" if other else label.role
    time = f"{day} {label.time}" if clock else label.time
    return Message(
        role=role, text=text, time=time, speaker=label.speaker, is_owner=False if other else None, named=other
    )


def _lines(source: Source) -> Iterator[str | None]:
    return islice(source.text_lines(_LOOK_BYTES), _LOOK_LINES)


class _Labels:
    """Finds labels; a name that is not known speaks only where the known ones stand behind a time stamp too.

    Otherwise "10:30 会议：…" in a pasted schedule would be somebody's turn. The owner's label keeps to its form: `user:`
    in a page that an assistant quotes is no `**User:**`. Labels of others need none, since they lend no trust.
    """

    def __init__(self) -> None:
        self._stamped: bool | None = None
        self._form: str | None = None
        self._role = ""

    def __call__(self, line: str) -> Label | None:
        label = label_of(line)
        if label is None or label.role == "other":
            return None if self._stamped is False else label
        if label.role == "user":
            if self._role == "tool" or self._form not in (None, label.form):
                return None
            self._form = label.form
        if self._stamped is None:
            self._stamped = bool(label.time)
        self._role = label.role
        return label
