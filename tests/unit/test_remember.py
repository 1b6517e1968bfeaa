"""`add`: what is kept, what is refused, and what the receipt says."""

from __future__ import annotations

import pytest

from memory_strategy.cli import wording
from memory_strategy.errors import Refused, UsageError
from stores import active, keep, new_store


@pytest.mark.parametrize(
    "text",
    ["不要记住这个：我的工资是三万", "这句别记，我在找工作", "Please don't store this, but I am looking for a new job"],
)
def test_what_asks_not_to_be_kept_is_refused_and_said(tmp_path, text):
    """Everything the agent hears goes through `add`; the words decide, not the command."""
    store = new_store(tmp_path)
    with pytest.raises(Refused, match="not to be kept"):
        keep(store, text)
    assert active(store) == []


@pytest.mark.parametrize(
    "text", ["ok", "hello", "好的", "记下来", "remember this", "我住在哪里？", "Do you remember where I parked?"]
)
def test_what_says_nothing_is_refused(tmp_path, text):
    """Greetings and questions kept as facts would lead the snapshot."""
    store = new_store(tmp_path)
    with pytest.raises(Refused, match="nothing to remember"):
        keep(store, text)
    assert active(store) == []


@pytest.mark.parametrize("text", ["buy milk", "买牛奶", "用户喜欢黑色", "always run the linter before a commit"])
def test_a_short_note_or_an_order_to_oneself_is_kept(tmp_path, text):
    """Who asks for it decides; only what says nothing is refused."""
    store = new_store(tmp_path)
    keep(store, text)
    assert active(store) == [text]


def test_no_words_at_all_are_a_wrong_call(tmp_path):
    """Exit 2 belongs to the arguments."""
    with pytest.raises(UsageError):
        keep(new_store(tmp_path), "  ")


@pytest.mark.parametrize("lang, words", [("en", "was not kept"), ("zh", "没有保存")])
def test_a_receipt_says_that_a_secret_was_not_kept(tmp_path, lang, words):
    """The word Remembered alone would make a person believe that their password is in there."""
    receipt = keep(new_store(tmp_path), "帮我记一下，我家的 Wi-Fi 密码是 sunny2024")
    assert "sunny2024" not in receipt.memory.text
    assert words in wording.receipt(receipt, lang)
