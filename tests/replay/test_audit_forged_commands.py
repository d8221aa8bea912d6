"""Forged commands, keys and signatures: each has its code, its entry and its culprit."""

from typing import Any

import pytest
from msgspec.structs import replace

from ono_core.fair.keys import public_key, sign
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.log.entries import ByTable, Entry, certificate_text, pair_bytes
from ono_core.log.file import written
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


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"counter": 1}, "counter-reused"), ({"seen_index": 0, "seen_hash": bytes(32)}, "seen-unknown")],
)
def test_command_replayed_or_from_another_history(played: Game, fields: dict[str, Any], code: str) -> None:
    """A counter used before, or a head that this log does not have."""
    at = played.index(of_player)

    def changed(entry: Entry) -> Entry:
        return replace(entry, cause=played.command(replace(command_of(entry), **fields)))

    report = audit(played.forged({at: changed}))
    assert first(report) == (code, at, "table")


def test_join_with_a_false_certificate(played: Game) -> None:
    """Keys that their identity has not signed."""
    at = played.with_event(ev.Seated)

    def uncertified(entry: Entry) -> Entry:
        return replace(with_event(ev.Seated, cert=bytes(64))(entry), cause=played.with_act(entry, cert=bytes(64)))

    report = audit(played.forged({at: uncertified}))
    assert {(found.code, found.index) for found in report.findings} == {("bad-certificate", at)}


@pytest.mark.parametrize("x25519", [bytes(32), b"\x01" + bytes(31), bytes(31)])
def test_join_with_a_weak_key(played: Game, x25519: bytes) -> None:
    """An X25519 key with which nothing stays secret: it would even stop an honest dealer."""
    at = played.with_event(ev.Seated)
    player = played.players[0].keys
    text_ = certificate_text(player.gid, player.session, x25519, player.chain.anchor)
    cert = sign(player._identity_secret, text_)

    def weak(entry: Entry) -> Entry:
        changed = with_event(ev.Seated, x25519=x25519, cert=cert)(entry)
        return replace(changed, cause=played.with_act(entry, x25519=x25519, cert=cert))

    report = audit(played.forged({at: weak}))
    assert {(found.code, found.index) for found in report.findings} == {("weak-key", at)}


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


def test_entry_after_the_seal(played: Game) -> None:
    """Nothing follows the seal."""
    last = len(played.entries)
    checked = played.book.draft(played.table_secret, 10**9, ByTable(cmd.Resume(5)), (ev.Resumed(5),), ())

    forged = written([*played.raws, pair_bytes(checked.pair)])
    assert against(audit(forged)) == ("impossible-event", last, "table")


def test_signature_of_another_table(played: Game) -> None:
    """The last entry signed by another key: nobody is accused."""
    last = len(played.entries) - 1
    stranger = Game.__new__(Game)
    stranger.__dict__.update(played.__dict__, table_secret=bytes(range(32)))
    assert public_key(stranger.table_secret) != played.book.table
    forged = stranger.ending_in(last, lambda entry: entry)
    assert against(audit(forged)) == ("bad-signature", last, "unknown")


def test_log_signed_anew_by_nobody(played: Game) -> None:
    """Two entries change places: the chain breaks where they stood, and the table is not accused."""
    raws = list(played.raws)
    raws[10], raws[11] = raws[11], raws[10]
    assert against(audit(written(raws)))[:2] == ("wrong-index", 10)


def test_entry_left_out(played: Game) -> None:
    """A missing entry shows in the next one."""
    assert against(audit(written([*played.raws[:10], *played.raws[11:]])))[:2] == ("wrong-index", 10)
