"""The index: lookups, changes, and every way it can be broken."""

from __future__ import annotations

import os
import sqlite3
import threading

import pytest

from memory_strategy.index import Index, IndexBroken, IndexBusy, schema
from memory_strategy.model import Document
from memory_strategy.text.fingerprint import statement_key


def frequency(index: Index, term: str) -> int:
    with index.reading() as corpus:
        return corpus.frequency(term)


def note(key: str, text: str, **fields) -> Document:
    return Document(key=key, sort=fields.pop("sort", "memory"), text=text, **fields)


def test_what_was_put_in_comes_back_equal(tmp_path):
    """Documents survive the file, payload and any Unicode included."""
    document = note(
        "K1",
        "蓝色 \U0001f469\u200d\U0001f527 \u2028 text",
        payload={"subject": "user", "tags": ["甲"]},
        time="2026-05-01T00:00:00Z",
    )
    with_index = Index.open(tmp_path / "index.sqlite")
    with_index.apply([document])
    with_index.close()
    again = Index.open(tmp_path / "index.sqlite", readonly=True)
    assert again.get("K1") == document and again.get("K2") is None and again.count() == 1
    again.close()


def test_lookups_by_short_id_statement_and_attribute():
    """The three ways in which a new statement meets a known one."""
    index = Index.in_memory()
    index.apply([note("01K6ABCDEFGHJKMNPQRSTVWXYZ", "端口是 8080", payload={"subject": "user", "attribute": "port"})])
    assert index.by_short("tvwxyz") == ["01K6ABCDEFGHJKMNPQRSTVWXYZ"]
    assert index.by_statement(statement_key("端口是 8080。")) == ["01K6ABCDEFGHJKMNPQRSTVWXYZ"]
    assert [d.text for d in index.by_attribute("user", "user", "port")] == ["端口是 8080"]
    assert index.near("8080 端口", 5) == ["01K6ABCDEFGHJKMNPQRSTVWXYZ"]
    assert index.finds("01K6ABCDEFGHJKMNPQRSTVWXYZ", "端口是 8080")
    assert not index.finds("01K6ABCDEFGHJKMNPQRSTVWXYZ", "端口是 8081")


def test_changes_and_removals_leave_no_postings_behind():
    """An upsert replaces, a removal removes, and the check agrees."""
    index = Index.in_memory()
    index.apply([note(f"K{n}", f"word{n} shared") for n in range(50)], source="records")
    index.apply([note("K1", "other words")], ["K2", "absent"], source="records")
    assert index.check() == [] and index.count() == 49
    assert frequency(index, "word1") == 0 and frequency(index, "share") == 48
    index.apply((), [d.key for d in index.documents(source="records")])
    assert index.check() == [] and index.count() == 0


def test_seen_uses_meta_and_sources_are_kept():
    """What the store asks the index to remember; a use counts once however often it is told."""
    index = Index.in_memory()
    index.apply(
        [note("K1", "a b", sort="note")],
        source="notes:x",
        seen=["s1"],
        uses=[("K1", "2026-01-02"), ("K1", "2026-01-01")],
        meta={"mark": "1"},
    )
    index.apply(uses=[("K1", "2026-01-02")])
    assert index.seen(["s1", "s2"]) == {"s1"} and index.use_of("K1") == (2, "2026-01-02")
    assert index.meta_get("mark") == "1" and index.meta_get("none") is None and index.sources() == ["notes:x"]


def test_documents_are_paged_in_order_of_keys():
    """More documents than a page come all, once."""
    index = Index.in_memory()
    index.apply([note(f"K{n:05d}", "x") for n in range(2500)])
    keys = [d.key for d in index.documents(sort="memory", status="active")]
    assert keys == sorted(keys) and len(keys) == 2500


@pytest.mark.parametrize("harm", ["zeros", "text", "folder", "version", "missing"])
def test_d23_a_broken_index_is_known_at_once_and_can_be_set_aside(tmp_path, harm):
    """Zeroed bytes, no database, a folder in its place, another version, nothing at all."""
    path = tmp_path / "index.sqlite"
    index = Index.open(path)
    index.apply([note(f"K{n}", f"蓝色 文件夹 {n}") for n in range(20)])
    index.close()
    if harm == "zeros":
        with open(path, "r+b") as file:
            file.seek(100)
            file.write(bytes(300))
    elif harm == "version":
        with sqlite3.connect(path) as db:
            db.execute("UPDATE meta SET value = '999.0' WHERE name = 'version'")
        db.close()
    else:
        path.unlink()
        if harm == "text":
            path.write_bytes(b"not a database at all, " * 50)
        elif harm == "folder":
            path.mkdir()
    with pytest.raises(IndexBroken):
        Index.open(path, readonly=True)
    Index.set_aside(path)
    fresh = Index.open(path)
    assert fresh.count() == 0
    fresh.close()
    assert bool(Index.leftovers(path)) == (harm != "missing")


def test_d23_an_empty_file_becomes_an_index_for_a_writer_and_is_broken_for_a_reader(tmp_path):
    """What a crash at creation leaves."""
    path = tmp_path / "index.sqlite"
    path.touch()
    with pytest.raises(IndexBroken):
        Index.open(path, readonly=True)
    index = Index.open(path)
    assert index.count() == 0
    index.close()


def test_d23_the_index_needs_no_fts5():
    """No statement of the index names a virtual table."""
    assert "fts" not in schema._TABLES.lower() and "virtual" not in schema._TABLES.lower()


def test_d21_a_held_write_lock_is_waited_out_and_then_reported(tmp_path, monkeypatch):
    """A writer waits for another; past the wait it says that the index is busy, not broken."""
    path = tmp_path / "index.sqlite"
    Index.open(path).close()
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(schema, "BUSY_SECONDS", 0.05)
    impatient = Index.open(path)
    with pytest.raises(IndexBusy):
        impatient.apply([note("K1", "x")])
    impatient.close()
    monkeypatch.setattr(schema, "BUSY_SECONDS", 30.0)
    patient = Index.open(path)
    release = threading.Timer(0.2, lambda: other.execute("COMMIT"))
    release.start()
    patient.apply([note("K1", "x")])
    release.join()
    assert patient.count() == 1
    patient.close()
    other.close()


def test_a_reader_sees_what_another_process_committed(tmp_path):
    """Kept columns are renewed when the file changed."""
    path = tmp_path / "index.sqlite"
    writer, reader = Index.open(path), Index.open(path, readonly=True)
    writer.apply([note("K1", "apple")])
    with reader.reading() as corpus:
        assert corpus.count == 1 and corpus.frequency("appl") == 1 and len(corpus.columns) == 1
    writer.apply([note("K2", "apple")])
    with reader.reading() as corpus:
        assert corpus.count == 2 and len(corpus.columns) == 2
    writer.close()
    reader.close()


def test_d40_reading_makes_no_file(tmp_path):
    """No journal, no WAL and no temporary file is needed, so a read-only folder will do."""
    path = tmp_path / "index.sqlite"
    index = Index.open(path)
    index.apply([note("K1", "apple")])
    index.close()
    Index.settle(path)
    assert os.listdir(tmp_path) == ["index.sqlite"]
    reader = Index.open(path, readonly=True)
    assert reader.count() == 1 and frequency(reader, "appl") == 1
    assert os.listdir(tmp_path) == ["index.sqlite"]
    reader.close()


def test_a_copy_in_memory_leaves_the_file_alone(tmp_path):
    """What is laid over the copy never reaches the disk."""
    path = tmp_path / "index.sqlite"
    index = Index.open(path)
    index.apply([note("K1", "apple")])
    index.close()
    before = path.read_bytes()
    copy = Index.copy_in_memory(path)
    assert copy is not None
    copy.apply([note("K2", "pear")])
    assert copy.count() == 2 and path.read_bytes() == before
    assert Index.copy_in_memory(tmp_path / "none") is None
    copy.close()


def test_forgotten_text_is_not_in_the_files_free_pages(tmp_path):
    """A removed document's words are nowhere in the bytes of the file."""
    path = tmp_path / "index.sqlite"
    index = Index.open(path)
    index.apply([note(f"K{n}", f"filler text number {n}") for n in range(300)])
    index.apply([note("KX", "xylophonemarker secretplace")])
    index.apply((), ["KX"])
    index.close()
    assert b"xylophonemark" not in path.read_bytes() and b"secretplac" not in path.read_bytes()
