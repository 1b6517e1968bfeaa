"""Turns and memories as a prompt shows them, and the way back: an id to what it stood for, a quote to exact words.

Owns: the numbering (t1…, m1…), batches that fit a window, `exact`. Refuses: an id that was not shown.
One surprising fact: the ids in a prompt are numbers of that prompt alone. A model that makes up a record's id cannot hit
one, because no record's id is ever shown to it (D46).
"""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from ..model import ASSISTANT, OWNER, Memory, Turn
from ..prompts.rendering import MAX_TEXT
from ..text.tokens import count_tokens

_WHO = {"zh": {OWNER: "主人", ASSISTANT: "助手"}, "en": {OWNER: "owner", ASSISTANT: "assistant"}}
_OTHER = {"zh": "他人", "en": "someone else"}
LINE_TOKENS = 12  # the label of a line


def numbered_turns(turns: Sequence[Turn]) -> Dict[str, Turn]:
    """t1… → turn."""
    return {f"t{n}": turn for n, turn in enumerate(turns, 1)}


def numbered_memories(memories: Sequence[Memory]) -> Dict[str, Memory]:
    """m1… → memory."""
    return {f"m{n}": memory for n, memory in enumerate(memories, 1)}


def turn_lines(turns: Mapping[str, Turn], lang: str) -> List[Dict[str, str]]:
    """The turns as a template shows them: id, who, text."""
    return [{"id": i, "who": _who(turn, lang), "text": turn.text} for i, turn in turns.items()]


def memory_lines(memories: Mapping[str, Memory]) -> List[Dict[str, object]]:
    """The memories as a template shows them."""
    return [{"id": i, "kind": m.kind, "importance": m.importance, "text": m.text} for i, m in memories.items()]


def _who(turn: Turn, lang: str) -> str:
    return _WHO[lang].get(turn.origin) or _OTHER[lang]


def batches(turns: Sequence[Turn], window: int) -> Iterator[Tuple[Turn, ...]]:
    """The turns in runs of one session that leave half the window to the instructions and to what is known."""
    room, used = max(400, window // 2), 0
    batch: List[Turn] = []
    for turn in turns:
        cost = count_tokens(turn.text[:MAX_TEXT]) + LINE_TOKENS
        if batch and (used + cost > room or turn.session != batch[0].session):
            yield tuple(batch)
            batch, used = [], 0
        batch.append(turn)
        used += cost
    if batch:
        yield tuple(batch)


def exact(quote: str, text: str) -> str:
    """The run of `text` that the quote copies, white space aside; "" when it is not there."""
    quote = quote.strip().strip("“”\"'")
    if not quote:
        return ""
    if quote in text:
        return quote
    pattern = r"\s+".join(re.escape(part) for part in quote.split())
    found = re.search(pattern, text)
    return found.group() if found else ""


def supported(ids: Sequence[str], quote: str, turns: Mapping[str, Turn]) -> Tuple[Optional[Turn], str, str]:
    """The turn that holds the quote, and its exact words; else None and why: no_evidence, unknown_id, quote_not_in_turn."""
    if not ids:
        return None, "", "no_evidence"
    if any(i not in turns for i in ids):
        return None, "", "unknown_id"
    for i in ids:
        words = exact(quote, turns[i].text)
        if words:
            return turns[i], words, ""
    return None, "", "quote_not_in_turn"
