"""Cuts lines of text into what each speaker said, where a label such as `用户：` begins a turn.

Owns: labels, stamps before them, code fences (a `User:` line inside one is code) and the size of one turn. Refuses to
know a format; plain text and notes bring their own notion of a label. Surprising: a fence that is never closed is no
fence. Its lines are read again as talk, for one careless ``` must not swallow the rest of a session.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from re import Match, Pattern
from typing import Callable, NamedTuple

_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})(.*)$")

_NAMES = {
    "user": "user|human|me|you|you said|用户|用戶|使用者|我|主人",
    "assistant": "assistant|ai|bot|claude|chatgpt|chatgpt said|gpt|openclaw|助手|助理|小助手|机器人|機器人",
    "tool": "tool|tool result|tool output|工具|工具结果|工具輸出|工具输出",
    "system": "system|developer|系统|系統",
}


class Label(NamedTuple):
    """The start of a turn: who speaks, when if the line says so, and the words after the label.

    `form` is how the label is written: the marks and the stamp around its name.
    """

    role: str
    words: str
    speaker: str = ""
    time: str = ""
    form: str = ""


class Said(NamedTuple):
    """One turn of a dialogue."""

    label: Label
    text: str


def label_of(line: str) -> Label | None:
    """The label at the start of `line`, or None.

    Known names (`用户：`, `User:`, `**助手**：`, `### User`) speak anywhere. Another name speaks only behind a time
    stamp (`[2026-05-04 10:00] 乙：…`), since `注意：` begins many a line that nobody speaks.
    """
    before_colon, heading = _label_patterns()
    match = before_colon.match(line) or heading.match(line)
    if match is None:
        return None
    words, time = line[match.end() :], match["time"] or ""
    known = next((role for role in _NAMES if match[role]), "")
    if known:
        return Label(known, words, time=time, form=_form(match, known))
    return Label("other", words, match["other"].strip(), time) if time else None


def _form(match: Match[str], role: str) -> str:
    """What is around the name, `*#[-]` and such, with neither the time nor the kind of colon nor the spaces behind it."""
    before, after = match.group().split(match[role], 1)
    return re.sub(r"\d+|[：:]", "", before) + "|" + re.sub(r"[\s：:]+", "", after)


def split(
    lines: Iterable[str | None], label: Callable[[str], Label | None], cap: int, skipped: Counter[str]
) -> Iterator[Said]:
    """The turns in `lines` (None stands for a line that was too long). What precedes the first label is nobody's.

    A turn of more than `cap` characters is counted as `oversized_record` and left out.
    """
    turn = _Turn(label, cap, skipped)
    for line in lines:
        yield from turn.take(line)
    yield from turn.finish()


class _Turn:
    def __init__(self, label: Callable[[str], Label | None], cap: int, skipped: Counter[str]) -> None:
        self._label_of, self._cap, self._skipped = label, cap, skipped
        self._label: Label | None = None
        self._lines: list[str] = []
        self._size, self._over = 0, False
        self._fence, self._fence_at = "", 0

    def take(self, line: str | None, fences: bool = True) -> Iterator[Said]:
        if line is None:
            self._grow(self._cap + 1)
            return
        found = None if self._fence else self._label_of(line)
        if found is not None:
            yield from self._end()
            self._label, line = found, found.words
        if fences:
            self._watch_fence(line)
        if self._label is None and not self._fence:
            self._lines, self._size = [], 0
            return
        self._grow(len(line) + 1)
        if not self._over:
            self._lines.append(line)
        elif self._fence:  # far too long for a block of code
            self._fence = ""

    def finish(self) -> Iterator[Said]:
        if self._fence:
            again, self._lines = self._lines[self._fence_at :], self._lines[: self._fence_at]
            self._fence, self._size = "", sum(len(line) + 1 for line in self._lines)
            for line in again:
                yield from self.take(line, fences=False)
        yield from self._end()

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > self._cap:
            self._over, self._lines = True, []

    def _watch_fence(self, line: str) -> None:
        mark = _FENCE.match(line)
        if mark is None:
            return
        if not self._fence:
            self._fence, self._fence_at = mark[1], len(self._lines)
        elif mark[1].startswith(self._fence) and not mark[2].strip():
            self._fence = ""

    def _end(self) -> Iterator[Said]:
        label, lines, over = self._label, self._lines, self._over
        self._label, self._lines, self._size, self._over = None, [], 0, False
        if over:
            self._skipped["oversized_record"] += 1
        elif label is not None:
            yield Said(label, "\n".join(lines).strip())


@cache
def _label_patterns() -> tuple[Pattern[str], Pattern[str]]:
    stamp = (
        r"(?:[\[(（【]?[ ]{0,8}(?P<time>"
        r"\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[ T]+\d{1,2}:\d\d(?::\d\d)?|\d{1,2}:\d\d(?::\d\d)?)"
        r"[ ]{0,8}[\])）】]?[ ]{0,8}(?:[-–|][ ]{0,8})?)?"
    )
    names = "|".join(f"(?P<{role}>{words})" for role, words in _NAMES.items())
    other = r"(?P<other>[^\s:：*\[\]()（）|#][^:：*\n]{0,30}?)"
    bold = r"(?:\*\*|__)?"
    return (
        re.compile(
            rf"[ ]{{0,3}}(?:#{{1,6}}[ ]{{1,8}})?{stamp}{bold}(?:{names}|{other})[ ]{{0,8}}{bold}[:：]{bold}[ \t]*",
            re.IGNORECASE,
        ),
        re.compile(rf"#{{1,6}}[ ]{{1,8}}{stamp}{bold}(?:{names}){bold}[ ]*$", re.IGNORECASE),
    )
