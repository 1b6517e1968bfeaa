"""Secrets known by the name they are given to: JSON, YAML, shell, env files, headers, connection strings.

A name that only speaks of secrets is none: token_count, password_policy and secret_name do not match, since after the
key word only an ending such as `_prod` or `2` may stand. Surprising: a value that is code (`getpass()`, `args.token`)
or stands for one (`${TOKEN}`) is left, so that a remembered snippet stays readable.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Iterator, Match, NamedTuple

from .span import QUOTED, SecretSpan, compiled, is_drawn, is_mixed, is_placeholder, is_token, trimmed

_PASSWORDS = "password passwd passphrase passcode pwd pass pw psw psk"
# Keys by their name that open nothing: what sorts, finds, caches, counts or is shown to everybody.
_OPEN_KEYS = frozenset(
    """public primary foreign cache sort partition row col column index object storage hash search lookup composite
    routing route group tree map dict json config setting settings registry lock redis s3 idempotency dedup trace page
    query i18n translation message locale event metric tag label issue project item node host ssh-host shortcut hot
    modifier arrow keyboard site recaptcha-site publishable anon translation natural surrogate unique candidate""".split()  # noqa: SIM905
)
# Unquoted values run to a space, a quote or Chinese text; `;`, `&` and `,` end them only where another pair follows.
_BARE = (
    r"(?:[^\s\"'`<>;&,，。；、）】」』\u2E80-\u9FFF]|[;&,](?![A-Za-z_][A-Za-z_ .-]{0,30}[=:]|\s|$"
    r"|[\u2E80-\u9FFF])){1,4096}"
)
# What may close a name: a quote, a bracket, the stars of Markdown.
_SHUT = r"(?:\\{1,3}[\"'`]|[\"'`]|&quot;|\*\*|[\])】]){0,2}"
# name and value apart: {"name": "sid", "value": "…"}, - name: X⏎  value: …, key="ApiKey" value="…"
_VALUE = r"(?:,|[ \t\n])\s{0,20}\\?[\"']?value\\?[\"']?[ \t]?[:=]"


class _Patterns(NamedTuple):
    pair: str
    named: str
    bearer: str
    header: str
    cookie: str
    crumb: str
    query: str


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    name = (
        r"(?P<name>password|passwd|passphrase|passcode|(?<![a-z])pwd|(?<![a-z])pass|(?<![a-z])psw|(?<![a-z])pw|(?<![a-z])psk"
        r"|(?:api|secret|access|private|auth|account|shared[_-]?access|encryption|signing|master|service[_-]?role|app)"
        r"[_ -]?(?:access[_ -]?)?keys?(?:[_-]?id)?|(?<![a-z])[as]k(?=[ \t]{0,3}[:=])"
        r"|(?<!\[)secret|(?<![a-z])token|(?<=access)token|(?<=auth)token|(?<=bot)token|(?<=refresh)token"
        r"|(?<=id)token|credentials?"
        r"|(?:session|sess)[_-]?(?:id|key|token)|phpsessid|jsessionid|connect\.sid"
        r"|(?<![a-z])otp|(?<![a-z])pin(?:[_-]?code)?|verification[_-]?code|webhook[_-]?url)"
    )
    ending = r"(?:[_-]?(?:prod|production|dev|test|staging|live|main|value|raw|old|new|base|\d{1,2}))?"
    return _Patterns(
        (
            rf"{name}{ending}{_SHUT}(?:[ \t]\[[^\]\n]{{0,20}}\])?[ \t]{{0,6}}(?P<op>:=|=>|->|→|===?|=|:|(?<=[ \t])\|(?=[ \t])|>|{_VALUE})"
            r"(?:\*\*)?[ \t]{0,6}"
            r"(?:[|>][+-]?\n[ \t]{1,16})?(?:[rbf$](?=[\"']))?"
            rf"(?:{QUOTED}|(?P<bare>{_BARE}))"
        ),
        (
            r"(?:(?P<which>(?<![a-z])[a-z][a-z0-9]{0,24})[_-](?:keys?|secret|creds?|token|salt)"
            r"|(?<![a-z])(?:h?s?sid|sessdata|bili_jct|cf_clearance|__(?:secure|host)-[a-z0-9._-]{1,40}))"
            rf"{_SHUT}[ \t]{{0,6}}(?::=|=>|=|:|{_VALUE})[ \t]{{0,6}}"
            rf"(?:{QUOTED}|(?P<bare>{_BARE}))"
        ),
        (r"(?<![a-z])bearer[ \t:=]{1,4}([A-Za-z0-9._~+/=-]{12,4096})"),
        (
            r"(?:(?<![a-z])authorization|x-api-key|x-auth-token|x-access-token|x-goog-api-key|api-key|private-token)"
            r"\\?[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\?[\"']?(?:(?:bearer|basic|token|digest|apikey)[ \t]{1,4})?"
            r"([A-Za-z0-9._~+/=-]{8,4096})"
        ),
        (r"(?<![a-z-])(?:set-)?cookie\\?[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\?[\"']?([^\n\"']{3,4096})"),
        (r"(?:^|;[ \t]*)(?P<n>[A-Za-z0-9_.-]{1,64})=(?P<v>[^;\s]{6,4096})"),
        (
            r"[?&](?:access_token|token|api_?key|key|sign?|signature|x-amz-signature|auth|secret|client_secret|code)="
            r"([A-Za-z0-9%._~+/=-]{12,4096})"
        ),
    )


def find(view: str, lowered: str) -> Iterator[SecretSpan]:
    """Every secret in the folded text that a name, a header or a flag announces."""
    patterns = _patterns()
    if any(word in lowered for word in _WORDS):
        yield from _pairs(patterns.pair, view)
        yield from _named(patterns.named, view)
    for words, pattern, kind in (
        (("bearer",), patterns.bearer, "bearer"),
        (("auth", "-token", "api-key"), patterns.header, "authorization"),
        (("?",), patterns.query, "url-token"),
    ):
        if any(word in lowered for word in words):
            for match in compiled(pattern).finditer(view):
                if is_token(match[1]):
                    yield SecretSpan(*match.span(1), kind)
    if "cookie" in lowered:
        yield from _cookies(patterns, view)


_WORDS = tuple(
    """pass pwd pw psw psk key secret token cred sess connect.sid otp pin verification webhook ak sk salt sid sessdata bili_
    cf_ __host __secure""".split()
)


def _pairs(pattern: str, view: str) -> Iterator[SecretSpan]:
    for match in compiled(pattern).finditer(view):
        name = match["name"].lower().replace("-", "").replace("_", "")
        group = next(g for g in ("dq", "sq", "bq", "bare") if match[g] is not None)
        value = trimmed(match[group]) if group == "bare" else match[group]
        prose = group == "bare" and match["op"] == ":"
        if is_placeholder(value) or not _fits(name, value, view, match, prose):
            continue
        start = match.start(group)
        yield SecretSpan(start, start + len(value), _kind(name))


def _named(pattern: str, view: str) -> Iterator[SecretSpan]:
    """Whatever is called a key, where its value is drawn by lot and its name is not one of those that open nothing."""
    for match in compiled(pattern).finditer(view):
        group = next(g for g in ("dq", "sq", "bq", "bare") if match[g] is not None)
        value = trimmed(match[group])
        body = value.split(":", 1)[-1]  # base64:…
        if (match["which"] or "").lower() not in _OPEN_KEYS and is_drawn(body) and not is_placeholder(value):
            yield SecretSpan(match.start(group), match.start(group) + len(value), "api-key")


def _fits(name: str, value: str, view: str, match: Match[str], prose: bool) -> bool:
    """Whether the value may be what the name says: passwords may be words, tokens may not."""
    if view[match.end() : match.end() + 1] == "(" or value.endswith(("(", "[")):
        return False  # a call, a place in a table
    if match["op"] == ">" and view[match.end() : match.end() + 2] != "</":  # <password>…</password>
        return False
    if name in ("pin", "pincode", "otp", "verificationcode"):
        return value.isdigit() and 4 <= len(value) <= 8
    if name in _PASSWORDS.split():
        return _is_password(name, value, view, match, prose)
    if " " in value or len(value) < 8 or _is_code(match, value) or value.startswith(("http:", "https:")):
        return False
    if "sess" in name or name == "connect.sid":  # a conversation has an id too: a UUID, a ULID, agent:main:main
        return is_drawn(value) or (len(value) >= 20 and value.isalnum() and not value.isupper())
    if name in ("ak", "sk"):
        return is_drawn(value)
    return any(c.isdigit() for c in value) or (len(value) >= 16 and value.isalpha() and not prose) or len(value) >= 24


def _is_password(name: str, value: str, view: str, match: Match[str], prose: bool) -> bool:
    if len(value) < 4 or (name == "pwd" and value[0] in "/~"):  # the folder that a shell is in
        return False
    if match["op"] == "|" and not any(c.isdigit() for c in value):
        return False  # a table of fields: | password | string |
    if name == "pass":
        joined = view[match.start("name") - 1 : match.start("name")] in ("_", "-", ".")  # smtp_pass
        return joined or _opens(value, view, match.start("name"))
    if _is_unspeakable(value):
        return True
    spaced = match["bare"] is not None and view[match.start("bare") - 1] in " \t"
    return is_mixed(value) or not spaced or (prose and _ends_line(view, match.start("bare") + len(value)))


def _is_code(match: Match[str], value: str) -> bool:
    """Whether a value without quotes calls something or looks it up: `secret = alice.computeSecret(key)`."""
    return match["bare"] is not None and ("(" in value or "[" in value)


def _ends_line(view: str, end: int) -> bool:
    return not view[end : end + 2].strip(" \t.,;，。；)\"'}")[:1].strip()


def _opens(value: str, view: str, start: int) -> bool:
    """Whether `pass:` is a password and no count of tests: no word stands before it, and the value is no number.

    A plain word is one only below a user's name.
    """
    before = view[max(0, start - 80) : start]
    if value.isdigit() or before.rstrip(" \t")[-1:].isalpha():
        return False
    return is_mixed(value) or any(word in before.lower() for word in ("user", "login", "account", "账", "用户"))


def _is_unspeakable(value: str) -> bool:
    """Twelve letters and more of which less than a quarter are vowels: drawn, where a word was possible."""
    return len(value) >= 12 and value.isalpha() and 4 * sum(c in "aeiouAEIOU" for c in value) < len(value)


def _kind(name: str) -> str:
    if name in _PASSWORDS.split():
        return "password"
    if name in ("pin", "pincode", "otp", "verificationcode"):
        return "pin" if name.startswith("pin") else "otp"
    if "sess" in name or name == "connect.sid":
        return "session"
    if name == "webhookurl":
        return "webhook"
    return "token" if "token" in name else "api-key" if "key" in name else "secret"


def _cookies(patterns: _Patterns, view: str) -> Iterator[SecretSpan]:
    harmless = ("path", "domain", "expires", "max-age", "samesite", "lang", "theme", "locale")
    for match in compiled(patterns.cookie).finditer(view):
        for crumb in compiled(patterns.crumb).finditer(match[1]):
            if crumb["n"].lower() not in harmless and not is_placeholder(crumb["v"]):
                start = match.start(1)
                yield SecretSpan(start + crumb.start("v"), start + crumb.end("v"), "cookie")
