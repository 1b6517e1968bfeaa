"""Memory for an AI agent: what was said, kept in files a person can read, found again in milliseconds.

The package's rooms, low to high (imports go down only; `tests/contract/test_layers.py` holds the table):
errors, model < text < decay, scoring, relevance < rules < config, paths < store < transcripts
< prompts, llm, judge < memory < retrieve, consolidate, maintain, window < cli.

The core imports the standard library alone and runs on Python 3.9 and newer.
"""

__version__ = "1.0.0"
