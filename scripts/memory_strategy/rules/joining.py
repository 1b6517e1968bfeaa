"""Which clauses are one memory: an end and the beginning after it, a remark and its order, a thing and what it is like.

Owns: `joined`, `aside`, `settled`, `of_now`, `was_so`, `formerly`. Refuses: reading clauses (`spoken`).
One surprising fact: after 以前… only a clause that speaks of now is believed, since the past runs on unmarked:
以前我爱吃辣，很爱吃火锅.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from ..text.normalise import fold
from . import mood
from .candidates import Spoken
from .clauses import Piece, compiled
from .statements import Found
from .subjects import PRONOUN, is_latin, subject_of

# A thing has one of them at a time, so that "not Li Lei" after it names the one that was wrong.
_ONE_VALUE = r"name|called|age|birthday|residence|origin|workplace|job|diet|(?:schedule|fact|mine|database):.*"
_NOT_SO = r"(?:而)?不是(?P<wrong>[^,。是的]{1,16})|(?:and )?not (?:in |on |at )?(?P<wrong2>[\w .:'-]{1,30})"
_POINTS_AT = r"^(?:and )?(?:please )?(?:never|always) \w+ (?:them|it|those|that)\b"
_NOW = r"现在|如今|目前|改(?:用|喝|吃|成|到)|换成|换到|不再|\bnow\b|\bswitched\b|\bthese days\b|\bno longer\b"
_WAS_ZH = r"^(?:我们?|咱们)?(?:原来|之前|原本|本来)(?:一直|都|是)*(?:用|喝|吃|住|在|走|找|从)"
_USED = (
    r"(?:用(?:的是)?|used to (?:use|drink|play|run|drive) )(?P<what>[^,。的]{2,24}?)"
    r"(?=[接做来写办管记点订发收的]|$| for | on )"
)


def joined(current: Spoken, spoken: Spoken) -> Optional[Found]:
    """What two clauses say as one memory, None where each is its own.

    One remark on the answers ("too long, be shorter"), an end with its beginning ("I left Acme, I joined Globex").
    """
    first, then = current.found, spoken.found
    if first.rule.category == then.rule.category == "feedback":
        return first
    if then.rule.name == "dropped":
        return replace(first, corrects=then.corrects)
    if first.corrects and not first.attribute and then.attribute and not then.corrects:
        same = first.rule.name.split("_")[0] == then.rule.name and spoken.subject.kind == current.subject.kind
        return replace(then, corrects=first.corrects) if same else None
    return None


def aside(current: Spoken, clause: Piece) -> Optional[Found]:
    """What a clause adds to the statement before it: 不是李雷 says what was wrong, "she's diabetic" is of the cat.

    "Never use them" means nothing without the clause that holds what they are.
    """
    if compiled(_POINTS_AT).match(clause.seen):
        return current.found
    if compiled(_ONE_VALUE).fullmatch(current.found.attribute) and not current.found.corrects:
        match = compiled(_NOT_SO).fullmatch(clause.seen.strip(" .!。"))
        if match and not mood.asks(clause.seen):
            name = "wrong" if match.group("wrong") else "wrong2"
            wrong = clause.text[match.start(name) : match.end(name)].strip()
            if not wrong[:1].isascii() or wrong[:1].isupper() or wrong[:1].isdigit():  # "not far from Vienna"
                return replace(current.found, corrects=wrong)
    owned = current.found.rule.name in ("has", "family")
    if owned and subject_of(clause).kind == PRONOUN and not mood.asks(clause.seen) and not mood.reports(clause.seen):
        return current.found
    return None


def of_now(spoken: Spoken) -> bool:
    """Whether a statement says that things are different by now: 现在…, "switched to…"."""
    return spoken.found.rule.after == "past" or compiled(_NOW).search(fold(spoken.text)) is not None


def settled(spoken: Optional[Spoken], before: str) -> Optional[Spoken]:
    """What stands after 以前… speaks of now, or is dropped; an English verb tells its time by itself."""
    if spoken is None or before != "past" or is_latin(fold(spoken.text)):
        return spoken
    return spoken if of_now(spoken) else None


def was_so(clause: Piece) -> bool:
    """Whether the clause tells how things were, in words that also tell other things: 原来用携程, but not 原来如此."""
    return compiled(_WAS_ZH).match(clause.seen) is not None


def formerly(lead: Piece) -> str:
    """What was used before, by a clause that tells how things were: 携程 in 原来用携程接单; "" where it names nothing."""
    match = compiled(_USED).search(lead.seen)
    return lead.text[match.start("what") : match.end("what")].strip() if match else ""
