"""Whole replacement, durable appending, and the lock."""

from __future__ import annotations

import errno
import os
import subprocess
import sys

import pytest

from memory_strategy.errors import Locked, StoreError
from memory_strategy.store import files
from memory_strategy.store.lock import exclusive


def test_a_failed_replace_leaves_the_old_content_and_no_temporary_file(tmp_path, monkeypatch):
    """D19: a full disk never leaves an empty file in place of the old one."""
    path = tmp_path / "face.md"
    path.write_text("old", encoding="utf-8")

    def full(*_args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(StoreError, match="disk is full"):
        files.replace(path, b"new")
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["face.md"]


def test_a_failed_append_is_cut_back(tmp_path, monkeypatch):
    """What was not acknowledged leaves no trace."""
    path = tmp_path / "facts.jsonl"
    files.append(path, b"one\n")
    monkeypatch.setattr(files.os, "fsync", lambda _fd: (_ for _ in ()).throw(OSError(errno.EIO, "I/O error")))
    with pytest.raises(StoreError):
        files.append(path, b"two\n")
    assert path.read_bytes() == b"one\n"


def test_new_files_are_private_and_an_existing_mode_is_kept(tmp_path):
    """Memories are nobody else's business; a person's chmod is theirs."""
    path = tmp_path / "sub" / "face.md"
    files.replace(path, b"x")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    files.replace(path, b"y")
    assert path.stat().st_mode & 0o777 == 0o640


def test_leftovers_of_a_killed_writer_are_swept(tmp_path):
    """D19: leftovers are cleaned by the next run."""
    (tmp_path / f"{files.TEMP_MARK}dead").write_bytes(b"half")
    (tmp_path / "kept.md").write_bytes(b"whole")
    assert files.sweep(tmp_path) == 1
    assert os.listdir(tmp_path) == ["kept.md"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_d09_a_text_in_an_encoding_people_use_is_read(tmp_path, encoding):
    """D09: Notepad's BOM, a Chinese Windows' GBK and UTF-16 are read; none of them kills the reader."""
    path = tmp_path / "周报模板.md"
    path.write_bytes("周报模板：每周五交。".encode(encoding))
    assert files.read_text(path) == "周报模板：每周五交。"


@pytest.mark.parametrize("said", ["", "999999", "self", "not a number\n"])
def test_d22_a_lock_file_without_a_living_owner_locks_nobody_out(tmp_path, said):
    """D22: only the kernel's lock counts, whatever a lock file says (nothing, a dead process, a living one) or how old it is."""
    lock = tmp_path / "state" / "lock"
    lock.parent.mkdir()
    lock.write_text(str(os.getpid()) if said == "self" else said, encoding="utf-8")
    os.utime(lock, (0, 0))
    with exclusive(lock, 0.0):
        pass


def test_d22_a_live_writer_is_never_robbed_and_its_death_frees_the_lock(tmp_path):
    """D22: a held lock makes others wait and then say so; a killed holder holds nothing."""
    lock = tmp_path / "lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", "import sys,time\nfrom pathlib import Path\nfrom memory_strategy.store.lock import exclusive\n"
         "with exclusive(Path(sys.argv[1]), 1):\n print('held', flush=True)\n time.sleep(60)", str(lock)],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert holder.stdout.readline() == "held\n"
    waits = []
    with pytest.raises(Locked, match="reading works meanwhile"), exclusive(lock, 0.05, sleep=lambda s: waits.append(s)):
        pass
    assert waits
    holder.kill()
    holder.wait()
    holder.stdout.close()
    with exclusive(lock, 5.0):
        pass


def test_who_was_killed_while_mending_is_known_to_the_next(tmp_path):
    """By a word in the lock file, which who only looks in between leaves alone."""
    lock = tmp_path / "state" / "lock"
    with pytest.raises(KeyError), exclusive(lock, 0.0, mends=True):
        raise KeyError
    with exclusive(lock, 0.0) as in_order:
        assert not in_order
    with exclusive(lock, 0.0, mends=True) as in_order:
        assert not in_order
    with exclusive(lock, 0.0, mends=True) as in_order:
        assert in_order
    assert lock.read_bytes() == b""


def test_an_append_whose_folder_cannot_be_synced_is_cut_off_again(tmp_path, monkeypatch):
    """What is refused is not there: else the next run would find lines that nobody acknowledged."""

    def refuse(path):
        raise OSError(5, "disk")

    monkeypatch.setattr(files, "_sync_folder", refuse)
    with pytest.raises(StoreError):
        files.append(tmp_path / "new.jsonl", b"line\n")
    assert (tmp_path / "new.jsonl").read_bytes() == b""
