"""What somebody asked to keep: their exact words, whole, with what the rules recognise in them.

Owns: `leaves_out`, `kept_part`, `asked_for`, `topic_of`, `is_trifle`. Refuses: deciding that something was asked for
(`triggers`, `remember`).
One surprising fact: of several statements in one text none lends it an attribute, or a later change of one of them would
make history of the others.
"""

from __future__ import annotations

from datetime import datetime
from typing import Iterator, List, Optional, Sequence, Tuple

from ..model import Candidate
from ..scoring import DEDUCTIONS, dimensions
from ..text.sentences import sentence_spans
from . import mood
from .candidates import dated, tags, trimmed
from .clauses import Piece, clauses_of, compiled, piece
from .entities import entities
from .triggers import Trigger, opens, trigger_in

Span = Tuple[int, int]
_WORDS = r"[\u3400-\u9fff]{2}|[^\W\d_]{3}|\d"
_OPENING = (
    r"(?:fyi|btw|by the way|also|so|well|ok(?:ay)?|just so you know|for (?:context|reference|the record)"
    r"|one more thing|note to self"
    r"|hi|hello|hey|another thing|对了|另外|还有|顺便(?:说)?(?:一下)?|补充(?:一下|一点)?|你好|请注意|注意"
    r"|重要)[\s,.:!。]*"
)


def kept_part(text: str) -> Span:
    """[start, end) of what a text asks to keep: without the phrase that asks, and without thanks."""
    first: Optional[Span] = None
    last: Optional[Span] = None
    for sentence in _sentences(text):
        span = (sentence.start, sentence.end)
        trigger = trigger_in(sentence)
        if mood.is_filler(sentence.seen) or (trigger and trigger.content == (0, 0) and not trigger.forward):
            continue
        if trigger and trigger.content != (0, 0):
            before = trigger.content[0] < trigger.start or opens(sentence.seen[: trigger.start])
            begin = trigger.content[0] if before else 0
            span = (sentence.start + begin, sentence.start + trigger.content[1])
        elif trigger and trigger.forward:
            span = (sentence.start + trigger.end, sentence.end)
        first, last = first or span, span
    return (first[0], last[1]) if first and last else (0, len(text))


def leaves_out(text: str, spans: Sequence[Span]) -> bool:
    """Whether any clause of a text that says something lies outside the statements found in it (spans of `text`)."""
    return any(not any(a < end and b > start for a, b in spans) for start, end in _saying(text))


def _saying(text: str) -> Iterator[Span]:
    for sentence in _sentences(text):
        for clause in clauses_of(sentence):
            seen = clause.seen
            empty = mood.is_filler(seen) or compiled(_OPENING).fullmatch(seen) or mood.asks(seen)
            if not empty and compiled(_WORDS).search(seen):
                yield clause.start, clause.end


def _sentences(text: str) -> List[Piece]:
    whole = piece(text)
    return [whole.part(a, b) for a, b in sentence_spans(text)]


def asked_for(
    text: str, quote: str, said: datetime, known: Sequence[Candidate] = (), trigger: Optional[Trigger] = None
) -> Candidate:
    """What was asked for, whole; `known` are the statements in it, which say what it is, and what it replaces."""
    text = trimmed(text) if trigger else text.strip()  # what `add` is given keeps its lines and its last stop
    best = max(known, key=_weight, default=None)
    facts = {(c.subject, c.attribute, c.value): c for c in known if c.attribute}
    fact = next(iter(facts.values())) if len(facts) == 1 else None
    features = tuple(dict.fromkeys(f for c in known for f in c.features))
    features = tuple(f for f in features if f not in DEDUCTIONS or all(f in c.features for c in known))
    guess = all(c.kind == "belief" for c in known) if known else mood.doubts(piece(text).seen)
    return Candidate(
        text=dated(text, best.features if best else (), said),
        quote=quote,
        kind="belief" if guess else "event" if known and all(c.kind == "event" for c in known) else "fact",
        category=(trigger and trigger.place) or (best.category if best else topic_of(quote.lower())),
        rule=best.rule if best else "trigger" if trigger else "asked",
        subject=fact.subject if fact else "user",
        attribute=fact.attribute if fact else "",
        value=fact.value if fact else "",
        corrects=next((c.corrects for c in known if c.corrects), ""),
        features=features if "asked_to_keep" in features or not trigger else (*features, "asked_to_keep"),
        trigger=trigger.phrase if trigger else "",
        forced=trigger.score if trigger else None,
        entities=entities(text),
        tags=tags(text),
        confidence=0.6 if guess else 0.95,
    )


def _weight(candidate: Candidate) -> int:
    return sum(dimensions(candidate.features).values())


_KIN = (
    r"sister|brother|mother|mom|mum|father|dad|wife|husband|daughter|son|aunt|uncle|cousin|grand(?:mother|father|ma"
    r"|pa)|niece"
    r"|nephew|girlfriend|boyfriend|fianc[ée]e?|partner|boss|colleague|neighbou?r|landlord|dentist|doctor|friend"
)
# In this order: a phone number is a contact's although it stands in a project's words.
_TOPICS: Tuple[Tuple[str, str], ...] = (
    ("core", r"我的?(?:车|手机号|新号|血型|身份证|护照|工资|月薪|房租|工号|车位|座位|身高|体重|住址|地址|邮箱)|血型"
     r"|\bmy (?:[\w-]+ )?(?:phone|number|address|e-?mail|car|salary|rent|blood type|passport|desk|seat|parking"
     r"|licen[cs]e|iban"
     r"|shoe size|height|weight|employee (?:id|number))\b|\bblood type\b"),
    ("contacts", r"电话|手机号|邮箱|微信|总监|老板|领导|同事|客户经理|[王李张刘陈杨赵黄周吴][总工]"
     r"|(?:我|咱)(?:们)?家?的?(?:爸|妈|爱人|老婆|老公"
     r"|儿子|女儿|孩子|哥|姐|弟|妹|爷爷|奶奶|外公|外婆)|对接人|负责人"
     rf"|\b(?:phone|e-?mail|address|contact)\b|@\w|\b(?:my|our|his|her) (?:[\w-]+ )?(?:{_KIN})\b|\b(?:mom|mum"
     r"|dad)'?s?\b"),
    ("decisions", r"决定|决策|选定|采用|\b(?:decided|decision|chose|will use)\b"),
    ("preferences", r"喜欢|讨厌|偏好|习惯|不吃|爱吃|\b(?:like|love|hate|prefer|favou?rite|usually)\b"),
    ("projects", r"端口|服务器|数据库|域名|仓库|分支|上线|发布|部署|项目|截止|交付|工期|会议|开会|例会|评审|公司"
     r"|\b(?:port|server|database|repo|branch|deploy\w*|release|project|version|deadline|due|hand(?:ed|over)?\s?over"
     r"|meeting"
     r"|standup|client|customer|invoice|contract|company|sprint|milestone)\b"),
    ("daily", r"购物清单|笑话|段子|谜语|聚餐|吃饭|逛街|\b(?:shopping list|groceries|joke|riddle|errands?)\b"),
)  # fmt: skip


def topic_of(words: str) -> str:
    """The category of a text by its topic, patterns where it has none (S4); `words` are lower case."""
    return next((name for name, pattern in _TOPICS if compiled(pattern).search(words)), "patterns")


_TRIFLES = (
    r"购物清单|采购清单|(?:去超市|顺路|路上)?买(?:点|些|瓶|袋|斤|盒|包)?(?:牛奶|鸡蛋|面包|酱油|盐|醋|菜|水果|纸巾"
    r"|洗衣液|卫生纸|米)|笑话|段子|谜语|冷笑话"
    r"|^为(?:什么|啥)[^。?？]{2,40}[?？][^。]*因为"
    r"|\b(?:shopping|grocery|groceries) ?(?:list)?\s*:|\bshopping list\b"
    r"|^(?:to )?(?:buy|get|pick up)(?: some| a| the| more)? (?:milk|eggs|bread|butter|cheese|fruit|vegetables"
    r"|groceries|rice|pasta"
    r"|coffee|tea|sugar|toilet paper|bananas|apples|onions|potatoes|batteries)\b"
    r"|\b(?:joke|riddle|pun|knock knock)\b|^why (?:did|do|does|was|is|are|can't|don't)\b[^?]{3,80}\?.{0,4}because\b"
)


def is_trifle(words: str) -> bool:
    """Whether the text is a joke or a shopping list; `words` are lower case."""
    return compiled(_TRIFLES).search(words) is not None
