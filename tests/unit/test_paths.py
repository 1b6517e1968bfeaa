"""Places: where the memory folder is, and what leads out of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_strategy.config import load
from memory_strategy.errors import NotSetUp, StoreError
from memory_strategy.paths import Paths, find_memory_dir


def paths(root, **storage):
    settings = load(None, {}).section("storage_paths")
    return Paths(root, {**settings, **storage})


def test_the_folder_is_the_argument_else_the_environment_else_the_nearest_upwards(tmp_path):
    """The contract's order, so that an agent in a sub-folder finds its workspace's memory."""
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert find_memory_dir(None, {}, deep) == deep / ".memory"
    (tmp_path / ".memory").mkdir()
    assert find_memory_dir(None, {}, deep) == tmp_path / ".memory"
    assert find_memory_dir(None, {"MEMORY_STRATEGY_DIR": "m"}, deep) == deep / "m"
    assert find_memory_dir("x", {"MEMORY_STRATEGY_DIR": "m"}, deep) == deep / "x"


def test_s4s_storage_paths_mean_the_same_place(tmp_path):
    """S4 writes .memory/long-term/… from the workspace."""
    assert paths(tmp_path / ".memory", contacts=".memory/long-term/people.md").topic("contacts") == (
        tmp_path / ".memory/long-term/people.md"
    )


@pytest.mark.parametrize("value", ["/etc/passwd", "~/x.md", "../../x.md", "C:\\x.md", "\\\\host\\x", "a\0b", ""])
def test_d37_a_configured_path_that_leads_out_is_refused(tmp_path, value):
    """D37: neither absolute, nor upwards, nor another drive."""
    with pytest.raises((NotSetUp, StoreError)):
        paths(tmp_path / "ws" / ".memory", contacts=value)


def test_d37_a_link_that_leads_out_is_refused(tmp_path):
    """D37: every component is resolved, a linked parent too."""
    root = tmp_path / "ws" / ".memory"
    root.mkdir(parents=True)
    (tmp_path / "out").mkdir()
    (root / "short-term").symlink_to(tmp_path / "out")
    with pytest.raises(StoreError, match="leads outside"):
        paths(root)


def test_importance_decides_between_topic_and_day():
    """S4's routing: 5 core, 4 a topic, 3 and 2 the day."""
    made = paths(Path("/w/.memory"))
    assert made.face("preferences", 4, "2026-05-06").name == "preferences.md"
    assert made.face("preferences", 3, "2026-05-06").name == "2026-05-06.md"
    assert made.face("daily", 5, "2026-05-06").name == "2026-05-06.md"
