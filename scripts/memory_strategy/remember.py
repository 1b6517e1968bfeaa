"""`add`: one statement that the owner (or the agent for them) asks to keep, with a receipt.

The rules say what it is (category, subject, dates made absolute); what the caller names outright wins. A statement that
was asked for is never below 4 unless `--type` says so (S4: 记下来 → 4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from .errors import Refused, UsageError
from .judge import Bench, Verdict
from .memory import Receipt, Store
from .model import ASSISTANT, OWNER, PRIVATE, Candidate, Evidence, Memory, Turn, utc_iso
from .rules import mood
from .rules.clauses import sentences_of
from .rules.dates import with_dates
from .rules.entities import entities
from .rules.reading import read_turn
from .rules.secrets import redact
from .rules.triggers import do_not_keep, find_trigger

ASKED_FOR = 4
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
    verdict = bench.judge([_candidate(turn, text, said)])[0]
    candidate, now = verdict.candidate, utc_iso(store.now)
    belief = (wish.kind or candidate.kind) == "belief"
    importance = wish.importance or _importance(wish, verdict)
    return Memory(
        id="", text=candidate.text, kind=wish.kind or candidate.kind, category=_category(wish, verdict, importance),
        importance=importance, confidence=0.6 if belief else candidate.confidence,
        tags=tuple(dict.fromkeys((*wish.tags, *candidate.tags))), entities=candidate.entities, source="manual",
        speaker="assistant" if belief else "user", audience=wish.audience, session=wish.session, created_at=now,
        valid_from=now, pinned=wish.pin, origin=ASSISTANT if belief else OWNER, subject=candidate.subject,
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
    return mood.is_filler(seen) or mood.asks(seen) or (trigger is not None and trigger.content == (0, 0))


def _candidate(turn: Turn, text: str, said) -> Candidate:  # noqa: ANN001 - datetime
    """The rules' reading where they see one statement in the text; else the whole text, as it was given."""
    found = read_turn(turn, (), said)
    if len(found) == 1:
        return found[0]
    features = tuple(dict.fromkeys(f for c in found for f in c.features))
    category = found[0].category if found and len({c.category for c in found}) == 1 else "patterns"
    return Candidate(text=with_dates(text, said), quote=text, kind="fact", category=category, rule="asked",
                     features=features, entities=entities(text), forced=ASKED_FOR)  # fmt: skip


def _importance(wish: Wish, verdict: Verdict) -> int:
    if wish.type in ("short", "medium"):
        return OF_TYPE[wish.type]
    return 5 if wish.category == "core" else max(ASKED_FOR, verdict.importance)


def _category(wish: Wish, verdict: Verdict, importance: int) -> str:
    if wish.category:
        return wish.category
    if importance >= ASKED_FOR and verdict.category == "daily":
        return "patterns"
    return "core" if importance == 5 else verdict.category
