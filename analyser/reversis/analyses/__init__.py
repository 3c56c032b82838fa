"""One file a question about Reversis: what to play, what to count, what to show."""
