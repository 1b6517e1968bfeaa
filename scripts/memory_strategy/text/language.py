"""Chinese or English: the two languages that rules, labels and reports know.

Owns: `language`, `has_chinese`, and the ranges that tokens, sentences and fingerprints share. Refuses: a third answer; Japanese counts
as Chinese here, since the same rules cut it.
One surprising fact: "用 uv 装依赖" is Chinese though it has fewer Chinese words than Latin letters.
"""

from __future__ import annotations

import functools
import re

# Which characters are written without spaces, as pieces for regular expressions.
HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA = "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
HANGUL = "\u1100-\u11ff\u3131-\u318f\uac00-\ud7af"
SOUTH_EAST_ASIAN = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer: no spaces either
UNSPACED = HAN + KANA + HANGUL + SOUTH_EAST_ASIAN
EMOJI = "\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"


@functools.lru_cache(maxsize=1)
def _patterns() -> tuple:
    return re.compile(f"[{HAN}{KANA}]"), re.compile(r"[A-Za-z][A-Za-z'’]*")


def language(s: str) -> str:
    """ "zh" when there are more Chinese characters than Latin words, else "en"."""
    han, latin = _patterns()
    if s.isascii():
        return "en"
    return "zh" if len(han.findall(s)) > len(latin.findall(s)) else "en"


@functools.lru_cache(maxsize=1)
def _common_character() -> re.Pattern[str]:
    return re.compile("[\u4e00-\u9fff]")


def has_chinese(s: str) -> bool:
    """Whether a text has a Chinese character, whatever else it is made of."""
    return _common_character().search(s) is not None
