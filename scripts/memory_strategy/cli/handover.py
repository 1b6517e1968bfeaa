"""`memory_manager.py import | export | doctor`: memory handed over, and the folder checked."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any, Callable, Dict

from .. import checkup, setup, transfer
from ..errors import UsageError
from ..memory import drawing
from ..model import Memory, memory_to_json
from ..store import journal
from . import frame, model_check


def register(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the subcommands."""
    take = command(
        "import",
        "take memory in from a workspace, Markdown files or an export; nothing there is changed",
        _import,
        writes=True,
    )
    take.add_argument("source", metavar="PATH", help="a workspace, a memory folder, a Markdown file or an export")
    give = command(
        "export",
        "every memory with its history, evidence and uses, as JSON that import restores; or what is active, as Markdown",
        _export,
        formats=("json", "markdown"),
        in_groups=True,
    )
    give.add_argument("--output", metavar="FILE", help="write to a file instead of stdout")
    give.add_argument("--turns", action="store_true", help="the raw record of what was said too (JSON)")
    doctor = command("doctor", "check the memory folder and say what mends it", _doctor, formats=("text", "json"))
    doctor.add_argument(
        "--verify", action="store_true", help="name the first record line that is not as this skill wrote it"
    )
    doctor.add_argument("--accept", metavar="REASON", default="", help="with --verify: take the records as they stand")
    model_check.register(doctor)


def _import(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    source = frame.place(args.source)
    if not args.dry_run and source.exists():  # a mistyped one leaves no folder behind
        setup.ensure(store)
    taken = transfer.take_in(store, source, write=not args.dry_run)
    if not args.dry_run:
        setup.refresh(store, frame.language_of(args, store))
    counted = Counter(r.action for r in taken.receipts)
    if args.format == "json":
        frame.print_json({
            "files": taken.files,
            "written": [memory_to_json(r.memory) for r in taken.receipts if r.action in ("written", "superseded", "outdated")],
            "held": [memory_to_json(r.memory) for r in taken.receipts if r.action == "held"],
            "merged": counted["merged"], "known": counted["exists"], "turns": taken.turns,
            "skipped": {why: n for why, n in taken.skipped.items() if n}, "dry_run": args.dry_run,
        })  # fmt: skip
        return 0
    zh = frame.language_of(args, store) == "zh"
    head = ("预览（未写入）：" if zh else "Preview, nothing written: ") * args.dry_run
    print(head + _taken_said(taken, counted, zh))
    return 0


_PASSED = {
    "forgotten": ("曾按要求遗忘", "forgotten here on request"),
    "expired": ("已过期、只剩编号", "expired, with only their id left"),
    "hard_link": ("是硬链接", "files that are hard links"),
    "host_candidate": ("宿主提名的片段", "fragments that a host promoted"),
    "link_outside": ("指向目录之外的链接", "links that lead out of the folder"),
    "session_note": ("会话笔记（请用 silent_agent.py）", "session notes (take them in with silent_agent.py)"),
    "too_many": ("超出上限", "past the most that one import takes"),
    "unreadable_file": ("无法读取的文件", "files that cannot be read"),
    "unreadable_memory": ("不是记忆的条目", "entries that are no memory"),
    "unreadable_turn": ("不是对话的条目", "entries that are no turn"),
}


def _taken_said(taken: transfer.Taken, counted: Counter, zh: bool) -> str:
    """What came in, what is history, what waits, and in words what was passed over."""
    new = [r.memory for r in taken.receipts if r.action in ("written", "superseded", "outdated")]
    status = Counter(m.status for m in new)
    known = counted["merged"] + counted["exists"]
    parts = [
        (status["superseded"], "被替换的旧说法 {}", "{} of them replaced since"), (status["archived"], "已归档 {}", "{} of them archived"),
        (counted["held"], "待审阅 {}", "{} held for review"), (taken.turns, "对话原文 {}", "{} turns"),
    ]  # fmt: skip
    told = "".join(("，" + a if zh else ", " + b).format(n) for n, a, b in parts if n)
    passed = ", ".join(f"{n} {_PASSED.get(why, (why, why))[not zh]}" for why, n in sorted(taken.skipped.items()) if n)
    if zh:
        return f"从 {taken.files} 个文件导入：新增 {len(new)} 条，已知 {known} 条{told}" + f"；跳过：{passed}" * bool(
            passed
        )
    return (
        f"Imported from {taken.files} files: {len(new)} new, {known} already known{told}"
        + f"; passed over: {passed}" * bool(passed)
    )


def _export(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    who = frame.scope(args.audience, store)
    if args.turns and args.format == "markdown":
        raise UsageError("--turns goes with --format json.", "", "Leave one of them out.",
                         zh="--turns 只用于 --format json，请去掉其中之一。")  # fmt: skip

    def may(memory: Memory) -> bool:
        return frame.visible(memory, who)

    def may_say(entry: journal.Entry) -> bool:
        return who.sees(entry.owner, entry.audience)

    with store.reading():
        if args.format == "markdown":
            text = transfer.as_markdown(store, drawing.HEADINGS, frame.language_of(args, store), may)
        else:
            text = frame.json_text(transfer.give_out(store, may, may_say if args.turns else None)) + "\n"
    if args.output:
        frame.write_output(args, store, text)
    else:
        print(text, end="")
    return 0


def _doctor(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    if args.llm or args.call:
        return model_check.answer(args, store.settings, frame.language_of(args, store))
    if args.accept and not args.verify:
        raise UsageError("--accept takes in what --verify found.", "--verify was expected before it.",
                         zh="--accept 需要与 --verify 同用。")  # fmt: skip
    checks = checkup.verify(store, args.accept) if args.verify else checkup.examine(store)
    healthy, lang = all(c.ok for c in checks), frame.language_of(args, store)
    if args.format == "json":
        told = [(c, *c.told(lang)) for c in checks]
        frame.print_json({"healthy": healthy, "checks": [
            {"name": check.name, "ok": check.ok, "detail": detail, "mend": mend} for check, _, detail, mend in told
        ]})  # fmt: skip
    else:
        print("\n".join(_check_line(check, lang) for check in checks))
    return 0 if healthy else 1


def _check_line(check: checkup.Check, lang: str) -> str:
    name, detail, mend = check.told(lang)
    mark, colon = ("正常", "：") if lang == "zh" else ("ok  ", ": ")
    if not check.ok:
        mark = "异常" if lang == "zh" else "BAD "
    return f"{mark} {name}{colon}{detail}" + (f"\n     → {mend}" if mend else "")
