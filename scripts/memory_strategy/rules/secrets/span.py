"""Where a secret stands, the folding under which it is looked for, and what is none though it stands in its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Dict, Pattern

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
    reference = r"\$\w+|\$\{.*|\$\(.*|%\w+%|\{\{.*|\{\w*\}?|<.*|\[.*|\*+.*|\.{2,}.*|(.)\1{3,}|x{3,}.*|•+.*|…+.*"
    code = (
        r"(?:os|process|env|self|this|config|settings|args|options|secrets|getpass|request|req|ctx|data|params"
        r"|props|user)"
        r"[.\[(].*|\w+\(.*|&\w+;.*|!secret.*|vault:.*|op:/.*"
    )
    return re.compile(rf"(?:{words}|{reference}|{code})\Z", re.I | re.S)


def is_placeholder(value: str) -> bool:
    """Whether the value only stands for one: `${TOKEN}`, `<your key>`, `****`, `os.environ[…]`, `[secret:token]`."""
    return not value or bool(_placeholders().match(value)) or len(set(value)) < 3
