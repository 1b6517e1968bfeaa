"""Every directory and file of a memory folder: the one room that knows where things lie.

It refuses to leave the workspace: `contained` resolves every component and rejects a path whose real place is
outside (D37). The surprising fact: the *workspace* (the memory folder's parent) is the border, not the memory
folder, since the layout "openclaw" keeps its faces beside the host's own.
"""

from __future__ import annotations

import hashlib
import os
import re
from datetime import date
from pathlib import Path
from typing import Dict, Iterator, Mapping, Optional, Tuple

from .errors import NotSetUp, StoreError
from .model import CATEGORIES

FOLDER = ".memory"
ENV_DIR = "MEMORY_STRATEGY_DIR"
ENV_ANCHOR = "MEMORY_STRATEGY_ANCHOR_DIR"
TOPIC_KEYS = {
    "core": "core_memory", "contacts": "contacts", "projects": "projects", "decisions": "decisions",
    "patterns": "patterns", "preferences": "preferences", "feedback": "feedback",
}  # fmt: skip
# Below the host's memory/: its own machinery, and what its dreaming proposes, which nobody has taken over yet.
HOSTS_OWN_FOLDERS = ("dreaming",)
RECORD_FILES = {"fact": "facts", "belief": "beliefs", "summary": "summaries", "event": "events"}


def find_memory_dir(argument: Optional[str], env: Mapping[str, str], cwd: Path) -> Path:
    """The memory folder: --memory-dir, else $MEMORY_STRATEGY_DIR, else the nearest `.memory` upwards, else cwd's."""
    if argument:
        return Path(os.path.abspath(os.path.join(str(cwd), os.path.expanduser(argument))))
    if env.get(ENV_DIR):
        return Path(os.path.abspath(os.path.join(str(cwd), os.path.expanduser(env[ENV_DIR]))))
    for folder in (cwd, *cwd.parents):
        if (folder / FOLDER).is_dir():
            return folder / FOLDER
    return cwd / FOLDER


def native(text: str) -> str:
    """A path that came as text, in the file system's own encoding: under an ASCII locale its bytes are UTF-8 all the
    same, and a name in Chinese would else be an error (D44)."""
    return os.fsdecode(text.encode("utf-8", "surrogateescape"))


def anchor_place(root: Path, env: Mapping[str, str]) -> Optional[Path]:
    """Where the anchor of a memory folder lies, outside of it; None where there is no home, or it is not wanted.

    $MEMORY_STRATEGY_ANCHOR_DIR names another folder; empty, it says that none is wanted.
    """
    folder = env.get(ENV_ANCHOR)
    if folder is None:
        home = env.get("HOME") or env.get("USERPROFILE") or ""
        if len(home) < 2:  # none, or the root of the file system
            return None
        state = env.get("XDG_STATE_HOME") or env.get("LOCALAPPDATA") or os.path.join(home, ".local", "state")
        folder = os.path.join(state, "memory-strategy")
    digest = hashlib.sha256(os.fsencode(os.path.realpath(root))).hexdigest()[:16]
    return Path(folder, f"{digest}.chain") if folder else None


class Paths:
    """The places of one memory folder, under one layout."""

    def __init__(self, root: Path, storage: Mapping[str, str], layout: str = "default") -> None:
        self.root = root
        self.workspace = root.parent
        self._real_workspace = os.path.realpath(str(self.workspace))
        self.layout = layout
        self.config = root / "config.yaml"
        self.index_page = root / "INDEX.md"
        self.readme = root / "README.md"
        self.snapshot = root / "snapshot.md"
        self.review = root / "review.md"
        self.records = root / "records"
        self.journal = root / "journal"
        self.archive = root / "archive"
        self.state = root / "state"
        self.index = root / "index" / "memory.sqlite"
        self.lock = self.state / "lock"
        self.plans = self.state / "plans"
        self.seen = self.state / "seen.log"
        self.redo = self.state / "flush.jsonl"
        self.format = self.state / "format"
        self.window = self.state / "window.json"
        self.chosen = self.state / "chosen.json"
        self.usage = self.records / "usage.jsonl"
        self._topics: Dict[str, Path] = {c: self._configured(storage.get(k, "")) for c, k in TOPIC_KEYS.items()}
        self.days = self._configured(storage.get("daily_log", "short-term/"))
        if layout == "openclaw":
            self._topics["core"] = self.workspace / "MEMORY.md"
            self.days = self.workspace / "memory"

        for folder in (*self._inner(), self.root / "long-term"):
            self.contained(folder)

    def _inner(self) -> Iterator[Path]:
        """The folders that hold files of ours alone; none of them may be a link that leads out."""
        yield from (self.records, self.journal, self.archive, self.state, self.index.parent, self.plans)
        yield from (self.state / "faces", self.state / "answers")

    def _configured(self, value: str) -> Path:
        if not value or value.startswith(("~", "/", "\\")) or re.match(r"[A-Za-z]:", value) or "\0" in value:
            raise NotSetUp(f"storage_paths: {value!r} is no place inside the memory folder.",
                           "A relative path was expected, such as long-term/contacts.md.")  # fmt: skip
        # S4 writes the paths from the workspace (".memory/long-term/…"); from the memory folder they read the same.
        inner = value[len(FOLDER) + 1 :] if value.startswith(FOLDER + "/") else value
        place = Path(os.path.normpath(str(self.root / inner)))
        self.contained(place)
        return place

    def contained(self, path: Path) -> Path:
        """`path`, once its real place was seen to be inside the workspace.

        Raises: StoreError when a link, a `..` or an absolute part leads out.
        """
        real = os.path.realpath(str(path))
        if real != self._real_workspace and not real.startswith(self._real_workspace.rstrip(os.sep) + os.sep):
            raise StoreError(
                f"{path} leads outside {self.workspace}.", "Links and paths out are neither read nor written."
            )
        return path

    def relative(self, path: Path) -> str:
        """`path` as it is shown and indexed: relative to the memory folder, with `/`."""
        whole, start = str(path), str(self.root) + os.sep
        if whole.startswith(start) and ".." not in whole:  # the usual case, asked three times a turn
            return whole[len(start) :].replace(os.sep, "/")
        return os.path.relpath(whole, str(self.root)).replace(os.sep, "/")

    @property
    def under_git(self) -> bool:
        """Whether the folder or one above it is a git work tree."""
        return any((folder / ".git").exists() for folder in (self.root, *self.root.parents))

    def record_file(self, kind: str) -> Path:
        """The record file of a kind."""
        return self.records / f"{RECORD_FILES[kind]}.jsonl"

    def record_files(self) -> Tuple[Path, ...]:
        """All record files, whether they exist or not."""
        return tuple(self.record_file(kind) for kind in RECORD_FILES)

    def face(self, category: str, importance: int, day: str) -> Path:
        """Where a memory is shown: its topic's file from importance 4 on, else its day's."""
        if category in self._topics and importance >= 4:
            return self._topics[category]
        return self.day(day)

    def topic(self, category: str) -> Path:
        """The face of a long-term category."""
        return self._topics[category]

    def topics(self) -> Dict[str, Path]:
        """Category → face, in the order of `CATEGORIES`."""
        return {c: self._topics[c] for c in CATEGORIES if c in self._topics}

    def day(self, day: str) -> Path:
        """The Markdown of a day (ISO date)."""
        return self.days / f"{date.fromisoformat(day).isoformat()}.md"

    def journal_file(self, day: str) -> Path:
        """The raw record of a day (ISO date), for machines."""
        return self.journal / f"{date.fromisoformat(day).isoformat()}.jsonl"

    def archive_file(self, month: str) -> Path:
        """What was archived in a month (YYYY-MM)."""
        return self.archive / f"{date.fromisoformat(month + '-01').isoformat()[:7]}.jsonl"

    def shares_file(self, path: Path) -> bool:
        """Whether the host owns `path` too, so that we keep to a marked block of our own in it."""
        return path in self.host_pages() or (self.layout == "openclaw" and self.days in path.parents)

    def host_pages(self) -> Tuple[Path, ...]:
        """The pages beside the memory folder that the host puts before its model."""
        return (self._topics["core"], self.workspace / "USER.md") if self.layout == "openclaw" else ()

    def face_folders(self) -> Tuple[Path, ...]:
        """The folders whose Markdown files are faces: the days, and the topics' own."""
        return (self.days,) if self.layout == "openclaw" else (self.days, self.root / "long-term")

    def folders(self) -> Tuple[Path, ...]:
        """The folders that `init` creates."""
        topics = {p.parent for p in self._topics.values()}
        return (
            self.root,
            *sorted(topics - {self.workspace}),
            self.days,
            self.records,
            self.journal,
            self.archive,
            self.state,
            self.index.parent,
        )
