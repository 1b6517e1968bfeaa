"""Secrets told in a Chinese sentence: 密码是…, 口令：…, 验证码 482913, 把…设为密码.

A sentence about passwords is no secret: 密码学课程, 忘记密码了, 密码至少 8 位. Any run of ASCII after 密码是 is one; without
是 it must hold a figure.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Iterator, Match, NamedTuple

from .span import SecretSpan, compiled, found, is_key, is_placeholder, trimmed


class _Patterns(NamedTuple):
    told: str
    later: str
    used: str
    code: str
    key: str
    spoken: str


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    filler = r"(?:还|应该|现在|就|已经?|都|又|重新|被|我|把|大概|一直|统一|暂时|默认|初始|新|旧|的|分别|先|您|你|您的|你的){0,3}"
    is_ = r"(?:是|为|就是|改成了?|换成了?|设成了?|设为了?|设置为|改为了?|变成了?|叫|[:=]|[是为][:])"
    shut = r"(?:\*\*|[`\"'”】」\])]){0,2}"  # what may close the word: **密码**：…, 【密码】…
    after = r"(?!\s*[年月日位个次天号条元块分遍度级版])"
    mixed = r"(?=[!-~]{0,80}[\d!@#$%^&*_])[!-~]{6,80}"
    return _Patterns(
        told=(
            r"(?:密\s?码|口令|提取码|暗号|通行码|passwd|(?<![a-z])pin(?![a-z])\s?码?)"
            rf"{shut}(?P<c>[^\S\n]{{0,3}}{filler}{is_}?)(?:\*\*)?[\"'“‘「『《【`\s]{{0,3}}(?P<v>[!-~]{{4,200}}){after}"
        ),
        later=(
            r"(?:密码|口令)[^\n。！？!?.]{1,12}?(?:现在|如今|目前|新的|现)(?:就?是|为|[:])[\"'“「`\s]{0,3}"
            rf"(?P<v>(?=[!-~]{{0,80}}\d)(?=[!-~]{{0,80}}[A-Za-z])[!-~]{{6,80}}){after}"
        ),
        used=(
            rf"(?:用|把|将)[\"'“「`\s]{{0,3}}(?P<v>{mixed}?)[\"'”」`\s]{{0,3}}(?:作为|当作?|做|设为|设成|设置为)"
            r"[^\n，。]{0,8}?(?:密码|口令)"
        ),
        code=(
            r"(?:验证码|动态码|校验码|动态口令|动态密码|短信码|取件码|提货码|开门码|门禁码|解锁码|锁屏码|开锁码|登录码|确认码"
            rf"|认证码|识别码|核验码|一次性密码)(?:来?了|到了)?[^\S\n]{{0,2}}{filler}{is_}?"
            rf"[\"'“「【\s]{{0,3}}(?P<v>[0-9A-Za-z]{{4,8}}){after}(?![0-9A-Za-z])"
            r"|(?<![0-9A-Za-z])(?P<w>\d{4,8})[^\S\n]?(?:是|为|[(])(?:您|你|我)?的?[^\n，。,.]{0,12}?(?:验证码|动态码|校验码)"
        ),
        key=(
            r"(?:密钥|秘钥|令牌|授权码|激活码|序列号密钥|私钥|凭证|恢复码|备用码|token|secret|key|cookie|appsecret)"
            rf"[^\S\n]{{0,2}}{filler}{is_}[\"'“「【\s]{{0,3}}(?P<v>[A-Za-z0-9_./+=~-]{{8,4096}})"
        ),
        spoken=(
            r"(?:密码|口令|暗号|暗语)(?:就?是|[:])\s{0,3}(?:[“「『\"](?P<v>[^”」』\"\n]{2,24})[”」』\"]"
            r"|(?P<w>[零〇一二三四五六七八九幺两]{4,12}))"
            r"|(?:口令|暗号|暗语)(?:就?是|[:])\s{0,3}"
            r"(?P<x>(?![^\n]{0,3}(?:什么|每|必|请|不|没|在|由|谁|哪|怎|为|要|有))[\u4E00-\u9FFF]{2,8})(?=$|[，。！；\n,.!;])"
        ),
    )


def find(view: str, _lowered: str) -> Iterator[SecretSpan]:
    """Every secret that a Chinese sentence of the folded text tells."""
    if view.isascii():
        return
    patterns = _patterns()
    if any(word in view for word in ("码", "口令", "暗", "PIN", "pin")):
        yield from _passwords(patterns, view)
        for match in compiled(patterns.code).finditer(view):
            if any(c.isdigit() for c in match["v"] or match["w"]):
                yield found(match, "otp")
    for match in compiled(patterns.key).finditer(view):
        if is_key(match["v"]):
            yield found(match, "secret")


def _passwords(patterns: _Patterns, view: str) -> Iterator[SecretSpan]:
    for match in compiled(patterns.told).finditer(view):
        value = trimmed(match["v"])
        if len(value) >= 4 and not is_placeholder(value) and (match["c"].strip() or any(c.isdigit() for c in value)):
            yield found(match, "password")
    for pattern in (patterns.later, patterns.used, patterns.spoken):
        for match in compiled(pattern).finditer(view):
            if not is_placeholder(_value(match)):
                yield found(match, "password")


def _value(match: Match[str]) -> str:
    return trimmed(next(value for value in match.groups() if value))
