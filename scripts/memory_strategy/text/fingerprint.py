"""When two texts are the same statement.

Owns: the content key, the near-duplicate test, lexical similarity. Refuses: meaning. "prefers dark" and "prefers
light" are more alike than most paraphrases (dependencies.md §7), so likeness alone never merges.
One surprising fact: `same_statement` compares everything but filler, in order. Numbers, names and negations are told
apart (D30) because every word that may be one counts, not because any is recognised.
"""

from __future__ import annotations

import functools
import hashlib
import re
from typing import FrozenSet, List

from .language import UNSPACED
from .normalise import fold

_FILLER = frozenset(("a", "an", "the", "please", "really", "just", "actually", "oh", "well", "also"))
_FILLER_CHARACTERS = frozenset("的了呢吧啊呀嘛哦噢喔呗啦哈请")
_CONTRACTIONS = (
    (r"\bcan['’]?t\b", "can not"), (r"\bcannot\b", "can not"), (r"\bwon['’]t\b", "will not"), (r"n['’]t\b", " not"),
    (r"['’]m\b", " am"), (r"['’]re\b", " are"), (r"['’]ve\b", " have"), (r"['’]ll\b", " will"),
)  # fmt: skip


@functools.lru_cache(maxsize=1)
def _pattern() -> re.Pattern:
    letter = rf"[^\W{UNSPACED}]"
    return re.compile(
        rf"[{UNSPACED}]"
        rf"|(?<!{letter})[-+]?{letter}+(?:[-.:/_@'’+#&]+{letter}+)*(?:\+\+|[#%])?"
        r"|[^\w\s!-/:-@\[-`{-~\u2000-\u206f\u3000-\u303f\uff00-\uffef·•、。！？，；：]"
    )


@functools.lru_cache(maxsize=1)
def _contractions() -> list:
    return [(re.compile(pattern), full) for pattern, full in _CONTRACTIONS]


def _content(s: str) -> List[str]:
    """Words, numbers, unspaced characters and symbols of the folded text; no punctuation, no space."""
    return _pattern().findall(fold(s))


@functools.lru_cache(maxsize=2048)
def content_key(s: str) -> str:
    """32 hex digits, equal for texts that differ in case, width, script, punctuation and spacing alone.

    What punctuation decides stays: 1.5 is not 15, -5 is not 5, C++ is not C#.
    """
    folded = fold(s)
    content = _pattern().findall(folded)
    basis = "\x1f".join(content) if content else "\x1e" + folded
    return hashlib.sha256(basis.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def same_statement(a: str, b: str) -> bool:
    """Whether two texts say the same in the same words, filler and punctuation apart.

    Never true where a number, a name, a negation, a pronoun, a tense or the order of words differs (D30).
    """
    if content_key(a) == content_key(b):
        return True
    first, second = _essence(a), _essence(b)
    return bool(first) and first == second


@functools.lru_cache(maxsize=2048)  # one new statement is held against eight near ones
def _essence(s: str) -> List[str]:
    folded = fold(s)
    if "'" in folded or "’" in folded or "cant" in folded or "cannot" in folded:
        for pattern, full in _contractions():
            folded = pattern.sub(full, folded)
    words = _pattern().findall(folded)
    return [word for word in words if word not in _FILLER and word not in _FILLER_CHARACTERS]


def essence_key(s: str) -> str:
    """Equal for exactly the texts that `same_statement` takes for one: the way to find them without comparing pairs."""
    return "\x1f".join(_essence(s)) or content_key(s)


def statement_key(s: str) -> str:
    """32 hex digits, equal for exactly the texts that `same_statement` takes for one."""
    return hashlib.sha256(essence_key(s).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def features(s: str) -> FrozenSet[str]:
    """What `similarity` compares: the words and word pairs of a text."""
    return _pairs(s)


def similarity(a: str, b: str) -> float:
    """0–1: the shared part (Dice) of both texts' word pairs and character pairs. Ranks; never merges by itself."""
    first, second = _pairs(a), _pairs(b)
    if not first or not second:
        return 1.0 if content_key(a) == content_key(b) else 0.0
    return 2 * len(first & second) / (len(first) + len(second))


def _pairs(s: str) -> FrozenSet[str]:
    words = _content(s)
    return frozenset(words) | frozenset(f"{x} {y}" for x, y in zip(words, words[1:]))
