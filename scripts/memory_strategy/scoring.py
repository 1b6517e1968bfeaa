"""What a statement is worth when it is written: four dimensions, one importance, one place.

Owns: the table from named features to dimensions (S4: impact, persistence, reusability, decision basis, 1–5 each), the
weighted mean, levels, stars and the routing 5 → core, 4 → a long-term file, 3 → the daily log, 2 → one short line in it,
1 → nothing. Refuses: looking at words; which features a text has is for `rules` to say, so importance never depends on
a model, a clock or a length.
One surprising fact: nothing here ever lowers an importance later. What fades is strength, and that is `decay`'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterable, Mapping, Optional, Tuple

from .model import DIMENSIONS

# feature: (impact, persistence, reusability, decision basis, English, Chinese). A text has the highest value of each
# dimension over its features; features that nothing is known about are passed over.
FEATURES: Mapping[str, Tuple[int, int, int, int, str, str]] = {
    "identity": (5, 5, 5, 4, "who the user is", "用户身份"),
    "safety": (5, 5, 5, 5, "health and safety", "健康安全"),
    "constraint": (4, 4, 4, 4, "what must or must not be", "限制条件"),
    "preference": (3, 4, 5, 4, "a preference", "偏好"),
    "habit": (3, 4, 4, 3, "a habit", "习惯"),
    "life_change": (4, 4, 3, 3, "a turn in the user's life", "人生变化"),
    "decision": (4, 4, 4, 5, "a decision", "决策"),
    "lesson": (4, 4, 5, 4, "a lesson learned", "经验教训"),
    "practice": (3, 4, 5, 4, "a working practice", "工作惯例"),
    "project_fact": (4, 4, 4, 4, "a fact about a project", "项目信息"),
    "contact": (4, 4, 4, 3, "how to reach someone", "联系方式"),
    "relation": (3, 5, 4, 3, "someone in the user's life", "人际关系"),
    "possession": (3, 4, 4, 3, "what the user has", "拥有的东西"),
    "feedback": (3, 3, 3, 3, "feedback on the agent's work", "对助手的反馈"),
    "standing": (4, 4, 4, 3, "meant to last", "长期要求"),
    "plan": (3, 2, 3, 3, "a plan", "计划"),
    "event": (3, 3, 3, 2, "something that happened", "发生的事"),
    "work_done": (3, 3, 3, 3, "work done", "完成的工作"),
    "shown": (2, 4, 3, 2, "something shown in passing", "顺带展示"),
    "asked_to_keep": (4, 4, 4, 4, "the user asked to keep it", "用户要求记录"),
    "remark": (2, 2, 2, 1, "a passing remark", "随口一提"),
}
# What a feature takes off again, after the maximum: what is said of others, or doubtfully, weighs less.
DEDUCTIONS: Mapping[str, Tuple[int, int, int, int, str, str]] = {
    "third_person": (1, 0, 1, 1, "about somebody else", "关于他人"),
    "hedged": (1, 1, 1, 1, "said with doubt", "语气不确定"),
}
LEVELS: Mapping[int, Tuple[str, str]] = {
    5: ("core", "核心配置"),
    4: ("important", "重要经验"),
    3: ("routine", "常规工作"),
    2: ("temporary", "临时工作"),
    1: ("not kept", "不记录"),
}
LONG_TERM = ("core", "contacts", "projects", "decisions", "patterns", "preferences", "feedback")
_DIMENSION_NAMES = {
    "impact": "影响范围", "persistence": "持久性", "reusability": "复用价值", "decision_basis": "决策依据",
}  # fmt: skip


@dataclass(frozen=True)
class Evaluation:
    """A judged text: `score` 1–5, its level, file (relative, "" when it is not kept), stars, dimensions and why."""

    score: int
    level: str
    storage: str
    stars: str
    dimensions: Mapping[str, int]
    reasoning: str
    category: str
    trigger: str = ""


def dimensions(features: Iterable[str]) -> Dict[str, int]:
    """{dimension: 1–5} of a set of named features (see `FEATURES`); all 1 for none."""
    features = tuple(features)
    scores = [1, 1, 1, 1]
    for name in features:
        if name in FEATURES:
            scores = [max(a, b) for a, b in zip(scores, FEATURES[name][:4])]
    for name in features:
        if name in DEDUCTIONS:
            scores = [max(1, a - b) for a, b in zip(scores, DEDUCTIONS[name][:4])]
    return dict(zip(DIMENSIONS, scores))


def importance(scores: Mapping[str, float], weights: Optional[Mapping[str, float]] = None) -> int:
    """The weighted mean of the four dimensions (0.25 each by default), rounded half up, 1–5.

    Weights need not add up to 1; negative ones count as 0, and all 0 means equal.
    """
    given = {name: max(0.0, float((weights or {}).get(name, 0.25))) for name in DIMENSIONS}
    total = sum(given.values())
    if not total:
        given, total = dict.fromkeys(DIMENSIONS, 0.25), 1.0
    mean = sum(float(scores.get(name, 1)) * given[name] for name in DIMENSIONS) / total
    return max(1, min(5, int(mean + 0.5 + 1e-9)))  # 1e-9: 3.4999999 is 3.5 that met a float


def category_for(score: int, category: str) -> str:
    """Which file a score opens: 5 core, 4 the category's (patterns for what has none), lower the daily log."""
    if score >= 5:
        return "core"
    if score == 4:
        return category if category in LONG_TERM else "patterns"
    return "daily"


def storage_for(score: int, category: str) -> str:
    """The file, relative to the memory folder in the default layout; "" when nothing is kept."""
    if score <= 1:
        return ""
    place = category_for(score, category)
    if place == "daily":
        return "short-term/YYYY-MM-DD.md"
    return "long-term/MEMORY.md" if place == "core" else f"long-term/{place}.md"


def level(score: int, lang: str = "zh") -> str:
    """The level's name, as in S4."""
    return LEVELS[max(1, min(5, score))][0 if lang == "en" else 1]


def stars(score: int) -> str:
    """One ⭐ a point."""
    return "⭐" * max(1, min(5, score))


def explain(features: Iterable[str], scores: Mapping[str, int], trigger: str = "", lang: str = "zh") -> str:
    """Why: the features by name, the trigger, the four dimensions."""
    column = 4 if lang == "en" else 5
    tables = {**FEATURES, **DEDUCTIONS}
    named = [str(tables[name][column]) for name in features if name in tables]
    if lang == "en":
        parts = (
            [", ".join(named)]
            if named or any(v > 1 for v in scores.values())
            else ["nothing worth keeping was recognised"]
        )
        if trigger:
            parts.append(f"asked for with “{trigger}”")
        parts.append(" ".join(f"{name}={scores[name]}" for name in DIMENSIONS))
        return "; ".join(p for p in parts if p)
    parts = ["、".join(named)] if named or any(v > 1 for v in scores.values()) else ["没有识别到值得记录的内容"]
    if trigger:
        parts.append(f"触发词“{trigger}”")
    parts.append(" ".join(f"{_DIMENSION_NAMES[name]}{scores[name]}" for name in DIMENSIONS))
    return "；".join(p for p in parts if p)


def evaluation(
    features: Iterable[str],
    category: str = "daily",
    *,
    trigger: str = "",
    forced: Optional[int] = None,
    weights: Optional[Mapping[str, float]] = None,
    lang: str = "zh",
) -> Evaluation:
    """Judge named features; a trigger phrase lifts the score to at least `forced` (S4: 5 or 4)."""
    features = tuple(features)
    scores = dimensions(features)
    return graded(scores, category, features, trigger=trigger, forced=forced, weights=weights, lang=lang)


def graded(
    scores: Mapping[str, int],
    category: str = "patterns",
    features: Iterable[str] = (),
    *,
    trigger: str = "",
    forced: Optional[int] = None,
    weights: Optional[Mapping[str, float]] = None,
    lang: str = "zh",
) -> Evaluation:
    """Judge four given dimensions (`--impact 5 …`), whoever gave them."""
    score = max(importance(scores, weights), forced or 1)
    return Evaluation(
        score=score,
        level=level(score, lang),
        storage=storage_for(score, category),
        stars=stars(score),
        dimensions=scores,
        reasoning=explain(features, scores, trigger, lang),
        category=category_for(score, category),
        trigger=trigger,
    )
