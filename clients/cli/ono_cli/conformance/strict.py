"""Clauses of strictness: what is not exactly a message is never guessed at."""

from __future__ import annotations

from ono_cli.conformance.clauses import expect
from ono_cli.conformance.ground import SERVER, Ground
from ono_core.log.codec import Plain, packed
from ono_net.messages import LIMIT, Again, Enter, Explain, Hello, Pong, Prove, Reveal, Welcome

NOTHING = bytes(32)


async def faults(ground: Ground, *wrong: bytes | str) -> None:
    """Each of these, after the handshake, ends its connection."""
    for raw in wrong:
        async with ground.proven() as wire:
            await wire.at_fault("bad-message", raw)


@SERVER.clause("1.7", "An unknown kind is answered by `bad-message` and the end of the connection")
async def unknown_kind(ground: Ground) -> None:
    """Kinds that no client sends, some of them a table's."""
    await faults(ground, packed(["shout", {}]), packed(["presence", {"online": [], "spectators": 0}]), packed("ping"))


@SERVER.clause("1.8", "A missing or an unknown field is answered by `bad-message` and the end of the connection")
async def wrong_fields(ground: Ground) -> None:
    """One too many, one too few."""
    await faults(ground, packed(["ping", {"m": 1, "n": 1}]), packed(["ping", {}]), packed(["again", {"now": True}]))


@SERVER.clause("1.9", "A value of another type or size is answered by `bad-message` and the end of the connection")
async def wrong_values(ground: Ground) -> None:
    """A text for a number, 31 bytes for 32."""
    short: dict[str, Plain] = {"ctx": bytes(31), "index": 0, "k": 1, "value": NOTHING}
    await faults(
        ground, packed(["ping", {"n": "1"}]), packed(["reveal", short]), packed(["enter", {"head": 0, "room": "KWPX"}])
    )


@SERVER.clause("1.10", "Bytes that are not the one spelling of a message are answered by `bad-message` and the end")
async def other_spellings(ground: Ground) -> None:
    """A longer integer, keys out of order, a fraction, a byte more, half a message."""
    ping = packed(["ping", {"n": 1}])
    longer, fraction = ping[:-1] + b"\xcc\x01", ping[:-1] + b"\xcb\x3f\xf0" + bytes(6)
    turned = b"\x92\xa5enter\x82\xa4room\xa4KWPX\xa4head\xc0"
    await faults(ground, longer, fraction, turned, ping + b"\0", ping[:-1])


@SERVER.clause("1.11", "A message over 65,536 bytes ends the connection with close code 1009")
async def too_long(ground: Ground) -> None:
    """One byte more than may be."""
    async with ground.proven() as wire:
        await wire.say(bytes(LIMIT + 1))
        code = await wire.closing()
        expect(code == 1009, f"close code 1009 expected, got {code}")


@SERVER.clause("1.12", "A text frame is answered by `bad-message` and the end of the connection")
async def text_frame(ground: Ground) -> None:
    """Words."""
    await faults(ground, "hello")


@SERVER.clause("1.13", "Before `prove` only `hello`, `ping` and `pong` are in their place; after it neither again")
async def out_of_place(ground: Ground) -> None:
    """Each kind where it may not stand."""
    hello = Hello(client="ono conformance", nonce=NOTHING, versions=(1,))
    prove = Prove(identity=NOTHING, proof=bytes(64))
    for early in (Enter(head=None, room="KWPX"), Explain({}), Again(), prove):
        async with ground.wire() as wire:
            await wire.at_fault("bad-message", early)
    async with ground.wire() as wire:
        await wire.say(hello)
        await wire.until(Welcome)
        await wire.at_fault("bad-message", hello)
    for late in (hello, prove):
        async with ground.proven() as wire:
            await wire.at_fault("bad-message", late)


@SERVER.clause(
    "1.14", "`ping` is answered by `pong` with the same n, at any time; a `pong` that nobody asked for is passed over"
)
async def pings(ground: Ground) -> None:
    """Before hello, and once proven."""
    async with ground.wire() as wire:
        await wire.lives()
    async with ground.proven() as wire:
        await wire.say(Pong(5))
        await wire.lives()


@SERVER.clause(
    "1.15", "What is asked of a room before one is entered is answered by `not-entered`, and the connection stays"
)
async def not_entered(ground: Ground) -> None:
    """A seed and a rematch for nobody."""
    async with ground.proven() as wire:
        for early in (Again(), Reveal(ctx=NOTHING, index=0, k=1, value=NOTHING)):
            await wire.say(early)
            await wire.error("not-entered")
        await wire.lives()
