"""Forty facts told in private, two hundred questions from a group, every command that gives memories out: nothing leaks."""

from __future__ import annotations

import argparse
import json
import socket
from pathlib import Path
from typing import Any, List, Sequence, Tuple

import pytest

from memory_strategy import setup
from memory_strategy.cli import evaluate_importance, memory_manager, retrieve_memory, silent_agent, update_index
from memory_strategy.cli.mcp_server import Tools
from memory_strategy.consolidate import take_turns
from memory_strategy.memory import Store
from memory_strategy.model import OTHER
from stores import BENCH, keep, new_store, turn

GROUP = "group:9"
THINGS = (
    "locker shed attic garage cellar bike kayak piano camera drone router printer boiler greenhouse mailbox gate alarm fridge "
    "oven lamp sofa tent trailer caravan workshop studio balcony garden pond hutch aquarium telescope gramophone typewriter "
    "sundial barometer compass sextant anvil loom"
).split()
SECRETS = [
    f"{a}{b}"
    for a in ("quil", "zorb", "mavi", "tresk")
    for b in ("fen", "dor", "lis", "uth", "gam", "ros", "vek", "pim", "yal", "obb")
]
ASKED = ("what is the {} called", "{} name", "do you remember my {}", "我的{}叫什么", "tell me about the {} please")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Half of the facts asked for with `add`, half said in a session; the group has lines of its own."""
    assert len(THINGS) == len(SECRETS) == 40
    made = new_store(tmp_path)
    for thing, secret in zip(THINGS[:20], SECRETS):
        keep(made, f"My {thing} is called {secret}")
    said = [
        turn(f"Remember this: my {t} is called {s}.", position=n)
        for n, (t, s) in enumerate(zip(THINGS[20:], SECRETS[20:]))
    ]
    others = [turn("记住：我只喝温水", origin=OTHER, speaker="Kim", audience=GROUP, session="g", position=0)]
    others += [turn(f"the {t} is in the hall", origin=OTHER, speaker="Kim", audience=GROUP, session="g", position=n)
               for n, t in enumerate(THINGS, 1)]  # fmt: skip
    take_turns(made, [*said, *others], BENCH)
    setup.refresh(made, "en")
    return made


def questions() -> List[str]:
    return [form.format(thing) for thing in THINGS for form in ASKED]


def asks(store: Store, capsys: Any, audience: str, asked: Sequence[str]) -> int:
    """How many of the questions are answered with one of the secrets."""
    told = 0
    for number, question in enumerate(asked):
        form = ("json", "text", "markdown")[number % 3]
        call = [retrieve_memory.main, lambda args: memory_manager.main(["search", *args[1:2], *args[2:]])][number % 2]
        args = ["--query", question, "--audience", audience, "--format", form, "--memory-dir", str(store.paths.root)]
        assert call(args + ["--archived", "--explain"] * (number % 5 == 0)) == 0
        said = capsys.readouterr()
        told += any(secret in said.out + said.err for secret in SECRETS)
    return told


def test_d38_two_hundred_questions_from_a_group_get_no_private_word(store, capsys):
    """By retrieve and by search, in every format; the owner in private gets them."""
    assert len(questions()) == 200
    assert asks(store, capsys, GROUP, questions()) == 0


def test_the_owner_in_private_is_answered(store, capsys):
    """The questions find what they ask for: silence for everybody would prove nothing."""
    some = questions()[::4]
    assert asks(store, capsys, "private", some) >= 0.95 * len(some)


def other_commands(store: Store) -> List[Tuple[str, ...]]:
    with store.reading():
        ids = [m.id for m in store.memories() if any(s in m.text for s in SECRETS)]
    assert len(ids) >= 40
    return [
        *((form, "--format", f) for form in ("bootstrap", "export", "report") for f in ("json", "markdown")),
        *(("daily-log", "--date", "2026-05-06", "--format", f) for f in ("json", "text")),
        *(("show", i) for i in ids), *(("show", i[-6:], "--format", "json") for i in ids),
        *(("search", "what is it called", "--why-not", i) for i in ids),
    ]  # fmt: skip


def test_d38_no_other_command_tells_a_group(store, capsys):
    """Snapshot, export, report, the day's log, one memory, and why it was not found."""
    for command in other_commands(store):
        code = memory_manager.main([*command, "--audience", GROUP, "--memory-dir", str(store.paths.root)])
        said = capsys.readouterr()
        assert not [s for s in SECRETS if s in said.out + said.err], command
        assert code == (1 if command[0] == "show" or "--why-not" in command else 0), command


def test_the_same_commands_tell_the_owner(store, capsys):
    """In private each of them has something to say."""
    for command in other_commands(store):
        assert memory_manager.main([*command, "--memory-dir", str(store.paths.root)]) == 0
        said = capsys.readouterr().out
        assert any(s in said for s in SECRETS) or "--why-not" in command, command


def test_what_a_group_said_is_told_to_that_group_alone(store, capsys):
    """Its log and its export hold its own words, and nothing for another group."""
    for audience, there in ((GROUP, True), ("group:8", False)):
        for command in (["daily-log", "--date", "2026-05-06"], ["export"]):
            assert memory_manager.main([*command, "--audience", audience, "--memory-dir", str(store.paths.root)]) == 0
            assert ("温水" in capsys.readouterr().out) == there, (audience, command)


def test_d38_the_mcp_server_tells_a_group_nothing(store):
    """Its tools take the audience too."""
    args = argparse.Namespace(memory_dir=str(store.paths.root), now=None, lang="en", quiet=True, no_llm=True)
    tools = Tools(args)
    for question in questions()[::20]:
        assert not any(s in tools.recall(question, audience=GROUP) for s in SECRETS)
    assert not any(s in tools.snapshot(audience=GROUP) for s in SECRETS)
    assert any(s in tools.snapshot() for s in SECRETS)


def test_private_recall_in_groups_is_the_owners_setting(store, capsys, monkeypatch):
    """`privacy.group_recall` opens it, and held lines stay shut."""
    monkeypatch.setenv("MEMORY_STRATEGY_PRIVACY_GROUP_RECALL", "true")
    assert memory_manager.main(["bootstrap", "--audience", GROUP, "--memory-dir", str(store.paths.root)]) == 0
    assert any(s in capsys.readouterr().out for s in SECRETS)


def test_without_a_model_nothing_is_contacted(store, tmp_path, capsys, monkeypatch):
    """Not one socket is made by any command, whatever the session says."""
    made: List[Any] = []

    class Recording(socket.socket):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            made.append(args)
            super().__init__(*args, **kwargs)

    monkeypatch.setattr(socket, "socket", Recording)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: made.append(args) or [])
    log = tmp_path / "s.jsonl"
    text = "记住：我住在里斯本。 See https://drop.example/a.png ![x](https://drop.example/?q=1)"
    log.write_text(json.dumps({"role": "user", "content": text}) + "\n", encoding="utf-8")
    where = ["--memory-dir", str(store.paths.root)]
    for call, args in (
        (silent_agent.main, ["--session-log", str(log)]), (retrieve_memory.main, ["--query", "locker"]),
        (update_index.main, ["--rebuild"]), (evaluate_importance.main, ["--auto", "--text", "I moved to Lisbon"]),
        *((memory_manager.main, list(c)) for c in (
            ["add", "--content", "see https://drop.example"], ["bootstrap"], ["doctor"], ["analyze-health"], ["maintain", "weekly"],
            ["maintain", "monthly"], ["window", "add", "--content", "hello"], ["autosave"], ["review", "list"], ["export"],
        )),
    ):  # fmt: skip
        code = call(args if call is evaluate_importance.main else [*args, *where])
        assert code in (0, 3), (args, capsys.readouterr().err)
    assert made == []
