"""The program that directs a tournament: it draws, prepares a room a table, starts it, takes the result from its log.

Whatever it does is asked of the ledger first, and whatever it asked of a server is asked again after a restart by the
same names, so it may be ended at any moment and started again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import trio
from msgspec import Struct

from ono_cli.home import write_file
from ono_cli.tournament.board import board_of
from ono_cli.tournament.desk import Desk
from ono_cli.tournament.reaching import once_reached
from ono_core.game import commands as cmd
from ono_core.game import ruleset
from ono_core.game.state import ENDED, Phase
from ono_core.log.file import written
from ono_core.log.kinds import BadForm
from ono_core.tournament import acts
from ono_core.tournament.hashes import draw_seed, request_id, room_nonce
from ono_core.tournament.stages import Stage, next_stage
from ono_core.tournament.state import Phase as Stand
from ono_core.tournament.state import Round, State, Table
from ono_net.messages import BRIEF, Applied, Prepare
from ono_net.organiser import TROUBLES, Denied, DirectedRoom, Organiser
from ono_replay.tournament.pack import log_path
from ono_replay.tournament.results import outcome

SEALING_SECONDS = 90
"""How long the signatures under a game that is over are waited for; the table itself gives up sooner."""

NOBODY = "nobody was there in time"
ALONE = "nobody else was there in time"

Say = Callable[[str], None]


class Plan(Struct, frozen=True):
    """When the first round is drawn: with so many players; and the seconds between two rounds."""

    players: int
    pause_s: float = 0.0


class Director:
    """One tournament at one server."""

    def __init__(self, desk: Desk, organiser: Organiser, plan: Plan, say: Say) -> None:
        self._desk = desk
        self._organiser = organiser
        self._plan = plan
        self._say = say
        self._rooms: dict[tuple[int, int], str] = {}
        self._live: dict[tuple[int, int], DirectedRoom] = {}

    async def run(self) -> None:
        """Direct until the tournament is finished."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._publish)
            nursery.start_soon(self._hear)
            nursery.start_soon(self._pass_on)
            await self._rounds()
            await self._organiser.publish(self._desk.ledger.tid, self._board())
            nursery.cancel_scope.cancel()

    # What everybody sees and asks

    def _board(self) -> bytes:
        return board_of(self._desk.state, self._rooms)

    async def _publish(self) -> None:
        """Let everybody see each change."""
        while True:
            shown = self._desk.state.entries
            await self._organiser.publish(self._desk.ledger.tid, self._board())
            await self._desk.changed(shown)

    async def _hear(self) -> None:
        """Answer what is asked: registrations, withdrawals, rulings."""
        async for asked in self._organiser.requests:
            code, words = self._answer(asked)
            await self._organiser.decide(request_id(self._desk.ledger.tid, asked.body), code, words[:BRIEF])

    def _answer(self, asked: Applied) -> tuple[str | None, str]:
        """What became of a request: no code where it was done, else why not, in words."""
        try:
            refused = self._desk.request(asked.body, asked.sig)
        except BadForm as error:
            return "bad-request", str(error)
        return (refused.code, refused.words) if refused else (None, "")

    async def _pass_on(self) -> None:
        """Let the tables stand still when the tournament does, and give them the time that was given."""
        state = self._desk.state
        paused, given = state.paused, _given(state)
        while True:
            await self._desk.changed(state.entries)
            state = self._desk.state
            if state.paused != paused:
                paused = state.paused
                for room in [*self._live.values()]:
                    await _asked(room, cmd.SetPause(paused))
            now = _given(state)
            for place, ms in now.items():
                more = ms - given.get(place, 0)
                if place in self._live and more > 0:
                    await _asked(self._live[place], cmd.GiveTime(more))
            given = now

    # Rounds

    async def _rounds(self) -> None:
        await self._desk.until(self._may_begin)
        while self._desk.state.phase is not Stand.FINISHED:
            await self._play_open_tables()
            stage = next_stage(self._desk.state)
            if isinstance(stage, Stage):
                await self._draw(stage)
            elif stage.code == "no-round-left":
                self._desk.act(acts.Finish())
            else:
                self._say(f"waiting: {stage.words}")
                await self._desk.changed(self._desk.state.entries)
        self._say("the tournament is finished")

    def _may_begin(self, state: State) -> bool:
        return bool(state.rounds) or len(state.present) >= self._plan.players

    async def _draw(self, stage: Stage) -> None:
        if self._desk.state.rounds:
            await trio.sleep(self._plan.pause_s)
        nonce = self._desk.state.nonce
        refused = self._desk.act(acts.Draw(draw_seed(self._desk.secret, nonce, stage.round)))
        if refused:
            self._say(f"no draw: {refused.words}")
            await self._desk.changed(self._desk.state.entries)
            return
        drawn = self._desk.state.rounds[-1]
        what = "final" if drawn.stage == "final" else f"round {drawn.number}"
        sitting = f", {len(drawn.sitting)} sit out" if drawn.sitting else ""
        self._say(f"{what}: {len(drawn.tables)} tables{sitting}")

    async def _play_open_tables(self) -> None:
        if not self._desk.state.rounds:
            return
        drawn = self._desk.state.rounds[-1]
        async with trio.open_nursery() as nursery:
            for table in drawn.tables:
                if table.result is None:
                    nursery.start_soon(self._table, drawn, table)

    async def _table(self, drawn: Round, table: Table) -> None:
        """Play one table, until it has a result: that of its game, or one that was ruled meanwhile."""
        place = drawn.number, table.number
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._played, drawn, table)
            await self._desk.until(lambda state: state.table(*place).result is not None)
            nursery.cancel_scope.cancel()
        room = self._live.pop(place, None)
        if room:
            self._keep_log(room, place)
            room.leave()

    async def _played(self, drawn: Round, table: Table) -> None:
        place = drawn.number, table.number
        try:
            room = await self._prepared(drawn, table)
            self._live[place] = room
            if await self._started(room, table, place):
                await self._to_the_end(room)
                self._take_result(room, table, place)
        except (Denied, *TROUBLES) as trouble:  # of this table alone: the others go on
            self._say(f"round {place[0]}, table {place[1]}: {trouble}; it waits for a ruling")

    async def _prepared(self, drawn: Round, table: Table) -> DirectedRoom:
        """The table's room, by a name that can be foretold: asked for twice, it is one."""
        state = self._desk.state
        attempt = max(1, len(table.games))
        nonce = room_nonce(state.tid, drawn.number, table.number, attempt)
        options = ruleset.plain(state.settings.rules)
        delay_ms = 1000 * state.settings.watch.delay_s
        asked = Prepare(nonce, options, "delayed" if delay_ms else "live", delay_ms)
        room = await once_reached(lambda: self._organiser.prepare(asked, table.identities))
        self._rooms[drawn.number, table.number] = room.code
        if not table.games:
            self._desk.act(acts.OpenTable(drawn.number, table.number, room.player.keys.gid))
        else:
            await self._organiser.publish(state.tid, self._board())
        return room

    async def _started(self, room: DirectedRoom, table: Table, place: tuple[int, int]) -> bool:
        """Wait for the players, and start with who is there; False where that are too few to play."""
        if room.player.state.phase is not Phase.LOBBY:
            return True
        seats = len(table.players)
        with trio.move_on_after(self._desk.state.settings.time.start_s):
            while len(room.player.state.taken) < seats:
                await _news(room)
        taken = room.player.state.taken
        if len(taken) >= self._desk.state.settings.rules.seats_min:
            await self._desk.until(lambda state: not state.paused)
            await room.act(cmd.Start())
            return True
        absent = tuple(sorted(player for seat, player in enumerate(table.players) if seat not in taken))
        self._keep_log(room, place)
        self._desk.act(acts.Forfeit(*place, absent, ALONE if taken else NOBODY))
        return False

    async def _to_the_end(self, room: DirectedRoom) -> None:
        """Deal round after round until the game is over, then wait for the signatures."""
        while room.player.state.phase not in ENDED:
            if room.player.state.phase is Phase.ROUND_OVER:
                await _asked(room, cmd.NextRound())
            await _news(room)
        with trio.move_on_after(SEALING_SECONDS):
            while room.player.state.phase is not Phase.SEALED:
                await _news(room)

    def _take_result(self, room: DirectedRoom, table: Table, place: tuple[int, int]) -> None:
        book = room.player.book
        found = outcome(book.state, len(table.players))
        assert found, "a game that is over has an outcome"
        self._keep_log(room, place)
        absent = tuple(sorted(table.players[seat] for seat in found.absent))
        head = (book.head.index, book.head.hash)
        refused = self._desk.act(acts.Report(*place, book.gid, head, found.places, found.scores, absent))
        if refused:
            self._say(f"round {place[0]}, table {place[1]}: {refused.words}; it waits for a ruling")
            return
        winner = next((table.players[seat] for seat, held in enumerate(found.places) if held == 1), None)
        name = self._desk.state.player(winner).name if winner else "nobody"
        self._say(f"round {place[0]}, table {place[1]}: {name} wins")

    def _keep_log(self, room: DirectedRoom, place: tuple[int, int]) -> None:
        """Write a table's log into the folder, ahead of what the ledger says of it."""
        attempt = len(self._desk.state.table(*place).games)
        write_file(self._desk.folder / log_path(*place, attempt), written(room.player.book.raws()))


def _given(state: State) -> dict[tuple[int, int], int]:
    return {(drawn.number, table.number): table.given_ms for drawn, table in state.tables() if table.given_ms}


async def _news(room: DirectedRoom) -> None:
    """Wait for the next thing that happens in a room; what ended the following of it is raised."""
    try:
        await room.news.receive()
    except trio.EndOfChannel:
        room.check()
        raise


async def _asked(room: DirectedRoom, act: cmd.Act) -> None:
    """Ask for what may have been done already, or cannot be done just now; a room that is in trouble says so itself."""
    with suppress(Denied, *TROUBLES):
        await room.act(act)
