"""One question to one model, and every way in which it can fail given a name.

Owns: which provider is meant and what it accepts (`providers`), the call within a total time (`client`, over the wires
in `wire`), finding the answer in what came back (`answers`), the reasons (`failures`), what a run may spend (`budget`)
and answers kept (`cache`). Refuses: deciding what happens without an answer (that is `judge`'s), and prompts.
One surprising fact: importing this package imports no SDK. They cost 0.4 and 1.0 s of CPU and are imported in the call.
"""
