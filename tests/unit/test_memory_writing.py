"""Writing: what is stored is there once, replaced statements stay as history, and the receipt was read back."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading

import pytest

from memory_strategy.errors import NotFound
from memory_strategy.model import Evidence
from stores import NOW, active, add, keep, memory, new_store, open_store


def test_a_kept_statement_stands_in_record_face_and_index(tmp_path):
    """The three forms of one truth agree."""
    store = new_store(tmp_path)
    kept = keep(store, "我喜欢靠窗的座位").memory
    records = (store.paths.record_file("fact")).read_text(encoding="utf-8")
    assert "我喜欢靠窗的座位" in records
    assert f"我喜欢靠窗的座位 ^{kept.short}" in (store.paths.root / kept.path).read_text(encoding="utf-8")
    with store.reading():
        assert store.get(kept.short).text == "我喜欢靠窗的座位"


def test_d30_duplicates_are_merged_and_look_alikes_are_not(tmp_path):
    """D30: three wordings are one memory; numbers, names and negations always separate."""
    store = new_store(tmp_path)
    same = ["记住：上线窗口是周五。", "记住 上线窗口是周五", "上线窗口是 周五！"]
    actions = [keep(store, text).action for text in same]
    assert actions[0] == "written" and set(actions[1:]) <= {"merged", "exists"}
    for text in ("端口 8080", "端口 8081", "礼物给小满", "礼物给小曼", "可以部署", "不可以部署"):
        assert keep(store, text).action in ("written", "superseded")
    texts = active(store)
    assert len(texts) == len(set(texts))
    assert sum("上线窗口" in t for t in texts) == 1
    assert {"礼物给小满", "礼物给小曼", "可以部署", "不可以部署"} <= set(texts)


def test_a_merge_keeps_both_sources(tmp_path):
    """D30: said twice is two pieces of evidence for one memory."""
    store = new_store(tmp_path)
    first, again = (Evidence("s", f"m{i}", "q", NOW) for i in (1, 2))
    add(store, memory("I prefer tabs", evidence=(first,)))
    (receipt,) = add(store, memory("I prefer tabs.", evidence=(again,)))
    assert receipt.action == "merged"
    with store.reading():
        (kept,) = store.memories()
    assert [e.message for e in kept.evidence] == ["m1", "m2"]


def test_the_same_evidence_twice_changes_nothing(tmp_path):
    """A batch that is applied again after a crash writes nothing."""
    store = new_store(tmp_path)
    said = memory("I prefer tabs", evidence=(Evidence("s", "m1", "q", NOW),))
    add(store, said)
    before = store.paths.record_file("fact").read_bytes()
    (receipt,) = add(store, said)
    assert receipt.action == "exists" and store.paths.record_file("fact").read_bytes() == before


def test_a_newer_value_supersedes_and_the_old_one_stays_as_history(tmp_path):
    """D29: both are there, with dates, and only the new one is current."""
    store = new_store(tmp_path)
    add(store, memory("I live in Porto", attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z"))
    (receipt,) = add(store, memory("I live in Lisbon", attribute="residence", value="Lisbon"))
    assert receipt.action == "superseded"
    assert active(store) == ["I live in Lisbon"]
    with store.reading():
        (old,) = store.memories(status="superseded")
    assert (old.valid_to, old.superseded_by) == (NOW, receipt.memory.id)
    assert "Porto" not in (store.paths.root / receipt.memory.path).read_text(encoding="utf-8")


def test_an_older_statement_that_arrives_late_does_not_win(tmp_path):
    """Importing last year's chat must not move a person back."""
    store = new_store(tmp_path)
    add(store, memory("I live in Lisbon", attribute="residence", value="Lisbon"))
    (receipt,) = add(
        store, memory("I live in Porto", attribute="residence", value="Porto", created_at="2025-01-01T00:00:00Z")
    )
    assert receipt.action == "outdated" and active(store) == ["I live in Lisbon"]


def test_what_another_person_said_never_touches_the_owners_memory(tmp_path):
    """D27, D38: owner, audience and subject separate statements with the same words."""
    store = new_store(tmp_path)
    add(store, memory("只喝温水"), memory("只喝温水", owner="乙", audience="group:9"))
    with store.reading():
        assert sorted(m.owner for m in store.memories()) == ["user", "乙"]


def test_an_unknown_id_is_said(tmp_path):
    """An empty answer would read as "you never told me that"."""
    store = new_store(tmp_path)
    with store.reading(), pytest.raises(NotFound, match="No memory has the id zzzzzz"):
        store.get("zzzzzz")


def test_short_ids_are_unique_within_a_store(tmp_path, monkeypatch):
    """An id that people type must name one memory."""
    from memory_strategy.store import ids

    store = new_store(tmp_path)
    numbers = iter([7, 7, 7, 8])
    monkeypatch.setattr(ids.secrets, "randbits", lambda _n: next(numbers))
    first, second = keep(store, "one thing").memory, keep(store, "another matter").memory
    assert first.short != second.short


def test_d18_two_writers_lose_nothing(tmp_path):
    """D18: 2 processes × 25 adds are 50 memories on 50 lines, none torn."""
    store = new_store(tmp_path)
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[3])\n"
        "from stores import open_store, keep\n"
        "for i in range(25): keep(open_store(Path(sys.argv[1])), f'fact number {i} of writer {sys.argv[2]}')\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    here = os.path.dirname(os.path.dirname(__file__))
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(store.paths.root), str(n), here], env=env) for n in (1, 2)
    ]
    assert [w.wait() for w in writers] == [0, 0]
    assert len(active(store)) == 50
    assert len(store.paths.record_file("fact").read_text(encoding="utf-8").splitlines()) == 50


def test_d21_a_short_lock_on_the_index_is_waited_out_and_a_long_one_loses_nothing(tmp_path, monkeypatch):
    """D21: the memory is in the records whatever the index does, and the next run mends the index."""
    store = new_store(tmp_path)
    keep(store, "before the lock")
    monkeypatch.setattr("memory_strategy.index.schema.BUSY_SECONDS", 0.2)
    holder = sqlite3.connect(store.paths.index, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")
    other = open_store(store.paths.root)
    receipt = keep(other, "while it was locked")
    assert receipt.action == "written" and other.warnings
    holder.rollback()
    holder.close()
    assert active(open_store(store.paths.root)) == ["before the lock", "while it was locked"]


def test_d23_a_broken_index_is_rebuilt_and_nothing_else_is_touched(tmp_path):
    """D23: zeroed bytes, an empty file, a directory in its place: the answer comes all the same."""
    store = new_store(tmp_path)
    keep(store, "the spare key is with Ines")
    index = store.paths.index
    records = store.paths.record_file("fact").read_bytes()
    good = index.read_bytes()
    for damage in (lambda: index.write_bytes(good[:100] + bytes(300) + good[400:]), lambda: index.write_bytes(b""),
                   lambda: (index.unlink(), index.mkdir()), lambda: index.write_bytes(os.urandom(5000))):  # fmt: skip
        for leftover in index.parent.glob("memory.sqlite-*"):
            leftover.unlink()
        damage()
        assert active(open_store(store.paths.root)) == ["the spare key is with Ines"]
        assert store.paths.record_file("fact").read_bytes() == records


def test_readers_do_not_wait_for_a_writer(tmp_path):
    """One lock for writers, none for readers."""
    store = new_store(tmp_path)
    keep(store, "readable at any time")
    entered, done = threading.Event(), threading.Event()

    def hold():
        with open_store(store.paths.root).writing():
            entered.set()
            done.wait(10)

    writer = threading.Thread(target=hold)
    writer.start()
    entered.wait(10)
    try:
        assert active(open_store(store.paths.root)) == ["readable at any time"]
    finally:
        done.set()
        writer.join()


def test_a_read_only_folder_is_still_read(tmp_path):
    """D19: reading works where nothing can be written, edits included."""
    store = new_store(tmp_path)
    kept = keep(store, "I prefer tea").memory
    face = store.paths.root / kept.path
    face.write_text(face.read_text(encoding="utf-8").replace("I prefer tea", "I prefer coffee"), encoding="utf-8")
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[2])\n"
        "from stores import open_store, active\nprint(active(open_store(Path(sys.argv[1]))))"
    )
    for path in [store.paths.root, *store.paths.root.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    tmp_path.chmod(0o755)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "PYTHONDONTWRITEBYTECODE": "1"}
    here = os.path.dirname(os.path.dirname(__file__))
    try:
        out = subprocess.run(
            [sys.executable, "-c", code, str(store.paths.root), here], env=env, capture_output=True, text=True
        )
    finally:
        for path in [store.paths.root, *store.paths.root.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert out.stdout.strip() == "['I prefer coffee']", out.stderr


def test_deleting_the_index_loses_nothing(tmp_path):
    """The index is derived: history, uses and notes come back without it."""
    store = new_store(tmp_path)
    add(store, memory("I live in Porto", attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z"))
    add(store, memory("I live in Lisbon", attribute="residence", value="Lisbon"))
    with store.reading():
        before = [(m.id, m.status, m.text) for m in store.memories()]
    for path in store.paths.index.parent.iterdir():
        path.unlink()
    with open_store(store.paths.root).reading():
        pass
    again = open_store(store.paths.root)
    with again.reading():
        assert [(m.id, m.status, m.text) for m in again.memories()] == before


def test_records_merged_by_git_are_read_newest_line_first(tmp_path):
    """merge=union may put an older revision of an id below a newer one."""
    store = new_store(tmp_path)
    add(store, memory("I live in Porto", attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z"))
    add(store, memory("I live in Lisbon", attribute="residence", value="Lisbon"))
    path = store.paths.record_file("fact")
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(reversed(lines)) + "\n", encoding="utf-8")
    assert active(open_store(store.paths.root)) == ["I live in Lisbon"]
    assert json.loads(lines[0])["v"] == 1


def test_one_value_in_other_words_is_one_memory_unless_it_says_more(tmp_path):
    """Moved there and live there are one; a number or a name that is new is kept."""
    store = new_store(tmp_path)
    home = {"attribute": "residence", "value": "Boulder"}
    add(store, memory("I moved to Boulder", **home))
    (again,) = add(store, memory("I live in Boulder", **home))
    (more,) = add(store, memory("I live in Boulder, at 12 Pine Street", **home))
    assert (again.action, more.action) == ("merged", "written")


def test_a_correction_replaces_the_same_sort_of_thing_only(tmp_path):
    """Who stopped drinking coffee did not give the coffee machine away."""
    store = new_store(tmp_path)
    add(store, memory("咖啡机放在三楼", attribute="place:咖啡机", value="三楼"))
    with store.writing() as writer:
        receipt = writer.add(memory("我现在不喝咖啡了", attribute="likes:咖啡", value="no"), corrects="咖啡")
    assert receipt.action == "written"
