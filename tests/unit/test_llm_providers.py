"""Who is asked, by what the owner's environment holds."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from memory_strategy import config
from memory_strategy.config import KNOBS, load
from memory_strategy.llm.failures import REASONS
from memory_strategy.llm.providers import ANTHROPIC, NAMES, OPENAI, PROVIDERS, choose, is_loopback, normal_base
from repository import ROOT


def chosen(**env):
    return choose(load(None, env), env)


@pytest.mark.parametrize(
    ("name", "method", "host"),
    [
        ("ANTHROPIC_API_KEY", "anthropic", "api.anthropic.com"),
        ("OPENAI_API_KEY", "openai", "api.openai.com"),
        ("KIMI_API_KEY", "kimi_api", "api.moonshot.cn"),
        ("MOONSHOT_API_KEY", "kimi_api", "api.moonshot.cn"),
        ("ZHIPU_API_KEY", "zhipu", "open.bigmodel.cn"),
        ("ZAI_API_KEY", "zhipu", "api.z.ai"),
        ("DEEPSEEK_API_KEY", "deepseek", "api.deepseek.com"),
    ],
)
def test_a_key_chooses_its_provider_and_its_host(name, method, host):
    """One key, one host; the model is the configured one of that provider."""
    endpoint = chosen(**{name: "k"})
    assert (endpoint.method, endpoint.host, endpoint.key) == (method, host, "k")
    assert endpoint.model == config.LLM_MODELS[endpoint.provider.name]


def test_without_a_key_nobody_is_asked():
    """Nor with an empty one."""
    assert chosen() is None and chosen(OPENAI_API_KEY=" ") is None
    assert chosen(MEMORY_STRATEGY_LLM_PROVIDER="kimi") is None


def test_a_local_server_needs_no_key():
    """OLLAMA_HOST as Ollama itself writes it, and any address by setting."""
    for host, base in (
        ("0.0.0.0", "http://127.0.0.1:11434/v1"),
        ("127.0.0.1:99", "http://127.0.0.1:99/v1"),
        ("http://h/", "http://h:11434/v1"),
    ):
        assert chosen(OLLAMA_HOST=host).base_url == base
    local = chosen(MEMORY_STRATEGY_LLM_BASE_URL="localhost:1234")
    assert (local.method, local.base_url, local.key) == ("openai_compatible", "http://localhost:1234/v1", "none")


def test_a_provider_s_key_goes_to_no_other_address():
    """An address that is no provider's gets the key that was set for it, or none."""
    local = chosen(OPENAI_API_KEY="k", MEMORY_STRATEGY_LLM_BASE_URL="http://elsewhere.invalid")
    assert local.key == "none"
    assert chosen(MEMORY_STRATEGY_LLM_BASE_URL="http://elsewhere.invalid", MEMORY_STRATEGY_LLM_KEY="own").key == "own"


def test_a_key_is_in_no_repr():
    """A traceback or a log line shows none."""
    assert "s3cret" not in repr(chosen(OPENAI_API_KEY="s3cret"))


@pytest.mark.parametrize(
    ("wire", "address", "base"),
    [
        (OPENAI, "http://h:1", "http://h:1/v1"),
        (OPENAI, "http://h:1/", "http://h:1/v1"),
        (OPENAI, "http://h:1/v1/", "http://h:1/v1"),
        (OPENAI, "http://h:1/v1/chat/completions", "http://h:1/v1"),
        (OPENAI, "https://h/api/paas/v4/", "https://h/api/paas/v4"),
        (ANTHROPIC, "http://h:1", "http://h:1"),
        (ANTHROPIC, "http://h:1/v1/", "http://h:1"),
        (ANTHROPIC, "http://h:1/anthropic", "http://h:1/anthropic"),
    ],
)
def test_d33_an_address_may_be_written_as_people_write_it(wire, address, base):
    """D33: with and without /v1 and a trailing slash."""
    row = PROVIDERS[0] if wire == ANTHROPIC else PROVIDERS[-1]
    assert normal_base(address, row) == base


def test_deepseek_s_root_stays_a_root():
    """Its documented address has no /v1."""
    assert chosen(DEEPSEEK_API_KEY="k").base_url == "https://api.deepseek.com"


def test_every_row_has_a_source_and_every_model_a_date():
    """The table is data that somebody can check again."""
    assert all(len(row.source) > 20 for row in PROVIDERS)
    assert set(config.LLM_MODELS) == set(NAMES) - {"compatible"}
    assert all(config.LLM_MODELS_DATE in k.meaning_en for k in KNOBS if k.key.startswith("llm.models."))
    allowed = next(k.type for k in KNOBS if k.key == "llm.provider")
    assert set(allowed) == {"auto", *NAMES}


def test_no_setting_of_a_model_comes_from_a_workspace(tmp_path):
    """A memory folder that came with a download turns nothing on and names nobody."""
    rows = ["llm:", "  enabled: true", "  base_url: http://elsewhere.invalid", "  prompts: /tmp", "  send: all"]
    path = tmp_path / "config.yaml"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    settings = load(path, {})
    assert settings["llm.enabled"] is False and settings["llm.base_url"] == "" and settings["llm.send"] == "scores"
    assert len(settings.warnings) == 4 and choose(settings, {}) is None
    assert all(k.scope == "user" for k in KNOBS if k.key.startswith("llm."))


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://localhost", True),
        ("http://[::1]:1", True),
        ("https://127.example.org", False),
    ],
)
def test_loopback_is_told_from_what_looks_like_it(address, here):
    """Only this machine is reached past a proxy."""
    assert is_loopback(address) is here


def test_the_page_on_models_says_what_the_code_does():
    """Every provider with its key, host and method, and every reason, in both directions."""
    page = (ROOT / "references/models.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("| `")
    ]
    providers = {row[0].strip("`"): row for row in rows if len(row) == 4}
    assert list(providers) == list(NAMES)
    for row in PROVIDERS[:-1]:
        shown = providers[row.name]
        assert [cell.strip("`") for cell in shown[1:]] == [row.method, urlsplit(row.base_url).netloc, row.json]
    # Scanners take one of the words for a database command, so the page says in a sentence what it means.
    assert [row[0].strip("`") for row in rows if len(row) == 3][1:] == [word for word in REASONS if word != "truncated"]
    assert "cut off" in page
