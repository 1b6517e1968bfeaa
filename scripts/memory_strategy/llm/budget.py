"""What one run may spend on models: calls and tokens. A batch that always fails cannot run up a bill (D41).

One surprising fact: a call is counted when it starts, by an estimate that is never low, and corrected when the provider
says what it was; a call that hangs has been paid for too.
"""

from __future__ import annotations

from dataclasses import dataclass

from .failures import OVER_BUDGET, Failure


@dataclass
class Budget:
    """The run's allowance and what is used of it."""

    calls: int
    tokens: int
    used_calls: int = 0
    used_tokens: int = 0

    def take(self, tokens: int) -> None:
        """Count a call of about `tokens`.

        Raises: Failure over_budget, and then nothing is counted.
        """
        if self.used_calls >= self.calls:
            raise Failure(OVER_BUDGET, f"{self.used_calls} calls made; llm.max_calls is {self.calls}")
        if self.used_tokens + tokens > self.tokens:
            raise Failure(
                OVER_BUDGET, f"{self.used_tokens} tokens used, {tokens} more wanted; llm.max_tokens is {self.tokens}"
            )
        self.used_calls += 1
        self.used_tokens += tokens

    def correct(self, estimated: int, spent: int) -> None:
        """Put what the provider counted in the place of the estimate (0: it said nothing)."""
        if spent > 0:
            self.used_tokens += spent - estimated
