"""Plans: what would be done, with reasons; pinned and core are never touched; nothing is written by planning."""

from __future__ import annotations

import pytest

from memory_strategy.config import load
from memory_strategy.judge import Bench
from memory_strategy.judge.condensing import Condensed
from memory_strategy.maintain import (
    Loss,
    plan_capacity,
    plan_cleanup,
    plan_compress,
    plan_monthly,
    plan_prune,
    plan_weekly,
)
from memory_strategy.maintain.cleanup import pairs
from memory_strategy.maintain.compress import condensed
from memory_strategy.model import Evidence, Memory, parse_time
from memory_strategy.text.sentences import sentences

NOW = parse_time("2026-05-06T09:00:00Z")
OLD = "2026-04-02T09:00:00.000Z"
LONG = (
    "The harbour office moved to Pier 7 in March. It is quiet there. The tram takes 12 minutes. Nobody minds the gulls. "
    "The coffee is never warm. Lunch is at noon. The door sticks in the rain and the key turns left. Ask for Ines."
)


def settings(**changed):
    env = {"MEMORY_STRATEGY_" + k.upper().replace("__", "_"): str(v) for k, v in changed.items()}
    return load(None, {"MEMORY_STRATEGY_TIMEZONE": "UTC", "MEMORY_STRATEGY_RETENTION_PROFILE": "s3", **env})


def made(number, text="", **fields):
    base = {"created_at": OLD, "updated_at": OLD, "importance": 4, "category": "preferences"}
    return Memory(id=f"01K{number:023d}", text=text or f"note number {number}", **{**base, **fields})


def actions(plan):
    return {step.memory: step.action for step in plan.steps}


def test_compress_keeps_summarises_and_archives_by_worth_with_a_reason_each():
    """S3: ≥ 0.7 stays, < 0.3 goes, between them a long text becomes a summary."""
    fresh = made(1, created_at="2026-05-06T08:00:00.000Z", tags=("important",))
    middle = made(2, LONG, tags=("key",))
    worthless = made(3)
    plan = plan_compress([fresh, middle, worthless], NOW, settings())
    assert [actions(plan)[m.id] for m in (fresh, middle, worthless)] == ["keep", "summarise", "archive"]
    assert all(step.reason("zh") and step.reason("en") and step.value is not None for step in plan.steps)


def test_a_short_text_is_not_summarised_into_itself():
    """Between the thresholds, what is short already stays."""
    plan = plan_compress([made(1, "short and in the middle", tags=("key",))], NOW, settings())
    assert plan.counts == {"keep": 1}


def test_a_summary_is_whole_sentences_within_the_limit_and_names_its_original():
    """≤ 200 characters, importance × 0.9, the original's id and length recorded."""
    plan = plan_compress([made(1, LONG, tags=("key",), attribute="office", value="Pier 7")], NOW, settings())
    (draft,) = plan.drafts
    summary = draft.memory
    assert len(summary.text) <= 200 and set(sentences(summary.text)) <= set(sentences(LONG))
    assert summary.supersedes == (made(1).id,) and summary.rule == f"summary:{len(LONG)}"
    assert (summary.kind, summary.importance, summary.attribute) == ("summary", round(4 * 0.9), "office")


@pytest.mark.parametrize("text", [LONG, "长" * 500, "第一句很短。" + "很长的话" * 80 + "。", "a " * 300])
def test_a_summary_never_passes_its_limit(text):
    """Also where no sentence fits."""
    assert 0 < len(condensed(text, 200)) <= 200


class Answering(Bench):
    """A bench whose model gives one answer to everything."""

    def __init__(self, answer):
        super().__init__({})
        object.__setattr__(self, "answer", answer)

    def condense(self, originals, limit):
        return Condensed(self.answer, "openai")


@pytest.mark.parametrize(
    "answer",
    ["I cannot complete this request.", "unchanged", "", "The office moved to Pier 9 in March.", "It is quiet there."],
)
def test_d32_a_models_answer_stands_only_where_it_loses_and_invents_nothing(answer):
    """D32: a refusal, a placeholder or a summary of a tenth never takes an original's place."""
    memory = made(1, LONG, tags=("key",))
    plan = plan_compress([memory], NOW, settings(), Answering(answer))
    assert plan == plan_compress([memory], NOW, settings())


def test_a_models_summary_that_keeps_everything_is_taken():
    """Names, numbers, negations and all."""
    text = (
        "The meeting about the budget, which took very long, ended at last, and it ended well for everybody in the room. "
        * 2
    )
    memory = made(1, text, tags=("key",))
    (draft,) = plan_compress([memory], NOW, settings(), Answering("The long budget meeting ended well.")).drafts
    assert (draft.memory.text, draft.memory.method) == ("The long budget meeting ended well.", "openai")


def test_sentences_that_carry_numbers_names_and_negations_come_first():
    """What a reader would miss most stays."""
    summary = condensed(LONG, 100)
    assert "Pier 7" in summary and "12 minutes" in summary


def test_d39_pinned_and_core_are_in_no_plan():
    """D39: they never fade, and no command archives them, however old and unused."""
    old = "2020-01-01T00:00:00.000Z"
    exempt = [made(1, LONG, pinned=True, created_at=old), made(2, LONG, category="core", importance=5, created_at=old)]
    exempt += [made(3, LONG, pinned=True, category="daily", importance=2, created_at=OLD)]
    strict = settings(capacity__window=0, condense__start_at=0)
    for planner in (plan_compress, plan_prune, plan_capacity, plan_cleanup, plan_weekly, plan_monthly):
        assert planner(exempt, NOW, strict).changes == (), planner.__name__


def test_prune_archives_below_its_threshold():
    """S0: 0.6."""
    worthy = made(1, created_at="2026-05-06T08:00:00.000Z", tags=("important",))
    plan = plan_prune([worthy, made(2)], NOW, settings())
    assert actions(plan) == {worthy.id: "keep", made(2).id: "archive"}


def test_capacity_counts_only_the_working_set_and_takes_what_is_worth_least():
    """What was put into a long-term file stays, however many there are."""
    daily = [made(i, category="daily", importance=3, use_count=i) for i in range(6)]
    lasting = [made(i) for i in range(10, 30)]
    plan = plan_capacity([*lasting, *daily], NOW, settings(capacity__window=4))
    assert {s.memory for s in plan.changes} == {daily[0].id, daily[1].id}
    assert not {m.id for m in lasting} & set(actions(plan))


def test_cleanup_finds_the_stale_and_spares_the_used():
    """90 days unused."""
    stale, used = made(1, created_at="2026-01-01T00:00:00Z"), made(2, created_at="2026-01-01T00:00:00Z", use_count=1,
                                                                   last_used_at="2026-05-01T00:00:00Z")  # fmt: skip
    assert actions(plan_cleanup([stale, used], NOW, settings())) == {stale.id: "archive"}


def test_cleanup_leaves_what_is_lasting_however_long_unused():
    """It would have archived 44 of 47 memories, the wife and the daughter included; an appointment long past goes."""
    old = {"created_at": "2024-01-01T00:00:00Z"}
    wife = made(1, "My wife is called Ana", category="contacts", **old)
    diet = made(2, "I am a vegetarian", category="preferences", dimensions={"persistence": 4}, **old)
    past = made(3, "I have a meeting with Sue", kind="event", category="patterns", dimensions={"persistence": 2}, **old)
    assert actions(plan_cleanup([wife, diet, past], NOW, settings())) == {past.id: "archive"}


def test_cleanup_merges_into_the_newer():
    """Of two that say the same the newer stays."""
    older, newer = made(1, "我喜欢绿茶。"), made(2, "我喜欢绿茶", created_at="2026-05-01T00:00:00Z")
    (step,) = plan_cleanup([older, newer], NOW, settings()).changes
    assert (step.action, step.memory, step.into) == ("merge", older.id, newer.id)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("端口是 8080", "端口是 8081"),
        ("礼物给小满", "礼物给小曼"),
        ("可以部署", "不可以部署"),
        ("prefers dark mode", "prefers light mode"),
    ],
)
def test_d30_numbers_names_and_negations_are_never_merged(a, b):
    """D30: alike is not the same, in long texts too."""
    tail = "，其余一切照旧，按之前说好的办，大家都知道了，不用再确认，照原计划在周五晚上完成全部上线步骤并通知相关同事"
    pairs_made = [(made(1, a), made(2, b)), (made(3, a + tail), made(4, b + tail))]
    for memories in pairs_made:
        assert not [
            s for s in plan_cleanup(memories, NOW, settings(cleanup__similarity=0.8)).changes if s.action == "merge"
        ]


def test_what_is_alike_and_different_is_pointed_out():
    """A person may look at it; the plan leaves it alone."""
    tail = ", and the rest of the checklist for the release window stays exactly as it was agreed on last week by all of us"
    plan = plan_cleanup(
        [made(1, "Port 8080" + tail), made(2, "Port 8081" + tail)], NOW, settings(cleanup__similarity=0.9)
    )
    (step,) = plan.steps
    assert step.action == "keep" and made(2).short in step.reason("en")


def test_near_duplicates_keep_to_one_owner_and_audience():
    """D38: what two people said is two memories."""
    memories = [made(1, "只喝温水"), made(2, "只喝温水", owner="乙"), made(3, "只喝温水", audience="group:1")]
    assert list(pairs(memories, 0.95)) == []


def test_weekly_expires_what_was_archived_too_long_ago():
    """90 days' retention, then a tombstone."""
    gone = made(1, status="archived", updated_at="2026-01-01T00:00:00.000Z")
    young = made(2, status="archived", updated_at="2026-04-01T00:00:00.000Z")
    replaced = made(3, status="superseded", updated_at="2020-01-01T00:00:00.000Z")
    assert actions(plan_weekly([gone, young, replaced], NOW, settings())) == {gone.id: "expire"}


def test_weekly_compresses_only_a_full_store():
    """Past 8,000 of 10,000."""
    memories = [made(i, LONG + f" Item {i}.", tags=("key",)) for i in range(3)]
    spare = {"prune__threshold": 0}
    assert "summarise" not in plan_weekly(memories, NOW, settings(**spare)).counts
    assert plan_weekly(memories, NOW, settings(condense__start_at=2, **spare)).counts["summarise"] == 3


def test_monthly_condenses_last_months_days_and_promotes_what_lasted():
    """One summary a day; what was used twice moves to long-term."""
    day = [
        made(i, f"Deployed build {i}", category="daily", importance=3, created_at=f"2026-04-10T0{i}:00:00.000Z")
        for i in range(1, 4)
    ]
    lasted = made(7, "The release checklist is in the blue folder", category="daily", importance=3, use_count=2)
    this_month = made(8, category="daily", importance=3, created_at="2026-05-02T00:00:00Z")
    plan = plan_monthly([*day, lasted, this_month], NOW, settings())
    assert actions(plan) == {**{m.id: "summarise" for m in day}, lasted.id: "promote"}
    (draft,) = plan.drafts
    assert draft.memory.text == "Deployed build 1. Deployed build 2. Deployed build 3."
    assert not plan.loss.stops


def test_monthly_never_mixes_audiences_or_owners():
    """What was said in a group is not condensed with what was said in private."""
    fields = {"category": "daily", "importance": 3, "created_at": "2026-04-10T01:00:00.000Z"}
    held = [made(1, **fields), made(2, audience="group:1", **fields), made(3, owner="乙", **fields)]
    assert plan_monthly(held, NOW, settings()).changes == ()


def test_the_loss_guard_counts_the_share_and_the_never_shown():
    """20 % of the active memories, or one that nobody ever saw, needs a word."""
    fresh = [made(i, created_at="2026-05-06T08:00:00.000Z", tags=("important",), use_count=1) for i in range(20)]
    few = plan_prune([*fresh, made(90, use_count=1)], NOW, settings())
    assert few.loss == Loss(active=21, taken=1, allowed=0.2) and not few.loss.stops
    assert plan_prune([*fresh, made(90)], NOW, settings()).loss.stops
    assert plan_prune([*fresh, *(made(90 + i, use_count=1) for i in range(9))], NOW, settings()).loss.stops


def test_two_sessions_count_as_lasting():
    """Told on two occasions."""
    proof = (Evidence("a", "1"), Evidence("b", "2"))
    memory = made(1, category="daily", importance=3, created_at="2026-04-10T01:00:00.000Z", evidence=proof)
    assert plan_monthly([memory], NOW, settings()).counts == {"promote": 1}


def test_what_has_no_words_is_like_nothing():
    """ "!!!" once stopped cleanup and the health page."""
    held = [made(n, text) for n, text in enumerate(("!!!", "…", "I prefer green tea", "I prefer green tea!"))]
    assert [pair.same for pair in pairs(held, 0.8)] == [True]
