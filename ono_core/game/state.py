"""The public state: what everybody at the table knows, the same for all.

It speaks of slots, not faces. A *slot* is a place in one shuffle: ``256 * k + s`` for place ``s`` of shuffle ``k``.
``opened`` maps the slots that everybody has seen, and that are still in play, to card ids; no other face is in it,
so nothing here needs hiding and its digest can stand in every entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any

from msgspec import Struct

from ono_core.game.faces import Colour

SLOTS_PER_SHUFFLE = 256


@lru_cache(256)
def slots_of(k: int) -> tuple[int, ...]:
    """The slots of shuffle ``k`` by place: always the same objects, since a look-up by the same object is faster."""
    return tuple(range(SLOTS_PER_SHUFFLE * k, SLOTS_PER_SHUFFLE * (k + 1)))


MOST_SEATS = 64
"""Seats are numbered below this, whatever a ruleset allows, so that no event can make the list long."""
MOST_WITNESSES = 8
"""Witnesses are numbered from MOST_SEATS on, so many at most."""


class Phase(StrEnum):
    """What the table waits for."""

    LOBBY = "lobby"
    DEAL = "deal"
    START_COLOUR = "start-colour"
    PLAY = "play"
    DRAWN = "drawn"
    RESPOND = "respond"
    ROUND_OVER = "round-over"
    OVER = "over"
    SEALED = "sealed"


START_COLOUR, PLAY, DRAWN, RESPOND = Phase.START_COLOUR, Phase.PLAY, Phase.DRAWN, Phase.RESPOND
SEALED = Phase.SEALED
"""The phases of a turn, and the last, by themselves: to look one up in its enum takes as long as a small call."""

TURN_PHASES = frozenset({START_COLOUR, PLAY, DRAWN, RESPOND})
"""Phases in which exactly one seat is asked to act, unless a shuffle waits."""
ENDED = frozenset({Phase.OVER, Phase.SEALED})
"""Phases in which the game is over."""


# No value here can be in a cycle, so the collector need not follow them (gc=False): a twentieth of what a move costs.


class Seat(Struct, frozen=True, gc=False):
    """Who sits in a seat: a human with keys (32 bytes each), or a computer with a level; or a witness, with no seat.

    ``away``: the computer acts for it; ``gone``: it was removed, or has left, during the game. Link k - ``base`` of its
    seed chain is for shuffle k.
    """

    kind: str
    name: str
    identity: bytes = b""
    session: bytes = b""
    x25519: bytes = b""
    anchor: bytes = b""
    base: int = 0
    level: str = ""
    version: int = 0
    away: bool = False
    gone: bool = False

    @property
    def is_human(self) -> bool:
        """Whether a player holds keys for it."""
        return self.kind == "human"

    @property
    def by_computer(self) -> bool:
        """Whether the computer acts for it now."""
        return self.kind == "bot" or self.away


class Dispute(Struct, frozen=True, gc=False, array_like=True):
    """What a challenge would be judged by: the colour in force before the play and the slots held right after it."""

    colour: Colour | None
    held: tuple[int, ...]


class Debt(Struct, frozen=True, gc=False, array_like=True):
    """Cards that the seat to act must take or answer, since ``by`` played; ``dispute`` if it may be challenged."""

    total: int
    by: int
    dispute: Dispute | None


class Pile(Struct, frozen=True, gc=False):
    """One shuffle's order, of which so many slots are taken."""

    k: int
    slots: tuple[int, ...]
    taken: int = 0

    @property
    def left(self) -> int:
        """How many cards it still has."""
        return len(self.slots) - self.taken

    def next(self, count: int) -> tuple[int, ...]:
        """So many slots that are drawn next, or as many as there are."""
        return self.slots[self.taken : self.taken + count]

    @property
    def rest(self) -> tuple[int, ...]:
        """The slots still to be drawn, next first."""
        return self.slots[self.taken :]


class Shuffle(Struct, frozen=True, gc=False):
    """A shuffle that waits for reveals: its number, the cards in it that everybody knows, the hidden slots in it."""

    k: int
    cards: tuple[int, ...]
    slots: tuple[int, ...]
    into: str

    @property
    def count(self) -> int:
        """How many cards are being shuffled."""
        return len(self.cards) + len(self.slots)


class Task(Struct, frozen=True, gc=False, array_like=True):
    """One thing that is still to be done before a seat is asked again, such as ``draw`` for a seat."""

    do: str
    seat: int | None = None
    count: int = 0
    why: str = ""


class Exposure(Struct, frozen=True, gc=False, array_like=True):
    """A seat that has not called its last card: ``step`` names the play, ``open`` says whether it can be caught yet."""

    seat: int
    step: int
    open: bool


class Result(Struct, frozen=True, gc=False):
    """How a round ended: who won, if anybody; why; each seat's points left and its place (0 for a vacant seat)."""

    winner: int | None
    why: str
    points: tuple[int, ...]
    places: tuple[int, ...]


class State(Struct, frozen=True, gc=False):
    """The whole public state. Hands are slots in the order received, indexed by seat number; vacant seats have none.

    ``discards`` are slots, the top last. ``playing`` are the seats in the round, rising. By seat number: ``misses``,
    turns that the clock ended in a row, and ``scores``, points over the rounds. ``out`` are seats that reached the
    target of an elimination; ``unfinished`` counts rounds in a row that ended without a winner. ``places`` are the
    game's, once it is over. ``sitting`` are seats that the round's deal leaves out. ``witnesses`` are by number,
    rising; one that has left after the first shuffle stays among them and is ``gone``. ``host`` is a seat or, where the
    game is directed, a witness; ``invited`` are then the identities whose the seats are, by seat number.
    """

    phase: Phase = Phase.LOBBY
    step: int = 0
    round: int = 0
    turns: int = 0
    turn: int | None = None
    direction: int = 1
    colour: Colour | None = None
    drawn: int | None = None
    debt: Debt | None = None
    seats: tuple[Seat | None, ...] = ()
    playing: tuple[int, ...] = ()
    sitting: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    called: tuple[int, ...] = ()
    exposed: tuple[Exposure, ...] = ()
    stuck: int = 0
    misses: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    unfinished: int = 0
    piles: tuple[Pile, ...] = ()
    discards: tuple[int, ...] = ()
    opened: dict[int, int] = {}
    shuffle: Shuffle | None = None
    shuffles: int = 0
    todo: tuple[Task, ...] = ()
    deal_seat: int | None = None
    host: int | None = None
    named_host: bytes | None = None
    options: dict[str, Any] = {}
    deck: tuple[str, ...] = ()
    result: Result | None = None
    places: tuple[int, ...] = ()
    cosigned: tuple[int, ...] = ()
    witnesses: dict[int, Seat] = {}
    invited: tuple[bytes, ...] = ()

    @property
    def taken(self) -> tuple[int, ...]:
        """The numbers of the seats that somebody sits in, rising."""
        return tuple(i for i, seat in enumerate(self.seats) if seat is not None)

    @property
    def pile_left(self) -> int:
        """How many cards can be drawn before the discards are needed."""
        return sum(pile.left for pile in self.piles)

    def seat_at(self, seat: int) -> Seat:
        """Who sits there; LookupError where nobody does."""
        found = self.seats[seat] if 0 <= seat < len(self.seats) else None
        if found is None:
            raise LookupError(f"nobody sits in seat {seat}")
        return found

    def contributor_at(self, number: int) -> Seat:
        """The player of a seat, or the witness with this number that has not left; LookupError where there is none."""
        if number >= MOST_SEATS:
            witness = self.witnesses[number]
            if witness.gone:
                raise LookupError(f"witness {number} has left")
            return witness
        held = self.seat_at(number)
        if not held.is_human:
            raise LookupError(f"no player sits in seat {number}")
        return held

    def neighbour(self, seat: int, places: int = 1) -> int:
        """The seat in the round so many places on from this one, which may have left it, in the direction of play."""
        playing, direction = self.playing, self.direction
        try:
            at = playing.index(seat) + places * direction
        except ValueError:
            at = sum(other < seat for other in playing) + places * direction - (direction > 0)
        return playing[at % len(playing)]

    def exposure(self, seat: int) -> Exposure | None:
        """The call that this seat has missed, if any."""
        return next((one for one in self.exposed if one.seat == seat), None)


def shareholders(state: State) -> tuple[int, ...]:
    """The players among whom the dealer's secret is split, if the options want that and there are two of them."""
    players = tuple(seat for seat in state.taken if state.seat_at(seat).is_human and not state.seat_at(seat).gone)
    return players if state.options.get("escrow") == "n_of_n" and len(players) > 1 else ()


def from_seat(seats: Sequence[int], seat: int) -> int:
    """This seat, or the next to its left that is among them, rising as they are."""
    return next((other for other in seats if other >= seat), seats[0])


def seat_of(state: State, *, session: bytes = b"", identity: bytes = b"") -> int | None:
    """The seat that a session key or an identity key holds."""
    for number, seat in enumerate(state.seats):
        if seat and seat.is_human and (seat.session == session or seat.identity == identity):
            return number
    return None


def next_clockwise(seats: Sequence[int], seat: int) -> int | None:
    """Of these seats, rising, the first after this one, going round; None of none."""
    return next((other for other in seats if other > seat), seats[0] if seats else None)


def present_witnesses(state: State) -> tuple[int, ...]:
    """The numbers of the witnesses that have not left, rising."""
    return tuple(number for number, witness in state.witnesses.items() if not witness.gone)


def contributors(state: State) -> tuple[int, ...]:
    """Whose seeds may cut a shuffle: the seats of players, and the witnesses that have not left, rising."""
    players = tuple(seat for seat in state.taken if state.seat_at(seat).is_human)
    return players + present_witnesses(state) if state.witnesses else players


def contributor_of(state: State, *, session: bytes = b"", identity: bytes = b"") -> int | None:
    """The seat that a session key or an identity key holds, or the number under which it witnesses."""
    seat = seat_of(state, session=session, identity=identity)
    if seat is not None:
        return seat
    for number, witness in state.witnesses.items():
        if not witness.gone and (witness.session == session or witness.identity == identity):
            return number
    return None


_Told = tuple[tuple[str, bool, bool] | None, ...]
_seats_told: tuple[tuple[Seat | None, ...], _Told] = ((), ())
"""The seats that were told last, and as what: they stay the same value from one entry of a game to the next."""


def _told(seats: tuple[Seat | None, ...]) -> _Told:
    global _seats_told  # noqa: PLW0603  # a cache of a pure function, by identity: a digest is made for every entry
    known, told = _seats_told
    if known is not seats:
        told = tuple([(seat.kind, seat.away, seat.gone) if seat else None for seat in seats])
        _seats_told = (seats, told)
    return told


def public(state: State) -> list[Any]:
    """The state as the plain array that the digest is taken over (spec/log.md, State digest)."""
    shuffle, debt = state.shuffle, state.debt
    shown: list[Any] = [
        state.phase, state.step, state.round, state.turns, state.turn, state.direction, state.colour, state.drawn,
        debt and [debt.total, debt.by, debt.dispute and [debt.dispute.colour, debt.dispute.held]],
        _told(state.seats),
        state.playing, state.hands, state.called, [[one.seat, one.step, one.open] for one in state.exposed],
        state.stuck, state.misses, state.scores, state.out, state.unfinished,
        [[pile.k, pile.taken] for pile in state.piles],
        state.discards, list(map(state.opened.get, state.discards)),
        shuffle and [shuffle.k, shuffle.count, shuffle.into],
        [[task.do, task.seat, task.count, task.why] for task in state.todo],
        state.deal_seat, state.host, state.cosigned,
    ]  # fmt: skip
    if state.witnesses:
        shown.append([[number, witness.gone] for number, witness in state.witnesses.items()])
    if state.invited:
        shown.append(state.invited)
    return shown
