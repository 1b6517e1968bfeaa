"""Hooks and background runs as a host starts them: another process, JSON on stdin, an empty environment."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Dict, List

import pytest

import sessions
from memory_strategy.hosts import EVENTS, plan_of
from memory_strategy.hosts.site import Site
from repository import SCRIPTS

# What cron gives at its least (D44): no home, no locale, no UTF-8 mode.
BARE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
SAID = ["我对花生过敏", "记住：备用钥匙在周岚那里"]


class Host:
    """A workspace and the calls a host makes there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.workspace = root / "工作区"
        self.workspace.mkdir()
        self.memory = self.workspace / ".memory"
        self.env = {**BARE, "CLAUDE_CONFIG_DIR": str(root / "claude"), "OPENCLAW_STATE_DIR": str(root / "state")}

    def run(self, launcher: str, *arguments: str, stdin: str = "", cwd: str = "/", **env: str) -> str:
        """stdout of a launcher, which has to end with 0."""
        words = [sys.executable, str(SCRIPTS / f"{launcher}.py"), *arguments, "--memory-dir", str(self.memory)]
        done = subprocess.run([os.fsencode(w) for w in words], env={**self.env, **env}, cwd=cwd, input=stdin.encode("utf-8"),
                              capture_output=True, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
        assert b"Traceback" not in done.stderr
        return done.stdout.decode("utf-8")

    def hook(self, event: str, call: Dict[str, object], *arguments: str) -> str:
        return self.run("memory_manager", "hook", event, *arguments, stdin=json.dumps(call))

    def known(self) -> List[str]:
        return sorted(
            m["text"] for m in json.loads(self.run("memory_manager", "export"))["memories"] if m["status"] == "active"
        )

    def log(self) -> str:
        path = self.memory / "state" / "background.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def test_a_finished_session_is_taken_in_and_stands_before_the_next(host):
    """SessionEnd with its file, then SessionStart and a prompt of the next session."""
    log = sessions.claude_code(host.root / "claude", "c1", SAID, at=time.time(), cwd=host.workspace)
    call = {"session_id": "c1", "transcript_path": str(log), "cwd": str(host.workspace), "reason": "exit"}
    assert host.hook("session-end", call, "--wait") == ""
    assert host.known() == ["备用钥匙在周岚那里", "我对花生过敏"]
    start = host.hook("session-start", {"source": "startup"})
    assert (
        start.startswith("<memory-context>\n# ") and "我对花生过敏" in start and start.endswith("</memory-context>\n")
    )
    shown = host.run("memory_manager", "hook", "prompt", stdin=json.dumps({"prompt": "备用钥匙在谁那里？"}),
                     MEMORY_STRATEGY_HOOKS_PROMPT_MS="20000")  # fmt: skip
    assert "周岚" in shown and shown.startswith("<memory-context>")
    assert host.hook("pre-compact", call, "--wait") == "" and len(host.known()) == 2


def test_what_a_hook_injects_is_not_learned_again(host):
    """T8: the block carries the mark by which a session's reader takes it out."""
    host.run("memory_manager", "add", "--content", "I am allergic to peanuts")
    block = host.hook("session-start", {})
    log = sessions.claude_code(
        host.root / "claude", "c1", [block + "\nhello there"], at=time.time(), cwd=host.workspace
    )
    host.hook("session-end", {"transcript_path": str(log)}, "--wait")
    assert host.known() == ["I am allergic to peanuts"]


def test_openclaw_names_agent_and_session(host):
    """`command:new`: of a database with many, the session that ended is taken, and no other."""
    sessions.openclaw(host.root / "state", "s1", ["我对花生过敏"], at=time.time(), cwd=host.workspace)
    sessions.openclaw(host.root / "state", "s2", ["我住在成都"], at=time.time(), cwd=host.workspace)
    call = {"host": "openclaw", "sessionKey": "agent:main:main", "agentId": "main", "session": "s1"}
    host.hook("session-end", call, "--wait")
    assert host.known() == ["我对花生过敏"]


@pytest.mark.parametrize("key", ["agent:main:wx:group:9", "cron:nightly", "agent:main:subagent:1"])
def test_t6_a_group_and_a_machine_get_no_snapshot(host, key):
    """T6: what was said in private stays there."""
    host.run("memory_manager", "add", "--content", "I am allergic to peanuts")
    assert host.hook("session-start", {"host": "openclaw", "sessionKey": key}) == ""
    assert host.hook("session-start", {"host": "openclaw", "sessionKey": "agent:main:main"}) != ""


@pytest.mark.parametrize("prompt", ["", "/compact", "hello", "what is the capital of Peru?"])
def test_a_prompt_that_memory_has_nothing_on_gets_nothing(host, prompt):
    """No block, not even an empty one."""
    host.run("memory_manager", "add", "--content", "I am allergic to peanuts")
    assert host.hook("prompt", {"prompt": prompt}) == ""


def test_a_prompt_s_memories_keep_to_their_budget_and_their_time(host):
    """Few tokens, and nothing at all when time is up."""
    for word in ("blue", "green", "red", "grey"):
        host.run(
            "memory_manager", "add", "--content", f"The {word} boat of the harbour office lies at pier {len(word)}"
        )
    call = json.dumps({"prompt": "Which boat of the harbour office lies at pier 4?"})
    limits = {"MEMORY_STRATEGY_HOOKS_PROMPT_MS": "20000", "MEMORY_STRATEGY_HOOKS_PROMPT_TOKENS": "70"}
    few = host.run("memory_manager", "hook", "prompt", stdin=call, **limits)
    assert 3 < len(few.splitlines()) < 7 and few.endswith("</memory-context>\n")
    assert host.run("memory_manager", "hook", "prompt", stdin=call, MEMORY_STRATEGY_HOOKS_PROMPT_MS="0") == ""


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("stdin", ["", "{", "[1]", '{"transcript_path": "/nowhere/x.jsonl", "prompt": 7}', "\0\x80"])
def test_a_hook_never_fails_its_host(host, event, stdin):
    """Exit code 0 and nothing on stdout, whatever comes in; no folder is made where there was none."""
    assert host.run("memory_manager", "hook", event, "--wait", stdin=stdin) == ""
    assert not host.memory.exists()


def test_what_goes_wrong_in_a_hook_is_in_the_log(host):
    """A configuration that cannot be read: the host hears nothing, a person finds it."""
    host.run("memory_manager", "init")
    (host.memory / "config.yaml").write_bytes(b"x" * 70_000)
    assert host.hook("session-start", {}) == ""
    assert "hook session-start: NotSetUp" in host.log()


def test_d44_a_cron_line_works_in_an_empty_environment(host):
    """D44: the very line that install writes, run by sh with next to nothing set, from /."""
    sessions.claude_code(host.root / "claude", "c1", SAID, at=time.time() - 3600, cwd=host.workspace)
    site = Site(host.memory, SCRIPTS, sys.executable, {**host.env, "PATH": f"{host.root}:/usr/bin:/bin"})
    crontab = host.root / "crontab"
    crontab.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    crontab.chmod(0o755)
    [item] = plan_of("cron", site).preview()
    line = item.text.strip().splitlines()[1].partition("* * * * ")[2].replace(r"\%", "%")
    subprocess.run(["/bin/sh", "-c", line], env=BARE, cwd="/", check=True)
    assert len(host.known()) == 2


def test_a_hook_command_of_claude_code_works_as_its_shell_runs_it(host):
    """The command string of the settings, through sh, JSON on stdin."""
    host.run("memory_manager", "add", "--content", "我对花生过敏")
    site = Site(host.memory, SCRIPTS, sys.executable, host.env)
    [item] = plan_of("claude-code", site).preview()
    group = json.loads(item.text)["hooks"]["SessionStart"][0]
    done = subprocess.run(["/bin/sh", "-c", group["hooks"][0]["command"]], env=BARE, cwd="/", input=b"{}",
                          capture_output=True, check=True)  # fmt: skip
    assert "我对花生过敏" in done.stdout.decode("utf-8")
    assert shlex.split(group["hooks"][0]["command"])[0] == sys.executable


def test_d41_twenty_at_once_do_the_work_of_one(host):
    """D41: one takes the session, the others leave without a word and without an error."""
    sessions.openclaw(host.root / "state", "s1", SAID, at=time.time() - 3600, cwd=host.workspace)
    words = [
        sys.executable,
        str(SCRIPTS / "silent_agent.py"),
        "--discover",
        "--memory-dir",
        str(host.memory),
        "--quiet",
    ]
    running = [subprocess.Popen([os.fsencode(w) for w in words], env=host.env, cwd="/", stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE) for _ in range(20)]  # fmt: skip
    ended = [(process.communicate(), process.returncode) for process in running]
    assert [code for _, code in ended] == [0] * 20
    assert [err for (_, err), _ in ended if b"Traceback" in err] == []
    reports = [out for (out, _), _ in ended if out]
    assert len(reports) == 1 and "我对花生过敏" in reports[0].decode("utf-8")
    assert len(host.known()) == 2


def test_nothing_to_do_prints_nothing_or_the_host_s_word_for_it(host):
    """Silence, or NO_REPLY where the host reads stdout as an answer; no folder is left."""
    assert host.run("silent_agent", "--discover") == ""
    assert host.run("silent_agent", "--discover", "--no-reply") == "NO_REPLY\n"
    assert not host.memory.exists()
    found = json.loads(host.run("silent_agent", "--discover", "--format", "json"))
    assert found["turns"] == 0 and found["written"] == []


@pytest.mark.parametrize("encoding", ["cp936", "gbk", "ascii", "cp1252"])
def test_a_console_of_another_code_page_is_no_crash(host, encoding):
    """cp936 has no ⭐ and no é: the output is UTF-8 all the same, and whole."""
    log = host.root / "talk.txt"
    log.write_text("User: 我对花生过敏\nUser: my friend André lives in Kraków\n", encoding="utf-8")
    report = host.run("silent_agent", "--session-log", str(log), PYTHONIOENCODING=encoding)
    assert "⭐" in report and "我对花生过敏" in report
    assert "我对花生过敏" in host.run("memory_manager", "bootstrap", PYTHONIOENCODING=encoding)
    assert "花生" in host.run("retrieve_memory", "--query", "过敏", PYTHONIOENCODING=encoding)
