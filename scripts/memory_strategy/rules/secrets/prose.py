"""Secrets told in a sentence: my password is …, the door code is 4931, here's the token …, a seed phrase.

A sentence about passwords is no secret: "the password is required", "the token count is 4,000". The value must hold a
figure or a sign, or end the sentence and be no word that describes a password.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Callable, Iterator, Match, NamedTuple, Tuple

from .span import SecretSpan, compiled, found, is_drawn, is_key, is_placeholder, trimmed

# Words that say something of a password instead of being one.
_ABOUT = frozenset(
    """wrong weak required expired correct invalid strong not the a an in stored saved kept set too needed missing empty
    incorrect changed reset safe secure gone lost optional hashed encrypted different same always never on at with being
    only very ok fine good bad my your our his her their written unknown hidden secret private public shared what that
    this it asked sent shown right unique random short long easy hard up to for managed rotated leaked exposed important
    compromised protected about one two there here nowhere everything simple complex terrible ancient broken taken known
    stolen found typed gibberish nonsense enough great nice perfect better worse longer shorter stronger weaker tricky""".split()  # noqa: SIM905
)
_PASSWORD = r"(?<![a-z])(?:password|passwd|passphrase|passcode|pass\s?phrase|pass\s?word|passwrd|passowrd|pasword|pswd|pwd|psw|pw)"
_IS = (
    r"(?:\s{1,3}(?:is|was|will\s+be|becomes)\b(?:\s{1,3}(?:now|still|currently|just|simply))?\s{0,3}:?"
    r"|['’]s|\s{0,3}[:=]|\s{1,3}to)"
)
_WHAT = r"(?:\s{1,3}(?:for|to|of|at|on)\s{1,3}[^\n.,;:!?]{1,40}?)?"
_PHRASE = r"(?!(?:too|not|the|an?|your|must|only|in)\b)[^\s\"”']{1,30}(?:\s[^\s\"”']{1,30}){2,9}"


class _Form(NamedTuple):
    """One way of telling: what it tells, words without one of which it is not looked for, pattern, what it must pass."""

    kind: str
    words: Tuple[str, ...]
    pattern: str
    passes: Callable[[Match[str]], bool]


def _any(_match: Match[str]) -> bool:
    return True


def _keyed(match: Match[str]) -> bool:
    return is_key(match["v"])


def _mixed(match: Match[str]) -> bool:
    value = trimmed(match["v"])
    return not is_placeholder(value) and any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def _whole(match: Match[str]) -> bool:
    return not is_placeholder(trimmed(match["v"]))


def _groups(match: Match[str]) -> bool:
    """Recovery codes: every group holds a figure."""
    groups = "".join(c if c.isalnum() else " " for c in match["v"]).split()
    return all(any(c.isdigit() for c in group) for group in groups)


def _bare(match: Match[str]) -> bool:
    value = trimmed(match["v"])
    if not is_drawn(value) or (value.count("/") > 1 and "." in value):  # a path
        return False
    # A key of hexadecimal digits finds something in a cache as often as it opens something.
    longest = max(value.replace("_", "-").split("-"), key=len)
    return not match["key"] or any(c in "ghijklmnopqrstuvwxyz" for c in longest.lower())


@lru_cache(maxsize=1)
def _forms() -> Tuple[_Form, ...]:
    return (
        _Form(
            "pin",
            ("pin", "code", "combination", "puk"),
            r"(?<![A-Za-z])(?:pin(?:\s(?:code|number))?|passcode"
            r"|(?:door|gate|garage|entry|entrance|alarm|keypad|lock(?:er|box)?|unlock|access|safe|vault|voicemail|puk)\s?code"
            r"|(?:safe|lock(?:er)?|vault|padlock)(?:'s)?\s?combination|puk)"
            rf"{_WHAT}(?:{_IS}|\s)\s{{0,3}}[\"'“]?#?"
            r"(?P<v>\d{4,8}(?![\d.,-]?\d|\s?%)|\d{1,2}(?:[ -]\d{1,2}){2,3}(?![\d-]))",
            _any,
        ),
        _Form(
            "otp",
            ("code", "otp", "password", "pin"),
            r"(?<![A-Za-z])(?:(?:verification|security|one[\s-]time|auth(?:entication|enticator)?|log-?in|sign-?in"
            r"|confirmation|reset|sms|pairing|device|activation|2fa|mfa|otp|backup|recovery)"
            r"\s{0,2}(?:code|password|passcode|pin)|otp|your\s{1,3}(?:[\w-]{1,20}\s){0,2}code"
            r"|code\s(?:that\s)?(?:they|you|it|we|he|she)\s(?:just\s)?(?:texted|sent|gave|emailed|mailed)(?:\s(?:me|you|us))?)"
            r"(?:\s{1,3}(?:is|was|for\s[^\n:.]{1,30}\sis)|\s{0,3}[:=]|\s)\s{0,3}[\"'“]?"
            r"(?P<v>(?:[A-Z]-)?\d{3}[ -]?\d{3}|\d{4,8})(?![\d.]?\d)"
            r"|(?<![a-z])code\s{1,3}(?P<x>\d{4,8})\s{1,3}(?:for|to)\s{1,3}(?:2fa|mfa|log|sign|verif|authent)"
            r"|(?<![\w-])(?P<w>(?:[A-Z]-)?\d{4,8})\s{1,3}is\s{1,3}your\s{1,3}[^\n.]{0,40}?code",
            _any,
        ),
        _Form(
            "secret",
            ("key", "token", "secret", "session", "recovery"),
            r"(?<![a-z])(?:(?:api|access|secret|private|licen[cs]e|encryption|signing|product|activation)\s?key"
            r"|(?:api|access|auth|bot|refresh|session|personal\saccess)?\s?token|(?:client|api|app|shared|signing)\s?secret"
            r"|session\s?(?:id|key)|recovery\scode)"
            rf"{_WHAT}{_IS}\s{{0,3}}[\"'“`]?(?P<v>[A-Za-z0-9_./+=~:-]{{8,4096}})",
            _keyed,
        ),
        _Form(
            "seed-phrase",
            ("phrase", "mnemonic", "words", "助记词"),
            r"(?:(?:seed|recovery|mnemonic)\s(?:phrase|words)|助记词)(?:\s{1,3}is|是|\s{0,3}[:=])?\s{0,3}[\"'“]?"
            r"(?P<v>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})",
            _any,
        ),
        _Form(
            "password",
            ("cred", "login", "账", "帐", "用户名"),
            r"(?:credentials?|creds|(?<![a-z])log-?ins?|账号密码|用户名密码|账号|帐号|账户|用户名)(?:\s{1,3}(?:is|are)|是|为)?"
            r"\s{0,3}[:=]?\s{0,3}[\w.@+-]{2,60}(?:\s{1,3}[/|]\s{1,3}|/(?=[!-~]{0,40}[!@#$%^&*])"
            r"|\s{0,3}[,，、]\s{0,3}(?:密码|口令|pass(?:word)?)?\s{0,3}:?\s{0,3})(?P<v>[!-~]{6,80})",
            _mixed,
        ),
        _Form(
            "recovery-code",
            ("code", "码"),
            r"(?:(?:recovery|backup)\s?codes?|恢复码|备用码|备份码)(?:\s{1,3}(?:is|are)|是|为)?\s{0,3}[:=]?\s{0,3}"
            r"(?P<v>[A-Za-z0-9]{3,12}(?:[-\s,，、]{1,3}[A-Za-z0-9]{3,12}){1,31})",
            _groups,
        ),
        _Form(
            "secret",
            ("key", "token", "secret", "钥", "令牌", "凭证", "口令"),
            r"(?:(?<![a-z0-9+/])(?:(?P<key>keys?)|token|secret)(?=[^a-z0-9_+/.~-])"
            r"|密钥|秘钥|令牌|私钥|凭证|口令)(?:[^\S\n]{0,2}(?:[:=]|is|是|为))?[^\S\n]{0,2}[(]?[\"'“「`]?"
            r"(?P<v>[A-Za-z0-9_/+][A-Za-z0-9_./+=~-]{19,4096})",
            _bare,
        ),
        _Form(
            "password",
            ("pass",),
            r"(?<![a-z])(?:use|used|using|chose|picked|took|entered|typed|put)\s{1,3}[\"'“`]?"
            r"(?P<v>(?=[!-~]{0,80}[\d!@#$%^&*_])[!-~]{6,80}?)[\"'”`]?\s{1,3}(?:as|for)\s{1,3}(?:my|the|an?|our)\s"
            r"[^\n.,;:!?]{0,24}?(?:password|passphrase|passcode)",
            _whole,
        ),
    )


def find(view: str, lowered: str) -> Iterator[SecretSpan]:
    """Every secret that a sentence of the folded text tells."""
    if any(word in lowered for word in ("pass", "pwd", "pw", "psw")):
        yield from _passwords(view)
    for form in _forms():
        if any(word in lowered for word in form.words):
            for match in compiled(form.pattern).finditer(view):
                if form.passes(match):
                    yield found(match, form.kind)


def _passwords(view: str) -> Iterator[SecretSpan]:
    value = r"\s{0,3}[\"'“‘`]?(?P<v>[^\s\"”’`<>;，。；、\u2E80-\u9FFF]{4,200})"
    # a phrase in quotes, or the four groups of four letters of an app password
    words = rf"\s{{0,3}}(?:[\"“'](?P<w>{_PHRASE})[\"”']|(?P<x>[a-z]{{4}}(?: [a-z]{{4}}){{3}})(?![a-z]))"
    for match in compiled(rf"{_PASSWORD}{_WHAT}{_IS}(?:{words}|{value})").finditer(view):
        if not match["v"]:
            if "[" not in match.group():  # masked before
                yield found(match, "password")
        elif _is_password(match, view):
            yield found(match, "password")
    beside = (
        rf"{_PASSWORD}\s{{1,3}}[\"'“]?(?P<v>(?=[^\s]{{0,40}}\d)(?=[^\s]{{0,40}}[A-Za-z!@#$%^&*])"
        r"[^\s\"'”<>=:\u2E80-\u9FFF]{6,120})"
    )
    for match in compiled(beside).finditer(view):
        yield found(match, "password")


def _is_password(match: Match[str], view: str) -> bool:
    value = trimmed(match["v"])
    if len(value) < 4 or is_placeholder(value) or value.lower() in _ABOUT or (value[0] in "/~" and "/" in value[1:]):
        return False
    if not value.isalpha() and not value.replace("-", "").isalpha():
        return True
    if view[match.start("v") - 1] in "\"'“‘`":
        return True
    ends = view[match.start("v") + len(value) :].lstrip(" ")[:1] in ("", ".", "\n", ",", "!", ";", "，", "。")
    return ends and value.isalpha() and not value.lower().endswith(("able", "ible", "ful", "ous", "ing", "ive", "ly"))
