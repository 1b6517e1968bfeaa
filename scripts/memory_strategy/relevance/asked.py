"""What a question is about: the concepts that an answer has to speak of, and what it wants to know of them.

Owns: telling the words that frame a question (who, called, 什么, 住在) from what and whom it is about, and a question
about a time alone ("what happened yesterday", 最近有什么决定) from all others. Refuses: texts (`spoken` compares
them), dates (rules.dates finds them), and the index's statistics.
One surprising fact: the words that a question shares with every memory are its frame. "What is my sister's name"
has "name" in common with "my name is Ada", and is about somebody of whom nothing was said.
"""

from __future__ import annotations

import functools
import re
from typing import AbstractSet, FrozenSet, List, NamedTuple, Optional, Sequence, Tuple

from ..text.language import UNSPACED
from ..text.normalise import fold
from ..text.stem import stem
from ..text.tokenise import FUNCTION_CHARACTERS, STOP_WORDS, plain_words
from .synonyms import sense_of, unspaced

LONGEST = 160  # characters: a longer text is a message, not a question about one thing

_FRAME = frozenset(
    """s t d ll m re ve name names named call called live lives living lived reside based job work works working worked
    profession occupation born birth birthday age old get got go goes went gone going come came coming say said tell
    told talk ask asked know knew known remember recall remind mention mentioned think thought want wanted need like
    likes liked love prefer prefers favourite favorite enjoy kind type sort thing things way something anything
    everything many much long often far big time times date day days week month year number exactly please let one
    ones give show list find happened happen happening currently recent recently latest last newest now today
    previously earlier first city town country place person people someone anybody anyone did done make made take
    took have having really actually still ever yet us new news
    company employer firm workplace""".split()
)
_KINDS_OF_PEOPLE = frozenset(("person", "people"))  # no frame of "am I a morning person"
# Longest first. What is cut out of an unspaced question; the rest is what it is about.
_CHINESE_FRAME = """什么时候 什么地方 什么样子 什么样 什么 为什么 怎么样 怎么办 怎么 怎样 如何 为何 有没有 是不是 能不能 会不会
    要不要 可不可以 多少 多大 多久 多长 多远 多高 多重 几点钟 几点 几号 几月 几年 几个 几岁 几次 几只 哪一天
    哪一年 哪一个 哪里 哪儿 哪个 哪些 哪家 哪位 哪天 哪年 哪种 哪座 哪所 何时 何处 哪 谁 啥 几 请问 告诉 还记得
    记得 知道 说过 说说 提到 提过 聊过 一下 这个 那个 这些 那些 现在 目前 最近 如今 最新 以前 之前 从前 原来 上次
    曾经 当时 时候 日期 时间 叫做 名叫 名字 姓名 住在 住址 工作 职业 上班 任职 年纪 年龄 出生 生日 最喜欢 喜欢
    偏好 爱好 最爱 平时 一般 通常 分别 应该 可以 需要 打算 准备 我们 你们 他们 她们 它们 咱们 自己 大家 家里 公司
    单位 发生 事情 事 东西 地方 城市 国家 号码 的 了 吗 呢 吧 啊 呀 嘛 地 得 着 过 是 叫 在 有 和 跟 与 对 把 被
    给 让 从 到 去 来 要 会 能 想 做 干 住 都 也 还 就 又 再 才 最 很 太 我 你 他 她 它 咱 您 这 那 些 个 位 种 次
    里 上 下 人 不 没 说 吃 喝 何""".split()

# Whoever asks for their address asks where they live.
_ADDRESS = (
    r"\b(my|our) (?:home |current |old |previous |former )?address\b"
    r"|(我们?)(?:家|以前|之前|原来|现在|家庭)*的?(?:家庭)?(?:地址|住址)"
)
# What a question wants to know, and how it says so; `spoken` knows how a text that tells it looks.
WANTED = (
    ("name", r"\bnames?\b|\bcalled\b|叫(?:什么|啥)|名字|姓(?:名|什么|啥)"),
    ("residence", r"\bwhere\b.*\b(?:liv(?:e|es|ed|ing)|resid\w+|based)\b|\b(?:city|town|country)\b.*\bliv|住|定居|家在哪"
                  f"|{_ADDRESS}"),
    ("work", r"\bfor (?:a )?(?:living|work)\b|\bjob\b|\bprofession|\boccupation|\bdo(?:es)? (?:my|our) [\w ]+ do\b"
             r"|\b(?:where|who|company|employer|firm)\b.*\bwork|(?:做|干)(?:什么|啥)|是做|职业|工作|上班"),
    ("age", r"\bhow old\b|\bage\b|\bborn\b|\bbirthday\b|多大(?!的|码|号)|几岁|多少岁|年龄|年纪|出生|生日"),
    ("liking", r"\bfavou?rite\b|\bprefer|\b(?:do|does) (?:i|my \w+|we) (?:\w+ )?(?:like|love|enjoy|hate)\b"
               r"|喜欢|偏好|最爱|爱[吃喝看]"),
    ("school", r"\b(?:what|which)\b.*\bschool\b|\bschool\b.*\bcalled\b"
               r"|哪[个所家]?(?:学校|小学|中学|大学|幼儿园)|在哪[里儿]?(?:上学|读书|念书)"),
    ("time", r"\bwhen (?:is|are|do|does|will|must|should|can)\b|\bwhat (?:day|date|time)\b|几号|几月|几点"),
    ("amount", r"\bhow (?:much|many)\b|多少(?!岁)|\bphone number\b"),
    ("before", r"\bbefore\W*$|\bpreviously\b|\bused to\b|以前|从前|之前(?!.{0,4}天)|原来|原先"),
)  # fmt: skip
_OWN = frozenset(("name", "residence", "work", "age", "liking", "before"))  # what may be asked of the asker alone


class Concept(NamedTuple):
    """One thing that a question is about: the stems or written words that stand for it, of which one will do.

    `run` holds an unspaced stretch without a known word; a text may hold part of it.
    """

    stems: FrozenSet[str]
    words: FrozenSet[str] = frozenset()
    run: str = ""
    is_subject: bool = False
    is_name: bool = False
    weight: float = 1.0


class Asked(NamedTuple):
    """What a question is about, what it wants to know of that, and whether it asks for a question ("what did I ask");
    `is_whether`: it asks for a yes or a no ("is Ada a pilot"), `of_asker` of the asker (我对花生过敏吗)."""

    concepts: Tuple[Concept, ...]
    wanted: FrozenSet[str]
    of_oneself: bool
    seeks_question: bool = False
    is_whether: bool = False
    of_asker: bool = False


NOTHING = Asked((), frozenset(), False)


@functools.lru_cache(maxsize=1)
def _wanted_patterns() -> Tuple[Tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(pattern)) for name, pattern in WANTED)


@functools.lru_cache(maxsize=1)
def _frame_pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_CHINESE_FRAME, key=lambda w: -len(w))))


@functools.lru_cache(maxsize=1)
def _patterns() -> Tuple[re.Pattern[str], ...]:
    """Of the asker, of a question that was asked, capitals that no beginning of a sentence explains, unspaced writing,
    a question for a yes or a no, the same of the asker, an address."""
    return (
        re.compile(r"\b(?:i|me|my|we|our)\b|我|咱"),
        re.compile(r"\bask(?:ed)?\b|\bquestions?\b|问"),
        re.compile(r"(?<=[^\s.?!:]\s)[A-Z][\w-]*[a-z]"),
        re.compile(f"[{UNSPACED}]"),
        re.compile(r"^\W*(?:(?:so|and|hey|ok)\b\W*)?(?:am|is|are|was|were|do|does|did|have|has|can|could)\b"
                   r"|吗\W*$|(?:是不是|有没有|会不会|能不能|喜不喜欢|爱不爱)"),
        re.compile(r"^\W*(?:(?:so|and|hey|ok)\b\W*)?(?:am|do|did|have|was|can) i\b|^我(?!们)"),
        re.compile(_ADDRESS),
    )  # fmt: skip


def asked(text: str, words: Sequence[str], names: AbstractSet[str] = frozenset(), dated: Sequence[str] = ()) -> Asked:
    """Read a question. `words` are its folded words in order, unspaced runs whole; `names` are speakers, whose turns
    rarely name them; `dated` the expressions that name days, which are a condition and no subject.

    A text too long for one question is about nothing in particular.
    """
    if len(text) > LONGEST:
        return NOTHING
    folded = fold(text)
    for expression in dated:
        folded = folded.replace(fold(expression), " ")
    asker, asking, capitals, unspaced_run, whether, by_asker, address = _patterns()
    wanted = frozenset(name for name, pattern in _wanted_patterns() if pattern.search(folded))
    folded = address.sub(lambda match: match.group(1) or match.group(2), folded)
    is_whether = bool(whether.search(folded))
    cased = {fold(found) for found in capitals.findall(text)}
    frame = _FRAME - _KINDS_OF_PEOPLE if is_whether else _FRAME
    concepts = [
        _spaced(word, word in cased, word in names)
        for word in words
        if word in folded and not (word in STOP_WORDS or word in frame or word.isdigit() or unspaced_run.search(word))
    ]
    if not folded.isascii():
        concepts += _unspaced_concepts(folded)
    of_oneself = not concepts and bool(wanted & _OWN) and bool(asker.search(folded))
    of_asker = is_whether and bool(by_asker.search(folded)) and not any(c.is_subject for c in concepts)
    return Asked(tuple(dict.fromkeys(concepts)), wanted, of_oneself, bool(asking.search(folded)), is_whether, of_asker)


def _spaced(word: str, cased: bool, speaker: bool) -> Concept:
    sense = sense_of(word)
    name = cased and not speaker
    return Concept(
        sense.stems or frozenset((stem(word),)), sense.words, "", sense.is_subject, name, 0.5 if speaker else 1.0
    )


def _unspaced_concepts(folded: str) -> List[Concept]:
    """Known words first, then what is left between the words of the frame."""
    found: List[Concept] = []
    rest = list(folded)
    for match in unspaced(folded):
        sense = sense_of(match.group())
        if match.group() == "用" or match.group() in _CHINESE_FRAME:
            continue
        found.append(Concept(sense.stems, sense.words, "", sense.is_subject))
        rest[match.start() : match.end()] = " " * len(match.group())
    left = _frame_pattern().sub(lambda m: " " * len(m.group()), "".join(rest))
    for run in re.findall(r"[㐀-鿿]+", left):
        if len(run) > 1 or run not in FUNCTION_CHARACTERS:
            found.append(Concept(frozenset(), run=run, weight=min(2.0, 0.4 + 0.3 * len(run))))
    return found


# -- about a time and nothing else: no word of such a question stands in its answer ------------------------------------

_CATEGORIES = (
    ("decisions", r"\bdeci(?:de[ds]?|sions?)\b|\bagreed?\b|决定|决策"),
    ("preferences", r"\bpreferences?\b|偏好|喜好"),
    ("projects", r"\b(?:plans?|projects?)\b|计划|项目"),
    ("feedback", r"\bfeedback\b|反馈"),
    ("contacts", r"\bcontacts?\b|联系人"),
)  # fmt: skip
_ANY = r"\bchang(?:e[ds]?|ing)\b|\bnews?\b|\bmemor(?:y|ies)\b|变化|变动|新消息|新鲜事|记忆"
# What such a question may hold besides: it asks for whatever there was or will be.
_WHATEVER = (
    r"\b(?:events?|schedules?|agenda|calendar|appointments?|going on|coming up|upcoming|take place|took place|up to|tasks?)\b"
    r"|安排|日程|活动|行程|哪些事|大事"
)
_TALK = r"\b(?:talk(?:ed|ing)?|discuss(?:ed)?|chat(?:ted)?|speak|spoke|conversations?)\b|聊天|聊|谈论|谈到|谈|讨论"
# What lies ahead, where no day is named.
_AHEAD = (
    r"\bcoming up\b|\bupcoming\b|\bahead (?:of me|for me)\b|\b(?:do i have|what(?:'s| is)) (?:planned|scheduled)\b"
    r"|(?:最近|近期|接下来|之后|未来|以后)(?:我们?|咱们?)?[还都会]?(?:有|要做)?(?:什么|哪些|啥)?(?:重要的?|新)?(?:安排|日程|活动|行程|计划)"
)
# Without it a day is only mentioned: "how are you today".
_SEEKS = (
    r"\b(?:what|which|anything|something|happen\w*|list|show|summar\w+|recap|how (?:was|were|did))\b"
    r"|什么|啥|哪些|说说|总结|回顾|怎么过|干嘛"
)
_LATEST = r"\b(?:last|latest|newest|most recent|recent|recently|new)\b|最近|最新|上一[次个条]|近来|新的"


class Occasion(NamedTuple):
    """`spans`: for each expression that names days, its ranges in days since 1970, likeliest first; all of a kind of
    memory, "" any, where there are none. `talk`: what was said then is asked for, not what happened. `ahead`: what is
    dated from today on."""

    spans: Tuple[Tuple[Tuple[int, int], ...], ...]
    category: str = ""
    talk: bool = False
    ahead: bool = False


@functools.lru_cache(maxsize=1)
def _kinds() -> Tuple[Tuple[str, re.Pattern[str]], ...]:
    return tuple((category, re.compile(pattern)) for category, pattern in _CATEGORIES)


@functools.lru_cache(maxsize=1)
def _occasion_patterns() -> Tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in (_ANY, _WHATEVER, _LATEST, _SEEKS, _TALK, _AHEAD))


def speaks_of(category: str, text: str) -> bool:
    """Whether a text holds a word for the kind of memory that a question asks for."""
    return any(name == category and pattern.search(fold(text)) for name, pattern in _kinds())


def occasion(text: str, days: Sequence[Tuple[int, int]], dated: Sequence[str]) -> Optional[Occasion]:
    """What a question about a time alone asks for, None for every other question; `dated[i]` is the expression that
    names the range `days[i]`.
    """
    if len(text) > LONGEST:
        return None
    anything, whatever, latest, seeks, talk, ahead = _occasion_patterns()
    left = fold(text)
    for expression in sorted(set(dated), key=len, reverse=True):
        left = left.replace(fold(expression), " ")
    coming, talked = not days and bool(ahead.search(left)), bool(days and talk.search(left))
    if not (days or coming or latest.search(left)):
        return None
    category = "" if coming else next((name for name, pattern in _kinds() if pattern.search(left)), "")
    if not (category or coming or (seeks if days else anything).search(left)):
        return None
    for pattern in (ahead, *(p for _, p in _kinds()), anything, whatever, latest, *((talk,) if talked else ())):
        left = pattern.sub(" ", left)
    if asked(left, plain_words(left)).concepts:
        return None
    spans = {expression: tuple(d for d, e in zip(days, dated) if e == expression) for expression in dated}
    return Occasion(tuple(spans.values()), category, talked, coming)
