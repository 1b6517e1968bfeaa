"""Opening a memory folder: settings, places, the index that is up to date, and the lock for who writes.

A reader takes no lock. It sees edits and new records at once: where it may write it takes them in first; where it may
not (a read-only disk, another writer at work) it reads them over a copy of the index in memory.
"""

from __future__ import annotations

import contextlib
import os
from datetime import datetime, timezone
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Callable, Collection, Iterator, List, Optional, Sequence, Set, Tuple, TypeVar

from ..config import Settings
from ..errors import Locked, NotSetUp, StoreError
from ..index import Index, IndexBroken, IndexBusy
from ..index.entry import memory_of
from ..model import Document, Memory, parse_time, utc_iso
from ..paths import Paths, anchor_place
from ..store import files, journal, lines
from ..store.faces import FaceFile
from ..store.ids import boot
from ..store.journal import Progress
from ..store.lock import exclusive
from . import deriving, drawing, edits, mending, recording, redo, sources, upgrading
from .forgotten import Forgotten
from .moments import zone_of
from .writing import Writer, require_one

if TYPE_CHECKING:
    from ..store.anchor import Anchor

Answer = TypeVar("Answer")
_UNDRAWN = "undrawn:"  # before a face's relative path, in the index


def _rebuilt(error: IndexBroken) -> Tuple[str, str]:
    return f"The index was broken ({error}) and is rebuilt from the records.", f"索引已损坏（{error}），正由记录重建。"


class Store:
    """One memory folder. `warnings` gathers what a person should hear on stderr."""

    def __init__(self, root: Path, settings: Settings, now: Optional[datetime] = None) -> None:
        self.settings = settings
        self.paths = Paths(root, settings.section("storage_paths"), settings["layout"])
        self.zone = zone_of(settings)
        self.now = now or datetime.now(timezone.utc)
        self.language = "" if settings["language"] == "auto" else settings["language"]
        self.progress = Progress(self.paths.seen)
        self.forgotten = Forgotten(self.paths)
        self.speaks = self.language or "en"  # the language of warnings; a command sets the one it was asked for
        self.warnings: List[str] = list(settings.warnings)
        self.taken_in: Optional[edits.TakenIn] = None  # a person's edits that this run found
        self._undrawn: Set[str] = set()
        self.index: Index = None  # type: ignore[assignment]  # opened by reading() and writing()
        self._faces: dict = {}

    @cached_property
    def anchor(self) -> Anchor:
        """The chain over the records that is kept outside the folder."""
        from ..store.anchor import Anchor  # who reads needs none

        return Anchor(anchor_place(self.paths.root, os.environ), boot())

    def warn(self, text: str, zh: str = "") -> None:
        """Say something on stderr at the end of the command, once."""
        text = zh if zh and self.speaks == "zh" else text
        if text not in self.warnings:
            self.warnings.append(text)

    # -- setting up -------------------------------------------------------------------------------------------------

    @property
    def exists(self) -> bool:
        """Whether `init` was run here (or a memory folder was copied here)."""
        return self.paths.records.is_dir()

    def require(self) -> None:
        """Raises: NotSetUp where there is no memory folder, StoreError where a newer version wrote it."""
        if not self.exists:
            raise NotSetUp(f"There is no memory folder at {self.paths.root}.", "One made by `init` was expected.",
                           f"Run: memory_manager.py init --memory-dir {self.paths.root} (or name another folder).",
                           zh=f"{self.paths.root} 没有记忆目录。请先运行：memory_manager.py init --memory-dir {self.paths.root}"
                              "（或指定别的目录）。")  # fmt: skip
        upgrading.found(self)

    # -- reading ----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def reading(self) -> Iterator[Index]:
        """An index that shows what the disk says now. Takes no lock that could make a reader wait.

        Raises: NotSetUp, StoreError.
        """
        self.require()
        self.index = self._open_for_reading()
        try:
            yield self.index
        finally:
            self._close()

    def answer(self, ask: Callable[[Index], Answer]) -> Answer:
        """What `ask` says of an index that is up to date; one that turns out broken is rebuilt and asked again (D23).

        Raises: NotSetUp, StoreError.
        """
        try:
            with self.reading() as index:
                return ask(index)
        except IndexBroken as error:
            self.warn(*_rebuilt(error))
        try:
            with self.writing():
                self.rebuild_index()
        except (Locked, StoreError):
            self.index = Index.in_memory()
            deriving.catch_up(self, self.index)
            try:
                return ask(self.index)
            finally:
                self._close()
        with self.reading() as index:
            return ask(index)

    def _open_for_reading(self) -> Index:
        usable = False
        try:
            index = Index.open(self.paths.index, readonly=True)
            usable = True
            if not sources.changed(self, index):
                return index
            index.close()
        except IndexBusy:
            usable = True
        except IndexBroken:
            pass
        try:
            with self.writing(wait_seconds=0.0):
                pass
            return Index.open(self.paths.index, readonly=True)
        except (Locked, StoreError):
            return self._overlay(usable)

    def _overlay(self, usable: bool) -> Index:
        """An index in memory with what the disk says laid over it: nothing is written."""
        self.index = self._copy() if usable else Index.in_memory()
        stale = sources.survey(self, self.index)
        deriving.catch_up(self, self.index)
        writer = Writer(self, self.now)
        edits.apply(self, writer, edits.find(self, stale))
        writer.show(self.index)
        return self.index

    # -- writing ----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def writing(self, wait_seconds: Optional[float] = None) -> Iterator[Writer]:
        """The lock, a mended store, people's edits taken in, and a writer; what it gathered is flushed at the end.

        Raises: NotSetUp, Locked, StoreError; IndexBroken when the index turns out to be damaged, and run again it is new.
        """
        self.require()
        wait = self.settings["lock.wait_seconds"] if wait_seconds is None else wait_seconds
        with exclusive(self.paths.lock, wait, mends=True) as in_order:
            self.index = self._open_for_writing()
            try:
                stale = sources.survey(self, self.index)
                self._mend(stale, in_order)
                self.anchor.settle(recording.files_of(self), utc_iso(self.now))
                if upgrading.upgrade(self):
                    stale = sources.survey(self, self.index)
                if redo.complete(self):
                    stale = sources.survey(self, self.index)
                writer = Writer(self, self.now)
                if stale:
                    found = edits.find(self, stale)
                    self.catch_up()
                    self._take_in_edits(writer, found)
                self._redraw(stale)
                edits.mark_noted(self)
                yield writer
                writer.flush()
            except IndexBusy:
                raise
            except IndexBroken:
                self._close()
                with contextlib.suppress(OSError):
                    Index.set_aside(self.paths.index, broken=True)  # the next run makes it anew, and is not stopped too
                raise
            finally:
                self._close()

    def _mend(self, stale: Sequence[sources.Source], in_order: bool) -> None:
        """Set torn tails aside and sweep what killed writers left. The large folders are looked through only where
        something changed or the writer before did not end in order."""
        torn = [self.paths.root / s.relative for s in stale if s.sort in sources.OF_LINES]
        for path in (*torn, *self.paths.archive.glob("*.jsonl"), self.forgotten.log):
            size = lines.mend(path)
            if size:
                self.warn(f"{path}: {size} bytes of a torn last line were set aside in {path.stem}.torn.",
                          f"{path}：末行残缺的 {size} 字节已移到 {path.stem}.torn。")  # fmt: skip
        large = {self.paths.days, self.paths.journal}
        folders = {*self.paths.folders(), self.paths.workspace, self.paths.plans} - large
        if stale or not in_order:
            self.progress.mend()
            folders |= {*large, self.paths.state / "faces", self.paths.state / "answers"}
        for folder in folders:
            files.sweep(folder)

    def _take_in_edits(self, writer: Writer, found: edits.Edits) -> None:
        if found:
            taken = edits.apply(self, writer, found)
            writer.flush()
            edits.accept(found, self)
            self.catch_up()
            said = taken.said(self.speaks == "zh")
            if said:
                self.warn(said)
                self.taken_in = taken

    def _redraw(self, stale: Sequence[sources.Source]) -> None:
        owed = [name[len(_UNDRAWN) :] for name, due in self.index.meta_all(_UNDRAWN).items() if due]
        drawn = mending.redraw(self, stale, owed)
        if drawn:
            self.catch_up({f"notes:{face.relative}" for face in drawn})
        self.settle_undrawn(owed)

    def leave_undrawn(self, relative: str, error: StoreError) -> None:
        """A face that the disk refused, of memories that are stored: said now, drawn by the next writer."""
        why = getattr(error.__cause__, "strerror", None) or error.wrong.rstrip(".")
        self.warn(f"Stored; {relative} could not be written ({why}). The next run draws it.",
                  f"已保存；{relative} 无法写入（{why}），下次运行会补画。")  # fmt: skip
        self._undrawn.add(relative)

    def settle_undrawn(self, owed: Collection[str] = ()) -> None:
        """Note in the index which faces the next writer owes a drawing, and that it owes none to the rest of `owed`.

        An index that cannot take the note is behind its records, and has everything drawn anew.
        """
        due = {_UNDRAWN + relative: "" for relative in owed}
        due.update({_UNDRAWN + relative: "1" for relative in self._undrawn})
        self._undrawn.clear()
        if due:
            with contextlib.suppress(IndexBroken):
                self.index.apply(meta=due)

    def _open_for_writing(self) -> Index:
        """The index, rebuilt where it is missing or broken; one in memory where its folder cannot be written."""
        try:
            return Index.open(self.paths.index)
        except IndexBusy:
            return self._copy()
        except IndexBroken as error:
            self.warn(*_rebuilt(error))
            return self._anew()

    def close_index(self) -> None:
        """Let go of the index, so that its file can be removed; `rebuild_index` makes it anew."""
        self._close()

    def rebuild_index(self) -> None:
        """Make the index anew from the disk; call inside `writing()`. Raises: StoreError, IndexBroken."""
        self._close()
        self.index = self._anew()
        self.catch_up()

    def settle_index(self, older_than: float = 0.0) -> None:
        """Wait until the index is on the disk, where it was written longer than so many seconds ago. Call under the lock."""
        Index.settle(self.paths.index, older_than)

    def missing_lines(self) -> List[Memory]:
        """Active memories whose line is not in their face (a face that was emptied, or a crash before the drawing)."""
        lost, standing = [], {}
        for memory in self.memories(status="active"):
            if memory.path not in standing:
                standing[memory.path] = self.face(memory.path).read()
            reading = standing[memory.path]
            if reading.readable and not {memory.short, memory.id.lower()} & set(reading.items):
                lost.append(memory)
        return lost

    def catch_up(self, only: Optional[Collection[str]] = None) -> None:
        """Bring the index up to date with the disk (`only`: with these sources); broken lines are reported as warnings.

        An index that another process keeps locked, or that cannot be written, is replaced by a copy in memory for this
        run: what is stored is known and read back all the same, and the next run mends the file (D21).
        """
        problems: List[lines.Problem] = []
        try:
            deriving.catch_up(self, self.index, problems, only)
        except IndexBroken as error:
            self.warn(f"Stored; the index is behind ({error}). The next run brings it up to date.",
                      f"已保存；索引未能更新（{error}），下次运行会补上。")  # fmt: skip
            self._close()
            self.index = self._copy() if isinstance(error, IndexBusy) else self._anew()
            problems.clear()
            deriving.catch_up(self, self.index, problems)
        for problem in problems:
            self.warn(f"{problem.path}: the line at byte {problem.offset} is skipped ({problem.why}).",
                      f"{problem.path}：第 {problem.offset} 字节处的行已跳过（{problem.why}）。")  # fmt: skip

    def _copy(self) -> Index:
        return Index.copy_in_memory(self.paths.index) or Index.in_memory()

    def _anew(self) -> Index:
        try:
            files.make_folder(self.paths.index.parent)
            Index.set_aside(self.paths.index)
            return Index.open(self.paths.index)
        except (StoreError, OSError):
            return Index.in_memory()

    def _close(self) -> None:
        if self.index is not None:
            self.index.close()
            self.index = None  # type: ignore[assignment]

    # -- looking up -------------------------------------------------------------------------------------------------

    def find(self, memory_id: str) -> List[Memory]:
        """The memories with this id or short id (more than one only after stores were merged)."""
        found = self.index.get(memory_id.upper())
        keys = [found.key] if found else self.index.by_short(memory_id.lower().lstrip("^")[-6:])
        documents = [self.index.get(k) for k in keys]
        out = [memory_of(self.index, d) for d in documents if d]
        return [m for m in out if m.id.lower().endswith(memory_id.lower().lstrip("^"))]

    def get(self, memory_id: str) -> Memory:
        """A memory by its id or short id.

        Raises: NotFound.
        """
        return require_one(self.find(memory_id), memory_id)

    def memories(self, status: Optional[str] = None) -> Iterator[Memory]:
        """All memories of a status (None: all), oldest first."""
        for document in self.index.documents(sort="memory", status=status):
            yield memory_of(self.index, document)

    # -- faces ------------------------------------------------------------------------------------------------------

    def face(self, relative: str) -> FaceFile:
        """The face at a path relative to the memory folder.

        Raises: StoreError when it leads out of the workspace.
        """
        if relative not in self._faces:
            path = Path(os.path.normpath(self.paths.root / relative))
            self.paths.contained(path)
            self._faces[relative] = FaceFile(path, self.paths.state / "faces", relative, self.paths.shares_file(path))
        return self._faces[relative]

    def faces(self) -> Iterator[FaceFile]:
        """Every face that exists, and every topic whether it does or not."""
        for relative in sources.faces(self):
            with contextlib.suppress(StoreError):
                yield self.face(relative)

    def face_of(self, short: str) -> str:
        """The face on which a memory's line belongs, "" when it has none."""
        found = self.find(short)
        return found[0].path if len(found) == 1 and found[0].status == "active" else ""

    def placed(self, memory: Memory) -> Memory:
        """The memory with the path of the face on which it belongs."""
        return drawing.placed(memory, self.paths, self.zone)

    def turn_document(self, entry: journal.Entry) -> Document:
        """The searchable form of a journaled turn."""
        return journal.document_of(entry, self.paths.relative(self.paths.day(entry.day)))

    def day_start(self, stem: str) -> str:
        """Noon of the day that a file is named for, ISO in UTC; "" when the name starts with no date (D39)."""
        try:
            return utc_iso(datetime.fromisoformat(stem[:10]).replace(hour=12, tzinfo=self.zone))
        except ValueError:
            return ""

    def local(self, time: str) -> datetime:
        """An ISO time in the configured zone."""
        return parse_time(time).astimezone(self.zone)

    @staticmethod
    def moment(mtime_ns: int) -> datetime:
        """A file's mtime as a datetime."""
        return datetime.fromtimestamp(mtime_ns / 1e9, timezone.utc)
