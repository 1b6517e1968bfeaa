"""The short form of the fault campaign; `make faults` is the long one. Nothing lost, nothing twice, nothing left to a hand."""

from __future__ import annotations

import subprocess
import sys

from faults import crowd, damage, injection, powerloss, surroundings, tracepoints
from faults.operations import OPERATIONS, scene
from faults.table import Row, shown
from memory_strategy.memory import mending, redo
from repository import ROOT

NAMES = tuple(OPERATIONS)


def whole(*rows: Row) -> None:
    """Each row tried something, and survived all of it."""
    for row in rows:
        assert row.points and not row.failures, shown(rows) + "\n" + "\n".join(row.failures[:10])


def test_d17_a_kill_anywhere_loses_nothing():
    """D17: random points of each of eight commands; the campaign forks, so it runs in a process of its own."""
    command = [sys.executable, str(ROOT / "tools/fault_campaign.py"), "--only", "kills", "--scale", "0.032"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("| SIGKILL in") == len(NAMES)


def test_d19_a_refused_call_is_said_and_loses_nothing(folder):
    """D19: EIO, ENOSPC, EROFS and EMFILE at every 61st call and every 211th statement of every command, once or from there on."""
    whole(*injection.campaign(folder, NAMES, injection.ERRORS, step=61, sql_step=211))


def test_power_loss_leaves_a_state_that_the_next_run_puts_right(folder):
    """Sixty of the states that two dozen operations may leave."""
    whole(powerloss.campaign(folder, wanted=60, seed=1))


def test_d18_many_at_once_lose_nothing(folder):
    """D18: four writers, a consolidation and a reader."""
    whole(crowd.campaign(folder, writers=4, each=5))


def test_d24_the_clock_may_jump(folder):
    """D24: back, forward, 1970, 2100, over summer time, in four zones."""
    whole(surroundings.clock(folder))


def test_d19_a_full_disk_and_a_read_only_folder(folder):
    """D19: what was acknowledged is there, reading goes on, and the refusal is a sentence."""
    whole(
        surroundings.full_disk(folder, (1100,)), surroundings.read_only(folder), surroundings.size_limit(folder, 4096)
    )


def test_d23_a_damaged_index_costs_nothing_but_time(folder):
    """D23: gone, empty, a folder, of a newer version, noise, cut anywhere; and bytes of it written over."""
    whole(*damage.index_rows(folder, scribbles=12, seed=1))


def test_a_damaged_record_line_costs_that_line_and_is_said(folder):
    """A record file cut within its last two lines, and a bit flipped in one."""
    whole(*damage.record_rows(folder, step=29))


def test_system_calls_that_fail_or_kill(folder):
    """By strace, where it may trace; a machine without it tries nothing and says so."""
    row = tracepoints.campaign(folder, ("add",), most=6, seed=1)
    assert not row.failures, "\n".join(row.failures)
    assert row.points == 6 or "not to be had" in row.note


# -- the campaign has teeth: each safeguard taken away is found missing -------------------------------------------------


def test_without_fsync_acknowledged_memories_are_lost(folder, monkeypatch):
    """The power-loss states find what git and LevelDB once got wrong."""
    monkeypatch.setattr(powerloss.Disk, "_sync", lambda disk, path: None)
    row = powerloss.campaign(folder, wanted=20, seed=1)
    assert row.counts["lost"], shown([row])


def test_without_the_plan_of_a_flush_a_replacement_is_left_half_done(folder, monkeypatch):
    """Two values stand for one attribute, and no later run would know."""
    monkeypatch.setattr(redo, "needed", lambda memories: False)
    row = injection.campaign(folder, ("replace",), ["EIO"], sql_step=9)[0]
    assert row.counts["apart"], shown([row])


def test_without_the_redrawing_a_line_is_missing_from_its_face(folder, monkeypatch):
    """A writer that dies between record and face."""
    monkeypatch.setattr(mending, "redraw", lambda store, stale, undrawn: [])
    row = injection.campaign(folder, ("add",), ["EIO"], sql_step=9)[0]
    assert row.counts["apart"], shown([row])


def test_a_scene_is_more_than_an_empty_store(folder):
    """Else a survival would mean little."""
    made = scene("condense", folder)
    assert len(made.before) >= 12 and made.after > made.before == made.kept
