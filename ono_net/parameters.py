"""The server's parameters: one table from which flags, environment, file, help and the operator's guide come.

A value is taken from the first place that names it: the command line, the environment (`ONO_` and the name in
capitals), the file (TOML, the name as its key), the default. Every mistake is told with the place where it stands.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from msgspec import Struct
from platformdirs import user_config_path

from ono_core.game.ruleset import PRESETS
from ono_net.config import Certificate, Config, Network
from ono_net.limits import Limits
from ono_net.room import Settings

Kind: TypeAlias = Literal["text", "number", "switch", "list"]

PREFIX = "ONO_"
FILE_VARIABLE = "ONO_CONFIG"
FOREIGN_VARIABLES = {"ONO_SERVER", "ONO_SKIP_WEB"}
"""Variables of other programs of ours; any other with the prefix is a mistake."""

HIGHEST_PORT = 65_535

DEFAULTS = Config(Path())
"""Where nothing is set the server is as its config is by itself."""


class Parameter(Struct, frozen=True):
    """One thing that can be set. `read` makes a value from text; its ValueError says what is expected."""

    name: str
    kind: Kind
    help: str
    default: Any = None
    metavar: str | None = None
    read: Callable[[str], Any] = str

    @property
    def flag(self) -> str:
        """How the command line names it."""
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        """How the environment names it."""
        return PREFIX + self.name.replace("-", "_").upper()


class Mistake(Struct, frozen=True):
    """What cannot be used: where it stands, and what was expected there."""

    where: str
    words: str

    def __str__(self) -> str:
        return f"{self.where}: {self.words}" if self.where else self.words


class Given(Struct, frozen=True):
    """A value and the place it came from."""

    value: Any
    where: str


# Reading one value


def _number(least: float, most: float, kind: type[int | float] = int) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = kind(least - 1)
        if not least <= value <= most:
            raise ValueError(f"{least} to {most} expected, got {text}")
        return value

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{', '.join(words[:-1])} or {words[-1]} expected, got {text!r}")
        return text

    return read


def _url(text: str) -> str:
    if not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]+/?", text):
        raise ValueError(f"a URL such as https://ono.example expected, got {text!r}")
    return text


def _host(text: str) -> str:
    if not text or any(letter.isspace() or letter == "/" for letter in text):
        raise ValueError(f"an address or a name of this machine expected, got {text!r}")
    return text


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError:
        raise ValueError(f"an address or a network such as 10.0.0.0/8 expected, got {text!r}") from None


def _fingerprint(text: str) -> str:
    if not re.fullmatch(r"[a-z2-7]{16}", text.lower()):
        raise ValueError(f"a fingerprint of 16 letters a-z and digits 2-7 expected, got {text!r}")
    return text.lower()


def _switch(text: str) -> bool:
    if text.lower() not in {"true", "false", "1", "0", "yes", "no"}:
        raise ValueError(f"true or false expected, got {text!r}")
    return text.lower() in {"true", "1", "yes"}


PARAMETERS = (
    Parameter("host", "text", "address to listen on; 0.0.0.0 for every network", DEFAULTS.host, "HOST", _host),
    Parameter("port", "number", "port to listen on, 0 for any", DEFAULTS.port, "PORT", _number(0, HIGHEST_PORT)),
    Parameter("data", "text", "folder of rooms and secret; unset: in the user's data folder", None, "DIR", Path),
    Parameter("public-url", "text", "the server's URL as others see it", None, "URL", _url),
    Parameter("play", "switch", "open a room at once and show its link and QR code", default=False, read=_switch),
    Parameter("preset", "text", "rules of that room, as `ono rules` lists them", None, "PRESET", _one_of(*PRESETS)),
    Parameter("set", "list", "change options of these rules, as often as you like", (), "OPTION=VALUE"),
    Parameter(
        "pace",
        "number",
        "how long a computer player waits, in ms",
        DEFAULTS.settings.pace_ms,
        "MS",
        _number(0, 60_000),
    ),
    Parameter("tls-cert", "text", "PEM file of the certificate and its chain: serve https and wss", None, "FILE", Path),
    Parameter("tls-key", "text", "PEM file of the certificate's private key", None, "FILE", Path),
    Parameter(
        "trusted-proxies",
        "list",
        "proxies whose X-Forwarded-For is believed, addresses or networks; unset: none",
        (),
        "ADDRESS",
        _network,
    ),
    Parameter(
        "organiser",
        "list",
        "who may prepare rooms for a tournament, by fingerprint; unset: nobody",
        (),
        "FINGERPRINT",
        _fingerprint,
    ),
    Parameter(
        "admin-port",
        "number",
        "port on 127.0.0.1 for /metrics, /healthz and /readyz, 0 for none",
        0,
        "PORT",
        _number(0, HIGHEST_PORT),
    ),
    Parameter(
        "drain-timeout",
        "number",
        "seconds a server that is told to stop may take at most",
        DEFAULTS.drain_seconds,
        "S",
        _number(0, 600, float),
    ),
    Parameter(
        "room-days",
        "number",
        "days after which a room that nobody entered is closed; its log is kept",
        DEFAULTS.room_days,
        "DAYS",
        _number(0.01, 3650, float),
    ),
    Parameter("max-rooms", "number", "rooms open at once", DEFAULTS.limits.rooms, "N", _number(1, 1_000_000)),
    Parameter(
        "max-connections", "number", "connections at once", DEFAULTS.limits.connections, "N", _number(1, 1_000_000)
    ),
    Parameter(
        "max-per-address",
        "number",
        "connections of one address at once",
        DEFAULTS.limits.per_address,
        "N",
        _number(1, 1_000_000),
    ),
    Parameter(
        "log-level",
        "text",
        "debug, info, warning or error",
        "info",
        "LEVEL",
        _one_of("debug", "info", "warning", "error"),
    ),
    Parameter(
        "log-format",
        "text",
        "text, json, or auto: text on a terminal, else json",
        "auto",
        "FORMAT",
        _one_of("auto", "text", "json"),
    ),
)
BY_NAME: Mapping[str, Parameter] = {parameter.name: parameter for parameter in PARAMETERS}


# Gathering


class Gathered:
    """All values with their places, and the mistakes on the way; a mistaken value stands at its default."""

    def __init__(self) -> None:
        self.given: dict[str, Given] = {one.name: Given(one.default, "default") for one in PARAMETERS}
        self.mistakes: list[Mistake] = []
        self._mistaken: set[str] = set()

    def value(self, name: str) -> Any:
        """The value that counts."""
        return self.given[name].value

    def mistake(self, name: str, words: str) -> None:
        """Note what is wrong with a value that was read."""
        self.mistakes.append(Mistake(self.given[name].where, words))

    def take(self, parameter: Parameter, raw: Any, where: str) -> None:
        """Take a value over, in place of one from a lesser place."""
        self._forget(parameter.name)
        try:
            self.given[parameter.name] = Given(_read(parameter, raw), where)
        except ValueError as error:
            self._mistaken.add(parameter.name)
            self.mistakes.append(Mistake(where, str(error)))
            self.given[parameter.name] = Given(parameter.default, where)

    def _forget(self, name: str) -> None:
        """What a better place says makes good what a lesser one said wrong."""
        if name in self._mistaken:
            self._mistaken.discard(name)
            self.mistakes = [one for one in self.mistakes if one.where != self.given[name].where]


def gather(flags: Mapping[str, Any], environ: Mapping[str, str], file: Path | None = None) -> Gathered:
    """Every parameter from its best place.

    `flags` are those of the command line by parameter, text, lists of text or True; `file` is the one that the command
    line names. Without it the environment may name one, else the user's is read, else that of the machine.
    """
    gathered = Gathered()
    named = file or (Path(environ[FILE_VARIABLE]) if environ.get(FILE_VARIABLE) else None)
    path = named or next((place for place in usual_files() if place.is_file()), None)
    if path:
        _take_file(gathered, path)
    _take_environment(gathered, environ)
    for name, raw in flags.items():
        gathered.take(BY_NAME[name], raw, BY_NAME[name].flag)
    return gathered


def usual_files() -> tuple[Path, Path]:
    """Where a file is looked for that nobody named: the user's, the machine's."""
    return user_config_path("ono", appauthor=False) / "ono.toml", Path("/etc/ono/ono.toml")


def _take_file(gathered: Gathered, path: Path) -> None:
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except OSError as error:
        gathered.mistakes.append(Mistake(str(path), (error.strerror or str(error)).lower()))
    except ValueError as error:
        gathered.mistakes.append(Mistake(str(path), f"TOML expected: {error}"))
    else:
        for key, raw in table.items():
            where = f"{path}:{_line(text, key)}: {key}"
            if parameter := BY_NAME.get(key):
                gathered.take(parameter, raw, where)
            else:
                gathered.mistakes.append(Mistake(where, _unknown(key, BY_NAME)))


def _line(text: str, key: str) -> int:
    """The line of a TOML file on which a key of its first level stands."""
    name = re.compile(rf"""\s*(?:\[+\s*)?["']?{re.escape(key)}["']?\s*[=.\]]""")
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if name.match(line)), 1)


def _take_environment(gathered: Gathered, environ: Mapping[str, str]) -> None:
    by_variable = {parameter.variable: parameter for parameter in PARAMETERS}
    for variable, text in environ.items():
        if not variable.startswith(PREFIX) or variable in {*FOREIGN_VARIABLES, FILE_VARIABLE}:
            continue
        if parameter := by_variable.get(variable):
            gathered.take(parameter, text, variable)
        else:
            gathered.mistakes.append(Mistake(variable, _unknown(variable, by_variable)))


def _unknown(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, [*known], n=1, cutoff=0)
    return f"no such parameter; the nearest is {near[0]}"


def _read(parameter: Parameter, raw: Any) -> Any:
    """The value that was meant: text as it comes from flags and environment, or a value of TOML."""
    match parameter.kind, raw:
        case "list", list() | tuple() | str():
            texts: Sequence[Any] = [raw] if isinstance(raw, str) else cast("Sequence[Any]", raw)
            return tuple(parameter.read(part) for text in texts for part in _parts(text))
        case "switch", bool():
            return raw
        case "number", bool():
            raise ValueError(f"a number expected, got {str(raw).lower()}")
        case "number", int() | float():
            return parameter.read(str(raw))
        case _, str():
            return parameter.read(raw)
        case _:
            raise ValueError(f"a {parameter.kind} expected, got {raw!r}")


def _parts(text: Any) -> list[str]:
    if not isinstance(text, str):
        raise ValueError(f"a list of text expected, got {text!r}")  # noqa: TRY004 - a mistake like any other
    return [part.strip() for part in text.split(",") if part.strip()]


# Using


def config_of(gathered: Gathered, data: Path, play: Mapping[str, Any] | None) -> Config:
    """The server's config; `data` stands in where none is set. Notes what does not go together."""
    value = gathered.value
    cert, key = value("tls-cert"), value("tls-key")
    if (cert is None) != (key is None):
        named, missing = ("tls-cert", "tls-key") if key is None else ("tls-key", "tls-cert")
        gathered.mistake(named, f"{missing} expected beside it")
    return Config(
        data=value("data") or data,
        host=value("host"),
        port=value("port"),
        public_url=value("public-url"),
        settings=Settings(pace_ms=value("pace")),
        play=play,
        tls=Certificate(cert, key) if cert and key else None,
        proxies=value("trusted-proxies"),
        admin_port=value("admin-port") or None,
        organisers=frozenset(value("organiser")),
        drain_seconds=value("drain-timeout"),
        room_days=value("room-days"),
        limits=Limits(value("max-connections"), value("max-per-address"), value("max-rooms")),
    )


def printed(gathered: Gathered) -> str:
    """The values that count, each with its place, as a file that could be read again."""
    rows = [(_toml(parameter, gathered.value(parameter.name)), parameter) for parameter in PARAMETERS]
    width = max(len(text) for text, _ in rows)
    lines = [f"{text:{width}}  # {gathered.given[parameter.name].where}" for text, parameter in rows]
    return "\n".join(lines)


def _toml(parameter: Parameter, value: Any) -> str:
    if value is None:
        return f"# {parameter.name} is not set"
    match value:
        case bool():
            shown = str(value).lower()
        case int() | float():
            shown = str(value)
        case tuple():
            parts = cast("tuple[object, ...]", value)
            shown = f"[{', '.join(_quoted(str(part)) for part in parts)}]"
        case _:
            shown = _quoted(str(value))
    return f"{parameter.name} = {shown}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")  # the one letter that JSON lets stand
