"""Opens a session file as one stream of UTF-8 bytes, whatever its compression and encoding, and never whole.

Owns: the checks before reading, `.zst`, byte order marks, UTF-16, GB18030, and lines of bounded length. Refuses: to
write, to follow anything that is not a regular file, and to hold a line longer than its cap (D14: a 40 MB tool
result in one record). Surprising: a line over the cap costs its reading time and no memory; it comes out as None.
"""

from __future__ import annotations

import codecs
import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Callable

from ..errors import TranscriptError

SQLITE_MAGIC = b"SQLite format 3\x00"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
HEAD_BYTES = 256 * 1024  # enough lines to tell UTF-8 from GB18030
CHUNK = 256 * 1024
# The UTF-32 marks go first: the little-endian one begins with the UTF-16 mark.
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Source:
    """A session file found readable. `is_database` tells SQLite; everything else is read through `open()`.

    Raises: TranscriptError when the file is missing, no regular file, unreadable, empty, or compressed with no
    decompressor at hand.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            mode = os.stat(path).st_mode
        except (OSError, ValueError) as error:
            raise unreadable(path, error) from error
        if not stat.S_ISREG(mode):
            kind = "a folder" if stat.S_ISDIR(mode) else "no regular file"
            raise TranscriptError(f"{path} is {kind}.", "Expected one session file.", "Name the files inside it.",
                                  zh=f"{path} 不是普通文件。应为一个会话文件；若是文件夹，请写出其中的文件。")  # fmt: skip
        head = self._peek(16)
        if not head:
            raise TranscriptError(f"{path} is empty.", "Expected a session file with at least one record.",
                                  zh=f"{path} 是空的。应为至少有一条记录的会话文件。")  # fmt: skip
        self.is_database = head == SQLITE_MAGIC
        self._compressed = head[:4] == ZSTD_MAGIC
        self._bom, self._encoding, self._utf8_seen = 0, "utf-8", False
        if not self.is_database:
            self._look_at_encoding()

    @property
    def name(self) -> str:
        """The file name up to `.jsonl`, so that `a.jsonl` and `a.jsonl.reset.<time>` share it (D15)."""
        head, mark, _ = self.path.name.partition(".jsonl")
        return head if mark and head else self.path.stem

    def open(self) -> IO[bytes]:
        """The text as a buffered stream of UTF-8 bytes without a byte order mark."""
        stream = self._raw()
        stream.read(self._bom)
        if self._encoding == "utf-8":
            return stream
        return io.BufferedReader(_Transcoded(stream, self._encoding), CHUNK)

    def lines(self, cap: int) -> Iterator[bytes | None]:
        """Each line as bytes with its line end, or None in place of a line longer than `cap` bytes."""
        with self.open() as stream:
            while True:
                line = stream.readline(cap + 1)
                if not line:
                    return
                if len(line) <= cap or line.endswith(b"\n"):
                    yield line
                    continue
                del line
                _skip_line(stream)
                yield None

    def text_lines(self, cap: int) -> Iterator[str | None]:
        """Each line as text without its line end; a line that is not UTF-8 is tried as GB18030 (D09)."""
        for raw in self.lines(cap):
            if raw is None:
                yield None
                continue
            text = self._decode(raw).replace("\r\n", "\n")
            yield from text.rstrip("\n").replace("\r", "\n").split("\n")

    def _decode(self, raw: bytes) -> str:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            pass
        if not self._utf8_seen:  # a torn line in a UTF-8 file often is valid, and wrong, GB18030
            try:
                return raw.decode("gb18030")
            except UnicodeDecodeError:
                pass
        return raw.decode("utf-8", "replace")

    def _raw(self) -> IO[bytes]:
        try:
            stream: IO[bytes] = open(self.path, "rb")  # noqa: SIM115 - the caller closes it
        except OSError as error:
            raise unreadable(self.path, error) from error
        return _decompressed(stream, self.path) if self._compressed else stream

    def _peek(self, size: int) -> bytes:
        try:
            with open(self.path, "rb") as stream:
                return stream.read(size)
        except OSError as error:
            raise unreadable(self.path, error) from error

    def _look_at_encoding(self) -> None:
        try:
            with self._raw() as stream:
                head = stream.read(HEAD_BYTES)
        except OSError as error:
            raise unreadable(self.path, error) from error
        for mark, encoding in _BOMS:
            if head.startswith(mark):
                self._bom, self._encoding, self._utf8_seen = len(mark), encoding, encoding == "utf-8"
                return
        lines = [line for line in head.split(b"\n")[:-1] or [head] if not line.isascii()]
        self._utf8_seen = any(_decodes(line, "utf-8") for line in lines)
        if lines and not self._utf8_seen and _decodes(b"\n".join(lines), "gb18030"):
            self._encoding = "gb18030"


def unreadable(path: Path, error: Exception) -> TranscriptError:
    """The error for a file that the system will not let us read."""
    if isinstance(error, FileNotFoundError):
        return TranscriptError(f"{path} does not exist.", "Expected a session file.", "Check the path.",
                               zh=f"{path} 不存在。应为一个会话文件，请检查路径。")  # fmt: skip
    reason = getattr(error, "strerror", None) or error
    return TranscriptError(f"{path} cannot be read: {reason}.", "Expected a readable session file.",
                           zh=f"{path} 无法读取：{reason}。应为可读的会话文件。")  # fmt: skip


def decompressor() -> Callable[[IO[bytes]], Any] | None:
    """A function from a compressed stream to a readable one, or None: the standard library has zstd from 3.14 on."""
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]

        return zstd.open  # type: ignore[no-any-return,unused-ignore]
    except ImportError:
        pass
    try:
        import zstandard  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return lambda stream: zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True)


def unpack(blob: bytes, cap: int) -> bytes | None:
    """The bytes of one compressed record, or None: no decompressor, broken, or larger than `cap`."""
    opener = decompressor()
    if opener is None:
        return None
    try:
        data: bytes = opener(io.BytesIO(blob)).read(cap + 1)
    except Exception:  # each library has its own error class
        return None
    return data if len(data) <= cap else None


def _decompressed(stream: IO[bytes], path: Path) -> IO[bytes]:
    opener = decompressor()
    if opener is None:
        stream.close()
        raise TranscriptError(
            f"{path} is compressed with Zstandard, and this Python has no decompressor.",
            "Expected Python 3.14 or newer, or the package `zstandard`.",
            "Run `python3 -m pip install zstandard`, or unpack the file with `zstd -d` and read the result.",
            zh=f"{path} 用 Zstandard 压缩，此 Python 无法解压。请安装 zstandard，或先用 `zstd -d` 解开。",
        )
    return io.BufferedReader(_Unpacked(stream, opener), CHUNK)


class _Unpacked(io.RawIOBase):
    """A decompressed stream whose every failure is an OSError."""

    def __init__(self, stream: IO[bytes], opener: Callable[[IO[bytes]], Any]) -> None:
        self._stream, self._inner = stream, opener(stream)

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int:
        try:
            data = self._inner.read(len(target))
        except Exception as error:  # each library has its own error class
            raise OSError(f"broken Zstandard data ({error})") from error
        target[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()


class _Transcoded(io.RawIOBase):
    """Another encoding, read as UTF-8; what does not decode becomes U+FFFD."""

    def __init__(self, stream: IO[bytes], encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._pending = b""

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int:
        while not self._pending:
            data = self._stream.read(CHUNK)
            self._pending = self._decoder.decode(data, final=not data).encode("utf-8", "replace")
            if not data:
                break
        piece, self._pending = self._pending[: len(target)], self._pending[len(target) :]
        target[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self._stream.close()
        super().close()


def _skip_line(stream: IO[bytes]) -> None:
    while True:
        piece = stream.readline(CHUNK)
        if not piece or piece.endswith(b"\n"):
            return


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)("strict").decode(data)  # a cut last character is no error
    except UnicodeDecodeError:
        return False
    return True
