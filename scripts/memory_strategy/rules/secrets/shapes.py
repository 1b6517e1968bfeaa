"""Secrets known by their own shape: provider keys, webhooks, JSON web tokens, key blocks, passwords in URLs.

No `\\b` anywhere: a key stands right beside Chinese words (我的key是…), where it finds no boundary. Prefixes are those
that the providers' own documentation of their keys and of secret scanning gives.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Iterator, Pattern, Tuple

from .span import SecretSpan, is_drawn, is_placeholder

_W = r"[A-Za-z0-9_-]"
_A = r"[A-Za-z0-9]"
# kind, literal prefix, body. The prefix is looked for first, so an absent one costs one substring search.
_PREFIXES: Tuple[Tuple[str, str, str], ...] = (
    ("anthropic-key", "sk-ant-", rf"{_W}{{16,}}"),
    *(("openai-key", f"sk-{use}-", rf"{_W}{{16,}}") for use in ("proj", "svcacct", "admin", "None")),
    ("openrouter-key", "sk-or-", rf"{_W}{{16,}}"),
    ("langsmith-key", "lsv2_", r"[A-Za-z0-9_]{20,}"),
    ("langfuse-key", "sk-lf-", rf"{_W}{{16,}}"),
    ("api-key", "sk-", rf"{_A}{{20,}}"),
    ("api-key", "sk_", r"[0-9a-f]{40,}"),
    *(("stripe-key", f"{kind}_{mode}_", rf"{_A}{{16,}}") for kind in ("sk", "rk") for mode in ("live", "test")),
    ("webhook-secret", "whsec_", r"[A-Za-z0-9+/=]{20,}"),
    *(("github-token", f"gh{use}_", rf"{_A}{{30,}}") for use in "pousr"),
    ("github-token", "github_pat_", r"[A-Za-z0-9_]{30,}"),
    ("gitlab-token", "gl", rf"(?:pat|dt|rt|ptt|cbt|ft|imt|soat|oas|agent|ffct)-{_W}{{18,}}"),
    ("slack-token", "xox", r"[abeoprsd][.-][A-Za-z0-9.-]{10,}"),
    ("slack-token", "xapp-", r"[A-Za-z0-9-]{20,}"),
    *(("aws-key", start, r"[A-Z0-9]{16}(?![A-Za-z0-9])") for start in ("AKIA", "ASIA", "ABIA", "ACCA")),
    ("aws-key", "ABSK", r"[A-Za-z0-9+/=]{80,}"),
    ("google-key", "AIza", rf"{_W}{{35}}"),
    ("google-token", "ya29.", rf"{_W}{{20,}}"),
    ("google-token", "1//0", rf"{_W}{{30,}}"),
    ("google-secret", "GOCSPX-", rf"{_W}{{20,}}"),
    ("aliyun-key", "LTAI", rf"{_A}{{12,30}}(?![A-Za-z0-9])"),
    ("tencent-key", "AKID", rf"{_A}{{13,44}}(?![A-Za-z0-9])"),
    ("volcengine-key", "AKLT", rf"{_A}{{20,60}}(?![A-Za-z0-9])"),
    ("jdcloud-key", "JDC_", r"[A-Z0-9]{24,}"),
    ("baidu-key", "bce-v3/ALTAK-", r"[A-Za-z0-9/]{20,}"),
    ("npm-token", "npm_", rf"{_A}{{30,}}"),
    ("pypi-token", "pypi-", rf"{_W}{{32,}}"),
    ("huggingface-token", "hf_", rf"{_A}{{30,}}"),
    ("huggingface-token", "api_org_", rf"{_A}{{30,}}"),
    ("sendgrid-key", "SG.", rf"{_W}{{16,64}}\.{_W}{{16,}}"),
    ("mailgun-key", "key-", r"[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("brevo-key", "xkeysib-", rf"{_W}{{32,}}"),
    ("resend-key", "re_", rf"{_A}{{6,12}}_{_A}{{20,}}"),
    *(("digitalocean-token", f"do{use}_v1_", r"[0-9a-f]{40,}") for use in "por"),
    *(("shopify-token", f"shp{use}_", r"[0-9A-Fa-f]{32}") for use in ("at", "ca", "pa", "ss")),
    ("square-token", "EAAA", rf"{_W}{{56,}}"),
    ("square-token", "sq0", rf"(?:atp|csp|idp)-{_W}{{20,}}"),
    ("facebook-token", "EAA", rf"{_A}{{80,}}"),
    ("linear-key", "lin_", rf"(?:api|oauth)_{_A}{{30,}}"),
    ("notion-token", "ntn_", rf"{_A}{{30,}}"),
    ("notion-token", "secret_", rf"{_A}{{40,}}"),
    ("airtable-token", "pat", r"[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("figma-token", "fig", rf"(?:d|o|u|r)_{_W}{{30,}}"),
    ("replicate-token", "r8_", rf"{_A}{{30,}}"),
    ("groq-key", "gsk_", rf"{_A}{{30,}}"),
    ("xai-key", "xai-", rf"{_A}{{40,}}"),
    ("perplexity-key", "pplx-", rf"{_A}{{30,}}"),
    ("nvidia-key", "nvapi-", rf"{_W}{{40,}}"),
    ("tavily-key", "tvly-", rf"{_W}{{20,}}"),
    ("firecrawl-key", "fc-", r"[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("cerebras-key", "csk-", rf"{_A}{{30,}}"),
    ("fireworks-key", "fw_", rf"{_A}{{20,}}"),
    ("pinecone-key", "pcsk_", r"[A-Za-z0-9_]{40,}"),
    ("jina-key", "jina_", rf"{_W}{{30,}}"),
    *(("docker-token", f"dckr_{use}_", rf"{_W}{{20,}}") for use in ("pat", "oat")),
    ("vault-token", "hv", rf"[sbr]\.{_W}{{24,}}"),
    ("terraform-token", "atlasv1.", rf"{_W}{{40,}}"),
    ("grafana-token", "glsa_", r"[A-Za-z0-9_]{32,}"),
    ("grafana-token", "glc_", r"[A-Za-z0-9+/=]{32,}"),
    ("newrelic-key", "NR", r"(?:AK|II|JS|RA|AL|SP)-[A-Za-z0-9_-]{19,}"),
    ("sentry-token", "sntry", r"[su]_[A-Za-z0-9+/=_.-]{40,}"),
    ("postman-key", "PMAK-", r"[0-9a-f-]{40,}"),
    ("rubygems-key", "rubygems_", r"[0-9a-f]{40,}"),
    ("databricks-token", "dapi", r"[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("atlassian-token", "AT", r"(?:ATT|CTT|BB)[A-Za-z0-9_=-]{28,}"),
    ("supabase-key", "sbp_", r"[0-9a-f]{40}"),
    ("supabase-key", "sb_secret_", rf"{_W}{{20,}}"),
    ("netlify-token", "nfp_", rf"{_A}{{30,}}"),
    ("vercel-token", "vc", rf"[a-z]_{_A}{{24,}}"),
    ("posthog-key", "ph", rf"[xs]_{_A}{{30,}}"),
    ("pulumi-token", "pul-", r"[0-9a-f]{40}"),
    ("planetscale-token", "pscale_", rf"(?:tkn|pw|oauth)_{_W}{{30,}}"),
    ("tailscale-key", "tskey-", rf"[a-z]+-{_W}{{16,}}"),
    ("onepassword-token", "ops_ey", rf"{_W}{{80,}}"),
    ("dropbox-token", "sl.", rf"{_W}{{80,}}"),
    ("dynatrace-token", "dt0c01.", r"[A-Z0-9]{24}\.[A-Z0-9]{64}"),
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
    ("telegram-token", ":", r"(?:(?<![A-Za-z0-9])|(?<=/bot))\d{8,10}:[A-Za-z0-9_-]{33,36}(?![A-Za-z0-9_-])"),
    # 32 hexadecimal digits, a dot, 16 letters and figures
    ("zhipu-key", ".", r"(?<![A-Za-z0-9])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9.])"),
    # 32 hexadecimal digits and the data centre
    ("mailchimp-key", "-us", r"(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])"),
    # a data source in Go's manner: user:password@tcp(host)
    ("url-password", "@", r"(?<=:)[^\s:/@\"']{4,80}(?=@(?:tcp|unix)\()"),
    ("url-password", "thin:", r"(?<=thin:)[\w.-]{1,40}/[^\s@/\"']{4,80}(?=@)"),  # jdbc:oracle:thin:user/password@
    # five groups of five, as sellers of programs give; eight groups of six figures, as for an encrypted disk
    (
        "product-key",
        "-",
        r"(?<![A-Za-z0-9-])(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])(?:[A-Z0-9]{5}-){4}[A-Z0-9]{5}(?![A-Za-z0-9-])",
    ),
    ("recovery-key", "-", r"(?<![0-9-])(?:\d{6}-){7}\d{6}(?![0-9-])"),
    # Sentry and its kin: the public key stands where a URL has its user
    ("dsn-key", "@", r"(?<=://)[0-9a-f]{32}(?=(?::[0-9a-f]{32})?@)"),
)
# A maker that we do not know, in the manner that most follow: acme_live_…, quay-api-v1-…; kind, the word, the body.
_MANNER = (
    r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]{1,15}(?:[_-](?:live|prod|test|api|pat|key|secret|sec|tok|token|sk|pat|v\d)){1,3}"
    r"[_-](?P<body>[A-Za-z0-9_-]{20,})"
)


def find(view: str, _lowered: str) -> Iterator[SecretSpan]:
    """Every secret of a known shape in the folded text."""
    yield from _keys(view)
    for kind, sign, pattern in _BARE:
        if sign in view:
            for match in _compiled(pattern).finditer(view):
                yield SecretSpan(match.start(), match.end(), kind)
    for match in _compiled(_MANNER).finditer(view):
        if is_drawn(match["body"]):
            yield SecretSpan(match.start(), match.end(), "api-key")
    if "://" in view:
        yield from _in_urls(view)
    if "PRIVATE KEY" in view:
        yield from _key_blocks(view)


def _keys(view: str) -> Iterator[SecretSpan]:
    for kind, prefix, body in _PREFIXES:
        if prefix in view:
            for match in _compiled(r"(?<![A-Za-z0-9])" + re.escape(prefix) + body).finditer(view):
                if _is_random(match.group()[len(prefix) :]):
                    yield SecretSpan(match.start(), match.end(), kind)


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


# -- numbers that carry their own proof: GB 11643 for identity cards, Luhn (ISO/IEC 7812) for bank cards. One order number in
# ten passes Luhn by chance, so a card counts only in groups of four or behind words that say so.

_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)  # GB 11643-1999
_CHECK = "10X98765432"


@lru_cache(maxsize=1)
def _card_patterns() -> Tuple[Pattern[str], Pattern[str], Pattern[str], Pattern[str]]:
    identity = (
        r"(?<![0-9A-Za-z])[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[0-9Xx](?![0-9A-Za-z])"
    )
    card = r"(?<![0-9A-Za-z.\-])[2-6]\d{3}(?:[ -]?\d{4}){2}(?:[ -]?\d{1,7})(?![0-9A-Za-z])"
    named = r"卡|card|visa|mastercard|amex|unionpay|银联"
    code = r"(?:cvv2?|cvc2?|安全码)(?:码|是|为|is|[:=\s]){0,6}(\d{3,4})(?!\d)"
    return re.compile(identity), re.compile(card), re.compile(named, re.I), re.compile(code, re.I)


def cards(view: str, lowered: str) -> Iterator[SecretSpan]:
    """Identity cards, bank cards and their check codes in the folded text."""
    identity, card, named, code = _card_patterns()
    for match in identity.finditer(view):
        if _is_identity(match.group()):
            yield SecretSpan(match.start(), match.end(), "id-card")
    for match in card.finditer(view):
        number = match.group()
        grouped = number.count(" ") >= 3 or number.count("-") >= 3
        if (grouped or named.search(view[max(0, match.start() - 16) : match.start()])) and _is_luhn(number):
            yield SecretSpan(match.start(), match.end(), "bank-card")
    if "cv" in lowered or "安全码" in view:
        for match in code.finditer(view):
            yield SecretSpan(*match.span(1), "card-code")


def _is_identity(number: str) -> bool:
    total = sum(int(d) * w for d, w in zip(number, _WEIGHTS))
    return _CHECK[total % 11] == number[17].upper()


def _is_luhn(number: str) -> bool:
    digits = [int(c) for c in reversed(number) if c.isdigit()]
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2:
        return False
    return sum(sum(divmod(2 * d, 10)) if i % 2 else d for i, d in enumerate(digits)) % 10 == 0
