"""Faces after a writer that died between the records and the drawing: lines that are missing, behind, or out of place.

Runs where records or journal hold lines that the index did not know, which is what such a writer leaves (and what git
merges in), and for the faces that the disk refused to a writer before (`Store.leave_undrawn`). A person's edits have
been taken in before, so whatever still differs is ours to draw.
One surprising fact: a line that we once drew and that is gone is left alone, whoever took it: it was a removal, or a
whole file vanished and somebody was warned. Only a line that was never drawn is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection, Dict, Iterable, List, Mapping, Sequence, Set, Tuple

from ..errors import StoreError
from ..model import Memory
from ..store import journal
from ..store.faces import FaceFile
from . import drawing
from .sources import JOURNAL, RECORDS, Source

if TYPE_CHECKING:
    from .opening import Store


def redraw(store: Store, stale: Sequence[Source], undrawn: Collection[str] = ()) -> List[FaceFile]:
    """Bring the faces in step with records and journal where `stale` says that these were ahead, or where `undrawn`
    (faces by their relative path) are owed a drawing; returns what was drawn.

    The caller holds the lock, and catches the index up with the faces. Raises: StoreError.
    """
    if not undrawn and not any(source.sort in (RECORDS, JOURNAL) for source in stale):
        return []
    faces = {face.relative: face for face in store.faces()}
    behind, strays = _memories(store, faces)
    for relative, shorts in strays.items():
        try:
            faces[relative].write({}, shorts)
        except StoreError as error:
            store.leave_undrawn(relative, error)
    journals = {source.relative for source in stale if source.sort == JOURNAL} | _journals_of(store, undrawn)
    drawn = drawing.draw(store, behind, _turns(store, sorted(journals)), anew=True)
    return list({face.relative: face for face in (*drawn, *(faces[r] for r in strays))}.values())


def _memories(store: Store, faces: Dict[str, FaceFile]) -> Tuple[List[Memory], Dict[str, List[str]]]:
    """(memories whose line is missing or has older words, {face: shorts of lines that do not belong on it})."""
    known: Dict[str, Memory] = {}
    for held in store.memories():
        if held.short not in known or known[held.short].status not in drawing.STANDING:
            known[held.short] = held
    behind: List[Memory] = []
    strays: Dict[str, List[str]] = {}
    standing: Dict[str, Mapping[str, str]] = {}
    for relative, face in faces.items():
        reading = face.read()
        standing[relative] = reading.items
        for short in reading.items.keys() & known.keys() - reading.edited.keys():
            memory = known[short]
            if memory.status not in drawing.STANDING or memory.path != relative:
                strays.setdefault(relative, []).append(short)
            elif reading.items[short] != drawing.words(memory):
                behind.append(memory)
    behind += [m for m in known.values() if m.status in drawing.STANDING and _was_never_drawn(store, m, standing)]
    return behind, strays


def _was_never_drawn(store: Store, memory: Memory, standing: Mapping[str, Mapping[str, str]]) -> bool:
    return (
        memory.short not in standing.get(memory.path, ())
        and memory.short not in store.face(memory.path).memo().items
        and not store.forgotten.memory_id(memory.id)
    )


def _journals_of(store: Store, undrawn: Iterable[str]) -> Set[str]:
    """The journals, by relative path, whose turns stand on these pages of days."""
    found = set()
    for relative in undrawn:
        path = store.face(relative).path
        if path.parent == store.paths.days and store.day_start(path.stem):
            found.add(store.paths.relative(store.paths.journal_file(path.stem[:10])))
    return found


def _turns(store: Store, journals: Iterable[str]) -> List[journal.Entry]:
    """The turns of these journals which no page of a day has seen."""
    missing: List[journal.Entry] = []
    for relative in journals:
        for entry in journal.read(store.paths.root / relative):
            face = store.face(store.paths.relative(store.paths.day(entry.day)))
            drawn = entry.short in face.memo().items or entry.short in face.read().items
            if not entry.removed and not drawn:
                missing.append(entry)
    return missing
