"""Measuring what decisions at the card table are worth: text, tables and decisions."""
