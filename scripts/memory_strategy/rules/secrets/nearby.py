"""What looks like a password close behind the word, however the sentence goes: "my password? it's …", 密码忘了，好像是….

Two looks count: a run of letters, figures and a sign that no name or version holds (kite#41x), and any run of letters and
figures right behind a word that gives it (is, it's, as, 是, 像, a colon). A word that makes another thing of the password
(policy, manager, 学, 长度) ends the search.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Iterator, Match, NamedTuple

from .span import SecretSpan, compiled, found, is_placeholder, is_uuid, trimmed

_THINGS = (
    r"(?:[-_ ]?(?:polic|reset|manag|hash|rotat|length|strength|field|prompt|page|form|file|dialog|protect|grant|generat|expir"
    r"|histor|column|table|less|encrypt|algorithm|stor|vault|app|tool|rule|requirement|spray|list|hint|type|input|cost|auth))"
)
_THINGS_ZH = r"(?:学|策略|政策|长度|强度|重置|加密|哈希|规则|要求|本|箱|锁|框|器|表|字段|复杂度|登录|校验|管理|保护|算法|验证|修改)"
_WORD = (
    rf"(?:(?<![a-z])(?:passw(?:or|ro|r)d|passphrase|passcode|pwd)s?(?!{_THINGS}|[=\w])|(?:密码|口令)(?!{_THINGS_ZH}))"
)


class _Patterns(NamedTuple):
    signed: str
    given: str
    pair: str


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    run = r"(?<![!-~])[\"'`(]{0,2}(?P<v>(?![\"'`(])(?=[!-~]{0,60}[A-Za-z])(?=[!-~]{0,60}\d)"
    gives = r"(?:\bis|['’]s|\bas|\bbe|\bto|是|像|叫|为|成|[:=])[\"'“「`\s]{0,3}"
    return _Patterns(
        rf"{_WORD}(?=(?P<gap>[^\n]{{1,48}}?){run}[!-~]{{7,60}}))",
        rf"{_WORD}(?P<gap>[^\n]{{0,40}}?){gives}(?P<v>(?=[!-~]{{0,60}}[A-Za-z])(?=[!-~]{{0,60}}\d)[!-~]{{6,60}})",
        (
            r"(?<![\w./@+\[-])(?P<user>[a-z_][\w.-]{0,30}):(?P<v>(?=[^\s:/@]{0,60}\d)(?=[^\s:/@]{0,60}[A-Z!#$%^&*])[^\s:/@\"'\[\]]{6,60})"
            r"(?=@[\w-]{1,60}\.[\w.-])"
            r"|[\w.+-]{1,60}@[\w.-]{1,60}\.[a-z]{2,10}\s{0,2}[/|]\s{0,2}(?P<w>(?=[!-~]{0,60}\d)(?=[!-~]{0,60}[A-Za-z])[!-~]{6,60})"
        ),
    )


def find(view: str, lowered: str) -> Iterator[SecretSpan]:
    """Every run of the folded text that looks like a password and stands close behind the word."""
    patterns = _patterns()
    if any(word in lowered for word in ("pass", "pwd", "密码", "口令")):
        for match in compiled(patterns.signed).finditer(view):
            if _is_signed(trimmed(match["v"])):
                yield found(match, "password")
        for match in compiled(patterns.given).finditer(view):
            if not _is_named(trimmed(match["v"])) and not _other(match):
                yield found(match, "password")
    if "@" in view:
        for match in compiled(patterns.pair).finditer(view):
            user = (match["user"] or "").lower()
            if user not in (
                "mail",
                "mailto",
                "email",
                "e-mail",
                "from",
                "to",
                "cc",
                "bcc",
                "author",
                "contact",
                "user",
            ):
                yield found(match, "password")


def _other(match: Match[str]) -> bool:
    """Whether the sentence has gone on to another thing: 密码学得A1…, the password page is …"""
    return any(sign in match["gap"] for sign in "[]{}<>=|/\\`")


def _is_signed(value: str) -> bool:
    """Letters, figures and a strong sign inside: kite#41x, and neither C#7 nor issue#4312 nor an address."""
    sign = next((c for c in value[:-1] if c in "!@#$%^&*+~"), "")
    if not sign or _is_named(value):
        return False
    before, _, after = value.partition(sign)
    return not (sign in "#@+" and (after.isdigit() or not before or (sign == "@" and "." in after)))


def _is_named(value: str) -> bool:
    """Whether the run is something that has letters and figures of its own: a version, a date, a path, an address, a call."""
    if is_placeholder(value) or is_uuid(value) or any(sign in value for sign in "()[]{}<>/\\|=:,;"):
        return True
    plain = value.replace(".", "").replace("-", "").replace("_", "")
    if not any(c.isalpha() for c in plain[1:]) or "@" in value[1:] and "." in value.partition("@")[2]:
        return True  # v2.0.1, an address
    return plain.islower() and plain.isalnum() and all(c in "0123456789abcdef" for c in plain) and len(plain) > 6
