"""The settings of a search, chosen from the data's own language, turn length and roles.

Owns: `Settings` and `choose`. Refuses: being told; there is no option to set these, since whoever asks cannot know.
One surprising fact: short chat wants almost no length normalisation in English and nearly all of it in Chinese, where
every character counts twice (alone and in a pair); so a Chinese reply of 80 terms is a short one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict, Mapping, Tuple

from ..model import ASSISTANT

# Terms of an assistant that explains at length, about 100 English words or 130 characters: companions stay under it.
LONG_REPLY = {"en": 60, "zh": 240}
_ROLE_SHARE = 0.2  # share of an assistant's turns from which the record counts as one with an assistant


@dataclass(frozen=True)
class Settings:
    """Weights of one search.

    `k1`, `b`: BM25's saturation and length normalisation; `repeats`: its k3, how much a word said again in the
    question adds. `idf_power`: how much more rare terms count. `before`, `after`, `second`: what a turn takes from the
    scores of the turn before it, the one after it, and those two places away; with `towards_owner` only an owner's
    turn takes. `session`: of its session's own score. `pairs`: of words that stand together in the question.
    `feedback`: of terms that the best answers share. `single`: weight of one unspaced character beside a pair. `name`:
    weight of a speaker's name as a word, since its bearer rarely says it. As shares of the score: `speaker` for a
    named speaker's turns, `company` for what a named speaker said, stood beside or is named in, `role` for the owner's
    turns among an assistant's, `asking` taken off turns that ask, `dated` for turns that tell a time
    when the question is when, `day` (of the best score) for a day that is named.
    `meaning`: the share of vectors where words and meaning are joined.
    """

    k1: float = 1.2
    b: float = 0.75
    idf_power: float = 1.2
    before: float = 0.45
    after: float = 0.3
    second: float = 0.2
    towards_owner: bool = False
    session: float = 0.4
    pairs: float = 0.4
    feedback: float = 0.0
    repeats: float = 2.0
    single: float = 0.5
    name: float = 0.5
    speaker: float = 0.5
    company: float = 3.0
    role: float = 0.0
    asking: float = 0.3
    dated: float = 0.2
    day: float = 0.5
    meaning: float = 0.3


def choose(statistics: Mapping[Tuple[str, str, str], Tuple[int, int]], lang: str) -> Settings:
    """The settings for a question in `lang` over documents of which `statistics` says
    {(sort, language, origin): (documents, terms)}.
    """
    turns = {key: counts for key, counts in statistics.items() if key[0] == "turn"}
    same = {key: counts for key, counts in turns.items() if key[1] == lang} or turns
    total = sum(counts[0] for counts in same.values())
    replies = sum(counts[0] for key, counts in same.items() if key[2] == ASSISTANT)
    reply_terms = sum(counts[1] for key, counts in same.items() if key[2] == ASSISTANT)
    chosen = _CHINESE if lang == "zh" else _ENGLISH
    if not total or replies < _ROLE_SHARE * total:
        return chosen
    if reply_terms < LONG_REPLY[lang] * replies:
        return replace(chosen, **_COMPANION)
    return replace(chosen, **_EXPLAINING, **({} if lang == "zh" else _LONG_ENGLISH))


_CHINESE = Settings(k1=1.6, b=1.0, idf_power=1.0, meaning=0.4, feedback=0.3, repeats=1.0)
_ENGLISH = Settings(k1=0.9, b=0.4, second=0.3, session=0.7, feedback=0.6)
# Whoever talks to an assistant tells of themselves while asking ("I've run out of rye: what else could I bake?").
_COMPANION: Dict[str, Any] = {"role": 0.8, "asking": 0.0}
_EXPLAINING: Dict[str, Any] = {
    "role": 1.2, "asking": 0.0, "before": 0.0, "after": 0.25, "second": 0.0, "towards_owner": True,
    "session": 0.5, "feedback": 0.0,
}  # fmt: skip
_LONG_ENGLISH: Dict[str, Any] = {"k1": 1.2, "b": 0.9}
