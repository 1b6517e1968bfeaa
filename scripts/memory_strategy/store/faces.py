"""Faces: the Markdown that people read and edit. A memory is one list item ending in its block id (`^k7f3a9`).

The edit wins: changed words, a removed line, a line moved to another file, a line of the person's own. What a person
wrote stays byte for byte, line endings and BOM included (D08, D11). The surprising fact: what we last wrote is kept
beside (`state/faces/`), without fsync, because a face and its record cannot be written in one step; where that memo is
missing or old, an absent line is drawn again rather than taken for a removal, so a crash never archives anything.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterable, Mapping, Optional, Sequence, Tuple

from ..errors import StoreError
from . import files, page
from .files import Stat
from .page import Note

_BOM = b"\xef\xbb\xbf"
_ATTEMPTS = 5  # OpenClaw replaces MEMORY.md by hash check and rename, and takes no lock that we could share
MEMO_FORMAT = 1  # a memo of another format is one that is not known, which is safe (and costs a reading)
VANISHED_SHARE, VANISHED_LEAST = 0.5, 4  # from 4 lines on, more than half gone at once is an accident, not an edit


def _sum(text: str) -> str:
    return "%08x" % zlib.crc32(text.encode("utf-8", "replace"))


@dataclass
class Memo:
    """What we last wrote into a face: its stat then, and each item's checksum."""

    stat: Stat = files.ABSENT
    items: Dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Reading:
    """What a face says now, against what we last wrote into it."""

    items: Mapping[str, str]  # short id → the words on its line
    edited: Mapping[str, str]  # of these, the ones whose words a person changed (or whose origin we do not know)
    removed: Tuple[str, ...]  # ids we wrote and that are no longer there
    notes: Tuple[Note, ...]
    vanished: int = 0  # removed lines that look like an accident: nothing is to be done about them
    readable: bool = True
    stat: Stat = files.ABSENT  # taken before the bytes were read, so that a later edit is never taken for this one


class FaceFile:
    """One face on disk and its memo. `shared`: the host writes in it too, so our items keep to a marked block."""

    def __init__(self, path: Path, memo_folder: Path, relative: str, shared: bool = False) -> None:
        self.path, self.relative, self.shared = path, relative, shared
        self._memo_path = memo_folder / (hashlib.sha256(relative.encode("utf-8")).hexdigest()[:16] + ".json")
        self._memo: Optional[Memo] = None

    def memo(self) -> Memo:
        """What we last wrote, empty where that is not known."""
        if self._memo is None:
            memo = Memo()
            raw = files.read(
                self._memo_path
            )  # a disk that fails for once must not leave us thinking that we wrote nothing
            with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError):
                data = json.loads(raw or b"{}")
                if isinstance(data, dict) and data.get("v", MEMO_FORMAT) == MEMO_FORMAT:
                    memo = Memo(Stat(*data["stat"]), dict(data["items"]))
            self._memo = memo
        return self._memo

    def unchanged(self) -> bool:
        """Whether the face is as we left it, by its stat."""
        return files.stat(self.path) == self.memo().stat

    def text(self) -> str:
        """The face as it stands, "" where there is none or it is not UTF-8."""
        return _decode(files.read(self.path)) or ""

    def read(self) -> Reading:
        """Read the face against the memo."""
        stat = files.stat(self.path)
        try:
            raw = files.read(self.path)
        except StoreError as error:  # a link, a pipe, no permission: as unreadable as another encoding
            if not files.is_lasting(error):
                raise
            return Reading({}, {}, (), (), readable=False, stat=stat)
        text = _decode(raw)
        memo = self.memo()
        if text is None:
            return Reading({}, {}, (), (), readable=False, stat=stat)
        items, strays = self._items(text)
        said = (*page.notes(text, self.shared), *(Note(words, "") for _, words in sorted(strays)))
        edited = {s: t for s, t in items.items() if memo.items.get(s) != _sum(t)}
        gone = tuple(s for s in memo.items if s not in items)
        missing = len(gone) >= VANISHED_LEAST and len(gone) > VANISHED_SHARE * len(memo.items)
        if gone and (missing or stat == files.ABSENT):
            return Reading(items, edited, (), said, vanished=len(gone), stat=stat)
        return Reading(items, edited, gone, said, stat=stat)

    def write(self, put: Mapping[str, str], drop: Iterable[str] = (), *, header: str = "", section: str = "") -> bool:
        """Put items (short → words, through `shown`) and drop others; returns whether the file changed.

        New items go below the last of ours (in `section`, where one is named). A file whose encoding had to be
        guessed is never rewritten: False. A host that replaced a shared file meanwhile is not overwritten: ours goes
        into what it wrote. Raises: StoreError.
        """
        drop = tuple(drop)
        for _ in range(_ATTEMPTS):
            changed = self._write(put, drop, header, section)
            if changed is not None:
                return changed
        raise StoreError(f"{self.path} is being rewritten all the time.", "", "Run the command again.",
                         zh=f"{self.path} 正被不断改写，请稍后重试。")  # fmt: skip

    def _write(self, put: Mapping[str, str], drop: Sequence[str], header: str, section: str) -> Optional[bool]:
        """As `write`; None when somebody else wrote in between."""
        taken_in = self.unchanged()
        try:
            raw = files.read(self.path)
        except StoreError as error:
            if not files.is_lasting(error):  # a disk that fails for once must not cost the line
                raise
            return False
        memo = self.memo()
        plain = taken_in and not (drop or section or self.shared or put.keys() & memo.items.keys())
        data = page.appended(raw, put) if plain else None
        if data is None:
            data = self._edited(raw, put, drop, header, section)
        if data is None:
            return False
        items = dict(memo.items)
        for short in drop:
            items.pop(short, None)
        items.update({s: _sum(t) for s, t in put.items()})
        if self.shared and files.read(self.path) != raw:
            return None
        stat = files.replace(self.path, data) if data != raw else files.stat(self.path)
        # An edit that nobody has taken in yet must still be seen: without a stat the next run reads the face again.
        self._keep(Memo(stat if taken_in else files.ABSENT, items))
        return data != raw

    def _edited(
        self, raw: bytes, put: Mapping[str, str], drop: Sequence[str], header: str, section: str
    ) -> Optional[bytes]:
        """The face with its items put and dropped; None where it is not UTF-8."""
        text = _decode(raw)
        if text is None:
            return None
        data = page.edited(text, put, drop, header, section, self.shared, self._items(text)).encode("utf-8")
        return _BOM + data if raw.startswith(_BOM) else data

    def _items(self, text: str) -> page.Items:
        memo = self.memo()
        return page.items_of(text, self.shared, lambda short, words: memo.items.get(short) == _sum(words))

    def accept(self, reading: Reading) -> None:
        """Take the face as it stands for what we last wrote (after its edits were taken in)."""
        keep = dict(self.memo().items) if reading.vanished else {}
        keep.update({s: _sum(t) for s, t in reading.items.items()})
        self._keep(Memo(reading.stat, keep))

    def _keep(self, memo: Memo) -> None:
        self._memo = memo
        body = json.dumps({"v": MEMO_FORMAT, "path": self.relative, "stat": list(memo.stat), "items": memo.items})
        files.replace(self._memo_path, body.encode("utf-8"), durable=False)

    def forget_memo(self) -> None:
        """Drop the memo (the face was rebuilt or is gone for good)."""
        self._memo = None
        with contextlib.suppress(OSError):
            self._memo_path.unlink()


def _decode(raw: bytes) -> Optional[str]:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
