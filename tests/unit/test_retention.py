"""Retention value: three named profiles, pure in (memory, now), and what the default weighs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_strategy import retention
from memory_strategy.model import ASSISTANT, Evidence, Memory, parse_time, utc_iso
from memory_strategy.retention import Surroundings, retention_value

NOW = parse_time("2026-05-06T09:00:00Z")


def aged(days: float, text: str = "the blue folder is with Ines", **fields) -> Memory:
    return Memory(id="x", text=text, source="chat", created_at=utc_iso(NOW - timedelta(days=days)), **fields)


def test_s0_without_a_query_weighs_time_and_access_alone():
    """Keyword and tags mean nothing without a query: 0.2 and 0.2 become 0.5 and 0.5."""
    assert retention_value(aged(3), NOW, "s0") == 0.5
    assert retention_value(aged(3, tags=("anything",)), NOW, "s0") == 0.5
    assert retention_value(aged(17), NOW, "s0") == pytest.approx(0.5 * 0.8)
    assert retention_value(aged(500), NOW, "s0") == pytest.approx(0.05)


def test_s0_counts_recent_use_half_as_much_again():
    """ln(1 + n)/10, × 1.5 within 7 days."""
    used = aged(3, use_count=9, last_used_at=utc_iso(NOW - timedelta(days=2)))
    before = used.replace(last_used_at=utc_iso(NOW - timedelta(days=8)))
    assert retention_value(used, NOW, "s0") == pytest.approx(0.5 + 0.5 * 1.5 * 0.2302585)
    assert retention_value(before, NOW, "s0") == pytest.approx(0.5 + 0.5 * 0.2302585)


def test_s3_is_recency_access_and_content():
    """0.4 linear over a week (at least 0.1), 0.3 n/10, 0.3 content."""
    assert retention_value(aged(0), NOW, "s3") == pytest.approx(0.4 + 0.15)
    assert retention_value(aged(3.5), NOW, "s3") == pytest.approx(0.2 + 0.15)
    assert retention_value(aged(70), NOW, "s3") == pytest.approx(0.04 + 0.15)
    assert retention_value(aged(0, use_count=20, tags=("Critical",)), NOW, "s3") == pytest.approx(1.0)
    assert retention_value(aged(0, tags=("重要",)), NOW, "s3") == pytest.approx(0.7)


def test_an_unknown_profile_is_named_with_the_known_ones():
    """The message says what was expected."""
    with pytest.raises(ValueError, match="'best'.*learned, s0, s3"):
        retention_value(aged(1), NOW, "best")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("I moved to Graz last Friday with my sister Ines", "Wow, that's so cool!"),
        ("上周五我和小满搬去了杭州", "好的，谢谢你"),
        ("My flight to Lisbon leaves on 2026-06-01", "What do you think about it?"),
        ("我给《夜航》写了三千字", "你觉得呢？"),
    ],
)
def test_what_is_specific_is_worth_more_than_small_talk(better, worse):
    """In both languages, of raw turns."""
    assert retention_value(aged(1, better), NOW) > retention_value(aged(1, worse), NOW) + 0.2


def test_each_feature_moves_the_value_in_the_direction_of_its_weight():
    """Importance, use, further sources and rareness raise it; fading and the assistant's voice lower it."""
    base = aged(1)
    value = retention_value(base, NOW)
    assert retention_value(base.replace(importance=4), NOW) > value
    assert retention_value(base.replace(use_count=3), NOW) > value
    assert retention_value(base.replace(evidence=(Evidence(message="a"), Evidence(message="b"))), NOW) > value
    assert retention_value(base, NOW, around=Surroundings(rare=1.0, answers=True)) > value
    assert retention_value(aged(300), NOW) < value
    assert retention_value(base.replace(origin=ASSISTANT), NOW) < value


def test_pinned_and_core_memories_are_worth_everything():
    """Whatever their text and age."""
    assert retention_value(aged(900, "ok", pinned=True), NOW) == 1.0
    assert retention_value(aged(900, "ok", category="core"), NOW) == 1.0


def test_a_statement_that_a_rule_found_is_no_chatter():
    """Few words are held against a raw turn, not against a memory."""
    assert retention_value(aged(0, "prefers tabs", importance=4, rule="likes"), NOW) >= 0.7
    assert retention_value(aged(0, "prefers tabs", importance=4), NOW) < 0.7


def test_a_fresh_routine_memory_is_kept_and_fades_below_the_prune_threshold():
    """The thresholds of S0 (0.6) and S3 (0.7) mean something at the default."""
    event = aged(0, "went for a walk", kind="event", rule="event")
    assert retention_value(event, NOW) >= 0.69
    assert retention_value(event, NOW + timedelta(days=30)) < 0.6


def test_the_survey_sees_rare_words_and_questions_before():
    """A word that a third memory holds is not rare; a reply to another's question answers it."""
    common = [Memory(id=str(n), text="the train was late", session="s", speaker="Ines") for n in range(3)]
    asks = Memory(id="q", text="Where did you put it?", session="s", speaker="Ines")
    reply = Memory(id="r", text="under the accordion", session="s", speaker="Odo")
    own = Memory(id="o", text="nowhere special", session="s", speaker="Odo")
    found = retention.survey([*common, asks, reply, own])
    assert found[0].rare == 0.0 and found[4].rare > 0.0
    assert [f.answers for f in found] == [False, False, False, False, True, False]


def test_a_long_text_is_read_only_at_its_beginning():
    """A pasted megabyte costs no more than a page."""
    assert retention.features(aged(0, "word " * 1000 + "in Lisbon on Friday 12 " * 5000))["number"] == 0.0


@given(
    st.text(max_size=300),
    st.integers(0, 10**6),
    st.integers(1, 5),
    st.floats(0, 5000),
    st.sampled_from(sorted(retention.PROFILES)),
)
def test_every_value_lies_between_0_and_1_and_repeats_exactly(text, uses, importance, days, profile):
    """Pure: the same memory at the same time has the same value."""
    memory = aged(days, text, use_count=uses, importance=importance)
    value = retention_value(memory, NOW, profile)
    assert 0.0 <= value <= 1.0
    assert retention_value(memory, NOW, profile) == value


def test_features_and_weights_have_the_same_names():
    """No weight without a feature, no feature without a weight."""
    assert set(retention.features(aged(0))) == set(retention.WEIGHTS)
