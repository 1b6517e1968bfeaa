"""The marks by which this skill knows its own words when it meets them in a session.

A memory that reads sessions sees what it put there itself: recalled blocks, prompts, reports. Without a mark each
round would learn its own last output (D15, D26). The surprising part: the marks are contracts with the past, since
old sessions hold them for ever; add a new one, never change an old one.
"""

from __future__ import annotations

RECALL_TAG = "memory-context"  # recalled memory is injected as <memory-context …>…</memory-context>
REPORT_MARK = "[Silent Agent]"  # the first words of every report of a consolidation
PROMPT_MARK = "<!-- memory-strategy:prompt -->"  # stands in every prompt rendered for a model
