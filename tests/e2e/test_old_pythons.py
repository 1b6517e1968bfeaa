"""A Python that is too old gets a sentence: the launchers parse there and say what is needed."""

from __future__ import annotations

import ast

import pytest

from repository import launcher_files


@pytest.mark.parametrize("path", launcher_files(), ids=lambda path: path.stem)
def test_the_version_is_checked_before_anything_is_imported(path):
    """Only `sys` is imported above the check, and the check ends the run with 5."""
    body = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 4)).body
    kinds = [type(node).__name__ for node in body]
    assert kinds == ["Expr", "Import", "If", "ImportFrom", "If"]
    assert [alias.name for alias in body[1].names] == ["sys"]
    written = ast.dump(body[2])
    assert "version_info" in written and "write" in written and "exit" in written


@pytest.mark.parametrize("path", launcher_files(), ids=lambda path: path.stem)
def test_an_old_python_gets_a_sentence_and_exit_5(path):
    """Run as Python 3.8 would: the same code under a version that claims to be old."""
    source = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    said = []

    class OldSys:
        version_info = (3, 8, 18)
        stderr = type("Stream", (), {"write": staticmethod(said.append)})
        exit = staticmethod(lambda code: (_ for _ in ()).throw(SystemExit(code)))

    def pretend(name, *args, **kwargs):
        assert name == "sys", f"{name} was imported before the version was checked"
        return OldSys

    with pytest.raises(SystemExit) as ended:
        exec(source, {"__builtins__": {"__import__": pretend}, "__name__": "__main__"})
    assert ended.value.code == 5
    assert "3.9 or newer" in said[0] and "3.8" in said[0]
