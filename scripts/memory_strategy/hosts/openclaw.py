"""OpenClaw: a block in AGENTS.md, a hook folder in the workspace, and a job of the gateway's own scheduler.

The hook is plain JavaScript that asks `memory_manager.py hook` and gives its answer on: at `agent:bootstrap` the
snapshot, at `command:new` and `command:reset` (and after an automatic reset) the session that ended. Which sessions may
see the snapshot is decided in Python, in one place. Event names and fields: OpenClaw's documentation of hooks, 2026.9.6.
"""

from __future__ import annotations

import json
from typing import List, Sequence, Tuple

from ..errors import NotSetUp
from .plan import Command, FilePlace, Part, Plan, run
from .schedule import MINUTES
from .site import Site
from .splice import MARK, Block, Whole

HOOK = "memory-strategy"
BEGIN, END = "<!-- memory-strategy:agents:begin -->", "<!-- memory-strategy:agents:end -->"
EVENTS = ("agent:bootstrap", "command:new", "command:reset", "session:auto-reset")

_AGENTS = """\
## Memory (skill memory-strategy)

- A memory snapshot is put before you at the start of a private session. If it is not there: `{bootstrap}`
- The user says 记下来, 记住, "remember this" → `{add} --content "…"`; say 记住了 only once its receipt shows an id.
- The user asks about the past (之前…？ "what did we decide …?") → `{ask} --format markdown --query "…"`
- State facts plainly. Ask about what is marked 推测 or "unconfirmed": 你之前好像…，对吗？
- In a group add `--audience group:ID` to both, and say nothing of what a private session held."""

_HANDLER = """\
// {mark}
// Asks the memory skill on three events, waits a bounded time, and leaves the session as it is when there is no answer.
import {{ spawn }} from "node:child_process";
import {{ realpathSync }} from "node:fs";

const CALL = {call};
const WORKSPACE = {workspace};

function isOurs(folder) {{
  try {{
    return realpathSync(folder) === realpathSync(WORKSPACE);
  }} catch {{
    return folder === WORKSPACE;
  }}
}}

function ask(event, details, seconds) {{
  return new Promise((resolve) => {{
    let answer = "";
    const child = spawn(CALL[0], [...CALL.slice(1, -2), event, ...CALL.slice(-2)], {{
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    }});
    const timer = setTimeout(() => child.kill(), seconds * 1000);
    child.on("error", () => {{ clearTimeout(timer); resolve(""); }});
    child.stdin.on("error", () => undefined);
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (piece) => {{ answer += piece; }});
    child.on("close", () => {{ clearTimeout(timer); resolve(answer); }});
    child.stdin.end(JSON.stringify({{ host: "openclaw", ...details }}));
  }});
}}

export default async function handler(event) {{
  const context = event.context ?? {{}};
  if (context.workspaceDir && !isOurs(context.workspaceDir)) return; // another agent's
  const sessionKey = context.sessionKey ?? event.sessionKey ?? "";
  if (event.type === "agent" && Array.isArray(context.bootstrapFiles)) {{
    const content = await ask("session-start", {{ sessionKey }}, 5);
    if (content.trim()) {{
      context.bootstrapFiles.push({{ name: "MEMORY_SNAPSHOT.md", path: {snapshot}, content, missing: false }});
    }}
    return;
  }}
  const ended = event.type === "session" ? context.sessionEntry : context.previousSessionEntry ?? context.sessionEntry;
  await ask("session-end", {{ sessionKey, agentId: context.agentId ?? "", session: ended?.sessionId ?? "" }}, 5);
}}
"""

_HOOK_PAGE = """\
---
name: {name}
description: "Puts the memory snapshot before a private session, and takes a finished session into memory"
metadata: {metadata}
---

# {name}

{mark}

At the start of a turn it adds the memory snapshot of {memory}; when a session ends it takes that session in, on this
machine. Disable it with `openclaw hooks disable {name}`.
"""


def plan(site: Site) -> Plan:
    """The plan for the workspace of a memory folder."""
    folder = site.workspace / "hooks" / HOOK
    lines = _AGENTS.format(
        bootstrap=site.line(site.call("memory_manager", "bootstrap")),
        add=site.line(site.call("memory_manager", "add")), ask=site.line(site.call("retrieve_memory")),
    )  # fmt: skip
    handler = _HANDLER.format(
        mark=MARK, call=json.dumps(site.call("memory_manager", "hook")), workspace=json.dumps(str(site.workspace)),
        snapshot=json.dumps(str(site.memory / "snapshot.md")),
    )  # fmt: skip
    page = _HOOK_PAGE.format(
        name=HOOK,
        mark=MARK,
        memory=site.memory,
        metadata=json.dumps({"openclaw": {"emoji": "🧠", "events": list(EVENTS)}}, ensure_ascii=False),
    )
    parts = (
        Part(FilePlace(site.workspace / "AGENTS.md"), Block(BEGIN, lines.split("\n"), END)),
        Part(FilePlace(folder / "HOOK.md"), Whole(page)),
        Part(FilePlace(folder / "handler.js"), Whole(handler)),
    )
    return Plan("openclaw", site, parts, _commands(site))


def _commands(site: Site) -> Tuple[Command, ...]:
    job = json.dumps(site.call("silent_agent", "--discover", "--no-reply", "--quiet"), ensure_ascii=False)
    enable = Command(
        ("openclaw", "hooks", "enable", HOOK), ("openclaw", "config", "unset", f"hooks.internal.entries.{HOOK}")
    )
    add = (
        "openclaw", "cron", "add", "--name", site.name, "--every", f"{MINUTES}m", "--command-argv", job,
        "--command-cwd", str(site.workspace), "--no-deliver", "--declaration-key", site.name,
    )  # fmt: skip
    return enable, Command(add, ("openclaw", "cron", "rm", f"(the job {site.name})"), lambda: _removing_job(site))


def _removing_job(site: Site) -> Sequence[str]:
    """The command that removes our job, () where the gateway has none.

    Raises: StoreError when the gateway does not answer.
    """
    listed = run(["openclaw", "cron", "list", "--all", "--json"], site.env, site.workspace)
    try:
        data = json.loads(listed[listed.index("{") :])
        jobs: List[dict] = [job for job in data["jobs"] if isinstance(job, dict)]
    except (ValueError, KeyError, TypeError):
        raise NotSetUp(
            "`openclaw cron list --json` gave no list of jobs.", "", f"Remove the job {site.name} by hand."
        ) from None
    for job in jobs:
        if site.name in (job.get("declarationKey"), job.get("name")):
            return ("openclaw", "cron", "rm", str(job.get("id")))
    return ()
