"""A text as the date readers see it: folded position for position, with the day it was said and which way it leans."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Dict

from . import tense

_TRADITIONAL = "後週禮個號這兩過國慶節聖誕兒勞動婦師雙歲農曆陰舊內裡來現開會記時間點約預計畫備應該將剛經種終樣"
_SIMPLIFIED = "后周礼个号这两过国庆节圣诞儿劳动妇师双岁农历阴旧内里来现开会记时间点约预计画备应该将刚经种终样"


@lru_cache(maxsize=1)
def _table() -> Dict[int, str]:
    # Only what the patterns name, one character for one, so that positions stay those of the text.
    table = {ord(t): s for t, s in zip(_TRADITIONAL, _SIMPLIFIED)}
    table.update({0xFF10 + i: str(i) for i in range(10)})
    table.update({ord("　"): " ", ord("’"): "'", ord("－"): "-", ord("～"): "~", ord("／"): "/"})
    return table


def folded(text: str) -> str:
    """The text with traditional characters and full-width figures folded; the length is kept."""
    return text.translate(_table())


@dataclass(frozen=True)
class View:
    """`text` is folded; `leaning` is "past", "future", or "" to go by the tense of each clause."""

    text: str
    today: date
    leaning: str = ""

    def lean(self, start: int, end: int) -> str:
        """Which way a mention at text[start:end] looks."""
        return self.leaning or self.tense(start, end)

    def tense(self, start: int, end: int) -> str:
        """The tense of the clause around text[start:end]: "past", "future", "now" or ""."""
        return tense.lean_of(self.text, start, end)

    def is_habit(self, start: int, end: int, yearly: bool = False) -> bool:
        """Whether the mention tells of something that comes round, so that no single date is meant."""
        return tense.is_habit(self.text, start, end, yearly)
