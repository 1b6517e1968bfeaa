"""Our store as `agent-memory-integrity` sees it: nine edits at rest, each of which `doctor --verify` has to report.

    agmi-check --adapter audit.agmi_adapter:OurStore

The edits rewrite record lines with a right checksum, as somebody who knows the format would. One context is the facts,
the other the beliefs. `detection_point` is "audit": an edit is reported, never refused, since hand edits are allowed.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Dict, List

from agmi.adapters.base import MemoryAdapter, Record

from memory_strategy import checkup
from memory_strategy.store import lines
from stores import keep, new_store, open_store

CONTENT = ("id", "text")


class OurStore(MemoryAdapter):
    """The adapter; the anchor lies in a folder of its own beside the store, where the attacker does not reach."""

    name = "memory-strategy"
    supports_replay = supports_metadata = supports_snapshot = True
    detection_point = "audit"

    def setup(self) -> None:
        """A fresh store."""
        self._folder = tempfile.TemporaryDirectory()
        self._anchors = tempfile.TemporaryDirectory()
        os.environ["MEMORY_STRATEGY_ANCHOR_DIR"] = self._anchors.name
        self.root = new_store(Path(self._folder.name)).paths.root

    def teardown(self) -> None:
        """Remove both folders."""
        self._folder.cleanup()
        self._anchors.cleanup()

    def _file(self, context: str) -> Path:
        return self.root / "records" / f"{context}.jsonl"

    def _rows(self, context: str) -> List[Dict[str, Any]]:
        return [line.data for line in lines.scan(self._file(context))]

    def _put(self, context: str, rows: List[Dict[str, Any]]) -> None:
        self._file(context).write_bytes(b"".join(map(lines.encode, rows)))

    def _add(self, words: str, kind: str) -> None:
        keep(open_store(self.root), words, kind=kind, category="patterns")

    def seed(self, n: int) -> None:
        """Facts, through `add`."""
        for i in range(n):
            self._add(f"the seed box number {i} stands on shelf {i}", "fact")

    def seed_other(self, n: int) -> None:
        """Beliefs, through `add`."""
        for i in range(n):
            self._add(f"the pot number {i} may be of clay", "belief")

    def append_genuine(self) -> None:
        """One fact more."""
        self._add("the last box is the green one", "fact")

    def read_all_raw(self) -> List[Record]:
        """The facts' lines."""
        return [Record(i, {**row, "ctx": "facts"}) for i, row in enumerate(self._rows("facts"))]

    def read_other_raw(self) -> List[Record]:
        """The beliefs' lines."""
        return [Record(i, {**row, "ctx": "beliefs"}) for i, row in enumerate(self._rows("beliefs"))]

    def write_raw(self, record: Record) -> None:
        """Put a line in its place, or below the last."""
        rows = self._rows("facts")
        row = {k: v for k, v in record.fields.items() if k != "ctx"}
        rows[record.seq : record.seq + 1] = [row]
        self._put("facts", rows)

    def delete_raw(self, seq: int) -> None:
        """Take a line out."""
        rows = self._rows("facts")
        del rows[seq]
        self._put("facts", rows)

    def replay_onto(self, victim_seq: int, donor: Record) -> None:
        """A genuine line's content under the victim's id."""
        rows = self._rows("facts")
        rows[victim_seq] = {**{k: v for k, v in donor.fields.items() if k != "ctx"}, "id": rows[victim_seq]["id"]}
        self._put("facts", rows)

    def read_meta(self, seq: int) -> Dict[str, Any]:
        """All but the words: who, where from, when."""
        return {name: value for name, value in self._rows("facts")[seq].items() if name not in CONTENT}

    def write_meta(self, seq: int, meta: Dict[str, Any]) -> None:
        """The same, changed."""
        rows = self._rows("facts")
        rows[seq].update(meta)
        self._put("facts", rows)

    def mutate_payload(self, record: Record) -> Record:
        """Other words."""
        record.fields["text"] += " [TAMPERED]"
        return record

    def forge_record(self, template: Record) -> Record:
        """A line of our shape that nobody wrote."""
        return Record(
            template.seq + 1, {**template.fields, "id": template.fields["id"][:-4] + "FRGD", "text": "forged"}
        )

    def identity_of(self, record: Record) -> str:
        """A line's slot: its file and its id."""
        return f"{record.fields['ctx']}:{record.fields['id']}"

    def payload_of(self, record: Record) -> str:
        """A line's words."""
        return str(record.fields["text"])

    def owner_of(self, record: Record) -> str:
        """A line's context."""
        return str(record.fields["ctx"])

    def snapshot_store(self) -> object:
        """A copy of the whole memory folder."""
        copy = tempfile.mkdtemp()
        shutil.copytree(self.root, Path(copy, "memory"))
        return copy

    def restore_store(self, token: object) -> None:
        """The copy put back."""
        shutil.rmtree(self.root)
        shutil.copytree(Path(str(token), "memory"), self.root)
        shutil.rmtree(str(token))

    def reload(self) -> None:
        """Each command opens the store anew."""

    def verify(self) -> bool:
        """What `doctor --verify` says."""
        wrong = [check for check in checkup.verify(open_store(self.root)) if not check.ok]
        self.verify_detail = "; ".join(f"{check.name}: {check.detail}" for check in wrong) or None
        return not wrong
