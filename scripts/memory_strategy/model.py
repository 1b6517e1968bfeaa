"""The value types that every room speaks: frozen, JSON-shaped, without I/O and without a clock.

One surprising fact: `created_at` is when the words were *said*, not when they were written down
(`recorded_at` is that). Age, decay and the day a memory belongs to all follow `created_at`, so a year-old
chat imported today is a year old.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple

KINDS = ("fact", "belief", "summary", "event")
CATEGORIES = ("core", "contacts", "projects", "decisions", "patterns", "preferences", "feedback", "daily")
HELD = "held"  # set aside for a person to look at (memory.holding): kept, and in no answer until it is accepted
STATUSES = ("active", "archived", "superseded", HELD)
TIERS = ("short", "medium", "long")
PRIVATE = "private"  # the audience of what was said one to one; a group's is "group:<id>"
ENV_AUDIENCE = "MEMORY_STRATEGY_AUDIENCE"  # a host that opens a group's session sets it once, for every command
NOBODY = "nobody"  # the audience under which a held memory is indexed: no scope sees it

# Who the words came from, decided by code and never by the text (provenance decides what may become a fact).
OWNER = "owner"  # the owner, speaking in a private session or marked as owner by the host
OTHER = "other"  # another person: a group member, a forwarded message
ASSISTANT = "assistant"
TOOL = "tool"  # tool results, web pages, files
HARNESS = "harness"  # what the host itself put into the conversation: envelopes, reminders, recalled memory
ORIGINS = (OWNER, OTHER, ASSISTANT, TOOL, HARNESS)
UNTRUSTED = (OTHER, TOOL, HARNESS)

DIMENSIONS = ("impact", "persistence", "reusability", "decision_basis")


@dataclass(frozen=True)
class Turn:
    """One message of a session, as its host recorded it, with what the host itself added taken out.

    `time` is timezone-aware or None (OpenAI arrays carry none). `message` is the host's message id, or a digest
    of role and text where the host has none: progress is keyed by it. `position` counts from 0 inside `session`.
    """

    host: str
    session: str
    message: str
    position: int
    origin: str
    text: str
    speaker: str = ""
    time: Optional[datetime] = None
    audience: str = PRIVATE
    session_key: str = ""
    machine: bool = False  # a session that a machine started: cron, hook, sub-agent, heartbeat

    @property
    def role(self) -> str:
        """The wire role: user, assistant, tool or system."""
        return {OWNER: "user", OTHER: "user", ASSISTANT: "assistant", TOOL: "tool"}.get(self.origin, "system")


@dataclass(frozen=True)
class DateMention:
    """A time expression in a text: `words` stand at text[start:end]; the range [since, until] is inclusive, ISO dates."""

    words: str
    start: int
    end: int
    since: str
    until: str
    relative: bool = False  # "下周三", "last Friday": means nothing without the day it was said


@dataclass(frozen=True)
class Candidate:
    """A statement that a rule (or a model) found worth judging, before it is a memory.

    `quote` is the exact run of the turn's text that is its evidence; `text` is what would be kept (one statement,
    resolved dates beside the words). `attribute` names what is said about `subject` ("residence", "likes:香菜"), so
    that a later value supersedes an earlier one; empty where nothing can be superseded.
    """

    text: str
    quote: str
    kind: str
    category: str
    rule: str
    subject: str = "user"
    attribute: str = ""
    value: str = ""
    features: Tuple[str, ...] = ()
    trigger: str = ""
    forced: Optional[int] = None  # the score that a trigger phrase sets: 5 or 4
    entities: Tuple[str, ...] = ()
    tags: Tuple[str, ...] = ()
    corrects: str = ""  # the value said to be wrong or over ("Thursday" in "Friday, not Thursday")
    confidence: float = 0.95


@dataclass(frozen=True)
class Evidence:
    """Where a memory's words stand: session, message, exact quote, time said (ISO, UTC)."""

    session: str = ""
    message: str = ""
    quote: str = ""
    time: str = ""
    source: str = "chat"


@dataclass(frozen=True)
class Memory:
    """One remembered statement with its history. Times are ISO 8601 in UTC; "" where there is none."""

    id: str
    text: str
    kind: str = "fact"
    category: str = "daily"
    importance: int = 3
    confidence: float = 0.95
    tags: Tuple[str, ...] = ()
    entities: Tuple[str, ...] = ()
    source: str = "manual"
    speaker: str = ""
    owner: str = "user"
    audience: str = PRIVATE
    session: str = ""
    message: str = ""
    created_at: str = ""
    updated_at: str = ""
    recorded_at: str = ""
    last_used_at: str = ""
    use_count: int = 0
    pinned: bool = False
    status: str = "active"
    supersedes: Tuple[str, ...] = ()
    superseded_by: str = ""
    path: str = ""
    # Beyond the contract: what supersession, provenance and explanation need.
    origin: str = OWNER
    subject: str = "user"
    attribute: str = ""
    value: str = ""
    rule: str = ""
    method: str = "rules"  # who judged it: rules, manual, or a model's provider
    dimensions: Mapping[str, int] = field(default_factory=dict)
    evidence: Tuple[Evidence, ...] = ()
    valid_from: str = ""
    valid_to: str = ""
    revision: int = 1

    @property
    def short(self) -> str:
        """The id as people see it: the last six characters of the ULID, lower case."""
        return self.id[-6:].lower()

    def replace(self, **changes: Any) -> Memory:
        """A copy with `changes`."""
        return dataclasses.replace(self, **changes)


CONTRACT_FIELDS = (
    "id", "text", "kind", "category", "importance", "confidence", "tags", "entities", "source", "speaker", "owner",
    "audience", "session", "message", "created_at", "updated_at", "last_used_at", "use_count", "pinned", "status",
    "supersedes", "superseded_by", "path",
)  # fmt: skip
_USAGE_FIELDS = ("last_used_at", "use_count")  # counted in usage.jsonl, never in a record line
_TUPLES = ("tags", "entities", "supersedes")


def memory_to_record(memory: Memory) -> Dict[str, Any]:
    """The JSON object of a record line: every field but use (kept apart) and path (derived)."""
    data = {f.name: getattr(memory, f.name) for f in dataclasses.fields(memory)}
    for name in (*_USAGE_FIELDS, "path"):
        del data[name]
    for name in _TUPLES:
        data[name] = list(data[name])
    data["dimensions"] = dict(memory.dimensions)
    data["evidence"] = [dataclasses.asdict(e) for e in memory.evidence]
    return data


def memory_from_record(data: Mapping[str, Any], *, checked: bool = False) -> Memory:
    """Read a record object; fields of a newer minor format are ignored.

    Raises: KeyError, TypeError or ValueError when the object is no memory (the caller reports the line). A store may
    come from elsewhere, so every field has its type, every word of a list is one of it, every time can be read;
    `checked`: it was already, and comes from the index.
    """
    known = {f.name for f in dataclasses.fields(Memory)}
    values = {k: v for k, v in _mapping(data).items() if k in known}
    for name in _TUPLES:
        values[name] = tuple(_list(values.get(name)))
    names = {f.name for f in dataclasses.fields(Evidence)}
    values["evidence"] = tuple(
        Evidence(**{k: v for k, v in _mapping(e).items() if k in names}) for e in _list(values.get("evidence"))
    )
    memory = Memory(**values)
    if not checked:
        _check(memory)
    return memory


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError("an object was expected")
    return value


def _list(value: Any) -> Sequence[Any]:
    if value is not None and not isinstance(value, (list, tuple)):
        raise TypeError("a list was expected")
    return value or ()


_TEXTS = tuple(f.name for f in dataclasses.fields(Memory) if f.type == "str")
_TIMES = ("created_at", "updated_at", "recorded_at", "valid_from", "valid_to")
_WORDS_OF = (("kind", KINDS), ("category", CATEGORIES), ("status", STATUSES), ("origin", ORIGINS))


def _check(memory: Memory) -> None:
    values = memory.__dict__
    lists = (*memory.tags, *memory.entities, *memory.supersedes, *_mapping(memory.dimensions))
    proofs = (v for e in memory.evidence for v in e.__dict__.values())
    if not all(isinstance(v, str) for v in (*(values[name] for name in _TEXTS), *lists, *proofs)):
        raise TypeError("texts, tags, entities, ids and evidence are strings")
    numbers = (memory.importance, memory.revision, *memory.dimensions.values())
    if not all(type(v) is int for v in numbers) or not 1 <= memory.importance <= 5 or type(memory.pinned) is not bool:
        raise TypeError("importance (1-5), revision and dimensions are integers, pinned is a boolean")
    if not isinstance(memory.confidence, (int, float)) or not 0 <= memory.confidence <= 1:
        raise TypeError("confidence is a number from 0 to 1")
    for name, words in _WORDS_OF:
        if values[name] not in words:
            raise ValueError(f"{name} is one of {', '.join(words)}")
    for name in _TIMES:
        if values[name] or name == "created_at":
            parse_time(values[name])


def memory_to_json(memory: Memory) -> Dict[str, Any]:
    """The memory as every command prints it: exactly the contract's fields, in its order."""
    out = {name: getattr(memory, name) for name in CONTRACT_FIELDS}
    for name in _TUPLES:
        out[name] = list(out[name])
    return out


@dataclass(frozen=True)
class Document:
    """One searchable text: a memory, a raw turn of the journal, or a line a person wrote into a face.

    `key` is unique: a memory's id, "turn:<identity>" (store.ids), or "note:<path>#<digest>". `position` orders documents
    inside `session` (neighbours explain each other). `payload` is the memory's JSON (all record fields), else {}.
    """

    key: str
    sort: str  # memory | turn | note
    text: str
    speaker: str = ""
    origin: str = OWNER
    owner: str = "user"
    audience: str = PRIVATE
    session: str = ""
    position: int = 0
    time: str = ""
    kind: str = ""
    category: str = ""
    status: str = "active"
    importance: int = 3
    pinned: bool = False
    path: str = ""
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Hit:
    """One answer to a query: the document, its relevance 0–1, and how it is to be used."""

    document: Document
    relevance: float
    strength: float = 1.0
    tier: str = "long"
    label: str = ""
    injection: str = "direct"  # direct | hedged | reference
    conflicts_with: Tuple[str, ...] = ()
    shown: str = ""  # the text at the level that its age loads: full, summary, key information
    terms: Mapping[str, float] = field(default_factory=dict)


def utc_iso(moment: datetime) -> str:
    """An aware datetime as ISO 8601 in UTC with milliseconds and a Z, which sorts as text."""
    text = moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def parse_time(text: str) -> datetime:
    """An ISO 8601 time (Z, offset, or naive taken as UTC) as an aware datetime.

    Raises: ValueError when it is none.
    """
    moment = datetime.fromisoformat(_fromisoformat_39(text.strip()))
    if not 1 < moment.year < 9999:  # in another zone it would be in no year that there is
        raise ValueError(f"{text!r} is out of range")
    return moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)


def _fromisoformat_39(text: str) -> str:
    # Python 3.9's fromisoformat knows neither Z nor fractions of other than 3 or 6 digits.
    if text[-1:] in "zZ":
        text = text[:-1] + "+00:00"
    if "." in text:
        head, tail = text.split(".", 1)
        digits = len(tail) - len(tail.lstrip("0123456789"))
        text = f"{head}.{tail[:digits][:6].ljust(6, '0')}{tail[digits:]}"
    return text
