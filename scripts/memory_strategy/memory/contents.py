"""INDEX.md: the page to navigate by. Only a marked block is generated; what a person wrote around it stays (D11).

It is made from the index, and written only when its bytes change, so that running it twice changes nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Dict, List

from ..model import Document
from ..store import files
from ..store.page import shown
from . import drawing

if TYPE_CHECKING:
    from .opening import Store

BEGIN, END = "<!-- begin memory index -->", "<!-- end memory index -->"
DAYS_LISTED, NAMES_LISTED = 30, 8  # a page that an agent reads in one glance; older days are found by search


def write(store: Store, lang: str) -> bool:
    """Bring INDEX.md up to date; returns whether it changed.

    Raises: StoreError.
    """
    raw = files.read(store.paths.index_page)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        store.warn(f"{store.paths.index_page} is not UTF-8 and was left as it is.",
                   f"{store.paths.index_page} 不是 UTF-8，保持原样。")  # fmt: skip
        return False
    newline = "\r\n" if "\r\n" in text else "\n"
    block = newline.join([BEGIN, *_block(store, lang), END])
    begin, end = text.find(BEGIN), text.find(END)
    if 0 <= begin < end:
        page = text[:begin] + block + text[end + len(END) :]
    elif text.strip():
        page = text.rstrip() + newline * 2 + block + newline
    else:
        page = ("# 记忆索引" if lang == "zh" else "# Memory index") + newline * 2 + block + newline
    data = (b"\xef\xbb\xbf" if raw.startswith(b"\xef\xbb\xbf") else b"") + page.encode("utf-8")
    if data == raw:
        return False
    files.replace(store.paths.index_page, data)
    return True


def _block(store: Store, lang: str) -> List[str]:
    by_path: Dict[str, List[Document]] = {}
    for document in store.index.documents(sort="memory", status="active"):
        by_path.setdefault(document.path, []).append(document)
    pick = 0 if lang == "zh" else 1
    lines = ["| 主题 | 文件 | 条数 | 涉及 |", "| --- | --- | --- | --- |"]
    if lang != "zh":
        lines = ["| topic | file | memories | about |", "| --- | --- | --- | --- |"]
    for category, path in store.paths.topics().items():
        relative = store.paths.relative(path)
        held = by_path.get(relative, [])
        place = f"[{relative}]({relative})" if path.is_file() else relative
        lines.append(f"| {drawing.HEADINGS[category][pick]} | {place} | {len(held)} | {_names(held)} |")
    folder = store.paths.relative(store.paths.days) + "/"
    days = sorted((p for p in by_path if p.startswith(folder)), reverse=True)
    if days:
        lines += ["", "最近的日子：" if lang == "zh" else "Recent days:"]
        lines += [f"- [{p}]({p}): {len(by_path[p])}" for p in days[:DAYS_LISTED]]
    return lines


def _names(documents: List[Document]) -> str:
    counted: Counter = Counter()
    for document in documents:
        counted.update(document.payload.get("entities") or document.payload.get("tags") or ())
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:NAMES_LISTED]
    return ", ".join(shown(name).replace("|", "\\|") for name, _ in ranked)
