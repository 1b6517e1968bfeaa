"""Forgetting on request: what matches is shown; with a yes it is erased everywhere, and not learned again.

Order: the digests first, then summaries that still have something to say are made anew, then every file (see
`memory.erasing`), then INDEX.md and the snapshot, and last a look at every byte. Killed anywhere and run again, it
completes. What lies outside the memory folder is named, since nobody can promise it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import List, Sequence

from . import setup
from .maintain.compress import condensed, joined, summary_of
from .memory import Store, Writer, erasing, tracing
from .memory.tracing import Request, Selection
from .model import Memory, utc_iso

UNREACHABLE = (
    ("宿主自己的会话记录（transcript）", "the host's own transcripts of what was said"),
    ("git 历史、备份、同步到别处的副本、导出的文件", "git history, backups, synchronised copies and exports"),
    ("已发送给模型服务商的内容", "what was sent to a model's provider"),
)


@dataclass
class Forgetting:
    """What was erased, without repeating it: counts, places by path, what is left, what cannot be reached."""

    memories: int = 0
    turns: int = 0
    notes: int = 0
    summaries: int = 0
    remade: int = 0
    erased: Counter = field(default_factory=Counter)
    left: List[str] = field(default_factory=list)
    in_git: bool = False

    def unreachable(self, lang: str) -> List[str]:
        """What this cannot erase, in "zh" or "en"."""
        return [pair[0 if lang == "zh" else 1] for pair in UNREACHABLE]


def preview(store: Store, request: Request) -> Selection:
    """What a request would erase; writes nothing.

    Raises: UsageError, NotFound, NotSetUp, StoreError.
    """
    store.require()
    return tracing.select(store, request)


def forget(store: Store, request: Request, lang: str) -> Forgetting:
    """Erase what a request means, everywhere, and refuse it from now on.

    Raises: UsageError, NotFound, NotSetUp, Locked, StoreError; after the last, run it again.
    """
    with store.writing() as writer:
        selection = tracing.select(store, request)
        store.forgotten.keep(selection.marks(), store.now)
        remade = _remake(store, writer, selection)
        writer.flush()
        done = Forgetting(
            memories=len(selection.memories), turns=len(selection.turns), notes=len(selection.notes),
            summaries=len(selection.summaries), remade=remade, in_git=store.paths.under_git,
        )  # fmt: skip
        done.erased = erasing.erase(store, selection)
    setup.draw_pages(store, lang)
    done.left = erasing.left_behind(store, selection.trace)
    return done


def _remake(store: Store, writer: Writer, selection: Selection) -> int:
    """Make anew, from what stays, the summaries that go; what stands alone comes back itself. Done once, also after a kill."""
    made = 0
    for summary in selection.summaries:
        held = [m for i, m in selection.originals.items() if i in summary.supersedes and m.text]
        originals = sorted((m for m in held if m.superseded_by == summary.id), key=lambda m: m.created_at)
        if summary.status != "active" or not originals:
            continue
        made += 1
        if len(originals) == 1:
            writer.revise(originals[0], status="active", superseded_by="")
            continue
        stamp = utc_iso(writer.now)
        text = _text(originals, store.settings["condense.summary_chars"])
        new = writer.put(summary_of(originals, text).replace(id=writer.new_id(), updated_at=stamp, recorded_at=stamp))
        for memory in originals:
            writer.revise(memory, superseded_by=new.id)
    return made


def _text(originals: Sequence[Memory], limit: int) -> str:
    return condensed(joined([m.text for m in originals]), limit)
