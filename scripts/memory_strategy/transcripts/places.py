"""Where each host keeps its sessions on this machine: folders from the environment, else below the user's home.

OpenClaw: `<state>/agents/<agent>/agent/openclaw-agent.sqlite`, older `<state>/agents/<agent>/sessions/*.jsonl`.
Claude Code: `<config>/projects/<project>/<session>.jsonl`; sub-agents lie a level deeper. Refuses to read them.
Surprising: what a person deleted in the host (`.jsonl.deleted.*`) is not listed. They took it away.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

DATABASE = "openclaw-agent.sqlite"


def home(env: Mapping[str, str]) -> Path:
    """The user's home; a cron job without HOME gets it from the user database."""
    return Path(env.get("HOME") or env.get("USERPROFILE") or os.path.expanduser("~"))


def openclaw_state(env: Mapping[str, str]) -> Path:
    """OpenClaw's state folder: OPENCLAW_STATE_DIR, else `.openclaw` below OPENCLAW_HOME or the home."""
    if env.get("OPENCLAW_STATE_DIR"):
        return Path(env["OPENCLAW_STATE_DIR"])
    return Path(env.get("OPENCLAW_HOME") or home(env)) / ".openclaw"


def agent_database(env: Mapping[str, str], agent: str) -> Path:
    """The database of one OpenClaw agent."""
    return openclaw_state(env) / "agents" / agent / "agent" / DATABASE


def openclaw_databases(env: Mapping[str, str]) -> Iterator[Path]:
    """The databases of all agents that there are."""
    for agent in _folders(openclaw_state(env) / "agents"):
        path = agent / "agent" / DATABASE
        if path.is_file():
            yield path


def openclaw_files(env: Mapping[str, str]) -> Iterator[Path]:
    """OpenClaw's older session files, copies made at a reset among them."""
    for agent in _folders(openclaw_state(env) / "agents"):
        for path in _files(agent / "sessions"):
            if path.name.endswith(".jsonl") or ".jsonl.reset." in path.name:
                yield path


def claude_code_files(env: Mapping[str, str]) -> Iterator[Path]:
    """Claude Code's session files of every project, without those of sub-agents."""
    config = Path(env["CLAUDE_CONFIG_DIR"]) if env.get("CLAUDE_CONFIG_DIR") else home(env) / ".claude"
    for project in _folders(config / "projects"):
        for path in _files(project):
            if path.name.endswith(".jsonl") and not path.name.startswith("agent-"):
                yield path


def _folders(path: Path) -> list[Path]:
    return [entry for entry in _entries(path) if entry.is_dir()]


def _files(path: Path) -> list[Path]:
    return [entry for entry in _entries(path) if entry.is_file()]


def _entries(path: Path) -> list[Path]:
    try:
        return sorted(path.iterdir())
    except OSError:
        return []
