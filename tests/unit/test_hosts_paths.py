"""Windows and macOS, as far as paths and command lines go: pure paths, no such machine needed."""

from __future__ import annotations

import json
import shlex
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from memory_strategy.hosts import claude_code, schedule
from memory_strategy.hosts.site import Site
from memory_strategy.transcripts import places
from memory_strategy.transcripts.session_keys import audience, is_machine

MAC = PurePosixPath("/Users/An Li/Library/Mobile Documents/ws/.memory")
WINDOWS = PureWindowsPath(r"C:\Users\安 李\ws\.memory")


def site(memory, windows: bool) -> Site:
    scripts = memory.parent / "skills" / "scripts"
    return Site(memory, Shipped(scripts), "python" if windows else "/usr/bin/python3", {}, windows)  # type: ignore[arg-type]


class Shipped:
    """A folder of launchers on a machine that is not here: only its pure path and that it is there."""

    def __init__(self, path):
        self._path = path

    def __truediv__(self, name):
        return Shipped(self._path / name)

    def __str__(self):
        return str(self._path)

    def exists(self):
        return True


@pytest.mark.parametrize("memory, windows", [(MAC, False), (WINDOWS, True)], ids=["macOS", "Windows"])
def test_a_hook_s_command_line_is_one_command_with_its_spaces(memory, windows):
    """Spaces and Chinese in a path stay within one argument, for the shell of that system."""
    made = site(memory, windows)
    line = made.line(made.call("memory_manager", "hook", "prompt"))
    words = [word.strip('"') for word in shlex.split(line, posix=not windows)]
    assert words[0] == ("python" if windows else "/usr/bin/python3")
    assert words[2:] == ["hook", "prompt", "--memory-dir", str(memory)]
    assert words[1] == str(memory.parent / "skills" / "scripts" / "memory_manager.py")


@pytest.mark.parametrize("memory, windows", [(MAC, False), (WINDOWS, True)], ids=["macOS", "Windows"])
def test_settings_take_such_a_line_as_json(memory, windows):
    """Backslashes survive JSON; the group is known as ours again."""
    made = site(memory, windows)
    command = made.line(made.call("memory_manager", "hook", "prompt"))
    group = json.loads(json.dumps({"hooks": [{"type": "command", "command": command}]}))
    assert claude_code.is_ours(group)
    assert str(memory) in group["hooks"][0]["command"]


def test_a_unit_file_escapes_what_systemd_reads():
    """Backslashes, quotes and percent signs."""
    assert schedule._quoted(r'C:\a "b" 5%') == r'"C:\\a \"b\" 5%%"'


def test_two_memory_folders_have_two_names():
    """One crontab, one gateway and one user manager may serve several."""
    assert site(MAC, False).name != site(WINDOWS, True).name
    assert site(MAC, False).name.startswith("memory-strategy-")


def test_a_host_s_folders_come_from_its_settings_else_from_the_home():
    """As OpenClaw documents it."""
    assert places.openclaw_state({"HOME": "/h"}) == Path("/h/.openclaw")
    assert places.openclaw_state({"HOME": "/h", "OPENCLAW_HOME": "/o"}) == Path("/o/.openclaw")
    assert places.openclaw_state({"OPENCLAW_HOME": "/o", "OPENCLAW_STATE_DIR": "/s"}) == Path("/s")
    assert places.agent_database({"OPENCLAW_STATE_DIR": "/s"}, "a1") == Path("/s/agents/a1/agent/openclaw-agent.sqlite")
    assert places.home({"USERPROFILE": "/u"}) == Path("/u")


@pytest.mark.parametrize("key", ["cron:x", "agent:main:subagent:1", "hook:y", "agent:main:main:heartbeat"])
def test_d15_a_machine_s_session_is_known_by_its_key(key):
    """D15: cron, hooks, sub-agents and heartbeats."""
    assert is_machine(key) and not is_machine("agent:main:main")
    assert audience("agent:a:wx:group:9") == "group:9"
