"""What a statement is worth, what a conversation changes, and who said so: a model or the rules.

The only place where a model's answer gives way to the rules: item by item, and visibly. Every verdict names its `method`
and, where a model was wanted and not to be had, the `fallback_reason` (`llm.failures.REASONS`).
One surprising fact: nothing here is called under the lock. What a model said is decided first; the store looks again at
what is known when it writes.
"""

from .bench import Bench, Graded, bench
from .verdicts import Verdict

__all__ = ["Bench", "Graded", "Verdict", "bench"]
