"""The checks of an audit in their order, and the audit itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from ono_core.fair.keys import fingerprint
from ono_core.game.state import MOST_SEATS
from ono_core.log.file import NotALog
from ono_core.log.kinds import NeedsNewer
from ono_core.log.proofs import Proofs
from ono_core.log.shares import GivenShare
from ono_core.log.timing import Timing
from ono_replay.audit.cards import contributions, escrowed, papers, unrevealed
from ono_replay.audit.case import Case
from ono_replay.audit.causes import too_early, wrong_cause
from ono_replay.audit.commands import commands
from ono_replay.audit.computers import rerun
from ono_replay.audit.decisions import undecided
from ono_replay.audit.ending import ending, presence
from ono_replay.audit.findings import TABLE, UNKNOWN, Finding, Grade, Player, Report
from ono_replay.audit.form import chain, head
from ono_replay.replay import Step, read

Check = Callable[[Case], Iterator[Finding]]


def moves(case: Case) -> Iterator[Finding]:
    """Judge each entry on the state before it, up to the first that the rules do not give."""
    open_still: dict[str, list[Finding]] = {}
    timing = Timing()
    for step in case.steps:
        found = _judged(case, timing, step)
        timing.take(step.before, step.checked)
        if found and found.grade is Grade.FINDING:
            yield found
        elif found:
            open_still.setdefault(found.code, []).append(found)
        if found and found.code in {"wrong-cause", "undecided"}:
            yield Finding("unchecked", step.index + 1, TABLE, f"entry {step.index} is not one that the rules give")
            break
    yield from map(_together, open_still.values())


def _judged(case: Case, timing: Timing, step: Step) -> Finding | None:
    found = wrong_cause(step) or undecided(case, step)
    return found or too_early(case, timing, step) or rerun(case, step)


def _together(alike: list[Finding]) -> Finding:
    """One finding for all of one code, at the first."""
    first = alike[0]
    return replace(first, evidence=f"{first.evidence}; {len(alike)} entries in all") if len(alike) > 1 else first


GATES: Final[tuple[Check, ...]] = (chain, head)
"""Without these no other check means anything: the first that finds something ends the audit."""

CHECKS: Final[tuple[Check, ...]] = (commands, papers, escrowed, moves, contributions, presence, ending, unrevealed)
"""The other checks, each on its own."""


def audit(data: bytes, *, every_signature: bool = True, shares: Sequence[GivenShare] = ()) -> Report:
    """Everything that a file's bytes prove, and what speaks against it. It never raises.

    Without ``every_signature`` the commands of a player who signed the end are not checked one by one: that signature
    covers them (spec/fairness.md section 5). ``shares`` are those of all players, where the dealer has vanished.
    """
    try:
        return _audited(data, shares, every_signature=every_signature)
    except (NotALog, NeedsNewer) as reason:
        return Report(unreadable=str(reason))
    except Exception as error:  # a bug of ours must not pass for a proof
        return Report(results=(Finding("audit-failed", None, UNKNOWN, f"{type(error).__name__}: {error}"),))


def _audited(data: bytes, shares: Sequence[GivenShare], *, every_signature: bool) -> Report:
    case = Case(data, read(data), every_signature=every_signature)
    if isinstance(case.replay.fault, NeedsNewer):
        raise case.replay.fault
    for gate in GATES:
        found = tuple(gate(case))
        if found:
            return Report(game=case.book.gid, table=_table(case), players=_players(case), results=found)
    if shares:
        case.finish(shares)
    results = tuple(finding for check in CHECKS for finding in check(case))
    book = case.book
    counts, witnessed = case.counts(), _witnessed(case.proofs)
    return Report(book.gid, book.head.hash, _table(case), _players(case), counts, results, witnessed=witnessed)


def _table(case: Case) -> str:
    """The fingerprint of the key that the log names as its table's."""
    return fingerprint(case.book.table) if case.steps else ""


def _players(case: Case) -> tuple[Player, ...]:
    state = case.book.state
    return tuple(
        Player(
            seat,
            holder.name,
            holder.kind,
            "" if holder.kind == "bot" else fingerprint(holder.identity),
            _seeds(case.proofs, seat),
            case.proofs.counts.shuffles,
            seat in state.cosigned,
        )
        for seat, holder in (*((seat, state.seat_at(seat)) for seat in state.taken), *state.witnesses.items())
    )


def _witnessed(proofs: Proofs) -> int:
    """In how many shuffles the seed of a witness was."""
    return sum(any(by >= MOST_SEATS for by, _, _ in proof.reveals) for proof in proofs.shuffles.values())


def _seeds(proofs: Proofs, seat: int) -> int:
    """In how many shuffles the seed of a player or a witness was."""
    return sum(any(by == seat for by, _, _ in proof.reveals) for proof in proofs.shuffles.values())
