"""Files that were damaged on the disk: the index in every way, the records at every byte of their end.

The index is derived, so whatever was done to it, a question and an add must give what a fresh index gives, or say once
that it was damaged and work the second time. Of the records at most the lines that were touched may be gone, and a
line that is gone is reported.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from pathlib import Path
from typing import Callable, Dict, Iterator, List, Sequence, Set, Tuple

from faults.invariants import check
from faults.operations import ANCHORS, KEPT, LATER, base
from faults.table import LOST, RAISED, TORN, Finding, Row
from memory_strategy import setup
from memory_strategy.errors import StoreError
from memory_strategy.index import IndexBroken
from memory_strategy.model import parse_time
from memory_strategy.retrieve import ask
from memory_strategy.store import lines
from stores import keep, open_store

QUESTION, ANSWER = "rain barrel", "The rain barrel holds 200 litres"
Damage = Callable[[Path], None]


def _deleted(index: Path) -> None:
    index.unlink()


def _empty(index: Path) -> None:
    index.write_bytes(b"")


def _folder(index: Path) -> None:
    index.unlink()
    index.mkdir()


def _newer(index: Path) -> None:
    with sqlite3.connect(index) as db:
        db.execute("UPDATE meta SET value = '999.1' WHERE name = 'version'")
    db.close()


def _cut(share: float) -> Damage:
    def cut(index: Path) -> None:
        index.write_bytes(index.read_bytes()[: int(index.stat().st_size * share)])

    return cut


def _noise(index: Path) -> None:
    index.write_bytes(random.Random("noise").randbytes(index.stat().st_size))


def _header(index: Path) -> None:
    data = index.read_bytes()
    index.write_bytes(data[:100] + bytes(300) + data[400:])


def _flagged(index: Path) -> None:
    """As a machine leaves it that went down: pages of two states, and the flag of a boot that is over."""
    half = index.stat().st_size // 2
    index.write_bytes(index.read_bytes()[:half] + bytes(half))
    Path(f"{index}.unsettled").write_text("another boot\n", encoding="ascii")


def damages() -> Iterator[Tuple[str, Damage]]:
    """Every way in which the index is damaged as a whole."""
    yield from (
        ("deleted", _deleted), ("empty", _empty), ("a folder", _folder), ("of a newer version", _newer), ("noise", _noise),
        ("zeros in its head", _header), ("half of another state", _flagged),
    )  # fmt: skip
    shares = [n / 20 for n in range(1, 20)] + [0.001, 0.999]
    yield from ((f"cut to {share:.1%}", _cut(share)) for share in shares)


def _scribble(seed: str) -> Damage:
    """A run of random bytes at a random place: a page, a row, a byte."""

    def scribble(index: Path) -> None:
        chance = random.Random(seed)
        data = bytearray(index.read_bytes())
        at, length = chance.randrange(len(data)), chance.choice((1, 16, 300, 4096))
        data[at : at + length] = chance.randbytes(length)[: len(data) - at]
        index.write_bytes(bytes(data))

    return scribble


def _copied(template: Path, folder: Path) -> Path:
    place = folder / "damaged"
    shutil.rmtree(place, ignore_errors=True)
    shutil.rmtree(folder / ANCHORS, ignore_errors=True)
    shutil.copytree(template, place)
    with open_store(place / ".memory", LATER).reading():
        pass
    return place / ".memory"


def _answers(root: Path) -> Set[str]:
    answer = open_store(root, LATER).answer(lambda index: ask(index, QUESTION, now=parse_time(LATER)))
    return {hit.document.text for hit in answer.hits}


def index_rows(folder: Path, scribbles: int, seed: int) -> List[Row]:
    """A question, then an add, over each damaged index."""
    template = folder / "template-damage"
    base(template)
    whole, parts = Row("index damaged"), Row("bytes of the index scribbled over", note="then update_index --rebuild")
    for name, damage in damages():
        root = _copied(template, folder)
        damage(root / "index/memory.sqlite")
        whole.point(name, _over_damage(root))
    for n in range(scribbles):
        root = _copied(template, folder)
        _scribble(f"{seed} {n}")(root / "index/memory.sqlite")
        parts.point(str(n), _over_scribble(root))
    return [whole, parts]


def _over_scribble(root: Path) -> List[Finding]:
    """SQLite has no checksums, so a question may be answered wrongly; nothing else may suffer, and a rebuild mends it."""
    text = "a sentence over a scribbled index"
    try:
        with contextlib.suppress(StoreError):  # which says what to run
            keep(open_store(root, LATER), text)
        for _ in range(2):
            with contextlib.suppress(IndexBroken):
                store = open_store(root, LATER)
                with store.writing():
                    store.rebuild_index()
        keep(open_store(root, LATER), text)
        return list(check(root, {*KEPT, text}))
    except Exception as error:  # noqa: BLE001 - whatever it is, it did not work
        return [Finding(RAISED, repr(error))]


def _over_damage(root: Path) -> List[Finding]:
    found: List[Finding] = []
    try:
        if ANSWER not in _answers(root):
            found.append(Finding(LOST, "the answer is not found"))
        for attempt in (1, 2):
            try:
                keep(open_store(root, LATER), "a sentence over a damaged index")
                break
            except IndexBroken:
                if attempt == 2:
                    raise
        setup.refresh(open_store(root, LATER), "en")
        found += check(root, {*KEPT, "a sentence over a damaged index"})
    except Exception as error:  # noqa: BLE001 - whatever it is, it did not work
        found.append(Finding(RAISED, repr(error)))
    return found


# -- records ----------------------------------------------------------------------------------------------------------


def record_rows(folder: Path, step: int = 1) -> List[Row]:
    """A record file cut at every `step`-th byte of its last two lines, and flipped at each of one."""
    template = folder / "template-records"
    root = base(template)
    whole = (root / "records/facts.jsonl").read_bytes().splitlines(keepends=True)
    last_two = sum(map(len, whole[-2:]))
    total = sum(map(len, whole))
    cuts: Dict[str, bytes] = {f"{n} bytes off": b"".join(whole)[: total - n] for n in range(1, last_two + 1, step)}
    start = total - last_two
    flips: Dict[str, bytes] = {}
    for n in range(0, len(whole[-2]), step):
        data = bytearray(b"".join(whole))
        data[start + n] ^= 1 << (n % 8)
        flips[f"byte {n}"] = bytes(data)
    return [
        _records("record file cut", template, folder, cuts, whole[-2:]),
        _records("record line flipped", template, folder, flips, whole[-2:]),
    ]


def _records(part: str, template: Path, folder: Path, damaged: Dict[str, bytes], touched: Sequence[bytes]) -> Row:
    row = Row(part)
    may_go = {str(lines.decode(line)["text"]) for line in touched}
    for name, data in damaged.items():
        root = _copied(template, folder)
        (root / "records/facts.jsonl").write_bytes(data)
        row.point(name, _over_cut(root, may_go, data))
    return row


def _over_cut(root: Path, may_go: Set[str], data: bytes) -> List[Finding]:
    """Only what was touched may be gone, and a loss is said: by a warning, or by the torn bytes set aside."""
    try:
        store = open_store(root, LATER)
        with store.writing():
            pass
        with store.reading():
            held = {m.text for m in store.memories()}
        missing = set(KEPT) - held
        found = [Finding(LOST, text) for text in missing - may_go]
        gone = sum(1 for raw in data.splitlines(keepends=True) if not _readable(raw))
        if gone and not store.warnings:
            found.append(Finding(TORN, "nothing was said about it"))
        keep(open_store(root, LATER), "a sentence after a damaged one")
        again = open_store(root, LATER)
        with again.reading():
            texts = [m.text for m in again.memories()]
        if texts.count("a sentence after a damaged one") != 1 or missing != set(KEPT) - set(texts):
            found.append(Finding(LOST, "the add after it"))
        return found
    except Exception as error:  # noqa: BLE001 - whatever it is, the next command did not work
        return [Finding(RAISED, repr(error))]


def _readable(raw: bytes) -> bool:
    try:
        lines.decode(raw)
    except ValueError:
        return False
    return True
