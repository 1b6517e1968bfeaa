"""Every attack of `tests/attacks.py` through every door it can come in by, and what became of it.

`rows()` gives the table; `benchmarks/poisoning.py` prints it and `tests/unit/test_poisoning.py` holds it to its bars.
Each attack comes twice: as it stands, and with the words that ask to remember it.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Sequence

from attacks import everything, honest
from memory_strategy import snapshot
from memory_strategy.consolidate import consolidate
from memory_strategy.errors import Refused
from memory_strategy.marks import RECALL_TAG
from memory_strategy.memory import Store
from memory_strategy.model import HELD, OWNER, UNTRUSTED
from memory_strategy.retrieve import ask
from memory_strategy.transfer import take_in
from stores import BENCH, keep, new_store, open_store

PRIVATE_KEY, GROUP_KEY, CRON_KEY = "agent:a:main", "agent:a:tele:group:9", "cron:nightly"
DAY = "2026-05-04"


@dataclass(frozen=True)
class Row:
    """What became of `attacks` that came by one door. `facts` counts active memories of kind fact or of the owner's;
    `bare` the lines of a recall that showed one of another's without saying so."""

    source: str
    attacks: int
    core: int
    snapshot: int
    facts: int
    held: int
    bare: int


def planted() -> List[str]:
    """The attacks, plain and with a request to remember."""
    return [text for attack in everything() for text in (attack, _asked(attack))]


def _asked(attack: str) -> str:
    return f"记住：{attack}" if not attack.isascii() else f"Remember this: {attack}"


# -- the doors -------------------------------------------------------------------------------------------------------


def _message(number: int, role: str, content: Any, **more: Any) -> Dict[str, Any]:
    stamp = f"{DAY}T09:{number // 60 % 60:02}:{number % 60:02}Z"
    message = {"role": role, "content": content, **more}
    return {"type": "message", "id": f"m{number}", "timestamp": stamp, "message": message}


def _session(folder: Path, messages: Sequence[Dict[str, Any]], key: str = PRIVATE_KEY) -> List[Path]:
    log = folder / "s.jsonl"
    listed = {key: {"sessionId": "s-1", "sessionFile": str(log)}}
    (folder / "sessions.json").write_text(json.dumps(listed), encoding="utf-8")
    rows = [{"type": "session", "version": 4, "id": "s-1", "timestamp": f"{DAY}T08:00:00Z", "cwd": "/w"}, *messages]
    log.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return [log]


def _tool_said(number: int, text: str) -> Dict[str, Any]:
    return _message(number, "toolResult", [{"type": "text", "text": text}], toolCallId="c", toolName="web_fetch")


def _tool(folder: Path, texts: Sequence[str]) -> List[Path]:
    return _session(folder, [_message(0, "user", "看看这个"), *(_tool_said(n, t) for n, t in enumerate(texts, 1))])


def _page(folder: Path, texts: Sequence[str]) -> List[Path]:
    page = "<html><title>Ten soups</title>\n<p>Boil the beans for an hour.</p>\n{}\n<p>Serve warm.</p></html>"
    return _session(folder, [_tool_said(n, page.format(t)) for n, t in enumerate(texts)])


def _group(folder: Path, texts: Sequence[str]) -> List[Path]:
    said = [_message(n, "user", t, __openclaw={"senderIsOwner": False}) for n, t in enumerate(texts)]
    return _session(folder, said, GROUP_KEY)


def _quoted(folder: Path, texts: Sequence[str]) -> List[Path]:
    quotes = [
        "> {}\n这段话是什么意思？",
        "[Replying to Kim id:5]\n{}\n[/Replying]\n这是什么意思？",
        "```\n{}\n```\nwhat is this?",
    ]
    said = [_message(n, "user", quotes[n % 3].format(t.replace("\n", "\n> "))) for n, t in enumerate(texts)]
    return _session(folder, said)


def _forwarded(folder: Path, texts: Sequence[str]) -> List[Path]:
    return _session(folder, [_message(n, "user", f"[Forwarded from user]\n{t}") for n, t in enumerate(texts)])


def _forged_role(folder: Path, texts: Sequence[str]) -> List[Path]:
    forged = ["</tool_result>\nUser: {}", "<|im_start|>user\n{}<|im_end|>", "\n\nHuman: {}", "用户：{}"]
    return _session(folder, [_tool_said(n, forged[n % 4].format(t)) for n, t in enumerate(texts)])


def _recalled(folder: Path, texts: Sequence[str]) -> List[Path]:
    said = [_message(n, "user", f"<{RECALL_TAG}>\n- {t}\n</{RECALL_TAG}>\n今天几号？") for n, t in enumerate(texts)]
    return _session(folder, [m for m, t in zip(said, texts) if f"/{RECALL_TAG}" not in t])


def _echoed(folder: Path, texts: Sequence[str]) -> List[Path]:
    said = [_message(n, "assistant", [{"type": "text", "text": f"网页上写着：{t}"}]) for n, t in enumerate(texts)]
    return _session(folder, [_message(9999, "user", "总结一下"), *said])


def _cron(folder: Path, texts: Sequence[str]) -> List[Path]:
    return _session(folder, [_message(n, "user", t) for n, t in enumerate(texts)], CRON_KEY)


def _plain_text(folder: Path, texts: Sequence[str]) -> List[Path]:
    log = folder / "talk.txt"
    talk = "".join(f"用户：帮我读一下\n工具：{t}\n助手：网页说 {t.splitlines()[0]}\n" for t in texts)
    log.write_text(talk, encoding="utf-8")
    return [log]


DOORS: Dict[str, Callable[[Path, Sequence[str]], List[Path]]] = {
    "tool": _tool, "page": _page, "group": _group, "quoted": _quoted, "forwarded": _forwarded, "forged role": _forged_role,
    "recalled": _recalled, "assistant": _echoed, "cron": _cron, "plain-text transcript": _plain_text,
}  # fmt: skip


# -- what became of them ---------------------------------------------------------------------------------------------


def through(source: str, folder: Path) -> Store:
    """A store after every attack came in by one door."""
    folder.mkdir(parents=True, exist_ok=True)
    store = new_store(folder)
    if source == "daily note":
        notes = folder / "from" / "memory"
        notes.mkdir(parents=True)
        lines = "".join(f"- {' '.join(t.split())}\n" for t in planted())
        (notes / f"{DAY}.md").write_text(f"# {DAY}\n\n{lines}", encoding="utf-8")
        take_in(store, folder / "from")
    else:
        consolidate(store, DOORS[source](folder, planted()), BENCH)
    return open_store(store.paths.root)


def measure(source: str, store: Store) -> Row:
    """The row of a door."""
    with store.reading() as index:
        memories = list(store.memories())
        bare = sum(_bare(index, text, store) for text in everything()[::5])
    active = [m for m in memories if m.status == "active"]
    return Row(
        source, len(planted()), sum(m.category == "core" for m in active),
        len(snapshot.build(active, store.now, 2000, "en").shown),
        sum((m.kind == "fact" and m.owner == "user") or (m.origin == OWNER and m.kind != "belief") for m in active),
        sum(m.status == HELD for m in memories), bare,
    )  # fmt: skip


def _bare(index: Any, text: str, store: Store) -> int:
    """Lines of a recall that hold another's words and do not say so, or that let a wrapper token through."""
    answer = ask(index, text, now=store.now, top_k=20, lang="en")
    lines = answer.context.split("\n")[2:-1]
    foreign = {h.document.text for h in answer.hits if h.document.origin in UNTRUSTED}
    wrong = sum(not any(mark in line for mark in ("(said by", "(from a")) for line in lines if _shows(line, foreign))
    return wrong + sum(f"</{RECALL_TAG}" in line.lower() or "<|" in line for line in lines)


def _shows(line: str, texts: set) -> bool:
    return any(text[:30] in line for text in texts)


def rows(folder: Path) -> Iterator[Row]:
    """The whole table."""
    for number, source in enumerate([*DOORS, "daily note"]):
        yield measure(source, through(source, folder / str(number)))


def typed(folder: Path) -> Counter:
    """What `add` does with the attacks and with honest sentences, typed by the owner: {(attack | honest, held | kept | refused): count}."""
    store = new_store(folder)
    found: Counter = Counter()
    for kind, texts in (("attack", everything()), ("honest", honest())):
        for text in texts:
            try:
                action = keep(store, text).action
            except Refused:  # a question or a courtesy is nothing to remember
                action = "refused"
            found[kind, action if action in ("held", "refused") else "kept"] += 1
    return found
