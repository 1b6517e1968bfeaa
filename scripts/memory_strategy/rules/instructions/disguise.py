"""What a text does to look harmless: invisible characters inside words, look-alike letters, text in base64."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Dict, Iterator, Pattern, Tuple

# Cyrillic and Greek letters that look like Latin ones (Unicode TR39 confusables, the everyday part), lower case.
_LOOKS = "аеорсухіјѕһԁԛԝьвкмнтгαοευικνρτχγ"
_LIKE = "aeopcyxijshdqwbbkmhtraoeuiknptxy"
# Tag characters, bidi embeddings and isolates have no place in a chat; zero widths have one beside emoji.
_HIDDEN = "[\u202a-\u202e\u2066-\u2069\U000e0001-\U000e007f]"
_ZERO = "[\u00ad\u200b-\u200d\u2060\ufeff]"


@lru_cache(maxsize=1)
def _patterns() -> Tuple[Pattern[str], Pattern[str], Pattern[str]]:
    word = r"[A-Za-z\u4e00-\u9fff]"
    return (
        re.compile(rf"{_HIDDEN}|(?<={word}){_ZERO}+(?={word})"),
        re.compile("[a-z][" + _LOOKS + "]|[" + _LOOKS + "][a-z]"),
        re.compile(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40,4096}={0,2}(?![A-Za-z0-9+/=])"),
    )


@lru_cache(maxsize=1)
def _likeness() -> Dict[int, str]:
    return {ord(a): b for a, b in zip(_LOOKS, _LIKE)}


def hidden(text: str) -> str:
    """ "hidden-characters", "look-alikes" or "": what no honest message holds.

    A flag of England is three tag characters after a black flag: those alone are let through.
    """
    if text.isascii():
        return ""
    invisible, mixed, _ = _patterns()
    bare = re.sub("\U0001f3f4[\U000e0020-\U000e007f]{2,7}", "", text) if "\U0001f3f4" in text else text
    if invisible.search(bare):
        return "hidden-characters"
    return "look-alikes" if mixed.search(bare.lower()) else ""


def plain(folded: str) -> str:
    """The folded text with look-alike letters as the Latin ones they show, where it is not Cyrillic or Greek text."""
    if folded.isascii():
        return folded
    return folded.translate(_likeness())


def decoded(text: str) -> Iterator[str]:
    """What base64 runs of the text say, where that is text."""
    if not any(c.isdigit() or c == "=" for c in text) or len(text) < 40:
        return
    for match in _patterns()[2].finditer(text):
        import base64
        import binascii

        run = match.group()
        try:
            said = base64.b64decode(run + "=" * (-len(run) % 4)).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            continue
        if said.isprintable() or "\n" in said:
            yield said
