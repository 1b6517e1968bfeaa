"""analyze-health: each defect is found with its ids and the command that mends it, and nothing is changed."""

from __future__ import annotations

import json

import pytest

from memory_strategy import health
from memory_strategy.cli import memory_manager
from memory_strategy.memory import usage
from memory_strategy.model import ASSISTANT, Evidence
from stores import add, memory, new_store, open_store

OLD = "2025-11-01T09:00:00Z"


def named(found: health.Health, name: str) -> list:
    return [f for f in found.findings if f.name == name]


def test_a_fresh_folder_is_healthy(tmp_path):
    """100 of 100, excellent, in both languages."""
    found = health.analyse(new_store(tmp_path))
    assert (found.score, found.grade("en"), found.grade("zh"), found.healthy) == (100.0, "excellent", "优秀", True)
    assert found.findings == []


def test_counts_are_by_kind_source_status_category_and_age(tmp_path):
    """Of active memories; status counts all."""
    store = new_store(tmp_path)
    add(store, memory("likes red tea"), memory("went to the lake", kind="event", category="daily", importance=3, created_at=OLD),
        memory("old flat in Graz", status="archived", source="import"))  # fmt: skip
    counts = health.analyse(store).counts
    assert counts["status"] == {"active": 2, "archived": 1}
    assert counts["kind"] == {"fact": 1, "event": 1}
    assert counts["age_days"] == {"0-7": 1, "91-365": 1}
    assert counts["category"] == {"preferences": 1, "daily": 1} and counts["source"] == {"manual": 2}


def test_stale_is_what_nobody_used_for_90_days(tmp_path):
    """Use restores; pinned and core never go stale."""
    store = new_store(tmp_path)
    stale, used, *_ = add(
        store, memory("the accordion is in the attic", created_at=OLD), memory("the ladder is with Odo", created_at=OLD),
        memory("the spare key is with Ines", created_at=OLD, pinned=True),
        memory("allergic to nuts", created_at=OLD, category="core", importance=5),
        memory("likes rye bread"),
    )  # fmt: skip
    usage.count(store, [used.memory.id], "where is the ladder")
    found = named(health.analyse(open_store(store.paths.root)), "stale")
    assert [f.ids for f in found] == [(stale.memory.id,)]
    assert "cleanup" in found[0].mend


def test_d30_duplicates_are_what_says_the_same_and_nothing_else(tmp_path):
    """A number, a name or a negation makes another statement."""
    store = new_store(tmp_path)
    texts = ("端口 8080", "端口 8081", "给小满", "给小曼", "可以部署", "不可以部署")
    add(store, *(memory(text) for text in texts))
    assert named(health.analyse(store), "duplicates") == []
    merged = memory("the blue folder is with Ines", created_at="2026-05-01T09:00:00Z", owner="user")
    first = add(store, merged)[0].memory
    with store.writing() as writer:  # past the store's own check, as a merge of two machines' records does
        writer._put(
            first.replace(
                id="0" * 20 + "ABCDEF", text="The blue folder is really with Ines!", created_at="2026-05-02T09:00:00Z"
            )
        )
    found = named(health.analyse(store), "duplicates")
    assert [f.ids for f in found] == [(first.id,)]


def test_two_current_values_of_one_attribute_conflict(tmp_path):
    """Named with both, the newer first to be believed; nobody is healthy with a conflict."""
    store = new_store(tmp_path)
    old = add(store, memory("I live in Graz", attribute="residence", value="Graz", created_at="2026-04-01T09:00:00Z"))[
        0
    ].memory
    with store.writing() as writer:
        writer._put(
            old.replace(id="0" * 20 + "ABCDEF", text="I live in Linz", value="Linz", created_at="2026-05-01T09:00:00Z")
        )
    found = health.analyse(store)
    assert [f.ids for f in named(found, "conflicts")] == [(old.id,)]
    assert "Graz" in named(found, "conflicts")[0].detail and "Linz" in named(found, "conflicts")[0].detail
    assert not found.healthy


def test_guesses_without_evidence_or_faded_are_unverifiable(tmp_path):
    """A fresh guess with the words it came from is not."""
    store = new_store(tmp_path)
    told = (Evidence("s", "m", "he asked for tea again", "", "chat"),)
    base = {"kind": "belief", "confidence": 0.5, "origin": ASSISTANT, "importance": 3}
    bare, faded, _ = add(
        store, memory("may like tea", **base), memory("may play chess", **base, evidence=told, created_at="2026-03-01T09:00:00Z"),
        memory("may study French", **base, evidence=told),
    )  # fmt: skip
    found = named(health.analyse(store), "unverifiable")
    assert [set(f.ids) for f in found] == [{bare.memory.id, faded.memory.id}]


def test_a_line_whose_memory_is_unknown_is_orphaned(tmp_path):
    """With its id and its file."""
    store = new_store(tmp_path)
    add(store, memory("likes red tea"))
    page = store.paths.topic("preferences")
    page.write_text(page.read_text(encoding="utf-8") + "- copied from elsewhere ^zzzzz9\n", encoding="utf-8")
    found = named(health.analyse(open_store(store.paths.root)), "orphaned lines")
    assert [f.ids for f in found] == [("zzzzz9",)]
    assert "long-term/preferences.md" in found[0].detail


@pytest.mark.parametrize("damage", ["missing", "broken"])
def test_d23_a_missing_or_broken_index_is_reported_with_its_mend(tmp_path, damage):
    """Although reading mends it on the way."""
    store = new_store(tmp_path)
    add(store, memory("likes red tea"))
    if damage == "missing":
        store.paths.index.unlink()
    else:
        store.paths.index.write_bytes(b"\0" * 4096)
    found = health.analyse(open_store(store.paths.root))
    assert "update_index.py" in named(found, "index")[0].mend and not found.healthy


def test_an_edit_that_the_index_has_not_seen_is_drift(tmp_path):
    """Behind the Markdown."""
    store = new_store(tmp_path)
    add(store, memory("likes red tea"))
    page = store.paths.topic("preferences")
    page.write_text(page.read_text(encoding="utf-8") + "\nA note of my own.\n", encoding="utf-8")
    assert "behind" in named(health.analyse(open_store(store.paths.root)), "index")[0].detail


def test_a_broken_record_line_is_reported_once_and_by_checkup(tmp_path):
    """Health shares the look at files and repeats none of it."""
    store = new_store(tmp_path)
    add(store, memory("likes red tea"), memory("likes rye bread"))
    path = store.paths.record_file("fact")
    path.write_bytes(path.read_bytes().replace(b"red tea", b"rad tea", 1))
    found = named(health.analyse(open_store(store.paths.root)), "files")
    assert any("facts.jsonl" in f.detail for f in found)
    assert len([f for f in found if "facts.jsonl" in f.detail]) == 1


def test_the_metrics_are_s0s_with_their_targets(tmp_path):
    """Five, each with its formula; of an empty store only its size is known, and no accuracy of 1 is claimed."""
    store = new_store(tmp_path)
    assert [m.name for m in health.analyse(store).metrics] == ["memory_size"]
    add(store, memory("the spare key is with Ines in Graz"))
    found = health.analyse(open_store(store.paths.root))
    assert [(m.name, m.target) for m in found.metrics] == [
        ("memory_size", "<= 200"), ("avg_retention", "> 0.7"), ("retrieval_accuracy", "> 0.8"), ("prune_rate", "< 0.2"),
        ("token_efficiency", "> 0.95"),
    ]  # fmt: skip
    assert all(m.met and m.formula for m in found.metrics)


def test_the_metrics_measure_what_they_say(tmp_path):
    """One of three archived; every memory is found by half of its words."""
    store = new_store(tmp_path)
    add(
        store,
        memory("the spare key is with Ines in Graz"),
        memory("门口的备用钥匙交给小满保管"),
        memory("old flat", status="archived"),
    )
    value = {m.name: m.value for m in health.analyse(store).metrics}
    assert value["memory_size"] == 0  # both stand in long-term files
    assert value["prune_rate"] == pytest.approx(1 / 3, abs=0.001)
    assert value["retrieval_accuracy"] == 1.0


def test_the_score_is_the_printed_formula():
    """100 less each share, less what is broken."""
    found = health.Health(active=10)
    found.findings = [
        health.Finding("stale", ("a", "b"), "", ""), health.Finding("conflicts", ("c",), "", ""),
        health.Finding("index", (), "", ""), health.Finding("orphaned lines", tuple("defgh"), "", ""),
    ]  # fmt: skip
    assert found.score == 100 - 30 * 2 / 10 - 40 * 1 / 10 - 10 * 1 - 2 * 3
    assert found.grade("zh") == "一般" and not found.healthy
    for name in (*health.SHARE_POINTS, *health.EACH_POINTS):
        assert name in health.FORMULA


def test_looking_changes_nothing_but_a_late_index(tmp_path):
    """D40: our own jobs count no use and write no record."""
    store = new_store(tmp_path)
    add(store, *(memory(f"the {thing} is with Ines") for thing in ("ladder", "accordion", "blue folder")))
    files = [p for p in store.paths.root.rglob("*") if p.is_file()]
    before = {p: p.read_bytes() for p in files}
    health.analyse(open_store(store.paths.root))
    assert {p: p.read_bytes() for p in files} == before
    assert not store.paths.usage.exists()


def test_the_command_exits_0_when_healthy_and_3_when_somebody_should_look(tmp_path, capsys):
    """JSON has the ids, the formula and the metrics; text has the commands."""
    store = new_store(tmp_path)
    add(store, memory("likes red tea"))
    where = ["--memory-dir", str(store.paths.root), "--now", "2026-05-06T09:00:00Z"]
    assert memory_manager.main(["analyze-health", *where, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["healthy"] and data["score"] == 100 and data["formula"] == health.FORMULA and len(data["metrics"]) == 5
    store.paths.index.unlink()
    assert memory_manager.main(["analyze-health", *where, "--lang", "zh"]) == 3
    out = capsys.readouterr().out
    assert "有效记忆：1 条，共 1 条" in out and "用自身一半的词语" in out and "/active" not in out
    assert "健康评分: 90/100 (优秀)" in out and "→ update_index.py --rebuild" in out
