"""A batch of turns weighed: what the rules found, what a model read in them, and what both are worth.

Owns: `weigh`. Refuses: the store; it is given what is known and hands back what it decided, for the writer to apply
under the lock.
One surprising fact: where both found the same words, the rules' candidate stands. It knows the attribute that a later
value replaces, and the phrase that asked for it; the model says what to do with it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Tuple

from ..model import Candidate, Memory, Turn
from .bench import Bench
from .verdicts import Verdict

if TYPE_CHECKING:
    from ..rules.reading import Answer
    from .extraction import Change
    from .known import Settled


@dataclass(frozen=True)
class Heard:
    """A turn with its secrets masked, and what was found in it. `again`: only the rules saw it, and a model should."""

    turn: Turn
    key: str
    keep: bool = True
    candidates: Tuple[Candidate, ...] = ()
    changes: Tuple[Change, ...] = ()
    verdicts: Tuple[Verdict, ...] = ()  # of the candidates, then of the changes
    again: bool = False
    forget: Tuple[str, ...] = ()  # what its speaker asks to forget, in their words; the sentence is cut out of the turn
    answer: Optional[Answer] = None  # to what the assistant had inferred in the turn before

    @property
    def judged(self) -> Tuple[Verdict, ...]:
        """The verdicts of the candidates."""
        return self.verdicts[: len(self.candidates)]

    @property
    def changed(self) -> Tuple[Tuple[Change, Verdict], ...]:
        """The changes with their verdicts."""
        return tuple(zip(self.changes, self.verdicts[len(self.candidates) :]))


def weigh(
    bench: Bench, heard: Sequence[Heard], known: Sequence[Memory], refused: Counter
) -> Tuple[List[Heard], List[Settled]]:
    """The turns with their changes and verdicts, and the beliefs that they settle. `refused` counts what a model wanted
    and had no evidence for, as `model_REASON`."""
    settled: List[Settled] = []
    if bench.reads and heard:
        heard, settled = _read(bench, heard, known, refused)
    verdicts = iter(bench.judge([c for h in heard for c in (*h.candidates, *(x.candidate for x in h.changes))]))
    weighed = []
    for item in heard:
        given = tuple(next(verdicts) for _ in range(len(item.candidates) + len(item.changes)))
        missed = bench.asker is not None and any(v.fallback_reason for v in given)
        weighed.append(replace(item, verdicts=given, again=item.again or missed))
    return weighed, settled


def _read(
    bench: Bench, heard: Sequence[Heard], known: Sequence[Memory], refused: Counter
) -> Tuple[List[Heard], List[Settled]]:
    from .extraction import extract
    from .known import reconcile, verify

    assert bench.asker is not None
    turns = [item.turn for item in heard if item.keep]
    found = extract(bench.asker, turns, known)
    checked = verify(bench.asker, known, turns)
    for reason, count in (found.refused + checked.refused).items():
        refused[f"model_{reason}"] += count
    by_turn: Dict[int, List[Change]] = {}
    for change in (reconcile(bench.asker, c, found.shown) for c in found.changes):
        by_turn.setdefault(id(change.turn), []).append(change)
    unread = {id(turn) for turn in found.unread}
    return [_joined(h, by_turn.get(id(h.turn), []), id(h.turn) in unread) for h in heard], checked.settled


def _joined(item: Heard, changes: Sequence[Change], unread: bool) -> Heard:
    left, kept = list(item.candidates), []
    for change in changes:
        twin = next((c for c in left if _overlap(c.quote, change.candidate.quote)), None)
        if twin is None:
            kept.append(change)
        elif change.action != "add":
            left.remove(twin)
            kept.append(replace(change, candidate=twin))
    return replace(item, candidates=tuple(left), changes=tuple(kept), again=item.again or unread)


def _overlap(a: str, b: str) -> bool:
    return bool(a and b) and (a in b or b in a)


_ADDRESSED = r"^(?:it (?:seems|sounds|looks) like you|you (?:seem|appear) to|i noticed?(?: that)? you)\b"


def of_the_user(candidate: Candidate) -> str:
    """What the assistant inferred, told of the user: "You seem to prefer oat milk" is read by an agent as of itself. The
    exact words stay in the evidence."""
    if candidate.rule != "inferred":
        return candidate.text
    text = re.sub(_ADDRESSED, "The user seems to", candidate.text, flags=re.IGNORECASE)
    return re.sub(r"\b[Yy]our\b", "their", re.sub("[你您]", "用户", text, count=1))
