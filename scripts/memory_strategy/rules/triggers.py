"""Phrases with which a person asks to keep something (S4's table, and its kin): which of them are meant, and of what.

Owns: `find_trigger`, `opens`. Refuses: triggers that are quoted, negated, supposed, asked about or told of somebody else (D28);
and what other speakers than the owner say, which `reading` decides.
One surprising fact: what stands *before* the phrase decides more than the phrase: 帮我记住 asks, 他让我记住 tells, 我记住了 replies.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterator, List, Optional, Tuple

from . import mood
from .clauses import Piece, clauses_of, compiled, piece
from .phrases import HINTS, MAY_PRECEDE_EN, MAY_PRECEDE_ZH, PHRASES_EN, PHRASES_ZH, POINTING, SAYS
from .wishes import do_not_keep, session_signal

__all__ = ["Trigger", "do_not_keep", "find_trigger", "opens", "session_signal", "trigger_in"]

MAX_PHRASES = 30  # in one sentence; a pasted wall of 记住 took minutes, each phrase being held against all before it
_NEGATED = r"(?:不用|不必|无需|不需要|别|不要|甭|没必要|不准|不许|没|不)[^,;。!?]{0,6}$"
_THIS = r"(?:这个|这些|这点|这条|this|that|it)\s*$"
_COURTESY = r"(?:[,\s]{0,8}(?:please|thanks|thank you|ok|okay|谢谢你?|好吗|好不好|可以吗|行吗|好嘛|哈|哦))+$"
_PUT_AS_QUESTION = r"能不能|可不可以|能否|可否|\b(?:can|could|would|will) you"
_CHEER = r"(?:you(?!r)|you're|your (?:best|heart|own)|i'm (?:always )?here for you)\b"


@dataclass(frozen=True)
class Trigger:
    """A live trigger: its words, the score it forces, where it sends ("core" or ""), its place in the sentence.

    `content` is what it asks to keep, as [start, end) in the sentence; empty when it points back at what was said
    before, or, with `forward`, at the lines that follow. `doubtful` is a request put as a question, whose content
    must be a statement that a rule knows.
    """

    phrase: str
    score: int
    place: str
    start: int
    end: int
    content: Tuple[int, int] = (0, 0)
    forward: bool = False
    doubtful: bool = False


def opens(head: str) -> bool:
    """Whether what stands before a phrase is nothing but politeness: "please", 能不能帮我."""
    return any(compiled(polite).fullmatch(head) for polite in (MAY_PRECEDE_ZH, MAY_PRECEDE_EN))


def find_trigger(sentence: str) -> Optional[Trigger]:
    """The first live trigger of a sentence."""
    return trigger_in(piece(sentence))


def trigger_in(sentence: Piece) -> Optional[Trigger]:
    """`find_trigger` over a piece that is already folded."""
    if not any(hint in sentence.seen for hint in HINTS):
        return None
    clauses = clauses_of(sentence)
    looked_at = 0
    for number, clause in enumerate(clauses):
        for table, before in ((PHRASES_ZH, MAY_PRECEDE_ZH), (PHRASES_EN, MAY_PRECEDE_EN)):
            for pattern, score, place in table:
                for match in _matches(pattern, clause.seen, table is PHRASES_EN):
                    looked_at += 1
                    if looked_at > MAX_PHRASES:
                        return None
                    found = _live(sentence, clauses, number, match.span(), before, (score, place))
                    if found:
                        return found
    return None


def _matches(pattern: str, seen: str, words: bool) -> Iterator[re.Match[str]]:
    return compiled(rf"\b(?:{pattern})\b" if words else pattern).finditer(seen)


def _live(
    sentence: Piece, clauses: List[Piece], number: int, span: Tuple[int, int], before: str, worth: Tuple[int, str]
) -> Optional[Trigger]:
    clause = clauses[number]
    head, phrase, tail = clause.seen[: span[0]], clause.seen[span[0] : span[1]], clause.seen[span[1] :]
    if _told_of(clauses, number) or compiled(SAYS).search(head) or _is_mention(phrase, tail):
        return None
    offset = clause.start - sentence.start
    start, end = offset + span[0], offset + span[1]
    if compiled(before).fullmatch(head):
        content, forward = _content(sentence, clauses, number, start, end)
    else:
        content, forward = _content_before(clause, head, offset), False
        if content == (0, 0):
            return None
    words = sentence.seen[content[0] : content[1]]
    if words and _is_no_statement(words, phrase):
        return None
    if worth[0] == 5 and words and mood.requests(words):
        return None  # "this is important: please write carefully" asks for care
    if not words and not forward and not _points_back(phrase, tail):
        return None
    asked = compiled(r"[?吗][?\s]*$").search(sentence.seen) or compiled(_PUT_AS_QUESTION).search(head)
    doubtful = bool(asked) and content != (0, 0)
    return Trigger(sentence.text[start:end], worth[0], worth[1], start, end, content, forward, doubtful)


def _told_of(clauses: List[Piece], number: int) -> bool:
    """Whether an earlier clause of the sentence hands the phrase to another speaker, or supposes it."""
    for earlier in clauses[:number]:
        if compiled(SAYS).search(earlier.seen):
            return True
        if mood.supposes(earlier.seen) and compiled(r"说|讲|让你|叫你|\b(?:say|tell|ask)\b").search(earlier.seen):
            return True
    return False


# 记住的内容, 记下来这个词, 记录功能: the phrase is a word in another sentence.
_MENTION = (
    r"(?:的|过|不|得(?!很)|功能|按钮|命令|算法|能力|这(?:个|两个|三个|几个)?(?:词|字|功能|命令|短语|按钮|说法)"
    r"|(?:和|与|跟)[^,]{0,6}的区别)"
)
_REPLY = r"(?:了|过)?(?:吗|没有?|么|吧|呢)?[\s?!。~]*$"  # 我记住了, 你记住了吗
_OWN_MEMORY_ZH = r"(?:了|我|你|他|她|吗|很|不|清楚|那|当时|上次|小时候|[^,]{0,12}吗)|\s*$"
_OWN_MEMORY_EN = r"s|ed|ing|\s*(?:when|how|what|why|where|who|whether|if|me|us|the time|those|last)\b"
_CLOSED = r"\s*(?:[,.:;!?。\-—]|[的啊哦呀吧了]*\s*$)"  # what may follow "this is important"


def _is_mention(phrase: str, tail: str) -> bool:
    """我记住了, 记住的内容, "remember when": the words are used, and nobody asks to keep anything."""
    if (compiled(_REPLY).match(tail) and tail.strip("。!~ ")) or compiled(_MENTION).match(tail):
        return True
    if compiled(r"important|key|重点|重要").search(phrase):
        return not compiled(_CLOSED).match(tail)  # 这是一个重点项目, "this is important to me"
    if phrase == "记得":
        return compiled(_OWN_MEMORY_ZH).match(tail) is not None
    if phrase.startswith("remember"):
        return compiled(_OWN_MEMORY_EN).match(tail) is not None
    return phrase == "for the record" and "player" in tail[:12]


def _content(sentence: Piece, clauses: List[Piece], number: int, start: int, end: int) -> Tuple[Tuple[int, int], bool]:
    """What the phrase asks to keep: what follows it, else what stands before it in the sentence."""
    seen = sentence.seen
    skip = compiled(POINTING).match(seen, end)
    after = skip.end() if skip else end
    stop = _end_of_statement(sentence, clauses, after)
    points = compiled(_THIS).search(seen, start, after) is not None and ":" not in seen[end:after]
    if seen[end:after].endswith("that ") and after < stop:
        points = False  # "my birthday is May 3, and remember that I hate cake"
    earlier = [c for c in clauses[:number] if not mood.is_filler(c.seen) and not mood.asks(c.seen)]
    if earlier and (points or after >= stop or compiled(r"[^\w\u4e00-\u9fff]*[,;]").match(seen, end)):
        first = earlier[0].start - sentence.start
        return (first, earlier[-1].end - sentence.start), False
    if after < stop:
        return (after, stop), False
    return (0, 0), ":" in seen[end:]


def _end_of_statement(sentence: Piece, clauses: List[Piece], after: int) -> int:
    """Where the content ends: questions, requests and thanks at the end of the sentence are cut off."""
    end = len(sentence.seen.rstrip(" ,;。!?~"))
    tail = compiled(_COURTESY).search(sentence.seen, 0, end)
    end = tail.start() if tail and tail.start() > after else end
    for clause in reversed(clauses):
        begin = clause.start - sentence.start
        if begin <= after or begin >= end:
            continue
        if not (mood.is_filler(clause.seen) or mood.asks(clause.seen) or mood.requests(clause.seen)):
            break
        end = begin
    return len(sentence.seen[:end].rstrip(" ,;。!?.~—-吗嘛"))


def _content_before(clause: Piece, head: str, offset: int) -> Tuple[int, int]:
    """把我的生日是5月3号记下来 · 上线窗口是周五请帮我记住: the content stands before the phrase in its own clause."""
    if compiled(_NEGATED).search(head):
        return (0, 0)
    put = compiled(r"^(?:请|麻烦|帮我|你|能不能|可以)*(?:把|将)(?P<what>.{4,}?)(?:给我|帮我|都|也)?$").match(head)
    if put:
        return offset + put.start("what"), offset + len(head[: put.end("what")].rstrip())
    said = compiled(r"^(?P<what>.{4,}?)[\s,]{0,8}(?:请你?|麻烦你?|请?帮我|请?务必|\s(?:please|pls))[\s,]{0,8}$").match(
        head
    )
    if said and not mood.reports(head) and not mood.supposes(head):
        return offset + said.start("what"), offset + said.end("what")
    return (0, 0)


def _is_no_statement(words: str, phrase: str) -> bool:
    bare = words.strip(" ?!。,吗")
    if len(bare) < 2 or mood.asks_inside(bare) or mood.asks(words):
        return True
    if compiled(_CHEER).match(words):
        return True  # "remember, you can do this" cheers somebody up
    return (
        phrase.startswith("note") and compiled(r"(?:how|what|the (?:difference|following))\b").match(words) is not None
    )


def _points_back(phrase: str, tail: str) -> bool:
    """A bare phrase points back unless it cannot stand alone ("记得", "remember")."""
    if phrase in ("记得", "remember", "keep in mind", "bear in mind"):
        return bool(compiled(r"^\s*(?:this|that|it|这)").match(tail))
    return True
