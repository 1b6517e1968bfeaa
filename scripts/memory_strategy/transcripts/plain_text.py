"""A talk as plain text: `用户：… / 助手：…`, `User: … / Assistant: …`, Markdown with `**User:**` or `## User`.

Owns: telling a talk from a note, and the session's name, a digest of its first turn. Refuses a note in which nobody
speaks. Surprising: anyone can forge a label here, since the format has nothing but labels; what an assistant quotes
as `User: …` at the start of a line is read as the user's. Use a host's own session file where there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from ..model import Turn
from .dialogue import Label, label_of, split
from .source import Source
from .turns import Message, Session, digest

HOST = "plain-text"
_LOOK_LINES = 400
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
    for said in split(source.text_lines(cap), _Labels(), cap, skipped):
        if session is None:
            session = Session(HOST, f"text-{digest(said.label.role, said.text)}", now=now)
        turn = session.turn(_message(said.label, said.text))
        if turn is not None:
            yield turn


def _message(label: Label, text: str) -> Message:
    other = label.role == "other"
    role = "user" if other else label.role
    return Message(
        role=role, text=text, time=label.time, speaker=label.speaker, is_owner=False if other else None, named=other
    )


def _lines(source: Source) -> Iterator[str | None]:
    return islice(source.text_lines(_LOOK_BYTES), _LOOK_LINES)


class _Labels:
    """Finds labels; a name that is not known speaks only where the known ones stand behind a time stamp too.

    Otherwise "10:30 会议：…" in a pasted schedule would be somebody's turn.
    """

    def __init__(self) -> None:
        self._stamped: bool | None = None

    def __call__(self, line: str) -> Label | None:
        label = label_of(line)
        if label is None or label.role == "other":
            return None if self._stamped is False else label
        if self._stamped is None:
            self._stamped = bool(label.time)
        return label
