"""Exceptions of the package, each carrying what is wrong, what was expected and what to do.

The command line catches `MemoryStrategyError` and nothing else, prints `str(error)` on stderr and exits with
`error.exit_code`:

    MemoryStrategyError      1   failed, no file half-written
    ├── UsageError           2   the call's arguments do not fit
    ├── ModelRequired        4   `--require-llm`, and no model is to be had
    ├── NotSetUp             5   no memory folder here, or a configuration that cannot be read
    ├── Locked               5   another writer held the lock for longer than the wait
    ├── NotFound             1   no memory has that id
    ├── TranscriptError      1   a session file of which nothing was recognised
    ├── StoreError           1   a disk said no: full, read-only, not permitted
    └── Refused              1   the request was understood and is against a rule of the store
"""

from __future__ import annotations


class MemoryStrategyError(Exception):
    """What is wrong, what was expected, what to do: three sentences, the last two optional; `zh` is all of it in Chinese."""

    exit_code = 1

    def __init__(self, wrong: str, expected: str = "", do: str = "", zh: str = "") -> None:
        self.wrong, self.expected, self.do, self.zh = wrong, expected, do, zh
        super().__init__(" ".join(part for part in (wrong, expected, do) if part))

    def text(self, lang: str) -> str:
        """The message in a language, English where there is no other."""
        return self.zh if lang == "zh" and self.zh else str(self)


class UsageError(MemoryStrategyError):
    """The call's arguments do not fit together."""

    exit_code = 2


class ModelRequired(MemoryStrategyError):
    """A model was required (`--require-llm`) and is not to be had."""

    exit_code = 4


class NotSetUp(MemoryStrategyError):
    """There is no memory folder here, or its configuration cannot be read."""

    exit_code = 5


class Locked(MemoryStrategyError):
    """Another writer held the lock for longer than the configured wait."""

    exit_code = 5


class NotFound(MemoryStrategyError):
    """No memory has that id, or more than one has that short id."""


class TranscriptError(MemoryStrategyError):
    """A session file could not be read, or nothing in it was recognised."""


class StoreError(MemoryStrategyError):
    """The disk refused: full, read-only, not permitted, or a path that leaves the memory folder."""


class Refused(MemoryStrategyError):
    """Understood, and against a rule of the store (a forgotten memory restored, a plan past the loss guard)."""
