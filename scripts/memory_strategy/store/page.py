"""The text of a face, line by line: whose a line is, and what it becomes. No file is touched here.

Owns: the shape of our items (`- words ^id`), the block that we keep to in a page of the host's, a person's own notes,
and putting, replacing and dropping items while every other byte stays (D08, D11). One surprising fact: who copies one
of our lines to write another leaves its id behind. Of several lines with one id, the one that says what we wrote is
ours; a copy of it is nothing, and any other is the person's own line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Dict, FrozenSet, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from ..text.normalise import one_line

ITEM = re.compile(r"^\s*[-*+] (.*\S) \^([0-9a-z]{6,26})$")
BLOCK_BEGIN, BLOCK_END = "<!-- memory-strategy:begin -->", "<!-- memory-strategy:end -->"


def shown(text: str) -> str:
    """A text as one line that can neither open nor close a comment, nor start another line (D12)."""
    return one_line(text).replace("<!--", "&lt;!--").replace("-->", "--&gt;").strip()


def item_line(text: str, short: str) -> str:
    """The list item of a text, without its newline; `text` has been through `shown`."""
    return f"- {text} ^{short}"


@dataclass(frozen=True)
class Note:
    """A line or paragraph of the person's own, with the heading it stands under."""

    text: str
    heading: str


class Items(NamedTuple):
    """Our items on a page: short id → words; and the lines with an id that are a person's own, as (id, words)."""

    own: Dict[str, str]
    strays: FrozenSet[Tuple[str, str]]

    def of(self, line: str) -> str:
        """The id of our item on a line, "" for any other line."""
        found = ITEM.match(line.rstrip("\r\n")) if " ^" in line else None
        return found.group(2) if found and (found.group(2), found.group(1)) not in self.strays else ""


def items_of(text: str, shared: bool, wrote: Callable[[str, str], bool]) -> Items:
    """Read a page's items; `wrote(id, words)` tells whether these are the words that we last wrote under the id."""
    own: Dict[str, str] = {}
    strays: Set[Tuple[str, str]] = set()
    for line in _own_region(text, shared):
        found = ITEM.match(line.rstrip("\r\n")) if " ^" in line else None
        if found is None:
            continue
        words, short = found.groups()
        held = own.setdefault(short, words)
        if held == words:
            continue
        if wrote(short, words) and not wrote(short, held):
            own[short], words = words, held
        strays.add((short, words))
    return Items(own, frozenset(strays))


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


def edited(
    text: str, put: Mapping[str, str], drop: Iterable[str], header: str, section: str, shared: bool, items: Items
) -> str:
    """The page with items put (short → words, through `shown`) and others dropped; what is new goes below the last of
    ours (in `section`, where one is named)."""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True) if text else [header + newline] if header else []
    _apply(lines, put, set(drop), "" if shared else section, newline, shared, items)
    return "".join(lines)


def _apply(
    lines: List[str], put: Mapping[str, str], drop: Set[str], section: str, newline: str, shared: bool, items: Items
) -> None:
    """Edit `lines` in place: replace and remove items, then add what is new."""
    if shared and _block(lines) is None and put:
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += newline
        lines.extend([newline] * bool(lines) + [BLOCK_BEGIN + newline, BLOCK_END + newline])
    low, high = (_block(lines) or (0, 0)) if shared else (-1, len(lines))
    kept: List[str] = []
    last: Dict[str, Optional[int]] = {"": None}  # section → index in `kept` behind its last item
    heading, headings = "", {}
    placed: Set[str] = set()
    for number, line in enumerate(lines):
        if line.startswith("#"):
            heading = line.strip()
            headings[heading] = len(kept) + 1
        short = items.of(line) if low < number < high else ""
        if short in drop or short in placed:  # placed: a copy of what is replaced
            continue
        if short in put:
            placed.add(short)
            line = item_line(put[short], short) + (newline if line.endswith("\n") else "")
        kept.append(line)
        if short:
            last[heading] = last[""] = len(kept)
    new = [item_line(text, short) + newline for short, text in put.items() if short not in placed]
    if new:
        place = last.get(section) or headings.get(section) if section else last[""]
        if shared and not place:
            place = _block(kept)[0] + 1  # type: ignore[index]
        _insert(kept, place, new, section if section not in headings else "", newline)
    lines[:] = kept


def appended(raw: bytes, put: Mapping[str, str]) -> Optional[bytes]:
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

    listed = False  # inside a list item, which goes on only where the next line is indented
    for raw in _without_comments(text).splitlines():
        line = raw.strip()
        if line.startswith("```"):
            fenced = not fenced
        if not line or ITEM.match("- " + line) or line.startswith("#") or line.startswith("```") or fenced:
            close()
            heading = line.lstrip("#").strip() if line.startswith("#") else heading
        else:
            item = line[:2] in ("- ", "* ", "+ ")
            if item or (listed and not raw[:1].isspace()):
                close()
            listed = item or (listed and bool(paragraph))
            paragraph.append(line[2:] if item else line)
    close()
    return [n for n in found if re.search(r"\w", n.text)]
