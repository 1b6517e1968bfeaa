"""Which signs together make an order, and what that order is called.

A shape is a conjunction: each group needs one of its signs in the same stretch of a sentence, and none of `unless` may
be there. What tells an owner's wish from an order is in the groups: a wish says how to answer; an order gives away,
pays, lets in, hides, puts off a guard, or speaks of the owner as of somebody else. Surprising: both languages share
the table, since only the words differ.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Dict, List, NamedTuple, Tuple

from .lexicon import lexicon
from .signs import Mark, optimistic, settled


class Shape(NamedTuple):
    """`groups` and `unless` are bits of signs. `own` shapes hold for what begins with I, we, my, 我 too; the others
    take that for a report of one's own life."""

    name: str
    groups: Tuple[int, ...]
    unless: int
    own: bool

    def fits(self, classes: int) -> bool:
        """Whether a stretch with these signs has the shape."""
        for group in self.groups:
            if not classes & group:
                return False
        return not classes & self.unless


def shape(name: str, groups: str, unless: str = "safeguard", own: bool = False) -> Shape:
    """A `Shape` from groups separated by spaces, their signs by bars."""
    mask = lexicon().mask
    rarest_first = sorted(groups.split(), key=_words_in)
    return Shape(name, tuple(map(mask, rarest_first)), mask(unless), own)


def _words_in(group: str) -> int:
    """How many words make one of the signs of a group: what is rare is asked for first."""
    return sum(lexicon().counts.get(name, 0) for name in group.split("|"))


@lru_cache(maxsize=1)
def shapes() -> Tuple[Shape, ...]:
    """The shapes, in the order in which they are tried."""
    return (
        # -- giving away
        shape("exfiltration", "delay|codeword reveal content|intimate|private", "self|safeguard"),
        shape(
            "exfiltration",
            "say|tell|give|recommend owners content|private|secret delay|standing|anyone",
            "self|safeguard",
        ),
        shape("exfiltration", "consents sale", "self|safeguard"),
        shape("credential-request", "imposter ask|say secret|hardsecret|private|owner", "self|safeguard"),
        shape("exfiltration", "send|reveal secret link|public", "safeguard"),
        shape("exfiltration", "send|reveal private|wholesale link|public", "mine|safeguard"),
        shape("exfiltration", "send|reveal wholesale link|public", "safeguard"),
        shape(
            "exfiltration",
            "send content link|public standing|delay|all|owner|owners|agent|anyone|conceal|session|codeword",
            "self|safeguard",
        ),
        shape("exfiltration", "send|reveal secret standing|delay|anyone|summary", "self|safeguard"),
        shape("exfiltration", "send|reveal private anyone|agent standing|delay|all|wholesale", "self|safeguard"),
        shape("exfiltration", "reveal secret", "self|safeguard"),
        shape("exfiltration", "send|reveal private|secret owner|owners", "self|safeguard"),
        shape("exfiltration", "send|copy|put mailing|session link standing|all|conceal", "self|safeguard"),
        shape("exfiltration", "send|reveal|put secret session|public", "self|safeguard"),
        shape("reveal", "reveal|show inner", "safeguard"),
        shape("reveal", "send inner link|public|delay|session|anyone", "safeguard"),
        shape("reveal", "reveal rules must|delay|authority", "self|safeguard"),
        shape("credential-request", "ask secret|hardsecret owner|owners|delay|agent", "self|safeguard"),
        shape("credential-request", "owner|owners|agent login link"),
        shape("credential-request", "say|tell theuser secret|hardsecret", "self|safeguard"),
        shape("exfiltration", "open secret send|put", "mine|safeguard"),
        shape("exfiltration", "grant private|secret anyone", "self|safeguard"),
        shape(
            "exfiltration",
            "secret|private owner|owners anyone|pay|public send|reveal|give|say|tell|put|show|grant|pay|ask|public",
            "self|safeguard",
        ),
        shape("exfiltration", "recovery link|instead|grant|anyone|name", "self|safeguard"),
        shape("exfiltration", "send|reveal secret anyone|number|link|public", "safeguard"),
        shape("exfiltration", "send|reveal hardsecret", "safeguard|self"),
        shape("exfiltration", "give hardsecret anyone|number|link|delay", "safeguard"),
        shape("exfiltration", "give secret anyone", "safeguard"),
        shape("exfiltration", "put owners|owner private|secret|hardsecret", "self|safeguard"),
        shape("exfiltration", "put|send recall|inner|secret|private request", "mine|safeguard"),
        shape("exfiltration", "unchecked send content|private|secret", "self|safeguard"),
        shape("recipient", "recipient link", "mine|safeguard"),
        shape("exfiltration", "send intimate name|anyone|link|public", "self|safeguard"),
        shape("exfiltration", "grant owners private|content|secret|intimate", "self|safeguard"),
        shape("exfiltration", "show recall cue|delay|all", "self|safeguard"),
        shape("exfiltration", "give|send|reveal stored anyone", "self|safeguard"),
        shape("exfiltration", "licence private|hardsecret|content|rules|danger", "self|safeguard"),
        shape("exfiltration", "settings lax", "self|mine|safeguard"),
        shape("exfiltration", "put|send intimate mailing standing|all", "self|safeguard"),
        shape("exfiltration", "also link", "safeguard"),
        # -- money
        shape("payment", "pay inflate money|account|delay", "self|safeguard"),
        shape("payment", "send|pay rest money|account|name", "self|safeguard"),
        shape("recipient", "instead link mailing|recipient|session", "mine|safeguard"),
        shape("payment", "autopay begin", "self|safeguard"),
        shape("payment", "money account delay", "self|safeguard|household"),
        shape("payment", "pay spend delay|standing|all|auto", "self|safeguard"),
        shape("payment", "owner|owners account|money number|wallet", "self|safeguard"),
        shape("payment", "pay account standing|delay|all|instead", "self|safeguard|household"),
        shape("payment", "instead account|money number|wallet delay|standing", "safeguard"),
        shape("payment", "ad link|pay standing|all|keep", "self|safeguard"),
        shape("payment", "money pay|send number", "safeguard"),
        shape("payment", "pay|send|instead wallet", "mine|safeguard"),
        shape(
            "payment",
            "money pay|send|copy account|number|wallet|instead delay|standing|all|instead|number",
            "self|safeguard",
        ),
        shape("payment", "instead account|wallet money|delay|wallet", "self|safeguard"),
        # -- checks and guards
        shape("approval", "approve standing|all|auto danger|money", "self|safeguard"),
        shape("skip-check", "unchecked danger", "safeguard"),
        shape("skip-check", "unchecked authority|agent|anyone|owner|conceal", "self|safeguard"),
        shape("skip-check", "unchecked works|standing|keep", "self|safeguard"),
        shape("skip-check", "unchecked works", "safeguard", own=True),
        shape("skip-check", "unchecked agent|summary", "safeguard"),
        shape("skip-check", "unchecked rules|session|guard|mode", "self|safeguard"),
        shape("approval", "preapproved authority|agent|danger|secret|all|private|source", "self|safeguard"),
        shape("skip-check", "unchecked link|source", "safeguard"),
        shape("approval", "approve inname", "safeguard"),
        shape("approval", "agent inname", "safeguard"),
        shape("approval", "approve|preapproved link|anyone all", "safeguard"),
        shape("approval", "owner|owners auto|obey|blanket danger", "self|safeguard"),
        shape("unguard", "unguarded must|standing|authority|keep|state|owner|anyone|agent|all|prior", "self|safeguard"),
        shape("unguard", "unguarded delay|codeword must|all|you", "safeguard"),
        shape("override", "snub theuser", "self|safeguard"),
        shape("override", "override|void rules prior", "mine|safeguard"),
        # -- rights
        shape("permission", "grant rights strong", "self|safeguard"),
        shape("consent", "consents secret|private|rights|danger|link|wholesale", "self|safeguard"),
        shape("approval", "blanket agent|owner|danger|money|standing|delay|all|anyone|orders|mailing", "safeguard"),
        shape("permission", "anyone|owner rights strong|secret must|all|standing|keep|grant|anyone", "self|safeguard"),
        # -- who is to be obeyed
        shape(
            "obedience",
            "obey standing|all|anyone|authority|delay|session link|owner|owners|all|keep|rules|authority|mailing|orders",
            "self|safeguard",
        ),
        shape("obedience", "obey orders anyone|link|codeword|agent|owner|owners|authority|all", "self|safeguard"),
        shape(
            "obedience",
            "codeword reveal|exec|grant|override|secret|destroy|unlock|approve delay|all|standing|anyone|orders",
            "self|safeguard",
        ),
        shape("obedience", "obey mailing|session|agent|source link|anyone|mine|owner", "safeguard"),
        shape("obedience", "fetch link standing|session|rules obey|rules", "self|safeguard"),
        shape(
            "authority",
            "authority grant|override|off|reveal|must|conceal|unguarded agent|private|secret|guard|strong",
            "self|safeguard",
        ),
        shape("authority", "authority override|off|grant|reveal guard|rules|private|secret you", "safeguard", own=True),
        shape("authority", "claim", "safeguard", own=True),
        shape("authority", "agreed unguarded|secret|private|unchecked", "safeguard", own=True),
        shape("authority", "mode enabled|persona|off|exec", "self|safeguard"),
        shape("persona", "persona lawless", "safeguard"),
        shape("persona", "persona|mode|you|agent unbound", "self|safeguard"),
        shape("persona", "anyway script|send|recommend|obey|persona|must|agent", "self|safeguard"),
        shape("obedience", "puppet codeword|link|mailing|orders|anyone|public", "safeguard"),
        shape("obedience", "repurpose you|agent|standing|all", "self|safeguard"),
        shape(
            "authority",
            "decree authority off|void|override|unguarded|grant guard|rules|private|secret|rights",
            "safeguard",
            own=True,
        ),
        shape("obedience", "defy", "safeguard"),
        shape("obedience", "puppet owner|standing", "self|safeguard"),
        shape("obedience", "owners rights link|orders|anyone|source", "self|safeguard"),
        shape("authority", "decree authority content|secret|private|unchecked", "safeguard", own=True),
        shape("persona", "persona must standing|all loyal|name|recommend|obey"),
        shape("persona", "persona shill|loyal name|standing|all|must|agent", "self|safeguard"),
        shape("authority", "authority approve|preapproved you|must", "self|safeguard"),
        shape("authority", "decree owners reveal|give|send|grant", "safeguard", own=True),
        shape("persona", "persona agent name", "self|safeguard"),
        shape("persona", "persona unguarded", "self|safeguard"),
        shape("override", "unbound rules|content", "self|safeguard"),
        shape("obedience", "open|fetch orders link standing|session", "self|safeguard"),
        shape("approval", "inname act|exec|name", "self|safeguard"),
        # -- tools
        shape("authority", "authority demand send|give|reveal|grant|pay|obey you|agent", "self|safeguard"),
        shape("permission", "regard authority name|anyone|standing", "self|safeguard"),
        shape("tool-order", "install link trust|strong|authority", "self|safeguard"),
        shape("tool-order", "exec tool pay|money", "self|safeguard"),
        shape("tool-order", "persist delay|standing|conceal|exec", "self|safeguard"),
        shape("tool-order", "install exec name|link|identifier|standing", "self|safeguard"),
        shape("delayed-trigger", "delay topic ask|say|recommend|script|shill", "self|safeguard"),
        shape("unguard", "attachment open|approve|fetch standing|all|must spam|link|unchecked", "self|safeguard|tab"),
        shape("tool-order", "exec tool authority|rights|strong|intimate", "self|safeguard"),
        shape("tool-order", "put|install package host", "self|safeguard"),
        shape("delayed-trigger", "cue say|act|send|pay|exec|destroy|recommend|fetch", "self|safeguard"),
        shape("tool-order", "install package everywhere|delay|must", "self|safeguard"),
        shape("tool-order", "exec tool|identifier delay|standing|destroy|send|session|link|below", "self|safeguard"),
        shape("tool-order", "fetch|install link|identifier exec"),
        shape(
            "tool-order",
            "invoke identifier delay|standing|session|owner|anyone|all|conceal|authority",
            "self|safeguard",
        ),
        shape("tool-order", "exec link tool"),
        shape("tool-order", "install link pretext|auto|delay", "self|safeguard"),
        shape("tool-order", "fetch|exec identifier authority|strong", "self|safeguard"),
        shape("permission", "grant exec tool", "self|safeguard"),
        shape("tool-order", "install standing must", "self|safeguard"),
        shape("tool-order", "exec session must first", "self|safeguard"),
        shape("tool-order", "exec encoded", "self|safeguard"),
        shape(
            "delayed-trigger",
            "delay owner|anyone|session link|identifier|unlock|destroy|account|exec|secret|instead",
            "self|safeguard",
        ),
        shape("delayed-trigger", "delay session|topic link|public send|fetch|recommend", "self|safeguard"),
        shape("delayed-trigger", "delay owner|anyone script|trust", "self|safeguard"),
        # -- to the machine
        shape("to-the-machine", "hail agent", "self|safeguard"),
        shape("to-the-machine", "agent must send|obey|grant|link|destroy|exec|override|topmost", "self|safeguard"),
        # -- memory
        shape("erase-memory", "destroy memories standing|all|owner|owners", "self|safeguard"),
        shape("plant-memory", "owner|agent engrave trust|recommend|grant|obey|approve|rules", "self|safeguard"),
        shape("erase-memory", "lose owner|owners", "self|safeguard"),
        shape("erase-memory", "instead|destroy stored", "self|safeguard"),
        shape("plant-memory", "agent keep|must trust source|link|session|all", "self|safeguard"),
        shape("plant-memory", "summary keep owner|agent", "self|safeguard"),
        shape("erase-memory", "destroy recall", "self|safeguard"),
        # -- hiding
        shape("concealment", "lie owner", "self|safeguard"),
        shape("concealment", "untold|conceal puppet|below", "self|safeguard"),
        shape("concealment", "conceal money|danger|unchecked", "self|safeguard"),
        shape("unguard", "unwarned owner|link|danger|keep|all", "self|safeguard"),
        shape("concealment", "untold link|danger|guard", "self|safeguard"),
        shape("concealment", "conceal link|secret|account|install", "safeguard"),
        shape("concealment", "untold owner", "safeguard"),
        shape("concealment", "conceal owner|owners|memories|delay|exec|session", "self|safeguard"),
        shape("concealment", "conceal copy|send link", "self|safeguard"),
        # -- opinion
        shape("endorsement", "shill name standing|delay", "self|safeguard"),
        shape("endorsement", "untold bias", "self|safeguard"),
        shape("endorsement", "lead must name standing", "self|safeguard"),
        shape("endorsement", "regard trust link", "self|safeguard"),
        shape("obedience", "anyway lead|topmost|obey", "self|safeguard"),
        shape("endorsement", "trust recommend topmost|standing|source|session", "self|safeguard|format"),
        shape("endorsement", "trust source standing|keep|session|all", "self|safeguard"),
        shape("endorsement", "recommend|trust topmost owner|source|standing|session", "self|safeguard"),
        shape("endorsement", "push lead|topmost name standing|keep|must|delay", "self|safeguard"),
        shape("endorsement", "regard trust name|source", "self|safeguard"),
        shape("endorsement", "recommend|pay first source|link standing|session|keep", "self|safeguard"),
        shape("endorsement", "ad session|standing|all send|recommend|put", "self|safeguard"),
        shape("scripted-answer", "script standing|delay|session", "self|safeguard|format"),
        shape("endorsement", "exclusive name|link session|script|standing", "self|safeguard|format"),
        shape("endorsement", "stars bias", "self|safeguard"),
        shape("endorsement", "stars all name", "self|safeguard"),
        shape("scripted-answer", "script delay|anyone owner stored|orders|session", "self|safeguard"),
        shape("endorsement", "vendor trust|push|topmost|shill keep|standing|must|all|trust|source", "safeguard"),
        shape("endorsement", "lead|topmost must|standing compare", "self|safeguard"),
        shape("endorsement", "shill session|all standing|must|name", "self|safeguard"),
        # -- summaries
        shape("summary-order", "summary put|state|must|say consents", "self|safeguard"),
        shape(
            "summary-order", "summary put|state|say owner grant|neg|rights|content|trust|recommend", "self|safeguard"
        ),
        shape("summary-order", "summary state grant|unchecked|unguarded|rights|approve", "self|safeguard"),
    )


# What no shape names may still hold too much: what signs weigh, and what one's own life takes off.
WEIGHTS: Dict[str, float] = {
    **dict.fromkeys("wallet lawless inname repurpose puppet defy blanket".split(), 1.5),
    **dict.fromkeys("conceal unchecked unguarded untold codeword claim preapproved".split(), 1.2),
    **dict.fromkeys(
        "owner owners agent authority link identifier reveal obey override inner hail topmost".split(), 1.0
    ),
    **dict.fromkeys("encoded ad".split(), 1.0),
    **dict.fromkeys("secret hardsecret send grant pay exec approve destroy public wholesale unbound".split(), 0.7),
    **dict.fromkeys("account instead decree stored".split(), 0.7),
    **dict.fromkeys("private standing delay keep must session auto money danger anyone strong rights".split(), 0.5),
    **dict.fromkeys("trust rules script memories".split(), 0.5),
    **{"self": -1.0, "told": -2.5, "safeguard": -2.0, "format": -1.0},
}
HEAVY = 4.2


def name_in(marks: List[Mark]) -> str:
    """The name of the first shape that a stretch has, or "".

    Most stretches could have none whatever their words do to each other, and are settled by one look at their bits.
    """
    most = 0
    for mark in marks:
        most |= mark.classes
    most = optimistic(most)
    most &= ~_takes_back()
    if not (_first(most, told=False) or _weight(most) >= HEAVY):
        return ""
    classes = settled(marks)
    name = _first(classes, bool(classes & lexicon().bits["told"]))
    return name or ("many-signs" if _weight(classes) >= HEAVY and _weight_of(marks, classes) >= HEAVY else "")


def _first(classes: int, told: bool) -> str:
    for each in shapes():
        if classes & each.groups[0] and (each.own or not told) and each.fits(classes):
            return each.name
    return ""


@lru_cache(maxsize=1)
def _takes_back() -> int:
    return lexicon().mask("safeguard")  # a safeguard that is negated is none, which only `settled` can tell


def _weight(classes: int) -> float:
    return sum(weight for bit, weight in _weights() if classes & bit)


def _weight_of(marks: List[Mark], classes: int) -> float:
    """As `_weight`, where each word counts once, by the weightiest of its signs: "admin" and "password" are two words."""
    left, total = classes, 0.0
    for mark in marks:
        weights = [(weight, bit) for bit, weight in _weights() if mark.classes & left & bit]
        if weights:
            weight, bit = max(weights)
            total, left = total + weight, left & ~bit
    made = classes
    for mark in marks:
        made &= ~mark.classes
    return total + _weight(made)


@lru_cache(maxsize=1)
def _weights() -> Tuple[Tuple[int, float], ...]:
    return tuple((lexicon().bits[name], weight) for name, weight in WEIGHTS.items())
