"""Questions about a time and nothing else: what was told then, what is dated then, the latest of a kind."""

from __future__ import annotations

from typing import Any, List

import pytest

from memory_strategy.index import Index
from memory_strategy.model import ASSISTANT, Document, parse_time
from memory_strategy.relevance.asked import occasion
from memory_strategy.retrieve import Filters, ask, why_not

NOW = parse_time("2026-11-07T12:00:00Z")  # a Saturday


def memory(number: int, text: str, day: str, category: str = "daily", **fields: Any) -> Document:
    return Document(key=f"01K6{number:022d}", sort="memory", text=text, kind="fact", category=category,
                    time=f"{day}T10:00:00Z", **fields)  # fmt: skip


def turn(position: int, text: str, day: str, **fields: Any) -> Document:
    return Document(key=f"turn:{day}/{position}", sort="turn", text=text, session=day, position=position,
                    time=f"{day}T11:{position:02d}:00Z", **fields)  # fmt: skip


def index() -> Index:
    made = Index.in_memory()
    made.apply([
        memory(1, "We decided to hire Ada", "2026-10-20", "decisions"),
        memory(2, "Saw the dentist", "2026-10-27"),
        memory(3, "We decided to drop the logo", "2026-10-28", "decisions"),
        memory(4, "Meeting with Lee next Tuesday (2026-11-10)", "2026-11-04"),
        memory(5, "我们决定换供应商", "2026-11-05", "decisions"),
        memory(6, "The car was repaired", "2026-11-06", payload={"evidence": [{"session": "2026-11-06", "message": "0"}]}),
        memory(7, "I prefer oat milk", "2026-09-01", "preferences"),
        turn(0, "The car was repaired today", "2026-11-06"),
        turn(1, "Good.", "2026-11-06", origin=ASSISTANT),
        turn(2, "Then the train came late", "2026-11-06"),
        turn(0, "We agreed on a price with Ada", "2026-08-12"),
    ])  # fmt: skip
    return made


INDEX = index()


def texts(question: str, **how: Any) -> List[str]:
    return [hit.document.text for hit in ask(INDEX, question, now=NOW, **how).hits]


@pytest.mark.parametrize(
    "question", ["what happened yesterday", "What did I do yesterday?", "昨天发生了什么", "昨天我做了什么？"]
)
def test_b3_what_happened_on_a_day_is_what_was_told_on_it(question):
    """Memories first, then what was said and made no memory; a word by itself is left out."""
    hits = ask(INDEX, question, now=NOW).hits
    assert [h.document.text for h in hits] == ["The car was repaired", "Then the train came late"]
    assert [h.injection for h in hits] == ["direct", "hedged"]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("what happened on 27 October", ["Saw the dentist"]),
        ("10月27号发生了什么", ["Saw the dentist"]),
        ("what happened in October", ["We decided to hire Ada", "Saw the dentist", "We decided to drop the logo"]),
        ("上周发生了什么", ["Saw the dentist", "We decided to drop the logo"]),
        ("what did we decide last week", ["We decided to drop the logo"]),
        ("上周决定了什么", ["We decided to drop the logo"]),
        ("what did we decide in August", ["We agreed on a price with Ada"]),
        ("what did we decide in July", []),
        ("what happened on 3 March", []),
    ],
)
def test_b3_a_span_that_is_named_is_kept_to(question, found):
    """In the order of the days; nothing from outside, and nothing of another kind."""
    assert texts(question) == found


@pytest.mark.parametrize("question", ["what do I have next Tuesday?", "下周二有什么安排"])
def test_b3_what_is_dated_then_belongs_to_it(question):
    """Whenever it was told."""
    assert texts(question) == ["Meeting with Lee next Tuesday (2026-11-10)"]


@pytest.mark.parametrize("question", ["what was the last decision", "our latest decisions?", "最近有什么决定"])
def test_b3_the_latest_of_a_kind_comes_newest_first(question):
    """Without a day, the kind decides."""
    assert texts(question) == ["我们决定换供应商", "We decided to drop the logo", "We decided to hire Ada"]


@pytest.mark.parametrize(
    ("question", "dated"),
    [
        ("what did Ada do yesterday", "yesterday"),
        ("昨天的火车怎么了", "昨天"),
        ("yesterday", "yesterday"),
        ("how are you today", "today"),
        ("今天天气真好", "今天"),
        ("x" * 200 + " yesterday", "yesterday"),
        ("when did I see the dentist", ""),
        ("what was the last film", ""),
        ("最近工作压力大", ""),
    ],
)
def test_a_question_about_something_is_a_search(question, dated):
    """Even where it names a day; and a bare day is looked for as it stands."""
    assert occasion(question, [(20000, 20000)] if dated else [], [dated] if dated else []) is None


def test_filters_and_why_not_hold_for_a_span():
    """A span is one more way to be found, and no way round a filter."""
    assert texts("what happened in October", filters=Filters(category="decisions")) == [
        "We decided to hire Ada",
        "We decided to drop the logo",
    ]
    assert why_not(INDEX, "what happened in October", f"01K6{2:022d}", now=NOW).rank == 2


def test_a_month_is_the_latest_that_holds_something():
    """ "in September" of a year without anything is that of the year before."""
    made = Index.in_memory()
    made.apply([memory(1, "The boat was sold", "2025-09-03")])
    assert [h.document.text for h in ask(made, "what happened in September", now=NOW).hits] == ["The boat was sold"]


def week() -> Index:
    made = Index.in_memory()
    made.apply([
        memory(1, "I never want meetings before nine", "2026-10-27", "patterns"),
        memory(2, "We saw Hamlet last night (2026-10-29)", "2026-10-30", "patterns"),
        memory(3, "The boiler service is booked for Tuesday (2026-11-03)", "2026-10-28", "patterns"),
        memory(4, "The desk is by the window", "2026-10-28", status="superseded"),
        memory(5, "We bought a piano", "2026-10-31", "patterns"),
        memory(6, "I bought a drum on Sunday (2026-11-01)", "2026-11-03"),
        memory(7, "We are flying to Lisbon on 18 April 2027", "2026-10-01", "projects"),
        memory(8, "下周五（2026-11-13）去看展览", "2026-11-06"),
        turn(0, "How do I tune a harpsichord at home?", "2026-10-27"),
        turn(1, "With a tuning lever and patience.", "2026-10-27", origin=ASSISTANT),
    ])  # fmt: skip
    return made


def test_b5_what_happened_comes_before_what_was_only_told_then():
    """Profile facts of that week come after its events and its turns, what was replaced last."""
    hits = ask(week(), "What happened last week?", now=NOW).hits
    found = [h.document.text for h in hits]
    assert found[:3] == [
        "We saw Hamlet last night (2026-10-29)",
        "We bought a piano",
        "I bought a drum on Sunday (2026-11-01)",
    ]
    assert found[-1] == "The desk is by the window"
    assert {h.injection for h in hits[3:]} <= {"hedged", "reference"}


def test_b5_a_thing_done_on_a_day_is_found_by_the_day_it_names():
    """ "Buy" and "bought" in a question about a weekend, told on the Tuesday after it."""
    assert ask(week(), "What did I buy last weekend?", now=NOW).hits[0].document.text in (
        "We bought a piano",
        "I bought a drum on Sunday (2026-11-01)",
    )


@pytest.mark.parametrize("question", ["What did we talk about on 27 October?", "10月27日我们聊了什么"])
def test_b5_what_was_talked_about_is_what_was_said(question):
    """The turns of that day, as they were said."""
    assert [h.document.text for h in ask(week(), question, now=NOW).hits][:2] == [
        "How do I tune a harpsichord at home?",
        "With a tuning lever and patience.",
    ]


@pytest.mark.parametrize(
    "question", ["What's coming up?", "最近有什么安排", "Any upcoming events?", "接下来有什么安排"]
)
def test_b5_what_lies_ahead_comes_soonest_first(question):
    """By the day that is named, in figures or written out; what is over is left out."""
    assert [h.document.text for h in ask(week(), question, now=NOW).hits] == [
        "下周五（2026-11-13）去看展览",
        "We are flying to Lisbon on 18 April 2027",
    ]
