"""The index: one SQLite file derived from records, journal and faces; deleting it loses nothing.

Owns: the file, its tables, what can be looked up in it. Refuses: ranking (`relevance`), and knowing where the sources
are (`memory.deriving`).
One surprising fact: it does not use FTS5. Postings of its own answer faster from pure Python, score by settings that
FTS5 fixes, and work in the Pythons that were built without it (D23).
"""

from __future__ import annotations

from .columns import Columns
from .database import Index
from .schema import IndexBroken, IndexBusy

__all__ = ["Columns", "Index", "IndexBroken", "IndexBusy"]
