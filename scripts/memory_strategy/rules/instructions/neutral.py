"""Text that can stand inside a prompt's frame without closing it, forging a role, or fetching anything.

Brackets of wrapper and role tokens become ‹ ›, which no host reads as one; the words stay (D36). Surprising: the token
is looked for in full-width and entity-escaped forms too, since a later step may unescape or normalise the text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Match, Pattern, Tuple

from ...text.normalise import strip_invisible

_OPEN = r"(?:<|＜|﹤|&(?:amp;){0,3}lt;|&(?:amp;){0,3}#0{0,4}60;|&(?:amp;){0,3}#x0{0,4}3c;|\\u003c|%3c)"
_CLOSE = r"(?:>|＞|﹥|&(?:amp;){0,3}gt;|&(?:amp;){0,3}#0{0,4}62;|&(?:amp;){0,3}#x0{0,4}3e;|\\u003e|%3e)"
_NAMES = (
    "memory-context memories conversation transcript system system-reminder system-message system-prompt "
    "assistant user human developer"
    " tool_result tool_results tool_use tool_call function_calls function_results antml instructions "
    "instruction untrusted private"
    " im_start im_end endoftext eot_id start_header_id end_header_id sys external_content relevant-memories "
    "active_memory_plugin"
)


@lru_cache(maxsize=8)
def _tokens(tag: str) -> Pattern[str]:
    names = sorted({*_NAMES.split(), tag.strip("<>/ ").lower()} - {""}, key=len, reverse=True)
    # Between the letters of a name may stand spaces, hyphens and underscores: "< / Memory _ Context >".
    spelled = "|".join(r"[\s_-]*".join(re.escape(c) for c in re.sub(r"[\s_-]", "", name)) for name in names)
    return re.compile(
        rf"(?P<open>{_OPEN}){{1,3}}(?P<in>[\s/|!:]{{0,8}}(?:{spelled})(?![a-z0-9])[^<>＜＞&\n]{{0,80}}?)(?P<close>(?:{_CLOSE}){{1,3}})"
        rf"|(?P<bare>{_OPEN})(?=[\s/|!]{{0,8}}(?:{spelled})(?![a-z0-9]))",
        re.I,
    )


@lru_cache(maxsize=1)
def _forgeries() -> Tuple[Pattern[str], ...]:
    return (
        re.compile(r"\[(\s{0,20}/?\s{0,20}INST\s{0,20})\]", re.I),
        re.compile(r"^([ \t>]{0,8})(`{3,}|~{3,}|-{3,}[ \t]*$|={3,}[ \t]*$)", re.M),
        re.compile(r"\^(?=[0-9a-z]{6}[ \t]*$)", re.M),  # a block id at the end of a line would forge a memory
        re.compile(r"^([ \t>#*]{0,8})(system|assistant|developer|human|user|tool)([ \t]{0,4})[:：]", re.M | re.I),
        re.compile(r"[<＜]\|([^|<>\n]{1,40})\|[>＞]"),  # a model's own marks have any name between the bars
    )


@lru_cache(maxsize=1)
def _markup() -> Tuple[Pattern[str], Pattern[str], Pattern[str]]:
    return (
        re.compile(
            r"!?\[([^\[\]\n]{0,300})\]\([ \t]{0,4}<?([^()\s<>]{1,2000})>?(?:[ \t]{1,4}[\"'][^\"'\n]{0,200}[\"'])?[ \t]{0,4}\)"
        ),
        re.compile(r"<((?:https?|ftp|mailto|data|javascript):[^<>\s]{1,2000})>", re.I),
        re.compile(
            r"<(/?(?:img|a|script|iframe|link|style|object|embed|form|svg|video|audio|meta|base)\b[^<>]{0,2000})>", re.I
        ),
    )


def neutralise(text: str, tag: str, untrusted: bool = False) -> str:
    """The text with every token of the wrapper `tag` and of any role made harmless, words kept. Idempotent.

    `untrusted` also renders Markdown images and links as their words and address in code, and HTML that loads or runs
    something as text, so that showing the memory fetches nothing.
    """
    text = strip_invisible(text)
    if any(sign in text for sign in ("<", "＜", "﹤", "&", "\\u003", "%3")):
        text = _tokens(tag).sub(_in_angles, text)
    square, fence, block, role, mark = _forgeries()
    if "|" in text:
        text = mark.sub(r"‹|\1|›", text)
    if "[" in text:
        text = square.sub(r"(\1)", text)
    text = fence.sub(lambda m: m[1] + "·" * len(m[2].rstrip()), text)
    if "^" in text:
        text = block.sub("ˆ", text)
    if ":" in text or "：" in text:
        text = role.sub(r"\1“\2”\3:", text)
    return _without_markup(text) if untrusted else text


def _in_angles(match: Match[str]) -> str:
    return "‹" if match["bare"] else f"‹{match['in']}›"


def _without_markup(text: str) -> str:
    link, auto, html = _markup()
    if "](" in text:
        text = link.sub(lambda m: f"{m[1]} `{m[2].replace('`', '')}`".strip(), text)
    if "<" in text:
        text = html.sub(r"‹\1›", auto.sub(r"`\1`", text))
    return text
