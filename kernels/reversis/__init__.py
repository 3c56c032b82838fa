"""Reversis: the rules (RULES.md), dealing, policies, play and settlement over lanes of deals."""
