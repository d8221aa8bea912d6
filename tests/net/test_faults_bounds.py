"""Reported faults, section E, of the server: one who does not read and one who shouts. The case keeps its number."""

from __future__ import annotations

import re
from itertools import cycle

import trio
import trio.testing

from ono_core.game import commands as cmd
from ono_core.log.entries import pair_bytes
from ono_net.limits import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND
from ono_net.messages import LIMIT, Command, Error, Explain, FromClient, Ping, Reveal, Seen
from ono_net.outbox import QUEUE
from ono_net.player import Player
from ono_net.table import INBOX
from ono_net.table import Table as Served
from tests.net.positions import PARTY, begun
from tests.net.readers import Line, connected, going_on, plays_on, settled
from tests.net.table import secret

# PC-40: one stops reading, one shouts

SIX = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
SECONDS = 60
A_SECOND = 5_000
"""Messages that the flooder would send."""

DELAY = 0.5
"""Seconds in which every answer to the others has to come, on a busy machine too."""


async def test_pc_40_one_stops_reading_one_shouts(autojump_clock: trio.testing.MockClock) -> None:
    """Cleo reads nothing and Dan shouts for a minute: the others notice nothing, and both lose nothing by it."""
    played = begun(*SIX, options={**PARTY, "clock_ms": 3_000, "clock_short_ms": 3_000, "absence": "bot"})
    delays = list[float]()
    async with going_on(played) as (table, readers), trio.open_nursery() as nursery:
        cleo = await connected(nursery, table, secret("Cleo"))
        dan = await connected(nursery, table, secret("Dan"))
        await dan.catch_up()
        await cleo.catch_up()
        length = len(table.room.book)
        async with trio.open_nursery() as minute:
            for name in ("Ana", "Ben", "Eva", "Finn"):
                minute.start_soon(plays_on, readers[name], delays)
            shouting = Shouting(dan)
            minute.start_soon(shouting.shout)
            minute.start_soon(shouting.listen)
            await bounded(table, (cleo, dan))
            minute.cancel_scope.cancel()
        assert len(delays) > 50
        assert max(delays) < DELAY
        assert cleo.metrics.registry.get_sample_value("ono_outbox_cut_offs_total", {"reason": "stuck"}) == 1
        assert set(shouting.told) == {"too-many"}
        assert re.search(rf"{MESSAGES_PER_SECOND} a second expected: wait [1-9]\d* s$", shouting.words)
        assert MESSAGES_AT_ONCE < shouting.said <= MESSAGES_AT_ONCE + MESSAGES_PER_SECOND * (SECONDS + 1)
        again = await connected(nursery, table, secret("Cleo"), cleo.guest)
        await settled(readers)
        await again.catch_up()
        assert len(table.room.book) > length + 50
        hashes = list(table.room.book.hashes)
        for line in (dan, again):
            while len(player_of(line).book) < len(hashes):
                await line.hear()
            assert player_of(line).book.hashes[: len(hashes)] == hashes
        nursery.cancel_scope.cancel()


class Shouting:
    """One who sends far more than he may, and reads what he is told."""

    def __init__(self, line: Line) -> None:
        self.said = 0
        self.told: list[str] = []
        self.words = ""
        self._line = line

    async def shout(self) -> None:
        """Send messages of every kind, most of them refused, as fast as they are taken."""
        for number, message in enumerate(cycle(self._messages())):
            if number % (A_SECOND // 100) == 0:
                await trio.sleep(0.01)
            await self._line.say(message)
            self.said += 1

    def _messages(self) -> list[FromClient]:
        player = player_of(self._line)
        acts = (cmd.Draw(), cmd.Catch(0, 1), cmd.Call(), cmd.Play((1,)), cmd.Start(), cmd.NextRound())
        commands = [self._line.guest.act(act) for act in acts]
        garbage = Command(b"\xc0" * 200, bytes(64))
        seen = Seen(pair_bytes(player.book.pairs[-1]))
        late = Reveal(bytes(32), 1, 1, bytes(32))
        return [*commands, garbage, seen, late, Ping(1), Explain({"preset": "official"})]

    async def listen(self) -> None:
        """Take in whatever comes."""
        while True:
            error: Error | None = (await self._line.hear()).error
            if error:
                self.told.append(error.code)
                self.words = error.detail


async def bounded(table: Served, lines: tuple[Line, ...]) -> None:
    """For a minute no more waits in the server than may: wishes for the room, and frames for each reader."""
    for _ in range(2 * SECONDS):
        await trio.sleep(0.5)
        waiting = table._inbox.statistics()
        assert waiting.current_buffer_used <= INBOX
        assert waiting.tasks_waiting_send <= len(SIX)
        for line in lines:
            assert line.connection._outbox._size <= QUEUE + LIMIT


def player_of(line: Line) -> Player:
    """The game as the client of a line follows it."""
    assert line.guest.player
    return line.guest.player
