"""The end of a conversation: the window's messages become memories, decisions their page, the save a line of its day.

Owns: `save`, `decisions`, the log of saves, the day's log, and what the last consolidation did. Refuses: rules of its
own: the window goes the way of every session, so saving twice stores nothing twice.
One surprising fact: the last report is not kept but told again from the records, so that nothing forgotten lives on in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from . import window
from .consolidate import Outcome, memory_of, owner_of, take_turns
from .judge import Bench
from .memory import Receipt, Store, drawing
from .model import ASSISTANT, HELD, OWNER, PRIVATE, Evidence, Memory, Turn, utc_iso
from .retrieve.scope import Scope
from .rules.reading import read_turn
from .store import files, journal, lines
from .store.lock import exclusive
from .window import Message, Window

DECISION_SCORE = 4  # a key decision stands on a page of its own, whatever the rules made of its weight
CONTEXT_TURNS = 6
EVERYTHING = Scope()


@dataclass(frozen=True)
class Saved:
    """What a save did."""

    messages: int
    tokens: int
    threshold: int
    outcome: Outcome
    summary: Optional[Memory]
    decisions: Tuple[Memory, ...]
    day: str
    log: str  # the day's Markdown, relative to the memory folder

    @property
    def news(self) -> bool:
        """Whether it did anything: a turn that was new, a summary."""
        return bool(self.outcome.receipts or self.outcome.wishes or self.turns or self.summary)

    @property
    def turns(self) -> int:
        """The messages that were new to the memory."""
        return self.outcome.turns - self.outcome.skipped["seen"] - self.outcome.skipped["forgotten"]


def save(store: Store, bench: Bench, *, write: bool = True) -> Saved:
    """Take the window in, and what fell out of it; the window itself stays, so that the conversation can go on.

    Raises: StoreError, Locked.
    """
    held = window.load(store)
    messages = (*held.waiting, *held.messages)
    outcome = take_turns(store, _turns(messages), bench, write=write)
    summary = _store_summary(store, held, write)
    found = tuple(m for m in outcome.of("written", "superseded", "merged") if m.category == "decisions")
    if write and held.waiting:
        window.saved(store, held.waiting)
    day = _today(store)
    made = Saved(
        len(held.messages), held.tokens, store.settings["window.summary_threshold"], outcome, summary, found, day,
        store.paths.relative(store.paths.day(day)),
    )  # fmt: skip
    if write and made.news:
        _log(store, made)
    return made


def _turns(messages: Sequence[Message]) -> List[Turn]:
    places: Dict[str, int] = {}
    turns = []
    for message in messages:
        places[message.session] = places.get(message.session, -1) + 1
        # By its number where it has one: positions must not depend on what has left the window since.
        number = message.id[1:]
        turns.append(window.turn_of(message, int(number) if number.isdigit() else places[message.session]))
    return turns


def _store_summary(store: Store, held: Window, write: bool) -> Optional[Memory]:
    """What a full window was condensed to, as a summary of its session; a later one takes the place of an earlier one.

    None where it was stored before. A group's is not stored: what several people said is nobody's summary.
    """
    last = (held.messages or held.waiting or (None,))[-1]
    if not held.summary or last is None or last.audience != PRIVATE or not write:
        return None
    now = utc_iso(store.now)
    evidence = Evidence(last.session, f"summary-{held.summarised}", held.summary, now, "summary")
    memory = Memory(
        id="", text=held.summary, kind="summary", category="daily", importance=3, confidence=0.8, source="summary",
        speaker="assistant", session=last.session, created_at=now, valid_from=now, origin=ASSISTANT, subject=last.session,
        attribute="window_summary", value=str(held.summarised), rule="window_summary", evidence=(evidence,),
    )  # fmt: skip
    with store.writing() as writer:
        receipt = writer.add(memory)
        writer.flush()
    return None if receipt.action == "exists" else receipt.memory


# -- decisions ------------------------------------------------------------------------------------------------------


def decisions(store: Store, bench: Bench, *, since: str = "", write: bool = True) -> List[Receipt]:
    """The decisions that the window and the record of the days hold, stored on their page; known ones are no news.

    `since` is an ISO day. Raises: ValueError when it is none, StoreError, Locked.
    """
    since = date.fromisoformat(since).isoformat() if since else ""
    held = window.load(store)
    wanted: List[Tuple[Memory, str]] = []
    before: List[Turn] = []
    for turn in (*_journaled(store, since), *_turns((*held.waiting, *held.messages))):
        said = (turn.time or store.now).astimezone(store.zone)
        before = [t for t in before if t.session == turn.session][-CONTEXT_TURNS:]
        found = () if store.forgotten.turn(turn, journal.identity(turn)) else read_turn(turn, tuple(before), said)
        chosen = [
            replace(c, category="decisions", forced=max(DECISION_SCORE, c.forced or 0))
            for c in found
            if "decision" in c.features and not store.forgotten.candidate(c, owner_of(turn), turn.time)
        ]
        for verdict in bench.judge(chosen):
            wanted.append((memory_of(turn, verdict, store), verdict.candidate.corrects))
        before.append(turn)
    if not write:
        return [Receipt("written", memory) for memory, _ in wanted]
    with store.writing() as writer:
        receipts = [writer.add(memory, corrects) for memory, corrects in wanted]
        stored = {m.id: m for m in writer.flush()}
    return [
        r._replace(memory=stored.get(r.memory.id, r.memory)) for r in receipts if r.action not in ("exists", "held")
    ]


def _journaled(store: Store, since: str) -> Iterator[Turn]:
    for path in sorted(store.paths.journal.glob("*.jsonl")):
        if path.stem < since:
            continue
        for entry in journal.read(path):
            if not entry.removed and entry.origin == OWNER:
                yield journal.turn_of(entry)


# -- the day's log --------------------------------------------------------------------------------------------------


def _today(store: Store) -> str:
    return store.now.astimezone(store.zone).date().isoformat()


def _log(store: Store, made: Saved) -> None:
    """One line of numbers and ids, without words: forgetting has nothing to look for in it."""
    path = store.paths.state / "saves.jsonl"
    with exclusive(store.paths.lock, store.settings["lock.wait_seconds"]):
        lines.mend(path)
        lines.append(path, [{
            "at": utc_iso(store.now), "day": made.day, "messages": made.messages, "tokens": made.tokens,
            "summary": made.summary.id if made.summary else "", "written": [m.id for m in made.outcome.of("written", "superseded")],
            "merged": len(made.outcome.of("merged")), "decisions": len(made.decisions),
        }])  # fmt: skip


@dataclass(frozen=True)
class DayLog:
    """A day: its Markdown, the memories made on it, its saves."""

    day: str
    path: str
    text: str
    memories: Tuple[Memory, ...]
    saves: Tuple[Dict[str, Any], ...]


def day_log(store: Store, day: str = "", who: Scope = EVERYTHING) -> DayLog:
    """The log of a day (ISO; today by default). For a group it is told anew from what `who` may be told: the page itself
    holds private words.

    Raises: ValueError when `day` is none, StoreError.
    """
    day = date.fromisoformat(day).isoformat() if day else _today(store)
    start = datetime.fromisoformat(day).replace(tzinfo=store.zone)
    since, until = utc_iso(start), utc_iso(start + timedelta(days=1))
    path = store.paths.day(day)
    with store.reading():
        held = (m for m in store.memories(status="active") if who.sees(m.owner, m.audience))
        made = tuple(m for m in held if since <= m.created_at < until)
    if who.audience != PRIVATE:
        spoken = (
            e for e in journal.read(store.paths.journal_file(day)) if not e.removed and who.sees(e.owner, e.audience)
        )
        told = [*(f"- {drawing.words(m)}" for m in made), *(f"- {drawing.turn_words(e, store.zone)}" for e in spoken)]
        return DayLog(day, store.paths.relative(path), "\n".join(told), made, ())
    saves = tuple(line.data for line in lines.scan(store.paths.state / "saves.jsonl") if line.data.get("day") == day)
    return DayLog(day, store.paths.relative(path), files.read_text(path) or "", made, saves)


# -- the last report ------------------------------------------------------------------------------------------------


def last_outcome(store: Store, who: Scope = EVERYTHING) -> Tuple[Outcome, str]:
    """What the newest run that learned something did, from the records; and when (ISO, "" when none ever did)."""
    with store.reading():
        held = {m.id: m for m in store.memories() if who.sees(m.owner, m.audience)}
    learned = [m for m in held.values() if m.source in ("chat", "autosave") and m.status not in ("archived", HELD)]
    stamp = max((m.recorded_at for m in learned), default="")
    outcome = Outcome()
    for memory in learned if stamp else ():
        if memory.recorded_at == stamp:
            old = tuple(held[i] for i in memory.supersedes if i in held)
            outcome.receipts.append(Receipt("superseded" if old else "written", memory, old))
            outcome.sessions.add(memory.session)
        elif memory.updated_at == stamp and memory.status == "active":
            outcome.receipts.append(Receipt("merged", memory))
    return outcome, stamp
