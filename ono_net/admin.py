"""The operator's port, on loopback only: what is counted, whether the server lives, whether it is of use."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus

import trio

from ono_net.hosts import Hosts
from ono_net.http import Head, serve_http
from ono_net.metrics import CONTENT_TYPE, Metrics
from ono_net.site import Answer, plain

HOST = "127.0.0.1"


class Admin:
    """Answers at that port; `trouble` says why the server is of no use at present, None if it is."""

    def __init__(self, metrics: Metrics, trouble: Callable[[], str | None]) -> None:
        self._metrics = metrics
        self._trouble = trouble

    async def serve(self, listeners: list[trio.SocketListener]) -> None:
        """Answer until cancelled."""
        await trio.serve_listeners(self._serve_stream, listeners)

    async def answer(self, head: Head) -> Answer:
        """The answer to a GET."""
        await trio.lowlevel.checkpoint()
        match head.path:
            case "/metrics":
                fixed = (("Cache-Control", "no-store"), ("Content-Type", CONTENT_TYPE))
                return Answer(HTTPStatus.OK, self._metrics.text(), fixed)
            case "/healthz":
                return plain(HTTPStatus.OK, "ok")
            case "/readyz":
                trouble = self._trouble()
                return plain(HTTPStatus.SERVICE_UNAVAILABLE, trouble) if trouble else plain(HTTPStatus.OK, "ok")
            case _:
                return plain(HTTPStatus.NOT_FOUND, "expected /metrics, /healthz or /readyz")

    async def _serve_stream(self, stream: trio.SocketStream) -> None:
        address, port = stream.socket.getsockname()[:2]

        def knows(host: str) -> bool:
            return Hosts().knows(host, address, port)

        async def talk(_read: bytes, head: Head) -> Answer:
            return await self.answer(head)

        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await serve_http(stream, knows, self.answer, talk)
