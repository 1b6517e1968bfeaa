"""Answers kept under the memory folder's `state/answers/`, so that the same question is paid for once.

The key covers the prompt's version, the model and everything that went into the prompt. Kept are valid answers of a
model alone: a fallback verdict never comes in here, so it is never taken for a model's.
One surprising fact: the files hold words of the user, so `forget` empties the folder (`clear`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import Any, List, Mapping, Optional

from ..errors import StoreError
from ..store import files

FORMAT = 1  # raise it when an answer is read in a new way
MAX_ENTRIES = 500  # of a few hundred bytes each


class Cache:
    """Answers by key in a folder; a folder of None keeps nothing."""

    def __init__(self, folder: Optional[Path]) -> None:
        self.folder = folder

    def get(self, key: str) -> Optional[Any]:
        """The answer kept under `key`, or None."""
        if self.folder is None:
            return None
        try:
            kept = json.loads(files.read(self.folder / f"{key}.json"))
        except (ValueError, StoreError):
            return None
        return kept["answer"] if isinstance(kept, dict) and kept.get("format") == FORMAT else None

    def put(self, key: str, answer: Any) -> None:
        """Keep a valid answer. A disk that refuses is no reason to lose it: then it is not kept."""
        if self.folder is None:
            return
        data = json.dumps({"format": FORMAT, "answer": answer}, ensure_ascii=False).encode("utf-8", "replace")
        with contextlib.suppress(StoreError):
            files.replace(self.folder / f"{key}.json", data, durable=False)
            self._trim()

    def clear(self) -> int:
        """Remove every answer; returns how many there were."""
        kept = self._entries()
        for path in kept:
            with contextlib.suppress(OSError):
                os.unlink(path)
        return len(kept)

    def _trim(self) -> None:
        kept = self._entries()
        if len(kept) > MAX_ENTRIES:
            kept.sort(key=lambda p: files.stat(p).mtime_ns)
            for path in kept[: len(kept) - MAX_ENTRIES]:
                with contextlib.suppress(OSError):
                    os.unlink(path)

    def _entries(self) -> List[Path]:
        try:
            return sorted(self.folder.glob("*")) if self.folder else []
        except OSError:
            return []


def key_of(version: str, provider: str, model: str, inputs: Mapping[str, Any]) -> str:
    """64 hex digits for one question; `inputs` is what the prompt was rendered from, without its random fence."""
    basis = json.dumps([FORMAT, version, provider, model, inputs], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(basis.encode("utf-8", "surrogatepass")).hexdigest()
