"""Who is on the server beside the players: those who pass by, who never read, and who talk nonsense."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from random import Random

import trio
from trio_websocket import ConnectionClosed, HandshakeError

from ono_net.messages import Enter
from tests.fuzz.live import Live
from tests.net.peers import proven
from tests.soak_server.players import Figures
from tests.soak_server.process import OnoServe

GONE = (OSError, ConnectionClosed, HandshakeError, trio.BrokenResourceError, trio.ClosedResourceError)
"""What happens to whoever talks to a server that is killed, or that has had enough."""

STUCK_SECONDS = 30
"""How long somebody may read nothing and not be cut off, while the server's system still keeps it all."""
SMALL = 4096
"""Bytes that such a one's system keeps for it."""


class Strangers:
    """All of them, as tasks that go on until they are cancelled."""

    def __init__(self, server: OnoServe, codes: Sequence[str], figures: Figures, seed: int) -> None:
        self._server = server
        self._codes = codes
        self._figures = figures
        self._seed = seed
        self._number = 0

    @property
    def counts(self) -> Counter[str]:
        """What they have done."""
        return self._figures.counts

    async def passer_by(self, dice: Random) -> None:
        """Somebody enters a room, looks for a moment, and goes, with a word or without."""
        async with proven(self._server, self._name(), dice.choice(self._codes)) as guest:  # type: ignore[arg-type]
            self.counts["passers-by"] += 1
            for _ in range(dice.randrange(12)):
                await guest.hear()
            if dice.random() < 0.5:
                await guest.socket.aclose()

    async def stuck(self, dice: Random) -> None:
        """Somebody asks for the whole logs of two rooms, again and again, and reads nothing of them."""
        async with proven(self._server, self._name()) as guest:  # type: ignore[arg-type]
            self.counts["readers that were stuck"] += 1
            guest.socket._stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)  # type: ignore[attr-defined]
            rooms = dice.choices(self._codes, k=2)
            with trio.move_on_after(STUCK_SECONDS):
                for room in cycle(rooms):
                    await guest.say(Enter(None, room))

    async def nonsense(self, dice: Random) -> None:
        """One case of the fuzz."""
        live = Live(self._server, dice.choice(self._codes), ())
        self.counts["nonsense"] += 1
        await dice.choice((live.http, live.frames, live.messages))(dice)

    async def again_and_again(self, kind: str, which: int) -> None:
        """Let one stranger of a kind after the other come."""
        number = 0
        while True:
            number += 1
            dice = Random(f"{self._seed}/{kind}/{which}/{number}")
            await self._server.up.wait()
            life = self._server.life
            try:
                await getattr(self, kind)(dice)
            except* GONE:
                pass
            except* Exception as group:
                if self._server.is_up and self._server.life == life:
                    self._figures.problem(f"{kind} {which}/{number}: {group.exceptions!r}")
            await trio.sleep(dice.uniform(0.01, 0.3))

    def _name(self) -> str:
        self._number += 1
        return f"Stranger {self._number}"
