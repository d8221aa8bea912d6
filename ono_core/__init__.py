"""ONO as pure values and functions: rules, fairness, the log; without clock, chance, files or network."""
