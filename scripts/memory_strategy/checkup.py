"""`doctor`: is the memory folder whole, can it be read and written, and what mends what is not.

Each check says what it looked at; one that looked at nothing says so.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from dataclasses import dataclass
from typing import Iterator, List, Tuple

from .errors import Locked, MemoryStrategyError, StoreError
from .memory import Store, recording
from .model import utc_iso
from .store import files, lines

OPTIONAL = (
    ("yaml", "pyyaml", "a config.yaml that sets something", "设置了内容的 config.yaml"),
    ("zstandard", "zstandard", "host archives that end in .zst", "以 .zst 结尾的宿主归档"),
)


_NAMES_ZH = {"memory folder": "记忆目录", "integrity": "完整性", "index": "索引", "faces": "Markdown 文件", "python": "Python",
             "sqlite": "SQLite"}  # fmt: skip


@dataclass(frozen=True)
class Check:
    """One thing looked at; `mend` is the command or step that puts it right, "" when it is right."""

    name: str
    ok: bool
    detail: str
    mend: str = ""
    detail_zh: str = ""
    mend_zh: str = ""

    def told(self, lang: str) -> Tuple[str, str, str]:
        """(name, detail, mend) in "zh" or "en"."""
        if lang != "zh":
            return self.name, self.detail, self.mend
        return _NAMES_ZH.get(self.name, self.name), self.detail_zh or self.detail, self.mend_zh or self.mend


def examine(store: Store) -> List[Check]:
    """All checks; reads only."""
    checks = [*_machine()]
    if not store.exists:
        return [
            *checks,
            Check(
                "memory folder",
                False,
                f"none at {store.paths.root}",
                "memory_manager.py init",
                f"{store.paths.root} 没有记忆目录",
            ),
        ]
    checks += [*_folder(store), *_records(store), *_index(store), *_faces(store)]
    return checks


def verify(store: Store, accept: str = "") -> List[Check]:
    """Whether every record line is as it was written, by the anchor outside the folder; `accept` takes the lines as they
    stand, for that reason. What git merged in, with every line of ours still there, is taken in and said.

    Raises: NotSetUp, StoreError, Locked (to accept).
    """
    store.require()
    if accept:
        with store.writing():
            _begin_anew(store, accept)
    with contextlib.suppress(Locked, StoreError), store.writing():  # no writer in between, where that is to be had
        return list(_verified(store))
    return list(_verified(store))


def _begin_anew(store: Store, why: str) -> None:
    store.anchor.renew(recording.files_of(store), utc_iso(store.now), " ".join(why.split()))


def _verified(store: Store) -> Iterator[Check]:
    if not store.anchor.exists:
        yield Check(
            "integrity",
            True,
            "no anchor on this machine (no home folder, or none wanted): nothing to compare with",
            "",
            "本机没有锚点（没有主目录，或未启用）：无可比对",
        )
        return
    alarms = store.anchor.verify(recording.files_of(store))
    if alarms and all(alarm.merged for alarm in alarms) and store.paths.under_git:
        _begin_anew(store, "git merged other lines in, all of ours are there")
        alarms = []
    for alarm in alarms:
        yield Check(
            f"integrity of {alarm.file}", False, f"line {alarm.line}, byte {alarm.offset}: {alarm.what}",
            "compare with a backup or with git; what is yours is taken in with: doctor --verify --accept REASON",
            f"第 {alarm.line} 行，第 {alarm.offset} 字节：{alarm.what}",
            "请与备份或 git 比对；若是你自己的改动，用 doctor --verify --accept 原因 接受",
        )  # fmt: skip
    if not alarms:
        said = store.anchor.reasons()
        yield Check(
            "integrity", True, "every record line is as it was written" + (f"; last begun {said[-1]}" if said else ""), "",
            "每一行记录都与写入时一致" + (f"；最近一次重新起算：{said[-1]}" if said else ""),
        )  # fmt: skip


def _machine() -> Iterator[Check]:
    version = ".".join(str(n) for n in sys.version_info[:3])
    yield Check(
        "python",
        sys.version_info >= (3, 9),
        f"{version} at {sys.executable}",
        "" if sys.version_info >= (3, 9) else "install Python 3.9 or newer",
        f"{version}，位于 {sys.executable}",
        "" if sys.version_info >= (3, 9) else "请安装 Python 3.9 或更新版本",
    )
    db = sqlite3.connect(":memory:")
    try:
        db.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
        yield Check("sqlite", True, f"{sqlite3.sqlite_version} with FTS5", "", f"{sqlite3.sqlite_version}，含 FTS5")
    except sqlite3.OperationalError:
        yield Check("sqlite", True, f"{sqlite3.sqlite_version} without FTS5: search works, slower", "",
                    f"{sqlite3.sqlite_version}，不含 FTS5：可以检索，但较慢")  # fmt: skip
    finally:
        db.close()
    for module, package, use, use_zh in OPTIONAL:
        absent = f"absent; needed only for {use}: python3 -m pip install {package}"
        absent_zh = f"未安装；仅用于{use_zh}：python3 -m pip install {package}"
        found = _importable(module)
        yield Check(package, True, "present" if found else absent, "", "已安装" if found else absent_zh)


def _importable(module: str) -> bool:
    return any(os.path.exists(os.path.join(p or ".", module)) for p in sys.path)


def _folder(store: Store) -> Iterator[Check]:
    root = store.paths.root
    writable = os.access(root, os.W_OK)
    yield Check(
        "memory folder", True, f"{root}{'' if writable else ' (read-only: reading works, nothing can be added)'}", "",
        f"{root}{'' if writable else '（只读：可以读取，不能添加）'}",
    )  # fmt: skip
    for warning in store.settings.warnings:
        yield Check(
            "config.yaml", False, warning, "correct the line, or comment it out", "", "请改正该行，或将其注释掉"
        )


def _records(store: Store) -> Iterator[Check]:
    for path in (*store.paths.record_files(), *sorted(store.paths.journal.glob("*.jsonl"))):
        if not path.exists():
            continue
        problems: List[lines.Problem] = []
        count = sum(1 for _ in lines.scan(path, problems=problems))
        torn = files.stat(path).size > 0 and files.read(path, files.stat(path).size - 1, 1) != b"\n"
        name = store.paths.relative(path)
        if problems or torn:
            where = ", ".join(f"byte {p.offset} ({p.why})" for p in problems[:5]) or "a torn last line"
            where_zh = "，".join(f"第 {p.offset} 字节（{p.why}）" for p in problems[:5]) or "末行残缺"
            yield Check(
                name,
                False,
                f"{count} good lines; {where}",
                "torn lines are set aside by the next write; bad ones are skipped, restore the file from a backup to get them back",
                f"{count} 行完好；{where_zh}",
                "残缺的行会在下次写入时移开；损坏的行被跳过，可从备份恢复该文件",
            )
        else:
            yield Check(name, True, f"{count} lines, all with the right checksum", "", f"{count} 行，校验和全部正确")


def _index(store: Store) -> Iterator[Check]:
    try:
        with store.reading() as index:
            count = index.count()
            yield Check(
                "index",
                True,
                f"{count} texts, up to date with records and faces",
                "",
                f"{count} 段文字，与记录和 Markdown 一致",
            )
    except MemoryStrategyError as error:
        yield Check("index", False, str(error), "update_index.py --rebuild", error.zh)


def _faces(store: Store) -> Iterator[Check]:
    with store.reading():
        paths = {m.path for m in store.memories(status="active")}
        unreadable = [p for p in sorted(paths) if not store.face(p).read().readable]
        lost = [m.short for m in store.missing_lines()]
    for path in unreadable:
        yield Check(path, False, "not UTF-8", "save it as UTF-8", "不是 UTF-8", "请另存为 UTF-8")
    if lost:
        shown = ", ".join(lost[:10]) + (" …" if len(lost) > 10 else "")
        yield Check(
            "faces",
            False,
            f"{len(lost)} memories have no line in their file: {shown}",
            "update_index.py --rebuild draws them again",
            f"{len(lost)} 条记忆在文件中没有对应的行：{shown}",
            "update_index.py --rebuild 会补画",
        )
    else:
        yield Check("faces", True, f"every active memory stands in its file ({len(paths)} files)", "",
                    f"每条有效记忆都在其文件中（{len(paths)} 个文件）")  # fmt: skip
