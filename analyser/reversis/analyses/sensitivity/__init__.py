"""What each option of the rules changes, in payments and in advice."""
