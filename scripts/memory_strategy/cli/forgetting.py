"""`memory_manager.py forget`: shows what matches; with --yes erases it, and repeats nothing of it.

Exit code 1 when a file that is not ours to change still holds the words.
"""

from __future__ import annotations

import argparse
from typing import Any, Callable, Dict, List, Sequence, Tuple

from .. import forget
from ..errors import UsageError
from ..memory.tracing import Request, Selection
from ..model import memory_to_json
from . import frame, upkeep


def register(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    made = command("forget", "show what matches; with --yes erase it everywhere, for good", _forget, writes=True)
    made.add_argument("ids", metavar="ID", nargs="*", help="ids or short ids")
    made.add_argument("--query", metavar="Q", default="", help="everything that holds these words")
    made.add_argument("--session", metavar="S", default="", help="everything from a session")
    made.add_argument("--person", metavar="P", default="", help="everything by or about a person")
    made.add_argument("--yes", action="store_true", help="erase; without it nothing is changed")
    upkeep.limit_option(made)


def _forget(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    request = Request(tuple(args.ids), args.query, args.session, args.person)
    if args.yes and args.dry_run:
        raise UsageError("--yes and --dry-run contradict each other.", "", "Give one of them.",
                         zh="--yes 与 --dry-run 互相矛盾，只能给一个。")  # fmt: skip
    lang = frame.language_of(args, store)
    if not args.yes:
        found = forget.preview(store, request)
        if args.format == "json":
            frame.print_json(_selection_json(found, args.limit))
        else:
            print("\n".join(_selection_lines(found, lang, args.limit)))
        return 0
    done = forget.forget(store, request, lang)
    if args.format == "json":
        frame.print_json({
            "applied": True, "memories": done.memories, "turns": done.turns, "notes": done.notes, "summaries": done.summaries,
            "remade": done.remade, "erased": dict(sorted(done.erased.items())), "left": done.left,
            "not_reached": done.unreachable(lang), "under_git": done.in_git,
        })  # fmt: skip
    else:
        print("\n".join(_done_lines(done, lang == "zh", done.unreachable(lang))))
    return 1 if done.left else 0


def _selection_json(found: Selection, limit: int) -> Dict[str, Any]:
    held: Dict[str, List[Any]] = {
        "memories": [memory_to_json(m) for m in found.memories],
        "summaries": [memory_to_json(m) for m in found.summaries],
        "turns": [{"day": e.day, "speaker": e.speaker or e.origin, "text": e.text} for e in found.turns],
        "notes": [{"path": path, "text": text} for path, text in found.notes],
    }
    return {
        "applied": False, **{name: items[:limit] for name, items in held.items()},
        "counts": {name: len(items) for name, items in held.items()},
        "truncated": any(len(items) > limit for items in held.values()),
    }  # fmt: skip


def _selection_lines(found: Selection, lang: str, limit: int) -> List[str]:
    zh = lang == "zh"
    if not found:
        return ["没有匹配的内容。" if zh else "Nothing matches."]
    groups: Sequence[Tuple[str, List[str]]] = (
        ("记忆" if zh else "memories", [f"{m.short}: {m.text}" for m in found.memories]),
        ("由其得出的摘要" if zh else "summaries made from them", [f"{m.short}: {m.text}" for m in found.summaries]),
        (
            "对话原文" if zh else "turns",
            [f"{e.day} {e.speaker or e.origin}: {upkeep.short(e.text)}" for e in found.turns],
        ),
        (
            "你自己写的行" if zh else "lines of your own",
            [f"{path}: {upkeep.short(text)}" for path, text in found.notes],
        ),
    )
    would = "Would be erased for good (run it again with --yes; it cannot be undone):"
    lines = ["将被彻底删除（加 --yes 执行，无法撤销）：" if zh else would]
    for title, items in groups:
        if items:
            lines += [f"{title}: {len(items)}", *(f"  - {item}" for item in items[:limit])]
            lines += [f"  … {len(items) - limit}"] * (len(items) > limit)
    return lines


def _number(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _done_lines(done: forget.Forgetting, zh: bool, unreachable: Sequence[str]) -> List[str]:
    if not (any((done.memories, done.turns, done.notes, done.summaries)) or done.erased or done.left):
        return ["没有匹配的内容，未删除任何东西。" if zh else "Nothing matches, and nothing was erased."]
    places = [f"  {path}: {n}" for path, n in sorted(done.erased.items())]
    counts = (done.memories, done.turns, done.notes, done.summaries, done.remade)
    if zh:
        head = "已遗忘：记忆 {} 条，对话 {} 条，自写的行 {} 条，摘要 {} 条（重做 {} 条）。".format(*counts)
        lines = [head, *places, "以后不会从旧记录再次学到。无法触及：" + "；".join(unreachable) + "。"]
    else:
        head = (
            f"Forgotten: {_number(done.memories, 'memory', 'memories')}, {_number(done.turns, 'turn', 'turns')}, "
            f"{_number(done.notes, 'line', 'lines')} of your own, {_number(done.summaries, 'summary', 'summaries')} "
            f"({done.remade} made anew)."
        )
        lines = [head, *places, "Not learned again from old logs. Out of reach: " + "; ".join(unreachable) + "."]
    if done.in_git:
        lines.append(
            "此目录在 git 之下：历史提交里仍有。" if zh else "The folder is under git: earlier commits still hold it."
        )
    if done.left:
        lines.append(("仍含该内容，需你处理：" if zh else "Still held, and yours to change: ") + ", ".join(done.left))
    return lines
