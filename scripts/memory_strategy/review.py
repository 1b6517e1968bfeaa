"""What waits in `review.md`: statements that read like orders, held until a person accepts or refuses them.

Owns: `waiting`, `accept`, `refuse`. Refuses: to decide by itself, ever; time does not accept anything.
One surprising fact: a refused statement is erased, and its words are not learned again from tools, pages or groups. An
owner who says it anew is asked anew.
"""

from __future__ import annotations

from typing import List

from .errors import Refused
from .memory import Store, archive, holding
from .memory.forgotten import of_text
from .model import HELD, Memory, utc_iso


def waiting(store: Store) -> List[Memory]:
    """The held memories, oldest first.

    Raises: NotSetUp, StoreError.
    """
    with store.reading():
        return sorted(store.memories(status=HELD), key=lambda m: (m.recorded_at, m.id))


def accept(store: Store, memory_id: str, *, write: bool = True) -> Memory:
    """Make a held statement the owner's own; it moves from `review.md` to its topic.

    Raises: NotFound, Refused when it is not waiting, StoreError, Locked.
    """
    with store.writing() as writer:
        memory = _held(writer.get(memory_id))
        changes = holding.accepted(memory)
        memory = writer.revise(memory, **changes, valid_from=memory.valid_from or utc_iso(store.now))
        if not write:
            writer.discard()
    return memory


def refuse(store: Store, memory_id: str, *, write: bool = True) -> Memory:
    """Erase a held statement for good; only its id stays. Returns it as it was.

    Raises: NotFound, Refused when it is not waiting, StoreError, Locked.
    """
    with store.writing() as writer:
        memory = _held(writer.get(memory_id))
        if write:
            writer.revise(memory, **archive.tombstone(memory, archive.REFUSED))
            writer.flush()
            store.forgotten.keep([of_text(memory.text)], store.now)
            archive.settle(store)
    return memory


def _held(memory: Memory) -> Memory:
    if memory.status != HELD:
        raise Refused(
            f"Memory {memory.short} does not wait for review: it is {memory.status}.", "",
            "`memory_manager.py review list` shows what waits.",
            zh=f"记忆 {memory.short} 不在待审阅之列。`memory_manager.py review list` 可查看。",
        )  # fmt: skip
    return memory
