"""The layout of a posting: 12 bits offset in its block, 6 bits term frequency, 14 bits document length in terms.

Owns: the numbers that the index packs by and the scores unpack by. Refuses: anything else.
"""

from __future__ import annotations

OFFSET_BITS = 12  # 4,096 documents a block: a frequent term's block is at most 16 KB, rewritten on each addition
LENGTH_BITS = 14
OFFSET_SHIFT = 20
SHAPE_MASK = (1 << OFFSET_SHIFT) - 1  # frequency and length together
MAX_LENGTH = (1 << LENGTH_BITS) - 1
MAX_FREQUENCY = 63
