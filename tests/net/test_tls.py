"""A server that speaks TLS: https and wss on one port, a certificate that is renewed while games go on."""

from __future__ import annotations

import logging
import os
import signal
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from ono_core.game.commands import AddBot
from ono_net.client import Ended, connect
from ono_net.config import Certificate
from ono_net.tls import BadCertificate, server_context, validity
from tests.net.certificates import certificate
from tests.net.serving import Served, person, secret_of, serving


@asynccontextmanager
async def secured(served: Served, ca: Path) -> AsyncGenerator[trio.SSLStream[trio.SocketStream]]:
    """A TLS connection to the server, which must show a certificate that this file vouches for."""
    context = ssl.create_default_context(cafile=str(ca))
    async with trio.SSLStream(
        await served.stream(), context, server_hostname="localhost", https_compatible=True
    ) as stream:
        await stream.do_handshake()
        yield stream


async def page(served: Served, ca: Path, path: str) -> bytes:
    """The answer to a request for a page over TLS."""
    async with secured(served, ca) as stream:
        await stream.send_all(f"GET {path} HTTP/1.1\r\nHost: {served.host}\r\nConnection: close\r\n\r\n".encode())
        return b"".join([bytes(data) async for data in stream])


async def test_pages_and_play_over_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a certificate the port speaks https and wss, and links say so."""
    files = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(files.cert))
    async with serving(tmp_path / "data", tls=files, play={}) as served:
        assert served.url.startswith("https://localhost:")
        assert str(served.told.link).startswith("https://")
        assert (await page(served, files.cert, "/")).startswith(b"HTTP/1.1 200 OK")
        assert (await page(served, files.cert, "/nowhere")).startswith(b"HTTP/1.1 404")
        async with person(served, "Ana", served.told.room) as ana, person(served, "Ben", served.told.room) as ben:
            await ana.sit()
            await ben.sit()
            assert (await ana.act(AddBot("easy", None))).answer
            await ben.until(lambda someone: someone.length == ana.length)


async def test_a_certificate_that_nobody_vouches_for_is_named_at_once(tmp_path: Path) -> None:
    """And a server that speaks no TLS is, too: a client says why it does not come in, and does not try again."""
    async with serving(tmp_path / "data", tls=certificate(tmp_path)) as served:
        assert "self-signed certificate" in await refused(f"https://localhost:{served.port}")
    async with serving(tmp_path / "data") as served:
        assert "WRONG_VERSION_NUMBER" in await refused(f"https://localhost:{served.port}")


async def refused(url: str) -> str:
    """Why a client cannot connect safely."""
    with pytest.raises(Ended) as ended:
        async with connect(url, secret_of("Ana"), opening=list):
            pass
    assert ended.value.code == "insecure"
    return ended.value.detail


async def test_who_speaks_no_tls_disturbs_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mock_clock: trio.testing.MockClock
) -> None:
    """A plain request, and a peer that says nothing at all, are let go; others are served, and the log is quiet."""
    files = certificate(tmp_path)
    async with serving(tmp_path / "data", tls=files) as served, await served.stream() as mute:
        assert b"200 OK" not in await served.get("/")
        await trio.testing.wait_all_tasks_blocked(0.02)
        mock_clock.jump(10)
        assert await mute.receive_some() == b""
        assert (await page(served, files.cert, "/")).startswith(b"HTTP/1.1 200 OK")
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_renewed_while_it_runs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """After SIGHUP new connections get the new certificate; one that is no good leaves the old one in place."""
    caplog.set_level(logging.INFO, "ono_net")
    first, second = certificate(tmp_path, "first"), certificate(tmp_path, "second")
    used = Certificate(tmp_path / "used.pem", tmp_path / "used-key.pem")

    async def renew(files: Certificate, told: str) -> None:
        used.cert.write_bytes(files.cert.read_bytes())
        used.key.write_bytes(files.key.read_bytes())
        os.kill(os.getpid(), signal.SIGHUP)
        while told not in [record.getMessage() for record in caplog.records]:
            await trio.lowlevel.checkpoint()

    used.cert.write_bytes(first.cert.read_bytes())
    used.key.write_bytes(first.key.read_bytes())
    async with serving(tmp_path / "data", tls=used) as served, secured(served, first.cert):
        await trio.testing.wait_all_tasks_blocked()
        await renew(second, "certificate read again")
        with pytest.raises(trio.BrokenResourceError):
            await page(served, first.cert, "/")
        assert (await page(served, second.cert, "/")).startswith(b"HTTP/1.1 200 OK")
        await renew(Certificate(first.cert, second.key), "certificate kept: the new one is no good")
        assert (await page(served, second.cert, "/")).startswith(b"HTTP/1.1 200 OK")


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    """Each mistake names its file and what is wrong with it."""
    good, other = certificate(tmp_path, "good"), certificate(tmp_path, "other")
    rubbish, gone = tmp_path / "rubbish.pem", tmp_path / "gone.pem"
    rubbish.write_text("rubbish")
    for files, words in (
        (Certificate(gone, good.key), "gone.pem: no such file or directory"),
        (Certificate(good.cert, gone), "gone.pem: no such file or directory"),
        (Certificate(rubbish, good.key), "rubbish.pem: expected a PEM certificate"),
        (Certificate(good.cert, rubbish), "rubbish.pem: expected a PEM private key without a password"),
        (Certificate(good.cert, other.key), r"other-key.pem: expected the key of .*good.pem, got another one"),
    ):
        with pytest.raises(BadCertificate, match=words):
            server_context(files)


def test_how_long_a_certificate_holds(tmp_path: Path) -> None:
    """Dates and names are those of the first certificate in the file."""
    found = validity(certificate(tmp_path, days=5).cert)
    assert (found.ends - found.begins).days == 105
    assert found.names == ("localhost", "127.0.0.1")
