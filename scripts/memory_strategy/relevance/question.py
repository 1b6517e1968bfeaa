"""What a question asks for: its terms, what kind it is, whom and which days it names.

Owns: the reading of a question by rule, what it asks about oneself included. Refuses: dates (rules.dates finds them;
they come in as ranges).
One surprising fact: "what did I use before X?" is the one kind that wants what was superseded.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from typing import Container, Dict, FrozenSet, Iterable, List, NamedTuple, Sequence, Set, Tuple

from ..text.language import language
from ..text.normalise import fold
from ..text.tokenise import plain_words, terms
from .settings import Settings

_TALK_WEIGHT = 0.6
# Words and characters of conversation. A record is terse and rarely holds them, which makes them look rare.
_CHINESE_TALK = """什么 怎么 怎样 为什 这么 那么 这样 那样 真的 真是 觉得 感觉 可以 可能 知道 应该 需要 想要 一定 如果 因为 所以
    但是 不过 然后 而且 或者 还是 就是 不是 没有 一个 一下 一些 一起 一样 现在 时候 已经 非常 特别 超级 很多 比较 其实
    有点 听起 起来 好像 不错 太好 好的 哈哈 谢谢 你好 当然 自己 大家 东西 事情 曾经 很 好 会 说 想 要 能 可 哇 哦 嗯
    不 人 一 上 来 去 到 看 多 真 太 什 怎 为 因 所 但 没 最 更 再 又 才 只 把 被 让 从 跟 等 些 样 种 得 着 地 之 以 而
    且 或 呀 嘛 哈 唉 啦"""
_ENGLISH_TALK = """get got gets go goes went gone come came make made take took give gave keep kept put know knew think thought want
    need like try tried use used say said tell told talk ask asked call let see seen look find found feel thing kind sort
    way lot bit really actually also mention mentioned hey hi hello yeah yes yep okay ok sure thanks thank please maybe
    perhaps guess mean wow haha lol oh great nice awesome amazing cool glad right course definitely totally absolutely
    anything something everything nothing someone anyone everyone well back still even ever"""
_MOST_PERSONAL = 120  # characters: in a pasted page "my address" is not what is asked for
_MOST_RECALLING = 250  # characters: in a longer message "you said" is talk and not what is looked for
MAX_TERMS = 256  # distinct terms of a question that count; of a longer one (a pasted document) the rarest

_KINDS = (
    ("before",
     r"以前|之前(?!.{0,4}天)|从前|原来|原先|过去用|曾用"
     r"|\bbefore\b|\bpreviously\b|\bused to\b|\bformerly\b|(?<!\bhow )\bold(?:er)?\b"),
    ("when", r"什么时候|何时|哪天|哪一天|几号|几月|几点|多久|哪年|\bwhen\b|\bwhat (?:time|date|day)\b|\bhow long\b"),
    ("who", r"谁|哪位|\bwho(?:m|se)?\b"),
    ("how many", r"多少|几个|几次|几只|几本|\bhow (?:many|much|often)\b"),
    ("where", r"哪里|哪儿|在哪|什么地方|\bwhere\b"),
    ("latest", r"最近|现在|目前|最新|如今|\b(?:latest|currently|now|most recent|these days|nowadays)\b"),
    # What the assistant said once; "would you suggest" and "can you list" ask for something new, 我和你说过 is one's own.
    ("told by you",
     r"(?<![和给向跟对])你(?:(?:曾|上次|之前|以前|刚才|当时)[^,，。?？]{0,4}?(?:推荐|建议|告诉|提到|提醒|说|介绍|列|写|分享|解释|教)"
     r"|(?:[给跟向为帮和]我)?(?:推荐|建议|告诉|提到|提醒|说|介绍|列|写|分享|解释|教)(?:过|了|的|我)|给[了过]?我)"
     r"|\bdid you (?:\w+ ){0,2}(?:recommend|suggest|advise|mention|tell|say|give|provide|list|write|create|make|share|show"
     r"|explain|describe|propose|outline|draft|come up with)\b"
     r"|\byou(?:['’]ve| have| had)? (?:\w+ )?(?:recommended|suggested|advised|mentioned|told|said|gave|given|provided|listed"
     r"|wrote|written|created|made|shared|showed|shown|explained|described|proposed|outlined|drafted|came up with)\b"),
    ("preference", r"喜欢|爱吃|爱喝|偏好|讨厌|\b(?:like|favou?rite|prefer|enjoy|hate|dislike)s?\b"),
)  # fmt: skip


# What a question about oneself asks for, by the attributes that statements are stored under (rules.statements); one that
# ends in a colon stands for all that begin so. Folded text, first person only: "where does she live" is about another.
_ASKED = (
    (("residence",),
     r"\bwhere (?:do|did|am|was|have|had) i (?:\w+ )?(?:liv(?:ed?|ing)|resid(?:ed?|ing)|based)\b|\bwhere i lived?\b"
     r"|\bmy (?:home |current |old |previous |former )?address\b"
     r"|\bwhere(?:'s| is) my (?:home|house|flat)\b|\b(?:what|which) (?:city|town|country) (?:do|am) i (?:\w+ )?(?:liv|based)",
     r"我(?:家|人|现在|目前|如今|以前|之前|从前|原来|原先|过去|曾经|曾|是)*(?:住|定居)(?:在|过)?(?:哪|什么|何处)|我家(?:现在|目前)?在哪"
     r"|我(?:以前|之前|原来|现在)?的?(?:家庭)?(?:住址|地址)"
     r"|我(?:现在|目前)?在哪[里儿个座]?(?:城市)?(?:住|居住|生活|定居)|我住的(?:城市|地方)"),
    (("name", "called"),
     r"\b(?:what(?:'s| is)|know|remember|tell me) my (?:full |first |last |real )?name\b|\bwho am i\b|\bwhat am i called\b",
     r"我(?:的(?:名字|全名))?叫(?:什么|啥)|我的?(?:名字|姓名|全名)(?:是|叫)?(?:什么|啥)|我是谁|我姓(?:什么|啥)"),
    (("called", "name"),
     r"\bhow should you (?:call|address) me\b|\bwhat (?:should|do|can) you call me\b",
     r"(?:怎么|怎样|如何|该)称呼我|叫我(?:什么|啥)"),
    (("age", "birthday"),
     r"\bhow old am i\b|\bwhat(?:'s| is) my age\b",
     r"我(?:今年|现在)?(?:几岁|多大(?!的)|多少岁)|我的?年龄"),
    (("birthday",),
     r"\bmy (?:birthday|date of birth)\b|\bwhen was i born\b",
     r"我的?生日|我(?:是)?(?:哪年|哪天|几月|几号|什么时候)(?:出)?生"),
    (("origin",),
     r"\bwhere (?:am i|do i come) (?:originally )?from\b|\bmy (?:home ?town|nationality)\b",
     r"我的?(?:老家|家乡|籍贯)|我(?:是)?哪[里儿]的?人|我来自哪"),
    (("job", "workplace"),
     r"\bwhat do i do (?:for (?:work|a living)|professionally)\b|\bwhat(?:'s| is) my (?:job|profession|occupation)\b"
     r"|\bwhat kind of work do i do\b",
     r"我(?:是|平时|现在)*(?:做|干)(?:什么|啥)(?:工作|职业|行业|的)|我的?(?:工作|职业)是?(?:什么|啥|做什么)"),
    (("workplace", "job"),
     r"\bwhere (?:do|did|am) i (?:\w+ )?work(?:ing)?\b|\bwho(?:m)? do i work for\b|\bmy (?:employer|workplace)\b",
     r"我(?:现在)?在(?:哪[里儿家个]?|什么)(?:公司|单位|地方)?(?:上班|工作|任职)"),
    (("school",),
     r"\bwhere (?:do|did) i (?:study|go to (?:school|university|college))\b",
     r"我(?:是)?在哪[里儿所个]?(?:学校|大学)?(?:上学|读书|念书|读大学|上大学)"),
    (("marital",),
     r"\bam i (?:married|single|engaged|divorced)\b",
     r"我(?:结婚|单身|已婚|离婚)了?(?:吗|没)|我的?婚姻"),
    (("diet", "allergy:"),
     r"\bmy diet(?:ary)?\b|\bam i (?:a )?(?:vegetarian|vegan)\b|\bwhat can(?:'t|not) i eat\b",
     r"我(?:是不是)?吃素吗?|我的?(?:饮食|忌口)|我(?:不能|不可以)吃(?:什么|啥|哪些)"),
    (("allergy:",),
     r"\bam i allergic\b|\bmy allerg(?:y|ies)\b|\bdo i have (?:any |an )?allerg",
     r"我(?:都)?(?:对|有)?(?:什么|啥|哪些|哪种)?(?:东西|食物)?过敏"),
    (("likes:", "favourite:"),
     r"^what (?:\w+ )?do i (?:really |most )?(?:like|love|enjoy|prefer|dislike|hate)(?: (?:most|best|to (?:eat|drink|do)))?\W*$"
     r"|\bmy (?:likes|dislikes|preferences|tastes)\b",
     r"我(?:都|最|比较)?(?:不?喜欢|爱|讨厌)[吃喝看听用去玩做]?些?(?:什么|啥|哪些)\W*$"
     r"|我有(?:什么|哪些)(?:偏好|喜好|爱好)|我的?(?:偏好|喜好)"),
)  # fmt: skip


class Question(NamedTuple):
    """A question as a search sees it.

    `weights`: {term: how much it counts}. `order`: the terms in reading order. `kinds`: any of before, when, who,
    how many, where, latest, preference. `days`: inclusive ranges in days since 1970. `spoken` and
    `words`: its folded words, in order and as a set. `attributes`: what it asks about the one who asks. `dated`: the
    expressions that name the days, one for each range.
    """

    text: str
    lang: str
    weights: Dict[str, float]
    order: Tuple[str, ...]
    kinds: Tuple[str, ...]
    days: Tuple[Tuple[int, int], ...]
    words: Set[str]
    spoken: Tuple[str, ...]
    attributes: Tuple[str, ...] = ()
    dated: Tuple[str, ...] = ()


@functools.lru_cache(maxsize=1)
def _talk() -> FrozenSet[str]:
    return frozenset(_CHINESE_TALK.split()) | frozenset(terms(_ENGLISH_TALK))


@functools.lru_cache(maxsize=1)
def _kind_patterns() -> List[Tuple[str, re.Pattern[str]]]:
    return [(kind, re.compile(pattern)) for kind, pattern in _KINDS]


@functools.lru_cache(maxsize=1)
def _asked_patterns() -> List[Tuple[Tuple[str, ...], re.Pattern[str]]]:
    return [(attributes, re.compile(f"{english}|{chinese}")) for attributes, english, chinese in _ASKED]


def _attributes(folded: str) -> Tuple[str, ...]:
    """What a short question asks about the one who asks; nothing for one that never says "I", "my" or 我."""
    if len(folded) > _MOST_PERSONAL or not ("我" in folded or re.search(r"\b(?:i|my|me)\b", folded)):
        return ()
    found = [a for attributes, pattern in _asked_patterns() if pattern.search(folded) for a in attributes]
    return tuple(dict.fromkeys(found))


def understand(text: str, days: Sequence[Tuple[int, int]] = ()) -> Question:
    """Read a question; `days` are the ranges that its time expressions name."""
    found = terms(text)
    folded = fold(text)
    spoken = tuple(plain_words(text))
    kinds = tuple(kind for kind, pattern in _kind_patterns() if pattern.search(folded))
    if len(folded) > _MOST_RECALLING:
        kinds = tuple(kind for kind in kinds if kind != "told by you")
    weights = {term: float(count) for term, count in Counter(found).items()}
    return Question(
        text,
        language(text),
        weights,
        tuple(found),
        kinds,
        tuple(days),
        set(spoken),
        spoken,
        _attributes(folded.strip()),
    )


def reweighted(question: Question, settings: Settings, names: Container[str]) -> Question:
    """The question with repetitions saturated, and single unspaced characters, talk, and speakers' names weighing less."""
    weights, talk = {}, _talk()
    for term, count in question.weights.items():
        weight = count * (settings.repeats + 1.0) / (count + settings.repeats)
        if term in names:
            weight *= settings.name
        else:
            weight *= _TALK_WEIGHT if term in talk else 1.0
            weight *= settings.single if len(term) == 1 and not term.isascii() else 1.0
        weights[term] = weight
    return question._replace(weights=weights)


def telling(question: Question) -> Dict[str, int]:
    """{term: 0, 1 or 2}: how far from chance it is that a document shares the term; two together are no chance.

    Talk and single unspaced characters tell nothing, a word one, a name, a figure or a pair of characters two.
    """
    talk, named = _talk(), set(terms(" ".join(_named_pattern().findall(question.text))))

    def of(term: str) -> int:
        if term in talk or not term.isascii() and len(term) == 1:
            return 0
        return 2 if not term.isascii() or term in named or any(c.isdigit() for c in term) else 1

    return {term: of(term) for term in question.weights}


@functools.lru_cache(maxsize=1)
def _named_pattern() -> re.Pattern[str]:
    return re.compile(r"(?<=[^\s.?!:]\s)[A-Z][\w'’-]*")  # capitals that no beginning of a sentence explains


def said_names(question: Question) -> List[str]:
    """What in the question may be a speaker's name: words, two words together, short runs of unspaced characters."""
    words = list(question.words)
    found = [w for w in words if w.isascii()]
    found += [f"{a} {b}" for a, b in zip(question.spoken, question.spoken[1:])]
    for run in words:
        if not run.isascii():
            found += [run[i:j] for i in range(len(run)) for j in range(i + 2, min(i + 7, len(run) + 1))]
    return found


def pairs(question: Question, known: Iterable[str]) -> List[Tuple[str, str]]:
    """Neighbouring terms of spaced languages, both known; unspaced runs carry their pairs as terms."""
    held = {term for term in known if term.isascii()}
    together = zip(question.order, question.order[1:])
    return [pair for pair in dict.fromkeys(together) if pair[0] in held and pair[1] in held]
