"""Counting uses: a memory that answered a question was used, at most once a question and day.

Only a person's or an agent's question counts, never our own jobs (D40). Counting must never stop an answer: where the
lock is held or the disk is read-only, nothing is counted. The index learns of it with the next write.
"""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING, Iterable

from ..errors import Locked, StoreError
from ..model import utc_iso
from ..store import files, lines
from ..store.lock import exclusive
from ..text.normalise import fold

if TYPE_CHECKING:
    from .opening import Store

SETTLED_AFTER = 60.0  # seconds; a question is no hurry, so it is asked to wait for what the last add did not
LOOK_BACK_BYTES = 256 * 1024  # some thousand uses: more than one day's questions


def count(store: Store, ids: Iterable[str], query: str) -> int:
    """Count a use of each memory for this question; returns how many were counted."""
    now = utc_iso(store.now)
    asked = hashlib.sha256(f"{now[:10]}\0{fold(query)}".encode("utf-8", "replace")).hexdigest()[:12]
    path = store.paths.usage
    with contextlib.suppress(Locked, StoreError), exclusive(store.paths.lock, 0.0):
        lines.mend(path)
        size = files.stat(path).size
        recent = files.read(path, max(0, size - LOOK_BACK_BYTES)) if size > 0 else b""
        fresh = [i for i in ids if f'"id":"{i}","q":"{asked}"'.encode() not in recent]
        lines.append(path, [{"id": i, "at": now, "q": asked} for i in fresh])
        store.settle_index(older_than=SETTLED_AFTER)
        return len(fresh)
    return 0
