"""Formats: every store that was ever published opens, a newer one is refused, an older one is upgraded under a backup."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from memory_strategy import checkup, forget, maintain, setup
from memory_strategy.errors import StoreError
from memory_strategy.index import Index, schema
from memory_strategy.memory import archive
from memory_strategy.memory.tracing import Request
from memory_strategy.model import parse_time
from memory_strategy.retrieve import ask
from memory_strategy.store import lines
from stores import active, keep, new_store, open_store

STORES = sorted((Path(__file__).resolve().parents[1] / "data/stores").iterdir())
LATER = "2026-12-02T09:00:00Z"


@pytest.fixture(params=STORES, ids=lambda path: f"format {path.name}")
def published(request, tmp_path):
    """A copy of a store as it was published, and the texts that are active in it."""
    shutil.copytree(request.param / "memory", tmp_path / ".memory")
    return tmp_path / ".memory", json.loads((request.param / "active.json").read_text(encoding="utf-8"))


def bytes_of(root: Path) -> dict:
    return {p.relative_to(root): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_there_is_a_store_of_this_format():
    """tools/make_store.py makes one when the number rises."""
    assert str(lines.FORMAT) in [path.name for path in STORES]


def test_a_published_store_opens_and_answers(published):
    """What was remembered then is remembered now, history and the person's edit included."""
    root, texts = published
    assert active(open_store(root, LATER)) == texts
    store = open_store(root, LATER)
    answer = store.answer(lambda index: ask(index, "who waters the beds? 谁负责浇水", now=parse_time(LATER)))
    assert any("浇水" in hit.document.text for hit in answer.hits)
    with store.reading():
        assert {m.status for m in store.memories()} == {"active", "archived", "superseded"}
        assert next(m for m in store.memories() if "soy milk" in m.text).revision == 2


def test_a_published_store_can_be_added_to_restored_and_taken_back(published):
    """Every file that a command writes is understood by it."""
    root, texts = published
    keep(open_store(root, LATER), "The new hose is green")
    assert sorted([*texts, "The new hose is green"]) == active(open_store(root, LATER))
    store = open_store(root, LATER)
    with store.writing() as writer:
        hello = next(m for m in store.memories(status="archived") if m.text == "Odo said hello")
        archive.restore(store, writer, hello.id)
    assert maintain.undo(open_store(root, LATER)).restored
    assert checkup.examine(open_store(root, LATER))
    assert [c for c in checkup.examine(open_store(root, LATER)) if not c.ok] == []


def test_what_was_forgotten_then_stays_forgotten(published):
    """The digests and their key are read by later versions."""
    root, _ = published
    assert open_store(root, LATER).forgotten.words(
        "The code of the shed is on the tin", parse_time("2026-05-06T09:00:00Z")
    )


@pytest.mark.parametrize("number", ["2", "17"])
def test_a_newer_store_is_refused_in_a_sentence_and_left_as_it_is(tmp_path, number):
    """Reading with half the understanding would be worse than not reading."""
    store = new_store(tmp_path)
    keep(store, "I prefer tea")
    store.paths.format.write_text(number + "\n", encoding="ascii")
    before = bytes_of(store.paths.root)
    for attempt in (lambda s: active(s), lambda s: keep(s, "more"), lambda s: setup.refresh(s, "en")):
        with pytest.raises(StoreError, match=f"format {number}; this version reads {lines.FORMAT}.*Update the skill"):
            attempt(open_store(store.paths.root))
    assert bytes_of(store.paths.root) == before


def test_a_newer_line_that_git_merged_in_is_refused_too(tmp_path):
    """Another machine was updated first."""
    store = new_store(tmp_path)
    keep(store, "I prefer tea")
    with open(store.paths.record_file("fact"), "ab") as records:
        records.write(lines.encode({"id": "X"}).replace(b'"v":1', b'"v":9'))
    with pytest.raises(StoreError, match="format 9"):
        active(open_store(store.paths.root))


def test_an_unreadable_number_is_refused(tmp_path):
    """It is not guessed."""
    store = new_store(tmp_path)
    store.paths.format.write_text("two\n", encoding="ascii")
    with pytest.raises(StoreError, match="does not hold a number"):
        active(open_store(store.paths.root))


def of_the_next_version(monkeypatch) -> None:
    """Format 2: texts end in a full stop, which those of format 1 do not."""
    monkeypatch.setattr(lines, "FORMAT", lines.FORMAT + 1)
    stop = {lines.FORMAT - 1: lambda data: {**data, "text": data["text"] + "."} if data.get("text") else data}
    monkeypatch.setattr(lines, "STEPS", stop)


def test_an_older_store_is_upgraded_under_a_backup(tmp_path, monkeypatch):
    """The lines are rewritten once, the old ones lie in state/backup, and the number is the new one."""
    store = new_store(tmp_path)
    keep(store, "I prefer tea")
    old = store.paths.record_file("fact").read_bytes()
    of_the_next_version(monkeypatch)
    upgraded = open_store(store.paths.root)
    with upgraded.writing():
        pass
    assert any("from format 1 to 2" in warning for warning in upgraded.warnings)
    assert (store.paths.state / "backup/format-1/records/facts.jsonl").read_bytes() == old
    assert store.paths.format.read_text(encoding="ascii") == "2\n"
    assert all(lines.is_current(raw) for raw in store.paths.record_file("fact").read_bytes().splitlines())
    again = open_store(store.paths.root)
    assert active(again) == ["I prefer tea."] and again.warnings == []


def test_a_forgetting_reaches_the_backup(tmp_path, monkeypatch):
    """What is forgotten is nowhere, in the files of the older format neither."""
    store = new_store(tmp_path)
    kept = keep(store, "the code of the shed is on the tin").memory
    of_the_next_version(monkeypatch)
    with open_store(store.paths.root).writing():
        pass
    forget.forget(open_store(store.paths.root), Request(ids=(kept.id,)), "en")
    assert [p for p, data in bytes_of(store.paths.root).items() if b"code of the shed" in data] == []


def test_an_upgrade_that_was_killed_begins_again(tmp_path, monkeypatch):
    """The number is written last, and the backup of the first attempt is kept."""
    store = new_store(tmp_path)
    keep(store, "I prefer tea")
    old = store.paths.record_file("fact").read_bytes()
    of_the_next_version(monkeypatch)
    with monkeypatch.context() as killed:
        killed.setattr("memory_strategy.memory.upgrading.mark", lambda store: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            keep(open_store(store.paths.root), "not yet")
    assert active(open_store(store.paths.root)) == ["I prefer tea."]
    assert (store.paths.state / "backup/format-1/records/facts.jsonl").read_bytes() == old


def test_an_older_line_that_git_merged_in_is_read(tmp_path, monkeypatch):
    """Another machine was not updated yet: its lines are understood where they stand."""
    store = new_store(tmp_path)
    keep(store, "I prefer tea")
    old = store.paths.record_file("fact").read_bytes()
    of_the_next_version(monkeypatch)
    with open_store(store.paths.root).writing():
        pass
    record = lines.decode(old)
    monkeypatch.setattr(lines, "FORMAT", 1)
    older = lines.encode({**record, "id": record["id"][:-6] + "ZZZZZZ", "text": "I prefer rye"})
    monkeypatch.setattr(lines, "FORMAT", 2)
    with open(store.paths.record_file("fact"), "ab") as records:
        records.write(older)
    assert active(open_store(store.paths.root)) == ["I prefer rye.", "I prefer tea."]


def test_an_index_of_another_version_is_made_anew(tmp_path, monkeypatch):
    """It is derived, so neither an older nor a newer one is refused."""
    store = new_store(tmp_path)
    keep(store, "I prefer tea")
    monkeypatch.setattr(schema, "STAMP", "999.1")
    assert active(open_store(store.paths.root)) == ["I prefer tea"]
    monkeypatch.undo()
    assert active(open_store(store.paths.root)) == ["I prefer tea"]
    assert Index.leftovers(store.paths.index)


def test_a_memo_of_another_format_is_not_known_and_archives_nothing(tmp_path):
    """What we last wrote is then unknown, and an absent line is no removal."""
    store = new_store(tmp_path)
    kept = keep(store, "I prefer tea").memory
    for memo in (store.paths.state / "faces").iterdir():
        memo.write_text(json.dumps({**json.loads(memo.read_text(encoding="utf-8")), "v": 99}), encoding="utf-8")
    face = store.paths.root / kept.path
    face.write_text("# Preferences\n", encoding="utf-8")
    assert active(open_store(store.paths.root)) == ["I prefer tea"]


def test_a_number_without_end_is_no_format(tmp_path):
    """Ten thousand digits are refused in a sentence."""
    store = new_store(tmp_path)
    store.paths.format.write_text("9" * 10_000, encoding="ascii")
    with pytest.raises(StoreError, match="does not hold a number"):
        open_store(store.paths.root).require()
