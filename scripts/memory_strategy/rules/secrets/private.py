"""What was marked `<private>…</private>`, in any case, with spaces or attributes, entity-escaped or full-width.

Marks nest; one that is never closed holds to the end of the text (D35).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import List, Pattern, Tuple

PRIVATE_MARK = "[private]"


@lru_cache(maxsize=1)
def _tag() -> Pattern[str]:
    opening = r"(?:<|&lt;|&#0{0,4}60;|&#x0{0,4}3c;|\\u003c|＜)"
    closing = r"(?:>|&gt;|&#0{0,4}62;|&#x0{0,4}3e;|\\u003e|＞)"
    # An attribute holds no bracket of either kind; 200 characters bound the search of a tag that never ends.
    return re.compile(rf"{opening}\s{{0,8}}(/?)\s{{0,8}}private(?![\w-])[^<>＜＞&]{{0,200}}?{closing}", re.I)


def private_spans(text: str) -> Tuple[Tuple[int, int], ...]:
    """(start, end) of each private part, its tags included; the outermost where they nest."""
    if "private" not in text.lower():
        return ()
    spans: List[Tuple[int, int]] = []
    depth = start = 0
    for match in _tag().finditer(text):
        if not match[1]:
            if depth == 0:
                start = match.start()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                spans.append((start, match.end()))
    if depth:
        spans.append((start, len(text)))
    return tuple(spans)


def strip_private(text: str) -> str:
    """The text with each private part replaced by `[private]`; what follows an unclosed mark is gone."""
    parts: List[str] = []
    done = 0
    for start, end in private_spans(text):
        parts += [text[done:start], PRIVATE_MARK]
        done = end
    return "".join(parts) + text[done:]
