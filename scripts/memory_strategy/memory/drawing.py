"""Drawing memories and turns into their faces: which file, which words, which section.

A guess is shown as one ("（推测）", "(unconfirmed)"): agents read these files too. Untrusted and held memories go to `review.md`
and nowhere else. A memory of importance 2 is one short line; its record keeps the whole.
"""

from __future__ import annotations

import re
from datetime import tzinfo
from typing import TYPE_CHECKING, Dict, Iterable, List, Sequence, Set, Tuple

from ..errors import StoreError
from ..marks import RECALL_TAG
from ..model import HELD, UNTRUSTED, Memory, parse_time
from ..paths import Paths
from ..rules.instructions import neutralise
from ..store.faces import FaceFile
from ..store.ids import TURN_ID_CHARS
from ..store.journal import Entry, spoken_line
from ..store.page import shown
from ..text.language import language
from ..text.tokens import cut_to_chars

if TYPE_CHECKING:
    from .opening import Store

SHORT_LINE_CHARS = 80  # requirements: importance 2 is "one short line" of the daily log
# People and agents read the day's page, so it stays one that can be read: long turns are cut, long days end in a line
# that names the file with all of it. A 200 MB session would else be a page of 160 MB, rewritten at each step.
TURN_CHARS, TURNS_A_DAY = 240, 400
MORE = "otherturns"  # the id of that line, longer than a turn's
STANDING = ("active", HELD)  # memories of these statuses have a line, the others none
GUESS = {"zh": "（推测）", "en": "(unconfirmed) "}
HEADINGS = {
    "core": ("核心记忆", "Core memory"), "contacts": ("联系人", "Contacts"), "projects": ("项目", "Projects"),
    "decisions": ("决策", "Decisions"), "patterns": ("经验与模式", "Patterns and lessons"),
    "preferences": ("偏好", "Preferences"), "feedback": ("反馈", "Feedback"), "review": ("待审阅", "For review"),
}  # fmt: skip
REMEMBERED, SPOKEN = ("记忆", "Memories"), ("对话", "Conversation")


def day_of(memory: Memory, zone: tzinfo) -> str:
    """The day a memory belongs to: that of its words, in the configured zone."""
    return parse_time(memory.created_at).astimezone(zone).date().isoformat()


def placed(memory: Memory, paths: Paths, zone: tzinfo) -> Memory:
    """The memory with the path of its face."""
    if _for_review(memory):
        return memory.replace(path=paths.relative(paths.review))
    return memory.replace(path=paths.relative(paths.face(memory.category, memory.importance, day_of(memory, zone))))


def _for_review(memory: Memory) -> bool:
    return memory.origin in UNTRUSTED or memory.status == HELD


def words(memory: Memory) -> str:
    """A memory as its face shows it, on one line; agents read faces too, so what is not the owner's has lost its teeth."""
    text = memory.text
    if _for_review(memory):
        text = neutralise(text, RECALL_TAG, untrusted=True)
    if memory.importance <= 2:
        text = cut_to_chars(text, SHORT_LINE_CHARS)
    return shown((GUESS[language(memory.text)] if memory.kind == "belief" else "") + text)


_HINTS = re.compile(r"\s*<!-- (?:importance|trigger): [^<>]*? -->")


def hinted(line: str, memory: Memory, store: Store, path: str) -> str:
    """The line with OpenClaw's own hints, where the owner wants them and the host reads that file: its index ranks by
    the importance (0–10) and recalls by the triggers (docs/concepts/memory, 2026.9)."""
    if not store.settings["host_hints"] or not store.face(path).shared:
        return line
    triggers = [w for w in dict.fromkeys((*memory.tags, *memory.entities)) if not set(w) & set("<>,;-\n")][:5]
    trigger = f" <!-- trigger: {', '.join(triggers)} -->" if triggers else ""
    return f"{line}{trigger} <!-- importance: {2 * memory.importance} -->"


def without_hints(line: str) -> str:
    """A face line's words without the host's hints."""
    return _HINTS.sub("", line).rstrip()


def without_guess(line: str) -> Tuple[str, bool]:
    """A face line's words without the mark of a guess, and whether it was there."""
    for mark in GUESS.values():
        if line.startswith(mark.strip()):
            return line[len(mark.strip()) :].strip(), True
    return line, False


def draw(store: Store, memories: Sequence[Memory], entries: Sequence[Entry], *, anew: bool = False) -> List[FaceFile]:
    """Bring the faces of these memories and turns up to date; `anew` draws lines whose faces lost them. Returns the
    faces that were drawn. What is drawn is stored already: a face that the disk refuses is left to the next writer."""
    put: Dict[str, Dict[str, str]] = {}
    drop: Dict[str, Set[str]] = {}
    said: Dict[str, List[Entry]] = {}
    for memory in memories:
        before = None if anew else store.index.get(memory.id)
        if before is not None and before.path and before.path != memory.path:
            drop.setdefault(before.path, set()).add(memory.short)
        if memory.status in STANDING:
            put.setdefault(memory.path, {})[memory.short] = hinted(words(memory), memory, store, memory.path)
        else:
            drop.setdefault(memory.path, set()).add(memory.short)
    for entry in entries:
        path = store.paths.relative(store.paths.day(entry.day))
        if entry.removed:
            drop.setdefault(path, set()).add(entry.short)
        else:
            said.setdefault(path, []).append(entry)
    drawn = []
    for path in sorted({*put, *said, *drop}):
        try:
            spoken = _spoken(store, path, said[path]) if path in said else {}
            _write(store, path, put.get(path, {}), spoken, drop.get(path, ()))
            drawn.append(store.face(path))
        except StoreError as error:
            store.leave_undrawn(path, error)
    return drawn


def turn_words(entry: Entry, zone: tzinfo) -> str:
    """A turn as its day's page shows it, on one line."""
    line = shown(spoken_line(entry, zone))
    return line if len(line) <= TURN_CHARS else cut_to_chars(line, TURN_CHARS - 2) + " …"


def _spoken(store: Store, path: str, turns: Sequence[Entry]) -> Dict[str, str]:
    """The lines of a page's turns; on a full page, the line that says where the rest is."""
    held = store.face(path).memo().items
    room = TURNS_A_DAY - sum(1 for short in held if len(short) == TURN_ID_CHARS)
    lines: Dict[str, str] = {}
    for entry in turns:
        short = entry.short
        if short in held or room > 0:
            room -= short not in held
            lines[short] = turn_words(entry, store.zone)
        elif MORE not in held:
            name = store.paths.relative(store.paths.journal_file(entry.day))
            zh = (store.language or language(entry.text)) == "zh"
            lines[MORE] = f"… 其余对话在 {name}" if zh else f"… the rest of the day is in {name}"
            break
        else:
            break
    return lines


def _write(store: Store, path: str, put: Dict[str, str], spoken: Dict[str, str], drop: Iterable[str]) -> None:
    face = store.face(path)
    lang = store.language or language(" ".join((*put.values(), *spoken.values())))
    pick = 0 if lang == "zh" else 1
    category = next((c for c, p in store.paths.topics().items() if p == face.path), "")
    if face.path == store.paths.review:
        category = "review"
    header = f"# {HEADINGS[category][pick] if category else face.path.stem}"
    dated = not category
    done = True
    if put or drop:
        done = face.write(put, drop, header=header, section=_section(face, REMEMBERED, pick) if dated else "")
    if spoken:
        done = face.write(spoken, header=header, section=_section(face, SPOKEN, pick)) and done
    if not done and face.read().readable is False:
        store.warn(f"{face.path} is not UTF-8, so it was left as it is; its memories are stored. Save it as UTF-8.",
                   f"{face.path} 不是 UTF-8，保持原样；其中的记忆已保存。请另存为 UTF-8。")  # fmt: skip


def _section(face: FaceFile, names: Tuple[str, str], pick: int) -> str:
    """The section's heading: the one that the face already has, in whichever language, else the current language's."""
    text = face.text()
    for name in names:
        if f"## {name}\n" in text.replace("\r\n", "\n"):
            return f"## {name}"
    return f"## {names[pick]}"
