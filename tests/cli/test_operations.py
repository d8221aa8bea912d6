"""What an operator types: the configuration looked at, a store checked and copied, the secret exported, the doctor."""

from __future__ import annotations

import json
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import trio

from tests.cli.commands import one_line, ono
from tests.cli.serving import served
from tests.net.certificates import certificate
from tests.net.serving import serving


def played(data: Path) -> None:
    """Leave a store with a room in this folder."""

    async def once() -> None:
        async with serving(data, play={"preset": "boardflix"}):
            pass

    trio.run(once)


# Configuration


def test_looking_at_the_configuration(tmp_path: Path) -> None:
    """Every value is printed with its place; a file that can be used is said to be."""
    file = tmp_path / "ours.toml"
    file.write_text('port = 9000\npublic-url = "https://ono.example"\n')
    done = ono(tmp_path, "serve", "--config", file, "--print-config", "--check-config", "--pace", 5)
    assert done.returncode == 0
    assert done.stdout.endswith("the configuration can be used\n")
    values = tomllib.loads(done.stdout.rpartition("the configuration")[0])
    assert (values["port"], values["public-url"], values["pace"]) == (9000, "https://ono.example", 5)
    assert f"# {file}:1: port" in done.stdout


def test_every_mistake_of_the_configuration(tmp_path: Path) -> None:
    """All are told, a line each, with their places: exit 2. A server is not started with one."""
    file = tmp_path / "ours.toml"
    file.write_text('prot = 1\npace = -1\nplay = true\nset = ["stack=on"]\n')
    done = ono(tmp_path, "serve", "--config", file, "--check-config", "--port", 70_000)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"ono: {file}:1: prot: no such parameter; the nearest is port",
        f"ono: {file}:2: pace: 0 to 60000 expected, got -1",
        "ono: --port: 0 to 65535 expected, got 70000",
        f"ono: {file}:4: set: stack: none, d2, same, up or any expected, got 'on'",
    ]
    started = ono(tmp_path, "serve", "--config", file)
    assert started.returncode == 2
    first = f"{file}:1: prot: no such parameter; the nearest is port"
    assert one_line(started.stderr) == f"{first} (and 2 more: `ono serve --check-config` lists them)"


def test_a_certificate_that_cannot_be_used(tmp_path: Path) -> None:
    """It is told before a server is started."""
    files = certificate(tmp_path)
    done = ono(tmp_path, "serve", "--check-config", "--tls-cert", files.cert, "--tls-key", tmp_path / "gone.pem")
    assert done.returncode == 2
    assert one_line(done.stderr) == f"--tls-cert: {tmp_path / 'gone.pem'}: no such file or directory"


# Store, backup, secret


def test_a_sound_store(tmp_path: Path) -> None:
    """Checked beside the server that uses it, for people and for machines: exit 0."""
    with served(tmp_path, tmp_path / "data"):
        done = ono(tmp_path, "store", "check", "--data", tmp_path / "data")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == "version 2, 1 rooms; 1 logs with 2 entries checked: nothing damaged\n"
        done = ono(tmp_path, "store", "check", "--all", "--json", "--data", tmp_path / "data")
        assert json.loads(done.stdout) == {"version": 2, "rooms": 1, "games": 1, "entries": 2, "damage": []}


def test_a_damaged_store(tmp_path: Path) -> None:
    """Game and entry are named, and a backup of it says so too: exit 1. No store at all: exit 2."""
    data = tmp_path / "data"
    played(data)
    with closing(sqlite3.connect(data / "ono.db")) as db, db:
        [(game,)] = db.execute("SELECT DISTINCT game FROM entries").fetchall()
        damaged = "CAST(substr(raw, 1, 60) || zeroblob(1) || substr(raw, 62) AS BLOB)"
        db.execute(f'UPDATE entries SET raw = {damaged} WHERE "index" = 1')
    done = ono(tmp_path, "store", "check", "--data", data)
    assert done.returncode == 1
    assert done.stdout.startswith(f"game {game.hex()}: entry 1: ")
    done = ono(tmp_path, "backup", tmp_path / "copy.db", "--data", data)
    assert done.returncode == 1
    assert one_line(done.stderr) == "1 logs are damaged, there as here: `ono store check --all` names them"
    assert (tmp_path / "copy.db").exists()
    done = ono(tmp_path, "store", "check", "--data", tmp_path / "nowhere")
    assert done.returncode == 2
    assert one_line(done.stderr).endswith("there is no such store")


def test_a_backup(tmp_path: Path) -> None:
    """It is made beside the running server, for its owner alone, and never in place of a file that is there."""
    with served(tmp_path, tmp_path / "data"):
        done = ono(tmp_path, "backup", tmp_path / "copy.db", "--data", tmp_path / "data")
        assert (done.returncode, done.stderr) == (0, "")
        assert "1 rooms, 1 logs, 2 entries, every log checked" in done.stdout
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    before = (tmp_path / "copy.db").read_bytes()
    done = ono(tmp_path, "backup", tmp_path / "copy.db", "--data", tmp_path / "data")
    assert done.returncode == 2
    assert one_line(done.stderr) == f"a new file expected, {tmp_path / 'copy.db'} is there already"
    assert (tmp_path / "copy.db").read_bytes() == before
    done = ono(tmp_path, "backup", tmp_path / "no" / "copy.db", "--data", tmp_path / "data")
    assert done.returncode == 2
    assert "no such file or directory" in one_line(done.stderr)


def test_the_secret(tmp_path: Path) -> None:
    """It is copied to a new file of mode 600 and never shown; where there is none, that is said."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    done = ono(tmp_path, "secret", "export", copy, "--data", data)
    assert done.returncode == 2
    assert one_line(done.stderr) == f"{data / 'secret'}: there is no secret; a server makes one at its first start"
    played(data)
    done = ono(tmp_path, "secret", "export", copy, "--data", data)
    assert (done.returncode, done.stderr) == (0, "")
    assert copy.read_bytes() == (data / "secret").read_bytes()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.read_bytes().hex()[:8] not in done.stdout
    done = ono(tmp_path, "secret", "export", copy, "--data", data)
    assert done.returncode == 2
    assert one_line(done.stderr) == f"a new file expected, {copy} is there already"


# The doctor


def doctor(home: Path, *argv: object) -> tuple[int, dict[str, dict[str, str]]]:
    """Its exit code and what it found, by name."""
    done = ono(home, "doctor", "--json", *argv)
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return done.returncode, {check["name"]: check for check in found["checks"]}


def test_the_doctor_finds_nothing(tmp_path: Path) -> None:
    """Where all is well each line is ok, for people too: exit 0. Nothing is made."""
    code, found = doctor(tmp_path, "--data", tmp_path / "data", "--port", 0)
    assert code == 0
    assert {name for name, check in found.items() if check["status"] != "ok"} <= {"disk"}
    assert not (tmp_path / "data").exists()
    done = ono(tmp_path, "doctor", "--data", tmp_path / "data", "--port", 0)
    assert done.returncode == 0
    assert all(line.startswith(("ok ", "warn ", "        ")) for line in done.stdout.splitlines())


def test_the_doctor_finds_what_to_mend(tmp_path: Path) -> None:
    """A mistake, an expired certificate, a secret for all to read, an open folder: each with its cure, exit 1."""
    data = tmp_path / "data"
    played(data)
    data.chmod(0o755)
    (data / "secret").chmod(0o644)
    files = certificate(tmp_path, days=-1)
    tls = ("--tls-cert", files.cert, "--tls-key", files.key)
    code, found = doctor(tmp_path, "--data", data, "--port", 0, "--pace", -1, "--max-connections", 1_000_000, *tls)
    assert code == 1
    assert found["configuration"]["words"] == "--pace: 0 to 60000 expected, got -1"
    assert found["certificate"]["status"] == "fault"
    assert "not valid now" in found["certificate"]["words"]
    assert found["secret"]["status"] == "fault"
    assert "chmod 600" in found["secret"]["words"]
    assert (found["data folder"]["status"], found["data folder"]["mend"]) == ("warn", f"chmod 700 {data}")
    assert all(check["mend"] for check in found.values() if check["status"] != "ok")
    soon = certificate(tmp_path, "soon", days=3)
    code, found = doctor(tmp_path, "--data", data, "--port", 0, "--tls-cert", soon.cert, "--tls-key", soon.key)
    assert found["certificate"]["status"] == "warn"
    tls = ("--tls-cert", soon.cert, "--tls-key", soon.key)
    _, found = doctor(tmp_path, "--data", data, "--port", 0, *tls, "--public-url", "https://ono.example")
    assert "not for https://ono.example" in found["certificate"]["words"]


def test_the_doctor_finds_a_lost_secret(tmp_path: Path) -> None:
    """A store without the secret that dealt it is a fault: a new secret would be of no use."""
    played(tmp_path / "data")
    (tmp_path / "data" / "secret").unlink()
    code, found = doctor(tmp_path, "--data", tmp_path / "data", "--port", 0)
    assert (code, found["secret"]["status"]) == (1, "fault")
    assert "ono secret export" in found["secret"]["mend"]


def test_the_doctor_asks_the_server(tmp_path: Path) -> None:
    """Beside a running server its port is its own, and its public URL is tried: right, another table's, or nobody's."""
    with served(tmp_path, tmp_path / "data") as url, served(tmp_path, tmp_path / "other") as other:
        port = url.rpartition(":")[2]
        common = ("--data", tmp_path / "data", "--port", port)
        code, found = doctor(tmp_path, *common, "--public-url", url)
        assert code == 0
        assert found["port"]["words"] == f"{port} is in use, as is the store: the server runs"
        assert found["public URL"]["words"] == f"{url} answers with this server's table key"
        code, found = doctor(tmp_path, *common, "--public-url", other)
        assert (code, found["public URL"]["status"]) == (1, "fault")
        assert "wrong-table" in found["public URL"]["words"]
        code, found = doctor(tmp_path, *common, "--public-url", "http://127.0.0.1:1")
        assert (code, found["public URL"]["status"]) == (1, "fault")
        assert "unreachable" in found["public URL"]["words"]
        code, found = doctor(tmp_path, "--data", tmp_path / "third", "--port", port)
        assert (code, found["port"]["status"]) == (1, "fault")


def test_the_doctor_finds_a_folder_that_cannot_be(tmp_path: Path) -> None:
    """A folder that cannot be written to is a fault."""
    (tmp_path / "file").write_text("")
    code, found = doctor(tmp_path, "--data", tmp_path / "file" / "data", "--port", 0)
    assert (code, found["data folder"]["status"]) == (1, "fault")
