"""Dimensions from named features, importance, routing (S4)."""

from __future__ import annotations

import pytest

from memory_strategy import scoring
from memory_strategy.model import DIMENSIONS


@pytest.mark.parametrize("name", sorted(scoring.FEATURES))
def test_every_feature_gives_four_dimensions_from_one_to_five(name):
    """The table is complete, and each name is explained in both languages."""
    scores = scoring.dimensions([name])
    assert tuple(scores) == DIMENSIONS and all(1 <= v <= 5 for v in scores.values())
    assert scoring.FEATURES[name][4] in scoring.explain([name], scores, lang="en")
    assert scoring.FEATURES[name][5] in scoring.explain([name], scores, lang="zh")


@pytest.mark.parametrize(
    "features, score",
    [
        (("identity",), 5), (("safety",), 5), (("constraint",), 4), (("preference",), 4), (("decision",), 4), (("lesson",), 4),
        (("contact",), 4), (("relation",), 4), (("plan",), 3), (("event",), 3), (("feedback",), 3), (("feedback", "standing"), 4),
        (("remark",), 2), ((), 1), (("unheard of",), 1), (("safety", "third_person"), 4), (("preference", "hedged"), 3),
    ],
)  # fmt: skip
def test_importance_of_what_people_say(features, score):
    """Who somebody is and what could harm them come first, remarks last."""
    assert scoring.importance(scoring.dimensions(features)) == score


def test_a_half_is_rounded_up_and_weights_count():
    """S4's weighted mean."""
    assert scoring.importance(dict(zip(DIMENSIONS, (3, 4, 4, 3)))) == 4
    assert scoring.importance(dict(zip(DIMENSIONS, (5, 5, 4, 5)))) == 5
    scores = dict(zip(DIMENSIONS, (5, 1, 1, 1)))
    assert scoring.importance(scores) == 2
    assert scoring.importance(scores, {"impact": 1.0, "persistence": 0, "reusability": 0, "decision_basis": 0}) == 5
    assert scoring.importance(scores, dict.fromkeys(DIMENSIONS, 0)) == 2


@pytest.mark.parametrize(
    "score, category, storage",
    [
        (5, "preferences", "long-term/MEMORY.md"), (4, "decisions", "long-term/decisions.md"), (4, "daily", "long-term/patterns.md"),
        (3, "preferences", "short-term/YYYY-MM-DD.md"), (2, "daily", "short-term/YYYY-MM-DD.md"), (1, "core", ""),
    ],
)  # fmt: skip
def test_a_score_has_a_place(score, category, storage):
    """5 core, 4 a long-term file, 3 and 2 the day, 1 nowhere."""
    assert scoring.storage_for(score, category) == storage


def test_levels_and_stars_are_those_of_the_seed():
    """核心配置 … 不记录."""
    assert [scoring.level(n) for n in (5, 4, 3, 2, 1)] == ["核心配置", "重要经验", "常规工作", "临时工作", "不记录"]
    assert scoring.level(4, "en") == "important"
    assert scoring.stars(4) == "⭐⭐⭐⭐"


def test_a_trigger_lifts_and_never_lowers():
    """At least 4 or 5."""
    assert scoring.evaluation(("remark",), trigger="记下来", forced=4).score == 4
    assert scoring.evaluation(("identity",), trigger="记下来", forced=4).score == 5
    judged = scoring.evaluation(("remark",), "patterns", trigger="记下来", forced=4)
    assert judged.storage == "long-term/patterns.md" and "记下来" in judged.reasoning
