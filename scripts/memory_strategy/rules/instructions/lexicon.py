"""The words of both languages in the form they are looked up in: each word a number whose bits are its classes.

Owns: the classes' bits, what a word is inflected from, phrases by their first two words, Chinese words by their first
character.
Refuses: reading texts (`signs`) and judging them (`shapes`). Surprising: nothing is built before the first text that is
read, and then once, in a few milliseconds.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Dict, FrozenSet, List, NamedTuple, Set, Tuple

from . import chinese as chinese_words
from . import english_acts, english_matters

# Signs that no word is: what a text holds in another form, and what two signs make together (see `signs`).
MADE = "break link number wallet identifier name told consents cue unguarded untold unbound unwarned unchecked approve"
_PAST = dict(
    pair.split(":")
    for pair in "sent:send told:tell kept:keep hid:hide gave:give forgot:forget left:leave ran:run paid:pay got:get "
    "said:say wrote:write made:make".split()
)
Phrase = Tuple[Tuple[str, ...], int]


class Lexicon(NamedTuple):
    """`counts` says how many words a class has; `words` and `characters` give the classes of a word; `phrases` what
    follows a first word, by the second, which is `~` for a gap; `sizes` how long the Chinese words are that begin with
    a character; `idle` those read over."""

    bits: Dict[str, int]
    counts: Dict[str, int]
    words: Dict[str, int]
    phrases: Dict[str, Dict[str, List[Phrase]]]
    characters: Dict[str, int]
    sizes: Dict[str, Tuple[int, ...]]
    idle: FrozenSet[str]

    def mask(self, names: str) -> int:
        """The bits of classes, their names separated by bars or spaces."""
        mask = 0
        for name in re.split(r"[| ]", names):
            mask |= self.bits[name]
        return mask


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon of both languages."""
    english = {**english_acts.ACTS, **english_matters.MATTERS}
    chinese = chinese_words.LEXICON
    names = dict.fromkeys([*english, *chinese, *MADE.split()])
    bits = {name: 1 << i for i, name in enumerate(names)}
    counts = {name: line.count("|") for name, line in (*english.items(), *chinese.items())}
    built = Lexicon(bits, counts, {}, {}, {}, {}, frozenset(chinese_words.IDLE.split("|")))
    for name, line in english.items():
        for entry in line.split("|"):
            first, _, rest = entry.partition(" ")
            if rest:
                second, *others = rest.split(" ")
                built.phrases.setdefault(first, {}).setdefault(second, []).append((tuple(others), bits[name]))
            else:
                built.words[first] = built.words.get(first, 0) | bits[name]
    sizes: Dict[str, Set[int]] = {}
    for name, line in chinese.items():
        for word in line.split("|"):
            built.characters[word] = built.characters.get(word, 0) | bits[name]
    for word in (*built.characters, *built.idle):
        sizes.setdefault(word[0], set()).add(len(word))
    built.sizes.update({first: tuple(sorted(found, reverse=True)) for first, found in sizes.items()})
    return built


@lru_cache(maxsize=4096)
def bases(word: str) -> Tuple[str, ...]:
    """A word and what it may be inflected from, as a verb and as a noun; the word itself first."""
    found = [word, _PAST.get(word, word)]
    if word.endswith(("ies", "ied")):
        found.append(word[:-3] + "y")
    if word.endswith("s"):
        found += [word[:-1], word[:-2] if word.endswith("es") else word]
    for end in ("ed", "ing"):
        if word.endswith(end):
            stem = word[: -len(end)]
            found += [stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem]
    return tuple(dict.fromkeys(base for base in found if len(base) > 2 or base == word))


@lru_cache(maxsize=4096)
def classes_of(word: str) -> int:
    """The classes of a word in whatever form, as bits."""
    words = lexicon().words
    classes = 0
    for base in bases(word):
        classes |= words.get(base, 0)
    return classes
