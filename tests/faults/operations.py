"""What is interrupted: eight commands, each on a small store made ready for it, and what must be there afterwards.

Everything is invented. A store is made once for each operation and copied for each point; the copy is opened once
before the fault, since a copied file has another inode and would be read anew.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, FrozenSet, Tuple

from memory_strategy import forget, maintain, setup
from memory_strategy.consolidate import consolidate
from memory_strategy.errors import NotFound
from memory_strategy.memory.tracing import Request
from stores import BENCH, add, keep, memory, new_store, open_store

NOW, LATER = "2026-05-06T09:00:00Z", "2026-05-06T10:00:00Z"
NOTE = "a line of my own, which nobody may touch"
FORGOTTEN = "The alarm code of the shed is written on the blue tin"
LONG = (
    "第{n}次园艺会的纪要：{people}到场，讨论了堆肥桶、雨水罐和苗床的分配，最后决定下月再看一次，由小满带尺子来量。" * 3
)
KEPT = (
    "I live in Porto", "小满喜欢靠窗的座位", "The rain barrel holds 200 litres", "We decided to paint the gate green",
    "老陈的电话放在蓝色文件夹里", "Odo borrowed the ladder",
)  # fmt: skip
SAID = (
    "记下来：堆肥桶周四清空", "谢谢", "I am allergic to walnuts.", "We decided to move the seedlings to Juno's shed.",
    "记住：小满的生日是五月二十日", "okay", "Remember: the spare key is with Ines.",
)  # fmt: skip
ANCHORS = "anchors"  # beside the scenes; whoever runs a campaign sets MEMORY_STRATEGY_ANCHOR_DIR to it
Say = Callable[[str], None]


def noop(text: str) -> None:
    """Acknowledge to nobody."""


def store_at(root: Path, now: str = LATER):
    """The store as an operation opens it: it condenses what is worth less than nearly everything."""
    return open_store(root, now, condense__keep="0.99", condense__drop="0.35", condense__summary_chars="60")


def session(folder: Path) -> Path:
    """A session file of the kind that OpenClaw writes."""
    log = folder / "session.jsonl"
    rows = [{"type": "session", "version": 3, "id": "s-garden"}]
    rows += [
        {"type": "message", "id": f"m{n}", "timestamp": f"2026-05-06T08:{n:02d}:00Z", "message": {"role": "user", "content": text}}
        for n, text in enumerate(SAID)
    ]  # fmt: skip
    log.write_text("\n".join(json.dumps(r, ensure_ascii=False) for r in rows) + "\n", encoding="utf-8")
    return log


def base(folder: Path) -> Path:
    """A store of a dozen memories, old and new, with notes of a person's own beside them; returns its root."""
    store = new_store(folder, NOW)
    live = memory(KEPT[0], attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z")
    add(store, live, *(memory(text) for text in KEPT[1:]))
    long = [LONG.format(n=n, people=people) for n, people in enumerate(("林夏", "阿澈", "Tarek"))]
    old = [memory(t, importance=3, category="daily", created_at=f"2025-1{n}-03T09:00:00Z") for n, t in enumerate(long)]
    faint = [memory(f"Odo said hello, {n} of May", importance=2, category="daily", created_at=f"2024-05-0{n}T08:00:00Z",
                    origin="assistant") for n in (1, 2)]  # fmt: skip
    add(store, *old, *faint)
    keep(store, FORGOTTEN, category="patterns")
    face = store.face("long-term/preferences.md").path
    face.write_text(face.read_text(encoding="utf-8") + f"\n{NOTE}\n", encoding="utf-8")
    session(folder)
    setup.refresh(open_store(store.paths.root, NOW), "en")
    return store.paths.root


def texts_of(root: Path) -> FrozenSet[str]:
    """The texts that a store holds, of every status."""
    store = open_store(root, LATER)
    with store.reading():
        return frozenset(m.text for m in store.memories() if m.text)


# -- the operations: each does its work on `root` and says what it acknowledged ---------------------------------------


def _add(root: Path, say: Say) -> None:
    say(keep(store_at(root), "The watering can leaks at the spout").memory.text)


def _replace(root: Path, say: Say) -> None:
    add(
        store_at(root),
        memory("I live in Lisbon", attribute="residence", value="Lisbon", kind="belief", created_at=LATER),
    )
    say("I live in Lisbon")


def _consolidate(root: Path, say: Say) -> None:
    store = store_at(root)
    outcome = consolidate(store, [root.parent / "session.jsonl"], BENCH)
    for receipt in outcome.receipts:
        say(receipt.memory.text)
    setup.refresh(store, "en")


def _edit(root: Path) -> None:
    face = root / "long-term/preferences.md"
    text = face.read_text(encoding="utf-8").replace("holds 200 litres", "holds 300 litres")
    lines = [line for line in text.splitlines() if "Odo borrowed" not in line]
    face.write_text("\n".join([*lines, "another line of my own"]) + "\n", encoding="utf-8")


def _update(root: Path, say: Say) -> None:
    store = store_at(root)
    with store.writing():
        pass
    setup.refresh(store, "en")


def _condense(root: Path, say: Say) -> None:
    store = store_at(root)
    with store.reading():
        plan = maintain.plan_compress(list(store.memories()), store.now, store.settings)
    maintain.apply(store, plan, yes=True)
    setup.refresh(store, "en")


def _undo(root: Path, say: Say) -> None:
    store = store_at(root)
    try:
        maintain.undo(store)
    except NotFound:
        return  # a run that was killed after its last step
    setup.refresh(store, "en")


def _forget(root: Path, say: Say) -> None:
    forget.forget(store_at(root), Request(query="alarm code"), "en")
    say("forgotten")


def _restore(root: Path, say: Say) -> None:
    store = store_at(root)
    with store.writing() as writer:
        for archived in list(store.memories(status="archived")):
            writer.restore(archived)


@dataclass(frozen=True)
class Operation:
    """One command: `prepare` makes the base store ready for it; `forgets` is what may be gone afterwards."""

    name: str
    run: Callable[[Path, Say], None]
    prepare: Callable[[Path], None] = lambda root: None
    forgets: Tuple[str, ...] = ()
    removes_summaries: bool = False
    half_done: Tuple[str, ...] = ()  # what is in no order until the command was run again


def _condensed(root: Path) -> None:
    _condense(root, noop)


OPERATIONS: Dict[str, Operation] = {
    made.name: made
    for made in (
        Operation("add", _add),
        Operation("replace", _replace),
        Operation("silent_agent", _consolidate),
        Operation("update_index", _update, _edit, forgets=("The rain barrel holds 200 litres",)),
        Operation("condense", _condense),
        Operation("undo", _undo, _condensed, removes_summaries=True),
        Operation("restore", _restore, _condensed),
        Operation("forget", _forget, forgets=(FORGOTTEN,), half_done=(FORGOTTEN,)),
    )
}


@dataclass(frozen=True)
class Scene:
    """An operation with the store made ready for it, what the store holds before, and after a run that nothing stops."""

    operation: Operation
    template: Path
    before: FrozenSet[str]
    after: FrozenSet[str]

    @property
    def kept(self) -> FrozenSet[str]:
        """What must be there whenever the operation is stopped."""
        gone = set(self.operation.forgets)
        if self.operation.removes_summaries:
            gone |= self.before - self.after
        return self.before - gone

    def copy(self, folder: Path) -> Path:
        """A copy of the store, opened once; returns its root."""
        place = folder / "scene"
        shutil.rmtree(place, ignore_errors=True)
        shutil.rmtree(folder / ANCHORS, ignore_errors=True)  # the anchor of the last copy, which lay at this place
        shutil.copytree(self.template, place)
        root = place / ".memory"
        with open_store(root, NOW).reading():
            pass
        if self.operation.name == "update_index":
            self.operation.prepare(root)
        return root


def scene(name: str, folder: Path) -> Scene:
    """The scene of an operation, made below `folder`."""
    operation = OPERATIONS[name]
    template = folder / f"template-{name}"
    root = base(template)
    if name != "update_index":  # its edits are made after the copy was opened, or opening would take them in
        operation.prepare(root)
    before = texts_of(root)
    trial = Scene(operation, template, before, frozenset()).copy(folder / f"trial-{name}")
    operation.run(trial, noop)
    made = Scene(operation, template, before, texts_of(trial))
    shutil.rmtree(folder / f"trial-{name}")
    return made
