"""Connections that behave badly, or oddly, beside others that must not notice."""

import logging
import random
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
import trio.testing
from trio_websocket import ConnectionClosed

from ono_core.game.commands import AddBot
from ono_net.client import Ended, connect
from ono_net.connection import HANDSHAKE_SECONDS, QUIET_SECONDS, VIOLATION
from ono_net.guest import Guest
from ono_net.http import ANSWER_SECONDS, HEAD_SECONDS, IDLE_SECONDS
from ono_net.limits import ROOMS_AT_ONCE, ROOMS_PER_SECOND, Limits
from ono_net.messages import (
    Again,
    Answer,
    Command,
    Create,
    Enter,
    Entered,
    Error,
    FromTable,
    Ping,
    Pong,
    Replaced,
    pack,
)
from tests.net.serving import Served, Wire, person, secret_of, serving, wire

UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)


def upgrade(host: str, *headers: str) -> bytes:
    """An opening request."""
    return "\r\n".join(("GET /ws HTTP/1.1", f"Host: {host}", *UPGRADE, *headers, "", "")).encode()


async def lives(served: Served) -> None:
    """Check that the server serves pages and rooms."""
    assert (await served.get("/")).startswith(b"HTTP/1.1 200 OK")
    async with person(served, "Zoe") as zoe:
        assert (await zoe.sit()).answer


# Time


async def test_outlives_every_limit(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """Regression: a WebSocket outlives every time limit of heads and handshakes, as long as it answers pings."""
    longest = max(HEAD_SECONDS, IDLE_SECONDS, ANSWER_SECONDS, HANDSHAKE_SECONDS)
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        await ana.sit()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ana.play)
            while trio.current_time() < 10 * longest:
                await trio.testing.wait_all_tasks_blocked(0.02)
                mock_clock.jump(QUIET_SECONDS - 1)
            await trio.testing.wait_all_tasks_blocked(0.02)
            nursery.cancel_scope.cancel()
        assert (await ana.act(AddBot("easy", None))).answer
        assert ana.lost == []


async def test_never_says_a_word(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """A client that proves nothing in its time is told so, and the connection is closed."""
    async with serving(tmp_path) as served, wire(served) as mute:
        await trio.testing.wait_all_tasks_blocked(0.02)
        mock_clock.jump(HANDSHAKE_SECONDS)
        assert isinstance(error := await mute.hear(), Error)
        assert error.code == "bad-proof"
        with pytest.raises(ConnectionClosed) as closed:
            await mute.hear()
        assert closed.value.reason
        assert closed.value.reason.code == VIOLATION


async def test_falls_silent(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """A client that answers no ping is given up after the second."""
    async with serving(tmp_path) as served, wire(served) as silent:
        await silent.shake()
        await silent.say(Ping(5))
        assert await silent.hear() == Pong(5)
        for n in range(2):
            await trio.testing.wait_all_tasks_blocked(0.02)
            mock_clock.jump(QUIET_SECONDS)
            assert await silent.hear() == Ping(n)
        await trio.testing.wait_all_tasks_blocked(0.02)
        mock_clock.jump(QUIET_SECONDS)
        assert isinstance(await silent.hear(), Error)


# Foreign pages and names


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        (None, "http://evil.example", b"403"),
        (None, "null", b"403"),
        ("evil.example", "http://evil.example", b"421"),
        ("localhost", "http://localhost", b"421"),
    ],
)
async def test_foreign(tmp_path: Path, host: str | None, origin: str, status: bytes) -> None:
    """A page of another site, or a name the server does not know itself by, gets no WebSocket."""
    async with serving(tmp_path) as served:
        answer = await served.ask(upgrade(host or served.host, f"Origin: {origin}"))
        assert answer.startswith(b"HTTP/1.1 " + status)
        await lives(served)


async def test_public_name(tmp_path: Path) -> None:
    """Under its public name the server answers, and says so in links."""
    async with serving(tmp_path, public_url="https://ono.example", play={}) as served:
        assert served.told.link
        assert served.told.link.startswith("https://ono.example/r/")


# Bad bytes


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"garbage", "bad-message"),
        (b"", "bad-message"),
        ("text", "bad-message"),
        (pack(Enter(head=None, room="KWPX")), "bad-message"),
        (pack(Pong(1)) + b"\x00", "bad-message"),
    ],
    ids=range(5),
)
async def test_bad_message(tmp_path: Path, said: bytes | str, code: str) -> None:
    """A bad message is answered by an error, and closes that connection only."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, wire(served) as bad:
        await bad.socket.send_message(said)
        assert isinstance(error := await bad.hear(), Error)
        assert error.code == code
        with pytest.raises(ConnectionClosed):
            await bad.hear()
        assert (await ana.sit()).answer


async def test_a_frame_of_a_megabyte(tmp_path: Path) -> None:
    """A frame over the limit closes that connection only, and is not kept in memory."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, wire(served) as bad:
        await bad.shake()
        with pytest.raises(ConnectionClosed):
            await send_and_hear(bad, bytes(1_000_000))
        assert (await ana.sit()).answer


async def send_and_hear(bad: Wire, data: bytes) -> None:
    """Send bytes as one message; the connection may break at either step."""
    await bad.socket.send_message(data)
    await bad.hear()


async def test_frame_with_the_upgrade(tmp_path: Path) -> None:
    """A frame in the same packet as the opening request, which no client may send, harms nobody."""
    async with serving(tmp_path) as served, await served.stream() as early:
        await early.send_all(upgrade(served.host) + b"\x82\x85\x00\x00\x00\x00hello")
        assert (await early.receive_some()).startswith(b"HTTP/1.1 101")
        await lives(served)


async def test_broken_handshakes(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Hundreds of broken openings and frames leave the server as it was, with no failure in its log."""
    dice = random.Random(7)
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        for _ in range(20):
            async with trio.open_nursery() as nursery:
                for _ in range(20):
                    nursery.start_soon(drop_in, served, broken(dice, served.host), dice.random() < 0.5)
        await lives(served)
        assert (await ana.sit()).answer
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def broken(dice: random.Random, host: str) -> bytes:
    """An opening request, with or without something after it, with a few bytes changed or cut off."""
    data = bytearray(upgrade(host) + dice.randbytes(dice.choice((0, 0, 20, 3000))))
    for _ in range(dice.randrange(4)):
        data[dice.randrange(len(data))] = dice.randrange(256)
    return bytes(data[: dice.choice((len(data), dice.randrange(len(data))))])


async def drop_in(served: Served, data: bytes, waits: bool) -> None:  # noqa: FBT001 - started in a nursery
    """Connect, say this, perhaps wait a moment for an answer, and be gone."""
    async with await served.stream() as stream:
        await stream.send_all(data)
        if waits:
            with trio.move_on_after(0.02):
                await stream.receive_some()


# Wishes that cannot be granted


async def test_refused_wishes(tmp_path: Path) -> None:
    """What is not there is answered by its error, and the connection stays for a better wish."""
    async with serving(tmp_path) as served, wire(served) as guest:
        await guest.shake()
        for wish, code in (
            (Again(), "not-entered"),
            (Enter(head=None, room="ZZZZ"), "no-such-room"),
            (Enter(head=None, room="../.."), "no-such-room"),
            (Create({"preset": "poker"}), "bad-option"),
            (Create({"seats_max": "six"}), "bad-option"),
            (Create({"no_such_option": 1}), "bad-option"),
        ):
            await guest.say(wish)
            assert isinstance(error := await guest.hear(), Error)
            assert error.code == code, error
        await guest.say(Create({}))
        assert isinstance(await guest.hear(), Entered)


async def test_too_many_rooms(tmp_path: Path) -> None:
    """When there are as many rooms as may be, no other is opened, and those that are stay."""
    async with serving(tmp_path, limits=Limits(rooms=1)) as served, person(served, "Ana") as ana, wire(served) as guest:
        await guest.shake()
        await guest.say(Create({}))
        assert isinstance(error := await guest.hear(), Error)
        assert error.code == "too-many"
        assert (await ana.sit()).answer


async def test_rolled_back(tmp_path: Path) -> None:
    """A client that holds a later or another head than the log is told that the log went back."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, wire(served) as guest:
        await guest.shake()
        assert ana.guest.player
        book, room = ana.guest.player.book, str(ana.guest.room)
        for head in ((book.gid, 2, bytes(32)), (book.gid, 1, bytes(32))):
            await guest.say(Enter(head=head, room=room))
            assert isinstance(error := await guest.hear(), Error)
            assert error.code == "log-rolled-back"
        await guest.say(Enter(head=(book.gid, 1, book.hashes[1]), room=room))
        assert isinstance(await guest.hear(), Entered)


async def test_rematch_too_early(tmp_path: Path) -> None:
    """A rematch before the end is refused."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        await ana.link.send(Again())
        news = await ana.answer()
        assert news.error
        assert news.error.code == "not-over"


SPOILERS: list[tuple[Callable[[Command], Command], str]] = [
    (lambda command: Command(b"garbage", command.sig), "bad-command"),
    (lambda command: Command(command.body + b"\x00", command.sig), "bad-command"),
    (lambda command: Command(command.body, bytes(64)), "bad-signature"),
    (lambda command: Command(command.body, command.sig[::-1]), "bad-signature"),
]


@pytest.mark.parametrize(("spoil", "code"), SPOILERS, ids=range(len(SPOILERS)))
async def test_forged_commands(tmp_path: Path, spoil: Callable[[Command], Command], code: str) -> None:
    """A command that its key did not sign is refused to the sender alone, and leaves no entry."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        await ana.sit()
        length = ana.length
        await ana.link.send(spoil(ana.guest.act(AddBot("easy", None))))
        news = await ana.answer()
        assert news.answer
        assert news.answer.refusal
        assert news.answer.refusal.code == code
        assert (await ana.act(AddBot("easy", None))).answer
        assert ana.length == length + 1


async def test_same_command_again(tmp_path: Path) -> None:
    """A command sent twice is applied once, and gets the same answer."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        await ana.sit()
        command = ana.guest.act(AddBot("easy", None))
        answers: list[Answer | None] = []
        for _ in range(2):
            await ana.link.send(command)
            answers.append((await ana.answer()).answer)
        assert answers[0] == answers[1]
        assert ana.length == 4


# Replaced


async def test_replaced(tmp_path: Path) -> None:
    """A second connection of an identity replaces the first, which is told so and closed."""
    async with serving(tmp_path) as served, person(served, "Ana") as first:
        await first.sit()
        async with person(served, "Ana", first.guest.room) as second:
            with pytest.raises(Ended) as ended:
                await first.until(lambda _: False)
            assert ended.value.code == "replaced"
            assert second.guest.presence.online == (0,)
            assert (await second.act(AddBot("easy", None))).answer


async def test_opens_room_after_room(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """One connection opens a few rooms at once; for each further one it waits, and others do not."""
    async with serving(tmp_path) as served, wire(served) as greedy:
        await greedy.shake()
        for _ in range(ROOMS_AT_ONCE + 1):
            await greedy.say(Create({}))
        heard: list[FromTable] = []
        while len({message.room for message in heard if isinstance(message, Entered)}) < ROOMS_AT_ONCE:
            heard.append(await greedy.hear())
        await lives(served)
        await trio.testing.wait_all_tasks_blocked(0.02)
        mock_clock.jump(1 / ROOMS_PER_SECOND)
        while not isinstance(last := await greedy.hear(), Entered):
            heard.append(last)
        assert last.room not in {message.room for message in heard if isinstance(message, Entered)}


async def test_same_connection_enters_again(tmp_path: Path) -> None:
    """A connection may enter again, here or elsewhere, without replacing itself."""
    async with serving(tmp_path) as served, wire(served) as guest:
        await guest.shake()
        await guest.say(Create({}))
        entered = await guest.hear()
        assert isinstance(entered, Entered)
        await guest.say(Create({}))
        await guest.say(Enter(head=None, room=entered.room.lower()))
        heard: list[FromTable] = []
        while len([message for message in heard if isinstance(message, Entered)]) < 2:
            heard.append(await guest.hear())
        assert not any(isinstance(message, Replaced) for message in heard)


async def test_wrong_fingerprint(tmp_path: Path) -> None:
    """A client that expects another table goes no further."""
    async with serving(tmp_path) as served:
        with pytest.raises(Ended) as ended:
            async with connect(served.url, secret_of("Ana"), fingerprint="a" * 16):
                pass
        assert ended.value.code == "wrong-table"
        guest = Guest(secret_of("Ana"), None)
        async with connect(
            served.url, secret_of("Ana"), fingerprint=served.told.fingerprint, opening=guest.opening
        ) as link:
            assert isinstance(await link.receive(), Entered)


async def test_nobody_there() -> None:
    """A first attempt that reaches nobody fails at once, with the reason."""
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    await listener.aclose()
    with pytest.raises(Ended) as ended:
        async with connect(f"http://127.0.0.1:{port}", secret_of("Ana")):
            pass
    assert ended.value.code == "unreachable"
