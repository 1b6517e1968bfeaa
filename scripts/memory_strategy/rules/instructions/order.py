"""One kind of order: its name, what a text must hold to be looked at, and its pattern over folded text."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple, Pattern, Tuple


class Order(NamedTuple):
    """`needs` are substrings one of which must be there; a `deniable` order passes where a negation stands "
    "before it."""

    name: str
    needs: Tuple[str, ...]
    source: str
    deniable: bool

    @property
    def pattern(self) -> Pattern[str]:
        """The pattern, compiled when a text first holds one of `needs`: all at once would cost 25 ms."""
        return _compiled(self.source)


@cache
def _compiled(source: str) -> Pattern[str]:
    return re.compile(source)


def order(name: str, needs: str, pattern: str, deniable: bool = True) -> Order:
    """An `Order` from words separated by spaces and a pattern."""
    return Order(name, tuple(needs.split()), pattern, deniable)
