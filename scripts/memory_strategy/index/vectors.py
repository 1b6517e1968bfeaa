"""The vectors of documents: packed small, kept beside the postings, compared one by one.

Owns: the table `vectors`, the packing, and which documents are nearest to a vector. Refuses: making vectors (`embed`).
One surprising fact: eight bits a number and one length a vector keep the order that 32 bits give, at a quarter of the
size; and nothing is approximate: every vector is compared, up to 100,000 in a tenth of a second with numpy.
"""

from __future__ import annotations

import sqlite3
import struct
from array import array
from heapq import nlargest
from math import sqrt
from operator import mul
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Sequence, Tuple

from .entry import document_from
from .schema import guarded

MOST_WITHOUT_NUMPY = 5000  # vectors compared in pure Python: a fifth of a second
_WORTH_NUMPY = 2000  # importing it costs as much as comparing these without
_PAGE = 4096
_HEAD = struct.Struct("<f")  # one over the length of the eight-bit vector


class Wanted(NamedTuple):
    """A document that has no vector of a model yet; `content` says whether it is still the same when one is there."""

    slot: int
    content: str
    text: str


def pack(vector: Sequence[float]) -> bytes:
    """A vector as eight-bit numbers with their length in front; a vector of zeros stays one."""
    most = max(map(abs, vector), default=0.0)
    numbers = array("b", (round(x * 127.0 / most) for x in vector) if most > 0.0 else [0] * len(vector))
    length = sqrt(sum(map(mul, numbers, numbers)))
    return _HEAD.pack(1.0 / length if length else 0.0) + numbers.tobytes()


class Vectors:
    """The vectors of an open index."""

    def __init__(self, db: sqlite3.Connection, name: str) -> None:
        self._db, self._name = db, name

    def missing(self, model: str, most: int) -> List[Wanted]:
        """Up to `most` documents without a vector of `model`, memories first, then the newest."""
        with guarded(self._name):
            rows = self._db.execute(
                "SELECT d.slot, d.content, d.body FROM documents d LEFT JOIN vectors v ON v.slot = d.slot AND v.model = ?"
                " WHERE v.slot IS NULL ORDER BY d.sort = 'memory' DESC, d.slot DESC LIMIT ?",
                (model, most),
            ).fetchall()
        return [Wanted(slot, content, document_from(body).text) for slot, content, body in rows]

    def count(self, model: str = "") -> int:
        """How many vectors of a model there are ("": of any)."""
        with guarded(self._name):
            row = self._db.execute("SELECT count(*) FROM vectors WHERE model = ? OR ? = ''", (model, model)).fetchone()
        return int(row[0])

    def put(self, model: str, made: Iterable[Tuple[Wanted, Sequence[float]]]) -> None:
        """Keep vectors, each unless its document changed meanwhile; a vector of another model is replaced.

        Raises: IndexBusy, IndexBroken.
        """
        packed = [(model, pack(vector), wanted.slot, wanted.content) for wanted, vector in made]
        with guarded(self._name):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.executemany(
                    "INSERT OR REPLACE INTO vectors SELECT slot, ?, ? FROM documents WHERE slot = ? AND content = ?",
                    packed,
                )
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise

    def cut(self, model: str) -> bool:
        """Whether a search leaves vectors out: without numpy, past `MOST_WITHOUT_NUMPY`."""
        return self.count(model) > MOST_WITHOUT_NUMPY and _numpy() is None

    def nearest(self, model: str, vector: Sequence[float], test: Callable[[int], bool], most: int) -> Dict[int, float]:
        """{slot: cosine} of the documents nearest to a vector among those that pass the test."""
        total = self.count(model)
        numpy = _numpy() if total > _WORTH_NUMPY else None
        limit = -1 if numpy or total <= MOST_WITHOUT_NUMPY else MOST_WITHOUT_NUMPY
        length = sqrt(sum(map(mul, vector, vector))) or 1.0
        query = [x / length for x in vector]
        compare = _compared_by_numpy(numpy, query) if numpy else _compared(query)
        cosines: Dict[int, float] = {}
        for page in self._pages(model, limit, len(query)):
            cosines.update(item for item in compare(page) if test(item[0]))
            if len(cosines) > 2 * _PAGE:
                cosines = _best(cosines, most)
        return _best(cosines, most)

    def _pages(self, model: str, limit: int, width: int) -> Iterator[List[Tuple[int, bytes]]]:
        """Pages of (slot, packed vector); where not all can be compared, memories first, then the newest."""
        statement = "SELECT v.slot, v.data FROM vectors v WHERE v.model = ? AND length(v.data) = ?"
        values: Tuple[Any, ...] = (model, width + _HEAD.size)
        if limit >= 0:
            statement += (
                " ORDER BY (SELECT sort <> 'memory' FROM documents d WHERE d.slot = v.slot), v.slot DESC LIMIT ?"
            )
            values = (*values, limit)
        with guarded(self._name):
            cursor = self._db.execute(statement, values)
            while True:
                page = cursor.fetchmany(_PAGE)
                if not page:
                    return
                yield page


Compare = Callable[[List[Tuple[int, bytes]]], Iterable[Tuple[int, float]]]


def _compared(query: Sequence[float]) -> Compare:
    def compare(page: List[Tuple[int, bytes]]) -> Iterable[Tuple[int, float]]:
        for slot, data in page:
            (scale,) = _HEAD.unpack_from(data)
            yield slot, scale * sum(map(mul, query, memoryview(data)[_HEAD.size :].cast("b")))

    return compare


def _compared_by_numpy(numpy: Any, query: Sequence[float]) -> Compare:
    wanted = numpy.array(query, dtype=numpy.float32)

    def compare(page: List[Tuple[int, bytes]]) -> Iterable[Tuple[int, float]]:
        rows = numpy.frombuffer(b"".join(data for _, data in page), dtype=numpy.uint8).reshape(len(page), -1)
        scales = rows[:, : _HEAD.size].copy().view("<f4")[:, 0]
        found = rows[:, _HEAD.size :].view(numpy.int8).astype(numpy.float32) @ wanted * scales
        return zip((slot for slot, _ in page), found.tolist())

    return compare


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def _best(cosines: Dict[int, float], most: int) -> Dict[int, float]:
    return dict(nlargest(most, cosines.items(), key=lambda item: (item[1], -item[0])))
