"""Terms, stems, language: what index and query share."""

from __future__ import annotations

import pytest

from memory_strategy.text.language import language
from memory_strategy.text.stem import stem
from memory_strategy.text.tokenise import MAX_TERM, STOP_WORDS, plain_words, terms


def test_chinese_gives_pairs_and_single_characters_without_function_characters():
    """合同 stands as a pair, 的 alone never."""
    found = terms("我的合同")
    assert "合同" in found and "合" in found and "同" in found
    assert "的" not in found and "我的" not in found


def test_codes_give_the_whole_and_their_parts():
    """A-7, tmp_1 and blue-green can be found whole and in part."""
    assert terms("A-7 tmp_1 blue-green") == ["a-7", "7", "tmp_1", "tmp", "1", "bluegreen", "blue", "green"]
    assert "c++" in terms("C++") and "c#" in terms("C#")


def test_english_words_are_stemmed_and_stop_words_dropped():
    """Two forms of a word are one term."""
    assert terms("She was running to the meetings") == ["run", "meet"]
    assert terms("don't") == []


def test_japanese_and_korean_runs_are_cut_like_chinese():
    """Unspaced runs give pairs."""
    assert "カタ" in terms("カタカナ") and "한국" in terms("한국어")


def test_a_long_run_gives_no_endless_term():
    """A base64 line or a digest is cut to what a person could type."""
    assert all(len(t) <= MAX_TERM for t in terms("x" * 5000))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("happiness", "happi"), ("happy", "happi"), ("running", "run"), ("hoping", "hope"), ("hopping", "hop"),
        ("relational", "relat"), ("generously", "generous"), ("skies", "sky"), ("dying", "die"), ("news", "news"),
        ("university", "universiti"), ("controlling", "control"), ("agreed", "agre"), ("ab", "ab"), ("naïve", "naïve"),
    ],
)  # fmt: skip
def test_stems_are_those_of_the_published_algorithm(word, expected):
    """A sample of the published vocabulary."""
    assert stem(word) == expected


def test_plain_words_keep_stop_words_and_runs():
    """Names and phrases are looked for in the words as written."""
    assert plain_words("我和 Mia 去 the park") == ["我和", "mia", "去", "the", "park"]
    assert "the" in STOP_WORDS


@pytest.mark.parametrize(
    ("text", "expected"),
    [("用 uv 装依赖", "zh"), ("I love 小满", "en"), ("上线窗口是周五", "zh"), ("", "en"), ("123", "en")],
)
def test_language_is_chinese_or_english(text, expected):
    """A few foreign words do not change the language."""
    assert language(text) == expected


def test_a_compound_is_found_with_and_without_its_hyphen():
    """Some write e-mail, some email; a code with figures keeps its shape."""
    assert set(terms("emails")) & set(terms("e-mail")) and set(terms("spiderman")) & set(terms("Spider-Man"))
    assert {"a-7", "7"} <= set(terms("A-7")) and "a7" not in terms("A-7")
