"""Summaries and the choice for the snapshot: a model's, where the rule check lets them stand.

Owns: `condense`, `choose`. Refuses: a summary that loses or invents a name, number, date or negation (`summaries`); it is
dropped, and the originals stay. Originals are archived by who asked, never replaced.
One surprising fact: for the snapshot a model writes nothing. It chooses ids; the words are those that are stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Mapping, Sequence, Tuple

from .. import summaries
from ..llm.failures import Failure
from ..model import Memory
from ..prompts import steps
from ..text.language import language
from .asking import Asker
from .evidence import memory_lines, numbered_memories

LIMIT = 100  # characters of a model's summary of one thing (S3); more where it would lose something


@dataclass(frozen=True)
class Condensed:
    """A summary that stands, or "" and why there is none."""

    text: str
    method: str
    fallback_reason: str = ""


def condense(asker: Asker, originals: Sequence[str], limit: int = LIMIT) -> Condensed:
    """One text for several, with every name, number, date and negation of theirs; asked once more when it loses one."""

    def check(answer: Mapping[str, Any]) -> str:
        text = steps.summary(answer)
        if summaries.fits(originals, text):
            return ""
        wrong = (*summaries.lost(originals, text), *summaries.invented(originals, text))
        return (
            f"the summary loses or adds: {', '.join(wrong[:5])}"
            if wrong
            else "the summary is empty or longer than the originals"
        )

    lang = language("\n".join(originals))
    variables = {"items": [{"text": text} for text in originals], "limit": limit}
    try:
        return Condensed(steps.summary(asker.ask("summarise", lang, variables, check)), asker.method)
    except Failure as failure:
        return Condensed("", "rules", failure.reason)


def choose(asker: Asker, memories: Sequence[Memory], limit: int) -> Tuple[List[Memory], str]:
    """The memories for the snapshot, most useful first, and ""; or none and the reason, and the rules choose."""
    shown = numbered_memories(memories)
    variables = {"memories": memory_lines(shown), "limit": limit}

    def check(answer: Mapping[str, Any]) -> str:
        return "" if steps.chosen(answer, list(shown)) else "no id of the list was named"

    try:
        answer = asker.ask("snapshot", language("\n".join(m.text for m in memories)), variables, check)
    except Failure as failure:
        return [], failure.reason
    return [shown[i] for i in steps.chosen(answer, list(shown))[:limit]], ""
