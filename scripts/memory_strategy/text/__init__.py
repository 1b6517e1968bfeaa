"""Text as such: folding for matching, terms, sentences, tokens, fingerprints, language.

Owns: everything that can be said of a string without knowing who wrote it or when. Refuses: I/O, clocks, meaning.
One surprising fact: index and query share one tokenizer (`tokenise.terms`) by construction, since five memory
tools shipped with two that disagreed (D01).
"""
