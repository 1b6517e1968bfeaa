"""The patterns in templates/ are what the code writes."""

from __future__ import annotations

import re
from typing import List

import pytest

from memory_strategy import snapshot
from memory_strategy.memory import contents, drawing
from memory_strategy.store.page import ITEM
from repository import ROOT


def headings(name: str) -> List[str]:
    text = (ROOT / "templates" / name).read_text(encoding="utf-8")
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    assert found
    return found


def test_core_and_daily_log_use_the_headings_of_the_faces():
    """One heading for a topic, two sections for a day."""
    assert headings("core_memory_template.md") == [drawing.HEADINGS["core"][0]]
    assert headings("daily_log_template.md")[1:] == [drawing.REMEMBERED[0], drawing.SPOKEN[0]]


def test_snapshot_has_the_sections_of_the_snapshot_in_their_order():
    """As `bootstrap` prints them."""
    assert headings("snapshot_template.md")[1:] == [zh for _, zh, _ in snapshot.SECTIONS]
    assert f"# {headings('snapshot_template.md')[0]}" == snapshot.HEAD["zh"]


def test_index_has_the_marks_of_the_generated_block():
    """What stands outside them is the person's."""
    text = (ROOT / "templates" / "memory_index_template.md").read_text(encoding="utf-8")
    assert contents.BEGIN in text and contents.END in text


@pytest.mark.parametrize("name", ["core_memory_template.md", "daily_log_template.md"])
def test_list_items_have_the_shape_that_is_read_back(name):
    """With an id filled in, each item is one of ours."""
    text = (ROOT / "templates" / name).read_text(encoding="utf-8").replace("{编号}", "k7f3a9")
    items = [line for line in text.splitlines() if line.startswith("- ")]
    assert items and all(ITEM.match(line) for line in items)
