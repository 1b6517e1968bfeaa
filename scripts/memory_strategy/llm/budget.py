"""What one run may spend on models, calls and tokens, and the answers that were paid for already.

A batch that always fails cannot run up a bill (D41). Valid answers of a model are kept under `state/answers/` by prompt,
model and all that went into the prompt; a fallback's verdict never comes in there.

One surprising fact: a call is counted when it starts, by an estimate that is never low, and corrected when the provider
says what it was; a call that hangs has been paid for too.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, List, Mapping, Optional

from ..errors import StoreError
from ..store import files
from .failures import OVER_BUDGET, Failure


@dataclass
class Budget:
    """The run's allowance and what is used of it."""

    calls: int
    tokens: int
    used_calls: int = 0
    used_tokens: int = 0

    def take(self, tokens: int) -> None:
        """Count a call of about `tokens`.

        Raises: Failure over_budget, and then nothing is counted.
        """
        if self.used_calls >= self.calls:
            raise Failure(OVER_BUDGET, f"{self.used_calls} calls made; llm.max_calls is {self.calls}")
        if self.used_tokens + tokens > self.tokens:
            raise Failure(
                OVER_BUDGET, f"{self.used_tokens} tokens used, {tokens} more wanted; llm.max_tokens is {self.tokens}"
            )
        self.used_calls += 1
        self.used_tokens += tokens

    def correct(self, estimated: int, spent: int) -> None:
        """Put what the provider counted in the place of the estimate (0: it said nothing)."""
        if spent > 0:
            self.used_tokens += spent - estimated


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
