"""`update_index.py`: bring the index, INDEX.md and the snapshot up to date with records and edited faces."""

from __future__ import annotations

import argparse
from typing import Any, Dict, Optional, Sequence

from .. import setup
from ..memory import Store, drawing, edits
from . import frame


def build_parser() -> argparse.ArgumentParser:
    """The arguments of update_index.py."""
    parser = frame.parser(
        "update_index.py",
        "Bring the index and INDEX.md up to date; people's edits to the Markdown are taken in.",
        frame.common(),
    )
    parser.add_argument(
        "--rebuild", action="store_true", help="make the index anew and draw lines that the Markdown lost"
    )
    return parser


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the command; returns its exit code."""
    frame.use_utf8()
    return frame.run(build_parser().parse_args(frame.arguments(argv)), _command)


def _edits(store: Store) -> Dict[str, Any]:
    """What a person's edits of the Markdown did, by id; the text of the command tells it on stderr, as every command does."""
    taken = store.taken_in or edits.TakenIn()
    named = {name: [m.id for m in held] for name, held in taken.__dict__.items() if isinstance(held, list)}
    return {**named, "turns": taken.turns, "notes": taken.notes}


def _command(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    store.require()
    lang = frame.language_of(args, store)
    redrawn = 0
    with store.writing():
        if args.rebuild:
            store.rebuild_index()
            lost = store.missing_lines()
            drawing.draw(store, lost, [], anew=True)
            redrawn = len(lost)
        memories = sum(1 for _ in store.index.documents(sort="memory", status="active"))
        texts = store.index.count()
    changed = setup.draw_pages(store, lang)
    frame.embed_new(args, store)
    result = {
        "memories": memories,
        "texts": texts,
        "redrawn": redrawn,
        "index_page_changed": changed,
        "edits": _edits(store),
    }
    if args.format == "json":
        frame.print_json(result)
    elif lang == "zh":
        print(f"索引已更新：{memories} 条记忆，共 {texts} 段文字" + (f"；补画 {redrawn} 行" if redrawn else ""))
    else:
        print(
            f"Index up to date: {memories} memories, {texts} texts in all"
            + (f"; {redrawn} lines drawn again" if redrawn else "")
        )
    return 0
