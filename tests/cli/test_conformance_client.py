"""`ono conformance client`: our own client keeps every clause, and careless ones are found."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from ono_cli.conformance.clauses import Found
from ono_cli.conformance.judge import client_clauses, judged, picked
from ono_cli.conformance.stage import Stages
from ono_core.fair.transcript import hashed
from ono_core.log.faults import LogFault
from ono_core.log.kinds import NeedsNewer
from ono_net import client, session
from ono_net.client import Ended, Link, Lost, connect
from ono_net.guest import Guest
from ono_net.messages import FromTable, Message, Pong, Reveal, pack
from tests.cli.commands import ROOT, one_line, ono

SECRET = hashed("ono1/test", b"client")
NOISE = Reveal(ctx=bytes(32), index=1, k=1, value=bytes(32))


class Client:
    """A program that enters a room, sits down and gives seeds."""

    def __init__(self, link: Link, guest: Guest) -> None:
        self.link = link
        self.guest = guest
        self.has_joined = False

    async def hear(self, message: FromTable) -> None:
        """Do what is owed after a message."""
        for reply in self.guest.receive(message).replies:
            await self.link.send(reply)
        player = self.guest.player
        if player and self.guest.has_caught_up and not self.has_joined:
            self.has_joined = True
            await self.link.send(self.guest.act(player.keys.join("Cleo")))

    async def live(self) -> None:
        """Until the line is lost."""
        while not isinstance(message := await self.link.receive(), Lost):
            await self.hear(message)


class Repeater(Client):
    """Gives its seed twice."""

    async def hear(self, message: FromTable) -> None:
        """Send each seed again."""
        replies = self.guest.receive(message).replies
        for reply in (*replies, *[one for one in replies if isinstance(one, Reveal)]):
            await self.link.send(reply)
        await super().hear(Pong(0))


class Believer(Client):
    """Goes on whatever the log says."""

    async def hear(self, message: FromTable) -> None:
        """Give a seed where a log is not valid."""
        try:
            await super().hear(message)
        except (LogFault, NeedsNewer):
            await self.link.send(NOISE)


async def come_again(url: str, kind: type[Client]) -> None:
    """One client after the other, as somebody would start it again and again."""
    while True:
        guest = Guest(SECRET, "KWPX")
        try:
            async with connect(url, SECRET, opening=guest.opening) as link:
                await kind(link, guest).live()
        except (Ended, LogFault, NeedsNewer):
            pass


@asynccontextmanager
async def stages(kind: type[Client]) -> AsyncGenerator[Stages]:
    """The scripted server, with such clients coming."""
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    found = Stages()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(found.serve, listeners)
        nursery.start_soon(come_again, f"http://localhost:{listeners[0].socket.getsockname()[1]}", kind)
        yield found
        nursery.cancel_scope.cancel()


async def looked_at(kind: type[Client], clauses: Sequence[str] | None = None) -> list[Found]:
    """What comes of the clauses."""
    async with stages(kind) as server:
        return [one async for one in judged(server, picked(client_clauses(), clauses))]


async def test_our_own_client() -> None:
    """Every clause is kept, none is left out."""
    found = await looked_at(Client)
    assert [(one.clause, one.verdict, one.detail) for one in found] == [
        (number, "kept", "") for number in client_clauses()
    ]


@pytest.mark.parametrize(
    ("kind", "clause", "words"),
    [
        (Repeater, "C3.1", "the seed came twice"),
        (Believer, "C8.1", "no seed expected after that entry, got one"),
        (Believer, "C8.2", "no seed expected after that entry, got one"),
        (Believer, "C8.3", "no seed expected after that entry, got one"),
        (Believer, "C8.4", "no seed expected after that entry, got one"),
        (Believer, "C8.5", "no seed expected after that entry, got one"),
        (Believer, "C8.6", "no seed expected after that entry, got one"),
        (Believer, "C10.1", "no seed expected after that entry, got one"),
    ],
)
async def test_a_careless_client(kind: type[Client], clause: str, words: str) -> None:
    """What it does wrong is found."""
    [found] = await looked_at(kind, [clause])
    assert (found.verdict, found.detail) == ("broken", words)


async def test_a_client_that_believes_every_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """It proves itself to one that has not."""

    def believes(*_: object) -> bool:
        return True

    monkeypatch.setattr(session, "verify", believes)
    [found] = await looked_at(Client, ["C1.1"])
    assert (found.verdict, found.detail) == ("broken", "the client proves itself to a table that has not")


async def test_a_client_with_wrong_pongs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number is compared."""

    def miscounted(message: Message) -> bytes:
        return pack(Pong(message.n + 1) if isinstance(message, Pong) else message)

    monkeypatch.setattr(client, "pack", miscounted)
    [found] = await looked_at(Client, ["C1.6"])
    assert (found.verdict, found.detail) == ("broken", "pong with n 77 expected, got Pong(n=78)")


def test_the_specification_lists_the_clauses() -> None:
    """protocol.md section 13 has each with the same words, and no other."""
    text = (ROOT / "ono_net/spec/protocol.md").read_text("utf-8")
    listed = dict(re.findall(r"^\| (C\d+\.\d+) \| (.+) \|$", text.partition("## 13. ")[2], re.MULTILINE))
    assert listed == {clause.number: clause.words for clause in client_clauses().values()}


def test_the_command_line(tmp_path: Path) -> None:
    """A port that cannot be, a clause that there is not: exit 2."""
    done = ono(tmp_path, "conformance", "client", "--listen", 70_000)
    assert done.returncode == 2
    assert one_line(done.stderr) == "--listen: 0 to 65535 expected, got 70000"
    done = ono(tmp_path, "conformance", "client", "--clause", "1.1")
    assert done.returncode == 2
    assert one_line(done.stderr).startswith("--clause: one of C1.1, ")
