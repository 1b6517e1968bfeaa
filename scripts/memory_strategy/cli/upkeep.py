"""`memory_manager.py condense | prune | capacity | cleanup | maintain | undo | restore`: keeping the store small and true.

A plan is shown with --dry-run and applied exactly as shown. One that would take much, or anything that was never shown
to its owner, needs --yes.
"""

from __future__ import annotations

import argparse
from typing import Any, Callable, Dict, List, Optional

from .. import maintain, setup
from ..judge import Bench
from ..maintain.plan import as_json
from ..memory import Store, archive
from ..model import memory_to_json
from . import frame

PLANS: Dict[str, Callable[..., maintain.Plan]] = {
    "prune": maintain.plan_prune, "capacity": maintain.plan_capacity,
    "cleanup": maintain.plan_cleanup, "weekly": maintain.plan_weekly, "monthly": maintain.plan_monthly,
}  # fmt: skip
_ABOUT = {
    "condense": "keep, summarise or archive by retention value; the reason for each",
    "prune": "archive what has a low retention value",
    "capacity": "bound the working set: what no long-term file holds",
    "cleanup": "archive what was long unused, merge what is stored twice",
}
_ACTIONS = {
    "keep": ("保留", "keep"), "summarise": ("改为摘要", "summarise"), "archive": ("归档", "archive"), "merge": ("合并", "merge"),
    "promote": ("移入长期", "promote"), "expire": ("过期", "expire"),
}  # fmt: skip
_KINDS = {
    "compress": ("精简", "condense"), "prune": ("修剪", "prune"), "capacity": ("容量", "capacity"), "cleanup": ("清理", "cleanup"),
    "weekly": ("每周维护", "weekly"), "monthly": ("每月维护", "monthly"),
}  # fmt: skip
# S3 calls it compress. The pages say condense, since scanners of skills take the other word for packing data to send.
ALIASES = {"condense": ("compress",)}
SHOWN_CHARS = 60


def register(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the subcommands."""
    for name, about in _ABOUT.items():
        _plan_options(command(name, about, _plan, writes=True, aliases=ALIASES.get(name, ())))
    rounds = command("maintain", "the weekly or the monthly round, as one plan", _plan, writes=True)
    about = "weekly: retention, prune, capacity; monthly: last month's days"
    rounds.add_argument("round", choices=("weekly", "monthly"), help=about)
    _plan_options(rounds)
    command("undo", "take the last applied plan back", _undo, writes=True)
    back = command("restore", "bring an archived memory back", _restore, writes=True)
    back.add_argument("id", metavar="ID", help="id or short id")


def _plan_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("--yes", action="store_true", help="apply a plan that the loss guard stops")
    limit_option(made)


def limit_option(made: argparse.ArgumentParser) -> None:
    """--limit: output is bounded."""
    made.add_argument("--limit", metavar="N", type=int, default=100, help="most items shown (default: 100)")


def short(text: str) -> str:
    """The beginning of a text on one line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN_CHARS else flat[: SHOWN_CHARS - 1] + "…"


# -- plans -----------------------------------------------------------------------------------------------------------


def _plan(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    name = args.round if args.command == "maintain" else args.command
    with store.reading():
        memories = list(store.memories())
    judge = frame.judge_of(args, store)
    if name in PLANS:
        plan = PLANS[name](memories, store.now, store.settings)
    else:
        plan = maintain.plan_compress(memories, store.now, store.settings, judge)
    if judge.note:
        store.warn(judge.note)
    lang = frame.language_of(args, store)
    applied: Optional[maintain.Applied] = None
    if not args.dry_run:
        applied = maintain.apply(store, plan, yes=args.yes, progress=frame.bar(args))
        if applied.done:
            setup.refresh(store, lang)
    if args.format == "json":
        frame.print_json({
            **as_json(plan, lang, args.limit), "dry_run": args.dry_run, "applied": applied is not None,
            "done": dict(applied.done) if applied else {}, "skipped": [s.memory for s in applied.skipped] if applied else [],
            "method": judge.method, "fallback_reason": judge.fallback_reason or None,
        })  # fmt: skip
    else:
        print("\n".join(_plan_lines(plan, applied, lang, args.limit)))
    return 0


def _plan_lines(plan: maintain.Plan, applied: Optional[maintain.Applied], lang: str, limit: int) -> List[str]:
    zh = lang == "zh"
    if not plan.changes:
        return ["没有需要处理的记忆。" if zh else "Nothing to do."]
    counts = applied.done if applied else plan.counts
    names = {action: pair[not zh] for action, pair in _ACTIONS.items()}
    kind = _KINDS.get(plan.kind, (plan.kind, plan.kind))[not zh]
    if zh:
        counted = "，".join(f"{names[action]} {n} 条" for action, n in counts.items())
        lines = [f"{'已执行' if applied else '预览（未写入）'}，{kind}：{counted}"]
        rows = (f"- {names[s.action]} {s.memory[-6:].lower()}（{s.reason(lang)}）：{short(s.text)}"
                for s in plan.changes[:limit])  # fmt: skip
    else:
        counted = ", ".join(f"{names[action]} {n}" for action, n in counts.items())
        lines = [f"{'Done' if applied else 'Preview, nothing written'}, {kind}: {counted}"]
        rows = (f"- {names[s.action]} {s.memory[-6:].lower()}: {s.reason(lang)}: {short(s.text)}"
                for s in plan.changes[:limit])  # fmt: skip
    lines += rows
    if len(plan.changes) > limit:
        lines.append(f"… {len(plan.changes) - limit}")
    return lines + (_after(applied, zh) if applied else _warned(plan.loss, zh))


def _warned(loss: maintain.Loss, zh: bool) -> List[str]:
    if not loss.stops:
        return []
    taken = f"{loss.taken}/{loss.active} ({loss.share:.0%})"
    if zh:
        return [f"注意：将移走 {taken}，其中从未展示过 {loss.never_shown} 条；执行需加 --yes。"]
    return [f"Note: it takes {taken}, {loss.never_shown} of them never shown to you; applying it needs --yes."]


def _after(applied: maintain.Applied, zh: bool) -> List[str]:
    left = len(applied.skipped)
    lines = [f"期间有变动而未处理：{left} 条" if zh else f"Changed meanwhile and left alone: {left}"] if left else []
    return [*lines, "可用 memory_manager.py undo 撤销。" if zh else "`memory_manager.py undo` takes it back."]


def by_itself(store: Store, lang: str, judge: Bench) -> Optional[maintain.Applied]:
    """Compress where the store runs full; a plan that the loss guard stops is left for a person, with a warning.

    Raises: StoreError, Locked.
    """
    with store.reading() as index:
        if not maintain.overfull(
            index.count(), store.settings
        ):  # fewer texts of all sorts than memories would be needed
            return None
        memories = list(store.memories(status="active"))
    if not maintain.overfull(len(memories), store.settings):
        return None
    plan = maintain.plan_compress(memories, store.now, store.settings, judge)
    if not plan.loss.stops:
        return maintain.apply(store, plan)
    full = f"{len(memories)}/{store.settings['condense.capacity']}"
    if lang == "zh":
        store.warn(f"活动记忆 {full} 条，快满了：先看 memory_manager.py condense --dry-run，再加 --yes 执行。")
    else:
        store.warn(f"{full} active memories: look at `memory_manager.py condense --dry-run`, then run it with --yes.")
    return None


# -- taking back -----------------------------------------------------------------------------------------------------


def _undo(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    undone = maintain.undo(store, write=not args.dry_run)
    lang = frame.language_of(args, store)
    if not args.dry_run:
        setup.refresh(store, lang)
    if args.format == "json":
        frame.print_json({
            "plan": undone.plan, "restored": undone.restored, "summaries_removed": undone.removed,
            "changed_since": undone.changed_since, "dry_run": args.dry_run,
        })  # fmt: skip
        return 0
    left = len(undone.changed_since)
    if lang == "zh":
        done = f"{'将撤销' if args.dry_run else '已撤销'} {undone.plan}：恢复 {undone.restored} 条，移除摘要 {undone.removed} 条"
        print(done + (f"；之后又有改动而保留：{left} 条" if left else ""))
    else:
        done = (
            f"{'Would take back' if args.dry_run else 'Took back'} {undone.plan}: {undone.restored} memories restored"
        )
        print(f"{done}, {undone.removed} summaries removed" + (f"; changed since and left: {left}" if left else ""))
    return 0


def _restore(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    with store.writing() as writer:
        stood = any(m.status == "active" for m in store.find(args.id))
        memory = archive.restore(store, writer, args.id)
        if args.dry_run:
            writer.discard()
    lang = frame.language_of(args, store, memory.text)
    if not args.dry_run:
        setup.refresh(store, lang)
    if args.format == "json":
        frame.print_json({"restored": memory_to_json(memory), "changed": not stood, "dry_run": args.dry_run})
    elif stood:
        told = "并未归档，无需恢复" if lang == "zh" else "Active already, nothing to restore"
        print(f"{told} ({memory.short}) → {memory.path}: {memory.text}")
    else:
        would, done = ("将恢复", "已恢复") if lang == "zh" else ("Would restore", "Restored")
        print(f"{would if args.dry_run else done} ({memory.short}) → {memory.path}: {memory.text}")
    return 0
