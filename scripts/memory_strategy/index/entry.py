"""A memory as a document, a document as the tables hold it, and back.

Owns: the derived values of one document (terms, statement key, short id, attribute key, class). Refuses: I/O.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Dict, NamedTuple, Optional, Tuple

from ..model import HELD, NOBODY, Document, Memory, memory_from_record, memory_to_record, parse_time
from ..relevance.cues import asks, tells_time
from ..text.fingerprint import content_key, statement_key
from ..text.language import language
from ..text.tokenise import terms
from .columns import Traits, pack_traits
from .schema import IndexBroken

if TYPE_CHECKING:
    from .database import Index

_FIELDS = tuple(Document.__dataclass_fields__)


class Entry(NamedTuple):
    """What the tables hold of a document; `statistics_class` sorts it for choosing settings ("turn.zh.owner")."""

    document: Document
    body: str
    terms: Tuple[str, ...]
    content: str
    statement: Optional[str]
    short: Optional[str]
    attribute: Optional[str]
    minute: int
    traits: int
    statistics_class: str

    @property
    def counts(self) -> Dict[str, int]:
        """Each term with its frequency."""
        return Counter(self.terms)


def entry_of(document: Document) -> Entry:
    """Derive what the tables hold."""
    found = tuple(terms(document.text))
    lang = language(document.text)
    is_memory = document.sort == "memory"
    traits = Traits(
        document.sort, document.status, document.origin, document.kind, document.category, document.importance,
        document.pinned, asks(document.text), tells_time(document.text),
    )  # fmt: skip
    return Entry(
        document, body_of(document), found, content_key(document.text),
        statement_key(document.text) if is_memory else None,
        document.key[-6:].lower() if is_memory else None, attribute_key(document) if is_memory else None,
        _minute(document.time), pack_traits(traits), f"{document.sort}.{lang}.{document.origin}",
    )  # fmt: skip


def attribute_key(document: Document) -> Optional[str]:
    """Owner, subject and attribute as one key; None where nothing can be superseded."""
    attribute = document.payload.get("attribute")
    if not attribute:
        return None
    return joined_attribute(document.owner, document.payload.get("subject", ""), attribute)


def joined_attribute(owner: str, subject: str, attribute: str) -> str:
    """The key of `attribute_key` from its parts."""
    return "\x1f".join((owner, subject, attribute))


def body_of(document: Document) -> str:
    """The document as JSON."""
    return json.dumps({name: getattr(document, name) for name in _FIELDS}, ensure_ascii=False, default=dict)


def document_from(body: str) -> Document:
    """The document behind a body.

    Raises: IndexBroken when it is none.
    """
    try:
        return Document(**json.loads(body))
    except (ValueError, TypeError) as error:
        raise IndexBroken(f"A document of the index cannot be read ({error}).") from error


def _minute(time: str) -> int:
    if not time:
        return 0
    try:
        return max(0, min(int(parse_time(time).timestamp() // 60), 0xFFFFFFFF))
    except (ValueError, OverflowError):
        return 0


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
