"""`memory_manager.py`: set up, add, show, search, hand over and check what is remembered.

Each subcommand is a function `(args, state) -> exit code`; the ones that hand memory over or look after the store are in
modules of their own beside this one.
"""

from __future__ import annotations

import argparse
from typing import Any, Dict, Optional, Sequence

from .. import setup
from ..errors import UsageError
from ..memory.writing import require_one
from ..model import CATEGORIES, KINDS, memory_to_json
from ..remember import Wish, remember
from . import conversation, forgetting, frame, handover, health, hosting, retrieve_memory, review, upkeep, wording


def build_parser() -> argparse.ArgumentParser:
    """The arguments of memory_manager.py."""
    parser = frame.parser("memory_manager.py", "Set up, add, show, search, hand over and check what is remembered.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(
        name: str, about: str, does: Any, *, writes: bool = False, formats=("text", "markdown", "json"), aliases=(),
        in_groups: bool = False,
    ) -> argparse.ArgumentParser:  # fmt: skip
        made = commands.add_parser(
            name, help=about, description=about, parents=[frame.common(formats, writes=writes, in_groups=in_groups)],
            epilog=frame.EXIT_CODES, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, aliases=aliases,
        )  # fmt: skip
        made.set_defaults(does=does)
        return made

    command("init", "create the memory folder; what is there stays as it is", _init, in_groups=True)
    add = command("add", "keep one statement and print a receipt", _add, writes=True, in_groups=True)
    add.add_argument("--content", metavar="T", required=True, help="the statement")
    add.add_argument(
        "--type",
        choices=("short", "medium", "long"),
        default="",
        help="short, medium: the day's log; long: a topic file",
    )
    add.add_argument(
        "--kind", choices=KINDS, default="", help="fact (default) or, for a guess of the agent's, belief …"
    )
    add.add_argument("--category", choices=CATEGORIES, default="", help="where it belongs (default: by content)")
    add.add_argument("--tag", metavar="TAG", action="append", default=[], help="a tag; may be given more than once")
    add.add_argument("--pin", action="store_true", help="never fades, never archived")
    add.add_argument("--session", metavar="ID", default="", help="the session it was said in")
    show = command("show", "one memory with its history", _show, in_groups=True)
    show.add_argument("id", metavar="ID", help="id or short id")
    search = command("search", "find memories (as retrieve_memory.py)", retrieve_memory.command, in_groups=True)
    search.add_argument("query", metavar="QUERY", help="what to look for")
    retrieve_memory.add_search_options(search)
    start = command(
        "bootstrap", "the snapshot that a conversation starts with", _bootstrap, formats=("markdown", "text", "json"),
        in_groups=True,
    )  # fmt: skip
    start.add_argument("--budget", metavar="TOKENS", type=int, help="most tokens (default: snapshot.max_tokens)")
    review.register(command)
    upkeep.register(command)
    forgetting.register(command)
    handover.register(command)
    conversation.register(command)
    health.register(command)
    hosting.register(command)
    return parser


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the command; returns its exit code."""
    frame.use_utf8()
    args = build_parser().parse_args(frame.arguments(argv))
    return frame.run(args, args.does)


def _init(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    lang = frame.language_of(args, store)
    created = setup.init(store, lang)
    if args.format == "json":
        frame.print_json({"memory_dir": str(store.paths.root), "created": created})
    elif created:
        print(f"记忆目录已就绪：{store.paths.root}" if lang == "zh" else f"Memory folder ready: {store.paths.root}")
    else:
        print(
            f"记忆目录已存在：{store.paths.root}"
            if lang == "zh"
            else f"Memory folder already there: {store.paths.root}"
        )
    return 0


def _add(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    judge = frame.judge_of(args, store)
    wish = Wish(args.content, type=args.type, kind=args.kind, category=args.category, tags=tuple(args.tag), pin=args.pin,
                session=args.session, audience=args.audience)  # fmt: skip
    if not args.dry_run and args.content.strip():  # nothing to keep makes no folder
        setup.ensure(store)
    receipt = remember(store, wish, judge, write=not args.dry_run)
    if judge.note:
        store.warn(judge.note)
    lang = frame.language_of(args, store, receipt.memory.text)
    if not args.dry_run:
        setup.refresh_small(store, lang)
    if args.format == "json":
        frame.print_json({
            "action": "dry_run" if args.dry_run else receipt.action, "memory": memory_to_json(receipt.memory),
            "superseded": [memory_to_json(m) for m in receipt.replaced], "method": judge.method,
            "fallback_reason": judge.fallback_reason or None,
        })  # fmt: skip
    elif args.dry_run:
        print(("预览（未写入）：" if lang == "zh" else "Preview, nothing written: ") + receipt.memory.text)
    else:
        print(wording.receipt(receipt, lang))
    if not args.dry_run:
        frame.embed_new(args, store)
    return 0


def _show(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    with store.reading():
        who = frame.scope(args.audience, store)
        seen = [m for m in store.find(args.id) if frame.visible(m, who)]
        if not seen:
            raise frame.unknown(args.id)
        memory = require_one(seen, args.id)
        older = [m for i in memory.supersedes for m in store.find(i) if frame.visible(m, who)]
        newer = [m for m in store.find(memory.superseded_by) if frame.visible(m, who)] if memory.superseded_by else []
    if args.format == "json":
        frame.print_json({
            **memory_to_json(memory), "confidence": memory.confidence, "rule": memory.rule, "method": memory.method,
            "origin": memory.origin, "dimensions": dict(memory.dimensions), "valid_from": memory.valid_from,
            "valid_to": memory.valid_to, "revision": memory.revision, "evidence": [dict(e.__dict__) for e in memory.evidence],
            "history": [memory_to_json(m) for m in (*older, *newer)],
        })  # fmt: skip
    else:
        print(wording.card(memory, older, newer, frame.language_of(args, store, memory.text)))
    return 0


def _bootstrap(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    if args.budget is not None and args.budget < 1:
        raise UsageError(f"--budget {args.budget} leaves no room.", "A number of tokens of at least 1 was expected.",
                         zh=f"--budget {args.budget} 没有空间：应为不小于 1 的 token 数。")  # fmt: skip
    store = state["store"] = frame.open_store(args)
    with store.reading():
        who = frame.scope(args.audience, store)
        memories = [m for m in setup.openers(store) if frame.visible(m, who)]
    lang = frame.language_of(args, store, " ".join(m.text for m in memories[-20:]))
    made = setup.page(store, memories, lang, args.audience, args.budget or 0)
    if args.budget and made.left_out and not made.shown:
        store.warn(f"Not one of {made.left_out} memories fits into {args.budget} tokens; try --budget 200.",
                   f"{args.budget} 个 token 放不下 {made.left_out} 条记忆中的任何一条，可用 --budget 200。")  # fmt: skip
    if args.format == "json":
        frame.print_json(
            {
                "snapshot": made.text,
                "tokens": made.tokens,
                "shown": [m.id for m in made.shown],
                "left_out": made.left_out,
            }
        )
    else:
        print(made.text, end="")
    return 0
