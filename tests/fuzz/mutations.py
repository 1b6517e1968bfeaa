"""Inputs made from seeds: the same seed and number give the same bytes."""

from __future__ import annotations

import random
from typing import Callable, List, Sequence

MOST = 200_000  # bytes of one input

TOKENS: Sequence[bytes] = tuple(
    t.encode("utf-8", "surrogatepass") for t in (
        '"', "\\", "{", "}", "[", "]", ":", ",", "\n", "\r\n", "\0", "\ufeff", "\ud800", "\\ud83d", "\\u0000", "null", "1e999",
        "-0", "9" * 40, "NaN", "true", "用户：", "User: ", "```", "~~~", "---\n", "<!--", "-->", "<think>", "</think>", "<private>",
        "记住：", "remember this: ", "from now on ", "以后", " ^k7f3a9\n", "\u200b", "\u202e", "\U000e0041", "👩\u200d🔧", "é", "e\u0301",
        "%", "_", "*", "NEAR(", "AND", "sk" + "-", "password is ", "密码是", "eyJ", "2026-13-45", "yesterday", "下周三", "..", "/", "~",
        "[Telegram x id:1 ", "(untrusted metadata):", "Queued #1", "[Forwarded from ", "&lt;", "＜", "\u2028", "\x1c", " ", "\t",
    )
)  # fmt: skip


def mutated(seeds: Sequence[bytes], rng: random.Random) -> bytes:
    """One input: a seed after a few changes."""
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.choice((1, 1, 2, 3, 5, 8, 13))):
        rng.choice(_CHANGES)(data, seeds, rng)
    return bytes(data[:MOST])


def _place(data: bytearray, rng: random.Random) -> int:
    return rng.randrange(len(data) + 1)


def _insert(data: bytearray, seeds: Sequence[bytes], rng: random.Random) -> None:
    at = _place(data, rng)
    data[at:at] = rng.choice(TOKENS)


def _flip(data: bytearray, seeds: Sequence[bytes], rng: random.Random) -> None:
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _cut(data: bytearray, seeds: Sequence[bytes], rng: random.Random) -> None:
    a, b = sorted((_place(data, rng), _place(data, rng)))
    del data[a : min(b, a + rng.choice((1, 4, 60, len(data))))]


def _copy(data: bytearray, seeds: Sequence[bytes], rng: random.Random) -> None:
    a, b = sorted((_place(data, rng), _place(data, rng)))
    at = _place(data, rng)
    data[at:at] = data[a : a + min(b - a, 2000)] * rng.choice((1, 1, 2, 30))


def _splice(data: bytearray, seeds: Sequence[bytes], rng: random.Random) -> None:
    other = rng.choice(seeds)
    at, start = _place(data, rng), rng.randrange(len(other) + 1)
    data[at:] = other[start:]


def _repeat(data: bytearray, seeds: Sequence[bytes], rng: random.Random) -> None:
    at = _place(data, rng)
    data[at:at] = rng.choice(TOKENS) * rng.choice((10, 100, 1000, 10_000))


def _noise(data: bytearray, seeds: Sequence[bytes], rng: random.Random) -> None:
    at = _place(data, rng)
    data[at:at] = rng.randbytes(rng.choice((1, 8, 200)))


_CHANGES: List[Callable[[bytearray, Sequence[bytes], random.Random], None]] = [
    _insert, _insert, _insert, _flip, _flip, _cut, _copy, _splice, _repeat, _noise,
]  # fmt: skip
