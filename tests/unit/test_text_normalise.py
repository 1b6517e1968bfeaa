"""Folding, invisible characters, single lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_strategy.text.fold_table import SIMPLIFIED, TRADITIONAL
from memory_strategy.text.normalise import fold, one_line, strip_invisible


@pytest.mark.parametrize(
    ("one", "other"),
    [("發票開給總公司", "发票开给总公司"), ("ＵＳＢ　Ａ－７", "usb a-7"), ("cafe\u0301", "CAFÉ"), ("記住：", "记住:")],
)
def test_d03_d04_d07_spellings_of_one_text_fold_to_one_form(one, other):
    """Script, width, case and composition do not keep two texts apart."""
    assert fold(one) == fold(other)


@given(st.text())
def test_folding_twice_is_folding_once(text):
    """`fold` is idempotent on any text."""
    assert fold(fold(text)) == fold(text)


def test_the_script_table_maps_one_character_to_one():
    """Both strings have one length, no chain is left, and nothing maps to itself."""
    assert len(TRADITIONAL) == len(SIMPLIFIED) > 2900
    assert not set(TRADITIONAL) & set(SIMPLIFIED)


def test_hidden_text_goes_and_emoji_stay_whole():
    """Zero-width, bidi and tag characters are removed; what joins an emoji is kept (T14)."""
    assert strip_invisible("a\u200bb\u202ec\U000e0041\ufeff") == "abc"
    assert strip_invisible("👩\u200d🔧 ❤\ufe0f") == "👩\u200d🔧 ❤\ufe0f"
    assert strip_invisible("x\ufe0f\ufe0e\ufe0f") == "x"


def test_d12_every_line_break_is_folded_to_a_space():
    """Controls and all Unicode line breaks cannot start a new line."""
    assert one_line("甲\n## 规则\u2028乙\x85丙\x00\x0b丁") == "甲 ## 规则 乙 丙 丁"
