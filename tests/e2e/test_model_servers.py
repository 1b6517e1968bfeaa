"""The model paths against real HTTP servers on loopback, over both wires, with the SDKs as they are.

For every way in which a server can answer: the right method, the right reason, an end within the time of the step, and
verdicts of the rules where nothing valid came.
"""

from __future__ import annotations

import json
import sys

import pytest

from memory_strategy.errors import ModelRequired
from memory_strategy.judge import bench
from memory_strategy.llm import client
from memory_strategy.model import Candidate
from model_server import ModelServer, broken_off, drip, environment, hang, page, rejects, say, status

WIRES = ["openai", "anthropic"]
if sys.version_info < (3, 10):
    pytest.skip(
        "the SDKs need Python 3.10; that they are then reported missing is held by test_llm_client",
        allow_module_level=True,
    )

GRADES = {"n": 1, "impact": 5, "persistence": 5, "reusability": 4, "decision_basis": 4, "reason": "health"}
GOOD = json.dumps({"scores": [GRADES]})
CANDIDATE = Candidate("The user has one", "has one", "fact", "preferences", "test", features=("remark",))


@pytest.fixture(autouse=True)
def _nothing_learned():
    client._dialects.clear()
    yield
    client._dialects.clear()


def verdict(server, wire="openai", **settings):
    """The verdict on one statement, and the bench that gave it."""
    made = bench({}, environment(server, wire, **settings), no_llm=False, require_llm=False)
    return made.judge([CANDIDATE])[0], made


def assert_ruled(found, reason):
    assert (found.method, found.fallback_reason, found.importance) == ("rules", reason, 2)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"<think>maybe [1] or {{x}}</think>\n```json\n{GOOD}\n```\n希望有帮助！",
        f"<think>maybe [1] or {{x}}\n\n```json\n{GOOD}\n```",
        f"Here it is: {GOOD} Hope this helps.",
        f'{{"note": "first"}}\n{GOOD}',
        GOOD.replace('"', "'"),
        GOOD.replace("}]", ",}]"),
    ],
    ids=["plain", "fenced", "think", "unclosed-think", "prose", "two-objects", "single-quotes", "trailing-comma"],
)
def test_d31_a_good_answer_is_found_in_what_surrounds_it(wire, text):
    """D31: fences, reasoning with brackets of its own, prose, a first object that is not the one."""
    with ModelServer(say(text)) as server:
        found, _ = verdict(server, wire)
    assert (found.method, found.fallback_reason, found.importance) == (wire, "", 5)
    assert len(server.requests) == 1


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("answer", "reason", "calls"),
    [
        (say(GOOD[:40]), "truncated", 2),
        (say(GOOD[:40], "length"), "truncated", 2),
        (say(""), "empty", 2),
        (say(" \n "), "empty", 2),
        (say("I'm sorry, but I cannot help with that."), "refused", 1),
        (say(None, "content_filter"), "refused", 1),
        (say("unchanged"), "invalid_json", 2),
        (say('{"answer": 42}'), "schema", 2),
        (say('{"scores": []}'), "schema", 2),
        (say(GOOD.replace("5", "7")), "schema", 2),
        (page(), "invalid_json", None),
        (status(400, "the prompt is not to our liking"), "server_error", 1),
        (status(401), "auth", 1),
        (status(403), "auth", 1),
        (status(404, "no such model"), "server_error", 1),
        (status(429, retry_after="3600"), "rate_limited", 1),
        (status(429, retry_after="0"), "rate_limited", 5),
        (status(500), "server_error", None),
        (broken_off(GOOD), "server_error", None),
    ],
    ids=[
        "cut-off", "cut-at-limit", "empty", "blank", "refusal-in-words", "refusal", "placeholder", "other-object", "no-scores",
        "out-of-range", "html-200", "400", "401", "403", "404", "429-long", "429-short", "500", "broken-off",
    ],
)  # fmt: skip
def test_a_bad_answer_is_named_and_the_rules_judge(wire, answer, reason, calls):
    """Each failure has its word, costs a known number of calls, and never changes a verdict."""
    with ModelServer(answer) as server:
        found, made = verdict(server, wire, timeout_seconds="10")
    assert_ruled(found, reason)
    assert (made.method, made.fallback_reason) == ("rules", reason)
    assert calls is None or len(server.requests) == calls


@pytest.mark.parametrize("wire", WIRES)
def test_d42_a_server_that_never_answers_ends_with_the_time_of_the_step(wire):
    """D42: SDK retries included. Were the step not ended, the server's late good answer would be taken."""
    with ModelServer(hang(say(GOOD))) as server:
        found, _ = verdict(server, wire, timeout_seconds="1")
    assert_ruled(found, "timeout")


@pytest.mark.parametrize("wire", WIRES)
def test_d42_a_body_that_drips_ends_with_the_time_of_the_step(wire):
    """A byte every tenth of a second never meets a timeout between reads; the whole body would take half a minute."""
    with ModelServer(drip(GOOD)) as server:
        found, _ = verdict(server, wire, timeout_seconds="1")
    assert_ruled(found, "timeout")


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("first", [status(429, retry_after="0"), status(500), status(503)], ids=["429", "500", "503"])
def test_a_server_that_recovers_within_the_time_is_asked_again(wire, first):
    """Honouring retry-after, else after a short wait."""
    with ModelServer(first, say(GOOD)) as server:
        found, _ = verdict(server, wire)
    assert (found.method, found.importance) == (wire, 5)
    assert len(server.requests) == 2


@pytest.mark.parametrize("first", ["", "unchanged", GOOD[:30]], ids=["empty", "placeholder", "cut-off"])
def test_one_re_ask_may_mend_an_answer(first):
    """And it says what was wrong with the first."""
    with ModelServer(say(first), say(GOOD)) as server:
        found, _ = verdict(server)
    assert found.method == "openai" and len(server.requests) == 2
    assert "Answer again" in server.requests[1].text


def test_an_answer_that_only_thinks_is_empty():
    """D31: `reasoning_content` filled and `content` empty."""
    with ModelServer(say("", reasoning_content=GOOD)) as server:
        found, _ = verdict(server)
    assert_ruled(found, "empty")


@pytest.mark.parametrize(
    ("parameter", "message", "wire"),
    [
        ("temperature", "invalid temperature: only 1 is allowed for this model", "openai"),
        ("response_format", "This response_format type is unavailable now", "openai"),
        ("max_completion_tokens", "Unrecognized request argument: max_completion_tokens", "openai"),
        ("output_config", "output_config: Extra inputs are not permitted", "anthropic"),
    ],
)
def test_d33_what_a_host_does_not_accept_is_left_out_once_and_for_the_run(parameter, message, wire):
    """D33: chat worked, and 51 memory errors in one day went unseen."""
    with ModelServer(rejects(parameter, message, say(GOOD))) as server:
        found, made = verdict(server, wire, temperature="0.2")
        before = len(server.requests)
        again = made.judge([CANDIDATE, CANDIDATE])
    assert found.method == wire
    assert 2 <= before <= 3 and len(server.requests) == before + 1
    assert parameter in server.requests[0].body and parameter not in server.requests[-1].body
    assert again[0].method == wire


def test_d33_without_structured_output_the_schema_stands_in_the_prompt():
    """json_object and an instruction, for hosts that enforce no schema."""
    with ModelServer(say(GOOD)) as server:
        env = {"DEEPSEEK_API_KEY": "k", "DEEPSEEK_BASE_URL": server.url, "MEMORY_STRATEGY_LLM_ENABLED": "true"}
        found = bench({}, env, no_llm=False, require_llm=False).judge([CANDIDATE])[0]
    body = server.requests[0].body
    assert found.method == "deepseek" and body["response_format"] == {"type": "json_object"}
    assert '"decision_basis"' in body["messages"][-1]["content"] and "temperature" not in body


def test_d33_no_optional_parameter_is_sent_unless_it_is_configured():
    """A temperature that nobody asked for cost Kimi users every answer."""
    with ModelServer(say(GOOD)) as server:
        verdict(server)
        verdict(server, temperature="0.5")
    assert "temperature" not in server.requests[0].body and server.requests[1].body["temperature"] == 0.5


@pytest.mark.parametrize("tail", ["", "/", "/v1", "/v1/"])
@pytest.mark.parametrize("wire", WIRES)
def test_d33_a_base_url_may_end_as_it_likes(wire, tail):
    """With and without /v1, with and without a slash: one path reaches the server."""
    with ModelServer(say(GOOD)) as server:
        env = environment(server, wire)
        name = "ANTHROPIC_BASE_URL" if wire == "anthropic" else "OPENAI_BASE_URL"
        found = bench({}, {**env, name: server.url + tail}, no_llm=False, require_llm=False).judge([CANDIDATE])[0]
    assert found.method == wire
    assert server.requests[0].path == ("/v1/messages" if wire == "anthropic" else "/v1/chat/completions")


@pytest.mark.parametrize("wire", WIRES)
def test_d33_a_socks_proxy_in_the_environment_does_not_stand_before_this_machine(wire, monkeypatch):
    """D33: ALL_PROXY=socks5://… killed the client at construction, for localhost too."""
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    with ModelServer(say(GOOD)) as server:
        found, _ = verdict(server, wire)
    assert found.method == wire


def test_d33_a_proxy_that_needs_a_package_is_a_reason_and_no_crash(monkeypatch):
    """For a host elsewhere the proxy counts; without its package there is no client, and nothing is contacted."""
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    env = {"OPENAI_API_KEY": "k", "MEMORY_STRATEGY_LLM_ENABLED": "true"}
    found = bench({}, env, no_llm=False, require_llm=False).judge([CANDIDATE])[0]
    assert_ruled(found, "no_sdk")


def test_d46_an_item_without_a_score_is_judged_by_the_rules_alone():
    """Two of three statements are scored; the third says why it is not."""
    scores = [GRADES, {**GRADES, "n": 2, "impact": 9}, {**GRADES, "n": 3}]
    with ModelServer(say(json.dumps({"scores": scores}))) as server:
        made = bench({}, environment(server), no_llm=False, require_llm=False)
        found = made.judge([CANDIDATE] * 3)
    assert [v.method for v in found] == ["openai", "rules", "openai"]
    assert [v.fallback_reason for v in found] == ["", "schema", ""]
    assert (made.method, made.fallback_reason) == ("openai", "schema")


def test_d41_a_run_stops_asking_a_server_that_keeps_failing():
    """Two steps without an answer; the rest of the run is the rules' at once."""
    with ModelServer(status(400, "down")) as server:
        made = bench({}, environment(server), no_llm=False, require_llm=False)
        found = made.judge([CANDIDATE] * 60)
    assert {v.fallback_reason for v in found} == {"server_error"} and len(server.requests) == 2


def test_a_run_spends_no_more_than_its_budget():
    """One call allowed: the first batch is the model's, the second is not."""
    scores = json.dumps({"scores": [{**GRADES, "n": n} for n in range(1, 13)]})
    with ModelServer(say(scores)) as server:
        made = bench({}, environment(server, max_calls="1"), no_llm=False, require_llm=False)
        found = made.judge([CANDIDATE] * 13)
    assert [v.method for v in found] == ["openai"] * 12 + ["rules"]
    assert found[-1].fallback_reason == "over_budget" and len(server.requests) == 1


def test_the_same_question_is_paid_for_once_and_a_fallback_never_kept(tmp_path):
    """The second run answers from the folder; after a failure the model is asked again."""
    with ModelServer(status(401), say(GOOD)) as server:
        for expected in ("rules", "openai", "openai"):
            made = bench({}, environment(server), no_llm=False, require_llm=False, state=tmp_path)
            assert made.judge([CANDIDATE])[0].method == expected
    assert len(server.requests) == 2


@pytest.mark.parametrize("wire", WIRES)
def test_require_llm_raises_instead_of_falling_back(wire):
    """Exit 4, with the reason in words."""
    with ModelServer(status(401)) as server:
        made = bench({}, environment(server, wire), no_llm=False, require_llm=True)
        with pytest.raises(ModelRequired, match="auth") as caught:
            made.judge([CANDIDATE])
    assert caught.value.exit_code == 4


def test_nothing_is_sent_until_the_owner_turns_it_on():
    """A key alone lets nothing happen by itself; `llm.send: never` closes the explicit way too."""
    with ModelServer(say(GOOD)) as server:
        env = {k: v for k, v in environment(server).items() if "ENABLED" not in k}
        assert_ruled(bench({}, env, no_llm=False, require_llm=False).judge([CANDIDATE])[0], "not_enabled")
        closed = {**environment(server), "MEMORY_STRATEGY_LLM_SEND": "never"}
        assert_ruled(
            bench({}, closed, no_llm=False, require_llm=False, explicit=True).judge([CANDIDATE])[0], "not_enabled"
        )
        assert not server.requests
        explicit = bench({}, env, no_llm=False, require_llm=False, explicit=True)
        assert explicit.judge([CANDIDATE])[0].method == "openai"


@pytest.mark.parametrize("wire", WIRES)
def test_secrets_are_masked_before_the_call_and_the_key_is_in_its_header_alone(wire):
    """What reaches the wire holds neither the user's secret nor our own key in its body."""
    secret = "sk-" + "Zq8Lm2Xv7Rt4Yp9Wd3Kc6Nh1Bf5Gs0"
    with ModelServer(say(GOOD)) as server:
        made = bench({}, environment(server, wire), no_llm=False, require_llm=False)
        made.judge([Candidate(f"the key is {secret}", "", "fact", "daily", "test")])
    asked = server.requests[0]
    assert secret not in asked.text and "k-test" not in asked.text
    assert "k-test" in asked.headers["authorization"]
