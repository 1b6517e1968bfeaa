"""SIGKILL at random points of an operation, in a forked child: at a line of the package, or at a call that writes.

A point is a number drawn from the seed, so a point that failed can be tried again alone. At a write the child dies
before it, half-way through it, or after it.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any, Callable, Iterable, List, NamedTuple, Tuple

import memory_strategy
from faults.invariants import after
from faults.operations import Scene, noop, scene
from faults.shim import Call, Shim, calls_of
from faults.table import RAISED, Finding, Row

PACKAGE = str(Path(memory_strategy.__file__).parent)
# Lines elsewhere (rules, text) change nothing on the disk; counting them too would draw nine points in ten there.
TRACED = tuple(
    str(Path(PACKAGE, room)) for room in ("store", "memory", "index", "maintain", "setup", "forget", "consolidate")
)


class Point(NamedTuple):
    """Where a child dies: at the n-th line, or before, half-way through or after the n-th call."""

    sort: str  # line | before | half | after
    number: int


def die() -> None:
    """As kill -9 does: nothing is cleaned up."""
    os.kill(os.getpid(), signal.SIGKILL)


def lines_of(run: Callable[[], None], at: int = 0) -> int:
    """Run, counting the lines of the traced rooms; dies at line `at` (0: never). Returns how many there are."""
    count = 0

    def local(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        if count == at:
            die()
        return local

    def outer(frame: FrameType, event: str, argument: Any) -> Any:
        return local if frame.f_code.co_filename.startswith(TRACED) else None

    sys.settrace(outer)
    try:
        run()
    finally:
        sys.settrace(None)
    return count


def run_until(
    root: Path, point: Point, run: Callable[[Path, Callable[[str], None]], None], say: Callable[[str], None]
) -> None:
    """Run the operation in this process until the point, and die there."""
    if point.sort == "line":
        lines_of(lambda: run(root, say), point.number)
        return
    due = False

    def act(call: Call) -> None:
        nonlocal due
        if due or (call.number == point.number and point.sort == "before"):
            die()
        if call.number == point.number:
            if point.sort == "half":
                call.half()
                die()
            due = True  # after it: at the next call, or at the end

    with Shim(root.parent.parent, act).entered():
        run(root, say)


def killed(root: Path, point: Point, run: Callable[[Path, Callable[[str], None]], None]) -> Tuple[List[str], str]:
    """What a child acknowledged before it died at the point, and what it raised if it did."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            run_until(root, point, run, lambda text: os.write(writing, text.encode("utf-8") + b"\0") and None)
        except BaseException as error:  # noqa: BLE001 - told to the parent
            os.write(writing, b"raised " + repr(error).encode("utf-8") + b"\0")
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = [part.decode("utf-8") for part in pipe.read().split(b"\0")[:-1]]
    os.waitpid(child, 0)
    raised = [text for text in said if text.startswith("raised ")]
    return [text for text in said if text not in raised], "".join(raised)


def points(made: Scene, folder: Path, count: int, chance: random.Random) -> List[Point]:
    """Points of an operation: half at lines, half at calls."""
    root = made.copy(folder)
    last_line = lines_of(lambda: made.operation.run(root, noop))
    root = made.copy(folder)
    calls = len(calls_of(folder, lambda: made.operation.run(root, noop)))
    drawn = [Point("line", chance.randint(1, last_line)) for _ in range(count // 2)]
    drawn += [
        Point(chance.choice(("before", "half", "after")), chance.randint(1, calls)) for _ in range(count - count // 2)
    ]
    return drawn


def campaign(folder: Path, names: Iterable[str], each: int, seed: int) -> List[Row]:
    """A row for each operation, `each` points in it."""
    rows = []
    for name in names:
        made = scene(name, folder)
        row = Row(f"SIGKILL in {name}")
        for point in points(made, folder, each, random.Random(f"{seed} {name}")):
            root = made.copy(folder)
            said, raised = killed(root, point, made.operation.run)
            found = [Finding(RAISED, raised)] if raised else after(made, root, said)
            row.point(f"{point.sort} {point.number}", found)
        rows.append(row)
    return rows
