"""What reads bytes that somebody else wrote: one function each, which may refuse in a sentence and nothing else."""

from __future__ import annotations

import contextlib
import tempfile
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

from memory_strategy.config import load
from memory_strategy.errors import MemoryStrategyError
from memory_strategy.llm.answers import first_fitting
from memory_strategy.llm.failures import Failure
from memory_strategy.model import ASSISTANT, OTHER, OWNER, Turn, memory_from_record
from memory_strategy.prompts import steps
from memory_strategy.retrieve import Filters, ask
from memory_strategy.rules.dates import query_dates
from memory_strategy.rules.entities import entities
from memory_strategy.rules.instructions import instruction_shape, neutralise
from memory_strategy.rules.reading import read_turn
from memory_strategy.rules.secrets import redact
from memory_strategy.store import faces, journal, lines, page
from memory_strategy.text.tokens import count_tokens
from memory_strategy.transcripts import harness, read
from memory_strategy.transfer import take_in
from stores import add, memory, new_store, open_store

SEEDS = Path(__file__).resolve().parent.parent / "data" / "fuzz"
NOW = datetime(2026, 5, 6, tzinfo=timezone.utc)
REFUSALS = (MemoryStrategyError, Failure)


class Bench:
    """A folder and a small store that the targets share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = new_store(folder / "asked")
        add(
            self.store,
            *(memory(text) for text in ("blue-green release", "体检报告在蓝色文件夹", "表名是 tmp_1", "住在里斯本")),
        )
        self._index = self.store.reading()
        self.index = self._index.__enter__()

    def close(self) -> None:
        self._index.__exit__(None, None, None)

    def put(self, name: str, data: bytes) -> Path:
        path = self.folder / name
        path.write_bytes(data)
        return path


def transcript(bench: Bench, data: bytes) -> None:
    for turn in read(bench.put("s.jsonl", data), skipped=Counter(), now=NOW, limit_bytes=1 << 20):
        turn.text.encode("utf-8")


def face(bench: Bench, data: bytes) -> None:
    path = bench.put("face.md", data)
    for shared in (False, True):
        made = faces.FaceFile(path, bench.folder, "face.md", shared)
        made.read()
        made.write({"k7f3a9": page.shown("a new line")}, ["k7f3b0"], header="# x")


def front_matter(bench: Bench, data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for note in page.notes("---\n" + text):
        assert "\n" not in note.text


def configuration(bench: Bench, data: bytes) -> None:
    load(bench.put("config.yaml", data), {})


def query(bench: Bench, data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    ask(bench.index, text, now=NOW, budget=200, explain=True)
    with contextlib.suppress(ValueError):
        ask(bench.index, text[:20], now=NOW, filters=Filters(since=text[:12], tag=text[:9]))


def answer(bench: Bench, data: bytes) -> None:
    step = ("extract", "score_importance")[len(data) % 2]
    found = first_fitting(data.decode("utf-8", "replace"), steps.schema_of(step, {"statements": [{}, {}]}))
    if step == "extract":
        steps.operations(found)
    else:
        steps.scores(found, 2)


def record(bench: Bench, data: bytes) -> None:
    for line in lines.scan(bench.put("r.jsonl", data), problems=[]):
        _parsed(line.data)
    for raw in data.split(b"\n"):
        import json

        with contextlib.suppress(ValueError, RecursionError):
            _parsed(json.loads(raw).get("r") if raw.startswith(b"{") else None)


def _parsed(data: Any) -> None:
    with contextlib.suppress(KeyError, TypeError, ValueError):
        memory_from_record(data)
    if isinstance(data, dict):
        journal.entry_from_line(data)


def store(bench: Bench, data: bytes) -> None:
    """A whole folder whose records hold any lines with a right checksum."""
    import json

    root = bench.folder / "folder" / ".memory"
    if not root.exists():
        new_store(root.parent)
    good: List[bytes] = []
    for raw in data.split(b"\n")[:30]:
        with contextlib.suppress(ValueError, RecursionError, AttributeError, TypeError, KeyError):
            good.append(lines.encode(json.loads(raw)["r"]))
    for name in ("records/facts.jsonl", "journal/2026-05-04.jsonl", "records/usage.jsonl"):
        (root / name).write_bytes(b"".join(good))
    opened = open_store(root)
    with opened.writing():
        list(opened.memories())


def words(bench: Bench, data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    redact(text)
    instruction_shape(text)
    neutralise(text, "memory-context", untrusted=True)
    query_dates(text[:2000], NOW)
    entities(text)
    count_tokens(text)
    harness.user_words(text)
    harness.tool_words(text)
    for origin in (OWNER, OTHER, ASSISTANT):
        for candidate in read_turn(Turn("t", "s", "m", 0, origin, text, speaker="Kim"), (), NOW):
            assert candidate.text


def imported(bench: Bench, data: bytes) -> None:
    for name in ("e.json", "MEMORY.md"):
        take_in(bench.store, bench.put(name, data), write=False)


TARGETS: Dict[str, Tuple[Callable[[Bench, bytes], None], Tuple[str, ...]]] = {
    "transcript: openclaw": (transcript, ("openclaw.jsonl",)), "transcript: claude code": (transcript, ("claude_code.jsonl",)),
    "transcript: chatgpt": (transcript, ("chatgpt.json",)), "transcript: claude.ai": (transcript, ("claude_ai.json",)),
    "transcript: openai": (transcript, ("openai.json",)), "transcript: notes": (transcript, ("note.md",)),
    "transcript: plain text": (transcript, ("talk.txt",)), "face": (face, ("face.md",)), "front matter": (front_matter, ("face.md",)),
    "configuration": (configuration, ("config.yaml",)), "query": (query, ("query.txt",)), "model's answer": (answer, ("answer.txt",)),
    "record lines": (record, ("records.jsonl",)), "store": (store, ("records.jsonl",)),
    "words": (words, ("words.txt", "note.md", "query.txt")), "import": (imported, ("export.json", "face.md")),
}  # fmt: skip


def seeds_of(name: str) -> List[bytes]:
    """The seeds of a target."""
    return [(SEEDS / seed).read_bytes() for seed in TARGETS[name][1]]


@contextlib.contextmanager
def bench() -> Any:
    """A folder that goes with its bench."""
    with tempfile.TemporaryDirectory() as folder:
        made = Bench(Path(folder))
        try:
            yield made
        finally:
            made.close()
