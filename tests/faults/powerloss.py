"""Power-loss states: what may be on the disk when the power goes, after any call of a run of two dozen operations.

The calls of our own file layer are recorded, then replayed in part: bytes of a file that no fsync reached may be
missing, cut or (behind a gap) zeros; names in a folder that no fsync of the folder reached may be missing, in order.
The index is derived and left out of the recording: in each state it is gone, as it once was, or torn.

The model is that of Pillai et al., "All File Systems Are Not Created Equal" (OSDI 2014): data of different files, and
names in different folders, reach the disk in any order. ext4 as it is mostly mounted is kinder.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, FrozenSet, Iterator, List, Optional, Set, Tuple

from faults.invariants import check
from faults.operations import ANCHORS, FORGOTTEN, KEPT, LATER, OPERATIONS, base, session, store_at
from faults.shim import Shim
from faults.table import RAISED, Finding, Row
from memory_strategy import setup
from memory_strategy.errors import MemoryStrategyError
from stores import keep, open_store

Event = Tuple[Any, ...]
SAID = tuple(f"The {thing} hangs behind door {n}" for n, thing in enumerate(
    ("rake", "hoe", "sieve", "rope", "lantern", "apron", "trowel", "net", "broom", "bucket", "spade", "saw", "axe")))  # fmt: skip


@dataclass
class Disk:
    """What is surely on the disk, and what the system was told since: contents by file number, names by folder."""

    contents: Dict[int, bytes] = field(default_factory=dict)
    pending: Dict[int, List[Event]] = field(default_factory=dict)
    names: Dict[str, Dict[str, int]] = field(default_factory=dict)
    moves: Dict[str, List[Event]] = field(default_factory=dict)
    current: Dict[str, int] = field(default_factory=dict)  # path → file, as the running system sees it
    made: int = 0

    @classmethod
    def of(cls, root: Path) -> Disk:
        """A folder of which everything is on the disk."""
        disk = cls()
        for path in sorted(root.rglob("*")):
            folder = str(path.parent)
            if path.is_dir():
                disk.names.setdefault(folder, {}).setdefault(path.name, 0)
                disk.names.setdefault(str(path), {})
            elif "index" not in path.relative_to(root).parts:
                number = disk._new(str(path))
                disk.contents[number] = path.read_bytes()
                disk.names.setdefault(folder, {})[path.name] = number
        return disk

    def _new(self, path: str) -> int:
        self.made += 1
        self.current[path] = self.made
        self.contents[self.made] = b""
        return self.made

    def take(self, event: Event) -> None:
        """Let one recorded call happen."""
        name, path = event[0], event[1]
        folder, leaf = os.path.split(path)
        if name == "create":
            self.moves.setdefault(folder, []).append(("put", leaf, self._new(path)))
        elif name in ("write", "ftruncate"):
            self.pending.setdefault(self.current[path], []).append((name, *event[2:]))
        elif name == "fsync":
            self._sync(path)
        elif name == "replace":
            target = event[2]
            self.current[target] = self.current.pop(path)
            self.moves.setdefault(folder, []).append(("move", leaf, os.path.basename(target)))
        elif name == "unlink" and path in self.current:
            del self.current[path]
            self.moves.setdefault(folder, []).append(("drop", leaf))
        elif name == "mkdir":
            self.moves.setdefault(folder, []).append(("put", leaf, 0))
            self.names.setdefault(path, {})

    def _sync(self, path: str) -> None:
        number = self.current.get(path)
        if number is None:
            for move in self.moves.pop(path, []):
                _moved(self.names.setdefault(path, {}), move)
            return
        for change in self.pending.pop(number, []):
            self.contents[number] = _changed(self.contents[number], change)

    def state(self, chance: random.Random) -> Dict[str, Optional[bytes]]:
        """One of the states that the power may leave: {path: bytes, None for a folder}."""
        contents = dict(self.contents)
        for number, changes in self.pending.items():
            contents[number] = _cut(contents[number], changes, chance)
        names = {folder: dict(held) for folder, held in self.names.items()}
        for folder, moves in self.moves.items():
            for move in moves[: chance.randint(0, len(moves))]:
                _moved(names.setdefault(folder, {}), move)
        found: Dict[str, Optional[bytes]] = {}
        for folder, held in names.items():
            for leaf, number in held.items():
                found[os.path.join(folder, leaf)] = contents[number] if number else None
        return {path: data for path, data in found.items() if _reachable(path, found, names)}


def _reachable(path: str, found: Dict[str, Optional[bytes]], names: Dict[str, Dict[str, int]]) -> bool:
    folder = os.path.dirname(path)
    top = min(names, key=len)
    return folder == top or (folder in found and _reachable(folder, found, names))


def _moved(names: Dict[str, int], move: Event) -> None:
    if move[0] == "put":
        names.setdefault(move[1], move[2])
    elif move[0] == "move" and move[1] in names:
        names[move[2]] = names.pop(move[1])
    elif move[0] == "drop":
        names.pop(move[1], None)


def _changed(data: bytes, change: Event) -> bytes:
    if change[0] == "ftruncate":
        return data[: change[1]].ljust(change[1], b"\0")
    at, new = change[1], change[2]
    return data[:at].ljust(at, b"\0") + new + data[at + len(new) :]


def _cut(data: bytes, changes: List[Event], chance: random.Random) -> bytes:
    """Some of the changes, the last of them perhaps in part, perhaps zeros where an earlier one is missing."""
    count = chance.randint(0, len(changes))
    skipped = chance.randint(0, count) if count and chance.random() < 0.15 else count
    for n, change in enumerate(changes[:count]):
        if n != skipped:
            data = _changed(data, change)
    if count < len(changes) and changes[count][0] == "write" and chance.random() < 0.5:
        _, at, new = changes[count]
        data = _changed(data, ("write", at, new[: chance.randint(0, len(new))]))
    return data


# -- the run that is recorded -----------------------------------------------------------------------------------------


def _session_of_operations(root: Path, mark: Any) -> Iterator[str]:
    """Two dozen operations on one store, one name after each."""
    for n, text in enumerate(SAID[:8]):
        keep(store_at(root), text, category=("patterns", "contacts", "daily", "projects")[n % 4])
        mark("ack", text)
        yield f"add {n}"
    for name in ("replace", "silent_agent"):
        OPERATIONS[name].run(root, lambda text: mark("ack", text))
        yield name
    OPERATIONS["update_index"].run(root, lambda text: None)
    yield "update_index"
    for name in ("condense", "undo", "condense", "restore"):
        OPERATIONS[name].run(root, lambda text: None)
        yield name
    mark("begin", FORGOTTEN)
    OPERATIONS["forget"].run(root, lambda text: None)
    mark("gone", FORGOTTEN)
    yield "forget"
    for n, text in enumerate(SAID[8:]):
        keep(store_at(root), text, pin=True)
        mark("ack", text)
        yield f"add {n} again"
    session(root.parent)
    OPERATIONS["silent_agent"].run(root, lambda text: None)
    yield "silent_agent again"
    setup.refresh(store_at(root), "en")
    yield "refresh"


def recorded(root: Path) -> Tuple[List[Event], List[str]]:
    """The events of the run, and the names of its operations."""
    events: List[Event] = []

    def done(name: str, path: str, *rest: Any) -> None:
        if "/index/" not in path and not path.endswith("/index"):
            events.append((name, path, *rest))

    with Shim(root, done=done).entered():
        operations = list(_session_of_operations(root, lambda *event: events.append(event)))
    return events, operations


# -- judging ----------------------------------------------------------------------------------------------------------


def states(
    disk: Disk, events: List[Event], wanted: int, chance: random.Random
) -> Iterator[Tuple[int, Set[str], FrozenSet[str], Dict[str, Optional[bytes]]]]:
    """Distinct states: (after which event, what was acknowledged, what is half forgotten, the disk)."""
    acknowledged: Set[str] = {*KEPT, FORGOTTEN}
    half: FrozenSet[str] = frozenset()
    seen: Set[bytes] = set()
    each = wanted / len(events) * 1.15
    owed = 0.0
    for n, event in enumerate(events):
        if event[0] in ("ack", "begin", "gone"):
            acknowledged = acknowledged | {event[1]} if event[0] == "ack" else acknowledged - {event[1]}
            half = frozenset({event[1]}) if event[0] == "begin" else frozenset()
        else:
            disk.take(event)
        owed += each
        for _ in range(int(owed)):
            state = disk.state(chance)
            key = hashlib.sha256(repr((sorted(acknowledged), sorted(state.items()))).encode()).digest()
            if key not in seen:
                seen.add(key)
                yield n, acknowledged, half, state
        owed -= int(owed)


def lay_out(state: Dict[str, Optional[bytes]], source: Path, target: Path, index: Optional[bytes], torn: bool) -> None:
    """Put a state into a folder of its own; a torn index lies under the flag of a boot that is over."""
    shutil.rmtree(target.parent, ignore_errors=True)
    shutil.rmtree(target.parent.parent / ANCHORS, ignore_errors=True)
    target.mkdir(parents=True)
    for path, data in sorted(state.items()):
        place = target / Path(path).relative_to(source)
        if data is None:
            place.mkdir(exist_ok=True, parents=True)
        else:
            place.parent.mkdir(exist_ok=True, parents=True)
            place.write_bytes(data)
    if index is not None:
        (target / "index").mkdir(exist_ok=True)
        (target / "index/memory.sqlite").write_bytes(index)
    if torn:
        (target / "index/memory.sqlite.unsettled").write_text("another boot\n", encoding="ascii")


def judge(root: Path, acknowledged: Set[str], half: FrozenSet[str]) -> List[Finding]:
    """The next run, then the check."""
    try:
        setup.refresh(open_store(root, LATER), "en")
        return list(check(root, acknowledged, half))
    except MemoryStrategyError as error:
        return [Finding(RAISED, str(error))]
    except Exception as error:  # noqa: BLE001 - whatever it is, the next command did not work
        return [Finding(RAISED, repr(error))]


def campaign(folder: Path, wanted: int, seed: int) -> Row:
    """At least `wanted` distinct states, if the run has so many."""
    chance = random.Random(f"power {seed}")
    root = base(folder / "power")
    disk = Disk.of(root)
    old_index = (root / "index/memory.sqlite").read_bytes()
    events, operations = recorded(root)
    new_index = (root / "index/memory.sqlite").read_bytes()
    row = Row("power loss", note=f"{len(operations)} operations, {len(events)} calls")
    target = folder / "lost" / ".memory"
    for n, acknowledged, half, state in states(disk, events, wanted, chance):
        cut = chance.randint(0, len(old_index))
        index, torn = chance.choice(((None, False), (old_index, False), (old_index[:cut] + new_index[cut:], True)))
        lay_out(state, root, target, index, torn)
        row.point(f"after call {n}", judge(target, acknowledged, half))
    return row
