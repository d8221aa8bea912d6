"""Computer players: honest ones, that see their own seat's view and nothing else."""

from ono_core.bots.levels import LEVELS, choose, thinking_ms
from ono_core.bots.policy import Numbers, Policy

__all__ = ["LEVELS", "Numbers", "Policy", "choose", "thinking_ms"]
