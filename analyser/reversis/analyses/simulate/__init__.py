"""What seats and players get."""
