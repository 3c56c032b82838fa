"""Compiled simulation of card games: integers in, integers out; imports numba and numpy only."""
