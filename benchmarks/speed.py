#!/usr/bin/env python3
"""How long a question and a new memory take on a store of 10,000 memories.

    python3 benchmarks/speed.py [--memories 10000] [--runs 7]

`retrieve` is the processor time (user + system, minimum of the runs) of `retrieve_memory.py` as a whole process, less
that of a bare interpreter: with Python's compiled files kept from the run before, as an interpreter does by itself, and
where it may keep none (a read-only skill, PYTHONDONTWRITEBYTECODE) and compiles everything each time. `add` is
the wall time of one add with its receipt, in process: lock, record with fsync, face, index, reading back; the median of
50. The store is made up from a seed; nothing leaves the machine.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))

from memory_strategy import setup  # noqa: E402
from memory_strategy.config import load  # noqa: E402
from memory_strategy.judge import Bench  # noqa: E402
from memory_strategy.memory import Store  # noqa: E402
from memory_strategy.model import Memory, utc_iso  # noqa: E402
from memory_strategy.remember import Wish, remember  # noqa: E402

PEOPLE = "Ines Odo Mira Tarek Lena 小满 阿澈 林夏 老陈 Juno".split()
THINGS = (
    "train ticket,window seat,blue folder,back-up disk,蓝色文件夹,体检报告,发布窗口,备份硬盘,green tea,ruff pin".split(
        ","
    )
)
DEEDS = "prefers,keeps,lost,booked,决定采用,放在,借给了,prefers not to use,moved,renewed".split(",")
CATEGORIES = ("preferences", "decisions", "patterns", "projects", "contacts", "daily")


def fill(store: Store, count: int) -> None:
    """`count` memories spread over two years, from a seed."""
    chance = random.Random(7)
    start = datetime(2024, 6, 1, tzinfo=timezone.utc)
    for first in range(0, count, 1000):
        with store.writing() as writer:
            for n in range(first, min(first + 1000, count)):
                words = " ".join(chance.choice(THINGS) for _ in range(3))
                category = chance.choice(CATEGORIES)
                said = utc_iso(start + timedelta(minutes=n * 100))
                writer.add(Memory(
                    id="", text=f"{chance.choice(PEOPLE)} {chance.choice(DEEDS)} {words} no. {n}", category=category,
                    importance=3 if category == "daily" else 4, created_at=said, session=f"s{n // 20}",
                ))  # fmt: skip


def processor_seconds(command: list[str], runs: int, kept: bool = True) -> float:
    """The least user + system time of a command over some runs; `kept`: Python keeps what it compiled."""
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")}
    env.update({} if kept else {"PYTHONDONTWRITEBYTECODE": "1"})
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return best


def main() -> int:
    """Run both measurements and print them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--python", default=sys.executable, help="the interpreter that runs the scripts")
    args = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    try:
        root = folder / ".memory"
        store = Store(root, load(None, {}))
        setup.init(store, "en")
        began = time.perf_counter()
        fill(store, args.memories)
        print(f"fill: {args.memories} memories in {time.perf_counter() - began:.1f} s")
        skill = shutil.copytree(SCRIPTS, folder / "skill", ignore=shutil.ignore_patterns("__pycache__"))
        command = [args.python, "-S", str(skill / "retrieve_memory.py"), "--memory-dir", str(root), "--query"]
        bare = processor_seconds([args.python, "-S", "-c", "pass"], args.runs)
        for kept, how in ((False, ", nothing compiled"), (True, "")):
            for query in ("who keeps the blue folder", "体检报告放在哪里"):
                spent = processor_seconds([*command, query], args.runs, kept) - bare
                print(
                    f"retrieve {query!r}{how}: {spent * 1000:.0f} ms of processor time"
                    f" beyond the interpreter's {bare * 1000:.0f}"
                )
        times = []
        for n in range(50):
            began = time.perf_counter()
            remember(Store(root, load(None, {})), Wish(f"the spare key number {n} is with Ines"), Bench({}))
            times.append(time.perf_counter() - began)
        print(f"add: median {statistics.median(times) * 1000:.1f} ms, worst {max(times) * 1000:.1f} ms")
    finally:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
