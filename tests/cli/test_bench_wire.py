"""The WebSocket of the load: what a server sends comes out message by message, however it was cut."""

from __future__ import annotations

import socket
from collections.abc import Generator
from contextlib import closing
from select import select

import pytest

from ono_cli.bench.wire import Closed, Wire
from ono_net.outbox import frame

ACCEPTED = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
REFUSED = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
WAIT = 10


class Pair:
    """A client, and the server's end of its connection."""

    def __init__(self, client: Wire, server: socket.socket) -> None:
        self.client = client
        self.server = server

    def heard(self, data: bytes) -> list[bytes]:
        """What the client makes of these bytes, once they have come."""
        self.server.sendall(data)
        readable, _, _ = select([self.client], [], [], WAIT)
        assert readable
        return self.client.receive()


@pytest.fixture
def pair() -> Generator[Pair]:
    """A connection on which the client has asked for a WebSocket."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        client = Wire(f"localhost:{listener.getsockname()[1]}")
        server, _ = listener.accept()
    with closing(client), closing(server):
        assert server.recv(1000).startswith(b"GET /ws HTTP/1.1\r\nHost: localhost:")
        yield Pair(client, server)


def test_messages_come_out_however_they_were_cut(pair: Pair) -> None:
    """Several in one piece, one in several, and the first with the answer that opens the connection."""
    small, large = b"small", bytes(range(256)) * 8
    assert pair.heard(ACCEPTED[:20]) == []
    assert pair.heard(ACCEPTED[20:] + frame(small)) == [b"", small]
    assert pair.heard(frame(large) + frame(small) + frame(large)[:1]) == [large, small]
    assert pair.heard(frame(large)[1:3]) == []
    assert pair.heard(frame(large)[3:1000]) == []
    assert pair.heard(frame(large)[1000:] + frame(b"")) == [large, b""]
    assert pair.client.receive() == [], "there is no more"


@pytest.mark.parametrize("size", [1, 125, 126, 2000])
def test_what_is_said_is_one_masked_frame(pair: Pair, size: int) -> None:
    """As a client must send it (RFC 6455 section 5.1), with its length in the shortest form."""
    message = bytes(size)
    pair.client.send(message)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2)
    assert pair.server.recv(5000) == b"\x82" + length + bytes(4) + message


@pytest.mark.parametrize("data", [REFUSED, ACCEPTED + b"\x88\x02\x03\xf0"])
def test_who_is_sent_away_knows_it(pair: Pair, data: bytes) -> None:
    """Whether the connection is never opened, or closed with a code."""
    with pytest.raises(Closed, match=r"503|x03\\xf0"):
        pair.heard(data)


def test_a_server_that_hangs_up_is_noticed(pair: Pair) -> None:
    """Without a word too."""
    pair.heard(ACCEPTED)
    pair.server.close()
    select([pair.client], [], [], WAIT)
    with pytest.raises(Closed, match="hung up"):
        pair.client.receive()
