"""Relevance as a number from 0 to 1 that means the same in every store.

Owns: `coverage`, `between`, `relevance`, `injection`; the share of a question's concepts that a text holds, and the ceiling
where it speaks of somebody else, tells nothing of what is wanted, or only asks. Refuses: ranks; the order comes from the
scores, this says how sure it is; reading questions (`asked`).
One surprising fact: BM25 scores cannot be compared between two questions, so what is calibrated is the share of the
question's weight that the document (and, for less, its neighbours) accounts for. A word that no memory holds is the
most telling one: where nothing was ever said of a dog, what shares "called" with the question about it is no answer.
"""

from __future__ import annotations

import functools
import re
from typing import AbstractSet, Dict, Iterable, Mapping, NamedTuple, Sequence, Tuple

from ..text.normalise import fold
from ..text.stem import stem
from .asked import LONGEST, Asked, Concept
from .cues import asks, tells_time
from .synonyms import sense_of, unspaced

DIRECT, HEDGED = 0.8, 0.5  # S1: over 0.8 straight in, down to 0.5 marked as uncertain, below only a path
_FULL = 0.62  # a document that accounts for this share of a long question answers it: the rest is how it was asked
_FULL_OF_FEW = 0.08  # of few things asked each counts more: of two, 0.84 are needed, and one alone is half an answer
_UNKNOWN = 0.5  # a word that no document holds counts half: it may be a paraphrase


def coverage(weights: Mapping[str, float], known: Mapping[str, float], held: Iterable[str]) -> float:
    """The share of a question's weight whose terms are `held`. `known`: {term: idf} of the terms that any document holds.

    Pairs of unspaced characters that no document holds are cut across two words more often than not: they don't count.
    """
    unknown = _UNKNOWN * max(known.values(), default=1.0)
    total = sum(known.get(t, unknown) for t in weights if t in known or t.isascii() or len(t) == 1)
    return sum(known.get(t, 0.0) for t in set(held) if t in weights) / total if total else 0.0


def between(value: float, low: float, high: float) -> float:
    """Where a value stands between two, 0–1."""
    return max(0.0, min(1.0, (value - low) / max(high - low, 1e-9)))


def full(concepts: int) -> float:
    """The share of a question about so many things that a whole answer accounts for."""
    return max(_FULL, 1.0 - _FULL_OF_FEW * concepts)


def relevance(covered: float, of_best: float, enough: float = _FULL) -> float:
    """0–1 from the share of the question covered, of which `enough` is all, and the score as a share of the best one."""
    return max(0.0, min(1.0, (min(1.0, covered / enough) ** 0.7) * (0.5 + 0.5 * of_best)))


def injection(value: float) -> str:
    """direct, hedged or reference (S1)."""
    return "direct" if value > DIRECT else "hedged" if value >= HEDGED else "reference"


OTHER_SUBJECT = 0.45  # the ceiling of what speaks of somebody or something else: only to look up
OTHER_MATTER = 0.7  # of what speaks of whom the question is about, and not of what it wants to know
_COMMON, _CHARACTER = 0.4, 0.35  # the least weight of a concept that all hold; what a lone character of a run counts
_SLIGHT, _MOST = 0.15, 0.6  # shares: a text that holds less speaks of something else; more, and a name may be left out
_FEW = 3  # things asked; in a longer request, a word that no memory holds is more likely part of the task
_DENIABLE = ("name", "residence", "work", "age")  # what a question takes for granted that somebody has
_READ = 2000  # characters of a document that are read for what is wanted
_OWN_STATEMENT = 0.75  # the share of a text that tells of the asker what a question without any concept wants

# How a text looks that tells what is wanted (`asked.WANTED`).
_TOLD = {
    "name": r"\bnames?\b|\bcalled?\b|\bi am [a-z]+\W*$|叫|名|姓|我是",
    "residence": r"\bliv(?:e|es|ed|ing)\b|\bmov(?:e|ed|ing)\b|\bresid|\baddress\b|\bbased\b|\bsettled\b|\bhome\b"
                 r"|住|搬|定居|地址|家在",
    "work": r"\bwork|\bjobs?\b|\bprofession|\boccupation|\bemploy|\bcareer|\bteach"
            r"|\b(?:a|an|the) (?:[\w-]+ )*(?:[a-z]{2,}(?:er|or|ist|ian|ant|eer)|nurse|cook|chef|judge|pilot|clerk)\b"
            r"|工作|上班|职业|当|任职|[师员工生士]|[店院校班厂部局处科队社行]长|老板|经理|主管|主任|总监|设计|会计|司机|教|开店",
    "age": r"\bborn\b|\bbirth|\bages?d?\b|\byears? old\b|\bturn(?:s|ed|ing)? \d|岁|生日|出生|年龄|生于|寿",
    "liking": r"\bfavou?rite|\bprefer|\blik(?:e|es|ed)\b|\blov(?:e|es|ed)\b|\benjoy|\bhat(?:e|es)\b|\bfond\b"
              r"|喜欢|爱|偏好|讨厌",
    "school": r"\bschools?\b|\bnursery\b|\bkindergarten\b|\bcollege\b|\buniversity\b"
              r"|学校|[小中大]学|幼儿园|高中|[一二三四五六]小|附小|附中",
    "amount": r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|half"
              r"|no)\b|[零一二两三四五六七八九十百千万半]",
    "before": r"\bbefore\b|\bpreviously\b|\bused to\b|\bformer|\bfrom\b|\bleft\b|\buntil\b|\b(?:19|20)\d\d\b"
              r"|以前|之前|从前|原来|曾|换|搬",
}  # fmt: skip
# Figures that count nothing: dates, years, hours, and words that hold a numeral.
_UNCOUNTED = (
    r"\d{4}-\d\d(?:-\d\d)?|\b(?:19|20)\d\d\b(?!\s*(?:pounds|dollars|euros|yuan))|\b\d{1,2}:\d\d\b|\b\d{1,2}(?::\d\d)? ?[ap]m\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b|\b(?:no one|one of|one day)\b"
    r"|[\d一二三四五六七八九十]+[年月日号点]|(?:周|星期|礼拜)[一二三四五六]|一[起下直些样般定切]|万一|十分"
)
_DENIES = (
    r"\b(?:don['’]t|do not|doesn['’]t|does not|didn['’]t|did not|isn['’]t|is not|am not|['’]m not|aren['’]t|are not"
    r"|no longer|not any ?more|never|quit|left)\b|不(?:在|是|住|叫|做|当|干|再)|没(?:有|在)"
)
_VERBS = (
    "住在做去来说要喜讨今明每的给有教开没过从和跟把对会能也都很不上下当搬打爱"  # what follows 我弟弟 and is no name
)


class Spoken(NamedTuple):
    """The share of the concepts that a text holds, whether it lacks whom or whose name the question is about, or any."""

    share: float
    lacks_subject: bool = False
    lacks_name: bool = False
    lacks_any: bool = False


class Listener:
    """Compares texts with one question. `weights`: {term: idf} of the question's terms that any document holds; what
    none holds weighs most."""

    def __init__(self, question: Asked, weights: Mapping[str, float]) -> None:
        self.question = question
        highest = max(weights.values(), default=0.0) or 1.0
        self._weighed = []
        for concept in question.concepts:
            known = max((weights.get(term, 0.0) for term in concept.stems or _pairs(concept.run)), default=0.0)
            unknown = 1.0 if len(question.concepts) <= _FEW else 0.0
            share = known / highest if known else unknown
            self._weighed.append((concept, concept.weight * (_COMMON + (1.0 - _COMMON) * share)))
        self._total = sum(weight for _, weight in self._weighed) or 1.0

    def hears(self, stems: AbstractSet[str], folded: str) -> Spoken:
        """How far a text with these terms speaks of the question's concepts."""
        gained, lacks_subject, lacks_name, lacks_any = 0.0, False, False, False
        for concept, weight in self._weighed:
            share = held(concept, stems, folded)
            gained += weight * share
            if share < 0.5:
                lacks_any = True
                lacks_subject |= concept.is_subject
                lacks_name |= concept.is_name
        return Spoken(gained / self._total, lacks_subject, lacks_name, lacks_any)

    def own(self, folded: str, text: str) -> Spoken:
        """The same for a question about nothing but the asker ("where do I live")."""
        return Spoken(_OWN_STATEMENT if _of_self(folded) and self._tells(folded, text) else 0.0)

    def ceiling(self, spoken: Spoken, folded: str, text: str, is_turn: bool = False) -> float:
        """What the relevance of a text is at most; a turn may leave a name to the turns before it."""
        if self.only_asks(text) or spoken.lacks_subject or spoken.share < _SLIGHT:
            return OTHER_SUBJECT
        if spoken.lacks_name and spoken.share < _MOST:
            return OTHER_MATTER if is_turn else OTHER_SUBJECT
        if self.question.is_whether and spoken.lacks_any:  # "am I a pilot": what names no pilot is no yes
            return OTHER_MATTER
        if self.question.of_asker and not (_of_self(folded) or re.search(r"\buser\b|用户", folded)):
            return OTHER_MATTER
        return 1.0 if self._tells(folded, text) and not self.only_denies(folded) else OTHER_MATTER

    def only_denies(self, folded: str) -> bool:
        """Whether a text says only what is not so: "I don't work at X" is no answer to where one works."""
        wanted = [_told()[name] for name in self.question.wanted if name in _DENIABLE]
        if not wanted or self.question.is_whether:
            return False
        clauses = [c for c in re.split(r"[,;.!，；。！]|\bbut\b", folded) if any(told.search(c) for told in wanted)]
        return bool(clauses) and all(_denies().search(clause) for clause in clauses)

    def only_asks(self, text: str) -> bool:
        """Whether a text is a question and nothing else: it tells nothing, unless what was asked is asked for."""
        if self.question.seeks_question or len(text) > LONGEST or not asks(text):
            return False
        return not re.search(r"[.!。！；;，,]\s*\S", text[:-1])

    def _tells(self, folded: str, text: str) -> bool:
        """Whether the text tells what is wanted: a time for when, a figure for how many, a home for where one lives."""
        told = _told()
        for name in self.question.wanted:
            if name == "time":
                if not (told["amount"].search(folded) or tells_time(text)):
                    return False
            elif name == "name" and any(c.is_subject for c in self.question.concepts):
                if not _names_beside(self.question, folded, text):
                    return False
            elif not told[name].search(_uncounted().sub(" ", folded) if name == "amount" else folded):
                return False
        return True


def folded_of(text: str) -> str:
    """What is read of a text, folded."""
    return fold(text[:_READ])


@functools.lru_cache(maxsize=1)
def _told() -> Dict[str, re.Pattern[str]]:
    return {name: re.compile(pattern) for name, pattern in _TOLD.items()}


@functools.lru_cache(maxsize=1)
def _uncounted() -> re.Pattern[str]:
    return re.compile(_UNCOUNTED)


@functools.lru_cache(maxsize=1)
def _denies() -> re.Pattern[str]:
    return re.compile(_DENIES)


def _pairs(run: str) -> Sequence[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def held(concept: Concept, stems: AbstractSet[str], folded: str) -> float:
    """How far a text speaks of a concept, 0–1: `stems` are its terms, `folded` its text."""
    if not concept.stems.isdisjoint(stems) or any(word in folded for word in concept.words):
        return 1.0
    run = concept.run
    if len(run) < 2:
        return 1.0 if run and run in folded else 0.0
    pairs = [pair in folded for pair in _pairs(run)]
    count = 0.0
    for i, char in enumerate(run):
        together = (i > 0 and pairs[i - 1]) or (i < len(pairs) and pairs[i])
        count += 1.0 if together else _CHARACTER if char in folded else 0.0
    return count / len(run)


def _names_beside(question: Asked, folded: str, text: str) -> bool:
    """Whether a name stands beside the word for somebody: "my uncle Ferenc", "Ferenc is my uncle", 爱人李想."""
    if re.search(r"\bnames?\b|\bcalled\b|\bnamed\b|叫|名", folded):
        return True
    stems = {s for c in question.concepts if c.is_subject for s in c.stems}
    words: Tuple[str, ...] = tuple(re.findall(r"[\w-]+", text[:_READ]))
    for i, word in enumerate(words):
        beside = (*words[i + 1 : i + 2], *words[max(0, i - 3) : max(0, i - 1)])
        if any(other[0].isupper() and other != "I" for other in beside) and stem(fold(word)) in stems:
            return True
    written = "|".join(sorted((w for c in question.concepts if c.is_subject for w in c.words), key=lambda w: -len(w)))
    following = (folded[m.end() : m.end() + 1] for m in re.finditer(written, folded)) if written else ()
    return any(char > "\u2e7f" and char.isalpha() and char not in _VERBS for char in following)


def _of_self(folded: str) -> bool:
    """Whether a text speaks of its teller and not of somebody of theirs: 我住, not 我弟弟住; "I live", not "my uncle lives"."""
    if re.search(r"\b(?:i|me|we|us)\b", folded):
        return True
    for match in re.finditer(r"\b(?:my|our)\s+([\w-]+)|(?:我|咱)们?(?:的|家)?", folded):
        if match.group(1):
            if not sense_of(match.group(1)).is_subject:
                return True
            continue
        following = folded[match.end() : match.end() + 3]
        if not any(m.start() == 0 and sense_of(m.group()).is_subject for m in unspaced(following)):
            return True
    return False
