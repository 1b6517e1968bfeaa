"""A memory folder made of a conversation: every speaker an owner, except an AI; consolidated by the rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import List

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

from conversations import Conversation  # noqa: E402

from memory_strategy import setup  # noqa: E402
from memory_strategy.config import load  # noqa: E402
from memory_strategy.consolidate import take_turns  # noqa: E402
from memory_strategy.judge import Bench  # noqa: E402
from memory_strategy.memory import Store  # noqa: E402
from memory_strategy.model import ASSISTANT, OWNER, Memory, Turn, parse_time  # noqa: E402


def turns_of(conversation: Conversation) -> List[Turn]:
    """The conversation's turns as a host would hand them over; their ids are the message ids."""
    place: dict = {}
    turns = []
    for turn in conversation.turns:
        place[turn.session] = place.get(turn.session, -1) + 1
        origin = ASSISTANT if turn.speaker.startswith("AI") else OWNER
        turns.append(
            Turn(
                "bench",
                turn.session,
                turn.id,
                place[turn.session],
                origin,
                turn.text,
                turn.speaker,
                parse_time(turn.time),
            )
        )
    return turns


def consolidated(conversation: Conversation, folder: Path, remember: bool = True) -> Store:
    """A store at `folder` that took the conversation in, opened at the time of its last words.

    Without `remember` it holds the raw record alone.
    """
    env = {"MEMORY_STRATEGY_TIMEZONE": "UTC"}
    if not remember:
        env["MEMORY_STRATEGY_CONSOLIDATION_MIN_IMPORTANCE"] = "9"
    now = parse_time(max(turn.time for turn in conversation.turns))
    store = Store(folder / conversation.name / ".memory", load(None, env), now)
    setup.init(store, "en")
    take_turns(store, turns_of(conversation), Bench({}))
    return store


def evidence_of(memory: Memory) -> set:
    """The ids of the turns that a memory came from."""
    return {e.message for e in memory.evidence}
