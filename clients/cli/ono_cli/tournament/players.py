"""A computer player who takes part with keys of its own, as a person's program does: for demonstrations and tests."""

from __future__ import annotations

from functools import partial

import trio
from msgspec import Struct

from ono_cli.tournament.board import Board, Table, read_board
from ono_cli.tournament.reaching import RETRY_SECONDS, once_reached
from ono_core.bots import choose
from ono_core.fair.keys import public_key
from ono_core.fair.transcript import Stream, derived, u32
from ono_core.game import commands as cmd
from ono_core.game.choices import asked_seat
from ono_core.game.state import TURN_PHASES, Phase
from ono_core.tournament.acts import Act, Register
from ono_core.tournament.ledger import sign_request
from ono_net import messages as msg
from ono_net.client import Link, Lost, connect
from ono_net.guest import Guest

CLIENT = "ono tournament bot"


class Taking(Struct, frozen=True):
    """Who takes part where: a server, a tournament's id, an identity's secret, a name, a level."""

    url: str
    tournament: bytes
    secret: bytes
    name: str
    level: str
    fingerprint: str | None = None


class ComputerPlayer:
    """One player, from registration to the last table."""

    def __init__(self, taking: Taking) -> None:
        self._taking = taking
        self._identity = public_key(taking.secret)
        self._tournament = b""
        self._counter = 0
        self._playing = ""
        """The code of the room it is in."""
        self._moment: object = None
        """The moment that it has answered; None again where its answer was refused."""

    async def run(self) -> None:
        """Take part until the tournament is finished."""
        taking = self._taking
        attend: list[msg.FromClient] = [msg.Attend(taking.tournament)]
        mark = taking.fingerprint
        async with (
            trio.open_nursery() as nursery,
            connect(taking.url, taking.secret, client=CLIENT, fingerprint=mark, opening=lambda: attend) as link,
        ):
            while True:
                message = await link.receive()
                if isinstance(message, msg.Error) and message.code == "no-such-tournament":
                    await trio.sleep(RETRY_SECONDS)  # the server is back before the organiser is
                    await link.send(attend[0])
                if not isinstance(message, msg.Board):
                    continue
                self._tournament = message.tournament
                board = read_board(message.board)
                if board is None or board.phase == "finished":
                    break
                await self._heed(board, link, nursery)
            nursery.cancel_scope.cancel()

    async def _heed(self, board: Board, link: Link, nursery: trio.Nursery) -> None:
        number = board.number_of(self._identity)
        if number is None:
            await self.ask(link, Register(self._taking.name, self._identity, self._own("nonce")))
            return
        table = board.table_of(number)
        if table and table.room and table.status == "open" and table.room != self._playing:
            self._playing = table.room
            nursery.start_soon(once_reached, partial(self._play, table))

    def _own(self, purpose: str) -> bytes:
        return derived(self._taking.secret, "ono1/tournament-bot", purpose.encode())

    async def ask(self, link: Link, act: Act) -> None:
        """Send a signed request; what becomes of it stands on the next board."""
        self._counter += 1
        cause = sign_request(self._taking.secret, self._tournament, self._counter, act)
        await link.send(msg.Apply(self._tournament, cause.body, cause.sig))

    async def _play(self, table: Table) -> None:
        """Play a table to its end."""
        taking = self._taking
        guest = Guest(taking.secret, table.room)
        async with connect(
            taking.url, taking.secret, client=CLIENT, fingerprint=taking.fingerprint, opening=guest.opening
        ) as link:
            while guest.player is None or guest.player.state.phase is not Phase.SEALED:
                message = await link.receive()
                if isinstance(message, Lost):
                    continue
                news = guest.receive(message)
                if news.answer and news.answer.refusal:
                    self._moment = None
                for reply in news.replies:
                    await link.send(reply)
                act = self._act(guest)
                if act:
                    await link.send(guest.act(act))

    def _act(self, guest: Guest) -> cmd.Act | None:
        """What it does now, if anything: sit down, or choose as its level does from what its seat may see."""
        player = guest.player
        if player is None or not guest.has_caught_up:
            return None
        state, seat = player.state, player.seat
        moment = (player.keys.gid, state.phase, state.step)
        if moment == self._moment:
            return None
        if state.phase is Phase.LOBBY and seat is None and self._identity in state.invited:
            self._moment = moment
            return player.keys.join(self._taking.name)
        if guest.choices is None or state.phase not in TURN_PHASES or asked_seat(state) != seat:
            return None
        self._moment = moment
        draw = Stream(derived(self._own("brain"), "ono1/tournament-bot-move", u32(state.step))).draw
        return choose(self._taking.level, player.view(), guest.choices, draw)
