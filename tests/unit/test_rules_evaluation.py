"""The rules' answer to `evaluate_importance --auto`."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from memory_strategy.rules.evaluation import evaluate

SAID = datetime(2026, 5, 6, 10, 0, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    "text, score, storage",
    [
        ("我对花生过敏", 5, "long-term/MEMORY.md"),
        ("记下来：第三方API字段映射需要验证实际返回格式", 4, "long-term/patterns.md"),
        ("永久保存：发票抬头是示例公司", 5, "long-term/MEMORY.md"),
        ("我们决定用 Postgres 存订单", 4, "long-term/decisions.md"),
        ("修复API字段映射", 3, "short-term/YYYY-MM-DD.md"),
        ("Fixed the field mapping of the API", 3, "short-term/YYYY-MM-DD.md"),
        ("今天的天气真不错啊", 2, "short-term/YYYY-MM-DD.md"),
        ("你好", 1, ""),
        ("What time is it?", 1, ""),
        ("", 1, ""),
    ],
)
def test_a_text_has_a_score_and_a_place(text, score, storage):
    """As if its owner said it now."""
    judged = evaluate(text, SAID)
    assert (judged.score, judged.storage) == (score, storage)
    assert judged.stars == "⭐" * score


def test_reasoning_speaks_the_languages_of_the_text_or_the_one_asked_for():
    """auto, zh, en."""
    assert "安全" in evaluate("我对花生过敏", SAID).reasoning
    assert "safety" in evaluate("I'm allergic to nuts.", SAID).reasoning
    assert "safety" in evaluate("我对花生过敏", SAID, lang="en").reasoning


def test_the_best_statement_speaks_for_the_text():
    """One allergy among remarks."""
    assert evaluate("今天天气不错。我对花生过敏。", SAID).score == 5


def test_weights_are_the_users():
    """All on the decision basis."""
    weights = {"impact": 0, "persistence": 0, "reusability": 0, "decision_basis": 1}
    assert evaluate("我昨天去了博物馆", SAID, weights).score == 2
