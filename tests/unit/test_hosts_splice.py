"""What is put into somebody else's file comes out again, and nothing else with it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_strategy.errors import Refused
from memory_strategy.hosts.claude_code import is_ours
from memory_strategy.hosts.splice import Block, Hooks, Whole

GROUP = {
    "hooks": [{"type": "command", "command": "python3 /s/memory_manager.py hook prompt --memory-dir /m", "timeout": 5}]
}
FOREIGN = {"hooks": [{"type": "command", "command": "echo hi"}]}
HOOKS = Hooks({"SessionStart": GROUP, "UserPromptSubmit": GROUP}, is_ours)
BLOCK = Block("<!-- b -->", ("one", "二"), "<!-- e -->")

SETTINGS = [
    "", "{}", "{\n}\n", '{"a": 1}', '{\n\t"a": [1, 2],\n\t"hooks": {}\n}\n', '\ufeff{"hooks": {"SessionStart": []}}',
    json.dumps({"hooks": {"SessionStart": [FOREIGN], "Stop": [FOREIGN]}, "z": "}]"}, indent=4),
    '{\r\n  "hooks": {\r\n    "UserPromptSubmit": [\r\n      ]\r\n  }\r\n}', '{"hooks":{"SessionStart":[{"hooks":[]}]},"s":"\\"{"}',
]  # fmt: skip


@pytest.mark.parametrize("text", SETTINGS)
def test_hooks_go_in_and_come_out_byte_for_byte(text):
    """Whatever the layout of the settings was, it is there again afterwards."""
    into, fragments = HOOKS.into(text)
    data = json.loads(into.lstrip("\ufeff"))
    assert [group for group in data["hooks"]["SessionStart"] if is_ours(group)] == [GROUP]
    assert data["hooks"]["UserPromptSubmit"][-1] == GROUP
    assert HOOKS.out(into, fragments) == text


@pytest.mark.parametrize("text", SETTINGS)
def test_the_foreign_part_means_the_same_with_ours_in_it(text):
    """Nothing of theirs is lost, moved or changed by putting ours in."""
    before = json.loads(text.lstrip("\ufeff") or "{}")
    after = json.loads(HOOKS.into(text)[0].lstrip("\ufeff"))
    for event, held in before.get("hooks", {}).items():
        assert after["hooks"][event][: len(held)] == held
    assert {k: v for k, v in after.items() if k != "hooks"} == {k: v for k, v in before.items() if k != "hooks"}


def test_what_a_host_rewrote_is_known_by_its_shape():
    """Claude Code lays its settings out anew when a person changes one: the fragments are gone, ours still is found."""
    into, fragments = HOOKS.into(json.dumps({"hooks": {"SessionStart": [FOREIGN]}}))
    rewritten = json.dumps({**json.loads(into), "model": "x"}, indent=2)
    assert json.loads(HOOKS.out(rewritten, fragments)) == {"hooks": {"SessionStart": [FOREIGN]}, "model": "x"}


def test_an_edit_elsewhere_survives_the_removal():
    """A line that a person added meanwhile stays where it is."""
    into, fragments = HOOKS.into('{\n  "a": 1\n}\n')
    edited = into.replace('"a": 1', '"a": 2')
    assert HOOKS.out(edited, fragments) == '{\n  "a": 2\n}\n'


@pytest.mark.parametrize(
    "text", ["[1]", "{bad", '// note\n{"a": 1}', '{"hooks": []}', '{"hooks": {"SessionStart": {}}}']
)
def test_settings_that_are_not_understood_are_refused(text):
    """Better no hook than somebody's settings lost."""
    with pytest.raises(Refused):
        HOOKS.into(text)


@given(st.text(alphabet="ab#\n\r <!->é二", max_size=60))
def test_a_block_goes_in_and_comes_out(text):
    """Any text, any line ends."""
    into, fragments = BLOCK.into(text)
    assert into.startswith(text)
    assert BLOCK.out(into, fragments) == text


def test_a_block_is_found_by_its_marks_when_the_ledger_is_gone():
    """Also where a person wrote inside it."""
    into, _ = BLOCK.into("mine\n")
    assert BLOCK.out(into.replace("one", "ONE, changed"), ()) == "mine\n"


def test_a_file_of_the_same_name_that_is_not_ours_is_refused():
    """A hook of that name may be somebody's own."""
    with pytest.raises(Refused):
        Whole("ours").into("theirs")
