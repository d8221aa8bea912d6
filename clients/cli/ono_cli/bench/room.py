"""A room of the load: four players who sit down, deal, reveal, play, sign the end and play again, without an end.

Seat 0 reads the log for all. It trusts the server, for a benchmark does not audit: no fold, no signature is checked.
"""

from __future__ import annotations

from collections import deque
from random import Random
from secrets import token_bytes
from time import perf_counter
from typing import Any, Final, Protocol

from ono_cli.bench.seat import ENTRIES, NOTE, Fields, Seat, is_asked, unpacked
from ono_core.fair.shuffles import context
from ono_core.game import commands as cmd
from ono_core.log.entries import Signed, entry_hash
from ono_net.messages import Again, Create, Door, Enter, Entered, Error, Ping, Pong, Presence, Restart, Reveal, Seen

SEATS: Final = 4
_BORN: Final = 2
"""Entries that a log begins with, the second names the dealer."""


class Driver(Protocol):
    """What a room asks of the load, and tells it."""

    options: dict[str, Any]
    signs: bool
    wilds: frozenset[int]
    deals: bool
    moves: int
    games: int
    stale: int
    times: list[float]

    def came_in(self, room: Room, seat: Seat) -> None:
        """A seat's player is in the room."""

    def asked(self, room: Room) -> None:
        """A seat is asked, and waits for the load to let it act."""


class Game:
    """What is known of the room's present game."""

    def __init__(self, gid: bytes) -> None:
        """Nothing yet."""
        self.gid = gid
        self.head: tuple[int, bytes] = (-1, b"")
        self.newest = b""
        """The entry at the head."""
        self.dealer = b""
        self.is_begun = False
        """Whether the players have begun to sit down."""
        self.seated = 0
        self.asked: Seat | None = None
        self.answered = -1
        """The step of the newest move."""
        self.sent_at = 0.0
        self.flying: deque[tuple[int, float]] = deque()
        """Moves that not all have received: the entry, and when it was sent."""


class Room:
    """A room and its players."""

    def __init__(self, load: Driver, number: int) -> None:
        """Nobody is there yet."""
        self.code = ""
        self.seats = [Seat(n, token_bytes(32), signs=load.signs) for n in range(SEATS)]
        self.is_waiting = False
        self._load = load
        self._chance = Random(number)
        self._game = Game(b"")

    @property
    def is_seated(self) -> bool:
        """Whether all players have their seats."""
        return self._game.seated == SEATS

    # Messages

    def heard(self, seat: Seat, message: bytes) -> None:
        """Act upon what a seat was sent."""
        if message.startswith(ENTRIES):
            self._entries(seat, message)
        elif message.startswith(NOTE):
            self._private(seat, *seat.opened(message))
        elif message:
            self._other(seat, message)
        else:
            seat.hello()

    def _other(self, seat: Seat, raw: bytes) -> None:
        was = seat.session.state
        replies, message = seat.session.receive(raw)
        for reply in replies:
            seat.say(reply)
        if was != seat.session.state:
            self._enter(seat)
        match message:
            case Entered():
                self._entered(seat, message)
            case Presence() if not seat.is_in:
                seat.is_in = True
                self._load.came_in(self, seat)
                self._show(seat)
                self._sit_down()
            case Error():
                raise RuntimeError(f"the server says {message.code}: {message.detail}")
            case Ping(n=n):
                seat.say(Pong(n))
            case None | Door() | Presence() | Restart() | Seen():
                pass
            case _:
                raise RuntimeError(f"not expected: {message!r:.200}")

    def _enter(self, seat: Seat) -> None:
        if not self.code:
            seat.say(Create(self._load.options))
            return
        head = (seat.game, *self._game.head) if seat.game == self._game.gid else None
        seat.say(Enter(head=head, room=self.code))

    def _entered(self, seat: Seat, entered: Entered) -> None:
        self.code = entered.room
        seat.begin(entered.game)
        if seat.number == 0 and self._game.gid != entered.game:
            self._game = Game(entered.game)

    def _entries(self, seat: Seat, message: bytes) -> None:
        if seat.number == 0:
            raws: list[bytes] = unpacked(message)[1]["entries"]
            for raw in raws:
                self._read(raw)
            seat.held = self._game.head[0] + 1
        else:
            seat.held += _count(message)
        if self._game.flying:
            self._note_received()
        if not self._game.is_begun:
            self._sit_down()
        self._think()

    def _private(self, seat: Seat, kind: str, fields: Fields) -> None:
        game = self._game
        if kind == "prompt":
            seat.prompt = fields
            if is_asked(fields) and fields["step"] > game.answered:
                game.asked = seat
                self._think()
            return
        purpose = seat.sent.popleft()
        if refusal := fields["refusal"]:
            self._refused(seat, refusal)
        elif purpose is cmd.Join:
            self._seated()
        elif purpose in MOVES:
            self._load.moves += 1
            game.flying.append((fields["index"], game.sent_at))
            self._note_received()

    def _refused(self, seat: Seat, refusal: Fields) -> None:
        """The table's clock may have been faster than a move: then there is a newer prompt."""
        if refusal["code"] != "stale":
            raise RuntimeError(f"refused: {refusal}")
        self._load.stale += 1
        if seat.prompt["step"] > self._game.answered:
            self._game.asked = seat
            self._think()

    def _note_received(self) -> None:
        flying = self._game.flying
        held = min(seat.held for seat in self.seats)
        while flying and flying[0][0] < held:
            self._load.times.append(perf_counter() - flying.popleft()[1])

    # Sitting down

    def _sit_down(self) -> None:
        """Once all four are there and hold the log's beginning, the first sits down, and hosts."""
        game = self._game
        if game.is_begun or not game.dealer:
            return
        if all(seat.is_in and seat.game == game.gid and seat.held >= _BORN for seat in self.seats):
            game.is_begun = True
            for seat in self.seats:
                seat.meet(game.dealer)
            self._join(self.seats[0])

    def _join(self, seat: Seat) -> None:
        seat.ask(seat.keys.join(f"Player {seat.number}", seat.number), self._game.head)

    def _seated(self) -> None:
        game, load = self._game, self._load
        game.seated += 1
        if game.seated == 1:
            for seat in self.seats[1:]:
                self._join(seat)
        elif game.seated == SEATS and load.deals:
            self.seats[0].ask(cmd.Start(), game.head)

    # The log, as seat 0 reads it

    def _read(self, raw: bytes) -> None:
        body, sig = unpacked(raw)
        index, _, _, _, events, papers, _ = unpacked(body)
        game = self._game
        game.head, game.newest = (index, entry_hash(Signed(body, sig))), raw
        for kind, fields in papers:
            if kind == "sealings":
                number: int = fields["seat"]
                self.seats[number].take_cards(fields["slots"], fields["sealed"])
            elif kind == "commitments":
                self._reveal(fields["k"], [number for number, _, _ in fields["from"]])
        kinds = {kind for kind, _ in events}
        if not kinds.isdisjoint(_TURNING_POINTS):
            self._turn(kinds, dict(events))

    def _reveal(self, k: int, contributors: list[int]) -> None:
        ctx = context(self._game.gid, k, self._game.head[1])
        for number in contributors:
            seat = self.seats[number]
            seat.say(Reveal(ctx=ctx, index=k, k=k, value=seat.keys.chain.link(k)))

    def _turn(self, kinds: set[str], events: dict[str, Fields]) -> None:
        """What the players do beside their moves."""
        game, host = self._game, self.seats[0]
        if "dealer-seated" in kinds:
            game.dealer = events["dealer-seated"]["x25519"]
        if "game-started" in kinds:
            self._load.games += 1
        if not kinds.isdisjoint(_SHOWN):
            for seat in self.seats:
                self._show(seat)
        if "game-ended" in kinds:
            for seat in self.seats:
                seat.cosign(game.head)
        elif "round-ended" in kinds:
            host.ask(cmd.NextRound(), game.head)
        if "sealed" in kinds:
            host.say(Again())

    def _show(self, seat: Seat) -> None:
        """Let the others see which log this player holds, as each does when it has come and when a round turns."""
        if self._game.newest:
            seat.say(Seen(self._game.newest))

    # Moves

    def _think(self) -> None:
        """A seat that is asked waits for the load, once seat 0 has read as much as it has been sent."""
        game = self._game
        if game.asked and not self.is_waiting and game.head[0] + 1 >= game.asked.held:
            self.is_waiting = True
            self._load.asked(self)

    def move(self) -> None:
        """Let the seat that is asked act."""
        game, seat = self._game, self._game.asked
        assert seat, "a seat is asked"
        step = seat.prompt["step"]
        act = seat.answer(self._load.wilds, self._chance)
        game.asked, game.answered, self.is_waiting = None, step, False
        game.sent_at = seat.ask(act, game.head, step)


MOVES: Final = frozenset(cmd.TURN_ACTS)
_SHOWN: Final = frozenset({"round-began", "round-ended"})
"""Events with which a round begins or ends."""
_TURNING_POINTS: Final = frozenset({"dealer-seated", "game-started", "game-ended", "sealed", *_SHOWN})


def _count(message: bytes) -> int:
    """How many entries there are in a message that begins with ``ENTRIES``: an array of up to 15, or of more."""
    first = message[len(ENTRIES)]
    return first & 0x0F if first < 0xA0 else int.from_bytes(message[len(ENTRIES) + 1 : len(ENTRIES) + 3])
