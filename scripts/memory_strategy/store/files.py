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
from stat import S_ISREG
from typing import Iterator, NamedTuple, Optional

from ..errors import StoreError

TEMP_MARK = ".ms-tmp-"
FILE_MODE, FOLDER_MODE = 0o600, 0o700
# No file of ours is a link: one that is was planted, and leads where nobody should read or write (D37). Without
# O_NONBLOCK a named pipe in the place of a file would hold a reader for ever.
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Stat(NamedTuple):
    """What tells a reader that a file changed: size in bytes, mtime in ns, inode. Absent: all -1."""

    size: int
    mtime_ns: int
    inode: int


ABSENT = Stat(-1, -1, -1)


def stat(path: Path) -> Stat:
    """The stat of a regular file, `ABSENT` where there is none; a link is none."""
    try:
        s = os.lstat(path)
    except (OSError, ValueError):
        return ABSENT
    if not S_ISREG(s.st_mode):
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
    errno.ELOOP: (
        "It is a link or no file: put a file in its place (links are neither read nor written).",
        "它是链接或不是普通文件：请换成普通文件（不读写链接）。",
    ),
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
            f"Could not {action} {path}: {error.strerror or error}.", "The file is as it was.", advice,
            zh=f"无法写入 {path}：{error.strerror or error}。该文件保持原样。{zh}",
        ) from error  # fmt: skip


def make_folder(path: Path) -> None:
    """Create `path` and its parents, private to the user.

    Raises: StoreError.
    """
    with explained("create", path):
        _make_folders(path)


def _make_folders(path: Path) -> None:
    """`os.makedirs` gives its mode to the last folder alone; the ones above would be open to all."""
    if not path.is_dir():
        if path.parent != path:
            _make_folders(path.parent)
        with contextlib.suppress(FileExistsError):
            os.mkdir(path, FOLDER_MODE)
            with contextlib.suppress(PermissionError):  # the parent may be somebody else's, and not ours to open
                _sync_folder(path.parent)
    if not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


def opened(path: Path, flags: int = os.O_RDONLY) -> int:
    """A descriptor of a regular file, never of what a link leads to.

    Raises: OSError; ELOOP for a link, a pipe, a device.
    """
    if not hasattr(os, "O_NOFOLLOW") and os.path.islink(path):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    fd = os.open(path, flags | NO_LINK, FILE_MODE)
    if not S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise OSError(errno.ELOOP, "no regular file", str(path))
    return fd


def opened_alone(path: Path, flags: int) -> int:
    """A descriptor to write by, of a file that has no other name: a hard link is cut first, its other name stays as it is.

    Backups of the kind `cp -al` share our files with us, and a planted one leads out of the folder; neither is written.
    Raises: OSError, StoreError.
    """
    fd = opened(path, flags)
    if os.fstat(fd).st_nlink > 1:
        os.close(fd)
        replace(path, read(path))
        fd = opened(path, flags)
    return fd


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
    """Put `data` in the place of `path`, whole or not at all. An existing file's mode is kept.

    `durable` fsyncs; what is not durable may be gone after a power loss, and for a moment before it is there.

    Raises: StoreError.
    """
    temp = path.parent / f"{TEMP_MARK}{secrets.token_hex(8)}"
    with explained("write", path):
        _make_folders(path.parent)
        try:
            found = os.lstat(path)
            mode = found.st_mode & 0o777 if S_ISREG(found.st_mode) else FILE_MODE
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
            if not durable:
                with contextlib.suppress(OSError):  # ext4 writes a file out at once when a rename takes its place
                    os.unlink(path)
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
        if not path.exists():
            _make_folders(path.parent)
        fd = opened_alone(path, os.O_RDWR | os.O_CREAT)
        try:
            start = os.lseek(fd, 0, os.SEEK_END)
            try:
                _write_all(fd, data)
                os.fsync(fd)
                if start == 0:  # also where a killed writer made the file and got no further
                    _sync_folder(path.parent)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.ftruncate(fd, start)
                raise
        finally:
            os.close(fd)
    return start


def remove(path: Path) -> None:
    """Remove a file; one that is not there is fine.

    Raises: StoreError.
    """
    with explained("remove", path), contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def truncate(path: Path, size: int) -> None:
    """Cut `path` to `size` bytes, durably.

    Raises: StoreError.
    """
    with explained("mend", path):
        fd = opened_alone(path, os.O_RDWR)
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
        with os.fdopen(opened(path), "rb") as stream:
            stream.seek(start)
            return stream.read(length)
    except FileNotFoundError:
        return b""
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error


def unreadable(path: Path, error: Exception) -> StoreError:
    """The error for a file that is there and cannot be read."""
    number = getattr(error, "errno", None)
    advice = _ADVICE[errno.ELOOP][0] if number == errno.ELOOP else "Check its permissions."
    why = getattr(error, "strerror", None) or error
    return StoreError(f"Could not read {path}: {why}.", "", advice, zh=f"无法读取 {path}：{why}。请检查权限。")


def is_lasting(error: StoreError) -> bool:
    """Whether a file cannot be read because of what it is, and not because the disk or the system failed just now."""
    number = getattr(error.__cause__, "errno", None)
    return number in (errno.ELOOP, errno.EACCES, errno.EPERM, errno.EISDIR, errno.ENXIO, errno.ENOTDIR, None)


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
