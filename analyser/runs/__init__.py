"""Runs that last: what was computed of a run, kept in a folder, and what can be done with it."""
