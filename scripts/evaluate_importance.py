#!/usr/bin/env python3
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
"""Score how much a statement is worth keeping, 1 to 5.

Takes four numbers (--impact, --persistence, --reusability, --decision_basis) or a text (--auto --text).
Prints one JSON document: score, level, storage, stars, dimensions, reasoning, method.
Data goes to stdout, words to stderr. Exit 0 done, 1 failed with no file half-written, 2 usage,
4 a model was required and is not to be had, 5 not set up or locked.
"""

import sys

if sys.version_info < (3, 9):
    sys.stderr.write(
        "Python 3.9 or newer is needed; this is %d.%d. Call it with a newer python3.\n" % sys.version_info[:2]
    )
    sys.exit(5)

from memory_strategy.cli.evaluate_importance import main

if __name__ == "__main__":
    sys.exit(main())
