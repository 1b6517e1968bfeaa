"""Searching by meaning: vectors kept beside the words, made by whichever embedder the owner set, and never in the way."""

from __future__ import annotations

import json
import sys
from array import array
from typing import Any, List, Sequence

import pytest

from memory_strategy import embed
from memory_strategy.cli import retrieve_memory, update_index
from memory_strategy.config import load
from memory_strategy.index import Index
from memory_strategy.index import vectors as packed
from memory_strategy.index.vectors import pack
from memory_strategy.llm.failures import TIMEOUT, Failure
from memory_strategy.model import Document, parse_time
from memory_strategy.retrieve import Scope, ask, meaning
from model_server import ModelServer, status
from stores import keep, new_store, open_store

NOW = parse_time("2026-05-06T09:00:00Z")
TOPICS = {
    "pet": "dog rex barks puppy 狗 旺财",
    "sea": "ship ferry boat harbour 船 海",
    "pay": "salary wage earn money 工资 薪水",
}


class Topics:
    """An embedder that knows three topics by their words; deterministic, so that a test can say what is near what."""

    cosines = (0.2, 0.9)

    def __init__(self, name: str = "topics-1", fails: bool = False) -> None:
        self.name, self.fails, self.asked = name, fails, []  # type: ignore[var-annotated]

    def passages(self, texts: Sequence[str]) -> List[array]:
        if self.fails:
            raise Failure(TIMEOUT, "no answer")
        self.asked += texts
        return [
            array("f", [sum(w in t.lower() for w in words.split()) + 0.01 for words in TOPICS.values()]) for t in texts
        ]

    questions = passages


def document(text: str, number: int = 0, **fields: Any) -> Document:
    return Document(key=f"m{number:03d}", sort="memory", text=text, kind="fact", time="2026-05-01T09:00:00Z", **fields)


def holding(*texts: str, embedder: Any = None) -> Index:
    index = Index.in_memory()
    index.apply([document(t, n) for n, t in enumerate(texts)])
    if embedder:
        meaning.keep_up(index, embedder)
    return index


def found(index: Index, query: str, mode: str, embedder: Any, **how: Any) -> List[str]:
    return [h.document.text for h in ask(index, query, now=NOW, sense=meaning.sense(embedder, query, mode), **how).hits]


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> Topics:
    """An embedder that every command uses, turned on by the owner."""
    made = Topics()
    monkeypatch.setattr(embed, "choose", lambda settings: embed.Choice(made, explicit=True))
    monkeypatch.setenv("MEMORY_STRATEGY_EMBEDDER_KIND", "compatible")
    return made


def run(capsys: pytest.CaptureFixture[str], command: Any, store: Any, *arguments: str) -> Any:
    capsys.readouterr()
    assert (
        command.main(
            ["--memory-dir", str(store.paths.root), "--format", "json", "--now", "2026-05-06T10:00:00Z", *arguments]
        )
        == 0
    )
    return json.loads(capsys.readouterr().out)


# -- vectors ---------------------------------------------------------------------------------------------------------


def test_a_packed_vector_keeps_the_order_of_cosines():
    """Eight bits a number do not change who is nearest."""
    index = holding("a", "b", "c")
    wanted = index.vectors.missing("x", 3)
    index.vectors.put("x", zip(wanted, ([1.0, 0.1, 0.0], [0.6, 0.8, 0.0], [0.0, 0.0, -1.0])))
    near = index.vectors.nearest("x", [2.0, 0.0, 0.0], lambda slot: True, 3)
    assert [round(near[w.slot], 1) for w in sorted(wanted, key=lambda w: -near[w.slot])] == [1.0, 0.6, 0.0]
    assert pack([0.0, 0.0])[4:] == b"\0\0"


def test_numpy_and_plain_python_agree(monkeypatch):
    """Whether numpy is there changes the time and nothing else."""
    import numpy

    texts = [f"{'dog' * (n % 2)} {'ferry' * (n % 3)} {n}" for n in range(40)]
    index = holding(*texts, embedder=Topics())
    plain = index.vectors.nearest("topics-1", [1.0, 0.2, 0.1], lambda s: True, 40)
    monkeypatch.setattr(packed, "_WORTH_NUMPY", 0)
    monkeypatch.setattr(packed, "_numpy", lambda: numpy)
    assert index.vectors.nearest("topics-1", [1.0, 0.2, 0.1], lambda s: True, 40) == pytest.approx(plain, abs=1e-5)


def test_without_numpy_memories_and_the_newest_are_compared_first(monkeypatch):
    """Past a limit not all can be; what was distilled matters more than what was said in passing."""
    index = Index.in_memory()
    index.apply([document("dog", 0), *(Document(key=f"turn:{n}", sort="turn", text=f"dog {n}") for n in range(5))])
    meaning.keep_up(index, Topics())
    monkeypatch.setattr(packed, "MOST_WITHOUT_NUMPY", 2)
    monkeypatch.setattr(packed, "_numpy", lambda: None)
    assert index.vectors.cut("topics-1")
    near = index.vectors.nearest("topics-1", [1.0, 0.0, 0.0], lambda s: True, 9)
    with index.reading() as corpus:
        assert set(corpus.keys(near).values()) == {"m000", "turn:4"}


def test_a_changed_text_loses_its_vector_and_a_removed_one_takes_it_along():
    """A vector tells what its text said, so it never outlives it."""
    index = holding("the dog Rex", "the ferry", embedder=Topics())
    index.apply([document("the salary", 0)], ["m001"])
    assert index.vectors.count() == 0
    assert [w.text for w in index.vectors.missing("topics-1", 9)] == ["the salary"]


def test_a_vector_made_from_an_older_text_is_not_kept():
    """The text changed while the server was thinking."""
    index = holding("the dog Rex")
    wanted = index.vectors.missing("x", 1)
    index.apply([document("the salary", 0)])
    index.vectors.put("x", zip(wanted, [[1.0, 0.0]]))
    assert index.vectors.count() == 0


def test_another_model_embeds_everything_again_and_says_how_far_it_is():
    """Vectors carry the model's name and are never compared across models."""
    index = holding("the dog Rex", "the ferry", embedder=Topics())
    told: list = []
    newer = Topics("topics-2")
    assert meaning.keep_up(index, newer, tell=lambda done, of: told.append((done, of))) == 2
    assert told == [(2, 2)] and index.vectors.count() == 2 and index.vectors.count("topics-1") == 0
    assert meaning.keep_up(index, newer) == 0


# -- searching -------------------------------------------------------------------------------------------------------


def test_semantic_finds_what_shares_no_word():
    """By meaning alone, in both languages at once."""
    topics = Topics()
    index = holding("Rex barks at the postman", "I sail on the ferry", "薪水提高了", embedder=topics)
    assert found(index, "puppy?", "semantic", topics)[0] == "Rex barks at the postman"
    assert found(index, "wage", "semantic", topics)[0] == "薪水提高了"
    assert ask(index, "puppy?", now=NOW).hits == ()


def test_hybrid_joins_words_and_meaning():
    """A word that stands only in one memory decides; without any, meaning does."""
    topics = Topics()
    index = holding("the puppy ate invoice 4711", "Rex barks at the postman", "the ferry was late", embedder=topics)
    assert found(index, "invoice 4711", "hybrid", topics)[0] == "the puppy ate invoice 4711"
    assert found(index, "harbour", "hybrid", topics)[0] == "the ferry was late"


def test_hybrid_takes_a_single_word_in_common_for_chance():
    """ "late" alone is no reason to prefer a text that means something else; two words are."""
    topics = Topics()
    index = holding("the bakery opens late", "I sail on the ferry", "wages rise in May", embedder=topics)
    assert found(index, "which harbour trip is late on Sundays", "hybrid", topics)[0] == "I sail on the ferry"
    assert found(index, "which bakery by the harbour opens late", "hybrid", topics)[0] == "the bakery opens late"


def test_a_paraphrase_is_given_directly_and_an_unrelated_text_is_not():
    """Relevance stands between the cosines of unrelated and of related texts."""
    topics = Topics()
    index = holding("Rex barks at the postman", "I sail on the ferry", embedder=topics)
    hits = ask(index, "puppy", now=NOW, sense=meaning.sense(topics, "puppy", "semantic")).hits
    assert hits[0].injection == "direct" and hits[1].injection == "reference"


def test_d38_meaning_does_not_cross_an_audience():
    """A group is not given what is near and private."""
    index = Index.in_memory()
    index.apply([document("Rex barks", 0), document("the ferry", 1, audience="group:1")])
    topics = Topics()
    meaning.keep_up(index, topics)
    assert found(index, "puppy", "semantic", topics, scope=Scope(audience="group:1")) == ["the ferry"]


# -- through the commands --------------------------------------------------------------------------------------------


def test_without_an_embedder_words_answer_and_the_answer_says_so(memory_dir, capsys, monkeypatch):
    """A fallback is never silent."""
    monkeypatch.setenv("MEMORY_STRATEGY_EMBEDDER_KIND", "none")
    store = new_store(memory_dir.parent)
    keep(store, "I prefer the ferry")
    for mode in ("semantic", "hybrid"):
        answer = run(capsys, retrieve_memory, store, "--query", "ferry", "--mode", mode)
        assert (answer["method"], answer["fallback_reason"], len(answer["results"])) == ("keyword", "no_embedder", 1)


def test_a_question_embeds_what_is_missing_and_says_which_mode_answered(memory_dir, capsys, embedder):
    """The first search by meaning works on a folder that never had a vector."""
    store = new_store(memory_dir.parent)
    keep(store, "Remember: Rex barks at the postman")
    answer = run(capsys, retrieve_memory, store, "--query", "puppy", "--mode", "semantic")
    assert (answer["method"], answer["fallback_reason"]) == ("semantic", None)
    assert "Rex" in answer["results"][0]["text"]


def test_a_search_by_words_embeds_nothing(memory_dir, capsys, embedder):
    """What costs time or leaves the machine happens where it was asked for."""
    store = new_store(memory_dir.parent)
    keep(store, "Remember: Rex barks at the postman")
    run(capsys, retrieve_memory, store, "--query", "postman")
    assert embedder.asked == []


def test_update_index_embeds_what_is_new(memory_dir, capsys, embedder):
    """Where the owner turned an embedder on, the index holds vectors before anybody asks."""
    store = new_store(memory_dir.parent)
    keep(store, "Remember: Rex barks at the postman")
    run(capsys, update_index, store)
    with open_store(store.paths.root).reading() as index:
        assert index.vectors.count("topics-1") == index.count() > 0
    embedder.asked.clear()
    run(capsys, update_index, store)
    assert embedder.asked == []


def test_a_failing_embedder_costs_neither_the_answer_nor_the_write(memory_dir, capsys, embedder):
    """The reason is given, words answer, and what was written stays written."""
    embedder.fails = True
    store = new_store(memory_dir.parent)
    keep(store, "I prefer the ferry")
    run(capsys, update_index, store)
    answer = run(capsys, retrieve_memory, store, "--query", "ferry", "--mode", "hybrid")
    assert (answer["method"], answer["fallback_reason"], len(answer["results"])) == ("keyword", "timeout", 1)


def test_a_folder_with_more_than_one_question_may_embed_answers_by_what_it_has(
    memory_dir, capsys, embedder, monkeypatch
):
    """It says that something is missing, and `update_index.py` does the rest."""
    monkeypatch.setattr(meaning, "AT_ASKING", 1)
    store = new_store(memory_dir.parent)
    keep(store, "I prefer the ferry")
    keep(store, "Remember: Rex barks at the postman")
    answer = run(capsys, retrieve_memory, store, "--query", "puppy", "--mode", "semantic")
    assert (answer["method"], answer["fallback_reason"]) == ("semantic", "vectors_behind")


# -- which embedder --------------------------------------------------------------------------------------------------


def chosen(**env: str) -> embed.Choice:
    return embed.choose(load(None, {"MEMORY_STRATEGY_EMBEDDER_" + k.upper(): v for k, v in env.items()}))


def test_none_is_none_and_a_server_needs_an_address_and_a_model():
    """Half a setting turns nothing on."""
    assert chosen(kind="none").embedder is None
    assert chosen(kind="compatible", base_url="http://127.0.0.1:1/v1").embedder is None
    named = chosen(kind="compatible", base_url="http://127.0.0.1:1/v1/embeddings", model="m")
    assert named.embedder is not None and named.embedder.name == "m@127.0.0.1:1" and named.explicit


def test_a_workspace_cannot_turn_an_embedder_on(tmp_path):
    """Settings that decide where text goes are the owner's alone."""
    config = tmp_path / "config.yaml"
    config.write_text("embedder:\n  kind: compatible\n  base_url: http://example.org/v1\n", encoding="utf-8")
    settings = load(config, {})
    assert settings["embedder.kind"] == "auto" and settings["embedder.base_url"] == ""
    assert len([w for w in settings.warnings if "may not be set by a workspace" in w]) == 2


NEEDS_SDK = pytest.mark.skipif(sys.version_info < (3, 10), reason="the SDKs need Python 3.10")


@NEEDS_SDK
def test_a_server_is_asked_with_masked_and_cut_texts():
    """Real HTTP through the real SDK; nothing secret and nothing endless goes out."""
    with ModelServer(vectors) as server:
        made = chosen(kind="compatible", base_url=server.url + "/v1", model="tiny", key="k").embedder
        assert made is not None
        found = made.passages(["my password: hunter2-and-more", "x" * 5000])
    assert [list(v) for v in found] == [[0.0, 1.0], [1.0, 1.0]]
    sent = server.requests[0]
    assert sent.body["model"] == "tiny" and sent.body["encoding_format"] == "float"
    assert "hunter2" not in sent.text and len(sent.body["input"][1]) == embed.MAX_CHARACTERS


@NEEDS_SDK
def test_a_server_s_error_is_a_named_failure():
    """401 is auth; an answer with too few vectors is none."""
    for answer, reason in (
        (status(401, "no"), "auth"),
        (lambda h, b: vectors(h, {**b, "input": b["input"][:1]}), "invalid_json"),
    ):
        with ModelServer(answer) as server:
            made = chosen(kind="compatible", base_url=server.url, model="tiny").embedder
            assert made is not None
            with pytest.raises(Failure) as raised:
                made.passages(["a", "b"])
        assert raised.value.reason == reason


def vectors(handler: Any, body: Any) -> None:
    """An answer of the embeddings endpoint, in an order of its own."""
    rows = [{"object": "embedding", "index": n, "embedding": [float(n), 1.0]} for n, _ in enumerate(body["input"])]
    data = {"object": "list", "model": "tiny", "data": rows[::-1], "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    handler.give(200, json.dumps(data).encode("utf-8"))
