"""`memory_manager.py review list | accept ID | reject ID`: what reads like an order, and waits for a person."""

from __future__ import annotations

import argparse
from typing import Any, Callable, Dict, Tuple

from .. import review, setup
from ..errors import UsageError
from ..marks import RECALL_TAG
from ..memory import holding
from ..model import ASSISTANT, HARNESS, OTHER, OWNER, TOOL, Memory, memory_to_json
from ..rules.instructions import neutralise
from . import frame, upkeep

_FROM: Dict[str, Tuple[str, str]] = {
    OWNER: ("你说的", "said by you"), OTHER: ("他人所说", "said by someone else"), ASSISTANT: ("助手所说", "said by the assistant"),
    TOOL: ("来自工具或网页", "from a tool or web page"), HARNESS: ("来自宿主", "from the host"),
}  # fmt: skip


def register(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    made = command("review", "what reads like an order and waits for you: show it, accept it, reject it", _review,
                   writes=True, formats=("text", "json"))  # fmt: skip
    made.add_argument(
        "action", choices=("list", "accept", "reject"), help="list; accept: counts as your own; reject: erased"
    )
    made.add_argument("id", metavar="ID", nargs="?", default="", help="accept, reject: id or short id")
    upkeep.limit_option(made)


def _review(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    if (args.action == "list") == bool(args.id):
        raise UsageError(f"`review {args.action}` and ID {args.id!r} do not fit.", "list, accept ID or reject ID was expected.",
                         zh="应为 list、accept 编号 或 reject 编号。")  # fmt: skip
    if args.action == "list":
        held = review.waiting(store)
        zh = frame.language_of(args, store, " ".join(m.text for m in held[-20:])) == "zh"
        if args.format == "json":
            frame.print_json({"waiting": [_as_json(m) for m in held[: args.limit]], "count": len(held)})
        elif held:
            print("\n".join([*(_line(m, zh) for m in held[: args.limit]), *["…"] * (len(held) > args.limit)]))
        else:
            frame.say(args, "没有待审阅的内容。" if zh else "Nothing waits for review.")
        return 0
    decide = review.accept if args.action == "accept" else review.refuse
    memory = decide(store, args.id, write=not args.dry_run)
    zh = frame.language_of(args, store, memory.text) == "zh"
    if not args.dry_run:
        setup.refresh(store, "zh" if zh else "en")
    if args.format == "json":
        frame.print_json({"action": args.action, "memory": memory_to_json(memory), "dry_run": args.dry_run})
    else:
        print(
            ("预览（未写入）：" if zh else "Preview, nothing written: ") * args.dry_run + _done(args.action, memory, zh)
        )
    return 0


def _as_json(memory: Memory) -> Dict[str, Any]:
    return {**memory_to_json(memory), "origin": memory.origin, "held_as": holding.shape_of(memory)}


def _line(memory: Memory, zh: bool) -> str:
    text = neutralise(upkeep.short(memory.text), RECALL_TAG, untrusted=True)
    if zh:
        return f"- {memory.short}（{_FROM[memory.origin][0]}，像一条指令，{memory.created_at[:10]}）：{text}"
    shape = holding.shape_of(memory)
    return (
        f"- {memory.short} ({_FROM[memory.origin][1]}, reads like an order: {shape}, {memory.created_at[:10]}): {text}"
    )


def _done(action: str, memory: Memory, zh: bool) -> str:
    text = upkeep.short(memory.text)
    if action == "accept":
        return (
            f"已采纳（{memory.short}）→ {memory.path}：{text}"
            if zh
            else f"Accepted ({memory.short}) → {memory.path}: {text}"
        )
    return f"已拒绝并删除（{memory.short}）：{text}" if zh else f"Rejected and erased ({memory.short}): {text}"
