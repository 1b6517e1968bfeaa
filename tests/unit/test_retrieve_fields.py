"""Answers that stand in a memory's fields and not in its words: what the asker asks of themselves, what stood when, who is named."""

from __future__ import annotations

import json
from typing import Any, List

import pytest

from memory_strategy.cli import retrieve_memory
from memory_strategy.index import Index
from memory_strategy.model import Document, parse_time
from memory_strategy.relevance.question import understand
from memory_strategy.retrieve import Filters, Scope, ask
from stores import keep, new_store, open_store

NOW = parse_time("2026-05-20T12:00:00Z")
NOISE = (
    "I live for good coffee, says the shop sign",
    "The name of the project is Heron",
    "这个项目叫什么名字还没定",
    "工作日要早起",
    "我家的花开了",
)


def memory(text: str, number: int, attribute: str = "", **fields: Any) -> Document:
    payload = {
        "attribute": attribute,
        "subject": fields.pop("subject", "user"),
        "value": text,
        **fields.pop("payload", {}),
    }
    return Document(
        key=f"01K{number:023d}", sort="memory", text=text, kind="fact", category="core", time=fields.pop("time", "2026-05-01T09:00:00Z"),
        payload=payload, **fields,
    )  # fmt: skip


def holding(*documents: Document) -> Index:
    index = Index.in_memory()
    index.apply([*documents, *(memory(t, 900 + n) for n, t in enumerate(NOISE))])
    return index


def first(index: Index, query: str, **how: Any) -> str:
    hits = ask(index, query, now=NOW, **how).hits
    return hits[0].document.text if hits else ""


@pytest.mark.parametrize(
    ("said", "questions"),
    [
        (
            "I moved from Porto to Lisbon",
            ("where do I live", "Where am I living now?", "我住哪", "我现在住在哪里？", "what city do I live in?"),
        ),
        ("My name is Tarek", ("what is my name", "What's my name?", "我叫什么", "我的名字是什么？", "who am I?")),
        (
            "I'm allergic to peanuts",
            ("what am I allergic to", "Do I have any allergies?", "我对什么过敏", "我有什么过敏吗"),
        ),
        ("I work as a nurse", ("what do I do for work", "What's my job?", "我是做什么工作的", "我的职业是什么")),
        ("我在苏州定居", ("where do I live", "我住哪儿")),
        ("我叫林夏", ("what is my name", "我叫什么名字")),
        ("我对芒果过敏", ("what am I allergic to", "我对什么过敏？")),
        ("My birthday is on 12 March", ("when was I born", "我什么时候出生的", "我的生日是哪天")),
    ],
)
def test_a_question_about_oneself_finds_the_memory_of_that_attribute(tmp_path, said, questions):
    """No word need be shared; the statement is read by the rules as any other."""
    store = new_store(tmp_path)
    for text in (
        "The shop sign says: live for good coffee",
        "记住：项目名字还没定",
        "Remember: the nursery opens at work hours",
    ):
        keep(store, text)
    keep(store, said)
    with open_store(store.paths.root).reading() as index:
        for question in questions:
            hit = ask(index, question, now=NOW).hits[0]
            assert (said in hit.document.text, hit.injection) == (True, "direct"), question


@pytest.mark.parametrize(
    "query",
    [
        "where does Ines live",
        "她住哪",
        "what is her name",
        "the name of the project",
        "我做什么菜好",
        "我喜欢什么都不做的周末",
        "x" * 200 + " my address",
    ],
)
def test_a_question_about_somebody_else_asks_for_no_attribute_of_the_owner(query):
    """First person only, and only a question that is about nothing else."""
    assert understand(query).attributes == ()


def test_only_the_owner_s_own_attribute_is_brought_up():
    """A friend's residence is not mine, and a group's not what was said in private."""
    index = holding(
        memory("Ines moved to Faro", 1, "residence", subject="Ines"), memory("I moved to Lisbon", 2, "residence"),
        memory("Somebody moved to Graz", 3, "residence", owner="other", audience="group:1"),
    )  # fmt: skip
    assert first(index, "where do I live", scope=Scope(owner="user")) == "I moved to Lisbon"
    assert "Lisbon" not in " ".join(
        h.document.text for h in ask(index, "where do I live", now=NOW, scope=Scope(audience="group:1")).hits
    )


def test_what_was_replaced_comes_only_to_a_question_for_what_was_before():
    """The active one answers now, the old one answers before."""
    old = memory(
        "I moved to Porto",
        1,
        "residence",
        status="superseded",
        time="2025-01-01T09:00:00Z",
        payload={"superseded_by": f"01K{2:023d}"},
    )
    index = holding(old, memory("I moved to Lisbon", 2, "residence"))
    assert first(index, "where do I live?") == "I moved to Lisbon"
    assert first(index, "where did I live before? where do I live") == "I moved to Porto"


def test_of_many_likings_the_one_that_shares_a_word_is_first():
    """Attributes lift, words decide among what was lifted."""
    index = holding(
        *(
            memory(f"I like {what}", n, f"likes:{what}")
            for n, what in enumerate(("rye bread", "green tea", "long walks"))
        )
    )
    assert first(index, "what do I like to drink") in {"I like rye bread", "I like green tea", "I like long walks"}
    assert {h.document.text for h in ask(index, "what do I like?", now=NOW).hits[:3]} == {
        "I like rye bread",
        "I like green tea",
        "I like long walks",
    }
    assert first(index, "my preferences in tea, green") == "I like green tea"


# -- as of ------------------------------------------------------------------------------------------------------------


def moved(folder: Any) -> Any:
    """A store in which Porto was replaced by Lisbon on 10 March."""
    store = new_store(folder, now="2026-01-10T09:00:00Z")
    keep(store, "I live in Porto")
    keep(open_store(store.paths.root, now="2026-03-10T09:00:00Z"), "I moved to Lisbon")
    return store


def found(store: Any, capsys: Any, *arguments: str) -> List[dict]:
    capsys.readouterr()
    common = ["--memory-dir", str(store.paths.root), "--format", "json", "--now", "2026-05-06T09:00:00Z"]
    assert retrieve_memory.main([*common, *arguments]) == 0
    return json.loads(capsys.readouterr().out)["results"]


def test_as_of_a_day_answers_with_what_stood_then(tmp_path, capsys):
    """What was replaced later stood, what came later is not seen."""
    store = moved(tmp_path)
    now = found(store, capsys, "--query", "where do I live")
    assert ["Lisbon" in now[0]["text"], now[0]["status"]] == [True, "active"]
    then = found(store, capsys, "--query", "where do I live", "--as-of", "2026-02-01")
    assert [("Porto" in r["text"], r["status"]) for r in then] == [(True, "active")]
    assert found(store, capsys, "--query", "Lisbon Porto", "--as-of", "2025-12-31") == []


def test_looking_back_counts_no_use(tmp_path, capsys):
    """A question about the past keeps nothing alive."""
    store = moved(tmp_path)
    found(store, capsys, "--query", "where do I live", "--as-of", "2026-02-01")
    assert all(r["use_count"] == 0 for r in found(store, capsys, "--query", "Porto Lisbon live moved"))


def test_a_date_that_is_none_is_refused(tmp_path, capsys):
    """With the shape that was expected."""
    store = moved(tmp_path)
    assert retrieve_memory.main(["--memory-dir", str(store.paths.root), "--query", "x", "--as-of", "soon"]) == 2
    assert "YYYY-MM-DD" in capsys.readouterr().err


# -- entities ---------------------------------------------------------------------------------------------------------


def test_an_entity_limits_the_answer_and_says_what_occurs_together_with_it():
    """What names it or was said by it, and beside whom and what its memories name it."""
    index = holding(
        memory("Ines Duarte likes Faro", 1, payload={"entities": ["Ines Duarte", "Faro"]}),
        memory("Faro was sunny, says Odo", 2, payload={"entities": ["Faro", "Odo"]}),
        memory("Ines met Duarte Pinto in Faro", 3, payload={"entities": ["Ines", "Duarte Pinto"]}),
        Document(key="turn:s/1", sort="turn", text="sunny again", speaker="Ines Duarte", session="s"),
    )  # fmt: skip
    answer = ask(index, "sunny Faro", now=NOW, filters=Filters(entity="ines duarte"))
    assert {h.document.text for h in answer.hits} == {"Ines Duarte likes Faro", "sunny again"}
    assert answer.together == (("Faro", 1),)
    assert {h.document.text for h in ask(index, "sunny", now=NOW, filters=Filters(entity="Odo")).hits} == {
        "Faro was sunny, says Odo"
    }
    assert ask(index, "sunny", now=NOW, filters=Filters(entity="Nobody")).hits == ()


def test_an_entity_of_another_audience_is_not_listed():
    """A group must not learn whom private memories name together."""
    index = holding(
        memory("小满和阿澈去厦门", 1, payload={"entities": ["小满", "阿澈"]}),
        memory("小满来了", 2, audience="group:1", payload={"entities": ["小满"]}),
    )
    assert ask(index, "小满", now=NOW, filters=Filters(entity="小满"), scope=Scope(audience="group:1")).together == ()
    assert ask(index, "小满", now=NOW, filters=Filters(entity="小满")).together == (("阿澈", 1),)
