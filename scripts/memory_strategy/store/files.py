"""Bytes on disk: whole replacement, appending with a receipt, and reading without following links out.

`replace` writes a temporary file in the same folder, fsyncs it, renames it and fsyncs the folder: a reader sees the
old content or the new, whole, after a kill and after a power loss (git and LevelDB once renamed without the fsync and
lost refs). Temporary names are random and exclusive, and `sweep` removes what a killed writer left behind.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from pathlib import Path
from typing import Iterator, NamedTuple, Optional

from ..errors import StoreError

TEMP_MARK = ".ms-tmp-"
FILE_MODE, FOLDER_MODE = 0o600, 0o700


class Stat(NamedTuple):
    """What tells a reader that a file changed: size in bytes, mtime in ns, inode. Absent: all -1."""

    size: int
    mtime_ns: int
    inode: int


ABSENT = Stat(-1, -1, -1)


def stat(path: Path) -> Stat:
    """The stat of a regular file, `ABSENT` where there is none."""
    try:
        s = os.stat(path)
    except (OSError, ValueError):
        return ABSENT
    return Stat(s.st_size, s.st_mtime_ns, s.st_ino)


_ADVICE = {
    errno.ENOSPC: ("The disk is full: free some space and run the command again.", "磁盘已满，请清理后重试。"),
    errno.EDQUOT: ("The quota is used up: free some space and run the command again.", "配额已用尽，请清理后重试。"),
    errno.EFBIG: (
        "The file may not grow: raise the file-size limit and run it again.",
        "文件大小受限，请放宽限制后重试。",
    ),
    errno.EROFS: (
        "The disk is read-only: reading works, writing needs a writable one.",
        "磁盘只读：可以读取，写入需要可写的磁盘。",
    ),
    errno.EACCES: (
        "Permission denied: give this user write access to the memory folder.",
        "权限不足：请给当前用户写权限。",
    ),
    errno.EPERM: ("Not permitted: give this user write access to the memory folder.", "不被允许：请给当前用户写权限。"),
    errno.EMFILE: (
        "Too many open files: close some or raise the limit (ulimit -n).",
        "打开的文件过多：请关闭一些或提高上限。",
    ),
    0: (
        "Run the command again; `memory_manager.py doctor` shows what is wrong.",
        "请重试；`memory_manager.py doctor` 可查看问题。",
    ),
}


@contextlib.contextmanager
def explained(action: str, path: Path) -> Iterator[None]:
    """Turn the disk's refusal into a StoreError that says what to do."""
    try:
        yield
    except OSError as error:
        advice, zh = _ADVICE.get(error.errno or 0, _ADVICE[0])
        raise StoreError(
            f"Could not {action} {path}: {error.strerror or error}.", "Nothing was half-written.", advice,
            zh=f"无法写入 {path}：{error.strerror or error}。没有写入一半的内容。{zh}",
        ) from error  # fmt: skip


def make_folder(path: Path) -> None:
    """Create `path` and its parents, private to the user.

    Raises: StoreError.
    """
    with explained("create", path):
        os.makedirs(path, mode=FOLDER_MODE, exist_ok=True)


def _sync_folder(path: Path) -> None:
    if os.name == "nt":
        return  # a folder cannot be opened there; NTFS journals the rename
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def replace(path: Path, data: bytes, *, durable: bool = True) -> Stat:
    """Put `data` in the place of `path`, whole or not at all; `durable` fsyncs. An existing file's mode is kept.

    Raises: StoreError.
    """
    temp = path.parent / f"{TEMP_MARK}{secrets.token_hex(8)}"
    with explained("write", path):
        os.makedirs(path.parent, mode=FOLDER_MODE, exist_ok=True)
        try:
            mode = os.stat(path).st_mode & 0o777
        except OSError:
            mode = FILE_MODE
        try:
            fd = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
            try:
                _write_all(fd, data)
                if durable:
                    os.fsync(fd)
            finally:
                os.close(fd)
            os.replace(temp, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temp)
            raise
        if durable:
            _sync_folder(path.parent)
    return stat(path)


def append(path: Path, data: bytes) -> int:
    """Append `data` in one write and fsync it; returns the offset where it begins. On an error the file is cut back.

    The caller holds the lock. Raises: StoreError.
    """
    with explained("write", path):
        new = not path.exists()
        if new:
            os.makedirs(path.parent, mode=FOLDER_MODE, exist_ok=True)
        fd = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), FILE_MODE)
        try:
            start = os.lseek(fd, 0, os.SEEK_END)
            try:
                _write_all(fd, data)
                os.fsync(fd)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.ftruncate(fd, start)
                raise
        finally:
            os.close(fd)
        if new:
            _sync_folder(path.parent)
    return start


def truncate(path: Path, size: int) -> None:
    """Cut `path` to `size` bytes, durably.

    Raises: StoreError.
    """
    with explained("mend", path):
        fd = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            os.ftruncate(fd, size)
            os.fsync(fd)
        finally:
            os.close(fd)


def read(path: Path, start: int = 0, length: int = -1) -> bytes:
    """The bytes of a file from `start`; b"" where there is no such file.

    Raises: StoreError when it is there and cannot be read.
    """
    try:
        with open(path, "rb") as stream:
            stream.seek(start)
            return stream.read(length)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise StoreError(f"Could not read {path}: {error.strerror or error}.", "", "Check its permissions.") from error


def read_text(path: Path) -> Optional[str]:
    """A text a person may have written: UTF-8, else by its BOM, else GB18030; None when it is none of them (D09)."""
    raw = read(path)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace")
    for encoding in ("utf-8-sig", "gb18030"):
        with contextlib.suppress(UnicodeDecodeError):
            return raw.decode(encoding)
    return None


def sweep(folder: Path) -> int:
    """Remove the temporary files that killed writers left in `folder`; returns how many. The caller holds the lock."""
    count = 0
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(TEMP_MARK):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)
                    count += 1
    return count
