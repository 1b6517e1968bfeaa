"""Upkeep over made-up stores: a plan's effect is the plan, undo is exact, decay is a function of (memory, now)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_strategy import maintain
from memory_strategy.decay import CURVES, strength
from memory_strategy.maintain import plan_capacity, plan_cleanup, plan_compress, plan_monthly, plan_prune, plan_weekly
from memory_strategy.maintain.cleanup import pairs
from memory_strategy.maintain.plan import KEEP, MERGE
from memory_strategy.model import Memory, parse_time
from memory_strategy.text.fingerprint import same_statement, similarity
from stores import new_store, open_store

PLANNERS = (plan_capacity, plan_cleanup, plan_compress, plan_monthly, plan_prune, plan_weekly)
ENV = {"retention__profile": "s3", "capacity__window": "2", "condense__start_at": "3"}
NOW = "2026-05-06T09:00:00Z"

sentence = st.sampled_from(
    ["I prefer green tea.", "I prefer green tea!", "端口是 8080。", "端口是 8081。", "Ines keeps the key.", "不要在周五发布。",
     "The tram takes 12 minutes.", "Nobody minds the gulls at the harbour office by Pier 7."]
)  # fmt: skip
texts = st.lists(sentence, min_size=1, max_size=8).map(" ".join)


@st.composite
def memories(draw):
    category, importance = draw(
        st.sampled_from([("core", 5), ("preferences", 4), ("projects", 4), ("daily", 3), ("daily", 2)])
    )
    status = draw(st.sampled_from(["active", "active", "active", "archived"]))
    said = (
        draw(st.sampled_from(["2025-01-02", "2026-01-03", "2026-04-10", "2026-04-11", "2026-05-05"])) + "T08:00:00.000Z"
    )
    return Memory(
        id="", text=draw(texts), category=category, importance=importance, status=status, created_at=said, updated_at=said,
        valid_from=said, pinned=draw(st.booleans()) and draw(st.booleans()), tags=draw(st.sampled_from([(), ("key",), ("x",)])),
        kind=draw(st.sampled_from(["fact", "belief", "event"])), owner=draw(st.sampled_from(["user", "user", "乙"])),
    )  # fmt: skip


def stocked(folder, held):
    store = new_store(Path(folder), **ENV)
    with store.writing() as writer:
        for memory in held:
            writer.put(memory.replace(id=writer.new_id()))
    return open_store(store.paths.root, **ENV)


def content(store):
    with store.reading():
        return sorted((m.replace(revision=0, updated_at="") for m in store.memories()), key=lambda m: m.id)


def faces(store):
    return {face.relative: face.text() for face in store.faces()}


@settings(max_examples=30)
@given(held=st.lists(memories(), max_size=7), planner=st.sampled_from(PLANNERS))
def test_the_effect_is_the_plan_and_undo_takes_it_back(held, planner):
    """plan = effect; undo ∘ apply = identity; no step lowers the number of pinned memories."""
    with tempfile.TemporaryDirectory() as folder:
        store = stocked(folder, held)
        before, drawn = content(store), faces(store)
        with store.reading():
            plan = planner(list(store.memories()), store.now, store.settings)
        applied = maintain.apply(store, plan, yes=True)
        assert applied.skipped == [] and sum(applied.done.values()) == len(plan.changes)
        after = {m.id: m for m in content(store)}
        named = {step.memory: step for step in plan.steps}
        keepers = {step.into for step in plan.steps if step.action == MERGE}
        for memory in before:
            step = named.get(memory.id)
            if (step is None or step.action == KEEP) and memory.id not in keepers:
                assert after[memory.id] == memory
            elif step is not None and step.action in ("archive", "summarise", "merge", "expire"):
                assert after[memory.id].status == "archived"
        assert sum(m.pinned for m in after.values() if m.status == "active") == sum(
            m.pinned for m in before if m.status == "active"
        )
        assert len(after) == len(before) + len(plan.drafts)
        if plan.changes:
            undone = maintain.undo(store)
            assert undone.changed_since == []
        assert content(store) == before and faces(store) == drawn


@given(held=st.lists(memories(), max_size=7), planner=st.sampled_from(PLANNERS))
def test_a_plan_depends_on_its_inputs_alone(held, planner):
    """Planned thirty times, it is the same plan: nothing is written back."""
    store_settings = open_store(Path("nowhere"), **ENV).settings
    numbered = [m.replace(id=f"01K{i:023d}") for i, m in enumerate(held)]
    plans = [
        planner(order, parse_time(NOW), store_settings) for order in (numbered, numbered, list(reversed(numbered)))
    ]
    assert plans[0] == plans[1]
    changes = [sorted((s.memory, s.action) for s in plan.changes) for plan in plans]
    assert changes[0] == changes[2]


@given(memory=memories(), curve=st.sampled_from(CURVES))
def test_decay_does_not_depend_on_how_often_it_is_computed(memory, curve):
    """Thirty daily runs give what one run gives."""
    end = parse_time(NOW)
    for day in range(1, 31):
        strength(memory, parse_time(f"2026-04-{day:02d}T09:00:00Z"), curve)
    assert strength(memory, end, curve) == strength(memory.replace(), end, curve)


@settings(max_examples=200)
@given(held=st.lists(texts, max_size=8), threshold=st.sampled_from([0.6, 0.8, 0.95]))
def test_the_duplicate_search_misses_no_pair(held, threshold):
    """Against comparing everything with everything."""
    made = [Memory(id=f"01K{i:023d}", text=t, created_at=f"2026-04-01T00:00:{i:02d}Z") for i, t in enumerate(held)]
    found = list(pairs(made, threshold))
    assert all(same_statement(p.older.text, p.newer.text) == p.same for p in found)
    newest = {}
    for memory in made:
        newest = {m: t for m, t in newest.items() if not same_statement(t, memory.text)}
        newest[memory.id] = memory.text
    wanted = {
        frozenset((a, b)) for a in newest for b in newest
        if a != b and similarity(newest[a], newest[b]) >= threshold
    }  # fmt: skip
    assert {frozenset((p.older.id, p.newer.id)) for p in found if not p.same} == wanted
    assert {p.older.id for p in found if p.same} == {m.id for m in made} - set(newest)
