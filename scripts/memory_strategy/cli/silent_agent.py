"""`silent_agent.py`: a session goes in, memories come out; the same again writes nothing."""

from __future__ import annotations

import argparse
import os
from typing import Any, Dict, Optional, Sequence

from .. import setup
from ..consolidate import Outcome, consolidate
from ..discovery import discover
from ..errors import UsageError
from ..judge import Bench
from ..memory import Store
from ..model import memory_to_json
from . import frame, upkeep, wording


def build_parser() -> argparse.ArgumentParser:
    """The arguments of silent_agent.py."""
    parser = frame.parser(
        "silent_agent.py", "Consolidate finished conversations into memories; prints nothing when there is nothing to say.",
        frame.common(writes=True),
    )  # fmt: skip
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--session-log", metavar="FILE", nargs="+", action="extend", help="session files, of any host")
    source.add_argument("--discover", action="store_true", help="find the sessions of this workspace that are finished")
    parser.add_argument(
        "--session", metavar="ID", action="append", help="--session-log: only this session of a database"
    )
    parser.add_argument(
        "--idle-minutes",
        metavar="N",
        type=float,
        help="--discover: idle for how long (default: consolidation.idle_minutes)",
    )
    parser.add_argument(
        "--no-reply",
        action="store_true",
        help="print NO_REPLY, OpenClaw's word for silence, when there is nothing to say",
    )
    parser.add_argument(
        "--auto-write", choices=("true", "false"), default="true", help="false: show what would be kept (default: true)"
    )
    return parser


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the command; returns its exit code."""
    frame.use_utf8()
    return frame.run(build_parser().parse_args(frame.arguments(argv)), _command)


def _command(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    if not args.session_log and not args.discover:
        raise UsageError("No session was named.", "--session-log FILE or --discover was expected.",
                         zh="没有指定会话：请用 --session-log FILE 或 --discover。")  # fmt: skip
    store = state["store"] = frame.open_store(args)
    judge = frame.judge_of(args, store)
    write = args.auto_write == "true" and not args.dry_run
    outcome = _taken(args, store, judge, write)
    if write and outcome.receipts:
        upkeep.by_itself(store, frame.language_of(args, store), judge)
        setup.refresh(store, frame.language_of(args, store), judge)
    _show(args, store, outcome, write)
    if write:
        frame.embed_new(args, store)
    return 0


def _taken(args: argparse.Namespace, store: Store, judge: Bench, write: bool) -> Outcome:
    if args.discover:
        if args.idle_minutes is not None and not args.idle_minutes >= 0:
            raise UsageError("--idle-minutes cannot be negative.", zh="--idle-minutes 不能为负数。")
        found = discover(store, os.environ, judge, idle_minutes=args.idle_minutes, write=write)
        return found or Outcome(fallback_reason=judge.reason)
    sessions = frozenset(args.session) if args.session else None
    return consolidate(store, [frame.place(f) for f in args.session_log], judge, write=write, sessions=sessions)


def _show(args: argparse.Namespace, store: Store, outcome: Outcome, write: bool) -> None:
    lang = frame.language_of(args, store, " ".join(r.memory.text for r in outcome.receipts))
    report = wording.report(outcome, lang, written=write)
    if args.format != "json":
        if report:
            print(report)
        elif args.no_reply:
            print("NO_REPLY")
        elif not args.quiet and not args.discover:
            frame.say(args, "没有需要记住的新内容。" if lang == "zh" else "Nothing new to remember.")
        return
    frame.print_json({
        "sessions": sorted(outcome.sessions), "turns": outcome.turns,
        "written": [memory_to_json(m) for m in outcome.of("written", "superseded")],
        "merged": [memory_to_json(m) for m in outcome.of("merged")],
        "superseded": [memory_to_json(m) for m in (*outcome.replaced, *outcome.of("outdated"))],
        "held": [memory_to_json(m) for m in outcome.of("held")], "archived": [memory_to_json(m) for m in outcome.of("archived")],
        "forget": [{"what": w.what, "matches": w.matches, "command": wording.forget_command(w)} for w in outcome.wishes],
        "skipped": dict(sorted(outcome.skipped.items())), "method": outcome.method,
        "fallback_reason": outcome.fallback_reason or None, "report": report,
    })  # fmt: skip
