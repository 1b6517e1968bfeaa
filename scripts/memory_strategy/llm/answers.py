"""The answer inside what a model wrote: reasoning and fences off, the first object that fits, mended if need be.

Owns: `first_fitting`, the check of a value against a schema (`problem`). Refuses: to take an empty result for an answer
when nothing fitted (D31), and to mend what was cut off, since a mended list is a shorter list.
One surprising fact: reasoning is removed before brackets are looked for, because `<think>` holds brackets of its own.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any, Iterator, Mapping, Optional, Pattern, Tuple

from .failures import EMPTY, INVALID_JSON, REFUSED, SCHEMA, TRUNCATED, Failure

MAX_ANSWER = 200_000  # characters looked at
MAX_MENDED, MAX_MENDED_CHARS = 2, 6_000  # given to json-repair, which took 3 s for 10 KB of noise
MAX_TRIES = 40  # opening brackets tried; a page of HTML or code holds thousands

_TYPES: Mapping[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "number": (int, float),
    "integer": int,
}


def first_fitting(text: str, schema: Mapping[str, Any], *, cut: bool = False) -> Mapping[str, Any]:
    """The first JSON object in `text` whose outer shape fits `schema`; items of lists are checked by who reads them.

    `cut`: the provider said that the answer ended at the token limit. Raises: Failure (empty, refused, truncated,
    invalid_json, schema).
    """
    plain = without_reasoning(text)
    if not plain.strip():
        raise Failure(TRUNCATED if cut else EMPTY)
    fault, opened = "", False
    for value, whole in _values(plain[:MAX_ANSWER], mend=not cut):
        if not whole:
            opened = True
            continue
        fault = problem(value, schema, deep=False)
        if not fault:
            return value
    if fault:
        raise Failure(SCHEMA, fault)
    if opened or cut:
        raise Failure(TRUNCATED, "the JSON has no end")
    raise Failure(REFUSED if _refusal().search(plain[:400]) else INVALID_JSON, plain[:120])


def without_reasoning(text: str) -> str:
    """The text without <think>…</think> and its kin. An unclosed one reaches to the last fenced object, or to the first
    line that starts an object: what comes before is thinking aloud."""
    text = _without_closed(text)
    stray = _closing().search(text)
    if stray:  # the opening tag was part of the prompt (DeepSeek's template)
        text = text[stray.end() :]
    start = _opening().search(text)
    if not start:
        return text
    fenced = [m.start() for m in _fenced_object().finditer(text, start.end())]
    bare = _bare_object().search(text, start.end())
    rest = fenced[-1] if fenced else bare.start() if bare else len(text)
    return text[: start.start()] + text[rest:]


def _without_closed(text: str) -> str:
    """Each opening tag to its closing one; a tag that is never closed is looked for once, however often it is opened."""
    kept, at, lost = [], 0, set()
    for opening in _opening().finditer(text):
        tag = opening[1].lower()
        if opening.start() < at or tag in lost:
            continue
        closing = re.compile(rf"</{tag}\s{{0,9}}>", re.I).search(text, opening.end())
        if closing is None:
            lost.add(tag)
            continue
        kept.append(text[at : opening.start()])
        at = closing.end()
    return "".join([*kept, text[at:]])


def _values(text: str, *, mend: bool) -> Iterator[Tuple[Any, bool]]:
    """(value, whole) of each object, in order; (None, False) where one is opened and never closed."""
    position = mended_so_far = 0
    for _ in range(MAX_TRIES):
        start = text.find("{", position)
        if start < 0:
            return
        end = _end_of_object(text, start)
        try:
            value, length = json.JSONDecoder().raw_decode(text[start:])
            yield value, True
            position = start + length
            continue
        except (ValueError, RecursionError):
            pass
        if not end:
            yield None, False
            position = start + 1
            continue
        mended = _mended(text[start:end]) if mend and mended_so_far < MAX_MENDED else None
        mended_so_far += 1
        if isinstance(mended, dict) and mended:
            yield mended, True
            position = end
        else:
            position = start + 1


def _end_of_object(text: str, start: int) -> int:
    """Where the object opened at `start` is closed, strings passed over; 0 when it is not."""
    depth, quoted, escaped = 0, False, False
    for index in range(start, len(text)):
        char = text[index]
        if quoted:
            quoted = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            quoted = True
        elif char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if not depth:
                return index + 1
    # Quotes inside strings (他说"你好"了) can hide the end from the count; a last brace at the very end closes it.
    tail = text.rstrip().rstrip("`").rstrip()
    return len(tail) if tail.endswith("}") and tail.count("{", start) <= tail.count("}", start) else 0


def _mended(text: str) -> Optional[Any]:
    """What json-repair makes of it, or None; single quotes, trailing commas, comments and inner quotes are its trade."""
    if len(text) > MAX_MENDED_CHARS:
        return _without_trailing_commas(text)
    try:
        import json_repair
    except ImportError:
        return _without_trailing_commas(text)
    try:
        return json_repair.loads(text)
    except Exception:  # noqa: BLE001 - a parser of whatever a model writes; every failure of it means the same
        return None


def _without_trailing_commas(text: str) -> Optional[Any]:
    try:
        return json.loads(re.sub(r",(\s{0,99}[}\]])", r"\1", text))
    except (ValueError, RecursionError):
        return None


def problem(value: Any, schema: Mapping[str, Any], *, deep: bool = True, at: str = "answer") -> str:
    """What of `value` does not fit `schema`, or "". `deep=False` leaves the items of lists to who reads them.

    Knows type, enum, required, properties, items, minimum, maximum, minLength, maxLength, maxItems.
    """
    kind = schema.get("type")
    if kind and (not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind not in ("boolean",))):
        return f"{at} is {type(value).__name__}, expected {kind}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{at} is {str(value)[:40]!r}, expected one of {schema['enum']}"
    if kind in ("number", "integer") and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"{at} is {value}, out of range"
    if kind == "string" and not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        return f"{at} has {len(value)} characters"
    if kind == "array":
        return _list_problem(value, schema, deep, at)
    if kind == "object":
        return _object_problem(value, schema, deep, at)
    return ""


def _list_problem(value: Any, schema: Mapping[str, Any], deep: bool, at: str) -> str:
    if deep and len(value) > schema.get("maxItems", len(value)):
        return f"{at} has {len(value)} items"
    faults = (
        (problem(item, schema["items"], at=f"{at}[{n}]") for n, item in enumerate(value))
        if deep and "items" in schema
        else ()
    )
    return next((fault for fault in faults if fault), "")


def _object_problem(value: Any, schema: Mapping[str, Any], deep: bool, at: str) -> str:
    for name in schema.get("required", ()):
        if name not in value:
            return f"{at} has no {name}"
    for name, inner in schema.get("properties", {}).items():
        if name in value:
            fault = problem(value[name], inner, deep=deep, at=f"{at}.{name}")
            if fault:
                return fault
    return ""


_TAGS = r"(?:think(?:ing)?|reasoning|thought|reflection)"


@lru_cache(maxsize=1)
def _closing() -> Pattern[str]:
    return re.compile(rf"</{_TAGS}\s*>", re.I)


@lru_cache(maxsize=1)
def _opening() -> Pattern[str]:
    return re.compile(rf"<({_TAGS})\b[^>]{{0,400}}>", re.I)


@lru_cache(maxsize=1)
def _fenced_object() -> Pattern[str]:
    return re.compile(r"^[ \t]*```\w*[ \t]*\n\s*\{", re.M)


@lru_cache(maxsize=1)
def _bare_object() -> Pattern[str]:
    return re.compile(r"^[ \t]*\{\s*\"", re.M)


@lru_cache(maxsize=1)
def _refusal() -> Pattern[str]:
    return re.compile(
        r"\b(?:I|we)(?:'m| am| are)? ?(?:can(?:no|['’])?t|can not|won['’]t|unable|not able|not comfortable|(?:must|have to) decline)\b"
        r"|\bI(?:'m| am) sorry\b|抱歉|对不起|无法(?:完成|处理|提供|协助|回答)|不能(?:完成|处理|提供|协助|回答)",
        re.I,
    )
