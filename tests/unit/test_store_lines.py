"""Records on disk: one checked line each, torn tails set aside, bad lines reported."""

from __future__ import annotations

import pytest

from memory_strategy.errors import StoreError
from memory_strategy.store import lines


def write(path, *objects):
    lines.append(path, objects)
    return path


def test_a_line_reads_back_equal_and_is_plain_chinese(tmp_path):
    """D45: what is stored can be found with grep."""
    path = write(tmp_path / "facts.jsonl", {"id": "A", "text": "用户喜欢黑色"})
    assert "用户喜欢黑色" in path.read_text(encoding="utf-8")
    assert [line.data for line in lines.scan(path)] == [{"id": "A", "text": "用户喜欢黑色"}]


def test_a_torn_tail_is_set_aside_and_the_rest_stays(tmp_path):
    """D19: a writer killed in the middle of a line costs that line alone, whatever byte it died at."""
    path = write(tmp_path / "facts.jsonl", {"id": "A"}, {"id": "B"})
    whole = path.read_bytes()
    second = whole.index(b"\n") + 1
    for cut in range(second + 1, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert lines.mend(path) == cut - second
        assert [line.data["id"] for line in lines.scan(path)] == ["A"]
    assert (tmp_path / "facts.torn").exists()


def test_a_tail_that_lacks_only_its_newline_is_completed(tmp_path):
    """Nothing of the line was lost, so nothing is set aside."""
    path = write(tmp_path / "facts.jsonl", {"id": "A"}, {"id": "B"})
    path.write_bytes(path.read_bytes()[:-1])
    assert lines.mend(path) == 0
    assert [line.data["id"] for line in lines.scan(path)] == ["A", "B"]


def test_every_flipped_byte_of_a_line_is_noticed_and_costs_that_line_alone(tmp_path):
    """The checksum covers the line; its neighbours are still read."""
    path = write(tmp_path / "facts.jsonl", {"id": "A"}, {"id": "B", "text": "x 记住"}, {"id": "C"})
    whole = path.read_bytes()
    start = whole.index(b"\n") + 1
    end = whole.index(b"\n", start)
    for position in range(start, end):
        damaged = bytearray(whole)
        damaged[position] ^= 0x04
        path.write_bytes(bytes(damaged))
        problems = []
        try:
            ids = [line.data.get("id") for line in lines.scan(path, problems=problems)]
        except StoreError as error:  # the version digit itself was flipped upwards: refused with a sentence
            assert "format" in str(error)
            continue
        assert "A" in ids and "C" in ids
        assert problems or ids == ["A", "B", "C"]
        assert "B" not in ids or whole[start:end] == bytes(damaged)[start:end] or _same_object(damaged, start, end)


def _same_object(damaged, start, end):
    """A flip that leaves the same object (a changed version below ours) is no damage."""
    return lines.decode(bytes(damaged[start:end])) == {"id": "B", "text": "x 记住"}


def test_a_line_of_a_newer_format_is_refused_with_a_sentence(tmp_path):
    """An older skill must not read half of a newer store and rewrite it."""
    path = tmp_path / "facts.jsonl"
    path.write_bytes(b'{"v":2,"c":"00000000","r":{}}\n')
    with pytest.raises(StoreError, match="Update the skill"):
        list(lines.scan(path))


def test_lone_surrogates_are_stored_as_replacement_characters(tmp_path):
    """No UTF-8 file can hold them, and no input may stop a write."""
    path = write(tmp_path / "facts.jsonl", {"text": "a\ud800b"})
    assert next(lines.scan(path)).data == {"text": "a?b"}
