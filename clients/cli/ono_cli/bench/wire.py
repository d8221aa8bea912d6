"""A WebSocket client that never waits and does no more than a benchmark's client must (RFC 6455)."""

from __future__ import annotations

import socket
from typing import Final

UPGRADE: Final = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: b25vIGJlbmNobWFyayBvbm8=\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_RECEIVED: Final = 65_536
_HEAD: Final = b"\x82"
"""A whole binary message."""
_CLOSE: Final = 0x88
_MASKED: Final = 0x80
_NO_MASK: Final = bytes(4)
"""A mask of zeros changes no byte, and costs the server what any mask does."""


class Closed(Exception):
    """The server closed the connection, or never opened it."""


class Wire:
    """One connection to a server on this machine."""

    __slots__ = ("_buffer", "_is_open", "_socket")

    def __init__(self, host: str) -> None:
        """Connect and ask for a WebSocket; `host` is the server's name and port."""
        self._socket = socket.create_connection(("127.0.0.1", int(host.rpartition(":")[2])))
        self._socket.settimeout(0)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.send(UPGRADE.format(host=host).encode())
        self._buffer = b""
        self._is_open = False

    def fileno(self) -> int:
        """For epoll."""
        return self._socket.fileno()

    def close(self) -> None:
        """Hang up without a word."""
        self._socket.close()

    def send(self, message: bytes) -> None:
        """Send a message; the socket must have room for it, as it has for the few that one seat sends."""
        size = len(message)
        length = bytes((_MASKED | size,)) if size < 126 else bytes((_MASKED | 126,)) + size.to_bytes(2)
        data = _HEAD + length + _NO_MASK + message
        assert self._socket.send(data) == len(data), "the server takes what a seat sends"

    def receive(self) -> list[bytes]:
        """The messages that have come whole, and b"" first once the WebSocket is open; Closed when there is an end."""
        try:
            data = self._socket.recv(_RECEIVED)
        except BlockingIOError:
            return []
        except OSError as error:
            raise Closed(str(error)) from None
        if not data:
            raise Closed("the server hung up")
        self._buffer = self._buffer + data if self._buffer else data
        opened = [] if self._is_open else self._opened()
        return [*opened, *self._messages()] if self._is_open else []

    def _opened(self) -> list[bytes]:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return []
        if b" 101 " not in head.partition(b"\r\n")[0]:
            raise Closed(head.partition(b"\r\n")[0].decode("ascii", "replace"))
        self._buffer, self._is_open = rest, True
        return [b""]

    def _messages(self) -> list[bytes]:
        buffer, at, end = self._buffer, 0, len(self._buffer)
        found: list[bytes] = []
        while end - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            if start > end or start + size > end:
                break
            if buffer[at] == _CLOSE:
                raise Closed(f"the server closed the connection: {buffer[start : start + size]!r}")
            found.append(buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]
        return found
