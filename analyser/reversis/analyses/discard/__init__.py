"""What each lay from one hand is worth."""
