"""The n-th call fails, n = 1, 2, … to the last that a run makes: once, or from there on as a full disk does.

What may come of it: the operation succeeds all the same, or raises one of the package's own errors. Then the disk is
well again, and the next run must find everything whole.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Iterable, List

from faults.invariants import after
from faults.operations import Scene, noop, scene
from faults.shim import Call, Shim, calls_of
from faults.table import RAISED, Finding, Row
from memory_strategy.errors import MemoryStrategyError

ERRORS = {
    "EIO": (errno.EIO, "disk I/O error"),
    "ENOSPC": (errno.ENOSPC, "database or disk is full"),
    "EROFS": (errno.EROFS, "attempt to write a readonly database"),
    "EMFILE": (errno.EMFILE, "unable to open database file"),
}
# A system says "too many open files" when one is opened, and "read-only" or "full" to what writes.
REFUSED = {"EMFILE": ("open", "sql")}


class Injected:
    """Fails the n-th call that this error can be the answer to; `lasting`: and every one after it."""

    def __init__(self, name: str, number: int, lasting: bool) -> None:
        self.name, self.number, self.lasting = name, number, lasting
        self.met = 0

    def __call__(self, call: Call) -> None:
        if call.name not in REFUSED.get(self.name, (call.name,)):
            return
        self.met += 1
        if self.met == self.number or (self.lasting and self.met > self.number):
            self._fail(call)

    def _fail(self, call: Call) -> None:
        code, words = ERRORS[self.name]
        if call.name == "sql":
            raise sqlite3.OperationalError(words)
        if call.name == "write" and self.name in ("ENOSPC", "EIO"):
            call.half()  # a disk that fills up takes part of a write
        raise OSError(code, os.strerror(code), call.path)


def at(made: Scene, folder: Path, error: str, number: int, lasting: bool) -> tuple[bool, List[Finding]]:
    """(whether the call was reached, what is wrong afterwards)."""
    root = made.copy(folder)
    said: List[str] = []
    injected = Injected(error, number, lasting)
    found: List[Finding] = []
    try:
        with Shim(folder, injected).entered():
            made.operation.run(root, said.append)
    except MemoryStrategyError:
        pass
    except Exception as raised:  # noqa: BLE001 - a traceback is what is looked for
        found.append(Finding(RAISED, repr(raised)))
    return injected.met >= number, found or after(made, root, said)


def _numbers(made: Scene, folder: Path, error: str, step: int, sql_step: int, offset: int) -> List[int]:
    """Which calls are tried, by their place among those that the error can answer."""
    root = made.copy(folder)
    names = [name for name, _ in calls_of(folder, lambda: made.operation.run(root, noop))]
    met = [name for name in names if name in REFUSED.get(error, (name,))]
    return [n for n, name in enumerate(met, 1) if (n + offset) % (sql_step if name == "sql" else step) == 0]


def campaign(
    folder: Path, names: Iterable[str], errors: Iterable[str], step: int = 1, sql_step: int = 1, seed: int = 1
) -> List[Row]:
    """A row for each error: every `step`-th call to the system, every `sql_step`-th statement, of every operation.

    Each fails once or from there on, by turns that differ from error to error.
    """
    scenes = [scene(name, folder) for name in names]
    rows = []
    for offset, error in enumerate(errors, seed):
        row = Row(f"{error} at the n-th call")
        for made in scenes:
            for number in _numbers(made, folder, error, step, sql_step, offset):
                lasting = bool((number // step + offset) % 2)
                reached, found = at(made, folder, error, number, lasting)
                if reached:
                    row.point(f"{made.operation.name} {number}{' on' if lasting else ''}", found)
        rows.append(row)
    return rows
