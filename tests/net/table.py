"""A room with players around it and a clock in the hand: everything real but the network."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ono_core.bots import choose
from ono_core.fair.transcript import Stream, hashed
from ono_core.game import commands as cmd
from ono_core.game.choices import asked_seat
from ono_core.game.state import TURN_PHASES, Phase
from ono_net.player import Player
from ono_net.room import Answer, Draft, Room, Settings

MASTER = hashed("ono1/test", b"master")
OPTIONS: dict[str, Any] = {"preset": "boardflix"}


def secret(name: str) -> bytes:
    """A test secret of this name."""
    return hashed("ono1/test", name.encode())


class Table:
    """One room, its players by name, and the time in ms."""

    def __init__(
        self,
        *names: str,
        bots: int = 0,
        game: str = "game",
        settings: Settings | None = None,
        options: Mapping[str, Any] = OPTIONS,
    ) -> None:
        """Players of these names enter and sit down in this order; the first hosts and adds the computers."""
        self.now = 1_000
        self.settings = settings or Settings()
        self.room, self.raws = Room.open("TEST", MASTER, options, secret(game), self.now, 0, self.settings)
        self.players: dict[str, Player] = {}
        for name in names:
            self.enter(name)
            self.does(name, self.players[name].keys.join(name))
        for _ in range(bots):
            self.does(names[0], cmd.AddBot("medium", None))

    def enter(self, name: str) -> None:
        """Somebody connects and follows the log from its start."""
        player = self.players.setdefault(name, Player(secret(name), self.room.game))
        for raw in self.raws[len(player.book) :]:
            player.follow(raw)
        self.write(self.room.arrived(player.keys.identity, self.now))

    def leave(self, name: str) -> None:
        """Somebody's connection is lost."""
        self.room.departed(self.players[name].keys.identity, self.now)

    def says(self, name: str, act: cmd.Act) -> Draft | Answer:
        """What the room makes of an act, which is not written yet."""
        signed = self.players[name].signed(act)
        return self.room.command(self.players[name].keys.identity, signed.body, signed.sig, self.now)

    def does(self, name: str, act: cmd.Act) -> Answer:
        """An act that is decided and written."""
        done = self.says(name, act)
        assert isinstance(done, Draft), f"{name} was refused: {done}"
        answer = self.write(done)
        assert answer is not None, "a command has an answer"
        return answer

    def write(self, draft: Draft | None) -> Answer | None:
        """Store, commit and tell everybody."""
        if draft is None:
            return None
        answer = self.room.commit(draft)
        self.raws.append(draft.raw)
        for player in self.players.values():
            player.follow(draft.raw)
        return answer

    def reveals(self, *names: str) -> None:
        """These players answer the open shuffle."""
        for name in names:
            player = self.players[name]
            due = player.due_reveal()
            assert due is not None, f"{name} is not asked for a reveal"
            self.write(self.room.reveal(player.keys.identity, due, self.now))

    def start(self) -> None:
        """The host deals, and everybody reveals until a seat is asked."""
        self.does(next(iter(self.players)), cmd.Start())
        self.cut()

    def cut(self) -> None:
        """Everybody who is asked for a reveal gives it, while a shuffle is open."""
        while self.room.state.shuffle:
            self.reveals(*[name for name, player in self.players.items() if player.due_reveal()])

    def signs(self, name: str) -> None:
        """A player signs the end of the game."""
        due = self.players[name].due_cosign()
        assert due is not None, f"{name} has nothing to sign"
        self.does(name, due)

    def wake(self) -> Draft | None:
        """Go on to the next deadline and do what is due then."""
        due = self.room.next_deadline()
        assert due is not None, "nothing is due"
        self.now = max(self.now, due)
        draft = self.room.wake(self.now)
        self.write(draft)
        return draft

    def moves(self) -> None:
        """Whoever is asked acts as a medium computer would, by command or as the table's computer."""
        state, seat = self.room.state, self.room.asked()
        name = self.name_at(seat)
        if seat is None or name is None or state.seat_at(seat).by_computer:
            self.wake()
            return
        self.does(name, self.thought(name))

    def thought(self, name: str) -> cmd.Act:
        """What a player who is asked does."""
        player, room = self.players[name], self.room
        assert player.seat is not None, "a player who is asked sits"
        draw = Stream(secret(f"{name} {room.state.step}")).draw
        return choose("medium", player.view(), room.choices(player.seat), draw)

    def name_at(self, seat: int | None) -> str | None:
        """The player in a seat."""
        return next((name for name, player in self.players.items() if player.seat == seat is not None), None)

    def plays_on(self, until: int = 10_000) -> None:
        """The game goes on to its end, or for so many entries."""
        stop = len(self.raws) + until
        while self.room.state.phase not in {Phase.OVER, Phase.SEALED} and len(self.raws) < stop:
            if self.room.state.shuffle:
                self.cut()
            else:
                self.moves()

    def turn_of(self, name: str) -> None:
        """The game goes on until this player is asked to play."""
        while asked_seat(self.room.state) != self.players[name].seat or self.room.state.phase is not Phase.PLAY:
            assert self.room.state.phase in TURN_PHASES, "the game is over"
            self.plays_on(until=1)
