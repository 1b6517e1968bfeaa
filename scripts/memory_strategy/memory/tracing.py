"""Finding everything that a request to forget means: memories, turns, a person's own lines, summaries made from them.

Owns: `Request`, `Selection`, `Trace` and the search. It reads records, journal and archive from the disk and never asks
the index, so that a forgetting killed anywhere finds on its second run whatever is left.
One surprising fact: asked by id, a raw turn goes too when it holds all the memory's words, as the assistant's echo does.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, Iterable, Iterator, List, Mapping, Optional, Set, Tuple
from urllib.parse import unquote

from ..errors import NotFound, UsageError
from ..model import Memory, memory_from_record
from ..store import journal, lines
from ..store.journal import Entry
from ..text.fingerprint import content_key
from ..text.normalise import fold
from ..text.tokenise import terms
from .forgotten import Mark, codes, of_claim, of_text, of_turn, of_words

if TYPE_CHECKING:
    from .opening import Store

BOUNDED_BELOW = 7  # a short Latin word ("form") stands inside others ("information"); a longer one hardly ever
ECHO_TERMS = 3  # a turn repeats a memory when it holds all its terms, and these are at least so many
STATEMENT_CHARS, TURN_CHARS = 4, 12  # shorter texts, and shorter turns ("okay, thanks"), stand in everything


@dataclass(frozen=True)
class Request:
    """What is to be forgotten: one of the four."""

    ids: Tuple[str, ...] = ()
    query: str = ""
    session: str = ""
    person: str = ""

    def check(self) -> None:
        """Raises: UsageError when it names nothing, or everything."""
        if sum(map(bool, (self.ids, self.query, self.session, self.person))) != 1:
            raise UsageError("One thing to forget was expected.", "Give IDs, or --query, or --session, or --person.",
                             zh="请只给出一种：编号，或 --query，或 --session，或 --person。")  # fmt: skip
        if self.words and of_words(self.words) is None:
            raise UsageError("There is no word in what is to be forgotten.", "", "Give a word or a name.",
                             zh="要遗忘的内容里没有文字，请给出词语或姓名。")  # fmt: skip
        if fold(self.person) in ("user", "assistant"):
            raise UsageError(f"--person {self.person} is everything that is remembered.", "",
                             "To erase all of it, remove the memory folder.",
                             zh=f"--person {self.person} 指的是全部记忆；若要清空，请直接删除记忆目录。")  # fmt: skip

    @property
    def words(self) -> str:
        """The words or the name that may nowhere stand, "" when it is asked by id or session."""
        return self.query or self.person


def squeezed(text: str) -> str:
    """The folded text with single spaces; without any where it is not ASCII (小 满 is 小满)."""
    folded = fold(text)
    return re.sub(r"\s+", " " if folded.isascii() else "", folded)


class Words:
    """Whether a text holds the words of a request: as a run of it, or (several words) all of them."""

    def __init__(self, query: str) -> None:
        self._ascii = fold(query).isascii()
        self.run = re.sub(r"\s+", " " if self._ascii else "", fold(query).strip())
        self._terms = frozenset(terms(query))
        self._bounded = self.run.isascii() and self.run.isalpha() and len(self.run) < BOUNDED_BELOW
        self._pattern = re.compile(rf"(?<![a-z0-9]){re.escape(self.run)}(?![a-z0-9])") if self._bounded else None

    def stands_in(self, text: str) -> bool:
        """Whether the text holds the words as one run, in whatever case, width, script, composition or escape."""
        return any(map(self._stands, readings(text)))

    def _stands(self, text: str) -> bool:
        folded = re.sub(r"\s+", " " if self._ascii else "", fold(text))
        return bool(self._pattern.search(folded)) if self._pattern else self.run in folded

    def __call__(self, text: str) -> bool:
        return self.stands_in(text) or (len(self._terms) > 1 and self._terms <= set(terms(unescaped(text))))


@dataclass(frozen=True)
class Trace:
    """What may nowhere stand any more once it is forgotten."""

    ids: FrozenSet[str] = frozenset()
    turns: FrozenSet[str] = frozenset()  # turn keys
    shorts: FrozenSet[str] = frozenset()  # block ids in the faces
    sessions: FrozenSet[str] = frozenset()
    words: Optional[Words] = None
    statements: Tuple[str, ...] = ()  # folded and squeezed

    def in_text(self, text: str) -> bool:
        """Whether a text holds the forgotten words, or a whole forgotten statement."""
        if self.words is not None and self.words(text):
            return True
        flat = squeezed(text) if self.statements else ""
        return any(statement in flat for statement in self.statements)

    def in_raw(self, raw: bytes) -> bool:
        """Whether bytes that may be JSON with escapes hold any of it, an id or a session included."""
        plain = raw.decode("utf-8", "replace")
        text = unescaped(plain)
        return self.in_text(plain) or self.in_text(text) or any(f'"{name}"' in text for name in self.names)

    @property
    def names(self) -> FrozenSet[str]:
        """What is only looked for as a whole JSON string: a session called "s1" is not in "s12"."""
        return self.ids | self.turns | self.sessions


def readings(text: str) -> List[str]:
    """A text as it stands, and as it reads once each kind of escape is resolved: \\uXXXX, then &#…;, then %XX."""
    found = [text]
    if "\\u" in text:
        found.append(_without_json_escapes(text))
    if "&" in text:
        found.append(html.unescape(found[-1]))
    if re.search(r"%[0-9A-Fa-f]{2}", found[-1]):
        found.append(unquote(found[-1], errors="replace"))
    return list(dict.fromkeys(found))


def unescaped(text: str) -> str:
    """The text without any escapes."""
    return readings(text)[-1]


def _without_json_escapes(text: str) -> str:
    plain = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m.group(1), 16)), text)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@dataclass
class Selection:
    """What a request means, for the preview; `newest` ranks every memory's last line, so that old wordings are told."""

    request: Request
    memories: List[Memory] = field(default_factory=list)
    summaries: List[Memory] = field(default_factory=list)
    turns: List[Entry] = field(default_factory=list)
    notes: List[Tuple[str, str]] = field(default_factory=list)  # (path, line)
    originals: Dict[str, Memory] = field(default_factory=dict)  # what the summaries were made from, and stays
    newest: Dict[str, Tuple[int, str]] = field(default_factory=dict)
    trace: Trace = Trace()

    def __bool__(self) -> bool:
        return bool(self.memories or self.summaries or self.turns or self.notes)

    def marks(self) -> Iterator[Optional[Mark]]:
        """What may not be learned again."""
        for memory in (*self.memories, *self.summaries):
            yield Mark("id", memory.id)
        for memory in self.memories:
            yield of_text(memory.text) if memory.text else None
            yield from map(of_words, codes(memory.text))
            yield of_claim(memory.owner, memory.subject, memory.attribute, memory.value)
            for proof in memory.evidence:
                yield of_turn(proof.session, proof.message) if proof.message else None
                yield of_text(proof.quote) if proof.quote else None
        for entry in self.turns:
            yield Mark("key", entry.key)
            yield of_turn(entry.session, entry.message)
            # "好的" said in a forgotten session must not silence every other message that begins with it.
            yield of_text(entry.text) if len(entry.text) >= TURN_CHARS else None
        if self.request.session:
            yield Mark("session", self.request.session)
        if self.request.words:
            yield of_words(self.request.words)


def select(store: Store, request: Request) -> Selection:
    """Find what a request means on the disk.

    Raises: UsageError, NotFound when an id is neither known nor forgotten already; StoreError.
    """
    request.check()
    found = Selection(request)
    words = Words(request.words) if request.words else None
    known = _known(store, found)
    targets = _memories(store, request, known, words)
    # A summary that holds the words is made anew from what stays; asked for by id, it goes with its originals.
    made = [] if request.ids else [m for m in targets if _is_made(m, known)]
    found.memories = _with_copies([m for m in targets if m not in made], known)
    ids = {m.id for m in found.memories}
    found.summaries = [m for m in made if m.id not in ids]
    found.summaries += _summaries(known, ids | {m.id for m in found.summaries})
    ids |= {m.id for m in found.summaries}
    found.turns = [e for e in _turns(store) if _turn_goes(e, request, found.memories, words)]
    found.originals = {i: known[i] for s in found.summaries for i in s.supersedes if i in known and i not in ids}
    if words is not None:
        found.notes = [
            (face.relative, note.text) for face in store.faces() for note in face.read().notes if words(note.text)
        ]
    said = [t for m in found.memories for t in (m.text, *(e.quote for e in m.evidence))]
    long = [e.text for e in found.turns if len(e.text) >= TURN_CHARS]
    found.trace = Trace(
        ids=frozenset(ids), turns=frozenset(e.key for e in found.turns),
        shorts=frozenset([i[-6:].lower() for i in ids] + [e.short for e in found.turns]),
        sessions=frozenset([request.session]) if request.session else frozenset(), words=words,
        statements=tuple({squeezed(t).strip() for t in (*said, *long) if len(squeezed(t).strip()) >= STATEMENT_CHARS}),
    )  # fmt: skip
    return found


def _known(store: Store, found: Selection) -> Dict[str, Memory]:
    """Every memory's newest line, of records and (where those have none) of the archive."""
    known: Dict[str, Memory] = {}
    for path in (*store.paths.record_files(), *sorted(store.paths.archive.glob("*.jsonl"))):
        for line in lines.scan(path):
            memory = _memory(line.data)
            if memory is None:
                continue
            rank = (memory.revision, memory.updated_at)
            if rank >= found.newest.get(memory.id, (0, "")):
                found.newest[memory.id] = rank
                held = known.get(memory.id)
                known[memory.id] = memory if memory.text or held is None else held
    return known


def _memory(data: Mapping[str, Any]) -> Optional[Memory]:
    try:
        return memory_from_record(data)
    except (KeyError, TypeError, ValueError):
        return None


def _turns(store: Store) -> List[Entry]:
    newest: Dict[str, Entry] = {}
    for path in sorted(store.paths.journal.glob("*.jsonl")):
        for line in lines.scan(path):
            entry = journal.entry_from_line(line.data)
            if entry is not None:
                newest[entry.key] = entry
    return list(newest.values())


def _memories(store: Store, request: Request, known: Mapping[str, Memory], words: Optional[Words]) -> List[Memory]:
    if request.ids:
        return [m for asked in request.ids for m in _by_id(store, asked, known)]
    if request.session:
        return [m for m in known.values() if _only_of(m, request.session)]
    person = fold(request.person)
    return [
        m for m in known.values()
        if (words and any(words(t) for t in _said(m))) or (person and person in map(fold, (m.owner, m.speaker, m.subject)))
    ]  # fmt: skip


def _is_made(memory: Memory, known: Mapping[str, Memory]) -> bool:
    """Whether the memory is a summary whose originals can still be read."""
    return memory.kind == "summary" and any(i in known and known[i].text for i in memory.supersedes)


def _with_copies(targets: List[Memory], known: Mapping[str, Memory]) -> List[Memory]:
    """The targets and what holds their words a second time: archived duplicates, and what was condensed into them."""
    found = {m.id: m for m in targets}
    texts = {(m.owner, m.audience, content_key(m.text)) for m in targets if m.text}
    for memory in known.values() if targets else ():
        copied = (
            memory.status == "archived"
            and memory.text
            and (memory.owner, memory.audience, content_key(memory.text)) in texts
        )
        if copied or (memory.status == "archived" and memory.superseded_by in found):
            found[memory.id] = memory
    return list(found.values())


def _by_id(store: Store, asked: str, known: Mapping[str, Memory]) -> List[Memory]:
    wanted = asked.lower().lstrip("^")
    found = [m for m in known.values() if len(wanted) >= 6 and m.id.lower().endswith(wanted)]
    if len(found) > 1:
        raise NotFound(f"{asked} names {len(found)} memories: {', '.join(m.id for m in found)}.", "", "Use a full id.",
                       zh=f"{asked} 对应 {len(found)} 条记忆：{', '.join(m.id for m in found)}。请用完整编号。")  # fmt: skip
    if not found and not store.forgotten.memory_id(asked):
        raise NotFound(f"No memory has the id {asked}.", "", "`memory_manager.py search` shows ids.",
                       zh=f"没有编号为 {asked} 的记忆。用 `memory_manager.py search` 可查看编号。")  # fmt: skip
    return found


def _said(memory: Memory) -> Tuple[str, ...]:
    """What makes a memory one about the words; where only its derived fields hold them, it stays without those."""
    return (memory.text, memory.subject, *memory.tags)


def _only_of(memory: Memory, session: str) -> bool:
    """Whether the memory comes from the session and from nowhere else."""
    sessions = {e.session for e in memory.evidence} | ({memory.session} if not memory.evidence else set())
    return sessions == {session} or (memory.session == session and sessions <= {session, ""})


def _summaries(known: Mapping[str, Memory], ids: Set[str]) -> List[Memory]:
    """The summaries made from these memories, and those made from them."""
    found: Dict[str, Memory] = {}
    while True:
        more = {
            m.id: m for m in known.values()
            if m.kind == "summary" and m.id not in ids and m.id not in found and set(m.supersedes) & (ids | set(found))
        }  # fmt: skip
        if not more:
            return list(found.values())
        found.update(more)


def _turn_goes(entry: Entry, request: Request, memories: Iterable[Memory], words: Optional[Words]) -> bool:
    if request.session:
        return entry.session == request.session
    if words is not None:
        person = fold(request.person)
        return words(entry.text) or bool(person) and person in map(fold, (entry.speaker, entry.owner))
    held = set(terms(entry.text))
    flat = squeezed(entry.text)
    for memory in memories:
        if entry.message and (entry.session, entry.message) in {(e.session, e.message) for e in memory.evidence}:
            return True
        needed = set(terms(memory.text))
        if len(needed) >= ECHO_TERMS and needed <= held:
            return True
        statement = squeezed(memory.text).strip()
        if len(statement) >= STATEMENT_CHARS and statement in flat:
            return True
    return False
