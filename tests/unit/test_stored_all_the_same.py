"""Once a record is on disk the memory is stored: what the disk refuses after that is said, and made good by the next."""

from __future__ import annotations

import pytest

from memory_strategy import setup
from memory_strategy.consolidate import take_turns
from memory_strategy.errors import StoreError
from memory_strategy.memory import contents, recording, redo
from memory_strategy.store.faces import FaceFile
from memory_strategy.store.journal import Progress
from stores import BENCH, active, add, keep, memory, new_store, open_store, turn

PREFERENCES = "long-term/preferences.md"


def refusing(monkeypatch, target, name: str):
    """Every call of `name` fails as a disk without permission does, for as long as the block lasts."""

    def refuse(*arguments, **named):
        raise StoreError("Could not write it: Permission denied.") from PermissionError(13, "Permission denied")

    context = monkeypatch.context()
    context.__enter__().setattr(target, name, refuse)
    return context


def face(store, path: str = PREFERENCES) -> str:
    return store.face(path).text()


def test_a_face_that_cannot_be_written_is_a_warning_and_the_next_writer_draws_it(tmp_path, monkeypatch):
    """The receipt said "nothing was half-written", exit 1, and the memory stood in the records and in search."""
    store = new_store(tmp_path)
    refused = refusing(monkeypatch, FaceFile, "_write")
    receipt = keep(store, "I prefer tea")
    refused.__exit__(None, None, None)
    assert receipt.action == "written" and active(store) == ["I prefer tea"]
    assert store.warnings == [f"Stored; {PREFERENCES} could not be written (Permission denied). The next run draws it."]
    assert "tea" not in face(open_store(store.paths.root))
    keep(open_store(store.paths.root), "I live in Porto")
    assert face(open_store(store.paths.root)).count("I prefer tea ^") == 1


def test_what_was_replaced_leaves_its_face_with_the_next_writer_too(tmp_path, monkeypatch):
    """A new value and the end of the old one are both owed to the page."""
    store = new_store(tmp_path)
    add(store, memory("I live in Porto", attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z"))
    refused = refusing(monkeypatch, FaceFile, "_write")
    add(store, memory("I live in Lisbon", attribute="residence", value="Lisbon"))
    refused.__exit__(None, None, None)
    assert active(store) == ["I live in Lisbon"]
    with open_store(store.paths.root).writing():
        pass
    assert "Porto" not in face(store) and "Lisbon" in face(store)


def test_a_day_that_cannot_be_drawn_gets_its_turns_later(tmp_path, monkeypatch):
    """The raw record of a day is owed its page as a memory is."""
    store = new_store(tmp_path)
    refused = refusing(monkeypatch, FaceFile, "_write")
    take_turns(store, [turn("the weather is fine in here")], BENCH)
    refused.__exit__(None, None, None)
    with open_store(store.paths.root).writing():
        pass
    day = store.paths.relative(store.paths.day("2026-05-06"))
    assert face(open_store(store.paths.root), day).count("the weather is fine") == 1


def test_an_index_page_that_cannot_be_written_is_a_warning(tmp_path, monkeypatch):
    """INDEX.md is drawn from what is stored, and drawn again by the next run."""
    store = new_store(tmp_path)
    keep(store, "I prefer tea")
    refused = refusing(monkeypatch, contents, "write")
    assert setup.refresh(store, "en") is False
    refused.__exit__(None, None, None)
    assert "The next run draws them." in store.warnings[-1]
    setup.refresh(open_store(store.paths.root), "en")
    assert "| 1 |" in store.paths.index_page.read_text(encoding="utf-8")


def test_turns_that_could_not_be_marked_are_read_again_and_nothing_is_stored_twice(tmp_path, monkeypatch):
    """The memories of a session are stored, though its turns do not count as seen."""
    store = new_store(tmp_path)
    refused = refusing(monkeypatch, Progress, "append")
    take_turns(store, [turn("Remember: the spare key is with Ines.")], BENCH)
    refused.__exit__(None, None, None)
    assert len(active(store)) == 1 and "stores nothing twice" in store.warnings[-1]
    take_turns(open_store(store.paths.root), [turn("Remember: the spare key is with Ines.")], BENCH)
    assert len(active(open_store(store.paths.root))) == 1


def test_a_failure_before_the_record_is_an_error_and_nothing_is_kept(tmp_path, monkeypatch):
    """Neither now nor by the plan of a replacement, which the next run would carry out."""
    store = new_store(tmp_path)
    add(store, memory("I live in Porto", attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z"))
    refused = refusing(monkeypatch, recording, "append")
    with pytest.raises(StoreError):
        add(store, memory("I live in Lisbon", attribute="residence", value="Lisbon"))
    refused.__exit__(None, None, None)
    assert not redo.files.stat(store.paths.redo).size > 0
    assert active(open_store(store.paths.root)) == ["I live in Porto"]
