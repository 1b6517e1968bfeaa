"""A turn as the rules see it: the sentences a person spoke, cut into clauses, folded position for position.

Owns: `sentences_of`, `clauses_of`, the folded view with quoted words masked. Refuses: code, logs, tables, headings and
quoted mail, which a person pastes and does not say.
One surprising fact: every view has the length of the text it shows, so that a match in it is an exact quote.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Dict, List, Tuple

from ..text.normalise import fold
from ..text.sentences import is_abbreviation, sentence_spans

MASK = "\ue000"  # stands for each character inside quotes: “记下来” is talked about, not said
MAX_SENTENCE = 600  # characters; longer runs without a stop are pasted
MAX_TURN = 8000  # characters; a longer turn is a document, of which only asked-for sentences count


@dataclass(frozen=True)
class Piece:
    """A run of the turn's text: `text` as written, `seen` folded with quotes masked, both of one length."""

    start: int
    end: int
    text: str
    seen: str

    def part(self, start: int, end: int) -> Piece:
        """The run [start, end) of this piece, white space at the ends left out."""
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        return Piece(self.start + start, self.start + end, self.text[start:end], self.seen[start:end])


class _Aligned(Dict[int, int]):
    """`fold`, one character for one; what folds to none or to several stays as it is."""

    def __missing__(self, code: int) -> int:
        folded = fold(chr(code))
        self[code] = ord(folded) if len(folded) == 1 else code
        return self[code]


_ALIGNED = _Aligned({ord("’"): ord("'"), ord("‘"): ord("'"), ord("…"): ord("。"), ord("\t"): ord(" ")})


def aligned(text: str) -> str:
    """The folded text, position for position."""
    return text.translate(_ALIGNED)


@functools.cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when it is first needed."""
    return re.compile(pattern)


_QUOTED = r"“[^”\n]{0,200}”|「[^」\n]{0,200}」|『[^』\n]{0,200}』|\"[^\"\n]{1,200}\"|‘[^’\n]{1,60}’(?!\w)"


def view(text: str) -> str:
    """The folded text with the words inside quotes masked; same length."""
    seen = aligned(text)
    if "“" in text or '"' in text or "「" in text or "『" in text or "‘" in text:
        for match in compiled(_QUOTED).finditer(text):
            a, b = match.start() + 1, match.end() - 1
            seen = seen[:a] + MASK * (b - a) + seen[b:]
    return seen


def piece(text: str) -> Piece:
    """A whole text as one piece."""
    return Piece(0, len(text), text, view(text))


def sentences_of(text: str) -> List[Piece]:
    """The spoken sentences of a turn, in order; code blocks, quoted lines, headings, tables and logs left out."""
    spoken = _without_code(text) if "```" in text or "~~~" in text else text
    seen = view(spoken)
    found = []
    for start, end in sentence_spans(spoken):
        start = _after_bullet(spoken, start, end)
        if end - start > 1 and not _is_pasted(spoken, start, end):
            found.append(Piece(start, end, text[start:end], seen[start:end]))
    return found


def _without_code(text: str) -> str:
    """Fenced blocks become line breaks, position for position; an unclosed one runs to the end."""
    pattern = r"(?ms)^[ \t]*(?P<fence>```+|~~~+).*?(?:^[ \t]*(?P=fence)[ \t]*$|\Z)"
    return compiled(pattern).sub(lambda m: "\n" * (m.end() - m.start()), text)


def _after_bullet(text: str, start: int, end: int) -> int:
    match = compiled(r"(?:[-*+•·●]\s+|\[[ xX]\]\s+|\(?\d{1,2}[.)、]\s*(?!\d)|[①-⑩]\s*)+").match(text, start, end)
    return match.end() if match and _starts_line(text, start) else start


def _starts_line(text: str, position: int) -> bool:
    return not text[text.rfind("\n", 0, position) + 1 : position].strip()


_PASTED = (
    r"\s*(?:#{1,6}\s|>|\||\$\s|>>>\s|[{}\[\]<]|//|/\*|@@\s|[+-]{3}\s|(?:https?|ftp)://\S+\s*$"
    r"|\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d|\[?\d\d:\d\d:\d\d"
    r"|(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE)\b"
    r"|Traceback |File \"|at \S+\(|(?:from \w[\w.]* )?import \w|def \w|class \w+[:(]|(?:const|let|var) \w"
    r"|(?:sudo|npm|pip|git|docker|curl|cd|export|SELECT|INSERT) \S+ ?[-\w./]*\s*$)"
)


def _is_pasted(text: str, start: int, end: int) -> bool:
    if compiled(_PASTED).match(text, start, end):
        return True
    tail = text[max(start, end - 2) : end]
    return ";" in tail and compiled(r"[=(){}]").search(text, start, end) is not None


# A comma that is no thousands sign, a semicolon, a dash between words, a stop; then words that open a new clause.
_CUTS = (
    r"(?<!\d)[,;]|[,;](?!\d)|[。!?]+|\.(?=\s)|\s[-–—]+\s|——+"
    r"|(?<=[\u4e00-\u9fff]{4})(?=(?:但是|不过(?!敏|分|去|来|关|期|审|时|滤)|可是|所以|而且|但我|可我))"
    r"|\s(?=(?:but|yet|although|though|because|so i)\s)"
    r"|(?<=\w)\s(?=and\s(?:i|i'm|i've|i'll|my|we|our|he|she|they)\s)"
    r"|\sand\s(?=(?:work|live|study|have|own|love|hate|like|prefer|speak|am|can't|don't)\b)"
)
_STANDING = r"(?:from now on|going forward|in (?:the )?future|next time|以后|今后|下次|从现在开始)\s*$"
_HAS_VERB = r"\b(?:i|i'm|we|we're|is|are|am|was|were|has|have|had|lives?|likes?|loves?|works?|went|moved|prefers?|'s)\b"


def clauses_of(sentence: Piece) -> List[Piece]:
    """The clauses of a sentence, in order, without the signs between them."""
    cuts: List[Tuple[int, int]] = []
    seen = sentence.seen
    for match in compiled(_CUTS).finditer(seen):
        begin = cuts[-1][1] if cuts else 0
        if seen.startswith(" and ", match.start()) and not compiled(_HAS_VERB).search(seen, begin, match.start()):
            continue  # "My wife and I live in Graz" is one clause
        if seen.startswith(",", match.start()) and compiled(_STANDING).search(seen, begin, match.start()):
            continue  # "from now on, answer in French" is one order
        if compiled(r",\s*(?:ever|period|full stop)\W*$").match(seen, match.start()):
            continue  # "don't use float for money, ever" is one order
        if compiled(r"\sand\s").fullmatch(match.group()) and not compiled(r"\s*(?:[a-z]+[,.]? )?(?:i|we)\b").match(
            seen, begin
        ):
            continue  # "She lives in Graz and works there": only what one says of oneself is cut here
        if match.group() == "." and is_abbreviation(sentence.text, match.start(), match.end()):
            continue
        cuts.append(match.span())
    found: List[Piece] = []
    start = 0
    end = len(seen.rstrip(" .!?。~,;"))
    for a, b in [*(cut for cut in cuts if cut[1] <= end), (end, end)]:
        part = sentence.part(start, a)
        if part.text:
            found.append(part)
        start = b
    return found
