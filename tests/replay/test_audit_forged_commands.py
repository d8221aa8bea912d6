"""Forged commands, keys and signatures: each has its code, its entry and its culprit."""

import pytest
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.log.entries import ByTable, Entry
from ono_replay.audit import audit
from tests.replay.forging import Game, against, command_of, first, game, of_player, with_event


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer, one shuffle."""
    return game(3, 2, 0)


def test_command_not_signed_by_its_player(played: Game) -> None:
    """The table makes a move in a player's name."""
    at = played.index(of_player)

    def signed_by_another(entry: Entry) -> Entry:
        command = command_of(entry)
        assert command.seat is not None
        return replace(entry, cause=played.command(command, by=1 - command.seat))

    assert against(audit(played.forged({at: signed_by_another}))) == ("bad-command-signature", at, "table")


def test_table_key_that_must_not_be_used(played: Game) -> None:
    """A table key of small order, under which anybody could sign."""
    weak = b"\x01" + bytes(31)

    def opened(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByTable)
        changed = with_event(ev.LogOpened, table=weak)(entry)
        return replace(changed, cause=ByTable(replace(entry.cause.act, table=weak)))

    assert against(audit(played.ending_in(0, opened))) == ("weak-key", 0, "unknown")


def test_two_dealers(played: Game) -> None:
    """The dealer's chain cannot be changed for another."""
    again = ev.DealerSeated(bytes(32), played.dealer.x25519)
    late = ByTable(cmd.SeatDealer(bytes(32), played.dealer.x25519))
    forged = played.forged({2: lambda entry: replace(entry, cause=late, events=(again,))})
    report = audit(forged)
    assert first(report) == ("bad-form", 2, "table")
    assert ("wrong-cause", 2) in {(found.code, found.index) for found in report.findings}


def test_false_cosignature(played: Game) -> None:
    """A cosignature that the player's key did not make."""
    at = played.with_event(ev.Cosigned)

    def false(entry: Entry) -> Entry:
        return replace(with_event(ev.Cosigned, sig=bytes(64))(entry), cause=played.with_act(entry, sig=bytes(64)))

    assert first(audit(played.forged({at: false}))) == ("bad-command-signature", at, "table")


def test_clock_that_falls(played: Game) -> None:
    """Table time never goes backwards; the table signed both sides, so it is to blame."""
    at = played.index(of_player)
    forged = played.forged({at: lambda entry: replace(entry, clock=0)})
    assert against(audit(forged)) == ("clock-fell", at, "table")
