"""Imports go down only. The table is the one in ARCHITECTURE.md, so the page and the code cannot part."""

from __future__ import annotations

import re
from typing import Dict

from repository import PACKAGE, ROOT, cycle, imports, package_files, shown

PREFIX = "memory_strategy"


def layer_of_room() -> Dict[str, int]:
    """Room → layer, 0 the lowest, from the table under "Rooms" in ARCHITECTURE.md."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.split("\n## Rooms\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", section, re.MULTILINE)
    assert rows, "ARCHITECTURE.md has no table of rooms"
    return {room: int(layer) for layer, rooms in rows for room in re.findall(r"`(\w+)/?`", rooms)}


def room_of(module: str) -> str:
    """`memory_strategy.store.files` → `store`; the package itself → ``."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def test_every_room_stands_in_the_table_and_every_row_has_a_room():
    """A new module needs a place, and a row without a module is a promise not kept."""
    built = {room_of(".".join(p.relative_to(PACKAGE.parent).with_suffix("").parts)) for p in package_files()}
    assert built - {"", "__init__"} == set(layer_of_room())


def test_imports_go_down_only():
    """No room imports from a higher one."""
    layers = layer_of_room()
    wrong = []
    seen = 0
    for path in package_files():
        for entry in imports(path):
            if not entry.target.startswith(PREFIX):
                continue
            source, target = room_of(entry.source), room_of(entry.target)
            seen += 1
            if layers.get(target, 0) > layers.get(source, len(layers)):  # a room without a row is the other test's
                wrong.append(f"{shown(path)}:{entry.line}: {source} imports {target}, which is above it")
    assert seen, "no import was looked at"
    assert not wrong, "\n".join(wrong)


def test_rooms_do_not_import_each_other_in_a_circle():
    """Rooms of one layer may use each other, one way."""
    graph: Dict[str, list] = {}
    for path in package_files():
        for entry in imports(path):
            if entry.target.startswith(PREFIX):
                source, target = room_of(entry.source), room_of(entry.target)
                if source and target and source != target:
                    graph.setdefault(source, []).append(target)
    assert graph, "no import was looked at"
    found = cycle(graph)
    assert found is None, " → ".join(found or [])


def test_the_walker_sees_a_circle():
    """The check has teeth."""
    assert cycle({"a": ["b"], "b": ["c"], "c": ["a"]}) == ["a", "b", "c", "a"]
    assert cycle({"a": ["b"], "b": []}) is None
