"""Clauses of the handshake: who proves what, and to whom."""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from ono_cli.conformance.clauses import Broken, expect
from ono_cli.conformance.ground import SERVER, Ground
from ono_cli.conformance.wire import Wire
from ono_core.fair.keys import fingerprint, key_ok, sign, verify
from ono_core.fair.transcript import encode
from ono_net.messages import Fault, Hello, Prove, Welcome, pack
from ono_net.session import VERSIONS, ClientSession


async def welcomed(wire: Wire, nonce: bytes) -> Welcome:
    """The answer to a hello."""
    await wire.say(Hello(client="ono conformance", nonce=nonce, versions=VERSIONS))
    return await wire.until(Welcome)


@SERVER.clause("1.1", "`welcome` proves the table's key over the host and both nonces, and it is the key of the link")
async def welcome_is_proven(ground: Ground) -> None:
    """The proof is good, for this host."""
    async with ground.wire() as wire:
        nonce = secrets.token_bytes(32)
        welcome = await welcomed(wire, nonce)
    expect(welcome.version in VERSIONS, f"one of the versions named expected, got {welcome.version}")
    expect(key_ok(welcome.table), "a table key that may be used expected")
    text = encode("ono1/welcome", ground.host.encode(), nonce, welcome.nonce)
    expect(verify(welcome.table, text, welcome.proof), f"a proof for host {ground.host!r} and these nonces expected")
    if ground.fingerprint:
        found = fingerprint(welcome.table)
        expect(found == ground.fingerprint, f"fingerprint {ground.fingerprint} expected, got {found}")


@SERVER.clause("1.2", "The table's nonce is another one on each connection")
async def nonces_are_fresh(ground: Ground) -> None:
    """Three connections, three nonces."""
    nonces: set[bytes] = set()
    for _ in range(3):
        async with ground.wire() as wire:
            nonces.add((await welcomed(wire, bytes(32))).nonce)
    expect(len(nonces) == 3, "the same nonce came on two connections")


@SERVER.clause("1.3", "A `prove` that is not for this host, these nonces and this key is answered by `bad-proof`")
async def bad_proof(ground: Ground) -> None:
    """Signed for another host, over another nonce, by another key."""
    for what in ("host", "nonce", "key"):
        async with ground.wire() as wire:
            await wire.at_fault("bad-proof", await _prove(ground, wire, what))


async def _prove(ground: Ground, wire: Wire, wrong: str) -> Prove:
    secret, nonce = ground.secret("Wanda"), secrets.token_bytes(32)
    welcome = await welcomed(wire, nonce)
    session = ClientSession(secret, ground.host, nonce)
    try:
        [prove], _ = session.receive(pack(welcome))
    except Fault as fault:
        raise Broken(str(fault)) from None
    assert isinstance(prove, Prove), "who is welcomed proves itself"
    if wrong == "key":
        return replace(prove, proof=bytes(64))
    host = "elsewhere.test" if wrong == "host" else ground.host
    other = bytes(32) if wrong == "nonce" else welcome.nonce
    return replace(prove, proof=_signed(secret, welcome.table, host, nonce, other))


def _signed(secret: bytes, table: bytes, host: str, client: bytes, nonce: bytes) -> bytes:
    return sign(secret, encode("ono1/hello", table, host.encode(), client, nonce))


@SERVER.clause("1.4", "A client that speaks no version of the server's is answered by `version`, which names those")
async def unknown_version(ground: Ground) -> None:
    """A version that nobody has."""
    async with ground.wire() as wire:
        await wire.say(Hello(client="ono conformance", nonce=bytes(32), versions=(2**31,)))
        error = await wire.error("version")
        expect(any(char.isdigit() for char in error.detail), "the versions expected in the detail")
        expect(await wire.closing() == 1008, "the connection closed with 1008 expected")


@SERVER.clause("1.5", "To a Host that the server does not know itself by HTTP answers 421")
async def unknown_host(ground: Ground) -> None:
    """A name that leads elsewhere."""
    said = await ground.asked("GET /ws", "Host: elsewhere.test", *_UPGRADE)
    expect(" 421 " in f"{said.splitlines()[0] if said else ''} ", f"status 421 expected, got {said[:40]!r}")


@SERVER.clause("1.6", "To a page of another Origin that opens a WebSocket HTTP answers 403")
async def foreign_origin(ground: Ground) -> None:
    """A page that is not the server's."""
    said = await ground.asked("GET /ws", f"Host: {ground.host}", *_UPGRADE, "Origin: https://elsewhere.test")
    expect(" 403 " in f"{said.splitlines()[0] if said else ''} ", f"status 403 expected, got {said[:40]!r}")


_UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)
