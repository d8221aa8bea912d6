"""Which signatures an audit checks: a player who signs the end vouches for every command of its own before it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.log.entries import Entry
from ono_core.log.faults import LogFault
from ono_core.log.file import frames
from ono_net.player import Player
from ono_replay.audit import Report, audit
from ono_replay.report import text
from tests.replay.forging import Change, Game, against, command_of, first, game, of_player


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer."""
    return game(3, 2, 0)


def by_another(played: Game) -> Change:
    """The entry with its command signed by the other player."""

    def changed(entry: Entry) -> Entry:
        command = command_of(entry)
        assert command.seat is not None
        return replace(entry, cause=played.command(command, by=1 - command.seat))

    return changed


def move_of(played: Game, seat: int) -> int:
    """The entry of a play of this seat."""
    return played.index(lambda entry: of_player(entry) and command_of(entry).seat == seat)


def quick(data: bytes) -> Report:
    """The audit that trusts cosignatures."""
    return audit(data, every_signature=False)


def test_all_commands_are_covered_but_the_cosignatures(played: Game) -> None:
    """Where all players signed the end, only the commands that did so are checked one by one."""
    counts, all_counts = quick(played.data).counts, audit(played.data).counts
    assert (counts.signatures, counts.covered) == (2, counts.commands - 2)
    assert (all_counts.signatures, all_counts.covered) == (counts.commands, 0)


def test_both_audits_say_the_same_of_an_honest_log(played: Game) -> None:
    """Only the count of signatures differs."""
    report = quick(played.data)
    assert replace(report, counts=audit(played.data).counts) == audit(played.data)
    assert f"signatures 2, covered {report.counts.covered}" in text(report, "honest")


def test_a_command_is_checked_where_its_player_did_not_sign_the_end(played: Game) -> None:
    """Another player's signature of the end covers none of it."""
    at, signed = move_of(played, 1), played.with_event(ev.Cosigned)
    assert command_of(played.entries[signed]).seat == 0
    changes = {at: by_another(played)}
    report = quick(played.forged(changes, end=signed + 1))
    assert first(report) == ("bad-command-signature", at, "table")
    own = {command_of(entry).seat for entry in played.entries if of_player(entry)}
    assert own == {0, 1}
    assert 0 < report.counts.covered < report.counts.commands - 1


def test_nothing_is_covered_while_a_game_runs(played: Game) -> None:
    """Nobody has signed an end yet."""
    at = move_of(played, 0)
    changes = {at: by_another(played)}
    report = quick(played.forged(changes, end=at + 1))
    assert first(report) == ("bad-command-signature", at, "table")
    assert report.counts.covered == 0


def test_who_signs_the_end_takes_the_commands_before_it_for_its_own(played: Game) -> None:
    """Only the audit of every signature tells that the player's client had not looked."""
    at = move_of(played, 0)
    data = played.forged({at: by_another(played)})
    assert against(audit(data)) == ("bad-command-signature", at, "table")
    assert quick(data).findings == ()


def test_a_false_cosignature_covers_nothing(played: Game) -> None:
    """Each command of that player is checked, and the cosignature is found."""
    at, signed = move_of(played, 0), played.with_event(ev.Cosigned)

    def false(entry: Entry) -> Entry:
        return replace(entry, cause=played.with_act(entry, sig=bytes(64)))

    data = played.forged({at: by_another(played), signed: false})
    found = {(finding.code, finding.index) for finding in quick(data).findings}
    assert {("bad-command-signature", at), ("bad-command-signature", signed)} <= found


def test_the_command_that_cosigns_is_checked_itself(played: Game) -> None:
    """It stands after the end and is covered by nothing."""
    signed = played.with_event(ev.Cosigned)
    data = played.forged({signed: by_another(played)})
    assert first(quick(data)) == ("bad-command-signature", signed, "table")


def test_a_client_refuses_a_command_put_into_its_mouth(played: Game) -> None:
    """So it never signs an end that vouches for what it did not do; another's client goes on."""
    at = move_of(played, 1)
    data = played.forged({at: by_another(played)}, end=at + 1)
    other, own = (Player(player.keys._identity_secret, played.book.gid) for player in played.players)
    raws = [*frames(data)]
    for raw in raws[:at]:
        own.follow(raw)
    with pytest.raises(LogFault) as caught:
        own.follow(raws[at])
    assert (caught.value.code, caught.value.index, len(own.book)) == ("bad-command-signature", at, at)
    for raw in raws:
        other.follow(raw)
    assert len(other.book) == len(raws)
