"""What can be recognised in a text without a model: pure functions over strings, no I/O, no clock."""
