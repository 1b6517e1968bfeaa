"""What is around the store goes wrong: the clock jumps, the disk fills up, the folder cannot be written.

A disk that is full is a small tmpfs where this user may mount one, else a limit on the size of files; a folder that is
read-only is a mount of that kind, else one without write permission, else (root without mounts) it is said so.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import List, Tuple

from faults.crowd import started
from faults.invariants import check
from faults.operations import KEPT, LATER, base
from faults.table import APART, LOST, RAISED, Finding, Row
from memory_strategy import setup
from memory_strategy.errors import StoreError
from stores import active, keep, new_store, open_store

MOMENTS = (
    "2026-05-06T09:00:00Z", "1970-01-01T00:00:00Z", "2100-12-31T23:59:59Z", "2026-03-08T06:59:59Z", "2026-03-08T07:00:00Z",
    "2026-05-06T08:00:00Z", "2025-10-26T00:59:59Z", "2025-10-26T01:00:00Z", "2026-05-05T15:59:59Z", "2038-01-19T03:14:08Z",
)  # fmt: skip
ZONES = ("UTC", "America/New_York", "Asia/Shanghai", "Pacific/Kiritimati")


def clock(folder: Path) -> Row:
    """An add at each of ten moments in no order, in four zones: all are kept, once, in the order in which they were said."""
    row = Row("clock", note="back, forward, 1970, 2100, summer time")
    for zone in ZONES:
        root = new_store(folder / zone.replace("/", "-"), timezone=zone).paths.root
        said: List[Tuple[str, str]] = []
        for n, moment in enumerate(MOMENTS):
            found: List[Finding] = []
            try:
                kept = keep(open_store(root, moment, timezone=zone), f"said as number {n} in {zone}")
                said.append((kept.memory.created_at, kept.memory.text))
                store = open_store(root, MOMENTS[(n + 3) % len(MOMENTS)], timezone=zone)
                setup.refresh(store, "en")
                held = active(store)
                found += [Finding(LOST, text) for _, text in said if held.count(text) != 1]
            except Exception as error:  # noqa: BLE001 - whatever it is, it did not work
                found.append(Finding(RAISED, repr(error)))
            row.point(f"{moment} in {zone}", found)
        store = open_store(root, LATER, timezone=zone)
        with store.reading():
            told = [m.text for m in sorted(store.memories(status="active"), key=lambda m: m.created_at)]
        wrong = told != [text for _, text in sorted(said)]
        row.point(f"order in {zone}", [Finding(APART, f"{told}")] if wrong else [])
    return row


FILLING = """
import sys, resource, signal
from pathlib import Path
from memory_strategy.errors import StoreError
from stores import keep, open_store
root, limit, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
if limit:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
refused = 0
for n in range(count):
    try:
        print("ack", keep(open_store(root), f"number {n} " + "of the long list of seeds " * 20).memory.text, flush=True)
    except StoreError as error:
        refused += 1
        print("refused", error, flush=True)
        if refused > 5:
            break
"""


def _mounts() -> bool:
    """Whether this user may mount, in a name space of its own."""
    if shutil.which("unshare") is None or shutil.which("mount") is None:
        return False
    return subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode == 0


def full_disk(folder: Path, sizes: Tuple[int, ...]) -> Row:
    """Adds until nothing fits any more; then there is room again, and everything acknowledged is there."""
    mounted = _mounts()
    row = Row("disk full", note="tmpfs of some KiB" if mounted else "limit on the size of files")
    for kib in sizes:
        root = base(folder / f"full-{kib}")
        if mounted:
            said, err = _in_tmpfs(root, kib, folder / f"kept-{kib}")
            root = folder / f"kept-{kib}" / ".memory"
        else:
            process = started(FILLING, root, kib * 1024 // 8, 400)
            said, err = process.communicate()
        row.point(f"{kib} KiB", _after_full(root, said, err))
    return row


def _in_tmpfs(root: Path, kib: int, kept: Path) -> Tuple[str, str]:
    disk = root.parent.parent / f"disk-{kib}"
    disk.mkdir()
    script = (
        f"mount -t tmpfs -o size={kib}k none {disk} && cp -a {root.parent}/. {disk} && "
        f'{sys.executable} -c "$CODE" {disk}/.memory 0 400; cp -a {disk} {kept}'
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "CODE": FILLING}
    done = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, env=env, check=False)
    return done.stdout, done.stderr


def _after_full(root: Path, said: str, err: str) -> List[Finding]:
    acknowledged = {line[4:] for line in said.splitlines() if line.startswith("ack ")}
    if "refused" not in said or "Traceback" in err:
        return [Finding(RAISED, f"it was never full, or this: {err[-300:]}")]
    try:
        setup.refresh(open_store(root, LATER), "en")
        keep(open_store(root, LATER), "there is room again")
        return list(check(root, {*KEPT, *acknowledged, "there is room again"}))
    except Exception as error:  # noqa: BLE001 - whatever it is, it did not work
        return [Finding(RAISED, repr(error))]


READING = """
import sys
from pathlib import Path
from memory_strategy.errors import MemoryStrategyError
from stores import active, keep, open_store
root = Path(sys.argv[1])
print(len(active(open_store(root))), flush=True)
try:
    keep(open_store(root), "it cannot be written")
except MemoryStrategyError as error:
    print("refused", error)
"""


def read_only(folder: Path) -> Row:
    """With an index, with a stale one, without any: what is there is read, and what cannot be written is said."""
    row = Row("read-only folder")
    for name in ("index up to date", "index behind", "no index"):
        root = base(folder / name.replace(" ", "-"))
        expected = len(active(open_store(root)))
        if name == "index behind":
            os.utime(root / "records/facts.jsonl", ns=(1, 1))
        elif name == "no index":
            (root / "index/memory.sqlite").unlink()
        out, err = _read_only_run(root)
        lines = out.splitlines()
        fine = lines[:1] == [str(expected)] and lines[1:] and lines[1].startswith("refused")
        row.point(name, [] if fine else [Finding(RAISED, f"{out} {err[-300:]}")])
    return row


def _read_only_run(root: Path) -> Tuple[str, str]:
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
        "CODE": READING,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    place = root.parent
    if _mounts():
        script = (
            f'mount --bind {place} {place} && mount -o remount,ro,bind {place} && {sys.executable} -c "$CODE" {root}'
        )
        command = ["unshare", "-m", "sh", "-c", script]
    else:
        for path in (root, *root.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        command = [sys.executable, "-c", READING, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    return done.stdout, done.stderr


def size_limit(folder: Path, limit: int) -> Row:
    """A file that may not grow, in this process: refused in a sentence, and nothing half-written."""
    row = Row("file-size limit")
    root = base(folder / "limited")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    found: List[Finding] = []
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
        keep(open_store(root, LATER), "one line too many")
        found.append(Finding(RAISED, "the limit was not met"))
    except StoreError as error:
        found += [] if "file-size limit" in str(error) else [Finding(RAISED, str(error))]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    setup.refresh(open_store(root, LATER), "en")
    row.point(f"{limit} bytes", [*found, *check(root, KEPT)])
    return row
