"""Frames on their way to one reader."""

import os
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import cast

import pytest
import trio
import trio.testing
from wsproto.frame_protocol import FrameProtocol, Opcode

from ono_net.outbox import PIECE, QUEUE, SEND_SECONDS, Outbox, Replay, frame


@asynccontextmanager
async def sockets(buffer: int = 4096) -> AsyncGenerator[tuple[Outbox, trio.SocketStream, trio.Event]]:
    """An outbox on a real socket with small buffers, the reader's end, and whether the reader was cut off."""
    mine, theirs = socket.socketpair()
    mine.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    sender, reader = (trio.SocketStream(trio.socket.from_stdlib_socket(end)) for end in (mine, theirs))
    cut = trio.Event()
    outbox = Outbox(sender, cut.set)
    async with sender, reader, trio.open_nursery() as nursery:
        nursery.start_soon(outbox.pump)
        yield outbox, reader, cut
        nursery.cancel_scope.cancel()


async def read(reader: trio.SocketStream, size: int) -> bytes:
    """Exactly so many bytes."""
    data = b""
    while len(data) < size:
        data += bytes(await reader.receive_some(size - len(data)))
    return data


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 256, 61_600, 65_535])
def test_frame(size: int) -> None:
    """A frame is what the WebSocket library reads as one whole binary message."""
    reader = FrameProtocol(client=True, extensions=[])
    reader.receive_bytes(frame(bytes(size)))
    frames = list(reader.received_frames())
    assert {part.opcode for part in frames} <= {Opcode.BINARY, Opcode.CONTINUATION}
    assert b"".join(bytes(cast("bytearray", part.payload)) for part in frames) == bytes(size)
    assert frames[-1].message_finished


async def test_sent_at_once() -> None:
    """While nothing waits, a frame is in the socket when push returns, with no task in between."""
    async with sockets() as (outbox, reader, _):
        outbox.push(b"hello")
        assert os.read(reader.socket.fileno(), 10) == b"hello"


async def test_order_is_kept() -> None:
    """What the socket does not take at once follows in order, whoever sends it."""
    async with sockets() as (outbox, reader, cut), trio.open_nursery() as nursery:
        pieces = [bytes([n]) * 9_000 for n in range(20)]
        for piece in pieces[:10]:
            outbox.push(piece)
        nursery.start_soon(outbox.send, b"".join(pieces[10:19]))
        await trio.testing.wait_all_tasks_blocked()
        outbox.push(pieces[19])
        assert await read(reader, 180_000) == b"".join(pieces)
        assert not cut.is_set()


async def test_direct_again_when_empty() -> None:
    """Once the queue is empty again, frames go straight to the socket."""
    async with sockets() as (outbox, reader, _):
        outbox.push(bytes(100_000))
        await read(reader, 100_000)
        await outbox.send(b"")
        outbox.push(b"again")
        assert await read(reader, 5) == b"again"


async def test_too_far_behind() -> None:
    """A reader with more waiting than the queue holds is cut off, and nobody waited for it."""
    async with sockets() as (outbox, _, cut):
        while not cut.is_set():
            outbox.push(bytes(PIECE))
        assert outbox._size > QUEUE


async def test_takes_too_long(mock_clock: trio.testing.MockClock) -> None:
    """A reader that takes nothing for the whole time is cut off; until then it may come back."""
    async with sockets() as (outbox, reader, cut):
        outbox.push(bytes(200_000))
        await trio.testing.wait_all_tasks_blocked()
        mock_clock.jump(SEND_SECONDS - 1)
        await trio.testing.wait_all_tasks_blocked()
        assert not cut.is_set()
        assert await read(reader, 100_000) == bytes(100_000)
        mock_clock.jump(SEND_SECONDS + 1)
        await cut.wait()


async def test_reader_gone() -> None:
    """A reader that has gone is cut off, and pushing on harms nobody."""
    async with sockets() as (outbox, reader, cut):
        await reader.aclose()
        outbox.push(b"one")
        await cut.wait()
        outbox.push(b"two")


async def test_replay() -> None:
    """A replaying stream gives back what was read, in the sizes asked for, then what comes."""
    async with sockets() as (outbox, reader, _):
        stream = Replay(outbox._stream, b"abcdef", outbox)
        await reader.send_all(b"ghi")
        assert [await stream.receive_some(4), await stream.receive_some()] == [b"abcd", b"ef"]
        assert await stream.receive_some() == b"ghi"
        await stream.send_all(b"answer")
        await stream.wait_send_all_might_not_block()
        assert await reader.receive_some() == b"answer"
