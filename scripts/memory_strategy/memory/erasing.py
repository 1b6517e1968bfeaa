"""Erasing: every file of the memory folder without what was forgotten, in an order that survives a kill.

First what is derived from a memory and never names it, then what names it, the records last: as long as anything is
left, the record that says what it is is left too, and a second run finds all of it. The index is removed with its
followers, so that no free page keeps a byte (secure_delete does not reach everything), and made anew from clean files.
One surprising fact: a torn tail and a broken index are removed whatever they hold; nobody can read them to know.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Tuple

from ..errors import StoreError
from ..store import files, lines
from ..store.files import TEMP_MARK, explained
from ..store.page import ITEM
from . import recording
from .tracing import Selection, Trace

if TYPE_CHECKING:
    from .opening import Store

_DROPPED: Any = object()


def erase(store: Store, selection: Selection) -> Counter:
    """Take everything of a selection off the disk; {path: places erased}. Call inside `writing()`, nothing pending.

    Raises: StoreError; run again, it completes.
    """
    erased: Counter = Counter()
    _pages(store, selection.trace, erased)
    _logs(store, selection, erased)
    untouched = not +erased and _index_is_clean(store, selection)
    if not untouched:
        _remove_index(store)
    paths = sorted(store.paths.record_files(), key=lambda p: p != store.paths.record_file("summary"))
    changed = recording.sift(store, lambda path, d, r: _record(d, r, selection, store), "forgotten on request", paths)
    erased.update({store.paths.relative(path): count for path, count in changed.items()})
    if untouched and +erased:  # an earlier wording alone: the index, which holds the newest, comes after
        _remove_index(store)
    if not untouched or +erased:
        store.rebuild_index()
    return +erased


def _pages(store: Store, trace: Trace, erased: Counter) -> None:
    """What nobody can read, what is derived, and the faces."""
    for path in _unreadable(store):
        erased[store.paths.relative(path)] += 1
        _remove(path)
    if trace.words is not None:
        for path in _named_after(store, trace):
            erased[store.paths.relative(path.parent) + "/"] += 1  # its name is not told again
            _rename(store, path)
    for path in _others(store):
        ours = store.paths.state in path.parents
        if ours or trace.words is not None:  # by id, what a person put beside us is left to them
            erased[store.paths.relative(path)] += _scrub(path, trace)
    for face in store.faces():
        erased[face.relative] += _face(face, trace)
    if store.paths.snapshot.exists():
        erased[store.paths.relative(store.paths.snapshot)] += int(trace.in_raw(files.read(store.paths.snapshot)))
        _remove(store.paths.snapshot)


def _logs(store: Store, selection: Selection, erased: Counter) -> None:
    """Journal, uses and archive."""
    trace, usage = selection.trace, store.paths.usage
    for path in sorted(store.paths.journal.glob("*.jsonl")):
        erased[store.paths.relative(path)] += lines.sift(path, lambda d, r: _turn_stays(d, r, trace))
    erased[store.paths.relative(usage)] += lines.sift(
        usage, lambda d, r: d is not None and isinstance(d.get("id"), str) and d["id"] not in trace.ids
    )
    for path in sorted(store.paths.archive.glob("*.jsonl")):
        erased[store.paths.relative(path)] += lines.sift(path, lambda d, r: _record(d, r, selection, store))


def _remove_index(store: Store) -> None:
    store.close_index()
    for path in sorted(store.paths.index.parent.glob(store.paths.index.name + "*")):
        _remove(path)


def _index_is_clean(store: Store, selection: Selection) -> bool:
    """Whether nothing was found anywhere, in the index file neither: then there is nothing to make anew."""
    words = selection.trace.words
    if selection or words is None:
        return False
    return words.run.encode("utf-8", "replace") not in files.read(store.paths.index).lower()


def _remove(path: Path) -> None:
    with explained("remove", path):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            os.unlink(path)


def walk(root: Path) -> Iterator[Path]:
    """Every regular file below the memory folder, apart from git's own."""
    for folder, names, found in os.walk(root, followlinks=False):
        names[:] = sorted(n for n in names if n != ".git")
        yield from (Path(folder, name) for name in sorted(found) if not os.path.islink(os.path.join(folder, name)))


def _unreadable(store: Store) -> List[Path]:
    leftovers = store.paths.index.name + ".broken"
    answers = store.paths.state / "answers"  # what a model said is kept to save money, and is soon asked again
    torn = [p for p in walk(store.paths.root) if p.suffix == ".torn" or p.name.startswith(TEMP_MARK)]
    broken = [p for p in store.paths.index.parent.glob(leftovers + "*")]
    return sorted({*torn, *broken, *(p for p in answers.glob("*") if p.is_file())})


def _named_after(store: Store, trace: Trace) -> List[Path]:
    """Files and folders of the memory folder with the words in their own name, the innermost first."""
    found: List[Path] = []
    for folder, names, own in os.walk(store.paths.root, topdown=False):
        if ".git" not in Path(folder).relative_to(store.paths.root).parts:
            found += [
                Path(folder, n) for n in (*own, *names) if n != ".git" and trace.words and trace.words.stands_in(n)
            ]
    return found


def _rename(store: Store, path: Path) -> None:
    """Give what a person named after the forgotten a name that says nothing; what else is in it stays theirs."""
    if path.suffix == ".md":
        store.face(store.paths.relative(path)).forget_memo()
    with explained("rename", path):
        os.rename(path, path.with_name(f"renamed-{secrets.token_hex(4)}{path.suffix if path.suffix == '.md' else ''}"))


def _others(store: Store) -> List[Path]:
    """Files that are neither records nor faces nor settings: window, plans, reports, what a person put there."""
    paths = store.paths
    own = {
        paths.config,
        paths.readme,
        paths.snapshot,
        paths.lock,
        paths.seen,
        store.forgotten.log,
        store.forgotten.key_file,
    }
    own |= {face.path for face in store.faces()} | {paths.root / ".gitignore", paths.root / ".gitattributes"}
    own |= {*paths.record_files(), paths.usage, *paths.journal.glob("*.jsonl"), *paths.archive.glob("*.jsonl")}
    derived = (paths.index.parent, paths.state / "faces")
    return [p for p in walk(paths.root) if p not in own and not any(folder in p.parents for folder in derived)]


# -- one file --------------------------------------------------------------------------------------------------------


def _scrub(path: Path, trace: Trace) -> int:
    raw = files.read(path)
    text, codec = decoded(raw)
    if not trace.in_raw(raw if text is None else text.encode("utf-8", "replace")):
        return 0
    if path.parent.name == "plans":  # a plan that cannot be taken back whole is not taken back at all
        _remove(path)
        return 1
    if text is None:
        return 0  # `left_behind` reports it
    if path.suffix == ".json":
        with contextlib.suppress(ValueError, RecursionError):
            left = _pruned(json.loads(text), trace)
            if left is _DROPPED:
                _remove(path)
            else:
                files.replace(path, json.dumps(left, ensure_ascii=False).encode("utf-8", "replace"))
            return 1
    kept, count = without(text, lambda line: trace.in_raw(line.encode("utf-8", "replace")))
    files.replace(path, kept.encode(codec))
    return count


def _pruned(value: Any, trace: Trace) -> Any:
    """JSON without the smallest objects that hold any of it."""
    if isinstance(value, str):
        return _DROPPED if value in trace.names or trace.in_text(value) else value
    if isinstance(value, list):
        return [kept for kept in (_pruned(item, trace) for item in value) if kept is not _DROPPED]
    if isinstance(value, dict):
        if any(isinstance(item, str) and _pruned(item, trace) is _DROPPED for item in (*value, *value.values())):
            return _DROPPED
        kept_items = {key: _pruned(item, trace) for key, item in value.items()}
        return {key: item for key, item in kept_items.items() if item is not _DROPPED}
    return value


def decoded(raw: bytes) -> Tuple[Any, str]:
    """(text, codec) of a file that a person may have written; (None, "") when it is no text."""
    codecs = ("utf-16",) if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8", "gb18030")
    for codec in codecs:
        with contextlib.suppress(UnicodeDecodeError):
            if b"\0" not in raw or codec == "utf-16":
                return raw.decode(codec), codec
    return None, ""


def _face(face: Any, trace: Trace) -> int:
    raw = files.read(face.path)
    text, codec = decoded(raw)
    if text is None or not raw:
        return 0
    count = sum(f"^{short}" in text for short in trace.shorts)
    if codec == "utf-8" and (count or trace.shorts & set(face.memo().items)):
        face.write({}, trace.shorts)
        text, codec = decoded(files.read(face.path))
    if trace.words is not None:
        kept, more = without(text, trace.words)
        if more:
            files.replace(face.path, kept.encode(codec))
            face.accept(face.read())
        count += more
    return count


def without(text: str, goes: Callable[[str], bool]) -> Tuple[str, int]:
    """A text without the lines that go, and without the paragraphs that only go as a whole; how many lines went."""
    kept: List[str] = []
    count = 0
    for paragraph in _paragraphs(text):
        stays = [line for line in paragraph if not goes(line)]
        if len(stays) == len(paragraph) > 1 and goes(" ".join(line.strip() for line in paragraph)):
            stays = []
        count += len(paragraph) - len(stays)
        kept += stays
    return "".join(kept), count


def _paragraphs(text: str) -> Iterator[List[str]]:
    """Lines that are read together: a list item, a heading and a blank line begin anew (as `store.page.notes` reads)."""
    held: List[str] = []
    for line in text.splitlines(keepends=True):
        alone = not line.strip() or line.lstrip().startswith(("#", "```", "|", "{")) or ITEM.match(line.rstrip("\r\n"))
        if held and (alone or line.lstrip()[:2] in ("- ", "* ", "+ ")):
            yield held
            held = []
        held.append(line)
        if alone:
            yield held
            held = []
    if held:
        yield held


def _turn_stays(data: Any, raw: bytes, trace: Trace) -> Any:
    if data is None:
        return not trace.in_raw(raw)
    if not isinstance(data.get("key"), str):  # no line of ours: kept where it tells nothing
        return not trace.in_raw(raw)
    if data["key"] in trace.turns or _holds(data, trace):
        return False
    if trace.words is None:
        return True
    told = {n: "" for n, v in data.items() if n not in ("key", "text") and isinstance(v, str) and trace.words(v)}
    return {**data, **told} if told else True  # a session named after the forgotten, in which something else was said


def _holds(data: Dict[str, Any], trace: Trace) -> bool:
    """Whether a turn that was changed later once held forgotten words."""
    return trace.words is not None and trace.words(str(data.get("text", "")))


def _record(data: Any, raw: bytes, selection: Selection, store: Store) -> Any:
    trace = selection.trace
    if data is None:
        return not trace.in_raw(raw)
    memory_id = str(data.get("id", ""))
    if memory_id in trace.ids or store.forgotten.memory_id(memory_id):
        return False
    rank = (data.get("revision", 0), data.get("updated_at", ""))
    if rank < selection.newest.get(memory_id, rank) and trace.in_text("\n".join(_strings(data))):
        return False  # an earlier wording
    cleaned = _cleaned(data, trace)
    return True if cleaned == data else cleaned


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _cleaned(data: Dict[str, Any], trace: Trace) -> Dict[str, Any]:
    """A record that stays, without what it says of the forgotten: quotes, sources, links."""
    out = dict(data)
    proofs = [
        dict(e) for e in _listed(data, "evidence") if isinstance(e, dict) and e.get("session") not in trace.sessions
    ]
    for proof in proofs:
        proof.update(
            {name: "" for name, value in proof.items() if isinstance(value, str) and value and trace.in_text(value)}
        )
    out["evidence"] = proofs
    if data.get("session") in trace.sessions:
        first = proofs[0] if proofs else {}
        out["session"], out["message"] = first.get("session", ""), first.get("message", "")
    out["supersedes"] = [i for i in _listed(data, "supersedes") if isinstance(i, str) and i not in trace.ids]
    if data.get("superseded_by") in trace.ids:
        out["superseded_by"] = ""
    if trace.words is not None:
        held = {n for n, v in data.items() if n not in ("id", "text") and isinstance(v, str) and trace.words(v)}
        if held & {"value", "attribute"}:  # one says nothing without the other
            held |= {"value", "attribute"}
        out.update(dict.fromkeys(held, ""))
        for name in ("tags", "entities"):
            out[name] = [item for item in _listed(data, name) if not trace.words(str(item))]
    return out


def _listed(data: Dict[str, Any], name: str) -> List[Any]:
    """A list of a record, empty where somebody put another thing in its place."""
    found = data.get(name)
    return found if isinstance(found, list) else []


def left_behind(store: Store, trace: Trace) -> List[str]:
    """Files that still hold the words as a run: settings, files that are no text. All but the index are looked through,
    which was made from them a moment ago.
    """
    if trace.words is None:
        return []
    places = {*walk(store.paths.root), *(face.path for face in store.faces())}
    places -= set(store.paths.index.parent.glob("*"))
    found = []
    for path in sorted(places):
        with contextlib.suppress(StoreError):
            raw = files.read(path)
            text = decoded(raw)[0] or raw.decode("utf-8", "replace")
            if trace.words.stands_in(text) or trace.words.stands_in(path.name):
                found.append(store.paths.relative(path))
    return found
