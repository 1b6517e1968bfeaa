"""From a question to an answer: search, scope, order, graded injection, and why something was not found.

Owns: the flow of a retrieval over an open index. Refuses: printing, writing, counting uses (asking changes nothing,
so the same question gets the same order a hundred times, D40).
One surprising fact: memories and the raw turns of the record are one corpus, searched together and ranked together.
"""

from __future__ import annotations

from .answer import Answer, ask
from .scope import Filters, Scope
from .why import why_not

__all__ = ["Answer", "Filters", "Scope", "ask", "why_not"]
