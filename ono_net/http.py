"""One port for pages and play: an h11 head, then a page, or the same bytes again for the WebSocket.

Whoever connects has limited time and room for each head, and no request may have a body. A connection that
becomes a WebSocket leaves all these limits behind.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from http import HTTPStatus

import h11
import trio
from msgspec import Struct

from ono_net.site import Answer, common_headers, plain

HEAD_SECONDS = 5
IDLE_SECONDS = 30
"""How long a connection may be kept without a request."""

ANSWER_SECONDS = 30
LINGER_SECONDS = 2
HEAD_BYTES = 16_384
SOCKET_PATH = "/ws"


class Head(Struct, frozen=True):
    """A request without a body; header names are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]

    @property
    def host(self) -> str:
        """The Host header, empty if there is none."""
        return self.headers.get("host", "")


Pages = Callable[[Head], Awaitable[Answer]]
Talk = Callable[[bytes, Head], Awaitable[Answer | None]]
"""Serves a WebSocket to its end, or gives an answer in its place at once."""


async def serve_http(stream: trio.abc.Stream, knows: Callable[[str], bool], pages: Pages, talk: Talk) -> None:
    """Answer requests with `pages` until the peer goes, or hand over to `talk` with all that was read.

    `knows` judges Host headers.
    """
    http = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_BYTES)
    read = b""
    while True:
        request, read = await _request(http, stream, read)
        if request is None:
            return
        head, answer = _judged(http, request, knows)
        if answer is None and head.path == SOCKET_PATH:
            answer = await talk(read, head)
            if answer is None:
                return
        answer = answer or await pages(head)
        host = head.host if knows(head.host) else ""
        with trio.move_on_after(ANSWER_SECONDS):
            await _send(http, stream, answer, host, head.method)
        if not (http.our_state is http.their_state is h11.DONE):
            await _linger(stream)
            return
        read = http.trailing_data[0]
        http.start_next_cycle()


# Reading


async def _request(http: h11.Connection, stream: trio.abc.Stream, read: bytes) -> tuple[h11.Request | None, bytes]:
    """The next request and all bytes read since it began; without one, the peer has been told why."""
    try:
        if not read:
            with trio.move_on_after(IDLE_SECONDS):
                read = await _receive(http, stream)
            if not read:
                return None, b""
        with trio.fail_after(HEAD_SECONDS):
            return await _head(http, stream, read)
    except trio.TooSlowError:
        answer = plain(HTTPStatus.REQUEST_TIMEOUT, f"expected a whole head within {HEAD_SECONDS} seconds")
    except h11.RemoteProtocolError as fault:
        answer = plain(fault.error_status_hint, str(fault))
    if http.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
        with trio.move_on_after(ANSWER_SECONDS):
            await _send(http, stream, answer)
        await _linger(stream)
    return None, b""


async def _head(http: h11.Connection, stream: trio.abc.Stream, read: bytes) -> tuple[h11.Request | None, bytes]:
    while (event := http.next_event()) is h11.NEED_DATA:
        read += await _receive(http, stream)
    return (event if isinstance(event, h11.Request) else None), read


async def _receive(http: h11.Connection, stream: trio.abc.Stream) -> bytes:
    data = bytes(await stream.receive_some(4096))
    http.receive_data(data)
    return data


# Judging


def _judged(http: h11.Connection, request: h11.Request, knows: Callable[[str], bool]) -> tuple[Head, Answer | None]:
    """The head, and what it is refused with, if it is."""
    values: dict[str, str] = {}
    for raw_name, raw_value in request.headers:
        name, value = raw_name.decode("ascii"), raw_value.decode("latin-1")
        values[name] = f"{values[name]}, {value}" if name in values else value  # RFC 9110 section 5.3
    target = request.target.decode("ascii")
    head = Head(request.method.decode("ascii"), target.partition("?")[0], values)
    if not all(value.isascii() for value in values.values()):
        return head, plain(HTTPStatus.BAD_REQUEST, "expected headers in ASCII")
    if not knows(head.host):
        return head, plain(HTTPStatus.MISDIRECTED_REQUEST, "this server does not know itself by that name")
    if head.method not in {"GET", "HEAD"}:
        return head, plain(HTTPStatus.METHOD_NOT_ALLOWED, "expected GET or HEAD", ("Allow", "GET, HEAD"))
    if _has_body(http):
        return head, plain(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "expected no body")
    return head, _socket_refusal(head) if head.path == SOCKET_PATH else None


def _has_body(http: h11.Connection) -> bool:
    """Whether a body follows the head, or what should be one."""
    try:
        return not isinstance(http.next_event(), h11.EndOfMessage)
    except h11.RemoteProtocolError:
        return True


def _socket_refusal(head: Head) -> Answer | None:
    """Why this cannot become a WebSocket: not asked for, not ours, or asked for by a page of another site."""
    headers = head.headers
    origin = headers.get("origin")
    upgrades = "upgrade" in headers.get("connection", "").lower() and headers.get("upgrade", "").lower() == "websocket"
    if not upgrades or head.method != "GET":
        return plain(HTTPStatus.UPGRADE_REQUIRED, "expected a WebSocket", ("Upgrade", "websocket"))
    if headers.get("sec-websocket-version") != "13":
        version = ("Sec-WebSocket-Version", "13")
        return plain(HTTPStatus.UPGRADE_REQUIRED, "expected version 13", version, ("Upgrade", "websocket"))
    if "sec-websocket-key" not in headers:
        return plain(HTTPStatus.BAD_REQUEST, "expected a Sec-WebSocket-Key")
    if origin is not None and origin.partition("://")[2] != head.host:
        return plain(HTTPStatus.FORBIDDEN, "expected a page of this server")
    return None


# Answering


async def _send(
    http: h11.Connection,
    stream: trio.abc.Stream,
    answer: Answer,
    host: str = "",
    method: str = "GET",
) -> None:
    """Send the answer; the connection is kept only after a good request. `host` is a name that was found good."""
    keeps = answer.status < HTTPStatus.BAD_REQUEST or answer.status == HTTPStatus.NOT_FOUND
    length = () if answer.status == HTTPStatus.NOT_MODIFIED else (("Content-Length", str(len(answer.body))),)
    closing = () if keeps else (("Connection", "close"),)
    response = h11.Response(
        status_code=answer.status,
        reason=HTTPStatus(answer.status).phrase.encode(),
        headers=[*common_headers(host), *answer.headers, *length, *closing],
    )
    parts = [http.send(response)]
    if answer.body and method != "HEAD":
        parts.append(http.send(h11.Data(data=answer.body)))
    parts.append(http.send(h11.EndOfMessage()))
    await stream.send_all(b"".join(part for part in parts if part))


async def _linger(stream: trio.abc.Stream) -> None:
    """Read on for a moment: closing at once would reset the connection, and the peer lose the answer."""
    with trio.move_on_after(LINGER_SECONDS):
        if isinstance(stream, trio.SSLStream):
            with suppress(trio.BrokenResourceError):  # it need not answer our farewell
                await stream.unwrap()
            return
        if isinstance(stream, trio.abc.HalfCloseableStream):
            await stream.send_eof()
        while await stream.receive_some(4096):
            pass
