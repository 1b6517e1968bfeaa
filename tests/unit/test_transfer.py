"""Import and export: what other places hold comes in, nothing there changes, and all of it can go out again."""

from __future__ import annotations

import json

import pytest

from memory_strategy.errors import UsageError
from memory_strategy.transfer import give_out, take_in
from stores import active, keep, new_store, open_store


def workspace(folder):
    """An OpenClaw workspace with curated files, a daily note, a backup and a session note."""
    (folder / "memory").mkdir(parents=True)
    (folder / "MEMORY.md").write_text(
        "# Memory\n\n## 决策\n- 数据库选用 Postgres <!-- importance: 8 -->\n\n- **Name:** Lukas Brandt\n",
        encoding="utf-8",
    )
    (folder / "USER.md").write_text("- prefers short answers\n", encoding="utf-8")
    (folder / "memory" / "2026-03-02.md").write_text("- shipped v2.3 to staging\n", encoding="utf-8")
    (folder / "memory" / "2026-03-02-0716.md").write_text(
        "# Session: x\n\n- **Session Key**: agent:main:main\n- **Session ID**: 1\n\nuser: hi\n", encoding="utf-8"
    )
    (folder / "MEMORY.md.backup_20260313").write_text("- an old line\n", encoding="utf-8")
    return folder


def test_a_workspace_is_taken_in_and_left_as_it_was(tmp_path):
    """Curated files are facts, a daily note is a dated event, a backup is nothing (D26, D39)."""
    source, store = workspace(tmp_path / "ws"), new_store(tmp_path)
    before = {p: p.read_bytes() for p in source.rglob("*") if p.is_file()}
    taken = take_in(store, source)
    assert {p: p.read_bytes() for p in source.rglob("*") if p.is_file()} == before
    assert taken.skipped["session_note"] == 1
    assert active(store) == [
        "Name: Lukas Brandt",
        "prefers short answers",
        "shipped v2.3 to staging",
        "数据库选用 Postgres",
    ]
    again = open_store(store.paths.root)
    with again.reading():
        event = next(m for m in again.memories() if "shipped" in m.text)
    assert (event.kind, event.created_at[:10], event.category) == ("event", "2026-03-02", "daily")


def test_importing_twice_adds_nothing(tmp_path):
    """The same lines are the same evidence."""
    source, store = workspace(tmp_path / "ws"), new_store(tmp_path)
    take_in(store, source)
    assert {r.action for r in take_in(open_store(store.paths.root), source).receipts} <= {"exists", "merged"}
    assert len(active(store)) == 4


def test_another_memory_folder_is_taken_in(tmp_path):
    """A person who moves to another workspace brings their memory along."""
    old, new = new_store(tmp_path / "old"), new_store(tmp_path / "new")
    keep(old, "I prefer window seats")
    keep(old, "We decided to use Postgres")
    take_in(new, old.paths.root)
    assert active(new) == active(old)


def test_an_export_comes_back_whole(tmp_path):
    """Export and import are each other's reverse for what is active."""
    old, new = new_store(tmp_path / "old"), new_store(tmp_path / "new")
    for text in ("I prefer window seats", "我对花生过敏"):
        keep(old, text)
    with old.reading():
        path = tmp_path / "all.json"
        path.write_text(json.dumps(give_out(old, lambda _m: True), ensure_ascii=False), encoding="utf-8")
    take_in(new, path)
    assert active(new) == active(old)


@pytest.mark.parametrize(
    "name, text", [("chat.txt", "用户: 你好"), ("x.json", "[1]"), ("x.json", "{"), ("empty.md", "")]
)
def test_what_is_no_memory_is_refused_with_a_sentence(tmp_path, name, text):
    """A conversation imported as one memory would be worse than an error."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    if name == "empty.md":
        assert take_in(new_store(tmp_path), path).receipts == []
        return
    with pytest.raises(UsageError):
        take_in(new_store(tmp_path), path)
