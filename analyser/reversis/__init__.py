"""Reversis in text: cards, options of the rules, deal records, and a deal told in words."""
