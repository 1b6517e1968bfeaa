"""Turns that only the rules saw while a model was wanted: remembered by key, and read again when one is back.

Their words come from the journal, so the session file may be gone; what a person removed or forgot is not read again.
The surprising part: without a key nothing is noted here. The rules are then what the owner chose, and no stand-in.
"""

from __future__ import annotations

from typing import Iterable, List, Tuple

from .memory import Store
from .model import Turn, parse_time
from .store import files
from .store.journal import Progress

LIMIT = 200  # turns read again in one run
FILE = "again.log"


def due(store: Store) -> List[Tuple[Turn, str]]:
    """The turns that wait, oldest first, with their keys; the store is being read."""
    found: List[Tuple[Turn, str]] = []
    for key in _waiting(store)[:LIMIT]:
        document = store.index.get(f"turn:{key}")
        if document is not None:
            turn = Turn(
                "journal", document.session, str(document.payload.get("message", "")), document.position, document.origin,
                document.text, speaker=document.speaker, time=parse_time(document.time), audience=document.audience,
            )  # fmt: skip
            found.append((turn, key))
    return found


def settle(store: Store, again: Iterable[str], done: Iterable[str]) -> None:
    """Note the keys that only the rules saw, and drop those that are done. The caller holds the lock.

    Raises: StoreError.
    """
    before = _waiting(store)
    gone, wanted = set(done), list(again)
    after = list(dict.fromkeys([*(key for key in before if key not in gone), *wanted]))
    if after != before:
        files.replace(store.paths.state / FILE, "".join(f"{key}\n" for key in after).encode("ascii"))


def _waiting(store: Store) -> List[str]:
    return list(dict.fromkeys(Progress(store.paths.state / FILE).keys()))
