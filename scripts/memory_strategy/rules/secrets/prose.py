"""Secrets told in a sentence: my password is …, pin is 4931, 密码是…, 口令：…, 验证码 482913, a seed phrase.

A sentence about passwords is no secret: 密码学课程, 忘记密码了, "the password is required", "the token count is 4,000".
In Chinese any run of ASCII after 密码是 is one; in English the value must hold a figure or a sign, or end the sentence
and be no word that describes a password.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Iterator, Match, NamedTuple

from .span import SecretSpan, compiled, is_placeholder, trimmed

# Words that say something of a password instead of being one.
_ABOUT = frozenset(
    """wrong weak required expired correct invalid strong not the a an in stored saved kept set too needed missing empty
    incorrect changed reset safe secure gone lost optional hashed encrypted different same always never on at with being
    only very ok fine good bad my your our his her their written unknown hidden secret private public shared what that
    this it asked sent shown right unique random short long easy hard up to for managed rotated leaked exposed important
    compromised protected about one two there here nowhere everything""".split()  # noqa: SIM905
)


class _Patterns(NamedTuple):
    english: str
    beside: str
    digits: str
    code: str
    key: str
    phrase: str
    chinese: str
    chinese_code: str
    chinese_key: str
    spoken: str


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    is_ = (
        r"(?:\s{1,3}(?:is|was|will\s+be|becomes)\b(?:\s{1,3}(?:now|still|currently|just|simply))?\s{0,3}:?"
        r"|['’]s|\s{0,3}:|\s{1,3}to)"
    )
    password = r"(?<![a-z])(?:password|passwd|passphrase|passcode|pass\s?phrase|pwd)"
    what = r"(?:\s{1,3}(?:for|to|of|at|on)\s{1,3}[^\n.,;:!?]{1,40}?)?"
    value = r"\s{0,3}[\"'“‘`]?(?P<v>[^\s\"”’`<>;，。；、\u2E80-\u9FFF]{4,200})"
    filler = r"(?:还|应该|现在|就|已经?|都|又|重新|被|我|把|大概|一直|统一|暂时|默认|初始|新|旧|的|分别|先|您|你|您的|你的){0,3}"
    is_zh = r"(?:是|为|就是|改成了?|换成了?|设成了?|设为了?|设置为|改为了?|变成了?|叫|[:=]|是[:])"
    run = r"[\"'“‘「『《【\s]{0,3}(?P<v>[!-~]{4,200})"
    after = r"(?!\s*[年月日位个次天号条元块分遍度级版])"
    return _Patterns(
        (rf"{password}{what}{is_}{value}"),
        (
            rf"{password}\s{{1,3}}[\"'“]?(?P<v>(?=[^\s]{{0,40}}\d)(?=[^\s]{{0,40}}[A-Za-z!@#$%^&*])"
            r"[^\s\"'”<>=:\u2E80-\u9FFF]{6,120})"
        ),
        (
            r"(?<![A-Za-z])(?:pin(?:\s(?:code|number))?|passcode|(?:door|entry|alarm)\s?code|safe\s?(?:code"
            r"|combination))"
            rf"{what}(?:{is_}|\s)\s{{0,3}}[\"'“]?#?(?P<v>\d{{4,8}})(?![\d.,]?\d|\s?%)"
        ),
        (
            r"(?<![A-Za-z])(?:(?:verification|security|one[\s-]time|auth(?:entication)?|log-?in|sign-?in|confirmation"
            r"|2fa|mfa|otp|backup|recovery)\s{0,2}(?:code|password|passcode|pin)|otp|your\s{1,3}code)"
            r"(?:\s{1,3}(?:is|was|for\s[^\n:.]{1,30}\sis)|\s{0,3}[:=]|\s)\s{0,3}[\"'“]?"
            r"(?P<v>(?:[A-Z]-)?\d{3}[ -]?\d{3}|\d{4,8})(?![\d.]?\d)"
            r"|(?<![\w-])(?P<w>(?:[A-Z]-)?\d{4,8})\s{1,3}is\s{1,3}your\s{1,3}[^\n.]{0,40}?code"
        ),
        (
            r"(?<![a-z])(?:(?:api|access|secret|private|licen[cs]e|encryption|signing|product|activation)\s?key"
            r"|(?:api|access|auth|bot|refresh|session|personal\saccess)?\s?token|(?:client|api|app|shared"
            r"|signing)\s?secret"
            r"|session\s?(?:id|key)|recovery\scode)"
            rf"{what}{is_}\s{{0,3}}[\"'“`]?(?P<v>[A-Za-z0-9_./+=~:-]{{8,4096}})"
        ),
        (
            r"(?:(?:seed|recovery|mnemonic)\s(?:phrase|words)|助记词)(?:\s{1,3}is|是|\s{0,3}[:=])?\s{0,3}[\"'“]?"
            r"(?P<v>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})"
        ),
        (rf"(?:密码|口令|提取码|暗号|通行码|passwd|pin码?|密碼)(?P<c>[^\S\n]{{0,3}}{filler}{is_zh}?){run}{after}"),
        (
            rf"(?:验证码|动态码|校验码|动态口令|动态密码|短信码|取件码|提货码|开门码|门禁码){filler}{is_zh}?"
            rf"[\"'“「【\s]{{0,3}}(?P<v>[0-9A-Za-z]{{4,8}}){after}(?![0-9A-Za-z])"
            rf"|(?<![0-9A-Za-z])(?P<w>\d{{4,8}})[^\S\n]?(?:是|为)(?:您|你|我)?的?[^\n，。,.]{{0,12}}?(?:验证码"
            rf"|动态码|校验码)"
        ),
        (
            rf"(?:密钥|秘钥|令牌|授权码|激活码|序列号密钥|私钥|凭证|恢复码|备用码|token|secret|key|cookie"
            rf"|appsecret){filler}{is_zh}"
            r"[\"'“「【\s]{0,3}(?P<v>[A-Za-z0-9_./+=~-]{8,4096})"
        ),
        (
            r"(?:密码|口令|暗号|暗语)(?:就?是|[:])\s{0,3}(?:[“「『\"](?P<v>[^”」』\"\n]{2,24})[”」』\"]"
            r"|(?P<w>[零〇一二三四五六七八九幺两]{4,12}))"
            r"|(?:口令|暗号|暗语)(?:就?是|[:])\s{0,3}(?P<x>(?![^\n]{0,3}(?:什么|每|必|请|不|没|在|由|谁|哪|怎"
            r"|为|要|有))"
            r"[\u4E00-\u9FFF]{2,8})(?=$|[，。！；\n,.!;])"
        ),
    )


def find(view: str, lowered: str) -> Iterator[SecretSpan]:
    """Every secret that a sentence of the folded text tells."""
    patterns = _patterns()
    if "pass" in lowered or "pwd" in lowered:
        yield from _english(patterns, view)
    for words, pattern, kind in (
        (("pin", "code", "combination"), patterns.digits, "pin"),
        (("code", "otp", "password", "pin"), patterns.code, "otp"),
        (("key", "token", "secret", "session", "recovery"), patterns.key, "secret"),
        (("phrase", "mnemonic", "助记词"), patterns.phrase, "seed-phrase"),
    ):
        if any(word in lowered for word in words):
            for match in compiled(pattern).finditer(view):
                if kind != "secret" or _is_key(match["v"]):
                    yield _span(match, kind)
    if not view.isascii():
        yield from _chinese(patterns, view)


def _span(match: Match[str], kind: str) -> SecretSpan:
    group = next(name for name in ("v", "w", "x") if name in match.re.groupindex and match[name])
    value = trimmed(match[group])
    return SecretSpan(match.start(group), match.start(group) + len(value), kind)


def _english(patterns: _Patterns, view: str) -> Iterator[SecretSpan]:
    for match in compiled(patterns.english).finditer(view):
        value = trimmed(match["v"])
        if len(value) < 4 or is_placeholder(value) or value.lower() in _ABOUT:
            continue
        quoted = view[match.start("v") - 1] in "\"'“‘`"
        ends = view[match.start("v") + len(value) :].lstrip(" ")[:1] in ("", ".", "\n", ",", "!", ";", "，", "。")
        if not value.isalpha() and not value.replace("-", "").isalpha() or quoted or (ends and value.isalpha()):
            yield _span(match, "password")
    for match in compiled(patterns.beside).finditer(view):
        yield _span(match, "password")


def _is_key(value: str) -> bool:
    value = trimmed(value)
    return (
        len(value) >= 8 and any(c.isdigit() for c in value) and any(c.isalpha() for c in value) and len(set(value)) > 5
    )


def _chinese(patterns: _Patterns, view: str) -> Iterator[SecretSpan]:
    if any(word in view for word in ("密码", "口令", "码", "暗")):
        for match in compiled(patterns.chinese).finditer(view):
            value = trimmed(match["v"])
            told = bool(match["c"].strip())
            if len(value) >= 4 and not is_placeholder(value) and (told or any(c.isdigit() for c in value)):
                yield _span(match, "password")
        for match in compiled(patterns.chinese_code).finditer(view):
            if any(c.isdigit() for c in match["v"] or match["w"]):
                yield _span(match, "otp")
        for match in compiled(patterns.spoken).finditer(view):
            if not is_placeholder(match["v"] or match.group()):
                yield _span(match, "password")
    for match in compiled(patterns.chinese_key).finditer(view):
        if _is_key(match["v"]):
            yield _span(match, "secret")
