"""What one reader has yet to be sent: ready-made frames, sent at once if the socket takes them.

A frame is made once and shared by all readers of a room. The usual case costs one system call and no task
switch; what the socket does not take waits in a bounded queue that a pump empties. A reader that falls too
far behind, or takes nothing for too long, is cut off, so that it never holds up the others.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from typing import Literal

import trio

QUEUE = 262_144
"""Bytes that may wait for one reader."""

PIECE = 65_536
"""Bytes the pump sends at a time."""

SEND_SECONDS = 5
"""How long the socket may take over one piece."""


def frame(message: bytes) -> bytes:
    """The message as one binary WebSocket frame of a server (RFC 6455 section 5.2)."""
    size = len(message)
    if size < 126:
        return bytes((0x82, size)) + message
    assert size < 1 << 16, f"messages of at most 65535 bytes, got {size}"
    return b"\x82\x7e" + size.to_bytes(2) + message


class Outbox:
    """The sending side of one connection; everything that is sent to it goes through here, in order."""

    def __init__(self, stream: trio.abc.Stream, cut: Callable[[], None]) -> None:
        """Send to `stream`; `cut` ends the connection and is called when the reader is stuck or gone."""
        self._stream = stream
        self._socket = stream.socket if isinstance(stream, trio.SocketStream) else None
        self._cut = cut
        self.reason: Literal["behind", "stuck"] | None = None
        """Why the reader was cut off: it left too much unread, or took nothing for too long."""
        self._queue: deque[bytes] = deque()
        self._size = 0
        self._wanted = trio.Event()
        self._empty = trio.Event()
        self._empty.set()

    def push(self, data: bytes) -> None:
        """Send whole frames, now or as soon as the reader takes them; never waits."""
        if self._empty.is_set():
            data = data[self._send_now(data) :]
        if not data:
            return
        self._queue.append(data)
        self._size += len(data)
        self._empty = trio.Event() if self._empty.is_set() else self._empty
        self._wanted.set()
        if self._size > QUEUE:
            self.reason = "behind"
            self._cut()

    async def send(self, data: bytes) -> None:
        """Send whole frames and wait until the socket has taken everything."""
        self.push(data)
        await self._empty.wait()

    async def pump(self) -> None:
        """Send what waits; run this beside the connection."""
        while await self._send_piece():
            pass
        self._cut()

    async def _send_piece(self) -> bool:
        """Whether the reader took the next piece; it counts as waiting until then, so nothing overtakes it."""
        await self._wanted.wait()
        piece = self._piece()
        with trio.move_on_after(SEND_SECONDS) as patience:
            try:
                await self._stream.send_all(piece)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return False
        if patience.cancelled_caught:
            self.reason = "stuck"
            return False
        self._size -= len(piece)
        if not self._queue:
            self._wanted = trio.Event()
            self._empty.set()
        return True

    def _piece(self) -> bytes:
        parts: list[bytes] = []
        size = 0
        while self._queue and size < PIECE:
            parts.append(self._queue.popleft())
            size += len(parts[-1])
        return b"".join(parts)

    def _send_now(self, data: bytes) -> int:
        """How many bytes the socket took without waiting; a broken one takes none and the pump will see."""
        if self._socket is None:
            return 0
        try:
            return os.write(self._socket.fileno(), data)
        except OSError:
            return 0


class Replay(trio.abc.Stream):
    """A stream for trio-websocket: gives back what was read from it already, and sends through the outbox."""

    def __init__(self, stream: trio.abc.Stream, read: bytes, outbox: Outbox) -> None:
        self._stream = stream
        self._read = read
        self._outbox = outbox

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        """See trio.abc.ReceiveStream."""
        if not self._read:
            return await self._stream.receive_some(max_bytes)
        await trio.lowlevel.checkpoint()
        end = len(self._read) if max_bytes is None else max_bytes
        data, self._read = self._read[:end], self._read[end:]
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """See trio.abc.SendStream."""
        await self._outbox.send(bytes(data))

    async def wait_send_all_might_not_block(self) -> None:
        """See trio.abc.SendStream."""
        await self._outbox.send(b"")

    async def aclose(self) -> None:
        """See trio.abc.AsyncResource."""
        await self._stream.aclose()
