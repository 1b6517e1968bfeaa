"""Memories as the index holds them, and back."""

from __future__ import annotations

from ..index import Index
from ..model import HELD, NOBODY, Document, Memory, memory_from_record, memory_to_record


def document_of(memory: Memory) -> Document:
    """The searchable form of a memory."""
    return Document(
        key=memory.id, sort="memory", text=memory.text, speaker=memory.speaker, origin=memory.origin,
        owner=memory.owner, audience=NOBODY if memory.status == HELD else memory.audience, session=memory.session, time=memory.created_at,
        kind=memory.kind, category=memory.category, status=memory.status, importance=memory.importance,
        pinned=memory.pinned, path=memory.path, payload=memory_to_record(memory),
    )  # fmt: skip


def memory_of(index: Index, document: Document) -> Memory:
    """The memory behind a document, with its uses and its face."""
    memory = memory_from_record(document.payload, checked=True)
    count, last = index.use_of(memory.id)
    return memory.replace(use_count=count, last_used_at=last, path=document.path)
