"""Attacks on the cut: rows 4 to 6, 8, 13, 14 and 39."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from unittest.mock import patch

from msgspec.structs import replace

from ono_core.fair import shuffles
from ono_core.fair.transcript import _values, derived
from ono_core.game import events as ev
from ono_core.log.entries import ByPlayer, ByTable, Entry
from ono_core.log.file import written
from ono_core.log.papers import DealerReveal, Openings, Reveals
from ono_net.room import Draft, Room
from tests.replay.attacks.table import Forged, Seen, attack, honest, twin
from tests.replay.forging import Game, with_event, with_paper
from tests.replay.running import Running

Draw = Callable[[int, int], int]
"""What a client makes of a value of 16 bits when it draws one of so many."""

OTHER = bytes(range(32))
"""What a dealer lays another deck with."""

# Row 4


@attack(4, "bad-opening", "table", Seen.AT_ONCE, "undecided")
def starter_of_another_arrangement() -> Forged:
    """When the seeds are known, the table lays the deck anew so that a better card comes first, and opens that."""
    played = honest()
    at = played.with_event(ev.ShuffleClosed)
    (turned,) = [event for event in played.entries[at].events if isinstance(event, ev.StarterTurned)]
    again = shuffles.arrange(played.book.gid, 1, OTHER, range(108))
    card, salt = again.cards[turned.slot % 256], again.salts[turned.slot % 256]
    assert card != turned.card
    opened = with_paper(Openings, lambda _: Openings(((turned.slot, card, salt),)))
    changed = opened(with_event(ev.StarterTurned, card=card)(played.entries[at]))
    return Forged(played.ending_with(changed), at)


@attack(4, "forked", "table", Seen.TWO_LOGS)
def begun_again_with_another_deck() -> Forged:
    """When the seeds are known, the table begins the shuffle once more with a deck that suits them."""
    running, begun = _begun()
    other = shuffles.arrange(running.room.game, 1, OTHER, range(108))
    with patch("ono_net.dealer.arrange", return_value=other):
        again = _again(running, begun, running.now)
    return Forged(running.data, begun, beside=written(again.book.raws()), reader=_secret(running, 0))


@twin(4)
def closed_with_the_deck_that_was_begun() -> bytes:
    """The same table, which waits for the seeds and takes its first deck."""
    running, _ = _begun()
    return running.ended()


def _begun() -> tuple[Running, int]:
    """A table that waits for the seeds, with the index of the begin."""
    running = Running(1)
    running.sit()
    return running, len(running.raws) - 1


def _secret(running: Running, number: int) -> bytes:
    return running.players[number].keys._identity_secret


def _again(running: Running, begun: int, now: int) -> Room:
    """The begin written once more at another time, and cut with the seeds that came for the first."""
    said = running.room.book.entries[begun].cause
    assert isinstance(said, ByPlayer)
    room = running.loaded(running.raws[:begun])
    room._resume_at = None
    for player in running.players:
        room.arrived(player.keys.identity, running.now)
    draft = room.command(running.players[0].keys.identity, said.body, said.sig, now)
    assert isinstance(draft, Draft)
    room.commit(draft)
    _send_seeds(running, room)
    room.commit(room._close(now + 1))
    return room


def _send_seeds(running: Running, room: Room) -> None:
    """The table takes what the players send for the first begin, and looks at nothing."""
    for seat, player in enumerate(running.players):
        reveal = player.due_reveal()
        assert reveal
        room._reveals[seat] = (seat, reveal.index, reveal.value)


# Row 5


@attack(5, "forked", "table", Seen.TWO_LOGS)
def begin_varied_until_its_cut_suits() -> Forged:
    """The table knows the seeds, moves the begin in time until its computer holds two wilds, and shows that log.

    Who gave a seed has seen the first begin, and has its signature.
    """
    running, begun = _begun()
    tried = (_again(running, begun, running.now + later) for later in count(1))
    suits = next(room for room in tried if _wilds(room) >= 2)
    return Forged(running.data, begun, beside=written(suits.book.raws()), reader=_secret(running, 0))


def _wilds(room: Room) -> int:
    faces = [room.state.deck[room.dealer.faces[slot]] for slot in room.state.hands[2]]
    return sum(face.startswith("W") for face in faces)


@attack(5, "wrong-order", "table", Seen.AT_ONCE)
def order_of_another_time() -> Forged:
    """The order is that of the same seeds under a begin that was never logged."""
    played = honest()
    at = played.with_event(ev.ShuffleClosed)
    (paper,) = [paper for paper in played.entries[at].papers if isinstance(paper, Reveals)]
    mix = shuffles.mix(shuffles.context(played.book.gid, 1, bytes(32)), paper.values)
    return _ordered(played, at, shuffles.order(mix, 108))


def _ordered(played: Game, at: int, order: tuple[int, ...]) -> Forged:
    """The close says another order; what was dealt by the right one stays, so that only the order is wrong."""

    def turned(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByTable)
        closed = with_event(ev.ShuffleClosed, order=order)(entry)
        return replace(closed, cause=ByTable(replace(entry.cause.act, order=order)))

    entry = turned(played.entries[at])
    return Forged(played.ending_with(replace(entry, events=entry.events[:1], papers=entry.papers[:1])), at)


@twin(5)
def close_at_any_time() -> bytes:
    """The table may close whenever it likes: the order stays."""
    played = honest()
    at = played.with_event(ev.ShuffleClosed)
    between = played.entries[at - 1].clock
    assert between < played.entries[at].clock
    return played.forged({at: lambda entry: replace(entry, clock=between)})


# Row 6


@attack(6, "no-reveal", "seat 1", Seen.AT_ONCE, "not-cosigned", "simulated")
def seed_left_out_of_the_cut() -> Forged:
    """The table drops a seed that came. Its owner sees it and does not sign the end; the others miss the seed."""
    close = Room._close

    def dropping(room: Room, now: int) -> Draft:
        room._reveals.pop(1, None)
        return close(room, now)

    with patch.object(Room, "_close", dropping):
        cheated = Game(3, 2, 0)
    assert cheated.players[1].omitted == [1]
    at, owner = cheated.with_event(ev.ShuffleClosed), cheated.players[1]
    return Forged(cheated.data, at, reader=owner.keys._identity_secret)


@attack(6, "wrong-order", "table", Seen.AT_ONCE)
def seed_struck_from_the_papers() -> Forged:
    """The seed was mixed in, and the papers do not name it."""
    played = honest()
    at = played.with_event(ev.ShuffleClosed)
    return Forged(played.forged({at: with_paper(Reveals, lambda paper: Reveals(paper.k, paper.values[1:]))}), at)


@twin(6)
def seed_of_one_who_was_not_asked() -> bytes:
    """A player lost the line before the shuffle: nobody waits for its seed, and the log says so."""
    running = Running(1)
    for player, name in zip(running.players, ("Ana", "Ben"), strict=True):
        running.room.arrived(player.keys.identity, running.now)
        running._act(player, player.keys.join(name))
    running.depart(1)
    running._seat_bots()
    return running.ended()


# Row 8


@attack(8, "no-reveal", "seat 1", Seen.AT_AUDIT)
def seed_kept_back() -> Forged:
    """A player whom the dealer tells of both orders keeps the seed of the one it does not like."""
    running = Running(1)
    running.sit()
    running.silent = {1}
    running.until(lambda room: room.state.shuffle is None)
    closed = len(running.raws) - 1
    return Forged(running.ended(), closed)


@twin(8)
def player_who_was_away() -> bytes:
    """A player is away for some turns, and its seed is in the cut all the same."""
    running = Running(1)
    running.sit()
    running.steps(4)
    running.gone_for(8)
    return running.ended()


# Row 13


@attack(13, "bad-reveal", "table", Seen.AT_ONCE)
def seed_that_is_no_link() -> Forged:
    """A player's seed does not lead to its anchor, and the table takes it."""
    return _revealing(lambda links: ((*links[0][:2], bytes(32)), *links[1:]))


@attack(13, "bad-reveal", "table", Seen.AT_ONCE)
def seed_of_another_shuffle() -> Forged:
    """A link of the right chain, one further on."""
    link = honest().players[0].keys.chain.link(2)
    return _revealing(lambda links: ((links[0][0], 2, link), *links[1:]))


def _revealing(change: Callable[[tuple[tuple[int, int, bytes], ...]], tuple[tuple[int, int, bytes], ...]]) -> Forged:
    played = honest()
    at = played.with_event(ev.ShuffleClosed)
    return Forged(played.forged({at: with_paper(Reveals, lambda paper: Reveals(paper.k, change(paper.values)))}), at)


@attack(13, "bad-dealer-reveal", "table", Seen.AT_ONCE)
def dealers_secret_is_no_link() -> Forged:
    """The dealer's value does not lead to its anchor."""
    return _dealer_reveals(value=bytes(32))


@attack(13, "bad-dealer-reveal", "table", Seen.AT_ONCE)
def other_secret_for_the_sealings() -> Forged:
    """An X25519 secret that is not that of the dealer's key."""
    return _dealer_reveals(x25519=bytes(range(32)))


def _dealer_reveals(**fields: bytes) -> Forged:
    played = honest()
    at = played.with_event(ev.RoundEnded)
    return Forged(played.forged({at: with_paper(DealerReveal, lambda paper: replace(paper, **fields))}), at)


@twin(13)
def seeds_after_one_that_was_missed() -> bytes:
    """A player misses the first shuffle; its seed of the next leads to the anchor over the one that nobody saw."""
    return _missed_then_given()


@cache
def _missed_then_given() -> bytes:
    for seed in range(100):
        running = Running(seed, 6, 3)
        running.sit()
        running.silent = {1}
        running.until(lambda room: room.state.shuffle is None)
        running.silent = set()
        data = running.ended()
        proofs = running.room.proofs
        if any(link[0] == 1 for k in list(proofs.shuffles)[1:] for link in proofs.shuffles[k].reveals):
            return data
    raise AssertionError("no game needs a second shuffle")


# Row 14


@attack(14, "no-reveal", "seat 1", Seen.AT_AUDIT)
def anchor_copied() -> Forged:
    """A player joins with another's anchor and gives the link that the other gave: it is none of its own chain."""
    running = _copying()
    running.until(lambda room: room.state.shuffle is None)
    closed = len(running.raws) - 1
    return Forged(running.ended(), closed)


@attack(14, "bad-reveal", "table", Seen.AT_ONCE)
def copied_link_taken() -> Forged:
    """The same, and the table takes the link."""
    running = _copying()
    _send_seeds(running, running.room)
    with patch("ono_core.log.proofs.Proofs.take"):
        running._write(running.room._close(running.now))
    return Forged(running.data, len(running.raws) - 1)


def _copying() -> Running:
    running = Running(1)
    running.players[1].keys.chain = running.players[0].keys.chain
    running.sit()
    return running


@twin(14)
def same_player_at_two_tables() -> bytes:
    """One identity plays two games of one server: its chains have nothing in common."""
    one, other = honest(), Game(3, 2, 1)
    assert one.players[0].keys.chain.anchor != other.players[0].keys.chain.anchor
    return other.data


# Row 39


@attack(39, "wrong-order", "table", Seen.AT_ONCE)
def remainder_without_rejection() -> Forged:
    """A cut in which a value past the last whole multiple was taken, not skipped."""
    return _biased(_remainder)


@attack(39, "wrong-order", "table", Seen.AT_ONCE)
def fraction_of_the_range() -> Forged:
    """A cut drawn with floats."""
    return _biased(_fraction)


def _biased(draw: Draw) -> Forged:
    running, order = _differing(draw)
    played = Game.of(running)
    return _ordered(played, len(played.raws) - 1, order)


def _differing(draw: Draw) -> tuple[Running, tuple[int, ...]]:
    """A game just cut, and the biased order, which is not its own: one cut in some 26 skips a value."""
    running = _cut(_seed_of(draw))
    return running, _order(running, draw)


@cache
def _seed_of(draw: Draw) -> int:
    games = ((seed, _cut(seed)) for seed in range(300))
    return next(seed for seed, game in games if _order(game, draw) != game.room.proofs.shuffles[1].order)


def _cut(seed: int) -> Running:
    running = Running(seed, 2, 1)
    running.sit()
    running.until(lambda room: room.state.shuffle is None)
    return running


def _order(running: Running, draw: Draw) -> tuple[int, ...]:
    proof = running.room.proofs.shuffles[1]
    return _permuted(_values(derived(proof.mix, "ono1/perm")), proof.count, draw)


def _permuted(values: Iterator[int], n: int, draw: Draw) -> tuple[int, ...]:
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        chosen = draw(next(values), last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _remainder(value: int, choices: int) -> int:
    return value % choices


def _fraction(value: int, choices: int) -> int:
    return int(value / 65536 * choices)


@twin(39)
def value_skipped() -> bytes:
    """The game of the first attack, cut as it should be."""
    running, _ = _differing(_remainder)
    return running.ended()
