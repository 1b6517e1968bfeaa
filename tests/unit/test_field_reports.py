"""Bugs that other memory tools shipped and that belong to no one room, each by its number (D04, D07, D08, D19, D20, D43, D45).

The other numbers stand beside the code they are about; `tests/contract/test_field_reports.py` counts them all.
"""

from __future__ import annotations

import errno
import json
import os
import unicodedata

import pytest

from memory_strategy.cli import memory_manager, retrieve_memory
from memory_strategy.consolidate import take_turns
from memory_strategy.errors import StoreError
from memory_strategy.retrieve import ask
from memory_strategy.rules.triggers import find_trigger
from memory_strategy.store import files
from memory_strategy.transfer import take_in
from stores import BENCH, active, keep, new_store, open_store, turn


def found(store, query):
    """The texts that answer a query."""
    with store.reading() as index:
        return [h.document.text for h in ask(index, query, now=store.now).hits]


@pytest.mark.parametrize("query", ["usb", "ＵＳＢ", "A-7", "Ａ－７", "集线器"])
def test_d04_full_width_meets_half_width(tmp_path, query):
    """In the text, in the query, or in both; the stored text stays as it was typed."""
    store = new_store(tmp_path)
    keep(store, "新买的ＵＳＢ集线器，型号Ａ－７")
    assert found(store, query) == ["新买的ＵＳＢ集线器，型号Ａ－７"]


@pytest.mark.parametrize("sentence", ["记住：换锁芯", "记住:换锁芯", "记住︰换锁芯", "请记住，换锁芯！"])
def test_d04_a_trigger_takes_either_punctuation(sentence):
    """Full width and half width end the phrase alike."""
    assert find_trigger(sentence) is not None


def test_d07_one_file_under_two_spellings_counts_once(tmp_path):
    """A decomposed body is found by a composed query; MEMORY.md and memory.md of one file are one."""
    workspace = tmp_path / "from"
    workspace.mkdir()
    text = unicodedata.normalize("NFD", "- Mia's favourite café is the Blériot\n")
    (workspace / "MEMORY.md").write_text(text, encoding="utf-8")
    os.link(workspace / "MEMORY.md", workspace / "memory.md")  # what a disk that ignores case shows
    store = new_store(tmp_path)
    taken = take_in(store, workspace)
    assert taken.files == 1 and len(active(store)) == 1
    assert len(found(store, "Blériot café")) == 1


def test_d07_a_note_in_a_decomposed_name_has_one_key(tmp_path):
    """Its path is relative, with slashes, and it is found by what it says."""
    store = new_store(tmp_path)
    name = unicodedata.normalize("NFD", "Méditation") + ".md"
    (store.paths.root / "long-term" / name).write_text("- the retreat is in Älmhult\n", encoding="utf-8")
    with open_store(store.paths.root).reading() as index:
        keys = [d.key for d in index.documents(sort="note")]
    assert len(keys) == len(set(keys)) == 1 and "\\" not in keys[0]
    assert found(open_store(store.paths.root), "Älmhult") == ["the retreat is in Älmhult"]


def test_d08_a_face_keeps_its_bom_and_its_line_ends(tmp_path):
    """Saved by Notepad, drawn by us, still Notepad's file; and the front matter is no note."""
    store = new_store(tmp_path)
    page = store.paths.topic("preferences")
    page.write_bytes("\ufeff---\r\ntitle: 备忘\r\n---\r\n自己写的一行\r\n".encode())
    keep(open_store(store.paths.root), "I prefer window seats", category="preferences")
    raw = page.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf---\r\ntitle: ") and raw.count(b"\n") == raw.count(b"\r\n")
    assert "自己写的一行".encode() in raw and b"window seats" in raw
    assert not [t for t in found(open_store(store.paths.root), "备忘 title") if "title" in t]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EROFS])
def test_d19_a_disk_that_refuses_leaves_the_old_content(tmp_path, monkeypatch, number):
    """Whole, with a sentence that says what to do; reading goes on, and no temporary file stays."""
    store = new_store(tmp_path)
    keep(store, "I prefer window seats")
    page = store.paths.topic("preferences")
    before = page.read_bytes()

    def refused(fd, data):
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(files.os, "write", refused)
        with pytest.raises(StoreError, match="Could not write"):
            files.replace(page, b"new")
    assert page.read_bytes() == before and active(open_store(store.paths.root)) == ["I prefer window seats"]
    assert not [p for p in store.paths.root.rglob("*") if p.name.startswith(files.TEMP_MARK)]


def test_d20_two_consolidations_on_one_day_write_each_line_once(tmp_path):
    """The afternoon repeats the morning and adds a line."""
    store = new_store(tmp_path)
    morning = [turn("记住：我住在里斯本", position=0), turn("我对花生过敏", position=1)]
    take_turns(store, morning, BENCH)
    again = open_store(store.paths.root, "2026-05-06T15:00:00Z")
    take_turns(again, [*morning, turn("我每周三游泳", position=2)], BENCH)
    page = store.paths.day("2026-05-06").read_text("utf-8")
    assert [page.count(text) for text in ("记住：我住在里斯本", "user: 我对花生过敏", "user: 我每周三游泳")] == [
        1,
        1,
        1,
    ]


def test_d43_stdout_is_one_document_and_notes_go_to_stderr(tmp_path, capsys):
    """With a warning to give on each call."""
    store = new_store(tmp_path)
    keep(store, "I prefer window seats")
    (store.paths.root / "config.yaml").write_text("no_such_setting: 1\n", encoding="utf-8")
    where = ["--memory-dir", str(store.paths.root), "--format", "json"]
    for call, args in (
        (memory_manager.main, ["add", "--content", "I like rye bread"]), (retrieve_memory.main, ["--query", "bread"]),
        (memory_manager.main, ["bootstrap"]), (memory_manager.main, ["doctor"]), (memory_manager.main, ["review", "list"]),
    ):  # fmt: skip
        call([*args, *where])
        said = capsys.readouterr()
        json.loads(said.out)
        assert "no_such_setting" in said.err


def test_d45_chinese_is_stored_and_printed_as_it_is(tmp_path, capsys):
    """`grep` finds it in every file, and in every answer."""
    store = new_store(tmp_path)
    keep(store, "我住在里斯本")
    take_turns(store, [turn("我对花生过敏")], BENCH)
    raw = [p.read_bytes() for p in store.paths.root.rglob("*.jsonl")]
    assert raw and not any(b"\\u" in data for data in raw)
    assert "里斯本".encode() in (store.paths.records / "facts.jsonl").read_bytes()
    for args in (
        ["bootstrap"],
        ["bootstrap", "--format", "json"],
        ["export"],
        ["search", "里斯本", "--format", "json"],
    ):
        memory_manager.main([*args, "--memory-dir", str(store.paths.root)])
        out = capsys.readouterr().out
        assert "里斯本" in out and "\\u" not in out
