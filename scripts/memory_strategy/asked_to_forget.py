"""What the owner asks, in the middle of a talk, to forget: found, taken out of what is kept, and answered.

Owns: `forget_wishes`, `without_wishes`, `answer_wish`. Refuses: to erase, which needs a yes (`forget`); wishes of groups,
pages, assistants. "Forget it", "forget the meeting" and 忘了带伞 speak of no memory: a wish names what was said, told, noted
or known, and opens its sentence, since "don't forget what I said" and "I forgot what I said" hold the same words.
One surprising fact: only a wish that means one memory is acted on, by archiving it, which `restore` takes back. Of none
or several the report names the command that shows what matches.
"""

from __future__ import annotations

from dataclasses import replace
from typing import List, NamedTuple, Optional, Tuple

from .memory import Store, Writer
from .memory.tracing import Words
from .model import OWNER, PRIVATE, Memory, Turn, utc_iso
from .rules.clauses import compiled
from .text.normalise import fold
from .text.sentences import sentence_spans

MOST_CHARS = 200  # a longer sentence is no short request
_HINTS = ("forget", "delete", "erase", "remove", "忘", "删", "抹掉", "清除", "忘記", "刪")
_OPENING_EN = (
    r"\W*(?:(?:please|pls|hey|ok(?:ay)?|oh|and|also|now|actually|so|then|well|just|wait|sorry|no|by the way|you (?:can|should)"
    r"|can you|could you|would you|will you|i want you to|i'd like you to|i would like you to|let's)\b\W*)*"
)
_ABOUT_EN = r"(?:about|regarding|concerning|of|on)"
_KNOWN_EN = (
    r"(?:what(?:ever)?|everything|anything|all|the (?:things?|bits?|parts?)|that)(?: that)? "
    r"(?:i(?:'ve| have)?(?: just)? (?:said|told you|mentioned|wrote|shared)(?: to you)?"
    r"|you(?:'ve| have)? (?:know|knew|remember(?:ed)?|noted|saved|stored|have|learned|wrote(?: down)?))"
    r"(?: (?:earlier|before|yesterday|today|last (?:time|week|month)))?"
)
_NOTED_EN = r"(?:the|that|your|any|all)(?: of)?(?: your)? memor(?:y|ies)"
_WHAT_EN = rf"{_ABOUT_EN} (?P<what>[^.!?;,]{{2,80}}?)"
_END_EN = r"(?:,? (?:please|thanks|thank you|ok(?:ay)?|now|again|for good))*\W*$"
_EN = (
    rf"{_OPENING_EN}(?:forget|delete|erase|remove)(?: about)? {_KNOWN_EN} {_WHAT_EN}{_END_EN}",
    rf"{_OPENING_EN}(?:forget|delete|erase|remove)(?: about)? {_NOTED_EN} {_WHAT_EN}{_END_EN}",
    rf"{_OPENING_EN}forget (?:that|what) i (?:said|told you|mentioned)(?: that)? (?P<what>[^.!?;]{{3,80}}?){_END_EN}",
)
_OPENING_ZH = r"[\s,。!~]*(?:请|麻烦|帮我|你|可以|能不能|能否|那就?|就|先|对了|嗯|好的?|算了|还有|另外|顺便|[\s,])*"
_DROP_ZH = r"(?:忘掉|忘了|忘记|忘記|删掉|删除|刪掉|刪除|抹掉|清除)"
_SAID_ZH = (
    r"(?:我|你)(?:之前|刚才|刚刚|上次|以前|前面|昨天|今天)?(?:跟你|和你|对你)?(?:说|讲|提|告诉|记|存|知道)"
    r"(?:过|到|起|下|住|你)*(?:的|了)?"
)
_THING_ZH = r"(?:的)?(?:那件事|这件事|那个事|那回事|那条(?:记忆)?|这条(?:记忆)?|那些(?:话|事)?|的?(?:事|事情|话|内容|记忆|信息))"
_END_ZH = r"(?:吧|了|啊|哦|哈|好吗|可以吗|谢谢|[\s,。!~])*$"
_ZH = (
    rf"{_OPENING_ZH}(?:把)?{_DROP_ZH}{_SAID_ZH}(?:关于)?(?P<what>[^,。!?;]{{1,30}}?){_THING_ZH}?{_END_ZH}",
    rf"{_OPENING_ZH}{_DROP_ZH}(?:关于|有关)(?P<what>[^,。!?;]{{1,30}}?){_THING_ZH}{_END_ZH}",
    rf"{_OPENING_ZH}(?:把)(?:{_SAID_ZH}(?:关于)?|关于|有关)(?P<what>[^,。!?;]{{1,30}}?){_THING_ZH}?(?:都|给我|全)?{_DROP_ZH}{_END_ZH}",
)
_AROUND = r"(?i)^[\s\"'“”「」]*(?:(?:the|my|our|an?|me|being|having)\s+)?|(?:\s+(?:thing|stuff|part|bit|business))?[\s\"'“”「」]*$"
_NO_TOPIC = r"it|this|that|you|me|them|things?|我|你|它|这|那|[这那]个|.*(?:什么|哪.?|谁|怎么.*|多少|吗|几.?)"


class ForgetWish(NamedTuple):
    """The sentence at text[start:end] asks to forget `what`, in its own words."""

    start: int
    end: int
    what: str


def forget_wishes(text: str) -> List[ForgetWish]:
    """The sentences of an owner's turn that ask to forget something that was said."""
    lowered = text.lower()
    if not any(hint in lowered for hint in _HINTS):
        return []
    found = []
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        seen = fold(sentence)
        if len(sentence) > MOST_CHARS or len(seen) != len(sentence):
            continue
        for pattern in (*_ZH, *_EN):
            match = compiled(pattern).match(seen)
            if match:
                what = compiled(_AROUND).sub("", sentence[match.start("what") : match.end("what")])
                if what and not compiled(_NO_TOPIC).fullmatch(fold(what)):
                    found.append(ForgetWish(start, end, what))
                break
    return found


class Wished(NamedTuple):
    """What was asked to be forgotten: in the owner's words, how many memories match, and the one that was archived."""

    what: str
    matches: int
    archived: Optional[Memory] = None


def without_wishes(turn: Turn) -> Tuple[Turn, Tuple[str, ...]]:
    """The owner's turn without the sentences that ask to forget something, and what they ask to forget."""
    wishes = forget_wishes(turn.text) if turn.origin == OWNER and turn.audience == PRIVATE else []
    text = turn.text
    for wish in reversed(wishes):
        text = text[: wish.start] + text[wish.end :]
    return replace(turn, text=text) if wishes else turn, tuple(wish.what for wish in wishes)


def answer_wish(store: Store, writer: Writer, turn: Turn, what: str) -> Wished:
    """Archive the one memory that the wish means, said before it; call inside `writing()`."""
    words, said = Words(what), utc_iso(turn.time or store.now)
    held = {m.id: m for m in (*writer.near(what), *writer.of_session(turn.session))}
    meant = [m for m in held.values() if m.status == "active" and m.owner == "user" and words(m.text)]
    meant = [m for m in meant if m.created_at <= said]
    return Wished(what, 1, writer.archive(meant[0])) if len(meant) == 1 else Wished(what, len(meant))
