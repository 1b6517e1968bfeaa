"""What must hold after a fault, once the next run has been: checked on the files, not by asking the store alone.

Every memory that was there or was acknowledged is there once; no line is torn; records, faces and index say the same;
nothing is left lying about. `after` also runs the operation again, and expects what an undisturbed run gives.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Collection, Dict, Iterator, List, Tuple

from faults.operations import LATER, NOTE, Scene, noop, texts_of
from faults.table import APART, LEFT, LOST, RAISED, TORN, TWICE, Finding
from memory_strategy import checkup, setup
from memory_strategy.errors import MemoryStrategyError
from memory_strategy.memory import Store, drawing
from memory_strategy.model import Memory, memory_from_record
from memory_strategy.store import lines
from memory_strategy.store.files import TEMP_MARK
from memory_strategy.store.ids import TURN_ID_CHARS
from memory_strategy.store.page import ITEM
from stores import open_store


def after(scene: Scene, root: Path, acknowledged: Collection[str]) -> List[Finding]:
    """The next run, the check, the same operation again, and the check again."""
    try:
        setup.refresh(open_store(root, LATER), "en")
        found = list(check(root, {*scene.kept, *(set(acknowledged) - {"forgotten"})}, scene.operation.half_done))
        if "forgotten" in acknowledged:
            found += _traces(root, scene.operation.forgets)
        if found:
            return found
        scene.operation.run(root, noop)
        found = list(check(root, scene.kept))
        found += _traces(root, scene.operation.forgets) if scene.operation.name == "forget" else []
        missing = scene.after - texts_of(root)
        found += [Finding(LOST, f"{text!r} after the operation was run again") for text in sorted(missing)]
    except MemoryStrategyError as error:
        return [Finding(RAISED, str(error))]
    except Exception as error:  # noqa: BLE001 - whatever it is, the next command did not work
        return [Finding(RAISED, repr(error))]
    return found


def check(root: Path, kept: Collection[str], half_done: Collection[str] = (), note: str = NOTE) -> Iterator[Finding]:
    """Everything that is wrong with a store; of `half_done` texts nothing is asked (a forgetting that was killed).

    `note` is the line that a person wrote beside ours, "" where there is none.
    """
    store = open_store(root, LATER)
    memories, torn = _recorded(store)
    memories = {i: m for i, m in memories.items() if m.text not in half_done}
    yield from torn
    yield from _once(memories.values(), kept)
    yield from _indexed(store, memories, half_done)
    yield from _drawn(store, memories, half_done)
    yield from _left(root)
    yield from (Finding(APART, f"{c.name}: {c.detail}") for c in checkup.verify(store) if not c.ok)
    if note and note not in store.face("long-term/preferences.md").text():
        yield Finding(LOST, "what a person wrote beside our lines")


def _recorded(store: Store) -> Tuple[Dict[str, Memory], List[Finding]]:
    newest: Dict[str, Memory] = {}
    found: List[Finding] = []
    records = set(store.paths.record_files())
    for path in sorted(store.paths.root.rglob("*.jsonl")):
        problems: List[lines.Problem] = []
        for line in lines.scan(path, problems=problems):
            if path in records:
                memory = memory_from_record(line.data)
                held = newest.get(memory.id)
                if held is None or (memory.revision, memory.updated_at) >= (held.revision, held.updated_at):
                    newest[memory.id] = memory
        if problems or not (path.read_bytes() or b"\n").endswith(b"\n"):
            found.append(Finding(TORN, f"{path.name}: {problems or 'no newline at the end'}"))
    return newest, found


def _once(memories: Collection[Memory], kept: Collection[str]) -> Iterator[Finding]:
    held = {m.text for m in memories}
    yield from (Finding(LOST, repr(text)) for text in sorted(set(kept) - held))
    active = Counter((m.text, m.owner, m.audience) for m in memories if m.status == "active")
    yield from (Finding(TWICE, repr(key[0])) for key, n in active.items() if n > 1)
    rivals = Counter(
        (m.owner, m.subject, m.attribute) for m in memories if m.status == "active" and m.attribute == "residence"
    )
    yield from (Finding(APART, f"two values stand for {key}") for key, n in rivals.items() if n > 1)
    ids = {m.id: m for m in memories}
    for m in memories:
        if m.superseded_by and m.superseded_by not in ids and m.status == "superseded":
            yield Finding(APART, f"{m.text!r} was replaced by what is not there")


def _indexed(store: Store, memories: Dict[str, Memory], half_done: Collection[str]) -> Iterator[Finding]:
    with store.reading() as index:
        held = {m.id: (m.text, m.status, m.revision) for m in store.memories() if m.text not in half_done}
        yield from (Finding(APART, f"index: {problem}") for problem in index.check())
    said = {i: (m.text, m.status, m.revision) for i, m in memories.items()}
    for memory_id in sorted({*held, *said}):
        if held.get(memory_id) != said.get(memory_id):
            yield Finding(APART, f"{memory_id}: index {held.get(memory_id)}, records {said.get(memory_id)}")


def _drawn(store: Store, memories: Dict[str, Memory], half_done: Collection[str]) -> Iterator[Finding]:
    """Each active memory stands on its face, once and in its words; nothing else of ours stands anywhere."""
    standing: Dict[str, List[Tuple[str, str]]] = {}
    for face in store.faces():
        for line in face.text().splitlines():
            found = ITEM.match(line)
            if found and found.group(1) in half_done:
                continue
            if found and len(found.group(2)) != TURN_ID_CHARS:
                standing.setdefault(found.group(2), []).append((face.relative, found.group(1)))
            elif line.startswith("- ") and not found:
                yield Finding(TORN, f"{face.relative}: {line!r}")
    for m in memories.values():
        places = standing.pop(m.short, [])
        wanted = [(store.placed(m).path, drawing.words(m))] if m.status in drawing.STANDING else []
        if places != wanted:
            yield Finding(APART, f"{m.text[:40]!r} ({m.status}) stands in {places}, and belongs in {wanted}")
    yield from (Finding(APART, f"a line of no memory: {place}") for place in standing.values())


def _left(root: Path) -> Iterator[Finding]:
    for path in root.parent.rglob("*"):
        name = path.name
        if TEMP_MARK in name or name.endswith(("-journal", "-wal", "-shm")) or path == root / "state" / "flush.jsonl":
            yield Finding(LEFT, path.relative_to(root).as_posix())


def _traces(root: Path, words: Collection[str]) -> List[Finding]:
    found = []
    for path in sorted(root.rglob("*")):
        data = path.read_bytes() if path.is_file() else b""
        found += [Finding(APART, f"{path.name} still holds {w!r}") for w in words if w.encode("utf-8") in data]
    return found
