"""Text that commands the agent or plants a rule, told from an owner's plain wishes; and text made harmless for a prompt.

`instruction_shape` names what makes a text an order, so that it can be set aside for review; `neutralise` takes the
wrapper, role and record tokens out of a text that is about to be shown to a model, its words kept (D36).
The way of a text: `disguise` takes its mask off and looks for forged frames, `signs` reads what its words do (`english_*`,
`chinese`, through `lexicon`), `shapes` knows which signs together are an order.
Refuses to be the defence: who said it decides what may become a fact (provenance), this only holds for a second look.
Surprising: no phrase is looked for as a whole. What is named are classes of words in two languages and the company they
keep, so that no order stands in the source as a sentence, and one in new words is still found.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Pattern

from ...text.normalise import fold
from . import disguise
from .lexicon import lexicon
from .neutral import neutralise
from .shapes import name_in
from .signs import Mark, stretches

__all__ = ["instruction_shape", "neutralise"]


def instruction_shape(text: str) -> str:
    """The name of the first order-like shape in the text, or "".

    An act that a negation stands before ("never send …", 不要转账) is a wish of the owner's, and passes; so does what
    tells of their own life ("I pay …"), and what asks to be asked.
    """
    hidden = disguise.hidden(text)
    if hidden:
        return hidden
    folded = fold(text)
    if disguise.spelled_out(folded):
        return "look-alikes"
    shape = disguise.furniture(folded) or _order(disguise.plain(folded), bool(_proper_name().search(text)))
    if shape:
        return shape
    for decoded in disguise.decoded(text):
        if _order(fold(decoded), named=False):
            return "encoded-order"
    return ""


def _order(plain: str, named: bool) -> str:
    for sentence in _ends().split(plain):
        for marks in stretches(sentence):
            if named:
                marks.append(Mark(0.0, lexicon().bits["name"]))
            shape = name_in(marks)
            if shape:
                return shape
    return ""


@lru_cache(maxsize=1)
def _ends() -> Pattern[str]:
    return re.compile(r"[。!?\n]+|\.(?=\s|\Z)")


@lru_cache(maxsize=1)
def _proper_name() -> Pattern[str]:
    """A capital inside a sentence, but for I, days, months and languages."""
    return re.compile(
        r"[a-z,] (?!I\b|I'|(?:English|German|French|Spanish|Chinese|Italian|Finnish|(?:Mon|Tues|Wednes|Thurs|Fri|Satur"
        r"|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)\b)[A-Z][a-z]{2}"
    )
