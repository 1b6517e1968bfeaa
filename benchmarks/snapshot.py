#!/usr/bin/env python3
"""How much of what will be asked stands in the snapshot, per token.

    python3 benchmarks/snapshot.py --data FILE [FILE …] [--half report|choose|all] [--budgets 300 600 2000]

Each conversation is consolidated by the rules. A question counts where any of its evidence is the source of a memory
that the snapshot shows. `per 1,000` is the number of different evidence turns shown per 1,000 tokens spent. Beside it
the same budget spent otherwise: memories in the order of their file, the newest memories, the newest raw turns.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Callable, Dict, List, Sequence, Set, Tuple

import conversations
from conversations import Conversation
from store_of import consolidated, evidence_of

from memory_strategy import snapshot
from memory_strategy.memory import Store
from memory_strategy.model import Memory
from memory_strategy.text.language import language
from memory_strategy.text.tokens import count_tokens

Shown = Tuple[Set[str], int]  # ids of the turns shown, tokens spent


def _snapshot(conversation: Conversation, store: Store, memories: List[Memory], budget: int) -> Shown:
    lang = language(" ".join(m.text for m in memories[-20:]))
    made = snapshot.build(memories, store.now, budget, lang)
    return set().union(*(evidence_of(m) for m in made.shown)), made.tokens


def _first_fitting(texts: Sequence[Tuple[Set[str], str]], budget: int) -> Shown:
    shown: Set[str] = set()
    spent = 0
    for ids, text in texts:
        cost = count_tokens(f"- {text}\n")
        if spent + cost > budget:
            break
        shown |= ids
        spent += cost
    return shown, spent


WAYS: Dict[str, Callable[[Conversation, Store, List[Memory], int], Shown]] = {
    "snapshot": _snapshot,
    "memories, file order": lambda c, s, m, b: _first_fitting(
        [(evidence_of(x), x.text) for x in sorted(m, key=lambda x: x.path)], b
    ),
    "memories, newest": lambda c, s, m, b: _first_fitting(
        [(evidence_of(x), x.text) for x in sorted(m, key=lambda x: x.created_at)[::-1]], b
    ),
    "raw turns, newest": lambda c, s, m, b: _first_fitting(
        [({t.id}, f"{t.speaker}: {t.text}") for t in reversed(c.turns)], b
    ),
}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--half", choices=("report", "choose", "all"), default="report")
    parser.add_argument("--budgets", type=int, nargs="+", default=[300, 600, 2000])
    args = parser.parse_args()
    for path in args.data:
        everything = conversations.read(path)
        choose, report = conversations.halves(everything)
        data = {"report": report, "choose": choose, "all": everything}[args.half]
        with tempfile.TemporaryDirectory() as folder:
            stores = [(c, consolidated(c, Path(folder))) for c in data]
            held = []
            for conversation, store in stores:
                with store.reading():
                    held.append((conversation, store, list(store.memories(status="active"))))
            count = sum(len(m) for _, _, m in held)
            print(
                f"{path.name}, {args.half}: {len(data)} conversations, {count} memories of {sum(len(c.turns) for c in data)} turns"
            )
            for budget in args.budgets:
                for name, way in WAYS.items():
                    _report(name, budget, [(c, *way(c, s, m, budget)) for c, s, m in held])
    return 0


def _report(name: str, budget: int, rows: Sequence[Tuple[Conversation, Set[str], int]]) -> None:
    answered = [float(bool(shown & set(q.evidence))) for c, shown, _ in rows for q in c.questions]
    turns = sum(len(shown & {e for q in c.questions for e in q.evidence}) for c, shown, _ in rows)
    tokens = sum(spent for _, _, spent in rows)
    low, high = conversations.interval(answered)
    print(f"  {budget:>5} {name:<21} questions {sum(answered) / len(answered):.3f} {low:.2f}–{high:.2f}"
          f"  tokens {tokens / len(rows):6.0f}  per 1,000 {1000 * turns / max(1, tokens):5.1f}")  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
