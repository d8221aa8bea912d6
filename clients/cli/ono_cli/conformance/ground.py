"""The server that is looked at, and what several clauses need of it: a room with a host, one whole game."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import trio

from ono_cli.conformance.clauses import Broken, Clauses, Untested, preparing
from ono_cli.conformance.wire import PATIENCE, BadLog, Someone, Wire, opened
from ono_net.client import Target, stream_to
from ono_net.hosts import host_of

if TYPE_CHECKING:
    from ono_cli.conformance.story import Story

SERVER = Clauses()
"""What is demanded of a server."""

HOST = "Hana"
OPTIONS: dict[str, Any] = {"preset": "boardflix"}


class Ground:
    """A server as strangers come to it; each name is an identity, made for this run."""

    def __init__(self, target: Target) -> None:
        self.url = target.url
        self.host = host_of(target.url)
        self.fingerprint = target.fingerprint
        self.told: Story | None = None
        self._secrets: dict[str, bytes] = {}
        self._room: str | None = None

    def secret(self, name: str) -> bytes:
        """The identity secret that goes by this name."""
        return self._secrets.setdefault(name, secrets.token_bytes(32))

    @asynccontextmanager
    async def wire(self) -> AsyncGenerator[Wire]:
        """A WebSocket on which nothing has been said."""
        async with opened(self.url) as wire:
            yield wire

    @asynccontextmanager
    async def proven(self, name: str = "Wanda") -> AsyncGenerator[Wire]:
        """A WebSocket after the handshake."""
        async with opened(self.url) as wire:
            with preparing("no handshake"):
                await wire.shake(self.secret(name), secrets.token_bytes(32), self.fingerprint)
                await wire.lives()
            yield wire

    @asynccontextmanager
    async def someone(
        self, name: str, room: str | None = None, options: dict[str, Any] | None = None
    ) -> AsyncGenerator[Someone]:
        """Who has entered a room, or opened one, and caught up."""
        async with self.proven(name) as wire:
            someone = Someone(wire, self.secret(name), room, options or OPTIONS)
            with preparing("no room"):
                await someone.come()
            yield someone

    @asynccontextmanager
    async def seated(
        self, name: str, room: str | None = None, options: dict[str, Any] | None = None
    ) -> AsyncGenerator[Someone]:
        """The same, who holds a seat there."""
        async with self.someone(name, room, options) as someone:
            with preparing("no seat"):
                if someone.player.seat is None:
                    await someone.act(someone.player.keys.join(name))
            yield someone

    @asynccontextmanager
    async def hosting(self) -> AsyncGenerator[Someone]:
        """The host of the room that most clauses are looked at in, whose game does not begin."""
        async with self.seated(HOST, self._room) as host:
            self._room = host.room
            yield host

    async def room(self) -> str:
        """The code of that room."""
        if self._room is None:
            async with self.hosting() as host:
                return host.room
        return self._room

    async def asked(self, request: str, *headers: str) -> str:
        """What the server says over HTTP to this first line and these headers: the head, and what follows it."""
        lines = "\r\n".join((f"{request} HTTP/1.1", *headers, "Connection: close", "", ""))
        try:
            with trio.fail_after(PATIENCE):
                async with await stream_to(self.url) as stream:
                    await stream.send_all(lines.encode())
                    said = b"".join([bytes(data) async for data in stream])
        except (OSError, trio.TooSlowError, trio.BrokenResourceError) as error:
            raise Broken(f"no answer over HTTP: {str(error) or type(error).__name__}") from None
        return said.decode(errors="replace")

    async def story(self) -> Story:
        """One whole game, played when it is first asked for."""
        from ono_cli.conformance.story import Story, tell

        if self.told is None:
            self.told = Story()
            try:
                await tell(self, self.told)
            except* (Broken, Untested, BadLog) as group:
                self.told.stop(group)
        return self.told
