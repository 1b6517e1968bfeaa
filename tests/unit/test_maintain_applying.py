"""Applying and undoing: the effect is the plan's, undo gives everything back, a changed memory is left alone."""

from __future__ import annotations

import contextlib
import re

import pytest

from memory_strategy import maintain
from memory_strategy.errors import NotFound, Refused
from memory_strategy.maintain import plan_cleanup, plan_compress, plan_monthly, plan_prune, plan_weekly, undo
from memory_strategy.memory import archive, usage
from stores import active, add, memory, new_store, open_store

OLD = "2026-04-02T09:00:00.000Z"
LONG = (
    "The harbour office moved to Pier 7. It is quiet there. " * 3
    + "The door sticks in the rain and the key turns left. Ask Ines."
)


def store_with(folder, *memories, **env):
    store = new_store(folder, retention__profile="s3", **env)
    add(store, *memories)
    return open_store(store.paths.root, retention__profile="s3", **env)


def planned(store, planner):
    with store.reading():
        return planner(list(store.memories()), store.now, store.settings)


def state(store):
    """Content, status and faces."""
    with store.reading():
        held = [m.replace(revision=0, updated_at="") for m in store.memories()]
    faces = {face.relative: face.text() for face in store.faces()}
    return held, faces


def some():
    return [
        memory("I prefer green tea", created_at=OLD), memory(LONG, tags=("key",), created_at=OLD, category="projects"),
        memory("I prefer window seats", created_at="2026-05-06T08:00:00.000Z", tags=("important",)),
        memory("never touch this", pinned=True, created_at=OLD),
    ]  # fmt: skip


@pytest.mark.parametrize("planner", [plan_compress, plan_prune])
def test_the_effect_is_the_plan(tmp_path, planner):
    """Each memory ends where its step says, and nowhere else."""
    store = store_with(tmp_path, *some())
    plan = planned(store, planner)
    applied = maintain.apply(store, plan, yes=True)
    assert sum(applied.done.values()) == len(plan.changes) and not applied.skipped
    with store.reading():
        for step in plan.steps:
            assert store.get(step.memory).status == ("active" if step.action == "keep" else "archived")
    assert sorted(m.text for m in applied.created) == sorted(d.memory.text for d in plan.drafts)


@pytest.mark.parametrize("planner", [plan_compress, plan_prune])
def test_undo_gives_back_content_status_and_faces(tmp_path, planner):
    """Byte for byte, in the order of lines that the faces had."""
    store = store_with(tmp_path, *some())
    before = state(store)
    maintain.apply(store, planned(store, planner), yes=True)
    assert state(store) != before
    undone = undo(store)
    assert undone.restored and not undone.changed_since
    assert state(store) == before
    with pytest.raises(NotFound, match="no applied plan"):
        undo(store)


def test_the_loss_guard_stops_and_changes_nothing(tmp_path):
    """Without --yes a plan that takes much, or what was never shown, says so."""
    store = store_with(tmp_path, *some())
    before = state(store)
    with pytest.raises(Refused, match="never shown") as refused:
        maintain.apply(store, planned(store, plan_prune))
    assert "--yes" in refused.value.text("zh")
    assert state(store) == before and not list(store.paths.plans.glob("*"))


def test_a_memory_that_changed_meanwhile_is_left_alone(tmp_path):
    """Each step is checked again under the lock."""
    store = store_with(tmp_path, memory("I prefer green tea", created_at=OLD), memory("I prefer jazz", created_at=OLD))
    plan = planned(store, plan_prune)
    with store.writing() as writer:
        writer.revise(next(m for m in store.memories() if "tea" in m.text), text="I prefer black tea")
    applied = maintain.apply(store, plan, yes=True)
    assert len(applied.skipped) == 1 and active(store) == ["I prefer black tea"]


def test_undo_leaves_what_was_changed_since(tmp_path):
    """An edit after the plan wins over taking the plan back."""
    store = store_with(tmp_path, memory("I prefer green tea", created_at=OLD), memory("I prefer jazz", created_at=OLD))
    maintain.apply(store, planned(store, plan_prune), yes=True)
    with store.writing() as writer:
        tea = next(m for m in store.memories() if "tea" in m.text)
        writer.revise(tea, text="I prefer black tea", status="active")
    undone = undo(store)
    assert undone.changed_since == [tea.id] and undone.restored == 1
    assert active(store) == ["I prefer black tea", "I prefer jazz"]


def test_a_face_that_a_person_wrote_to_keeps_their_line_through_undo(tmp_path):
    """Undo puts a face back whole only where nobody else wrote."""
    store = store_with(tmp_path, *some())
    maintain.apply(store, planned(store, plan_prune), yes=True)
    face = store.paths.topic("preferences")
    face.write_text(face.read_text(encoding="utf-8") + "\nMy own line.\n", encoding="utf-8")
    undo(store)
    assert "My own line." in face.read_text(encoding="utf-8") and "I prefer green tea" in active(store)


def test_batches_of_50_report_progress(tmp_path):
    """S0: in batches, with progress."""
    store = store_with(tmp_path, *(memory(f"I prefer item {i:03d} of the list", created_at=OLD) for i in range(120)))
    heard = []
    maintain.apply(store, planned(store, plan_prune), yes=True, progress=lambda done, of: heard.append((done, of)))
    assert heard == [(50, 120), (100, 120), (120, 120)]


def test_a_merge_joins_sources_and_tags(tmp_path):
    """The newer stays, with what the older was known from."""
    store = new_store(tmp_path)
    with store.writing() as writer:  # as git would merge them in: two machines wrote the same
        for number, (text, said) in enumerate((("I prefer jazz.", OLD), ("I prefer jazz", "2026-05-01T00:00:00.000Z"))):
            writer.put(memory(text, created_at=said, tags=(f"t{number}",)).replace(id=writer.new_id(), updated_at=said))
    maintain.apply(store, planned(store, plan_cleanup))
    with store.reading():
        (kept,) = store.memories(status="active")
        (gone,) = store.memories(status="archived")
    assert (kept.text, set(kept.tags), gone.superseded_by) == ("I prefer jazz", {"t0", "t1"}, kept.id)
    undo(store)
    assert active(store) == ["I prefer jazz", "I prefer jazz."]


def test_expired_words_leave_the_disk_and_the_id_is_known_as_expired(tmp_path):
    """90 days, then a tombstone: records and archive hold the id and no word."""
    store = store_with(tmp_path, memory("I prefer quokkaberry jam", created_at=OLD))
    with store.writing() as writer:
        (kept,) = store.memories()
        writer.archive(kept)
    later = open_store(store.paths.root, "2026-12-01T00:00:00Z")
    maintain.apply(later, planned(later, plan_weekly))
    for path in (*later.paths.record_files(), *later.paths.archive.glob("*")):
        assert not path.exists() or b"quokkaberry" not in path.read_bytes()
    with later.writing() as writer, pytest.raises(Refused, match="has expired"):
        archive.restore(later, writer, kept.short)
    undo(later)
    with later.writing() as writer:
        archive.restore(later, writer, kept.short)
    assert active(later) == ["I prefer quokkaberry jam"]


def test_monthly_promotes_into_a_topic_and_undo_moves_it_back(tmp_path):
    """What lasted moves to long-term; taking it back takes it back."""
    texts = ("The checklist is in the blue folder", "Deployed build 1", "Deployed build 2")
    store = store_with(tmp_path, *(
        memory(text, category="daily", importance=3, created_at=f"2026-04-10T0{hour}:00:00.000Z") for hour, text in enumerate(texts)
    ))  # fmt: skip
    with store.reading():
        checklist = next(m for m in store.memories() if "checklist" in m.text)
    for day in ("2026-05-01", "2026-05-02"):
        usage.count(open_store(store.paths.root, f"{day}T09:00:00Z"), [checklist.id], "where is the checklist")
    store = open_store(store.paths.root, retention__profile="s3")
    with store.writing():
        pass
    before = state(store)
    maintain.apply(store, planned(store, plan_monthly))
    with store.reading():
        promoted = store.get(checklist.id)
        texts = {m.text for m in store.memories(status="active")}
    assert (promoted.path, promoted.importance) == ("long-term/patterns.md", 4)
    assert "Deployed build 1. Deployed build 2." in texts
    undo(store)
    assert state(store) == before


def test_d40_our_own_jobs_count_no_use(tmp_path):
    """D40: planning and applying read everything and change no count."""
    store = store_with(tmp_path, *some())
    for planner in (plan_compress, plan_prune, plan_cleanup, plan_weekly):
        planned(store, planner)
    maintain.apply(store, planned(store, plan_prune), yes=True)
    assert not store.paths.usage.exists()


def test_d41_the_same_round_twice_does_nothing_the_second_time(tmp_path):
    """D41: twenty starts in a minute are one run."""
    store = store_with(tmp_path, *some())
    maintain.apply(store, planned(store, plan_weekly), yes=True)
    files = {p: p.read_bytes() for p in store.paths.records.glob("*")}
    for _ in range(3):
        again = planned(store, plan_weekly)
        assert again.changes == ()
        maintain.apply(store, again)
    assert {p: p.read_bytes() for p in store.paths.records.glob("*")} == files


def test_only_the_last_plan_is_kept(tmp_path):
    """`undo` takes the last applied plan back; the words of older ones are not kept for it."""
    store = store_with(tmp_path, *some())
    maintain.apply(store, planned(store, plan_compress), yes=True)
    add(store, memory("I prefer rye bread", created_at=OLD))
    maintain.apply(store, planned(store, plan_prune), yes=True)
    assert len(list(store.paths.plans.glob("*.json"))) == 1


@pytest.mark.parametrize("at", range(1, 9))
def test_killed_while_applying_undo_still_gives_everything_back(tmp_path, monkeypatch, at):
    """What undo needs is on disk before the first step."""
    from memory_strategy.store import files

    store = store_with(tmp_path, *some())
    before = state(store)
    plan = planned(store, plan_compress)
    calls = iter(range(1, 1000))
    real = files.append

    def dying(path, data):
        if next(calls) == at:
            raise KeyboardInterrupt
        return real(path, data)

    monkeypatch.setattr(files, "append", dying)
    with contextlib.suppress(KeyboardInterrupt):
        maintain.apply(store, plan, yes=True)
    monkeypatch.setattr(files, "append", real)
    again = open_store(store.paths.root, retention__profile="s3")
    if list(again.paths.plans.glob("*.json")):
        undo(again)
    held, faces = state(again)
    assert held == before[0]
    assert {k: sorted(re.findall(r"\^\w+", v)) for k, v in faces.items()} == {
        k: sorted(re.findall(r"\^\w+", v)) for k, v in before[1].items()
    }
