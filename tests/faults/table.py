"""One row of the fault table: what was tried, what survived, what was lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Iterable, List

LOST, TWICE, TORN, APART, LEFT, RAISED = "lost", "twice", "torn", "apart", "left over", "raised"
BY_HAND = (TORN, APART, LEFT)


@dataclass(frozen=True)
class Finding:
    """One broken invariant: what sort, and in words."""

    sort: str
    text: str


@dataclass
class Row:
    """What one part of the campaign tried; a point survived when nothing at all was found at it."""

    part: str
    points: int = 0
    survived: int = 0
    counts: Counter = field(default_factory=Counter)
    failures: List[str] = field(default_factory=list)
    note: str = ""

    def point(self, name: str, found: Iterable[Finding]) -> None:
        """Count one point; what was found at it is kept with its name, so that it can be tried again."""
        held = list(found)
        self.points += 1
        self.survived += not held
        for sort in {finding.sort for finding in held}:
            self.counts[sort] += 1
        self.failures += [f"{self.part} {name}: {finding.sort}: {finding.text}" for finding in held]

    @property
    def by_hand(self) -> int:
        """Points after which the next run did not put everything right by itself."""
        return sum(self.counts[sort] for sort in (*BY_HAND, RAISED))


HEAD = ("fault", "points", "survived", "memories lost", "duplicates", "repairs by hand")


def shown(rows: Iterable[Row]) -> str:
    """The rows as a Markdown table."""
    out = ["| " + " | ".join(HEAD) + " |", "| --- |" + " ---: |" * (len(HEAD) - 1)]
    for row in rows:
        cells = (row.points, row.survived, row.counts[LOST], row.counts[TWICE], row.by_hand)
        out.append(f"| {row.part}{f' ({row.note})' if row.note else ''} | " + " | ".join(map(str, cells)) + " |")
    return "\n".join(out)
