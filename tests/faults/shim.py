"""Between the package and the system: every call that changes the disk, counted, and stopped where a test says so.

It stands in for functions of `os` and for SQLite's connection while it is entered, and looks only at files below one
folder. `act(call)` is asked before each; it may raise, kill the process, or let the call through.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple
from unittest import mock

CALLS = ("open", "mkdir", "write", "fsync", "ftruncate", "replace", "unlink", "sql")


@dataclass(frozen=True)
class Call:
    """One call about to be made: its name, the path it is about, its place in the run, and for a write its bytes."""

    name: str
    path: str
    number: int
    data: bytes = b""
    half: Callable[[], None] = field(default=lambda: None, repr=False)  # does half of a write


class Shim:
    """Counts the calls below `folder`. `act` is called before each, `done(name, arguments, result)` after it."""

    def __init__(
        self, folder: Path, act: Callable[[Call], None] = lambda call: None, done: Callable[..., None] = lambda *a: None
    ) -> None:
        self.folder = str(folder)
        self.act, self.done = act, done
        self.count = 0
        self.paths: Dict[int, str] = {}

    def _ask(self, name: str, path: str, data: bytes = b"", half: Callable[[], None] = lambda: None) -> bool:
        if not path.startswith(self.folder):
            return False
        self.count += 1
        self.act(Call(name, path, self.count, data, half))
        return True

    @contextlib.contextmanager
    def entered(self) -> Iterator[Shim]:
        """Put the shim in for as long as the block lasts."""
        real = {
            name: getattr(os, name)
            for name in ("open", "close", "write", "fsync", "ftruncate", "replace", "unlink", "mkdir")
        }
        with contextlib.ExitStack() as stack:
            for name, stand_in in self._stand_ins(real).items():
                stack.enter_context(mock.patch.object(os, name, stand_in))
            stack.enter_context(mock.patch.object(sqlite3, "connect", self._connect(sqlite3.connect)))
            yield self

    def _stand_ins(self, real: Dict[str, Callable[..., Any]]) -> Dict[str, Callable[..., Any]]:
        stand_ins = {
            "open": self._open(real["open"]),
            "close": self._close(real["close"]),
            "write": self._write(real["write"]),
        }
        stand_ins.update({name: self._of_descriptor(name, real[name]) for name in ("fsync", "ftruncate")})
        stand_ins.update({name: self._of_path(name, real[name]) for name in ("replace", "unlink", "mkdir")})
        return stand_ins

    def _open(self, real: Callable[..., Any]) -> Callable[..., int]:
        def opened(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
            name = os.fspath(path)
            ours = self._ask("open", name)
            new = ours and flags & os.O_CREAT and not os.path.exists(name)
            fd = real(path, flags, *args, **kwargs)
            self.paths.pop(fd, None)  # a number that was closed behind our back is another file now
            if ours:
                self.paths[fd] = name
                self.done("create" if new else "open", name)
            return int(fd)

        return opened

    def _close(self, real: Callable[..., Any]) -> Callable[..., None]:
        def close(fd: int) -> None:
            self.paths.pop(fd, None)
            real(fd)

        return close

    def _write(self, real: Callable[..., Any]) -> Callable[..., int]:
        def write(fd: int, data: Any) -> int:
            held = bytes(data)
            ours = self._ask("write", self.paths.get(fd, ""), held, lambda: real(fd, held[: len(held) // 2]))
            at = os.lseek(fd, 0, os.SEEK_CUR) if ours else 0
            written = real(fd, data)
            if ours:
                self.done("write", self.paths[fd], at, held[:written])
            return int(written)

        return write

    def _of_descriptor(self, name: str, real: Callable[..., Any]) -> Callable[..., None]:
        def call(fd: int, *args: Any) -> None:
            ours = self._ask(name, self.paths.get(fd, ""))
            real(fd, *args)
            if ours:
                self.done(name, self.paths[fd], *args)

        return call

    def _of_path(self, name: str, real: Callable[..., Any]) -> Callable[..., None]:
        def call(path: Any, *args: Any, **kwargs: Any) -> None:
            ours = self._ask(name, os.fspath(path))
            real(path, *args, **kwargs)
            if ours:
                self.done(name, os.fspath(path), *(os.fspath(a) for a in args[:1] if name == "replace"))

        return call

    def _connect(self, real: Callable[..., sqlite3.Connection]) -> Callable[..., sqlite3.Connection]:
        ask = self._ask

        class Connection(sqlite3.Connection):
            """A connection whose statements are asked about."""

            place = ""

            def execute(self, *args: Any) -> Any:
                ask("sql", self.place)
                return super().execute(*args)

            def executemany(self, *args: Any) -> Any:
                ask("sql", self.place)
                return super().executemany(*args)

        def connect(database: Any, *args: Any, **kwargs: Any) -> sqlite3.Connection:
            place = str(database).replace("file://", "").split("?")[0]
            ask("sql", place)
            made = real(database, *args, factory=Connection, **kwargs)
            made.place = place
            return made

        return connect


def calls_of(folder: Path, run: Callable[[], None]) -> List[Tuple[str, str]]:
    """The calls that `run` makes, in order."""
    seen: List[Tuple[str, str]] = []
    with Shim(folder, lambda call: seen.append((call.name, call.path))).entered():
        run()
    return seen
