"""Secrets known by the name they are given to: JSON, YAML, shell, env files, headers, connection strings, flags.

A name that only speaks of secrets is none: token_count, password_policy and secret_name do not match, since after the
key word only an ending such as `_prod` or `2` may stand. Surprising: a value that is code (`getpass()`, `args.token`)
or stands for one (`${TOKEN}`) is left, so that a remembered snippet stays readable.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Iterator, Match, NamedTuple

from .span import SecretSpan, compiled, is_placeholder, trimmed

_PASSWORDS = "password passwd passphrase passcode pwd pass"
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.I)
# Unquoted values run to a space, a quote or Chinese text; `;`, `&` and `,` end them only where another pair follows.
_BARE = (
    r"(?:[^\s\"'`<>;&,，。；、）】」』\u2E80-\u9FFF]|[;&,](?![A-Za-z_][A-Za-z_ .-]{0,30}[=:]|\s|$"
    r"|[\u2E80-\u9FFF])){1,4096}"
)
_QUOTED = r"\\?\"(?P<dq>[^\"\n\\]{1,4096})|\\?'(?P<sq>[^'\n\\]{1,4096})|`(?P<bq>[^`\n]{1,4096})`"


class _Patterns(NamedTuple):
    pair: str
    bearer: str
    header: str
    cookie: str
    crumb: str
    query: str
    flag: str
    command: str


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    name = (
        r"(?P<name>password|passwd|passphrase|passcode|(?<![a-z])pwd|(?<![a-z])pass"
        r"|(?:api|secret|access|private|auth|account|shared[_-]?access|encryption|signing|master|service[_-]?role)"
        r"[_-]?(?:access[_-]?)?keys?(?:[_-]?id)?"
        r"|(?<!\[)secret|(?<![a-z])token|(?<=access)token|(?<=auth)token|(?<=bot)token|(?<=refresh)token"
        r"|(?<=id)token|credentials?"
        r"|(?:session|sess)[_-]?(?:id|key|token)|phpsessid|jsessionid|connect\.sid"
        r"|(?<![a-z])otp|(?<![a-z])pin(?:[_-]?code)?|verification[_-]?code|webhook[_-]?url)"
    )
    ending = r"(?:[_-]?(?:prod|production|dev|test|staging|live|main|value|raw|old|new|\d{1,2}))?"
    return _Patterns(
        (
            rf"{name}{ending}\\?[\"'`]?[\])]?[ \t]{{0,6}}(?P<op>:=|=>|===?|=|:)[ \t]{{0,6}}(?:[rbf$](?=[\"']))?"
            rf"(?:{_QUOTED}|(?P<bare>{_BARE}))"
        ),
        (r"(?<![a-z])bearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{12,4096})"),
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
        (
            r"(?<![A-Za-z0-9-])--?(?P<flag>pass(?:word|wd|phrase)?|pw|(?:auth-?|access-?)?token|api-?key|secret)"
            rf"[ \t]{{1,4}}(?:{_QUOTED}|(?P<bare>[^\s\"'`<>-][^\s\"'`<>]{{3,4096}}))"
        ),
        (
            r"(?:(?<![a-z])curl\b[^\n]{0,200}?[ \t](?:-u|--user)[ \t]{1,4}[\"']?[^\s:\"']{1,80}:"
            r"|(?<![a-z])(?:mysql|mysqldump|mariadb)\b[^\n]{0,200}?[ \t]-p(?=[^\s-])"
            r"|(?<![a-z])(?:sshpass|docker[ \t]+login\b[^\n]{0,120}?)[ \t]-p[ \t]{0,4}[\"']?"
            r"|(?<![a-z])login[ \t]+[^\s]{1,80}[ \t]+password[ \t]+)([^\s\"']{4,200})"
        ),
    )


def find(view: str, lowered: str) -> Iterator[SecretSpan]:
    """Every secret in the folded text that a name, a header or a flag announces."""
    patterns = _patterns()
    if any(word in lowered for word in _WORDS):
        yield from _pairs(patterns.pair, view)
    for words, pattern, kind in (
        (("bearer",), patterns.bearer, "bearer"),
        (("auth", "-token", "api-key"), patterns.header, "authorization"),
        (("?",), patterns.query, "url-token"),
    ):
        if any(word in lowered for word in words):
            for match in compiled(pattern).finditer(view):
                if _is_token(match[1]):
                    yield SecretSpan(*match.span(1), kind)
    if "cookie" in lowered:
        yield from _cookies(patterns, view)
    if "-" in view:
        yield from _flags(patterns, view, lowered)


_WORDS = (
    *("pass", "pwd", "key", "secret", "token", "credential", "sess", "connect.sid", "otp", "pin"),
    *("verification", "webhook"),
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


def _fits(name: str, value: str, view: str, match: Match[str], prose: bool) -> bool:
    """Whether the value may be what the name says: passwords may be words, tokens may not."""
    if view[match.end() : match.end() + 1] == "(" or value.endswith("("):
        return False  # a call
    if name in ("pin", "pincode", "otp", "verificationcode"):
        return value.isdigit() and 4 <= len(value) <= 8
    if name in _PASSWORDS.split():
        if len(value) < 4 or (name == "pass" and not _is_mixed(value)):
            return False
        spaced = match["bare"] is not None and view[match.start("bare") - 1] in " \t"
        return _is_mixed(value) or not spaced or (prose and _ends_line(view, match.start("bare") + len(value)))
    if " " in value or len(value) < 8 or _UUID.match(value):
        return False
    return any(c.isdigit() for c in value) or (len(value) >= 16 and value.isalpha() and not prose) or len(value) >= 24


def _ends_line(view: str, end: int) -> bool:
    return not view[end : end + 2].strip(" \t.,;，。；)\"'}")[:1].strip()


def _is_mixed(value: str) -> bool:
    """A figure, a sign or a capital inside: no plain word."""
    return not value.isalpha() or value[1:] != value[1:].lower() and value != value.upper()


def _is_token(value: str) -> bool:
    mixed = len(value) >= 12 and value[1:] not in (value[1:].lower(), value[1:].upper())
    drawn = mixed or any(c.isdigit() for c in value)
    return drawn and len(set(value)) > 4 and not is_placeholder(value)


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


def _flags(patterns: _Patterns, view: str, lowered: str) -> Iterator[SecretSpan]:
    if "-p" in lowered or "-token" in lowered or "key" in lowered or "-secret" in lowered or "-auth" in lowered:
        for match in compiled(patterns.flag).finditer(view):
            group = next(g for g in ("dq", "sq", "bq", "bare") if match[g] is not None)
            password = match["flag"].lower().startswith("p")
            if not is_placeholder(match[group]) and (_is_mixed(match[group]) if password else _is_token(match[group])):
                yield SecretSpan(*match.span(group), "password" if password else "token")
    if any(word in lowered for word in ("curl", "mysql", "mariadb", "sshpass", "docker")):
        for match in compiled(patterns.command).finditer(view):
            if not is_placeholder(match[1]):
                yield SecretSpan(*match.span(1), "password")
