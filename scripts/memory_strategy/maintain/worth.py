"""The retention value of every active memory of a store, as the plans weigh it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, Mapping, Sequence

from .. import retention
from ..model import Memory


def worths(memories: Sequence[Memory], now: datetime, settings: Mapping[str, Any]) -> Dict[str, float]:
    """{id: 0–1} by the configured profile; `memories` are active and in the order of their words."""
    profile = settings["retention.profile"]
    around = retention.survey(memories)
    return {m.id: retention.retention_value(m, now, profile, each) for m, each in zip(memories, around)}
