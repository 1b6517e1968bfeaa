"""The archive and what stood when: archived memories are kept whole by month, and come back by id."""

from __future__ import annotations

import pytest

from memory_strategy.errors import NotFound, Refused, UsageError
from memory_strategy.memory import archive
from memory_strategy.memory.moments import moment_of, stood, zone_of
from memory_strategy.model import Memory, parse_time
from stores import active, add, keep, memory, new_store, open_store


def archived(store, receipt):
    with store.writing() as writer:
        return writer.archive(store.get(receipt.memory.id))


def test_archiving_keeps_the_whole_record_in_the_months_file(tmp_path):
    """archive/YYYY-MM.jsonl, the month of archiving, in the configured zone."""
    store = new_store(tmp_path, now="2026-05-31T20:00:00Z", timezone="Asia/Shanghai")
    kept = keep(store, "I prefer green tea", tags=("drink",))
    archived(store, kept)
    (record,) = archive.records(store)
    assert [p.name for p in store.paths.archive.glob("*")] == ["2026-06.jsonl"]
    assert (record["text"], record["tags"], record["archived_at"]) == (
        "I prefer green tea",
        ["drink"],
        "2026-05-31T20:00:00.000Z",
    )


def test_a_line_that_a_person_removed_is_in_the_archive_too(tmp_path):
    """Whoever archives, one way."""
    store = new_store(tmp_path)
    kept = keep(store, "I prefer green tea").memory
    keep(store, "I prefer window seats")
    face = store.paths.root / kept.path
    lines = face.read_text("utf-8").splitlines(keepends=True)
    face.write_text("".join(line for line in lines if kept.short not in line), "utf-8")
    again = open_store(store.paths.root)
    assert active(again) == ["I prefer window seats"]
    assert [r["id"] for r in archive.records(again)] == [kept.id]


def test_what_is_archived_comes_back_by_its_short_id(tmp_path):
    """Everything short of forgetting is reversible."""
    store = new_store(tmp_path)
    kept = keep(store, "I prefer green tea")
    archived(store, kept)
    assert active(store) == []
    with store.writing() as writer:
        archive.restore(store, writer, kept.memory.short)
    assert active(store) == ["I prefer green tea"]
    assert "I prefer green tea" in (store.paths.root / kept.memory.path).read_text("utf-8")


def test_a_replaced_memory_is_not_restored_beside_what_replaced_it(tmp_path):
    """Two values of one attribute cannot both stand."""
    store = new_store(tmp_path)
    add(store, memory("I live in Porto", attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z"))
    add(store, memory("I live in Lisbon", attribute="residence", value="Lisbon"))
    with store.reading():
        (old,) = store.memories(status="superseded")
    with store.writing() as writer, pytest.raises(Refused, match="was replaced"):
        archive.restore(store, writer, old.short)


def test_an_unknown_id_is_not_found(tmp_path):
    """Nothing is made up."""
    store = new_store(tmp_path)
    with store.writing() as writer, pytest.raises(NotFound):
        archive.restore(store, writer, "zzzzzz")


PORTO = Memory(
    id="a",
    text="I live in Porto",
    status="superseded",
    valid_from="2026-01-01T00:00:00Z",
    valid_to="2026-03-01T00:00:00Z",
)
LISBON = Memory(id="b", text="I live in Lisbon", valid_from="2026-03-01T00:00:00Z")


@pytest.mark.parametrize(
    ("day", "standing"),
    [("2025-12-31T23:59:59Z", []), ("2026-01-01T00:00:00Z", [PORTO]), ("2026-02-28T00:00:00Z", [PORTO]),
     ("2026-03-01T00:00:00Z", [LISBON]), ("2026-05-01T00:00:00Z", [LISBON])],
)  # fmt: skip
def test_d29_the_value_of_a_day_is_the_one_that_stood_on_it(day, standing):
    """D29: both are in the history, each with its dates."""
    assert [m for m in (PORTO, LISBON) if stood(m, parse_time(day))] == standing


def test_an_archived_memory_stood_until_it_was_archived():
    """And a tombstone says nothing of any day."""
    gone = Memory(
        id="c", text="x", status="archived", created_at="2026-01-01T00:00:00Z", updated_at="2026-04-01T00:00:00Z"
    )
    assert stood(gone, parse_time("2026-02-01T00:00:00Z")) and not stood(gone, parse_time("2026-05-01T00:00:00Z"))
    assert not stood(gone.replace(text=""), parse_time("2026-02-01T00:00:00Z"))


def test_a_date_means_its_end_in_the_configured_zone():
    """What was said on that day counts."""
    zone = zone_of({"timezone": "Asia/Shanghai"})
    assert moment_of("2026-03-01", zone) == parse_time("2026-03-01T15:59:59.999999Z")
    assert moment_of("2026-03-01T09:00:00", zone) == parse_time("2026-03-01T01:00:00Z")
    assert moment_of("2026-03-01T09:00:00Z", zone) == parse_time("2026-03-01T09:00:00Z")
    with pytest.raises(UsageError):
        moment_of("last week", zone)


def test_an_archive_line_goes_with_its_time_though_the_memory_came_back(tmp_path):
    """90 days; the memory itself stays."""
    store = new_store(tmp_path)
    kept = keep(store, "I prefer green tea")
    archived(store, kept)
    with store.writing() as writer:
        archive.restore(store, writer, kept.memory.short)
    later = open_store(store.paths.root, "2026-12-01T00:00:00Z")
    with later.writing():
        archive.settle(later)
    assert list(archive.records(later)) == [] and active(later) == ["I prefer green tea"]
