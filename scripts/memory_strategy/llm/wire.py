"""One request over one wire with the provider's own SDK, imported here and nowhere else.

Owns: the two ways to put a question and to read what comes back. Refuses: retries and clocks (`client`), keys it was
not handed.
One surprising fact: a body that is no JSON reaches us as a plain string with status 200 (a proxy's HTML page), since
the OpenAI SDK returns what it cannot read.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, Tuple

from .failures import EMPTY, INVALID_JSON, REFUSED, SERVER_ERROR, Failure
from .providers import ANTHROPIC, Endpoint, is_loopback


@dataclass(frozen=True)
class Dialect:
    """What of a request is sent; the client narrows it when a host answers 400 and names a part."""

    json: str  # schema | object | none
    temperature: bool
    limit: str  # the token parameter, "" for none


@dataclass(frozen=True)
class Request:
    """A question: system and user text, the schema of its answer (with its name), the most tokens to answer with."""

    system: str
    user: str
    name: str
    schema: Mapping[str, Any]
    max_tokens: int


@dataclass(frozen=True)
class Reply:
    """What came back: the text, whether it was cut at the token limit, tokens spent as the provider counts them."""

    text: str
    cut: bool = False
    tokens: int = 0
    model: str = ""


Close = Callable[[], None]


def connect(endpoint: Endpoint, seconds: float) -> Tuple[Any, Close]:
    """The SDK's client and what closes its connections. Raises whatever the SDK raises, ImportError included."""
    options: Dict[str, Any] = {"base_url": endpoint.base_url, "timeout": seconds, "max_retries": 0}
    if endpoint.provider.wire == ANTHROPIC:
        import anthropic as sdk

        kind: Any = sdk.Anthropic
        if endpoint.host != "api.anthropic.com":
            # Hosts that speak the older wire want this header; the SDK sends the key as a bearer token alone.
            options["default_headers"] = {"x-api-key": endpoint.key}
    else:
        import openai as sdk  # type: ignore[no-redef]

        kind = sdk.OpenAI  # type: ignore[attr-defined]
    if is_loopback(endpoint.base_url):
        options["http_client"] = sdk.DefaultHttpxClient(trust_env=False)
    client = kind(api_key=endpoint.key, **options)

    def close() -> None:
        with contextlib.suppress(Exception):
            client.close()

    return client, close


def parameters(endpoint: Endpoint, request: Request, dialect: Dialect) -> Dict[str, Any]:
    """The request as the SDK is given it (and as `doctor --llm` shows it); it holds no key."""
    schema = request.schema if endpoint.provider.bounds else without_bounds(request.schema)
    common: Dict[str, Any] = {"model": endpoint.model}
    if dialect.limit:
        common[dialect.limit] = request.max_tokens
    if dialect.temperature and endpoint.temperature is not None:
        common["temperature"] = endpoint.temperature
    if endpoint.provider.wire == ANTHROPIC:
        common.update(system=request.system, messages=[{"role": "user", "content": request.user}])
        if dialect.json == "schema":
            common["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
        return common
    common["messages"] = [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}]
    if dialect.json == "schema":
        inner = {"name": request.name, "schema": schema, "strict": True}
        common["response_format"] = {"type": "json_schema", "json_schema": inner}
    elif dialect.json == "object":
        common["response_format"] = {"type": "json_object"}
    return common


def send(client: Any, endpoint: Endpoint, given: Mapping[str, Any]) -> Reply:
    """Ask once. Raises: Failure, or what the SDK raises."""
    if endpoint.provider.wire == ANTHROPIC:
        return _from_anthropic(client.messages.create(**given))
    return _from_openai(client.chat.completions.create(**given))


def _from_openai(answer: Any) -> Reply:
    if isinstance(answer, (str, bytes)):
        raise Failure(INVALID_JSON, f"the server answered with text: {str(answer)[:80]}")
    error = getattr(answer, "error", None)
    if error:
        raise Failure(SERVER_ERROR, str(error))
    choices = getattr(answer, "choices", None)
    if not choices:
        raise Failure(EMPTY, "no choices")
    message, stop = choices[0].message, choices[0].finish_reason
    if getattr(message, "refusal", None) or stop == "content_filter":
        raise Failure(REFUSED, str(getattr(message, "refusal", "") or stop))
    usage = getattr(answer, "usage", None)
    spent = getattr(usage, "total_tokens", 0) or 0
    # `reasoning_content` is not looked at: where only that is filled, there is no answer (D31).
    return Reply(message.content or "", stop == "length", int(spent), str(getattr(answer, "model", "") or ""))


def _from_anthropic(answer: Any) -> Reply:
    if isinstance(answer, (str, bytes)):
        raise Failure(INVALID_JSON, f"the server answered with text: {str(answer)[:80]}")
    if getattr(answer, "type", "") == "error":
        raise Failure(SERVER_ERROR, str(getattr(answer, "error", "")))
    stop = getattr(answer, "stop_reason", "")
    if stop == "refusal":
        raise Failure(REFUSED, "stop_reason refusal")
    blocks = getattr(answer, "content", None) or []
    text = "".join(getattr(b, "text", "") or "" for b in blocks if getattr(b, "type", "") == "text")
    usage = getattr(answer, "usage", None)
    spent = (getattr(usage, "input_tokens", 0) or 0) + (getattr(usage, "output_tokens", 0) or 0)
    return Reply(text, stop == "max_tokens", int(spent), str(getattr(answer, "model", "") or ""))


_BOUNDS = ("minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum")


def without_bounds(schema: Any) -> Any:
    """The schema without lengths and ranges, which strict modes refuse; our own check still holds them."""
    if isinstance(schema, Mapping):
        return {key: without_bounds(value) for key, value in schema.items() if key not in _BOUNDS}
    return [without_bounds(item) for item in schema] if isinstance(schema, list) else schema
