"""One form for matching (`fold`), and what must not survive into a line or a prompt.

Owns: NFKC, case and script folding; invisible characters; single-line text. Refuses: changing what is stored. The
result of `fold` is only ever compared, never shown.
One surprising fact: case folding can undo NFKC (ﬅ, ͅ), so the two run until nothing changes.
"""

from __future__ import annotations

import functools
import re
import unicodedata

# Soft hyphen, combining grapheme joiner, Arabic letter mark, Hangul and Khmer fillers, Mongolian selectors, zero
# widths, bidi controls and isolates, word joiner and invisible operators, BOM, interlinear marks, tag characters and
# variation selectors 17–256: each hides text from a person and not from a model (security.md, T14).
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Controls, NEL and the two Unicode separators: everything that any reader may take for the end of a line (D12).
_BREAKS = "\x00-\x1f\x7f-\x9f\u2028\u2029"


@functools.lru_cache(maxsize=1)
def _script_table() -> dict:
    from .fold_table import SIMPLIFIED, TRADITIONAL

    return str.maketrans(TRADITIONAL, SIMPLIFIED)


@functools.lru_cache(maxsize=1)
def _invisible_pattern() -> re.Pattern:
    return re.compile(f"[{_INVISIBLE}]+")


@functools.lru_cache(maxsize=1)
def _break_pattern() -> re.Pattern:
    return re.compile(f"[{_BREAKS}]+")


def fold(s: str) -> str:
    """The form in which two spellings of one text are equal: NFKC, case-folded, simplified, nothing invisible.

    Full width meets half width (Ａ－７ = a-7), composed meets decomposed, 發票 meets 发票. Idempotent.
    """
    if s.isascii():
        return s.lower()
    s = _invisible_pattern().sub("", s)
    for _ in range(4):  # two rounds suffice for every assigned character; four leaves room
        folded = unicodedata.normalize("NFKC", s).casefold()
        if folded == s:
            break
        s = folded
    return _invisible_pattern().sub("", s).translate(_script_table())


def strip_invisible(s: str) -> str:
    """`s` without zero-width, bidi, tag and selector characters, apart from what holds an emoji together.

    A joiner stays between two pictographs, and one U+FE0F after a pictograph or before a joiner: 👩‍🔧 stays one
    person. Runs of selectors, which can carry a hidden message, never stay.
    """
    if s.isascii():
        return s

    def keep(match: re.Match) -> str:
        run, start, end = match.group(), match.start(), match.end()
        before, after = s[start - 1 : start], s[end : end + 1]
        joins = run in ("\u200d", "\ufe0f\u200d") and _is_pictograph(after)
        return run if _is_pictograph(before) and (joins or run == "\ufe0f") else ""

    return _invisible_pattern().sub(keep, s)


def _is_pictograph(char: str) -> bool:
    if not char:
        return False
    code = ord(char)
    return 0x1F000 <= code <= 0x1FAFF or 0x2190 <= code <= 0x2BFF or code in (0x3030, 0x303D, 0x3297, 0x3299)


@functools.lru_cache(maxsize=1)
def _escape_pattern() -> re.Pattern:
    return re.compile(
        "(?:\x1b\\[|\x9b)[0-?]{0,32}[ -/]{0,4}[@-~]|\x1b\\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\\\)|\x1b[ -/]{0,4}[0-~]"
    )


def without_escapes(s: str) -> str:
    """`s` without a terminal's control sequences (ECMA-48): of a red word its colour would else stay as "[31m"."""
    return _escape_pattern().sub("", s) if "\x1b" in s or "\x9b" in s else s


def one_line(s: str) -> str:
    """`s` with every run of control characters and line breaks folded to one space, and the ends trimmed."""
    return _break_pattern().sub(" ", s).strip()
