"""Policies on the same deals, in all four seats."""
