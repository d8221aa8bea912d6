"""Faults: a log breaks the protocol. Raised, with the evidence; to blame is the table, if it signed these bytes."""

from __future__ import annotations


class LogFault(Exception):
    """The log is not valid from ``index`` on. ``code`` is one of spec/log.md section 11."""

    def __init__(self, code: str, index: int, evidence: str) -> None:
        """``evidence`` says what was expected and what is there."""
        super().__init__(f"entry {index}: {code}: {evidence}")
        self.code = code
        self.index = index
        self.evidence = evidence
