"""The `ono` command."""
