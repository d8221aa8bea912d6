"""Faults: a log or a peer breaks the protocol. Raised, with the evidence, and always naming who is to blame."""

from __future__ import annotations


class LogFault(Exception):
    """The log is not valid from ``index`` on. ``code`` is one of spec/log.md section 10."""

    def __init__(self, code: str, index: int, evidence: str, who: str = "table") -> None:
        """``evidence`` says what was expected and what is there; ``who`` is ``table`` or ``seat n``."""
        super().__init__(f"entry {index}: {code}: {evidence}")
        self.code = code
        self.index = index
        self.evidence = evidence
        self.who = who
