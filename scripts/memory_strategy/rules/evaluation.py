"""What a text is worth by the rules alone: the fallback of `evaluate_importance --auto`.

Owns: `evaluate`. Refuses: storing; it reads a text as if its owner said it now.
One surprising fact: a report ("修复 API 字段映射") is an order in a conversation and work done in a work log, so it counts
here and nowhere else.
"""

from __future__ import annotations

from datetime import datetime
from typing import Mapping, Optional, Tuple

from ..model import OWNER, Candidate, Turn
from ..scoring import Evaluation, evaluation
from ..text.language import language
from . import mood
from .clauses import compiled, piece, sentences_of
from .reading import read_turn

_WORK_DONE = (
    r"^(?:已经|已|今天|昨天|本周)*(?:设计|修复|更新|完成|实现|上线|发布|重构|部署|优化|新增|添加|删除|迁移|升级"
    r"|编写|整理|调试|测试|配置|排查|解决|搭建)(?!一下|吗)"
    r"|^(?:fixed|updated|finished|completed|implemented|released|refactored|deployed|optimi[sz]ed|added|removed"
    r"|migrated|upgraded|wrote|resolved|designed|configured|investigated)\b"
)
_MIN_REMARK = 6  # characters; "ok then" is nothing, "The sky is grey" a remark


def evaluate(
    text: str, said: datetime, weights: Optional[Mapping[str, float]] = None, lang: str = "auto"
) -> Evaluation:
    """The evaluation of a text by rules; of several statements in it, the one worth most. `lang` zh, en or auto."""
    shown = language(text) if lang == "auto" else lang
    candidates = read_turn(Turn("", "", "", 0, OWNER, text), (), said)
    judged = [_judged(c, weights, shown) for c in candidates]
    if judged:
        return max(judged, key=lambda e: e.score)
    features, category = _plain(text)
    return evaluation(features, category, weights=weights, lang=shown)


def _judged(candidate: Candidate, weights: Optional[Mapping[str, float]], lang: str) -> Evaluation:
    return evaluation(
        candidate.features,
        candidate.category,
        trigger=candidate.trigger,
        forced=candidate.forced,
        weights=weights,
        lang=lang,
    )


def _plain(text: str) -> Tuple[Tuple[str, ...], str]:
    """Features of what no rule knows: work done, a remark, or nothing."""
    for sentence in sentences_of(text):
        seen = piece(sentence.text).seen
        if compiled(_WORK_DONE).search(seen):
            return ("work_done",), "daily"
        if len(seen) >= _MIN_REMARK and not (
            mood.is_filler(seen) or mood.asks_inside(seen) or mood.requests(seen) or mood.supposes(seen)
        ):
            return ("remark",), "daily"
    return (), "daily"
