"""The archive: what was archived, whole, by month; restoring it by id; and what is left when its time is over.

`archive/YYYY-MM.jsonl` holds the record of every memory archived in that month, written before the record itself
changes. After the retention only a tombstone stays: a record without text, so that the id is known as expired.
One surprising fact: a memory that was archived is still searched (on a strong match); the copy here is what `restore`
falls back on, and what expiring takes away together with every older line of the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Sequence, Set

from ..decay import age_days
from ..errors import Refused
from ..model import HELD, Memory, memory_from_record, memory_to_record, utc_iso
from ..store import lines
from . import recording

if TYPE_CHECKING:
    from .opening import Store
    from .writing import Writer

EXPIRED, UNDONE, REFUSED = "expired", "undone", "refused"  # why a tombstone is one, in its `rule`


def keep(store: Store, memories: Sequence[Memory]) -> None:
    """Append memories that are being archived to this month's file. The caller holds the lock. Raises: StoreError."""
    put_back(store, [{**memory_to_record(m), "archived_at": utc_iso(store.now)} for m in memories])


def put_back(store: Store, records: Sequence[Mapping[str, Any]]) -> None:
    """Append archive lines as they were, each to the month it was archived in. Raises: StoreError."""
    months: Dict[str, List[Mapping[str, Any]]] = {}
    for record in records:
        local = store.local(record["archived_at"])
        months.setdefault(local.strftime("%Y-%m"), []).append(record)
    for month, held in months.items():
        lines.append(store.paths.archive_file(month), held)


def records(store: Store) -> Iterator[Dict[str, Any]]:
    """Every archive line, oldest month first."""
    for path in sorted(store.paths.archive.glob("*.jsonl")):
        for line in lines.scan(path):
            yield line.data


# -- tombstones ------------------------------------------------------------------------------------------------------


def is_tombstone(memory: Memory) -> bool:
    """Whether only the id of a memory is left."""
    return not memory.text and memory.status == "archived"


def tombstone(memory: Memory, why: str = EXPIRED) -> Dict[str, Any]:
    """The changes that leave nothing of a memory but its id, kind, place and times."""
    return {
        "text": "", "status": "archived", "rule": why, "tags": (), "entities": (), "subject": "user", "attribute": "",
        "value": "", "evidence": (), "dimensions": {}, "speaker": "", "session": "", "message": "", "supersedes": (),
    }  # fmt: skip


def settle(store: Store) -> int:
    """Take the words behind every tombstone off the disk, and archive lines past their time; returns how many lines.

    Called under the lock with the tombstones already flushed; a run that was killed in between is completed by the next.
    Raises: StoreError.
    """
    ids = {m.id for m in store.memories(status="archived") if is_tombstone(m)}
    days = store.settings["archive.retention_days"]

    def stays(data: Any, raw: bytes) -> bool:
        return data is None or (
            data.get("id") not in ids and age_days(str(data.get("archived_at", "")), store.now) <= days
        )

    gone = sum(lines.sift(path, stays) for path in sorted(store.paths.archive.glob("*.jsonl")))
    gone += drop_records(store, ids, keep_tombstones=True)
    if gone:
        store.catch_up()
    return gone


def drop_records(store: Store, ids: Set[str], *, keep_tombstones: bool = False) -> int:
    """Take the lines of these ids out of the records; the caller holds the lock and catches the index up."""

    def judge(data: Any, raw: bytes) -> bool:
        if data is None or data.get("id") not in ids:
            return True
        return keep_tombstones and data.get("text") == ""

    if not ids:
        return 0
    return sum(recording.sift(store, lambda path, data, raw: judge(data, raw), "expired or taken back").values())


# -- restoring -------------------------------------------------------------------------------------------------------


def restore(store: Store, writer: Writer, memory_id: str) -> Memory:
    """Bring an archived memory back; one that is active stays as it is.

    Raises: Refused when it was forgotten, has expired or was replaced; NotFound.
    """
    if store.forgotten.memory_id(memory_id):
        raise _forgotten(memory_id)
    found = store.find(memory_id)
    if not found:
        kept = [r for r in records(store) if str(r.get("id", "")).lower().endswith(memory_id.lower().lstrip("^"))]
        if kept:
            return writer.restore(_refuse_forgotten(store, memory_from_record(kept[-1])))
    memory = store.get(memory_id)
    if is_tombstone(memory):
        kept = [r for r in records(store) if r.get("id") == memory.id and r.get("text")]
        if not kept:
            raise Refused(
                f"Memory {memory.short} has expired ({memory.updated_at[:10]}): only its id is left.", "",
                "archive.retention_days says how long archived memories are kept.",
                zh=f"记忆 {memory.short} 已过期（{memory.updated_at[:10]}），只留编号。archive.retention_days 决定保留多久。",
            )  # fmt: skip
        memory = memory_from_record(kept[-1]).replace(revision=memory.revision)
    if memory.status == HELD:
        raise Refused(
            f"Memory {memory.short} waits for review.", "", f"Run: memory_manager.py review accept {memory.short}",
            zh=f"记忆 {memory.short} 正待审阅。请用 memory_manager.py review accept {memory.short}。",
        )  # fmt: skip
    if memory.status == "superseded":
        raise Refused(
            f"Memory {memory.short} was replaced by {memory.superseded_by[-6:].lower()}, which stands.", "",
            "Add the statement again if it holds once more.",
            zh=f"记忆 {memory.short} 已被 {memory.superseded_by[-6:].lower()} 替换。若它重新成立，请再次 add。",
        )  # fmt: skip
    return writer.restore(_refuse_forgotten(store, memory))


def _refuse_forgotten(store: Store, memory: Memory) -> Memory:
    if store.forgotten.memory(memory):
        raise _forgotten(memory.short)
    return memory


def _forgotten(memory_id: str) -> Refused:
    return Refused(
        f"{memory_id} was forgotten on request and cannot be restored.", "", "Tell it again with `add` if you want it kept.",
        zh=f"{memory_id} 已按要求遗忘，无法恢复。若要重新记住，请用 add 再说一次。",
    )  # fmt: skip
