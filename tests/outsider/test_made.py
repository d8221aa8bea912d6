"""Logs signed as they must be, each with one thing wrong that no file among the vectors has."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.outsider.auditor import audit
from tests.outsider.made import Made, mapped, secret, sign
from tests.outsider.proofs import labelled, u64
from tests.outsider.test_outsider import Case, mine, ono_audit, theirs

HOST = ["host-set", {"seat": 0}]


def counter_zero(log: Made) -> None:
    """A key's counter is above 0."""
    log.join("ben", 1, counter=0)


def keys_again(log: Made) -> None:
    """Who left before the game sits down again with the same key, whose counter goes on."""
    log.leave()
    log.join("ana", 0, HOST, counter=3)


def counter_begun_anew(log: Made) -> None:
    """It does not begin anew."""
    log.leave()
    log.join("ana", 0, HOST)


def keys_replaced(log: Made) -> None:
    """New keys in the lobby."""
    log.join("ana", 0, key="other device", rekeys=True)


def replaced_key_signs(log: Made) -> None:
    """The old key gives a command."""
    keys_replaced(log)
    log.leave()


def replaced_key_joins(log: Made) -> None:
    """The old key is to come back."""
    keys_replaced(log)
    log.join("ana", 0, counter=2, rekeys=True)


def seat_of_nobody(log: Made) -> None:
    """A command in the name of a seat that is free."""
    log.leave(seat=1)


def no_seat(log: Made) -> None:
    """A command without a seat that is no `join`."""
    log.leave(seat=None)


def key_of_another(log: Made) -> None:
    """Ben signs for Ana."""
    log.leave(key="ben")


def step_too_many(log: Made) -> None:
    """An act that answers nothing names a step."""
    log.leave(step=3)


def seen_falls(log: Made) -> None:
    """A head below the one that the same key named before."""
    log.add(log.command("ana", 0, 2, ["set_options", {"options": {}}]), [["options-set", {"options": {}}]])
    log.leave(counter=3, seen=0)


def computers_act(log: Made) -> None:
    """A computer acts for a person who is there."""
    log.add(["bot", 0, ["leave", {}]], [["left", {"seat": 0}], ["host-set", {"seat": None}]])


def other_end(log: Made) -> None:
    """A signature of the end that names another entry."""
    sig = sign("ana", labelled("ono1/final", log.gid, u64(1), log.heads[2]))
    named = mapped(index=1, hash=log.heads[2], sig=sig)
    log.add(log.command("ana", 0, 2, ["cosign", named]), [["cosigned", mapped(**named, seat=0)]])


def paper_of(*paper: Any) -> Callable[[Made], None]:
    """A paper that belongs to no event."""
    return lambda log: log.add(["table", ["resume", {"time": 5}]], [["resumed", {"time": 5}]], list(paper))


WRONG: dict[str, tuple[Callable[[Made], None], str | None]] = {
    "nothing": (lambda _: None, None),
    "counter-0": (counter_zero, "counter-reused"),
    "keys-again": (keys_again, None),
    "counter-begun-anew": (counter_begun_anew, "counter-reused"),
    "keys-replaced": (keys_replaced, None),
    "replaced-key-signs": (replaced_key_signs, "bad-command-signature"),
    "replaced-key-joins": (replaced_key_joins, "bad-command-signature"),
    "seat-of-nobody": (seat_of_nobody, "not-seated"),
    "no-seat": (no_seat, "not-seated"),
    "key-of-another": (key_of_another, "bad-command-signature"),
    "step-too-many": (step_too_many, "bad-form"),
    "seen-falls": (seen_falls, "seen-unknown"),
    "computers-act": (computers_act, "wrong-cause"),
    "other-end": (other_end, "seen-unknown"),
    "opening": (paper_of("openings", {"cards": [[256, 1, bytes(32)]]}), "bad-form"),
    "sealing": (paper_of("sealings", {"sealed": b"", "seat": 0, "slots": []}), "bad-form"),
    "reveals": (paper_of("reveals", {"k": 1, "values": []}), "bad-form"),
    "dealers-link": (paper_of("dealer-reveal", mapped(k=1, value=secret("link"), x25519=None)), "bad-form"),
    "escrow": (paper_of("escrow", {"base": 0, "shares": []}), "bad-form"),
}


def made(name: str) -> bytes:
    """A log with this wrong in its last entry."""
    log = Made()
    WRONG[name][0](log)
    return log.packed()


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    """What `ono audit` says of them."""
    folder: Path = tmp_path_factory.mktemp("made")
    for name in WRONG:
        (folder / f"{name}.ono").write_bytes(made(name))
    return ono_audit(sorted(folder.glob("*.ono")))


@pytest.mark.parametrize("name", WRONG)
def test_made(name: str, reports: dict[str, Case]) -> None:
    """Both auditors find it in the last entry, and nothing else."""
    data, code = made(name), WRONG[name][1]
    found = audit(data).findings
    assert {one.code for one in found} == ({code} if code else set())
    assert mine(data) == theirs(reports[f"{name}.ono"])


@pytest.mark.parametrize(("named", "code"), [((0, 1), None), ((1,), "bad-commitments"), ((1, 0), "bad-commitments")])
def test_who_is_asked_for_a_seed(named: tuple[int, ...], code: str | None) -> None:
    """Both players, seats rising: neither is away, and nobody can sleep before the first shuffle."""
    log = Made()
    log.start(*named)
    assert {one.code for one in audit(log.packed()).findings} == ({code} if code else set())


@pytest.mark.parametrize(("seat", "base", "code"), [(0, 1, None), (0, 0, "undecided"), (0, 2, "undecided")])
def test_where_a_new_chain_begins(seat: int, base: int, code: str | None) -> None:
    """Above the base of the old one, and not above the number of shuffles begun."""
    log = Made()
    log.start(0, 1)
    chain = mapped(anchor=secret("new anchor"), base=base)
    log.add(log.command("ana", seat, 3, ["re_anchor", chain]), [["re-anchored", mapped(**chain, seat=seat)]])
    assert {one.code for one in audit(log.packed()).findings} == ({code} if code else set())
