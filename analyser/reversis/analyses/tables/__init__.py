"""Probability tables, exact beside simulated."""
