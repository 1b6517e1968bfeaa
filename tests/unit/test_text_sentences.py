"""Sentence ends in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_strategy.text.sentences import sentence_spans, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("好的。明天见！真的吗？", ["好的。", "明天见！", "真的吗？"]),
        ("他说：“好。”然后走了。", ["他说：“好。”", "然后走了。"]),
        ("等等……好吧", ["等等……", "好吧"]),
        ("Dr. Smith paid 3.14 dollars, e.g. yesterday. He left.",
         ["Dr. Smith paid 3.14 dollars, e.g. yesterday.", "He left."]),
        ("See https://a.b/c?q=1.5 now. Done", ["See https://a.b/c?q=1.5 now.", "Done"]),
        ('"Really?" he said. Yes.', ['"Really?" he said.', "Yes."]),
        ("We met at 5 p.m. I left. J. Smith stayed.", ["We met at 5 p.m.", "I left.", "J. Smith stayed."]),
        ("1. one\n2. two", ["1. one", "2. two"]),
        ("", []), ("  \n ", []),
    ],
)  # fmt: skip
def test_sentences_end_where_a_reader_ends_them(text, expected):
    """Stops, quotes closed after them, abbreviations, decimals, addresses, lists."""
    assert sentences(text) == expected


@given(st.text())
def test_sentences_are_exact_runs_in_order_and_lose_only_space(text):
    """Joined without white space, sentences are the text without white space."""
    spans = sentence_spans(text)
    assert all(a < b for a, b in spans) and all(x[1] <= y[0] for x, y in zip(spans, spans[1:]))
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My new address is ul. Parkowa 7, Sopot. Come by.", ["My new address is ul. Parkowa 7, Sopot.", "Come by."]),
        ("My doctor is Dr. med. Anna Berg, Hauptstr. 5.", ["My doctor is Dr. med. Anna Berg, Hauptstr. 5."]),
        ("She lives at No. 7 Hill Rd. in Hove. I do not.", ["She lives at No. 7 Hill Rd. in Hove.", "I do not."]),
        ("It takes approx. 5 days, i.e. a week. J. R. Smith vs. Tom.", ["It takes approx. 5 days, i.e. a week.", "J. R. Smith vs. Tom."]),
        ("Room Nr. 12 at St. Mary's, Park Ave. side.", ["Room Nr. 12 at St. Mary's, Park Ave. side."]),
        ("No. I don't.", ["No.", "I don't."]),
        ("I live on Hill Rd. My sister does too.", ["I live on Hill Rd.", "My sister does too."]),
        ("Pens, paper, etc. and more. I like pizza, etc. I hate rice.",
         ["Pens, paper, etc. and more.", "I like pizza, etc.", "I hate rice."]),
    ],
)  # fmt: skip
def test_an_abbreviation_ends_no_sentence_unless_a_new_one_begins(text, expected):
    """Streets, titles, numbers, initials."""
    assert sentences(text) == expected
