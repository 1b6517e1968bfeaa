"""The seven steps: what each asks for as a JSON schema, and its answer as a value of its own type.

Owns: schemas, response types, parsers. Refuses: an answer that names a number or an id that the prompt did not show.
One surprising fact: a list is read item by item, so that one bad item costs itself alone (D46); what was refused is
counted under a reason.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Sequence, Tuple

from ..llm.answers import problem
from ..model import CATEGORIES, DIMENSIONS, KINDS

ACTIONS = ("add", "confirm", "revise", "supersede", "none")
VERDICTS = ("confirmed", "contradicted", "silent")
RELATIONS = ("same", "replaces", "both", "unrelated")
Schema = Mapping[str, Any]


def _object(**properties: Schema) -> Dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _list(items: Schema, most: int) -> Dict[str, Any]:
    return {"type": "array", "items": items, "maxItems": most}


def _text(most: int, least: int = 0) -> Dict[str, Any]:
    return {"type": "string", "minLength": least, "maxLength": most}


_GRADE: Schema = {"type": "integer", "enum": [1, 2, 3, 4, 5]}
_ID: Schema = _text(8)
SCORE = _object(n={"type": "integer"}, **{name: _GRADE for name in DIMENSIONS}, reason=_text(120))
OPERATION = _object(
    action={"type": "string", "enum": list(ACTIONS)}, text=_text(600), kind={"type": "string", "enum": list(KINDS)},
    category={"type": "string", "enum": list(CATEGORIES)}, turns=_list(_ID, 8), quote=_text(600), target=_ID,
)  # fmt: skip
BELIEF = _object(id=_ID, verdict={"type": "string", "enum": list(VERDICTS)}, turns=_list(_ID, 8), quote=_text(600))
SCHEMAS: Mapping[str, Schema] = {
    "score_importance": _object(scores=_list(SCORE, 40)),
    "filter": _object(keep=_list(_ID, 200)),
    "extract": _object(operations=_list(OPERATION, 60)),
    "verify_belief": _object(verdicts=_list(BELIEF, 40)),
    "resolve_conflict": _object(relation={"type": "string", "enum": list(RELATIONS)}, reason=_text(200)),
    "summarise": _object(summary=_text(2000, 1)),
    "snapshot": _object(ids=_list(_ID, 100)),
}
STEPS = tuple(SCHEMAS)
# A list holds at most what was shown: without that bound a small model under a grammar never ends one.
_LISTS = {"score_importance": ("scores", "statements"), "filter": ("keep", "turns"), "verify_belief": ("verdicts", "beliefs"),
          "snapshot": ("ids", "memories")}  # fmt: skip


def schema_of(step: str, variables: Mapping[str, Any]) -> Schema:
    """The schema of a step's answer to these variables."""
    whole = SCHEMAS[step]
    if step not in _LISTS:
        return whole
    name, shown = _LISTS[step]
    bounded = {**whole["properties"][name], "maxItems": max(1, len(variables[shown]))}
    return {**whole, "properties": {name: bounded}}


@dataclass(frozen=True)
class Score:
    """The four dimensions of a statement, 1–5 each, and why."""

    dimensions: Mapping[str, int]
    reason: str = ""


@dataclass(frozen=True)
class Operation:
    """What a model would do about a statement: `turns` and `quote` are its evidence, `target` the memory it is about."""

    action: str
    text: str
    kind: str
    category: str
    turns: Tuple[str, ...]
    quote: str
    target: str = ""


@dataclass(frozen=True)
class BeliefVerdict:
    """What the turns say of a belief: confirmed, contradicted, silent; with evidence unless silent."""

    id: str
    verdict: str
    turns: Tuple[str, ...] = ()
    quote: str = ""


@dataclass(frozen=True)
class Relation:
    """How a new statement stands to a known one: same, replaces, both (hold), unrelated."""

    relation: str
    reason: str = ""


@dataclass
class Items:
    """The good items of a list answer, and how many were refused under which reason."""

    good: list = field(default_factory=list)
    refused: Counter = field(default_factory=Counter)


def scores(answer: Mapping[str, Any], wanted: int) -> Dict[int, Score]:
    """Scores by number 1…`wanted`; a number given twice, missing or unknown has none."""
    found: Dict[int, Score] = {}
    twice = set()
    for item in _good(answer["scores"], SCORE).good:
        number = item["n"]
        if number in found:
            twice.add(number)
        if 1 <= number <= wanted:
            found[number] = Score({name: item[name] for name in DIMENSIONS}, item["reason"])
    return {number: score for number, score in found.items() if number not in twice}


def kept(answer: Mapping[str, Any], shown: Sequence[str]) -> Tuple[str, ...]:
    """`filter`: the ids of the turns worth reading on, in the order shown; unknown ones count for nothing."""
    wanted = {item for item in answer["keep"] if isinstance(item, str)}
    return tuple(turn for turn in shown if turn in wanted)


def operations(answer: Mapping[str, Any]) -> Items:
    """`extract`: the operations whose shape is right. Evidence and targets are checked by who knows the turns."""
    found = _good(answer["operations"], OPERATION)
    found.good = [Operation(**{**item, "turns": tuple(item["turns"])}) for item in found.good]
    return found


def beliefs(answer: Mapping[str, Any], shown: Sequence[str]) -> Items:
    """`verify_belief`: a verdict each; ids that were not shown are refused."""
    found = _good(answer["verdicts"], BELIEF)
    good = []
    for item in found.good:
        if item["id"] not in shown:
            found.refused["unknown_id"] += 1
        else:
            good.append(BeliefVerdict(**{**item, "turns": tuple(item["turns"])}))
    found.good = good
    return found


def relation(answer: Mapping[str, Any]) -> Relation:
    """`resolve_conflict`: the one relation."""
    return Relation(answer["relation"], answer["reason"])


def summary(answer: Mapping[str, Any]) -> str:
    """`summarise`: the summary, on one line."""
    return " ".join(str(answer["summary"]).split())


def chosen(answer: Mapping[str, Any], shown: Sequence[str]) -> Tuple[str, ...]:
    """`snapshot`: ids in the order of their use, each once; unknown ones count for nothing."""
    known = set(shown)
    return tuple(dict.fromkeys(item for item in answer["ids"] if isinstance(item, str) and item in known))


def _good(items: Sequence[Any], schema: Schema) -> Items:
    """Optional words may be left out by a model that no schema holds; what must be there must be right."""
    found = Items()
    for item in items:
        whole = {**_DEFAULTS, **item} if isinstance(item, dict) else item
        fault = problem(whole, schema)
        if fault:
            found.refused["bad_item"] += 1
        else:
            found.good.append({name: whole[name] for name in schema["properties"]})
    return found


_DEFAULTS: Mapping[str, Any] = {
    "reason": "",
    "target": "",
    "quote": "",
    "turns": [],
    "kind": "fact",
    "category": "daily",
    "text": "",
}
