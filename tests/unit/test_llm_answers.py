"""Finding the answer in what a model wrote."""

from __future__ import annotations

import builtins

import pytest

from memory_strategy.llm.answers import first_fitting, problem, without_reasoning
from memory_strategy.llm.failures import ASK_AGAIN, REASONS, Failure

SCHEMA = {
    "type": "object",
    "properties": {"keep": {"type": "array", "items": {"type": "string"}}},
    "required": ["keep"],
}
GOOD = '{"keep": ["t1"]}'


def reason(text, **options):
    with pytest.raises(Failure) as caught:
        first_fitting(text, SCHEMA, **options)
    assert caught.value.reason in REASONS
    return caught.value.reason


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"<think>maybe [1] or {{x}}</think>\n```json\n{GOOD}\n```\n希望有帮助！",
        f'<think>first {{"keep": ["t9"]}}</think>{GOOD}',
        f'<thinking>a</thinking><reasoning>b {{"keep": []}}</reasoning>{GOOD}',
        f'so {{"keep": ["t9"]}} it is</think>\n{GOOD}',
        f"<think>hm, perhaps\n{GOOD}",
        f'{{"other": 1}} {GOOD}',
        f"{{not json}} then {GOOD}",
        "{'keep': ['t1'],}",
        '{"keep": ["t1",]}',
        "{keep: ['t1']}",
    ],
)
def test_d31_the_first_object_that_fits_is_the_answer(text):
    """D31: reasoning, fences, prose and objects of another kind around it."""
    assert first_fitting(text, SCHEMA) == {"keep": ["t1"]}


def test_d31_nothing_that_fits_is_a_failure_and_no_empty_result():
    """“0 memories” was taken for success."""
    assert reason("[]") == "invalid_json"
    assert reason('{"memories": []}') == "schema"
    assert reason("") == "empty"
    assert reason("<think>only thoughts {}</think>") == "empty"
    assert reason("No JSON here.") == "invalid_json"


@pytest.mark.parametrize(
    "text", ["I cannot complete this request.", "I'm sorry, but no.", "抱歉，我无法完成这个请求。"]
)
def test_d32_a_refusal_is_told_from_bad_json(text):
    """And it is not asked again."""
    assert reason(text) == "refused" and "refused" not in ASK_AGAIN


def test_what_was_cut_off_is_never_mended():
    """A mended list is a shorter list: two of three operations would look like all of them."""
    cut = '{"keep": ["t1", "t2'
    assert reason(cut) == "truncated"
    assert reason(cut, cut=True) == "truncated"
    assert reason("", cut=True) == "truncated"
    assert first_fitting(GOOD + " and fur", SCHEMA, cut=True) == {"keep": ["t1"]}


def test_inner_quotes_are_mended():
    """他说"你好"了: the commonest slip in Chinese answers."""
    schema = {"type": "object", "properties": {"summary": {"type": "string"}}, "required": ["summary"]}
    assert "你好" in first_fitting('{"summary": "他说"你好"了"}', schema)["summary"]


def test_without_json_repair_a_trailing_comma_is_still_mended(monkeypatch):
    """The package is optional; the plainest slip needs none."""
    real = builtins.__import__

    def guarded(name, *args, **kwargs):
        if name == "json_repair":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", guarded)
    assert first_fitting('{"keep": ["t1",],}', SCHEMA) == {"keep": ["t1"]}
    assert reason("{'keep': ['t1']}") == "invalid_json"


def test_a_page_of_brackets_ends():
    """HTML and code hold thousands of them."""
    assert reason("{" * 50_000) == "truncated"
    assert reason("{} " * 5000) == "schema"
    assert reason('{"a":' * 2000 + "1" + "}" * 2000) in ("schema", "invalid_json", "truncated")


def test_reasoning_comes_off_whatever_its_case():
    """Tags of several model families."""
    assert without_reasoning("<Think>\nx</think>y<THOUGHT>z</THOUGHT>") == "y"


@pytest.mark.parametrize(
    ("value", "schema", "fault"),
    [
        (True, {"type": "integer"}, "bool"),
        ("3", {"type": "integer"}, "str"),
        (3, {"type": "integer", "enum": [1, 2]}, "one of"),
        ([1, 2, 3], {"type": "array", "maxItems": 2}, "items"),
        ("", {"type": "string", "minLength": 1}, "characters"),
        (
            {"a": [1, "x"]},
            {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "integer"}}}},
            "a[1]",
        ),
        (None, {"type": "object"}, "NoneType"),
    ],
)
def test_a_value_is_held_to_its_schema(value, schema, fault):
    """Our own check: no host's promise is trusted."""
    assert fault in problem(value, schema)
