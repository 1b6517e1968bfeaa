"""The source tree as the tests see it: where things are, and the import graph read from the syntax trees.

Every listing here fails when it finds nothing: a check that looked at zero files proves nothing.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"
PACKAGE = SCRIPTS / "memory_strategy"
LAUNCHERS = ("evaluate_importance", "memory_manager", "retrieve_memory", "silent_agent", "update_index")
CACHES = {
    ".git",
    ".venv",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".hypothesis",
    "dist",
    ".memory",
}


class Import(NamedTuple):
    """One import: the module it stands in, the module it names, its line, and whether it runs at import time."""

    source: str
    target: str
    line: int
    eager: bool


def some(items: Sequence[Path]) -> List[Path]:
    """`items` as a list, once there is at least one."""
    assert items, "this check looked at zero files"
    return list(items)


def package_files() -> List[Path]:
    """Every module of the package."""
    return some(sorted(PACKAGE.rglob("*.py")))


def launcher_files() -> List[Path]:
    """The five scripts a host calls."""
    return [SCRIPTS / f"{name}.py" for name in LAUNCHERS]


def documents() -> List[Path]:
    """The Markdown that people and agents read."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "references").glob("*.md"), *(ROOT / "assets").rglob("*.md")]
    return some(sorted(pages))


def tree_files() -> List[Path]:
    """Every file of the repository, without what can be made again."""
    found: List[Path] = []
    for folder, names, files in os.walk(ROOT):
        names[:] = sorted(name for name in names if name not in CACHES)
        found += [Path(folder, name) for name in sorted(files) if not name.endswith(".pyc")]
    return some(found)


def shown(path: Path) -> str:
    """The path as a message names it."""
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    """The file's syntax tree, parsed as Python 3.9."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path), feature_version=(3, 9))


def module_name(path: Path) -> str:
    """The dotted name that the file has below scripts/."""
    parts = list(path.relative_to(SCRIPTS).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[Import]:
    """Every import of the file; a relative one is resolved, and `from . import x` names the module x."""
    source = module_name(path)
    package = source if path.name == "__init__.py" else source.rpartition(".")[0]
    for node, eager in _walk(tree(path), True):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(source, alias.name, node.lineno, eager)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, package)
            for target in _targets(base, node):
                yield Import(source, target, node.lineno, eager)


def _walk(node: ast.AST, eager: bool) -> Iterator[Tuple[ast.AST, bool]]:
    for child in ast.iter_child_nodes(node):
        inside = eager and not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            inside = False
        yield child, inside
        yield from _walk(child, inside)


def _absolute(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    base = parts[: len(parts) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def _targets(base: str, node: ast.ImportFrom) -> List[str]:
    folder = SCRIPTS.joinpath(*base.split("."))
    found = []
    for alias in node.names:
        is_module = folder.is_dir() and ((folder / f"{alias.name}.py").exists() or (folder / alias.name).is_dir())
        found.append(f"{base}.{alias.name}" if is_module else base)
    return sorted(set(found))


def cycle(graph: Dict[str, List[str]]) -> Optional[List[str]]:
    """One cycle of the graph, or None."""
    done: Dict[str, bool] = {}

    def visit(name: str, path: List[str]) -> Optional[List[str]]:
        if name in path:
            return [*path[path.index(name) :], name]
        if done.get(name):
            return None
        for target in graph.get(name, []):
            found = visit(target, [*path, name])
            if found:
                return found
        done[name] = True
        return None

    for name in graph:
        found = visit(name, [])
        if found:
            return found
    return None
