"""The handshake, both machines with a wire between them."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ono_core.fair.keys import fingerprint, public_key
from ono_core.game.explain import explained
from ono_core.game.ruleset import parse
from ono_core.log.codec import packed
from ono_net.messages import (
    Again,
    Command,
    Create,
    Enter,
    Error,
    Explain,
    Explained,
    Fault,
    Hello,
    Message,
    Ping,
    Pong,
    Presence,
    Prove,
    Restart,
    Welcome,
    pack,
)
from ono_net.session import VERSIONS, ClientSession, Heard, TableSession

TABLE, PLAYER = bytes([1]) * 32, bytes([2]) * 32
HOST = "localhost:8765"


class Pair:
    """A client's and a table's session; everything travels as bytes."""

    def __init__(self, host: str = HOST, told: str = HOST, expected: str | None = None) -> None:
        """`host` is what the server was asked for, `told` the URL that the client used."""
        self.table = TableSession(TABLE, host, bytes([3]) * 32)
        self.client = ClientSession(PLAYER, told, bytes([4]) * 32, expected)

    def ask(self, message: Message) -> Heard:
        """What the table makes of a message."""
        return self.table.receive(pack(message))

    def shake(self, versions: tuple[int, ...] = VERSIONS) -> None:
        """The whole handshake, with a client that speaks these versions."""
        [welcome] = self.ask(replace(self.client.hello("test"), versions=versions)).replies
        [prove], _ = self.client.receive(pack(welcome))
        assert self.ask(prove) == Heard()


def refused(code: str, do: Callable[[], object]) -> None:
    """Check that this is a fault with a code."""
    with pytest.raises(Fault) as fault:
        do()
    assert fault.value.code == code


def test_both_sides_are_proven() -> None:
    """After the handshake each side knows the other's key."""
    pair = Pair(expected=fingerprint(public_key(TABLE)))
    pair.shake()
    assert (pair.table.state, pair.client.state) == ("ready", "ready")
    assert pair.table.identity == public_key(PLAYER)
    assert pair.client.table == public_key(TABLE)


def test_another_host() -> None:
    """A client that meant another host notices it at the welcome."""
    pair = Pair(told="elsewhere:8765")
    [welcome] = pair.ask(pair.client.hello("test")).replies
    refused("bad-proof", lambda: pair.client.receive(pack(welcome)))


def test_relayed_proof() -> None:
    """A server in between, with a key of its own, cannot use the client's proof at the real one."""
    pair, evil = Pair(), TableSession(bytes([9]) * 32, HOST, bytes([3]) * 32)
    hello = pair.client.hello("test")
    pair.ask(hello)
    [welcome] = evil.receive(pack(hello)).replies
    [prove], _ = pair.client.receive(pack(welcome))
    refused("bad-proof", lambda: pair.ask(prove))
    assert pair.table.state == "prove"


def test_wrong_table() -> None:
    """A table with another fingerprint than the link's is refused."""
    pair = Pair(expected=fingerprint(public_key(PLAYER)))
    [welcome] = pair.ask(pair.client.hello("test")).replies
    refused("wrong-table", lambda: pair.client.receive(pack(welcome)))


def test_no_common_version() -> None:
    """A client that speaks no version of ours is told which we speak."""
    with pytest.raises(Fault) as fault:
        Pair().ask(Hello(client="test", nonce=bytes(32), versions=(4, 5)))
    assert (fault.value.code, fault.value.detail) == ("version", "3 2 1")


def test_version_not_offered() -> None:
    """A table that chooses a version the client did not offer is at fault."""
    pair = Pair()
    welcome = Welcome(nonce=bytes(32), proof=bytes(64), table=public_key(TABLE), version=4)
    refused("version", lambda: pair.client.receive(pack(welcome)))


@pytest.mark.parametrize("identity", [bytes(32), b"\x01" + bytes(31), b"\xff" * 32])
def test_weak_identity(identity: bytes) -> None:
    """An identity that is no sound key proves nothing."""
    pair = Pair()
    pair.ask(pair.client.hello("test"))
    refused("bad-proof", lambda: pair.ask(Prove(identity=identity, proof=bytes(64))))


def test_a_server_that_stops_says_so_at_any_time() -> None:
    """Regression: who came when the server was about to stop took its `restart` for a fault, and did not come back."""
    pair = Pair()
    pair.client.hello("test")
    assert pair.client.receive(pack(Restart(2000))) == ((), Restart(2000))


@pytest.mark.parametrize("message", [Create({}), Enter(head=None, room="KWPX"), Again(), Prove(bytes(32), bytes(64))])
def test_first_things_first(message: Message) -> None:
    """Before hello nothing else is heard."""
    refused("bad-message", lambda: Pair().ask(message))


def test_only_once() -> None:
    """A second hello, proof or welcome is a fault."""
    pair = Pair()
    hello = pair.client.hello("test")
    [welcome] = pair.ask(hello).replies
    refused("bad-message", lambda: pair.ask(hello))
    [prove], _ = pair.client.receive(pack(welcome))
    refused("bad-message", lambda: pair.client.receive(pack(welcome)))
    pair.ask(prove)
    refused("bad-message", lambda: pair.ask(prove))


def test_not_entered() -> None:
    """A command before a room is entered is answered, and the connection stays."""
    pair = Pair()
    pair.shake()
    command = Command(body=b"x", sig=bytes(64))
    [error] = pair.ask(command).replies
    assert isinstance(error, Error)
    assert error.code == "not-entered"
    assert pair.ask(Enter(head=None, room="KWPX")).wish == Enter(head=None, room="KWPX")
    pair.table.entered()
    assert pair.ask(command).wish == command
    pair.table.left()
    assert pair.ask(command).replies == (error,)


OPTIONS = {"preset": "table-party", "deal": 5}


def told(pair: Pair, asked: Explain) -> Explained:
    """What the table answers."""
    [answer] = pair.ask(asked).replies
    assert isinstance(answer, Explained)
    assert pair.client.receive(pack(answer)) == ((), answer)
    return answer


def test_options_are_told_in_the_language_asked_for() -> None:
    """Sentences, labels and lines; names and values are the same, and another language is answered in English."""
    pair = Pair()
    pair.shake()
    french, english = told(pair, Explain(OPTIONS, "fr")), told(pair, Explain(OPTIONS))
    assert french.differences == explained(parse(OPTIONS), language="fr").differences
    assert english.differences == explained(parse(OPTIONS)).differences
    assert "Tout le monde reçoit cinq cartes." in french.differences
    assert [each[0] for each in french.presets] == [each[0] for each in english.presets]
    for said, meant in zip(french.options, english.options, strict=True):
        assert (said[0], said[3], [value for value, _ in said[4]]) == (meant[0], meant[3], [v for v, _ in meant[4]])
        assert said[1:3] != meant[1:3]
    assert told(pair, Explain(OPTIONS, "en")) == told(pair, Explain(OPTIONS, "tlh")) == english


def test_version_1_asks_and_is_answered_as_ever() -> None:
    """In English without a language; with one the client breaks the protocol, in any language."""
    pair = Pair()
    pair.shake((1,))
    assert told(pair, Explain(OPTIONS)).differences == explained(parse(OPTIONS)).differences
    for asked in (Explain(OPTIONS, language) for language in ("fr", "en", "")):
        refused("bad-message", partial(pair.ask, asked))


@pytest.mark.parametrize("language", [None, 7, "x" * 65])
def test_a_language_is_a_short_text(language: str | int | None) -> None:
    """Nothing else, and not nothing."""
    pair = Pair()
    pair.shake()
    refused("bad-message", lambda: pair.table.receive(packed(["explain", {"language": language, "options": {}}])))


def test_pings_in_every_state() -> None:
    """Either side answers a ping at any time, with its number, and nothing else comes of it."""
    pair = Pair()
    for _ in range(2):
        assert pair.ask(Ping(7)) == Heard((Pong(7),))
        assert pair.client.receive(pack(Ping(8))) == ((Pong(8),), None)
        assert pair.ask(Pong(1)) == Heard()
        assert pair.client.receive(pack(Pong(1))) == ((), None)
        if pair.table.state == "hello":
            pair.shake()


def test_nothing_before_the_proof() -> None:
    """A client hears nothing but an error from a table that has not proven itself."""
    pair = Pair()
    error = Error(code="version", detail="2")
    assert pair.client.receive(pack(error)) == ((), error)
    refused("bad-message", lambda: pair.client.receive(pack(Presence((), 0))))


@given(st.data())
def test_one_changed_byte(data: st.DataObject) -> None:
    """Whatever byte of the handshake is changed, no side is proven to a side that has proven less."""
    pair = Pair()
    kind = data.draw(st.sampled_from(["hello", "welcome", "prove"]))

    def carried(message: Message) -> bytes:
        raw = bytearray(pack(message))
        if type(message).__name__.lower() == kind:
            raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
        return bytes(raw)

    try:
        [welcome] = pair.table.receive(carried(pair.client.hello("test"))).replies
        [prove], _ = pair.client.receive(carried(welcome))
        pair.table.receive(carried(prove))
    except (Fault, ValueError):
        pass
    unsigned = kind == "hello"  # the client's name and further versions are only information
    assert unsigned or (pair.table.state, pair.client.state) != ("ready", "ready")


@given(st.binary(max_size=80), st.booleans())
def test_garbage(raw: bytes, is_ready: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
    """Random bytes are a fault at any time, and never anything else."""
    pair = Pair()
    if is_ready:
        pair.shake()
    for receive in (pair.table.receive, pair.client.receive):
        with pytest.raises(Fault):
            receive(raw)
