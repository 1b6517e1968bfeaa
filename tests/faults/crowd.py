"""Many at once: eight processes that add, one that consolidates, one that asks; every acknowledged memory is there once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Dict, List, Tuple

from faults.invariants import check
from faults.operations import LATER, session
from faults.table import LOST, RAISED, TWICE, Finding, Row
from stores import new_store, open_store

ADDING = """
import sys
from pathlib import Path
from stores import keep, open_store
root, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for n in range(count):
    store = open_store(root, lock__wait_seconds="300")
    print("ack", keep(store, f"fact {n} of writer {name}").memory.text, flush=True)
"""
CONSOLIDATING = """
import sys
from pathlib import Path
from memory_strategy import setup
from memory_strategy.consolidate import consolidate
from stores import BENCH, open_store
root = Path(sys.argv[1])
store = open_store(root, lock__wait_seconds="300")
for receipt in consolidate(store, [root.parent / "session.jsonl"], BENCH).receipts:
    print("ack", receipt.memory.text, flush=True)
setup.refresh(store, "en")
"""
# A reader that finds the index behind takes edits in where it can have the lock at once, and reads over a copy else.
ASKING = """
import sys, time
from pathlib import Path
from stores import active, open_store
root, until = Path(sys.argv[1]), Path(sys.argv[2])
seen, rounds = 0, 0
while not until.exists():
    held = active(open_store(root))
    assert len(held) == len(set(held)) and len(held) >= seen, (len(held), seen)
    seen, rounds = len(held), rounds + 1
print("rounds", rounds)
"""


def started(code: str, *arguments: object) -> subprocess.Popen:
    """A process of its own that runs `code`."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


def campaign(folder: Path, writers: int, each: int) -> Row:
    """One point per writer, reader and consolidation."""
    store = new_store(folder / "crowd")
    root = store.paths.root
    session(root.parent)
    over = folder / "over"
    running: Dict[str, subprocess.Popen] = {f"writer {n}": started(ADDING, root, n, each) for n in range(writers)}
    running["consolidation"] = started(CONSOLIDATING, root)
    reader = started(ASKING, root, over)
    ended: Dict[str, Tuple[str, str, int]] = {}
    for name, process in running.items():
        out, err = process.communicate()
        ended[name] = (out, err, process.returncode)
    over.touch()
    out, err = reader.communicate()
    ended["reader"] = (out, err, reader.returncode)
    return _counted(root, ended, writers, each)


def _counted(root: Path, ended: Dict[str, Tuple[str, str, int]], writers: int, each: int) -> Row:
    rounds = ended["reader"][0].split()[-1] if ended["reader"][0] else "0"
    row = Row("many at once", note=f"{writers} × {each} adds, a consolidation, {rounds} readings")
    again = open_store(root, LATER)
    with again.reading():
        held = Counter(m.text for m in again.memories(status="active"))
    for name, (out, err, code) in ended.items():
        said = [line[4:] for line in out.splitlines() if line.startswith("ack ")]
        found: List[Finding] = [Finding(LOST, t) for t in said if not held[t]] + [
            Finding(TWICE, t) for t in said if held[t] > 1
        ]
        if code or (name.startswith("writer") and len(said) != each):
            found.append(Finding(RAISED, err[-500:]))
        row.point(name, found)
    row.point("the store afterwards", check(root, (), note=""))
    return row
