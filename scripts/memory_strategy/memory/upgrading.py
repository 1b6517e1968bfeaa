"""The format of a memory folder: a newer one is refused, an older one is brought up to date under a backup.

`state/format` holds the number; every line of records, journal and archive has it too (`v`), so that lines which git
merges in from a machine that was not updated yet are still read. Upgrading copies what it will rewrite to
`state/backup/format-N/` first, and writes the new number last: killed anywhere, the next run begins again.
One surprising fact: a folder without the number is of format 1, the only one that did not write it down at first.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator

from ..errors import StoreError
from ..store import files, lines
from . import recording

if TYPE_CHECKING:
    from .opening import Store


def found(store: Store) -> int:
    """The format of the folder on disk.

    Raises: StoreError when the number cannot be read, or is newer than what this version reads.
    """
    raw = files.read(store.paths.format).decode("ascii", "replace").strip()
    if not raw:
        return 1
    if not raw.isdecimal() or len(raw) > 9:
        raise StoreError(f"{store.paths.format} does not hold a number.", f"{lines.FORMAT} was expected.",
                         "Restore the file from a backup, or write the number into it.",
                         zh=f"{store.paths.format} 的内容不是数字，应为 {lines.FORMAT}。请从备份恢复，或写入该数字。")  # fmt: skip
    if int(raw) > lines.FORMAT:
        raise lines.newer(int(raw))
    return int(raw)


def upgrade(store: Store) -> bool:
    """Bring the folder to this version's format; returns whether it was older. The caller holds the lock.

    Raises: StoreError.
    """
    old = found(store)
    if old == lines.FORMAT:
        if not files.read(store.paths.format):
            mark(store)
        return False
    backup = store.paths.state / "backup" / f"format-{old}"
    for path in _of_lines(store):
        kept = backup / store.paths.relative(path)
        if not kept.exists():  # else from a run that was killed: what lies there is the older state
            files.replace(kept, files.read(path))
    records = recording.files_of(store).values()
    recording.sift(store, lambda path, data, raw: _current(data, raw), f"upgraded from format {old}")
    for path in _of_lines(store):
        if path not in records:
            lines.sift(path, _current)
    mark(store)
    store.warn(f"The memory folder was brought from format {old} to {lines.FORMAT}; the old files are in {backup}."
               if store.language != "zh" else f"记忆目录已从格式 {old} 升级到 {lines.FORMAT}；旧文件在 {backup}。")  # fmt: skip
    return True


def _current(data: Any, raw: bytes) -> Any:
    return True if data is None or lines.is_current(raw) else data


def mark(store: Store) -> None:
    """Write this version's number down. Raises: StoreError."""
    files.replace(store.paths.format, b"%d\n" % lines.FORMAT)


def _of_lines(store: Store) -> Iterator[Path]:
    """Every file of lines that carry a format."""
    paths = store.paths
    for path in (*paths.record_files(), paths.usage):
        if path.is_file():
            yield path
    for folder in (paths.journal, paths.archive, paths.state):
        yield from sorted(folder.glob("*.jsonl"))
