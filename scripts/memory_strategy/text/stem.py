"""English stems by the Porter2 ("English" Snowball) algorithm.

Owns: `stem`. Refuses: other languages; a word with a character outside a–z comes back unchanged.
Source: the published description at snowballstem.org/algorithms/english/stemmer.html, release 3.
One surprising fact: the stem is no word (happy → happi); it is a key that happy and happiness share.
"""

from __future__ import annotations

import functools
import re

_VOWELS = "aeiouy"
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_LI_ENDINGS = "cdeghkmnrt"  # the letters after which -li is a suffix
_EXCEPTIONS = {
    "skis": "ski", "skies": "sky", "idly": "idl", "gently": "gentl", "ugly": "ugli", "early": "earli",
    "only": "onli", "singly": "singl",
    "sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas", "cosmos": "cosmos", "bias": "bias",
    "andes": "andes",
}  # fmt: skip
_KEPT_AFTER_1A = ("inning", "outing", "canning", "herring", "earring", "evening", "proceed", "exceed", "succeed")
_R1_PREFIXES = ("gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter")
_STEP2 = (
    ("ization", "ize"), ("ational", "ate"), ("fulness", "ful"), ("ousness", "ous"), ("iveness", "ive"),
    ("tional", "tion"), ("biliti", "ble"), ("lessli", "less"), ("entli", "ent"), ("ation", "ate"), ("alism", "al"),
    ("aliti", "al"), ("ousli", "ous"), ("iviti", "ive"), ("fulli", "ful"), ("ogist", "og"), ("enci", "ence"),
    ("anci", "ance"), ("abli", "able"), ("izer", "ize"), ("ator", "ate"), ("alli", "al"), ("bli", "ble"),
    ("ogi", "og"), ("li", ""),
)  # fmt: skip
_STEP3 = (
    ("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("icate", "ic"), ("iciti", "ic"), ("ative", ""),
    ("ical", "ic"), ("ness", ""), ("ful", ""),
)  # fmt: skip
_STEP4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion",
    "al", "er", "ic",
)  # fmt: skip
_WORD = re.compile(r"[a-z]{3,}\Z")


@functools.lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a lower-case English word; anything that is not three or more of a–z comes back as it is."""
    if not _WORD.match(word):
        return word
    if word in _EXCEPTIONS:
        return _EXCEPTIONS[word]
    word = _mark_consonant_y(word)
    r1, r2 = _regions(word)
    word = _step1a(word)
    if word not in _KEPT_AFTER_1A:
        word = _step1b(word, r1)
        word = _step1c(word)
        word = _step2(word, r1)
        word = _step3(word, r1, r2)
        word = _step4(word, r2)
        word = _step5(word, r1, r2)
    return word.lower()


def _mark_consonant_y(word: str) -> str:
    """Y stands for a y that is a consonant: at the start, or after a vowel."""
    letters = list(word)
    for i, letter in enumerate(letters):
        if letter == "y" and (i == 0 or letters[i - 1] in _VOWELS):
            letters[i] = "Y"
    return "".join(letters)


def _after_vowel_consonant(word: str, start: int) -> int:
    for i in range(start + 1, len(word)):
        if word[i] not in _VOWELS and word[i - 1] in _VOWELS:
            return i + 1
    return len(word)


def _regions(word: str) -> tuple:
    """Where R1 and R2 begin."""
    r1 = next((len(p) for p in _R1_PREFIXES if word.startswith(p)), None)
    if r1 is None:
        r1 = _after_vowel_consonant(word, 0)
    return r1, _after_vowel_consonant(word, r1)


def _has_vowel(part: str) -> bool:
    return any(letter in _VOWELS for letter in part)


def _ends_short(word: str) -> bool:
    if word.endswith("past"):
        return True
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    return len(word) > 2 and word[-1] not in _VOWELS + "wxY" and word[-2] in _VOWELS and word[-3] not in _VOWELS


def _step1a(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith(("us", "ss")):
        return word
    if word.endswith("s") and _has_vowel(word[:-2]):
        return word[:-1]
    return word


def _step1b(word: str, r1: int) -> str:
    for suffix in ("eedly", "eed"):
        if word.endswith(suffix):
            return word[: -len(suffix)] + "ee" if len(word) - len(suffix) >= r1 else word
    for suffix in ("ingly", "edly", "ing", "ed"):
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            if suffix == "ing" and len(rest) == 2 and rest[1] == "y" and rest[0] not in _VOWELS:
                return rest[0] + "ie"  # dying → die
            return _mended(rest, r1) if _has_vowel(rest) else word
    return word


def _mended(rest: str, r1: int) -> str:
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if rest.endswith(_DOUBLES):
        return rest if len(rest) == 3 and rest[0] in "aeo" else rest[:-1]
    if _ends_short(rest) and len(rest) <= r1:
        return rest + "e"
    return rest


def _step1c(word: str) -> str:
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
        return word[:-1] + "i"
    return word


def _step2(word: str, r1: int) -> str:
    for suffix, replacement in _STEP2:
        if word.endswith(suffix):
            start = len(word) - len(suffix)
            if start < r1:
                return word
            if suffix == "ogi" and word[start - 1 : start] != "l":
                return word
            if suffix == "li" and word[start - 1 : start] not in tuple(_LI_ENDINGS):
                return word
            return word[:start] + replacement
    return word


def _step3(word: str, r1: int, r2: int) -> str:
    for suffix, replacement in _STEP3:
        if word.endswith(suffix):
            start = len(word) - len(suffix)
            if start < r1 or (suffix == "ative" and start < r2):
                return word
            return word[:start] + replacement
    return word


def _step4(word: str, r2: int) -> str:
    for suffix in _STEP4:
        if word.endswith(suffix):
            start = len(word) - len(suffix)
            if start < r2 or (suffix == "ion" and word[start - 1 : start] not in ("s", "t")):
                return word
            return word[:start]
    return word


def _step5(word: str, r1: int, r2: int) -> str:
    last = len(word) - 1
    if word.endswith("e") and (last >= r2 or (last >= r1 and not _ends_short(word[:-1]))):
        return word[:-1]
    if word.endswith("ll") and last >= r2:
        return word[:-1]
    return word
