"""Summaries made by rule: whole sentences, those that carry names, numbers and negations first.

Owns: `condensed`, and the memory that a summary becomes. Refuses: rewording; every sentence of a summary is an exact
run of the original. One surprising fact: the importance of a summary is its original's × 0.9 (S3), rounded, and on a
scale of 1–5 that is the original's: a summary must not slip from a topic's file into a day's.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import List, Pattern, Sequence

from ..model import ASSISTANT, HARNESS, OTHER, OWNER, TOOL, Evidence, Memory
from ..rules.entities import entities
from ..text.sentences import sentences
from ..text.tokens import cut_to_chars

IMPORTANCE_KEPT = 0.9  # S3
RULE = "summary"
_TRUST = (OWNER, ASSISTANT, OTHER, TOOL, HARNESS)  # the most trusted first


@lru_cache(maxsize=1)
def _weighty() -> Pattern[str]:
    return re.compile(r"\d|不|没|别|无|勿|禁|n['’]t\b|\b(?:not|never|no|none|must|decided)\b|必须|决定", re.IGNORECASE)


def condensed(text: str, limit: int) -> str:
    """At most `limit` characters of a text: its weightiest sentences in their order, cut at a sentence."""
    if len(text) <= limit:
        return text
    parts = sentences(text)
    if not parts or min(len(part) for part in parts) > limit:
        return cut_to_chars(text, limit).strip()
    ranked = sorted(range(len(parts)), key=lambda i: (-_weight(parts[i], i), i))
    chosen: List[int] = []
    for i in ranked:
        if parts[i] in [parts[j] for j in chosen]:
            continue
        if len(joined([parts[j] for j in sorted([*chosen, i])])) <= limit:
            chosen.append(i)
    return joined([parts[i] for i in sorted(chosen)])


def _weight(sentence: str, position: int) -> float:
    held = len(set(_weighty().findall(sentence))) + len(entities(sentence))
    return held + (1.5 if position == 0 else 0.0)  # the first sentence says what the rest is about


def joined(parts: Sequence[str]) -> str:
    """Sentences as one text: a space between those that end in ASCII."""
    out = ""
    for part in parts:
        out += (" " if out and out[-1].isascii() else "") + part
    return out


def _least_trusted(originals: Sequence[Memory]) -> str:
    """A summary is worth what the least trusted of its originals is."""
    return max((m.origin for m in originals), key=_TRUST.index)


def summary_of(originals: Sequence[Memory], text: str) -> Memory:
    """The memory that a summary becomes: it keeps the originals' place, sources and claims, and names their ids.

    The length of what it condenses, in characters, stands in `rule` ("summary:850").
    """
    last = originals[-1]
    length = sum(len(m.text) for m in originals)
    one = originals[0] if len(originals) == 1 else None
    best = max(m.importance for m in originals)
    return Memory(
        id="", text=text, kind="summary", category=last.category if one else "daily",
        importance=max(1, round(best * IMPORTANCE_KEPT)), confidence=min(m.confidence for m in originals),
        tags=tuple(dict.fromkeys((*(t for m in originals for t in m.tags), "summary"))), entities=entities(text),
        source="summary", speaker=last.speaker, owner=last.owner, audience=last.audience, session=last.session,
        message=last.message if one else "", created_at=last.created_at, valid_from=last.valid_from, origin=_least_trusted(originals),
        subject=last.subject, attribute=one.attribute if one else "", value=one.value if one else "",
        rule=f"{RULE}:{length}", supersedes=tuple(m.id for m in originals),
        evidence=tuple(Evidence(e.session, e.message, "", e.time, "summary") for m in originals for e in m.evidence),
    )  # fmt: skip
