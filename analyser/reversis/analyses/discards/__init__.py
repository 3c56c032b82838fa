"""What kinds of lays cost and heuristics lose, over random hands."""
