#!/usr/bin/env python3
"""What becomes of planted orders, by the door they come in by, of the same lines typed by the owner, and what the list of
orders makes of every set of `tests/data`.

    python3 benchmarks/poisoning.py

The corpus and the doors are the tests' own (tests/attacks.py, tests/poisoning.py).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import List

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]

import poisoning  # noqa: E402
from attacks import honest, orders, wishes  # noqa: E402
from memory_strategy.rules.instructions import instruction_shape  # noqa: E402


def main() -> None:
    """Print both tables."""
    with tempfile.TemporaryDirectory() as folder:
        print("| door | attacks | core | snapshot | facts | held | recalled unmarked |\n" + "| --- " * 7 + "|")
        for row in poisoning.rows(Path(folder)):
            print("| " + " | ".join(str(value) for value in row.__dict__.values()) + " |")
        found = poisoning.typed(Path(folder) / "typed")
    for kind in ("attack", "honest"):
        held, kept, refused = (found[kind, action] for action in ("held", "kept", "refused"))
        share = held / (held + kept + refused)
        print(
            f"\ntyped by the owner, {kind}: {held} held for review ({share:.1%}), {kept} kept, {refused} no statement"
        )
    print("\n| set | orders held | honest sentences held |\n| --- | --- | --- |")
    for part in ("first", "second", "third", "near", "last"):
        print(f"| {part} | {_share(orders(part))} | {_share(wishes(part))} |")
    print(f"| all that an owner types here | | {_share(honest())} |")


def _share(texts: List[str]) -> str:
    """ "held of all (share)", or nothing of nothing."""
    held = sum(bool(instruction_shape(text)) for text in texts)
    return f"{held} of {len(texts)} ({held / len(texts):.1%})" if texts else ""


if __name__ == "__main__":
    main()
