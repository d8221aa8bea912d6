"""The operator's port: what is counted, and whether the server lives and is of use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio
import trio.testing
from prometheus_client.parser import text_string_to_metric_families

from ono_core.game.commands import AddBot, NextRound, Start
from ono_net.messages import Create, Enter, Error
from ono_net.server import CHORES_SECONDS
from ono_net.store import StoreUnavailable
from ono_net.store.sqlite import SqliteStore
from tests.net.serving import Served, person, serving, wire


async def ask(served: Served, path: str, host: str | None = None, method: str = "GET") -> tuple[int, str]:
    """Status and body of the answer at the admin port."""
    url = str(served.told.admin_url)
    port = int(url.rpartition(":")[2])
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        lines = (f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Connection: close", "", "")
        await stream.send_all("\r\n".join(lines).encode())
        answer = b"".join([bytes(data) async for data in stream]).decode()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]), body


async def metrics(served: Served) -> dict[str, float]:
    """Every sample by its name and labels, as Prometheus's own reader takes it."""
    _, body = await ask(served, "/metrics")
    families = text_string_to_metric_families(body)
    return {
        sample.name + "".join(f" {name}={value}" for name, value in sorted(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


async def test_what_a_game_leaves(tmp_path: Path) -> None:
    """Rooms, connections, entries, commits and refusals are counted as they happen."""
    async with serving(tmp_path, admin_port=0) as served, person(served, "Ana") as ana:
        await ana.sit()
        await ana.act(AddBot("easy", None))
        assert (await ana.act(NextRound())).answer
        await ana.act(Start())
        await ana.play()
        found = await metrics(served)
        assert found["ono_rooms"] == found["ono_websockets"] == found["ono_handshakes_total"] == 1
        assert found["ono_connections"] == 1
        assert found["ono_entries_stored_total"] == ana.length
        assert found["ono_store_commit_seconds_count"] == ana.length - 1  # the first two are one write
        assert found["ono_store_writable"] == 1
        assert sum(value for name, value in found.items() if name.startswith("ono_refusals_total")) == 1
        assert found["ono_draining"] == 0
        assert any(name.startswith("ono_build_info version=") for name in found)
        assert found["process_resident_memory_bytes"] > 0


async def test_no_label_names_anybody(tmp_path: Path) -> None:
    """Neither a room's code, nor a player's name, nor a game's id is in the metrics."""
    async with serving(tmp_path, admin_port=0) as served, person(served, "Anastasia") as ana, wire(served) as guest:
        await ana.sit()
        await guest.shake()
        await guest.say(Enter(head=None, room="ZZZZZZ"))
        assert isinstance(await guest.hear(), Error)
        _, body = await ask(served, "/metrics")
        assert ana.guest.player
        for secret in (str(ana.guest.room), "Anastasia", ana.guest.player.keys.gid.hex()[:12], "ZZZZZZ"):
            assert secret not in body
        labels = set(re.findall(r"(\w+)=\"", body))
        assert labels <= {"code", "kind", "le", "limit", "reason", "version"}


async def test_alive_and_of_use(tmp_path: Path) -> None:
    """Both answer 200 on a healthy server, what is not there 404, another name 421, a POST 405."""
    async with serving(tmp_path, admin_port=0) as served:
        assert await ask(served, "/healthz") == (200, "ok\n")
        assert await ask(served, "/readyz") == (200, "ok\n")
        assert (await ask(served, "/secret"))[0] == 404
        assert (await ask(served, "/metrics", host="evil.example"))[0] == 421
        assert (await ask(served, "/metrics", method="POST"))[0] == 405
        assert (await ask(served, "/ws"))[0] == 426


async def test_read_only_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: trio.testing.MockClock
) -> None:
    """While nothing can be stored the server is of no use, but lives; it finds out by itself when that is over."""

    async def full(*_: object) -> None:
        await trio.lowlevel.checkpoint()
        raise StoreUnavailable("disk full")

    async with serving(tmp_path, admin_port=0) as served, wire(served) as guest:
        await guest.shake()
        with monkeypatch.context() as disk:
            disk.setattr(SqliteStore, "append", full)
            disk.setattr(SqliteStore, "probe", full)
            await guest.say(Create({}))
            assert isinstance(error := await guest.hear(), Error)
            assert error.code == "unavailable"
            assert await ask(served, "/readyz") == (503, "the store is read-only: disk full\n")
            assert (await ask(served, "/healthz"))[0] == 200
            found = await metrics(served)
            assert found["ono_store_writable"] == 0
            assert found["ono_store_failures_total kind=StoreUnavailable"] == 1
        await trio.testing.wait_all_tasks_blocked(0.02)
        mock_clock.jump(CHORES_SECONDS)
        while (await ask(served, "/readyz"))[0] != 200:
            await trio.testing.wait_all_tasks_blocked(0.02)
        assert (await metrics(served))["ono_store_writable"] == 1


async def test_no_admin_port_unless_asked_for(tmp_path: Path) -> None:
    """Without the parameter there is none, and the public port has no such page."""
    async with serving(tmp_path) as served:
        assert served.told.admin_url is None
        for path in ("/metrics", "/healthz", "/readyz"):
            assert (await served.get(path)).startswith(b"HTTP/1.1 404")
