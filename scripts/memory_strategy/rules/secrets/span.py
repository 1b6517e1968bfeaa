"""Where a secret stands, the folding under which it is looked for, and what is none though it stands in its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Dict, List, Match, Pattern, Tuple

_TRADITIONAL, _SIMPLIFIED = "碼驗證動態鑰號設為換應該這現還銀戶", "码验证动态钥号设为换应该这现还银户"


@dataclass(frozen=True)
class SecretSpan:
    """text[start:end] is a secret of this kind (ASCII words joined by hyphens)."""

    start: int
    end: int
    kind: str


@cache
def compiled(source: str) -> Pattern[str]:
    """A pattern without regard to case, compiled on first use: all at once would cost 25 ms."""
    return re.compile(source, re.I)


@lru_cache(maxsize=1)
def _table() -> Dict[int, str]:
    table = {0xFF01 + i: chr(0x21 + i) for i in range(94)}  # full-width ASCII: ｓｋ－…, 密码：…
    table.update({ord(t): s for t, s in zip(_TRADITIONAL, _SIMPLIFIED)})
    table.update({ord("　"): " ", ord("‐"): "-", ord("‑"): "-", ord("−"): "-"})
    return table


def folded(text: str) -> str:
    """The text with full-width forms and traditional characters folded, position for position."""
    return text if text.isascii() else text.translate(_table())


# A value in quotes, which may be escaped themselves; inside, a backslash stands before anything but a quote.
QUOTED = (
    r"(?:\\{0,3}\"|&quot;)(?P<dq>(?:[^\"\n\\&]|&(?!quot;)|\\(?![\\\"])){1,4096})"
    r"|\\{0,3}'(?P<sq>(?:[^'\n\\]|\\(?![\\'])){1,4096})|`(?P<bq>[^`\n]{1,4096})`"
)
_CLOSING = ".,:;!?)]}>\"'`\\"


def trimmed(value: str) -> str:
    """The value without the punctuation of the sentence or bracket that it stands in."""
    return value.rstrip(_CLOSING)


@lru_cache(maxsize=1)
def _placeholders() -> Pattern[str]:
    words = (
        r"(?:your|my|the|some|an?|new|old|user|db|admin)?[\s_-]*(?:api|access|secret|auth)?[\s_-]*"
        r"(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|key|value|string|here|placeholder|example|changeme|redacted"
        r"|hidden|masked|removed|none|null|nil|true|false|undefined|required|optional|empty|unset|missing"
        r"|unknown|string"
        r"|bearer|basic|str|int|bool|yes|no|todo|tbd|n/a|env|input|prompt|default|text|type|auto|file)(?:[\s_-]*here)?"
    )
    reference = r"\$\w+|\$\{.*|\$\(.*|%\w+%|\{\{.*|\{\w*\}?|<.*|\[.*|\*+.*|\.{2,}.*|([^\d])\1{3,}|x{3,}.*|•+.*|…+.*"
    code = (
        r"(?:os|process|env|self|this|config|settings|args|options|secrets|getpass|request|req|ctx|data|params"
        r"|props|user)"
        r"[.\[(].*|\w+\(.*|&\w+;.*|!(?:secret|vault|env|ref|sub|include)\b.*|(?:vault|file|env):.*|op:/.*|[a-z]+(?:\.[a-z_]+)*\.(?:password|secret|token|key)"
        r"|(?:[a-z]+_)+(?:password|passwd|pwd|secret|token|key)|(?:password|secret|token)(?:_[a-z]+)+"
    )
    return re.compile(rf"(?:[(\[{{]?{words}[)\]}}]?|{reference}|{code})\Z", re.I | re.S)


def is_placeholder(value: str) -> bool:
    """Whether the value only stands for one: `${TOKEN}`, `<your key>`, `****`, `os.environ[…]`, `[secret:token]`."""
    return not value or bool(_placeholders().match(value)) or (len(set(value)) < 3 and not value.isdigit())


@lru_cache(maxsize=1)
def _uuid() -> Pattern[str]:
    return re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.I)


def is_uuid(value: str) -> bool:
    """Whether the value is a UUID, which names a thing more often than it opens one."""
    return bool(_uuid().match(value))


def is_drawn(value: str) -> bool:
    """Whether a run looks drawn by lot, whatever stands before it: 20 characters of three sorts, or 32 hexadecimal digits.

    Names in snake_case have no capitals, CamelCase names no figures; a sentence has spaces.
    """
    body = value[2:] if value[:2].lower() == "0x" else value
    digits = sum(c.isdigit() for c in body)
    if len(body) < 20 or digits < (2 if len(body) < 30 else 1) or len(set(body)) < 10:
        return False
    hexadecimal = all(c in "0123456789abcdefABCDEF" for c in body)
    if hexadecimal:
        return len(body) >= 32
    return any(c.islower() for c in body) and any(c.isupper() for c in body)


def is_mixed(value: str) -> bool:
    """A figure, a sign or a capital inside: no plain word."""
    return not value.isalpha() or value[1:] != value[1:].lower() and value != value.upper()


def is_token(value: str) -> bool:
    """Whether a value that is called a token may be one: a figure in it, or capitals in its midst, and no placeholder."""
    mixed = len(value) >= 12 and value[1:] not in (value[1:].lower(), value[1:].upper())
    drawn = mixed or any(c.isdigit() for c in value)
    return drawn and len(set(value)) > 4 and not is_placeholder(value)


def is_key(value: str) -> bool:
    """Whether a value that a sentence calls a key may be one: letters and figures, and neither a UUID nor an address."""
    value = trimmed(value)
    if len(value) < 8 or is_uuid(value) or value.startswith("//"):
        return False
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value) and len(set(value)) > 5


def found(match: Match[str], kind: str) -> SecretSpan:
    """The span of the first of the groups v, w and x that took part, without the punctuation after it."""
    group = next(name for name in ("v", "w", "x") if name in match.re.groupindex and match[name])
    return SecretSpan(match.start(group), match.start(group) + len(trimmed(match[group])), kind)


PRIVATE_MARK = "[private]"


@lru_cache(maxsize=1)
def _tag() -> Pattern[str]:
    opening = r"(?:<|&lt;|&#0{0,4}60;|&#x0{0,4}3c;|\\u003c|＜)"
    closing = r"(?:>|&gt;|&#0{0,4}62;|&#x0{0,4}3e;|\\u003e|＞)"
    # An attribute holds no bracket of either kind; 200 characters bound the search of a tag that never ends.
    return re.compile(rf"{opening}\s{{0,8}}(/?)\s{{0,8}}private(?![\w-])[^<>＜＞&]{{0,200}}?{closing}", re.I)


def private_spans(text: str) -> Tuple[Tuple[int, int], ...]:
    """(start, end) of each private part, its tags included; the outermost where they nest."""
    if "private" not in text.lower():
        return ()
    spans: List[Tuple[int, int]] = []
    depth = start = 0
    for match in _tag().finditer(text):
        if not match[1]:
            if depth == 0:
                start = match.start()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                spans.append((start, match.end()))
    if depth:
        spans.append((start, len(text)))
    return tuple(spans)


def strip_private(text: str) -> str:
    """The text with each private part replaced by `[private]`; what follows an unclosed mark is gone."""
    parts: List[str] = []
    done = 0
    for start, end in private_spans(text):
        parts += [text[done:start], PRIVATE_MARK]
        done = end
    return "".join(parts) + text[done:]
