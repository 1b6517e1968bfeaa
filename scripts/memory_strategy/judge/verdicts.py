"""A candidate and what it is worth, by the rules or by a model's four dimensions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping

from ..model import Candidate
from ..scoring import dimensions, importance


@dataclass(frozen=True)
class Verdict:
    """A candidate with its four dimensions (1–5 each) and its importance (1–5)."""

    candidate: Candidate
    dimensions: Mapping[str, int]
    importance: int
    category: str
    method: str = "rules"
    fallback_reason: str = ""


def by_rules(candidate: Candidate, weights: Mapping[str, float], reason: str = "") -> Verdict:
    """The verdict of the rules; `reason` says why no model gave it, "" when nobody wanted one."""
    return _verdict(candidate, dimensions(candidate.features), weights, "rules", reason)


def by_model(candidate: Candidate, scores: Mapping[str, int], weights: Mapping[str, float], method: str) -> Verdict:
    """The verdict of a model. What the user asked to keep is never below what their words set (S4)."""
    return _verdict(candidate, scores, weights, method, "")


def _verdict(
    candidate: Candidate, scores: Mapping[str, int], weights: Mapping[str, float], method: str, reason: str
) -> Verdict:
    value = importance(scores, weights)
    if candidate.forced:
        value = max(value, candidate.forced)
    category = "core" if value == 5 else candidate.category
    if value == 4 and category == "daily":
        category = "patterns"  # S4: what the user asked to note and no topic claims goes to patterns.md
    return Verdict(candidate, scores, value, category, method, reason)
