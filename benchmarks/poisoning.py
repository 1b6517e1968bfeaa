#!/usr/bin/env python3
"""What becomes of planted orders, by the door they come in by, and of the same lines typed by the owner.

    python3 benchmarks/poisoning.py

The corpus and the doors are the tests' own (tests/attacks.py, tests/poisoning.py).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]

import poisoning  # noqa: E402


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


if __name__ == "__main__":
    main()
