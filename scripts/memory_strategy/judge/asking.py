"""One step asked of one model: rendered, looked up, paid for, asked, read, asked once more.

Owns: the order of these, the total time of a step, and giving up for the rest of the run. Refuses: falling back; it
raises a `Failure`, and whoever asked decides.
One surprising fact: after two steps that timed out the run asks no more. Forty batches of twenty seconds each would be
thirteen minutes of silence (D41, D42).
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Callable, Mapping, Optional

from ..errors import ModelRequired
from ..llm import answers, client, failures
from ..llm.budget import Budget, Cache, key_of
from ..llm.failures import Failure
from ..llm.providers import Endpoint
from ..llm.wire import Reply, Request
from ..prompts import loading, rendering, steps
from ..text.tokens import count_tokens

ANSWER_TOKENS = 4000  # a model that thinks first thinks out of the same allowance
PATIENCE = 2  # failed steps in a row after which the run asks no more
_AGAIN = {
    "zh": "上一次的回答无法使用（{why}）。请重新回答，只写符合要求的 JSON 对象。",
    "en": "Your last answer could not be used ({why}). Answer again, with the JSON object alone.",
}

Check = Callable[[Mapping[str, Any]], str]  # what is wrong with an answer of the right shape, "" for nothing


def _accepts(answer: Mapping[str, Any]) -> str:
    return ""


@dataclass
class Asker:
    """Whom a run asks and what it has spent. `complete` is the one function that reaches a model."""

    endpoint: Endpoint
    budget: Budget
    cache: Cache = field(default_factory=lambda: Cache(None))
    seconds: float = client.TOTAL_SECONDS
    own_prompts: str = ""
    required: bool = False
    complete: Callable[..., Reply] = client.complete
    answered: int = 0
    failed: Counter = field(default_factory=Counter)
    detail: str = ""
    _in_a_row: int = 0
    _given_up: Optional[Failure] = None

    @property
    def method(self) -> str:
        """The provider's name, as results bear it."""
        return self.endpoint.method

    @property
    def window(self) -> int:
        """The tokens that a prompt may have."""
        return self.endpoint.provider.window

    def ask(self, step: str, lang: str, variables: Mapping[str, Any], check: Check = _accepts) -> Mapping[str, Any]:
        """The answer to a step, of the right outer shape; `check` names what else is wrong with it, "" for nothing.

        Raises: Failure; ModelRequired instead, where no fallback is allowed; NotSetUp for a broken own template.
        """
        if self._given_up:
            raise self._failed(self._given_up)
        try:
            answer = self._ask(step, lang, variables, check)
        except Failure as failure:
            self._in_a_row += 1
            if failure.reason in failures.LASTING or self._in_a_row >= PATIENCE:
                self._given_up = failure
            raise self._failed(failure) from failure
        self._in_a_row = 0
        self.answered += 1
        return answer

    def request(self, step: str, lang: str, variables: Mapping[str, Any]) -> Request:
        """The step as a request. Raises: Failure no_sdk without Jinja2, NotSetUp."""
        template = loading.load(step, lang, self.own_prompts)
        try:
            prompt = rendering.render(template, variables)
        except ImportError:
            raise Failure(failures.NO_SDK, "prompts need Jinja2: python3 -m pip install jinja2") from None
        return Request(prompt.system, prompt.user, step, steps.schema_of(step, variables), ANSWER_TOKENS)

    def _ask(self, step: str, lang: str, variables: Mapping[str, Any], check: Check) -> Mapping[str, Any]:
        template = loading.load(step, lang, self.own_prompts)
        clean = rendering.data(dict(variables), "data")
        key = key_of(template.version, self.endpoint.base_url, self.endpoint.model, {"step": step, "inputs": clean})
        known = self.cache.get(key)
        if known is not None and not answers.problem(known, steps.SCHEMAS[step], deep=False) and not check(known):
            return known
        deadline = time.monotonic() + self.seconds
        request = self.request(step, lang, variables)
        try:
            answer = self._once(request, deadline, check)
        except Failure as failure:
            if failure.reason not in failures.ASK_AGAIN or failure.status:
                raise
            again = _AGAIN[lang].format(why=failure.reason)
            answer = self._once(replace(request, user=f"{request.user}\n\n{again}"), deadline, check)
        self.cache.put(key, answer)
        return answer

    def _once(self, request: Request, deadline: float, check: Check) -> Mapping[str, Any]:
        left = deadline - time.monotonic()
        if left <= client.LEAST_SECONDS:
            raise Failure(failures.TIMEOUT, f"{self.seconds:g} s were over")
        estimate = count_tokens(request.system) + count_tokens(request.user) + ANSWER_TOKENS // 4
        self.budget.take(estimate)
        reply = self.complete(request, self.endpoint, seconds=left)
        self.budget.correct(estimate, reply.tokens)
        answer = answers.first_fitting(reply.text, request.schema, cut=reply.cut)
        fault = check(answer)
        if fault:
            raise Failure(failures.SCHEMA, fault)
        return answer

    def _failed(self, failure: Failure) -> Exception:
        self.failed[failure.reason] += 1
        self.detail = self.detail or failure.detail
        return required(failure.reason, failure.detail) if self.required else failure


def required(reason: str, detail: str = "") -> ModelRequired:
    """The error for `--require-llm` where no model answers."""
    do = {
        failures.NO_KEY: "Set a provider's key in the environment, or MEMORY_STRATEGY_LLM_BASE_URL.",
        failures.NOT_ENABLED: "Set MEMORY_STRATEGY_LLM_ENABLED=true (and MEMORY_STRATEGY_LLM_SEND) to let a model be asked.",
        failures.NO_SDK: "Run: python3 -m pip install anthropic openai jinja2",
    }.get(
        reason,
        "Run `memory_manager.py doctor` with --llm to see the request, or leave --require-llm out: then the rules judge.",
    )
    said = f" ({detail})" if detail else ""
    return ModelRequired(
        f"A model was required (--require-llm) and is not to be had: {reason}{said}.", "", do,
        zh=f"要求使用模型（--require-llm），但无法使用：{reason}{said}。去掉该参数即由规则判断；doctor 的 --llm 可查看请求。",
    )  # fmt: skip


def asker_of(endpoint: Endpoint, settings: Mapping[str, Any], state: Optional[Path], *, needed: bool = False) -> Asker:
    """The asker of a run; answers are kept below `state`, a memory folder's, and nowhere without one."""
    return Asker(
        endpoint, Budget(settings["llm.max_calls"], settings["llm.max_tokens"]), Cache(state / "answers" if state else None),
        seconds=float(settings["llm.timeout_seconds"]), own_prompts=str(settings["llm.prompts"]), required=needed,
    )  # fmt: skip
