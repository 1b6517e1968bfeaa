"""The upkeep commands: preview and effect agree, words in both languages, no bar where no terminal is."""

from __future__ import annotations

import argparse
import io
import json
import sys

import pytest

from memory_strategy.cli import frame, memory_manager, upkeep
from memory_strategy.marks import REPORT_MARK
from stores import BENCH, active, add, memory, new_store, open_store

OLD = "2026-01-02T09:00:00.000Z"
S3 = "MEMORY_STRATEGY_RETENTION_PROFILE"


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv(S3, "s3")
    made = new_store(tmp_path)
    add(made, memory("I prefer green tea", created_at=OLD), memory("pinned forever", created_at=OLD, pinned=True))
    return made


def run(store, capsys, *argv):
    code = memory_manager.main([*argv, "--memory-dir", str(store.paths.root), "--now", "2026-05-06T09:00:00Z"])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    "command",
    [["compress"], ["condense"], ["prune"], ["cleanup"], ["capacity"], ["maintain", "weekly"], ["maintain", "monthly"]],
)
def test_a_dry_run_shows_and_writes_nothing(store, capsys, command):
    """--dry-run, JSON: one document on stdout."""
    before = {p: p.read_bytes() for p in store.paths.root.rglob("*") if p.is_file()}
    code, out, err = run(store, capsys, *command, "--dry-run", "--format", "json")
    plan = json.loads(out)
    assert code == 0 and plan["dry_run"] and not plan["applied"] and "loss" in plan and err == ""
    assert {p: p.read_bytes() for p in store.paths.root.rglob("*") if p.is_file()} == before


def test_a_plan_is_stopped_applied_and_taken_back(store, capsys):
    """The whole way, in words."""
    code, out, err = run(store, capsys, "prune")
    assert code == 1 and out == "" and "--yes" in err
    code, out, _ = run(store, capsys, "prune", "--yes")
    assert (
        code == 0
        and "archive 1" in out
        and "undo" in out
        and active(open_store(store.paths.root)) == ["pinned forever"]
    )
    assert "I prefer green tea" not in store.paths.snapshot.read_text("utf-8")
    code, out, _ = run(store, capsys, "undo", "--format", "json")
    assert json.loads(out)["restored"] == 1 and "I prefer green tea" in active(open_store(store.paths.root))
    assert run(store, capsys, "undo")[0] == 1


def test_restore_by_id(store, capsys):
    """A short id is enough; --dry-run only says so."""
    run(store, capsys, "prune", "--yes")
    with open_store(store.paths.root).reading() as index:
        (gone,) = index.documents(sort="memory", status="archived")
    assert run(store, capsys, "restore", gone.key[-6:].lower(), "--dry-run")[0] == 0
    assert active(open_store(store.paths.root)) == ["pinned forever"]
    assert run(store, capsys, "restore", gone.key[-6:].lower())[0] == 0
    assert "I prefer green tea" in active(open_store(store.paths.root))


def test_chinese_words(store, capsys):
    """--lang zh."""
    assert "预览" in run(store, capsys, "prune", "--dry-run", "--lang", "zh")[1]
    assert "已停下" in run(store, capsys, "prune", "--lang", "zh")[2]
    assert "将被彻底删除" in run(store, capsys, "forget", "--query", "green tea", "--lang", "zh")[1]
    assert "已遗忘" in run(store, capsys, "forget", "--query", "green tea", "--yes", "--lang", "zh")[1]


def test_forget_shows_first_and_repeats_nothing_after(store, capsys):
    """What was erased is not printed again."""
    assert "I prefer green tea" in run(store, capsys, "forget", "--query", "green tea")[1]
    code, out, err = run(store, capsys, "forget", "--query", "green tea", "--yes")
    assert code == 0 and "green tea" not in out + err and "records/facts.jsonl" in out and "transcripts" in out
    assert run(store, capsys, "forget", "--query", "green tea")[1].startswith("Nothing matches")
    assert run(store, capsys, "forget", "x", "--yes", "--dry-run")[0] == 2
    assert run(store, capsys, "forget")[0] == 2


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_is_for_a_terminal_alone(monkeypatch):
    """None in a pipe, none with --quiet."""
    args = argparse.Namespace(quiet=False)
    assert frame.bar(args) is None
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    frame.bar(args)(50, 100)
    assert "50/100" in terminal.getvalue() and REPORT_MARK not in terminal.getvalue()
    assert frame.bar(argparse.Namespace(quiet=True)) is None


def test_a_full_store_is_compressed_by_itself_unless_the_guard_stops_it(store, monkeypatch):
    """Past condense.start_at; what was never shown is left for a person, with a word."""
    assert upkeep.by_itself(store, "en", BENCH) is None and not store.warnings
    full = open_store(store.paths.root, condense__start_at="1", retention__profile="s3")
    assert upkeep.by_itself(full, "en", BENCH) is None and "condense --dry-run" in full.warnings[0]
    roomy = open_store(store.paths.root, condense__start_at="1", condense__drop="0", retention__profile="s3")
    assert upkeep.by_itself(roomy, "en", BENCH) is not None
