"""The store as a whole: reading it without a lock, writing it under one, and keeping record, face and index in step.

`Store` opens a memory folder. `Store.reading()` gives an index that shows what the disk says now; `Store.writing()`
gives a `Writer` under the lock. Truth is appended first, then drawn into the faces, then indexed, and only then
acknowledged, by reading it back.
"""

from .opening import Store
from .writing import Receipt, Writer

__all__ = ["Receipt", "Store", "Writer"]
