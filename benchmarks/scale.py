"""How building, adding and searching grow with the number of memories.

    python benchmarks/scale.py [--sizes 10000 100000 1000000] [--queries 200]

For each size: build time, time of one incremental addition, p50 and p95 of a warm search and of a whole answer, of plain
FTS5 `OR` over the same texts in the same run, file size, peak memory. `cpu` is processor time, which other programs on the
machine disturb less; the ratio is between the two in processor time. The texts are made from a small vocabulary
with a long tail (Zipf), Chinese and English in turn; no data is read.
"""

from __future__ import annotations

import argparse
import random
import resource
import sqlite3
import sys
import tempfile
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Callable, Iterator, List, Sequence, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

from memory_strategy.index import Index  # noqa: E402
from memory_strategy.model import Document, utc_iso  # noqa: E402
from memory_strategy.retrieve import Filters, Scope, ask  # noqa: E402
from memory_strategy.retrieve.answer import rank, read  # noqa: E402
from memory_strategy.text.tokenise import terms  # noqa: E402

NOW = datetime(2026, 6, 1, 12, tzinfo=timezone.utc)
BATCH = 20_000


class Language:
    """Invented words with a long tail, and sentences of them."""

    def __init__(self, seed: int, words: int = 40_000) -> None:
        self._random = random.Random(seed)
        self._english = ["".join(self._random.choices("abcdefghiklmnoprstuvwy", k=self._random.randint(3, 9)))
                         for _ in range(words)]  # fmt: skip
        self._chinese = ["".join(chr(self._random.randint(0x4E00, 0x5FFF)) for _ in range(2)) for _ in range(words)]
        self._weights = [1.0 / (rank + 10) for rank in range(words)]
        self._pool: List[int] = []

    def words(self, count: int, chinese: bool) -> List[str]:
        if len(self._pool) < count:
            self._pool = self._random.choices(range(len(self._weights)), self._weights, k=200_000)
        table = self._chinese if chinese else self._english
        return [table[self._pool.pop()] for _ in range(count)]

    def sentence(self, number: int) -> str:
        chinese = number % 2 == 0
        return ("" if chinese else " ").join(self.words(self._random.randint(8, 16), chinese))


def documents(language: Language, size: int, first: int = 0) -> Iterator[Document]:
    """`size` memories and turns in sessions of twenty."""
    for n in range(first, first + size):
        yield Document(key=f"turn:s{n // 20}/{n}", sort="turn", text=language.sentence(n), session=f"s{n // 20}",
                       position=n % 20, time=utc_iso(NOW - timedelta(minutes=n)), speaker="owner")  # fmt: skip


def percentiles(seconds: Sequence[float]) -> Tuple[float, float]:
    """(p50, p95) in milliseconds."""
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2] * 1e3, ordered[int(len(ordered) * 0.95)] * 1e3


def measure(size: int, queries: int, folder: Path) -> None:
    """One size: build, add, search, and print a line."""
    language = Language(7)
    path = folder / f"{size}.sqlite"
    index = Index.open(path)
    started = time.perf_counter()
    for first in range(0, size, BATCH):
        index.apply(documents(language, min(BATCH, size - first), first))
    built = time.perf_counter() - started
    additions = []
    for n in range(size, size + 50):
        document = next(documents(language, 1, n))
        started = time.perf_counter()
        index.apply([document])
        additions.append(time.perf_counter() - started)
    questions = [language.sentence(n)[: 16 if n % 2 == 0 else 60] for n in range(queries)]
    for question in questions[:10]:
        searched(index, question)
    searches, answers = [], []
    for question in questions:
        searches.append(spent(lambda q=question: searched(index, q)))
        answers.append(spent(lambda q=question: ask(index, q, now=NOW)))
    fts = plain_fts5(index, questions[:50])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{size:>9,}: build {built:.1f} s, add {percentiles(additions)[0]:.2f} ms, "
        f"search {shown(searches)}, answer {shown(answers)}, FTS5 OR {shown(fts)}, "
        f"search/FTS5 {median_cpu(searches) / median_cpu(fts):.1f}, "
        f"{path.stat().st_size / 2**20:.0f} MB, peak {memory:.0f} MB",
        flush=True,
    )
    index.close()


def searched(index: Index, question: str) -> None:
    """One search, without laying out an answer."""
    with index.reading() as corpus:
        rank(corpus, read(question, NOW), NOW, Scope(), Filters(), 30)


def spent(does: Callable[[], object]) -> Tuple[float, float]:
    """(wall, processor) seconds of a call."""
    started, busy = time.perf_counter(), time.process_time()
    does()
    return time.perf_counter() - started, time.process_time() - busy


def median_cpu(times: Sequence[Tuple[float, float]]) -> float:
    """The median of the processor times."""
    return percentiles([busy for _, busy in times])[0]


def shown(times: Sequence[Tuple[float, float]]) -> str:
    """p50 and p95 in milliseconds, and p50 of the processor time."""
    p50, p95 = percentiles([wall for wall, _ in times])
    return f"p50 {p50:.2f} p95 {p95:.2f} cpu {median_cpu(times):.2f} ms"


def plain_fts5(index: Index, questions: Sequence[str]) -> List[Tuple[float, float]]:
    """The times of FTS5 with bm25() over the same terms, all of them joined by OR."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE texts USING fts5(terms, tokenize='unicode61')")
    db.executemany("INSERT INTO texts VALUES (?)", ((" ".join(terms(d.text)),) for d in index.documents()))
    times = []
    statement = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT 30"
    for question in questions:
        match = " OR ".join('"' + t.replace('"', '""') + '"' for t in terms(question))
        times.append(spent(lambda m=match: db.execute(statement, (m,)).fetchall()))
    db.close()
    return times


def main() -> int:
    """Measure each size in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--queries", type=int, default=200)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for size in arguments.sizes:
            measure(size, arguments.queries, Path(folder))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
