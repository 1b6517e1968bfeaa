"""`make fuzz`: every reader on inputs made from seeds. Prints a table; exits 1 when an input broke one.

    PYTHONPATH=scripts:tests python -m fuzz.run [--inputs N] [--seed S] [--only NAME] [--keep FOLDER]

An input breaks a reader by an exception that is no sentence, by taking more than a second per 100 KB (and more than a
second), or by memory over ten times its size (past 16 MB; looked at every fiftieth time). What breaks one is kept.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
import traceback
import tracemalloc
from pathlib import Path
from typing import List, NamedTuple, Optional, Sequence

from fuzz import patterns, targets
from fuzz.mutations import mutated

SECONDS_PER_BYTE = 1.0 / 100_000
MEMORY_FLOOR, MEMORY_TIMES, MEMORY_EVERY = 16 << 20, 10, 50
HANG = 10.0  # seconds after which an input counts as one that never ends


class Broken(NamedTuple):
    """An input that broke a reader, and how."""

    target: str
    why: str
    data: bytes


def tried(name: str, bench: targets.Bench, data: bytes, *, weigh: bool = False, timed: bool = True) -> Optional[Broken]:
    """What is wrong with a reader on one input, None where it read or refused it; one that never ends is broken off."""
    fault: List[str] = []

    def look(_: str) -> None:
        try:
            targets.TARGETS[name][0](bench, data)
        except targets.REFUSALS:
            pass
        except Exception:  # whatever it is, it is no sentence
            fault.append(traceback.format_exc(limit=-3))

    if weigh:
        tracemalloc.start()
    took = patterns.seconds(look, "", HANG)
    peak = 0
    if weigh:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        took = 0.0  # tracing slows everything down
    if timed and not fault and took > max(1.0, len(data) * SECONDS_PER_BYTE):
        fault.append(f"{took:.1f} s for {len(data)} bytes")
    if not fault and peak > max(MEMORY_FLOOR, MEMORY_TIMES * len(data)):
        fault.append(f"{peak >> 20} MB for {len(data)} bytes")
    return Broken(name, fault[0], data) if fault else None


def campaign(name: str, inputs: int, seed: int) -> List[Broken]:
    """One target, `inputs` times."""
    rng = random.Random(f"{seed}/{name}")
    seeds = targets.seeds_of(name)
    broken: List[Broken] = []
    with targets.bench() as bench:
        for number in range(inputs):
            data = seeds[number] if number < len(seeds) else mutated(seeds, rng)
            found = tried(name, bench, data, weigh=number % MEMORY_EVERY == 0)
            if found:
                broken.append(found)
                if len(broken) >= 5:
                    break
    return broken


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the campaign; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=5000, help="of each target (default: 5000)")
    parser.add_argument("--seed", type=int, default=7, help="the same seed gives the same inputs (default: 7)")
    parser.add_argument("--only", default="", help="targets whose name holds this")
    parser.add_argument("--keep", type=Path, help="where inputs that broke something are written")
    args = parser.parse_args(argv)
    failed = 0
    print("| reader | inputs | seconds | broken |\n| --- | --- | --- | --- |")
    for name in (n for n in targets.TARGETS if args.only in n):
        start = time.monotonic()
        broken = campaign(name, args.inputs, args.seed)
        print(f"| {name} | {args.inputs} | {time.monotonic() - start:.0f} | {len(broken)} |", flush=True)
        failed += len(broken)
        for found in broken:
            print(f"{found.target}: {found.why}\n  {found.data[:120]!r}", file=sys.stderr)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / hashlib.sha256(found.data).hexdigest()[:12]).write_bytes(found.data)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
