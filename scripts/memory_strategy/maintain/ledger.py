"""The last applied plan, kept so that it can be taken back: `state/plans/<id>.json`.

It holds each touched memory as it was, the ids of the summaries that were made, and the faces before and after. Only
one is kept: applying the next plan replaces it, and with it the last words of what that one let expire.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Dict, List, Optional

from ..decay import age_days
from ..memory import Store
from ..model import utc_iso
from ..store import files

KEPT_DAYS = 30  # what expired is gone for good after this, even where no other plan follows


@dataclass
class Ledger:
    """What undo needs. `before` are record objects; `expired` their archive lines; `created` is draft key → id."""

    path: Path
    plan: str
    applied_at: str
    before: List[Dict[str, Any]] = field(default_factory=list)
    expired: List[Dict[str, Any]] = field(default_factory=list)
    created: Dict[str, str] = field(default_factory=dict)
    faces: Dict[str, str] = field(default_factory=dict)
    faces_after: Dict[str, str] = field(default_factory=dict)

    def write(self) -> None:
        """Put it on disk, whole. Raises: StoreError."""
        body = {name: getattr(self, name) for name in _FIELDS}
        files.replace(self.path, json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"))

    def remove(self) -> None:
        """There is nothing to take back any more."""
        files.remove(self.path)


_FIELDS = ("plan", "applied_at", "before", "expired", "created", "faces", "faces_after")


def begin(store: Store, plan: str, plan_id: str) -> Ledger:
    """The ledger of a plan about to be applied."""
    return Ledger(store.paths.plans / f"{plan_id}.json", plan, utc_iso(store.now))


def last(store: Store) -> Optional[Ledger]:
    """The last applied plan, None when there is none to take back."""
    for path in sorted(store.paths.plans.glob("*.json"), key=lambda p: files.stat(p).mtime_ns, reverse=True):
        with contextlib.suppress(ValueError, TypeError):
            data = json.loads(files.read(path))
            return Ledger(path, **{name: data[name] for name in _FIELDS if name in data})
    return None


def keep_only(store: Store, ledger: Optional[Ledger], now: datetime) -> None:
    """Remove older ledgers, and without a new one those past their days."""
    for path in store.paths.plans.glob("*.json"):
        if _is_old(store, path, now) if ledger is None else path != ledger.path:
            files.remove(path)


def _is_old(store: Store, path: Path, now: datetime) -> bool:
    return age_days(utc_iso(store.moment(max(0, files.stat(path).mtime_ns))), now) > KEPT_DAYS


def face_sum(store: Store, relative: str) -> str:
    """A digest of a face as it stands."""
    return hashlib.sha256(files.read(store.face(relative).path)).hexdigest()


def face_text(store: Store, relative: str) -> Optional[str]:
    """A face as it stands, None where it is not UTF-8."""
    try:
        return files.read(store.face(relative).path).decode("utf-8")
    except UnicodeDecodeError:
        return None


def put_face(store: Store, relative: str, text: str) -> None:
    """Put a face back as it was; an empty one that was not there is removed."""
    face = store.face(relative)
    if text:
        files.replace(face.path, text.encode("utf-8"))
        face.accept(face.read())
    elif face.path.exists():
        files.remove(face.path)
        face.forget_memo()
