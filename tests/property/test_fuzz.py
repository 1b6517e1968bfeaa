"""A short form of `make fuzz`: the same readers on the first inputs of a seed, `make fuzz` itself also times every pattern."""

from __future__ import annotations

import random

import pytest

from fuzz import run, targets
from fuzz.mutations import mutated

INPUTS = 60


@pytest.mark.parametrize("name", sorted(targets.TARGETS))
def test_no_bytes_break_a_reader(name):
    """It reads them or refuses them in a sentence, and it comes to an end."""
    rng, seeds = random.Random(f"short/{name}"), targets.seeds_of(name)
    with targets.bench() as bench:
        for data in [*seeds, *(mutated(seeds, rng) for _ in range(INPUTS))]:
            found = run.tried(name, bench, data, timed=False)
            assert found is None, f"{found.why}\n{found.data[:300]!r}"


def test_a_runaway_pattern_is_noticed():
    """The check has teeth."""
    from re import compile as compiled

    from fuzz import patterns

    texts = list(patterns.near_misses(r"(?:a+)+b", 0, 28))
    assert any(text.startswith("aaaa") for text in texts)
    assert any(patterns.seconds(compiled(r"(?:a+)+b").match, "a" * 40 + "\x01") >= patterns.LIMIT for _ in range(1))
