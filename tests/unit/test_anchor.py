"""The anchor outside the folder: every edit at rest is named by its line, and nothing that we do ourselves is an alarm."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from pathlib import Path

import pytest

from memory_strategy import checkup, forget, maintain, setup
from memory_strategy.cli import memory_manager
from memory_strategy.memory import recording
from memory_strategy.memory.tracing import Request
from memory_strategy.paths import anchor_place
from memory_strategy.store import files, ids, lines
from stores import active, add, keep, memory, new_store, open_store

SAID = tuple(f"The box number {n} holds seeds" for n in range(5))


@pytest.fixture
def root(tmp_path):
    """A store of five facts and a belief."""
    store = new_store(tmp_path)
    for text in SAID:
        keep(store, text, category="patterns")
    keep(store, "Juno may like mornings", kind="belief")
    return store.paths.root


def alarms(root: Path) -> list:
    return [f"{c.name}: {c.detail}" for c in checkup.verify(open_store(root)) if not c.ok]


def said(root: Path) -> str:
    return checkup.verify(open_store(root))[0].detail


def facts(root: Path) -> list:
    return (root / "records/facts.jsonl").read_bytes().splitlines(keepends=True)


def put(root: Path, rows: list) -> None:
    (root / "records/facts.jsonl").write_bytes(b"".join(rows))


def forged(raw: bytes, **changes) -> bytes:
    """A line with a right checksum, as somebody who knows the format writes it."""
    return lines.encode({**lines.decode(raw), **changes})


EDITS = {
    "altered": (lambda rows: [*rows[:2], forged(rows[2], text="no seeds"), *rows[3:]], "line 3", "altered"),
    "metadata": (lambda rows: [*rows[:1], forged(rows[1], owner="somebody"), *rows[2:]], "line 2", "altered"),
    "cut": (lambda rows: rows[:-2], "line 4", "2 lines that were written are gone"),
    "taken out": (lambda rows: rows[:1] + rows[2:], "line 2", "a line that stood here is gone"),
    "put in": (lambda rows: [*rows[:3], forged(rows[3], id="X" * 26), *rows[3:]], "line 4", "not written here"),
    "appended": (lambda rows: [*rows, forged(rows[0], id="X" * 26)], "line 6", "not written by this skill"),
    "swapped": (lambda rows: [rows[1], rows[0], *rows[2:]], "line 1", "not written here"),
    "replayed": (lambda rows: [*rows[:4], rows[0]], "line 5", "altered"),
}


@pytest.mark.parametrize("name", sorted(EDITS))
def test_the_first_altered_line_is_named(root, name):
    """T13: at-rest edits with right checksums, one of each sort."""
    assert alarms(root) == []
    edit, line, what = EDITS[name]
    put(root, edit(facts(root)))
    (alarm,) = alarms(root)
    assert f"facts.jsonl: {line}, byte" in alarm and what in alarm
    keep(open_store(root), "life goes on", category="patterns")
    assert alarms(root), "a later add covered it up"


def test_an_older_copy_of_the_whole_folder_is_noticed(root, tmp_path):
    """Every byte in it is genuine; what came after is missing."""
    shutil.copytree(root, tmp_path / "copy")
    keep(open_store(root), "one fact more", category="patterns")
    shutil.rmtree(root)
    shutil.copytree(tmp_path / "copy", root)
    (alarm,) = alarms(root)
    assert "line 6" in alarm and "1 lines that were written are gone" in alarm


def test_what_we_do_ourselves_is_no_alarm(root):
    """Replacing, condensing, taking back, restoring, a person's edit, a rebuild."""
    live = memory("I live in Porto", attribute="residence", value="Porto", created_at="2026-01-01T00:00:00Z")
    add(open_store(root), live)
    add(open_store(root), memory("I live in Lisbon", attribute="residence", value="Lisbon", kind="belief"))
    face = root / "long-term/patterns.md"
    face.write_text(
        face.read_text(encoding="utf-8").replace("number 3 holds seeds", "number 3 holds bulbs"), encoding="utf-8"
    )
    setup.refresh(open_store(root), "en")
    assert "The box number 3 holds bulbs" in active(open_store(root))
    store = open_store(root, "2029-05-06T09:00:00Z", condense__keep="0.99", condense__drop="0.9")
    with store.reading():
        plan = maintain.plan_compress(list(store.memories()), store.now, store.settings)
    assert maintain.apply(store, plan, yes=True).done
    assert alarms(root) == []
    maintain.undo(open_store(root))
    assert alarms(root) == []


def test_a_forgetting_begins_the_chain_anew_and_says_so(root):
    """The lines are gone because somebody asked for it."""
    forget.forget(open_store(root), Request(query="box number 2"), "en")
    assert alarms(root) == [] and "forgotten on request: 5 lines taken as they stand" in said(root)


def test_a_forgetting_does_not_cover_an_alarm_up(root):
    """Who altered a line could else wait for the next one."""
    put(root, EDITS["altered"][0](facts(root)))
    forget.forget(open_store(root), Request(query="box number 4"), "en")
    assert "line 3" in alarms(root)[0]


def test_lines_that_git_merged_in_are_taken_in_with_a_reason(root):
    """All of ours are there, in whatever order; without git around it the same is an alarm."""
    put(root, [forged(facts(root)[0], id="X" * 26), *facts(root)])
    assert alarms(root)
    (root.parent / ".git").mkdir()
    assert alarms(root) == [] and "git merged other lines in" in said(root)
    put(root, facts(root)[1:-1])
    assert alarms(root), "one of ours is missing, and that is no merge"


def test_a_person_may_accept_what_was_found(root, capsys):
    """With a reason that is kept."""
    put(root, EDITS["cut"][0](facts(root)))
    base = ["doctor", "--memory-dir", str(root)]
    assert memory_manager.main([*base, "--verify"]) == 1
    assert "line 4" in capsys.readouterr().out
    assert memory_manager.main([*base, "--verify", "--accept", "restored from Tuesday's backup"]) == 0
    assert "restored from Tuesday's backup" in capsys.readouterr().out
    assert memory_manager.main([*base, "--verify"]) == 0
    assert memory_manager.main([*base, "--accept", "no reason to"]) == 2


@pytest.mark.parametrize("there", [True, False], ids=["appended", "not appended"])
def test_a_writer_killed_between_announcing_and_confirming_is_no_alarm(root, there):
    """Whether the line came or not, before and after the next writer."""
    store = open_store(root)
    raw = forged(facts(root)[0], id="01KQY87XM0KKKKKKKKKKKKKKKK", text="in the middle of it")
    assert store.anchor.announce("facts.jsonl", [raw])
    if there:
        with open(root / "records/facts.jsonl", "ab") as stream:
            stream.write(raw)
    assert store.anchor.verify(recording.files_of(store)) == []
    keep(open_store(root), "the next one", category="patterns")
    assert alarms(root) == []


def test_a_rewriting_that_was_killed_begins_the_chain_anew(root):
    """Between the new file and the new chain."""
    store = open_store(root)
    store.anchor.announce_rewriting("forgotten on request")
    put(root, facts(root)[1:])
    keep(open_store(root), "the next one", category="patterns")
    assert alarms(root) == [] and "forgotten on request" in said(root)


def test_lines_after_a_restart_of_the_machine_are_taken_in_and_said(root, tmp_path, monkeypatch):
    """The chain is not waited for, so a power loss may take its end; what it still covers must fit."""
    place = open_store(root).anchor.place
    whole = place.read_text(encoding="utf-8").splitlines(keepends=True)
    last = max(n for n, line in enumerate(whole) if line.startswith("+ facts"))
    place.write_text("".join(whole[:last]), encoding="utf-8")
    (tmp_path / "boot").write_text("another boot", encoding="ascii")
    monkeypatch.setattr(ids, "BOOT_ID", tmp_path / "boot")
    assert alarms(root) == [] and "restart" in said(root)
    put(root, EDITS["altered"][0](facts(root)))
    (tmp_path / "boot").write_text("a third boot", encoding="ascii")
    assert "line 3" in alarms(root)[0]


def test_an_altered_anchor_is_an_alarm(root):
    """Its own chain does not fit any more."""
    place = open_store(root).anchor.place
    text = place.read_text(encoding="utf-8").splitlines(keepends=True)
    del text[next(n for n, line in enumerate(text) if line.startswith("+ "))]
    place.write_text("".join(text), encoding="utf-8")
    assert any("the anchor itself was altered" in alarm for alarm in alarms(root))


def test_the_anchor_is_private_and_outside_the_folder(root):
    """Who may write the memory folder may not write this."""
    place = open_store(root).anchor.place
    assert place.stat().st_mode & 0o777 == 0o600 and root not in place.parents
    assert place.parent == Path.home() / ".local/state/memory-strategy"
    assert "seeds" not in place.read_text(encoding="utf-8")


def test_without_a_home_nothing_is_kept(tmp_path, monkeypatch):
    """Memory works as before, and `doctor --verify` says that there is nothing to compare with."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.delenv(name)
    root = new_store(tmp_path).paths.root
    keep(open_store(root), "I prefer tea")
    assert open_store(root).anchor.place is None
    assert alarms(root) == [] and "nothing to compare with" in said(root)


@pytest.mark.parametrize(
    ("env", "expected"),
    [({"HOME": "/"}, None), ({"HOME": "/home/odo", "MEMORY_STRATEGY_ANCHOR_DIR": ""}, None),
     ({"HOME": "/home/odo"}, "/home/odo/.local/state/memory-strategy"), ({"MEMORY_STRATEGY_ANCHOR_DIR": "/srv/a"}, "/srv/a"),
     ({"HOME": "/home/odo", "XDG_STATE_HOME": "/home/odo/s"}, "/home/odo/s/memory-strategy")],
)  # fmt: skip
def test_where_the_anchor_lies(tmp_path, env, expected):
    """By the environment; one file for each real folder."""
    place = anchor_place(tmp_path, env)
    assert (place and str(place.parent)) == expected
    if place:
        (tmp_path / "link").symlink_to(tmp_path)
        assert anchor_place(tmp_path / "link", env) == place


def test_an_anchor_that_cannot_be_written_stops_nothing(root, monkeypatch):
    """The memory is kept, and it is said that the anchor will not know it."""
    real = files.opened

    def refused(path, flags=os.O_RDONLY):
        if path.suffix == ".chain" and flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, "read-only")
        return real(path, flags)

    with monkeypatch.context() as broken:
        broken.setattr(files, "opened", refused)
        store = open_store(root)
        assert keep(store, "kept all the same", category="patterns").action == "written"
        assert any("--accept" in warning for warning in store.warnings)
    assert "not written by this skill" in alarms(root)[0]


def test_a_store_that_was_there_before_is_anchored_as_it_stands(tmp_path, monkeypatch):
    """The first writing on this machine says so."""
    monkeypatch.setenv("MEMORY_STRATEGY_ANCHOR_DIR", "")
    root = new_store(tmp_path).paths.root
    keep(open_store(root), "I prefer tea")
    monkeypatch.delenv("MEMORY_STRATEGY_ANCHOR_DIR")
    with contextlib.suppress(KeyError):
        keep(open_store(root), "I prefer rye")
    assert alarms(root) == [] and "anchored for the first time: 1 lines" in said(root)


@pytest.mark.parametrize("end", ["", "+ facts.jsonl 0123"])
def test_an_announcement_that_the_disk_cut_off_is_no_alarm(root, end):
    """A write that failed half way leaves a last line without an end; the next writer takes it away and goes on."""
    place = anchor_place(root, os.environ)
    place.write_text(place.read_text(encoding="utf-8") + (end or "= "), encoding="utf-8")
    assert not alarms(root)
    keep(open_store(root), "The seventh box holds bulbs", category="patterns")
    assert not alarms(root) and place.read_text(encoding="utf-8").count("+ facts.jsonl") == len(facts(root))
