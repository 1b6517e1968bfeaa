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


WHOLE = [
    "I used to smoke but I quit in 2021",
    "We tried Redis and it was too slow for us. We decided to go with Postgres. The migration takes two weeks and Ben is in charge",
    "I hate Mondays, but I love the Tuesday yoga class with Petra at 7am",
    "这个项目延期了，但是我喜欢新方案",
    "My name is Tomasz Wilk and I live in Gdansk",
    "Our Wi-Fi is slow. I prefer the cable.",
    "Deploy steps:\n1. make build\n2. make push\nI prefer to do it by hand.",
]


@pytest.mark.parametrize("text", WHOLE)
def test_what_was_asked_for_is_kept_whole(tmp_path, text):
    """In its exact words; what the rules recognise inside says only what it is."""
    assert keep(new_store(tmp_path), text).memory.text == text


def test_a_long_account_is_kept_whole_with_its_dates(tmp_path):
    """Five sentences, of which one is a preference."""
    text = "一直在纠结要不要换云服务商。青云宕机了两次。备选是蓝海云，孙磊让我给个建议。我倾向于蓝海云，不过还想先看看他们的SLA。"
    memory = keep(new_store(tmp_path), text).memory
    assert memory.text == text and memory.evidence[-1].quote == text


def test_a_whole_text_replaces_the_value_of_which_it_tells_a_new_one(tmp_path):
    """Who drives a Tesla now does not drive a Golf."""
    store = new_store(tmp_path)
    keep(store, "I drive a Golf")
    receipt = keep(store, "I sold the Golf, I drive a Tesla")
    assert [m.text for m in receipt.replaced] == ["I drive a Golf"]
    assert active(store) == ["I sold the Golf, I drive a Tesla"]


def test_a_whole_text_that_repeats_a_known_value_is_no_repetition(tmp_path):
    """The rest of it is new."""
    store = new_store(tmp_path)
    keep(store, "I live in Graz")
    keep(store, "I live in Graz and my sister hates cheese")
    assert active(store) == ["I live in Graz", "I live in Graz and my sister hates cheese"]


def test_a_secret_that_was_left_out_is_said_although_the_rest_is_a_statement(tmp_path):
    """账号是home is a fact of its own; the password before it is not passed over in silence."""
    receipt = keep(new_store(tmp_path), "我的WiFi密码是sunny2024，账号是home")
    assert "home" in receipt.memory.text and "sunny2024" not in receipt.memory.text
    assert "没有保存" in wording.receipt(receipt, "zh")


@pytest.mark.parametrize(
    "text", ["I think maybe Krzysztof is leaving in January, not sure", "老板好像打算年底裁员", "听说公司要搬到海淀"]
)
def test_a_guess_is_kept_as_a_belief_of_the_owners(tmp_path, text):
    """It is theirs, and it is no fact."""
    memory = keep(new_store(tmp_path), text).memory
    assert (memory.kind, memory.speaker, memory.origin) == ("belief", "user", "owner")
    assert memory.confidence <= 0.6


@pytest.mark.parametrize(
    "text, category",
    [
        ("王总是恒达采购总监", "contacts"), ("My car is a blue Skoda", "core"), ("My salary is 5200 euros a month", "core"),
        ("My blood type is O negative", "core"), ("My desk is on the third floor", "core"),
        ("The report is due on 15 December", "projects"),
        ("Meeting with Sue at 3pm on Monday", "projects"), ("My dentist appointment is tomorrow at 9", "contacts"),
        ("我爱人下个月过生日", "contacts"), ("Ben owes me 40 euros", "contacts"), ("我换手机号了", "core"),
    ],
)  # fmt: skip
def test_a_topic_chooses_the_file(tmp_path, text, category):
    """People with people, what the owner has with the owner, what is due with the projects."""
    assert keep(new_store(tmp_path), text).memory.category == category


@pytest.mark.parametrize(
    "text",
    ["Why did the chicken cross the road? Because it wanted to get to the other side.",
     "为什么程序员总分不清万圣节和圣诞节？因为 Oct 31 == Dec 25",
     "Shopping list: milk, eggs, bread", "buy milk", "购物清单：牛奶，鸡蛋"],
)  # fmt: skip
def test_jokes_and_shopping_lists_weigh_three(tmp_path, text):
    """Unless the owner says otherwise, by a number or by a phrase that is one."""
    store = new_store(tmp_path)
    assert keep(store, text).memory.importance == 3
    assert keep(store, text + " !", importance=4).memory.importance == 4


def test_a_phrase_that_is_one_lifts_a_joke(tmp_path):
    """永久保存 is the owner's weight."""
    assert keep(new_store(tmp_path), "永久保存：购物清单，牛奶和鸡蛋").memory.importance == 5


@pytest.mark.parametrize(
    "text, kept",
    [
        (
            "My birthday is May 3, and please remember that I hate cake",
            "My birthday is May 3, and please remember that I hate cake",
        ),
        ("能不能帮我记一下：我对花生过敏。谢谢！", "我对花生过敏"),
        (
            "Please remember: my dentist is Dr. Quill. She is at Hill Rd. 7. Thanks!",
            "my dentist is Dr. Quill. She is at Hill Rd. 7.",
        ),
        ("Hi! By the way, I live in Graz.", "I live in Graz"),
    ],
)
def test_only_the_asking_and_the_thanks_are_left_out(tmp_path, text, kept):
    """What stands before the phrase that asks is part of what was said."""
    assert keep(new_store(tmp_path), text).memory.text == kept
