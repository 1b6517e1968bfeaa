"""What every command has around it: errors as sentences, exit codes, arguments that do not fit."""

from __future__ import annotations

import pytest

from memory_strategy.cli import frame, retrieve_memory
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
