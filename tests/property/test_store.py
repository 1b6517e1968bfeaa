"""Whatever is written: it reads back, its three forms agree, and doing it again changes nothing."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_strategy.consolidate import consolidate
from memory_strategy.memory import drawing
from memory_strategy.store import lines
from memory_strategy.store.faces import FaceFile
from memory_strategy.store.page import ITEM, item_line, shown
from stores import BENCH, memory, new_store, open_store

TEXT = st.text(min_size=1, max_size=60).filter(lambda s: s.strip())
SAID = st.lists(
    st.sampled_from([
        "记下来：发布窗口是周五", "我对花生过敏", "I prefer window seats", "We decided to pin ruff to 0.9", "我叫林夏，在杭州做后端",
        "谢谢", "can you push it?", "我现在不吃香菜了", "我爱吃香菜", "Please remember my new dentist is Dr. Quill, Thursday 14:30.",
        "Actually it is Friday, not Thursday.", "我下周三要去上海出差", "不用记下来：我很困", "<private>口令</private> 记下来：换锁芯",
    ]), min_size=1, max_size=6,
)  # fmt: skip


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda c: st.lists(c) | st.dictionaries(st.text(), c),
        max_leaves=8,
    )
)
def test_a_line_reads_back_equal(value):
    """Any JSON value survives, whatever its text holds but lone surrogates."""
    data = json.loads(json.dumps({"x": value}).encode("utf-8", "replace"))
    assert lines.decode(lines.encode(data)) == json.loads(
        json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
    )


@given(TEXT)
def test_any_text_is_one_item_of_a_face(text):
    """No text can break out of its line or take another's id (D12)."""
    line = item_line(shown(text), "k7f3a9")
    assert len(line.splitlines()) == 1
    found = ITEM.match(line)
    assert found is None or (found.group(1), found.group(2)) == (shown(text), "k7f3a9")
    assert found is not None or not shown(text)


@given(st.lists(TEXT, min_size=1, max_size=5), st.binary(max_size=80))
def test_what_stands_around_our_items_survives(texts, around):
    """D11: a person's bytes before and after stay, whatever they are."""
    theirs = around.decode("utf-8", "ignore").replace("\r", "").replace("^", "").lstrip("\ufeff")
    theirs = "\n".join(part for part in theirs.splitlines())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "face.md"
        path.write_bytes((theirs + "\n").encode())
        face = FaceFile(path, Path(folder) / "state", "face.md")
        face.write({f"aaaaa{n}": shown(t) for n, t in enumerate(texts) if shown(t)}, header="# X")
        face.write({}, [f"aaaaa{n}" for n in range(len(texts))])
        assert path.read_bytes().decode().rstrip("\n") == theirs.rstrip("\n")


@settings(max_examples=25)
@given(st.lists(TEXT, min_size=1, max_size=5, unique=True))
def test_record_face_and_index_agree(texts):
    """The three forms of one truth say the same of any Unicode text."""
    with tempfile.TemporaryDirectory() as folder:
        store = new_store(Path(folder))
        with store.writing() as writer:
            for text in texts:
                writer.add(memory(text))
        again = open_store(store.paths.root)
        with again.reading() as index:
            held = {m.id: m for m in again.memories()}
            assert index.check() == []
        recorded = [line.data for path in store.paths.record_files() for line in lines.scan(path)]
        assert {r["id"] for r in recorded} == set(held)
        latest = {r["id"]: r["text"] for r in recorded}
        assert {i: m.text for i, m in held.items()} == latest
        for path in ("long-term/preferences.md", "review.md"):  # hidden characters wait for review
            drawn = {m.short: drawing.words(m) for m in held.values() if m.path == path and drawing.words(m)}
            assert again.face(path).read().items == drawn


@settings(max_examples=20)
@given(SAID)
def test_a_second_consolidation_writes_nothing(texts):
    """Whatever was said, taking it in twice is taking it in once; and so is taking it in piece by piece."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "a.jsonl"
        rows = [{"type": "session", "version": 3, "id": "s"}]
        rows += [{"type": "message", "id": f"m{n}", "timestamp": f"2026-05-06T08:{n:02d}:00Z", "message": {"role": "user", "content": t}}
                 for n, t in enumerate(texts)]  # fmt: skip
        store = new_store(Path(folder))
        for upto in (len(rows) // 2 + 1, len(rows), len(rows)):
            log.write_text("\n".join(json.dumps(r, ensure_ascii=False) for r in rows[:upto]) + "\n", encoding="utf-8")
            before = _bytes(store.paths.root)
            outcome = consolidate(open_store(store.paths.root), [log], BENCH)
        assert outcome.receipts == [] and _bytes(store.paths.root) == before


def _bytes(root):
    return {p: p.read_bytes() for p in root.rglob("*") if p.is_file() and "index" not in p.parts}
