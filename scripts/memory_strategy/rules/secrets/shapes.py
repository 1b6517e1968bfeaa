"""Secrets known by their own shape: provider keys, webhooks, JSON web tokens, key blocks, passwords in URLs.

No `\\b` anywhere: a key stands right beside Chinese words (我的key是…), where it finds no boundary. Prefixes are those
that the providers' own documentation of their keys and of secret scanning gives.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Iterator, Pattern, Tuple

from .span import SecretSpan, is_placeholder

_W = r"[A-Za-z0-9_-]"
_A = r"[A-Za-z0-9]"
# kind, literal prefix, body. The prefix is looked for first, so an absent one costs one substring search.
_PREFIXES: Tuple[Tuple[str, str, str], ...] = (
    ("anthropic-key", "sk-ant-", rf"{_W}{{16,}}"),
    ("openai-key", "sk-proj-", rf"{_W}{{16,}}"),
    ("openai-key", "sk-svcacct-", rf"{_W}{{16,}}"),
    ("openai-key", "sk-admin-", rf"{_W}{{16,}}"),
    ("openrouter-key", "sk-or-", rf"{_W}{{16,}}"),
    ("langsmith-key", "lsv2_", r"[A-Za-z0-9_]{20,}"),
    ("langfuse-key", "sk-lf-", rf"{_W}{{16,}}"),
    ("api-key", "sk-", rf"{_A}{{20,}}"),
    ("stripe-key", "sk_live_", rf"{_A}{{16,}}"),
    ("stripe-key", "sk_test_", rf"{_A}{{16,}}"),
    ("stripe-key", "rk_live_", rf"{_A}{{16,}}"),
    ("stripe-key", "rk_test_", rf"{_A}{{16,}}"),
    ("webhook-secret", "whsec_", r"[A-Za-z0-9+/=]{20,}"),
    ("github-token", "ghp_", rf"{_A}{{30,}}"),
    ("github-token", "gho_", rf"{_A}{{30,}}"),
    ("github-token", "ghu_", rf"{_A}{{30,}}"),
    ("github-token", "ghs_", rf"{_A}{{30,}}"),
    ("github-token", "ghr_", rf"{_A}{{30,}}"),
    ("github-token", "github_pat_", r"[A-Za-z0-9_]{30,}"),
    ("gitlab-token", "glpat-", rf"{_W}{{18,}}"),
    ("gitlab-token", "gldt-", rf"{_W}{{18,}}"),
    ("gitlab-token", "glrt-", rf"{_W}{{18,}}"),
    ("gitlab-token", "glptt-", rf"{_W}{{18,}}"),
    ("slack-token", "xox", r"[abeoprsd]-[A-Za-z0-9-]{10,}"),
    ("slack-token", "xapp-", r"[A-Za-z0-9-]{20,}"),
    ("aws-key", "AKIA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("aws-key", "ASIA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("google-key", "AIza", rf"{_W}{{35}}"),
    ("google-token", "ya29.", rf"{_W}{{20,}}"),
    ("google-secret", "GOCSPX-", rf"{_W}{{20,}}"),
    ("aliyun-key", "LTAI", rf"{_A}{{12,30}}(?![A-Za-z0-9])"),
    ("tencent-key", "AKID", rf"{_A}{{13,44}}(?![A-Za-z0-9])"),
    ("volcengine-key", "AKLT", rf"{_A}{{20,60}}(?![A-Za-z0-9])"),
    ("baidu-key", "bce-v3/ALTAK-", r"[A-Za-z0-9/]{20,}"),
    ("npm-token", "npm_", rf"{_A}{{30,}}"),
    ("pypi-token", "pypi-", rf"{_W}{{32,}}"),
    ("huggingface-token", "hf_", rf"{_A}{{30,}}"),
    ("sendgrid-key", "SG.", rf"{_W}{{16,64}}\.{_W}{{16,}}"),
    ("mailgun-key", "key-", r"[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("brevo-key", "xkeysib-", rf"{_W}{{32,}}"),
    ("digitalocean-token", "dop_v1_", r"[0-9a-f]{40,}"),
    ("shopify-token", "shpat_", r"[0-9A-Fa-f]{32}"),
    ("linear-key", "lin_api_", rf"{_A}{{30,}}"),
    ("notion-token", "ntn_", rf"{_A}{{30,}}"),
    ("notion-token", "secret_", rf"{_A}{{40,}}"),
    ("figma-token", "figd_", rf"{_W}{{30,}}"),
    ("replicate-token", "r8_", rf"{_A}{{30,}}"),
    ("groq-key", "gsk_", rf"{_A}{{30,}}"),
    ("xai-key", "xai-", rf"{_A}{{40,}}"),
    ("perplexity-key", "pplx-", rf"{_A}{{30,}}"),
    ("nvidia-key", "nvapi-", rf"{_W}{{40,}}"),
    ("tavily-key", "tvly-", rf"{_W}{{20,}}"),
    ("jina-key", "jina_", rf"{_W}{{30,}}"),
    ("docker-token", "dckr_pat_", rf"{_W}{{20,}}"),
    ("vault-token", "hvs.", rf"{_W}{{24,}}"),
    ("grafana-token", "glsa_", r"[A-Za-z0-9_]{32,}"),
    ("postman-key", "PMAK-", r"[0-9a-f-]{40,}"),
    ("rubygems-key", "rubygems_", r"[0-9a-f]{40,}"),
    ("databricks-token", "dapi", r"[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("atlassian-token", "ATATT3", r"[A-Za-z0-9_=-]{40,}"),
    ("age-key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{40,}"),
    ("jwt", "eyJ", rf"{_W}{{8,}}\.{_W}{{8,}}(?:\.{_W}*)?"),
)
_WEBHOOKS: Tuple[Tuple[str, str], ...] = (
    ("hooks.slack.com/", r"(?:services|workflows|triggers)/([A-Za-z0-9/_+-]{16,})"),
    ("discord.com/api/webhooks/", r"\d+/([A-Za-z0-9_-]{20,})"),
    ("discordapp.com/api/webhooks/", r"\d+/([A-Za-z0-9_-]{20,})"),
    ("open.feishu.cn/open-apis/bot/v2/hook/", r"([A-Za-z0-9-]{16,})"),
    ("open.larksuite.com/open-apis/bot/v2/hook/", r"([A-Za-z0-9-]{16,})"),
    ("oapi.dingtalk.com/robot/send?access_token=", r"([A-Za-z0-9]{16,})"),
    ("qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", r"([A-Za-z0-9-]{16,})"),
)


@lru_cache(maxsize=None)  # noqa: UP033 — as everywhere in the package
def _compiled(pattern: str) -> Pattern[str]:
    return re.compile(pattern)


# What stands for itself, without a prefix: kind, a sign it cannot lack, pattern.
_BARE: Tuple[Tuple[str, str, str], ...] = (
    # the bot's number, a colon, 35 characters
    ("telegram-token", ":", r"(?<![A-Za-z0-9:])\d{8,10}:[A-Za-z0-9_-]{33,36}(?![A-Za-z0-9_-])"),
    # 32 hexadecimal digits, a dot, 16 letters and figures
    ("zhipu-key", ".", r"(?<![A-Za-z0-9])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9.])"),
)


def find(view: str, _lowered: str) -> Iterator[SecretSpan]:
    """Every secret of a known shape in the folded text."""
    for kind, prefix, body in _PREFIXES:
        if prefix in view:
            for match in _compiled(r"(?<![A-Za-z0-9])" + re.escape(prefix) + body).finditer(view):
                if _is_random(match.group()[len(prefix) :]):
                    yield SecretSpan(match.start(), match.end(), kind)
    for kind, sign, pattern in _BARE:
        if sign in view:
            for match in _compiled(pattern).finditer(view):
                yield SecretSpan(match.start(), match.end(), kind)
    if "://" in view:
        yield from _in_urls(view)
    if "PRIVATE KEY" in view:
        yield from _key_blocks(view)


def _is_random(body: str) -> bool:
    """Whether the body looks drawn by lot: a figure, and no placeholder such as XXXXXXXX."""
    return len(set(body)) > 5 and (any(c.isdigit() for c in body) or (body != body.lower() and body != body.upper()))


def _in_urls(view: str) -> Iterator[SecretSpan]:
    # user:password@host; the password runs to the last @ before a slash, since people do not escape it.
    for match in _compiled(r"://[^\s/@:\"'<>]{0,80}:([^\s/\"'<>]{1,160})@(?=[A-Za-z0-9\[])").finditer(view):
        if not is_placeholder(match[1]):
            yield SecretSpan(*match.span(1), "url-password")
    for host, rest in _WEBHOOKS:
        if host in view:
            for match in _compiled(re.escape(host) + rest).finditer(view):
                yield SecretSpan(*match.span(1), "webhook")


def _key_blocks(view: str) -> Iterator[SecretSpan]:
    done = 0
    for match in _compiled(r"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----").finditer(view):
        if match.start() < done:
            continue
        end = view.find("-----END", match.end())
        stop = view.find("-----", end + 8) if end >= 0 else -1
        done = stop + 5 if stop >= 0 else len(view)  # a block cut short is secret to the end
        yield SecretSpan(match.start(), done, "private-key")
