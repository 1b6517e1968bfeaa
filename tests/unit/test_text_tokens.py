"""Token estimates that never run low, and cuts that a reader would make."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_strategy.text.tokens import count_tokens, cut_to_chars, cut_to_tokens, grapheme_ends


@pytest.mark.parametrize(
    ("text", "measured"),
    [
        ("Bart在动物园看到可爱的小熊猫感到非常开心。", 27),
        ("It's Shia Labeouf!", 8),
        ("They were awestruck and humbled.", 9),
        ("好的👌谢谢🙏", 12),
        ("0ba3fbeac27e85206cb5124921ffcff3b3cb6807e8224e8f2cbfa89bdb24", 37),
    ],
)
def test_d34_the_estimate_is_not_lower_than_a_measured_vocabulary(text, measured):
    """The counts are cl100k's, the costliest vocabulary in wide use."""
    assert measured <= count_tokens(text) <= 3 * measured


def test_d34_a_hundred_and_fifty_chinese_characters_are_about_as_many_tokens():
    """Characters ÷ 4 says 37."""
    assert count_tokens("一" * 150) >= 150
    assert count_tokens("👍" * 5) >= 10


def test_d34_a_cut_never_splits_a_person_or_an_accent():
    """The limit falls inside a joined emoji or a composed letter."""
    assert cut_to_chars("好👩\u200d🔧好", 3) == "好"
    assert cut_to_chars("abe\u0301f", 3) == "ab"
    assert cut_to_chars("🇨🇳🇫🇷", 3) == "🇨🇳"


def test_a_cut_prefers_the_end_of_a_sentence():
    """What fits is cut at the last whole sentence."""
    assert cut_to_chars("One two. Three four. Five", 22) == "One two. Three four."
    assert cut_to_tokens("第一句。第二句很长很长很长。", 6) == "第一句。"


@given(st.text(), st.integers(0, 40))
def test_a_cut_is_a_beginning_within_its_limit(text, limit):
    """Cutting never changes, reorders or exceeds."""
    part = cut_to_tokens(text, limit)
    assert text.startswith(part) and count_tokens(part) <= max(limit, 0)
    assert not text or grapheme_ends(text)[-1] == len(text)
