"""Going for a reversis, or giving it up."""
