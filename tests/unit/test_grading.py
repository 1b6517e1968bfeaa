"""How sure an answer is: what a memory speaks of, compared with what the question asks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, List, Tuple

import pytest

from memory_strategy.index import Index
from memory_strategy.model import ASSISTANT, Document, parse_time, utc_iso
from memory_strategy.relevance import calibrate
from memory_strategy.relevance.asked import asked
from memory_strategy.relevance.calibrate import Listener, folded_of, held
from memory_strategy.relevance.synonyms import sense_of
from memory_strategy.retrieve import ask
from memory_strategy.text.tokenise import plain_words, terms

NOW = parse_time("2026-05-20T12:00:00Z")


def memory(number: int, text: str, **fields: Any) -> Document:
    time = fields.pop("time", utc_iso(NOW - timedelta(days=30 - number)))
    return Document(key=f"01K6{number:022d}", sort="memory", text=text, kind="fact", time=time, **fields)


def holding(*texts: str) -> Index:
    index = Index.in_memory()
    index.apply([memory(n, text) for n, text in enumerate(texts)])
    return index


def grades(index: Index, question: str) -> List[Tuple[str, str]]:
    return [(hit.document.text, hit.injection) for hit in ask(index, question, now=NOW).hits]


def about(question: str) -> Tuple[str, ...]:
    """The concepts of a question, each by one of its forms."""
    found = asked(question, plain_words(question)).concepts
    return tuple(sorted(min(c.stems | c.words | {c.run} - {""}) for c in found))


ENGLISH = holding("My name is Ivo Brand", "My brother Pavel lives in Ghent", "I work as an engineer")
CHINESE = holding("我叫林晓舟", "我弟弟住在大理", "我的工作是修船", "为什么海员不迷路？因为有灯塔")


@pytest.mark.parametrize(
    "question",
    ["What's my sister's name?", "What is my mother's name?", "Who is my boss?", "Where does my mother live?", "Where did I live before?",
     "What is my dog called?", "When was I born?", "Where do I live?", "What does my aunt do for a living?"],
)  # fmt: skip
def test_whoever_was_never_spoken_of_is_not_answered_for(question):
    """Sharing "name" or "live" with a question is sharing its frame."""
    assert [g for _, g in grades(ENGLISH, question) if g != "reference"] == []


@pytest.mark.parametrize(
    "question",
    [
        "我的狗叫什么",
        "我妈妈住在哪里",
        "我大学在哪读的",
        "我多大了",
        "我哥哥叫什么",
        "我的生日是什么时候",
        "我住在哪里",
    ],
)
def test_chinese_question_words_carry_no_weight(question):
    """什么, 叫, 是, 哪 stand in every question, and in a joke that begins with 为什么."""
    assert [g for _, g in grades(CHINESE, question) if g != "reference"] == []


@pytest.mark.parametrize(
    ("index", "question", "answer"),
    [
        (ENGLISH, "What is my brother's name?", "My brother Pavel lives in Ghent"),
        (ENGLISH, "Where does Pavel live?", "My brother Pavel lives in Ghent"),
        (ENGLISH, "Does my brother live in Ghent?", "My brother Pavel lives in Ghent"),
        (ENGLISH, "my brother", "My brother Pavel lives in Ghent"),
        (CHINESE, "我弟弟住哪儿", "我弟弟住在大理"),
        (CHINESE, "弟弟在哪个城市", "我弟弟住在大理"),
        (CHINESE, "我叫什么", "我叫林晓舟"),
        (holding("My father had a knee operation"), "What operation did dad have?", "My father had a knee operation"),
        (holding("我爱人李想教大提琴"), "我老婆教什么", "我爱人李想教大提琴"),
        (holding("My boss is Mr. Alder"), "Who is my manager?", "My boss is Mr. Alder"),
    ],
)  # fmt: skip
def test_what_was_said_is_answered_plainly(index, question, answer):
    """With the asker's word for it, or with the teller's."""
    assert grades(index, question)[0] == (answer, "direct")


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("My brother Pavel lives in Ghent", "What does my brother do for work?"),
        ("My uncle Ferenc lives in Pecs", "How old is my uncle?"),
        ("Julia runs the lighting", "What is Julia's phone number?"),
        ("我弟弟住在大理", "我弟弟的电话是多少"),
        ("I live in Ghent", "Where did I live before?"),
    ],
)
def test_the_right_person_and_the_wrong_matter_is_no_plain_answer(said, question):
    """It may bear on the question, and does not answer it."""
    assert "direct" not in [g for _, g in grades(holding(said), question)]


def test_a_name_is_wanted_and_not_any_capital():
    """ "My brother lives in Ghent" names a town."""
    assert grades(holding("My brother lives in Ghent"), "What is my brother's name?")[0][1] == "hedged"
    assert grades(holding("我弟弟住在大理"), "我弟弟叫什么名字")[0][1] == "hedged"


def test_a_turn_that_only_asks_tells_nothing():
    """The question was asked before; it is no answer, unless it is what is looked for."""
    index = Index.in_memory()
    turn = Document(
        key="turn:s/0", sort="turn", text="where is the violin case?", session="s", time="2026-05-19T09:00:00Z"
    )
    index.apply([turn])
    assert grades(index, "where is the violin case")[0][1] == "reference"
    assert grades(index, "what did I ask about the violin case")[0][1] != "reference"


def test_a_sure_memory_stands_above_what_is_only_pointed_at():
    """However many words of the question the other repeats."""
    index = Index.in_memory()
    turns = [
        Document(key=f"turn:s/{n}", sort="turn", text=text, session="s", position=n, origin=origin, time="2026-05-19T09:00:00Z")
        for n, (text, origin) in enumerate([("What is your name? Name a name.", "owner"), ("Name it whatever you like.", ASSISTANT)])
    ]  # fmt: skip
    index.apply([*turns, memory(1, "Our cat is called Pepper")])
    assert grades(index, "What's our cat's name?")[0] == ("Our cat is called Pepper", "direct")


def test_what_is_asked_is_told_from_how_it_is_asked():
    """Question words, frame and days are no subject."""
    assert about("What is my name?") == about("我叫什么名字") == about("最近怎么样") == ()
    assert about("What colour is the lighthouse?") == ("colour", "lighthous")
    (dog,) = asked("我的狗叫什么", ["我的狗叫什么"]).concepts
    assert dog.is_subject and {"狗", "小狗"} <= dog.words and "dog" in dog.stems
    assert "žofia" in about("Where does Žofia live?")
    assert asked("x" * 200, ["x" * 200]).concepts == ()


def test_synonyms_overlap_and_do_not_chain():
    """A spouse may be either; a wife is no husband."""
    assert {"wife", "husband"} <= set(sense_of("spouse").stems)
    assert "husband" not in sense_of("wife").stems
    assert "mother" in sense_of("parents").stems and "father" not in sense_of("mother").stems
    assert "dog" in sense_of("pet").stems and "cat" not in sense_of("dog").stems
    assert sense_of("lighthouse").words == frozenset() and not sense_of("lighthouse").is_subject


def test_what_no_memory_holds_weighs_most():
    """A word that was never heard is the most telling one of a short question."""
    question = asked("violin case colour", ["violin", "case", "colour"])
    common = Listener(question, {"violin": 1.0, "case": 5.0})
    assert common.hears({"violin"}, "violin").share < 0.34
    assert common.hears(set(terms("violin case colour")), "").share == pytest.approx(1.0)


def test_part_of_an_unspaced_run_is_held_in_part():
    """Pairs count, lone characters for less."""
    (concept,) = asked("锦江大桥", ["锦江大桥"]).concepts
    values = [held(concept, set(), folded_of(text)) for text in ("锦江大桥完工", "锦江边的房子", "大风", "海")]
    assert values == sorted(values, reverse=True) and values[0] == 1.0 and values[-1] == 0.0


def test_of_few_things_asked_each_counts_more():
    """Half of two is hedged, two thirds of many is direct."""
    half = calibrate.injection(calibrate.relevance(0.5, 1.0, calibrate.full(2)))
    most = calibrate.injection(calibrate.relevance(0.62, 1.0, calibrate.full(6)))
    assert (half, most) == ("hedged", "direct")


def outdated() -> Index:
    index = Index.in_memory()
    old, new = memory(1, "我的领导是赵敏，领导赵敏"), memory(2, "换领导了，现在是孙磊")
    index.apply([
        Document(**{**old.__dict__, "status": "superseded", "payload": {"superseded_by": new.key}}),
        Document(**{**new.__dict__, "payload": {"supersedes": [old.key]}}),
    ])  # fmt: skip
    return index


def test_b10_what_was_replaced_is_never_surer_than_what_replaced_it():
    """However well the old words match."""
    hits = ask(outdated(), "我的领导是谁", now=NOW).hits
    assert [h.document.status for h in hits] == ["active", "superseded"]
    assert hits[0].relevance >= hits[1].relevance and hits[1].injection == "reference"


def test_b10_the_earlier_one_is_given_to_whoever_asks_for_it():
    """以前 turns the order round."""
    assert ask(outdated(), "我以前的领导是谁", now=NOW).hits[0].document.status == "superseded"


def test_b10_holds_along_a_chain_of_replacements():
    """The last of three is first and surest."""
    keys = [f"01K6{n:022d}" for n in range(3)]
    index = Index.in_memory()
    index.apply([
        memory(n, text, status="active" if n == 2 else "superseded", payload={} if n == 2 else {"superseded_by": keys[n + 1]})
        for n, text in enumerate(("my office is room 4, office", "my office is room 5", "moved to room 6"))
    ])  # fmt: skip
    hits = ask(index, "where is my office", now=NOW).hits
    assert hits[0].document.text == "moved to room 6" and hits[0].relevance == max(h.relevance for h in hits)


def test_what_was_told_on_other_days_than_those_asked_for_is_no_plain_answer():
    """The question names the days it means."""
    index = holding("We tuned the harpsichord")
    assert grades(index, "did we tune the harpsichord")[0][1] == "direct"
    assert grades(index, "did we tune the harpsichord on 3 March")[0][1] == "hedged"


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I am allergic to penicillin", "Am I allergic to nuts?"),
        ("我对芒果过敏", "我对花生过敏吗"),
        ("I am a tram driver", "Am I a pilot?"),
        ("I love Greek food", "Do I like Italian food?"),
        ("I never want meetings before nine in the morning", "Am I a morning person?"),
        ("Tomasz is allergic to shellfish", "Am I allergic to shellfish?"),
        ("陈默对虾过敏", "我对虾过敏吗"),
        ("I have a mortgage with Northbank until November 2027", "How much is my mortgage?"),
        ("我在北岸银行有房贷，固定利率到2027年11月", "我的房贷是多少"),
        ("小满上周六（2026-02-28）开始学游泳", "小满在哪个学校上学"),
    ],
)
def test_b4_what_memory_does_not_hold_is_at_most_unsure(said, question):
    """A yes needs the thing itself, and how much a figure that is no date."""
    assert "direct" not in [g for _, g in grades(holding(said), question)]


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I am allergic to penicillin", "Am I allergic to penicillin?"),
        ("My mortgage is 900 pounds a month", "How much is my mortgage?"),
        ("I am a veterinary nurse", "Am I a veterinary nurse?"),
    ],
)
def test_b4_what_memory_holds_is_still_answered_plainly(said, question):
    """The same questions, told."""
    assert grades(holding(said), question)[0] == (said, "direct")


@pytest.mark.parametrize(
    ("text", "origin", "question"),
    [
        ("Imagine I were a pilot and lived in Dubai, what would my taxes be?", "owner", "Am I a pilot?"),
        ("Suppose I own a lighthouse on Skye.", "owner", "Do I own a lighthouse on Skye?"),
        ("假设我是飞行员，住在迪拜。", "owner", "我是飞行员吗"),
        ("You seem to like quiet mornings.", ASSISTANT, "Do I like quiet mornings?"),
    ],
)
def test_b4_what_was_only_supposed_asked_or_guessed_is_never_sure(text, origin, question):
    """However many words of the question it holds."""
    index = Index.in_memory()
    index.apply(
        [Document(key="turn:s/0", sort="turn", text=text, session="s", origin=origin, time="2026-05-19T09:00:00Z")]
    )
    assert "direct" not in [g for _, g in grades(index, question)]


def test_b4_a_belief_is_at_most_unsure():
    """A guess is told as one."""
    index = Index.in_memory()
    index.apply([Document(**{**memory(1, "The lighthouse keeper collects violins").__dict__, "kind": "belief"})])
    assert grades(index, "What does the lighthouse keeper collect?")[0][1] == "hedged"


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("我住在杭州拱墅区和睦路18号", "我的地址是什么"),
        ("I live at 14 Kelham Row", "What is my address?"),
        ("我叫苏晚，是杭州一家书店的店长", "我在哪里上班"),
        ("我叫苏晚，是杭州一家书店的店长", "我是做什么的"),
        ("我叫苏晚，是杭州一家书店的店长", "我的职业是什么"),
        ("My name is Ada Brand and I work as a nurse in Leith", "What do I do for a living?"),
    ],
)
def test_b2_a_profile_is_found_by_what_it_tells(said, question):
    """With no word of the question in it."""
    other = ("We sail on Sundays", "我每天早上跑步", "小船停在码头")
    assert grades(holding(*other, said), question)[0] == (said, "direct")


def test_b2_another_s_home_is_not_the_asker_s_address():
    """A friend lives somewhere too."""
    assert "direct" not in [g for _, g in grades(holding("我朋友阿凯住在苏州"), "我的地址是什么")]


def test_b2_an_age_stands_above_what_else_was_told_of_somebody():
    """The birth date answers; the lessons share a name, and "old" asks for nothing that was before."""
    index = holding(
        "Wren's swimming lessons are on Wednesdays, Wren likes them", "Our daughter Wren was born on 3 June 2019"
    )
    assert grades(index, "How old is Wren?")[0] == ("Our daughter Wren was born on 3 June 2019", "direct")


@pytest.mark.parametrize(
    ("denied", "told", "question"),
    [
        ("I don't work at Northrail", "My name is Ada Brand and I work as a nurse in Leith", "Where do I work?"),
        ("我不在复旦工作", "我叫苏晚，在一家书店上班", "我在哪里上班"),
    ],
)
def test_b3_a_denial_is_no_answer_to_where(denied, told, question):
    """It stands below what is so, and is not sure."""
    found = grades(holding(told, denied), question)
    assert found[0] == (told, "direct")
    assert (denied, "direct") not in found
