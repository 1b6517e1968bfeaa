"""The tables of what people say about themselves and their work, by topic, and which of them fires in a clause.

Owns: the order of the tables. The first rule that fires speaks for its clause. Refuses: moods, which are judged before.
One surprising fact: order is meaning. "I never use tabs" is a habit of the user's and "never use tabs" a working
practice, and "my server is at Hetzner" is a project's before it is a possession.
"""

from __future__ import annotations

import functools
from typing import AbstractSet, Callable, Optional, Tuple

from ..clauses import Piece
from ..subjects import Subject
from .pattern import Found, Rule, try_rules

__all__ = ["Found", "Rule", "first_rule", "tables"]


@functools.lru_cache(maxsize=2)
def tables(lang: str) -> Tuple[Rule, ...]:
    """Every rule of a language ("zh" or "en"), in the order in which they are tried."""
    from . import (
        affairs,
        agreements,
        belongings,
        changes,
        happenings,
        identity,
        limits,
        news,
        people,
        practice,
        projects,
        tastes,
    )

    if lang == "zh":
        return (
            *changes.ZH, *limits.ZH, *people.ZH, *identity.ZH, *projects.FACTS_ZH, *tastes.ZH, *practice.FEEDBACK_ZH,
            *practice.LESSONS_ZH, *projects.DECISIONS_ZH, *happenings.ZH, *belongings.ZH,
            *agreements.ZH, *news.ZH, *affairs.ZH,
        )  # fmt: skip
    return (
        *changes.EN, *limits.EN, *people.EN, *identity.EN, *projects.FACTS_EN, *tastes.EN, *practice.LESSONS_EN,
        *practice.FEEDBACK_EN, *projects.DECISIONS_EN, *happenings.EN, *belongings.EN,
        *agreements.EN, *news.EN, *affairs.EN,
    )  # fmt: skip


def first_rule(
    clause: Piece, subject: Subject, dates: Callable[[], AbstractSet[str]], lang: str, before: str = ""
) -> Optional[Found]:
    """The first rule that fires; `dates()` tells which directions ("past", "future") the clause's dates have.

    `before` names the rule of the clause before it, for what means nothing alone ("I'm at Hooli now").
    """
    for found in try_rules(tables(lang), clause, subject):
        wanted = found.rule.dated
        if found.rule.after and found.rule.after != before:
            continue
        if not wanted or (wanted == "any" and dates()) or wanted in dates():
            return found
    return None
