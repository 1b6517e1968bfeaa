"""Tiny builders for tests that need a memory folder."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, List, Optional

from memory_strategy import setup
from memory_strategy.config import load
from memory_strategy.judge import Bench
from memory_strategy.memory import Receipt, Store
from memory_strategy.model import OWNER, Memory, Turn, parse_time
from memory_strategy.remember import Wish, remember

NOW = "2026-05-06T09:00:00Z"
BENCH = Bench({})


def open_store(root: Path, now: str = NOW, **env: str) -> Store:
    """The store at `root`, opened anew as another process would; `env` names settings (language="zh")."""
    names = {"MEMORY_STRATEGY_" + k.upper().replace("__", "_"): v for k, v in env.items()}
    return Store(root, load(root / "config.yaml", {"MEMORY_STRATEGY_TIMEZONE": "UTC", **names}), parse_time(now))


def new_store(folder: Path, now: str = NOW, **env: str) -> Store:
    """A fresh memory folder below `folder`."""
    store = open_store(folder / ".memory", now, **env)
    setup.init(store, "en")
    return store


def keep(store: Store, text: str, **wish: Any) -> Receipt:
    """Keep one statement as `add` does."""
    return remember(store, Wish(text, **wish), BENCH)


def memory(text: str, **fields: Any) -> Memory:
    """A memory that no store has seen yet."""
    return Memory(id="", text=text, **{"created_at": NOW, "importance": 4, "category": "preferences", **fields})


def add(store: Store, *memories: Memory) -> List[Receipt]:
    """Add memories in one flush."""
    with store.writing() as writer:
        return [writer.add(m) for m in memories]


def active(store: Store) -> List[str]:
    """The texts of the active memories, sorted."""
    with store.reading():
        return sorted(m.text for m in store.memories(status="active"))


def turn(
    text: str, *, message: str = "", origin: str = OWNER, time: Optional[str] = NOW, position: int = 0, **fields: Any
) -> Turn:
    """One turn of a session."""
    moment: Optional[datetime] = parse_time(time) if time else None
    base = {"host": "test", "session": "s1", "message": message or f"m{position}-{len(text)}"}
    return Turn(position=position, origin=origin, text=text, time=moment, **{**base, **fields})
