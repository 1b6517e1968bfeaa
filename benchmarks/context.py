#!/usr/bin/env python3
"""Consolidate, then ask: is the evidence still in the context that a prompt gets?

    python3 benchmarks/context.py --data FILE [FILE …] [--half report|choose|all] [--budget 2000]

Three stores of each conversation: the raw record alone; the record with the memories made of it; the same after `prune`
and `compress` at their default settings. A turn counts as told where its words, a memory made from it, or a summary of
that memory stand in the context. `snapshot` is what needs no question at all.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import tempfile
from pathlib import Path
from typing import Dict, List, Set, Tuple

import conversations
from conversations import Asked, Conversation
from store_of import consolidated, evidence_of

from memory_strategy import snapshot
from memory_strategy.cli import memory_manager
from memory_strategy.memory import Store
from memory_strategy.model import utc_iso
from memory_strategy.retrieve import ask
from memory_strategy.text.normalise import one_line
from memory_strategy.text.sentences import sentences

UPKEEP = ("prune", "compress")


def upkeep(store: Store) -> List[str]:
    """Run the upkeep commands that there are; returns their names."""
    ran = []
    for name in UPKEEP:
        silent = io.StringIO()
        with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent), contextlib.suppress(SystemExit):
            arguments = [name, "--memory-dir", str(store.paths.root), "--now", utc_iso(store.now), "--no-llm", "--yes"]
            if memory_manager.main(arguments) == 0:
                ran.append(name)
    return ran


def told(store: Store, conversation: Conversation, budget: int) -> List[Tuple[Asked, Set[str]]]:
    """For each question, the ids of its evidence that the context tells."""
    turns = {t.id: t for t in conversation.turns}
    out = []
    with store.reading() as index:
        by_turn: Dict[str, List[str]] = {}
        for memory in store.memories():
            for message in evidence_of(memory):
                by_turn.setdefault(message, []).append(memory.text)
        for question in conversation.questions:
            context = ask(index, question.text, now=store.now.astimezone(store.zone), budget=budget).context
            found = {e for e in question.evidence if e in turns and _told(turns[e].text, by_turn.get(e, ()), context)}
            out.append((question, found))
    return out


def _told(text: str, memories: object, context: str) -> bool:
    """Whether the turn's longest sentence, or what a memory makes of it, stands in the context."""
    longest = max(sentences(text) or [text], key=len)
    return any(one_line(words)[:80] in context for words in (longest, *memories))  # type: ignore[misc]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--half", choices=("report", "choose", "all"), default="report")
    parser.add_argument("--budget", type=int, default=2000)
    args = parser.parse_args()
    for path in args.data:
        everything = conversations.read(path)
        choose, report = conversations.halves(everything)
        data = {"report": report, "choose": choose, "all": everything}[args.half]
        rows: Dict[str, List[Tuple[bool, float]]] = {}
        ran: List[str] = []
        with tempfile.TemporaryDirectory() as folder:
            for conversation in data:
                raw = consolidated(conversation, Path(folder) / "raw", remember=False)
                _add(rows, "raw record", told(raw, conversation, args.budget), conversation)
                store = consolidated(conversation, Path(folder) / "kept")
                _add(rows, "consolidated", told(store, conversation, args.budget), conversation)
                _add(rows, "snapshot", _by_snapshot(store, conversation), conversation)
                ran = upkeep(store)
                if ran:
                    _add(
                        rows, " and ".join(["consolidated", *ran]), told(store, conversation, args.budget), conversation
                    )
                    _add(rows, "snapshot after upkeep", _by_snapshot(store, conversation), conversation)
        print(f"{path.name}, {args.half}: {', '.join(c.name for c in data)}; {args.budget} tokens")
        for name, held in rows.items():
            any_, share = zip(*held)
            low, high = conversations.interval([float(v) for v in any_])
            print(
                f"  {name:<32} any evidence {sum(any_) / len(any_):.3f} {low:.2f}–{high:.2f}  share {sum(share) / len(share):.3f}"
            )
        missing = [name for name in UPKEEP if name not in ran]
        if missing:
            print(f"  not measured, the command is missing or refused: {', '.join(missing)}")
    return 0


def _by_snapshot(store: Store, conversation: Conversation) -> List[Tuple[Asked, Set[str]]]:
    with store.reading():
        made = snapshot.build(store.memories(status="active"), store.now, snapshot.MOST_TOKENS, "en")
    shown = set().union(*(evidence_of(m) for m in made.shown)) if made.shown else set()
    return [(q, shown & set(q.evidence)) for q in conversation.questions]


def _add(
    rows: Dict[str, List[Tuple[bool, float]]],
    name: str,
    found: List[Tuple[Asked, Set[str]]],
    conversation: Conversation,
) -> None:
    known = {t.id for t in conversation.turns}
    rows.setdefault(name, []).extend((bool(held), len(held) / len(known & set(q.evidence))) for q, held in found)


if __name__ == "__main__":
    raise SystemExit(main())
