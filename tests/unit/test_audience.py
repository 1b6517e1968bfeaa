"""Forty facts told in private, two hundred questions from a group, every command that gives memories out: nothing leaks."""

from __future__ import annotations

import argparse
import io
import json
import socket
from pathlib import Path
from typing import Any, Dict, Iterator, List, Sequence, Tuple

import pytest

from memory_strategy import setup, window
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
    """The questions find what they ask for: silence for everybody would prove nothing. A few ask for what only Kim said."""
    some = questions()[::4]
    assert asks(store, capsys, "private", some) >= 0.9 * len(some)


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


def every_command() -> Dict[str, Tuple[Any, argparse.ArgumentParser, List[str]]]:
    """Name → (its main, its parser, the words before its arguments), from the parsers themselves."""
    action = next(a for a in memory_manager.build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    found = {name: (memory_manager.main, made, [name]) for name, made in action.choices.items()}
    for module in (retrieve_memory, silent_agent, update_index, evaluate_importance):
        found[module.__name__.rpartition(".")[2]] = (module.main, module.build_parser(), [])
    assert len(found) > 30
    return found


def calls_of(parser: argparse.ArgumentParser, private_id: str) -> Iterator[List[str]]:
    """Each way to call a command: one for each choice of its first argument, in each format, and one with every option."""
    needed: List[List[str]] = [[]]
    options: List[str] = []
    for action in parser._actions:
        value = {
            "id": private_id,
            "ids": private_id,
            "query": "what is it called",
            "content": "My locker is called what",
        }
        given = value.get(action.dest, "quilfen" if action.type is None else "1")
        if action.option_strings:
            if action.required or action.dest in ("content", "text", "person"):
                options += [action.option_strings[0], given]
            elif action.nargs == 0 and action.dest in (
                "yes",
                "verify",
                "archived",
                "explain",
                "auto",
                "rebuild",
                "discover",
                "dry_run",
            ):
                options.append(action.option_strings[0])
        elif action.choices:
            needed = [[*one, choice] for one in needed for choice in action.choices]
        elif action.nargs not in ("?", "*") or action.dest in ("id", "ids"):
            needed = [[*one, given] for one in needed]
    for words in needed:
        for form in next((a.choices for a in parser._actions if a.dest == "format"), ("text",)):
            yield [*words, "--format", form]
            yield [*words, *options, "--format", form]


@pytest.mark.parametrize("by", ["option", "environment"])
def test_d38_every_command_there_is_keeps_to_a_group_or_refuses(store, capsys, monkeypatch, by):
    """The parsers are walked, so that no command can be forgotten: no secret, and where it refuses, one sentence and 1."""
    monkeypatch.setattr("sys.stdin", io.StringIO("{}"))
    monkeypatch.setattr("memory_strategy.cli.mcp_server.serve", lambda args: 0)
    monkeypatch.setattr("os._exit", lambda code: None)
    window.add(store, "user", f"My kayak is called {SECRETS[6]}")
    with store.reading():
        private_id = next(m.id for m in store.memories() if SECRETS[0] in m.text)
    before = {p: p.read_bytes() for p in store.paths.root.rglob("*.jsonl") if p.parent.name == "records"}
    if by == "environment":
        monkeypatch.setenv("MEMORY_STRATEGY_AUDIENCE", GROUP)
    refused, ran = set(), set()
    for name, (main, parser, words) in every_command().items():
        shared = parser.get_default("in_groups")
        for call in calls_of(parser, private_id):
            asked = [
                *words,
                *call,
                "--memory-dir",
                str(store.paths.root),
                *(("--audience", GROUP) if by == "option" else ()),
            ]
            code = _exit_code(main, asked)
            said = capsys.readouterr()
            assert not [s for s in SECRETS if s in (said.out + said.err).replace("called quilfen", "")], asked
            if not shared:
                assert code in (1, 2) and (GROUP in said.err or "私人会话" in said.err or code == 2) and not said.out, (
                    asked,
                    said,
                )
            (ran if shared else refused).add(name)
            assert code != 3, asked
    assert refused >= {"forget", "condense", "prune", "capacity", "cleanup", "maintain", "undo", "restore", "review", "import",
                       "autosave", "extract-decisions", "analyze-health", "doctor", "silent_agent", "update_index"}  # fmt: skip
    assert ran == {"init", "add", "show", "search", "bootstrap", "export", "window", "check-warning", "daily-log", "report",
                   "retrieve_memory", "evaluate_importance", "hook", "mcp"}  # fmt: skip
    for path, held in before.items():
        assert path.read_bytes().startswith(held), path  # a group adds, and changes nothing


def _exit_code(main: Any, asked: List[str]) -> int:
    try:
        return int(main(asked))
    except SystemExit as left:  # argparse
        return int(left.code or 0)


@pytest.mark.parametrize(
    "said", ["My locker is called {}", "My locker is called zzz", "my shed is called what, and I moved it", "{}"]
)
def test_d38_what_a_group_adds_is_not_answered_with_a_private_memory(store, capsys, said):
    """Neither as the same one, nor as the one that is replaced: what is private stays as it was."""
    where = ["--memory-dir", str(store.paths.root), "--audience", GROUP]
    for form in ("text", "json"):
        memory_manager.main(["add", "--content", said.format("quil" + "fe"), "--format", form, *where])
        told = capsys.readouterr()
        assert not [s for s in SECRETS if s in told.out + told.err]
    with store.reading():
        private = [m for m in store.memories(status="active") if any(s in m.text for s in SECRETS)]
    assert len(private) >= 40


def test_a_session_that_its_host_calls_a_groups_cannot_say_that_it_is_private(store, capsys, monkeypatch):
    """The environment is the host's, the option is the agent's: it may repeat the group and nothing else."""
    monkeypatch.setenv("MEMORY_STRATEGY_AUDIENCE", GROUP)
    for named in ("private", "group:8"):
        code = memory_manager.main(["bootstrap", "--audience", named, "--memory-dir", str(store.paths.root)])
        said = capsys.readouterr()
        assert code == 1 and GROUP in said.err and not said.out
    tools = Tools(argparse.Namespace(memory_dir=str(store.paths.root), now=None, lang="en", quiet=True, no_llm=True))
    with pytest.raises(ValueError, match=GROUP):
        tools.snapshot(audience="private")
    assert not any(s in tools.snapshot() for s in SECRETS)


def test_a_hook_in_a_group_is_answered_with_nothing_private(store, capsys, monkeypatch):
    """By the session's key or by the environment; its answer is empty and its exit code 0."""
    monkeypatch.setattr("os._exit", lambda code: None)
    asked = {"prompt": f"what is my {THINGS[0]} called"}
    for event in ("session-start", "prompt"):
        for key, env, private in (
            ("agent:main:telegram:group:9", "", False),
            ("", GROUP, False),
            ("agent:main:main", "", True),
        ):
            monkeypatch.setenv("MEMORY_STRATEGY_AUDIENCE", env)
            call = json.dumps({**asked, "sessionKey": key}).encode()
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(call)))
            assert memory_manager.main(["hook", event, "--memory-dir", str(store.paths.root)]) == 0
            assert any(s in capsys.readouterr().out for s in SECRETS) == private, (event, key, env)


def test_a_group_sees_its_own_part_of_the_window(store, capsys):
    """Shown are its messages, and not those of the private talk; it clears nothing."""
    window.add(store, "user", "the harbour is closed", audience=GROUP)
    window.add(store, "user", f"My kayak is called {SECRETS[6]}")
    where = ["--memory-dir", str(store.paths.root), "--audience", GROUP]
    assert memory_manager.main(["window", "show", *where]) == 0
    assert capsys.readouterr().out.strip() == "user: the harbour is closed"
    assert memory_manager.main(["window", "clear", *where]) == 1
    assert len(window.load(store).messages) == 2


def test_d38_the_mcp_server_tells_a_group_nothing(store):
    """Its tools take the audience too."""
    args = argparse.Namespace(memory_dir=str(store.paths.root), now=None, lang="en", quiet=True, no_llm=True)
    tools = Tools(args)
    for question in questions()[::20]:
        assert not any(s in tools.recall(question, audience=GROUP) for s in SECRETS)
    assert not any(s in tools.snapshot(audience=GROUP) for s in SECRETS)
    assert any(s in tools.snapshot() for s in SECRETS)
    for refused in (tools.forget, tools.consolidate):
        with pytest.raises(ValueError, match=GROUP):
            refused(audience=GROUP)
    with pytest.raises(ValueError, match=GROUP):
        tools.forget(query="locker", confirm=True, audience=GROUP)


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
