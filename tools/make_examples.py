"""Write what the skill makes of the shipped sessions: assets/examples/memory/, and the tours in both READMEs.

Owns that folder and what stands between `<!-- tour N -->` and `<!-- end of tour N -->`. Ids differ from run to run.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import List, Mapping, Sequence

import demo

TARGET = demo.ROOT / demo.EXAMPLES / "memory"
MACHINES_OWN = ("records", "journal", "index", "state", "archive", ".git*", "config.yaml", "README.md")
PLACE = "/home/you/memory-strategy"  # stands for the temporary folder in what is printed

TOURS: Mapping[str, Sequence[Sequence[str]]] = {
    "README.md": (
        ("memory_manager", "init"),
        ("memory_manager", "add", "--content", "The spare key of the office is with Nora Calder"),
        tuple(demo.consolidation(demo.SESSIONS[1])),
        tuple(demo.consolidation(demo.SESSIONS[1])),
        ("retrieve_memory", "--query", "Which database did we choose for the order archive?", "--top-k", "2"),
        ("memory_manager", "add", "--content", "Actually, I live in Bath now, not in Bristol"),
        ("evaluate_importance", "--auto", "--text", "We decided to freeze releases every Thursday night"),
        ("memory_manager", "bootstrap"),
    ),
    "README.zh-CN.md": (
        ("memory_manager", "init"),
        ("memory_manager", "add", "--content", "办公室的备用钥匙在周岚那里"),
        tuple(demo.consolidation(demo.SESSIONS[0])),
        tuple(demo.consolidation(demo.SESSIONS[0])),
        ("retrieve_memory", "--query", "数据监控用什么？", "--top-k", "2"),
        ("memory_manager", "add", "--content", "我现在住在重庆，不在成都了"),
        ("evaluate_importance", "--auto", "--text", "我们决定每周四晚上冻结发布"),
        ("memory_manager", "bootstrap"),
    ),
}


def tour(commands: Sequence[Sequence[str]], lang: str) -> List[str]:
    """Each command with its output, as a code block."""
    blocks = []
    with demo.workspace() as folder:
        for command in commands:
            output = demo.run(folder, command, lang).replace(str(folder), PLACE)
            blocks.append(f"```console\n$ {demo.shown(command)}\n{output}\n```")
    return blocks


def filled(page: str, blocks: Sequence[str]) -> str:
    """The page with every numbered place filled.

    Raises: SystemExit when the page has not as many places as there are blocks.
    """
    for number, block in enumerate(blocks, 1):
        begin, end = f"<!-- tour {number} -->\n", f"<!-- end of tour {number} -->"
        head, found, tail = page.partition(begin)
        if not found:
            sys.exit(f"The page has no place {begin.strip()}.")
        page = "".join([head, begin, block, "\n", end, tail.partition(end)[2] if end in tail else "\n" + tail])
    return page


def main() -> int:
    """Write the folder and both pages."""
    shutil.rmtree(TARGET, ignore_errors=True)
    for session, lang in zip(demo.SESSIONS, demo.LANGUAGES):
        with demo.workspace() as folder:
            demo.run(folder, demo.consolidation(session), lang)
            kept = TARGET / Path(session).stem
            shutil.copytree(folder / ".memory", kept, ignore=shutil.ignore_patterns(*MACHINES_OWN))
    print(f"wrote {TARGET.relative_to(demo.ROOT)}")
    for name, commands in TOURS.items():
        path = Path(demo.ROOT, name)
        path.write_bytes(
            filled(path.read_text(encoding="utf-8"), tour(commands, "zh" if "zh" in name else "en")).encode("utf-8")
        )
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
