"""The skill in the real hosts: pinned OpenClaw and Claude Code, a model that is a script, everything on loopback.

`make host-check` installs the two hosts once (650 MB, through npm, into a cache outside the tree) and shows that the
skill is listed, that what one session keeps the next one gets, that a finished session is taken in by the hooks, that
the snapshot stands before a new session, that the gateway runs the job, and that uninstall leaves what was there.

It proves packaging, listing and wiring. Whether a real model would choose the skill it cannot say. Each step is bounded
in time; the first that fails is named, and its folder is kept.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence

import bundle
from model_fakes import Fake

NODE, OPENCLAW, CLAUDE_CODE = "node@24.21.0", "openclaw@2026.9.6", "@anthropic-ai/claude-code@2.1.332"
CACHE = Path(os.environ.get("HOST_CHECK_CACHE") or Path.home() / ".cache" / "memory-strategy" / "host-check")
STEP_SECONDS, INSTALL_SECONDS, WAIT_SECONDS = 180, 900, 60
HIDDEN = ("OPENCLAW", "CLAUDE", "ANTHROPIC", "MEMORY_STRATEGY")
TOKEN = "host-check"  # of a gateway that lives for minutes, on loopback

ADDED = "The spare key of the boat house hangs behind the blue oar"
SAID = "Please remember this: my sister Nora Calder is allergic to peanuts"
ASKED = "Who is allergic to peanuts?"


class Failed(Exception):
    """A step did not show what it had to."""


def step(title: str, does: Callable[[], Any]) -> Any:
    """Run one step and say how it went.

    Raises: Failed.
    """
    began = time.monotonic()
    try:
        found = does()
    except (Failed, OSError, subprocess.SubprocessError, KeyError, ValueError) as error:
        raise Failed(f"{title}: {error}") from error
    print(f"ok   {title} ({time.monotonic() - began:.0f} s)", flush=True)
    return found


def must(condition: bool, why: str) -> None:
    """Raises: Failed with `why`."""
    if not condition:
        raise Failed(why)


def until(holds: Callable[[], Any], why: str, seconds: float = WAIT_SECONDS) -> Any:
    """What `holds` returns once it is true.

    Raises: Failed with `why` when it does not become true in time.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = holds()
        if found:
            return found
        time.sleep(0.5)
    raise Failed(why)


def call(argv: Sequence[object], env: Dict[str, str], cwd: Path, seconds: float = STEP_SECONDS) -> str:
    """Run a program; return its standard output.

    Raises: Failed when it ends with anything but 0 or takes too long.
    """
    words = [str(word) for word in argv]
    done = subprocess.run(
        words, env=env, cwd=cwd, capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL, check=False
    )
    out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    must(done.returncode == 0, f"{' '.join(words)[:200]} ended with {done.returncode}: {(err or out)[-800:]}")
    return out


# -- the hosts -------------------------------------------------------------------------------------------------------


def install_hosts() -> Dict[str, Path]:
    """Node, OpenClaw and Claude Code from the package index, once; their entry points."""
    node = CACHE / "node" / "node_modules" / "node" / "bin" / "node"
    openclaw = CACHE / "app" / "node_modules" / "openclaw" / "openclaw.mjs"
    claude = CACHE / "cc" / "node_modules" / ".bin" / "claude"
    for package, folder, entry in ((NODE, "node", node), (OPENCLAW, "app", openclaw), (CLAUDE_CODE, "cc", claude)):
        if entry.exists():
            continue
        place = CACHE / folder
        place.mkdir(parents=True, exist_ok=True)
        env = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}
        call(["npm", "init", "-y"], env, place)
        call(["npm", "install", package, "--no-audit", "--no-fund"], env, place, INSTALL_SECONDS)
        must(entry.exists(), f"{package} has no {entry.name}")
    return {"node": node, "openclaw": openclaw, "claude": claude}


def environment(root: Path, entries: Dict[str, Path]) -> Dict[str, str]:
    """An environment of its own home, with the pinned programs first on the path."""
    programs = root / "bin"
    programs.mkdir()
    shim = programs / "openclaw"
    shim.write_text(f'#!/bin/sh\nexec "{entries["node"]}" "{entries["openclaw"]}" "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    env = {name: value for name, value in os.environ.items() if not name.startswith(HIDDEN)}
    path = [str(programs), str(entries["node"].parent), env["PATH"]]
    return {**env, "HOME": str(root / "home"), "PATH": os.pathsep.join(path), "NO_COLOR": "1"}


def unpack(root: Path) -> Path:
    """The skill as it is shipped: the zip, unpacked."""
    archive = root / "skill.zip"
    bundle.write(archive)
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(root)
    return root / bundle.NAME


class Skill:
    """An installed copy of the skill on one workspace."""

    def __init__(self, folder: Path, workspace: Path, env: Dict[str, str]) -> None:
        self.folder, self.workspace, self.env = folder, workspace, env

    def words(self, launcher: str, *arguments: str) -> List[str]:
        """The call of a launcher."""
        return ["python3", str(self.folder / "scripts" / f"{launcher}.py"), *arguments]

    def run(self, launcher: str, *arguments: str) -> str:
        """Run a launcher in the workspace."""
        return call(self.words(launcher, *arguments), self.env, self.workspace)

    def knows(self, words: str) -> bool:
        """Whether a memory holds these words."""
        if not (self.workspace / ".memory" / "records").is_dir():
            return False
        data = json.loads(self.run("memory_manager", "export"))
        return any(words in memory["text"] for memory in data["memories"])


def tree(folder: Path, without: str = "") -> Dict[str, bytes]:
    """Every file below a folder with its bytes."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    found = {str(path.relative_to(folder)): path.read_bytes() for path in files}
    return {name: content for name, content in found.items() if not (without and re.match(without, name))}


def shown(request: Dict[str, Any]) -> str:
    """All of a request's text."""
    return json.dumps(request, ensure_ascii=False)


# -- OpenClaw --------------------------------------------------------------------------------------------------------


class OpenClaw:
    """A gateway with a state and a workspace of its own, whose model is a fake."""

    def __init__(self, root: Path, entries: Dict[str, Path], fake: Fake) -> None:
        self.env, self.fake, self.log = environment(root, entries), fake, root / "gateway.log"
        self.state, self.workspace = root / "home" / ".openclaw", root / "workspace"
        self.state.mkdir(parents=True)
        self.workspace.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.env.update(
            OPENCLAW_HOME=str(root / "home"), OPENCLAW_STATE_DIR=str(self.state), OPENCLAW_NO_AUTO_UPDATE="1",
            OPENCLAW_CONFIG_PATH=str(self.state / "openclaw.json"), OPENCLAW_NO_RESPAWN="1", OPENCLAW_SKIP_CHANNELS="1",
            OPENCLAW_DISABLE_BONJOUR="1", OPENCLAW_GATEWAY_TOKEN=TOKEN, OPENCLAW_GATEWAY_PORT=str(self.port),
        )  # fmt: skip
        model = {
            "id": "fake-1", "name": "Fake", "reasoning": False, "input": ["text"], "contextWindow": 128000, "maxTokens": 4096,
            "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
        }  # fmt: skip
        provider = {"baseUrl": f"{fake.address}/v1", "apiKey": "none", "api": "openai-completions", "models": [model]}
        defaults = {"workspace": str(self.workspace), "model": {"primary": "fake/fake-1"}, "skipBootstrap": True}
        config = {
            "models": {"mode": "merge", "providers": {"fake": provider}}, "agents": {"defaults": defaults},
            "gateway": {"mode": "local"}, "memory": {"search": {"provider": "none"}}, "logging": {"file": str(root / "openclaw.log")},
        }  # fmt: skip
        (self.state / "openclaw.json").write_text(json.dumps(config, indent=2), encoding="utf-8")
        self._gateway: Optional[subprocess.Popen[bytes]] = None

    def start(self) -> None:
        """Start the gateway and wait until it answers."""
        words = [
            "openclaw",
            "gateway",
            "run",
            "--port",
            str(self.port),
            "--bind",
            "loopback",
            "--auth",
            "token",
            "--token",
            TOKEN,
        ]
        with open(self.log, "wb") as log:
            self._gateway = subprocess.Popen(words, env=self.env, cwd=self.workspace, stdout=log, stderr=log)
        until(lambda: b"ready" in self.log.read_bytes() or self._gone(), "the gateway was not ready in time", 120)
        must(not self._gone(), f"the gateway ended: {self.log.read_text(errors='replace')[-500:]}")

    def _gone(self) -> bool:
        return self._gateway is None or self._gateway.poll() is not None

    def stop(self) -> None:
        """End the gateway that was started here."""
        if self._gateway is not None:
            self._gateway.terminate()
            try:
                self._gateway.wait(15)
            except subprocess.TimeoutExpired:
                self._gateway.kill()
                self._gateway.wait()

    def run(self, *words: str) -> str:
        """An openclaw command."""
        return call(["openclaw", *words], self.env, self.workspace)

    def turn(self, message: str, *script: Any) -> List[Dict[str, Any]]:
        """One turn of the main session; returns the requests that the model got."""
        before = len(self.fake.requests)
        if script:
            self.fake.script = script
        self.run("agent", "--agent", "main", "--message", message, "--json")
        return self.fake.requests[before:]


def check_openclaw(root: Path, entries: Dict[str, Path]) -> None:
    """Everything that has to hold in OpenClaw."""
    fake = Fake()
    host = OpenClaw(root, entries, fake)
    source = unpack(root)
    try:
        step("openclaw: skills install takes the shipped folder", lambda: host.run("skills", "install", str(source)))
        skill = Skill(host.workspace / "skills" / bundle.NAME, host.workspace, host.env)
        info = json.loads(host.run("skills", "info", bundle.NAME, "--json"))
        must(bool(info.get("eligible")), "openclaw: the skill is not eligible")
        step("openclaw: the gateway starts", host.start)
        before = tree(host.workspace, r"\.memory/|skills/|\.openclaw/")
        step("openclaw: install openclaw --yes", lambda: skill.run("memory_manager", "install", "openclaw", "--yes"))
        again = json.loads(skill.run("memory_manager", "install", "openclaw", "--yes", "--format", "json"))
        must(not again["steps"], f"openclaw: a second install does {again['steps']}")
        time.sleep(5)  # the gateway takes the new hook from its configuration
        step("openclaw: a turn keeps a statement by exec; the skill is listed", lambda: _keeps(host, skill))
        step("openclaw: the ended session is taken in by the hook", lambda: _ends(host, skill))
        step("openclaw: a new session gets it; the snapshot stands before it", lambda: _finds(host, skill))
        step("openclaw: the gateway runs the job", lambda: _job(host))
        step(
            "openclaw: uninstall openclaw --yes", lambda: skill.run("memory_manager", "uninstall", "openclaw", "--yes")
        )
        must(
            tree(host.workspace, r"\.memory/|skills/|\.openclaw/|memory/") == before,
            "openclaw: the workspace is not as it was",
        )
        must("memory-strategy-" not in host.run("cron", "list", "--all", "--json"), "openclaw: the job is still there")
    finally:
        host.stop()
        fake.close()


def _keeps(host: OpenClaw, skill: Skill) -> None:
    command = " ".join([*skill.words("memory_manager", "add", "--content"), f'"{ADDED}"'])
    asked = host.turn(SAID, ("tool", "exec", {"command": command}), ("text", "Noted."))
    must(f"<name>{bundle.NAME}</name>" in shown(asked[0]).replace("\\", ""), "the skill is not in the system prompt")
    must("Remembered (" in shown(asked[-1]), f"no receipt came back: {shown(asked[-1]['messages'][-2:])[-800:]}")


def _ends(host: OpenClaw, skill: Skill) -> None:
    must(not skill.knows("Nora Calder"), "the session was taken in before it ended")
    host.turn("/new", ("text", "A new session."))
    until(lambda: skill.knows("Nora Calder"), "what was said is not in memory after /new")


def _finds(host: OpenClaw, skill: Skill) -> None:
    command = " ".join(
        [*skill.words("retrieve_memory", "--query"), '"Where is the spare key?"', "--format", "markdown"]
    )
    asked = host.turn("Where is the spare key?", ("tool", "exec", {"command": command}), ("text", "Behind the oar."))
    system = shown(asked[0]["messages"][0])
    must("Memory snapshot" in system and ADDED in system, "the snapshot is not in the system prompt")
    must(any(ADDED in shown(m) for m in asked[-1]["messages"] if m.get("role") == "tool"), "retrieve did not find it")


def _job(host: OpenClaw) -> None:
    listed = host.run("cron", "list", "--all", "--json")
    jobs = json.loads(listed[listed.index("{") :])["jobs"]
    ours = [job for job in jobs if "memory-strategy-" in json.dumps(job.get("declarationKey") or job.get("name"))]
    must(len(ours) == 1, f"{len(ours)} jobs of ours")
    ran = host.run("cron", "run", ours[0]["id"], "--wait", "--wait-timeout", "90s")
    must('"ok"' in ran or "ok" in ran.split(), f"the run said: {ran[-500:]}")


# -- Claude Code -----------------------------------------------------------------------------------------------------


def check_claude_code(root: Path, entries: Dict[str, Path]) -> None:
    """Everything that has to hold in Claude Code."""
    fake = Fake()
    env = environment(root, entries)
    env.update(
        ANTHROPIC_BASE_URL=fake.address, ANTHROPIC_API_KEY="sk-ant-none", DISABLE_AUTOUPDATER="1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
    )  # fmt: skip
    project = root / "project"
    shutil.copytree(unpack(root), project / ".claude" / "skills" / bundle.NAME)
    Path(env["HOME"]).mkdir()
    foreign = '{\n\t"permissions": {"deny": []},\n\t"hooks": {"SessionStart": []}\n}\n'
    (project / ".claude" / "settings.json").write_text(foreign, encoding="utf-8")
    skill = Skill(project / ".claude" / "skills" / bundle.NAME, project, env)

    def turn(message: str, *script: Any) -> List[Dict[str, Any]]:
        fake.script, before = script, len(fake.requests)
        call([entries["claude"], "-p", message, "--allowedTools", "Skill", "Bash", "Read"], env, project)
        return [request for request in fake.requests[before:] if request.get("tools")]

    def keeps() -> None:
        command = " ".join([*skill.words("memory_manager", "add", "--content"), f'"{ADDED}"'])
        asked = turn(SAID, ("tool", "Bash", {"command": command, "description": "keep"}), ("text", "Noted."))
        must(bundle.NAME in shown(asked[0]), "the skill is not listed")
        must("Remembered (" in shown(asked[-1]), f"no receipt came back: {shown(asked[-1]['messages'][-1])[-800:]}")

    def finds() -> None:
        command = " ".join([*skill.words("retrieve_memory", "--query"), f'"{ASKED}"', "--format", "markdown"])
        asked = turn(ASKED, ("tool", "Bash", {"command": command, "description": "ask"}), ("text", "Nora."))
        first = shown(asked[0])
        must("Memory snapshot" in first and ADDED in first, "the snapshot of SessionStart is not there")
        must("What memory holds on this question" in first, "the memories of UserPromptSubmit are not there")
        must("Nora Calder" in shown(asked[-1]["messages"][-1]), "retrieve did not find it")

    try:
        skill.run("memory_manager", "install", "claude-code", "--yes")
        step("claude code: a turn keeps a statement; the skill is listed", keeps)
        step(
            "claude code: SessionEnd takes the session in",
            lambda: until(lambda: skill.knows("Nora Calder"), "it is not in memory"),
        )
        step("claude code: a new session has the snapshot, and memories for its prompt", finds)
        skill.run("memory_manager", "uninstall", "claude-code", "--yes")
        must(
            (project / ".claude" / "settings.json").read_text(encoding="utf-8") == foreign,
            "the settings are not as they were",
        )
        print("ok   claude code: uninstall leaves the settings as they were")
    finally:
        fake.close()


CHECKS = {"openclaw": check_openclaw, "claude-code": check_claude_code}


def main(names: Sequence[str]) -> int:
    """Run the checks named, or all."""
    root = Path(tempfile.mkdtemp(prefix="host-check-"))
    try:
        entries = step("the hosts are installed", install_hosts)
        for name in names or CHECKS:
            place = root / name
            place.mkdir()
            CHECKS[name](place, entries)
    except Failed as error:
        print(f"FAIL {error}\n     kept: {root}", file=sys.stderr)
        return 1
    shutil.rmtree(root, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
