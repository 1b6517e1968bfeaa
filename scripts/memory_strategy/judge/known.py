"""What a conversation says of what is held already: beliefs verified, near statements told apart.

Owns: `verify`, `reconcile`, `resolve`. Refuses: a verdict without the owner's own words for it; a hint is silence.
One surprising fact: without a model nothing here happens, and nothing is lost: a belief that nobody settles decays, and
two statements that the rules cannot reconcile stand side by side, marked as a conflict.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import List, Mapping, Sequence

from ..llm.failures import Failure
from ..model import OWNER, Memory, Turn
from ..prompts import steps
from ..text.fingerprint import similarity
from ..text.language import language
from .asking import Asker
from .evidence import batches, memory_lines, numbered_memories, numbered_turns, supported, turn_lines
from .extraction import Change

MAX_BELIEFS = 20  # in one prompt
NEAR = 0.5  # likeness from which two statements may be one; it only decides that a model is asked, never that they are


@dataclass(frozen=True)
class Settled:
    """A belief that the owner's words settle: `verdict` is confirmed (it becomes a fact) or contradicted (superseded)."""

    belief: Memory
    verdict: str
    turn: Turn
    quote: str


@dataclass
class Verification:
    """The beliefs that were settled, what was refused by reason, and why no model answered."""

    settled: List[Settled] = field(default_factory=list)
    refused: Counter = field(default_factory=Counter)
    fallback_reason: str = ""


def verify(asker: Asker, beliefs: Sequence[Memory], turns: Sequence[Turn]) -> Verification:
    """Hold active beliefs against what their owner said, in one audience; each is settled at most once."""
    result = Verification()
    own = [t for t in turns if t.origin == OWNER]
    open_beliefs = [m for m in beliefs if m.kind == "belief" and m.status == "active"]
    for batch in batches(own, asker.window):
        done = {s.belief.id for s in result.settled}
        asked = [m for m in open_beliefs if m.id not in done and m.audience == batch[0].audience][:MAX_BELIEFS]
        if not asked:
            continue
        try:
            _verify(asker, numbered_memories(asked), numbered_turns(batch), result)
        except Failure as failure:
            result.fallback_reason = result.fallback_reason or failure.reason
    return result


def _verify(asker: Asker, shown: Mapping[str, Memory], turns: Mapping[str, Turn], result: Verification) -> None:
    lang = language("\n".join(t.text for t in turns.values()))
    answer = asker.ask("verify_belief", lang, {"beliefs": memory_lines(shown), "turns": turn_lines(turns, lang)})
    items = steps.beliefs(answer, list(shown))
    result.refused.update(items.refused)
    for item in items.good:
        if item.verdict == "silent":
            continue
        turn, quote, why = supported(item.turns, item.quote, turns)
        if turn is None:
            result.refused[why] += 1
        elif all(s.belief.id != shown[item.id].id for s in result.settled):
            result.settled.append(Settled(shown[item.id], item.verdict, turn, quote))


def reconcile(asker: Asker, change: Change, known: Sequence[Memory]) -> Change:
    """An addition, held against the known statement that it is most like: the same, its successor, or new after all.

    Without an answer it stays an addition: two statements side by side are a conflict that shows, and no loss.
    """
    near = [m for m in known if m.status == "active" and m.audience == change.turn.audience and m.kind != "summary"]
    old = max(near, key=lambda m: similarity(change.candidate.text, m.text), default=None)
    if change.action != "add" or old is None or similarity(change.candidate.text, old.text) < NEAR:
        return change
    said = change.turn.time.date().isoformat() if change.turn.time else ""
    try:
        found = resolve(asker, old, change.candidate.text, said)
    except Failure:
        return change
    if found.relation == "same":
        return replace(change, action="confirm", target=old)
    replaces = found.relation == "replaces" and change.turn.origin == OWNER
    return replace(change, action="supersede", target=old) if replaces else change


def resolve(asker: Asker, known: Memory, text: str, said: str) -> steps.Relation:
    """How a new statement stands to a known one.

    Raises: Failure.
    """
    sides = {"known": {"text": known.text, "said": known.created_at[:10]}, "new": {"text": text, "said": said}}
    return steps.relation(asker.ask("resolve_conflict", language(text), sides))
