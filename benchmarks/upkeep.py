#!/usr/bin/env python3
"""How long the plans of upkeep take over many memories, near-duplicates first.

    python3 benchmarks/upkeep.py [--memories 100000]

The memories are made up from a seed: sentences of 8 to 40 words in both languages, one in ten a copy with other
punctuation or filler, one in ten a copy with one number changed. `cleanup` finds the copies of the first sort and leaves
the second. Wall time and peak memory of the process; nothing leaves the machine.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import List

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

from memory_strategy.config import load  # noqa: E402
from memory_strategy.maintain import plan_capacity, plan_cleanup, plan_compress, plan_prune  # noqa: E402
from memory_strategy.model import Memory, utc_iso  # noqa: E402

LATIN = [
    a + b
    for a in "ba ce di fo gu ha le mi no pu ra se ti vo zu".split()
    for b in "lan mer nok pil ret sun tov wix".split()
]
HAN = "山水风云花木石田雨雪春夏秋冬东西南北上下左右红绿蓝白天地人海江河湖林鸟鱼马牛羊车船门窗桌灯书笔纸茶米面"
NOW = datetime(2026, 5, 6, 9, tzinfo=timezone.utc)


def sentence(chance: random.Random, number: int) -> str:
    """One made-up statement with a number of its own."""
    if chance.random() < 0.4:
        return "".join(chance.choice(HAN) for _ in range(chance.randint(12, 60))) + f"{number}号。"
    return " ".join(chance.choice(LATIN) for _ in range(chance.randint(8, 40))) + f" no. {number}."


def memories(count: int) -> List[Memory]:
    """`count` memories over two years, a fifth of them copies."""
    chance = random.Random(11)
    texts: List[str] = []
    for number in range(count):
        draw = chance.random()
        if texts and draw < 0.1:
            texts.append(chance.choice(texts).rstrip(".。") + chance.choice(["!", "", "。", " "]))
        elif texts and draw < 0.2:
            texts.append(chance.choice(texts)[:-1] + f"{number % 10}.")
        else:
            texts.append(sentence(chance, number))
    start = NOW - timedelta(days=700)
    return [
        Memory(id=f"01B{n:023d}", text=text, importance=3 + n % 2, category=("daily", "projects")[n % 2],
               created_at=utc_iso(start + timedelta(minutes=10 * n)), session=f"s{n // 20}")
        for n, text in enumerate(texts)
    ]  # fmt: skip


def main() -> int:
    """Time each plan and print one line for it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--memories", type=int, default=100_000)
    args = parser.parse_args()
    held, settings = memories(args.memories), load(None, {})
    for planner in (plan_cleanup, plan_compress, plan_prune, plan_capacity):
        began = time.perf_counter()
        plan = planner(held, NOW, settings)
        spent = time.perf_counter() - began
        counts = ", ".join(f"{action} {count}" for action, count in sorted(plan.counts.items()))
        print(f"{planner.__name__}: {args.memories} memories in {spent:.1f} s ({counts})")
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
