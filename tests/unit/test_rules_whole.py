"""A memory's text is what was said: whole where it was asked for, never glued together, never out of a story."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from memory_strategy.model import OWNER, Turn
from memory_strategy.rules.asked import kept_part, leaves_out
from memory_strategy.rules.evaluation import evaluate
from memory_strategy.rules.reading import read_turn

SAID = datetime(2026, 11, 5, 9, 0, tzinfo=timezone.utc)  # a Thursday


def read(*texts):
    """The candidates of the last text, the others said before it."""
    turns = [Turn("openclaw", "s", f"m{i}", i, OWNER, text, time=SAID) for i, text in enumerate(texts)]
    return read_turn(turns[-1], turns[:-1], SAID)


@pytest.mark.parametrize(
    "text",
    [
        "I used to smoke but I quit in 2021",
        "I hate Mondays, but I love the Tuesday yoga class with Petra at 7am",
        "这个项目延期了，但是我喜欢新方案",
        "我们房租4500，每月3号交",
        "我妈打电话来了，她讨厌坐飞机",
        "客户那边的对接人是罗莎，邮箱rosa@blum.test，她喜欢打电话",
        "The client's contact is Rosa Blum, rosa@blum.test, she prefers phone",
        "My new address is ul. Parkowa 7, Sopot",
        "My doctor is Dr. med. Anna Berg, Hauptstr. 5",
        "My sister lives at No. 7 Hill Rd. in Hove",
    ],
)
def test_a_sentence_is_one_memory_in_the_speakers_words(text):
    """The clause that carries the number, the name or the object stays with the statement."""
    assert [c.text for c in read(text + ("。" if "，" in text else "."))] == [text]


def test_the_day_before_a_statement_stays_with_it():
    """And the clauses between them."""
    (found,) = read("我爱人下个月生日，我想送她一条项链，预算两千")
    assert found.text == "我爱人下个月（2026-12）生日，我想送她一条项链，预算两千"


@pytest.mark.parametrize(
    "said",
    [
        ("My daughter's teacher called me.", "She prefers phone."),
        ("My sister met Ana yesterday.", "She lives in Graz."),
        ("My parents have a big house.", "She lives in Graz."),
        ("My sister is a nurse.", "Fine.", "Okay then.", "Good.", "She lives in Graz."),
        ("我妹妹是护士", "它对鸡肉过敏"),
    ],
)
def test_a_pronoun_that_may_mean_two_means_nobody(said):
    """Nor one that does not fit, nor somebody named long before."""
    assert read(*said) == []


def test_a_pronoun_never_takes_a_subject_from_another_sentence_over_one_of_its_own():
    """The daughter of an earlier turn is not the contact of this one."""
    found = read(
        "My daughter's teacher wrote to me.", "The client's contact is Rosa Blum, rosa@blum.test, she prefers phone."
    )
    assert [(c.subject, c.value) for c in found] == [("user", "Rosa Blum")]


@pytest.mark.parametrize(
    "text",
    [
        "Write a story: My name is Captain Blood and I hate the sea.",
        "Pretend that my name is Bob. I live in Rome.",
        "I am a lawyer for this exercise. I live in Rome.",
        "Draft a cover letter for my sister. I am a nurse with ten years of experience.",
        "Could you write me a short poem? I love the moon.",
        "Let's role-play. I'm a pirate. Remember that I hate rum.",
        "Translate this into German: I live in Rome. I'm allergic to nuts.",
        "写个故事：我叫黑胡子船长，我讨厌大海。",
        "帮我写一封求职信。我是一名护士。",
        "假装你是我老板。我住在罗马。",
        "请把下面这句翻译成英文：我对花生过敏",
        "Here is a draft of my essay: I was born in Rome. I live in Paris.",
        "In a role-play, you are a doctor. I have diabetes.",
        "这是我写的小说：我叫李四。我住在罗马。",
        "翻译：我住在巴黎。我对花生过敏。",
    ],
)
def test_a_story_and_what_is_dictated_or_translated_yield_nothing(text):
    """Nor does the rest of the turn."""
    assert read(text) == []


@pytest.mark.parametrize(
    "text, kept",
    [
        ("I love hiking, please write a poem about it. I live in Rome.", ["I love hiking"]),
        ("我昨天去了海边，帮我写首诗", ["我昨天（2026-11-04）去了海边"]),
        ("Remember to write a letter to Anna.", ["write a letter to Anna"]),
        ("Please write this down: the gate is green", ["the gate is green"]),
        ("请写下来：大门是绿色的", ["大门是绿色的"]),
        ("I translate books for a living. I live in Graz.", ["I live in Graz"]),
    ],
)
def test_what_stands_before_a_story_and_what_only_names_one_is_read(text, kept):
    """An order to keep something is no order to write it."""
    assert [c.text for c in read(text)] == kept


@pytest.mark.parametrize(
    "text, kept",
    [
        ("Remember: Dad's surgery went well, I prefer to visit him on Sunday", "Dad's surgery went well, I prefer to visit him on Sunday"),
        ("记住：青云宕机了两次，我倾向于蓝海云", "青云宕机了两次，我倾向于蓝海云"),
    ],
)  # fmt: skip
def test_a_trigger_keeps_its_words_whole(text, kept):
    """What the rules recognise inside gives the place, not the text."""
    (found,) = read(text)
    assert (found.text, found.rule, found.forced) == (kept, "prefers", 4)


@pytest.mark.parametrize(
    "text",
    [
        "记住：老板好像打算年底裁员",
        "Remember: I think maybe Krzysztof is leaving in January, not sure",
        "记住：听说公司要搬家",
    ],
)
def test_a_guess_that_was_asked_for_is_a_belief(text):
    """However firmly it was asked for."""
    (found,) = read(text)
    assert found.kind == "belief" and found.confidence <= 0.6 and found.attribute == ""


@pytest.mark.parametrize(
    "text",
    [
        "I think maybe Krzysztof is leaving in January, not sure", "I think I'm allergic to cats", "老板好像打算裁员",
        "李娜好像要辞职", "Perhaps my sister is moving to Graz", "可能我对猫毛过敏",
    ],
)  # fmt: skip
def test_a_guess_in_passing_is_a_belief_in_the_words_that_doubt(text):
    """Never a fact, and it replaces none."""
    for found in read(text):
        assert found.kind == "belief" and found.confidence <= 0.6 and found.attribute == ""
        assert found.quote == text


def test_a_number_that_is_rounded_is_no_guess():
    """大概三十岁 is a fact."""
    (found,) = read("记住：预算大概5000")
    assert found.kind == "fact"


def test_what_a_text_says_beside_its_statements_is_left_out():
    """Thanks, questions and openings are nothing."""
    assert leaves_out("I hate Mondays, but I love yoga", [(0, 14)])
    assert not leaves_out("Hi! I hate Mondays. Thanks!", [(4, 18)])
    assert not leaves_out("对了，我对花生过敏，你知道吗？", [(3, 9)])


def test_the_part_to_keep_is_without_the_phrase_that_asks():
    """And in one run."""
    text = "Please remember: my dentist is Dr. Quill. She is at Hill Rd. 7. Thanks!"
    start, end = kept_part(text)
    assert text[start:end] == "my dentist is Dr. Quill. She is at Hill Rd. 7."


def test_an_evaluation_reads_no_story():
    """`evaluate_importance --auto` is no other reader."""
    assert evaluate("写个故事：我叫黑胡子船长，我对花生过敏。", SAID).score <= 2
