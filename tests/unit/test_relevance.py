"""Scores, settings and calibration as pure functions."""

from __future__ import annotations

from array import array

import pytest

from memory_strategy.model import ASSISTANT, OWNER
from memory_strategy.relevance import bm25, calibrate, cues
from memory_strategy.relevance.blend import add_pairs, feedback_terms, on_day, smoothed
from memory_strategy.relevance.bm25 import LENGTH_BITS, OFFSET_SHIFT
from memory_strategy.relevance.question import pairs, reweighted, said_names, telling, understand
from memory_strategy.relevance.settings import Settings, choose


def test_rarer_terms_weigh_more_and_no_weight_is_negative():
    """The idf of a term in every document is above 0."""
    assert bm25.idf(100, 1) > bm25.idf(100, 50) > bm25.idf(100, 100) > 0


def test_saturation_is_one_for_one_word_in_an_average_text():
    """And rises with frequency, at most to k1 + 1; a longer text counts less."""
    assert bm25.saturation(1, 10, 10, 1.2, 0.75) == pytest.approx(1.0)
    assert bm25.saturation(1, 40, 10, 1.2, 0.75) < 1 < bm25.saturation(50, 10, 10, 1.2, 0.75) < 2.2


def test_packed_entries_add_up_to_the_formula():
    """What the index packs is what BM25 is computed from."""
    entry = 7 << OFFSET_SHIFT | 3 << LENGTH_BITS | 20
    scores = {4096 + 7: 0.0}
    bm25.add_entries(scores, [(4096, array("I", [entry]))], 2.0, bm25.Saturations(10, 1.2, 0.5))
    assert scores == {4103: pytest.approx(2.0 * bm25.saturation(3, 20, 10, 1.2, 0.5))}


def test_settings_follow_the_data():
    """Short chat spreads to neighbours; long replies do not, and the owner's turns count more there."""
    chat = choose({("turn", "en", OWNER): (100, 1200), ("turn", "en", "other"): (100, 1300)}, "en")
    long = choose({("turn", "en", OWNER): (100, 1500), ("turn", "en", ASSISTANT): (100, 20000)}, "en")
    chinese = choose({("turn", "zh", OWNER): (50, 900)}, "zh")
    assert chat.before > 0 and chat.role == 0 and chat.b < 0.6
    assert long.before == 0 and long.role > 0.5 and long.b >= 0.75 and long.towards_owner
    assert chinese.b > chat.b
    assert choose({}, "en") == choose({("memory", "en", OWNER): (5, 50)}, "en")


def test_a_short_chinese_reply_is_no_long_one():
    """80 terms are 45 characters there: a companion who chats, whose record spreads scores as any chat does."""
    turns = {("turn", "zh", OWNER): (100, 5000), ("turn", "zh", ASSISTANT): (100, 8000)}
    companion = choose(turns, "zh")
    long = choose({**turns, ("turn", "zh", ASSISTANT): (100, 40000)}, "zh")
    assert companion.before > 0 and not companion.towards_owner and companion.role > 0
    assert long.before == 0 and long.towards_owner and long.role > companion.role
    assert (long.k1, long.idf_power) == (companion.k1, companion.idf_power)


def test_who_asks_an_assistant_tells_something():
    """Only among people is an asking turn worth less; an assistant asks to confirm what it was told."""
    assert choose({("turn", "en", OWNER): (9, 90), ("turn", "en", ASSISTANT): (9, 90)}, "en").asking == 0
    assert choose({("turn", "en", OWNER): (9, 90), ("turn", "en", "other"): (9, 90)}, "en").asking > 0


def test_a_share_of_a_score_flows_to_the_turns_around():
    """And only where there are such turns."""
    out = smoothed({1: 10.0}, lambda slot: [(2, 0.5)] if slot == 1 else [])
    assert out == {1: 10.0, 2: 5.0}


def test_words_that_stand_together_count_extra():
    """ "support group" beats "group … support"."""
    question = understand("support group")
    scores = {1: 1.0, 2: 1.0}
    add_pairs(
        scores,
        {1: "support group", 2: "group of support"},
        pairs(question, {"support", "group"}),
        {"support": 1.0, "group": 1.0},
        0.5,
    )
    assert scores[1] == 2.0 and scores[2] == 1.0


def test_feedback_brings_shared_rare_terms():
    """Terms of the best answers that the question lacks, the rarest first."""
    assert feedback_terms([(2.0, "a b c"), (1.0, "b d")], {"a"}, lambda terms: {"b": 2, "c": 50, "d": 2}, 100)[0] == "b"


def test_a_named_day_reaches_to_the_day_after_and_never_to_the_unknown():
    """What happened on the 7th is told on the 8th."""
    assert on_day(101 * 1440 + 5, [(100, 100)]) and not on_day(103 * 1440, [(100, 100)]) and not on_day(0, [(0, 0)])


def test_the_kind_of_a_question_is_read_by_rule():
    """Both languages."""
    assert "when" in understand("When did Mia move?").kinds and "when" in understand("什么时候搬的家？").kinds
    assert (
        "before" in understand("之前用什么框架？").kinds and "before" in understand("what did I use before uv?").kinds
    )
    assert (
        "told by you" in understand("你给我推荐过哪些书？").kinds
        and "told by you" in understand("What did you recommend?").kinds
    )


def test_names_in_a_question_are_found_whole_and_inside_chinese():
    """Single words, two words, and runs without spaces."""
    assert {"mia", "mia chen"} <= set(said_names(understand("What did Mia Chen say?")))
    assert "小满" in said_names(understand("小满说了什么"))


def test_repetition_saturates_and_names_weigh_less():
    """A word said four times counts less than twice as much as a word said once."""
    question = reweighted(understand("tea tea tea tea Mia"), Settings(repeats=1.0), {"mia"})
    assert 1.0 < question.weights["tea"] < 2.0 and question.weights["mia"] == pytest.approx(0.5)


def test_relevance_is_graded_by_what_a_document_accounts_for():
    """Everything is direct, half is hedged, a stray word is a reference."""
    known = {"a": 2.0, "b": 2.0, "c": 2.0, "d": 2.0, "e": 2.0}
    weights = dict.fromkeys(known, 1.0)
    grades = [
        calibrate.injection(calibrate.relevance(calibrate.coverage(weights, known, held), 1.0))
        for held in ("abcde", "ab", "a")
    ]
    assert grades == ["direct", "hedged", "reference"]


def test_cues_know_questions_and_times():
    """A bracketed note after a question does not hide it."""
    assert cues.asks("What now? [image: a dog]") and cues.asks("是吗") and not cues.asks("I asked why? Yes.")
    assert cues.tells_time("I left last Friday") and cues.tells_time("上周三见过") and not cues.tells_time("I like tea")


def test_talk_tells_little_and_a_name_or_a_figure_much():
    """One word in common may be chance, two or a name are not; words of conversation weigh less in both languages."""
    question = understand("What did Priyanka keep in locker 47, please?")
    told = telling(question)
    assert (told["priyanka"], told["47"], told["locker"], told["keep"]) == (2, 2, 1, 0)
    weighed = reweighted(question, Settings(), ()).weights
    assert weighed["keep"] < weighed["locker"] == weighed["47"]
    chinese = telling(understand("小林觉得储物柜怎么样"))
    assert (chinese["储物"], chinese["觉得"], chinese["柜"]) == (2, 0, 0)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What was the name of the café you recommended?", True),
        ("Which steps did you list for the visa?", True),
        ("What tools would you suggest I use?", False),
        ("Can you list the order of my trips?", False),
        ("你上次给我介绍的餐厅叫什么", True),
        ("关于如何放松，你给了我什么建议？", True),
        ("我曾经和你推荐过一部电影，叫什么？", False),
        ("你推荐什么书？", False),
    ],
)
def test_only_what_was_said_once_is_looked_for_in_the_assistant_s_words(question, told):
    """Advice that is asked for now rests on what the owner said, and so does what the owner told the assistant."""
    assert ("told by you" in understand(question).kinds) is told
