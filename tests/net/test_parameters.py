"""A server's parameters from flags, environment, file and defaults, and every mistake with its place."""

from __future__ import annotations

import tomllib
from ipaddress import ip_network
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_net import parameters
from ono_net.parameters import PARAMETERS, Mistake, config_of, gather, printed


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No file of this machine plays a part."""
    monkeypatch.setattr(parameters, "usual_files", lambda: (tmp_path / "user.toml", tmp_path / "machine.toml"))


def written(folder: Path, text: str, name: str = "ono.toml") -> Path:
    """A file of parameters."""
    path = folder / name
    path.write_text(text)
    return path


def mistakes(*, environ: dict[str, str] | None = None, file: Path | None = None, **flags: object) -> list[str]:
    """Each as a line."""
    return [str(one) for one in gather(flags, environ or {}, file).mistakes]


def test_the_first_place_counts(tmp_path: Path) -> None:
    """A flag beats the environment, which beats the file, which beats the default; each value knows its place."""
    file = written(tmp_path, 'port = 1\npace = 1\nhost = "1.1.1.1"\n')
    found = gather({"port": "3"}, {"ONO_PORT": "2", "ONO_PACE": "2"}, file)
    assert found.mistakes == []
    assert [(found.value(name), found.given[name].where) for name in ("port", "pace", "host", "max-rooms")] == [
        (3, "--port"),
        (2, "ONO_PACE"),
        ("1.1.1.1", f"{file}:3: host"),
        (10_000, "default"),
    ]


def test_the_file_is_found(tmp_path: Path) -> None:
    """The named file counts, else that of the environment, the user, the machine: one of them alone."""
    machine, user, environ, named = (
        written(tmp_path, f"port = {n}", f"{name}.toml") for n, name in enumerate(("machine", "user", "env", "named"))
    )
    variables = {"ONO_CONFIG": str(environ)}
    assert gather({}, variables, named).value("port") == 3
    assert gather({}, variables).value("port") == 2
    assert gather({}, {}).value("port") == 1
    user.unlink()
    assert gather({}, {}).value("port") == 0
    machine.unlink()
    assert gather({}, {}).value("port") == 8765


def test_every_kind_from_every_place(tmp_path: Path) -> None:
    """Text, numbers, switches and lists say the same in a file, the environment and on the command line."""
    file = written(
        tmp_path,
        'play = true\nset = ["stack=up", "deal=5"]\ntrusted-proxies = ["10.0.0.0/8"]\ndrain-timeout = 5\nport = 80\n',
    )
    environ = {
        "ONO_PLAY": "yes",
        "ONO_SET": "stack=up, deal=5",
        "ONO_TRUSTED_PROXIES": "10.0.0.0/8",
        "ONO_DRAIN_TIMEOUT": "5",
        "ONO_PORT": "80",
    }
    flags = {
        "play": True,
        "set": ["stack=up", "deal=5"],
        "trusted-proxies": ["10.0.0.0/8"],
        "drain-timeout": "5",
        "port": "80",
    }
    for found in (gather({}, {}, file), gather({}, environ), gather(flags, {})):
        assert found.mistakes == []
        assert [found.value(name) for name in flags] == [
            True,
            ("stack=up", "deal=5"),
            (ip_network("10.0.0.0/8"),),
            5.0,
            80,
        ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("prot = 1", "prot: no such parameter; the nearest is port"),
        ("public_url = 'x'", "public_url: no such parameter; the nearest is public-url"),
        ("[server]\nport = 1", "server: no such parameter; the nearest is set"),
        ("port = 70000", "port: 0 to 65535 expected, got 70000"),
        ("port = true", "port: a number expected, got true"),
        ("port = 'many'", "port: 0 to 65535 expected, got many"),
        ("host = 5", "host: a text expected, got 5"),
        ("play = 'perhaps'", "play: true or false expected, got 'perhaps'"),
        ("set = [5]", "set: a list of text expected, got 5"),
        ("preset = 'poker'", "preset: boardflix, official or table-party expected, got 'poker'"),
        ("public-url = 'ono.example'", "public-url: a URL such as https://ono.example expected, got 'ono.example'"),
        (
            "trusted-proxies = ['10.0.0.1/8']",
            "trusted-proxies: an address or a network such as 10.0.0.0/8 expected, got '10.0.0.1/8'",
        ),
        ("log-level = 'loud'", "log-level: debug, info, warning or error expected, got 'loud'"),
    ],
)
def test_a_mistake_in_a_file_has_its_line(line: str, words: str, tmp_path: Path) -> None:
    """What is wrong is told with file, line and key."""
    file = written(tmp_path, f"# ours\n\n{line}\n")
    assert mistakes(file=file) == [f"{file}:3: {words}"]


def test_every_mistake_is_told(tmp_path: Path) -> None:
    """Not only the first: those of every place, each with its own."""
    file = written(tmp_path, "pace = -1\nprot = 2\n")
    told = mistakes(environ={"ONO_HSOT": "x", "ONO_MAX_ROOMS": "0"}, file=file, port="x")
    assert told == [
        f"{file}:1: pace: 0 to 60000 expected, got -1",
        f"{file}:2: prot: no such parameter; the nearest is port",
        "ONO_HSOT: no such parameter; the nearest is ONO_HOST",
        "ONO_MAX_ROOMS: 1 to 1000000 expected, got 0",
        "--port: 0 to 65535 expected, got x",
    ]


def test_a_better_place_makes_a_mistake_good(tmp_path: Path) -> None:
    """What does not count in the end cannot be wrong."""
    file = written(tmp_path, "port = -1")
    assert mistakes(file=file, port="80") == []


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A file that is named must be there, and be TOML."""
    assert mistakes(file=tmp_path / "gone.toml") == [f"{tmp_path / 'gone.toml'}: no such file or directory"]
    [told] = mistakes(file=written(tmp_path, "port: 80"))
    assert told.startswith(f"{tmp_path / 'ono.toml'}: TOML expected: ")
    assert "line 1" in told


def test_a_certificate_needs_its_key() -> None:
    """Half of a pair is a mistake, told where the other half stands."""
    found = gather({}, {"ONO_TLS_CERT": "cert.pem"})
    config = config_of(found, Path("data"), None)
    assert config.tls is None
    assert found.mistakes == [Mistake("ONO_TLS_CERT", "tls-key expected beside it")]


def test_what_is_printed_can_be_read_again(tmp_path: Path) -> None:
    """The printed values are a file that gives the same values, with the place of each beside it."""
    flags = {"set": ["stack=up", "deal=5"], "data": '/a "b" \\c', "trusted-proxies": ["::1", "10.0.0.0/8"]}
    first = gather(flags, {"ONO_PLAY": "true", "ONO_ROOM_DAYS": "0.5"})
    text = printed(first)
    again = gather({}, {}, written(tmp_path, text))
    assert again.mistakes == []
    assert {one.name: again.value(one.name) for one in PARAMETERS} == {
        one.name: first.value(one.name) for one in PARAMETERS
    }
    assert "# ONO_PLAY" in text
    assert "# --set" in text


@given(st.dictionaries(st.sampled_from([one.variable for one in PARAMETERS]), st.text()))
def test_no_text_breaks_the_reading(environ: dict[str, str]) -> None:
    """Whatever the environment says is a value or a mistake that names its variable."""
    found = gather({}, environ)
    assert {one.where for one in found.mistakes} <= environ.keys()
    tomllib.loads(printed(found))
