"""Every system call of one command, by strace: killed at it, or refused by it. SQLite's own writes are reached so too.

Needs strace and the right to trace; without them the row says so. Only calls after the first that touches the memory
folder are tried, since those before are Python's own start.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Dict, List, Tuple

from faults.invariants import after
from faults.operations import scene
from faults.table import RAISED, Finding, Row

CHANGING = ("write", "pwrite64", "fsync", "fdatasync", "rename", "unlink", "ftruncate", "openat", "mkdir")
REFUSALS = {
    "signal=KILL": CHANGING,
    "error=ENOSPC": ("write", "pwrite64", "ftruncate", "fsync", "fdatasync"),
    "error=EIO": ("write", "pwrite64", "fsync", "fdatasync", "rename", "unlink", "ftruncate"),
    "error=EROFS": ("rename", "unlink", "mkdir"),
}
# Acknowledged by writev, which is not among the calls that are stopped.
CODE = """
import os, sys
from pathlib import Path
from faults.operations import OPERATIONS
from memory_strategy.errors import MemoryStrategyError
try:
    OPERATIONS[sys.argv[2]].run(Path(sys.argv[1]), lambda text: os.writev(1, [f"ack {text}\\n".encode("utf-8")]))
except MemoryStrategyError as error:
    os.writev(1, [b"refused\\n"])
"""


def available() -> bool:
    """Whether strace is there and may trace."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False).returncode == 0


def _run(root: Path, name: str, *options: str) -> Tuple[str, str, int]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "PYTHONDONTWRITEBYTECODE": "1"}
    command = ["strace", "-f", "-qq", *options, sys.executable, "-S", "-c", CODE, str(root), name]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=env, check=False)
    return done.stdout, done.stderr, done.returncode


def _counts(root: Path, name: str) -> Dict[str, range]:
    """Which numbers of each call belong to the command's own work: {call: numbers}."""
    log = root.parent / "trace"
    _run(root, name, "-y", "-o", str(log), "-e", "trace=" + ",".join(CHANGING))
    seen: Dict[str, int] = {}
    first: Dict[str, int] = {}
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        found = re.match(r"\d+\s+(\w+)\(", line)
        if found:
            call = found.group(1)
            seen[call] = seen.get(call, 0) + 1
            if str(root) in line:
                first.setdefault(call, seen[call])
    return {call: range(first[call], seen[call] + 1) for call in first}


def campaign(folder: Path, names: Tuple[str, ...], most: int, seed: int) -> Row:
    """Every point of these commands, or `most` of them drawn from the seed."""
    row = Row("strace", note="KILL, ENOSPC, EIO, EROFS by system call")
    if not available():
        row.note = "strace is not to be had here: nothing tried"
        return row
    for name in names:
        made = scene(name, folder)
        numbers = _counts(made.copy(folder), name)
        points = [(how, call, n) for how, calls in REFUSALS.items() for call in calls for n in numbers.get(call, ())]
        chance = random.Random(f"{seed} {name}")
        for how, call, n in chance.sample(points, min(most, len(points))):
            root = made.copy(folder)
            out, err, code = _run(
                root, name, "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:{how}:when={n}"
            )
            said = [line[4:] for line in out.splitlines() if line.startswith("ack ")]
            found: List[Finding] = [Finding(RAISED, err[-300:])] if "Traceback" in err else after(made, root, said)
            row.point(f"{name}, {call} {n} {how}", found)
    return row
