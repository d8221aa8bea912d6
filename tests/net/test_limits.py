"""What one address and one connection may ask for, over real sockets: who asks too much is told how long to wait."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from pathlib import Path

import pytest
import trio
import trio.testing
from trio_websocket import ConnectionRejected, wrap_client_stream

from ono_net.limits import (
    GUESSES_AT_ONCE,
    GUESSES_PER_SECOND,
    HANDSHAKES_AT_ONCE,
    LOGS_AT_ONCE,
    MESSAGES_AT_ONCE,
    Limits,
)
from ono_net.messages import Enter, Entered, Error, Explain, Ping, Pong
from tests.net.peers import error, proven
from tests.net.serving import Served, Wire, person, serving, wire

PROXIES = (ip_network("127.0.0.0/8"),)


@asynccontextmanager
async def behind(served: Served, address: str) -> AsyncGenerator[Wire]:
    """A WebSocket that a trusted proxy brings for this address, after the handshake."""
    headers = [(b"X-Forwarded-For", address.encode())]
    async with await served.stream() as stream, trio.open_nursery() as nursery:
        socket = await wrap_client_stream(nursery, stream, served.host, "/ws", extra_headers=headers)
        guest = Wire(socket, served.host, "Wes")
        await guest.shake()
        yield guest
        nursery.cancel_scope.cancel()


async def refused(served: Served, address: str) -> ConnectionRejected:
    """The answer in place of a WebSocket."""
    with pytest.raises(ExceptionGroup) as group:
        async with behind(served, address):
            pass
    [rejected] = group.value.exceptions
    assert isinstance(rejected, ConnectionRejected)
    return rejected


def wait_in(words: str) -> int:
    """The time to wait that a text names, in seconds."""
    found = re.search(r": wait (\d+) s$", words)
    assert found, words
    return int(found[1])


# Guessing codes


async def test_guessing_a_code(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """After ten wrong codes an address gets no answer even to the right one, on any connection, until time passed."""
    async with serving(tmp_path, proxies=PROXIES) as served, person(served, "Ana") as ana:
        right = Enter(head=None, room=str(ana.guest.room))
        async with behind(served, "192.0.2.1") as guesser, behind(served, "192.0.2.1") as other:
            for n in range(GUESSES_AT_ONCE):
                assert (await error(guesser, Enter(head=None, room=f"ZZZ{'ABCDEFGHJK'[n]}"))).code == "no-such-room"
            for guest in (guesser, other):
                told = await error(guest, right)
                assert told.code == "too-many"
                assert 29 <= wait_in(told.detail) <= 31
            qr = await served.get(f"/qr/{ana.guest.room}.svg", "X-Forwarded-For: 192.0.2.1")
            assert qr.startswith(b"HTTP/1.1 429 ")
            await trio.testing.wait_all_tasks_blocked(0.02)
            mock_clock.jump(1 / GUESSES_PER_SECOND + 1)
            await other.say(right)
            assert {type(await other.hear()) for _ in range(2)} == {Ping, Entered}
        async with behind(served, "192.0.2.2") as stranger:
            await stranger.say(right)
            assert isinstance(await stranger.hear(), Entered)


async def test_a_wrong_code_and_none_are_answered_alike(tmp_path: Path) -> None:
    """Whether a code cannot be, is not there, or is no code at all makes no difference but the word itself."""
    async with serving(tmp_path) as served, proven(served) as guest:
        for room in ("ZZZZ", "ZZZZZZ", "not a code", "", "0000"):
            told = await error(guest, Enter(head=None, room=room))
            assert (told.code, told.detail) == ("no-such-room", f"there is no room {room!r}")


async def test_a_qr_code_is_a_guess_too(tmp_path: Path) -> None:
    """Pictures of rooms that are not there count as guesses, so that nobody tries codes that way."""
    async with serving(tmp_path, proxies=PROXIES, play={}) as served:
        header = "X-Forwarded-For: 192.0.2.1"
        for _ in range(GUESSES_AT_ONCE):
            assert (await served.get("/qr/ZZZZ.svg", header)).startswith(b"HTTP/1.1 404 ")
        answer = await served.get(f"/qr/{served.told.room}.svg", header)
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After: 3" in answer
        assert (await served.get(f"/qr/{served.told.room}.svg")).startswith(b"HTTP/1.1 200 ")


# Connections


async def test_connections_of_one_address(tmp_path: Path) -> None:
    """Behind a proxy each player has an account of their own; whoever holds all they may is refused with 429."""
    async with serving(tmp_path, proxies=PROXIES, limits=Limits(per_address=2)) as served:
        async with behind(served, "192.0.2.1"), behind(served, "192.0.2.1"), behind(served, "192.0.2.2"):
            assert (await refused(served, "192.0.2.1")).status_code == 429
        async with behind(served, "192.0.2.1"):
            pass


async def test_a_stranger_cannot_pose_as_others(tmp_path: Path) -> None:
    """Where no proxy is trusted the header is not believed: all who come from one address share its account."""
    nobody = (ip_network("192.0.2.0/24"),)
    async with serving(tmp_path, proxies=nobody, limits=Limits(per_address=2)) as served:
        for n in range(6):
            async with behind(served, f"198.51.100.{n}") as guest:  # loopback has no account, so this is let in
                await guest.say(Ping(n))
                assert await guest.hear() == Pong(n)


async def test_the_server_is_full(tmp_path: Path) -> None:
    """One connection too many is refused with 503, and those that are inside go on."""
    async with serving(tmp_path, limits=Limits(connections=2)) as served, wire(served) as one, wire(served, "Two"):
        assert (await served.get("/")).startswith(b"HTTP/1.1 503 ")
        await one.shake()
        await one.say(Ping(1))
        assert await one.hear() == Pong(1)


async def test_handshakes_of_one_address(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """Whoever opens WebSocket after WebSocket is refused with 429 and the time to wait, then let in again."""
    async with serving(tmp_path, proxies=PROXIES) as served:
        for _ in range(HANDSHAKES_AT_ONCE):
            async with behind(served, "192.0.2.1"):
                pass
        rejected = await refused(served, "192.0.2.1")
        assert rejected.status_code == 429
        assert (b"retry-after", b"2") in {(name.lower(), value) for name, value in rejected.headers or ()}
        async with behind(served, "192.0.2.2"):
            pass
        await trio.testing.wait_all_tasks_blocked(0.02)
        mock_clock.jump(1)
        async with behind(served, "192.0.2.1"):
            pass


async def test_logs_of_one_address(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """Logs are read from the disk, so nobody may ask for one after another without end."""
    async with serving(tmp_path, proxies=PROXIES) as served:
        for _ in range(LOGS_AT_ONCE):
            answer = await served.get(f"/logs/{'0' * 64}.ono", "X-Forwarded-For: 192.0.2.1")
            assert answer.startswith(b"HTTP/1.1 404 ")
        answer = await served.get(f"/logs/{'0' * 64}.ono", "X-Forwarded-For: 192.0.2.1")
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert (await served.get("/", "X-Forwarded-For: 192.0.2.1")).startswith(b"HTTP/1.1 200 ")


# Messages


async def test_a_flood_of_messages(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """Who sends too many messages is told so once, with the time, is read more slowly, and loses nothing."""
    async with serving(tmp_path) as served, proven(served) as guest:
        count = MESSAGES_AT_ONCE + 20
        for n in range(count):
            await guest.say(Ping(n))
        heard = [await guest.hear() for _ in range(MESSAGES_AT_ONCE + 2)]
        [told] = [message for message in heard if isinstance(message, Error)]
        assert told.code == "too-many"
        assert told.detail.startswith(f"{MESSAGES_AT_ONCE} messages at once and 50 a second expected: wait ")
        mock_clock.rate = 1
        while len(heard) < count + 1:
            heard.append(await guest.hear())
        assert [message.n for message in heard if isinstance(message, Pong)] == list(range(count))


async def test_a_flood_of_bytes(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """Who sends too many bytes is told so as well."""
    async with serving(tmp_path) as served, proven(served) as guest:
        for _ in range(18):
            await guest.say(Explain({"stack": "x" * 60_000}))
        told = [await error(guest) for _ in range(19)]
        assert [one.code for one in told] == ["bad-option"] * 18 + ["too-many"]
        assert told[-1].detail.startswith("1048576 bytes at once and 65536 a second expected: wait ")
