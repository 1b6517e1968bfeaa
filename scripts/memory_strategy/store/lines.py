"""Append-only JSONL whose every line carries its own checksum: the shape of records, journal and usage alike.

A line is `{"v":1,"c":"<crc32 of r>","r":{…}}`. A torn last line (a writer killed in the middle) is set aside in
`<name>.torn` and cut; a bad line in the middle is reported and skipped, never removed. Text is stored as it is
(`ensure_ascii` off), so `grep` finds Chinese (D45). Files merge line by line under git (`merge=union`).
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional

from ..errors import StoreError
from . import files

FORMAT = 1
# {n: what turns the object of a line of format n into that of n + 1}. Never take one out: old lines come back with git.
STEPS: Dict[int, Callable[[Dict[str, Any]], Dict[str, Any]]] = {}
CHUNK = 1 << 20


class Line(NamedTuple):
    """One readable line: where it begins, how many bytes it has (with its newline), and its object."""

    offset: int
    length: int
    data: Dict[str, Any]


class Problem(NamedTuple):
    """A line that could not be read: file, byte offset, why."""

    path: Path
    offset: int
    why: str


def encode(data: Mapping[str, Any]) -> bytes:
    """One line, with its newline. Lone surrogates, which no UTF-8 file can hold, become a question mark."""
    body = _dump(data)
    return b'%s"c":"%08x","r":%s}\n' % (_head(), zlib.crc32(body), body)


def _head() -> bytes:
    return b'{"v":%d,' % FORMAT


def is_current(raw: bytes) -> bool:
    """Whether a line was written in this version's format."""
    return raw.startswith(_head())


def newer(version: int) -> StoreError:
    """The refusal of what a later version of the skill wrote."""
    return StoreError(f"The memory was written in format {version}; this version reads {FORMAT}.",
                      "A newer memory-strategy wrote it.", "Update the skill; nothing was changed.",
                      zh=f"记忆由更新的版本以格式 {version} 写成；当前版本只能读格式 {FORMAT}。请更新本技能；未做任何改动。")  # fmt: skip


def _dump(data: Mapping[str, Any]) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.encode("utf-8", "replace") if _has_surrogate(text) else text.encode("utf-8")


def _has_surrogate(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def decode(raw: bytes) -> Dict[str, Any]:
    """The object of a line.

    Raises: ValueError saying why it cannot be read; StoreError when a newer version of the skill wrote it.
    """
    try:
        line = json.loads(raw)
        version, check, data = line["v"], line["c"], line["r"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError("not a record line") from None
    if isinstance(version, int) and version > FORMAT:
        raise newer(version)
    if not isinstance(data, dict):
        raise ValueError("not an object")
    # A line merged by hand may differ in spacing, so the sum is over the canonical form, not over the raw bytes.
    if check != "%08x" % zlib.crc32(_dump(data)):
        raise ValueError("checksum does not match")
    for number in range(version if isinstance(version, int) else FORMAT, FORMAT):
        if number not in STEPS:
            raise ValueError(f"there is no format {number}")
        data = STEPS[number](data)
    return data


def scan(path: Path, start: int = 0, problems: Optional[List[Problem]] = None) -> Iterator[Line]:
    """The readable lines from byte `start` on, streamed; a last line without its newline is left for the mending.

    Raises: StoreError when the file cannot be read.
    """
    offset = start
    try:
        with os.fdopen(files.opened(path), "rb") as stream:
            stream.seek(start)
            for raw in stream:
                if not raw.endswith(b"\n"):
                    return
                if raw.strip():
                    try:
                        yield Line(offset, len(raw), decode(raw))
                    except ValueError as error:
                        if problems is not None:
                            problems.append(Problem(path, offset, str(error)))
                offset += len(raw)
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise files.unreadable(path, error) from error


def append(path: Path, objects: Iterable[Mapping[str, Any]]) -> List[Line]:
    """Append objects in one durable write; returns where each stands. The caller holds the lock.

    Raises: StoreError, and then nothing was added.
    """
    encoded = [(dict(o), encode(o)) for o in objects]
    if not encoded:
        return []
    offset = files.append(path, b"".join(raw for _, raw in encoded))
    placed = []
    for data, raw in encoded:
        placed.append(Line(offset, len(raw), data))
        offset += len(raw)
    return placed


def read_at(path: Path, offset: int, length: int) -> Dict[str, Any]:
    """The object of the line at `offset`, read anew from the disk.

    Raises: ValueError when it is not there as written.
    """
    return decode(files.read(path, offset, length))


def mend(path: Path) -> int:
    """Set a torn last line aside in `<name>.torn` and cut it; returns its bytes. The caller holds the lock.

    A last line that is whole but for its newline is completed instead: nothing of it was lost.
    """
    size = files.stat(path).size
    if size <= 0 or files.read(path, size - 1, 1) == b"\n":
        return 0
    start, tail = size, b""
    while start > 0 and b"\n" not in tail:
        step = min(CHUNK, start)
        start -= step
        tail = files.read(path, start, step) + tail
    torn = tail[tail.rfind(b"\n") + 1 :]
    try:
        decode(torn)
    except ValueError:
        files.append(path.with_suffix(".torn"), torn + b"\n")
        files.truncate(path, size - len(torn))
        return len(torn)
    files.append(path, b"\n")
    return 0


def sift(path: Path, judge: Callable[[Optional[Dict[str, Any]], bytes], Any]) -> int:
    """Rewrite a file without some of its lines, whole or not at all; returns how many were dropped or changed.

    `judge(object, raw line)` says True (keep it byte for byte), False (drop it), or the object to put in its place; the
    object is None where a line cannot be read. Forgetting and expiring are all that rewrites the truth. The caller
    holds the lock. Raises: StoreError.
    """
    kept: List[bytes] = []
    changed = 0
    for raw in files.read(path).splitlines(keepends=True):
        try:
            data: Optional[Dict[str, Any]] = decode(raw)
        except ValueError:
            data = None
        verdict = judge(data, raw)
        if verdict is True:
            kept.append(raw)
            continue
        changed += 1
        if verdict is not False:
            kept.append(encode(verdict))
    if changed:
        files.replace(path, b"".join(kept))
    return changed
