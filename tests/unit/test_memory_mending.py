"""What a writer that died leaves: a plan that is carried out, faces that are drawn, nothing that a person did undone."""

from __future__ import annotations

import json

import pytest

from memory_strategy.consolidate import take_turns
from memory_strategy.memory import drawing, recording, redo
from memory_strategy.store import lines
from stores import BENCH, active, add, keep, memory, new_store, open_store, turn


def killed_before(monkeypatch, target, name: str, store, *memories) -> None:
    """Add memories with a writer that dies when it calls `name`."""

    def die(*arguments, **named):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(target, name, die)
        with pytest.raises(KeyboardInterrupt):
            add(store, *memories)


def face(store, path: str = "long-term/preferences.md") -> str:
    return (store.paths.root / path).read_text(encoding="utf-8")


def test_a_line_that_was_never_drawn_is_drawn_by_the_next_writer(tmp_path, monkeypatch):
    """The record was there, the face was behind for good."""
    store = new_store(tmp_path)
    killed_before(monkeypatch, drawing, "draw", store, memory("I prefer tea"))
    assert active(open_store(store.paths.root)) == ["I prefer tea"]
    assert face(store).count("I prefer tea ^") == 1


def test_a_replaced_line_leaves_its_face(tmp_path, monkeypatch):
    """Both halves of a replacement are drawn, the end of the old one too."""
    store = new_store(tmp_path)
    add(store, memory("I live in Porto", attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z"))
    new = memory("I live in Lisbon", attribute="residence", value="Lisbon", kind="belief")
    killed_before(monkeypatch, drawing, "draw", store, new)
    assert active(open_store(store.paths.root)) == ["I live in Lisbon"]
    assert "Porto" not in face(store) and "Lisbon" in face(store)


def test_a_replacement_that_was_half_appended_is_completed(tmp_path, monkeypatch):
    """The new value stands in one file, the old one's end belongs in another."""
    store = new_store(tmp_path)
    add(store, memory("I live in Porto", attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z"))
    new = memory("I live in Lisbon", attribute="residence", value="Lisbon", kind="belief")
    real = recording.append

    def half(place, kind, records):
        if kind == "fact":
            raise KeyboardInterrupt
        return real(place, kind, records)

    with monkeypatch.context() as dying:
        dying.setattr(recording, "append", half)
        with pytest.raises(KeyboardInterrupt):
            add(store, new)
    assert store.paths.redo.exists()
    again = open_store(store.paths.root)
    assert active(again) == ["I live in Lisbon"] and not store.paths.redo.exists()
    with again.reading():
        assert [m.text for m in again.memories(status="superseded")] == ["I live in Porto"]


def test_a_plan_that_was_carried_out_is_not_carried_out_again(tmp_path, monkeypatch):
    """Killed between the last line and the end of the plan."""
    store = new_store(tmp_path)
    add(store, memory("I live in Porto", attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z"))
    new = memory("I live in Lisbon", attribute="residence", value="Lisbon")
    killed_before(monkeypatch, redo, "end", store, new)
    before = store.paths.record_file("fact").read_bytes()
    assert active(open_store(store.paths.root)) == ["I live in Lisbon"]
    assert store.paths.record_file("fact").read_bytes() == before


def test_a_plain_addition_needs_no_plan():
    """Its lines stand alone, so the two fsyncs are not paid."""
    assert not redo.needed([memory("one")])
    assert not redo.needed([memory("one"), memory("two")])
    assert redo.needed([memory("one"), memory("two", revision=2)])


def test_what_a_person_did_meanwhile_wins(tmp_path, monkeypatch):
    """Their changed line becomes a revision, their removed line an archived memory; the dead writer's line is drawn."""
    store = new_store(tmp_path)
    keep(store, "I prefer tea", category="preferences")
    keep(store, "I prefer rye", category="preferences")
    killed_before(monkeypatch, drawing, "draw", store, memory("I prefer plums"))
    page = store.paths.root / "long-term/preferences.md"
    kept = [
        line.replace("tea", "coffee") for line in page.read_text(encoding="utf-8").splitlines() if "rye" not in line
    ]
    page.write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert active(open_store(store.paths.root)) == ["I prefer coffee", "I prefer plums"]
    assert "coffee" in face(store) and "plums" in face(store) and "rye" not in face(store)


def test_a_face_that_vanished_is_not_drawn_again_behind_ones_back(tmp_path):
    """A person emptied it and was warned; what another machine merges in draws only its own line."""
    store = new_store(tmp_path)
    for n in range(6):
        keep(store, f"I prefer tea number {n}", category="preferences")
    page = store.paths.root / "long-term/preferences.md"
    page.write_text("# Preferences\n", encoding="utf-8")
    record = next(lines.scan(store.paths.record_file("fact"))).data
    with open(store.paths.record_file("fact"), "ab") as stream:
        stream.write(lines.encode({**record, "id": "01KQY87XM0ZZZZZZZZZZZZZZZZ", "text": "I prefer plums"}))
    assert len(active(open_store(store.paths.root))) == 7
    assert "plums" in face(store) and "tea" not in face(store)


def test_turns_that_were_never_drawn_are_drawn(tmp_path, monkeypatch):
    """The journal is ahead of the day's page."""
    store = new_store(tmp_path)
    said = [turn("the seedlings are thirsty again", message="m1")]

    def die(*arguments, **named):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(drawing, "draw", die)
        with pytest.raises(KeyboardInterrupt):
            take_turns(store, said, BENCH)
    take_turns(open_store(store.paths.root), said, BENCH)
    assert face(store, "short-term/2026-05-06.md").count("the seedlings are thirsty again") == 1


def test_a_record_file_edited_in_place_is_read_anew(tmp_path):
    """Same length, same inode: only the time tells."""
    store = new_store(tmp_path)
    keep(store, "I prefer tea")
    path = store.paths.record_file("fact")
    other = json.loads(json.dumps(next(lines.scan(path)).data).replace("tea", "rye"))
    with open(path, "r+b") as stream:
        stream.write(lines.encode(other))
    assert active(open_store(store.paths.root)) == ["I prefer rye"] and "rye" in face(store)
