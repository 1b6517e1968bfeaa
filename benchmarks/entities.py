#!/usr/bin/env python3
"""Whether a graph of who and what occurs together finds more than words do: the product's scores with a graph's added.

    python3 benchmarks/entities.py --data FILE…

The entities of a turn are its speaker and what `rules.entities` finds in it. `named` adds for a turn that names what the
question names, the rarer the more; `together` adds for a turn that names what occurs with it in other turns, by pointwise
mutual information. Both as a share of their best, on top of the product's score as a share of its best, for the 200
documents it finds and for whatever else the graph reaches. A weight of 0 is the product as it is.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Dict, List, Mapping, Set, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import conversations  # noqa: E402
import retrieval  # noqa: E402
from conversations import Conversation  # noqa: E402

from memory_strategy.index import Index  # noqa: E402
from memory_strategy.retrieve import Filters, Scope  # noqa: E402
from memory_strategy.retrieve.answer import rank, read  # noqa: E402
from memory_strategy.rules.entities import entities  # noqa: E402
from memory_strategy.text.normalise import fold  # noqa: E402

WEIGHTS = (0.0, 0.05, 0.1, 0.2, 0.4)
MEASURES = ("hit@1", "hit@5", "hit@10", "recall@5")


class Graph:
    """Who and what stands in which turns, and how much more often together than by chance."""

    def __init__(self, conversation: Conversation) -> None:
        self.turns: Dict[str, Set[str]] = defaultdict(set)
        together: Counter = Counter()
        for turn in conversation.turns:
            names = {fold(n) for n in (turn.speaker, *entities(turn.text))}
            for name in names:
                self.turns[name].add(retrieval.key_of(conversation, turn))
            together.update(itertools.combinations(sorted(names), 2))
        self.size = len(conversation.turns)
        self.edges: Dict[str, Dict[str, float]] = defaultdict(dict)
        for (a, b), count in together.items():
            strength = math.log(count * self.size / (len(self.turns[a]) * len(self.turns[b]))) if count > 1 else 0.0
            if strength > 0.0:
                self.edges[a][b] = self.edges[b][a] = strength

    def asked(self, question: str) -> Set[str]:
        """The names of the graph that a question names."""
        found = {fold(n) for n in entities(question)} | {w.strip("?,.'s") for w in fold(question).split()}
        return {name for name in found if name in self.turns}

    def named(self, question: str) -> Dict[str, float]:
        """{turn: score} of those that name what is asked about."""
        return self._spread({name: 1.0 for name in self.asked(question)})

    def beside(self, question: str) -> Dict[str, float]:
        """{turn: score} of those that name what occurs together with it."""
        near: Counter = Counter()
        asked = self.asked(question)
        for name in asked:
            for other, strength in self.edges[name].items():
                near[other] += strength
        return self._spread({name: weight for name, weight in near.items() if name not in asked})

    def _spread(self, names: Mapping[str, float]) -> Dict[str, float]:
        scores: Dict[str, float] = defaultdict(float)
        for name, weight in names.items():
            rarity = math.log(1 + self.size / len(self.turns[name]))
            for key in self.turns[name]:
                scores[key] += weight * rarity
        best = max(scores.values(), default=1.0)
        return {key: score / best for key, score in scores.items()}


def measured(conversation: Conversation) -> Dict[Tuple[str, float], List[Dict[str, float]]]:
    """{(what, weight): measures of each question}."""
    index = Index.in_memory()
    index.apply(retrieval.documents(conversation))
    graph, now = Graph(conversation), retrieval.asked_at(conversation)
    ids = {t.id: retrieval.key_of(conversation, t) for t in conversation.turns}
    out: Dict[Tuple[str, float], List[Dict[str, float]]] = defaultdict(list)
    for question in conversation.questions:
        with index.reading() as corpus:
            ranked, _ = rank(corpus, read(question.text, now), now, Scope(), Filters(), 200)
        best = max((r.score for r in ranked), default=1.0)
        words = {r.document.key: r.score / best for r in ranked}
        evidence = [ids[i] for i in question.evidence if i in ids]
        for what, more in (("named", graph.named(question.text)), ("together", graph.beside(question.text))):
            for weight in WEIGHTS:
                scores = {k: words.get(k, 0.0) + weight * more.get(k, 0.0) for k in words.keys() | more.keys()}
                order = sorted(scores, key=lambda k: (-scores[k], k))[: max(retrieval.CUTS)]
                out[what, weight].append(retrieval.measures(order, evidence))
    return out


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", nargs="+", type=Path, required=True, metavar="FILE")
    for path in parser.parse_args().data:
        rows: Dict[Tuple[str, float], List[Dict[str, float]]] = defaultdict(list)
        for conversation in (c for c in conversations.read(path) if c.questions):
            for setting, found in measured(conversation).items():
                rows[setting] += found
        for (what, weight), found in rows.items():
            means = "  ".join(f"{m} {sum(row[m] for row in found) / len(found):.3f}" for m in MEASURES)
            print(f"{path.name} {what:<8} {weight:.2f}: {means}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
