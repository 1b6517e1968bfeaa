"""Taking in what a person did to the faces: the edit wins, and what it did is said.

Changed words become a revision by the user, a removed line is archived, a line moved to another topic changes its
category, a line of the person's own is indexed where it stands. Where most of a file vanished at once, nothing is done
and a warning says so: a careless save must not archive years. A line whose id alone was mistyped keeps its memory.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Tuple

from ..errors import StoreError
from ..index import IndexBroken
from ..model import ASSISTANT, HELD, OWNER, Document, Evidence, Memory, Turn, utc_iso
from ..rules.secrets import redact
from ..store import journal
from ..store.faces import FaceFile, Reading
from ..text.fingerprint import content_key
from . import archive, drawing, holding
from .sources import NOTES, Source
from .writing import Writer

if TYPE_CHECKING:
    from .opening import Store


_NOTED = "notes taken in"  # in the index: to one without it every note is new, and none is news


@dataclass
class TakenIn:
    """What a person's edits did: the memories by what became of them, and how many lines of theirs are new."""

    changed: List[Memory] = field(default_factory=list)
    archived: List[Memory] = field(default_factory=list)
    moved: List[Memory] = field(default_factory=list)
    refused: List[Memory] = field(default_factory=list)  # lines that waited for review
    corrected: List[Memory] = field(default_factory=list)  # their id was mistyped
    turns: int = 0  # lines of a day's record, changed or removed
    notes: int = 0

    def said(self, zh: bool) -> str:
        """One sentence of it, "" where nothing was done."""
        ids = {n: ", ".join(m.short for m in held) for n, held in self.__dict__.items() if n not in ("turns", "notes")}
        back = " ".join(f"`memory_manager.py restore {m.short}`" for m in self.archived)
        parts = [(held, (zh_words if zh else en).format(n=len(held), ids=ids[name], back=back)) for name, zh_words, en in (
            ("changed", "改动 {n} 条（{ids}）", "{n} changed ({ids})"),
            ("archived", "归档 {n} 条（{ids}；恢复：{back}）", "{n} archived ({ids}; to bring back: {back})"),
            ("moved", "移动 {n} 条（{ids}）", "{n} moved ({ids})"),
            ("refused", "拒绝 {n} 条待审内容（{ids}）", "{n} of what waited for review refused ({ids})"),
            ("corrected", "更正写错的编号 {n} 个（{ids}）", "{n} with a mistyped id put right ({ids})"),
        ) for held in [getattr(self, name)]]  # fmt: skip
        parts += [
            (self.turns, f"对话记录 {self.turns} 行" if zh else f"{self.turns} in a day's record"),
            (
                self.notes,
                f"自写 {self.notes} 条"
                if zh
                else f"{self.notes} new {'line' if self.notes == 1 else 'lines'} of your own",
            ),
        ]
        told = [words for count, words in parts if count]
        if not told:
            return ""
        return (
            f"已采纳你对 Markdown 的修改：{'，'.join(told)}。"
            if zh
            else f"Your edits were taken in: {', '.join(told)}."
        )


@dataclass
class Edits:
    """What the changed faces say, before any of it is applied; how many of their notes are new; mistyped lines as
    (face, wrong id, memory)."""

    readings: List[Tuple[FaceFile, Reading]] = field(default_factory=list)
    notes: int = 0
    mistyped: List[Tuple[FaceFile, str, Memory]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.readings)


def find(store: Store, stale: Sequence[Source]) -> Edits:
    """Read every face, of the sources that changed, that is not as we left it; before the index catches up with them."""
    edits = Edits()
    fresh = store.index.meta_get(_NOTED) is None
    for source in stale:
        if source.sort == NOTES:
            face = store.face(source.relative)
            if not face.unchanged():
                edits.readings.append((face, face.read()))
                if not fresh and _is_own(face):
                    known = {d.key for d in store.index.documents(source=source.name)}
                    edits.notes += sum(d.key not in known for d in note_documents(face, edits.readings[-1][1], ""))
    return edits


def apply(store: Store, writer: Writer, edits: Edits) -> TakenIn:
    """Gather the edits as changes of the writer; the caller flushes, then calls `accept`. Returns what they did."""
    taken = TakenIn(notes=edits.notes)
    stands: Dict[str, FaceFile] = {}
    for face, reading in edits.readings:
        for short in reading.items:
            stands.setdefault(short, face)
    for face, reading in edits.readings:
        if not reading.readable:
            store.warn(f"{face.path} is not UTF-8; it is not read as a face and not changed. Save it as UTF-8.",
                       f"{face.path} 不是 UTF-8，未读取也未改动。请另存为 UTF-8。")  # fmt: skip
        if reading.vanished:
            store.warn(
                f"{reading.vanished} lines vanished from {face.path} at once; nothing was archived. "
                "`update_index.py --rebuild` draws them again; to archive them, remove them a few at a time.",
                f"{face.path} 一次少了 {reading.vanished} 行，因此没有归档。`update_index.py --rebuild` 会补画；"
                "要归档请分几次删除。",
            )
        for short in reading.removed:
            if short not in stands and not _is_mistyped(store, edits, short):
                _removed(store, writer, face, short, taken)
        for short, text in reading.items.items():
            if short in reading.edited or store.face_of(short) not in ("", face.relative):
                _edited(store, writer, face, short, text, taken)
    taken.corrected = [memory for _, _, memory in edits.mistyped]
    return taken


def mark_noted(store: Store) -> None:
    """From now on a note that this index does not know is news."""
    if store.index.meta_get(_NOTED) is None:
        with contextlib.suppress(IndexBroken):
            store.index.meta_set(_NOTED, "1")


def accept(edits: Edits, store: Store) -> None:
    """Take the faces as read for what we last wrote; one that was rewritten meanwhile is read again next time."""
    for face, reading in edits.readings:
        if reading.readable:
            face.accept(reading)
    for face, wrong, memory in edits.mistyped:
        try:
            line = drawing.hinted(drawing.words(memory), memory, store, face.relative)
            face.write({memory.short: line}, [wrong])
        except StoreError as error:
            store.leave_undrawn(face.relative, error)


def _is_mistyped(store: Store, edits: Edits, short: str) -> bool:
    """Whether the line of a memory stands there still, under an id that nothing has."""
    memory = _memory(store, short)
    if memory is None or memory.status not in drawing.STANDING:
        return False
    words = drawing.words(memory)
    for face, reading in edits.readings:
        for other in reading.edited:
            same = drawing.without_hints(reading.items[other]) == words
            if same and memory.path == face.relative and not store.find(other) and _entry(store, face, other) is None:
                edits.mistyped.append((face, other, memory))
                return True
    return False


def _memory(store: Store, short: str) -> Optional[Memory]:
    found = store.find(short)
    return found[0] if len(found) == 1 else None


def _removed(store: Store, writer: Writer, face: FaceFile, short: str, taken: TakenIn) -> None:
    memory = _memory(store, short)
    if memory is not None:
        if memory.status == HELD:
            writer.revise(memory, **archive.tombstone(memory, archive.REFUSED))
            taken.refused.append(memory)
        elif memory.status == "active" and memory.path == face.relative:
            taken.archived.append(writer.archive(memory))
        return
    entry = _entry(store, face, short)
    if entry is not None and not entry.removed:
        writer.journal(journal.Entry(**{**entry.__dict__, "removed": True}))
        taken.turns += 1


def _edited(store: Store, writer: Writer, face: FaceFile, short: str, line: str, taken: TakenIn) -> None:
    memory, line = _memory(store, short), redact(drawing.without_hints(line))
    if memory is None:
        entry = _entry(store, face, short)
        if entry is not None and line != drawing.turn_words(entry, store.zone):
            writer.journal(journal.with_edit(entry, line))
            taken.turns += 1
        return
    changes: Dict[str, object] = {}
    if line != drawing.words(memory):
        text, guess = drawing.without_guess(line)
        if text != memory.text:
            changes.update(_meaning(store, text), text=text)
        if memory.kind == "belief" and not guess:  # who takes the mark of a guess away confirms it
            changes.update(kind="fact", confidence=max(memory.confidence, 0.95))
    category = next((c for c, p in store.paths.topics().items() if p == face.path), "")
    if memory.path != face.relative and category:
        changes.update(category=category, importance=5 if category == "core" else max(4, memory.importance))
    if memory.status == "archived":
        changes["status"] = "active"
    if memory.status == HELD and face.path != store.paths.review:  # moved to a topic by hand: taken for the owner's own
        changes = {**holding.accepted(memory), **changes}
    if changes and memory.status != "superseded":
        proof = Evidence(quote=line, time=utc_iso(writer.now), source="manual")
        changes.update(origin=OWNER, method="manual", evidence=(*memory.evidence, proof))
        into = taken.moved if "category" in changes and "text" not in changes else taken.changed
        into.append(writer.revise(memory, **changes))


def _meaning(store: Store, text: str) -> Dict[str, object]:
    """What the rules read in the new words: a value that stood in the old ones must not go on replacing others."""
    from ..rules.entities import entities  # every question opens a store; few find new words of a person in it
    from ..rules.reading import read_turn

    said = store.now.astimezone(store.zone)
    found = read_turn(Turn("manual", "", "", 0, OWNER, text), (), said)
    if len(found) == 1:
        return {"attribute": found[0].attribute, "value": found[0].value, "entities": found[0].entities}
    return {"attribute": "", "value": "", "entities": entities(text)}


def _entry(store: Store, face: FaceFile, short: str) -> Optional[journal.Entry]:
    if not short.startswith("t") or len(short) != 7:
        return None
    entries = journal.read(store.paths.journal / f"{face.path.stem}.jsonl")
    return next((entry for entry in reversed(entries) if entry.short == short), None)


def _is_own(face: FaceFile) -> bool:
    """Whether what stands on a face beside our lines is the person's, and not a host's daily notes."""
    return not face.shared or face.path.name in ("MEMORY.md", "USER.md")


def note_documents(face: FaceFile, reading: Reading, time: str) -> List[Document]:
    """The person's own lines of a face as documents; `time` (ISO) is the day's, or the file's. A host's daily notes were
    written by its agent, maybe from a page it had read: they are what it said, not what the owner said."""
    origin, kind, importance = (OWNER, "fact", 4) if _is_own(face) else (ASSISTANT, "event", 3)
    out: Dict[str, Document] = {}
    for note in reading.notes:
        key = f"note:{face.relative}#{content_key(note.heading + note.text)[:12]}"
        out[key] = Document(
            key=key, sort="note", text=note.text, origin=origin, session=f"note:{face.relative}", position=len(out),
            time=time, kind=kind, path=face.relative, importance=importance, payload={"heading": note.heading},
        )  # fmt: skip
    return list(out.values())
