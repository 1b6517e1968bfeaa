#!/usr/bin/env python3
"""How long it takes to consolidate 100 messages and to add one memory, in process; and whether 10,000 stay flat.

    python3 benchmarks/consolidate.py [--runs 7] [--messages 10000]

`100 messages` is the median wall time over fresh folders: read from a session file, masked, read by the rules, judged,
written with fsync to records, journal and faces, indexed, read back. `one memory` is the median add into the folder that
holds them. The large run takes its messages from one file in a process of its own and compares the peak memory with a
tenth of them: once as they are, where the outcome names every memory it made, and once without anything to remember.
The messages are made up from a seed.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Sequence

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

from memory_strategy import setup  # noqa: E402
from memory_strategy.config import load  # noqa: E402
from memory_strategy.consolidate import consolidate  # noqa: E402
from memory_strategy.judge import Bench  # noqa: E402
from memory_strategy.memory import Store  # noqa: E402
from memory_strategy.remember import Wish, remember  # noqa: E402

TARGET_100, TARGET_ONE = 0.0255, 0.0195  # seconds: half of the 51 ms and 39 ms that S1 states for its own tool
TARGET_LARGE, FLAT = 10.0, 1.2  # seconds; peak memory at 10,000 over that at 1,000
THINGS = "无糖豆浆 周五开会 blue folder 机械键盘 dark roast 早班火车 spreadsheets 长会议 rye bread 蓝色文件夹 window seats 纸质账单".split()
SAYINGS = (
    "今天把第 {n} 版的文档发给小满了", "我们决定第 {n} 个模块用 PostgreSQL", "好的，继续吧", "帮我看看这段代码为什么报错", "这个要怎么改？",
    "记住：{n} 号机器的备份放在{thing}旁边", "我不喜欢{thing}", "What does error {n} mean?", "I moved ticket {n} to next Tuesday.",
    "Thanks, that works.", "Remember: customer {n} wants invoices in euros.", "I prefer {thing} in room {n}", "Could you shorten it?",
    "Can you rewrite the second paragraph so that it is about {thing}?", "嗯，先这样", "看起来不错，谢谢",
)  # fmt: skip


SMALL_TALK = ("好的，继续吧 {n}", "Thanks, that works.", "Could you shorten paragraph {n}?", "看起来不错，谢谢")


def session(path: Path, count: int, sayings: Sequence[str] = SAYINGS) -> Path:
    """A session file of `count` messages, a third of them the assistant's."""
    chance = random.Random(11)
    start = datetime(2026, 3, 2, 9, 0, tzinfo=timezone.utc)
    with open(path, "w", encoding="utf-8") as stream:
        for n in range(count):
            role = "assistant" if n % 3 == 2 else "user"
            text = (
                "好的，已经处理。Done, see the notes."
                if role == "assistant"
                else chance.choice(sayings).format(n=n, thing=chance.choice(THINGS))
            )
            stream.write(json.dumps({
                "type": role, "sessionId": "bench", "uuid": f"00000000-0000-4000-8000-{n:012d}", "message": {"role": role, "content": text},
                "timestamp": (start + timedelta(seconds=40 * n)).isoformat().replace("+00:00", "Z"),
            }, ensure_ascii=False) + "\n")  # fmt: skip
    return path


def fresh(folder: Path) -> Store:
    """An empty memory folder."""
    store = Store(
        folder / ".memory", load(None, {"MEMORY_STRATEGY_TIMEZONE": "UTC"}), datetime(2026, 5, 1, tzinfo=timezone.utc)
    )
    setup.init(store, "en")
    return store


def large(count: int, sayings: Sequence[str]) -> None:
    """Consolidate `count` messages here and print seconds, peak memory in KB, and memories."""
    with tempfile.TemporaryDirectory() as folder:
        log, store = session(Path(folder) / "s.jsonl", count, sayings), fresh(Path(folder))
        began = time.perf_counter()
        outcome = consolidate(store, [log], Bench({}))
        spent = time.perf_counter() - began
    print(json.dumps([spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, len(outcome.receipts)]))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--large", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--talk", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.large:
        large(args.large, SMALL_TALK if args.talk else SAYINGS)
        return 0
    hundred, one, processor = [], [], []
    for turn in range(args.runs + 1):
        with tempfile.TemporaryDirectory() as folder:
            log, store = session(Path(folder) / "s.jsonl", 100), fresh(Path(folder))
            began, spent = time.perf_counter(), time.process_time()
            consolidate(store, [log], Bench({}))
            hundred.append(time.perf_counter() - began)
            processor.append(time.process_time() - spent)
            for n in range(10):
                began = time.perf_counter()
                remember(store, Wish(f"The spare key number {turn}{n} is with Ines"), Bench({}))
                one.append(time.perf_counter() - began)
    # The first run compiles the rules' patterns, which a process does once.
    _say(
        "100 messages",
        statistics.median(hundred[1:]),
        TARGET_100,
        f"least {min(hundred) * 1000:.0f}, first {hundred[0] * 1000:.0f}, processor {min(processor) * 1000:.0f} ms",
    )
    _say(
        "one memory",
        statistics.median(one[10:]),
        TARGET_ONE,
        f"least {min(one) * 1000:.0f}, worst {max(one[10:]) * 1000:.0f} ms",
    )
    for talk in (False, True):
        peaks = []
        for count in (args.messages // 10, args.messages):
            command = [sys.executable, __file__, "--large", str(count), *(["--talk"] if talk else [])]
            run = subprocess.run(command, check=True, capture_output=True, text=True)
            spent, peak, kept = json.loads(run.stdout)
            peaks.append(peak)
            _say(
                f"{count} messages{' of small talk' if talk else ''}",
                spent,
                TARGET_LARGE,
                f"{kept} receipts, peak {peak / 1024:.0f} MB",
            )
        print(
            f"  peak memory {peaks[1] / peaks[0]:.2f} times that of a tenth: {'flat' if peaks[1] <= FLAT * peaks[0] else 'grows'}"
        )
    return 0


def _say(what: str, seconds: float, target: float, note: str) -> None:
    print(
        f"{what}: {seconds * 1000:.1f} ms (target {target * 1000:g} ms, {'met' if seconds <= target else 'missed'}; {note})"
    )


if __name__ == "__main__":
    raise SystemExit(main())
