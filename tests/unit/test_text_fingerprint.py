"""Same statement or not."""

from __future__ import annotations

import pytest

from memory_strategy.text.fingerprint import content_key, same_statement, similarity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("上线窗口是周五。", "上线窗口是 周五！"), ("上線窗口是週五", "上线窗口是周五"), ("Use Tabs.", "use tabs"),
        ("记住：上线窗口是周五。", "记住 上线窗口是周五"),
    ],
)  # fmt: skip
def test_d30_wording_alike_has_one_content_key(one, other):
    """Case, width, script, punctuation and space do not count."""
    assert content_key(one) == content_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("端口 8080", "端口 8081"), ("给小满", "给小曼"), ("可以部署", "不可以部署"), ("版本 1.5", "版本 15"),
        ("温度 -5", "温度 5"), ("用 C++", "用 C#"), ("👍", "👎"), ("I like it", "I don't like it"),
        ("Alice pays Bob", "Bob pays Alice"), ("I live here", "I lived here"), ("我喜欢它", "他喜欢它"), ("8:30 开会", "830 开会"),
    ],
)  # fmt: skip
def test_d30_numbers_names_and_negations_always_separate(one, other):
    """However alike two texts are, what may be a fact keeps them apart."""
    assert not same_statement(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("上线的窗口是周五", "上线窗口是周五了"),
        ("I don't eat meat", "I do not eat the meat"),
        ("please use tabs", "Use tabs!"),
    ],
)
def test_filler_does_not_make_a_new_statement(one, other):
    """Particles, articles, politeness and contractions are filler."""
    assert same_statement(one, other)


def test_similarity_ranks_and_is_one_for_the_same():
    """1 for the same words, 0 for none shared."""
    assert similarity("蓝色文件夹", "蓝色文件夹！") == 1.0
    assert similarity("abc", "xyz") == 0.0
    assert similarity("???", "???") == 1.0
    assert 0 < similarity("体检报告在蓝色文件夹", "蓝色文件夹借给了阿澈") < 1
