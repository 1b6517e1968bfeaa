"""Install and uninstall: the plan is shown, done once, and taken back to the byte."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Dict

import pytest

from memory_strategy.cli import memory_manager
from memory_strategy.errors import MemoryStrategyError, NotSetUp, Refused
from memory_strategy.hosts import HOSTS, plan_of
from memory_strategy.hosts.plan import FilePlace
from memory_strategy.hosts.site import Site
from repository import SCRIPTS

AGENTS = "# 我的助手\r\n\r\n- be brief"
SETTINGS = '{\n\t"permissions": {"deny": ["Bash(rm:*)"]},\n\t"hooks": {"SessionStart": [{"hooks": []}]}\n}'
CRONTAB = "MAILTO=me\n0 4 * * * backup\n"
# Programs of a host, as far as a plan calls them: each call is kept, the crontab is a file, jobs are lines.
PROGRAM = """#!/bin/sh
echo "$(basename "$0") $*" >> "$CALLS"
case "$(basename "$0") $*" in
  "crontab -l") [ -f "$CRONTAB" ] || exit 1; cat "$CRONTAB";;
  "crontab -") cat > "$CRONTAB";;
  "crontab -r") rm "$CRONTAB";;
  "openclaw cron list"*) echo "{\\"jobs\\": [{\\"id\\": \\"j1\\", \\"declarationKey\\": \\"$JOB\\"}]}";;
  "$FAILS"*) echo "no gateway" >&2; exit 3;;
esac
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with hooks, settings and instructions of its owner's."""
    folder = tmp_path / "工作 区"
    (folder / ".claude").mkdir(parents=True)
    (folder / "hooks" / "theirs").mkdir(parents=True)
    (folder / "AGENTS.md").write_bytes(AGENTS.encode("utf-8"))
    (folder / ".claude" / "settings.json").write_bytes(SETTINGS.encode("utf-8"))
    (folder / "hooks" / "theirs" / "handler.js").write_bytes(b"export default () => 1;\n")
    return folder


@pytest.fixture
def env(tmp_path: Path, workspace: Path) -> Dict[str, str]:
    """An environment whose programs are recorded, in a home of its own."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("openclaw", "systemctl", "crontab"):
        (programs / name).write_text(PROGRAM, encoding="utf-8")
        (programs / name).chmod(0o755)
    (tmp_path / "crontab").write_text(CRONTAB, encoding="utf-8")
    (tmp_path / "home").mkdir()
    job = Site(workspace / ".memory", SCRIPTS, "python3").name
    return {
        "PATH": f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin", "HOME": str(tmp_path / "home"), "JOB": job, "FAILS": "-",
        "CALLS": str(tmp_path / "calls"), "CRONTAB": str(tmp_path / "crontab"), "CLAUDE_CONFIG_DIR": "/c 100%/$x",
    }  # fmt: skip


def plan(host: str, workspace: Path, env: Dict[str, str]):
    return plan_of(host, Site(workspace / ".memory", SCRIPTS, "/usr/bin/python3", env))


def tree(*folders: Path) -> Dict[str, bytes]:
    """Every file and folder with its bytes and mode."""
    found: Dict[str, bytes] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            mode = oct(stat.S_IMODE(path.stat().st_mode)).encode()
            found[str(path)] = mode + (path.read_bytes() if path.is_file() else b"")
    return found


def calls(tmp_path: Path) -> str:
    path = tmp_path / "calls"
    return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.mark.parametrize("host", HOSTS)
def test_a_plan_writes_nothing(host, tmp_path, workspace, env):
    """It is shown first; only a yes changes anything, and no host's command is run for it."""
    before = tree(workspace, tmp_path / "home")
    items = plan(host, workspace, env).preview()
    assert items and all(item.target for item in items)
    assert plan(host, workspace, env).preview_removal() == []
    assert tree(workspace, tmp_path / "home") == before
    assert [line for line in calls(tmp_path).splitlines() if line != "crontab -l"] == []


@pytest.mark.parametrize("host", HOSTS)
def test_uninstall_leaves_the_tree_as_it_was_to_the_byte(host, tmp_path, workspace, env):
    """Foreign hooks, settings, instructions and crontab lines; folders that were made for it go too."""
    before = tree(workspace, tmp_path / "home")
    plan(host, workspace, env).install()
    assert tree(workspace, tmp_path / "home") != before
    plan(host, workspace, env).uninstall()
    assert tree(workspace, tmp_path / "home") == before
    assert (tmp_path / "crontab").read_text(encoding="utf-8") == CRONTAB


@pytest.mark.parametrize("host", HOSTS)
def test_a_second_install_does_nothing(host, tmp_path, workspace, env):
    """Idempotent, commands included."""
    plan(host, workspace, env).install()
    once, ran = tree(workspace, tmp_path / "home"), calls(tmp_path)
    assert plan(host, workspace, env).install() == []
    assert tree(workspace, tmp_path / "home") == once
    assert calls(tmp_path).replace("crontab -l\n", "") == ran.replace("crontab -l\n", "")


@pytest.mark.parametrize("host", HOSTS)
def test_what_was_not_there_before_is_gone_afterwards(host, tmp_path, env):
    """An empty workspace, no crontab, no settings."""
    (tmp_path / "crontab").unlink()
    empty = tmp_path / "empty"
    empty.mkdir()
    before = tree(tmp_path / "home", empty)
    plan(host, empty, {**env, "JOB": "another"}).install()
    plan(host, empty, {**env, "JOB": "another"}).uninstall()
    assert tree(tmp_path / "home", empty) == before
    assert not (tmp_path / "crontab").exists()


def test_a_newer_version_takes_the_place_of_the_older(workspace, env):
    """Other scripts, another interpreter: one set of hooks, one block, and the way back stays exact."""
    before = tree(workspace)
    for host in ("claude-code", "openclaw"):
        plan(host, workspace, env).install()
        newer = plan_of(host, Site(workspace / ".memory", SCRIPTS, "/opt/python3.14", env))
        newer.install()
    settings = (workspace / ".claude" / "settings.json").read_text(encoding="utf-8")
    assert settings.count("hook prompt") == 1 and "/opt/python3.14" in settings and "/usr/bin/python3" not in settings
    agents = (workspace / "AGENTS.md").read_text(encoding="utf-8")
    assert agents.count("memory-strategy:agents:begin") == 1 and "/opt/python3.14" in agents
    for host in ("claude-code", "openclaw"):
        plan(host, workspace, env).uninstall()
    assert tree(workspace) == before


def test_an_edit_made_meanwhile_stays(workspace, env):
    """Uninstall takes our part out of the file as it now is."""
    plan("openclaw", workspace, env).install()
    agents = workspace / "AGENTS.md"
    agents.write_bytes(agents.read_bytes().replace(b"be brief", b"be kind") + b"more\n")
    plan("openclaw", workspace, env).uninstall()
    assert agents.read_bytes() == AGENTS.replace("be brief", "be kind").encode("utf-8") + b"more\n"


def test_memories_stay_when_the_host_is_left(workspace, env):
    """Uninstall takes the wiring back, never what is remembered."""
    plan("claude-code", workspace, env).install()
    record = workspace / ".memory" / "records" / "facts.jsonl"
    record.parent.mkdir(parents=True)
    record.write_bytes(b"kept\n")
    plan("claude-code", workspace, env).uninstall()
    assert record.read_bytes() == b"kept\n"


def test_the_ledger_holds_no_copy_of_a_foreign_file(workspace, env):
    """Settings may hold keys; only our own fragments are written down."""
    plan("claude-code", workspace, env).install()
    ledger = (workspace / ".memory" / "state" / "hosts" / "claude-code.json").read_text(encoding="utf-8")
    assert "Bash(rm" not in ledger and "hook prompt" in ledger


def test_a_command_that_fails_is_named_and_done_again_next_time(tmp_path, workspace, env):
    """The gateway was not running: files stay, the message says so, a second install runs what is missing."""
    before = tree(workspace)
    failing = {**env, "FAILS": "openclaw cron add"}
    with pytest.raises(MemoryStrategyError, match="no gateway"):
        plan("openclaw", workspace, failing).install()
    assert [item.action for item in plan("openclaw", workspace, env).install()] == ["run"]
    assert calls(tmp_path).count("openclaw cron add") == 2 and calls(tmp_path).count("hooks enable") == 1
    plan("openclaw", workspace, env).uninstall()
    assert "openclaw cron rm j1" in calls(tmp_path)
    assert tree(workspace) == before


def test_a_file_that_is_not_utf8_or_changed_meanwhile_is_left(tmp_path, workspace, env):
    """Never overwrite what cannot be read, or what somebody just wrote."""
    (workspace / "AGENTS.md").write_bytes("记".encode("gb18030"))
    with pytest.raises(Refused, match="UTF-8"):
        plan("openclaw", workspace, env).install()
    place = FilePlace(tmp_path / "x")
    place.write("one", None)
    with pytest.raises(Refused, match="changed"):
        place.write("two", "zero")
    assert place.read() == "one"


def test_a_linked_settings_file_stays_a_link(tmp_path, workspace, env):
    """People keep their settings in a collection and link to them."""
    real = tmp_path / "collection.json"
    settings = workspace / ".claude" / "settings.json"
    os.replace(settings, real)
    settings.symlink_to(real)
    plan("claude-code", workspace, env).install()
    assert settings.is_symlink() and "hook prompt" in real.read_text(encoding="utf-8")
    plan("claude-code", workspace, env).uninstall()
    assert settings.is_symlink() and real.read_bytes() == SETTINGS.encode("utf-8")


def test_settings_with_comments_are_refused_with_a_sentence(workspace, env):
    """The file is named, and what to do."""
    (workspace / ".claude" / "settings.json").write_text('{ // mine\n "a": 1 }', encoding="utf-8")
    with pytest.raises(Refused, match=r"settings\.json.*plain JSON"):
        plan("claude-code", workspace, env).preview()


def test_d44_a_schedule_is_absolute_and_carries_what_it_needs(workspace, env):
    """D44: nothing relative, the places of the hosts written out, and no bare % in a crontab."""
    [cron] = plan("cron", workspace, env).preview()
    line = cron.text.strip().splitlines()[1]
    assert line.startswith("*/30 * * * * CLAUDE_CONFIG_DIR='/c 100\\%/$x' /usr/bin/python3 ")
    assert "--discover" in line and f"'{workspace / '.memory'}'" in line and line.endswith(">/dev/null 2>&1")
    service, _, *commands = plan("systemd", workspace, env).preview()
    assert 'Environment="CLAUDE_CONFIG_DIR=/c 100%%/$x"' in service.text
    assert f'"--memory-dir" "{workspace / ".memory"}"' in service.text
    assert [c.target.split()[2] for c in commands] == ["daemon-reload", "enable"]


def test_without_the_program_it_is_said(workspace, env):
    """No cron on this machine: a sentence, and nothing was done."""
    with pytest.raises(NotSetUp, match="crontab"):
        plan("cron", workspace, {**env, "PATH": "/nowhere"}).preview()


def test_the_command_line_shows_then_does(workspace, env, monkeypatch, capsys):
    """`install HOST`, `install HOST --yes`, and JSON."""
    monkeypatch.setenv("PATH", env["PATH"])
    monkeypatch.setenv("CALLS", env["CALLS"])
    call = ["--memory-dir", str(workspace / ".memory"), "--lang", "zh"]
    assert memory_manager.main(["install", "claude-code", *call]) == 0
    assert "加 --yes" in capsys.readouterr().out
    assert memory_manager.main(["install", "claude-code", "--yes", *call, "--format", "json"]) == 0
    done = json.loads(capsys.readouterr().out)
    assert done["applied"] and [step["action"] for step in done["steps"]] == ["insert"]
    assert memory_manager.main(["uninstall", "claude-code", "--yes", *call]) == 0
    assert (workspace / ".claude" / "settings.json").read_bytes() == SETTINGS.encode("utf-8")
