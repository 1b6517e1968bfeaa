"""The launchers as a host calls them: another folder, a bare environment, an ASCII locale, a folder that is only copied."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import List, NamedTuple

import pytest

from repository import LAUNCHERS, ROOT

SYSTEM_PYTHON = Path("/usr/bin/python3")
# The Python of the tests, and the system's own, which has none of the test environment's packages.
PYTHONS = [sys.executable, *([str(SYSTEM_PYTHON)] if SYSTEM_PYTHON.exists() else [])]
BARE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
NOW = "2026-03-11T09:00:00+08:00"


class Done(NamedTuple):
    """What a call left: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


class Skill(NamedTuple):
    """An installed copy of the skill and how it is called."""

    folder: Path
    python: str
    workspace: Path

    def call(self, launcher: str, *arguments: str, code: int = 0, stdin: str = "") -> Done:
        """Run `python3 -S scripts/LAUNCHER.py …` in the workspace and expect an exit code."""
        command = [self.python, "-S", str(self.folder / "scripts" / f"{launcher}.py"), *arguments]
        done = subprocess.run(
            [os.fsencode(part) for part in command],
            cwd=self.workspace,
            env={**BARE, "HOME": str(self.workspace.parent)},
            input=stdin.encode("utf-8"),
            capture_output=True,
            check=False,
        )
        result = Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
        assert result.code == code, result
        assert "Traceback" not in result.err, result.err
        return result

    def json(self, launcher: str, *arguments: str) -> dict:
        """The one JSON document that the call prints."""
        return json.loads(self.call(launcher, *arguments, "--format", "json").out)


def _install(target: Path) -> Path:
    ignore = shutil.ignore_patterns("__pycache__")
    for name in ("scripts", "assets"):
        shutil.copytree(ROOT / name, target / name, ignore=ignore)
    shutil.copy(ROOT / "SKILL.md", target / "SKILL.md")
    return target


@pytest.fixture(params=PYTHONS, ids=lambda path: "this python" if path == sys.executable else "system python")
def skill(request: pytest.FixtureRequest, tmp_path: Path):
    """The skill copied into a folder with a space and Chinese in its name, made read-only."""
    folder = _install(tmp_path / "技能 folder" / "memory-strategy")
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    _set_writable(folder, False)
    yield Skill(folder, request.param, workspace)
    _set_writable(folder, True)


def _set_writable(folder: Path, writable: bool) -> None:
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o755 if writable else 0o555)


def snapshot_of(folder: Path) -> List[tuple]:
    """Every file with its size and mode; what a run must not change. Root may write caches even here, so they do not count."""
    found = [p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    return sorted((str(p), p.stat().st_size, stat.S_IMODE(p.stat().st_mode)) for p in found)


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_help_works_without_any_package(skill, launcher):
    """`python3 -S scripts/X.py --help` is what a host tries first."""
    shown = skill.call(launcher, "--help").out
    assert "usage:" in shown
    assert f"{launcher}.py" in shown


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_a_launcher_works_through_a_symbolic_link(skill, launcher, tmp_path):
    """Linked into a bin folder under another name, or as a linked skill folder."""
    link = tmp_path / "linked-script"
    link.symlink_to(skill.folder / "scripts" / f"{launcher}.py")
    folder_link = tmp_path / "linked-skill"
    folder_link.symlink_to(skill.folder, target_is_directory=True)
    for script in (link, folder_link / "scripts" / f"{launcher}.py"):
        done = subprocess.run([skill.python, "-S", script, "--help"], env=BARE, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr


def test_an_unknown_argument_ends_with_2_and_a_usage_line(skill):
    """argparse's own code, on stderr, with nothing on stdout."""
    done = skill.call("retrieve_memory", "--no-such-thing", code=2)
    assert done.out == ""
    assert "usage:" in done.err


def test_a_session_goes_in_and_a_question_finds_it(skill):
    """The main job, in Chinese and English, on a copied folder, with no key and no package."""
    before = snapshot_of(skill.folder)
    for name, question, answer in (
        ("session-zh.jsonl", "数据监控用什么？", "Prometheus"),
        ("session-en.txt", "Which database did we choose for the order archive?", "Postgres"),
    ):
        log = str(skill.folder / "assets" / "examples" / name)
        first = skill.json("silent_agent", "--session-log", log, "--auto-write", "true", "--now", NOW)
        assert first["written"], first["skipped"]
        again = skill.json("silent_agent", "--session-log", log, "--auto-write", "true", "--now", NOW)
        assert (again["written"], again["merged"], again["superseded"]) == ([], [], [])
        found = skill.json("retrieve_memory", "--query", question, "--now", NOW)
        assert answer in found["results"][0]["text"]
    assert snapshot_of(skill.folder) == before


def test_chinese_arguments_survive_an_ascii_locale(skill):
    """What the C locale garbled on the way in comes out as it was typed."""
    receipt = skill.json("memory_manager", "add", "--content", "林晚舟的生日是六月三日")
    assert receipt["memory"]["text"].startswith("林晚舟的生日是六月三日")
    assert skill.json("memory_manager", "search", "林晚舟")["results"][0]["id"] == receipt["memory"]["id"]
    faces = "".join(p.read_text(encoding="utf-8") for p in (skill.workspace / ".memory").rglob("*.md"))
    assert "林晚舟的生日是六月三日" in faces


def test_a_read_only_memory_folder_still_answers(skill):
    """Reading takes no lock and writes nothing that it needs."""
    skill.call("memory_manager", "add", "--content", "The spare key is with Nora Calder")
    memory = skill.workspace / ".memory"
    _set_writable(memory, False)
    try:
        found = skill.json("retrieve_memory", "--query", "Where is the spare key?")
    finally:
        _set_writable(memory, True)
    assert "Nora" in found["results"][0]["text"]


def test_text_to_score_may_come_from_standard_input(skill):
    """`--file -`, so that long text needs no argument."""
    done = skill.call("evaluate_importance", "--auto", "--file", "-", stdin="永久保存：发布窗口是每周四晚上十点")
    scored = json.loads(done.out)
    assert (scored["score"], scored["method"]) == (5, "rules")


def test_bad_input_gets_a_sentence_and_leaves_nothing(skill):
    """What is wrong, what was expected, what to do; the workspace stays as it was."""
    for arguments in (["--session-log", "no-such-file.jsonl"], ["--session-log", str(skill.folder)]):
        done = skill.call("silent_agent", *arguments, code=1)
        assert done.out == ""
        assert len(done.err.strip()) > 20
    assert not list(skill.workspace.rglob("*.md")) or not list(
        (skill.workspace / ".memory" / "records").glob("*.jsonl")
    )


def test_memory_dir_by_argument_environment_and_search_upwards(skill, tmp_path):
    """Named outright, named by the environment, or the nearest `.memory` above."""
    elsewhere = tmp_path / "elsewhere"
    skill.call("memory_manager", "init", "--memory-dir", str(elsewhere))
    assert (elsewhere / "INDEX.md").exists()
    skill.call("memory_manager", "init")
    below = skill.workspace / "a" / "b"
    below.mkdir(parents=True)
    Skill(skill.folder, skill.python, below).call(
        "memory_manager", "add", "--content", "Ines runs the warehouse software"
    )
    assert not (below / ".memory").exists()
    assert skill.json("retrieve_memory", "--query", "warehouse software")["results"]
