"""Whether a statement says that an earlier one is over: "we switched from Jenkins", 公司搬到了海淀, "I got divorced".

Owns: `update`, the relation of a statement that carries a change to one of its near memories. Refuses: statements
without a word of change, beliefs, what is only wished for, and more than one memory. Two ways lead to an old one: the
new statement names what is over (`endings`), or both fill one slot of one frame differently (`frames`).
One surprising fact: most of it is what must not be replaced. Numbers, names and negations keep statements apart (D30),
and a wrong replacement hides what is true, while a missed one leaves two statements of which the newer is newer.
"""

from __future__ import annotations

import re
from typing import Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Protocol, Sequence

from ..model import Memory, parse_time
from ..rules.clauses import compiled, piece
from ..rules.subjects import PERSON, PRONOUN, subject_of
from ..text.language import has_chinese
from ..text.normalise import fold
from . import endings, frames

SURE, LIKELY = 0.7, 0.5  # how far frames must agree, to replace and to be told as a conflict
_CHANGE = (
    r"\b(?:now|no longer|any ?more|these days|from now on|after all|instead|correction|switch(?:ed|ing)?|mov(?:ed|ing)"
    r"|chang(?:ed|ing)|postponed|pushed|brought forward|put off|delayed|rescheduled|extended|renamed|replac(?:ed|ing)"
    r"|raised|lowered|increased|reduced|went (?:up|down)|left|quit|resigned|retired|stopped|sold|divorced|separated"
    r"|broke up|split up|got rid of|gave (?:up|away)|dropped|ditched|cancell?ed|not to|is back|died|passed away|put (?:down|to sleep)"
    r"|let's (?:drop|ditch)|rebooked|not (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
    r"|现在|不再|再也不|不[^,。]{1,12}了|没有[^,。]{1,8}了|改(?:成|到|为|用|名|期)|换|搬|推迟|提前|延[期到至]|调整?[到为至]"
    r"|涨到|[降升][到至]|转[到去]|离开|离职|辞职|辞掉|离婚|分手|戒|迁|切换|升级|交给|增加|减少|提高|上调|下调|卖了|卖掉|送人了|扔了|退了|取消|更正|更名|停[用了]"
    r"|去世|离世|死了|不是每?个?(?:周|星期|礼拜)[一二三四五六日天]"
)
# What may come, or would be good, or was asked, has not changed yet.
_UNREAL = (
    r"\b(?:if|unless|whether|might|could|would|should|maybe|perhaps|wants? to|wanted to|hop(?:e|ing)|wish|plan(?:s|ning)? to"
    r"|think(?:ing)? (?:about|of)|consider(?:ing)?|going to try|almost|nearly|never|someday|one day|not sure|let's (?!drop\b|ditch\b))\b|\?"
    r"|\b(?:i|we|it|he|she|they|you|that|this) may\b"
    r"|如果|要是|假如|可能|也许|或许|大概|打算|想[要换搬把去]|准备|考虑|希望|要不要|差点|建议|应该|要不|吗$|呢$|万一|迟早|还没"
)
_STRONG = (
    r"\b(?:switched|moved|changed|postponed|pushed|brought forward|put off|delayed|rescheduled|extended|renamed|replaced"
    r"|raised|lowered|increased|reduced|went (?:up|down)|correction|instead|no longer)\b"
)  # fmt: skip
# What happened once stays true, whatever changes: "I met my wife at Acme".
_EVENT = (
    r"^(?:i|we|my \w+|our \w+|he|she|they)(?:'ve| have| had)? (?:\w+ly )?(?:met|went|saw|bought|found|was|were|did|gave|told|said"
    r"|took|made|wrote|sent|lost|won|paid|spent|visited|attended|lived|used to|thought|tried|helped|watched|started)\b"
    r"|[^为除]过(?:了|[^,。去来]{0,12}$)|认识了|参加了|去了|看了|见了|买了|曾经?|(?:^|我们?)(?:以前|之前)"
)
_NOW_WHEN = r"\b(?:is|are|starts?|ends?) now\b|\bnow (?:is|due|[a-z]+s (?:at|on|from|in|by))\b"
_OUR = r"my|our|the|(?:现在)?我们?的?|我们?换了?新?的?|现在我们?的?[^,，。的]{2}"
_OWN_ROLE = r"\b(?:my|our|the) (?:\w+ ){0,2}?"


class Near(Protocol):
    """Where candidates are looked for."""

    def near(self, text: str) -> Iterable[Memory]: ...
    def of_session(self, session: str) -> Iterable[Memory]: ...


class Update(NamedTuple):
    """`sure`: the old ones are over; else the two only disagree, and both are kept."""

    sure: bool
    others: Sequence[Memory]


def update(new: Memory, known: Near) -> Optional[Update]:
    """What the new statement is an update of, None where it is of nothing known."""
    seen = fold(frames.bare(new.text))
    if new.kind in ("belief", "summary") or not compiled(_CHANGE).search(seen):
        return None
    sentences = [s for s in _sentences(new.text) if compiled(_CHANGE).search(fold(s)) and not _unreal(fold(s))]
    if not sentences:
        return None
    graded = [(m, _grade(new, m, sentences)) for m in _candidates(new, known, sentences)]
    for least in (SURE, LIKELY):
        found = [m for m, grade in graded if grade >= least]
        if found:
            return _chosen(found, least == SURE)
    return None


def ends(new: Memory, old: Memory) -> bool:
    """Whether the words of `new` name the state that `old` tells as over."""
    return _grade(new, old, _sentences(new.text)) >= SURE


def is_state(was: str) -> bool:
    """Whether a folded statement tells how things are: what happened once, or only may happen, nothing later ends."""
    return not compiled(_EVENT).search(was) and not _unreal(was)


def _unreal(seen: str) -> bool:
    return compiled(_UNREAL).search(seen) is not None


def _sentences(text: str) -> List[str]:
    return [s for s in compiled(r"(?<=[.!?;])\s+|(?<=[。！？；])").split(text) if s.strip()]


def _chosen(found: Sequence[Memory], sure: bool) -> Update:
    """The one that is over; of several that might be, none is taken for it (two gym sessions, one was moved)."""
    newest = sorted(found, key=lambda m: m.created_at, reverse=True)
    sure = sure and len({fold(m.text) for m in newest}) == 1 and not newest[0].pinned
    return Update(sure, newest[:1] if sure else newest[:2])


def _candidates(new: Memory, known: Near, sentences: Sequence[str]) -> List[Memory]:
    asked = [new.text, *(more for s in sentences for more in endings.asked(fold(s)))]
    found: Dict[str, Memory] = {}
    for memory in (*known.of_session(new.session), *(m for text in asked for m in known.near(text))):
        fits = memory.status == "active" and memory.id != new.id and memory.created_at <= new.created_at
        if fits and memory.kind not in ("summary", "belief") and _one_person(new, memory):
            found[memory.id] = memory
    return list(found.values())


def _one_person(new: Memory, old: Memory) -> bool:
    """One owner's words to one audience about one person; "my doctor changed" speaks of whom "my doctor is" names."""
    if (new.owner, new.audience, new.origin) != (old.owner, old.audience, old.origin):
        return False
    if fold(new.subject) == fold(old.subject):
        return True
    if _is_named(new, old):
        return True
    role, text = (old.subject, new.text) if new.subject == "user" else (new.subject, old.text)
    if "user" not in (new.subject, old.subject) or role[:1].isupper():
        return False
    if endings.parted(fold(new.text)):
        return old.attribute == "name" and fold(old.value) in fold(new.text) and endings.is_partner(fold(role))
    named = rf"(?:{_OUR})? ?{re.escape(fold(role))}"
    return old.attribute == "name" and compiled(named).match(fold(text)) is not None


def _is_named(new: Memory, old: Memory) -> bool:
    """Whether two statements name one person differently: "my sister", "my sister Ife", "Ife"; or a pet by its name."""
    said, was = fold(new.text), fold(frames.bare(old.text))
    now, then = fold(new.subject), fold(old.subject)
    if "user" not in (now, then):
        return any(text.startswith((f"my {a} {b} ", f"our {a} {b} ", f"我{a}{b}", f"我的{a}{b}"))
                   for text in (said, was) for a, b in ((now, then), (then, now)))  # fmt: skip
    if now != "user":
        return False
    pet = endings.pet_of(was)
    name = re.escape(then)
    if then.isascii():  # Ife, or the husband of "my husband"; not "my husband's brother"
        lead = rf"{name}(?![\w'])" if old.subject[:1].isupper() else rf"(?:my|our) {name}(?![\w'])"
    else:
        lead = rf"(?:我们?的?)?{name}(?!的)"
    return compiled(lead).match(said) is not None or (bool(pet) and pet in said)


def _grade(new: Memory, old: Memory, sentences: Sequence[str]) -> float:
    """How sure it is that `new` ends `old`, 0–1."""
    was = fold(frames.bare(old.text))
    if was == fold(frames.bare(new.text)):
        return 0.0
    stands, best, parts = is_state(was), 0.0, dict.fromkeys((was, *_clauses(was)))
    for sentence in sentences:
        seen = fold(frames.bare(sentence))
        if _is_of_another(sentence, was, new.subject) or _is_of_another(old.text, seen, old.subject):
            continue
        if (stands or endings.parted(seen)) and any(endings.over(seen, part) for part in parts):
            best = max(best, 1.0)
        elif stands and not endings.negated(was):
            best = max(
                best, float(frames.retold(seen, was)), _framed(sentence, seen, new, old), _moved_day(sentence, new, old)
            )
    return min(best, LIKELY) if says_more(was) else best


def says_more(was: str) -> bool:
    """Whether a statement says several things, of which only one can be over: 我在恒达做会计，老婆在银行.

    The town of an address, and how a coffee is taken, are no other thing.
    """
    more = r", (?:no|without|with(?: a| an)?) \w+(?: or \w+)?[.]?$"
    town = compiled(r"^(?P<home>[^,]*\blives? (?:at|in|on) [^,]+)(?:, [\w' -]{2,24}){1,2}[.]?$").match(was)
    if town and not compiled(r"\b(?:and|with|is|are|has|have|works?)\b").search(was[town.end("home") :]):
        return False
    both = r"\b(?:drink|eat)s? [\w ]+ and \w+|[喝吃][^,。]+[和跟][^,。]+"  # I drink tea and coffee: one is over
    if compiled(both).search(was):
        return True
    return len(_clauses(compiled(more).sub("", was))) > 1


def _clauses(was: str) -> List[str]:
    cut = compiled(r"(?<!\d)[,;]|[,;](?!\d)|[.!?]\s|[，；。！？]").split(was)
    return [clause.strip() for clause in cut if len(clause.strip()) > 3]


def _is_of_another(sentence: str, other: str, known_as: str) -> bool:
    """Whether a sentence tells of somebody whom the other statement does not name: 我妈换手机号了, "they moved"."""
    if known_as != "user":
        return False  # then both are about the same person (`_one_person`)
    subject = subject_of(piece(sentence))
    if subject.kind == PERSON and compiled(r"[改推提延约换挪]").match(subject.name):
        return False  # 牙医改到: a word of change, read as the dentist's name
    named = (fold(subject.label or subject.name), fold(subject.name))
    return subject.kind == PRONOUN or (subject.kind == PERSON and not any(name in other for name in named))


def _moved_day(sentence: str, new: Memory, old: Memory) -> float:
    """By the weekday that is denied: "every Monday, not Friday", 库存盘点是每周一，不是每周五."""
    cut = frames.without_denied_day(sentence)
    if not cut or cut[1] not in fold(old.text):
        return 0.0
    if has_chinese(cut[0]):
        return frames.one_topic(fold(frames.bare(cut[0])), fold(frames.bare(old.text)))
    return _framed(cut[0], fold(cut[0]), new, old, strong=True)


def _framed(sentence: str, seen: str, new: Memory, old: Memory, strong: bool = False) -> float:
    """By frames: the same words around exactly one sort of slot that is filled differently."""
    was_seen = fold(old.text)
    if has_chinese(seen) or has_chinese(was_seen) or endings.negated(seen):
        return 0.0
    if not _one_speaker(seen, was_seen):
        return 0.0
    now, was = (frames.frame_of(t, parse_time(m.created_at)) for t, m in ((sentence, new), (old.text, old)))
    slots = frames.differing(now, was)
    strong = strong or compiled(_STRONG).search(seen) is not None
    if len(slots) != 1 or not _may_change(slots, now, was, seen, was_seen, strong):
        return 0.0
    agreed, shared = frames.agreement(now, was)
    if agreed < SURE:
        return agreed if strong and shared >= 2 else 0.0
    other = now.names - was.names - was.words if frames.NAME not in slots else frozenset()
    return LIKELY if other or _qualified(seen, now.words - was.words) else agreed


def _may_change(
    slots: FrozenSet[str], now: frames.Frame, was: frames.Frame, seen: str, was_seen: str, strong: bool
) -> bool:
    """Whether a slot of this sort is one that the words of change can be about."""
    if frames.NUMBER in slots:
        return frames.one_number_of_a_kind(now, was)
    if frames.WHEN in slots:
        return strong or compiled(_NOW_WHEN).search(seen) is not None
    # "the meeting with Tom moved to 4pm" says nothing of the meeting with Sue
    return not now.days and not now.clocks and _one_of_a_kind(seen, was_seen, now.words & was.words)


def _qualified(seen: str, more: Iterable[str]) -> bool:
    """ "The hourly rate of the garage" is another rate, and "the flight to Oslo" may be another flight."""
    return any(
        compiled(rf"\b(?:of|for|in|at|from|with) (?:the |our |my )?{re.escape(word)}").search(seen) for word in more
    )


def _one_speaker(seen: str, was: str) -> bool:
    """Whether both or neither tell what "we" have: "Tom has two cats" is not ours to count anew."""
    first, second = (compiled(r"^(?:i|we)\b").match(text) is not None for text in (seen, was))
    rest = was if first else seen
    return first == second or compiled(r"^(?:my|our|the|there|now|these|from|correction)\b").match(rest) is not None


def _one_of_a_kind(seen: str, was: str, shared: Iterable[str]) -> bool:
    """Whether both speak of "the lead", "our office": who now likes Ravel may still like Bach."""
    named = (_OWN_ROLE + re.escape(word) for word in shared)
    return any(compiled(role).search(seen) and compiled(role).search(was) for role in named)
