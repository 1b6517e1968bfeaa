#!/usr/bin/env python3
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
"""Turn finished sessions into memories.

Takes --session-log, a session file of any supported host, and reads it without changing it.
Writes with --auto-write true, and prints a report of what was written. A second run over it writes nothing.
Data goes to stdout, words to stderr. Exit 0 done, 1 failed with no file half-written, 2 usage,
4 a model was required and is not to be had, 5 not set up or locked.
"""

import sys

if sys.version_info < (3, 9):
    sys.stderr.write(
        "Python 3.9 or newer is needed; this is %d.%d. Call it with a newer python3.\n" % sys.version_info[:2]
    )
    sys.exit(5)

from memory_strategy.cli.silent_agent import main

if __name__ == "__main__":
    sys.exit(main())
