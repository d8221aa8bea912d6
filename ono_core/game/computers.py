"""Computer players as the rules know them; how they choose is in ``ono_core.bots``."""

from __future__ import annotations

from typing import Final

LEVELS: Final = ("easy", "medium", "hard")
"""Weakest first."""
VERSION: Final = 2
"""The version of what the levels do: it stands in the log, so that an audit asks the one that played."""
TAKE_OVER_LEVEL: Final = "medium"
"""How well the computer plays for a player who is away."""
NAMES: Final = ("Mira", "Kofi", "Ada", "Jun", "Lena", "Tomás", "Wei", "Nadia", "Olu", "Sami")
