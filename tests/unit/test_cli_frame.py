"""What every command has around it: errors as sentences, exit codes, arguments that do not fit."""

from __future__ import annotations

import pytest

from memory_strategy import __version__
from memory_strategy.cli import frame, memory_manager, retrieve_memory
from memory_strategy.text.normalise import without_escapes
from stores import keep, new_store


@pytest.mark.parametrize(("lang", "word"), [("en", "Could not read /srv/notes"), ("zh", "无法读取 /srv/notes")])
def test_what_the_system_refuses_is_a_sentence(capsys, lang, word):
    """A folder of somebody else's ends with 1 and a line on stderr, with nothing on stdout."""

    def refused(args, state):
        raise PermissionError(13, "Permission denied", "/srv/notes")

    args = retrieve_memory.build_parser().parse_args(["--query", "x", "--lang", lang])
    assert frame.run(args, refused) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith(word) and said.err.count("\n") == 1


@pytest.mark.parametrize("odd", [("--top-k", "0"), ("--top-k", "-3"), ("--budget", "-1"), ("--days", "nan")])
def test_numbers_that_mean_nothing_are_refused(tmp_path, capsys, odd):
    """With 2 and what was expected."""
    store = new_store(tmp_path)
    keep(store, "I prefer green tea")
    assert retrieve_memory.main(["--memory-dir", str(store.paths.root), "--query", "tea", *odd]) == 2
    assert "--top-k is at least 1" in capsys.readouterr().err


def test_the_version_is_told(capsys):
    """By every command."""
    for main in (memory_manager.main, retrieve_memory.main):
        with pytest.raises(SystemExit) as ended:
            main(["--version"])
        assert ended.value.code == 0 and capsys.readouterr().out == f"memory-strategy {__version__}\n"


@pytest.mark.parametrize("name", [".memoryy", "nowhere/.memory", "notes"])
def test_a_mistyped_folder_is_no_wish_for_a_second_memory(tmp_path, capsys, name):
    """`add` made a new store and left a note on stderr; README promised 5."""
    code = memory_manager.main(["add", "--content", "I prefer tea", "--memory-dir", str(tmp_path / name)])
    assert code == 5 and "init --memory-dir" in capsys.readouterr().err
    assert not (tmp_path / name).exists()


def test_a_folder_that_is_there_gets_its_memory_with_the_first_word(tmp_path, capsys):
    """And a word about it; another name is made by `init`."""
    place = tmp_path / ".memory"
    assert memory_manager.main(["add", "--content", "我爱喝茶", "--memory-dir", str(place), "--lang", "zh"]) == 0
    assert "建立记忆目录" in capsys.readouterr().err and (place / "INDEX.md").is_file()
    assert memory_manager.main(["init", "--memory-dir", str(tmp_path / "notes")]) == 0


def test_an_output_in_no_folder_makes_none(tmp_path, capsys, monkeypatch):
    """--output /nope/x.txt made the folder."""
    monkeypatch.chdir(tmp_path)
    store = new_store(tmp_path)
    keep(store, "I prefer green tea")
    where = ["--memory-dir", str(store.paths.root)]
    assert retrieve_memory.main([*where, "--query", "tea", "--output", str(tmp_path / "nope" / "x.txt")]) == 1
    assert "there is no folder" in capsys.readouterr().err and not (tmp_path / "nope").exists()


@pytest.mark.parametrize(
    ("budget", "code", "word"), [("-5", 2, "leaves no room"), ("0", 2, "leaves no room"), ("10", 0, "fits into 10")]
)
def test_a_budget_that_holds_nothing_is_said(tmp_path, capsys, budget, code, word):
    """-5 printed nothing and ended with 0; 30 showed nothing at all."""
    store = new_store(tmp_path)
    keep(store, "I prefer green tea")
    assert memory_manager.main(["bootstrap", "--memory-dir", str(store.paths.root), "--budget", budget]) == code
    assert word in capsys.readouterr().err


def test_colours_of_a_terminal_leave_no_rest(tmp_path):
    """Of a red word "[31m" stayed in the text."""
    store = new_store(tmp_path)
    receipt = keep(store, "I prefer \x1b[1;31mgreen\x1b[0m tea")
    assert receipt.memory.text == "I prefer green tea"
    assert without_escapes("\x1b]0;title\x07a\x1b[2Kb [31m] c") == "ab [31m] c"


@pytest.mark.parametrize(("locale", "text", "lang"), [
    ("zh_CN.UTF-8", "微信 api key: [secret:api_key]", "zh"), ("zh_CN.UTF-8", "I prefer tea", "en"), ("C", "我爱喝茶", "zh"),
    ("en_GB.UTF-8", "微信 api key: [secret:api_key]", "en"),
])  # fmt: skip
def test_who_speaks_chinese_is_answered_in_it(monkeypatch, locale, text, lang):
    """A line of mostly Latin letters with a Chinese word got an English receipt under zh_CN."""
    monkeypatch.setenv("LC_ALL", locale)
    args = retrieve_memory.build_parser().parse_args(["--query", "x"])
    assert frame.language_of(args, None, text) == lang
