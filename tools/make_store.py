#!/usr/bin/env python3
"""Write the small store of this version's format to tests/data/stores/FORMAT: `make_store.py [FOLDER]`.

Run it once, when the format number rises, with the code of that format; the folder then stays as it is for good, and
tests/unit/test_upgrades.py opens it with every later version. It refuses to write over one. Everything is invented.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import List

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from memory_strategy import maintain, setup  # noqa: E402
from memory_strategy.config import load  # noqa: E402
from memory_strategy.consolidate import consolidate  # noqa: E402
from memory_strategy.forget import forget  # noqa: E402
from memory_strategy.judge import Bench  # noqa: E402
from memory_strategy.memory import Store, usage  # noqa: E402
from memory_strategy.memory.tracing import Request  # noqa: E402
from memory_strategy.model import parse_time  # noqa: E402
from memory_strategy.remember import Wish, remember  # noqa: E402
from memory_strategy.store.lines import FORMAT  # noqa: E402

NOW, LATER = "2026-05-06T09:00:00Z", "2026-12-01T09:00:00Z"
KEPT = ("The greenhouse key hangs behind the blue door", "阿澈负责浇水，每周二和周五", "Odo prefers oat milk")
SAID = ("记下来：堆肥桶周四清空", "I live in Porto.", "Actually I live in Lisbon now.", "谢谢")
# Enough is condensed for a summary, and for something in the archive.
SETTINGS = {
    "MEMORY_STRATEGY_TIMEZONE": "UTC", "MEMORY_STRATEGY_CONDENSE_KEEP": "0.99", "MEMORY_STRATEGY_CONDENSE_DROP": "0.5",
    "MEMORY_STRATEGY_CONDENSE_SUMMARY_CHARS": "120",
}  # fmt: skip
FORGOTTEN = "The code of the shed is on the tin"
LONG = "The meeting about the beds went on for two hours, and everybody said what they had said the year before. " * 4


def open_at(root: Path, now: str) -> Store:
    """The store at `root`, as a command opens it."""
    return Store(root, load(root / "config.yaml", SETTINGS), parse_time(now))


def make(root: Path) -> List[str]:
    """A store with facts, a guess, history, turns, a summary, an archive, uses, a forgetting and a person's edit; returns
    the texts of its active memories."""
    setup.init(open_at(root, NOW), "en")
    for text in (*KEPT, FORGOTTEN):
        remember(open_at(root, NOW), Wish(text, tags=("garden",)), Bench({}))
    remember(open_at(root, NOW), Wish("Juno may like mornings", kind="belief"), Bench({}))
    remember(open_at(root, "2026-01-06T09:00:00Z"), Wish(LONG, type="medium"), Bench({}))
    remember(open_at(root, "2023-01-06T09:00:00Z"), Wish("Odo said hello", type="short", kind="belief"), Bench({}))
    log = root.parent / "session.jsonl"
    rows = [{"type": "session", "version": 3, "id": "s-beds"}]
    rows += [
        {"type": "message", "id": f"m{n}", "timestamp": f"2026-05-06T08:{n:02d}:00Z", "message": {"role": "user", "content": text}}
        for n, text in enumerate(SAID)
    ]  # fmt: skip
    log.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n", encoding="utf-8")
    consolidate(open_at(root, NOW), [log], Bench({}))
    forget(open_at(root, NOW), Request(query="code of the shed"), "en")
    face = next(path for path in (root / "long-term").glob("*.md") if "oat milk" in path.read_text(encoding="utf-8"))
    face.write_text(
        face.read_text(encoding="utf-8").replace("oat milk", "soy milk") + "\nmy own line\n", encoding="utf-8"
    )
    store = open_at(root, LATER)
    with store.reading():
        plan = maintain.plan_compress(list(store.memories()), store.now, store.settings)
        ids = [m.id for m in store.memories(status="active")][:2]
    maintain.apply(store, plan, yes=True)
    usage.count(store, ids, "who has the key")
    setup.refresh(open_at(root, LATER), "en")
    with store.reading():
        return sorted(m.text for m in store.memories(status="active"))


def main() -> int:
    """Make the store in a temporary folder, then put it in its place without what is of one machine."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "tests/data/stores" / str(FORMAT))
    if target.exists():
        sys.exit(
            f"{target} is there already: a store of a format is made once. Take it away first if it was never published."
        )
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / ".memory"
        texts = make(root)
        shutil.copytree(root, target / "memory", ignore=shutil.ignore_patterns("index", "lock", "*.torn", ".git*"))
    (target / "active.json").write_text(json.dumps(texts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{target}: {len(texts)} active memories")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
