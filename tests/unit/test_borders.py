"""Nothing outside the workspace is read or written, whatever a folder, an argument, an import or a session says (D37).

A canary lies outside: its words may appear in no answer and no file of ours, and its folder may not change by a byte.
"""

from __future__ import annotations

import ast
import json
import os
import stat
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple, Tuple

import pytest

from memory_strategy import config
from memory_strategy.cli import memory_manager, retrieve_memory, silent_agent, update_index
from memory_strategy.config import KNOBS, load
from memory_strategy.errors import NotSetUp, StoreError
from memory_strategy.model import memory_to_record
from memory_strategy.paths import Paths
from memory_strategy.store import background, files, lines
from repository import package_files, shown, tree
from stores import active, add, keep, memory, new_store, open_store

CANARY = "the canary of 7731 sings in violet"


class World(NamedTuple):
    """A workspace with a memory folder, and what lies outside of it."""

    root: Path
    outside: Path
    before: Dict[str, Tuple[bytes, int]]


def listing(folder: Path) -> Dict[str, Tuple[bytes, int]]:
    found = (p for p in sorted(folder.rglob("*")) if p.is_file() and not p.is_symlink())
    return {str(p.relative_to(folder)): (p.read_bytes(), p.stat().st_mtime_ns) for p in found}


@pytest.fixture
def world(tmp_path: Path) -> World:
    outside = tmp_path / "outside"
    (outside / "deep").mkdir(parents=True)
    for name in ("secret.md", "facts.jsonl", "2026-05-04.md", "deep/preferences.md", "lock", "memory.sqlite"):
        (outside / name).write_text(f"- {CANARY}\n", encoding="utf-8")
    store = new_store(tmp_path / "workspace")
    keep(store, "I prefer window seats")
    return World(store.paths.root, outside, listing(outside))


COMMANDS: List[Tuple[Callable[[List[str]], int], List[str]]] = [
    (memory_manager.main, ["add", "--content", "I like rye bread"]),
    (retrieve_memory.main, ["--query", "canary violet", "--format", "json"]),
    (update_index.main, ["--rebuild"]),
    (memory_manager.main, ["bootstrap"]),
    (memory_manager.main, ["daily-log", "--date", "2026-05-04"]),
    (memory_manager.main, ["export"]),
    (memory_manager.main, ["doctor"]),
]


def run(call: Callable[[List[str]], int], args: List[str], root: Path) -> int:
    """The exit code, argparse's included."""
    try:
        return call([*args, "--memory-dir", str(root)])
    except SystemExit as exit_:
        return int(exit_.code or 0)


def untouched(world: World, capsys: pytest.CaptureFixture) -> None:
    """Nothing outside changed, nothing of it is in an answer or in a file of ours."""
    said = capsys.readouterr()
    assert CANARY not in said.out + said.err
    assert listing(world.outside) == world.before
    ours = (p for p in world.root.parent.rglob("*") if not p.is_symlink() and p.is_file())
    assert not [p for p in ours if CANARY.encode() in p.read_bytes()]


def everything(world: World, capsys: pytest.CaptureFixture) -> None:
    for call, args in COMMANDS:
        assert run(call, args, world.root) in (0, 1, 2, 3, 5)
    untouched(world, capsys)


# -- what is planted in the folder -----------------------------------------------------------------------------------

PLANTED_FILES = (
    "records/facts.jsonl", "records/usage.jsonl", "journal/2026-05-04.jsonl", "archive/2026-05.jsonl", "state/lock", "state/seen.log",
    "state/window.json", "state/saves.jsonl", "index/memory.sqlite", "review.md", "INDEX.md", "snapshot.md", "config.yaml", "README.md",
    "long-term/preferences.md", "long-term/extra.md", "short-term/2026-05-04.md", "state/forgotten.jsonl",
)  # fmt: skip
PLANTED_FOLDERS = (
    "records",
    "journal",
    "archive",
    "state",
    "state/faces",
    "state/plans",
    "index",
    "long-term",
    "short-term",
)


@pytest.mark.parametrize("name", PLANTED_FILES)
@pytest.mark.parametrize("target", ["secret.md", "absent.md"])
def test_d37_a_link_in_the_place_of_a_file_is_neither_read_nor_written(world, capsys, name, target):
    """Also where nothing is at its other end yet: writing would make it."""
    place = world.root / name
    place.unlink(missing_ok=True)
    place.symlink_to(world.outside / target)
    everything(world, capsys)


@pytest.mark.parametrize("name", PLANTED_FOLDERS)
def test_d37_a_link_in_the_place_of_a_folder_is_not_entered(world, capsys, name):
    """A linked parent leads out as surely as a linked file."""
    place = world.root / name
    if place.is_dir():
        place.rename(world.root.parent / f"aside-{place.name}")
    place.symlink_to(world.outside / "deep", target_is_directory=True)
    everything(world, capsys)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize(
    "name", ["records/facts.jsonl", "short-term/2026-05-04.md", "review.md", "long-term/preferences.md"]
)
def test_a_named_pipe_in_the_place_of_a_file_holds_nobody(world, capsys, name):
    """Reading it would wait for a writer for ever."""
    place = world.root / name
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    everything(world, capsys)


def test_a_device_in_the_place_of_a_file_is_none(world, capsys):
    """/dev/zero has no end."""
    place = world.root / "long-term" / "preferences.md"
    place.unlink()
    place.symlink_to("/dev/zero")
    everything(world, capsys)


# -- what a configuration says ---------------------------------------------------------------------------------------

HOSTILE = (
    "../../outside/x.md", "../../../etc/x.md", "/etc/x.md", "~/x.md", "~root/x.md", "C:\\x.md", "c:x.md", "\\\\host\\share\\x.md",
    "//host/x.md", "\\x.md", "a\0b.md", "", "long-term/../../../outside/x.md", ".memory/../../outside/x.md", "./../../outside/x.md",
)  # fmt: skip


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("name", ["contacts", "daily_log"])
def test_d37_a_configured_place_outside_is_refused(world, name, value):
    """Upwards, absolute, a home, a drive, a share, a NUL."""
    storage = {**load(None, {}).section("storage_paths"), name: value}
    with pytest.raises((NotSetUp, StoreError)):
        Paths(world.root, storage)


@pytest.mark.parametrize("knob", [k.key for k in KNOBS if k.key.startswith("llm.")])
def test_a_workspace_names_no_endpoint_key_or_prompt(tmp_path, knob):
    """Every setting of the model is the owner's alone, and the file's line is reported and ignored."""
    page = tmp_path / "config.yaml"
    page.write_text(f'"{knob}": "https://drop.example/v1"\n', encoding="utf-8")
    settings = load(page, {})
    default = next(k.default for k in KNOBS if k.key == knob)
    assert settings[knob] == default and any("may not be set by a workspace" in w for w in settings.warnings)


def test_a_configuration_that_would_burst_is_refused(tmp_path):
    """Too large, or with aliases that unfold."""
    page = tmp_path / "config.yaml"
    page.write_text("language: zh\n" + "# x\n" * config.MAX_CONFIG_BYTES, encoding="utf-8")
    with pytest.raises(NotSetUp):
        load(page, {})
    page.write_text("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", encoding="utf-8")
    with pytest.raises(NotSetUp):
        load(page, {})


# -- what arguments, imports and sessions say ------------------------------------------------------------------------

NAMES = (
    "../../outside/secret",
    "/etc/hostname",
    "..",
    "CON",
    "a\0b",
    "x" * 300,
    "~",
    "2026-05-04/../../x",
    "%2e%2e%2f",
    "．．／",
)


@pytest.mark.parametrize("name", NAMES)
def test_d37_a_name_in_an_argument_makes_no_path(world, capsys, name):
    """Sessions, groups, tags, ids and days."""
    for args in (
        ["add", "--content", "I like oats", "--session", name, "--audience", f"group:{name}", "--tag", name],
        ["show", name], ["restore", name], ["daily-log", "--date", name], ["forget", name, "--yes"], ["review", "accept", name],
        ["window", "add", "--content", "hello there", "--session", name, "--speaker", name], ["autosave"],
    ):  # fmt: skip
        assert run(memory_manager.main, args, world.root) in (0, 1, 2)
    untouched(world, capsys)


@pytest.mark.parametrize(
    "field", ["category", "path", "created_at", "session", "id", "kind", "origin", "importance", "evidence"]
)
@pytest.mark.parametrize("value", ["../../outside/secret", "/etc/passwd", 10**12, None, ["x"], {"a": {}}])
def test_d37_a_hostile_export_is_taken_in_or_passed_over(world, capsys, field, value):
    """A field of an import becomes neither a path nor a traceback."""
    record: Dict[str, Any] = {**memory_to_record(memory("I like plums").replace(id="0" * 20 + "ABCDEF")), field: value}
    source = world.root.parent / "e.json"
    source.write_text(json.dumps({"format": "memory-strategy/1", "memories": [record, 7, None, []]}), encoding="utf-8")
    assert run(memory_manager.main, ["import", str(source)], world.root) == 0
    everything(world, capsys)


@pytest.mark.parametrize(
    "field", ["category", "created_at", "kind", "text", "importance", "tags", "status", "evidence"]
)
@pytest.mark.parametrize("value", ["../../outside/x", -1, None, [1], {"a": 1}])
def test_a_hostile_record_line_is_skipped(world, capsys, field, value):
    """A line that git merged in from elsewhere, with a right checksum and wrong fields."""
    record = {**memory_to_record(memory("I like figs").replace(id="1" * 20 + "ABCDEF")), field: value}
    with open(world.root / "records" / "facts.jsonl", "ab") as stream:
        stream.write(lines.encode(record))
    everything(world, capsys)


WRITTEN = ("records/facts.jsonl", "records/usage.jsonl", "state/seen.log", "state/background.log", "state/window.json",
           "long-term/preferences.md", "snapshot.md", "INDEX.md", "config.yaml")  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_d37_the_other_name_of_a_hard_link_is_never_written(world, capsys, name):
    """A planted one leads out, one of a backup (cp -al) is to stay as it was; the name in our folder becomes a file of its own."""
    place, other = world.root / name, world.outside / "linked"
    place.parent.mkdir(exist_ok=True)
    place.touch()
    os.link(place, other)
    held = other.read_bytes()
    for call, args in COMMANDS:
        run(call, args, world.root)
    log = world.outside / "s.jsonl"
    log.write_text('{"role": "user", "content": "I live in Porto"}\n', encoding="utf-8")
    run(silent_agent.main, ["--session-log", str(log)], world.root)
    run(memory_manager.main, ["window", "add", "--content", "hello"], world.root)
    background.note(world.root / "state", datetime(2026, 5, 6, tzinfo=timezone.utc), "hook", "a note")
    run(memory_manager.main, ["forget", "--query", "rye bread", "--yes"], world.root)
    assert other.read_bytes() == held
    if name.endswith((".jsonl", ".log")) and "usage" not in name:
        assert place.read_bytes() != held and place.stat().st_nlink == 1


@pytest.mark.parametrize("where", ["memory/a.md", "MEMORY.md", "records/facts.jsonl", "alone.md", "alone.json"])
def test_d37_an_import_reads_no_hard_link(world, capsys, tmp_path, where):
    """Its other name may lie anywhere: passed over and counted, refused in a sentence where there is nothing else."""
    source = tmp_path / "from"
    (source / where).parent.mkdir(parents=True)
    os.link(world.outside / ("facts.jsonl" if where.endswith("jsonl") else "secret.md"), source / where)
    named = source / where if where.startswith("alone") else source
    assert run(memory_manager.main, ["import", str(named)], world.root) == 2
    assert "hard link" in capsys.readouterr().err
    if not where.startswith("alone"):
        (source / "USER.md").write_text("- I like mint tea\n", encoding="utf-8")
        assert run(memory_manager.main, ["import", str(source)], world.root) == 0
        assert "hard" in capsys.readouterr().out
    untouched(world, capsys)


@pytest.mark.parametrize("kind", ["file", "folder", "parent"])
def test_d37_an_import_follows_no_link_out(world, capsys, tmp_path, kind):
    """Neither a linked note, nor a linked folder of notes, nor a linked memory/ itself."""
    source = tmp_path / "from"
    (source / "memory").mkdir(parents=True)
    (source / "MEMORY.md").write_text("# Memory\n\n- I like mint tea\n", encoding="utf-8")
    if kind == "file":
        (source / "memory" / "a.md").symlink_to(world.outside / "secret.md")
    elif kind == "folder":
        (source / "memory" / "more").symlink_to(world.outside, target_is_directory=True)
    else:
        (source / "memory").rmdir()
        (source / "memory").symlink_to(world.outside, target_is_directory=True)
    assert run(memory_manager.main, ["import", str(source)], world.root) == 0
    untouched(world, capsys)


def test_an_import_is_bounded(tmp_path, monkeypatch):
    """An export past the limit is refused before it is read; a memory past its own is passed over."""
    from memory_strategy import transfer
    from memory_strategy.errors import UsageError

    store = new_store(tmp_path / "w")
    source = tmp_path / "e.json"
    long = memory_to_record(memory("x " * transfer.MAX_TEXT).replace(id="0" * 20 + "ABCDEF"))
    source.write_text(json.dumps({"format": "memory-strategy/1", "memories": [long]}), encoding="utf-8")
    assert transfer.take_in(store, source).skipped["unreadable_memory"] == 1
    monkeypatch.setattr(transfer, "MAX_EXPORT_BYTES", 100)
    with pytest.raises(UsageError, match="larger than"):
        transfer.take_in(store, source)


@pytest.mark.parametrize("target", ["records/facts.jsonl", "long-term/x.md", "../../outside/secret.md", "link.json"])
def test_d37_output_overwrites_nothing_of_value(world, capsys, monkeypatch, target):
    """Not the memory itself, not a file elsewhere, not what a link leads to."""
    monkeypatch.chdir(world.root.parent)
    place = world.root / target
    if target == "link.json":
        place = world.root.parent / target
        place.symlink_to(world.outside / "secret.md")
    before = place.read_bytes() if place.is_file() else b""
    assert run(memory_manager.main, ["export", "--output", str(place)], world.root) == 1
    assert (place.read_bytes() if place.is_file() else b"") == before
    untouched(world, capsys)
    assert run(memory_manager.main, ["export", "--output", "fine.json"], world.root) == 0


def test_a_session_log_that_is_no_file_is_refused(world, capsys, tmp_path):
    """A folder, a pipe, a missing one."""
    os.mkfifo(tmp_path / "pipe")
    for log in (tmp_path, tmp_path / "pipe", tmp_path / "none.jsonl"):
        assert run(silent_agent.main, ["--session-log", str(log)], world.root) == 1
    untouched(world, capsys)


# -- modes -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="no modes there")
def test_files_are_0600_and_folders_0700(tmp_path):
    """Also with a generous umask, and for folders above the one that was asked for."""
    old = os.umask(0o000)
    try:
        store = new_store(tmp_path / "new" / "workspace")
        keep(store, "I prefer window seats")
        add(store, memory("I like rye"), memory("I like oats", importance=3))
        run(memory_manager.main, ["window", "add", "--content", "hello there"], store.paths.root)
        run(memory_manager.main, ["autosave"], store.paths.root)
        files.make_folder(store.paths.root / "a" / "b" / "c")
    finally:
        os.umask(old)
    seen = [store.paths.root, *store.paths.root.rglob("*")]
    assert len(seen) > 20
    open_to_others = [str(p) for p in seen if stat.S_IMODE(p.stat().st_mode) & 0o077]
    assert open_to_others == []


# -- the code itself -------------------------------------------------------------------------------------------------

_NEVER = {
    "eval",
    "exec",
    "__import__",
    "os.system",
    "os.popen",
    "pickle.loads",
    "tempfile.mktemp",
    "yaml.unsafe_load",
    "yaml.full_load",
}


def _called(node: ast.Call) -> str:
    parts: List[str] = []
    name: ast.AST = node.func
    while isinstance(name, ast.Attribute):
        parts.insert(0, name.attr)
        name = name.value
    return ".".join([name.id, *parts]) if isinstance(name, ast.Name) else ".".join(parts)


def test_nothing_is_evaluated_unpickled_or_given_to_a_shell():
    """No eval, exec, os.system or shell=True; YAML is read by BaseLoader, templates by a sandbox."""
    wrong, seen = [], 0
    for path in package_files():
        for node in (n for n in ast.walk(tree(path)) if isinstance(n, ast.Call)):
            seen += 1
            name, given = _called(node), {k.arg: ast.unparse(k.value) for k in node.keywords}
            bad = (
                name in _NEVER
                or given.get("shell") == "True"
                or (name == "yaml.load" and given.get("Loader") != "yaml.BaseLoader")
                or name.split(".")[-1] in ("Environment", "NativeEnvironment")
                or name == "jinja2.Template"
            )
            if bad:
                wrong.append(f"{shown(path)}:{node.lineno}: {ast.unparse(node)}")
    assert seen > 1000 and not wrong, "\n".join(wrong)


def test_an_index_with_another_name_is_made_anew(tmp_path):
    """What stands under the other name stays as it was."""
    store = new_store(tmp_path / "ws")
    keep(store, "My bike is green")
    other = tmp_path / "other.sqlite"
    os.link(store.paths.index, other)
    before = other.read_bytes()
    keep(open_store(store.paths.root), "My boat is blue")
    assert other.read_bytes() == before and store.paths.index.stat().st_nlink == 1
    assert active(open_store(store.paths.root)) == ["My bike is green", "My boat is blue"]
