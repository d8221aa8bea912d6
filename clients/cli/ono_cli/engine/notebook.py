"""What an engine has still to be told, and the questions that are put to it for its seat."""

from __future__ import annotations

from ono_cli.engine import telling, wire
from ono_cli.engine.process import Engine
from ono_cli.link import Happened
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices
from ono_core.game.state import Phase
from ono_net.player import Player


class Notebook:
    """One engine at one table."""

    def __init__(self, engine: Engine, room: str | None = None) -> None:
        self.engine = engine
        self._room = room
        self._untold: list[wire.Event] = []

    async def hear(self, player: Player, news: Happened) -> None:
        """Note what happened; tell at once that a game begins or is over."""
        begins = any(isinstance(event, ev.GameStarted) for event in news.events)
        if begins:
            self._untold = []
            await self.engine.begin(telling.game(player, self._room))
        self._untold += telling.events(news, player.seat, player.proofs.faces)
        if news.after.phase is Phase.OVER and news.before.phase is not Phase.OVER:
            await self.engine.end(telling.end(self._told(), news.after))

    async def ask(self, player: Player, choices: Choices, ms_left: int | None = None) -> cmd.Act | None:
        """What the engine does, or what is done for it; None to wait. Cancelled, the question is withdrawn."""
        view = player.view()
        options = telling.options(view, choices)
        index = await self.engine.ask(
            wire.Ask(
                id=self.engine.next_id,
                turn=options.turn,
                limit_ms=self.engine.limit_ms if ms_left is None else min(self.engine.limit_ms, ms_left),
                events=self._told(),
                view=telling.table(view, choices),
                choices=options.choices,
                default=options.default,
            )
        )
        return options.acts[index]

    def _told(self) -> tuple[wire.Event, ...]:
        told, self._untold = tuple(self._untold), []
        return told
