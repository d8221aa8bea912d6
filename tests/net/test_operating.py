"""What an operator is given: the guide, the unit and the container file say what there is."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ono_net import limits
from ono_net.lobby import ALPHABET, ODDS
from ono_net.metrics import Metrics
from ono_net.parameters import BY_NAME, PARAMETERS
from ono_net.server import RETRY_MS, SPREAD_MS

NET = Path(__file__).parents[2] / "ono_net"
DEPLOY = NET / "deploy"
GUIDE = (NET / "OPERATING.md").read_text()


def test_the_guide_names_every_parameter() -> None:
    """Whatever can be set stands in the guide, with its variable and its default."""
    for one in PARAMETERS:
        [row] = [line for line in GUIDE.splitlines() if line.startswith("|") and f"`{one.name}`" in line.split("|")[1]]
        assert f"`{one.variable}`" in row
        if one.kind == "number":
            assert f"{one.default:g}" in row.replace(",", "") or str(one.default) in row


def test_the_guide_names_every_metric() -> None:
    """What /metrics shows stands in the guide, and nothing else."""
    shown = set(re.findall(r"^# TYPE (ono_\w+) ", Metrics().text().decode(), re.MULTILINE))
    shown -= {name for name in shown if name.endswith("_created")}
    assert shown == {name for name in re.findall(r"`(ono_\w+)", GUIDE) if not name.startswith("ono_net")}


def test_the_guides_numbers_are_those_of_the_code() -> None:
    """Limits, odds and times in the guide are what the server does."""
    per_minute = round(60 * limits.GUESSES_PER_SECOND)
    first_day = limits.GUESSES_AT_ONCE + per_minute * 60 * 24
    for words in (
        f"{limits.GUESSES_AT_ONCE} wrong room codes at once and {per_minute} a minute",
        f"{first_day:,} guesses on the first day",
        f"after {round(ODDS / first_day)} days on average",
        f"{len(ALPHABET)} letters",
        f"one code in {ODDS:,}",
        f"{len(ALPHABET) ** 4:,} codes",
        f"{round(len(ALPHABET) ** 4 / first_day)} days with 4",
        f"{limits.HANDSHAKES_AT_ONCE} WebSockets at once",
        f"{limits.MESSAGES_AT_ONCE} at once and {limits.MESSAGES_PER_SECOND} a second",
        f"{limits.LOGS_AT_ONCE} logs or QR codes",
        f"{RETRY_MS // 1000} s for the first, {SPREAD_MS} ms more",
    ):
        assert words in GUIDE.replace("\n", " "), words
    for letters, most in ((4, "6"), (5, "159"), (6, "3,822"), (7, "91,729")):
        assert f"{len(ALPHABET) ** letters // ODDS:,}" == most
        assert f"up to {most}" in GUIDE.replace("\n", " ")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")
@pytest.mark.parametrize("name", ["ono.service", "ono-backup.service", "ono-backup.timer"])
def test_systemd_takes_the_units(name: str, tmp_path: Path) -> None:
    """Systemd finds nothing wrong with a unit."""
    for unit in DEPLOY.glob("ono*"):
        there = unit.read_text().replace("/opt/ono/bin/ono", "/bin/true")
        (tmp_path / unit.name).write_text(there)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / name)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_is_hardened() -> None:
    """The server gets a folder and its port, and nothing else of the machine."""
    unit = (DEPLOY / "ono.service").read_text()
    for line in ("DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "StateDirectoryMode=0700"):
        assert line in unit
    assert "Type=notify" in unit


@pytest.mark.parametrize("name", ["ono.service", "Containerfile"])
def test_what_the_files_set_exists(name: str) -> None:
    """Every ONO_ variable in unit and container file is one that the server reads, with a value it takes."""
    variables = {one.variable: one for one in PARAMETERS}
    found = re.findall(r"(ONO_[A-Z_]+)=(\S+)", (DEPLOY / name).read_text())
    assert found
    for variable, value in found:
        if not value.startswith("%d"):
            variables[variable].read(value)


def test_the_container_is_healthy_by_its_own_port() -> None:
    """The health check asks the admin port that the container sets, at a path that is there."""
    text = (DEPLOY / "Containerfile").read_text()
    port = re.search(r"ONO_ADMIN_PORT=(\d+)", text)
    assert port
    assert f"http://127.0.0.1:{port[1]}/readyz" in text
    assert f"EXPOSE {BY_NAME['port'].default}\n" in text
    assert "STOPSIGNAL SIGTERM" in text
    assert "USER 10001" in text
