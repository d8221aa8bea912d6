"""The vectors of tournaments: whole ledgers, refusals and faults."""

from typing import Any

import pytest

from ono_core.log.faults import LogFault
from ono_core.tournament.acts import Act
from ono_core.tournament.ledger import ACT_KINDS, ByOrganiser, Ledger, sign_request
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.standings import standings
from ono_core.tournament.state import changed_since
from tests.core.tournament.evening import secret
from tests.vectors import generate_tournament
from tests.vectors.reading import vectors

FILE = vectors("tournament.json")
WHOLE = {one["name"]: [bytes.fromhex(raw) for raw in one["entries"]] for one in FILE["tournaments"]}


def test_the_file_is_what_the_generator_makes() -> None:
    """Run ``python -m tests.vectors.generate_tournament`` after a change."""
    assert generate_tournament.FILE.read_text("utf-8") == generate_tournament.text()


@pytest.mark.parametrize("case", FILE["tournaments"], ids=lambda case: case["name"])
def test_a_whole_tournament(case: dict[str, Any]) -> None:
    """Decided again entry by entry, it comes to the same standings and flags."""
    ledger = Ledger.of(WHOLE[case["name"]])
    assert ledger.tid.hex() == case["tid"]
    assert [one.hex() for one in ledger.hashes] == case["hashes"]
    rows = [[getattr(row, name) for name in row.__struct_fields__] for row in standings(ledger.state)]
    assert [[[*item] if isinstance(item, tuple) else item for item in row] for row in rows] == case["standings"]
    flags = [
        [[one.entry, one.round, one.table] for one in changed_since(ledger.state, drawn)]
        for drawn in ledger.state.rounds
    ]
    assert flags == case["flags"]


@pytest.mark.parametrize("case", FILE["refused"], ids=range(len(FILE["refused"])))
def test_what_is_refused(case: dict[str, Any]) -> None:
    """By its code, and without an entry."""
    ledger = Ledger.of(WHOLE["points"][: case["entries"]], again=False)
    act = read(case["act"])
    cause = sign_request(secret(case["by"]), ledger.tid, 1_000, act) if case["by"] else ByOrganiser(act)
    refusal = ledger.draft(secret("organiser"), ledger.time, cause)
    assert isinstance(refusal, Refusal)
    assert refusal.code == case["code"]


def read(act: list[Any]) -> Act:
    """The act of a vector; its byte strings are hex there."""
    kind, fields = act
    raw = {"identity", "nonce", "seed", "game"}
    return ACT_KINDS.typed(
        [kind, {key: bytes.fromhex(value) if key in raw else value for key, value in fields.items()}]
    )


@pytest.mark.parametrize("case", FILE["faulty"], ids=range(len(FILE["faulty"])))
def test_what_is_a_fault(case: dict[str, Any]) -> None:
    """By its code and the entry."""
    ledger = Ledger.of(WHOLE["points"][: case["entries"]], again=False)
    with pytest.raises(LogFault) as fault:
        ledger.check(bytes.fromhex(case["entry"]))
    assert (fault.value.code, fault.value.index) == (case["code"], case["entries"])
