"""The tree itself: one version, launchers of one shape, nothing of one machine, a bundle that a host takes."""

from __future__ import annotations

import ast
import re
import zipfile

import pytest
import yaml

import bundle
import environment
import memory_strategy
from repository import LAUNCHERS, ROOT, SCRIPTS, shown, tree, tree_files

HEADER = '''#!/usr/bin/env python3
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
"""'''
TEXT = {".md", ".py", ".toml", ".yaml", ".yml", ".json", ".jsonl", ".txt", ".j2", ".sh", ""}
# Written in two pieces, so that this file does not hold what it looks for.
MACHINE_PATHS = re.compile("/(?:work|farm)" + r"/[a-z.]|(?<![\w.])/root" + r"/|/tmp/[a-z]+[-_/][a-z]")
REGISTRIES = re.compile(
    "py" + r"pi\.org|python" + r"hosted|registry\." + r"npm|npm" + r"js\.|mirrors?\.[a-z]+\.(?:com|cn|org)"
)


def texts():
    for path in tree_files():
        if path.suffix in TEXT:
            yield path, path.read_text(encoding="utf-8")


@pytest.mark.parametrize("pattern", [MACHINE_PATHS, REGISTRIES], ids=["machine paths", "registry hosts"])
def test_nothing_of_one_machine_is_in_the_tree(pattern):
    """Neither its folders nor the package index it happens to use."""
    found = [f"{shown(path)}: {match.group()}" for path, text in texts() for match in pattern.finditer(text)]
    assert not found, "\n".join(found)


def test_versions_agree():
    """The package's version is the one in SKILL.md and at the top of the changelog; pyproject.toml reads it."""
    version = memory_strategy.__version__
    skill = yaml.safe_load((ROOT / "SKILL.md").read_text(encoding="utf-8").split("---\n", 2)[1])
    assert skill["metadata"]["version"] == version
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changelog, re.MULTILINE).group(1) == version
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in project and 'path = "scripts/memory_strategy/__init__.py"' in project
    assert bundle.version() == version


@pytest.mark.parametrize("name", LAUNCHERS)
def test_a_launcher_is_a_contract_and_one_import(name):
    """Shebang, PEP 723 block, docstring, a sentence for old Pythons, one import of ours; no path edits."""
    path = SCRIPTS / f"{name}.py"
    text = path.read_text(encoding="utf-8")
    assert text.startswith(HEADER)
    assert text.isascii()  # Python 2 dies on anything else before it can say what is wrong
    assert "sys.path" not in text
    assert path.stat().st_mode & 0o111, "not executable"
    module = tree(path)
    assert len(ast.get_docstring(module) or "") > 200
    ours = [node.module for node in module.body if isinstance(node, ast.ImportFrom)]
    assert ours == [f"memory_strategy.cli.{name}"]


def test_the_bundle_is_reproducible_and_within_a_host_s_limits(tmp_path):
    """Same files, same bytes; no tests, caches or dotfiles."""
    first, second = tmp_path / "a.zip", tmp_path / "b.zip"
    assert bundle.write(first) == bundle.write(second) > 10
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as opened:
        names = opened.namelist()
    assert names == sorted(names)
    assert "memory-strategy/SKILL.md" in names and "memory-strategy/scripts/retrieve_memory.py" in names
    assert not [name for name in names if re.search(r"/(tests|tools|benchmarks|dist)/|/\.|__pycache__|\.pyc$", name)]


def test_clawhub_leaves_out_what_the_bundle_leaves_out():
    """Two ways to publish, one content: everything at the top is either shipped or ignored."""
    ignored = set((ROOT / ".clawhubignore").read_text(encoding="utf-8").split())
    for path in ROOT.iterdir():
        name = path.name + ("/" if path.is_dir() else "")
        if not name.startswith("."):
            assert (path.name in bundle.SHIPPED) != (name in ignored), name


def test_the_test_extra_is_read_as_pip_would():
    """tools/environment.py reads pyproject.toml without a TOML reader."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    names = {re.split(r"[<>=;]", requirement)[0] for requirement in environment.requirements(["test"], text)}
    assert names >= {"pytest", "hypothesis"}
    assert environment.requirements(["zst"], text) == ['zstandard; python_version < "3.14"']
    with pytest.raises(SystemExit, match="no extra named 'nope'"):
        environment.requirements(["nope"], text)
