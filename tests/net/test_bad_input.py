"""Bad handshakes and bytes over real sockets: each gets its error, and two others play on to the end of their game."""

import random
from pathlib import Path

import pytest

from ono_core.game.commands import AddBot, Leave, Start
from ono_core.log.codec import packed
from ono_net.messages import (
    LIMIT,
    Command,
    Create,
    Enter,
    Entered,
    Hello,
    Message,
    Prove,
    Reveal,
    Welcome,
    pack,
)
from tests.net.peers import (
    beside_a_game,
    closing,
    error,
    fault,
    lobby,
    log_of,
    proven,
)
from tests.net.serving import person, wire

pytestmark = pytest.mark.usefixtures("quiet")


# The handshake


async def test_pc_46_unknown_version(tmp_path: Path) -> None:
    """A client that speaks no version of the server's is told which there are, before it says who it is."""
    async with beside_a_game(tmp_path) as (served, _):
        for versions in ((), (4,), (0, 4, 99)):
            async with wire(served) as late:
                told = await fault(late, Hello(client="later", nonce=bytes(32), versions=versions))
                assert (told.code, told.detail) == ("version", "3 2 1"), versions


async def test_pc_26_replayed_recording(tmp_path: Path) -> None:
    """All that somebody said on an earlier connection, said again, opens nothing."""
    async with lobby(tmp_path) as (served, hana), wire(served, "Hana") as first:
        hello = first.session.hello("test")
        await first.say(hello)
        [prove], _ = first.session.receive(pack(await first.hear()))
        await first.say(prove)
        enter = Enter(head=None, room=str(hana.guest.room))
        await first.say(enter)
        assert isinstance(await first.hear(), Entered)
        async with wire(served, "Eve") as eve:
            await eve.say(hello)
            assert isinstance(await eve.hear(), Welcome)
            assert (await fault(eve, prove)).code == "bad-proof"
        async with wire(served, "Eve") as eve:
            await eve.say(hello)
            assert isinstance(await eve.hear(), Welcome)
            assert (await fault(eve, enter)).code == "bad-message"


async def test_pc_26_another_identity_proven(tmp_path: Path) -> None:
    """To know somebody's public key is not to hold it."""
    async with lobby(tmp_path) as (served, hana), wire(served, "Eve") as eve:
        await eve.say(eve.session.hello("test"))
        [prove], _ = eve.session.receive(pack(await eve.hear()))
        assert isinstance(prove, Prove)
        stolen = Prove(identity=log_of(hana).keys.identity, proof=prove.proof)
        assert (await fault(eve, stolen)).code == "bad-proof"


SPEAK_UP: list[Message] = [
    Enter(head=None, room="KWPX"),
    Create({}),
    Command(b"", bytes(64)),
    Reveal(ctx=bytes(32), index=1, k=1, value=bytes(32)),
]


async def test_before_the_proof(tmp_path: Path) -> None:
    """Between hello and proof nothing else may be said."""
    async with beside_a_game(tmp_path) as (served, _):
        for message in SPEAK_UP:
            async with wire(served) as guest:
                await guest.say(guest.session.hello("test"))
                assert isinstance(await guest.hear(), Welcome)
                assert (await fault(guest, message)).code == "bad-message", message


async def test_handshake_again(tmp_path: Path) -> None:
    """Who has proven an identity cannot change it on the same connection, in a room or before."""
    async with beside_a_game(tmp_path) as (served, code):
        for room in (None, code):
            async with proven(served, room=room) as guest:
                assert (await fault(guest, guest.session.hello("test"))).code == "bad-message", room


async def test_outside_a_room(tmp_path: Path) -> None:
    """Who is in no room is told to enter one, and may."""
    async with beside_a_game(tmp_path) as (served, code), proven(served) as guest:
        for message in SPEAK_UP[2:]:
            assert (await error(guest, message)).code == "not-entered", message
        await guest.say(Enter(head=None, room=code))
        assert isinstance(await guest.hear(), Entered)


# Bytes


UNSPEAKABLE: dict[str, bytes | str] = {
    "text": "hello",
    "empty": b"",
    "no message": packed([1, 2, 3]),
    "unknown kind": packed(["teleport", {}]),
    "kind of the other side": packed(["entries", {"entries": []}]),
    "missing field": packed(["enter", {"room": "KWPX"}]),
    "unknown field": packed(["ping", {"m": 1, "n": 1}]),
    "wrong type": packed(["ping", {"n": "1"}]),
    "negative index": packed(["enter", {"head": [bytes(32), -1, bytes(32)], "room": "KWPX"}]),
    "short key": packed(["command", {"body": b"", "sig": bytes(63)}]),
    "long room": packed(["enter", {"head": None, "room": "K" * 65}]),
    "float": b"\x92\xa4ping\x81\xa1n\xcb" + bytes(8),
    "not the shortest": b"\x92\xa4ping\x81\xa1n\xcd\x00\x01",
    "trailing": packed(["ping", {"n": 1}]) + b"\xc0",
    "extension": b"\xc7\x04\x05abcd",
    "deep": b"\x91" * 60_000 + b"\xc0",
    "wide": b"\xdd\xff\xff\xff\xff",
    "large garbage": random.Random(1).randbytes(LIMIT),
}


async def test_not_in_the_protocol(tmp_path: Path) -> None:
    """Whatever is no message of a client is answered by an error that says why, and closes the connection."""
    async with beside_a_game(tmp_path) as (served, code):
        for name, said in UNSPEAKABLE.items():
            async with proven(served, room=code) as guest:
                told = await fault(guest, said)
                assert told.code == "bad-message", name
                assert told.detail, name


PIECE = b"\xfe\x40\x00" + bytes(4 + 0x4000)
FRAMES = {
    "megabyte": b"\x82\xff" + (1_000_000).to_bytes(8) + bytes(4 + LIMIT + 1),
    "endless": b"\x82\xff\x7f" + b"\xff" * 7 + bytes(4 + LIMIT + 1),
    "in pieces": b"\x02" + PIECE + (b"\x00" + PIECE) * 4,
}


async def test_too_big(tmp_path: Path) -> None:
    """A message over the limit is cut off by code 1009 before it is whole, in however many frames it comes."""
    async with beside_a_game(tmp_path) as (served, code):
        for name, data in FRAMES.items():
            async with proven(served, room=code) as guest:
                await guest.socket._stream.send_all(data)
                assert await closing(guest) == 1009, name


async def test_mutated_messages(tmp_path: Path) -> None:
    """Messages with a few bytes changed, from a seated player, are refused, answered or end that connection only."""
    dice = random.Random(11)
    async with lobby(tmp_path) as (served, hana), person(served, "Eve", hana.guest.room) as eve:
        await eve.sit()
        room = str(hana.guest.room)
        good = [
            pack(m) for m in (eve.guest.act(Leave()), eve.guest.act(Start()), Enter(head=None, room=room), *SPEAK_UP)
        ]
        for _ in range(150):
            async with proven(served, "Eve") as bad:
                await bad.say(Enter(head=None, room=room))
                for _ in range(3):
                    await bad.socket.send_message(mutated(dice.choice(good), dice))
                await bad.socket.aclose()
        assert (await hana.act(AddBot("easy", None))).answer


def mutated(data: bytes, dice: random.Random) -> bytes:
    """The bytes with one to three of them changed."""
    changed = bytearray(data)
    for _ in range(dice.randint(1, 3)):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)
