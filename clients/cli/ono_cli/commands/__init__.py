"""One module a command of `ono`, each with ``run``: parsed arguments in, exit code out."""
