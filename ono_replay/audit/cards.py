"""Cards: each paper proves what it should, and whose seeds were in each shuffle (spec/fairness.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ono_core.game import events as ev
from ono_core.game.state import contributors
from ono_core.log.papers import seats_of
from ono_core.log.proofs import ShuffleProof
from ono_replay.audit.case import Case
from ono_replay.audit.findings import TABLE, Finding, seat_name


def papers(case: Case) -> Iterator[Finding]:
    """Commitments, reveals, openings, sealings and the dealer's reveal."""
    fault = case.replay.paper_fault
    if fault:
        yield Finding(fault.code, fault.index, TABLE, fault.evidence)


def escrowed(case: Case) -> Iterator[Finding]:
    """What the players' shares gave in the dealer's place, or why they gave nothing."""
    if case.finished:
        yield case.finished


def contributions(case: Case) -> Iterator[Finding]:
    """Who had no part in a shuffle."""
    for step, event in case.events(ev.ShuffleBegun):
        proof = case.proofs.shuffles.get(event.k)
        if proof:
            yield from _absent(proof, contributors(step.after), step.index, case.closes.get(event.k))


def _absent(proof: ShuffleProof, there: Sequence[int], begun: int, closed: int | None) -> Iterator[Finding]:
    k, asked = proof.begun.k, seats_of(proof.contributors)
    for seat in there:
        if seat not in asked:
            yield Finding("left-out", begun, seat_name(seat), f"no seed asked for shuffle {k}")
    if not proof.closed:
        return
    for seat in sorted(asked - seats_of(proof.reveals)):
        yield Finding("no-reveal", closed, seat_name(seat), f"no seed in shuffle {k}")
    if not proof.reveals:
        yield Finding("uncut", closed, TABLE, f"no seed at all in shuffle {k}")


def unrevealed(case: Case) -> Iterator[Finding]:
    """Shuffles whose secret the dealer still holds, and sealings that only the dealer's last secret can check."""
    for k, proof in sorted(case.proofs.shuffles.items()):
        if not proof.closed:
            yield Finding("unclosed", case.begins.get(k), TABLE, f"shuffle {k}: {_asked(proof)}")
        if not proof.dealer_value:
            yield Finding("unrevealed", case.closes.get(k), TABLE, f"the dealer's link for shuffle {k}")
    opened = case.finished is not None and case.finished.code == "escrowed"
    if case.proofs.sealings and not opened and not case.events(ev.GameEnded):
        yield Finding("sealings-unchecked", None, TABLE, f"{len(case.proofs.sealings)} sealed hands and draws")


def _asked(proof: ShuffleProof) -> str:
    seats = sorted(seats_of(proof.contributors))
    return f"seeds asked of {', '.join(map(seat_name, seats))}" if seats else "no seeds asked for"
