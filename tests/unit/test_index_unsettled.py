"""The index is written without waiting for the disk, and a machine that went down meanwhile is noticed."""

from __future__ import annotations

import os

import pytest

from memory_strategy import setup
from memory_strategy.index import Index, IndexBroken, unsettled
from memory_strategy.memory import usage
from memory_strategy.model import Document
from memory_strategy.store import ids
from stores import active, keep, new_store, open_store


@pytest.fixture
def path(tmp_path):
    """An index that holds one note and was not waited for."""
    place = tmp_path / "index.sqlite"
    index = Index.open(place)
    index.apply([Document(key="note:a#1", sort="note", text="apple")])
    index.close()
    return place


def restarted(tmp_path, monkeypatch, name: str = "another boot") -> None:
    (tmp_path / "boot").write_text(name, encoding="ascii")
    monkeypatch.setattr(ids, "BOOT_ID", tmp_path / "boot")


def test_the_flag_is_up_before_the_first_write_and_down_once_it_was_waited_for(path):
    """It names the boot."""
    assert unsettled.flag(path).read_text(encoding="ascii").strip() == ids.boot()
    Index.settle(path, older_than=60)
    assert unsettled.flag(path).exists(), "its writes are not a minute old"
    Index.settle(path)
    assert not unsettled.flag(path).exists()


def test_an_index_under_another_boots_flag_is_not_used(path, tmp_path, monkeypatch):
    """Pages of two states pass SQLite's own check, so nothing less will do."""
    restarted(tmp_path, monkeypatch)
    for readonly in (True, False):
        with pytest.raises(IndexBroken, match="machine went down"):
            Index.open(path, readonly=readonly)
    Index.settle(path)
    assert unsettled.flag(path).exists(), "nobody can settle it any more"
    Index.set_aside(path)
    assert os.listdir(tmp_path) == ["boot"]


def test_a_settled_index_outlives_a_restart(path, tmp_path, monkeypatch):
    """Nothing is derived anew where everything was waited for."""
    Index.settle(path)
    restarted(tmp_path, monkeypatch)
    index = Index.open(path, readonly=True)
    assert index.count() == 1
    index.close()


def test_where_the_system_names_no_boot_sqlite_waits(tmp_path, monkeypatch):
    """On macOS and Windows an add costs what it cost."""
    monkeypatch.setattr(ids, "BOOT_ID", tmp_path / "none")
    place = tmp_path / "index.sqlite"
    index = Index.open(place)
    index.apply([Document(key="note:a#1", sort="note", text="apple")])
    assert index._rows("PRAGMA synchronous") == [(2,)]
    index.close()
    assert os.listdir(tmp_path) == ["index.sqlite"]


def test_a_store_whose_machine_went_down_answers_as_before(tmp_path, monkeypatch):
    """The next command derives the index anew, and leaves no copy of the old one."""
    store = new_store(tmp_path)
    keep(store, "I prefer tea")
    store.paths.index.write_bytes(store.paths.index.read_bytes()[:8192] + bytes(8192))
    restarted(tmp_path, monkeypatch)
    assert active(open_store(store.paths.root)) == ["I prefer tea"]
    assert Index.leftovers(store.paths.index) == []


def test_upkeep_settles_the_index_and_so_does_a_question_after_a_minute(tmp_path):
    """A batch can wait, an add cannot; and a question is asked by somebody who waits anyway."""
    store = new_store(tmp_path)
    flag = unsettled.flag(store.paths.index)
    assert not flag.exists()
    kept = keep(store, "I prefer tea").memory
    usage.count(store, [kept.id], "tea?")
    assert flag.exists()
    os.utime(flag, (1, 1))
    usage.count(store, [kept.id], "what do I drink?")
    assert not flag.exists()
    keep(open_store(store.paths.root), "I prefer rye")
    setup.refresh(open_store(store.paths.root), "en")
    assert not flag.exists()
