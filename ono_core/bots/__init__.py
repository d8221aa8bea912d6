"""Computer players: honest ones, that see their own seat's view and nothing else."""

from ono_core.bots.levels import LEVELS, choose, notices, thinking_ms
from ono_core.bots.policy import Answer, Numbers, Policy

__all__ = ["LEVELS", "Answer", "Numbers", "Policy", "choose", "notices", "thinking_ms"]
