"""What is left of a memory today: three curves, and how much of an old one is loaded.

Owns: strength, age, labels and load levels, all computed on reading. Refuses: changing a memory; importance never
changes with time (a tool that lowered it each night ended with everything at 1).
One surprising fact: age counts from when the words were said or last used, never from when they were imported (D39).
"""

from __future__ import annotations

from datetime import datetime
from math import exp
from typing import NamedTuple, Protocol

from .model import Memory, parse_time

CURVES = ("linear", "exponential", "stepped")
RATES = {"fact": 0.008, "belief": 0.07, "summary": 0.025, "event": 0.15}  # λ per day (S1)
_RATE_OF_A_TURN = 0.025  # raw turns fade like summaries
_STEPPED_FULL_DAYS, _STEPPED_LOSS_A_DAY, _STEPPED_FLOOR = 7, 0.02, 0.1  # S0
_SECONDS_A_DAY = 86400.0


class Aging(Protocol):
    """What strength needs of a memory (or of a document, which has no uses)."""

    @property
    def kind(self) -> str: ...
    @property
    def category(self) -> str: ...
    @property
    def pinned(self) -> bool: ...


class Level(NamedTuple):
    """How a memory of some age is shown: its label in both languages, and full, summary, key or archived."""

    label_zh: str
    label_en: str
    load: str

    def label(self, lang: str) -> str:
        """The label in "zh" or "en"."""
        return self.label_zh if lang == "zh" else self.label_en


_LEVELS = (
    (3, Level("最近", "latest", "full")),
    (7, Level("近期", "recent", "full")),
    (14, Level("摘要", "summary", "summary")),
    (30, Level("要点", "key points", "key")),
)  # S4: whole days, inclusive
_ARCHIVED = Level("较早", "older", "archived")
CORE_LEVEL = Level("核心", "core", "full")


def age_days(time: str, now: datetime) -> float:
    """Days from an ISO time to `now`, at least 0; 0 where the time is empty or cannot be read."""
    try:
        return max(0.0, (now - parse_time(time)).total_seconds() / _SECONDS_A_DAY) if time else 0.0
    except ValueError:
        return 0.0


def exempt(memory: Aging) -> bool:
    """Pinned and core memories never fade and are never archived for their age."""
    return memory.pinned or memory.category == "core"


LASTING_PERSISTENCE = 4  # of 5: "years" and longer in the scoring criteria


def lasting(memory: Memory) -> bool:
    """A fact that is no less true for nobody asking: who people are and how they are reached, identity, health, and what
    was judged to hold for years and stands in a topic's file. It is not put away for being unused."""
    known = memory.kind == "fact" and memory.importance >= 4
    persistence = memory.dimensions.get("persistence", 0)
    return exempt(memory) or (known and (memory.category == "contacts" or persistence >= LASTING_PERSISTENCE))


def linear(days: float, period: float = 30.0, min_weight: float = 0.2) -> float:
    """max(min_weight, 1 − days/period × (1 − min_weight)); S4."""
    return max(min_weight, 1.0 - days / max(period, 1e-9) * (1.0 - min_weight))


def exponential(days: float, kind: str = "fact") -> float:
    """e^(−λ·days), λ by kind; S1."""
    return exp(-RATES.get(kind, _RATE_OF_A_TURN) * days)


def stepped(days: float) -> float:
    """1 up to 7 days, then 0.02 less a day, at least 0.1; S0."""
    return max(_STEPPED_FLOOR, 1.0 - _STEPPED_LOSS_A_DAY * max(0.0, days - _STEPPED_FULL_DAYS))


def faded(days: float, kind: str, curve: str = "exponential", period: float = 30.0, min_weight: float = 0.2) -> float:
    """What `curve` leaves after `days`. Raises: ValueError for an unknown curve."""
    if curve == "linear":
        return linear(days, period, min_weight)
    if curve == "exponential":
        return exponential(days, kind)
    if curve == "stepped":
        return stepped(days)
    raise ValueError(f"no decay curve is called {curve!r}; expected one of {', '.join(CURVES)}")


def strength(
    memory: Aging, now: datetime, curve: str = "exponential", period: float = 30.0, min_weight: float = 0.2
) -> float:
    """0–1: what is left of a memory (or document) at `now`; using it restores it, pinned and core keep 1."""
    if exempt(memory):
        return 1.0
    said = getattr(memory, "created_at", "") or getattr(memory, "time", "")
    ages = [age_days(time, now) for time in (said, getattr(memory, "last_used_at", "")) if time]
    return faded(min(ages, default=0.0), memory.kind, curve, period, min_weight)


def level(days: float) -> Level:
    """How what was said `days` ago is shown: 0–3 full, 4–7 full, 8–14 summary, 15–30 key information, older archived."""
    whole = int(days)
    return next((found for last, found in _LEVELS if whole <= last), _ARCHIVED)


def tier(days: float, sort: str, category: str = "") -> str:
    """short, medium or long: raw turns and daily notes by age; what was promoted to a topic file is long."""
    if sort == "memory" and category not in ("", "daily"):
        return "long"
    return "short" if int(days) <= 7 else "medium" if int(days) <= 30 else "long"
