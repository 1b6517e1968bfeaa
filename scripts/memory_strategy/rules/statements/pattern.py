"""What a rule is, and how one is tried: a pattern over what a clause says of its subject.

Owns: `Rule`, `Found`, `try_rules`, the shared pieces of patterns (<adv>, <be>, <when>). Refuses: moods and triggers.
One surprising fact: patterns are anchored where the subject ends. "I prefer tabs" has a preference behind its I; "the
linter says I prefer tabs" has none.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Iterable, Iterator, Optional, Tuple

from ...text.normalise import fold
from ..clauses import Piece, compiled
from ..subjects import MINE, NONE, PERSON, TIME_ZH, USER, Subject

ADV_ZH = (
    r"(?:也|都|还是(?!说)|还|就|真的|真心|其实|现在|目前|一直|从小(?:就|到大)?|平时|平常|一般|通常|经常|常常|总是"
    r"|最近|特别|非常|很|超级?|比较|更加?|最(?!近|后|终)|挺|蛮|个人|一向|向来|本来|本人|自己"
    r"|如今|已经|今年|这个?人|家里?人?|周末|天生|确实|可能|也许|大概|或许|好像|似乎|应该|有点|稍微|倒是){0,6}"
)
ADV_EN = (
    r"(?: (?:really|also|just|actually|still|always|usually|generally|currently|now|absolutely|personally|mostly"
    r"|often|definitely|honestly|truly|quite|very much|do|too|only|typically|normally|strongly"
    r"|much|both|all|recently|already|finally|officially|since|probably|maybe|perhaps|possibly)){0,6}"
)
BE_EN = r"(?:'m| am|'re| are|'s| is| might be| may be| could be)"
JOBS_ZH = (
    r"工程师|程序员|码农|架构师|老师|教师|教授|医生|护士|律师|设计师|产品经理|项目经理|经理|会计|出纳|学生|研究生"
    r"|本科生|高中生|初中生|大学生|博士生?|硕士生?|销售|司机|厨师|记者|编辑|作家|画家"
    r"|摄影师|翻译|公务员|自由职业者?|自由撰稿人|创业者|开发者|开发|前端|后端|全栈|运维|测试|算法|分析师|研究员"
    r"|顾问|店长|老板|主管|总监|hr|ceo|cto|科学家|药剂师|药师|插画师|建筑师|导演|演员|歌手|教练"
    r"|咨询|金融|投资|外贸|运营|市场|客服|育儿嫂|全职(?:妈妈|爸爸|太太)|家庭主妇|主妇|警察|消防员|军人|飞行员|空姐"
    r"|木匠|电工|农民|牙医|兽医|心理咨询师|译员|主播|博主|采购|财务|人事|行政|法务|策划|剪辑|供应链|质检|品控"
)
JOBS_EN = (
    r"engineer|developer|designer|teacher|nurse|doctor|lawyer|student|manager|scientist|writer|editor|journalist"
    r"|artist|illustrator|musician|chef|cook|driver|accountant|consultant|researcher"
    r"|professor|analyst|architect|founder|freelancer|photographer|translator|interpreter|pharmacist|dentist"
    r"|plumber|electrician|carpenter|programmer|sysadmin|administrator|barista|baker"
    r"|pilot|librarian|therapist|psychologist|biologist|chemist|physicist|contractor|director|intern|lead|retiree"
    r"|farmer|paramedic|firefighter|officer|recruiter|marketer|cto|ceo|pm|sre|vet"
    r"|veterinarian|bookkeeper|postdoc|undergraduate|grad student|tutor|coach|gardener|mechanic|machinist|welder"
    r"|surgeon|midwife|geologist|economist|mathematician|statistician|novelist|poet"
)
PLACE_ZH = r"[^,。;!?\s了的和跟与就这那哪]{2,12}?"

_PIECES = {
    "<adv>": ADV_ZH,
    "<adve>": ADV_EN,
    "<be>": BE_EN,
    "<when>": TIME_ZH,
    "<jobs>": JOBS_ZH,
    "<jobse>": JOBS_EN,
    "<place>": PLACE_ZH,
    "<end>": r"(?=[了啦呢啊哦呀哈的]*[\s。!~]*$|[\s]*(?:[,。;!(]|现在|目前|已经)|[了啦]|也|和我)",
    "<ende>": r"(?=\s*$|\s*[.,;:!(]|\s(?:and|but|so|because|since|with|for|as|in|at|now|these|this|who|which|where"
    r"|right|currently|from|on|near|if|too|anymore|though|again)\b)",
}


@dataclass(frozen=True)
class Rule:
    """One thing that people say. `needs` are substrings of which one must be there before the pattern is tried.

    `pattern` is matched from where the subject ends (from the clause's start when `who` is "none"). `attribute` and
    `value` are filled with the pattern's named groups. Groups named in `proper` must begin with a capital (Latin).
    """

    name: str
    pattern: str
    features: Tuple[str, ...]
    category: str
    needs: Tuple[str, ...] = ()
    who: Tuple[str, ...] = (USER, PERSON)
    kind: str = "fact"
    attribute: str = ""
    value: str = ""
    corrects: str = ""
    proper: Tuple[str, ...] = ()
    personal: bool = True  # what another member of a group may say of themselves
    after: str = ""  # the rule that must have spoken in the clause before ("past": that clause told how things were)
    dated: str = ""  # "past", "future" or "any": the clause must hold such a date


@dataclass(frozen=True)
class Found:
    """A rule that fired: its attribute, value and corrected value filled, and all its named groups."""

    rule: Rule
    attribute: str = ""
    value: str = ""
    corrects: str = ""
    groups: Tuple[Tuple[str, str], ...] = ()


@functools.cache
def _expanded(pattern: str) -> str:
    """The pattern with its <pieces> put in."""
    for name, text in _PIECES.items():
        pattern = pattern.replace(name, text)
    return pattern


def try_rules(rules: Iterable[Rule], clause: Piece, subject: Subject) -> Iterator[Found]:
    """The rules that fire for a clause about this subject, in table order."""
    for rule in rules:
        if subject.kind not in rule.who and not (NONE in rule.who and subject.kind in (NONE, MINE)):
            continue
        if rule.needs and not any(need in clause.seen for need in rule.needs):
            continue
        begin = subject.end if subject.kind in rule.who and subject.kind not in (NONE, MINE) else 0
        pattern = compiled(_expanded(rule.pattern))
        match = pattern.match(clause.seen, begin)
        if not match and subject.kind == NONE and subject.end:  # "So Beata approved it"
            match = pattern.match(clause.seen, subject.end)
        if match:
            found = _found(rule, clause, match, subject)
            if found:
                yield found


def _found(rule: Rule, clause: Piece, match: re.Match[str], subject: Subject) -> Optional[Found]:
    # Alternatives of one pattern cannot share a group name: "value2" is "value" in the other branch.
    words = {
        name.rstrip("2"): clause.text[match.start(name) : match.end(name)]
        for name, found in match.groupdict().items()
        if found
    }
    if any(name not in words or not _is_proper(words[name]) for name in rule.proper):
        return None
    groups = {name: term(text) for name, text in words.items()}
    groups.setdefault("thing", term(subject.thing))
    if not all(groups.get(name) for name in compiled(r"\{(\w+)\}").findall(rule.value + rule.corrects)):
        return None
    attribute = rule.attribute
    if not all(groups.get(name) for name in compiled(r"\{(\w+)\}").findall(attribute)):
        attribute = ""  # nothing names what a later value would replace
    return Found(
        rule,
        attribute.format(**{name: fold(words) for name, words in groups.items()}),
        rule.value.format(**groups),
        rule.corrects.format(**groups),
        tuple(sorted(groups.items())),
    )


def _is_proper(words: str) -> bool:
    first = words.lstrip(' “"「')[:1]
    return not first.isascii() or first.isupper()


_TRAILING = (
    r"(?:[\s,.!~。;:]|(?:\b(?:very much|a lot|so much|too|now|anymore|any more|these days|as well|most|best"
    r"|the most|more|again|right now|at the moment|currently|please)\b)|[了啦呢啊哦呀哈吧的])+$"
)
_LEADING = r"^(?:[\s,:]|(?:the|a|an|my|some|any|to)\s|(?:一)?(?:只|条|个|台|辆|种)(?=\S)|[“\"「『])+"


def term(words: str) -> str:
    """The bare words of an object or value: no article, no closing particle, no quotes."""
    bare = compiled(_LEADING).sub("", words.strip())
    folded_tail = compiled(_TRAILING).search(bare.lower())
    if folded_tail and folded_tail.start() > 0:
        bare = bare[: folded_tail.start()]
    return bare.strip(' ,，.。;；:：!！~“”"「」『』') or words.strip()
