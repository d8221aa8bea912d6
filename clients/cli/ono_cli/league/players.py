"""Who plays in a league: an engine, or a level of the computer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from time import perf_counter

from msgspec import Struct

from ono_cli.engine.notebook import Notebook
from ono_cli.engine.process import Engine
from ono_cli.link import Happened
from ono_core.bots import Numbers, choose, notices
from ono_core.game import commands as cmd
from ono_core.game.choices import Choices
from ono_net.player import Player


class Moment(Struct, frozen=True):
    """One question: to the player of a seat, with the choices and with chance for who needs some."""

    player: Player
    choices: Choices
    draw: Numbers


class Entrant(ABC):
    """One player of a league, in all its games: ``thought_ms`` is the time of all its ``chosen`` choices on turn."""

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        self.chosen = 0
        self.thought_ms = 0.0

    @property
    @abstractmethod
    def mistakes(self) -> int:
        """How often it gave no good answer."""

    @abstractmethod
    async def hear(self, player: Player, news: Happened) -> None:
        """Note what happened."""

    @abstractmethod
    async def turn(self, now: Moment) -> cmd.Act:
        """What it does on its turn."""

    @abstractmethod
    async def beside(self, now: Moment) -> cmd.Act | None:
        """What it does where it need do nothing, if anything."""

    async def timed_turn(self, now: Moment) -> cmd.Act:
        """Its turn, with the time that it took noted."""
        began = perf_counter()
        act = await self.turn(now)
        self.thought_ms += 1000 * (perf_counter() - began)
        self.chosen += 1
        return act


class Computer(Entrant):
    """A level. As at every table it catches what it notices, and never jumps in."""

    def __init__(self, name: str, level: str) -> None:
        super().__init__(name, level)
        self._level = level

    @property
    def mistakes(self) -> int:
        """None: it chooses among what is offered."""
        return 0

    async def hear(self, player: Player, news: Happened) -> None:
        """It looks at the view, which has all."""

    async def turn(self, now: Moment) -> cmd.Act:
        """Choose from the view alone."""
        return choose(self._level, now.player.view(), now.choices, now.draw)

    async def beside(self, now: Moment) -> cmd.Act | None:
        """Catch who has not called."""
        if "catch" not in now.choices.acts or not notices(self._level, now.draw):
            return None
        return cmd.Catch(*now.choices.catches[0])


class Program(Entrant):
    """An engine."""

    def __init__(self, name: str, engine: Engine) -> None:
        super().__init__(name, "engine")
        self._engine = engine
        self._notebook = Notebook(engine)

    @property
    def mistakes(self) -> int:
        """Those that were told."""
        return self._engine.mistakes

    async def hear(self, player: Player, news: Happened) -> None:
        """Tell the engine with the next question, or at once where a game begins or ends."""
        await self._notebook.hear(player, news)

    async def turn(self, now: Moment) -> cmd.Act:
        """Ask the engine."""
        act = await self._notebook.ask(now.player, now.choices)
        assert act is not None, "on turn nobody can wait"
        return act

    async def beside(self, now: Moment) -> cmd.Act | None:
        """Ask the engine, unless it is on turn: its one question has all."""
        is_on_turn = now.player.state.turn == now.player.seat
        return None if is_on_turn else await self._notebook.ask(now.player, now.choices)
