"""Each attack that a log shows is found: by its code, at its entry, with who did it; and its honest twin passes."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from ono_core.log.file import frames, written
from ono_core.log.forks import proof_bytes, read_proof
from ono_replay.audit import Verdict, audit
from ono_replay.forks import fork_between
from ono_replay.report import text
from tests.replay.attacks import cards, commands, computers, logs, seeds, witnesses
from tests.replay.attacks.table import ATTACKS, ROWS, TWINS, UNSEEN, Attack, Seen, spec_lines

assert all((cards, commands, computers, logs, seeds, witnesses)), "their attacks are in the table"
FINDS = [attack for attack in ATTACKS if attack.seen is not Seen.TWO_LOGS]
FORKS = [attack for attack in ATTACKS if attack.seen is Seen.TWO_LOGS]


def titled(attack: Attack) -> str:
    """The name of its test."""
    return attack.title


@pytest.mark.parametrize("attack", FINDS, ids=titled)
def test_attack_is_found(attack: Attack) -> None:
    """The finding is the attack's own: nothing is found before it, and nothing that does not follow from it."""
    made = attack.made()
    report = audit(made.data)
    told = {(result.code, result.index, result.who) for result in report.results}
    assert (attack.code, made.index, attack.who) in told, text(report, attack.title)
    for result in report.findings:
        assert result.code in {attack.code, *attack.follows}, text(report, attack.title)
        assert made.index is None or result.index is None or result.index >= made.index, text(report, attack.title)
    assert report.verdict is not Verdict.PROVEN


@pytest.mark.parametrize("attack", FINDS, ids=titled)
def test_attack_is_found_without_every_signature(attack: Attack) -> None:
    """A player's signature of the end stands for those under its moves; its client gives none where one is false."""
    made = attack.made()
    data = made.data
    if attack.code == "bad-command-signature":
        assert made.index is not None
        data = written(islice(frames(data), made.index + 1))
    told = {(result.code, result.index) for result in audit(data, every_signature=False).results}
    assert (attack.code, made.index) in told


@pytest.mark.parametrize("attack", FORKS, ids=titled)
def test_fork_is_proven(attack: Attack) -> None:
    """Two logs side by side give a proof that holds by itself."""
    made = attack.made()
    fork = fork_between(made.data, made.beside)
    assert fork is not None
    assert fork.index == made.index
    assert read_proof(proof_bytes(fork)) == fork
    assert fork.words.startswith(f"fork at {made.index}: ")


@pytest.mark.parametrize("row", sorted(TWINS), ids=lambda row: f"attack {row}: twin: {TWINS[row][0].replace('_', ' ')}")
def test_honest_twin_passes(row: int) -> None:
    """What looks alike and is honest has no finding."""
    report = audit(TWINS[row][1]())
    assert report.findings == (), text(report, TWINS[row][0])
    assert report.verdict in {Verdict.PROVEN, Verdict.REMARKS}, text(report, TWINS[row][0])


def test_every_row_has_attacks_and_a_twin() -> None:
    """No row of the table is a claim only."""
    assert set(ROWS) == {attack.row for attack in ATTACKS} == set(TWINS)


SPEC = (Path(__file__).parents[2] / "ono_core" / "spec" / "fairness.md").read_text("utf-8")


def test_specification_tells_what_finds_each_attack() -> None:
    """Its table of attacks is the one that the tests are made from; the other rows say why no log shows them."""
    attacks = SPEC.partition("### 6.1 Attacks\n")[2].partition("\n## ")[0]
    lines = [line for line in attacks.splitlines() if re.match(r"\| \d", line)]
    assert lines[: len(ROWS)] == spec_lines()
    assert {int(line.split("|")[1]) for line in lines[len(ROWS) :]} == UNSEEN
