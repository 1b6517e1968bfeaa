"""`memory_manager.py import | export | doctor`: memory handed over, and the folder checked."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any, Callable, Dict

from .. import checkup, setup, transfer
from ..errors import UsageError
from ..memory import drawing
from ..model import Memory, memory_to_json
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
    give = command("export", "everything remembered, as JSON or Markdown", _export, formats=("json", "markdown"))
    frame.audience_option(give)
    give.add_argument("--output", metavar="FILE", help="write to a file instead of stdout")
    doctor = command("doctor", "check the memory folder and say what mends it", _doctor, formats=("text", "json"))
    doctor.add_argument(
        "--verify", action="store_true", help="name the first record line that is not as this skill wrote it"
    )
    doctor.add_argument("--accept", metavar="REASON", default="", help="with --verify: take the records as they stand")
    model_check.register(doctor)


def _import(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    if not args.dry_run:
        setup.ensure(store)
    taken = transfer.take_in(store, frame.place(args.source), write=not args.dry_run)
    if not args.dry_run:
        setup.refresh(store, frame.language_of(args, store))
    counted = Counter(r.action for r in taken.receipts)
    if args.format == "json":
        frame.print_json({
            "files": taken.files, "written": [memory_to_json(r.memory) for r in taken.receipts if r.action in ("written", "superseded")],
            "held": [memory_to_json(r.memory) for r in taken.receipts if r.action == "held"],
            "merged": counted["merged"], "known": counted["exists"], "skipped": dict(taken.skipped), "dry_run": args.dry_run,
        })  # fmt: skip
        return 0
    new, known = counted["written"] + counted["superseded"], counted["merged"] + counted["exists"]
    passed = ", ".join(f"{n} {reason}" for reason, n in sorted(taken.skipped.items()))
    held, held_zh = (
        f", {counted['held']} held for review" * bool(counted["held"]),
        f"，待审阅 {counted['held']} 条" * bool(counted["held"]),
    )
    if frame.language_of(args, store) == "zh":
        head = "预览（未写入）：" if args.dry_run else ""
        print(
            f"{head}从 {taken.files} 个文件导入：新增 {new} 条，已知 {known} 条{held_zh}"
            + (f"，跳过：{passed}" if passed else "")
        )
    else:
        print(
            f"{'Preview, nothing written: ' if args.dry_run else ''}Imported from {taken.files} files: {new} new, {known} already known"
            + held
            + (f"; passed over: {passed}" if passed else "")
        )
    return 0


def _export(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    who = frame.scope(args, store)

    def may(memory: Memory) -> bool:
        return frame.visible(memory, who)

    with store.reading():
        if args.format == "markdown":
            text = transfer.as_markdown(store, drawing.HEADINGS, frame.language_of(args, store), may)
        else:
            text = frame.json_text(transfer.give_out(store, may)) + "\n"
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
    healthy = all(c.ok for c in checks)
    if args.format == "json":
        frame.print_json({"healthy": healthy, "checks": [c.__dict__ for c in checks]})
    else:
        for check in checks:
            print(
                f"{'ok  ' if check.ok else 'BAD '} {check.name}: {check.detail}"
                + (f"\n     → {check.mend}" if check.mend else "")
            )
    return 0 if healthy else 1
