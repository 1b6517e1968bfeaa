"""Statements set aside for a person to look at: what reads like an order to the assistant, whoever said it.

Owns: which statement is held, and what accepting or refusing makes of it. Refuses: being the defence (who said it is,
`drawing.placed`), and losing anything: an owner's own line waits in `review.md` with everything that is known of it.
One surprising fact: a held memory is indexed under an audience that no scope sees, so no search, filter or group can
bring it up, whatever else changes there.
"""

from __future__ import annotations

from typing import Any, Dict, List

from ..model import HELD, OWNER, UNTRUSTED, Candidate, Memory, Turn
from ..rules.instructions import instruction_shape
from ..text.sentences import sentence_spans
from ..text.tokens import cut_to_chars

MARK = "held:"  # before the rule of a held memory, with the shape that it has
PLANTS = ("plant-memory", "delayed-trigger", "hidden-characters")
HELD_CHARS = 600  # a longer sentence is a pasted wall
MOST_PLANTED, PLANTED_CHARS = 3, 300  # sentences of one tool result; a page of orders is one attack, not a hundred


def order_in(memory: Memory) -> str:
    """The shape of an order in a statement or in the words it was taken from, "" where there is none."""
    texts = dict.fromkeys((memory.text, *(e.quote for e in memory.evidence[-1:])))
    return next((shape for shape in map(instruction_shape, texts) if shape), "")


def order_around(turn: Turn, candidate: Candidate) -> str:
    """The shape of an order in the sentence that a statement stands in; of anybody but the owner, in all they said.

    A rule cuts its statement out of a sentence, and may leave the order behind.
    """
    if turn.origin != OWNER:
        return instruction_shape(turn.text)
    start = turn.text.find(candidate.quote)
    if start < 0:
        return ""
    end = start + len(candidate.quote)
    around = (turn.text[a:b] for a, b in sentence_spans(turn.text) if a < end and b > start)
    return next((shape for shape in map(instruction_shape, around) if shape), "")


def sentence_around(turn: Turn, candidate: Candidate) -> str:
    """The whole sentence of a held statement of the owner's: a person who is asked for a yes sees all of what was said."""
    start = turn.text.find(candidate.quote)
    if turn.origin != OWNER or start < 0:
        return candidate.text
    end = start + len(candidate.quote)
    spans = [(a, b) for a, b in sentence_spans(turn.text) if a < end and b > start]
    whole = " ".join(turn.text[spans[0][0] : spans[-1][1]].split())
    return whole if len(whole) <= HELD_CHARS else candidate.text


def planted(turn: Turn) -> List[Candidate]:
    """What a tool's text would have us remember: orders that speak of memory, or wait for a later word."""
    if not instruction_shape(turn.text):
        return []
    from ..rules.triggers import find_trigger  # reading a store needs no triggers

    found = []
    for start, end in sentence_spans(turn.text):
        sentence = turn.text[start:end]
        shape = instruction_shape(sentence)
        if shape in PLANTS or (shape and find_trigger(sentence)):
            text = cut_to_chars(sentence, PLANTED_CHARS)
            found.append(Candidate(text, text, "event", "daily", shape, confidence=0.1))
    return found[:MOST_PLANTED]


def held(memory: Memory, shape: str) -> Memory:
    """The memory as it waits for review."""
    return memory.replace(status=HELD, rule=f"{MARK}{shape}:{memory.rule}", pinned=False)


def is_held(memory: Memory) -> bool:
    """Whether a memory waits for review, or was archived while it did."""
    return memory.rule.startswith(MARK)


def shape_of(memory: Memory) -> str:
    """Why a held memory waits."""
    return memory.rule.split(":", 2)[1] if is_held(memory) else ""


def accepted(memory: Memory) -> Dict[str, Any]:
    """The changes by which the owner makes a held statement theirs; a tool's becomes a fact of theirs too."""
    rule = memory.rule.split(":", 2)[2] if is_held(memory) else memory.rule
    changes: Dict[str, Any] = {"status": "active", "rule": rule, "origin": OWNER, "owner": "user", "method": "manual"}
    if memory.origin in UNTRUSTED:
        changes.update(kind="fact", category="patterns", importance=4, confidence=0.9, speaker="user")
    return changes
