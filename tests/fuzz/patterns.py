"""Every regular expression of the package, and long texts that nearly match it.

A pattern that backtracks catastrophically needs a text that goes along with it for long and then fails. The texts here
are made from the pattern itself: what it would match, cut into its repetitions, each repeated thousands of times and
spoilt at the end.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import signal
import sys
import time
from typing import Any, Callable, Dict, Iterator, List, Set, Tuple

import memory_strategy
from attacks import everything, honest

if sys.version_info >= (3, 11):
    from re import _parser as parser  # type: ignore[attr-defined]
else:
    import sre_parse as parser

Key = Tuple[str, int]
ANYWHERE = {"search", "finditer", "findall", "sub", "subn", "split"}
MOST = 40  # repetitions of one part in what a pattern would match


class Watched:
    """A pattern that notes how it is used: what is only matched at a place need not bear being searched for."""

    def __init__(self, made: Any, used: Set[str]) -> None:
        self._made, self._used = made, used

    def __getattr__(self, name: str) -> Any:
        self._used.add(name)
        return getattr(self._made, name)


def collected() -> Dict[Key, Set[str]]:
    """(pattern, flags) → the methods it was used by, over the whole package.

    Patterns are compiled on first use, so the package is walked, its tables are called and its rules read the corpus.
    Modules are imported again for it: call this in a process of its own.
    """
    found: Dict[Key, Set[str]] = {}
    compile_ = re.compile

    def record(pattern: Any, flags: Any = 0) -> Any:
        made = compile_(pattern, flags)
        caller = sys._getframe(1).f_globals.get("__name__", "")
        if not isinstance(made.pattern, str) or not caller.startswith("memory_strategy"):
            return made
        return Watched(made, found.setdefault((made.pattern, made.flags), set()))

    re.compile = record  # type: ignore[assignment]
    try:
        for module in _modules():
            _use(module)
        _read()
    finally:
        re.compile = compile_
    return found


def _modules() -> List[Any]:
    names = [m.name for m in pkgutil.walk_packages(memory_strategy.__path__, "memory_strategy.")]
    assert len(names) > 100, "the package was not walked"
    for name in names:
        sys.modules.pop(name, None)  # compiled at import: import it again
    return [importlib.import_module(name) for name in names]


def _use(module: Any) -> None:
    """Call what takes nothing and is remembered: those are the tables of patterns."""
    for value in list(vars(module).values()):
        if hasattr(value, "cache_clear") and getattr(value, "__module__", "") == module.__name__:
            value.cache_clear()
            returns = str(value.__wrapped__.__annotations__.get("return", ""))
            if not value.__wrapped__.__code__.co_argcount and re.search("Pattern|Order", returns):
                _compile_all(value())


def _compile_all(made: Any) -> None:
    for item in made if isinstance(made, (tuple, list)) else ():
        getattr(item, "pattern", None)


def _read() -> None:
    from datetime import datetime, timezone

    names = (
        "model rules.reading rules.secrets rules.instructions rules.dates rules.entities transcripts.harness".split()
    )
    modules = {name: importlib.import_module(f"memory_strategy.{name}") for name in names}
    now = datetime(2026, 5, 6, tzinfo=timezone.utc)
    reading, model = modules["rules.reading"], modules["model"]
    for text in [*everything(), *honest()]:
        for origin in (model.OWNER, model.OTHER, model.ASSISTANT):
            turn = model.Turn("t", "s", "m", 0, origin, f"记住：{text}。 Actually, {text}? 更正：{text}", speaker="Kim")
            reading.read_turn(turn, (), now)
        modules["rules.secrets"].redact(text)
        modules["rules.instructions"].neutralise(f"<{text}> [a](b) ^", "x", untrusted=True)
        modules["rules.dates"].query_dates(text, now)
        modules["rules.entities"].entities(text)
        modules["transcripts.harness"].user_words(text)


# -- texts that nearly match -----------------------------------------------------------------------------------------


def near_misses(pattern: str, flags: int, length: int) -> Iterator[str]:
    """Texts of about `length` characters that a pattern goes along with and does not match at the end."""
    tree = parser.parse(pattern, flags & ~re.DEBUG)
    pieces = list(dict.fromkeys(p for p in _pieces(tree) if p))[:12]
    whole = _sample(tree, 1) or "a"
    for piece in dict.fromkeys([whole, *pieces]):
        head = whole[: max(0, whole.find(piece))] if piece in whole else ""
        yield (head + piece * (length // len(piece)))[:length] + "\x01"
    yield from ("a" * length + "\x01", " " * length + "\x01", "一" * length + "\x01", "a 1" * (length // 3) + "\x01")


def _pieces(tree: Any) -> Iterator[str]:
    """What each repetition of the pattern repeats, the smallest first."""
    for op, value in tree:
        name = str(op)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            yield from _pieces(value[2])
            yield _sample(value[2], 1)
            yield _sample(value[2], 3)
        elif name == "SUBPATTERN":
            yield from _pieces(value[-1])
        elif name in ("ASSERT", "ASSERT_NOT"):
            yield from _pieces(value[1])
        elif name == "BRANCH":
            for branch in value[1]:
                yield from _pieces(branch)


def _sample(tree: Any, times: int) -> str:
    made: List[str] = []
    for op, value in tree:
        made.append(_MAKERS.get(str(op), lambda value, times: "")(value, times))
    return "".join(made)


def _repeated(value: Any, times: int) -> str:
    least, most, inner = value
    return _sample(inner, times) * min(int(most), max(int(least), times), MOST)


def _one_of(value: Any, times: int) -> str:
    for op, what in value:
        if str(op) == "LITERAL":
            return chr(what)
        if str(op) == "RANGE":
            return chr(what[0])
        if str(op) == "CATEGORY":
            return {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " "}.get(str(what), "a")
        if str(op) == "NEGATE":
            return _outside(value)
    return "a"


def _outside(value: Any) -> str:
    source = {chr(w) for op, w in value if str(op) == "LITERAL"}
    return next((c for c in "ab1 _一" if c not in source), "z")


_MAKERS: Dict[str, Callable[[Any, int], str]] = {
    "LITERAL": lambda value, times: chr(value), "NOT_LITERAL": lambda value, times: "a" if value != ord("a") else "b",
    "ANY": lambda value, times: "a", "IN": _one_of, "MAX_REPEAT": _repeated, "MIN_REPEAT": _repeated,
    "POSSESSIVE_REPEAT": _repeated, "SUBPATTERN": lambda value, times: _sample(value[-1], times),
    "BRANCH": lambda value, times: _sample(value[1][0], times), "ATOMIC_GROUP": lambda value, times: _sample(value, times),
    "CATEGORY": lambda value, times: "a", "GROUPREF": lambda value, times: "",
}  # fmt: skip


# -- how long they take ----------------------------------------------------------------------------------------------


LIMIT = 3.0  # seconds after which a look is broken off


def seconds(look: Callable[[str], Any], text: str, limit: float = LIMIT) -> float:
    """How long a look at a text takes, `limit` where it was broken off."""

    class Over(BaseException):  # no `except Exception` of a reader may take it for its own
        pass

    def stop(*_: Any) -> None:
        raise Over

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, limit)
    start = time.perf_counter()
    try:
        look(text)
        return time.perf_counter() - start
    except Over:
        return limit
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


STEEP = 2.5  # a text twice as long may take four times as long; five times and more is not to be had for any length
NOTICED = 0.03  # seconds


def slow(length: int = 2000) -> Iterator[str]:
    """The patterns that run away, each with how they were used and the text that showed it."""
    found = collected()
    assert len(found) > 300, f"only {len(found)} patterns were collected"
    for (pattern, flags), used in sorted(found.items()):
        made = re.compile(pattern, flags)
        looks = {"match": made.match}
        if "fullmatch" in used:
            looks["fullmatch"] = made.fullmatch
        if used & ANYWHERE:
            looks["search"] = made.search
        for name, look in looks.items():
            half = near_misses(pattern, flags, length // 2)
            for text, shorter in zip(near_misses(pattern, flags, length), half):
                took = seconds(look, text)
                if took > NOTICED and took > STEEP * 2 * seconds(look, shorter):
                    yield f"{name}: {took:.2f} s for {len(text)} characters like {text[:20]!r}: {pattern[:100]}"


if __name__ == "__main__":
    runaway = list(slow(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
    print("\n".join(runaway) or "no pattern runs away")
    sys.exit(bool(runaway))
