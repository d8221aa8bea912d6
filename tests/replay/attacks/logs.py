"""Attacks on the log as a whole: rows 19 to 21 and 24."""

from __future__ import annotations

from msgspec.structs import replace

from ono_core.fair.keys import sign
from ono_core.fair.transcript import encode, hashed, u64
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.log.book import Book
from ono_core.log.entries import ByPlayer, ByTable, Entry, Signed, entry_body, entry_hash, pair_bytes, state_digest
from ono_core.log.file import written
from ono_replay.replay import read
from tests.replay.attacks.table import Forged, Seen, attack, honest, twin
from tests.replay.forging import Game, of_player, with_event
from tests.replay.running import Running
from tests.vectors import crafted

# Row 19


@attack(19, "seen-unknown", "table", Seen.AT_ONCE)
def move_made_on_the_other_log() -> Forged:
    """The table tells two stories: the next command of who was told the first names a head that is not here."""
    played = honest()
    at = played.index(of_player)
    data = played.edited({at: lambda entry: replace(entry, clock=entry.clock + 1)})
    later = played.index(lambda entry: entry.index > at and isinstance(entry.cause, ByPlayer))
    return Forged(data, later)


@attack(19, "forked", "table", Seen.TWO_LOGS)
def two_logs_that_are_each_good() -> Forged:
    """A server is set back to yesterday's copy and plays on: each log is proven alone."""
    running = Running(3)
    running.sit()
    running.steps(12)
    then = list(running.raws)
    first = running.ended()
    again = Running(3)
    again.sit()
    again.steps(12)
    assert again.raws == then
    again.now += 1
    return Forged(first, len(then), beside=again.ended(), reader=running.players[0].keys._identity_secret)


@twin(19)
def server_started_again() -> bytes:
    """A restart from the newest copy goes on with the same log."""
    running = Running(3)
    running.sit()
    running.steps(12)
    running.restarted()
    return running.ended()


# Row 20


@attack(20, "unsealed", "table", Seen.AT_AUDIT)
def cut_short() -> Forged:
    """Whoever has the file cuts off the end that it does not like."""
    return Forged(written(honest().raws[:-5]), None)


@attack(20, "seen-unknown", "table", Seen.AT_ONCE)
def other_end_under_the_same_signatures() -> Forged:
    """The table changes the last move after the players have signed the end."""
    played = honest()
    at = played.with_event(ev.GameEnded)
    data = played.edited({at: lambda entry: replace(entry, clock=entry.clock + 1)})
    return Forged(data, played.with_event(ev.Cosigned))


@attack(20, "not-cosigned", "seat 0", Seen.AT_AUDIT, "not-cosigned")
def other_end_that_nobody_signed() -> Forged:
    """The table throws the signatures away and seals alone: the log says who did not sign."""
    played = honest()
    at = played.with_event(ev.GameEnded)
    book = Book.of(played.raws[: at + 1])
    sealed = played.entries[played.with_event(ev.Sealed)]
    book.add(book.draft(played.table_secret, sealed.clock, sealed.cause, (ev.Sealed((), (0, 1)),), ()))
    return Forged(written(book.raws()), at + 1)


@attack(20, "undecided", "table", Seen.AT_AUDIT)
def seal_that_names_one_who_did_not_sign() -> Forged:
    """The seal counts a computer among the signers."""
    played = honest()
    at = played.with_event(ev.Sealed)
    return Forged(played.forged({at: with_event(ev.Sealed, by=(0, 1, 2))}), at)


@attack(20, "impossible-event", "table", Seen.AT_ONCE)
def game_goes_on_after_the_seal() -> Forged:
    """The table writes one entry more."""
    played = honest()
    late = played.book.draft(played.table_secret, 10**9, ByTable(cmd.Resume(5)), (ev.Resumed(5),), ())
    return Forged(written([*played.raws, pair_bytes(late.pair)]), len(played.raws))


@twin(20)
def player_who_did_not_stay_to_sign() -> bytes:
    """Somebody leaves before the end: the seal waits, then names it, and no more than that."""
    running = Running(1)
    running.sit()
    running.steps(4)
    running._act(running.players[1], cmd.Leave())
    running.depart(1)
    return running.ended()


# Row 21: the attacker has the file and no key


@attack(21, "wrong-digest", "unknown", Seen.AT_ONCE)
def card_changed() -> Forged:
    """Another colour is named in a file on a disk."""
    played, at, entry = _changed()
    raws = list(played.raws)
    raws[at] = _unsigned(played, replace(entry, digest=played.entries[at].digest))
    return Forged(written(raws), at)


@attack(21, "wrong-previous", "unknown", Seen.AT_ONCE)
def card_and_digest_changed() -> Forged:
    """The same by somebody who can count: the digest fits, the next entry does not follow."""
    played, at, entry = _changed()
    raws = list(played.raws)
    raws[at] = _unsigned(played, entry)
    return Forged(written(raws), at + 1)


@attack(21, "bad-signature", "unknown", Seen.AT_ONCE)
def chain_made_anew_without_the_key() -> Forged:
    """The whole chain after it is made anew: the signatures are those of other bytes."""
    played, at, entry = _changed()
    book = Book.of(played.raws[:at])
    for old in (entry, *played.entries[at + 1 :]):
        drafted = book.draft(bytes(32), old.clock, old.cause, old.events, old.papers)
        pair = Signed(drafted.pair.body, played.book.pairs[old.index].sig)
        book.add(replace(drafted, pair=pair, hash=entry_hash(pair)))
    return Forged(written(book.raws()), len(book) - 1)


def _changed() -> tuple[Game, int, Entry]:
    """A play whose colour is another, with the digest of that."""
    played = honest()
    at = played.index(of_player)
    (shown,) = [event for event in played.entries[at].events if isinstance(event, ev.Played)]
    entry = with_event(ev.Played, colour="R" if shown.colour != "R" else "B")(played.entries[at])
    state = read(played.ending_with(entry)).state(at)
    return played, at, replace(entry, digest=state_digest(state))


def _unsigned(played: Game, entry: Entry) -> bytes:
    """The entry under the signature of the one that it takes the place of."""
    return pair_bytes(Signed(entry_body(entry), played.book.pairs[entry.index].sig))


@attack(21, "wrong-previous", "unknown", Seen.AT_ONCE)
def entry_put_in() -> Forged:
    """An entry signed by a key of one's own."""
    played = honest()
    at = played.index(of_player)
    book = Book.of(played.raws[:at])
    own = book.draft(bytes(32), book.clock, ByTable(cmd.Resume(5)), (ev.Resumed(5),), ())
    moved = [entry_body(replace(entry, index=entry.index + 1)) for entry in played.entries[at:]]
    later = [pair_bytes(Signed(body, pair.sig)) for body, pair in zip(moved, played.book.pairs[at:], strict=True)]
    return Forged(written([*book.raws(), pair_bytes(own.pair), *later]), at + 1)


@attack(21, "wrong-index", "unknown", Seen.AT_ONCE)
def entry_taken_out() -> Forged:
    """A missing entry shows in the next one."""
    played = honest()
    at = played.index(of_player)
    return Forged(written([*played.raws[:at], *played.raws[at + 1 :]]), at)


@attack(21, "wrong-index", "unknown", Seen.AT_ONCE)
def entries_change_places() -> Forged:
    """Two neighbours."""
    played = honest()
    at = played.index(of_player)
    raws = list(played.raws)
    raws[at], raws[at + 1] = raws[at + 1], raws[at]
    return Forged(written(raws), at)


@attack(21, "bad-signature", "unknown", Seen.AT_ONCE)
def last_entry_signed_by_another_key() -> Forged:
    """The end is somebody else's: the table is not accused of it."""
    played = honest()
    last = len(played.raws) - 1
    body = played.book.pairs[last].body
    text = encode("ono1/head", played.book.gid, u64(last), hashed("ono1/body", body))
    return Forged(written([*played.raws[:-1], pair_bytes(Signed(body, sign(bytes(32), text)))]), last)


@twin(21)
def file_copied() -> bytes:
    """A copy of a copy is the log."""
    return bytes(bytearray(honest().data))


# Row 24: a relay has no key


@attack(24, "bad-signature", "unknown", Seen.AT_ONCE)
def signature_of_the_table_made_larger() -> Forged:
    """S + l in the last entry's signature."""
    played = honest()
    last = played.book.pairs[-1]
    larger = pair_bytes(Signed(last.body, crafted.above_the_group(last.sig)))
    return Forged(written([*played.raws[:-1], larger]), len(played.raws) - 1)


@attack(24, "wrong-previous", "unknown", Seen.AT_ONCE)
def signature_of_an_earlier_entry_made_larger() -> Forged:
    """S + l in the middle: nobody verifies that signature, and the chain covers it."""
    played = honest()
    at = played.index(of_player)
    pair = played.book.pairs[at]
    raws = list(played.raws)
    raws[at] = pair_bytes(Signed(pair.body, crafted.above_the_group(pair.sig)))
    return Forged(written(raws), at + 1)


@attack(24, "wrong-previous", "unknown", Seen.AT_ONCE)
def signature_of_a_command_made_larger() -> Forged:
    """S + l in a command, which is part of its entry's bytes."""
    played = honest()
    at = played.index(of_player)
    entry = played.entries[at]
    assert isinstance(entry.cause, ByPlayer)
    cause = ByPlayer(entry.cause.body, crafted.above_the_group(entry.cause.sig))
    raws = list(played.raws)
    raws[at] = _unsigned(played, replace(entry, cause=cause))
    return Forged(written(raws), at + 1)


@attack(24, "bad-signature", "unknown", Seen.AT_ONCE)
def signature_struck_out() -> Forged:
    """Zeros in its place."""
    *before, last = honest().book.pairs
    return Forged(written([*map(pair_bytes, before), pair_bytes(Signed(last.body, bytes(64)))]), len(before))


@twin(24)
def entries_in_batches() -> bytes:
    """However a relay cuts the stream, the bytes are the log's."""
    data = honest().data
    return b"".join(data[at : at + 1000] for at in range(0, len(data), 1000))
