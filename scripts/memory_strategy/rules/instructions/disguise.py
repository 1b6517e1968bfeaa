"""What a text wears: invisible characters, look-alike letters, letters apart, base64; and frames that forge a role.

Owns: what is known by its form and not by its words. Refuses: taking it out of a text that is shown, which is
`neutral`'s. Surprising: each kind of frame is only compiled when a text holds a sign that it needs.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Dict, Iterator, Match, NamedTuple, Pattern, Tuple

# Cyrillic and Greek letters that look like Latin ones (Unicode TR39 confusables, the everyday part), lower case.
_LOOKS = "аеорсухіјѕһԁԛԝьвкмнтгαοευικνρτχγ"
_LIKE = "aeopcyxijshdqwbbkmhtraoeuiknptxy"
# Tag characters, bidi embeddings and isolates have no place in a chat; zero widths have one beside emoji.
_HIDDEN = "[\u202a-\u202e\u2066-\u2069\U000e0001-\U000e007f]"
_ZERO = "[\u00ad\u200b-\u200d\u2060\ufeff]"


@lru_cache(maxsize=1)
def _patterns() -> Tuple[Pattern[str], Pattern[str], Pattern[str]]:
    word = r"[A-Za-z\u4e00-\u9fff]"
    return (
        re.compile(rf"{_HIDDEN}|(?<={word}){_ZERO}+(?={word})"),
        re.compile("[a-z][" + _LOOKS + "]|[" + _LOOKS + "][a-z]"),
        re.compile(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40,4096}={0,2}(?![A-Za-z0-9+/=])"),
    )


@lru_cache(maxsize=1)
def _likeness() -> Dict[int, str]:
    return {ord(a): b for a, b in zip(_LOOKS, _LIKE)}


def hidden(text: str) -> str:
    """ "hidden-characters", "look-alikes" or "": what no honest message holds.

    A flag of England is three tag characters after a black flag: those alone are let through.
    """
    if text.isascii():
        return ""
    invisible, mixed, _ = _patterns()
    bare = re.sub("\U0001f3f4[\U000e0020-\U000e007f]{2,7}", "", text) if "\U0001f3f4" in text else text
    if invisible.search(bare):
        return "hidden-characters"
    return "look-alikes" if mixed.search(bare.lower()) else ""


def plain(folded: str) -> str:
    """The folded text with look-alike letters as the Latin ones they show, and letters that stand apart joined."""
    if not folded.isascii():
        folded = folded.translate(_likeness())
    return _spaced().sub(_joined, folded)


def spelled_out(folded: str) -> bool:
    """Whether eight letters or more stand apart (i g n o r e  a l l), or three words have digits for letters (c0de)."""
    if len(_leet().findall(folded)) >= 3:
        return True
    return any(len(re.findall(r"\w", match.group())) >= 8 for match in _spaced().finditer(folded))


@lru_cache(maxsize=1)
def _leet() -> Pattern[str]:
    return re.compile(r"(?<![a-z0-9_./-])[a-z]{1,20}[013457]{1,3}[a-z]{1,20}(?![a-z_/])")


@lru_cache(maxsize=1)
def _spaced() -> Pattern[str]:
    return re.compile(
        r"(?<![a-z0-9])[a-z](?:[ \t*._-]{1,3}[a-z](?![a-z0-9])){4,400}"
        r"|[\u4e00-\u9fff](?:[ \t*._-]{1,2}[\u4e00-\u9fff,，](?![\u4e00-\u9fff])){4,400}[\u4e00-\u9fff]?"
    )


def _joined(match: Match[str]) -> str:
    """Single separators closed up; two and more stood between two words."""
    return re.sub(r"[ \t*._-]+", lambda gap: " " if len(gap.group()) > 1 else "", match.group())


def decoded(text: str) -> Iterator[str]:
    """What base64 runs of the text say, where that is text."""
    if not any(c.isdigit() or c == "=" for c in text) or len(text) < 40:
        return
    for match in _patterns()[2].finditer(text):
        import base64
        import binascii

        run = match.group()
        try:
            said = base64.b64decode(run + "=" * (-len(run) % 4)).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            continue
        if said.isprintable() or "\n" in said:
            yield said


# -- frames ----------------------------------------------------------------------------------------------------------

_NAME = (
    r"(?:system|assistant|developer|conversation|transcript|memor(?:y|ies)|instructions?|prompt|context|policy"
    r"|tool_?(?:results?|use|calls?)|function_(?:results?|calls?)|user_?(?:message|input|query)|untrusted|trusted"
    r"|session|reminder|admin|document|summary|history|data|input|query|message|content|page|result|output|command"
    r"|系统|助手|对话|记忆|用户|指令|提示|上下文|会话|文档|摘要|策略)"
)
_WHOSE = (
    r"(?:owner|the owner|user|system|admin|developer|core|trusted|verified|主人|用户|机主|系统|管理员|核心记忆?|本人)"
)
_WHO = r"(?:system|assistant|instructions?|conversation|memory|user|human|owner|系统|助手|用户|主人)"
_NOTE = (
    r"(?:message|prompt|note|override|notice|update|instructions?|消息|提示词?|指令|通知|覆盖|更新|公告|notification)"
)
_KEY = (
    r"(?:role|trust_?level|level|access|access_level|permissions?|clearance|authenticated|(?:user_)?verified|is_?admin"
    r"|admin|restrictions|safety\w{0,20}|(?:bypass|disable|skip|ignore|no)_\w{2,40})"
)
_FIELD = r"(?:category|importance|pinned|kind|origin|confidence|scope|priority|重要性|类别|分类|置顶)"
_EQUALS = r"[\"']?\s{0,3}(?:[:=]|\bto\b|\([^()\n]{0,20}\)\s{0,2}=)\s{0,3}[\[\"']{0,2}"
_LINE = r"(?:\A|\n)[ \t>*]{0,8}"


class Kind(NamedTuple):
    """One kind of furniture: its name, signs of which a text must hold one, and its pattern."""

    name: str
    needs: Tuple[str, ...]
    source: str

    @property
    def pattern(self) -> Pattern[str]:
        """The pattern, compiled when a text first needs it."""
        return _compiled(self.source)


@lru_cache(maxsize=1)
def kinds() -> Tuple[Kind, ...]:
    """The kinds, in the order in which they are looked for."""
    return (
        Kind(
            "role-token",
            ("<", "[", "&lt;", '"role"', "```"),
            r"<\|\s{0,4}[a-z_]{2,20}\s{0,4}\|?>|\[/?\s{0,4}inst\s{0,4}\]|<<\s{0,4}/?\s{0,4}sys\s{0,4}>>"
            rf"|(?:<\s{{0,4}}/\s{{0,4}}|&lt;\s{{0,4}}/?\s{{0,4}})(?:[a-z\u4e00-\u9fff]{{1,12}}[-_ ])?{_NAME}"
            rf"|(?<![\w.])<\s{{0,4}}{_WHO}(?:[-_ ][^<>\n]{{0,60}})?/?>"
            r"|\"role\"\s{0,4}:\s{0,4}\"(?:system|assistant|developer|tool)\""
            r"|```\s{0,4}(?:system|instructions?|prompt|admin)\b"
            r"|\[(?:end|begin|start)[ _](?:of[ _])?[a-z_ ]{2,30}\]"
            r"|\[/?(?:user|system|assistant|admin|owner|用户|系统|助手|主人)\]\s{0,3}[:,]",
        ),
        Kind(
            "role-token",
            ("system", "系统", "developer", "开发者", "assistant", "助手", "human", "instruction", "指令"),
            rf"{_LINE}(?:#{{1,6}}\s{{0,4}}|[\[(【<*-]{{1,4}}\s{{0,4}})?(?:system|developer|系统|开发者)"
            rf"\s{{0,3}}{_NOTE}\s{{0,3}}[\])】>:]"
            rf"|{_LINE}#{{2,6}}\s{{0,4}}(?:system|instructions?|new instructions?|assistant|系统|指令|新指令)"
            rf"|{_LINE}(?:system|系统)\s{{0,3}}:[^\n]{{0,40}}(?:you|assistant|agent|rules|ignore|must|override|你|助手"
            r"|规则|忽略|必须)"
            rf"|{_LINE}(?:assistant|助手)\s{{0,3}}:[^\n]{{1,400}}\n[ \t]{{0,8}}(?:user|human|用户)\s{{0,3}}:"
            r"|\n[ \t>*]{0,8}(?:human|assistant|system|助手|系统)\s{0,3}:",
        ),
        Kind(
            "role-token",
            ("--", "以上", "以下", "至此", "#"),
            rf"{_LINE}#{{1,6}}\s{{0,3}}(?:core|long-term|permanent|核心|长期|永久)\s{{0,3}}(?:memor(?:y|ies)|rules|记忆"
            r"|规则)"
            r"|-{2,}\s{0,4}(?:end|begin)(?: of)? [a-z ]{0,20}(?:input|prompt|message|section|instructions|context|data)"
            r"|(?:以上|以下|至此)为?[^\n。]{0,8}(?:用户输入|用户消息|可信区|系统区|正文)[^\n。]{0,4}(?:结束|开始|:)?",
        ),
        Kind(
            "exfiltration",
            ("http", "curl", "wget"),
            r"!\[[^\]\n]{0,200}\]\(\s?https?:[^)\n]{0,300}[?=]|https?:[^\s{}<>$]{0,200}(?:\{\{?[a-z_]|\$\{|<[a-z])"
            r"|(?:curl|wget)\s[^\n|]{0,300}\|\s{0,3}(?:sudo\s)?(?:ba|z)?sh\b",
        ),
        Kind(
            "forged-record",
            (":", "=", "^", "<!", "{%", "{{", "置信度", "(", "_", "【"),
            r"(?:origin|source|speaker|author|role|owner|trust(?:ed)?|type|priority|来源|说话人|作者|类型|信任|角色)\"?"
            rf"\s{{0,3}}[:=]\s{{0,3}}\"?(?:{_WHOSE}|true|max)\"?\s{{0,3}}"
            r"(?:[|,;\n\"})\]=。]|\Z|[a-z]{2,12}\s{0,2}[:=])"
            rf"|{_KEY}{_EQUALS}(?:admin\w{{0,10}}|super\w{{1,8}}|root|max\w{{0,5}}|true|none|off|all|full|elevated"
            r"|unrestricted|disabled|\*)\b"
            r"|(?:require|enable|need)_\w{2,40}[\"']?\s{0,3}(?:[:=,]|\bto\b)\s{0,3}[\"']?(?:value\s{0,2}=\s{0,2})?"
            r"(?:false|off|no|none|0)\b"
            r"|safety_\w{2,20}[\"']?\s{0,3}[,:=]\s{0,3}(?:value\s{0,2}=\s{0,2})?(?:false|off|none|0)\b"
            r"|[\[(](?:the )?(?:owner|user|主人|用户|本人)\s{0,3}[,|]\s{0,3}(?:verified|confirmed|trusted|已核实|已验证"
            r"|已确认)[\])]"
            rf"|{_FIELD}\s{{0,3}}[=:]\s{{0,3}}[\w.]{{1,20}}\s{{0,3}}[,;|]\s{{0,3}}"
            rf"(?:{_FIELD}|text|content|owner|内容|来源)\s{{0,3}}[=:]"
            r"|[\[【](?:memory|record|entry|记忆|记录|条目)[^\]】\n]{0,30}(?:=|编号|可信|trust)"
            r"|={2,}\s{0,4}(?:memory|record|entry|记忆|记录|条目)[^=\n]{0,30}={2,}"
            r"|(?:confidence|置信度)\s{0,3}[:=]?\s{0,3}1(?:\.0)?\b|\}\s{0,3},\s{0,3}\{\s{0,3}\"\w{2,20}\"\s{0,3}:"
            r"|(?:\A|\n)\s{0,4}-{3,}\s{0,4}\n\s{0,4}\w{2,20}\s{0,3}:|\^[0-9a-z]{6}\s{0,4}(?:\n|\Z)"
            r"|<!-{2,}\s{0,4}(?:memory|begin|system|assistant|ai\b|agent|instruction|hidden|note to)"
            r"|\"memor(?:y|ies)\"\s{0,3}:\s{0,3}[\[{\"]|\{[{%#]\s{0,3}[#/]?(?:system|assistant|memory|user)",
        ),
    )


def furniture(folded: str) -> str:
    """ "role-token", "exfiltration", "forged-record" or "": the first kind that a folded text holds."""
    for kind in kinds():
        if any(need in folded for need in kind.needs) and kind.pattern.search(folded):
            return kind.name
    return ""


@cache
def _compiled(source: str) -> Pattern[str]:
    return re.compile(source)
