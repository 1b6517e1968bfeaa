#!/usr/bin/env python3
"""The fault campaign: `make faults`. Prints a table of what was tried, what survived and what was lost.

    fault_campaign.py [--seed 1] [--scale 1.0] [--only kills,injection,…]

The same seed tries the same points. `--scale 0.1` tries a tenth of them. At 1 every call to the system fails once with
each error, and every eighth SQLite statement; at 8 every statement too. Exit code 1 when anything was lost, stored twice,
or needed a hand; each such point is named, so that it can be tried again alone.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, Dict, List

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]

from faults import crowd, damage, injection, kills, powerloss, surroundings, tracepoints  # noqa: E402
from faults.operations import ANCHORS, OPERATIONS  # noqa: E402
from faults.table import Row, shown  # noqa: E402

NAMES = tuple(OPERATIONS)
KILLS, STATES, WRITERS, ADDS, SCRIBBLES, TRACED = 1000, 2200, 8, 500, 300, 40
SHOWN_FAILURES = 40


def parts(folder: Path, seed: int, scale: float) -> Dict[str, Callable[[], List[Row]]]:
    """The parts by name; each makes its rows when it is called."""

    def many(number: int) -> int:
        return max(1, round(number * scale))

    step = max(1, round(1 / scale))
    return {
        "kills": lambda: kills.campaign(folder, NAMES, max(2, many(KILLS // len(NAMES))), seed),
        "injection": lambda: injection.campaign(folder, NAMES, injection.ERRORS, step, max(1, round(8 / scale)), seed),
        "crowd": lambda: [crowd.campaign(folder, WRITERS, many(ADDS))],
        "clock": lambda: [surroundings.clock(folder)],
        "disk": lambda: [
            surroundings.full_disk(folder, (1024, 1100, 1300)),
            surroundings.size_limit(folder, 4096),
            surroundings.read_only(folder),
        ],  # fmt: skip
        "damage": lambda: [*damage.index_rows(folder, many(SCRIBBLES), seed), *damage.record_rows(folder, step)],
        "strace": lambda: [tracepoints.campaign(folder, NAMES, many(TRACED), seed)],
        "power": lambda: [powerloss.campaign(folder, many(STATES), seed)],
    }


def temporary() -> Path:
    """A folder in memory where there is one: what is tested is the order of calls, not the disk's speed."""
    shared = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="memory-faults-", dir=shared if shared.is_dir() else None))


def main() -> int:
    """Run the parts and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument(
        "--only", default="", help="parts, by comma: kills, injection, crowd, clock, disk, damage, strace, power"
    )
    args = parser.parse_args()
    folder = temporary()
    rows: List[Row] = []
    try:
        for name in args.only.split(",") if args.only else parts(folder, args.seed, args.scale):
            began = time.monotonic()
            (folder / name).mkdir()
            os.environ["MEMORY_STRATEGY_ANCHOR_DIR"] = str(folder / name / ANCHORS)
            rows += parts(folder / name, args.seed, args.scale)[name]()
            print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr)
            shutil.rmtree(folder / name)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"seed {args.seed}, scale {args.scale:g}\n\n{shown(rows)}\n")
    failures = [failure for row in rows for failure in row.failures]
    print("\n".join(failures[:SHOWN_FAILURES]))
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
