"""Form, chain and head: whether these bytes are those that the table signed; else nothing more can be said."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ono_core.log.entries import entry_is_signed, read_pair
from ono_core.log.faults import LogFault
from ono_core.log.file import frames
from ono_core.log.kinds import BadForm
from ono_replay.audit.case import Case
from ono_replay.audit.findings import TABLE, UNKNOWN, Finding


def chain(case: Case) -> Iterator[Finding]:
    """Every entry is well formed, follows from the one before, and gives the state it says."""
    fault = case.replay.fault
    if isinstance(fault, LogFault):
        yield Finding(fault.code, fault.index, TABLE if _signed_so(case) else UNKNOWN, fault.evidence)


def head(case: Case) -> Iterator[Finding]:
    """The table's key signed the last entry, and through the chain all before it."""
    if not case.book.head_is_signed():
        yield Finding("bad-signature", case.book.head.index, UNKNOWN, "the table's key did not sign these bytes")


def _signed_so(case: Case) -> bool:
    """Whether the table signed both sides of the break, so that it and nobody else made it."""
    book = case.book
    if not book.pairs or not book.head_is_signed():
        return False
    try:
        pair = read_pair(next(islice(frames(case.data), len(book), None)))
    except (BadForm, LogFault):
        return False
    return entry_is_signed(book.table, book.gid, len(book), pair)
