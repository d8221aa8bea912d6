"""One connection as a value machine, both roles: bytes in, messages out; no socket, no clock, no entropy.

The handshake shows each side that the other holds its key, over the nonces of both, the table's key and the
host the client meant to reach, so that nobody in between can use the proof elsewhere (spec/protocol.md 1).

    table   hello -> prove -> ready -> entered          client   welcome -> ready
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from ono_core.fair.keys import fingerprint, key_ok, public_key, sign, verify
from ono_core.fair.transcript import encode
from ono_core.game.explain import explained
from ono_core.game.options import lobby_options, preset_words
from ono_core.game.ruleset import parse
from ono_core.game.wording import Language, spoken
from ono_net.messages import (
    Again,
    Announce,
    Apply,
    Attend,
    Command,
    Decided,
    Door,
    Emote,
    Error,
    Explain,
    Explained,
    Fault,
    FromClient,
    FromTable,
    Hello,
    Message,
    Ping,
    Pong,
    Prepare,
    Prove,
    Restart,
    Reveal,
    Seen,
    Welcome,
    Wish,
    brief,
    from_client,
    from_table,
    kind_of,
)

VERSIONS = (3, 2, 1)
"""What this program speaks, the best first."""

EMOTES_SINCE = 2
LANGUAGES_SINCE = 2
TOURNAMENTS_SINCE = 3


class Heard(Struct, frozen=True):
    """What follows from a received message: answers to send back at once, and what is left to act upon."""

    replies: tuple[Message, ...] = ()
    wish: Wish | None = None


class TableSession:
    """The table's side: proves `secret`, learns the client's identity, lets only what is in place through."""

    def __init__(self, secret: bytes, host: str, nonce: bytes) -> None:
        """Start for a client that connected with this Host header; `nonce` is 32 fresh random bytes."""
        self.state: Literal["hello", "prove", "ready", "entered"] = "hello"
        self.identity = b""
        self.version = 0
        self._secret = secret
        self._table = public_key(secret)
        self._host = host.encode()
        self._nonce = nonce
        self._client_nonce = b""

    def receive(self, raw: bytes) -> Heard:
        """What follows from one message; a Fault ends the connection."""
        message = from_client(raw)
        match self.state, message:
            case _, Ping(n=n):
                return Heard((Pong(n),))
            case _, Pong():
                pass
            case "hello", Hello():
                return Heard((self._welcome(message),))
            case "prove", Prove():
                self._check(message)
            case _, Hello() | Prove():
                raise _out_of_place(self.state, message)
            case "hello" | "prove", _:
                raise _out_of_place(self.state, message)
            case _, _ if self.version < _since(message):
                words = f"this {kind_of(message)} is of version {_since(message)}, and {self.version} is spoken"
                raise Fault("bad-message", words)
            case _, Explain(options=options, language=language):
                return Heard((_explained(options, spoken(language or "en")),))
            case "ready", Command() | Reveal() | Seen() | Again() | Door() | Emote():
                return Heard((Error("not-entered", "expected create or enter first"),))
            case _:
                return Heard(wish=message)
        return Heard()

    def entered(self) -> None:
        """Note that the client has entered a room, so that commands may come."""
        assert self.state in {"ready", "entered"}, f"expected a proven client, got {self.state}"
        self.state = "entered"

    def left(self) -> None:
        """Note that the client follows no room any more."""
        assert self.state == "entered", f"expected a client in a room, got {self.state}"
        self.state = "ready"

    def _welcome(self, hello: Hello) -> Welcome:
        version = next((version for version in VERSIONS if version in hello.versions), None)
        if version is None:
            raise Fault("version", " ".join(map(str, VERSIONS)))
        self.version, self._client_nonce = version, hello.nonce
        self.state = "prove"
        proof = sign(self._secret, _welcome_text(self._host, hello.nonce, self._nonce))
        return Welcome(nonce=self._nonce, proof=proof, table=self._table, version=version)

    def _check(self, prove: Prove) -> None:
        text = _hello_text(self._table, self._host, self._client_nonce, self._nonce)
        if not (key_ok(prove.identity) and verify(prove.identity, text, prove.proof)):
            raise Fault("bad-proof", f"expected a signature by the identity for host {self._host.decode()!r}")
        self.identity = prove.identity
        self.state = "ready"


class ClientSession:
    """The client's side: proves the identity `secret`, checks the table's key, then lets messages through."""

    def __init__(self, secret: bytes, host: str, nonce: bytes, expected: str | None = None) -> None:
        """Start for a URL with this host and port; `expected` is the table's fingerprint, if a link gave one."""
        self.state: Literal["welcome", "ready"] = "welcome"
        self.table = b""
        self.version = 0
        self._secret = secret
        self._host = host.encode()
        self._nonce = nonce
        self._expected = expected

    def hello(self, client: str) -> Hello:
        """The first message; `client` names the program and its version."""
        return Hello(client=client, nonce=self._nonce, versions=VERSIONS)

    def receive(self, raw: bytes) -> tuple[Sequence[FromClient], FromTable | None]:
        """What to send back at once, and the message if it is for the player; a Fault ends the connection.

        Before the table is proven, only an `error` and a `restart` reach the player.
        """
        message = from_table(raw)
        match self.state, message:
            case _, Ping(n=n):
                return (Pong(n),), None
            case _, Pong():
                return (), None
            case "welcome", Welcome():
                return (self._prove(message),), None
            case "welcome", Error() | Restart():
                return (), message
            case "welcome", _:
                raise _out_of_place(self.state, message)
            case _, Welcome():
                raise _out_of_place(self.state, message)
            case _:
                return (), message

    def _prove(self, welcome: Welcome) -> Prove:
        if welcome.version not in VERSIONS:
            raise Fault("version", f"expected one of {VERSIONS}, got {welcome.version}")
        if self._expected is not None and fingerprint(welcome.table) != self._expected:
            raise Fault("wrong-table", f"expected {self._expected}, got {fingerprint(welcome.table)}")
        text = _welcome_text(self._host, self._nonce, welcome.nonce)
        if not (key_ok(welcome.table) and verify(welcome.table, text, welcome.proof)):
            raise Fault("bad-proof", f"expected a signature by the table for host {self._host.decode()!r}")
        self.table, self.version = welcome.table, welcome.version
        self.state = "ready"
        proof = sign(self._secret, _hello_text(welcome.table, self._host, self._nonce, welcome.nonce))
        return Prove(identity=public_key(self._secret), proof=proof)


def _since(message: FromClient) -> int:
    """The version that brought the message, or a field that it has."""
    match message:
        case Emote():
            return EMOTES_SINCE
        case Explain(language=str()):
            return LANGUAGES_SINCE
        case Prepare() | Announce() | Attend() | Apply() | Decided():
            return TOURNAMENTS_SINCE
        case _:
            return 1


def _explained(options: Mapping[str, Any], language: Language) -> Explained | Error:
    try:
        ruleset = parse(options)
    except ValueError as error:
        return Error("bad-option", brief(str(error)))
    words = explained(ruleset, language=language)
    offers = lobby_options(ruleset, language)
    return Explained(
        differences=words.differences,
        options=tuple((o.name, o.group, o.label, getattr(ruleset, o.name), o.values) for o in offers),
        presets=tuple((preset.name, preset.label, preset.line) for preset in preset_words(language)),
        rest=words.rest,
    )


def _welcome_text(host: bytes, client_nonce: bytes, table_nonce: bytes) -> bytes:
    return encode("ono1/welcome", host, client_nonce, table_nonce)


def _hello_text(table: bytes, host: bytes, client_nonce: bytes, table_nonce: bytes) -> bytes:
    return encode("ono1/hello", table, host, client_nonce, table_nonce)


def _out_of_place(state: str, message: Message) -> Fault:
    return Fault("bad-message", f"{kind_of(message)} is out of place in state {state}")
