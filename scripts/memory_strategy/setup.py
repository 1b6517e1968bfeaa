"""Setting a memory folder up, and bringing its derived pages (INDEX.md, snapshot.md) up to date."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, List, Optional, Sequence, Tuple

from . import config, snapshot
from .errors import Locked, StoreError
from .memory import Store, contents
from .model import OWNER, PRIVATE, Memory
from .paths import FOLDER
from .rules.instructions import instruction_shape
from .store import files
from .text.language import language

if TYPE_CHECKING:
    from .judge import Bench

README = {
    "zh": "# 这里是什么\n\n这个目录保存 AI 助手记住的内容。\n\n"
    "- `long-term/`、`short-term/`：给人看的 Markdown，可以直接修改；删掉一行即归档这条记忆。\n"
    "- `records/`、`journal/`：机器读的 JSONL，是依据，请不要手改。\n- `index/`：由以上内容生成，可以删除。\n"
    "- `config.yaml`：设置。\n",
    "en": "# What this is\n\nThis folder holds what an AI assistant remembers.\n\n"
    "- `long-term/`, `short-term/`: Markdown for people. Edit it; removing a line archives that memory.\n"
    "- `records/`, `journal/`: JSONL for machines, the truth. Leave it to the skill.\n"
    "- `index/`: made from the rest; it may be deleted.\n- `config.yaml`: the settings.\n",
}
GIT_ATTRIBUTES = "records/*.jsonl merge=union\njournal/*.jsonl merge=union\narchive/*.jsonl merge=union\n"
# This machine's own state: locks, memos, plans, the key of what was forgotten.
GIT_IGNORE = "".join(f"{name}\n" for name in (
    "index/", "state/lock", "state/discover.lock", "state/discovered.json", "state/background.log",
    "state/hosts/", "state/faces/", "state/plans/", "state/flush.jsonl", "state/backup/", "state/forgotten.key",
))  # fmt: skip


def init(store: Store, lang: str) -> List[str]:
    """Create what is missing of a memory folder; returns what was created. What is there stays as it is.

    Raises: StoreError.
    """
    created = []
    for folder in store.paths.folders():
        if not folder.is_dir():
            files.make_folder(folder)
            created.append(store.paths.relative(folder) + "/")
    root = store.paths.root
    for path, text in (
        (store.paths.config, config.template(lang)), (store.paths.readme, README[lang]),
        (root / ".gitattributes", GIT_ATTRIBUTES), (root / ".gitignore", GIT_IGNORE),
    ):  # fmt: skip
        if not path.exists():
            files.replace(path, text.encode("utf-8"))
            created.append(store.paths.relative(path))
    draw_pages(store, lang)
    return created


def ensure(store: Store) -> None:
    """Set the folder up where it is missing: a command that writes should not fail for want of `init`.

    Only a `.memory` in a folder that is there: a mistyped --memory-dir is no wish for a second memory.

    Raises: NotSetUp, StoreError.
    """
    if store.exists:
        return
    root = store.paths.root
    if root.name != FOLDER or not root.parent.is_dir():
        store.require()
    init(store, store.language or store.speaks)
    store.warn(f"A memory folder was set up at {root}.", f"已在 {root} 建立记忆目录。")


REFRESHED_WITH_EACH_ADD = (
    2000  # texts: up to here both pages cost some 20 ms; beyond, a consolidation brings them up to date
)


def refresh_small(store: Store, lang: str) -> bool:
    """`refresh` after a single statement, where the store is small enough for nobody to notice.

    Raises: StoreError, Locked.
    """
    with store.reading() as index:
        small = index.count() <= REFRESHED_WITH_EACH_ADD
    return small and refresh(store, lang)


OFFERED, CHOSEN = 150, 40  # memories that a model is shown for the snapshot, and that it may name


def refresh(store: Store, lang: str, bench: Optional[Bench] = None) -> bool:
    """`draw_pages` after something was stored: a page that cannot be written now is a warning, and the next run's.

    Raises: NotSetUp, StoreError where a newer version wrote the folder.
    """
    store.require()
    try:
        return draw_pages(store, lang, bench)
    except (StoreError, Locked) as error:
        store.warn(
            f"Stored; INDEX.md and snapshot.md are not up to date. {error.wrong} The next run draws them.",
            f"已保存；INDEX.md 和 snapshot.md 未能更新。{error.zh or error.wrong}下次运行会补画。",
        )
        return False


def draw_pages(store: Store, lang: str, bench: Optional[Bench] = None) -> bool:
    """Bring INDEX.md and snapshot.md up to date; returns whether either changed.

    Where a model may read, `bench` asks it, before the lock, what the snapshot should begin with; what it chose is kept
    in `state/chosen.json`, so that the next memory does not undo it.

    Raises: StoreError, Locked.
    """
    named = _asked(store, bench) if bench and bench.reads else []
    with store.writing():
        changed = contents.write(store, lang)
        if named:
            files.replace(store.paths.chosen, json.dumps({"v": 1, "ids": named}).encode("utf-8"), durable=False)
        text = page(store, openers(store), lang).text
        data = text.encode("utf-8")
        if files.read(store.paths.snapshot) != data:
            files.replace(store.paths.snapshot, data)
            changed = True
        store.settle_index()
    return changed


def _asked(store: Store, bench: Bench) -> List[str]:
    """The ids that a model chose of what is worth most, most useful first; none where it gave no answer."""
    with store.reading():
        eligible = [m for m in store.memories(status="active") if snapshot.may_open(m, PRIVATE)]
    eligible.sort(key=lambda m: -snapshot.worth(m, store.now))
    return [m.id for m in bench.choose(eligible[:OFFERED], CHOSEN)]


def openers(store: Store) -> List[Memory]:
    """What the snapshot may be made of: the active memories, and the lines that a person typed into a topic's file, which
    are the owner's own facts. Left out are a page that the host puts before its model itself, and a line that reads like an
    order: who wrote into the file is not known. Call inside `reading()`."""
    topics = {store.paths.relative(p): c for c, p in store.paths.topics().items() if not store.paths.shares_file(p)}
    typed = (d for d in store.index.documents(sort="note") if d.path in topics and d.origin == OWNER)
    typed = (d for d in typed if not instruction_shape(d.text))
    own = [
        Memory(id=d.key, text=d.text, category=topics[d.path], importance=5 if topics[d.path] == "core" else d.importance,
               created_at=d.time, path=d.path)
        for d in typed
    ]  # fmt: skip
    return [*store.memories(status="active"), *own]


def page(
    store: Store, memories: Sequence[Memory], lang: str = "", audience: str = PRIVATE, budget: int = 0
) -> snapshot.Snapshot:
    """The snapshot of these memories, in at most `budget` tokens (0: as the settings say), as a model last chose them; in
    `lang`, else the store's language, else that of the latest memories."""
    lang = lang or store.language or language(" ".join(m.text for m in memories[-20:]))
    budget = budget or store.settings["snapshot.max_tokens"]
    return snapshot.build(memories, store.now, budget, lang, audience, _chosen(store))


def _chosen(store: Store) -> Tuple[str, ...]:
    try:
        ids = json.loads(files.read(store.paths.chosen) or b"{}").get("ids", [])
    except (ValueError, AttributeError, RecursionError):  # cut off, or not ours: the rules choose
        return ()
    return tuple(i for i in ids if isinstance(i, str)) if isinstance(ids, list) else ()
