"""Bugs that other memory tools shipped and that belong to no one room, each by its number.

Here are D01, D04, D07, D08, D10, D19, D20, D29, D40, D43, D45.

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
from memory_strategy.model import ASSISTANT
from memory_strategy.retrieve import Filters, ask
from memory_strategy.rules.triggers import find_trigger
from memory_strategy.store import files
from memory_strategy.transfer import take_in
from stores import BENCH, active, keep, new_store, open_store, turn


def found(store, query):
    """The texts that answer a query."""
    with store.reading() as index:
        return [h.document.text for h in ask(index, query, now=store.now).hits]


@pytest.mark.parametrize("query", ["合同", "寄给", "法务"])
def test_d01_every_search_path_finds_a_part_of_a_chinese_run(tmp_path, query):
    """A memory, an archived one, what was said in a session, a day's note of a person's: one tokeniser for all of them."""
    where = {}
    for place in ("memory", "archive", "session", "note"):
        store = where[place] = new_store(tmp_path / place)
        if place in ("memory", "archive"):
            keep(store, "下午把合同寄给法务")
        if place == "archive":
            with store.writing() as writer:
                writer.archive(next(store.memories(status="active")))
        elif place == "session":
            take_turns(store, [turn("下午把合同寄给法务了吗", origin=ASSISTANT)], BENCH)
        elif place == "note":
            store.paths.day("2026-05-05").write_text("- 下午把合同寄给法务\n", encoding="utf-8")
    for place, store in where.items():
        again = open_store(store.paths.root)
        with again.reading() as index:
            hits = ask(index, query, now=again.now, filters=Filters(archived=True)).hits
        assert ["合同寄给法务" in h.document.text for h in hits] == [True], place


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


def test_d08_d10_front_matter_is_nobodys_note_and_stays_as_it_was_typed(tmp_path):
    """A colon in a title, a date, `no`, 18:30 and 0755, and a fence with nothing after it: read over, and not rewritten."""
    matter = "---\ntitle: 选型: 二轮\ntags: [no, 18:30, 1.20, 0755]\ndate: 2026-03-09\n---\n"
    for head, body in ((matter, "正文在这里\n"), ("---\ntitle: x\n---", "")):
        store = new_store(tmp_path / str(len(head)))
        page = store.paths.topic("preferences")
        page.write_text(head + body, encoding="utf-8")
        keep(open_store(store.paths.root), "I prefer window seats", category="preferences")
        assert page.read_text("utf-8").startswith(head + body)
        assert found(open_store(store.paths.root), "选型 二轮 0755 18:30 title") == []
        assert [t for t in found(open_store(store.paths.root), "正文在这里")] == [body.strip()] * bool(body)


def test_d29_both_values_are_in_the_history_and_do_not_forget_contradicts_nothing(tmp_path):
    """The old taste is marked superseded and names what replaced it; "别忘了用 uv" is "用 uv" once more."""
    store = new_store(tmp_path)
    for n, text in enumerate(
        ("记住：我爱吃香菜", "记住：我现在不吃香菜了", "记住：用 uv 装依赖", "别忘了用 uv 装依赖")
    ):
        take_turns(open_store(store.paths.root), [turn(text, position=n, time=f"2026-05-0{n + 1}T08:00:00Z")], BENCH)
    again = open_store(store.paths.root)
    with again.reading():
        new, old = sorted((m for m in again.memories() if "香菜" in m.text), key=lambda m: m.status)
        depends = [m for m in again.memories() if "uv" in m.text]
    assert (old.text, old.status, new.status) == ("我爱吃香菜", "superseded", "active")
    assert old.superseded_by == new.id and new.supersedes == (old.id,)
    assert [m.status for m in depends] == ["active"]


def test_d40_a_question_asked_a_hundred_times_is_one_use_and_one_order(tmp_path, capsys):
    """Through the command, as an agent asks; a store that may not be written answers all the same."""
    store = new_store(tmp_path)
    for n in range(12):
        keep(store, f"I keep tea number {n} in drawer {n}")
    where = ["--query", "tea in drawer 3", "--memory-dir", str(store.paths.root), "--format", "json"]
    orders = set()
    for _ in range(100):
        assert retrieve_memory.main(where) == 0
        orders.add(tuple(h["id"] for h in json.loads(capsys.readouterr().out)["results"]))
    assert len(orders) == 1
    used = [json.loads(line)["r"]["id"] for line in store.paths.usage.read_text("utf-8").splitlines()]
    assert used and len(used) == len(set(used))
    for folder in (store.paths.root, store.paths.records, store.paths.state, store.paths.index.parent):
        folder.chmod(0o500)
    try:
        assert retrieve_memory.main(where) == 0
        assert tuple(h["id"] for h in json.loads(capsys.readouterr().out)["results"]) in orders
    finally:
        for folder in (store.paths.root, store.paths.records, store.paths.state, store.paths.index.parent):
            folder.chmod(0o700)


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
