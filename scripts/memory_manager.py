#!/usr/bin/env python3
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
"""Set up, add, show, search, import, export and check a memory folder.

Takes a command: init, add, show, search, bootstrap, import, export, doctor and others; see --help.
A command that changes something says what, and says so only once it is on disk.
Data goes to stdout, words to stderr. Exit 0 done, 1 failed with no file half-written, 2 usage,
4 a model was required and is not to be had, 5 not set up or locked.
"""

import sys

if sys.version_info < (3, 9):
    sys.stderr.write(
        "Python 3.9 or newer is needed; this is %d.%d. Call it with a newer python3.\n" % sys.version_info[:2]
    )
    sys.exit(5)

from memory_strategy.cli.memory_manager import main

if __name__ == "__main__":
    sys.exit(main())
