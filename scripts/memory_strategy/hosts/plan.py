"""A plan of install and uninstall: every file and command as a value, applied step by step, taken back by its ledger.

Owns: the order (say what will be done, write the ledger, do it) and the ledger of a host, `state/hosts/HOST.json`.
Refuses: to write into a file that changed since it was read, or that is not UTF-8. Surprising: a step is computed
against the file without our part, so a second install changes nothing and a newer version replaces the older one.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Protocol, Sequence, Tuple, Union

from ..errors import MemoryStrategyError, Refused, StoreError
from ..store import files
from .site import Site
from .splice import Block, Hooks, Whole, taken_out

COMMAND_SECONDS = 120.0  # a host's own command line took 18 s on a loaded machine


class Place(Protocol):
    """Something that holds a text: a file, or the user's crontab."""

    @property
    def name(self) -> str:
        """What a person knows it by."""

    def read(self) -> Optional[str]:
        """The text, None where there is none."""

    def write(self, text: str, before: Optional[str]) -> None:
        """Put `text` there, if it still holds `before`."""

    def remove(self) -> None:
        """Take it away."""


@dataclass(frozen=True)
class FilePlace:
    """A file. A link is followed, so that somebody's collection of settings stays one."""

    path: Path

    @property
    def name(self) -> str:
        """The path."""
        return str(self.path)

    def read(self) -> Optional[str]:
        """The text as it stands, line ends included.

        Raises: Refused when it is not UTF-8, StoreError.
        """
        if not self.path.exists():
            return None
        try:
            return files.read(Path(os.path.realpath(self.path))).decode("utf-8")
        except UnicodeDecodeError:
            raise Refused(f"{self.path} is not UTF-8, so it was left as it is.", "", "Save it as UTF-8.",
                          zh=f"{self.path} 不是 UTF-8，未作改动。请另存为 UTF-8。") from None  # fmt: skip

    def write(self, text: str, before: Optional[str]) -> None:
        """Replace the file whole, once it is seen to hold what it held.

        Raises: Refused when somebody wrote to it meanwhile, StoreError.
        """
        if self.read() != before:
            raise Refused(f"{self.path} changed while this ran.", "", "Run the command again.",
                          zh=f"{self.path} 在执行期间被改动，请重新运行。")  # fmt: skip
        files.replace(Path(os.path.realpath(self.path)), text.encode("utf-8"))

    def remove(self) -> None:
        """Unlink it."""
        with files.explained("remove", self.path), contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)


@dataclass(frozen=True)
class Part:
    """Our part of a place."""

    place: Place
    splice: Union[Whole, Block, Hooks]

    def without(self, fragments: Sequence[str]) -> Optional[str]:
        """The text without our part, None where there is no text.

        Raises: Refused with the place's name before it.
        """
        text = self.place.read()
        return None if text is None else self._named(lambda: self.splice.out(text, fragments))

    def with_it(self, text: str) -> Tuple[str, Tuple[str, ...]]:
        """`text` with our part, and the fragments that were put in."""
        return self._named(lambda: self.splice.into(text))

    def _named(self, does: Callable[[], Any]) -> Any:
        try:
            return does()
        except Refused as error:
            raise Refused(f"{self.place.name}: {error.wrong}", error.expected, "Mend it, then run this again.",
                          zh=f"{self.place.name}：{error.zh}") from None  # fmt: skip


@dataclass(frozen=True)
class Command:
    """A host's own command. `undo` takes it back; where that needs something of the host first, `find_undo` makes the
    command that runs, and `undo` is how it is shown."""

    argv: Tuple[str, ...]
    undo: Tuple[str, ...] = ()
    find_undo: Optional[Callable[[], Sequence[str]]] = None


@dataclass(frozen=True)
class Item:
    """One line of a plan as it is shown: `action` is write, insert, remove, run or keep."""

    action: str
    target: str
    text: str = ""


@dataclass
class Ledger:
    """What was put where. `folders` were made for it, outermost first."""

    parts: Dict[str, Dict[str, Any]] = field(default_factory=dict)
    folders: List[str] = field(default_factory=list)
    commands: List[Dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    """What a host's set-up consists of."""

    host: str
    site: Site
    parts: Tuple[Part, ...]
    commands: Tuple[Command, ...] = ()
    notes: Tuple[str, ...] = ()

    @property
    def _ledger_file(self) -> Path:
        return self.site.ledgers / f"{self.host}.json"

    def _ledger(self) -> Ledger:
        with contextlib.suppress(ValueError, TypeError, AttributeError):
            data = json.loads(files.read(self._ledger_file) or b"{}")
            return Ledger(dict(data.get("parts", {})), list(data.get("folders", [])), list(data.get("commands", [])))
        return Ledger()

    def _keep(self, ledger: Ledger) -> None:
        body = json.dumps(ledger.__dict__, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
        files.replace(self._ledger_file, body)

    # -- install ----------------------------------------------------------------------------------------------------

    def preview(self) -> List[Item]:
        """What `install` would do.

        Raises: Refused, StoreError.
        """
        ledger, items = self._ledger(), []
        for part in self.parts:
            before, after, fragments = self._change(part, ledger)
            new = isinstance(part.splice, Whole) or before is None
            action = "keep" if before == after else "write" if new else "insert"
            items.append(Item(action, part.place.name, after if new else "".join(fragments)))
        items += [Item("run", self.site.line(list(c.argv))) for c in self._due(ledger)]
        return items

    def install(self) -> List[Item]:
        """Do it; returns what was done. Done already, it changes nothing.

        Raises: Refused, StoreError; MemoryStrategyError when a host's command failed (what was written stays, and
        `uninstall` takes it back).
        """
        ledger, done = self._ledger(), []
        changes = [(part, *self._change(part, ledger)) for part in self.parts]
        due = self._due(ledger)
        for part, before, _, fragments in changes:
            entry = ledger.parts.setdefault(part.place.name, {"created": before is None})
            entry["fragments"] = list(fragments)
        folders = self._folders_to_make([*changes_files(changes), self._ledger_file])
        ledger.folders += [folder for folder in folders if folder not in ledger.folders]
        kept = [entry for entry in ledger.commands if entry["argv"] not in [list(c.argv) for c in due]]
        entries = [{"argv": list(c.argv), "undo": list(c.undo), "done": False} for c in due]
        ledger.commands = kept + entries
        self._keep(ledger)
        for part, before, after, fragments in changes:
            if before != after:
                part.place.write(after, before)
                done.append(Item("write" if before is None else "insert", part.place.name, "".join(fragments)))
        for command, record in zip(due, entries):
            self._run(command.argv)
            record["done"] = True
            self._keep(ledger)
            done.append(Item("run", self.site.line(list(command.argv))))
        return done

    def _change(self, part: Part, ledger: Ledger) -> Tuple[Optional[str], str, Tuple[str, ...]]:
        before = part.place.read()
        if isinstance(part.splice, Whole):
            return (before, *part.with_it(before or ""))
        fragments = ledger.parts.get(part.place.name, {}).get("fragments", ())
        return (before, *part.with_it(part.without(fragments) or ""))

    def _due(self, ledger: Ledger) -> List[Command]:
        ran = [entry["argv"] for entry in ledger.commands if entry.get("done")]
        return [command for command in self.commands if list(command.argv) not in ran]

    @staticmethod
    def _folders_to_make(paths: Sequence[Path]) -> List[str]:
        missing: List[str] = []
        for path in paths:
            missing += [str(folder) for folder in reversed(path.parents) if not folder.exists()]
        return list(dict.fromkeys(missing))

    # -- uninstall --------------------------------------------------------------------------------------------------

    def preview_removal(self) -> List[Item]:
        """What `uninstall` would do.

        Raises: Refused, StoreError.
        """
        ledger, items = self._ledger(), []
        items += [Item("run", self.site.line(shown)) for shown, _ in self._undoing(ledger)]
        for place, before, after in self._removals(ledger):
            if before is not None and before != after:
                items.append(Item("remove", place.name, "" if after else before))
        return items

    def uninstall(self) -> List[Item]:
        """Take back exactly what `install` put in; returns what was done. A command that fails is named at the end.

        Raises: Refused, StoreError, MemoryStrategyError.
        """
        ledger, done, failed = self._ledger(), [], []
        removals = self._removals(ledger)
        for _, find in self._undoing(ledger):
            try:
                argv = find()
                if argv:
                    self._run(argv)
                    done.append(Item("run", self.site.line(list(argv))))
            except MemoryStrategyError as error:
                failed.append(error)
        for place, before, after in removals:
            if before is None or before == after:
                continue
            if after:
                place.write(after, before)
            else:
                place.remove()
            done.append(Item("remove", place.name))
        if failed:
            raise failed[0]
        FilePlace(self._ledger_file).remove()
        self._leave(ledger.folders)
        return done

    def _leave(self, folders: Sequence[str]) -> None:
        """Remove the folders that were made and are empty; the rest is for the host that is left last."""
        for folder in sorted({*folders}, key=len, reverse=True):
            with contextlib.suppress(OSError):  # somebody put something there
                os.rmdir(folder)
        others = sorted(self.site.ledgers.glob("*.json"))
        left = [folder for folder in folders if os.path.isdir(folder)]
        if others and left:
            heir = dataclasses.replace(self, host=others[0].stem)
            ledger = heir._ledger()
            ledger.folders = [*left, *(f for f in ledger.folders if f not in left)]
            heir._keep(ledger)

    def _removals(self, ledger: Ledger) -> List[Tuple[Place, Optional[str], str]]:
        """(place, text now, text to be), of every place of the ledger and of the plan."""
        found: List[Tuple[Place, Optional[str], str]] = []
        for part in self.parts:
            entry = ledger.parts.get(part.place.name, {})
            after = part.without(entry.get("fragments", ()))
            emptied = not (after or "").strip("\ufeff \t\r\n{}") and entry.get("created", False)
            found.append((part.place, part.place.read(), "" if after is None or emptied else after))
        known = {part.place.name for part in self.parts}
        for name, entry in ledger.parts.items():
            if name not in known:  # an older version of this plan wrote there
                place = FilePlace(Path(name))
                before = place.read()
                found.append((place, before, taken_out(before or "", entry.get("fragments", ()))))
        return found

    def _undoing(self, ledger: Ledger) -> List[Tuple[List[str], Callable[[], Sequence[str]]]]:
        """(as shown, what makes the command) of every command that has to be taken back, the last first."""
        finders = {command.argv: command.find_undo for command in self.commands}
        found: List[Tuple[List[str], Callable[[], Sequence[str]]]] = []
        for entry in reversed(ledger.commands):
            undo = list(entry.get("undo", ()))
            if undo:
                found.append((undo, finders.get(tuple(entry["argv"])) or functools.partial(list, undo)))
        return found

    def _run(self, argv: Sequence[str]) -> str:
        return run(argv, self.site.env, self.site.workspace)


def changes_files(changes: Sequence[Tuple[Part, Any, Any, Any]]) -> List[Path]:
    """The files among the places of these changes."""
    return [part.place.path for part, *_ in changes if isinstance(part.place, FilePlace)]


def run(argv: Sequence[str], env: Mapping[str, str], cwd: Path, given: Optional[str] = None) -> str:
    """Run a program of the host; returns what it printed.

    Raises: StoreError when it is not there, failed, or took too long.
    """
    program = shutil.which(argv[0], path=env.get("PATH")) or argv[0]
    try:
        done = subprocess.run(
            [program, *argv[1:]], env=dict(env), cwd=cwd if cwd.is_dir() else None, input=given, capture_output=True,
            encoding="utf-8", errors="surrogateescape", timeout=COMMAND_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise StoreError(
            f"`{argv[0]}` could not be run: {error}.", "", "Install it or start it, then run this again.",
            zh=f"无法运行 {argv[0]}：{error}。请先安装或启动，再重试。",
        ) from None  # fmt: skip
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or f"exit code {done.returncode}").splitlines()[-1][:300]
        start = " ".join(argv[:4])
        raise StoreError(
            f"`{start} …` failed: {said}.", "What was written before it stays.",
            "Mend that and run this again; `uninstall` takes back what was done.",
            zh=f"`{start} …` 失败：{said}。此前写入的保留；修好后重试，或用 uninstall 撤回。",
        )  # fmt: skip
    return done.stdout
