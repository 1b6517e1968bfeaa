"""What the next flush puts on disk, with the lookups that a batch needs of itself.

A batch of five hundred turns may say the same thing twice, or a thing and its correction: the second must find the
first before either is in the index.
"""

from __future__ import annotations

from typing import Dict, Iterator, List, Optional, Set, Tuple

from ..model import Memory
from ..store import journal
from ..text.fingerprint import statement_key


class Pending:
    """Memories (the newest of each id), journal entries and seen keys, in the order they came."""

    def __init__(self) -> None:
        self.memories: Dict[str, Memory] = {}
        self.entries: Dict[str, journal.Entry] = {}
        self.seen: List[str] = []
        self._shorts: Dict[str, str] = {}
        self._statements: Dict[str, Set[str]] = {}
        self._attributes: Dict[Tuple[str, str, str], Set[str]] = {}

    def put(self, memory: Memory) -> None:
        """Add a memory, or a newer form of one."""
        self.memories[memory.id] = memory
        self._shorts[memory.short] = memory.id
        self._statements.setdefault(statement_key(memory.text), set()).add(memory.id)
        self._attributes.setdefault((memory.owner, memory.subject, memory.attribute), set()).add(memory.id)

    def find(self, memory_id: str) -> Optional[Memory]:
        """By id or short id."""
        return self.memories.get(memory_id.upper()) or self.memories.get(self._shorts.get(memory_id.lower(), ""))

    def by_statement(self, key: str) -> Iterator[Memory]:
        """Those that say the same; a form that was replaced meanwhile is told by its words."""
        held = (self.memories[i] for i in sorted(self._statements.get(key, ())))
        return (m for m in held if statement_key(m.text) == key)

    def by_attribute(self, wanted: Tuple[str, str, str]) -> Iterator[Memory]:
        """Those about the same attribute of the same subject."""
        return (self.memories[i] for i in sorted(self._attributes.get(wanted, ())))
