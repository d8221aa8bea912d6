"""The audit: what a log proves, what speaks against it, and what nobody can tell yet."""

from ono_replay.audit.checks import CHECKS, audit
from ono_replay.audit.findings import (
    CODES,
    Counts,
    Finding,
    Player,
    Report,
    Verdict,
    exit_code,
)

__all__ = ["CHECKS", "CODES", "Counts", "Finding", "Player", "Report", "Verdict", "audit", "exit_code"]
