"""What was forgotten on request, as keyed digests: enough to refuse it, too little to read it.

Kept are digests of the memory's id, of the turns it stood in (session and message), of its words, of what it claimed,
and of the words that were asked to be forgotten. The key lies beside them (`state/forgotten.key`, mode 0600, never
under git): who holds the folder *and* guesses the words can confirm the guess; nobody can read them.
One surprising fact: words are refused only in what was said up to a day after the request (or at no known time). An old
log is not learned again; who tells the same thing anew next month is heard.
"""

from __future__ import annotations

import contextlib
import hmac
import re
import secrets
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Dict, Iterable, List, NamedTuple, Optional, Set

from ..errors import StoreError
from ..model import Candidate, Memory, Turn, parse_time, utc_iso
from ..paths import Paths
from ..store import files, lines
from ..store.files import Stat
from ..text.fingerprint import content_key
from ..text.language import UNSPACED
from ..text.normalise import fold
from ..text.sentences import sentences

KEY_BYTES, DIGEST_DIGITS = 32, 32
# What the same conversation says after the request ("I have forgotten …") is refused with it.
GRACE = timedelta(days=1)
CODE_CHARS = 5  # a year or a port has four
MAX_UNITS = 12  # longer requests are known by their first units; a window this long is never a coincidence


class Mark(NamedTuple):
    """One thing not to be learned again: `sort` is id, turn, key, session, text, claim or words."""

    sort: str
    basis: str
    units: int = 0


@lru_cache(maxsize=1)
def _unit() -> re.Pattern:
    return re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")


def _units(text: str) -> List[str]:
    return _unit().findall(fold(text))


def of_words(words: str) -> Optional[Mark]:
    """The mark of words that may not be learned again; None where there is no letter or digit in them."""
    units = _units(words)[:MAX_UNITS]
    return Mark("words", "\x1f".join(units), len(units)) if units else None


def codes(text: str) -> List[str]:
    """The words of a text that nothing else would hold: of five signs or more, with a digit among them."""
    return [unit for unit in _units(text) if len(unit) >= CODE_CHARS and any(char.isdigit() for char in unit)]


def of_turn(session: str, message: str) -> Mark:
    """The mark of one message."""
    return Mark("turn", f"{session}\0{message}")


def of_text(text: str) -> Mark:
    """The mark of a statement: its words, whatever the punctuation."""
    return Mark("text", content_key(text))


def of_claim(owner: str, subject: str, attribute: str, value: str) -> Optional[Mark]:
    """The mark of what was claimed about whom; None where nothing was."""
    return Mark("claim", "\0".join((owner, fold(subject), attribute, fold(value)))) if attribute and value else None


class Forgotten:
    """The digests of one memory folder, read when they are first asked for and again when they changed."""

    def __init__(self, paths: Paths) -> None:
        self.log = paths.state / "forgotten.jsonl"
        self.key_file: Path = paths.state / "forgotten.key"
        self._stat: Optional[Stat] = None
        self._since: Dict[str, str] = {}  # digest → when it was forgotten last
        self._lengths: Set[int] = set()
        self._key = b""

    def __bool__(self) -> bool:
        """Whether anything was ever forgotten here."""
        self._load()
        return bool(self._since)

    def _load(self) -> None:
        stat = files.stat(self.log)
        if stat == self._stat:
            return
        self._since, self._lengths = {}, set()
        for line in lines.scan(self.log):
            digest, at = line.data.get("d"), line.data.get("at")
            if isinstance(digest, str) and isinstance(at, str):
                self._since[digest] = max(at, self._since.get(digest, ""))
                if line.data.get("n"):
                    self._lengths.add(int(line.data["n"]))
        self._key = self._read_key() if self._since else b""
        self._stat = stat

    def _read_key(self) -> bytes:
        with contextlib.suppress(ValueError, StoreError):
            return bytes.fromhex(files.read(self.key_file).decode("ascii", "replace").strip())
        return b""

    def _digest(self, mark: Mark) -> str:
        basis = f"{mark.sort}\0{mark.basis}".encode("utf-8", "surrogatepass")
        return hmac.digest(self._key, basis, "sha256").hex()[:DIGEST_DIGITS]

    # -- asking -------------------------------------------------------------------------------------------------------

    def _known(self, mark: Optional[Mark], said: Optional[datetime] = None) -> bool:
        if mark is None or not self._since:
            return False
        since = self._since.get(self._digest(mark))
        return since is not None and (said is None or said <= parse_time(since) + GRACE)

    def memory_id(self, memory_id: str) -> bool:
        """Whether a memory of this id was forgotten."""
        return bool(self) and self._known(Mark("id", memory_id.upper()))

    def turn(self, turn: Turn, key: str) -> bool:
        """Whether this message (known as `key`) may not be learned: it, its session or its words were forgotten."""
        if not self:
            return False
        keys = (Mark("key", key), of_turn(turn.session, turn.message), Mark("session", turn.session))
        said = (turn.text, turn.session, turn.speaker)  # a session may be named after it, and who spoke
        return any(self._known(mark) for mark in keys) or any(self.words(text, turn.time) for text in said)

    def words(self, text: str, said: Optional[datetime] = None) -> bool:
        """Whether a text, said then (None: at no known time), holds forgotten words."""
        if not self:
            return False
        if any(self._known(of_text(part), said) for part in (text, *sentences(text))):
            return True
        units = _units(text) if self._lengths else []
        windows = {"\x1f".join(units[i : i + n]) for n in self._lengths for i in range(len(units) - n + 1)}
        return any(self._known(Mark("words", window), said) for window in windows)

    def candidate(self, candidate: Candidate, owner: str, said: Optional[datetime]) -> bool:
        """Whether a statement found in a message may not be learned."""
        if not self:
            return False
        claim = of_claim(owner, candidate.subject, candidate.attribute, candidate.value)
        return self._known(claim, said) or any(self.words(t, said) for t in (candidate.text, candidate.quote))

    def memory(self, memory: Memory) -> bool:
        """Whether a memory that comes from elsewhere (an import) may not come back, whenever it was said."""
        if not self:
            return False
        claim = of_claim(memory.owner, memory.subject, memory.attribute, memory.value)
        turns = [of_turn(e.session, e.message) for e in memory.evidence if e.message]
        return (
            self.memory_id(memory.id) or any(self._known(mark) for mark in (claim, *turns))
            or any(self.words(text) for text in (memory.text, *(e.quote for e in memory.evidence)))
        )  # fmt: skip

    # -- keeping ------------------------------------------------------------------------------------------------------

    def keep(self, marks: Iterable[Optional[Mark]], now: datetime) -> int:
        """Add digests durably; returns how many. The caller holds the lock. Raises: StoreError."""
        self._load()
        self._key = self._key or self._read_key()
        if not self._key:
            self._key = secrets.token_bytes(KEY_BYTES)
            files.replace(self.key_file, self._key.hex().encode("ascii") + b"\n")
        added: Dict[str, Dict[str, object]] = {}
        for mark in marks:
            if mark is not None:
                added[self._digest(mark)] = {"d": self._digest(mark), "at": utc_iso(now)}
                if mark.units:
                    added[self._digest(mark)]["n"] = mark.units
        lines.append(self.log, added.values())
        self._stat = None
        return len(added)
