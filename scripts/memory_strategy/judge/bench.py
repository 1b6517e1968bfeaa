"""Who judges in this run: a model where the owner lets one be asked, the rules for everything else.

Owns: when a model may be asked at all (`bench`), and the fallback for scores, item by item. Refuses: to send what
`llm.send` does not let out of the machine.
One surprising fact: an explicit `evaluate_importance.py --auto` asks wherever there is a key, since it is a question
about one text that its caller just gave; everything that happens by itself asks only after `llm.enabled`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ..config import load
from ..model import OWNER, Candidate, Memory, Turn
from ..scoring import Evaluation, category_for, explain, importance, level, stars, storage_for
from ..text.language import language
from .verdicts import Verdict, by_model, by_rules

if TYPE_CHECKING:
    from ..llm.providers import Endpoint
    from ..prompts.steps import Score
    from .asking import Asker
    from .condensing import Condensed

BATCH = 12  # statements in one prompt; the smallest window holds that many of ordinary length
NO_KEY, NOT_ENABLED = "no_key", "not_enabled"  # as in llm.failures, which a run without a model never loads


@dataclass(frozen=True)
class Bench:
    """Who judges: `reason` says why it is the rules, "" when nobody wanted a model. `sends` is scores or all."""

    weights: Mapping[str, float]
    reason: str = ""
    asker: Optional[Asker] = None
    sends: str = "scores"

    @property
    def method(self) -> str:
        """Who judged so far: the provider's name once it gave an answer, else rules."""
        return self.asker.method if self.asker and self.asker.answered else "rules"

    @property
    def fallback_reason(self) -> str:
        """Why the rules judged, of the first thing that a model was asked and did not answer; "" when there is none."""
        if self.asker and self.asker.failed:
            return next(iter(self.asker.failed))
        return self.reason

    @property
    def note(self) -> str:
        """What a person should hear of a model that was not to be had, in one line; "" when there is nothing to say."""
        if self.asker is None or not self.asker.failed:
            return ""
        counted = ", ".join(f"{reason} ×{count}" for reason, count in sorted(self.asker.failed.items()))
        return f"The rules stood in for the model ({counted}): {self.asker.detail or self.asker.endpoint.host}"

    @property
    def reads(self) -> bool:
        """Whether a model may be shown turns (`llm.send: all`)."""
        return self.asker is not None and self.sends == "all"

    def judge(self, candidates: Sequence[Candidate]) -> Tuple[Verdict, ...]:
        """A verdict for each candidate, in their order."""
        if self.asker is None or not candidates:
            return tuple(by_rules(c, self.weights, self.reason) for c in candidates)
        verdicts: List[Verdict] = []
        for start in range(0, len(candidates), BATCH):
            verdicts += self._judged(candidates[start : start + BATCH])
        return tuple(verdicts)

    def _judged(self, candidates: Sequence[Candidate]) -> List[Verdict]:
        found, reason = self._scores([c.text for c in candidates])
        method = self.asker.method if self.asker else "rules"
        return [
            by_model(c, found[n].dimensions, self.weights, method) if n in found else by_rules(c, self.weights, reason)
            for n, c in enumerate(candidates, 1)
        ]

    def _scores(self, texts: Sequence[str]) -> Tuple[Dict[int, Score], str]:
        """Scores by number, and why there is none for the numbers that are missing."""
        from ..llm.failures import SCHEMA, Failure
        from ..prompts.steps import scores

        assert self.asker is not None
        statements = [{"n": n, "text": text} for n, text in enumerate(texts, 1)]
        lang = language("\n".join(texts))

        def check(answer: Mapping[str, Any]) -> str:
            return "" if scores(answer, len(texts)) else "no statement has four grades from 1 to 5"

        try:
            answer = self.asker.ask("score_importance", lang, {"statements": statements}, check)
        except Failure as failure:
            return {}, failure.reason
        found = scores(answer, len(texts))
        if len(found) < len(texts):
            self.asker.failed[SCHEMA] += 1
        return found, SCHEMA

    def grade(self, text: str, ruled: Evaluation, said: datetime, lang: str) -> Graded:
        """The evaluation of one text (secrets masked): a model's, or the `ruled` one and why. A trigger phrase lifts a
        model's score as far as it lifted the rules'."""
        if self.asker is None:
            return Graded(ruled, "rules", self.reason)
        found, reason = self._scores([text])
        if 1 not in found:
            return Graded(ruled, "rules", reason)
        grades = dict(found[1].dimensions)
        score = importance(grades, self.weights)
        if ruled.trigger:
            score = max(score, ruled.score)
        topic = _topic(text, said)
        made = Evaluation(
            score=score,
            level=level(score, lang),
            storage=storage_for(score, topic),
            stars=stars(score),
            dimensions=grades,
            reasoning=found[1].reason or explain((), grades, ruled.trigger, lang),
            category=category_for(score, topic),
            trigger=ruled.trigger,
        )
        return Graded(made, self.asker.method)

    def condense(self, originals: Sequence[str], limit: int) -> Condensed:
        """A model's summary that loses nothing, else "" and why; then the rules' key sentences, or the originals, stand."""
        from .condensing import Condensed, condense

        return (
            condense(self.asker, originals, limit) if self.asker and self.reads else Condensed("", "rules", self.reason)
        )

    def choose(self, memories: Sequence[Memory], limit: int) -> List[Memory]:
        """The memories for a snapshot, most useful first, as a model chose them; none: the rules choose."""
        from .condensing import choose

        return choose(self.asker, memories, limit)[0] if self.asker and self.reads and memories else []


class Graded(NamedTuple):
    """An evaluation, who gave it, and why it was the rules, "" where they were not a fallback."""

    evaluation: Evaluation
    method: str
    fallback_reason: str = ""


def _topic(text: str, said: datetime) -> str:
    """The file that the words belong to, by the rules: a model grades, it does not file."""
    from ..rules.reading import read_turn

    found = read_turn(Turn("", "", "", 0, OWNER, text), (), said)
    return next((c.category for c in found if c.category != "daily"), "daily")


def bench(
    weights: Mapping[str, float],
    env: Mapping[str, str],
    *,
    no_llm: bool,
    require_llm: bool,
    explicit: bool = False,
    state: Optional[Path] = None,
) -> Bench:
    """Who judges in this run. `explicit`: the caller asked for a model by name of the command; `state`: where answers
    are kept (a memory folder's state/).

    Raises: ModelRequired when a model is required and there is none.
    """
    reason, endpoint = "", None
    settings = load(None, env)  # every llm.* setting is the owner's alone: none comes from a workspace
    if not no_llm:
        endpoint = _endpoint(settings, env)
        allowed = settings["llm.send"] != "never" and (explicit or settings["llm.enabled"])
        reason = "" if endpoint and allowed else NOT_ENABLED if endpoint else NO_KEY
    if require_llm and (no_llm or reason):
        from .asking import required

        raise required(reason or NOT_ENABLED)
    if endpoint is None or reason:
        return Bench(weights, reason)
    from .asking import asker_of

    return Bench(weights, "", asker_of(endpoint, settings, state, needed=require_llm), settings["llm.send"])


def _endpoint(settings: Mapping[str, Any], env: Mapping[str, str]) -> Optional[Endpoint]:
    # Most runs have no key: they do not even load the table.
    if not any(
        name.endswith("_API_KEY") or name.startswith("MEMORY_STRATEGY_LLM_") or name == "OLLAMA_HOST" for name in env
    ):
        return None
    from ..llm.providers import choose

    return choose(settings, env)
