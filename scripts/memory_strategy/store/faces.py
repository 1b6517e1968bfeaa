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
import re
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from ..errors import StoreError
from ..text.normalise import one_line
from . import files
from .files import Stat

ITEM = re.compile(r"^\s*[-*+] (.*\S) \^([0-9a-z]{6,26})$")
BLOCK_BEGIN, BLOCK_END = "<!-- memory-strategy:begin -->", "<!-- memory-strategy:end -->"
_BOM = b"\xef\xbb\xbf"
_ATTEMPTS = 5  # OpenClaw replaces MEMORY.md by hash check and rename, and takes no lock that we could share
MEMO_FORMAT = 1  # a memo of another format is one that is not known, which is safe (and costs a reading)
VANISHED_SHARE, VANISHED_LEAST = 0.5, 4  # from 4 lines on, more than half gone at once is an accident, not an edit


def shown(text: str) -> str:
    """A text as one line that can neither open nor close a comment, nor start another line (D12)."""
    return one_line(text).replace("<!--", "&lt;!--").replace("-->", "--&gt;").strip()


def item_line(text: str, short: str) -> str:
    """The list item of a text, without its newline; `text` has been through `shown`."""
    return f"- {text} ^{short}"


def _sum(text: str) -> str:
    return "%08x" % zlib.crc32(text.encode("utf-8", "replace"))


@dataclass
class Memo:
    """What we last wrote into a face: its stat then, and each item's checksum."""

    stat: Stat = files.ABSENT
    items: Dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Note:
    """A line or paragraph of the person's own, with the heading it stands under."""

    text: str
    heading: str


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
            self._memo = Memo()
            with contextlib.suppress(ValueError, KeyError, TypeError):
                data = json.loads(files.read(self._memo_path) or b"{}")
                if data.get("v", MEMO_FORMAT) == MEMO_FORMAT:
                    self._memo = Memo(Stat(*data["stat"]), dict(data["items"]))
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
        items: Dict[str, str] = {}
        for line in _own_region(text, self.shared):
            found = ITEM.match(line.rstrip("\r\n"))
            if found:
                items.setdefault(found.group(2), found.group(1))
        edited = {s: t for s, t in items.items() if memo.items.get(s) != _sum(t)}
        gone = tuple(s for s in memo.items if s not in items)
        missing = len(gone) >= VANISHED_LEAST and len(gone) > VANISHED_SHARE * len(memo.items)
        if gone and (missing or stat == files.ABSENT):
            return Reading(items, edited, (), tuple(notes(text, self.shared)), vanished=len(gone), stat=stat)
        return Reading(items, edited, gone, tuple(notes(text, self.shared)), stat=stat)

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
        data = _appended(raw, put) if plain else None
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
        newline = "\r\n" if "\r\n" in text else "\n"
        lines = text.splitlines(keepends=True) if text else [header + newline] if header else []
        _apply(lines, dict(put), set(drop), "" if self.shared else section, newline, self.shared)
        data = "".join(lines).encode("utf-8")
        return _BOM + data if raw.startswith(_BOM) else data

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


def _own_region(text: str, shared: bool) -> Sequence[str]:
    lines = text.splitlines()
    if not shared:
        return lines
    bounds = _block(lines)
    return lines[bounds[0] + 1 : bounds[1]] if bounds else ()


def _block(lines: Sequence[str]) -> Optional[Tuple[int, int]]:
    begin = next((i for i, line in enumerate(lines) if line.strip() == BLOCK_BEGIN), None)
    if begin is None:
        return None
    end = next((i for i in range(begin, len(lines)) if lines[i].strip() == BLOCK_END), len(lines))
    return begin, end


def _apply(lines: List[str], put: Dict[str, str], drop: set[str], section: str, newline: str, shared: bool) -> None:
    """Edit `lines` in place: replace and remove items, then add what is new."""
    if shared and _block(lines) is None and put:
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += newline
        lines.extend([newline] * bool(lines) + [BLOCK_BEGIN + newline, BLOCK_END + newline])
    low, high = (_block(lines) or (0, 0)) if shared else (-1, len(lines))
    kept: List[str] = []
    last: Dict[str, Optional[int]] = {"": None}  # section → index in `kept` behind its last item
    heading, headings = "", {}
    for number, line in enumerate(lines):
        if line.startswith("#"):
            heading = line.strip()
            headings[heading] = len(kept) + 1
        found = ITEM.match(line.rstrip("\r\n")) if low < number < high and " ^" in line else None
        if found and found.group(2) in drop:
            continue
        if found and found.group(2) in put:
            line = item_line(put.pop(found.group(2)), found.group(2)) + (newline if line.endswith("\n") else "")
        kept.append(line)
        if found:
            last[heading] = last[""] = len(kept)
    new = [item_line(text, short) + newline for short, text in put.items()]
    if new:
        place = last.get(section) or headings.get(section) if section else last[""]
        if shared and not place:
            place = _block(kept)[0] + 1  # type: ignore[index]
        _insert(kept, place, new, section if section not in headings else "", newline)
    lines[:] = kept


def _appended(raw: bytes, put: Mapping[str, str]) -> Optional[bytes]:
    """The usual case, new items below the last of ours, without looking at the thousands above; None: look at all."""
    end = len(raw)
    for _ in range(50):
        start = raw.rfind(b"\n", 0, end - 1) + 1
        try:
            line = raw[start:end].decode("utf-8")
        except UnicodeDecodeError:
            return None
        if line.endswith("\n") and ITEM.match(line.rstrip("\r\n")):
            newline = "\r\n" if line.endswith("\r\n") else "\n"
            new = "".join(item_line(text, short) + newline for short, text in put.items())
            return raw[:end] + new.encode("utf-8") + raw[end:]
        if not start:
            return None
        end = start
    return None


def _insert(lines: List[str], place: Optional[int], new: List[str], heading: str, newline: str) -> None:
    if place is None:
        place = len(lines)
        if heading:
            new = [newline, heading + newline, newline, *new]
        elif lines and not ITEM.match(lines[-1].rstrip("\r\n")) and lines[-1].strip():
            new = [newline, *new]
    elif lines[place - 1].startswith("#"):
        new = [newline, *new]
    if place and not lines[place - 1].endswith("\n"):
        lines[place - 1] += newline
    lines[place:place] = new


# What OpenClaw's dreaming keeps for itself in a page of notes: it is for review, and nobody has said it.
_DREAMING = re.compile(r"<!-- openclaw:dreaming:\w+:start -->.*?<!-- openclaw:dreaming:\w+:end -->", re.DOTALL)


def _without_comments(text: str) -> str:
    """A pattern would look for the end anew at each of a thousand openings that have none."""
    kept: List[str] = []
    at = 0
    while True:
        start = text.find("<!--", at)
        end = text.find("-->", start + 4) if start >= 0 else -1
        if end < 0:
            return "".join([*kept, text[at:]])
        kept.append(text[at:start])
        at = end + 3


def notes(text: str, shared: bool = False) -> List[Note]:
    """What a person wrote: paragraphs and list items outside our items, headings, comments, code and front matter."""
    if shared:
        lines = text.splitlines()
        bounds = _block(lines)
        if bounds:
            text = "\n".join(lines[: bounds[0]] + lines[bounds[1] + 1 :])
        text = _DREAMING.sub("", text)
    text = text.replace("\r\n", "\n")
    if text.startswith("---\n"):  # front matter is no note
        text = text[text.find("\n---", 3) + 4 :] if "\n---" in text[3:] else text
    found: List[Note] = []
    heading, fenced = "", False
    paragraph: List[str] = []

    def close() -> None:
        if paragraph:
            found.append(Note(" ".join(paragraph), heading))
            paragraph.clear()

    for line in _without_comments(text).splitlines():
        line = line.strip()
        if line.startswith("```"):
            fenced = not fenced
        if not line or ITEM.match("- " + line) or line.startswith("#") or line.startswith("```") or fenced:
            close()
            heading = line.lstrip("#").strip() if line.startswith("#") else heading
        else:
            if line[:2] in ("- ", "* ", "+ "):
                close()
                line = line[2:]
            paragraph.append(line)
    close()
    return [n for n in found if re.search(r"\w", n.text)]
