"""Failures named, budgets kept, answers cached: what needs no server."""

from __future__ import annotations

import builtins
import subprocess
import sys

import pytest

from memory_strategy.llm import client
from memory_strategy.llm.budget import MAX_ENTRIES, Budget, Cache, key_of
from memory_strategy.llm.failures import REASONS, Failure, explain
from memory_strategy.llm.providers import PROVIDERS, Endpoint
from memory_strategy.llm.wire import Reply, Request
from repository import LAUNCHERS, SCRIPTS

ENDPOINT = Endpoint(PROVIDERS[-1], "http://127.0.0.1:9/v1", "m", "none")
REQUEST = Request("s", "u", "n", {"type": "object"}, 10)


class Status(Exception):
    """What an SDK raises for an HTTP status, as far as we look at it."""

    def __init__(self, status_code, headers=None):
        super().__init__("no")
        self.status_code, self.response = status_code, type("R", (), {"headers": headers or {}})()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (Status(401), "auth"), (Status(402), "auth"), (Status(403), "auth"), (Status(408), "timeout"), (Status(429), "rate_limited"),
        (Status(400), "server_error"), (Status(404), "server_error"), (Status(500), "server_error"), (Status(529), "server_error"),
        (Status(504), "timeout"), (ImportError("No module named 'openai'"), "no_sdk"),
        (type("APITimeoutError", (Exception,), {})(), "timeout"),
        (type("APIConnectionError", (Exception,), {})("refused"), "server_error"), (ValueError("Expecting value"), "invalid_json"),
        (AttributeError("x"), "server_error"), (RuntimeError("anything"), "server_error"),
    ],
)  # fmt: skip
def test_every_exception_has_a_reason_of_the_vocabulary(error, reason):
    """Also those that nobody thought of."""
    assert explain(error).reason == reason and reason in REASONS


def test_every_error_class_of_both_sdks_is_named():
    """The SDKs' own trees, whatever a new release adds to them."""
    if sys.version_info < (3, 10):
        pytest.skip("the SDKs need Python 3.10")
    import anthropic
    import openai

    seen = 0
    for sdk in (openai, anthropic):
        for name in dir(sdk):
            kind = getattr(sdk, name)
            if isinstance(kind, type) and issubclass(kind, Exception):
                seen += 1
                error = kind.__new__(kind)
                error.status_code = getattr(kind, "status_code", None)
                assert explain(error).reason in REASONS, name
                if name.endswith("TimeoutError"):
                    assert explain(error).reason == "timeout", name
    assert seen > 40


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({"retry-after": "7"}, 7.0), ({"retry-after-ms": "250"}, 0.25), ({"retry-after": "soon"}, None), ({}, None)],
)
def test_retry_after_is_read(headers, seconds):
    """Seconds, milliseconds, or nothing usable."""
    assert explain(Status(429, headers)).retry_after == seconds


def test_a_failure_shows_no_secret():
    """Providers quote the key they refuse."""
    secret = "sk-" + "Zq8Lm2Xv7Rt4Yp9Wd3Kc6Nh1Bf5Gs0"
    assert secret not in str(Failure("auth", f"Incorrect API key provided: {secret}"))


class Clock:
    """A clock that only sleeping moves."""

    def __init__(self):
        self.now, self.slept = 0.0, []

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


def scripted(monkeypatch, *outcomes):
    """`client.within` that yields each outcome in turn; the last is repeated."""
    given = list(outcomes)

    def within(seconds, prepare):
        outcome = given.pop(0) if len(given) > 1 else given[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(client, "within", within)


def ask(clock, seconds=20.0):
    return client.complete(REQUEST, ENDPOINT, seconds=seconds, clock=clock, sleep=clock.sleep)


def test_retry_after_is_honoured_within_the_total_time(monkeypatch):
    """Three seconds are waited for, an hour is not."""
    clock = Clock()
    scripted(monkeypatch, Failure("rate_limited", status=429, retry_after=3.0), Reply("{}"))
    assert ask(clock).text == "{}" and clock.slept == [3.0]
    scripted(monkeypatch, Failure("rate_limited", status=429, retry_after=3600.0))
    with pytest.raises(Failure, match="rate_limited"):
        ask(clock)
    assert clock.slept == [3.0]


def test_all_retries_together_stay_within_the_total_time(monkeypatch):
    """D42: retries times timeout froze an agent for 90 seconds."""
    clock = Clock()
    scripted(monkeypatch, Failure("rate_limited", status=429, retry_after=6.0))
    with pytest.raises(Failure, match="rate_limited"):
        ask(clock, seconds=20.0)
    assert clock.now <= 20.0 and len(clock.slept) == 3


def test_a_missing_sdk_is_a_reason(monkeypatch):
    """On Python 3.9 there is none to install."""
    real = builtins.__import__

    def guarded(name, *args, **kwargs):
        if name.split(".")[0] in ("openai", "anthropic"):
            raise ImportError(f"No module named {name!r}")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", guarded)
    with pytest.raises(Failure, match="no_sdk"):
        ask(Clock())


def test_a_budget_counts_calls_and_tokens():
    """A call that does not fit is not counted; the provider's own figure replaces the estimate."""
    budget = Budget(calls=2, tokens=1000)
    budget.take(600)
    budget.correct(600, 300)
    with pytest.raises(Failure, match="over_budget"):
        budget.take(701)
    budget.take(700)
    with pytest.raises(Failure, match="over_budget"):
        budget.take(0)
    assert (budget.used_calls, budget.used_tokens) == (2, 1000)


def test_the_cache_gives_back_what_it_was_given_and_forgets_on_request(tmp_path):
    """A broken file is no answer."""
    cache = Cache(tmp_path / "answers")
    assert cache.get("k") is None
    cache.put("k", {"text": "咖啡"})
    assert cache.get("k") == {"text": "咖啡"}
    (tmp_path / "answers" / "k.json").write_text("{", encoding="utf-8")
    assert cache.get("k") is None
    assert cache.clear() == 1 and list((tmp_path / "answers").iterdir()) == []


def test_the_cache_stays_small(tmp_path):
    """The oldest answers go."""
    cache = Cache(tmp_path)
    for n in range(MAX_ENTRIES + 5):
        cache.put(f"k{n}", n)
    assert len(list(tmp_path.iterdir())) == MAX_ENTRIES


def test_a_cache_without_a_folder_keeps_nothing():
    """`evaluate_importance.py` where no memory folder is."""
    cache = Cache(None)
    cache.put("k", 1)
    assert cache.get("k") is None and cache.clear() == 0


def test_the_key_of_a_question_changes_with_prompt_model_and_text():
    """And with nothing else: the random fence is not in it."""
    base = key_of("v1", "p", "m", {"text": "a"})
    assert base == key_of("v1", "p", "m", {"text": "a"})
    others = {
        key_of("v2", "p", "m", {"text": "a"}),
        key_of("v1", "p", "n", {"text": "a"}),
        key_of("v1", "p", "m", {"text": "b"}),
    }
    assert len(others | {base}) == 4


@pytest.mark.parametrize("name", LAUNCHERS)
def test_no_script_without_a_key_loads_an_sdk(name):
    """Neither importing the package nor a run: they cost 0.4 and 1.0 s of CPU."""
    code = (
        "import sys, contextlib, io\n"
        f"from memory_strategy.cli import {name} as command\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):\n"
        f"    command.main({CALLS[name]!r})\n"
        "loaded = {m.split('.')[0] for m in sys.modules}\n"
        "assert 'memory_strategy' in loaded\n"
        "print(sorted(loaded & {'openai', 'anthropic', 'jinja2', 'json_repair', 'httpx2', 'pydantic'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(SCRIPTS), "PATH": ""},
        check=False,
    )
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


CALLS = {
    "evaluate_importance": ["--auto", "--text", "I am allergic to peanuts.", "--quiet"],
    "memory_manager": ["add", "--content", "I am allergic to peanuts.", "--dry-run", "--quiet"],
    "retrieve_memory": ["--query", "peanuts", "--quiet"],
    "silent_agent": ["--session-log", "none.jsonl", "--quiet"],
    "update_index": ["--quiet"],
}
