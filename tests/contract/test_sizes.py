"""Nothing grows past what one reading holds."""

from __future__ import annotations

import ast

import pytest

from repository import launcher_files, package_files, shown, tree

MAX_MODULE_LINES = 400
LAUNCHER_LINES = range(15, 41)
MAX_FUNCTION_LINES = 50


def lines(path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_modules_have_at_most_400_lines():
    """A room past 400 lines has grown two jobs."""
    long = [f"{shown(p)}: {lines(p)} lines" for p in package_files() if lines(p) > MAX_MODULE_LINES]
    assert not long, "\n".join(long)


@pytest.mark.parametrize("path", launcher_files(), ids=lambda p: p.stem)
def test_a_launcher_has_15_to_40_lines(path):
    """A launcher holds a contract and one import, no logic."""
    assert lines(path) in LAUNCHER_LINES


def is_table(function: ast.AST) -> bool:
    """Whether the function only builds a table: patterns compiled when they are first needed, without a branch or loop."""
    flow = (ast.If, ast.For, ast.While, ast.Try, ast.With, ast.AsyncFor, ast.AsyncWith)
    return not any(isinstance(node, flow) for node in ast.walk(function))


def test_functions_have_at_most_50_lines():
    """A function fits on a screen, its docstring included; a table of patterns may be as long as it is."""
    long, seen = [], 0
    for path in package_files():
        for node in ast.walk(tree(path)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                seen += 1
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > MAX_FUNCTION_LINES and not is_table(node):
                    long.append(f"{shown(path)}:{node.lineno}: {node.name} has {length} lines")
    assert seen, "no function was looked at"
    assert not long, "\n".join(long)


def test_every_module_and_public_function_says_what_it_is():
    """A module tells what it owns; a public function has at least one line."""
    silent = []
    for path in package_files():
        module = tree(path)
        if not ast.get_docstring(module):
            silent.append(shown(path))
        for node in module.body:
            is_public = isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")
            if is_public and not ast.get_docstring(node):
                silent.append(f"{shown(path)}:{node.lineno}: {node.name}")
    assert not silent, "\n".join(silent)
