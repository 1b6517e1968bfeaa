"""Consolidation and the commands with a model at the other end: what it adds, and that it can take nothing away."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from memory_strategy import second_look, setup
from memory_strategy.consolidate import consolidate, take_turns
from memory_strategy.errors import ModelRequired
from memory_strategy.judge import bench
from memory_strategy.llm import client
from memory_strategy.model import ASSISTANT
from memory_strategy.store.lock import exclusive
from model_server import ModelServer, answer, drip, environment, hang, page, say, status
from repository import SCRIPTS
from stores import BENCH, active, add, keep, memory, new_store, open_store, turn

if sys.version_info < (3, 10):
    pytest.skip(
        "the SDKs need Python 3.10; that they are then reported missing is held by test_llm_client",
        allow_module_level=True,
    )

TURNS = [
    turn("I am allergic to peanuts.", message="a", position=0),
    turn("The garage code word of the club is on the blue card.", message="b", position=1),
    turn("You seem to prefer short answers.", message="c", position=2, origin=ASSISTANT),
    turn("Yes, short answers please.", message="d", position=3),
]
GRADES = {"impact": 4, "persistence": 4, "reusability": 4, "decision_basis": 4, "reason": "lasting"}


@pytest.fixture(autouse=True)
def _nothing_learned():
    client._dialects.clear()
    yield


def step_of(body):
    """Which step a request is, by the name of its schema."""
    return body["response_format"]["json_schema"]["name"]


def grades(body):
    """Four 4s for every statement that was shown."""
    count = body["response_format"]["json_schema"]["schema"]["properties"]["scores"]
    shown = [line for line in body["messages"][-1]["content"].splitlines() if line[:1].isdigit() and ". " in line]
    assert count and shown
    return {"scores": [{"n": n, **GRADES} for n in range(1, len(shown) + 1)]}


def reader(*operations, verdicts=()):
    """A model that grades, extracts these operations and gives these verdicts on beliefs."""
    made = {"extract": {"operations": list(operations)}, "verify_belief": {"verdicts": list(verdicts)}}
    return answer(lambda body: grades(body) if step_of(body) == "score_importance" else made[step_of(body)])


def operation(text, quote, turns, action="add", target="", kind="fact"):
    return {
        "action": action,
        "text": text,
        "kind": kind,
        "category": "patterns",
        "turns": turns,
        "quote": quote,
        "target": target,
    }


def run(store, server, turns=TURNS, *, require=False, **settings):
    env = environment(server, **settings)
    made = bench({}, env, no_llm=False, require_llm=require, state=store.paths.state)
    return take_turns(store, turns, made)


def shape(store):
    """What is remembered, without ids and times."""
    with store.reading():
        return sorted((m.text, m.kind, m.category, m.importance, m.status, m.method) for m in store.memories())


@pytest.mark.parametrize("sends", ["scores", "all"])
@pytest.mark.parametrize(
    ("failing", "reason"),
    [(status(401), "auth"), (say(""), "empty"), (say("I cannot help."), "refused"), (say('{"operations": "all"}'), "schema"),
     (page(), "invalid_json"), (status(500), "server_error"), (drip("{}"), "timeout")],
    ids=["auth", "empty", "refused", "schema", "html", "500", "drip"],
)  # fmt: skip
def test_a_model_that_fails_leaves_what_the_rules_would_have_written(tmp_path, failing, reason, sends):
    """D32: the store is the one of a run without a model, and the report says why."""
    ruled, store = new_store(tmp_path / "rules"), new_store(tmp_path / "model")
    take_turns(ruled, TURNS, BENCH)
    with ModelServer(failing) as server:
        outcome = run(store, server, send=sends, timeout_seconds="4" if reason == "timeout" else "30")
    assert shape(store) == shape(ruled) and shape(store)
    assert (outcome.method, outcome.fallback_reason) == ("rules", reason)
    assert any(reason in warning for warning in store.warnings)
    assert not list((store.paths.state / "answers").glob("*")) if (store.paths.state / "answers").exists() else True


def test_a_turn_that_only_the_rules_saw_is_looked_at_again_when_a_model_is_back(tmp_path):
    """From the journal, once; what the rules graded is graded anew, and nothing is stored twice."""
    store = new_store(tmp_path)
    with ModelServer(status(401)) as server:
        run(store, server)
    before = shape(store)
    assert {method for *_, method in before} == {"rules"}
    with store.reading():
        assert second_look.due(store)
    log = tmp_path / "empty.jsonl"
    log.write_text(json.dumps({"messages": [{"role": "user", "content": "ok"}]}), encoding="utf-8")
    with ModelServer(reader()) as server:
        made = bench({}, environment(server), no_llm=False, require_llm=False)
        outcome = consolidate(store, [log], made)
    assert outcome.method == "openai"
    assert [row[0] for row in shape(store)] == [row[0] for row in before] and {row[-1] for row in shape(store)} == {
        "openai"
    }
    with store.reading():
        assert second_look.due(store) == []


def test_without_a_model_nothing_waits_for_one(tmp_path):
    """The rules are then what the owner chose."""
    store = new_store(tmp_path)
    take_turns(store, TURNS, bench({}, {}, no_llm=False, require_llm=False))
    assert not (store.paths.state / second_look.FILE).exists()


def test_a_model_adds_what_the_rules_missed_with_its_evidence(tmp_path):
    """And one bad operation costs itself alone (D46)."""
    store = new_store(tmp_path)
    missed = operation(
        "The club's garage code word is on the blue card.",
        "The garage code word of the club is on the blue card",
        ["t2"],
    )
    bad = operation("The user lives on the moon.", "I live on the moon", ["t2"])
    with ModelServer(reader(missed, bad)) as server:
        outcome = run(store, server, send="all")
    assert "The club's garage code word is on the blue card." in active(store)
    assert outcome.skipped["model_quote_not_in_turn"] == 1
    with store.reading():
        added = next(m for m in store.memories() if "garage" in m.text)
    assert (added.rule, added.method, added.evidence[0].message) == ("model", "openai", "b")
    assert added.evidence[0].quote in TURNS[1].text


def test_a_known_memory_is_superseded_only_by_its_owner_s_words(tmp_path):
    """The old one stays as history; one that the model was not shown, or that is about something else, stays as it is."""
    store = new_store(tmp_path)
    red = memory("The garage code word of the club is on the red card.", created_at="2026-05-01T09:00:00.000Z")
    add(store, red, memory("The user's dentist is in Linz."))
    said = "The garage code word of the club is on the blue card"
    text = "The garage code word of the club is on the blue card."
    shown = {}

    def choose(body):
        if step_of(body) == "score_importance":
            return grades(body)
        if step_of(body) == "verify_belief":
            return {"verdicts": []}
        for line in body["messages"][-1]["content"].splitlines():
            if line.startswith("[m"):
                shown["red" if "red card" in line else "dentist"] = line[1:3]
        return {
            "operations": [operation(text, said, ["t2"], "supersede", shown[which]) for which in ("red", "dentist")]
        }

    with ModelServer(answer(choose)) as server:
        outcome = run(store, server, send="all")
    assert text in active(store) and "The user's dentist is in Linz." in active(store)
    assert "The garage code word of the club is on the red card." not in active(store)
    assert [m.text for m in outcome.replaced] == ["The garage code word of the club is on the red card."]
    assert outcome.skipped["model_unrelated_target"] == 1


@pytest.mark.parametrize(
    ("verdict", "kind", "state"),
    [("confirmed", "fact", "active"), ("contradicted", "belief", "superseded"), ("silent", "belief", "active")],
)
def test_a_belief_is_confirmed_contradicted_or_left_to_decay(tmp_path, verdict, kind, state):
    """S1: confirmed → fact, contradicted → history, silent → decays."""
    store = new_store(tmp_path)
    add(store, memory("The user prefers brief replies.", kind="belief", origin=ASSISTANT, confidence=0.6))
    said = {"id": "m1", "verdict": verdict, "turns": ["t3"], "quote": "short answers please"}
    with ModelServer(reader(verdicts=[said])) as server:
        run(store, server, send="all")
    with store.reading():
        held = next(m for m in store.memories() if "brief replies" in m.text)
    assert (held.kind, held.status) == (kind, state)
    assert (len(held.evidence) > 0) == (verdict != "silent")


def test_no_model_is_asked_under_the_lock(tmp_path):
    """While the server answers, the lock is free for whoever wants to write."""
    store = new_store(tmp_path)
    free = []

    def asked(body):
        with exclusive(store.paths.lock, 0.0):
            free.append(step_of(body))
        return grades(body) if step_of(body) == "score_importance" else {"operations": [], "verdicts": []}

    with ModelServer(answer(asked)) as server:
        run(store, server, send="all")
    assert {"extract", "score_importance"} <= set(free)


def test_only_scores_leave_the_machine_unless_all_may(tmp_path):
    """`llm.send: scores` shows a model the statements that the rules found, and no turn."""
    for sends, seen in (("scores", False), ("all", True)):
        store = new_store(tmp_path / sends)
        with ModelServer(reader()) as server:
            run(store, server, send=sends)
        text = " ".join(asked.text for asked in server.requests)
        assert "peanuts" in text and ("blue card" in text) is seen


def test_a_prompt_that_comes_back_in_a_session_is_not_learned(tmp_path):
    """D26: a session may hold our own prompts, as a tool's or a sub-agent's input."""
    store = new_store(tmp_path)
    with ModelServer(reader()) as server:
        run(store, server, send="all")
    prompt = server.requests[0].body["messages"][-1]["content"]
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"messages": [{"role": "user", "content": prompt}]}), encoding="utf-8")
    before = active(store)
    consolidate(open_store(store.paths.root), [log], BENCH)
    assert active(store) == before


def test_require_llm_writes_nothing_when_no_model_answers(tmp_path):
    """Exit 4 instead of falling back."""
    store = new_store(tmp_path)
    with ModelServer(status(401)) as server, pytest.raises(ModelRequired):
        run(store, server, require=True)
    assert shape(store) == []


class Done:
    """What a command left."""

    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr


def command(script, *arguments, env):
    """A launcher as a process of its own."""
    call = [sys.executable, str(SCRIPTS / f"{script}.py"), *arguments]
    return Done(
        subprocess.run(call, capture_output=True, text=True, encoding="utf-8", env={"PATH": "", **env}, check=False)
    )


def test_evaluate_importance_asks_the_provider_whose_key_is_set():
    """S4: KIMI_API_KEY and `--auto --text`, and the method says kimi_api."""
    with ModelServer(answer(grades)) as server:
        env = {"KIMI_API_KEY": "k", "KIMI_BASE_URL": server.url}
        done = command("evaluate_importance", "--auto", "--text", "我对花生过敏", env=env)
    found = json.loads(done.out)
    assert done.code == 0 and (found["score"], found["method"], found.get("fallback_reason")) == (4, "kimi_api", None)
    assert found["dimensions"] == {name: 4 for name in ("impact", "persistence", "reusability", "decision_basis")}
    assert "我对花生过敏" in server.requests[0].text and "temperature" not in server.requests[0].body


def test_evaluate_importance_says_why_the_rules_judged():
    """And exits 4 where that is not allowed."""
    with ModelServer(status(401, "no")) as server:
        env = {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": server.url}
        done = command("evaluate_importance", "--auto", "--text", "I am allergic to peanuts.", env=env)
        refused = command(
            "evaluate_importance", "--auto", "--require-llm", "--text", "I am allergic to peanuts.", env=env
        )
    found = json.loads(done.out)
    assert (found["method"], found["fallback_reason"]) == ("rules", "auth") and found["score"] >= 4
    assert refused.code == 4 and "auth" in refused.err and not refused.out


def test_doctor_shows_the_request_without_sending_it_and_makes_one_on_demand(tmp_path):
    """The key is in neither."""
    with ModelServer(answer(grades)) as server:
        env = {"OPENAI_API_KEY": "s3cret-key", "OPENAI_BASE_URL": server.url}
        place = ["--memory-dir", str(tmp_path / ".memory"), "--format", "json"]
        shown = command("memory_manager", "doctor", "--llm", *place, env=env)
        assert shown.code == 0 and not server.requests and "s3cret" not in shown.out
        called = command("memory_manager", "doctor", "--llm", "--call", *place, env=env)
    report, sent = json.loads(called.out), server.requests[0].body
    assert called.code == 0 and report["answer"]["scores"] and len(server.requests) == 1 and "s3cret" not in called.out
    request = json.loads(shown.out)["request"]
    assert {k: v for k, v in request.items() if k != "messages"} == {k: v for k, v in sent.items() if k != "messages"}
    assert not (tmp_path / ".memory").exists()


def test_a_command_ends_though_its_model_never_answers():
    """The call is left behind in its thread, and the process does not wait for it."""
    with ModelServer(hang(answer(grades))) as server:
        env = {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": server.url, "MEMORY_STRATEGY_LLM_TIMEOUT_SECONDS": "3"}
        done = command("evaluate_importance", "--auto", "--text", "I am allergic to peanuts.", env=env)
    assert done.code == 0 and json.loads(done.out)["fallback_reason"] == "timeout"


LONG = (
    "The harbour office of the rowing club moved to Pier 7 in March and it is quiet there in the mornings, as everybody who "
    "was asked about it has said more than once. The tram takes 12 minutes and nobody minds the gulls any more."
)
SHORT = "Rowing club's harbour office: Pier 7 since March; tram takes 12 minutes; nobody minds the gulls."


def test_condense_takes_a_models_summary_where_nothing_is_lost(tmp_path):
    """With its name in the record; the original is archived, and --dry-run shows the plan that is applied."""
    store = new_store(tmp_path, "2026-05-06T09:00:00Z")
    add(store, memory(LONG, created_at="2026-04-02T09:00:00.000Z", tags=("key",)))
    with ModelServer(say(json.dumps({"summary": SHORT}))) as server:
        env = {**environment(server, send="all"), "MEMORY_STRATEGY_RETENTION_PROFILE": "s3"}
        root, now = str(store.paths.root), "2026-05-06T09:00:00Z"
        call = ("memory_manager", "condense", "--memory-dir", root, "--now", now, "--format", "json")
        shown = json.loads(command(*call, "--dry-run", env=env).out)
        done = json.loads(command(*call, "--yes", env=env).out)
    assert (shown["method"], done["method"], done["done"]) == ("openai", "openai", {"summarise": 1})
    with open_store(store.paths.root).reading() as index:
        (summary,) = (d for d in index.documents(sort="memory", status="active"))
    assert summary.text == SHORT and active(open_store(store.paths.root)) == [SHORT]


def test_a_model_chooses_what_the_snapshot_begins_with(tmp_path):
    """Asked outside the lock after a session; the next memory keeps its choice, and a broken file of ids is none."""
    store = new_store(tmp_path)
    add(store, *(memory(f"The user keeps folder {n} in the blue cupboard", importance=5 - n % 2) for n in range(60)))
    with store.reading():
        held = list(store.memories())
    with ModelServer(answer(lambda body: {"ids": ["m60", "m59"]})) as server:
        judge = bench({}, environment(server, send="all"), no_llm=False, require_llm=False)
        setup.refresh(store, "en", judge)
        shown = server.requests[0].text
    first = [line for line in snapshot_lines(store) if "folder" in line][:2]
    assert len(server.requests) == 1 and all(m.text in shown for m in held)
    keep(store, "The spare key is with Ines")
    setup.refresh(open_store(store.paths.root), "en")
    assert [line for line in snapshot_lines(store) if "folder" in line][:2] == first
    store.paths.chosen.write_text("{", encoding="utf-8")
    setup.refresh(open_store(store.paths.root), "en")
    assert [line for line in snapshot_lines(store) if "folder" in line][:2] != first


def snapshot_lines(store):
    """The lines of the snapshot on disk."""
    return store.paths.snapshot.read_text(encoding="utf-8").splitlines()
