"""What the port says to plain requests, good and bad, over a wire in memory and a clock that jumps."""

import gzip
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest
import trio
import trio.testing

from ono_net.http import HEAD_BYTES, HEAD_SECONDS, IDLE_SECONDS, Head, serve_http
from ono_net.site import Answer, load_site

HOST = "localhost:8765"
SCRIPT = b"let cards = 'red yellow green blue';\n" * 100
UPGRADE = (
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)


def unbrotli(data: bytes) -> bytes:
    """The data behind its Brotli form."""
    return bytes(brotli.decompress(data))  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small web client."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>ONO</title>")
    (tmp_path / "assets" / "app-1234.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "font-1234.woff2").write_bytes(bytes(range(256)))
    (tmp_path / ".inputs").write_text("not for the web")
    return tmp_path


Wire = trio.StapledStream[trio.testing.MemorySendStream, trio.testing.MemoryReceiveStream]


@asynccontextmanager
async def port(folder: Path | None) -> AsyncGenerator[tuple[Wire, list[bytes]]]:
    """A wire to a server of this folder, and the requests it handed over as WebSockets."""
    mine, theirs = trio.testing.memory_stream_pair()
    site, talks = load_site(folder), list[bytes]()

    async def pages(head: Head) -> Answer:
        return site.answer(head.path, head.headers)

    async def talk(read: bytes, head: Head) -> None:
        talks.append(read)
        await theirs.send_all(b"TALK")

    async def serve() -> None:
        async with theirs:
            await serve_http(theirs, {HOST}.__contains__, pages, talk)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        yield mine, talks
        nursery.cancel_scope.cancel()


def request(path: str, *headers: str, method: str = "GET", host: str = HOST) -> bytes:
    """The bytes of a request."""
    return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {host}", *headers, "", "")).encode("latin-1")


async def everything(wire: Wire) -> bytes:
    """All bytes until the server closes."""
    return b"".join([bytes(data) async for data in wire])


async def asked(folder: Path | None, data: bytes) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the answer to the only thing that is said on a connection."""
    async with port(folder) as (wire, _):
        await wire.send_all(data)
        await wire.send_eof()
        head, _, body = (await everything(wire)).partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    pairs = (line.split(": ", 1) for line in lines)
    return int(status.split()[1]), {name.lower(): value for name, value in pairs}, body


# Pages


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/r/KWPX", "/r/KWPX?seat=2", "/g/0011/12", "/t/ABCDEFGH", "/r/../../etc/passwd"]
)
async def test_paths_of_the_client(folder: Path, path: str) -> None:
    """The client's own paths all give its page, which is asked for anew each time."""
    status, headers, body = await asked(folder, request(path))
    assert (status, body) == (200, b"<!doctype html><title>ONO</title>")
    assert headers["cache-control"] == "no-cache"
    assert headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icon.svg", "image/svg+xml"),
        ("/icon-192.png", "image/png"),
    ],
)
async def test_files_of_an_installed_page(folder: Path, path: str, content_type: str) -> None:
    """They have no hash in their names, so they are asked for anew each time."""
    (folder / path.removeprefix("/")).write_bytes(b"1")
    status, headers, _ = await asked(folder, request(path))
    assert (status, headers["content-type"], headers["cache-control"]) == (200, content_type, "no-cache")


@pytest.mark.parametrize("path", ["/nothing", "/assets/", "/assets/../index.html", "/.inputs", "/%2e%2e/x", "*"])
async def test_paths_that_are_not_there(folder: Path, path: str) -> None:
    """There are files by their exact names, and nothing else."""
    assert (await asked(folder, request(path)))[0] == 404


@pytest.mark.parametrize(
    ("accepted", "encoding", "decode"),
    [
        ("gzip, deflate, br", "br", unbrotli),
        ("gzip;q=1.0, br;q=0", "gzip", gzip.decompress),
        ("br;q=0.000, gzip;q=0.1", "gzip", gzip.decompress),
        ("identity", None, bytes),
        ("", None, bytes),
    ],
)
async def test_encodings(folder: Path, accepted: str, encoding: str | None, decode: Callable[[bytes], bytes]) -> None:
    """A file goes out in the best encoding that is accepted, each with a tag of its own, to be kept for good."""
    status, headers, body = await asked(folder, request("/assets/app-1234.js", f"Accept-Encoding: {accepted}"))
    assert (status, headers.get("content-encoding"), decode(body)) == (200, encoding, SCRIPT)
    assert headers["vary"] == "Accept-Encoding"
    assert "immutable" in headers["cache-control"]
    assert int(headers["content-length"]) == len(body)
    again = request("/assets/app-1234.js", f"Accept-Encoding: {accepted}", f'If-None-Match: "x", W/{headers["etag"]}')
    status, headers, body = await asked(folder, again)
    assert (status, body, "content-length" in headers) == (304, b"", False)


async def test_not_squeezed(folder: Path) -> None:
    """What compression does not make smaller goes out as it is."""
    _, headers, body = await asked(folder, request("/assets/font-1234.woff2", "Accept-Encoding: gzip, br"))
    assert ("content-encoding" in headers, body) == (False, bytes(range(256)))


async def test_policy(folder: Path) -> None:
    """A page may load from here only, and open WebSockets to here only."""
    _, headers, _ = await asked(folder, request("/"))
    policy = headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'" in policy
    assert f"connect-src 'self' ws://{HOST} wss://{HOST};" in policy
    assert headers["x-content-type-options"] == "nosniff"


async def test_head(folder: Path) -> None:
    """HEAD gives what GET would, without the body."""
    status, headers, body = await asked(folder, request("/assets/app-1234.js", method="HEAD"))
    assert (status, int(headers["content-length"]), body) == (200, len(SCRIPT), b"")


async def test_not_built() -> None:
    """Without a web client a plain page says so."""
    status, _, body = await asked(None, request("/r/KWPX"))
    assert status == 200
    assert b"web client was not built" in body


async def test_many_requests_on_one_connection(folder: Path) -> None:
    """A connection is kept, requests may come together, and a WebSocket may follow them."""
    async with port(folder) as (wire, talks):
        await wire.send_all(request("/") * 2 + request("/none") + request("/ws", *UPGRADE) + b"early")
        answers = await wire.receive_some(100_000)
        while b"TALK" not in answers:
            answers += await wire.receive_some(100_000)
    assert answers.count(b"HTTP/1.1 200 OK") == 2
    assert answers.count(b"HTTP/1.1 404 Not Found") == 1
    assert talks == [request("/ws", *UPGRADE) + b"early"]


# Refusals


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (request("/", method="POST"), 405),
        (request("/", "Content-Length: 10", method="POST") + b"0123456789", 405),
        (request("/", "Content-Length: 10") + b"0123456789", 413),
        (request("/", "Transfer-Encoding: chunked") + b"1\r\nx\r\n0\r\n\r\n", 413),
        (request("/", "Transfer-Encoding: chunked") + b"GET /ws HTTP/1.1\r\n\r\n", 413),
        (request("/", host="evil.example"), 421),
        (request("/ws", *UPGRADE, host="evil.example"), 421),
        (b"GET / HTTP/1.0\r\n\r\n", 421),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (request("/", "X-Name: \xe9"), 400),
        (request("/", f"X-Long: {'x' * 2 * HEAD_BYTES}"), 431),
        (b"GET /" + b"x" * 2 * HEAD_BYTES, 431),
        (request("/ws"), 426),
        (request("/ws", *UPGRADE[1:]), 426),
        (request("/ws", *UPGRADE[:2], "Sec-WebSocket-Version: 8", UPGRADE[3]), 426),
        (request("/ws", *UPGRADE[:3]), 400),
        (request("/ws", *UPGRADE, "Origin: http://evil.example"), 403),
        (request("/ws", *UPGRADE, "Origin: null"), 403),
        (request("/ws", *UPGRADE, f"Origin: http://{HOST}.evil.example"), 403),
    ],
    ids=range(21),
)
async def test_refused(folder: Path, data: bytes, status: int, autojump_clock: trio.testing.MockClock) -> None:
    """A bad request gets its own refusal, and the connection is closed."""
    found, headers, _ = await asked(folder, data)
    assert (found, headers["connection"]) == (status, "close")


async def test_own_origin(folder: Path) -> None:
    """A page of this server may open a WebSocket, as may a program that is no page."""
    for origin in ((), (f"Origin: http://{HOST}",), (f"Origin: https://{HOST}",)):
        async with port(folder) as (wire, talks):
            await wire.send_all(request("/ws", *UPGRADE, *origin))
            assert await wire.receive_some() == b"TALK"
            assert len(talks) == 1


# Time


@pytest.mark.parametrize("pause", [0.5, HEAD_SECONDS + 1])
async def test_slow_head(folder: Path, pause: float, autojump_clock: trio.testing.MockClock) -> None:
    """A head that drips or stalls is cut off when its time is over."""
    answers: list[bytes] = []

    async def drip(wire: Wire) -> None:
        for byte in request("/", "X-Long: xxxxxxxxxx"):
            await wire.send_all(bytes((byte,)))
            await trio.sleep(pause)

    async with port(folder) as (wire, _), trio.open_nursery() as nursery:
        nursery.start_soon(drip, wire)
        answers.append(bytes(await wire.receive_some()))
        assert trio.current_time() == pytest.approx(HEAD_SECONDS)
        nursery.cancel_scope.cancel()
    assert answers[0].startswith(b"HTTP/1.1 408 Request Timeout\r\n")


async def test_idle(folder: Path, autojump_clock: trio.testing.MockClock) -> None:
    """A connection on which nothing is asked is closed without a word."""
    async with port(folder) as (wire, _):
        await wire.send_all(request("/"))
        assert (await wire.receive_some()).startswith(b"HTTP/1.1 200 OK")
        assert await wire.receive_some() == b""
        assert trio.current_time() == pytest.approx(IDLE_SECONDS)


async def test_gone_in_the_middle(folder: Path) -> None:
    """A peer that stops in the middle of a head is told so, and the connection is closed."""
    async with port(folder) as (wire, _):
        await wire.send_all(b"GET / HT")
        await wire.send_eof()
        assert (await everything(wire)).startswith(b"HTTP/1.1 400 Bad Request")
