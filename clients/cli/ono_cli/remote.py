"""A table of a server: the link over the network, which comes back by itself when the connection is lost."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import trio
from msgspec.structs import replace

from ono_cli.home import Home, write_file
from ono_cli.link import Happened, Notice, Refused, Renewed, TableLink
from ono_cli.record import Record
from ono_cli.sentences import past
from ono_cli.stop import Exit, Stop, innermost
from ono_core.game import commands as cmd
from ono_core.game.choices import Choices
from ono_core.game.refusals import Refusal
from ono_core.game.state import ENDED, Exposure, State
from ono_core.game.words import safe
from ono_core.log.faults import LogFault
from ono_core.log.forks import Forked, proof_bytes
from ono_core.log.kinds import NeedsNewer
from ono_net.client import Ended, Link, Lost, Target, connect
from ono_net.clock import now_ms
from ono_net.guest import Guest
from ono_net.guest import News as Heard
from ono_net.messages import Again, Emote, Entered, Error, FromClient, FromTable, Presence, Prompt, Reveal
from ono_net.player import Player
from ono_net.session import EMOTES_SINCE

LEAVE_SECONDS = 3
"""How long the table may take to say that it knows we leave."""

FREE_LATER = {"wrong-phase", "sealed", "room-full"}
"""Refusals of a seat that the end of the round, or the next game at the table, may lift."""

SHUT_OUT = {"no-such-room", "damaged", "locked", "kicked"}
"""Errors of a room that one was in, and cannot come back to."""


@asynccontextmanager
async def remote_table(
    target: Target, home: Home, name: str | None, kind: type[RemoteTable] | None = None
) -> AsyncGenerator[RemoteTable]:
    """The room of this target, for the player whose home this is; without a name one only watches.

    ``kind`` says as what one comes, where it is not to take a seat.
    """
    identity = home.identity()
    guest = Guest(identity, target.room)
    try:
        async with connect(target.url, identity, fingerprint=target.fingerprint, opening=guest.opening) as link:
            table = (kind or RemoteTable)(guest, link, name, target, home)
            await table.enter()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(table.listen)
                nursery.start_soon(table.speak)
                yield table
                nursery.cancel_scope.cancel()
    except* (Ended, LogFault, NeedsNewer) as group:
        raise _stop(target, home, innermost(group)) from None


def _stop(target: Target, home: Home, error: BaseException | None) -> Stop:
    match error:
        case Ended():
            return _ended(target, error)
        case Forked():
            path = home.fork_path(error.fork)
            write_file(path, proof_bytes(error.fork))
            words = "the table showed two histories of this game. Play no further there"
            return Stop(Exit.FINDINGS, f"{words}; the proof, for everybody to check: ono audit {path}")
        case NeedsNewer():
            return Stop(Exit.UNUSABLE, f"a newer ono is needed: {error}")
        case _:
            return Stop(Exit.FINDINGS, f"the table's log is not valid: {error}")


def _ended(target: Target, ended: Ended) -> Stop:
    words = {
        "unreachable": f"no server answers at {target.url}: {ended.detail} (--server asks another)",
        "insecure": f"no safe connection to {target.url}: {ended.detail}",
        "replaced": "you came to this table from elsewhere, and go on there",
        "wrong-table": f"another table than the link's answers at {target.url}: {ended.detail}",
    }
    return Stop(Exit.NO_TABLE, words.get(ended.code, f"{target.url}: {ended}"))


class RemoteTable(TableLink):
    """The link to it; made by remote_table."""

    def __init__(self, guest: Guest, link: Link, name: str | None, target: Target, home: Home) -> None:
        super().__init__()
        self._guest = guest
        self._link = link
        self._name = name
        self._target = target
        self._home = home
        self._record: Record | None = None
        self._prompt: Prompt | None = None
        self._until: int | None = None
        """When the clock of the newest prompt runs out."""
        self._is_lost = False
        self._company: Sequence[cmd.AddBot] = ()
        """The computers to bring along to a rematch, once one is its host."""
        self._answered = trio.Event()

    @property
    def player(self) -> Player:
        """The log as far as it came."""
        assert self._guest.player is not None, "a room was entered"
        return self._guest.player

    @property
    def room(self) -> str | None:
        """The room's code."""
        return self._guest.room

    @property
    def invitation(self) -> str:
        """The room's link, with the table's fingerprint where one came by it."""
        key = f"#k={self._target.fingerprint}" if self._target.fingerprint else ""
        return f"{self._target.url}/r/{self.room}{key}"

    @property
    def farewell(self) -> str:
        """The seat waits at the server."""
        watch = " --watch" if self._name is None else ""
        return f"To come back: ono join {self.room} --server {self._target.url}{watch}"

    @property
    def choices(self) -> Choices:
        """What the player may do now, as the table said last."""
        told, state, seat = self._guest.choices, self.player.state, self.player.seat
        if told is None or seat is None:
            return Choices(state.step, ())
        return still_open(told, state, seat)

    # Coming in

    @property
    def has_come(self) -> bool:
        """Whether one is what one came to be."""
        return self.player.seat is not None

    def coming(self, name: str) -> cmd.Act:
        """What asks for it."""
        return self.player.keys.join(name)

    def already(self) -> str | None:
        """What to say to one who had come before, if anything."""
        assert self.player.seat is not None, "a player has come"
        name = self.player.state.seat_at(self.player.seat).name
        return None if name == self._name else _seated_already(name)

    def refused(self, code: str, words: str) -> None:
        """Stop, for there is no seat."""
        later = "; come again after this round or game, or --watch" if code in FREE_LATER else ""
        raise Stop(Exit.NO_TABLE, f"no seat: {words}{later}")

    def shut_out(self, words: str) -> None:
        """Stop, for there is no way back."""
        raise Stop(Exit.NO_TABLE, words)

    async def enter(self) -> None:
        """Wait for the log so far, then take a seat unless one only watches."""
        while not isinstance(message := await self._link.receive(), Presence):
            if isinstance(message, Error):
                raise Stop(Exit.NO_TABLE, self._closed_door(message))
            await self._heed(message)
        await self._heed(message)
        self.past = tuple(past(self.player.book))
        if self._name is not None and self.has_come and (words := self.already()):
            self._report(Notice(words))
        await self._sit_down()

    def _closed_door(self, error: Error) -> str:
        if error.code == "no-such-room":
            return f"no such room at {self._target.url}: {self._guest.room}"
        return f"room {self._guest.room}: {_error_words(error)}"

    async def _sit_down(self) -> None:
        await self._ask_for_seat()
        while self._name is not None and not self.has_come:
            heard = await self._hear()
            if heard.answer and heard.answer.refusal:
                self.refused(heard.answer.refusal.code, _refusal_words(heard) or "")
                return

    async def _ask_for_seat(self) -> None:
        if self._name is not None and not self.has_come:
            await self._link.send(self._guest.act(self.coming(self._name)))

    # Listening

    async def listen(self) -> None:
        """Hear the table until cancelled."""
        while True:
            heard = await self._hear()
            if heard.answer:
                self._answered.set()
            refused = _refusal_words(heard)
            if refused:
                self._report(Refused(refused))

    async def _hear(self) -> Heard:
        """One message, and what it leads to told."""
        message = await self._link.receive()
        if isinstance(message, Entered):
            return await self._enter_again(message)
        before = self._guest.player and self._guest.player.state
        heard = await self._heed(message)
        await self._bring_company()
        if heard.events and before:
            self._report(Happened(heard.events, before, self.player.state))
        if heard.emoted:
            self._report(heard.emoted)
        if heard.error and heard.error.code in SHUT_OUT:
            self.shut_out(self._closed_door(heard.error))
        elif heard.error:
            self._report(Notice(f"The table says: {_error_words(heard.error)}."))
        self._report_choices(self._ms_left())
        return heard

    def _ms_left(self) -> int | None:
        """How long the seat on turn still has by the newest prompt."""
        prompt = self._guest.prompt
        if prompt is not self._prompt:
            self._prompt = prompt
            self._until = None if prompt is None or prompt.ms_left is None else now_ms() + prompt.ms_left
        return None if self._until is None else max(0, self._until - now_ms())

    async def _heed(self, message: FromTable | Lost) -> Heard:
        if isinstance(message, Lost):
            if not self._is_lost:
                self._report(Notice("The connection is lost. Trying again."))
            self._is_lost = True
            return Heard()
        heard = self._guest.receive(message)
        if isinstance(message, Entered):
            self._record = Record(self._home.record_path(message.game))
        if heard.events and self._record:
            self._follow(self._record)
        for reply in heard.replies:
            if self._may_send(reply):
                await self._link.send(reply)
        return heard

    def _follow(self, record: Record) -> None:
        book = self.player.book
        record.follow(book)
        if self._guest.has_caught_up and len(book) < record.length:
            raise LogFault("log-rolled-back", len(book), f"the table has been set back from {record.length} entries")

    def _may_send(self, reply: FromClient) -> bool:
        """Whether it gives nothing away twice."""
        if not isinstance(reply, Reveal) or self._record is None or self._record.may_reveal(reply):
            return True
        self._report(Notice(f"Shuffle {reply.k} was begun twice: your seed for it is not given again."))
        return False

    async def _enter_again(self, entered: Entered) -> Heard:
        """The connection is back, or a rematch begins in which everybody takes a seat again."""
        game, company = self.player.keys.gid, _computers(self.player.state)
        heard = await self._heed(entered)
        if self._is_lost:
            self._is_lost = False
            self._report(Notice("Connected again."))
        if game != entered.game:
            self._report(Renewed())
            self._company = company
            await self._hear()
            await self._ask_for_seat()
        return heard

    async def _bring_company(self) -> None:
        """In a rematch, as its host, seat the computers of the game before where they sat."""
        player = self._guest.player
        if self._company and player and player.seat is not None and player.state.host == player.seat:
            company, self._company = self._company, ()
            for act in company:
                await self._link.send(self._guest.act(act))

    # Speaking

    async def speak(self) -> None:
        """Send what is asked; at the end give the seat up."""
        async for asked in self._asks:
            if not isinstance(asked, Emote):
                await self._link.send(Again() if asked is None else self._guest.act(asked))
            elif self._link.version >= EMOTES_SINCE:
                await self._link.send(asked)
            else:
                self._report(Notice("This server is too old to show emotes."))
        if self.has_come and self.player.state.phase not in ENDED:
            self._answered = trio.Event()
            await self._link.send(self._guest.act(cmd.Leave()))
            with trio.move_on_after(LEAVE_SECONDS):
                await self._answered.wait()
        self._say.close()


def still_open(choices: Choices, state: State, seat: int) -> Choices:
    """What a prompt offers without what has passed since: its step is the same, but a missed call comes and goes."""
    catches = tuple(one for one in choices.catches if Exposure(*one, open=True) in state.exposed)
    may_call = seat not in state.called and (state.turn == seat or state.exposure(seat) is not None)
    gone = {"call": not may_call, "catch": not catches or state.shuffle is not None}
    acts = tuple(act for act in choices.acts if not gone.get(act, state.shuffle is not None))
    return replace(choices, acts=acts, catches=catches if "catch" in acts else ())


def _computers(state: State) -> list[cmd.AddBot]:
    """What seats the computers of a game anew."""
    seats = ((number, state.seat_at(number)) for number in state.taken)
    return [cmd.AddBot(seat.level, number) for number, seat in seats if not seat.is_human]


def _seated_already(name: str) -> str:
    return f"You sit here already as '{safe(name)}'; another player needs another data folder: ono join --data DIR."


def _refusal_words(heard: Heard) -> str | None:
    refused = heard.answer and heard.answer.refusal
    return Refusal(refused.code, refused.detail).words if refused else None


def _error_words(error: Error) -> str:
    return f"{error.code.replace('-', ' ')}{': ' + error.detail if error.detail else ''}"
