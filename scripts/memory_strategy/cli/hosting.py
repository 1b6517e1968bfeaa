"""`memory_manager.py install | uninstall | hook | mcp`: setting the skill up in a host, and being called by one."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping

from ..hosts import EVENTS, HOSTS, plan_of
from ..store import background
from . import frame

if TYPE_CHECKING:
    from ..hosts.plan import Item, Plan

_ACTIONS = {
    "write": ("写入", "write"), "insert": ("插入", "insert into"), "remove": ("移除", "take our part out of"),
    "run": ("运行", "run"), "keep": ("已就绪", "already there"),
}  # fmt: skip
MAX_CALL_BYTES = 4 << 20


def register(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the subcommands."""
    for name, about, does in (
        ("install", "show what sets the skill up in a host; with --yes do it", _install),
        ("uninstall", "show what takes that back; with --yes do it", _uninstall),
    ):
        made = command(name, about, does, formats=("text", "json"))
        made.add_argument("host", choices=HOSTS, help="which host or schedule")
        made.add_argument("--yes", action="store_true", help="do it; without it nothing is changed")
    called = command("hook", "what a host calls at an event, its JSON on standard input; always ends with 0", _hook,
                     formats=("text",), in_groups=True)  # fmt: skip
    called.add_argument("event", choices=EVENTS, help="which event")
    called.add_argument("--wait", action="store_true", help="take the session in before ending, not beside the host")
    command("mcp", "serve remember, recall, forget, consolidate and snapshot over MCP, on standard input and output", _mcp,
            formats=("text",), in_groups=True)  # fmt: skip


def _plan(args: argparse.Namespace) -> Plan:
    from ..hosts.site import Site

    return plan_of(args.host, Site.here(frame.memory_dir(args), os.environ))


def _install(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    plan = _plan(args)
    items = plan.install() if args.yes else plan.preview()
    _show(args, items, applied=args.yes)
    return 0


def _uninstall(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    plan = _plan(args)
    items = plan.uninstall() if args.yes else plan.preview_removal()
    _show(args, items, applied=args.yes)
    return 0


def _show(args: argparse.Namespace, items: List[Item], applied: bool) -> None:
    if args.format == "json":
        frame.print_json({"host": args.host, "applied": applied, "steps": [item.__dict__ for item in items]})
        return
    zh = frame.language_of(args) == "zh"
    if not items:
        print("没有需要改动的。" if zh else "Nothing to change.")
        return
    if applied:
        print("已执行：" if zh else "Done:")
    else:
        print("计划（未执行；确认后加 --yes）：" if zh else "The plan (nothing was done; run it again with --yes):")
    for item in items:
        print(f"- {_ACTIONS[item.action][not zh]}: {item.target}")
        if item.text and item.action != "keep" and not applied:
            print("\n".join(f"    {line}" for line in item.text.strip("\n").splitlines()))


# -- called by a host ------------------------------------------------------------------------------------------------


def _hook(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    """Answer an event. Whatever goes wrong, the host gets 0 and no answer: exit code 2 would block a person's prompt."""
    began = time.monotonic()
    from ..hosts import calls
    from ..hosts.site import Site

    try:
        call = _call_of()
        store = frame.open_store(args)
        if args.event == "session-start":
            answer = calls.session_start(store, call, args.audience)
        elif args.event == "prompt":
            answer = calls.prompt(
                store, call, args.audience, store.settings["hooks.prompt_ms"] / 1000 - (time.monotonic() - began)
            )
        else:
            answer = ""
            site = Site.here(store.paths.root, os.environ)
            argv = calls.finished(call, os.environ, site)
            if argv:
                calls.start(argv, store, os.environ, args.wait)
        sys.stdout.write(answer)
        sys.stdout.flush()
    except Exception as error:  # noqa: BLE001 - see above
        root = frame.memory_dir(args)
        if root.is_dir():
            background.note(
                root / "state", datetime.now(timezone.utc), f"hook {args.event}", f"{type(error).__name__}: {error}"
            )
    if args.event == "prompt":
        os._exit(0)  # a search that is still running is left behind, not waited for
    return 0


def _call_of() -> Mapping[str, Any]:
    if sys.stdin is None or sys.stdin.isatty():
        return {}
    data = json.loads(sys.stdin.buffer.read(MAX_CALL_BYTES) or b"{}")
    return data if isinstance(data, dict) else {}


def _mcp(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    from . import mcp_server

    return mcp_server.serve(args)
