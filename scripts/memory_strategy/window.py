"""The window: the last messages of the conversation that is going on, with their token count.

Owns: `state/window.json`, a FIFO of `window.size` messages; its warning and its summary. Refuses: deciding what becomes
a memory (`autosave`), and keeping a secret: text is masked before the file is written.
One surprising fact: a message that falls out is not lost. It waits in the same file until `autosave` has taken it in, so
a short window does not mean a short memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Sequence, Tuple

from .consolidate import WINDOW
from .errors import UsageError
from .memory import Store
from .model import ASSISTANT, HARNESS, OTHER, OWNER, PRIVATE, TOOL, Memory, Turn, parse_time, utc_iso
from .retention import retention_value
from .rules.instructions import instruction_shape
from .rules.mood import asks_inside, is_filler
from .rules.secrets import redact
from .rules.triggers import do_not_keep
from .store import files
from .store.lock import exclusive
from .text.normalise import fold, without_escapes
from .text.sentences import sentences
from .text.tokens import count_tokens

FORMAT = 1
ORIGINS = {"user": OWNER, "assistant": ASSISTANT, "tool": TOOL, "system": HARNESS}
MESSAGE_TOKENS = 4  # what a chat format spends on a message's role and borders, in every vocabulary measured
MOST_WAITING = 1000  # messages that fell out and nobody saved; past that the oldest go, and a warning says so
SUMMARY_TOKENS = 400  # a tenth of the threshold at which it is made
KEPT_AFTER_SUMMARY = 4  # the newest messages stay word for word: the next answer refers to them


@dataclass(frozen=True)
class Message:
    """One message, secrets masked. `time` is ISO in UTC."""

    id: str
    role: str
    text: str
    time: str
    speaker: str = ""
    session: str = ""
    audience: str = PRIVATE

    @property
    def tokens(self) -> int:
        """What it costs in a prompt, an upper estimate."""
        return count_tokens(self.text) + MESSAGE_TOKENS


@dataclass(frozen=True)
class Window:
    """The messages, oldest first; those that fell out and wait to be saved; what older ones were condensed to."""

    messages: Tuple[Message, ...] = ()
    waiting: Tuple[Message, ...] = ()
    summary: str = ""
    summarised: int = 0
    next: int = 1  # never goes back, also not when the window is cleared: a message's id is its own

    @property
    def tokens(self) -> int:
        """What the window costs in a prompt."""
        return sum(m.tokens for m in self.messages) + (count_tokens(self.summary) if self.summary else 0)


@dataclass(frozen=True)
class State:
    """How full the window is: `level` is ok, warning or full."""

    level: str
    tokens: int
    warning_threshold: int
    summary_threshold: int
    messages: int


def load(store: Store) -> Window:
    """The window as it stands; an empty one where there is none or its file is damaged (a warning says so).

    Raises: StoreError.
    """
    raw = files.read(store.paths.window)
    if not raw:
        return Window()
    try:
        data = json.loads(raw)
        summary = data.get("summary") or {}
        return Window(
            tuple(_message(m) for m in data["messages"]), tuple(_message(m) for m in data["waiting"]),
            str(summary.get("text", "")), int(summary.get("of", 0)), int(data["next"]),
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        store.warn(f"{store.paths.window} could not be read and counts as empty; the next message replaces it.",
                   f"{store.paths.window} 无法读取，按空窗口处理；下一条消息会替换它。")  # fmt: skip
        return Window(next=int(store.now.timestamp()))


def _message(data: Mapping[str, Any]) -> Message:
    return Message(**{name: str(data[name]) for name in Message.__dataclass_fields__})


def add(store: Store, role: str, text: str, *, speaker: str = "", session: str = "", audience: str = PRIVATE) -> Window:
    """Put a message in; the oldest falls out, and past `window.summary_threshold` all but the newest are condensed.

    Raises: UsageError for an unknown role or an empty text, StoreError, Locked.
    """
    text = redact(without_escapes(text)).strip()
    if role not in ORIGINS:
        raise UsageError(f"{role!r} is no role.", f"One of {', '.join(ORIGINS)} was expected.",
                         zh=f"没有角色 {role!r}，应为 {'、'.join(ORIGINS)}。")  # fmt: skip
    if not text:
        raise UsageError(
            "The message is empty.", "--content with some words was expected.", zh="消息为空：请给出 --content。"
        )
    with _changing(store) as change:
        window = change.window
        speaker, session = redact(speaker), redact(session)
        session = session or f"window-{store.now.astimezone(store.zone).date().isoformat()}"
        made = Message(f"w{window.next}", role, text, utc_iso(store.now), speaker, session, audience)
        window = replace(window, messages=(*window.messages, made), next=window.next + 1)
        change.window = _fitted(store, window)
        return change.window


def clear(store: Store) -> int:
    """Empty the window; returns how many messages went, those that waited included.

    Raises: StoreError, Locked.
    """
    with _changing(store) as change:
        gone = len(change.window.messages) + len(change.window.waiting)
        change.window = Window(next=change.window.next)
        return gone


def saved(store: Store, taken: Iterable[Message]) -> Window:
    """Let go of the waiting messages that were taken in. Raises: StoreError, Locked."""
    ids = {m.id for m in taken}
    with _changing(store) as change:
        change.window = replace(change.window, waiting=tuple(m for m in change.window.waiting if m.id not in ids))
        return change.window


def state(store: Store, window: Window) -> State:
    """How full the window is."""
    warning, full = store.settings["window.warning_threshold"], store.settings["window.summary_threshold"]
    level = "full" if window.tokens > full else "warning" if window.tokens >= warning else "ok"
    return State(level, window.tokens, warning, full, len(window.messages))


def turn_of(message: Message, position: int) -> Turn:
    """The message as the flows know it."""
    return Turn(
        WINDOW, message.session, message.id, position, _origin(message), message.text,
        message.speaker or message.role, parse_time(message.time), message.audience,
    )  # fmt: skip


def _origin(message: Message) -> str:
    """Whose words these are: in a group a user's are somebody's, as in a session file; the owner speaks in private."""
    return OTHER if message.role == "user" and message.audience != PRIVATE else ORIGINS[message.role]


# -- condensing -----------------------------------------------------------------------------------------------------


def key_sentences(texts: Sequence[str], store: Store, limit: int) -> str:
    """The sentences most worth keeping, whole and in their order, within `limit` tokens; "" where none says anything.

    Questions, small talk, what was asked not to be kept and what reads like an order are left out.
    """
    found: List[Tuple[float, int, str]] = []
    for text in texts:
        if do_not_keep(text):
            continue
        for sentence in sentences(text):
            seen = fold(sentence)
            if not (is_filler(seen) or asks_inside(seen) or instruction_shape(sentence)):
                value = retention_value(Memory(id="", text=sentence, kind="event"), store.now)
                found.append((value, len(found), sentence))
    left, chosen = limit, []
    for _, place, sentence in sorted(found, key=lambda item: (-item[0], item[1])):
        cost = count_tokens(sentence) + 1
        if cost <= left:
            left -= cost
            chosen.append((place, sentence))
    return "\n".join(sentence for _, sentence in sorted(chosen))


def _fitted(store: Store, window: Window) -> Window:
    if window.tokens > store.settings["window.summary_threshold"]:
        window = _condensed(store, window)
    excess = max(0, len(window.messages) - max(1, store.settings["window.size"]))
    return _set_waiting(store, window, window.messages[:excess], window.messages[excess:])


def _condensed(store: Store, window: Window) -> Window:
    """All but the newest messages as key sentences of what the owner said, beside those of the summary before."""
    old, new = window.messages[:-KEPT_AFTER_SUMMARY], window.messages[-KEPT_AFTER_SUMMARY:]
    said = [m.text for m in old if _origin(m) == OWNER]
    summary = key_sentences([*filter(None, (window.summary,)), *said], store, SUMMARY_TOKENS)
    window = replace(window, summary=summary, summarised=window.summarised + len(old))
    return _set_waiting(store, window, old, new)


def _set_waiting(store: Store, window: Window, out: Sequence[Message], stay: Sequence[Message]) -> Window:
    waiting = (*window.waiting, *out)
    if len(waiting) > MOST_WAITING:
        store.warn(
            f"{len(waiting) - MOST_WAITING} messages left the window unsaved. Run `memory_manager.py autosave` more often.",
            f"有 {len(waiting) - MOST_WAITING} 条消息未保存就移出了窗口，请更常运行 `memory_manager.py autosave`。",
        )
    return replace(window, messages=tuple(stay), waiting=waiting[-MOST_WAITING:])


# -- the file -------------------------------------------------------------------------------------------------------


@dataclass
class _Change:
    window: Window = field(default_factory=Window)


@contextlib.contextmanager
def _changing(store: Store) -> Iterator[_Change]:
    """Read, change and write under the writers' lock, so that two hooks at once lose nothing (D18)."""
    store.require()
    with exclusive(store.paths.lock, store.settings["lock.wait_seconds"]):
        change = _Change(load(store))
        before = _digest(change.window)
        yield change
        if _digest(change.window) != before:
            files.replace(store.paths.window, _bytes(change.window))


def _bytes(window: Window) -> bytes:
    # The summary is an object of its own: forgetting drops the smallest object that holds a forgotten word.
    data: Dict[str, Any] = {
        "format": FORMAT, "messages": [asdict(m) for m in window.messages], "waiting": [asdict(m) for m in window.waiting],
        "summary": {"text": window.summary, "of": window.summarised}, "next": window.next,
    }  # fmt: skip
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def _digest(window: Window) -> str:
    return hashlib.sha256(_bytes(window)).hexdigest()
