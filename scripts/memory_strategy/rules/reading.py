"""From a turn to the statements worth judging: the one entry to all the rules about what people say.

Owns: `read_turn`. Refuses: judging worth (`scoring`), knowing what is stored (`memory`), believing the assistant, tools
or the host (D26, D27); of the assistant's words only what it openly infers about the user comes through, as a belief.
One surprising fact: a trigger keeps what no rule understands, and nobody but the owner has triggers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Dict, Iterator, List, Optional, Sequence, Tuple

from ..model import ASSISTANT, OTHER, OWNER, Candidate, Turn
from . import mood
from .asked import asked_for, leaves_out, topic_of
from .candidates import CORRECTION, Spoken, candidate_of, forced, trimmed
from .clauses import MAX_SENTENCE, MAX_TURN, Piece, clauses_of, compiled, piece, sentences_of
from .corrections import Correction, beside, corrected_value, find_correction, is_announced, parted
from .dates import with_dates
from .entities import entities
from .spoken import LOOK_BACK, ClauseReader
from .statements import Found
from .subjects import MINE, NONE, USER, Subject
from .triggers import Trigger, do_not_keep, opens, trigger_in

MAX_LISTED = 12  # lines after "remember the following:" that it covers


def read_turn(turn: Turn, previous: Sequence[Turn], said: datetime) -> List[Candidate]:
    """The candidates of a turn, in the order of its words.

    `previous` are the turns before it in its session, oldest first; `said` is when it was said, in the user's zone.
    """
    if turn.machine or not turn.text.strip():
        return []
    if turn.origin == ASSISTANT:
        return list(_inferred(turn, said))
    if turn.origin == OWNER or (turn.origin == OTHER and turn.speaker):
        if do_not_keep(turn.text):
            return []
        found, answer = _Reader(turn, previous, said).read(), answer_to_guess(turn, previous, said)
        if answer and answer.confirms and answer.own:
            found.insert(0, replace(answer.guess, text=answer.own, quote=answer.quote, kind="fact", rule="confirmed",
                                    features=("preference",), entities=entities(answer.own), confidence=0.95))  # fmt: skip
        return found
    return []


@dataclass(frozen=True)
class Answer:
    """The owner's answer to what the assistant inferred: `own` is the guess in the owner's words, `quote` their answer."""

    guess: Candidate
    confirms: bool
    own: str
    quote: str


class _Reader:
    """One turn being read, sentence by sentence."""

    def __init__(self, turn: Turn, previous: Sequence[Turn], said: datetime) -> None:
        self.turn, self.previous, self.said = turn, previous, said
        self.clauses = ClauseReader(turn, previous, said)
        self.candidates: List[Candidate] = []
        self.heard: List[Piece] = []  # the sentences of this turn so far that say something
        self.order: Optional[Trigger] = None  # "remember the following:", and
        self.listed = 0  # how many more lines it covers

    def read(self) -> List[Candidate]:
        """All candidates of the turn."""
        for whole in self._sentences():
            trigger = trigger_in(whole)
            sentence, covered = mood.own_part(whole) if not trigger else _asked_part(whole, trigger)
            if sentence is not None:
                self._sentence(sentence, trigger if sentence is whole else trigger_in(sentence))
            if covered:  # the rest of the turn is a story, a part to play, a text to translate
                break
        return _once(self.candidates)

    def _sentences(self) -> Iterator[Piece]:
        """The sentences, "Wait, no." with the one after it, which it calls a correction."""
        before: Optional[Piece] = None
        for sentence in sentences_of(self.turn.text):
            if before:
                text = self.turn.text[before.start : sentence.end]
                sentence = Piece(before.start, sentence.end, text, piece(text).seen)
            before = sentence if not before and is_announced(sentence) else None
            if not before:
                yield sentence
        if before:
            yield before

    def _sentence(self, sentence: Piece, trigger: Optional[Trigger]) -> None:
        document = len(self.turn.text) > MAX_TURN
        if trigger and trigger.forward:
            self.listed, self.order = MAX_LISTED, trigger
        elif trigger:
            self.listed = 0
            self._asked(sentence, trigger)
        elif self.listed and self.order and not mood.is_filler(sentence.seen):
            self.listed -= 1
            self._keep(sentence, self.order)
        elif not document and len(sentence.text) <= MAX_SENTENCE:
            self._take(self._statements(sentence))
        if not mood.is_filler(sentence.seen) and not (trigger and trigger.content == (0, 0)):
            self.heard.append(sentence)

    # -- what was asked for -----------------------------------------------------------------------------------------

    def _asked(self, sentence: Piece, trigger: Trigger) -> None:
        if trigger.content == (0, 0):
            if self.turn.origin == OWNER:
                self._point_back(sentence, trigger)
            return
        content = sentence.part(*trigger.content)
        if trigger.start and compiled(r"提醒我|(?:to )?remind me\b").match(content.seen) and _says(sentence, trigger):
            self._keep(sentence.part(0, trigger.content[1]), trigger)  # it says when the reminder is due
            return
        if content.start - sentence.start >= trigger.end:
            self._take(self._statements(sentence.part(0, trigger.start)))
        self._keep(content, trigger)

    def _keep(self, content: Piece, trigger: Trigger) -> None:
        """Keep what was asked for: by the rules that know it, and whole where they leave something out."""
        spoken = self._statements(content) if len(content.text) <= MAX_TURN else []  # a pasted wall is kept whole
        if self.turn.origin != OWNER:
            self._take(spoken)
        elif spoken and (trigger.doubtful or not _shortened(content, spoken)):
            self._take(spoken, trigger)
        elif not trigger.doubtful:
            known = [candidate_of(s, self.turn, self.said) for s in spoken]
            self.candidates.append(asked_for(content.text, content.text, self.said, known, trigger))

    def _point_back(self, sentence: Piece, trigger: Trigger) -> None:
        """记住这个: the sentence before it in this turn, else the owner's last statement."""
        if self.heard:
            before = self.heard[-1]
            known = [c for c in self.candidates if c.quote in before.text]
            if known:
                self.candidates = [forced(c, trigger) if c in known else c for c in self.candidates]
            elif not mood.asks_inside(before.seen) and not mood.requests(before.seen):
                self._keep(before, trigger)
            return
        for place in range(len(self.previous) - 1, max(-1, len(self.previous) - 1 - LOOK_BACK), -1):
            if self.previous[place].origin == OWNER:
                self._keep_earlier(self.previous[place], self.previous[:place], sentence, trigger)
                return

    def _keep_earlier(self, earlier: Turn, previous: Sequence[Turn], sentence: Piece, trigger: Trigger) -> None:
        said = earlier.time.astimezone(self.said.tzinfo) if earlier.time else self.said
        reader = _Reader(earlier, previous, said)
        found = reader.read()
        if not found and reader.heard:
            last = reader.heard[-1]
            if not (mood.asks_inside(last.seen) or mood.requests(last.seen)):
                reader._keep(last, trigger)
                found = reader.candidates
        self.candidates.extend(replace(forced(c, trigger), quote=sentence.text) for c in found)

    # -- what was said ----------------------------------------------------------------------------------------------

    def _take(self, spoken: Sequence[Spoken], trigger: Optional[Trigger] = None) -> None:
        for statement in spoken:
            if self._may_say(statement):
                candidate = candidate_of(statement, self.turn, self.said)
                self.candidates.append(forced(candidate, trigger) if trigger else candidate)

    def _may_say(self, spoken: Spoken) -> bool:
        """Another member of a group speaks for themselves only."""
        if self.turn.origin == OWNER:
            return True
        return spoken.found.rule.personal and spoken.subject.kind in (USER, MINE, NONE)

    def _statements(self, sentence: Piece) -> List[Spoken]:
        if self.turn.origin == OWNER:
            own = parted(sentence)
            if own:
                mended = self._corrected(own[1], [_asked_text(own[0])])
                if mended:
                    return [_unsaid(self._mended(sentence, mended))]
            mended = self._corrected(sentence, list(self._earlier()))
            if not mended and self.heard:
                mended = beside(sentence, self.heard[-1].text)
            if mended:
                told = self._mended(sentence, mended)
                return [_unsaid(told) if self._take_back(mended) else told]
        return list(self.clauses.statements(sentence))

    def _corrected(self, sentence: Piece, earlier: Sequence[str]) -> Optional[Correction]:
        correction = find_correction(sentence, earlier)
        if correction and correction.text:
            return correction
        if not earlier:
            return None
        whole = piece(trimmed(earlier[0]))
        known = next(ClauseReader(replace(self.turn, text=whole.text), (), self.said).statements(whole), None)
        value = known.found.value if known else ""
        right = corrected_value(sentence, value) if whole.text.count(value) == 1 else ""
        return Correction(right, value, whole.text.replace(value, right)) if right else None

    def _take_back(self, correction: Correction) -> bool:
        """Whether what was wrong was said in this turn; it is nothing that anybody held, so it leaves no history."""
        wrong = [s for s in self.heard if correction.wrong.lower() in s.text.lower()][-1:]
        self.candidates = [
            c for c in self.candidates if not any(c.quote in s.text and correction.wrong in c.text for s in wrong)
        ]
        return bool(correction.right and wrong)

    # -- corrections ------------------------------------------------------------------------------------------------

    def _earlier(self) -> Iterator[str]:
        """What the owner said before this sentence, newest first, without the words that asked to keep it."""
        for sentence in reversed(self.heard):
            yield _asked_text(sentence)
        for turn in reversed(self.previous[-LOOK_BACK:]):
            if turn.origin == OWNER:
                for sentence in reversed(sentences_of(turn.text)):
                    if not mood.has_question_mark(sentence.seen):
                        yield _asked_text(sentence)

    def _mended(self, sentence: Piece, correction: Correction) -> Spoken:
        """The earlier statement with the right words, read by the rules so that it has its attribute again."""
        whole = piece(trimmed(correction.text))
        turn = replace(self.turn, text=whole.text)
        known = next(ClauseReader(turn, (), self.said).statements(whole), None)
        start, end = sentence.start, sentence.end
        if known is None:
            # What names its own subject tells how things are from now on, and has its place by topic.
            rule = CORRECTION if correction.right else replace(CORRECTION, category=topic_of(whole.seen))
            return Spoken(Found(rule, corrects=correction.wrong), start, end, whole.text, Subject(NONE))
        found = replace(known.found, corrects=correction.wrong)
        if not correction.wrong:  # both values stand in the text, and neither is the one to replace another by
            found = replace(found, attribute="", value="")
        return replace(known, found=found, start=start, end=end, text=whole.text)


def _unsaid(spoken: Spoken) -> Spoken:
    """A statement that ends no other: the Monday that Tuesday corrects in one breath is not the Monday of last year."""
    return replace(spoken, found=replace(spoken.found, corrects=""))


def _asked_part(sentence: Piece, trigger: Trigger) -> Tuple[Optional[Piece], bool]:
    """The sentence of a trigger: "remember to write a letter" asks for no letter now, "write a story: remember…" does."""
    if opens(sentence.seen[: trigger.start]):
        return sentence, False
    part, covered = mood.own_part(sentence)
    return (part, covered) if part is None or part.end - part.start <= trigger.start else (sentence, False)


def _shortened(content: Piece, spoken: Sequence[Spoken]) -> bool:
    """Whether the statements found in an asked-for text are less than its words."""
    spans = [(s.start - content.start, s.end - content.start) for s in spoken]
    return leaves_out(content.text, spans) or any(
        trimmed(s.text) not in content.text for s in spoken if not s.found.corrects
    )


def _says(sentence: Piece, trigger: Trigger) -> bool:
    """Whether what stands before the phrase is a statement."""
    lead = clauses_of(sentence.part(0, trigger.start))
    return any(not (mood.is_filler(c.seen) or mood.asks(c.seen) or mood.requests(c.seen)) for c in lead)


def _asked_text(sentence: Piece) -> str:
    trigger = trigger_in(sentence)
    return sentence.part(*trigger.content).text if trigger and trigger.content != (0, 0) else sentence.text


_INFERS = (
    r"^(?:看来|看起来|听起来|感觉|似乎|我猜|我注意到)(?:您|你)(?:似乎|好像|应该|可能|比较|更|很)*"
    r"(?:喜欢|偏好|习惯|倾向|偏爱|在意|重视)[^,。?]{2,40}"
    r"|^(?:it (?:seems|sounds|looks) like you|you seem to|you appear to|i notice(?:d)? (?:that )?you)"
    r"(?: (?:really|generally|usually|tend to))* (?:prefer|like|enjoy|value|care about|favou?r) [^,.?]{3,60}"
)
_HINTS = ("看", "听", "感觉", "似乎", "我猜", "注意", "like you", "seem", "appear", "notice")


def _inferred(turn: Turn, said: datetime) -> Iterator[Candidate]:
    """What the assistant openly infers about the user (看来你更喜欢…): a belief of 0.4, which can supersede nothing."""
    lowered = turn.text.lower()
    if len(turn.text) > MAX_TURN or not any(hint in lowered for hint in _HINTS):
        return
    for sentence in sentences_of(turn.text):
        if mood.has_question_mark(sentence.seen) or not compiled(_INFERS).match(sentence.seen):
            continue
        quote = clauses_of(sentence)[0].text
        yield Candidate(
            with_dates(trimmed(quote), said),
            quote,
            "belief",
            "preferences",
            "inferred",
            features=("preference", "hedged"),
            entities=entities(quote),
            confidence=0.4,
        )


_YES = (
    r"(?:yes|yeah|yep|yup|exactly|indeed|absolutely|definitely|correct|true|i (?:really |certainly )?do|of course|spot on"
    r"|that's (?:right|true|correct)|that is (?:right|true|correct)|you're right|you are right|you got (?:it|me))\b|right[.!]*$"
    r"|(?:是的|是[啊呀]|对(?![了不于])|没错|的确|确实|当然|正是|你?说对了|说得对|嗯[,]?[是对])"
)
_NO = (
    r"(?:no(?! (?:problem|worries|doubt|idea|need|kidding|matter|rush|thanks))|nope|nah|not (?:really|at all|quite|true|exactly|so|me"
    r"|any ?more)|actually,? (?:no|i (?:don't|hate))|that's (?:not|wrong)|wrong|i (?:really )?(?:don't|do not)|hardly|on the contrary"
    r"|quite the opposite)\b|(?:不[,。!]|不是|不太|不对|不怎么|并不|并没|没有(?:[,。!啊]|$)|才不|错了|哪有|恰恰相反|其实[不没])"
)
_DISLIKES = (
    r"(?:\b(?:hate|dislike|can't stand|cannot stand|detest|loathe|don't (?:really )?(?:like|enjoy|want|care for)"
    r"|not (?:a fan of|into|fond of)|never liked)\b|讨厌|不(?:太|怎么|大)?(?:喜欢|爱|习惯|在意)|受不了|最?烦|恨)"
)
_SURE_YES = r"\bi (?:really |certainly )?do\b|right|true|correct|说[得的]?对|喜欢|确实|的确"
_GUESSED = (
    r"^(?:(?:看来|看起来|听起来|感觉|似乎|我猜|我注意到)(?:您|你)(?:似乎|好像|应该|可能)*"
    r"|(?:it (?:seems|sounds|looks) like you|you seem to|you appear to|i notice(?:d)? (?:that )?you)\s+)"
)


def answer_to_guess(turn: Turn, previous: Sequence[Turn], said: datetime) -> Optional[Answer]:
    """What the owner says to a guess of the assistant's turn just before: "Yes, I do.", "Not really", "I hate running"."""
    before = previous[-1] if previous else None
    if turn.origin != OWNER or before is None or before.origin != ASSISTANT or before.session != turn.session:
        return None
    guess, sentences = next(_inferred(before, said), None), sentences_of(turn.text)
    if guess is None or not sentences or mood.has_question_mark(sentences[0].seen):
        return None
    about = compiled(_GUESSED).sub("", piece(guess.quote).seen)
    last = (
        about.split()[-1] if about.isascii() else compiled(r"^.*?(?:喜欢|偏好|习惯|倾向|偏爱|在意|重视)").sub("", about)
    )
    for sentence in sentences:
        hated = compiled(_DISLIKES).search(sentence.seen)
        if hated and last and last in sentence.seen[hated.end() :] and not mood.supposes(sentence.seen):
            return Answer(guess, False, "", sentence.text)
    first = sentences[0]
    asked = "?" in piece(before.text).seen  # "Yes" may be the answer to a question beside the guess
    if compiled(_NO).match(first.seen) and not asked:
        return Answer(guess, False, "", first.text)
    hedged = compiled(r"\b(?:but|except|only|unless|not|sometimes)\b|但|不过|除了|有时|只").search(first.seen)
    if compiled(_YES).match(first.seen) and not hedged and (not asked or compiled(_SURE_YES).search(first.seen)):
        return Answer(guess, True, _own_words(guess.quote), first.text)
    return None


def _own_words(guess: str) -> str:
    seen = piece(guess).seen
    start = compiled(_GUESSED).match(seen)
    words = guess[start.end() :].strip(" .。!！") if start else ""
    if not words.isascii():
        return "我" + words.replace("您", "我").replace("你", "我") if words else ""
    return "I " + compiled(r"\b[Yy]our\b").sub("my", compiled(r"\byou\b").sub("I", words)) if words else ""


def _once(candidates: Sequence[Candidate]) -> List[Candidate]:
    """Each text once; the one that was asked for stands for its twin."""
    kept: Dict[str, Candidate] = {}
    for candidate in candidates:
        twin = kept.get(candidate.text)
        if twin is None or (candidate.forced or 0) > (twin.forced or 0):
            kept[candidate.text] = candidate
    return list(kept.values())
