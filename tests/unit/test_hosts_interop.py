"""Beside OpenClaw's own memory: its files are read as they are, its marks and blocks stay, its rewrites are not lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_strategy import transfer
from memory_strategy.retrieve import ask
from memory_strategy.store import files
from memory_strategy.store import page as face_page
from memory_strategy.store.faces import FaceFile
from stores import active, keep, new_store, open_store

NATIVE = """# Memory

- The heat pump is serviced in May <!-- trigger: heating --> <!-- importance: 8 -->
<!-- openclaw-memory-promotion:k1 -->
<!-- openclaw:dreaming:light:start -->
- a dream about llamas
<!-- openclaw:dreaming:light:end -->
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace as the host keeps it."""
    (tmp_path / "memory" / "trips").mkdir(parents=True)
    (tmp_path / "memory" / "dreaming").mkdir()
    (tmp_path / "MEMORY.md").write_bytes(NATIVE.encode("utf-8"))
    (tmp_path / "USER.md").write_bytes(b"<!-- observed: 2026-01-01 | status: active -->\n- Answer in British English\n")
    (tmp_path / "memory" / "trips" / "norway.md").write_bytes(b"- The ferry leaves from pier four\n")
    (tmp_path / "memory" / "dreaming" / "deep.md").write_bytes(b"- llamas are proposed\n")
    return tmp_path


def found(store, query: str):
    return store.answer(lambda index: ask(index, query, now=store.now)).hits


@pytest.mark.parametrize(
    "query, path",
    [("heat pump", "../MEMORY.md"), ("British English", "../USER.md"), ("ferry pier", "../memory/trips/norway.md")],
)
def test_native_files_are_read_as_they_are(workspace, query, path):
    """MEMORY.md, USER.md and every folder below memory/."""
    store = new_store(workspace, layout="openclaw")
    assert [hit.document.path for hit in found(store, query)] == [path]


def test_what_dreaming_proposes_is_nobody_s_word(workspace):
    """Neither its block in a page nor its folder."""
    assert found(new_store(workspace, layout="openclaw"), "llamas") == ()


def test_an_agent_s_notes_are_not_the_owner_s(workspace):
    """Daily notes are written by a model, maybe from a page that it had read."""
    store = new_store(workspace, layout="openclaw")
    [note] = found(store, "ferry pier")
    assert note.document.origin == "assistant"
    [page] = found(store, "heat pump")
    assert page.document.origin == "owner"


def test_the_host_s_marks_and_blocks_stay_byte_for_byte(workspace):
    """Ours goes into a block of our own, behind everything."""
    store = new_store(workspace, layout="openclaw")
    keep(store, "I am allergic to peanuts", category="core")
    text = (workspace / "MEMORY.md").read_text(encoding="utf-8")
    assert text.startswith(NATIVE) and "peanuts" in text[len(NATIVE) :]
    assert (workspace / "USER.md").read_bytes().endswith(b"British English\n")


def test_our_lines_carry_the_host_s_hints_only_where_wanted(workspace):
    """`host_hints`: importance 0–10 and triggers, as the host's index reads them; the memory's words stay clean."""
    plain = new_store(workspace, layout="openclaw")
    keep(plain, "My sister is called Nora Calder", category="core")
    assert "importance: 10" not in (workspace / "MEMORY.md").read_text(encoding="utf-8")
    hinting = open_store(plain.paths.root, layout="openclaw", host_hints="true")
    keep(hinting, "I am allergic to peanuts", category="core")
    line = next(x for x in (workspace / "MEMORY.md").read_text(encoding="utf-8").splitlines() if "peanuts" in x)
    assert "<!-- importance: 10 --> ^" in line
    assert "I am allergic to peanuts" in active(hinting)


def test_an_edit_of_a_line_with_hints_is_taken_without_them(workspace):
    """The edit wins; the hints are no words."""
    store = new_store(workspace, layout="openclaw", host_hints="true")
    keep(store, "I am allergic to peanuts", category="core")
    page = workspace / "MEMORY.md"
    page.write_bytes(page.read_bytes().replace(b"peanuts", b"hazelnuts"))
    assert active(open_store(store.paths.root, layout="openclaw", host_hints="true")) == ["I am allergic to hazelnuts"]


def test_a_rewrite_by_the_host_in_between_is_not_overwritten(workspace, monkeypatch):
    """Hash check and rename: what it wrote stays, ours goes into it."""
    page = workspace / "MEMORY.md"
    face = FaceFile(page, workspace / "memo", "../MEMORY.md", shared=True)
    real, rewritten = face_page.edited, []

    def apply(*arguments):
        if not rewritten:
            rewritten.append(files.replace(page, NATIVE.encode("utf-8") + b"- promoted meanwhile\n"))
        return real(*arguments)

    monkeypatch.setattr(face_page, "edited", apply)
    assert face.write({"abc123": "ours"})
    text = page.read_text(encoding="utf-8")
    assert "- promoted meanwhile\n" in text and "- ours ^abc123" in text


def test_s1_s_plan_a_is_read_on_import(tmp_path):
    """`[FACTS] / [BELIEFS] / [PROJECTS]` with score and date."""
    store = new_store(tmp_path / "ws")
    page = tmp_path / "MEMORY.md"
    page.write_text(
        "# MEMORY\n\n## [FACTS]\n- Ami lives in Manila [score: 0.95, added: 2026-01-29]\n\n## [BELIEFS]\n"
        "- Ami may like early meetings [score: 0.6, added: 2026-01-30]\n\n## [PROJECTS]\n- The ferry app ships in May [score: 0.8]\n",
        encoding="utf-8",
    )
    transfer.take_in(store, page)
    with store.reading():
        memories = {m.text: m for m in store.memories()}
    fact, belief, project = (memories[t] for t in sorted(memories))
    assert (fact.kind, fact.confidence, fact.created_at[:10]) == ("fact", 0.95, "2026-01-29")
    assert (belief.kind, belief.confidence) == ("belief", 0.6)
    assert (project.kind, project.category) == ("fact", "projects")
