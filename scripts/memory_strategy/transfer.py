"""Taking memory in from other places, and giving all of it out again. Nothing imported from is changed.

Read on import: an OpenClaw workspace (MEMORY.md, USER.md, memory/**/*.md), a memory folder in S4's layout, Markdown
files, and what `export` wrote, which is restored as it stood (`restoring`). A curated file (MEMORY.md, USER.md,
long-term topics) holds facts; a daily note was mostly written by an agent, so its lines are dated events, never core.
Session notes are conversations: use silent_agent for them.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from . import restoring
from .errors import StoreError, UsageError
from .judge.verdicts import by_rules
from .memory import Receipt, Store, drawing
from .model import (
    ASSISTANT,
    CATEGORIES,
    HELD,
    OWNER,
    Evidence,
    Memory,
    Turn,
    memory_from_record,
    memory_to_record,
    parse_time,
    utc_iso,
)
from .paths import FOLDER, RECORD_FILES
from .rules.entities import entities
from .rules.reading import read_turn
from .rules.secrets import redact
from .store import files, journal, lines
from .store.page import Note, notes, shown
from .text.fingerprint import content_key
from .text.language import language

EXPORT_FORMAT = "memory-strategy/1"
MAX_FILES, MAX_FILE_BYTES, MAX_EXPORT_BYTES = 5000, 8 << 20, 128 << 20  # an import is bounded, whatever it is given
MAX_MEMORIES, MAX_TEXT, MAX_USES = 500_000, 64_000, 10_000  # of an export; characters and uses of one memory
_CATEGORY_OF_NAME = {
    "memory": "core", "user": "preferences", "contacts": "contacts", "projects": "projects", "decisions": "decisions",
    "patterns": "patterns", "preferences": "preferences", "feedback": "feedback", "key-decisions": "decisions",
}  # fmt: skip
_CATEGORY_OF_HEADING = (
    (re.compile(r"联系|contact|people", re.I), "contacts"), (re.compile(r"项目|project", re.I), "projects"),
    (re.compile(r"决策|决定|decision", re.I), "decisions"), (re.compile(r"偏好|喜好|preference", re.I), "preferences"),
    (re.compile(r"经验|教训|模式|lesson|pattern", re.I), "patterns"), (re.compile(r"反馈|feedback", re.I), "feedback"),
)  # fmt: skip
DAILY = ("每日记录", "Daily")  # of an export, the heading of what stands in no topic
_DATE_IN_NAME = re.compile(r"(\d{4}-\d{2}-\d{2})")
_SESSION_NOTE = re.compile(r"^- \*\*Session (?:Key|ID)\*\*", re.M)
_PROMOTED = re.compile(r"\[score=[\d.]+ recalls=")
_SCORED = re.compile(r"\s*\[score:\s*([\d.]+)(?:,\s*added:\s*(\d{4}-\d{2}-\d{2}))?[^\]]*\]\s*$")
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")  # a name set in bold is a name, not asterisks
_IMPORTANCE = re.compile(r"<!--\s*importance:\s*(\d+)\s*-->")
_BACKUP = re.compile(r"\.(?:backup|bak|orig)|~$|_backup", re.I)


@dataclass
class Taken:
    """What an import did: receipts, the raw turns that are new, and what was passed over by reason."""

    files: int = 0
    receipts: List[Receipt] = field(default_factory=list)
    skipped: Counter = field(default_factory=Counter)
    turns: int = 0
    uses: Dict[str, List[str]] = field(default_factory=dict)  # of an export's memories: when each was used
    entries: List[journal.Entry] = field(default_factory=list)  # an export's raw turns


def take_in(store: Store, source: Path, *, write: bool = True) -> Taken:
    """Import a file or a folder.

    Raises: UsageError when there is nothing to read, StoreError, Locked.
    """
    if not source.exists():
        raise UsageError(f"There is nothing at {source}.", "A workspace, a memory folder, a Markdown file or an export was expected.",
                         zh=f"{source} 不存在。应为工作区、记忆目录、Markdown 文件或导出文件。")  # fmt: skip
    if source.is_file() and source.suffix.lower() not in (".json", ".md"):
        raise UsageError(f"{source} is neither Markdown nor an export.", "",
                         "A conversation is taken in with: silent_agent.py --session-log FILE",
                         zh=f"{source} 既不是 Markdown 也不是导出文件。会话请用：silent_agent.py --session-log 文件") from None  # fmt: skip
    taken = Taken()
    memories = list(_exported(source, taken) if source.suffix == ".json" else _from_markdown(store, source, taken))
    if not taken.files and taken.skipped["hard_link"]:
        raise UsageError(
            f"{source} has another name elsewhere (a hard link), so it is not read.", "A file of its own was expected.",
            "Copy it and import the copy.", zh=f"{source} 是硬链接，另有文件名指向别处，因此不读取。请先复制，再导入副本。",
        )  # fmt: skip
    if not taken.files:
        raise UsageError(f"{source} holds no memory that can be read.",
                         "MEMORY.md, USER.md, memory/**/*.md, long-term/*.md or an export was expected.",
                         zh=f"{source} 中没有可导入的记忆文件。")  # fmt: skip
    allowed = [m for m in memories if not store.forgotten.memory(m)]
    if len(allowed) < len(memories):
        taken.skipped["forgotten"] += len(memories) - len(allowed)
        memories = allowed
    if not write:
        taken.receipts = [Receipt("held" if m.status == HELD else "written", m) for m in memories]
        taken.turns = len(taken.entries)
        return taken
    with store.writing() as writer:
        taken.receipts = restoring.restore(store, writer, [m for m in memories if m.id])
        taken.receipts += [writer.add(memory) for memory in memories if not memory.id]
        taken.turns = restoring.put_turns(store, writer, taken.entries)
        stored = {m.id: m for m in writer.flush()}
        restoring.put_uses(store, taken.uses, taken.receipts)
    taken.receipts = [r._replace(memory=stored.get(r.memory.id, r.memory)) for r in taken.receipts]
    return taken


def _from_markdown(store: Store, source: Path, taken: Taken) -> Iterator[Memory]:
    base = source if source.is_dir() else source.parent
    own = os.path.realpath(store.paths.root)
    for root in (source, source / FOLDER):
        if os.path.realpath(root) != own:
            yield from _from_records(root / "records", taken)
    for path in [source] if source.is_file() else _markdown_files(source):
        real = os.path.realpath(path)
        if real == own or real.startswith(own + os.sep):
            continue  # our own folder inside the workspace: it is already memory
        if not real.startswith(os.path.realpath(base) + os.sep):
            taken.skipped["link_outside"] += 1
            continue
        text = _text_of(Path(real))
        if text is not None and _leads_out(Path(real)):
            taken.skipped["hard_link"] += 1  # its other name may lie anywhere
        elif text is None:
            taken.skipped["unreadable_file"] += 1
        elif _SESSION_NOTE.search(text[:2000]):
            taken.skipped["session_note"] += 1
        else:
            taken.files += 1
            yield from _lines_of(store, path, base, text.replace("\r\n", "\n"), taken)


def _from_records(folder: Path, taken: Taken) -> Iterator[Memory]:
    """The memories of another memory folder of ours as they stand now, with their history and their evidence."""
    newest: Dict[str, Memory] = {}
    for name in RECORD_FILES.values():
        path = folder / f"{name}.jsonl"
        if not path.is_file() or path.is_symlink():
            continue
        if _leads_out(path):
            taken.skipped["hard_link"] += 1
            continue
        taken.files += 1
        for line in lines.scan(path):
            try:
                memory = memory_from_record(line.data)
            except (KeyError, TypeError, ValueError):
                taken.skipped["unreadable_memory"] += 1
                continue
            if memory.id not in newest or newest[memory.id].revision <= memory.revision:
                newest[memory.id] = memory
    for memory in newest.values():
        if memory.text.strip():
            yield memory
        else:
            taken.skipped["expired"] += 1


def _leads_out(path: Path) -> bool:
    """Whether a file has a name in another folder (a hard link): it may lie anywhere. Two spellings in one are D07."""
    found = os.lstat(path)
    if found.st_nlink < 2:
        return False
    with os.scandir(path.parent) as entries:
        here = sum(os.path.samestat(found, os.lstat(entry.path)) for entry in entries)
    return here < found.st_nlink


def _text_of(path: Path) -> Optional[str]:
    """The text of a regular file of bearable size, else None."""
    size = files.stat(path).size
    try:
        return files.read_text(path) if 0 <= size <= MAX_FILE_BYTES else None
    except StoreError:
        return None


def _markdown_files(folder: Path) -> List[Path]:
    """The memory files of a workspace or memory folder, never a backup, never our generated pages."""
    found: List[Path] = [p for p in (folder / n for n in ("MEMORY.md", "memory.md", "USER.md")) if p.is_file()]
    if len(found) > 1 and os.path.samefile(found[0], found[1]):
        del found[1]  # one file under two spellings, on a disk that does not tell them apart (D07)
    for below in ("memory", "long-term", "short-term", ".memory/long-term", ".memory/short-term"):
        for root, folders, names in os.walk(folder / below, followlinks=False):
            folders[:] = sorted(f for f in folders if not f.startswith(".") and f != "dreaming")
            found += [Path(root) / n for n in sorted(names) if n.endswith(".md") and not _BACKUP.search(n)]
    return found[:MAX_FILES]


def _lines_of(store: Store, path: Path, base: Path, text: str, taken: Taken) -> Iterator[Memory]:
    relative = os.path.relpath(path, base).replace(os.sep, "/")
    dated = _DATE_IN_NAME.search(path.name)
    day = dated.group(1) if dated else ""
    said = store.day_start(day) if day else utc_iso(store.moment(files.stat(path).mtime_ns))
    hints = {content_key(_IMPORTANCE.sub("", line).lstrip("-*+ ")): int(m.group(1)) for line in text.splitlines()
             for m in [_IMPORTANCE.search(line)] if m}  # fmt: skip
    for note in notes(text):
        if _PROMOTED.search(note.text):
            taken.skipped["host_candidate"] += 1  # glued log fragments that a host promoted (D26)
        else:
            yield _memory(store, note, relative, bool(dated), said, hints.get(content_key(note.text)))


def _memory(store: Store, note: Note, relative: str, daily: bool, said: str, hint: Optional[int]) -> Memory:
    text, confidence, kind = _BOLD.sub(r"\1", redact(note.text)), 0.9, "fact"
    scored = _SCORED.search(text)
    if scored:  # S1's plan A: "Ami lives in Manila [score: 0.95, added: 2026-01-29]"
        text, confidence = text[: scored.start()], min(1.0, float(scored.group(1)))
        if scored.group(2):
            said = utc_iso(datetime.fromisoformat(scored.group(2) + "T12:00:00+00:00"))
    text, guess = drawing.without_guess(text.strip())
    category = _category(store, note, Path(relative).stem.lower(), text, said)
    if daily:
        kind, category, confidence = "event", "daily", 0.8
    if guess or "BELIEF" in note.heading.upper() or "推断" in note.heading:
        kind, confidence = "belief", min(confidence, 0.8)
    plain = 3 if category == "daily" else 5 if category == "core" else 4
    importance = max(1, min(5, round(hint / 2))) if hint else plain
    return Memory(
        id="", text=text, kind=kind, category=category, importance=importance, confidence=confidence,
        entities=entities(text), source="import", speaker="user" if not daily else "assistant", created_at=said,
        valid_from=said, origin=ASSISTANT if daily else OWNER, session=f"import:{relative}", rule="import",
        message=content_key(note.text)[:16], method="manual",
        evidence=(Evidence(f"import:{relative}", content_key(note.text)[:16], note.text, said, "import"),),
    )  # fmt: skip


def _category(store: Store, note: Note, stem: str, text: str, said: str) -> str:
    """By the heading, as `export` writes it or in other words; by the file's name; by what the rules read in the line."""
    ours = {name: category for category, names in drawing.HEADINGS.items() for name in names if category in CATEGORIES}
    if note.heading in (*ours, *DAILY):
        return ours.get(note.heading, "daily")
    for pattern, category in _CATEGORY_OF_HEADING:
        if pattern.search(note.heading):
            return category
    if stem in _CATEGORY_OF_NAME:
        return _CATEGORY_OF_NAME[stem]
    found = read_turn(Turn("import", "", "", 0, OWNER, text), (), parse_time(said))
    judged = by_rules(found[0], store.settings.section("scoring_weights"), "").category if found else "daily"
    return "patterns" if judged == "daily" else judged


def _exported(source: Path, taken: Taken) -> Iterator[Memory]:
    source = Path(os.path.realpath(source))
    if _leads_out(source):
        taken.skipped["hard_link"] += 1
        return
    if files.stat(source).size > MAX_EXPORT_BYTES:
        raise UsageError(f"{source} is larger than {MAX_EXPORT_BYTES >> 20} MiB.", "Split the export.")
    try:
        data = json.loads(files.read(source))
        if data["format"] != EXPORT_FORMAT:
            raise ValueError(data["format"])
        records = list(data["memories"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f"{source} is not an export of this skill.", f'A JSON object with "format": "{EXPORT_FORMAT}" was expected.',
                         zh=f"{source} 不是本技能的导出文件。") from None  # fmt: skip
    taken.files += 1
    if len(records) > MAX_MEMORIES:
        taken.skipped["too_many"] += len(records) - MAX_MEMORIES
    for record in records[:MAX_MEMORIES]:
        try:
            memory = memory_from_record(record)
            if not memory.text.strip() or len(memory.text) > MAX_TEXT:
                raise ValueError(memory.status)
        except (KeyError, TypeError, ValueError):
            taken.skipped["unreadable_memory"] += 1
            continue
        taken.uses[memory.id] = list(_times(record.get("uses")))
        yield memory
    _turns_of(data.get("turns"), taken)


def _times(found: Any) -> Iterator[str]:
    """The ISO times of a list, whatever else stands in it."""
    for at in found[:MAX_USES] if isinstance(found, list) else ():
        with contextlib.suppress(AttributeError, ValueError, OverflowError):
            yield utc_iso(parse_time(at))


def _turns_of(found: Any, taken: Taken) -> None:
    for data in found if isinstance(found, list) else ():
        entry = journal.entry_from_line(data) if isinstance(data, dict) else None
        if entry is None or len(entry.text) > MAX_TEXT:
            taken.skipped["unreadable_turn"] += 1
        else:
            taken.entries.append(entry)


def give_out(
    store: Store,
    may: Callable[[Memory], bool] = lambda memory: True,
    turns: Optional[Callable[[journal.Entry], bool]] = None,
) -> Dict[str, Any]:
    """Every memory that the asker `may` be told, of every status, with its evidence, links and uses; where `turns` says
    which, the raw record of the days too. One JSON object that `import` restores; call inside `store.reading()`."""
    uses: Dict[str, List[str]] = {}
    for line in lines.scan(store.paths.usage):
        uses.setdefault(str(line.data.get("id")), []).append(str(line.data.get("at")))
    memories = [m for m in store.memories() if m.text and may(m)]
    out: Dict[str, Any] = {"format": EXPORT_FORMAT, "exported_at": utc_iso(store.now)}
    out["memories"] = [{**_given(m), "uses": uses.get(m.id, [])} for m in memories]
    if turns is not None:
        said = (e for path in sorted(store.paths.journal.glob("*.jsonl")) for e in journal.read(path))
        out["turns"] = [journal.entry_to_line(e) for e in said if not e.removed and turns(e)]
    return out


def _given(memory: Memory) -> Dict[str, Any]:
    return {
        **memory_to_record(memory),
        "use_count": memory.use_count,
        "last_used_at": memory.last_used_at,
        "path": memory.path,
    }


def as_markdown(store: Store, headings: Dict[str, Tuple[str, str]], lang: str, may: Callable[[Memory], bool]) -> str:
    """Everything active that the asker `may` be told, as Markdown by topic, each with its confidence and the day it was
    said, as `import` reads them; call inside `store.reading()`."""
    groups: Dict[str, List[Memory]] = {}
    for memory in filter(may, store.memories(status="active")):
        groups.setdefault(memory.category, []).append(memory)
    out = []
    for category, held in groups.items():
        title = headings.get(category, DAILY)[0 if lang == "zh" else 1]
        out += [f"## {title}", "", *map(_as_line, held), ""]
    return "\n".join(out)


def _as_line(memory: Memory) -> str:
    guess = drawing.GUESS[language(memory.text)] if memory.kind == "belief" else ""
    return f"- {guess}{shown(memory.text)} [score: {memory.confidence:g}, added: {memory.created_at[:10]}]"
