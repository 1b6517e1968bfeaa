"""What the index is derived from, and which of it changed since: one listing of folders, one query for the marks.

A store of some years has a thousand days. Asking the disk and the index about each by itself cost 240 ms an add; one
survey costs a few.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Collection, Dict, Iterator, List, NamedTuple

from ..index import Index
from ..paths import HOSTS_OWN_FOLDERS
from ..store import files
from ..store.files import ABSENT, Stat

if TYPE_CHECKING:
    from .opening import Store

RECORDS, JOURNAL, USAGE, SEEN, NOTES = "records", "journal", "usage", "seen", "notes"
OF_LINES = (RECORDS, JOURNAL, USAGE)
_PREFIX = "source:"
_MARK = re.compile(r"-?\d+ -?\d+ -?\d+ \d+")  # any other mark is of another version: the source is read anew


class Source(NamedTuple):
    """A file that the index is made from. `name` is its path relative to the memory folder, "notes:" before a face's;
    `mark` is how it stood when the index last took it in ("" where it never did), as `_mark_of` writes it."""

    name: str
    sort: str
    stat: Stat
    mark: str = ""

    @property
    def relative(self) -> str:
        """The path relative to the memory folder."""
        return self.name[len("notes:") :] if self.sort == NOTES else self.name

    @property
    def stale(self) -> bool:
        """Whether it changed since the index took it in."""
        return not self.mark.startswith(_mark_of(self.stat)) if self.stat != ABSENT else bool(self.mark)

    @property
    def read(self) -> int:
        """How many of its bytes the index took in."""
        return int(self.mark.rpartition(" ")[2]) if self.mark else 0

    @property
    def inode(self) -> int:
        """The inode that the index knew, -1 where it knew none."""
        return int(self.mark.split(" ")[2]) if self.mark else -1

    def marked(self, read: int = 0) -> Dict[str, str]:
        """The index's value that says: taken in as it is now, `read` bytes of it."""
        return {_PREFIX + self.name: f"{_mark_of(self.stat)}{read}" if self.stat != ABSENT else ""}


def _mark_of(stat: Stat) -> str:
    return f"{stat.size} {stat.mtime_ns} {stat.inode} "


def survey(store: Store, index: Index) -> List[Source]:
    """Every source that changed since the index took it in, those that are gone included."""
    marks = index.meta_all(_PREFIX)
    stale = []
    for name, sort, stat in _listed(store):
        mark = marks.pop(_PREFIX + name, "")
        if not mark.startswith("%d %d %d " % stat):  # nearly always it does: the rest is looked at more closely
            source = Source(name, sort, stat, _readable(mark))
            if source.stale:
                stale.append(source)
    gone = ((name[len(_PREFIX) :], mark) for name, mark in marks.items() if _readable(mark))
    return [*stale, *(Source(name, _sort_of(store, name), ABSENT, mark) for name, mark in gone)]


def _readable(mark: str) -> str:
    return mark if _MARK.fullmatch(mark) else ""


def changed(store: Store, index: Index) -> bool:
    """Whether any source is not as the index knows it; a use alone can wait for the next writer."""
    return any(source.sort != USAGE for source in survey(store, index))


def named(store: Store, index: Index, names: Collection[str]) -> List[Source]:
    """The sources of these names alone, where they changed."""
    found = []
    for name in sorted(names):
        sort = _sort_of(store, name)
        path = store.paths.root / (name[len("notes:") :] if sort == NOTES else name)
        found.append(Source(name, sort, files.stat(path), index.meta_get(_PREFIX + name) or ""))
    return [source for source in found if source.stale]


def faces(store: Store) -> Iterator[str]:
    """Every face by its relative path: topics and the review whether they exist or not, days, what lies beside them."""
    return (name[len("notes:") :] for name, sort, _ in _listed(store) if sort == NOTES)


def _sort_of(store: Store, name: str) -> str:
    if name.startswith("notes:"):
        return NOTES
    if name == store.paths.relative(store.paths.seen):
        return SEEN
    if name == store.paths.relative(store.paths.usage):
        return USAGE
    return RECORDS if name.startswith("records/") else JOURNAL


def _listed(store: Store) -> Iterator[tuple[str, str, Stat]]:
    paths = store.paths
    for path in (*paths.record_files(), paths.usage, paths.seen):
        name = paths.relative(path)
        yield name, _sort_of(store, name), files.stat(path)
    for name, stat in _folder(paths.journal, "journal/", ".jsonl"):
        yield name, JOURNAL, stat
    shown = set()
    for path in dict.fromkeys((*paths.topics().values(), paths.review, *paths.host_pages())):
        name = f"notes:{paths.relative(path)}"
        shown.add(name)
        yield name, NOTES, files.stat(path)
    for folder in paths.face_folders():
        for name, stat in _folder(folder, f"notes:{paths.relative(folder)}/", ".md"):
            if name not in shown:
                yield name, NOTES, stat
    if paths.layout == "openclaw":
        for folder in _below(paths.days):
            for name, stat in _folder(folder, f"notes:{paths.relative(folder)}/", ".md"):
                yield name, NOTES, stat


def _below(folder: Path) -> Iterator[Path]:
    """The folders below the host's notes, without its own machinery; links are not followed."""
    for top, names, _ in os.walk(folder, followlinks=False):
        names[:] = sorted(n for n in names if not n.startswith(".") and n not in HOSTS_OWN_FOLDERS)
        if top != str(folder):
            yield Path(top)


def _folder(folder: Path, prefix: str, ending: str) -> List[tuple[str, Stat]]:
    """The regular files of a folder by name, with their stats: one system call a file, for a thousand days."""
    found = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.endswith(ending) and entry.is_file(follow_symlinks=False):
                # On Windows a listing has no inode, and `files.stat` has one.
                s = entry.stat(follow_symlinks=False) if os.name != "nt" else os.stat(entry.path)
                found.append((prefix + name, Stat(s.st_size, s.st_mtime_ns, s.st_ino)))
    return found
