"""Settings: what is set where, in which order, and what is refused."""

from __future__ import annotations

import builtins

import pytest

from memory_strategy.config import KNOBS, load, template
from memory_strategy.errors import NotSetUp


def write(tmp_path, text):
    path = tmp_path / "config.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def without_yaml(monkeypatch):
    real = builtins.__import__

    def guarded(name, *args, **kwargs):
        if name == "yaml":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", guarded)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_template_sets_nothing_and_needs_no_yaml_reader(tmp_path, monkeypatch, lang):
    """A host's bare python3 has no PyYAML, and `init` must not make it need one."""
    without_yaml(monkeypatch)
    settings = load(write(tmp_path, template(lang)), {})
    assert dict(settings) == {k.key: k.default for k in KNOBS} and settings.warnings == []


def test_a_file_that_sets_something_without_pyyaml_names_the_command_that_mends_it(tmp_path, monkeypatch):
    """Exit 5 and one command, instead of a setting that is silently ignored."""
    without_yaml(monkeypatch)
    with pytest.raises(NotSetUp, match="python3 -m pip install pyyaml") as caught:
        load(write(tmp_path, "language: zh\n"), {})
    assert caught.value.exit_code == 5


def test_every_line_of_the_template_can_be_uncommented(tmp_path):
    """A person takes the leading '# ' away and the file is still what they see."""
    text = template("en").split("\n", 1)[1].replace("\n# ", "\n").lstrip("# ")
    settings = load(write(tmp_path, text), {})
    assert dict(settings) == {k.key: k.default for k in KNOBS} and settings.warnings == []


def test_d10_scalars_are_what_was_typed(tmp_path):
    """D10: YAML 1.1 reads `no` as False and 18:30 as 1110."""
    settings = load(write(tmp_path, "timezone: no\nstorage_paths:\n  contacts: [no, 18:30, 1.20, 0755]\n"), {})
    assert settings["timezone"] == "no" and settings["storage_paths.contacts"] == "no,18:30,1.20,0755"


def test_the_environment_wins_over_the_file_and_a_bad_value_over_nothing(tmp_path):
    """argument > environment > file > default; what does not fit is said and passed over."""
    path = write(tmp_path, "retrieval:\n  top_k: 7\nwindow:\n  size: many\nnonsense: 1\n")
    settings = load(path, {"MEMORY_STRATEGY_RETRIEVAL_TOP_K": "9"})
    assert settings["retrieval.top_k"] == 9 and settings["window.size"] == 10
    assert any("window.size" in w for w in settings.warnings) and any("nonsense" in w for w in settings.warnings)


def test_s2s_names_of_settings_are_understood(tmp_path):
    """A configuration written for the rookie-memory skill keeps working."""
    settings = load(write(tmp_path, "memory:\n  short_term:\n    window_size: 6\n"), {})
    assert settings["window.size"] == 6


def test_an_alias_bomb_is_refused(tmp_path):
    """Ten lines of YAML aliases load in milliseconds and then eat a gigabyte."""
    with pytest.raises(NotSetUp, match="alias"):
        load(write(tmp_path, "a: &a [x, x]\nb: [*a, *a]\n"), {})


def test_a_workspace_cannot_open_private_memories_to_groups(tmp_path):
    """A folder that came with a download may tune; only the owner's environment decides who may know."""
    settings = load(write(tmp_path, "privacy:\n  group_recall: true\n"), {})
    assert settings["privacy.group_recall"] is False and any("group_recall" in w for w in settings.warnings)
    assert load(None, {"MEMORY_STRATEGY_PRIVACY_GROUP_RECALL": "true"})["privacy.group_recall"] is True
