"""`memory_manager.py window | autosave | check-warning | daily-log | extract-decisions | report`: the current conversation."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any, Callable, Dict, List

from .. import autosave, setup, window
from ..errors import UsageError
from ..memory import Store
from ..model import PRIVATE, memory_to_json
from . import frame, wording

ACTIONS = ("add", "show", "clear")


def register(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the subcommands."""
    turned = command(
        "window",
        "the last messages of this conversation: add one, show them, clear them",
        _window,
        formats=("text", "json"),
        in_groups=True,
    )
    turned.add_argument("action", choices=ACTIONS, help="add, show or clear")
    turned.add_argument("--content", metavar="T", default="", help="add: the message, - for standard input")
    turned.add_argument("--role", choices=tuple(window.ORIGINS), default="user", help="add: who speaks (default: user)")
    turned.add_argument("--speaker", metavar="NAME", default="", help="add: the speaker's name")
    turned.add_argument("--session", metavar="ID", default="", help="add: the session (default: one a day)")
    command(
        "autosave",
        "keep what the window holds: memories, key decisions, the day's log",
        _autosave,
        writes=True,
        formats=("text", "json"),
    )
    command(
        "check-warning",
        "how full the window is, and whether it should be saved",
        _check_warning,
        formats=("text", "json"),
        in_groups=True,
    )
    log = command("daily-log", "the log of a day", _daily_log, in_groups=True)
    log.add_argument("--date", metavar="DAY", default="", help="ISO date (default: today)")
    extract = command(
        "extract-decisions", "put the decisions of the window and of the record of the days on their page", _decisions,
        writes=True, formats=("text", "json"),
    )  # fmt: skip
    extract.add_argument(
        "--since", metavar="DAY", default="", help="ISO date from which the record is read (default: all of it)"
    )
    command("report", "what the last consolidation did, told from the records", _report, in_groups=True)


def _opened(args: argparse.Namespace, state: Dict[str, Any]) -> Store:
    store: Store = frame.open_store(args)
    state["store"] = store
    return store


def _window(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = _opened(args, state)
    if args.action == "clear":
        frame.keep_private("window clear", args.audience)
        store.require()
        gone = window.clear(store)
        _tell(args, store, {"cleared": gone}, f"已清空窗口：{gone} 条", f"Window cleared: {gone} messages")
        return 0
    if args.action == "add":
        setup.ensure(store)
        text = sys.stdin.read() if args.content == "-" else args.content
        held = window.add(store, args.role, text, speaker=args.speaker, session=args.session, audience=args.audience)
    else:
        store.require()
        held = window.load(store)
    full = window.state(store, held)
    shown = [m for m in held.messages if args.audience in (PRIVATE, m.audience)]
    summary = held.summary if args.audience == PRIVATE else ""
    if args.format == "json":
        frame.print_json({
            **full.__dict__, "waiting": len(held.waiting), "summary": summary,
            "window": [{**m.__dict__, "tokens": m.tokens} for m in shown],
        })  # fmt: skip
    elif args.action == "add":
        print(_fullness(full, frame.language_of(args, store, args.content)))
    else:
        print(
            "\n".join(
                [
                    *([summary, "…"] if summary else []),
                    *(f"{m.speaker or m.role}: {m.text}" for m in shown),
                ]
            )
        )
    return 0


def _fullness(full: window.State, lang: str) -> str:
    if lang == "zh":
        text = f"窗口：{full.messages} 条，Token 估算 {full.tokens}（提醒 {full.warning_threshold}，摘要 {full.summary_threshold}）"
        return (
            text
            + {"ok": "", "warning": "；接近摘要阈值，请运行 autosave", "full": "；已超过摘要阈值，请运行 autosave"}[
                full.level
            ]
        )
    text = f"Window: {full.messages} messages, about {full.tokens} tokens"
    text += f" (warning {full.warning_threshold}, summary {full.summary_threshold})"
    return (
        text
        + {"ok": "", "warning": "; nearly full, run autosave", "full": "; past its summary threshold, run autosave"}[
            full.level
        ]
    )


def _check_warning(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = _opened(args, state)
    store.require()
    full = window.state(store, window.load(store))
    if args.format == "json":
        frame.print_json(full.__dict__)
    elif full.level != "ok" or not args.quiet:
        print(_fullness(full, frame.language_of(args, store)))
    return 0


def _autosave(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = _opened(args, state)
    judge = frame.judge_of(args, store)
    setup.ensure(store)
    made = autosave.save(store, judge, write=not args.dry_run)
    lang = frame.language_of(args, store, " ".join(m.text for m in window.load(store).messages))
    if made.outcome.receipts and not args.dry_run:
        setup.refresh(store, lang)
    written, merged = made.outcome.of("written", "superseded"), made.outcome.of("merged")
    if args.format == "json":
        frame.print_json({
            "messages": made.messages, "tokens": made.tokens, "summary_threshold": made.threshold,
            "summary": memory_to_json(made.summary) if made.summary else None, "written": [memory_to_json(m) for m in written],
            "merged": [memory_to_json(m) for m in merged], "decisions": [memory_to_json(m) for m in made.decisions],
            "superseded": [memory_to_json(m) for m in made.outcome.replaced], "skipped": dict(sorted(made.outcome.skipped.items())),
            "log": made.log, "dry_run": args.dry_run, "method": made.outcome.method,
            "fallback_reason": made.outcome.fallback_reason or None,
        })  # fmt: skip
    elif not made.news:
        frame.say(args, "自上次保存以来没有新内容。" if lang == "zh" else "Nothing new since the last save.")
    else:
        preview = ("预览（未写入）",) if lang == "zh" else ("preview, nothing written",)
        print("\n".join([*(preview if args.dry_run else ()), *(_saved_zh(made) if lang == "zh" else _saved_en(made))]))
    return 0


def _saved_zh(made: autosave.Saved) -> List[str]:
    """S2's example, line by line."""
    written, merged = made.outcome.of("written", "superseded"), made.outcome.of("merged")
    known = f"，已知并合并 {len(merged)} 条" if merged else ""
    summary = (
        "✓ 已生成摘要"
        if made.summary
        else "→ 没有需要摘要的内容"
        if made.tokens > made.threshold
        else "→ Token 未超过阈值，跳过摘要"
    )
    return [
        "=== 自动保存记忆 ===", f"短期记忆: {made.messages} 条", f"Token 估算: {made.tokens} (阈值: {made.threshold})", summary,
        f"长期记忆: {len(written)} 条{known}", *(f"  • {m.text} → {m.path}" for m in written),
        f"关键决策: {len(made.decisions)} 条", *wording.wishes(made.outcome.wishes, "zh"), f"日志文件: {made.log}",
    ]  # fmt: skip


def _saved_en(made: autosave.Saved) -> List[str]:
    written, merged = made.outcome.of("written", "superseded"), made.outcome.of("merged")
    known = f", {len(merged)} already known" if merged else ""
    summary = (
        "✓ condensed to a summary"
        if made.summary
        else "→ nothing to condense"
        if made.tokens > made.threshold
        else "→ below the threshold, no summary"
    )
    return [
        "=== Autosave ===", f"window: {made.messages} messages", f"tokens, about: {made.tokens} (threshold: {made.threshold})", summary,
        f"memories: {len(written)}{known}", *(f"  • {m.text} → {m.path}" for m in written),
        f"key decisions: {len(made.decisions)}", *wording.wishes(made.outcome.wishes, "en"), f"log: {made.log}",
    ]  # fmt: skip


def _daily_log(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = _opened(args, state)
    try:
        found = autosave.day_log(store, args.date, frame.scope(args.audience, store))
    except ValueError:
        raise _no_day("--date", args.date) from None
    if args.format == "json":
        frame.print_json({
            "day": found.day, "path": found.path, "text": found.text, "memories": [memory_to_json(m) for m in found.memories],
            "saves": list(found.saves),
        })  # fmt: skip
        return 0
    zh = frame.language_of(args, store, found.text) == "zh"
    if not found.text and not found.saves:
        frame.say(args, f"{found.day} 没有记录。" if zh else f"Nothing was recorded on {found.day}.")
        return 0
    print(found.text.rstrip())
    for save in found.saves:
        row = (save["at"][11:16], save["messages"], save["tokens"], len(save["written"]), save["decisions"])
        print(("\n{} UTC 自动保存：{} 条消息，约 {} token，新记忆 {} 条，决策 {} 条" if zh
               else "\n{} UTC autosave: {} messages, about {} tokens, {} new memories, {} decisions").format(*row))  # fmt: skip
    return 0


def _decisions(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = _opened(args, state)
    store.require()
    try:
        receipts = autosave.decisions(store, frame.judge_of(args, store), since=args.since, write=not args.dry_run)
    except ValueError:
        raise _no_day("--since", args.since) from None
    memories = [r.memory for r in receipts]
    lang = frame.language_of(args, store, " ".join(m.text for m in memories))
    if receipts and not args.dry_run:
        setup.refresh(store, lang)
    counted = Counter(r.action for r in receipts)
    new = counted["written"] + counted["superseded"]
    if args.format == "json":
        frame.print_json(
            {
                "decisions": [memory_to_json(m) for m in memories],
                "new": new,
                "merged": counted["merged"],
                "dry_run": args.dry_run,
            }
        )
    elif memories or not args.quiet:
        path = store.paths.relative(store.paths.topic("decisions"))
        print(f"关键决策：新增 {new} 条 → {path}" if lang == "zh" else f"Key decisions: {new} new → {path}")
        for memory in memories:
            print(f"  • {memory.text}")
    return 0


def _report(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = _opened(args, state)
    outcome, when = autosave.last_outcome(store, frame.scope(args.audience, store))
    lang = frame.language_of(args, store, " ".join(r.memory.text for r in outcome.receipts))
    text = wording.report(outcome, lang)
    if args.format == "json":
        frame.print_json({
            "at": when or None, "sessions": sorted(outcome.sessions),
            "written": [memory_to_json(m) for m in outcome.of("written", "superseded")],
            "merged": [memory_to_json(m) for m in outcome.of("merged")],
            "superseded": [memory_to_json(m) for m in outcome.replaced], "report": text,
        })  # fmt: skip
    elif text:
        clock = store.local(when).strftime("%Y-%m-%d %H:%M")
        print(f"最近一次整理：{clock}\n{text}" if lang == "zh" else f"last consolidation: {clock}\n{text}")
    else:
        frame.say(args, "还没有整理过。" if lang == "zh" else "Nothing was consolidated yet.")
    return 0


def _no_day(option: str, given: str) -> UsageError:
    return UsageError(f"{option} {given!r} is no day.", "An ISO date was expected, such as 2026-05-06.",
                      zh=f"{option} {given!r} 不是日期，应如 2026-05-06。")  # fmt: skip


def _tell(args: argparse.Namespace, store: Store, data: Dict[str, Any], zh: str, en: str) -> None:
    if args.format == "json":
        frame.print_json(data)
    else:
        print(zh if frame.language_of(args, store) == "zh" else en)
