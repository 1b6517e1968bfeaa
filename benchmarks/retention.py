#!/usr/bin/env python3
"""Keep 30 % of what was said by its retention value: how many questions still have their evidence?

    python3 benchmarks/retention.py --data FILE [FILE …] [--keep 0.3] [--half report|choose|all] [--fit]

For each profile: the share of questions with any of their evidence kept, with all of it, and the mean share kept, whose
chance is --keep itself; 95 % bootstrap intervals over questions. Every turn is a memory of importance 3 that nobody
used, judged at the end of its conversation. `tokens` is the share of all tokens that the kept turns hold; the last
lines keep --keep of the tokens instead of the turns. `--fit` fits `retention.WEIGHTS` on the choosing half.
"""

from __future__ import annotations

import argparse
import random
import sys
from math import exp
from pathlib import Path
from typing import Callable, Dict, List, Sequence, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import conversations  # noqa: E402
from conversations import Conversation  # noqa: E402

from memory_strategy import retention  # noqa: E402
from memory_strategy.model import ASSISTANT, OWNER, Memory, parse_time, utc_iso  # noqa: E402
from memory_strategy.rules.entities import entities  # noqa: E402
from memory_strategy.text.tokens import count_tokens  # noqa: E402

Scorer = Callable[[Conversation, List[Memory]], Sequence[float]]


def memories_of(conversation: Conversation) -> List[Memory]:
    """The turns as memories."""
    return [
        Memory(
            id=turn.id, text=turn.text, kind="event", session=turn.session, speaker=turn.speaker, source="chat",
            created_at=utc_iso(parse_time(turn.time)), entities=entities(turn.text),
            origin=ASSISTANT if turn.speaker.startswith("AI") else OWNER,
        )
        for turn in conversation.turns
    ]  # fmt: skip


def by_profile(profile: str, surveyed: bool = True) -> Scorer:
    """Values of a profile at the time of the conversation's last words."""

    def score(conversation: Conversation, memories: List[Memory]) -> List[float]:
        now = parse_time(max(m.created_at for m in memories))
        around = retention.survey(memories) if surveyed else [retention.ALONE] * len(memories)
        return [retention.retention_value(m, now, profile, a) for m, a in zip(memories, around)]

    return score


def _chance(conversation: Conversation, memories: List[Memory]) -> List[float]:
    drawn = random.Random(conversation.name)
    return [drawn.random() for _ in memories]


SCORERS: Dict[str, Scorer] = {
    "chance": _chance,
    "newest": lambda c, m: list(range(len(m))),
    "longest": lambda c, m: [len(x.text) for x in m],
    "s0": by_profile("s0"),
    "s3": by_profile("s3"),
    "learned, unsurveyed": by_profile("learned", surveyed=False),
    "learned": by_profile("learned"),
}


def kept(values: Sequence[float], costs: Sequence[float], room: float) -> List[int]:
    """Positions by value, the newer of equals first, as long as there is room."""
    chosen = []
    for i in sorted(range(len(values)), key=lambda i: (-values[i], -i)):
        if costs[i] <= room:
            room -= costs[i]
            chosen.append(i)
    return chosen


def measure(
    data: Sequence[Conversation], scorer: Scorer, share: float, by_tokens: bool
) -> Tuple[List[Tuple[bool, bool, float]], float]:
    """For each question (any, all, share of its evidence kept), and the share of tokens kept."""
    rows: List[Tuple[bool, bool, float]] = []
    spent = total = 0
    for conversation in data:
        memories = memories_of(conversation)
        tokens = [count_tokens(m.text) for m in memories]
        costs = tokens if by_tokens else [1] * len(tokens)
        chosen = kept(scorer(conversation, memories), costs, round(share * sum(costs)))
        spent, total = spent + sum(tokens[i] for i in chosen), total + sum(tokens)
        stands = {memories[i].id for i in chosen}
        known = {m.id for m in memories}
        for question in conversation.questions:
            held = [e in stands for e in question.evidence if e in known]
            rows.append((any(held), all(held), sum(held) / len(held)))
    return rows, spent / total


def fit(data: Sequence[Conversation]) -> Dict[str, float]:
    """Logistic regression (Newton's method, ridge 1) of "is evidence" on the features of each turn."""
    rows, answers = [], []
    for conversation in data:
        evidence = {e for q in conversation.questions for e in q.evidence}
        memories = memories_of(conversation)
        for memory, around in zip(memories, retention.survey(memories)):
            held = retention.features(memory, around)
            rows.append([1.0, *(held[name] for name in retention.WEIGHTS)])
            answers.append(float(memory.id in evidence))
    weights = [0.0] * len(rows[0])
    for _ in range(15):
        slope = [-w for w in weights]
        curve = [[float(i == j) for j in range(len(weights))] for i in range(len(weights))]
        for row, answer in zip(rows, answers):
            p = 1.0 / (1.0 + exp(-sum(w * x for w, x in zip(weights, row))))
            for i, x in enumerate(row):
                slope[i] += (answer - p) * x
                for j, y in enumerate(row):
                    curve[i][j] += p * (1.0 - p) * x * y
        weights = [w + step for w, step in zip(weights, _solved(curve, slope))]
    return dict(zip(("(constant)", *retention.WEIGHTS), weights))


def _solved(matrix: List[List[float]], right: List[float]) -> List[float]:
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for i in range(len(rows)):
        pivot = rows[i][i]
        rows[i] = [x / pivot for x in rows[i]]
        for j in range(len(rows)):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i])]
    return [row[-1] for row in rows]


def main() -> int:
    """Measure, or fit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--keep", type=float, default=0.3)
    parser.add_argument("--half", choices=("report", "choose", "all"), default="report")
    parser.add_argument("--fit", action="store_true", help="fit the weights on the choosing half and print them")
    args = parser.parse_args()
    for path in args.data:
        everything = conversations.read(path)
        choose, report = conversations.halves(everything)
        if args.fit:
            print("\n".join(f"{name:<14} {value:5.2f}" for name, value in fit(choose).items()))
            continue
        data = {"report": report, "choose": choose, "all": everything}[args.half]
        print(
            f"{path.name}, {args.half}: {', '.join(c.name for c in data)}; {sum(len(c.questions) for c in data)} questions"
        )
        for by_tokens in (False, True):
            print(
                f"keep {args.keep:.0%} of the {'tokens' if by_tokens else 'turns'}      any            all            share          tokens"
            )
            for name, scorer in SCORERS.items():
                rows, spent = measure(data, scorer, args.keep, by_tokens)
                cells = []
                for column in zip(*rows):
                    low, high = conversations.interval([float(v) for v in column])
                    cells.append(f"{sum(column) / len(column):.3f} {low:.2f}–{high:.2f}")
                print(f"  {name:<22} " + "  ".join(cells) + f"  {spent:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
