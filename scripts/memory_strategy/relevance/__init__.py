"""How well a document answers a question: counting, chosen by the data's own shape, with nothing learned.

Owns: settings, term scores, what neighbours, sessions, speakers and days add, and the 0–1 that a caller sees.
Refuses: I/O and clocks; whoever searches fetches postings and passes them in.
One surprising fact: time and importance may only break near-ties (a recency term of 0.25 cost 4 points on updated
facts in the measurements behind these settings), so they multiply within a narrow band.
"""
