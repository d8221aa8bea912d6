"""One game of a league: the authority of every table, in simulated time; only the players take their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ono_cli.league.players import Entrant, Moment
from ono_cli.link import Happened
from ono_core.game.choices import Choices
from ono_core.game.decider import is_over
from ono_net.player import Player
from ono_net.sim import MOMENT_MS, Simulation


class LeagueTable(Simulation):
    """A table at which everybody holds keys; seed and number of the game give the cards."""

    def __init__(self, options: dict[str, Any], seed: int, game: int, entrants: Sequence[Entrant]) -> None:
        """``entrants`` are in the order of seats."""
        super().__init__(options, len(entrants), seed, game, len(entrants), "")
        self._entrants = entrants
        self._news: list[tuple[Entrant, Player, Happened]] = []
        self._passed: dict[int, Choices] = {}
        """Seat -> what it was offered beside and did not take."""

    async def run(self) -> tuple[int, ...]:
        """Play to the seal: the place of each seat."""
        self._begin([entrant.name for entrant in self._entrants])
        while not is_over(self.room.state):
            self.now += MOMENT_MS
            await self._pass_on()
            if not (self._revealed() or self._cosigned() or await self._beside() or await self._turn()):
                self._wake()
        await self._pass_on()
        return self.room.state.places

    def _tell(self, raw: bytes) -> None:
        for entrant, player in zip(self._entrants, self.players, strict=True):
            before = player.state
            events = player.follow(raw)
            self._news.append((entrant, player, Happened(events, before, player.state)))

    async def _pass_on(self) -> None:
        news, self._news = self._news, []
        for entrant, player, happened in news:
            await entrant.hear(player, happened)

    async def _turn(self) -> bool:
        player = self._on_turn()
        if player is None or player.seat is None:
            return False
        now = Moment(player, self._choices(player), self._chance(f"brain-{player.seat}"))
        self._act(player, await self._entrants[player.seat].timed_turn(now))
        return True

    async def _beside(self) -> bool:
        """Whether somebody did what need not be done. A missed call can be caught before the game goes on."""
        for seat in self.room.prompted():
            player, choices = self.players[seat], self.room.choices(seat)
            if not choices.acts or choices == self._passed.get(seat):
                continue
            self._passed[seat] = choices
            act = await self._entrants[seat].beside(Moment(player, choices, self._chance(f"beside-{seat}")))
            if act is not None:
                self._act(player, act)
                return True
        if self.room.state.shuffle is None and any(not missed.open for missed in self.room.state.exposed):
            self._wake()
            return True
        return False
