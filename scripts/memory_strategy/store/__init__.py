"""What lies on disk: files and the lock, the records (the truth), the journal (the raw record of the day), the faces.

The index, which is derived from all of them, has a room of its own beside this one.
"""
