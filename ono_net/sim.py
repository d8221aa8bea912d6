"""Whole games of computer players through the real authority, without network or clock: deterministic from a seed.

Some seats hold keys and play with a computer's brain, signing, revealing and cosigning as a person's client does; the
rest are the table's own computers. Every such log says that it was simulated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ono_core.bots import Numbers, choose
from ono_core.fair.transcript import Stream, derived, u32
from ono_core.game import commands as cmd
from ono_core.game.choices import Choices
from ono_core.game.decider import is_over
from ono_net.player import Player
from ono_net.room import Answer, Draft, Room, Settings

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Juno")
MOMENT_MS = 40
"""Simulated time between one act and the next."""


def simulate(options: dict[str, Any], seats: int, seed: int, game: int, keyed: int, level: str) -> list[bytes]:
    """The raw entries of one sealed game; ``game`` numbers it among those of one seed."""
    return Simulation(options, seats, seed, game, keyed, level).played()


class Simulation:
    """One game under way: ``room`` is the table, ``players`` those with keys, ``raws`` the entries so far."""

    def __init__(self, options: dict[str, Any], seats: int, seed: int, game: int, keyed: int, level: str) -> None:
        """The room is open and nobody sits; ``keyed`` of the seats are for players with keys."""
        self.root = derived(seed.to_bytes(32, "big"), "ono1/sim", u32(game))
        self.now = 0
        self.level = level
        self.seed = seed
        settings = Settings(pace_ms=MOMENT_MS, round_ms=MOMENT_MS)
        self.room, self.raws = Room.open("SIMU", self._secret("master"), options, self._secret("nonce"), 0, 0, settings)
        self.players = [Player(self._secret(f"player-{seat}"), self.room.game) for seat in range(keyed)]
        self.bots = seats - keyed

    def _secret(self, purpose: str) -> bytes:
        return derived(self.root, "ono1/sim-secret", purpose.encode())

    def played(self) -> list[bytes]:
        """Everybody sits down, the game is played, and its end signed."""
        self._begin(NAMES)
        while not is_over(self.room.state):
            self._step()
        return self.raws

    def _begin(self, names: Sequence[str]) -> None:
        for raw in self.raws:
            self._tell(raw)
        self._write(self.room.simulated(self.seed, self.now))
        for player, name in zip(self.players, names, strict=False):
            self.room.arrived(player.keys.identity, self.now)
            self._act(player, player.keys.join(name))
        self._seat_bots()

    def _seat_bots(self) -> None:
        host = self.players[0]
        for _ in range(self.bots):
            self._act(host, cmd.AddBot(self.level, None))
        self._act(host, cmd.Start())

    def _step(self) -> None:
        self.now += MOMENT_MS
        if not (self._revealed() or self._cosigned() or self._moved()):
            self._wake()

    def _wake(self) -> None:
        """Let the time come when the table does something by itself."""
        due = self.room.next_deadline()
        assert due is not None, "a simulated table never waits for nobody"
        self.now = max(self.now, due)
        self._write(self.room.wake(self.now))

    def _revealed(self) -> bool:
        if self.room.state.shuffle is None:
            return False
        for player in self.players:
            reveal = player.due_reveal()
            assert reveal is not None, "every player with keys contributes"
            self._write(self.room.reveal(player.keys.identity, reveal, self.now))
        return True

    def _cosigned(self) -> bool:
        for player in self.players:
            due = player.due_cosign() or player.due_re_anchor()
            if due:
                self._act(player, due)
                return True
        return False

    def _moved(self) -> bool:
        player = self._on_turn()
        if player is None:
            return False
        seat = self.room.state.turn
        self._act(player, choose(self.level, player.view(), self._choices(player), self._chance(f"brain-{seat}")))
        return True

    def _on_turn(self) -> Player | None:
        """The player with keys that is to act now, if one is."""
        seat = self.room.asked()
        return next((player for player in self.players if seat is not None and player.seat == seat), None)

    def _choices(self, player: Player) -> Choices:
        assert player.seat is not None, "a simulated player sits"
        return self.room.choices(player.seat)

    def _chance(self, purpose: str) -> Numbers:
        """Numbers for the present step."""
        return Stream(derived(self._secret(purpose), "ono1/sim-move", u32(self.room.state.step))).draw

    def _act(self, player: Player, act: cmd.Act) -> None:
        signed = player.signed(act)
        done = self.room.command(player.keys.identity, signed.body, signed.sig, self.now)
        assert isinstance(done, Draft), f"a simulated player was refused: {done}"
        self._write(done)

    def _write(self, draft: Draft | Answer | None) -> None:
        if isinstance(draft, Draft):
            self.room.commit(draft)
            self.raws.append(draft.raw)
            self._tell(draft.raw)

    def _tell(self, raw: bytes) -> None:
        for player in self.players:
            player.follow(raw)
