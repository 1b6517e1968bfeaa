"""Files of any size are streamed, records over the cap are passed over, and a bad file says what is wrong with it."""

from __future__ import annotations

import io
import json
import os
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from memory_strategy.errors import TranscriptError
from memory_strategy.transcripts import json_stream, read, source
from memory_strategy.transcripts.json_stream import Event, events

HEADER = {"type": "session", "version": 4, "id": "s-1", "timestamp": "2026-05-04T08:00:00Z"}


def line(identity: str, text: str, role: str = "user") -> str:
    return (
        json.dumps({"type": "message", "id": identity, "parentId": None, "message": {"role": role, "content": text}})
        + "\n"
    )


def cut(text: str, cap: int = 1000, chunk: int = 7, monkeypatch: Any = None) -> tuple[list[Event], Counter[str]]:
    skipped: Counter[str] = Counter()
    if monkeypatch:
        monkeypatch.setattr(json_stream, "CHUNK", chunk)
    return list(events(io.BytesIO(text.encode()), cap, ("messages",), skipped)), skipped


def test_d14_memory_does_not_grow_with_the_file_or_its_largest_record(tmp_path: Path) -> None:
    """30 MB with a record of 12 MB need a small part of that."""
    path = tmp_path / "x"
    with path.open("w", encoding="utf-8") as stream:
        stream.write(json.dumps(HEADER) + "\n")
        for number in range(3_000):
            stream.write(line(f"m{number}", "x" * 6_000))
        stream.write(line("big", "y" * 12_000_000, "toolResult"))
        stream.write(line("last", "记住：x"))
    skipped: Counter[str] = Counter()
    tracemalloc.start()
    count = sum(1 for _ in read(path, skipped=skipped, limit_bytes=1_000_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (count, skipped) == (3_001, {"oversized_record": 1})
    assert peak < 6_000_000


def test_d14_a_large_export_is_read_conversation_by_conversation(tmp_path: Path) -> None:
    """An array of 20 MB is never in memory as a whole."""
    talk = {"uuid": "c", "chat_messages": [{"uuid": "m", "sender": "human", "text": "z" * 50_000}]}
    path = tmp_path / "x"
    with path.open("w", encoding="utf-8") as stream:
        stream.write("[" + ",\n".join(json.dumps({**talk, "uuid": f"c{number}"}) for number in range(400)) + "]")
    tracemalloc.start()
    count = sum(1 for _ in read(path, skipped=Counter()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 400 and peak < 6_000_000


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 64])
@pytest.mark.parametrize(
    "value",
    [
        [1, -2.5, True, None, 'a\\"b]', {"k": [1, {"x": "}"}]}, [], {}, "\\", "中文😀"],
        [[[[["deep"]]]]],
        [],
        [{"a": "\\\\"}, "\\u0041"],
    ],
)
def test_an_array_is_cut_where_json_says(value: Any, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the chunks end, elements come out as the parser would read them."""
    for text in (json.dumps(value), json.dumps(value, indent=2, ensure_ascii=False)):
        found, skipped = cut(text, chunk=chunk, monkeypatch=monkeypatch)
        assert [event.value for event in found] == value and not skipped


def test_an_object_yields_members_and_the_elements_of_chosen_arrays() -> None:
    """`messages` is streamed, the rest comes whole; one document may follow another."""
    found, skipped = cut('{"a": [1], "messages": [2, "x"], "b": {}}{"messages": 3}')
    assert found == [
        Event("open"), Event("member", "a", [1]), Event("member", "messages", []), Event("element", "messages", 2),
        Event("element", "messages", "x"), Event("member", "b", {}), Event("close"),
        Event("open"), Event("member", "messages", 3), Event("close"),
    ]  # fmt: skip
    assert not skipped


@pytest.mark.parametrize(
    ("text", "values", "reasons"),
    [
        ('[1, "' + "x" * 2000 + '", 2]', [1, 2], {"oversized_record": 1}),
        ("[1, [" + "[]," * 900 + "[]], 2]", [1, 2], {"oversized_record": 1}),
        ("[1, nonsense, 2]", [1, 2], {"bad_record": 1}),
        ("[1, {bad}, 2]", [1, 2], {"bad_record": 1}),
        ("[1, 2", [1, 2], {"cut_off": 1}),
        ('[1, {"a": ', [1], {"cut_off": 1}),
        ("[1 2]", [1], {"cut_off": 1}),
        ("[1] trailing", [1], {"cut_off": 1}),
        ("[1,,2]", [1], {"cut_off": 1}),
        ('{"a" 1}', [], {"cut_off": 1}),
        ("{1: 2}", [], {"cut_off": 1}),
    ],
)
def test_what_cannot_be_read_is_counted(text: str, values: list[Any], reasons: dict[str, int]) -> None:
    """Too large, not JSON, broken off: said by reason, and what was whole is kept."""
    found, skipped = cut(text)
    assert [event.value for event in found if event.kind == "element"] == values
    assert skipped == reasons


def test_hostile_nesting_and_numbers_are_bad_lines(tmp_path: Path) -> None:
    """Depth is counted, never recursed into; a number of a million digits is not worked out."""
    path = tmp_path / "x"
    deep = "[" * 200_000 + "]" * 200_000
    path.write_text(
        json.dumps(HEADER) + f'\n{{"a": {deep}}}\n{{"n": {"9" * 1_000_000}}}\n' + line("m", "kept"), encoding="utf-8"
    )
    skipped: Counter[str] = Counter()
    assert [t.text for t in read(path, skipped=skipped)] == ["kept"]
    assert skipped == {"bad_line": 1, "unknown_record": 1}


def test_surrogates_nul_and_bad_bytes_come_out_writable(tmp_path: Path) -> None:
    """Everything handed out encodes in UTF-8."""
    path = tmp_path / "x"
    body = line("a\ud800", "x\ud800y\x00z").encode() + line("b", "QQ").encode().replace(b"QQ", b"\xff\xfe") + b"\0" * 64
    path.write_bytes(json.dumps(HEADER).encode() + b"\r\n" + body)
    turns = list(read(path, skipped=Counter()))
    assert [t.text for t in turns] == ["x\ufffdyz", "\ufffd\ufffd"]
    assert all(repr(t).encode() for t in turns) and turns[0].message == "a\ufffd"


def test_a_bad_line_in_the_middle_does_not_end_the_session(tmp_path: Path) -> None:
    """D16: a torn record is one record lost."""
    path = tmp_path / "x"
    path.write_text(
        json.dumps(HEADER) + "\n" + line("a", "1") + '{"type": "mess\n\n' + line("b", "2"), encoding="utf-8"
    )
    skipped: Counter[str] = Counter()
    assert [t.message for t in read(path, skipped=skipped)] == ["a", "b"] and skipped == {"bad_line": 1}


def test_a_session_in_utf16_reads_like_any_other(tmp_path: Path) -> None:
    """A byte order mark is enough, for JSONL too."""
    path = tmp_path / "x"
    path.write_bytes((json.dumps(HEADER) + "\r\n" + line("a", "茶")).encode("utf-16"))
    assert [t.text for t in read(path, skipped=Counter())] == ["茶"]


def test_a_missing_file_a_folder_an_empty_file_and_a_pipe_are_errors(tmp_path: Path) -> None:
    """Each says what it is; none of them hangs."""
    (tmp_path / "empty").touch()
    os.mkfifo(tmp_path / "pipe")
    for name, words in (
        ("missing", "does not exist"),
        (".", "is a folder"),
        ("empty", "is empty"),
        ("pipe", "no regular file"),
    ):
        with pytest.raises(TranscriptError, match=words):
            read(tmp_path / name, skipped=Counter())
    with pytest.raises(TranscriptError):
        read(Path("a\0b"), skipped=Counter())


def test_a_zst_archive_without_a_decompressor_names_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library or Python 3.14; a program on the PATH is not run."""
    path = tmp_path / "x.jsonl.zst"
    path.write_bytes(source.ZSTD_MAGIC + b"rest")
    monkeypatch.setattr(source, "decompressor", lambda: None)
    with pytest.raises(TranscriptError) as caught:
        read(path, skipped=Counter())
    assert "Zstandard" in caught.value.wrong and "zstandard" in caught.value.do


def test_a_zst_archive_is_read_through_whatever_decompressor_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The content decides, and a broken archive is an error."""
    path = tmp_path / "archive"
    path.write_bytes(source.ZSTD_MAGIC + (json.dumps(HEADER) + "\n" + line("a", "1")).encode())

    def pretend(stream: Any) -> Any:
        stream.read(4)
        return stream

    monkeypatch.setattr(source, "decompressor", lambda: pretend)
    assert [t.text for t in read(path, skipped=Counter())] == ["1"]

    def broken(stream: Any) -> Any:
        raise_on_read = io.BytesIO()
        raise_on_read.close()
        return raise_on_read

    monkeypatch.setattr(source, "decompressor", lambda: broken)
    with pytest.raises(TranscriptError, match="broken Zstandard data"):
        read(path, skipped=Counter())
