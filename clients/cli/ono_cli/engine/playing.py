"""`ono bot` at a table of a server: an engine's seat, from coming to the room to the last game's verdict."""

from __future__ import annotations

import signal
from collections.abc import Callable
from functools import partial
from typing import Final

import trio
from msgspec import Struct

from ono_cli.engine.notebook import Notebook
from ono_cli.engine.process import Engine, engine
from ono_cli.home import Home
from ono_cli.lines import say
from ono_cli.link import Asked, Happened, News, Notice, Refused, Renewed
from ono_cli.remote import RemoteTable, remote_table
from ono_cli.stop import Exit
from ono_cli.verdict import Shelf, closing
from ono_cli.witnessing import heed
from ono_core.game import commands as cmd
from ono_core.game.choices import Choices
from ono_core.game.state import ENDED, TURN_PHASES, Phase
from ono_net.client import Target
from ono_net.messages import Emoted

MARGIN_MS: Final = 500
"""So long before the table's clock runs out the default is done, for it has a way to go."""
LEAST_MS: Final = 50


class Wish(Struct, frozen=True):
    """What an engine is to do: its command, the time for an answer, how many games, with how many seats to start."""

    name: str
    command: str
    limit_ms: int
    games: int
    start: int | None


async def play(target: Target, home: Home, wish: Wish) -> Exit:
    """Play the games that are wished for; the exit code."""
    code = Exit.INTERRUPTED
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            stop: list[Callable[[], None]] = [nursery.cancel_scope.cancel]
            nursery.start_soon(heed, signals, stop)
            async with (
                engine(wish.name, wish.command, wish.limit_ms) as program,
                remote_table(target, home, wish.name) as link,
            ):
                home.remember_server(target.url)
                seat = BotSeat(link, program, wish, Shelf(None, home.log_path))
                stop.append(partial(seat.leave, Exit.INTERRUPTED))
                nursery.start_soon(seat.watch)
                code = await seat.play(nursery)
            nursery.cancel_scope.cancel()
    return code


class BotSeat:
    """A seat that an engine plays."""

    def __init__(self, link: RemoteTable, program: Engine, wish: Wish, shelf: Shelf) -> None:
        self._code = Exit.DONE
        self._link = link
        self._engine = program
        self._wish = wish
        self._shelf = shelf
        self._notebook = Notebook(program, link.room)
        self._played = 0
        self._open: tuple[Choices, trio.CancelScope] | None = None
        """What the engine is being asked."""
        self._done: Choices | None = None
        """What it was asked last: its answer is under way."""
        self._until: float | None = None
        """When the clock of the table runs out, in seconds of trio's."""
        self._is_refused = False
        """What it chose was refused: once something has happened it is asked again."""
        self._moment: object = None
        """The moment for which the host's act was asked."""

    async def watch(self) -> None:
        """Leave when the engine is gone."""
        await self._engine.gone.wait()
        self.leave(Exit.FINDINGS)

    def leave(self, code: Exit) -> None:
        """Give the seat up; ``play`` ends with this code."""
        self._code = code
        self._link.leave()

    async def play(self, nursery: trio.Nursery) -> Exit:
        """Hear what happens, and let the engine answer, until the seat is left; the exit code."""
        seat = self._link.player.seat
        say(f"room {self._link.room}, seat {seat}: {self._wish.name}")
        for happened in self._link.past:
            await self._notebook.hear(self._link.player, happened)
        self._host()
        self._ask(nursery)
        async for news in self._link.news:
            await self._hear(news)
            if not self._link.news.statistics().current_buffer_used:
                self._host()
                self._ask(nursery)
        self._withdraw()
        if self._link.player.state.phase not in ENDED:
            say("The table was left before the end of the game.")
        return self._code

    async def _hear(self, news: News) -> None:
        match news:
            case Happened():
                if self._is_refused:
                    self._done, self._is_refused = None, False
                await self._notebook.hear(self._link.player, news)
                if news.after.phase is Phase.SEALED and news.before.phase is not Phase.SEALED:
                    self._close()
            case Asked(ms_left):
                self._until = None if ms_left is None else trio.current_time() + ms_left / 1000
            case Refused(words):
                say(f"The table says no: {words}.")
                self._is_refused = True
            case Notice(words):
                say(words)
            case Renewed():
                say("A rematch begins.")
            case Emoted():
                pass

    def _close(self) -> None:
        """A game is sealed: tell its end, then wait for the next or go."""
        ending = closing(self._link, self._shelf)
        for line in ending.lines:
            say(line)
        self._played += 1
        if ending.code:
            self.leave(Exit(ending.code))
        elif self._played == self._wish.games:
            self._link.leave()
        elif self._link.player.seat == self._link.player.state.host:
            self._link.again()

    # What a host does

    def _host(self) -> None:
        """Start the game once enough sit there, and deal the rounds."""
        state, seat = self._link.player.state, self._link.player.seat
        if seat is None or state.host != seat:
            return
        moment = (self._played, state.phase, state.round, len(state.taken))
        starts = state.phase is Phase.LOBBY and self._wish.start is not None and len(state.taken) >= self._wish.start
        if moment != self._moment and (starts or state.phase is Phase.ROUND_OVER):
            self._moment = moment
            self._link.act(cmd.Start() if starts else cmd.NextRound())

    # Questions

    def _ask(self, nursery: trio.Nursery) -> None:
        """Put what may be done now to the engine, and withdraw what may be done no more."""
        choices = self._link.choices
        if self._open and self._open[0] == choices:
            return
        self._withdraw()
        is_open = choices.acts and self._link.player.state.phase in TURN_PHASES
        if is_open and choices != self._done:
            scope = trio.CancelScope()
            self._open = choices, scope
            nursery.start_soon(self._answer, choices, scope)

    def _withdraw(self) -> None:
        if self._open:
            self._open[1].cancel()
            self._open = None

    async def _answer(self, choices: Choices, scope: trio.CancelScope) -> None:
        with scope:
            act = await self._notebook.ask(self._link.player, choices, self._ms_left())
            if scope.cancel_called:
                return
            self._done, self._open = choices, None
            if act is not None:
                self._link.act(act)

    def _ms_left(self) -> int | None:
        if self._until is None or self._link.player.state.turn != self._link.player.seat:
            return None
        return max(LEAST_MS, int(1000 * (self._until - trio.current_time())) - MARGIN_MS)
