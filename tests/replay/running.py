"""A simulated game that can be stopped anywhere: players go away, keep their seeds, the server starts again."""

from __future__ import annotations

from collections.abc import Callable

from ono_core.game import events as ev
from ono_core.game.decider import is_over
from ono_core.log.book import Book
from ono_core.log.file import written
from ono_net.player import Player
from ono_net.room import Room, Settings
from ono_net.sim import MOMENT_MS, NAMES, Simulation


class Running(Simulation):
    """A game of players with keys and computers, played step by step. Player n sits in seat n."""

    now: int

    def __init__(self, seed: int, seats: int = 3, keyed: int = 2, level: str = "easy") -> None:
        """The room is open and nobody sits."""
        super().__init__({"preset": "boardflix"}, seats, seed, 0, keyed, level)
        self.silent: set[int] = set()
        """Players who do not send their seeds."""
        for raw in self.raws:
            self._tell(raw)

    def sit(self) -> None:
        """Everybody sits down, and the first shuffle is begun."""
        for player, name in zip(self.players, NAMES, strict=False):
            self.room.arrived(player.keys.identity, self.now)
            self._act(player, player.keys.join(name))
        self._seat_bots()

    def steps(self, count: int) -> None:
        """Go on for so many steps, or to the end."""
        for _ in range(count):
            if not is_over(self.room.state):
                self._step()

    def until(self, reached: Callable[[Room], bool]) -> None:
        """Go on until the table is there."""
        while not reached(self.room):
            self._step()

    def _revealed(self) -> bool:
        """Send the seeds of all but the silent."""
        sent = False
        for number, player in enumerate(self.players):
            reveal = player.due_reveal()
            if reveal and number not in self.silent and self.room.state.shuffle:
                draft = self.room.reveal(player.keys.identity, reveal, self.now)
                sent = sent or draft is not None
                self._write(draft)
        return sent

    def depart(self, number: int) -> Player:
        """The player loses the line; the table and its computer go on."""
        leaver = self.players.pop(number)
        self.room.departed(leaver.keys.identity, self.now)
        return leaver

    def gone_for(self, steps: int) -> None:
        """Player 1 is away for so many steps; the computer plays for it meanwhile."""
        heard = len(self.raws)
        leaver = self.depart(1)
        self.steps(steps)
        for raw in self.raws[heard:]:
            leaver.follow(raw)
        self.players.insert(1, leaver)
        self._write(self.room.arrived(leaver.keys.identity, self.now))

    def restarted(self) -> None:
        """The server starts again from the log alone, an hour later, and everybody comes back."""
        self.now += 3_600_000
        self.room = self.loaded(self.raws)
        self._write(self.room.wake(self.now))
        for player in self.players:
            self._write(self.room.arrived(player.keys.identity, self.now))

    def loaded(self, raws: list[bytes]) -> Room:
        """The room as a server with this table's secret finds it in these entries."""
        return Room.load("SIMU", self._secret("master"), raws, self.now, 5, Settings(pace_ms=MOMENT_MS))

    def ended(self) -> bytes:
        """Play to the end: the file."""
        self.steps(10_000)
        return self.data

    @property
    def data(self) -> bytes:
        """The file so far."""
        return written(self.raws)

    def events(self) -> list[ev.Event]:
        """All events of the log."""
        return [event for entry in Book.of(self.raws).entries for event in entry.events]
