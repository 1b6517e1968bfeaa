"""Consolidation: session files in, memories out. Collect → filter → extract → classify → write → snapshot → report.

Turns are streamed and taken in batches. Rules, and a model where the owner lets one read, decide outside the lock; under
it the batch is checked again, applied and flushed, and only then do its turns count as seen. Run twice over the same
session it writes nothing new, since a turn is known by its message and its words, not by its place in a file.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Deque, Dict, FrozenSet, Iterable, Iterator, List, Optional, Sequence, Tuple

from . import second_look, setup, transcripts
from .asked_to_forget import Wished, answer_wish, without_wishes
from .errors import NotFound, TranscriptError
from .judge import Bench, Verdict
from .judge.hearing import Heard, of_the_user, weigh
from .judge.verdicts import by_rules
from .memory import Receipt, Store, Writer, holding
from .model import ASSISTANT, HARNESS, OTHER, OWNER, TOOL, Candidate, Evidence, Memory, Turn, utc_iso
from .rules.reading import Answer, answer_to_guess, read_turn
from .rules.secrets import holds_mask, redact
from .rules.triggers import do_not_keep
from .store import journal
from .text.fingerprint import statement_key
from .text.normalise import fold
from .text.tokens import cut_to_chars

if TYPE_CHECKING:
    from .judge.extraction import Change
    from .judge.known import Settled

BATCH_TURNS, BATCH_CHARS = 500, 1 << 20  # one lock and one fsync of each file per batch; bounds memory on a huge log
TURN_CHARS = 32_000  # more of one message is a pasted file, not talk: cut, and counted as such
WINDOW = "window"  # the host of turns that stand in no session file
MOST_PLANTED = 50  # orders of tools that one run sets aside
CONTEXT_TURNS = 8  # what "she" or "actually, it is Friday" may refer back to


@dataclass
class Outcome:
    """What a consolidation did. `receipts` are in the order of the words."""

    sessions: set[str] = field(default_factory=set)
    turns: int = 0
    receipts: List[Receipt] = field(default_factory=list)
    skipped: Counter = field(default_factory=Counter)
    wishes: List[Wished] = field(default_factory=list)
    planted: List[Tuple[Turn, Candidate]] = field(default_factory=list)  # what tools would have us remember
    method: str = "rules"
    fallback_reason: str = ""

    def of(self, *actions: str) -> List[Memory]:
        """The memories of these actions, each as last seen."""
        latest: Dict[str, Memory] = {}
        for receipt in self.receipts:
            if receipt.action in actions:
                latest[receipt.memory.id] = receipt.memory
        return list(latest.values())

    @property
    def replaced(self) -> List[Memory]:
        """The memories that were superseded."""
        return [old for receipt in self.receipts for old in receipt.replaced]


def consolidate(
    store: Store, logs: Sequence[Path], bench: Bench, *, write: bool = True, sessions: Optional[FrozenSet[str]] = None
) -> Outcome:
    """Take session files in; `write=False` shows what would be stored and writes nothing. `sessions` are the ones to
    take of a database that holds many.

    Raises: TranscriptError when a file is missing or nothing in it was recognised, StoreError, Locked.
    """
    outcome = Outcome(fallback_reason=bench.reason)
    failed: List[TranscriptError] = []
    if write and store.exists and bench.asker is not None:
        _look_again(store, bench, outcome)
    for log in logs:
        try:
            now = store.now.astimezone(store.zone)
            turns = transcripts.read(log, skipped=outcome.skipped, now=now, sessions=sessions)
            if write:
                setup.ensure(store)  # only now: a file that cannot be read leaves no folder behind
            for batch in _batches(_heard_of(turns, outcome)):
                _take(store, batch, bench, outcome, write)
        except TranscriptError as error:
            failed.append(error)
    _set_aside(store, bench, outcome, write)
    if failed and not outcome.turns and not outcome.skipped["seen"]:
        raise failed[0]
    for failure in failed:
        store.warn(str(failure))
    return _told(store, bench, outcome)


def take_turns(
    store: Store, turns: Iterable[Turn], bench: Bench, *, write: bool = True, outcome: Optional[Outcome] = None
) -> Outcome:
    """Take turns in that are no file: the window's, or a host's that hands them over. As `consolidate` otherwise; what
    happens is added to `outcome`, where one is given, while it happens.

    Raises: StoreError, Locked.
    """
    outcome = outcome or Outcome(fallback_reason=bench.reason)
    for batch in _batches(_heard_of(turns, outcome)):
        _take(store, batch, bench, outcome, write)
    _set_aside(store, bench, outcome, write)
    return _told(store, bench, outcome)


def _told(store: Store, bench: Bench, outcome: Outcome) -> Outcome:
    """The outcome with who judged; a model that was not to be had is said on stderr, in its own words."""
    outcome.method, outcome.fallback_reason = bench.method, bench.fallback_reason
    if bench.note:
        store.warn(bench.note)
    return outcome


def _look_again(store: Store, bench: Bench, outcome: Outcome) -> None:
    """Turns that only the rules saw while a model was away, read again now that it may be back."""
    with store.reading():
        due = second_look.due(store)
    heard = [h for h in _hear(store, due, set(), outcome) if h.keep]
    if heard:
        _write(store, heard, bench, outcome, known_turns=True)


def _heard_of(turns: Iterable[Turn], outcome: Outcome) -> Iterator[Tuple[Turn, str]]:
    """The turns that people said, with their keys; what was taken in before still serves as context."""
    for turn in turns:
        outcome.sessions.add(turn.session)
        if turn.machine:
            outcome.skipped["machine_session"] += 1
        elif turn.origin in (HARNESS, TOOL):
            outcome.skipped[turn.origin] += 1
            if turn.origin == TOOL and len(outcome.planted) < MOST_PLANTED:
                outcome.planted += [(turn, c) for c in holding.planted(turn)]
        elif turn.text.strip():
            outcome.turns += 1
            yield _cut(turn, outcome), journal.identity(turn)


def _set_aside(store: Store, bench: Bench, outcome: Outcome, write: bool) -> None:
    """Hold for review what tools planted; only the rules look at it, and no model is shown it."""
    planted, outcome.planted = outcome.planted, []
    if not planted:
        return
    judged = [(turn, by_rules(candidate, bench.weights, "")) for turn, candidate in planted]
    memories = [memory_of(turn, verdict, store) for turn, verdict in judged]
    memories = [m.replace(text=redact(m.text), evidence=(replace(m.evidence[0], quote=""),)) for m in memories]
    if not write:
        outcome.receipts += [Receipt("held", holding.held(m, m.rule)) for m in memories]
        return
    with store.writing() as writer:
        receipts = [writer.hold(memory, memory.rule) for memory in memories]
        new = {m.id for m in writer.flush()}
    outcome.receipts += [r for r in receipts if r.memory.id in new]


def _cut(turn: Turn, outcome: Outcome) -> Turn:
    if len(turn.text) <= TURN_CHARS:
        return turn
    outcome.skipped["long_turn_cut"] += 1
    return replace(turn, text=cut_to_chars(turn.text, TURN_CHARS))


def _batches(turns: Iterator[Tuple[Turn, str]]) -> Iterator[List[Tuple[Turn, str]]]:
    batch: List[Tuple[Turn, str]] = []
    chars = 0
    for item in turns:
        batch.append(item)
        chars += len(item[0].text)
        if len(batch) >= BATCH_TURNS or chars >= BATCH_CHARS:
            yield batch
            batch, chars = [], 0
    if batch:
        yield batch


def _take(store: Store, batch: List[Tuple[Turn, str]], bench: Bench, outcome: Outcome, write: bool) -> None:
    with store.reading() as index:
        seen = index.seen(key for _, key in batch)
    heard = list(_hear(store, batch, seen, outcome))
    if heard and write:
        _write(store, heard, bench, outcome)
    elif heard:
        weighed, _ = weigh(bench, heard, _known(store, bench), outcome.skipped)
        with store.reading():
            _apply(store, Writer(store, store.now), weighed, outcome)


def _known(store: Store, bench: Bench) -> List[Memory]:
    """What a model is told of what is known; nothing where none reads."""
    if not bench.reads:
        return []
    with store.reading():
        return list(store.memories(status="active"))


def _write(store: Store, heard: List[Heard], bench: Bench, outcome: Outcome, known_turns: bool = False) -> None:
    """Weigh outside the lock, apply under it. `known_turns` are in the journal already, and count as seen."""
    weighed, settled = weigh(bench, heard, _known(store, bench), outcome.skipped)
    with store.writing() as writer:
        again = set() if known_turns else store.index.seen(h.key for h in heard)
        # Asked again, since somebody may have forgotten something while the rules or a model decided.
        fresh = [h for h in weighed if h.key not in again and not (h.keep and store.forgotten.turn(h.turn, h.key))]
        before = len(outcome.receipts)
        _apply(store, writer, fresh, outcome, known_turns)
        outcome.receipts += [r for r in (_settle(store, writer, s, bench.method) for s in settled) if r]
        stored = {m.id: m for m in writer.flush()}
        second_look.settle(
            store, [h.key for h in fresh if h.again], [h.key for h in fresh if not h.again] if known_turns else []
        )
        outcome.receipts[before:] = [_as_stored(r, stored) for r in outcome.receipts[before:]]


def _hear(store: Store, batch: List[Tuple[Turn, str]], seen: set[str], outcome: Outcome) -> Iterator[Heard]:
    """Mask and read each turn that is new by the rules, in the light of the turns before it."""
    contexts: Dict[str, Deque[Turn]] = {}
    taken = set(seen)
    for turn, key in batch:
        turn = replace(turn, text=redact(turn.text), session=redact(turn.session), speaker=redact(turn.speaker))
        context = contexts.setdefault(turn.session, deque(maxlen=CONTEXT_TURNS))
        if store.forgotten.turn(turn, key):
            outcome.skipped["forgotten"] += 1
            if key not in taken:
                taken.add(key)
                yield Heard(turn, key, keep=False)
            continue
        if key in taken:
            outcome.skipped["seen"] += 1
            context.append(turn)
            continue
        taken.add(key)
        if turn.origin in (OWNER, OTHER) and do_not_keep(turn.text):
            outcome.skipped["not_to_be_kept"] += 1
            yield Heard(turn, key, keep=False)
            continue
        turn, forget = without_wishes(turn)
        if forget and not turn.text.strip():
            yield Heard(turn, key, keep=False, forget=forget)
            continue
        said = (turn.time or store.now).astimezone(store.zone)
        # "my password is [secret:password]" says nothing any more; only who asks to keep it keeps what is left.
        found = [c for c in read_turn(turn, tuple(context), said) if c.trigger or not holds_mask(c.text)]
        answer = answer_to_guess(turn, tuple(context), said)
        allowed = tuple(c for c in found if not store.forgotten.candidate(c, owner_of(turn), turn.time))
        if len(allowed) < len(found):
            outcome.skipped["forgotten"] += 1
        else:
            context.append(turn)
        yield Heard(turn, key, len(allowed) == len(found), allowed, forget=forget, answer=answer)


def _apply(store: Store, writer: Writer, heard: Iterable[Heard], outcome: Outcome, known_turns: bool = False) -> None:
    keep = "none" if known_turns else store.settings["journal.keep"]
    for item in heard:
        turn = item.turn
        if item.keep and (keep == "all" or (keep == "user" and turn.origin != ASSISTANT)):
            writer.journal(journal.entry_of(turn, turn.text, owner_of(turn), item.key, store.zone, store.now))
        if not item.verdicts and not item.forget and not item.answer:
            outcome.skipped["nothing_to_remember"] += 1
        for verdict in item.judged:
            _keep(store, writer, turn, verdict, None, outcome)
        for change, verdict in item.changed:
            if store.forgotten.candidate(change.candidate, owner_of(turn), turn.time):
                outcome.skipped["forgotten"] += 1
            else:
                _keep(store, writer, turn, verdict, change, outcome)
        outcome.receipts += _answered(store, writer, turn, item.answer)
        for what in item.forget:
            outcome.wishes.append(answer_wish(store, writer, turn, what))
            if outcome.wishes[-1].archived:
                outcome.receipts.append(Receipt("archived", outcome.wishes[-1].archived))
        if not known_turns:
            writer.see([item.key])


def _keep(
    store: Store, writer: Writer, turn: Turn, verdict: Verdict, change: Optional[Change], outcome: Outcome
) -> None:
    if verdict.importance < store.settings["consolidation.min_importance"]:
        outcome.skipped["unimportant"] += 1
        return
    memory = memory_of(turn, verdict, store)
    target = _still(writer, change.target) if change and change.target else None
    shape = holding.order_around(turn, verdict.candidate)
    if shape:
        receipt = writer.hold(memory.replace(text=holding.sentence_around(turn, verdict.candidate)), shape)
    elif target and change and change.action == "confirm":
        receipt = writer.confirm(target, memory)
    elif target:
        receipt = writer.add_instead(memory, target)
    else:
        receipt = writer.add(memory, corrects=verdict.candidate.corrects)
    if receipt.action != "exists":
        outcome.receipts.append(receipt)
        return
    outcome.skipped["known"] += 1
    if verdict.method != "rules" and receipt.memory.method == "rules" and not receipt.memory.pinned:
        # The second look of a model at what the rules graded while it was away.
        writer.revise(
            receipt.memory, importance=verdict.importance, dimensions=verdict.dimensions, method=verdict.method
        )


def _still(writer: Writer, shown: Memory) -> Optional[Memory]:
    """The memory as it is now, if it still says what the model was shown."""
    try:
        now = writer.get(shown.id)
    except NotFound:
        return None
    return now if now.status == "active" and now.text == shown.text else None


def _settle(store: Store, writer: Writer, found: Settled, method: str) -> Optional[Receipt]:
    """A belief confirmed by its owner becomes a fact; contradicted, it is history (S1)."""
    belief = _still(writer, found.belief)
    if belief is None or belief.kind != "belief":
        return None
    said = utc_iso(found.turn.time or store.now)
    evidence = (Evidence(found.turn.session, found.turn.message, found.quote, said, "chat"),)
    if found.verdict == "confirmed":
        return writer.confirm(belief, belief.replace(kind="fact", confidence=0.95, origin=OWNER, evidence=evidence))
    return _over(writer, belief, said, method, evidence)


def _over(writer: Writer, belief: Memory, said: str, method: str, evidence: Tuple[Evidence, ...]) -> Receipt:
    revised = writer.revise(
        belief, status="superseded", valid_to=said, method=method, evidence=(*belief.evidence, *evidence)
    )
    return Receipt("outdated", revised)


def _answered(store: Store, writer: Writer, turn: Turn, answer: Optional[Answer]) -> Iterator[Receipt]:
    """The guess that its owner answered: denied, it is over; confirmed too, since the fact now stands in their name."""
    if answer is None:
        return
    said = utc_iso(turn.time or store.now)
    evidence = (Evidence(turn.session, turn.message, answer.quote, said, "chat"),)
    for belief in writer.by_statement(statement_key(of_the_user(answer.guess))):
        ours = (belief.owner, belief.audience) == (owner_of(turn), turn.audience)
        if ours and belief.kind == "belief" and belief.status == "active" and not belief.pinned:
            yield _over(writer, belief, said, "rules", evidence)


def owner_of(turn: Turn) -> str:
    """Whose a statement is. Who calls themselves "user" in a group is not the owner."""
    if turn.origin != OTHER:
        return "user"
    return turn.speaker if fold(turn.speaker) not in ("", "user", "assistant") else f"other:{turn.speaker}"


def memory_of(turn: Turn, verdict: Verdict, store: Store) -> Memory:
    """The memory that a judged candidate of a turn becomes, before the store says whether it is new."""
    candidate: Candidate = verdict.candidate
    said = utc_iso(turn.time or store.now)
    source = "autosave" if turn.host == WINDOW else "chat"
    return Memory(
        id="", text=of_the_user(candidate), kind=candidate.kind, category=verdict.category, importance=verdict.importance,
        confidence=candidate.confidence, tags=candidate.tags, entities=candidate.entities, source=source,
        speaker=turn.speaker or turn.role, owner=owner_of(turn),
        audience=turn.audience, session=turn.session, message=turn.message, created_at=said, valid_from=said,
        origin=turn.origin, subject=candidate.subject, attribute=candidate.attribute, value=candidate.value,
        rule=candidate.rule, method=verdict.method, dimensions=verdict.dimensions,
        evidence=(Evidence(turn.session, turn.message, candidate.quote, said, source),),
    )  # fmt: skip


def _as_stored(receipt: Receipt, stored: Dict[str, Memory]) -> Receipt:
    return receipt._replace(
        memory=stored.get(receipt.memory.id, receipt.memory),
        replaced=tuple(stored.get(m.id, m) for m in receipt.replaced),
    )
