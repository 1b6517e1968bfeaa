"""A short form of `make fuzz`: the same readers on the first inputs of a seed, and every pattern on a text that nearly fits."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz import run, targets
from fuzz.mutations import mutated

ROOT = Path(__file__).resolve().parents[2]
INPUTS = 60


@pytest.mark.parametrize("name", sorted(targets.TARGETS))
def test_no_bytes_break_a_reader(name):
    """It reads them or refuses them in a sentence, and it comes to an end."""
    rng, seeds = random.Random(f"short/{name}"), targets.seeds_of(name)
    with targets.bench() as bench:
        for data in [*seeds, *(mutated(seeds, rng) for _ in range(INPUTS))]:
            found = run.tried(name, bench, data, timed=False)
            assert found is None, f"{found.why}\n{found.data[:300]!r}"


@pytest.mark.skipif(os.name == "nt", reason="no alarm to break a search off with")
def test_no_pattern_runs_away():
    """Every regular expression of the package, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "scripts"), str(ROOT / "tests")])}
    done = subprocess.run(
        [sys.executable, "-m", "fuzz.patterns", "400"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_runaway_pattern_is_noticed():
    """The check has teeth."""
    from re import compile as compiled

    from fuzz import patterns

    texts = list(patterns.near_misses(r"(?:a+)+b", 0, 28))
    assert any(text.startswith("aaaa") for text in texts)
    assert any(patterns.seconds(compiled(r"(?:a+)+b").match, "a" * 40 + "\x01") >= patterns.LIMIT for _ in range(1))
