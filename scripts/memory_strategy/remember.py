"""`add`: one statement that the owner (or the agent for them) asks to keep, with a receipt.

The words are kept whole. The rules say what they are (category, subject, what they replace, dates made absolute); what the
caller names outright wins. A statement that was asked for is never below 4 unless `--type` says so (S4: 记下来 → 4) or it
is a joke or a shopping list.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Optional, Sequence, Tuple

from .errors import Refused, UsageError
from .judge import Bench, Verdict
from .memory import Receipt, Store
from .model import ASSISTANT, OWNER, PRIVATE, Candidate, Evidence, Memory, Turn, utc_iso
from .rules import mood
from .rules.asked import asked_for, is_trifle, kept_part, leaves_out, topic_of
from .rules.clauses import MAX_TURN, sentences_of
from .rules.reading import read_turn
from .rules.secrets import redact
from .rules.triggers import do_not_keep, find_trigger
from .text.normalise import fold

ASKED_FOR = 4
TRIFLE = 3  # a joke or a shopping list, of which the owner gave no weight
OF_TYPE = {"short": 2, "medium": 3, "long": ASKED_FOR}


@dataclass(frozen=True)
class Wish:
    """What the caller asks to keep, and what they name outright ("" or None: the rules decide)."""

    content: str
    type: str = ""
    kind: str = ""
    category: str = ""
    tags: Tuple[str, ...] = ()
    pin: bool = False
    importance: Optional[int] = None
    session: str = ""
    audience: str = PRIVATE


def remember(store: Store, wish: Wish, bench: Bench, *, write: bool = True) -> Receipt:
    """Keep a statement; the receipt is given only after it was read back from the disk.

    Raises: UsageError when there is nothing to keep, Refused when the words say nothing or ask not to be kept,
    StoreError, Locked.
    """
    memory, corrects = _memory(store, wish, bench)
    if not write:
        return Receipt("written", memory)
    with store.writing() as writer:
        if store.forgotten.words(memory.text):  # an explicit wish counts for more than an old one; it is only said
            store.warn("These words were forgotten on request before; they are kept now because you asked for it."
                       if store.language != "zh" else "这些内容曾按要求遗忘；现按你的新要求重新记下。")  # fmt: skip
        receipt = writer.add(memory, corrects)
        stored = {m.id: m for m in writer.flush()}
    return receipt._replace(
        memory=stored.get(receipt.memory.id, receipt.memory),
        replaced=tuple(stored.get(m.id, m) for m in receipt.replaced),
    )


def _memory(store: Store, wish: Wish, bench: Bench) -> Tuple[Memory, str]:
    text = redact(wish.content).strip()
    if not text:
        raise UsageError(
            "There is nothing to remember.",
            "--content with some words was expected.",
            zh="内容为空：请用 --content 给出要记住的话。",
        )
    _check(text)
    said = store.now.astimezone(store.zone)
    turn = Turn("manual", wish.session or "manual", "", 0, OWNER, text, speaker="user", time=store.now)
    verdict = bench.judge([_candidate(store, turn, said)])[0]
    candidate, now = verdict.candidate, utc_iso(store.now)
    inferred, belief = wish.kind == "belief", (wish.kind or candidate.kind) == "belief"  # the agent's guess, anybody's
    importance = wish.importance or _importance(wish, verdict)
    return Memory(
        id="", text=candidate.text, kind=wish.kind or candidate.kind, category=_category(wish, verdict, importance),
        importance=importance, confidence=0.6 if belief else candidate.confidence,
        tags=tuple(dict.fromkeys((*wish.tags, *candidate.tags))), entities=candidate.entities, source="manual",
        speaker="assistant" if inferred else "user", audience=wish.audience, session=wish.session, created_at=now,
        valid_from=now, pinned=wish.pin, origin=ASSISTANT if inferred else OWNER, subject=candidate.subject,
        attribute=candidate.attribute, value=candidate.value, rule=candidate.rule, method=verdict.method,
        dimensions=verdict.dimensions, evidence=(Evidence(wish.session, "", text, now, "manual"),),
    ), candidate.corrects  # fmt: skip


def _check(text: str) -> None:
    """Refuse what asks not to be kept, and what says nothing: greetings, questions, a trigger phrase alone.

    Raises: Refused. Kept as facts, they would lead the snapshot ("Facts: hello; ok; remember this").
    """
    if do_not_keep(text):
        raise Refused("The words ask not to be kept, so nothing was stored.", "", "Leave that sentence out to store the rest.",
                      zh="这句话要求不要记住，因此没有保存。若要保存其余内容，请去掉这一句。")  # fmt: skip
    sentences = sentences_of(text)
    if sentences and all(_is_empty(s.seen, s.text) for s in sentences):
        raise Refused("There is nothing to remember in these words.", "A statement was expected, such as: I prefer window seats.",
                      "Ask what is to be kept.",
                      zh="这句话里没有可以记住的内容。应为一句陈述，如：我喜欢靠窗的座位。请问清要记住什么。")  # fmt: skip


def _is_empty(seen: str, text: str) -> bool:
    trigger = find_trigger(text)
    if trigger is not None:  # 能不能帮我记一下：我周三请假 asks for something to be kept
        return trigger.content == (0, 0)
    return mood.is_filler(seen) or mood.asks(seen)


def _candidate(store: Store, turn: Turn, said: datetime) -> Candidate:
    """The rules' reading where they leave nothing out; else the whole text, as it was given."""
    text = turn.text
    found = read_turn(turn, (), said)
    places = [(text.find(c.quote), text.find(c.quote) + len(c.quote)) for c in found]
    if len(found) == 1 and found[0].quote in text and not leaves_out(text, places):
        return found[0]
    start, end = kept_part(text)
    if len(text) > MAX_TURN:  # a document is kept as it is
        start, end = 0, len(text)
    return _fitting(store, asked_for(text[start:end], text, said, found), found)


def _fitting(store: Store, whole: Candidate, found: Sequence[Candidate]) -> Candidate:
    """The whole text with the one attribute of which it tells a new value: "I sold the Golf, I drive a Tesla".

    What repeats a known value is kept for the rest that it says, so it claims no attribute.
    """
    telling = [c for c in found if c.attribute]
    if not telling or not store.exists:
        return whole
    with store.reading() as index:
        for told in telling:
            held = [d.payload for d in index.by_attribute("user", told.subject, told.attribute) if d.status == "active"]
            if any(fold(str(m.get("value"))) != fold(told.value) for m in held):
                return replace(whole, attribute=told.attribute, value=told.value, subject=told.subject)
            if held and whole.attribute == told.attribute:
                whole = replace(whole, attribute="", value="")
    return whole


def _importance(wish: Wish, verdict: Verdict) -> int:
    if wish.type in ("short", "medium"):
        return OF_TYPE[wish.type]
    if wish.category == "core":
        return 5
    if not wish.type and not verdict.candidate.trigger and is_trifle(verdict.candidate.text.lower()):
        return TRIFLE
    return max(ASKED_FOR, verdict.importance)


def _category(wish: Wish, verdict: Verdict, importance: int) -> str:
    if wish.category:
        return wish.category
    text = verdict.candidate.text.lower()
    if importance == TRIFLE and is_trifle(text):
        return "daily"
    if importance >= ASKED_FOR and verdict.category == "daily":  # a meeting, a deadline, an appointment
        topic = topic_of(text)
        return topic if topic in ("core", "contacts", "decisions") else "projects"
    return "core" if importance == 5 else verdict.category
