"""Write dist/memory-strategy-VERSION.zip: what a host installs, and the same bytes whenever the files are the same.

Owns the list of what is shipped. Refuses symbolic links, and more than a host takes.
"""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path
from typing import List, Tuple

ROOT = Path(__file__).resolve().parent.parent
NAME = "memory-strategy"
SHIPPED = (
    "LICENSE",
    "README.md",
    "README.zh-CN.md",
    "SKILL.md",
    "assets",
    "prompts",
    "references",
    "scripts",
)
LEFT_OUT = ("assets/examples/memory/",)  # what the skill makes of the sessions beside it: shown in the repository
# OpenClaw's limits for a library bundle, as its distribution states them.
MAX_FILES = 256
MAX_FILE_BYTES = 1 << 20
MAX_BYTES = 8 << 20
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip entry can hold


def shipped_files(root: Path = ROOT) -> List[Path]:
    """The files of the bundle, sorted, without caches and dotfiles."""
    found: List[Path] = []
    for name in SHIPPED:
        top = root / name
        found += [top] if top.is_file() else top.rglob("*")
    kept = (path for path in found if path.is_file() and not _is_litter(path.relative_to(root)))
    return sorted(path for path in kept if not path.relative_to(root).as_posix().startswith(LEFT_OUT))


def _is_litter(path: Path) -> bool:
    return any(part.startswith(".") or part == "__pycache__" for part in path.parts) or path.suffix == ".pyc"


def version(root: Path = ROOT) -> str:
    """The package's version, read without importing it."""
    text = (root / "scripts/memory_strategy/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        sys.exit("scripts/memory_strategy/__init__.py sets no __version__.")
    return found.group(1)


def entries(root: Path = ROOT) -> List[Tuple[str, bytes, int]]:
    """Name in the zip, content, and mode of every shipped file.

    Raises: SystemExit when the bundle is more than a host takes.
    """
    rows: List[Tuple[str, bytes, int]] = []
    for path in shipped_files(root):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            sys.exit(f"{name} is a symbolic link. Hosts leave those out: put the file itself there.")
        content = path.read_bytes()
        if len(content) > MAX_FILE_BYTES:
            sys.exit(f"{name} has {len(content)} bytes; a host takes {MAX_FILE_BYTES}. Make it smaller.")
        rows.append((f"{NAME}/{name}", content, 0o755 if content.startswith(b"#!") else 0o644))
    total = sum(len(content) for _, content, _ in rows)
    if not rows or len(rows) > MAX_FILES or total > MAX_BYTES:
        sys.exit(f"{len(rows)} files, {total} bytes: a host takes 1 to {MAX_FILES} files and {MAX_BYTES} bytes.")
    return rows


def write(target: Path, root: Path = ROOT) -> int:
    """Write the zip; return how many files it holds."""
    rows = entries(root)
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as bundle:
        for name, content, mode in rows:
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # Unix, on every machine: else the bytes differ on Windows
            info.external_attr = (0o100000 | mode) << 16
            bundle.writestr(info, content)
    return len(rows)


if __name__ == "__main__":
    path = ROOT / "dist" / f"{NAME}-{version()}.zip"
    count = write(path)
    print(f"{path.relative_to(ROOT)}: {count} files, {path.stat().st_size} bytes")
