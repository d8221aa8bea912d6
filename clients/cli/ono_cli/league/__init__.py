"""Many games among engines and computer players, in one process and without a network."""
