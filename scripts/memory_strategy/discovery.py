"""Finding the hosts' finished sessions by itself, and taking them in: `silent_agent.py --discover`.

Owns: what is due (idle, of this workspace, not a machine's, changed since the last run) and the bounds of one run.
Refuses: to run twice at once (D41): who comes second leaves. A file that cannot be read is set aside with a line in
the log until it changes. One surprising fact: the marks in `state/discovered.json` only save reading. Which turns were
taken in is known by message (`state/seen.log`), so losing the marks costs time and writes nothing twice.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Dict, Iterable, Iterator, List, Mapping, Optional

from . import setup, transcripts
from .consolidate import Outcome, consolidate, take_turns
from .errors import Locked, MemoryStrategyError, TranscriptError
from .judge import Bench
from .memory import Store
from .model import Turn
from .paths import native
from .store import background, files
from .store.lock import exclusive
from .transcripts import places
from .transcripts.openclaw_database import overview

HEAD_BYTES = 256 * 1024  # of a session file, in which the folder it was held in is named


@dataclass(frozen=True)
class Session:
    """A session that lies on the disk. `mark` tells whether it changed, `active` is its last word in seconds since
    1970, `folder` where it was held. `id` is "" where the whole file is one session."""

    path: Path
    mark: str
    active: float
    folder: Optional[str] = None
    id: str = ""
    machine: bool = False

    @property
    def name(self) -> str:
        """Its name among the marks."""
        return f"{self.path}\t{self.id}" if self.id else str(self.path)


@dataclass
class Limits:
    """The bounds of one run, and what it took: `outcome` grows while turns are read."""

    sessions: int
    turns: int
    seconds: float
    outcome: Outcome
    clock: Callable[[], float] = time.monotonic
    started: float = field(init=False)
    before: int = field(init=False)

    def __post_init__(self) -> None:
        self.started, self.before = self.clock(), self._new()

    def _new(self) -> int:
        return self.outcome.turns - self.outcome.skipped["seen"]

    def reached(self) -> bool:
        """Whether no further turn is to be read."""
        return self._new() - self.before >= self.turns or self.clock() - self.started >= self.seconds

    def bounded(self, turns: Iterable[Turn]) -> Iterator[Turn]:
        """The turns up to the bound."""
        for turn in turns:
            if self.reached():
                return
            yield turn


def discover(
    store: Store, env: Mapping[str, str], bench: Bench, *, idle_minutes: Optional[float] = None, write: bool = True
) -> Optional[Outcome]:
    """Take in every session that is due; None where another run is at it.

    Raises: StoreError, Locked (the writers' lock), NotSetUp, ModelRequired.
    """
    minutes = store.settings["consolidation.idle_minutes"] if idle_minutes is None else idle_minutes
    if not write:
        return _run(store, env, bench, minutes, {}, write=False)
    if not store.exists and not any(True for _ in _all(env, {})):
        return Outcome(fallback_reason=bench.reason)  # nothing to find leaves no folder behind
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(exclusive(store.paths.state / "discover.lock", 0.0))
        except Locked:
            return None
        return _run(store, env, bench, minutes, _marks(store), write=True)


def _run(
    store: Store, env: Mapping[str, str], bench: Bench, minutes: float, marks: Dict[str, str], *, write: bool
) -> Outcome:
    due, waiting = _due(store, env, minutes, marks)
    outcome = consolidate(store, [], bench, write=write)  # the second look of a model that was away
    most = store.settings.section("consolidation")
    limits = Limits(most["max_sessions"], most["max_turns"], most["max_seconds"], outcome)
    for session in due[: limits.sessions]:
        if limits.reached():
            break
        if _take(store, session, bench, limits, write):
            marks[session.name] = session.mark
        if write:
            _keep(store, marks)
    waiting += [session for session in due if marks.get(session.name) != session.mark]
    if write:
        _settle(env, marks, {session.path for session in waiting})
        _keep(store, marks)
    return outcome


def _take(store: Store, session: Session, bench: Bench, limits: Limits, write: bool) -> bool:
    """Take one session in; whether it is done with. Only the disk's refusals are raised: one broken session must not
    keep all others out."""
    only = frozenset([session.id]) if session.id else None
    try:
        now = store.now.astimezone(store.zone)
        turns = transcripts.read(session.path, skipped=limits.outcome.skipped, now=now, sessions=only)
        if write:
            setup.ensure(store)
        take_turns(store, limits.bounded(turns), bench, write=write, outcome=limits.outcome)
    except TranscriptError as error:
        _set_aside(store, session, error, write)
    except MemoryStrategyError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a strange file brings about, it is set aside with its reason
        _set_aside(store, session, error, write)
    else:
        return not limits.reached()
    return True


def _set_aside(store: Store, session: Session, error: Exception, write: bool) -> None:
    if write:
        background.note(
            store.paths.state,
            store.now,
            f"set aside until it changes: {session.name}",
            f"{type(error).__name__}: {error}",
        )


# -- what is due -----------------------------------------------------------------------------------------------------


def _due(
    store: Store, env: Mapping[str, str], minutes: float, marks: Dict[str, str]
) -> tuple[List[Session], List[Session]]:
    """(sessions to take, oldest first; sessions that are not idle yet). Machines' and other workspaces' are marked."""
    due, waiting = [], []
    everywhere = store.settings["consolidation.scope"] == "all"
    for session in _all(env, marks):
        if marks.get(session.name) == session.mark:
            continue
        if session.machine or not (everywhere or _belongs(session, store)):
            marks[session.name] = session.mark
        elif store.now.timestamp() - session.active < minutes * 60:
            waiting.append(session)
        else:
            due.append(session)
    return sorted(due, key=lambda session: (session.active, session.name)), waiting


def _all(env: Mapping[str, str], marks: Mapping[str, str]) -> Iterator[Session]:
    """Every session of every host whose file changed since its mark was set."""
    for path in places.openclaw_databases(env):
        if marks.get(str(path)) != _mark(path):
            try:
                found = overview(path)
            except TranscriptError:
                continue  # it is being made, or is another schema: the next run looks again
            for one in found:
                active = one.active / 1000 or files.stat(path).mtime_ns / 1e9
                yield Session(path, str(one.last), active, one.folder, one.id, one.machine)
    for path in (*places.openclaw_files(env), *places.claude_code_files(env)):
        mark = _mark(path)
        if marks.get(str(path)) != mark:
            yield Session(path, mark, files.stat(path).mtime_ns / 1e9)


def _mark(path: Path) -> str:
    """Size, time and inode of a file, and of the log that SQLite keeps beside a database."""
    stats = (files.stat(path), files.stat(Path(f"{path}-wal")))
    return " ".join(f"{s.size} {s.mtime_ns} {s.inode}" for s in stats)


def _belongs(session: Session, store: Store) -> bool:
    """Whether a session was held in the workspace that the memory folder lies in (D38: two roots stay apart)."""
    folder = _held_in(session.path) if session.folder is None else session.folder
    if not folder:
        return False
    inside, border = _real(native(folder)), _real(str(store.paths.workspace))
    return inside == border or inside.startswith(border.rstrip(os.sep) + os.sep)


def _real(folder: str) -> str:
    return os.path.normcase(os.path.realpath(folder))


def _held_in(path: Path) -> str:
    """The folder that the first records of a session file name, "" where none does."""
    with contextlib.suppress(OSError), open(path, "rb") as stream:
        for line in stream.read(HEAD_BYTES).splitlines():
            with contextlib.suppress(ValueError, RecursionError):
                record = json.loads(line)
                if isinstance(record, dict) and isinstance(record.get("cwd"), str):
                    return str(record["cwd"])
    return ""


# -- marks -----------------------------------------------------------------------------------------------------------


def _marks(store: Store) -> Dict[str, str]:
    with contextlib.suppress(ValueError, AttributeError):
        data = json.loads(files.read(_marks_file(store)) or b"{}")
        return {str(name): str(mark) for name, mark in data.items()}
    return {}


def _marks_file(store: Store) -> Path:
    return store.paths.state / "discovered.json"


def _keep(store: Store, marks: Mapping[str, str]) -> None:
    data = json.dumps(dict(sorted(marks.items())), ensure_ascii=True, indent=0).encode("ascii")
    path = _marks_file(store)
    if files.read(path) != data:
        files.replace(path, data, durable=False)


def _settle(env: Mapping[str, str], marks: Dict[str, str], waiting: set[Path]) -> None:
    """Mark the databases in which nothing waits, and drop the marks of files that are gone."""
    for path in places.openclaw_databases(env):
        if path in waiting:
            marks.pop(str(path), None)
        else:
            marks[str(path)] = _mark(path)
    for name in [name for name in marks if not os.path.exists(name.partition("\t")[0])]:
        del marks[name]
