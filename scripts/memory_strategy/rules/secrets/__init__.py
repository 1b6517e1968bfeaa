"""Keys, passwords, codes and what was marked private: found, and taken out before anything is written or sent.

`redact` is the one function that everything calls before a disk write, a log line, a cache or a model call (D35).
Only the secret is replaced, by `[secret:KIND]`; the words around it stay, so that "the wifi password was changed" is
still a memory. Refuses entropy guesses: a git hash, a UUID or an order number is kept, because forgetting those costs
more than it saves. Surprising: an unclosed `<private>` is private to the end of the text.
"""

from __future__ import annotations

from functools import lru_cache
from typing import List, Tuple

from . import chinese, commands, nearby, pairs, prose, shapes
from .span import SecretSpan, folded, private_spans, strip_private

MASK = "[secret:"
_NAME_CHARS = 48
__all__ = ["SecretSpan", "find_secrets", "holds_mask", "mask", "private_spans", "redact", "strip_private"]


def find_secrets(text: str) -> List[SecretSpan]:
    """The secrets of a text, in order, none overlapping (of two that do, the union, named after the first)."""
    view = folded(text)
    lowered = view.lower()
    found: List[SecretSpan] = []
    # the likelier name first: a key's shape says more than its label
    for find in (shapes.find, pairs.find, commands.find, prose.find, chinese.find, shapes.cards, nearby.find):
        found.extend(find(view, lowered))
    found.sort(key=lambda span: span.start)  # stable: the order above decides between equals
    kept: List[SecretSpan] = []
    for span in found:
        if kept and span.start < kept[-1].end:
            last = kept.pop()
            span = SecretSpan(last.start, max(last.end, span.end), last.kind)
        kept.append(span)
    return kept


def mask(text: str) -> Tuple[str, List[SecretSpan]]:
    """The text with each secret replaced by `[secret:KIND]`, and where they stood in the text given."""
    spans = find_secrets(text)
    parts: List[str] = []
    done = 0
    for span in spans:
        parts += [text[done : span.start], f"{MASK}{span.kind}]"]
        done = span.end
    return "".join(parts) + text[done:], spans


def redact(text: str) -> str:
    """What may be kept or sent: private parts as `[private]`, secrets as `[secret:KIND]`."""
    return _redacted_name(text) if len(text) <= _NAME_CHARS else mask(strip_private(text))[0]


@lru_cache(maxsize=1024)
def _redacted_name(text: str) -> str:
    """Names, session ids and tags come again with every turn; texts do not."""
    return mask(strip_private(text))[0]


def holds_mask(text: str) -> bool:
    """Whether a secret was taken out of a text."""
    return MASK in text
