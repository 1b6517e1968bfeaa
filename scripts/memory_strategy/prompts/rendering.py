"""A prompt made of a template and of text that stays data: masked, escaped, cut, and fenced with a random word.

Owns: `render`, `data`. Refuses: undefined variables (StrictUndefined), calls, attributes, powers and products inside a
template (the sandbox stops code but not a gigabyte of "a"), and a result past `MAX_PROMPT`.
One surprising fact: continuation lines are indented, so that a turn cannot open another one by writing "[t9] user:".
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Mapping, Pattern

from ..errors import NotSetUp
from ..marks import PROMPT_MARK
from ..rules.instructions import neutralise
from ..rules.secrets import redact
from ..text.tokens import cut_to_chars
from .loading import Template

MAX_TEXT = 2000  # characters of one turn or memory; what is longer was pasted
MAX_PROMPT = 60_000  # characters
FILTERS = ("join", "length", "default", "upper", "lower", "trim")


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt; `version` is its template's."""

    system: str
    user: str
    version: str


def render(template: Template, variables: Mapping[str, Any], *, fence: str = "") -> Prompt:
    """Fill a template. `fence` is the word that marks data off; a random one by default.

    Raises: NotSetUp when the template is wrong or Jinja2 is missing: ImportError.
    """
    word = fence or f"data-{secrets.token_hex(6)}"
    given = {**data(variables, word), "fence": word, "open": f"<{word}>", "close": f"</{word}>"}
    parts = [_filled(source, template.name, given) for source in (template.system, template.user)]
    return Prompt(parts[0], f"{PROMPT_MARK}\n{parts[1]}", template.version)


def data(value: Any, fence: str) -> Any:
    """A copy in which every string can stand between the fences: secrets masked, marks of wrappers and roles made
    harmless, at most `MAX_TEXT` characters, further lines indented. Keys, numbers and ids pass."""
    if isinstance(value, str):
        text = neutralise(redact(value), fence, untrusted=True).replace(PROMPT_MARK, "").replace(fence, "…")
        short = cut_to_chars(text, MAX_TEXT)
        shown = _labels().sub(r"(\1)", short).strip().replace("\n", "\n    ")
        return shown + ("…" if len(short) < len(text) else "")
    if isinstance(value, Mapping):
        return {key: data(inner, fence) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [data(inner, fence) for inner in value]
    return value


@lru_cache(maxsize=1)
def _labels() -> Pattern[str]:
    return re.compile(r"\[([tm]\d{1,4})\]")


def _filled(source: str, name: str, given: Mapping[str, Any]) -> str:
    import jinja2

    try:
        parts, size = [], 0
        for part in _environment().from_string(source).generate(**given):
            size += len(part)
            if size > MAX_PROMPT:
                raise NotSetUp(
                    f"The prompt {name} grew past {MAX_PROMPT} characters.", "", "Make the template shorter."
                )
            parts.append(part)
    except (jinja2.TemplateError, TypeError, ArithmeticError) as error:
        raise NotSetUp(f"The prompt {name} cannot be rendered: {error}.", "", "Mend or remove your own copy of it.",
                       zh=f"提示词 {name} 无法渲染：{error}。请修正或删除自备的副本。") from error  # fmt: skip
    return "".join(parts)


@lru_cache(maxsize=1)
def _environment() -> Any:
    from jinja2 import StrictUndefined
    from jinja2.exceptions import SecurityError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Closed(ImmutableSandboxedEnvironment):
        """No calls and no attributes; `*`, `**` and `%` are what bombs are built of."""

        intercepted_binops = frozenset(["*", "**", "%"])

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            raise SecurityError(f"{operator} is not for prompts")

        def is_safe_callable(self, obj: Any) -> bool:
            return False

        def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
            return False  # `turn.text` of a mapping is a key, not an attribute

    made = Closed(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=False, autoescape=False
    )
    made.globals.clear()
    made.filters = {name: made.filters[name] for name in FILTERS}
    return made
