"""Running tournaments from a terminal, and everything around them."""
