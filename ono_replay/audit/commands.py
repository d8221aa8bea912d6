"""Commands: signed by the key of their seat, in order, on this history (spec/log.md section 4)."""

from __future__ import annotations

from collections.abc import Iterator

from ono_core.game.commands import Cosign
from ono_core.log.admission import LOGGED, objection, signature_objection
from ono_core.log.book import session_key
from ono_core.log.entries import ByPlayer, Signed, SignedAct
from ono_replay.audit.case import Case, by_table
from ono_replay.audit.findings import Finding, seat_name
from ono_replay.replay import Step


def commands(case: Case) -> Iterator[Finding]:
    """Asks of every command what the table must ask before it decides; the table is to blame for what it logged.

    Unless every signature is asked for, those of a key that signed the end are left out, up to the entry it signed.
    """
    covered_to: dict[bytes, int] = {}
    put_off: list[tuple[Step, SignedAct, bytes]] = []
    for book, step in case.replay.walk():
        said = step.checked.said
        if said is None:
            continue
        may_wait = not (case.every_signature or isinstance(said.act, Cosign))
        refused = objection(book, _signed(step), said, vouched=may_wait)
        session = session_key(book.state, said) or b""
        if refused:
            yield _found(step, said, refused)
        elif isinstance(said.act, Cosign):
            covered_to[session] = said.act.index
        elif may_wait:
            put_off.append((step, said, session))
    for step, said, session in put_off:
        if step.index <= covered_to.get(session, -1):
            case.covered += 1
            continue
        refused = signature_objection(case.book, session, _signed(step), said)
        if refused:
            yield _found(step, said, refused)


def _signed(step: Step) -> Signed:
    cause = step.entry.cause
    assert isinstance(cause, ByPlayer), "the book has read the command of a player only"
    return Signed(cause.body, cause.sig)


def _found(step: Step, said: SignedAct, refused: str) -> Finding:
    seat = "a newcomer" if said.seat is None else seat_name(said.seat)
    return by_table(LOGGED.get(refused, refused), step, f"command {said.counter} of {seat}: {refused}")
