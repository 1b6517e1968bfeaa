"""One search: postings fetched, scored, spread over neighbours and sessions, lifted by what the question names.

Owns: which postings are read and in what order the steps of `relevance` run. Refuses: documents' text and order of
presentation (`answer`).
One surprising fact: past a budget of entries, terms are not added up but looked up for the candidates that the rarer
terms found; at a million documents that is the difference between 0.75 s and a tenth of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from heapq import nlargest
from operator import itemgetter
from typing import TYPE_CHECKING, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from ..index.columns import unpack_traits
from ..index.corpus import Blocks, Corpus
from ..model import ASSISTANT, OWNER
from ..relevance import blend, bm25, calibrate
from ..relevance.bm25 import OFFSET_BITS, OFFSET_SHIFT, SHAPE_MASK
from ..relevance.question import MAX_TERMS, Question, pairs, reweighted, said_names, telling
from ..relevance.settings import Settings
from ..text.normalise import fold
from ..text.tokenise import terms
from .scope import Test, anything

if TYPE_CHECKING:
    from .meaning import Sense

ENTRIES_ADDED = 20_000  # entries added up one by one: about 4 ms
SHARE_ADDED = 8  # of a large index, an eighth as many as it has documents: fewer cost 5 points of hit@5 at a million
SESSION_ENTRIES = 10_000  # of those, entries that are also added up by session
CANDIDATES = 150  # documents whose surroundings are looked at
SPREAD = 200  # documents, surroundings included, that go on from there
SURE, ENOUGH = 5, 0.7  # the best documents by words, and the share of a question that they had better cover
CHANCE = (0.0, 0.5, 1.0)  # the say of words in common that tell nothing, one thing, more: see `telling`
SHORT = 120  # characters: of a pasted dialogue no document accounts for much, and its words decide all the same
SAME_OCCASION = 24 * 60  # minutes: turns further apart explain nothing of each other


class Found(NamedTuple):
    """A document that answers: its slot, its score, and what each step added to it."""

    slot: int
    score: float
    parts: Mapping[str, float]


def entries_added(documents: int) -> int:
    """How many entries of an index of so many documents a search adds up, rarest terms first."""
    return max(ENTRIES_ADDED, documents // SHARE_ADDED)


class Search:
    """The state of one search; `run` gives the result."""

    def __init__(
        self, corpus: Corpus, question: Question, settings: Settings, test: Test, sense: Optional[Sense] = None
    ) -> None:
        self.corpus, self.settings, self.test, self.sense = corpus, settings, test, sense
        self.cosines: Dict[int, float] = {}
        self.question = reweighted(question, settings, corpus.speakers())
        self.average = sum(s.terms for s in corpus.statistics.values()) / max(1, corpus.count)
        self._saturations = bm25.Saturations(self.average, settings.k1, settings.b)
        self.idfs: Dict[str, float] = {}
        self._shares = blend.shares(settings)
        self._neighbours: Dict[int, Sequence[Tuple[int, float]]] = {}
        self._sessions: Dict[str, Dict[int, int]] = {}
        self.steps: List[Tuple[str, Dict[int, float]]] = []

    def run(self, limit: int) -> List[Found]:
        """The best `limit` documents, best first; equal scores in order of slots."""
        if self.sense:
            self.cosines = self.corpus.vectors.nearest(self.sense.model, self.sense.vector, self.test, CANDIDATES)
        if self.sense and self.sense.mode == "semantic":
            scores = {slot: cosine for slot, cosine in self.cosines.items() if cosine > 0.0}
            self._note("meaning", scores)
        else:
            scores = self._by_words()
        if not scores:
            return self._literal(limit)
        best = sorted(((score, -slot) for slot, score in scores.items()), reverse=True)[:limit]
        return [Found(-negative, score, self._parts(-negative)) for score, negative in best]

    def _share_of_meaning(self, scores: Mapping[int, float]) -> float:
        """The less of a short question any document accounts for by its words, the more its meaning decides; a single
        word in common ("kept") may be chance and has little say.
        """
        if len(self.question.text) > SHORT:
            return self.settings.meaning
        weights, tells = self.question.weights, telling(self.question)
        say = 0.0
        for held in self.corpus.terms(nlargest(SURE, scores, key=lambda slot: scores[slot])).values():
            shared = set(held.split())
            covered = min(1.0, calibrate.coverage(weights, self.idfs, shared) / ENOUGH)
            told = sum(tells.get(term, 0) for term in shared)
            say = max(say, covered if covered == 1.0 else covered * CHANCE[min(2, told)])
        return self.settings.meaning + (1.0 - self.settings.meaning) * (1.0 - say)

    def _by_words(self) -> Dict[int, float]:
        scores = self._own_scores()
        self._note("words", scores)
        if self.sense:  # before scores spread: what a turn means is shared with its neighbours as its words are
            scores = blend.fused(scores, self.cosines, self._share_of_meaning(scores))
            self._note("meaning", scores)
        if not scores:
            return {}
        self._add_pairs(scores)
        self._note("phrases", scores)
        scores = self._spread(scores)
        self._note("neighbours", scores)
        self._add_sessions(scores)
        self._note("session", scores)
        self._add_feedback(scores)
        self._note("feedback", scores)
        self._lift(scores)
        self._note("named", scores)
        return scores

    # -- steps --------------------------------------------------------------------------------------------------------

    def _own_scores(self) -> Dict[int, float]:
        added, looked_up = self._divided()
        scores: Dict[int, float] = defaultdict(float)
        entries = 0
        for term, blocks in added:
            weight = self.idfs[term] * self.question.weights[term]
            bm25.add_entries(scores, blocks, weight, self._saturations)
            entries += sum(len(part) for _, part in blocks)
            if self.settings.session and entries <= SESSION_ENTRIES:
                self._sessions[term] = bm25.session_frequencies(blocks, self.corpus.columns.session)
        test = self.test
        passing = scores.items() if test is anything else [item for item in scores.items() if test(item[0])]
        kept = dict(nlargest(CANDIDATES, passing, key=itemgetter(1)))
        for term, blocks in looked_up:
            self._look_up(kept, term, blocks)
        return kept

    def _divided(self) -> Tuple[List[Tuple[str, Blocks]], List[Tuple[str, Blocks]]]:
        """The question's terms, rarest first: those whose entries are added up, and those that are looked up."""
        wanted = list(self.question.weights)
        most = entries_added(self.corpus.count)
        if self.corpus.count > most // 2 or len(wanted) > MAX_TERMS:
            counted = sorted((n, term) for term, n in self.corpus.frequencies(wanted).items())
            wanted = [term for _, term in counted[:MAX_TERMS]]
        added: List[Tuple[str, Blocks]] = []
        looked_up: List[Tuple[str, Blocks]] = []
        total = 0
        for term in wanted:
            blocks = self.corpus.postings(term)
            holding = sum(len(entries) for _, entries in blocks)
            if not holding:
                continue
            self.idfs[term] = bm25.idf(self.corpus.count, holding, self.settings.idf_power)
            total += holding
            (added if total <= most or not added else looked_up).append((term, blocks))
        return added, looked_up

    def _look_up(self, scores: Dict[int, float], term: str, blocks: Blocks) -> None:
        weight = self.idfs[term] * self.question.weights[term]
        by_block = dict(blocks)
        for slot in scores:
            first = slot >> OFFSET_BITS << OFFSET_BITS
            entries = by_block.get(first)
            if entries is None:
                continue
            wanted = (slot - first) << OFFSET_SHIFT
            at = bisect_left(entries, wanted)
            if at < len(entries) and entries[at] >> OFFSET_SHIFT == slot - first:
                scores[slot] += weight * self._saturations[entries[at] & SHAPE_MASK]

    def _add_pairs(self, scores: Dict[int, float]) -> None:
        together = pairs(self.question, self.idfs) if self.settings.pairs else []
        if together:
            blend.add_pairs(scores, self.corpus.terms(scores), together, self.idfs, self.settings.pairs)

    def _spread(self, scores: Dict[int, float]) -> Dict[int, float]:
        self._look_around(scores)
        spread = blend.smoothed(scores, self._around)
        test = self.test
        passing = spread.items() if test is anything else [i for i in spread.items() if i[0] in scores or test(i[0])]
        return dict(nlargest(SPREAD, passing, key=itemgetter(1)))

    def _around(self, slot: int) -> Sequence[Tuple[int, float]]:
        """The turns of the same occasion that take a share of this one's score, with the share."""
        if slot not in self._neighbours:
            self._look_around([slot])
        return self._neighbours[slot]

    def _look_around(self, slots: Iterable[int]) -> None:
        found = self.corpus.around([s for s in slots if s not in self._neighbours], self._shares, SAME_OCCASION)
        if self.settings.towards_owner:
            found = {slot: [i for i in around if self._origin(i[0]) != ASSISTANT] for slot, around in found.items()}
        self._neighbours.update(found)

    def _origin(self, slot: int) -> str:
        return unpack_traits(self.corpus.columns.traits[slot]).origin

    def _add_sessions(self, scores: Dict[int, float]) -> None:
        corpus, settings = self.corpus, self.settings
        if not settings.session or corpus.session_count < 2:
            return
        session_of = corpus.columns.session
        of_session = blend.session_scores(
            self._sessions, self.question.weights, {session_of[slot] for slot in scores} - {0},
            corpus.session_lengths(), corpus.session_count, corpus.session_terms / corpus.session_count, settings,
        )  # fmt: skip
        for slot in scores:
            scores[slot] += settings.session * of_session.get(session_of[slot], 0.0)

    def _add_feedback(self, scores: Dict[int, float]) -> None:
        if not self.settings.feedback:
            return
        best = self._best(scores, blend.FEEDBACK_DOCUMENTS)
        stored = self.corpus.terms(best)
        texts = [(scores[slot], stored.get(slot, "")) for slot in best]
        more = blend.feedback_terms(texts, set(self.question.weights), self.corpus.frequencies, self.corpus.count)
        found: Dict[int, float] = defaultdict(float)
        for term in more:
            blocks = self.corpus.postings(term)
            holding = sum(len(entries) for _, entries in blocks)
            bm25.add_entries(
                found, blocks, bm25.idf(self.corpus.count, holding, self.settings.idf_power), self._saturations
            )
        within = {slot: score for slot, score in found.items() if slot in scores}
        blend.add_scaled(scores, blend.smoothed(within, self._around), self.settings.feedback / 2)

    def _best(self, scores: Mapping[int, float], most: int) -> List[int]:
        """The slots of the best scores; equal ones by key, since slots depend on how the index came about."""
        least = round(nlargest(most, scores.values())[-1], 9)
        best = [slot for slot, score in scores.items() if round(score, 9) >= least]
        if len(best) > most:
            keys = self.corpus.keys(best)
            best = sorted(best, key=lambda slot: (-round(scores[slot], 9), keys[slot]))[:most]
        return best

    def _lift(self, scores: Dict[int, float]) -> None:
        columns, settings, question = self.corpus.columns, self.settings, self.question
        named = self._for_the_named(scores)
        when = "when" in question.kinds
        favoured = self._favoured_role()
        for slot in scores:
            traits = unpack_traits(columns.traits[slot])
            factor = named.get(slot, 1.0)
            if traits.asks:
                factor *= 1.0 - settings.asking
            if when and traits.timed:
                factor *= 1.0 + settings.dated
            if favoured and (traits.origin == ASSISTANT) == (favoured == ASSISTANT):
                factor *= 1.0 + settings.role
            scores[slot] *= factor
        if question.days:
            gain = settings.day * max(scores.values())
            for slot in scores:
                if blend.on_day(columns.minute[slot], question.days):
                    scores[slot] += gain

    def _for_the_named(self, slots: Iterable[int]) -> Dict[int, float]:
        """What documents gain for those whom the question names: {slot: factor}. It is theirs, said beside them, or
        names them itself; so a store of many conversations keeps other people's out. Memories always pass.
        """
        speakers, names = self._named_speakers()
        if not speakers:
            return {}
        columns, settings = self.corpus.columns, self.settings
        out, strange = {}, []
        for slot in slots:
            if columns.speaker[slot] in speakers:
                out[slot] = (1.0 + settings.speaker) * (1.0 + settings.company)
            elif unpack_traits(columns.traits[slot]).sort != "turn" or any(
                columns.speaker[other] in speakers for other, _ in self._around(slot)
            ):
                out[slot] = 1.0 + settings.company
            else:
                strange.append(slot)
        about = (slot for slot, held in self.corpus.terms(strange).items() if not names.isdisjoint(held.split()))
        out.update(dict.fromkeys(about, 1.0 + settings.company))
        return out

    def _favoured_role(self) -> str:
        """Whose turns answer: the owner's, unless the question asks what the assistant said."""
        if not self.settings.role:
            return ""
        return ASSISTANT if "told by you" in self.question.kinds else OWNER

    def _named_speakers(self) -> Tuple[Set[int], Set[str]]:
        """Those whom the question names, and their names as terms; none when it names everyone."""
        known = self.corpus.speakers()
        words = [word for word in said_names(self.question) if word in known]
        numbers: Set[int] = set().union(*(known[word] for word in words))
        everyone = set().union(*known.values()) if len(known) < 50 else None
        return (set(), set()) if numbers == everyone else (numbers, set(terms(" ".join(words))))

    def lent(self, slots: Iterable[int]) -> Dict[int, str]:
        """The stored terms of the turns whose scores flowed into these, joined: {slot: terms}."""
        slots = list(slots)
        self._look_around(slots)
        lenders = {slot: [other for other, _ in self._around(slot)] for slot in slots}
        stored = self.corpus.terms({other for others in lenders.values() for other in others})
        return {slot: " ".join(stored.get(other, "") for other in others) for slot, others in lenders.items()}

    # -- without terms, and explaining ----------------------------------------------------------------------------------

    def _literal(self, limit: int) -> List[Found]:
        """A question without a known term is looked for as it stands ("don't", "%", half a word): D05, D06."""
        wanted = fold(self.question.text).strip()
        if not wanted:
            return []
        slots = [slot for slot in self.corpus.containing(wanted, 1000) if self.test(slot)]
        return [Found(slot, 1.0, {"literal": 1.0}) for slot in slots[:limit]]

    def _note(self, step: str, scores: Mapping[int, float]) -> None:
        self.steps.append((step, dict(scores)))

    def _parts(self, slot: int) -> Dict[str, float]:
        parts: Dict[str, float] = {}
        before = 0.0
        for step, scores in self.steps:
            now = scores.get(slot, 0.0)
            if now != before:
                parts[step] = now - before
            before = now
        return parts
