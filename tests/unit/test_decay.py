"""Strength, labels and load levels."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_strategy import decay
from memory_strategy.model import Document, Memory, parse_time, utc_iso

NOW = parse_time("2026-05-20T12:00:00Z")


def aged(days: float, **fields) -> Memory:
    return Memory(id="A" * 26, text="x", created_at=utc_iso(NOW - timedelta(days=days)), **fields)


def test_the_three_curves_have_the_published_numbers():
    """Linear to 0.2 over 30 days, λ by kind, 0.02 a day after a week."""
    assert decay.linear(15) == pytest.approx(0.6) and decay.linear(300) == 0.2
    assert decay.exponential(10, "event") == pytest.approx(0.2231, abs=1e-4)
    assert decay.exponential(10, "fact") == pytest.approx(0.9231, abs=1e-4)
    assert decay.stepped(7) == 1.0 and decay.stepped(17) == pytest.approx(0.8) and decay.stepped(900) == 0.1


@given(st.floats(0, 5000), st.floats(0, 500), st.sampled_from(decay.CURVES))
def test_strength_never_grows_with_age_and_stays_between_0_and_1(days, more, curve):
    """Older is never stronger."""
    young, old = decay.strength(aged(days), NOW, curve), decay.strength(aged(days + more), NOW, curve)
    assert 0 <= old <= young <= 1


def test_d39_pinned_and_core_never_fade():
    """What a person pinned is as strong in ten years."""
    assert decay.strength(aged(3650, pinned=True), NOW) == 1.0
    assert decay.strength(aged(3650, category="core"), NOW) == 1.0


def test_d39_age_comes_from_when_it_was_said_not_from_the_import():
    """A year-old fact imported today is a year old."""
    assert decay.strength(aged(365, recorded_at=utc_iso(NOW)), NOW) == pytest.approx(decay.exponential(365), abs=1e-3)


def test_use_restores():
    """A memory used today is as strong as one said today."""
    assert decay.strength(aged(100, last_used_at=utc_iso(NOW)), NOW) == pytest.approx(1.0)


def test_documents_have_strength_too():
    """A raw turn ages by its time."""
    turn = Document(key="turn:s/1", sort="turn", text="x", time=utc_iso(NOW - timedelta(days=10)))
    assert 0 < decay.strength(turn, NOW) < 1


@pytest.mark.parametrize(
    ("days", "zh", "load"),
    [(0, "最近", "full"), (3.9, "最近", "full"), (4, "近期", "full"), (7, "近期", "full"), (8, "摘要", "summary"),
     (14, "摘要", "summary"), (15, "要点", "key"), (30, "要点", "key"), (31, "较早", "archived")],
)  # fmt: skip
def test_labels_and_load_levels_by_age(days, zh, load):
    """S4's table, whole days inclusive."""
    assert (decay.level(days).label("zh"), decay.level(days).load) == (zh, load)


def test_an_unknown_curve_is_named():
    """The message lists the curves."""
    with pytest.raises(ValueError, match="linear, exponential, stepped"):
        decay.faded(1, "fact", "cubic")
