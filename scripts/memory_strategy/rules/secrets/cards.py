"""Numbers that carry their own proof: a Chinese identity card (GB 11643 check digit), a bank card (Luhn, ISO/IEC 7812).

One order number in ten passes Luhn by chance, so a card number counts only where it is written in groups of four or
the words before it say so.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Iterator, Pattern, Tuple

from .span import SecretSpan

_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)  # GB 11643-1999
_CHECK = "10X98765432"


@lru_cache(maxsize=1)
def _patterns() -> Tuple[Pattern[str], Pattern[str], Pattern[str], Pattern[str]]:
    identity = (
        r"(?<![0-9A-Za-z])[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[0-9Xx](?![0-9A-Za-z])"
    )
    card = r"(?<![0-9A-Za-z.\-])[2-6]\d{3}(?:[ -]?\d{4}){2}(?:[ -]?\d{1,7})(?![0-9A-Za-z])"
    named = r"卡|card|visa|mastercard|amex|unionpay|银联"
    code = r"(?:cvv2?|cvc2?|安全码)(?:码|是|为|is|[:=\s]){0,6}(\d{3,4})(?!\d)"
    return re.compile(identity), re.compile(card), re.compile(named, re.I), re.compile(code, re.I)


def find(view: str, lowered: str) -> Iterator[SecretSpan]:
    """Identity cards, bank cards and their check codes in the folded text."""
    identity, card, named, code = _patterns()
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
