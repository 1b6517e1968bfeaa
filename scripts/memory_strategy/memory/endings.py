"""Words that say that something is over, and which statements they end: who left Acme does not work there any more.

Owns: `over`, `asked`, and the tables behind them. Refuses: events. "I met my wife at Acme" stays true when Acme was left.
One surprising fact: an ending rarely shares its verb with what it ends (sold, but has or drives; 戒了, but 抽), so each
names the states that it can end.
"""

from __future__ import annotations

import re
from typing import List, NamedTuple, Tuple

from ..rules.clauses import compiled
from ..text.language import has_chinese
from ..text.normalise import fold
from ..text.stem import stem
from ..text.tokenise import STOP_WORDS, plain_words

MOST_WORDS = 5  # content words of an old statement beside the thing that is over: more of them tell something else
_PARTNER = r"女朋友|男朋友|女友|男友|对象|girlfriend|boyfriend|partner|fianc[eé]e?"
_SPOUSE = r"老公|老婆|丈夫|妻子|爱人|husband|wife"


class _Ending(NamedTuple):
    """`says` finds the ending in the new statement, `ends` a state in the old; `look` are words to look the old one up by."""

    says: str
    ends: str
    look: str = ""


_I = r"\b(?:i|we)"
_JUST = r"(?:'ve| have)?(?: just| finally| recently| already)?"
_MINE_FIRST = (
    r"^(?:(?:every|each|on|at|in|most|usually|from)\b[^.]{0,24}?,? ?)?"
    r"(?:i|we|i'm|we're|i've|we've|my|our|the|[a-z]+ing)\b"
)
_ENDED = (
    r"^(?:i|we)(?:'ve| have)? (?:left|quit|resigned|sold|stopped|dropped|gave up|got rid|switched|met|went|saw|bought"
    r"|found|was|were|used to|lived|interviewed|visited)\b"
)
_X = r"(?:the |my |our |his |her |their |a |an )?(?P<what>[\w][\w .&+#'-]{0,40}?)"
_TIME = r"(?:last|this|in|on|at|a few|two|three|yesterday|today|now|for|since|any ?more|after|completely)\b"
_END = (
    r"(?= (?:and|but|to|for|after|because|since|last|this|in|on|at|a few|two|three|yesterday|today|now|completely"
    r"|altogether|entirely|any ?more|years?|months?|weeks?|with|so)\b|[,.;!]|$)"
)
_WORK = r"\b(?:work\w*|job|employ\w*|intern\w*|engineer|developer|manager|teach\w*|lead\w*|member|team|play\w*|study\w*|at)\b"
_HAVE = r"\b(?:have|has|'ve got|own|owns|drive|drives|ride|rides|keep|keeps|'ve|use|uses|is|got)\b"
_USE = r"\b(?:use|uses|using|run|runs|with|is|on|take|go|work)\b"
_STATE = (
    r"\b(?:use|uses|using|is|are|'s|run|runs|on|with|work|works|have|has|live|lives|go|goes|take|drink|eat|based|hosted"
    r"|written)\b"
)
_EN: Tuple[_Ending, ...] = (
    _Ending(
        rf"{_I}(?:'ve| have|'m| am| are|'re)?(?: just| finally| recently)? (?:got |getting |now )?(?:divorced|separated)\b",
        rf"^(?:i|we|my (?:wife|husband) and i)\b[^.]{{0,24}}\bmarried\b|^my (?:{_SPOUSE})(?:'s name)? is",
        "married wife husband",
    ),
    _Ending(
        rf"{_I}(?:'ve| have|'re| are)?(?: just| finally| recently)? (?:broke up|split up|broken up|no longer together"
        r"|broke off the engagement)\b",
        r"^(?:i|we|my|[\w]+ and i)\b[^.]{0,16}\b(?:dating|engaged|in a relationship|together)\b"
        rf"|^my (?:{_PARTNER})(?:'s name)? is",
        "dating girlfriend boyfriend engaged together",
    ),
    _Ending(rf"\b(?:switched|migrated|moved(?: over)?|changed)(?: [\w ]{{1,24}}?)? from {_X} to\b", _STATE),
    _Ending(rf"\breplaced {_X} (?:with|by)\b", _STATE),
    _Ending(rf"\binstead of {_X}{_END}", _USE),
    _Ending(rf"{_I}{_JUST} (?:left(?: my job at)?|quit(?: my job at)?|resigned from|retired from) {_X}{_END}", _WORK),
    _Ending(
        rf"{_I}{_JUST} (?:sold|got rid of|gave away|traded in|scrapped|donated|returned) {_X}{_END}",
        _HAVE,
    ),
    _Ending(
        rf"{_I}{_JUST} (?:cancell?ed|ended|terminated) {_X}{_END}",
        r"\b(?:have|has|pay|use|subscri\w+|member\w*|contract|plan)\b",
    ),
    _Ending(
        r"\b(?:dropped|ditched|let's (?:drop|ditch)|retired|stopped using|gave up using|got rid of|no longer use|don't use|do not use"
        rf"|decided not to use|not to use) {_X}{_END}",
        _USE,
    ),
    _Ending(
        rf"{_I}{_JUST} (?:gave up|given up|quit|gone off|went off) (?P<what>coffee|tea|meat|alcohol|sugar|wine|beer|cola){_END}",
        r"^(?:(?:every|each) \w+,? )?(?:i|we)\b.*\b(?:like|love|enjoy|prefer|drink|eat|have|take)\b.*\b{what}\b"
        r"(?! (?:machine|maker|shop|cup|club|table|pot|bar)\b)",
    ),
)
_DONE = (
    r"\b(?:no longer|(?:don't|do not|doesn't|does not)(?= .*\bany (?:more|longer)\b|.*\banymore\b)|decided not to"
    rf"|(?:not going to|won't)(?= .*\bafter all\b)) (?P<verb>[a-z]+)(?: (?!{_TIME}){_X}{_END})?"
    rf"|\b(?:stopped|quit|gave up|given up) (?P<verb2>[a-z]+ing)(?: (?!{_TIME}){_X.replace('<what>', '<what2>')}{_END})?"
)
_FOR = (
    r" (?:for|with|in|at|on|to) (?!\d|good\b|health|spring|summer|autumn|winter|last|this|january|february|march|april|may|june"
    r"|july|august|september|october|november|december|mon|tue|wed|thu|fri|sat|sun)(?:the |my |our |a )?(?P<whom>\w+)"
)
_TASTES = ("drink", "eat", "smoke", "play", "watch")
_LIKES = r"\b(?:like|love|enjoy|prefer|drink|eat|smoke|have|take(?=s? (?:my )?(?:coffee|tea)\b))s?\b"
_NOT_IT = r" (?:machine|maker|shop|cup|club|table|house|app|game|box|bar|pot)\b"  # the coffee machine is no coffee

_ZH_X = r"(?P<what>[^,。;!?的了]{1,14}?)"
_NOT_IT_ZH = r"(?![机店杯厅壶具器厂])"
_OWN_LEAD = (
    r"我们?|咱们?|自己|已经|现在|刚刚?|终于|最近|后来|也|都|就|又|今天|昨天|前天|上周|上个?月|去年|今年|年初|年底|月初"
    r"|月底|[\d一二三四五六七八九十]+月份?(?:起|开始)?|因为|所以|决定|正式|彻底|全部?|了|的|这个|那个|和"
    r"|每[^,。]{0,3}|会|常常?|经常|一直|喜欢|爱|平时|通常"
)
_ZH: Tuple[_Ending, ...] = (
    _Ending(
        r"(?<![他她它妈爸哥弟姐妹友事])(?:我们?[^,。的]{0,8}|^)离婚了?",
        rf"^(?!.*[他她妈爸哥弟姐妹]).*(?:结婚|已婚|成家)|^我[^,。]{{0,2}}(?:{_SPOUSE})(?:是|叫)",
        "我结婚了 已婚 老公 老婆",
    ),
    _Ending(
        r"(?:我|^)[^,。]{0,12}分手了?",
        rf"^我[^,。]{{0,4}}(?:{_PARTNER})(?:是|叫|名字)|谈恋爱|在一起",
        "女朋友 男朋友 对象 谈恋爱",
    ),
    _Ending(
        rf"从{_ZH_X}(?:离职|辞职|跳槽|离开|退休|退出|毕业)",
        r"(?:在|是|任职|就职|入职)(?:了|于)?{what}(?:的[^,。]{{1,10}})?$"
        r"|{what}[^,。]{{0,8}}(?:工作|上班|任职|实习|读书|上学|员工)|在{what}(?:做|当|教|写)",
    ),
    _Ending(
        rf"(?:离开|辞掉|辞去)了?{_ZH_X}(?:的工作|的职务)?(?:了|$|,)",
        r"(?:在|任职|就职|入职).{{0,3}}{what}.*(?:工作|上班|任职|做|当|实习)",
    ),
    _Ending(rf"(?:把|将){_ZH_X}(?:给)?(?:卖|送人|扔|退|捐|报废)(?:掉)?了", r"(?:有|开|骑|养|用|买|住).{{0,8}}{what}"),
    _Ending(rf"(?:卖掉?|送掉|扔掉|退掉)了{_ZH_X}(?:$|,|。)", r"(?:有|开|骑|养|用).{{0,8}}{what}"),
    _Ending(rf"^{_ZH_X}(?:已经|被)?(?:送人|卖掉|扔掉|丢掉)了", r"(?:有|开|骑|养|用).{{0,8}}{what}"),
    _Ending(
        r"戒(?:了|掉了?)?(?P<what>烟|酒|咖啡|奶茶|糖|可乐|游戏)",
        r"(?:抽|吸|喝|吃|爱|喜欢|玩)[^,。]{{0,4}}{what}" + _NOT_IT_ZH,
    ),
    _Ending(
        r"把(?P<what>烟|酒|咖啡|奶茶|糖|可乐)(?:给|也|都)*戒",
        r"(?:抽|吸|喝|吃|爱|喜欢)[^,。]{{0,4}}{what}" + _NOT_IT_ZH,
    ),
    _Ending(rf"不(?:再)?(?:是|做|当){_ZH_X}了", r"(?:是|做|当|担任)(?:一[个名位])?{what}"),
    _Ending(
        r"(?:不再|再也不|不)(?P<what>(?:吃|喝|抽|用|去|养|住|做|学|玩|练|打|开|骑|穿|订|租|带|教|跑)[^,。;!?了再]{1,12})了",
        r"{what}",
    ),
    _Ending(rf"(?:之前|以前|原来|原先)(?:是|叫|在|用)(?:的是)?{_ZH_X}$", r"(?:是|叫|在|用) ?{what}$"),
    _Ending(r"(?:从|由)(?P<what>[^,。;!?]{1,16}?)(?:换|切换?|迁移?|改|转)(?:成|为|到)", r"{what}"),
    _Ending(
        r"不在(?P<what>[^,。;!?]{1,10}?)(?:工作|上班|教书|任教|读书|上学|任职|做|干)?了",
        r"在{what}(?:[^,。]{{0,4}})(?:工作|上班|教|读|上学|念|任|做|当|干|实习)|是{what}的?[^,。]{{0,3}}(?:老师|员工|学生|教授|医生)",
    ),
    _Ending(rf"不用{_ZH_X}了", r"用(?:的)?(?:是)?{what}"),
    *(
        _Ending(
            rf"{said}(?:改签?|推迟|提前|延期?|挪|调整?)(?:到|至)", r"^我们?[^,。]{{0,16}}(?:飞|去)(?:往|到)?{what}$"
        )
        for said in (rf"^飞{_ZH_X}(?:的?(?:航班|飞机|机票))?", rf"^(?:去|飞|到)?{_ZH_X}的?(?:航班|飞机|机票|行程)")
    ),
)
_ROUTE = r"(?:moved|changed|rebooked|rescheduled|postponed|pushed|put off|delayed|brought forward)(?: back)? (?:to|until|till)\b"
_TOLD_AS = (  # of an English journey: what it is called, and what it was told as
    (r"flight", r"(?:fly|flying)"),
    (r"(?:trip|journey|holiday|train)", r"(?:fly|flying|go|going|travel|travell?ing)"),
)
_JOURNEYS: Tuple[_Ending, ...] = tuple(
    _Ending(
        rf"^(?:correction: )?(?:the |my |our )?{said}(?:'s| has been| was| is| got| has)? {_ROUTE}",
        rf"^(?:i|we)(?:'m|'re| am| are|'ll| will)? {doing} to {{what}}\b.*\d",
    )
    for noun, doing in _TOLD_AS
    for said in (rf"(?P<what>[\w' ]{{2,30}}?) {noun}", rf"{noun} to (?P<what>[\w' ]{{2,30}}?)")
)
_COFFEE_ZH = (
    r"(?<=喝)(?:[一两]?杯|点儿?|的是)?(?:冰|热|黑)?(?:美式|拿铁|卡布奇诺|摩卡|澳白|手冲|意式浓缩|咖啡)(?:咖啡)?"
)
_COFFEE = r"\b(?:lattes?|espressos?|americanos?|cappuccinos?|flat whites?|macchiatos?|mochas?)\b"
_PET = r"cat|kitten|dog|puppy|rabbit|hamster|parrot|guinea pig|tortoise|pony|horse|budgie"
_PET_ZH = r"猫|狗|兔子?|仓鼠|鹦鹉|乌龟|金鱼"
_PET_NAMED = (
    rf"^(?:my|our|we have an?|i have an?|the)\b[^,.]{{0,12}}\b(?P<pet>{_PET})(?:'s name)?"
    r"(?: is| named)?(?: called| named)? (?P<name>[\w'-]+)$"
    rf"|^我们?[^,。]{{0,6}}?(?P<pet2>{_PET_ZH})(?:的名字)?(?:名?叫|是)(?P<name2>[^,。]{{1,6}})$"
)
_HOME = (
    r"^(?P<who>i|we|(?:(?:my|our) )?[\w-]+(?: [\w-]+)?)(?:'m|'re|'s| am| are| is)? (?:live|lives|living|stay|staying) (?:at|in|on) "
    r"(?P<place>.+)$"
)
_MOVED_HOME = (
    r"^(?P<who>i|we|(?:(?:my|our) )?[\w-]+(?: [\w-]+)??)(?:'ve|'s| have| has)?(?: just| recently| finally)? moved"
    r"(?: house| home| flat| back| out)?(?: from [\w' ]+?)? (?:in)?to (?!(?:a|an|the|my|our|another|new|using)\b)(?P<place>.+)$"
)
_HOME_ZH = r"^(?P<who>[^,。]{1,8}?)(?:现在|一直|目前|都)*(?:住在?|家在)(?P<place>[^,。]+)$"
_MOVED_HOME_ZH = (
    r"^(?P<who>[^,。]{1,8}?)(?:一家|全家)?(?:上个?[周月]|去年|今年|最近|昨天|前天|已经|刚刚?|又|都|终于|现在)*(?:从[^,。]{1,12}?)?"
    r"搬(?:家)?(?:到|去|进|至)了?(?!新|别的|另|[^,。]*(?:办公|公司|工位|仓库|教室|店))(?P<place>[^,。]+?)了?$"
)


def over(seen: str, was: str) -> bool:
    """Whether the folded statement `seen` says that the state told by the folded `was` is over."""
    if negated(was):
        return False
    if _pet_is_gone(seen, was) or _rehomed(seen, was):
        return True
    if has_chinese(seen):
        ways = (was, compiled(_COFFEE_ZH).sub("咖啡", was)) if "咖啡" in seen else (was,)
        return any(_ends(ending, seen, way) for ending in _ZH for way in ways)
    if compiled(_ENDED).match(was):
        return False
    ways = (was, compiled(_COFFEE).sub("coffee", was)) if "coffee" in seen else (was,)
    if any(_ends(ending, seen, was) for ending in (*_EN, *_JOURNEYS)) or _is_not(seen, was):
        return True
    return any(_done(seen, way) for way in ways)


def pet_of(was: str) -> str:
    """The name of the animal that a folded statement gives a name, "" where it gives none."""
    match = compiled(_PET_NAMED).match(was.rstrip(" .。"))
    return (match.group("name") or match.group("name2")) if match else ""


def _pet_is_gone(seen: str, was: str) -> bool:
    """ "Biscuit died", 饼干去世了: there is no cat of that name any more. A person keeps the name."""
    name = re.escape(pet_of(was))
    gone = (
        rf"\b{name}(?: has| sadly| just| was)* (?:died|passed away|put (?:down|to sleep)|is dead)\b"
        rf"|^(?:我们?家?的?)?(?:猫|狗)?{name}[^,。]{{0,8}}(?:死|去世|离世|病死|老死|安乐死|离开我们|走了(?=[^。]*没有))了?"
    )
    return bool(name) and compiled(gone).search(seen) is not None


def _rehomed(seen: str, was: str) -> bool:
    """ "We moved to 3 Dalmeny Court" and "I live at 14 Kelham Row": the same people, another place."""
    chinese = has_chinese(seen)
    old = compiled(_HOME_ZH if chinese else _HOME).match(was.rstrip(" .。"))
    clauses = [seen.rstrip(" .。!"), *compiled(r"[,。;!]").split(seen)]
    new = next(filter(None, (compiled(_MOVED_HOME_ZH if chinese else _MOVED_HOME).match(c) for c in clauses)), None)
    if not old or not new:
        return False
    numbers = [set(compiled(r"\d+").findall(m.group("place"))) for m in (old, new)]
    first, second = (m.group("place") for m in (old, new))
    if first in second or second in first or (numbers[0] and numbers[0] == numbers[1]):
        return False
    return _are_same(old.group("who"), new.group("who"), all(numbers) or chinese)


def _are_same(old: str, new: str, is_address: bool) -> bool:
    """Whether two subjects name the same people; we move where I live, but "we moved to sales" needs a house number."""
    own = r"(?:i|we|我们?|咱们?)$"
    mine = [compiled(own).match(who) is not None for who in (old, new)]
    if any(mine):
        return all(mine) and is_address
    if has_chinese(old):
        first, second = (who.lstrip("我们的") for who in (old, new))
        return bool(first and second) and (first in second or second in first)
    return bool((set(old.split()) & set(new.split())) - {"my", "our"})


def _is_not(seen: str, was: str) -> bool:
    """ "Tomasz isn't a tram driver any more": what he was said to be, of the one that is named."""
    says = (
        r"^(?P<who>[\w' -]{1,30}?)(?:'m| am|'s| is|'re| are)?(?:n't| not) (?:an? |the )?(?P<what>[\w' -]{2,40}?) (?:any ?more|any longer)\b"
        r"|^(?P<who2>[\w' -]{1,30}?)(?:'m| am|'s| is|'re| are) no longer (?:an? |the )?(?P<what2>[\w' -]{2,40}?)(?= at\b|[,.;!]|$)"
    )
    match = compiled(says).match(seen)
    if not match:
        return False
    who, what = match.group("who") or match.group("who2"), match.group("what") or match.group("what2")
    held = compiled(rf"(?<!\w)(?:is|am|are|'m|'s|as) (?:an? |the )?{re.escape(what)}\b").search(was.replace("'", " '"))
    named = {_base(w) for w in plain_words(who) if w not in STOP_WORDS}
    before = {_base(w) for w in plain_words(was)}
    return held is not None and (named <= before if named else compiled(_MINE_FIRST).match(was) is not None)


def _ends(ending: _Ending, seen: str, was: str) -> bool:
    match = compiled(ending.says).search(seen)
    if match is None or not _is_own(seen[: match.start()], was):
        return False
    if "what" not in match.re.groupindex:
        return compiled(ending.ends).search(was) is not None
    what = match.group("what").strip()
    if not what or what in STOP_WORDS:
        return False
    if "{what}" in ending.ends:
        was = was if "了" in what else was.replace("了", "")  # 我订了牛奶, 我不订牛奶了
        held = re.search(ending.ends.format(what=re.escape(what)), was)
        if held is None:
            return False
        lead = seen[: match.start()].strip()  # 陈默不在浙大了, 我老公陈默在浙大教书
        return _is_own(was[: held.start()], seen) or (len(lead) > 1 and was[: held.start()].endswith(lead))
    if ending.says.startswith(_I) and not compiled(_MINE_FIRST).match(was):
        return False
    if ending.ends == _USE and _only_partly(seen[match.end() :], was):
        return False
    return _names(was, what) and compiled(ending.ends).search(was) is not None and _is_about(was, what)


def _is_own(lead: str, other: str) -> bool:
    """Whether nobody else is told of before the ending: 小李从宏图离职了 says nothing of where I work."""
    lead = compiled(r"[,.。;!?]").split(lead)[-1].strip()
    if not has_chinese(lead):
        return compiled(r"\b(?:they|he|she|you|it|people|everyone|somebody)\b").search(lead) is None
    rest = compiled(_OWN_LEAD).sub("", lead).strip()
    return not rest or rest in other


def _only_partly(rest: str, was: str) -> bool:
    """Whether what is over is said of something that the old statement does not name: "not for the logs", "with Tom"."""
    match = compiled(_FOR).match(rest)
    return match is not None and _base(match.group("whom")) not in {_base(w) for w in plain_words(was)}


def _names(text: str, what: str) -> bool:
    """Whether a text names `what` whole, or all words of it: "Netflix subscription", "a subscription to Netflix"."""
    if re.search(rf"(?<![\w-]){re.escape(what)}(?![\w-])", text):
        return True
    words = set(plain_words(what))
    return len(words) > 1 and words <= set(plain_words(text))


def _is_about(was: str, what: str) -> bool:
    return len([w for w in plain_words(was.replace(what, " ")) if w not in STOP_WORDS]) <= MOST_WORDS


def _done(seen: str, was: str) -> bool:
    """ "I no longer drink coffee", "stopped playing squash": the same doing, the same thing, the same person."""
    match = compiled(_DONE).search(seen)
    if match is None:
        return False
    doing = _base(match.group("verb") or match.group("verb2"))
    what = (match.group("what") or match.group("what2") or "").strip()
    words = {_base(w) for w in plain_words(was)}
    if _only_partly(seen[match.end() :], was):
        return False
    who = {_base(w) for w in plain_words(seen[: match.start()]) if w not in STOP_WORDS}
    if not (who <= words if who else compiled(_MINE_FIRST).match(was)):
        return False
    if not what:
        return doing in words and len(plain_words(was)) <= MOST_WORDS + 1
    things = {_base(w) for w in plain_words(what) if w not in STOP_WORDS}
    if not things or not things <= words or not _is_about(was, what):
        return False
    tasted = doing in map(_base, _TASTES) and compiled(_LIKES).search(was)
    part = re.search(rf"\b{re.escape(fold(what).split()[-1])}{_NOT_IT}", was)
    return part is None and bool(doing in words or tasted)


def _base(word: str) -> str:
    """The stem without the e that "use" and "using" differ in."""
    base = stem(word)
    return base[:-1] if len(base) > 3 and base.endswith("e") else base


def negated(seen: str) -> bool:
    """Whether a folded statement says that something is not so."""
    no = (
        r"\b(?:not|no longer|never|isn't|aren't|don't|doesn't|won't|can't|cannot)\b|不(?!过|错|同|锈|少|断|久|管)|没有?"
    )
    return compiled(no).search(seen) is not None


def asked(seen: str) -> List[str]:
    """What an ended state is to be looked up by, where it shares no word with its ending."""
    table = _ZH if has_chinese(seen) else _EN
    return [ending.look for ending in table if ending.look and compiled(ending.says).search(seen)]


def parted(seen: str) -> bool:
    """Whether the statement tells of a couple that is none any more."""
    return compiled(r"分手|离婚|\b(?:broke up|split up|divorced)\b").search(seen) is not None


def is_partner(role: str) -> bool:
    """Whether a role is one that a parting ends."""
    return compiled(rf"{_PARTNER}|{_SPOUSE}").search(role) is not None
