"""Taking in what a person did to the faces: the edit wins.

Changed words become a revision by the user, a removed line is archived, a line moved to another topic changes its
category, a line of the person's own is indexed where it stands. Where most of a file vanished at once, nothing is done
and a warning says so: a careless save must not archive years.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Tuple

from ..model import ASSISTANT, HELD, OWNER, Document, Evidence, Memory, Turn, utc_iso
from ..store import journal, lines
from ..store.faces import FaceFile, Reading
from ..text.fingerprint import content_key
from . import archive, drawing, holding
from .sources import NOTES, Source
from .writing import Writer

if TYPE_CHECKING:
    from .opening import Store


@dataclass
class Edits:
    """What the changed faces say, before any of it is applied."""

    readings: List[Tuple[FaceFile, Reading]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.readings)


def find(store: Store, stale: Sequence[Source]) -> Edits:
    """Read every face, of the sources that changed, that is not as we left it."""
    edits = Edits()
    for source in stale:
        if source.sort == NOTES:
            face = store.face(source.relative)
            if not face.unchanged():
                edits.readings.append((face, face.read()))
    return edits


def apply(store: Store, writer: Writer, edits: Edits) -> None:
    """Gather the edits as changes of the writer; the caller flushes, then calls `accept`."""
    stands: Dict[str, FaceFile] = {}
    for face, reading in edits.readings:
        for short in reading.items:
            stands.setdefault(short, face)
    for face, reading in edits.readings:
        if not reading.readable:
            store.warn(f"{face.path} is not UTF-8; it is not read as a face and not changed. Save it as UTF-8.")
        if reading.vanished:
            store.warn(
                f"{reading.vanished} lines vanished from {face.path} at once; nothing was archived. "
                "`update_index.py --rebuild` draws them again; to archive them, remove them a few at a time."
            )
        for short in reading.removed:
            if short not in stands:
                _removed(store, writer, face, short)
        for short, text in reading.items.items():
            if short in reading.edited or store.face_of(short) not in ("", face.relative):
                _edited(store, writer, face, short, text)


def accept(edits: Edits) -> None:
    """Take the faces as read for what we last wrote; one that was rewritten meanwhile is read again next time."""
    for face, reading in edits.readings:
        if reading.readable:
            face.accept(reading)


def _memory(store: Store, short: str) -> Optional[Memory]:
    found = store.find(short)
    return found[0] if len(found) == 1 else None


def _removed(store: Store, writer: Writer, face: FaceFile, short: str) -> None:
    memory = _memory(store, short)
    if memory is not None:
        if memory.status == HELD:
            writer.revise(memory, **archive.tombstone(memory, archive.REFUSED))
        elif memory.status == "active" and memory.path == face.relative:
            writer.archive(memory)
        return
    entry = _entry(store, face, short)
    if entry is not None and not entry.removed:
        writer.journal(journal.Entry(**{**entry.__dict__, "removed": True}))


def _edited(store: Store, writer: Writer, face: FaceFile, short: str, line: str) -> None:
    memory, line = _memory(store, short), drawing.without_hints(line)
    if memory is None:
        entry = _entry(store, face, short)
        if entry is not None and line != drawing.turn_words(entry, store.zone):
            writer.journal(journal.with_edit(entry, line))
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
        writer.revise(memory, **changes)


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
    found = None
    for line in lines.scan(store.paths.journal / f"{face.path.stem}.jsonl"):
        entry = journal.entry_from_line(line.data)
        if entry is not None and entry.short == short:
            found = entry
    return found


def note_documents(face: FaceFile, reading: Reading, time: str) -> List[Document]:
    """The person's own lines of a face as documents; `time` (ISO) is the day's, or the file's. A host's daily notes were
    written by its agent, maybe from a page it had read: they are what it said, not what the owner said."""
    own = not face.shared or face.path.name in ("MEMORY.md", "USER.md")
    origin, kind, importance = (OWNER, "fact", 4) if own else (ASSISTANT, "event", 3)
    out: Dict[str, Document] = {}
    for note in reading.notes:
        key = f"note:{face.relative}#{content_key(note.heading + note.text)[:12]}"
        out[key] = Document(
            key=key, sort="note", text=note.text, origin=origin, session=f"note:{face.relative}", position=len(out),
            time=time, kind=kind, path=face.relative, importance=importance, payload={"heading": note.heading},
        )  # fmt: skip
    return list(out.values())
