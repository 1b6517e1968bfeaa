"""Cuts a large JSON document into its elements without loading it, and parses one piece of JSON safely.

Owns: `parse` for one record, `records` for JSONL, `events` for a document (an export of 200 MB is one array). Refuses
recursion; depth is a counter, and what Python's own parser finds too deep is a `BadJsonError` like any other.
Surprising: an element over the cap is passed over by scanning for brackets and quotes alone: time, and no memory.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

from .source import CHUNK, Source

ELEMENT_CAP = 32 * 1024 * 1024  # bytes of one conversation; parsed it takes up to ten times that
_STRUCTURE = re.compile(rb'["\[\]{}]')
_STRING_REST = re.compile(rb'[^"\\]*(?:\\.[^"\\]*)*', re.S)
_SCALAR_END = re.compile(rb'[\s,:\[\]{}"]')
_NOT_SPACE = re.compile(rb"[^ \t\r\n]")


def _whole_number(digits: str) -> float:
    # Before Python 3.11 a number of a million digits takes minutes to read; no host writes more than 20.
    return int(digits) if len(digits) <= 40 else float("nan")


_DECODER = json.JSONDecoder(parse_int=_whole_number)


class BadJsonError(ValueError):
    """Text that is no JSON, or JSON too deep or too large for this machine."""


class Event(NamedTuple):
    """`open` and `close` of a top-level object, its `member`s, and `element`s of an array (key "" at top level)."""

    kind: str
    key: str = ""
    value: Any = None


def parse(data: bytes) -> Any:
    """One JSON value.

    Raises: BadJsonError.
    """
    try:
        return _DECODER.decode(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadJsonError(str(error)) from error


def records(source: Source, cap: int, skipped: Counter[str]) -> Iterator[dict[str, Any]]:
    """The objects of a JSONL file, one a line; what is none of ours is counted and passed over."""
    for line in source.lines(cap):
        if line is None:
            skipped["oversized_record"] += 1
            continue
        line = line.strip(b" \t\r\n\0")  # a power cut leaves NUL bytes at the end
        if not line:
            continue
        try:
            record = parse(line)
        except BadJsonError:
            skipped["bad_line"] += 1
            continue
        if isinstance(record, dict):
            yield record
        else:
            skipped["unknown_record"] += 1


def events(stream: IO[bytes], cap: int, within: tuple[str, ...], skipped: Counter[str]) -> Iterator[Event]:
    """The events of all JSON documents in `stream`, one after another.

    Arrays that are members named in `within` are cut into elements too. Pieces over `cap` bytes count as
    `oversized_record`, unreadable ones as `bad_record`; a document that breaks off or stops being JSON ends the
    stream and counts as `cut_off`.
    """
    reader = _Reader(stream, cap, skipped)
    try:
        while True:
            first = reader.peek()
            if first == b"":
                return
            if first == b"[":
                yield from reader.array("")
            elif first == b"{":
                yield from reader.object(within)
            else:
                raise _BrokenError
    except _BrokenError:
        skipped["cut_off"] += 1


class _BrokenError(Exception):
    """The document ends in the middle or is not JSON where a bracket, comma or colon should be."""


class _Reader:
    def __init__(self, stream: IO[bytes], cap: int, skipped: Counter[str]) -> None:
        self._stream, self._cap, self._skipped = stream, cap, skipped
        self._buffer, self._at = b"", 0

    def peek(self) -> bytes:
        """The next byte that is not white space, or b"" at the end."""
        while True:
            found = _NOT_SPACE.search(self._buffer, self._at)
            if found:
                self._at = found.start()
                return found.group()
            if not self._fill():
                return b""

    def array(self, key: str) -> Iterator[Event]:
        self._take(b"[")
        while self.peek() != b"]":
            data = self._value()
            if data is not None:
                yield from self._parsed("element", key, data)
            if self.peek() != b"]":
                self._take(b",")
        self._take(b"]")

    def object(self, within: tuple[str, ...]) -> Iterator[Event]:
        self._take(b"{")
        yield Event("open")
        while self.peek() != b"}":
            key = self._key()
            self._take(b":")
            if key in within and self.peek() == b"[":
                yield Event("member", key, [])
                yield from self.array(key)
            else:
                data = self._value()
                if data is not None:
                    yield from self._parsed("member", key, data)
            if self.peek() != b"}":
                self._take(b",")
        self._take(b"}")
        yield Event("close")

    def _key(self) -> str:
        if self.peek() != b'"':
            raise _BrokenError
        data = self._value()
        try:
            return str(parse(data)) if data is not None else ""
        except BadJsonError as error:
            raise _BrokenError from error

    def _parsed(self, kind: str, key: str, data: bytes) -> Iterator[Event]:
        try:
            value = parse(data)
        except BadJsonError:
            self._skipped["bad_record"] += 1
            return
        yield Event(kind, key, value)

    def _take(self, byte: bytes) -> None:
        if self.peek() != byte:
            raise _BrokenError
        self._at += 1

    def _fill(self) -> bool:
        self._buffer, self._at = self._stream.read(CHUNK), 0
        return bool(self._buffer)

    def _value(self) -> bytes | None:
        """The bytes of the next value, or None when they are more than the cap (and counted)."""
        first = self.peek()
        if first == b"" or first in b",:]}":
            raise _BrokenError
        kept = _Kept(self._cap)
        if first in b'"[{':
            self._container(kept)
        else:
            self._scalar(kept)
        if kept.over:
            self._skipped["oversized_record"] += 1
            return None
        return b"".join(kept.pieces)

    def _scalar(self, kept: _Kept) -> None:
        while True:
            end = _SCALAR_END.search(self._buffer, self._at)
            stop = end.start() if end else len(self._buffer)
            kept.add(self._buffer[self._at : stop])
            self._at = stop
            if end or not self._fill():
                return

    def _container(self, kept: _Kept) -> None:
        depth, in_string, escaped = 0, False, False
        start = self._at
        while True:
            buffer, at = self._buffer, self._at
            while at < len(buffer):
                if in_string:
                    at, in_string, escaped = _string_rest(buffer, at, escaped)
                    if in_string:
                        break
                else:
                    mark = _STRUCTURE.search(buffer, at)
                    if mark is None:
                        at = len(buffer)
                        break
                    at = mark.end()
                    byte = mark.group()
                    in_string = byte == b'"'
                    depth += (byte in b"[{") - (byte in b"]}")
                if depth <= 0 and not in_string:
                    kept.add(buffer[start:at])
                    self._at = at
                    return
            kept.add(buffer[start:])
            if not self._fill():
                raise _BrokenError
            start = 0


class _Kept:
    """The pieces of one value, let go as soon as they are more than the cap."""

    def __init__(self, cap: int) -> None:
        self.pieces: list[bytes] = []
        self.over = False
        self._left = cap

    def add(self, piece: bytes) -> None:
        self._left -= len(piece)
        if self._left < 0:
            self.over, self.pieces = True, []
        elif not self.over:
            self.pieces.append(piece)


def _string_rest(buffer: bytes, at: int, escaped: bool) -> tuple[int, bool, bool]:
    """Where a string goes on to: (position after it, still inside it, the next byte is escaped)."""
    if escaped:
        at += 1
    match = _STRING_REST.match(buffer, at)
    end = match.end() if match else at
    if end >= len(buffer):
        return len(buffer), True, False
    if buffer[end : end + 1] == b'"':
        return end + 1, False, False
    return len(buffer), True, True  # a backslash as the last byte of the buffer
