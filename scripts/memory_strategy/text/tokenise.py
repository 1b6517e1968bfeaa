"""Terms: the one tokenizer of index and query.

Owns: `terms`, the stop words and function characters. Refuses: dictionaries and segmentation models; bigrams found
as much as jieba did (dependencies.md §4) and need neither a download nor a second of start-up.
One surprising fact: a text may have no term at all ("don't", "%", "的吗"); whoever searches then looks for the
literal text instead of answering nothing (D05, D06).
"""

from __future__ import annotations

import functools
import re
from typing import FrozenSet, List

from .language import UNSPACED
from .normalise import fold
from .stem import stem


def _words(line: str) -> FrozenSet[str]:
    return frozenset(line.split())


# Part of the index: changing what `terms` returns means a new number, and old indexes are rebuilt.
TOKENIZER_VERSION = 2

STOP_WORDS = _words(
    """a about above after again against all am an and any are as at be because been before being below between both
    but by can could did do does doing down during each few for from further had has have having he her here hers
    herself him himself his how i if in into is it its itself just me more most my myself no nor not now of off on once
    only or other our ours ourselves out over own same she should so some such than that the their theirs them
    themselves then there these they this those through to too under until up very was we were what when where which
    while who whom why will with would you your yours yourself yourselves s t d ll m re ve don doesn didn isn aren
    wasn weren hasn haven hadn won wouldn couldn shouldn mustn ain"""
)
# Function characters: alone they say nothing, and neither does a pair of them.
FUNCTION_CHARACTERS = frozenset("的了吗呢吧啊我你他她它是在和与就都也还这那有个给过对么们")
MAX_TERM = 64  # characters: a longer run (base64, a hash) is no word that anyone types

_JOINERS = "-._/@:+#"


@functools.lru_cache(maxsize=1)
def _pattern() -> re.Pattern:
    letter = rf"[^\W{UNSPACED}]"
    return re.compile(rf"([{UNSPACED}]+)|({letter}+(?:[{re.escape(_JOINERS)}]+{letter}+)*(?:\+\+|#)?)")


@functools.lru_cache(maxsize=1)
def _parts_pattern() -> re.Pattern:
    return re.compile(rf"[{re.escape(_JOINERS)}]+")


def terms(s: str) -> List[str]:
    """The terms of `s` in reading order, repeated as often as they occur.

    Chinese, Japanese, Korean and other unspaced runs give every pair of neighbouring characters, except of two
    function characters, and every single character except function characters. Other words give their English stem;
    stop words give nothing. A code (A-7, tmp_1, C++) gives the whole and its parts, and so does a compound (blue-green),
    whose whole is written together: some write e-mail, some email.
    """
    found: List[str] = []
    for run, word in _pattern().findall(fold(s)):
        if run:
            _add_run(run, found)
        else:
            _add_word(word, found)
    return found


def _add_run(run: str, found: List[str]) -> None:
    function = FUNCTION_CHARACTERS
    for i in range(len(run) - 1):
        if not (run[i] in function and run[i + 1] in function):
            found.append(run[i : i + 2])
    found.extend(char for char in run if char not in function)


def _add_word(word: str, found: List[str]) -> None:
    if word.isalpha():
        if word not in STOP_WORDS:
            found.append(stem(word[:MAX_TERM]))
        return
    parts = [part for part in _parts_pattern().split(word) if part]
    together = word.replace("-", "")
    if len(word) <= MAX_TERM:
        found.append(stem(together) if together.isalpha() else word)
    if len(parts) > 1 or parts != [word]:
        found.extend(stem(part[:MAX_TERM]) for part in parts if part not in STOP_WORDS)


def plain_words(s: str) -> List[str]:
    """The folded words of `s` as written, stop words too; unspaced runs whole. For names and phrases."""
    return [run or word for run, word in _pattern().findall(fold(s))]
