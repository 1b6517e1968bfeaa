"""Text that commands the agent or plants a rule, told from an owner's plain wishes; and text made harmless for a prompt.

`instruction_shape` names the pattern that a text has, so that it can be set aside for review; `neutralise` takes the
wrapper, role and record tokens out of a text that is about to be shown to a model, its words kept (D36).
Refuses to be the defence: who said it decides what may become a fact (provenance), this only holds for a second look.
Surprising: everything is written as patterns with alternatives, so that no order stands in the source as a sentence.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Pattern, Tuple

from ...text.normalise import fold
from . import chinese, disguise, english
from .neutral import neutralise

__all__ = ["instruction_shape", "neutralise"]


def instruction_shape(text: str) -> str:
    """The name of the first order-like pattern in the text, or "".

    A pattern that a negation stands before ("never approve …", 不要直接…) is a wish of the owner's, and passes.
    """
    hidden = disguise.hidden(text)
    if hidden:
        return hidden
    plain = disguise.plain(fold(text))
    shape = _order(plain)
    if shape:
        return shape
    for decoded in disguise.decoded(text):
        if _order(fold(decoded)):
            return "encoded-order"
    return ""


def _order(plain: str) -> str:
    tables = (english.orders(),) if plain.isascii() else (english.orders(), chinese.orders())
    for table in tables:
        for order in table:
            if not any(need in plain for need in order.needs):
                continue
            for match in order.pattern.finditer(plain):
                if not (order.deniable and _denied(plain, match.start())):
                    return order.name
    return ""


@lru_cache(maxsize=1)
def _denials() -> Pattern[str]:
    return re.compile(
        r"(?:\b(?:don['’]?t|do\s+not|never|not|must\s+not|should\s+not|shouldn['’]t|mustn['’]t|can['’]?t|cannot"
        r"|avoid|refuse\s+to)"
        r"(?:\s+(?:ever|just|simply|please|let\s+\w+|always|you))?\s*|(?:不要|别|不能|不许|不可以?|不得|禁止"
        r"|绝不|决不|切勿|拒绝|不会|不应该?|没有)"
        r"(?:再|让|给|随便|擅自)?)\Z"
    )


def _denied(plain: str, start: int) -> bool:
    return bool(_denials().search(plain[max(0, start - 24) : start]))


def shapes() -> Tuple[str, ...]:
    """The names that `instruction_shape` gives, for reports."""
    named = [order.name for order in (*english.orders(), *chinese.orders())]
    return tuple(dict.fromkeys([*named, "encoded-order", "hidden-characters", "look-alikes"]))
