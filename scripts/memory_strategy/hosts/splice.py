"""Putting a part into somebody else's file, and taking exactly that part out again.

Each splice has `into(text) → (text, fragments)` and `out(text, fragments) → text`. The fragments are what was put in,
byte for byte, so that taking them out leaves every other byte as it is, also those written meanwhile. Where a fragment
is no longer there as it was (a host rewrote its settings), what is recognisably ours is taken out by its shape.

Refuses: a file that is not what it should be (no JSON object, a list where an object belongs).
"""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

from ..errors import Refused

MARK = "Written by memory-strategy; `memory_manager.py uninstall` takes it back."  # in every file that is all ours
Spliced = Tuple[str, Tuple[str, ...]]
_SPACE = re.compile(r"[ \t\r\n]*")


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def taken_out(text: str, fragments: Sequence[str]) -> str:
    """`text` without the fragments, the last put in first; one that does not stand there exactly once is left."""
    waiting = [fragment for fragment in reversed(fragments) if fragment]
    while True:
        found = next((fragment for fragment in waiting if text.count(fragment) == 1), None)
        if found is None:
            return text
        text = text.replace(found, "")
        waiting.remove(found)


class Whole:
    """A file that is all ours."""

    def __init__(self, content: str) -> None:
        self.content = content

    def into(self, text: str) -> Spliced:
        """Our content in place of ours, or of nothing.

        Raises: Refused where a file that is not ours stands there.
        """
        if text and MARK not in text:
            raise Refused(
                "There is a file of that name already, and it is not ours.", "", zh="已有同名文件，且不是本技能写的。"
            )
        return self.content, (self.content,)

    def out(self, text: str, fragments: Sequence[str]) -> str:
        """Nothing where the file is as we wrote it; what a person made of it stays."""
        return "" if text in (*fragments, self.content) else text


class Block:
    """Lines between two marks, at the end of a text that is somebody else's."""

    def __init__(self, begin: str, lines: Sequence[str], end: str) -> None:
        self.begin, self.lines, self.end = begin, tuple(lines), end

    def into(self, text: str) -> Spliced:
        """The block after a blank line at the end."""
        newline = _newline(text)
        lead = "" if not text else newline if text.endswith("\n") else newline * 2
        fragment = lead + newline.join((self.begin, *self.lines, self.end)) + newline
        return text + fragment, (fragment,)

    def out(self, text: str, fragments: Sequence[str]) -> str:
        """The text without the block, as it was put in or as it now stands between its marks."""
        text = taken_out(text, fragments)
        pattern = rf"(?:\r?\n)?^{re.escape(self.begin)}\r?$.*?^{re.escape(self.end)}\r?$(?:\r?\n)?"
        return re.sub(pattern, "", text, flags=re.DOTALL | re.MULTILINE)


class Hooks:
    """Hook groups in a JSON settings file: `{"hooks": {EVENT: [GROUP, …]}}`. `ours` recognises a group of ours."""

    def __init__(self, groups: Mapping[str, Any], ours: Callable[[Any], bool]) -> None:
        self.groups, self.ours = dict(groups), ours

    def into(self, text: str) -> Spliced:
        """Each group behind what its event already has.

        Raises: Refused when the text is no such file.
        """
        if not text.strip("\ufeff \t\r\n"):
            fragment = json.dumps({"hooks": {e: [g] for e, g in self.groups.items()}}, indent=2, ensure_ascii=False)
            return text + fragment + "\n", (fragment + "\n",)
        self._check(text)
        fragments: List[str] = []
        for event, group in self.groups.items():
            text, fragment = self._put(text, event, group)
            fragments.append(fragment)
        return text, tuple(fragments)

    def _put(self, text: str, event: str, group: Any) -> Tuple[str, str]:
        top = _members(text, _start(text))
        if "hooks" not in top:
            return _insert_member(text, _start(text), "hooks", {event: [group]}, 1)
        at = top["hooks"][0]
        events = _members(text, at)
        if event not in events:
            return _insert_member(text, at, event, [group], 2)
        return _insert_item(text, events[event][0], group, 3)

    @staticmethod
    def _check(text: str) -> Dict[str, Any]:
        try:
            data = json.loads(text.lstrip("\ufeff"))
        except (ValueError, RecursionError) as error:
            raise Refused(f"It is not plain JSON: {error}.", "A settings file without comments was expected.",
                          zh=f"不是纯 JSON：{error}。应为不带注释的设置文件。") from None  # fmt: skip
        hooks = data.get("hooks", {}) if isinstance(data, dict) else None
        if not isinstance(hooks, dict) or not all(isinstance(held, list) for held in hooks.values()):
            raise Refused("Its hooks are not an object of lists.", '{"hooks": {"EVENT": [ … ]}} was expected.',
                          zh='hooks 的结构不符，应为 {"hooks": {"事件": [ … ]}}。')  # fmt: skip
        return data

    def out(self, text: str, fragments: Sequence[str]) -> str:
        """The text without our groups."""
        text = taken_out(text, fragments)
        if not text.strip("\ufeff \t\r\n"):
            return text
        data = self._check(text)
        hooks = data.get("hooks", {})
        if not any(self.ours(group) for held in hooks.values() for group in held):
            return text
        for event in list(hooks):
            kept = [group for group in hooks[event] if not self.ours(group)]
            if kept or not hooks[event]:
                hooks[event] = kept
            else:
                del hooks[event]
        if not hooks:
            del data["hooks"]
        unit = _unit(text)
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        body = json.dumps(data, indent=unit, ensure_ascii=False) + ("\n" if text.endswith("\n") else "")
        return (mark + body.replace("\n", _newline(text))) if data else ""


# -- JSON as text ----------------------------------------------------------------------------------------------------


def _skip(text: str, at: int) -> int:
    return _SPACE.match(text, at).end()  # type: ignore[union-attr]


def _start(text: str) -> int:
    return _skip(text, 1 if text.startswith("\ufeff") else 0)


def _end(text: str, at: int) -> int:
    return json.JSONDecoder().raw_decode(text, at)[1]


def _members(text: str, at: int) -> Dict[str, Tuple[int, int]]:
    """Key → (start, end) of its value, of the object that begins at `at`."""
    found: Dict[str, Tuple[int, int]] = {}
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, at = scanstring(text, at + 1)
        begin = _skip(text, _skip(text, at) + 1)
        end = _end(text, begin)
        found[key] = (begin, end)
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return found


def _unit(text: str) -> str:
    found = re.search(r"\n([ \t]+)\S", text)
    return found.group(1) if found else "  "


def _laid_out(value: Any, text: str, depth: int) -> str:
    unit = _unit(text)
    body = json.dumps(value, indent=unit, ensure_ascii=False)
    return body.replace("\n", _newline(text) + unit * depth)


def _placed(text: str, after: int, empty: bool, piece: str, depth: int) -> Tuple[str, str]:
    """`piece` behind position `after`: on a line of its own, with a comma where something stands before it."""
    newline, unit = _newline(text), _unit(text)
    fragment = ("" if empty else ",") + newline + unit * depth + piece
    if empty and "\n" not in text[after : _skip(text, after)]:
        fragment += newline + unit * (depth - 1)
    return text[:after] + fragment + text[after:], fragment


def _insert_member(text: str, at: int, key: str, value: Any, depth: int) -> Tuple[str, str]:
    members = _members(text, at)
    after = max((end for _, end in members.values()), default=at + 1)
    piece = f"{json.dumps(key)}: {_laid_out(value, text, depth)}"
    return _placed(text, after, not members, piece, depth)


def _insert_item(text: str, at: int, value: Any, depth: int) -> Tuple[str, str]:
    after, empty = at + 1, True
    inside = _skip(text, at + 1)
    while text[inside] != "]":
        after, empty = _end(text, inside), False
        inside = _skip(text, after)
        if text[inside] == ",":
            inside = _skip(text, inside + 1)
    return _placed(text, after, empty, _laid_out(value, text, depth), depth)
