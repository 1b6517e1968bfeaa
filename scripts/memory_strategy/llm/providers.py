"""Which provider a run may ask, and what that one accepts: a table as data, each row with its source.

Owns: the table, and choosing from what the owner's environment holds. Refuses to reach anything: this file knows keys
and opens no connection, the client opens connections and looks up no key.
One surprising fact: nothing here is read from a memory folder's configuration. An endpoint, a key or a model named by a
workspace that came with a download would send the owner's words where they never meant to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Tuple
from urllib.parse import urlsplit, urlunsplit

ANTHROPIC, OPENAI = "anthropic", "openai"  # the two wire formats
CHECKED = "2026-11-30"  # when the rows below were last read against their sources


@dataclass(frozen=True)
class Provider:
    """One row. `method` is the name in reports. `json` is the strongest of schema, object, none that the host enforces;
    `bounds` whether its schemas may bound lengths; `temperature` whether one may be sent; `limit` the token parameter;
    `window` the prompt tokens that surely fit."""

    name: str
    method: str
    wire: str
    keys: Tuple[str, ...]
    base_url: str
    base_names: Tuple[str, ...]
    json: str
    temperature: bool
    limit: str
    window: int
    source: str
    bounds: bool = False
    keyless: bool = False


PROVIDERS: Tuple[Provider, ...] = (
    Provider(
        "anthropic", "anthropic", ANTHROPIC, ("ANTHROPIC_API_KEY",), "https://api.anthropic.com", ("ANTHROPIC_BASE_URL",),
        "schema", False, "max_tokens", 16000,
        "anthropic SDK 2.14: output_config.format json_schema; create(temperature=…) is a TypeError, the API answers it with 400",
    ),
    Provider(
        "openai", "openai", OPENAI, ("OPENAI_API_KEY",), "https://api.openai.com/v1", ("OPENAI_BASE_URL",),
        "schema", True, "max_completion_tokens", 16000,
        "openai SDK 3.57: response_format json_schema; max_tokens deprecated for max_completion_tokens (github.com/simonw/llm/issues/724)",
    ),
    Provider(
        "kimi", "kimi_api", OPENAI, ("KIMI_API_KEY", "MOONSHOT_API_KEY"), "https://api.moonshot.cn/v1",
        ("KIMI_BASE_URL", "MOONSHOT_BASE_URL"), "schema", False, "max_completion_tokens", 16000,
        "json_schema: BerriAI/litellm pull 29683 (live, 2026-06); sampling fixed on kimi-* and max_completion_tokens: "
        "java.agentscope.io/v2/en/integration/model/kimi",
    ),
    Provider(
        "zhipu", "zhipu", OPENAI, ("ZHIPU_API_KEY", "ZHIPUAI_API_KEY", "GLM_API_KEY"), "https://open.bigmodel.cn/api/paas/v4",
        ("ZHIPU_BASE_URL",), "object", True, "max_tokens", 16000,
        "response_format json_object alone, max_tokens alone: java.agentscope.io/v2/en/integration/model/glm; "
        "a schema is ignored with 200 (model-hotel pull 896)",
    ),
    Provider(
        "zai", "zhipu", OPENAI, ("ZAI_API_KEY", "Z_AI_API_KEY"), "https://api.z.ai/api/paas/v4", ("ZAI_BASE_URL",),
        "object", True, "max_tokens", 16000, "the same service as zhipu under another host",
    ),
    Provider(
        "deepseek", "deepseek", OPENAI, ("DEEPSEEK_API_KEY",), "https://api.deepseek.com", ("DEEPSEEK_BASE_URL",),
        "object", True, "max_tokens", 16000,
        "json_object needs the word json in the prompt and may come back blank: api-docs.deepseek.com/guides/json_mode; "
        "json_schema is answered with 400",
    ),
    Provider(
        "ollama", "ollama", OPENAI, (), "http://localhost:11434/v1", ("OLLAMA_HOST",),
        "schema", True, "max_tokens", 2000,
        "schemas by grammar since 0.5; a long prompt is cut at 2–4 k tokens without a word, and /v1 cannot ask for more "
        "(volcengine/OpenViking pull 2992)",
        bounds=True, keyless=True,
    ),
    Provider(
        "compatible", "openai_compatible", OPENAI, (), "", (), "schema", True, "max_tokens", 6000,
        "any llm.base_url: what it does not accept it answers with 400, and the client then leaves it out", bounds=True, keyless=True,
    ),
)  # fmt: skip
NAMES = tuple(row.name for row in PROVIDERS)


@dataclass(frozen=True)
class Endpoint:
    """Whom a run asks: the row, the address, the model, and the key, which no `repr` shows."""

    provider: Provider
    base_url: str
    model: str
    key: str = field(default="", repr=False)
    temperature: Optional[float] = None

    @property
    def method(self) -> str:
        """The name that results bear."""
        return self.provider.method

    @property
    def host(self) -> str:
        """The host that is contacted, and no other."""
        return urlsplit(self.base_url).netloc


def choose(settings: Mapping[str, Any], env: Mapping[str, str]) -> Optional[Endpoint]:
    """The endpoint that the owner's settings and environment name, or None: no key, no local server.

    `llm.provider` decides; else `llm.base_url`; else the first row whose key (or local address) is set.
    """
    named, address = str(settings["llm.provider"]), str(settings["llm.base_url"]).strip()
    if named != "auto":
        return _endpoint(next(row for row in PROVIDERS if row.name == named), settings, env, address)
    if address:
        return _endpoint(PROVIDERS[-1], settings, env, address)
    for row in PROVIDERS[:-1]:
        if _first(env, row.keys) or (row.keyless and _first(env, row.base_names)):
            return _endpoint(row, settings, env, "")
    return None


def _endpoint(row: Provider, settings: Mapping[str, Any], env: Mapping[str, str], address: str) -> Optional[Endpoint]:
    key = str(settings["llm.key"]) or _first(env, row.keys)
    if not key and not row.keyless:
        return None
    base = normal_base(address or _first(env, row.base_names) or row.base_url, row)
    model = str(settings["llm.model"]) or str(settings.get(f"llm.models.{row.name}", "")) or "default"
    raw = str(settings["llm.temperature"]).strip()
    temperature = float(raw) if raw and row.temperature and _is_number(raw) else None
    return Endpoint(row, base, model, key or "none", temperature) if base else None


def normal_base(address: str, row: Provider) -> str:
    """The base URL as the SDK wants it: with or without /v1 and a trailing slash given, with it where it belongs."""
    address = address.strip()
    if not address:
        return ""
    if "://" not in address:  # OLLAMA_HOST=127.0.0.1:11434, 0.0.0.0
        address = f"http://{address}"
    parts = urlsplit(address)
    host, path = parts.netloc, parts.path.rstrip("/")
    if row.name == "ollama":
        host = host.replace("0.0.0.0", "127.0.0.1")  # nosec B104 - what a server binds to is no address to call
        host = host if parts.port else f"{host}:11434"
    if row.wire == ANTHROPIC:
        path = path[: -len("/v1")] if path.endswith("/v1") else path  # the SDK adds /v1/messages
    elif not path and host != urlsplit(row.base_url).netloc:
        path = "/v1"
    for tail in ("/chat/completions", "/messages"):
        path = path[: -len(tail)] if path.endswith(tail) else path
    return urlunsplit((parts.scheme, host, path, "", ""))


def is_loopback(address: str) -> bool:
    """Whether the address is this machine: then no proxy stands between (D33)."""
    host = urlsplit(address).hostname or ""
    return host in ("localhost", "::1") or (host.startswith("127.") and host.replace(".", "").isdigit())


def _first(env: Mapping[str, str], names: Tuple[str, ...]) -> str:
    return next((env[name].strip() for name in names if env.get(name, "").strip()), "")


def _is_number(raw: str) -> bool:
    try:
        return 0.0 <= float(raw) <= 2.0
    except ValueError:
        return False
