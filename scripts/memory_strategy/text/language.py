"""Chinese or English: the two languages that rules, labels and reports know.

Owns: `language`. Refuses: a third answer; Japanese counts as Chinese here, since the same rules cut it.
One surprising fact: "用 uv 装依赖" is Chinese though it has fewer Chinese words than Latin letters.
"""

from __future__ import annotations

import functools
import re

from .scripts import HAN, KANA


@functools.lru_cache(maxsize=1)
def _patterns() -> tuple:
    return re.compile(f"[{HAN}{KANA}]"), re.compile(r"[A-Za-z][A-Za-z'’]*")


def language(s: str) -> str:
    """ "zh" when there are more Chinese characters than Latin words, else "en"."""
    han, latin = _patterns()
    if s.isascii():
        return "en"
    return "zh" if len(han.findall(s)) > len(latin.findall(s)) else "en"
