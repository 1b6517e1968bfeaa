"""Reading long-term-memory data for the benchmarks: turns, questions, and which turns are a question's evidence.

Two shapes are read: one JSON object a line, `{"kind": "turn", "conv", "session", "id", "time", "speaker", "text"}` or
`{"kind": "question", "conv", "qid", "category", "question", "answer", "evidence": [turn ids]}`, and LoCoMo's own
`locomo10.json` (snap-research/locomo). No data comes with the project: its licences are for measuring.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Sequence, Tuple

# LoCoMo's numbers for the categories of its questions
_LOCOMO_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_LOCOMO_TIME = "%I:%M %p on %d %B, %Y"
BOOTSTRAPS = 2000


@dataclass(frozen=True)
class Said:
    """One turn."""

    id: str
    session: str
    time: str
    speaker: str
    text: str


@dataclass(frozen=True)
class Asked:
    """One question with the turns that answer it."""

    id: str
    category: str
    text: str
    evidence: Tuple[str, ...]


@dataclass
class Conversation:
    """A conversation of many sessions, and the questions about it that have evidence in it."""

    name: str
    turns: List[Said] = field(default_factory=list)
    questions: List[Asked] = field(default_factory=list)


def read(path: Path) -> List[Conversation]:
    """The conversations of a file, in its order; questions without evidence among the turns are left out."""
    records = _of_locomo(path) if path.suffix == ".json" else _of_lines(path)
    found: Dict[str, Conversation] = {}
    for record in records:
        conversation = found.setdefault(record["conv"], Conversation(record["conv"]))
        if record["kind"] == "turn":
            conversation.turns.append(
                Said(record["id"], str(record["session"]), record["time"] or "", record["speaker"], record["text"])
            )
        else:
            evidence = tuple(dict.fromkeys(record["evidence"]))
            conversation.questions.append(Asked(record["qid"], record["category"], record["question"], evidence))
    for conversation in found.values():
        known = {turn.id for turn in conversation.turns}
        conversation.questions = [q for q in conversation.questions if known.intersection(q.evidence)]
    return list(found.values())


def _of_lines(path: Path) -> Iterator[Dict[str, Any]]:
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def _of_locomo(path: Path) -> Iterator[Dict[str, Any]]:
    for sample in json.loads(path.read_text(encoding="utf-8")):
        name, held = sample["sample_id"], sample["conversation"]
        numbers = sorted(int(k[8:]) for k in held if re.fullmatch(r"session_\d+", k))
        for number in numbers:
            time = datetime.strptime(held[f"session_{number}_date_time"], _LOCOMO_TIME).isoformat()
            for turn in held[f"session_{number}"]:
                image = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
                yield {"kind": "turn", "conv": name, "session": number, "id": turn["dia_id"], "time": time,
                       "speaker": turn["speaker"], "text": turn["text"] + image}  # fmt: skip
        for number, question in enumerate(sample["qa"]):
            yield {"kind": "question", "conv": name, "qid": f"{name}-q{number}", "question": question["question"],
                   "category": _LOCOMO_CATEGORIES[question["category"]], "evidence": question.get("evidence") or []}  # fmt: skip


def halves(conversations: Sequence[Conversation]) -> Tuple[List[Conversation], List[Conversation]]:
    """(for choosing, for reporting): every other conversation in order of their names, so that anyone gets the same."""
    ordered = sorted(conversations, key=lambda c: c.name)
    return ordered[::2], ordered[1::2]


def interval(
    values: Sequence[float], statistic: Callable[[Sequence[float]], float] = lambda v: sum(v) / len(v)
) -> Tuple[float, float]:
    """The 95 % bootstrap interval of a mean over questions, from a fixed seed."""
    chance = random.Random(0)
    drawn = sorted(statistic(chance.choices(values, k=len(values))) for _ in range(BOOTSTRAPS))
    return drawn[int(0.025 * BOOTSTRAPS)], drawn[int(0.975 * BOOTSTRAPS) - 1]
