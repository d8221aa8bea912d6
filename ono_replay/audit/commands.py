"""Commands: signed by the key of their seat, in order, on this history (spec/log.md section 4)."""

from __future__ import annotations

from collections.abc import Iterator

from ono_core.log.admission import objection
from ono_core.log.entries import ByPlayer, Signed
from ono_replay.audit.case import Case, by_table
from ono_replay.audit.findings import Finding

_CODES = {
    "bad-signature": "bad-command-signature",
    "counter-used": "counter-reused",
    "unknown-head": "seen-unknown",
}
"""What the table calls it to the sender -> what it is called once it stands in the log."""


def commands(case: Case) -> Iterator[Finding]:
    """Asks of every command what the table must ask before it decides; the table is to blame for what it logged."""
    for book, step in case.replay.walk():
        cause, said = step.entry.cause, step.checked.said
        if isinstance(cause, ByPlayer) and said:
            refused = objection(book, Signed(cause.body, cause.sig), said)
            if refused:
                seat = "a newcomer" if said.seat is None else f"seat {said.seat}"
                yield by_table(_CODES.get(refused, refused), step, f"command {said.counter} of {seat}: {refused}")
