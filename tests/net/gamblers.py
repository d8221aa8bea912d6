"""Players who play game after game on a server that is killed, and what they have been told."""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256

import trio

from ono_core.game.commands import AddBot, Start
from ono_core.game.state import TURN_PHASES, Phase
from ono_core.log.entries import ByPlayer, command_id, read_entry, read_pair
from ono_net.client import Link, Lost
from ono_net.guest import Guest, News
from ono_net.messages import Again, Entered, Entries, Error, Refused
from tests.net.serving import Person

Logs = dict[bytes, list[bytes]]


class Told:
    """What the clients have been told: entries by game and index, and where their commands stand by game and id.

    Of each entry the SHA-256 of its bytes is kept.
    """

    def __init__(self) -> None:
        self.entries: defaultdict[bytes, dict[int, bytes]] = defaultdict(dict)
        self.accepted: defaultdict[bytes, dict[bytes, int]] = defaultdict(dict)
        self.count = 0
        self._goal = 0
        self._reached = trio.Event()

    async def more(self, entries: int) -> None:
        """Wait until clients have been sent so many entries more."""
        self._goal, self._reached = self.count + entries, trio.Event()
        await self._reached.wait()

    def entry(self, game: bytes, index: int, raw: bytes) -> None:
        """Note an entry that a client got."""
        digest = sha256(raw).digest()
        assert self.entries[game].setdefault(index, digest) == digest, f"two clients got two entries {index}"
        self.count += 1
        if self.count >= self._goal:
            self._reached.set()

    def answer(self, game: bytes, command: bytes, index: int) -> None:
        """Note that a command stands at an index: whoever asks again is told the same."""
        assert self.accepted[game].setdefault(command, index) == index, f"a command stands at {index} and elsewhere"

    def now(self) -> Told:
        """What has been told so far."""
        copy = Told()
        copy.entries.update((game, dict(entries)) for game, entries in self.entries.items())
        copy.accepted.update((game, dict(accepted)) for game, accepted in self.accepted.items())
        return copy

    def missing(self, logs: Logs) -> list[tuple[bytes, int]]:
        """What does not stand in the logs as it was told."""
        lost = [(game, index) for game, told in self.entries.items() for index in _lost(told, logs[game])]
        return lost + [(g, n) for g, told in self.accepted.items() for n in _unanswered(told, _commands(g, logs[g]))]


def _lost(told: dict[int, bytes], log: list[bytes]) -> list[int]:
    digests = dict(enumerate(sha256(raw).digest() for raw in log))
    return [index for index, digest in told.items() if digests.get(index) != digest]


def _unanswered(told: dict[bytes, int], standing: dict[bytes, int]) -> list[int]:
    return [index for id_, index in told.items() if standing.get(id_) != index]


def _commands(game: bytes, log: list[bytes]) -> dict[bytes, int]:
    """Id of each player's command in a log -> its entry."""
    causes = ((index, read_entry(read_pair(raw).body).cause) for index, raw in enumerate(log))
    return {command_id(game, cause.body): index for index, cause in causes if isinstance(cause, ByPlayer)}


class Party:
    """What the players of one room agree on: how many sit down, and for which games a rematch was asked."""

    def __init__(self, players: int, computers: int) -> None:
        self.players = players
        self.computers = computers
        self.again: set[bytes] = set()
        self.is_last = False


class Gambler(Person):
    """Somebody who sits down, hosts if it falls to them, plays, and plays again until the last game."""

    def __init__(self, name: str, guest: Guest, link: Link, party: Party, told: Told) -> None:
        super().__init__(name, guest, link)
        self.party = party
        self.told = told
        self._has_asked_again = False

    async def gamble(self) -> None:
        """Play until the last game is sealed."""
        while not self.is_done:
            await self.hear()
            if self.length and not self.guest._asked:
                await self.do_next()

    @property
    def is_done(self) -> bool:
        """Whether the last game is sealed, with no rematch asked for."""
        return self.phase is Phase.SEALED and self.party.is_last and self.game not in self.party.again

    @property
    def game(self) -> bytes:
        """The game this player follows."""
        return self.guest.player.keys.gid if self.guest.player else b""

    async def hear(self) -> News:
        """Take in the next message, and note what is promised by it."""
        message = await self.link.receive()
        if isinstance(message, Lost):
            self.lost.append(message)
            return News()
        before = self.length
        news = self.guest.receive(message)
        if isinstance(message, Entered):
            self._has_asked_again = False
        if isinstance(message, Entries):
            for index, raw in enumerate(message.entries, before):
                self.told.entry(self.game, index, raw)
        if news.error:
            self.told_off(news.error)
        if news.answer and news.answer.index is not None:
            self.told.answer(self.game, news.answer.id, news.answer.index)
        elif news.answer and news.answer.refusal:
            self.refused(news.answer.refusal)
        for reply in news.replies:
            await self.link.send(reply)
        return news

    def told_off(self, error: Error) -> None:
        """Take in an error: nobody here does anything that earns one."""
        raise AssertionError(f"an error came: {error}")

    def refused(self, refusal: Refused) -> None:
        """Take in a refusal: a rematch's host may take over from who sat down first, or have begun by then."""
        assert refusal.code in {"not-host", "wrong-phase"}, f"refused: {refusal}"

    async def do_next(self) -> None:
        """Do what the game waits for, if it waits for this player."""
        prompt, player = self.guest.prompt, self.guest.player
        assert player
        if player.state.phase is Phase.LOBBY:
            await self.prepare()
        elif player.state.phase in TURN_PHASES and prompt and prompt.step == player.state.step:
            await self.move()
        elif player.state.phase is Phase.SEALED and player.state.host == player.seat:
            await self.ask_again()

    async def prepare(self) -> None:
        """Sit down; as the host, seat the computers and start when all are there."""
        player, party = self.guest.player, self.party
        assert player
        state = player.state
        computers = sum(not state.seat_at(seat).is_human for seat in state.taken)
        if player.seat is None:
            await self.link.send(self.guest.act(player.keys.join(self.name)))
        elif player.seat == state.host and computers < party.computers:
            await self.link.send(self.guest.act(AddBot("easy", None)))
        elif player.seat == state.host and len(state.taken) == party.players + party.computers:
            await self.link.send(self.guest.act(Start()))

    async def ask_again(self) -> None:
        """Ask for a rematch once on each connection, unless this was the last game."""
        if self._has_asked_again or self.is_done:
            return
        self._has_asked_again = True
        self.party.again.add(self.game)
        await self.link.send(Again())
