"""What a conversation changes in what is known: a model's operations, each held to its evidence.

Owns: `extract`. Refuses, and counts under a reason: a quote that is not in the turn, an id that was not shown, a change
of a memory that the statement has nothing to do with, orders to an assistant, what was only asked or supposed. The
assistant's guesses become beliefs; only the owner's words make facts.
One surprising fact: a refused target costs the change, not the statement. It is added beside the old one, and the
conflict shows (D46).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, List, Mapping, Optional, Sequence, Tuple

from ..llm.failures import Failure
from ..model import OWNER, Candidate, Memory, Turn
from ..prompts import steps
from ..prompts.steps import Operation
from ..rules import mood
from ..rules.clauses import clauses_of, sentences_of, view
from ..rules.entities import entities
from ..rules.instructions import instruction_shape
from ..rules.secrets import redact
from ..summaries import invented
from ..text.language import language
from ..text.normalise import fold, one_line
from ..text.tokenise import terms
from .asking import Asker
from .evidence import batches, memory_lines, numbered_memories, numbered_turns, supported, turn_lines

MAX_KNOWN = 30  # memories shown beside a batch of turns
BELIEF_CONFIDENCE = 0.6
_FEATURES = {
    "core": "identity", "contacts": "contact", "projects": "project_fact", "decisions": "decision", "patterns": "practice",
    "preferences": "preference", "feedback": "feedback", "daily": "event",
}  # fmt: skip
# What two statements about one person share without being about one thing.
_COMMON = frozenset(
    "i me my you your we our he she it they the a an is are was be am to in on at of for and or not no with has have do does"
    " user owner assistant 我 你 他 她 的 了 是 在 有 和 不 也 就 都 用 户 主 人 用户 主人 一 这 那 个 很 会 要".split()
)


@dataclass(frozen=True)
class Change:
    """One operation that stood: what to do, the candidate, the turn that is its evidence, the memory it is about."""

    action: str  # add | confirm | revise | supersede
    candidate: Candidate
    turn: Turn
    target: Optional[Memory] = None


@dataclass
class Extraction:
    """The changes that stood, in order; what was refused, by reason; the turns that no model read, and why; the memories
    that were shown beside the turns."""

    changes: List[Change] = field(default_factory=list)
    refused: Counter = field(default_factory=Counter)
    unread: List[Turn] = field(default_factory=list)
    shown: List[Memory] = field(default_factory=list)
    fallback_reason: str = ""


def extract(asker: Asker, turns: Sequence[Turn], known: Sequence[Memory]) -> Extraction:
    """Read turns (secrets masked) beside what is known of their owners, batch by batch.

    A batch without an answer goes to `unread`, for the rules now and a second look later.
    """
    result = Extraction()
    for batch in batches(worth_reading(asker, turns), asker.window):
        shown = numbered_memories(_related(batch, known))
        try:
            operations = _ask(asker, batch, shown)
        except Failure as failure:
            result.unread += batch
            result.fallback_reason = result.fallback_reason or failure.reason
            continue
        result.shown += shown.values()
        result.refused.update(operations.refused)
        numbers = numbered_turns(batch)
        for operation in operations.good:
            change, refused = _held(operation, numbers, shown)
            if refused:
                result.refused[refused] += 1
            if change:
                result.changes.append(change)
    return result


def worth_reading(asker: Asker, turns: Sequence[Turn]) -> List[Turn]:
    """The turns without those that a model finds idle; asked only of sessions that fill more than one batch."""
    parts = list(batches(turns, asker.window))
    sizes = Counter(part[0].session for part in parts)
    left: List[Turn] = []
    for part in parts:
        if sizes[part[0].session] < 2:
            left += part
            continue
        shown = numbered_turns(part)
        lang = _language(part)
        try:
            answer = asker.ask("filter", lang, {"turns": turn_lines(shown, lang)})
            left += [shown[i] for i in steps.kept(answer, list(shown))]
        except Failure:
            left += part  # unfiltered turns are read all the same
    return left


def _ask(asker: Asker, batch: Sequence[Turn], shown: Mapping[str, Memory]) -> steps.Items:
    lang = _language(batch)
    said = batch[0].time.date().isoformat() if batch[0].time else ""
    variables = {"turns": turn_lines(numbered_turns(batch), lang), "known": memory_lines(shown), "said": said}

    def check(answer: Mapping[str, Any]) -> str:
        items = steps.operations(answer)
        return "no operation has the right shape" if items.refused and not items.good else ""

    return steps.operations(asker.ask("extract", lang, variables, check))


def _related(batch: Sequence[Turn], known: Sequence[Memory]) -> List[Memory]:
    """The memories that share most words with the turns; of one audience with them, always."""
    words = {term for turn in batch for term in terms(turn.text)}
    scope = [m for m in known if m.audience == batch[0].audience and m.status == "active"]
    ranked = sorted(scope, key=lambda m: -len(words.intersection(terms(m.text))))
    return ranked[:MAX_KNOWN]


def _held(operation: Operation, turns: Mapping[str, Turn], shown: Mapping[str, Memory]) -> Tuple[Optional[Change], str]:
    """The change, held to its evidence, or None; and what was refused of it, "" for nothing."""
    if operation.action == "none":
        return None, ""
    turn, quote, why = supported(operation.turns, operation.quote, turns)
    if turn is None:
        return None, why
    why = _unfit(operation, quote, turn)
    if why:
        return None, why
    candidate = _candidate(operation, quote, turn)
    if operation.action == "add":
        return Change("add", candidate, turn), ""
    target = shown.get(operation.target)
    if target is None:
        return (Change("add", candidate, turn), "unknown_id") if operation.text else (None, "unknown_id")
    if not _may_change(operation.action, candidate, turn, target):
        return Change("add", candidate, turn), "unrelated_target"
    return Change(operation.action, candidate, turn, target), ""


def _unfit(operation: Operation, quote: str, turn: Turn) -> str:
    if not operation.text.strip():
        return "no_text"
    if instruction_shape(operation.text) or instruction_shape(quote):
        return "instruction"
    for sentence in sentences_of(turn.text):
        if quote not in sentence.text:
            continue
        clauses = [c for c in clauses_of(sentence) if c.text in quote or quote in c.text]
        if clauses and all(mood.asks(c.seen, mood.has_question_mark(sentence.seen)) for c in clauses):
            return "only_asked"
    return "only_supposed" if mood.supposes(view(quote)) else ""


def _candidate(operation: Operation, quote: str, turn: Turn) -> Candidate:
    """The candidate of an operation; where a model translated or added something, the speaker's own words stand (D47)."""
    text = one_line(redact(operation.text))
    if language(text) != language(quote) or invented([turn.text], text):
        text = one_line(quote)
    owned = turn.origin == OWNER
    kind = operation.kind if owned and operation.kind in ("fact", "event") else "belief"
    category = operation.category if owned or operation.category != "core" else "daily"
    return Candidate(
        text=text, quote=quote, kind=kind, category=category, rule="model", features=(_FEATURES[category],),
        entities=entities(text), confidence=0.9 if kind != "belief" else BELIEF_CONFIDENCE,
    )  # fmt: skip


def _may_change(action: str, candidate: Candidate, turn: Turn, target: Memory) -> bool:
    """Only the owner changes what is known, and only a memory that the statement is really about (D46)."""
    if action == "confirm":
        return _is_about(candidate, target)
    return turn.origin == OWNER and turn.audience == target.audience and _is_about(candidate, target)


def _is_about(candidate: Candidate, target: Memory) -> bool:
    if {fold(name) for name in candidate.entities} & {fold(name) for name in target.entities}:
        return True
    a, b = set(terms(candidate.text)) - _COMMON, set(terms(target.text)) - _COMMON
    return len(a & b) >= max(1.0, 0.2 * min(len(a), len(b)))


def _language(turns: Sequence[Turn]) -> str:
    own = [t.text for t in turns if t.origin == OWNER] or [t.text for t in turns]
    return language("\n".join(own))
