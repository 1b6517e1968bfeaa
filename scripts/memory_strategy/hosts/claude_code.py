"""Claude Code: four hooks in `.claude/settings.json` of the workspace; whatever else stands there stays.

A memory folder in the home folder makes it the user's own settings, for all projects. The hook events and the JSON
they give on stdin are Claude Code's (documentation of hooks; seen with 2.1.332).
"""

from __future__ import annotations

from typing import Any, Dict

from .plan import FilePlace, Part, Plan
from .site import Site
from .splice import Hooks

# Event of the host → (our event, seconds it may take). A prompt waits for its hook, so ours ends by itself long before.
EVENTS = {
    "SessionStart": ("session-start", 10),
    "UserPromptSubmit": ("prompt", 5),
    "PreCompact": ("pre-compact", 10),
    "SessionEnd": ("session-end", 10),
}


def is_ours(group: Any) -> bool:
    """Whether a hook group calls this skill and nothing else."""
    hooks = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(hooks, list) or not hooks:
        return False
    calls = [hook.get("command") if isinstance(hook, dict) else "" for hook in hooks]
    return all(isinstance(c, str) and "memory_manager" in c and " hook " in c for c in calls)


def plan(site: Site) -> Plan:
    """The plan for the workspace of a memory folder."""
    groups: Dict[str, Any] = {}
    for event, (ours, seconds) in EVENTS.items():
        command = site.line(site.call("memory_manager", "hook", ours))
        groups[event] = {"hooks": [{"type": "command", "command": command, "timeout": seconds}]}
    settings = FilePlace(site.workspace / ".claude" / "settings.json")
    return Plan("claude-code", site, (Part(settings, Hooks(groups, is_ours)),))
