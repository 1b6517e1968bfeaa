"""Finished sessions are found, taken once, and never by two at a time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict

import pytest

import sessions
from memory_strategy import discovery
from memory_strategy.discovery import discover
from memory_strategy.errors import Locked
from memory_strategy.model import parse_time
from memory_strategy.store.lock import exclusive
from stores import BENCH, NOW, active, new_store, open_store

TIME = parse_time(NOW).timestamp()
HOUR_AGO, NOW_ISH = TIME - 3600, TIME - 60


@pytest.fixture
def env(tmp_path: Path) -> Dict[str, str]:
    """Hosts with nothing in them."""
    return {
        "OPENCLAW_STATE_DIR": str(tmp_path / "state"),
        "CLAUDE_CONFIG_DIR": str(tmp_path / "claude"),
        "HOME": str(tmp_path),
    }


@pytest.fixture
def host(tmp_path: Path, env):
    """Adds sessions of the workspace in `tmp_path`; keywords as in `sessions`."""

    class Host:
        def openclaw(self, session, *said, at=HOUR_AGO, cwd=tmp_path, **more):
            return sessions.openclaw(tmp_path / "state", session, said, at=at, cwd=cwd, **more)

        def claude_code(self, session, *said, at=HOUR_AGO, cwd=tmp_path, **more):
            return sessions.claude_code(tmp_path / "claude", session, said, at=at, cwd=cwd, **more)

    return Host()


def test_sessions_of_both_hosts_are_found_and_taken_once(tmp_path, env, host):
    """The second run has nothing to do, and says so by an empty outcome."""
    host.openclaw("s1", "I am allergic to peanuts")
    host.claude_code("c1", "My sister's name is Nora Calder")
    store = new_store(tmp_path)
    first = discover(store, env, BENCH)
    assert first.turns == 2 and len(active(store)) == 2
    again = discover(open_store(store.paths.root), env, BENCH)
    assert again.turns == 0 and again.receipts == []


def test_what_is_still_going_on_is_left_for_later(tmp_path, env, host):
    """Ten minutes without a word; `--idle-minutes` says otherwise. One database holds both sorts."""
    host.openclaw("old", "I am allergic to peanuts", at=HOUR_AGO)
    host.openclaw("new", "I live in Bath", at=NOW_ISH)
    os.utime(host.claude_code("c1", "I work as a carpenter", at=NOW_ISH))
    os.utime(tmp_path / "claude/projects/project/c1.jsonl", (NOW_ISH, NOW_ISH))
    store = new_store(tmp_path)
    discover(store, env, BENCH)
    assert active(store) == ["I am allergic to peanuts"]
    discover(store, env, BENCH)
    assert active(store) == ["I am allergic to peanuts"]
    discover(store, env, BENCH, idle_minutes=0)
    assert len(active(store)) == 3


def test_a_session_that_goes_on_is_taken_from_where_it_was(tmp_path, env, host):
    """The cursor is the message, not the place: only what is new counts."""
    host.openclaw("s1", "I am allergic to peanuts")
    store = new_store(tmp_path)
    discover(store, env, BENCH)
    host.openclaw("s1", "I live in Bath", at=HOUR_AGO + 60)
    outcome = discover(store, env, BENCH)
    assert outcome.skipped["seen"] == 1 and len(active(store)) == 2


def test_lost_marks_cost_reading_and_write_nothing_twice(tmp_path, env, host):
    """`state/discovered.json` is a saving; the truth is what was seen."""
    host.claude_code("c1", "I am allergic to peanuts")
    store = new_store(tmp_path)
    discover(store, env, BENCH)
    (store.paths.state / "discovered.json").write_bytes(b"{broken")
    outcome = discover(store, env, BENCH)
    assert outcome.skipped["seen"] == 1 and outcome.receipts == []


def test_an_unchanged_file_is_not_opened(tmp_path, env, host, monkeypatch):
    """Its stat is enough, for a database as for a file."""
    host.openclaw("s1", "I am allergic to peanuts")
    host.claude_code("c1", "I live in Bath")
    store = new_store(tmp_path)
    discover(store, env, BENCH)
    monkeypatch.setattr(discovery, "overview", lambda path: pytest.fail(f"{path} was opened"))
    monkeypatch.setattr(discovery.transcripts, "read", lambda path, **more: pytest.fail(f"{path} was read"))
    discover(store, env, BENCH)


@pytest.mark.parametrize("key", ["cron:nightly", "agent:main:subagent:7", "hook:mail"])
def test_d15_machine_sessions_are_passed_over(tmp_path, env, host, key):
    """D15: what cron, a hook or a parent agent wrote is nobody's word."""
    host.openclaw("m1", "Remember this: I am allergic to peanuts", key=key)
    store = new_store(tmp_path)
    assert discover(store, env, BENCH).turns == 0
    assert active(store) == []


def test_d15_copies_and_sub_agents(tmp_path, env, host):
    """D15: a copy made at a reset counts once; sub-agents and what a person deleted are not looked at."""
    path = host.claude_code("c1", "I am allergic to peanuts")
    old = tmp_path / "state/agents/main/sessions"
    old.mkdir(parents=True)
    below = path.parent / "c1" / "subagents" / "agent-1.jsonl"
    below.parent.mkdir(parents=True)
    for copy in (old / "c1.jsonl.deleted.2026", below, path.parent / "agent-2.jsonl"):
        copy.write_bytes(path.read_bytes().replace(b"peanuts", b"walnuts"))
        os.utime(copy, (HOUR_AGO, HOUR_AGO))
    for copy in (old / "c1.jsonl", old / "c1.jsonl.reset.2026-05-04"):
        copy.write_bytes(path.read_bytes())
        os.utime(copy, (HOUR_AGO, HOUR_AGO))
    store = new_store(tmp_path)
    outcome = discover(store, env, BENCH)
    assert active(store) == ["I am allergic to peanuts"] and outcome.skipped["seen"] == 2


def test_d38_two_workspaces_of_one_machine_stay_apart(tmp_path, env, host):
    """D38: a session belongs to the workspace that it was held in, unless the owner wants all."""
    host.openclaw("here", "I am allergic to peanuts", cwd=tmp_path / "a" / "deep")
    host.openclaw("there", "I live in Bath", cwd=tmp_path / "ab")
    host.claude_code("c1", "I work as a carpenter", cwd=tmp_path / "b")
    store = new_store(tmp_path / "a")
    discover(store, env, BENCH)
    assert active(store) == ["I am allergic to peanuts"]
    everywhere = new_store(tmp_path / "c", consolidation__scope="all")
    discover(everywhere, env, BENCH)
    assert len(active(everywhere)) == 3


def test_d38_a_group_s_words_stay_the_group_s(tmp_path, env, host):
    """D38: audience comes from the session's key."""
    host.openclaw("g1", "We decided to meet at the lighthouse on Fridays", key="agent:main:wx:group:9")
    store = new_store(tmp_path)
    discover(store, env, BENCH)
    with store.reading():
        assert {m.audience for m in store.memories()} <= {"group:9"}


def test_d41_who_comes_second_leaves(tmp_path, env, host):
    """D41: while one run is at it, another does nothing and fails at nothing."""
    host.openclaw("s1", "I am allergic to peanuts")
    store = new_store(tmp_path)
    with exclusive(store.paths.state / "discover.lock", 0.0):
        assert discover(open_store(store.paths.root), env, BENCH) is None
    assert active(store) == []


def test_a_busy_writer_is_an_error_and_loses_nothing(tmp_path, env, host):
    """The lock of the store is another: the session waits for the next run."""
    host.openclaw("s1", "I am allergic to peanuts")
    store = new_store(tmp_path, lock__wait_seconds="0")
    with exclusive(store.paths.lock, 0.0), pytest.raises(Locked):
        discover(store, env, BENCH)
    discover(store, env, BENCH)
    assert active(store) == ["I am allergic to peanuts"]


@pytest.mark.parametrize("bound", [{"consolidation__max_sessions": "1"}, {"consolidation__max_turns": "1"}])
def test_d41_a_run_is_bounded_and_the_next_goes_on(tmp_path, env, host, bound):
    """D41: sessions and new turns; the oldest first, and in the end all of them."""
    said = ["I am allergic to peanuts", "I live in Bath", "My sister's name is Nora Calder"]
    for number, text in enumerate(said):
        host.openclaw(f"s{number}", text, at=HOUR_AGO - 100 + number)
    store = new_store(tmp_path, **bound)
    kept = []
    for _ in range(8):
        discover(store, env, BENCH)
        kept.append(len(active(store)))
    assert kept[0] == 1 and kept[-1] == 3


def test_d41_a_run_that_is_out_of_time_begins_nothing(tmp_path, env, host):
    """D41: no seconds, no session."""
    host.openclaw("s1", "I am allergic to peanuts")
    store = new_store(tmp_path, consolidation__max_seconds="0")
    assert discover(store, env, BENCH).turns == 0
    assert active(store) == []


def test_d41_a_broken_session_is_set_aside_with_its_reason(tmp_path, env, host):
    """D41: it keeps no other out and is not tried again until it changes."""
    broken = host.claude_code("bad", "x", at=HOUR_AGO - 60)
    broken.write_bytes(b'{"cwd": "%s"}\nnothing that anybody knows\n' % str(tmp_path).encode())
    os.utime(broken, (HOUR_AGO - 60, HOUR_AGO - 60))
    host.claude_code("good", "I am allergic to peanuts")
    store = new_store(tmp_path)
    discover(store, env, BENCH)
    discover(store, env, BENCH)
    assert active(store) == ["I am allergic to peanuts"]
    log = (store.paths.state / "background.log").read_text(encoding="utf-8")
    assert log.count("set aside") == 1 and "bad.jsonl" in log


def test_nothing_to_find_leaves_no_folder(tmp_path, env):
    """Also where a machine has no host at all."""
    store = open_store(tmp_path / "ws" / ".memory")
    outcome = discover(store, env, BENCH)
    assert outcome is not None and outcome.turns == 0
    assert not (tmp_path / "ws").exists()


def test_a_preview_writes_nothing(tmp_path, env, host):
    """`--auto-write false`: no memory, no mark, no folder."""
    host.openclaw("s1", "I am allergic to peanuts")
    store = new_store(tmp_path)
    outcome = discover(store, env, BENCH, write=False)
    assert [r.memory.text for r in outcome.receipts] == ["I am allergic to peanuts"]
    assert active(store) == [] and not (store.paths.state / "discovered.json").exists()
