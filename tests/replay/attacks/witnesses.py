"""Attacks on witnesses: rows 42 to 44. The table signs all that it forges; it has no witness's keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from msgspec.structs import replace

from ono_core.fair.keys import sign
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.log.admission import game_end
from ono_core.log.book import Book
from ono_core.log.entries import (
    ByPlayer,
    ByTable,
    Entry,
    Signed,
    final_text,
    pair_bytes,
    read_command,
    sign_command,
)
from ono_core.log.file import written
from ono_core.log.papers import Commitments, Reveals
from ono_net.player import Player
from tests.net.seeds import seal, without_seeds_of, witnesses
from tests.net.table import Table, secret
from tests.replay.attacks.table import Forged, Seen, attack, twin
from tests.replay.forging import with_paper

WITNESS = 64


@cache
def played() -> Table:
    """Two players and a computer, with a witness from the lobby on; sealed."""
    table = Table("Ana", "Ben", bots=1, game="witnessed")
    witnesses(table, "Wil")
    table.start()
    seal(table)
    return table


def index_of(table: Table, kind: type[ev.Event], nth: int = 0) -> int:
    """The entry with the nth event of a kind."""
    entries = table.room.book.entries
    return [entry.index for entry in entries if any(isinstance(event, kind) for event in entry.events)][nth]


def ending_with(table: Table, entry: Entry) -> Forged:
    """The log up to this entry, signed by the table."""
    book = Book.of(table.raws[: entry.index])
    made = book.draft(table.room._secret, entry.clock, entry.cause, entry.events, entry.papers)
    return Forged(written([*book.raws(), pair_bytes(made.pair)]), entry.index)


def changed(kind: type[ev.Event], change: Callable[[Entry], Entry]) -> Forged:
    """The log up to the first entry with an event of this kind, which is changed."""
    table = played()
    return ending_with(table, change(table.room.book.entries[index_of(table, kind)]))


# Row 42


@attack(42, "bad-commitments", "table", Seen.AT_ONCE)
def witness_not_asked() -> Forged:
    """The table begins a shuffle without the one contributor who does not play."""

    def without(paper: Commitments) -> Commitments:
        return replace(paper, contributors=tuple(link for link in paper.contributors if link[0] != WITNESS))

    return changed(ev.ShuffleBegun, with_paper(Commitments, without))


@attack(42, "bad-reveal", "table", Seen.AT_ONCE)
def other_seed_for_the_witness() -> Forged:
    """The table mixes a seed of its own under the witness's number."""
    return changed(ev.ShuffleClosed, with_paper(Reveals, _seeded))


@attack(42, "wrong-order", "table", Seen.AT_ONCE)
def seed_of_the_witness_struck_out() -> Forged:
    """The witness's seed was mixed in, and the papers do not name it."""
    return changed(ev.ShuffleClosed, with_paper(Reveals, lambda paper: Reveals(paper.k, paper.values[:-1])))


def _seeded(paper: Reveals) -> Reveals:
    *others, (seat, index, _) = paper.values
    assert seat == WITNESS
    return Reveals(paper.k, (*others, (seat, index, bytes(32))))


@twin(42)
def witness_who_fell_silent() -> bytes:
    """A witness gave no seed in time, was asked no more, and left."""
    table = Table("Ana", "Ben", bots=1, game="silent witness")
    witnesses(table, "Wil")
    table.does("Ana", cmd.Start())
    without_seeds_of(table, "Wil")
    table.does("Wil", cmd.Leave())
    seal(table)
    return written(table.raws)


# Row 43


@cache
def lobby() -> Table:
    """Two players and a witness in the lobby; Eve follows."""
    table = Table("Ana", "Ben", game="witnesses' lobby")
    witnesses(table, "Wil")
    table.enter("Eve")
    return table


def entered(table: Table, signed: Signed, witness: int, act: cmd.Witness) -> Forged:
    """The log with a witness entered by this command."""
    event = ev.WitnessCame(witness, act.name, act.identity, act.session, act.anchor, act.cert, 0)
    last = table.room.book.entries[-1]
    cause = ByPlayer(signed.body, signed.sig)
    return ending_with(table, replace(last, index=len(table.raws), cause=cause, events=(event,), papers=()))


def asked(table: Table, **changes: bytes) -> tuple[Player, cmd.Witness]:
    """Eve, and her command with changes."""
    eve = table.players["Eve"]
    return eve, replace(eve.witness("Eve"), **changes)


@attack(43, "bad-command-signature", "table", Seen.AT_ONCE)
def witness_entered_by_another_key() -> Forged:
    """The table enters a witness who never asked, with a command that its own key signed."""
    table = lobby()
    eve, act = asked(table)
    said = read_command(eve.signed(act).body)
    return entered(table, sign_command(table.room._secret, table.room.game, said), WITNESS + 1, act)


@attack(43, "undecided", "table", Seen.AT_ONCE)
def witness_entered_without_a_command() -> Forged:
    """A witness comes in an entry of the table's own."""
    table = lobby()
    _, act = asked(table)
    event = ev.WitnessCame(WITNESS + 1, act.name, act.identity, act.session, act.anchor, act.cert, 0)
    last = table.room.book.entries[-1]
    cause = ByTable(cmd.Resume(0))
    return ending_with(table, replace(last, index=len(table.raws), cause=cause, events=(event,), papers=()))


@attack(43, "bad-certificate", "table", Seen.AT_ONCE, "undecided")
def witness_under_anothers_identity() -> Forged:
    """A witness with keys of the table's making claims to be somebody who never vouched for them."""
    table = lobby()
    eve, act = asked(table, identity=Player(secret("Zoe"), table.room.game).keys.identity)
    return entered(table, eve.signed(act), WITNESS + 1, act)


@attack(43, "bad-certificate", "table", Seen.AT_ONCE, "undecided")
def certificate_of_a_player_for_a_witness() -> Forged:
    """The certificate by which one would sit down is none for a witness."""
    table = lobby()
    eve, act = asked(table, cert=table.players["Eve"].keys.cert)
    return entered(table, eve.signed(act), WITNESS + 1, act)


@attack(43, "undecided", "table", Seen.AT_ONCE)
def witness_put_in_anothers_place() -> Forged:
    """Somebody is entered under the number of a witness who is there."""
    table = lobby()
    eve, act = asked(table)
    return entered(table, eve.signed(act), WITNESS, act)


@twin(43)
def witness_with_new_keys() -> bytes:
    """A witness goes on from another device, under its own number."""
    table = Table("Ana", "Ben", game="two devices")
    witnesses(table, "Wil")
    table.start()
    wil = table.players.pop("Wil")
    table.enter("Wil")
    table.players["Wil"].renew()
    assert table.players["Wil"].keys.session != wil.keys.session
    table.does("Wil", table.players["Wil"].witness("Wil"))
    seal(table)
    return written(table.raws)


# Row 44


def signing(other: int, key: str = "Wil") -> Forged:
    """The log in which the witness signs so many entries before the end, by somebody's key."""
    table = played()
    book = table.room.book
    at = next(entry.index for entry in book.entries if any(_is_witness(event) for event in entry.events))
    end = game_end(book)
    assert end is not None
    index = end - other
    head = book.hashes[index]
    wil, signer = table.players["Wil"], Player(secret(key), table.room.game)
    sig = sign(signer.keys.session_secret, final_text(table.room.game, index, head))
    entry = book.entries[at]
    assert isinstance(entry.cause, ByPlayer)
    said = replace(read_command(entry.cause.body), act=cmd.Cosign(index, head, sig))
    signed = sign_command(wil.keys.session_secret, table.room.game, said)
    cosigned = ev.Cosigned(WITNESS, index, head, sig)
    return ending_with(table, replace(entry, cause=ByPlayer(signed.body, signed.sig), events=(cosigned,)))


def _is_witness(event: ev.Event) -> bool:
    return isinstance(event, ev.Cosigned) and event.seat == WITNESS


@attack(44, "seen-unknown", "table", Seen.AT_ONCE)
def witness_signs_another_head() -> Forged:
    """The signature is under an entry before the game's end."""
    return signing(1)


@attack(44, "bad-command-signature", "table", Seen.AT_ONCE)
def end_signed_for_a_witness() -> Forged:
    """Somebody else's signature stands for that of the witness."""
    return signing(0, "Eve")


@twin(44)
def witness_who_does_not_sign() -> bytes:
    """A witness is gone at the end, and the seal names it."""
    table = Table("Ana", "Ben", game="unsigned")
    witnesses(table, "Wil")
    table.start()
    table.plays_on()
    table.leave("Wil")
    del table.players["Wil"]
    seal(table)
    return written(table.raws)
