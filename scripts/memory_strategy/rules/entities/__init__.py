"""Names in a text: people, places, organisations, products, files, versions, identifiers, titles, addresses.

Precision before recall: a name missed costs a link, a name invented puts a person into the graph who does not exist
(D26 tells of one). Refuses single capitalised words at the start of a sentence unless they come again inside one, and
Chinese names without a cue (叫, 同事, a title, a known place). Surprising: in a Chinese sentence every Latin word is a
name of something (用 ruff 检查), in an English one hardly any is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import List, Pattern, Tuple

from ...text.normalise import fold
from . import chinese, latin

__all__ = ["entities"]

LIMIT = 12  # a text that names more is a list, and its tail says little
Name = Tuple[int, int, str]


def entities(text: str) -> Tuple[str, ...]:
    """Up to `LIMIT` names in order of appearance, as written; spellings that fold alike count once."""
    blank = _marks().sub(lambda m: "\n" * len(m.group()), text)
    found: List[Name] = list(latin.names(blank))
    if not blank.isascii():
        found.extend(chinese.names(blank))
    found.sort(key=lambda name: (name[0], -name[1]))
    kept: List[str] = []
    seen = set()
    end = 0
    for start, stop, name in found:
        if start < end:
            continue
        end = stop
        key = fold(name)
        if key not in seen:
            seen.add(key)
            kept.append(name)
            if len(kept) == LIMIT:
                break
    return tuple(kept)


@lru_cache(maxsize=1)
def _marks() -> Pattern[str]:
    # What masking left behind is no name.
    return re.compile(r"\[(?:secret:[a-z-]+|private)\]")
