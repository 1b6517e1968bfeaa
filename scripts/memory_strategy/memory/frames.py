"""What a statement is about, and what it fills in: "the rent" and 1200, "the launch" and 5 March, 公司|搬到了|海淀.

Owns: `Frame`, how far two frames agree and in which sort of slot they differ; `retold`, the same for Chinese. Refuses:
whether anything is replaced (`updates`), and Chinese without a cue: where no space or capital cuts a sentence, the cue
between topic and value does, and the topic must be, word for word, what the old statement begins with.
One surprising fact: a frame forgets the verbs that any statement may have (is, have, use, take place), since "is on
5 March" and "was postponed to 9 April" share no other word.
"""

from __future__ import annotations

import functools
import re
from datetime import datetime
from typing import FrozenSet, Iterator, NamedTuple, Optional, Set, Tuple

from ..rules.clauses import compiled
from ..rules.dates import find_dates
from ..rules.entities import entities
from ..text.language import has_chinese
from ..text.normalise import fold
from ..text.stem import stem
from ..text.tokenise import STOP_WORDS

WHEN, NUMBER, NAME = "when", "number", "name"
_STEM = 4  # letters that "handover" and "handed" share
_COUNTS = "two three four five six seven eight nine ten eleven twelve".split()
_GENERIC = frozenset(
    map(
        stem,
        """have has had hold held must need cost take took get got go goes make set plan planned schedule scheduled use
        uses used due place date time deadline new current currently always still already really just also correction
        actually instead longer anymore after start starts begin run runs last month year week day today called
        named decided agreed moved switched changed postponed pushed brought forward renamed replaced raised lowered
        increased reduced rescheduled delayed put extended upgraded cut back become happen happens please sorry
        see seeing wrong
        """.split(),
    )
)
_SOFT = frozenset(map(stem, ("appointment", "booking", "visit")))  # the dentist appointment is "the dentist" too
_PRONOUNS = frozenset("i i'm i've i'll we we're we've it it's he she they you that this there my our the a an".split())
_CLOCK = (
    r"\b\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b\.?|\b\d{1,2}:\d\d\b|\b(?:noon|midnight)\b"
    r"|(?:\d{1,2}|[一二三四五六七八九十两]{1,3})点(?:半|一刻|[一二三四五六七八九十\d]{1,3}分?)?(?!名|头|评|赞|击)|\d{1,2}[::]\d\d"
)
_WEEKDAY = (
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|july|august|september"
    r"|october|november|december)\b|(?:周|星期|礼拜)[一二三四五六日天]"
)


class Frame(NamedTuple):
    """`words` are stems (or Chinese characters) of what it is about; the others are what is filled in."""

    words: FrozenSet[str]
    names: FrozenSet[str]
    numbers: FrozenSet[Tuple[str, str]]  # with the word counted: ("three", "cat")
    days: FrozenSet[str]
    clocks: FrozenSet[str]


def bare(text: str) -> str:
    """The text without the dates that were written beside its words."""
    return compiled(r" ?[（(]\d{4}(?:-\d\d){0,2}(?:\.\.\d{4}-\d\d-\d\d)?[)）]").sub("", text)


@functools.lru_cache(maxsize=256)
def frame_of(text: str, said: datetime) -> Frame:
    """The frame of a statement; `said` is when, in the speaker's zone."""
    text, days = _without_days(bare(text), said)
    clocks = frozenset(re.sub(r"[ .]", "", m.group()) for m in compiled(_CLOCK).finditer(fold(text)))
    text = compiled("(?i)" + _CLOCK).sub(" ", text)
    named = {fold(part) for name in entities(text) for part in name.split()}
    words: Set[str] = set()
    names: Set[str] = set()
    numbers: Set[Tuple[str, str]] = set()
    tokens = compiled(r"[A-Za-z0-9À-ɏ][\w'’&+#/-]*(?:[.,]\d+)*").findall(text)
    for place, token in enumerate(tokens):
        low = fold(token)
        if low in _COUNTS or any(c.isdigit() for c in low):
            following = fold(tokens[place + 1]) if place + 1 < len(tokens) else ""
            numbers.add((low, "" if following in STOP_WORDS or not following.isalpha() else stem(following)))
        elif place and tokens[place - 1][-1].isdigit() and len(token) <= 3:
            continue  # a unit: 16 GB, 12 kg
        elif low in named or _is_name(tokens, place):
            names.add(low)
        elif low not in STOP_WORDS and low not in _PRONOUNS and stem(low) not in _GENERIC:
            words.add(stem(low))
    return Frame(frozenset(words - _SOFT or words), frozenset(names), frozenset(numbers), days, clocks)


def _without_days(text: str, said: datetime) -> Tuple[str, FrozenSet[str]]:
    found: Set[str] = set()
    for mention in reversed(find_dates(text, said)):
        found.add(f"{mention.since}..{mention.until}")
        text = text[: mention.start] + " " + text[mention.end :]
    for match in compiled(_WEEKDAY).finditer(fold(text)):
        found.add(match.group())
    return compiled("(?i)" + _WEEKDAY).sub(" ", text), frozenset(found)


def _is_name(tokens: list, place: int) -> bool:
    token = tokens[place]
    if not token[0].isupper() or fold(token) in _PRONOUNS or fold(token) in STOP_WORDS:
        return token in ("A", "B", "C") and place > 0  # "flat B"
    return place > 0 or (len(tokens) > 1 and fold(tokens[1]) in ("is", "was", "has", "will"))


def agreement(new: Frame, old: Frame) -> Tuple[float, int]:
    """How far two frames speak of one thing (0–1, Dice), and the number of words that they share."""
    shared_names = new.names & old.names
    first = set(new.words | shared_names) | _common(new, old)
    second = set(old.words | shared_names) | _common(old, new)
    if not first or not second:
        return 0.0, 0
    shared = sum(any(_same(word, other) for other in second) for word in first)
    return 2.0 * shared / (len(first) + len(second)), shared


def _common(one: Frame, other: Frame) -> Set[str]:
    """Names that are words in the other statement: the Rent of "Rent is 1200"."""
    return {stem(name) for name in one.names if stem(name) in other.words}


def _same(word: str, other: str) -> bool:
    return word == other or (min(len(word), len(other)) >= _STEM and (word.startswith(other) or other.startswith(word)))


def differing(new: Frame, old: Frame) -> FrozenSet[str]:
    """The sorts of slot that both fill, and fill differently."""
    found = set()
    if _differ(new.days, old.days) or _differ(new.clocks, old.clocks):
        found.add(WHEN)
    if new.numbers and old.numbers and new.numbers != old.numbers:
        found.add(NUMBER)
    first, second = new.names - old.names - old.words, old.names - new.names - new.words
    if first and second:
        found.add(NAME)
    return frozenset(found)


def _differ(new: FrozenSet[str], old: FrozenSet[str]) -> bool:
    return bool(new and old and not new & old)


def one_number_of_a_kind(new: Frame, old: Frame) -> bool:
    """Whether each side has one number that the other has not, and they count the same thing."""
    first, second = new.numbers - old.numbers, old.numbers - new.numbers
    if len(first) != 1 or len(second) != 1:
        return False
    (_, unit), (_, old_unit) = next(iter(first)), next(iter(second))
    return unit == old_unit or not unit or not old_unit or unit in old.words or old_unit in new.words


# -- Chinese: topic, cue, value ----------------------------------------------------------------------------------------

_N = r"[\d一二三四五六七八九十两百千万.]+"
_WHEN = r"\d{1,2}[月点号日::]|[一二三四五六七八九十]{1,3}[月点号]|周[一二三四五六日末]|星期|今天|明天|后天|上午|下午|晚上|月底|月初|年底"
_ADVERBS = r"(?:这边|现在|目前|已经|又|都|全部?|统一|暂时|正式|决定|最终|最后|临时)*"
_MOVED = r"搬到|搬去|搬至|搬进|迁到|迁至"
_SHIFTED = r"推迟到|提前到|延期到|延期至|延到|延至|改到|改期到|调到|调整到|挪到|推迟至|提前至"
_ROSE = r"涨到|降到|升到|加到|减到|增加到|减少到|提高到|上调到|下调到|涨至|降至|升至"
_BECAME = (
    r"换成|换为|改成|改为|改用|变成|变更为|更新为|替换为|切换到|迁移到|升级到|升级为|更名为|改名叫|改名为|交给|转给"
)
_TRANSFERRED = r"转到|转去|调到|调去"
_IS = (
    r"(?:名字?)?(?:(?:预?约|预定|订)(?:在|了|到|的是)"
    r"|就?是|在|叫|为|用的?是?|采用|使用|位于|定在|定于|安排在|设在|放在|住在|有|要|一共|总共|目前|现在|每个?[月年天周次])*"
)
_LEAD = r"^(?:上周|上个?月|昨天|今天|最近|前天|刚刚|刚|因为|由于|所以|但是|后来|结果)"
_OWN = r"^(?:我们?的?|咱们?的?|咱的?|那个|这个)"


class _Change(NamedTuple):
    """The topic, the value it has now, and the sort of value: place, when, number, or thing."""

    topic: str
    value: str
    sort: str


# 公司现在是淡季 takes nothing from 公司是做外贸的: "now" alone changes what has one value at a time.
_FILLED = (
    r"(?:[人长员师号码名课价费率]|经理|主管|老板|领导|助理|秘书|日期|时间|地点|地址|版本|密码|品牌|型号|框架|数据库|供应商|工具|语言"
    r"|房租|租金|工资|月薪|年薪|预算|体重|身高|血压|邮箱|微信|电话|手机|职位|岗位|上司|客户|房东|座位|工位|车位)"
)
_TOPIC, _VALUE = r"(?P<topic>[^,。;!?]{1,16}?)", r"(?:每个?[月年天周次])?(?P<value>[^,。;!?]{1,20}?)了?$"
_ID_ZH = r"(?P<topic>(?:手机|电话|邮箱|微信|地址|车牌|工号|座位|号码)号?码?)"
_PATTERNS = (
    *(
        (rf"{_TOPIC}{_ADVERBS}(?:{cue})了?{_VALUE}", sort)
        for cue, sort in (
            (_MOVED, "place"), (_SHIFTED, "when"), (_ROSE, "number"), (_BECAME, "thing"), (_TRANSFERRED, "place"),
        )
    ),
    (rf"(?P<topic>[^,。;!?]{{0,12}}?{_FILLED})现在(?:的)?(?:是|叫|为|用){_VALUE}", "thing"),
    (rf"^(?:我们?)?现在的?(?P<topic>[^,。;!?是在]{{0,10}}?{_FILLED})(?:是|为){_VALUE}", "thing"),
    (rf"更正[::,]?{_TOPIC}(?:是|在|为|叫){_VALUE}", "thing"),
    (
        r"^(?:我们?)?的?(?P<topic>[^,。;!?]{2,10}?)(?:已经|又|最近)*(?:换|变)(?:人|新的)?了,(?:新的|现在)[^,。;!?]{0,6}?"
        r"(?:是|叫|:)(?P<value>[^,。;!?]{2,20})$",
        "thing",
    ),
    (r"(?:换|改)了?新?的?(?P<topic>[^,。;!?了我你他她]{2,8}?)了,新的?(?P=topic)(?:是|叫|:)(?P<value>[^,。;!?]{2,40})$", "thing"),
    (rf"(?:换|改)了?新?{_ID_ZH}了?,?(?:新的?|现在)[^,。;!?]{{0,6}}?(?:是|:)(?P<value>[^,。;!?]{{2,40}})$", "thing"),
)  # fmt: skip
_DAY_ZH = (
    r"(?:[\d一二三四五六七八九十]{1,3}[月日号点:]|[\d]{1,2}分?|半|年"
    r"|(?:下个?|这个?|本)?(?:周|星期|礼拜)[一二三四五六日天]|[今明后]天|[上下]午|晚上|早上)+"
)
_COUNTED = rf"(?P<n>{_N})(?P<unit>[个只条台辆人名位套间口岁本块家次元])(?P<what>[^,。;!?了,\d]{{0,8}})"


def retold(seen: str, was: str) -> bool:
    """Whether the folded Chinese statement `seen` gives the topic of `was` another value of the same sort."""
    if not has_chinese(seen) or not has_chinese(was):
        return False
    return _recounted(seen, was) or any(_gives(change, was) for change in _changes(seen))


def _changes(seen: str) -> Iterator[_Change]:
    for clause in (seen, *re.split(r"[,。;!?]", seen)):
        for pattern, sort in _PATTERNS:
            match = compiled(pattern).search(clause.strip())
            if match:
                said, value = match.group("topic").strip(), match.group("value").strip()
                topic = compiled(_LEAD).sub("", compiled(_OWN).sub("", said)).strip()
                least = 1 if said != topic else 2  # 我的车 is a topic, 车 alone may be any
                if len(topic) >= least and value and not compiled(r"^[我你他她它们这那]+$").match(topic):
                    yield _Change(topic, value, sort)


def _gives(change: _Change, was: str) -> bool:
    rest = _value_of(compiled(_OWN).sub("", was.strip(" 。.")).strip(), change.topic)
    if not rest or rest == change.value or len(rest) > 24 or "," in rest:
        return False
    if _sort(rest) != "number" and (rest in change.value or change.value in rest):
        return False  # 公司在海淀, 公司搬到了海淀黄庄: it says more, and nothing else
    return _sort(rest) == _sort(change.value) if change.sort in ("thing", "number") else _fits(change.sort, rest)


def _value_of(was: str, topic: str) -> str:
    """What the old statement gives the topic: 朝阳 in 公司在朝阳, Jenkins in 用 Jenkins 做 CI, 小安 in 小安是项目负责人."""
    name = re.escape(topic)
    before = re.match(rf"{name} ?(?P<is>{_IS})[:: ]*(?P<value>[^。;!?]+)$", was)
    if before and (before.group("is") or before.group("value")[:1].isdigit()):
        return before.group("value").strip()
    when = re.match(rf"(?P<value>{_DAY_ZH}){{1}}(?:要|得|去|会)*(?:看|见|做|上|飞)?{name}$", was)
    if when:
        return when.group("value")
    after = re.match(
        rf"(?:用|使用|采用) ?(?P<value>[^,。;!?]{{1,16}}?) ?(?:做|跑|写|来做|当) ?{name}$", was
    ) or re.match(rf"(?P<value>[^,。;!?]{{1,8}}?)(?:是|担任|负责){name}$", was)
    return after.group("value").strip() if after else ""


def without_denied_day(text: str) -> Optional[Tuple[str, str]]:
    """A statement without the weekday that it denies, and that day, folded; None where it denies none."""
    match = compiled(
        r"(?i)[,，]? *\b(?:and )?not (?:on )?(?P<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b"
        r"|[,，]? *(?:而)?不(?:再)?是(?:每个?)?(?P<zh>(?:周|星期|礼拜)[一二三四五六日天])了?"
    ).search(text)
    return match and (text[: match.start()] + text[match.end() :], fold(match.group("day") or match.group("zh")))


def one_topic(seen: str, was: str) -> float:
    """How far two short Chinese statements have the same words, whatever their order (0–1, Dice of characters)."""
    plain = r"(?:周|星期|礼拜)[一二三四五六日天]|更正|说错了|一次|现在|必须|需要|应该|固定|[每是要在的了都得做我们改为到,。:: ]"
    first, second = (set(compiled(plain).sub("", text)) for text in (seen, was))
    if len(first) < 2 or len(second) < 2:
        return 0.0
    return 2.0 * len(first & second) / (len(first) + len(second))


def _sort(value: str) -> str:
    if compiled(_WHEN).search(value):
        return "when"
    return "number" if compiled(r"\d|^[一二三四五六七八九十两百千万]+").search(value) else "thing"


def _fits(sort: str, rest: str) -> bool:
    """Whether the old value is of the sort that the cue changes: what is put off had a day, what moves a place."""
    if sort == "when":
        return _sort(rest) == "when"
    return (
        _sort(rest) != "when"
        and not compiled(rf"^{_N}[个只条台辆人名位套间]").match(rest)
        and not compiled(r"(?:不|没|很|被|要|会|得|需要|必须)|.*(?:阶段|状态|中)$").match(rest)
    )


def _recounted(seen: str, was: str) -> bool:
    """我有两只猫, 现在有三只猫了: the same thing counted anew."""
    if not compiled(r"现在|变成|增加到|减少到|只剩").search(seen):
        return False
    now, old = compiled(_COUNTED).search(seen), compiled(_COUNTED).search(was)
    if not now or not old or now.group("n") == old.group("n") or not now.group("what").strip():
        return False
    same = (now.group("unit"), now.group("what").strip()) == (old.group("unit"), old.group("what").strip())
    return same and _owner(seen[: now.start()]) == _owner(was[: old.start()])


def _owner(lead: str) -> str:
    """Whose count it is: the words before the number, without what any of us says of ourselves."""
    return compiled(r"我们?|咱们?|家|现在|已经|目前|里|一共|总共|总|共|有|养|了|,| |剩|只|增加到|减少到|变成").sub(
        "", lead
    )
