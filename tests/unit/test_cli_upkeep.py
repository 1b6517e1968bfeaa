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


def test_a_plan_and_what_is_restored_are_told_in_chinese(store, capsys):
    """ "预览（未写入）, cleanup: 归档 34" was half of each language; what is active was "restored"."""
    code, out, _ = run(store, capsys, "cleanup", "--dry-run", "--lang", "zh")
    assert code == 0 and "预览（未写入），清理：归档 1 条" in out and "cleanup" not in out
    with open_store(store.paths.root).reading() as index:
        tea = next(d.key for d in index.documents(sort="memory") if "tea" in d.text)
    code, out, _ = run(store, capsys, "restore", tea[-6:], "--lang", "zh")
    assert code == 0 and out.startswith("并未归档，无需恢复")
    assert run(store, capsys, "restore", tea[-6:], "--lang", "en")[1].startswith("Active already")


def test_forgetting_what_is_not_there_says_only_that(store, capsys):
    """Five counts of 0 and the long notice were printed."""
    code, out, _ = run(store, capsys, "forget", "--query", "zeppelin", "--yes", "--lang", "en")
    assert (code, out) == (0, "Nothing matches, and nothing was erased.\n")
    _, out, _ = run(store, capsys, "forget", "--query", "green tea", "--yes", "--lang", "en")
    assert out.startswith("Forgotten: 1 memory, 0 turns, 0 lines of your own, 0 summaries")


def test_the_folder_is_checked_in_the_language_asked_for(store, capsys):
    """doctor spoke English whatever was asked."""
    code, out, _ = run(store, capsys, "doctor", "--lang", "zh")
    assert code == 0 and "正常 索引：" in out and "正常 Markdown 文件：" in out
    assert not any(word in out for word in ("lines", "every", "present", "ok  "))
    assert "ok   index: " in run(store, capsys, "doctor", "--lang", "en")[1]


def test_what_came_in_and_what_was_passed_over_is_told_in_words(store, tmp_path, capsys):
    """ "0 too_many" and "3 unreadable_memory" are no words."""
    code, out, _ = run(store, capsys, "export", "--turns")
    data = json.loads(out)
    data["memories"] += [{"id": "x"}, {"id": "y"}]
    (tmp_path / "all.json").write_text(json.dumps(data), encoding="utf-8")
    place = ["--memory-dir", str(tmp_path / "new" / ".memory")]
    memory_manager.main(["init", *place])
    capsys.readouterr()
    assert memory_manager.main(["import", str(tmp_path / "all.json"), *place, "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert told == "Imported from 1 files: 2 new, 0 already known; passed over: 2 entries that are no memory\n"
    assert run(store, capsys, "export", "--turns", "--format", "markdown")[0] == 2
