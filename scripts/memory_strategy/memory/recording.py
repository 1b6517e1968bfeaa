"""Appending to the records and rewriting them, with the anchor kept in step: the only two ways in which they change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Sequence

from ..model import utc_iso
from ..store import files, lines

if TYPE_CHECKING:
    from .opening import Store

UNANCHORED = (
    "The anchor of the records could not be written, so `doctor --verify` will not know this change; "
    "`doctor --verify --accept REASON` takes it in."
)


def append(store: Store, kind: str, records: Sequence[Mapping[str, Any]]) -> List[lines.Line]:
    """Append record objects of a kind; returns where each stands. The caller holds the lock. Raises: StoreError."""
    path = store.paths.record_file(kind)
    raws = [lines.encode(r) for r in records]
    before = files.stat(path)
    announced = store.anchor.announce(path.name, raws)
    try:
        placed = lines.append(path, records)
    except BaseException:
        if files.stat(path).size in (before.size, 0):  # else they could not be cut off again: the next writer looks
            store.anchor.retract()
        raise
    if not announced and not store.anchor.announce(path.name, raws):  # it may have been for once
        store.warn(UNANCHORED)
    store.anchor.confirm()
    return placed


def sift(
    store: Store, judge: Callable[[Path, Any, bytes], Any], why: str, paths: Sequence[Path] = ()
) -> Dict[Path, int]:
    """Rewrite the record files (of `paths`, else all) as `lines.sift` does; returns how many lines changed in each.

    The anchor is begun anew for the reason `why`, unless it was not fitting before: an alarm is never covered up.
    The caller holds the lock. Raises: StoreError.
    """
    records = files_of(store)
    fitting = store.anchor.exists and not store.anchor.verify(records)
    if fitting:
        store.anchor.announce_rewriting(why)
    changed = {}
    for path in paths or store.paths.record_files():
        changed[path] = lines.sift(path, lambda data, raw, path=path: judge(path, data, raw))  # type: ignore[misc]
    if fitting and any(changed.values()):
        store.anchor.renew(records, utc_iso(store.now), why)
    elif fitting:
        store.anchor.confirm()
    return changed


def files_of(store: Store) -> Dict[str, Path]:
    """The record files by the name under which the anchor knows them."""
    return {path.name: path for path in store.paths.record_files()}
