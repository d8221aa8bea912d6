"""Mutated traffic against a server process: HTTP, WebSocket frames, messages in every state, a player's own commands.

Each case says what it has to say, ends its side, and must be let go by the server soon: with an answer or without.
"""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Iterator, Sequence
from random import Random

import trio

from ono_cli.bench.wire import UPGRADE
from ono_core.fair.keys import sign
from ono_core.fair.transcript import encode
from ono_core.game.commands import AddBot, Start
from ono_core.game.state import Phase
from ono_core.log.entries import command_id
from ono_net.messages import Command, Create, Enter, from_table, pack
from ono_net.session import ClientSession
from tests.fuzz.mutations import changed_bytes, changed_message, changed_value, repacked, unpack_any
from tests.fuzz.traffic import traffic
from tests.net.killed import Killed
from tests.net.peers import log_of
from tests.net.serving import Person, secret_of

SECONDS = 15
"""How long the server may take to let go of whoever has ended its side: it lingers for some."""

STATES = ("hello", "prove", "ready", "entered")

MESSAGE, CLOSE = 2, 8
KNOWN = {MESSAGE, CLOSE, 9, 10}
"""Opcodes of a server (RFC 6455 section 5.2)."""
OUR_FAULT = 1011
"""Close code of a server that has met a condition it did not expect (RFC 6455 section 7.4.1)."""


class Hangs(AssertionError):
    """The server does not let go of a connection."""


class BadAnswer(AssertionError):
    """The server says that it is at fault itself, or something that is no answer."""


async def exchange(stream: trio.SocketStream, pieces: Sequence[bytes]) -> bytes:
    """Say these bytes and end this side; everything that comes until the server ends its own."""
    heard: list[bytes] = []
    with trio.move_on_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_say, stream, pieces)
            await _hear(stream, heard)
            nursery.cancel_scope.cancel()
        return b"".join(heard)
    raise Hangs(f"not let go within {SECONDS} seconds")


async def _say(stream: trio.SocketStream, pieces: Sequence[bytes]) -> None:
    try:
        for piece in pieces:
            await stream.send_all(piece)
        await stream.send_eof()
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        pass  # the server has had enough


async def _hear(stream: trio.SocketStream, heard: list[bytes]) -> None:
    try:
        async for data in stream:
            heard.append(bytes(data))  # noqa: PERF401  # what came before the end counts
    except trio.BrokenResourceError:
        pass  # it left something unread that we said


# HTTP


def requests(host: str, room: str) -> tuple[bytes, ...]:
    """What clients ask by HTTP."""
    paths = (
        "/",
        "/index.html",
        f"/r/{room}",
        f"/r/{room}/qr.svg",
        f"/log/{bytes(32).hex()}.ono",
        "/../etc/passwd",
        "/%2e%2e",
    )
    plain = (
        f"{way} {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: br, gzip\r\n\r\n"
        for path in paths
        for way in ("GET", "HEAD")
    )
    return (*(UPGRADE.format(host=host).encode(),) * 14, *(request.encode() for request in plain))


HEADERS = (
    b"Content-Length: 5", b"Content-Length: -1", b"Content-Length: 5, 6", b"Transfer-Encoding: chunked", b"Host: evil",
    b"Transfer-Encoding: chunked, gzip", b"Expect: 100-continue", b"Connection: close", b"Upgrade: h2c",
    b"Connection: keep-alive, Upgrade", b"Sec-WebSocket-Version: 99999999999999999999", b"Sec-WebSocket-Key: short",
    b"Sec-WebSocket-Protocol: a, b", b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
    b"Origin: null", b"Origin: http://evil", b"X-Forwarded-For: 1.2.3.4, ::1, x", b"Range: bytes=0-1,5-", b"A: \x00",
    b"If-None-Match: *", b"Accept-Encoding: \xff\xfe", b" folded", b"no colon", b": empty", b"B:\tc",
    b"Cookie: " + b"x" * 20_000, b"X: " + b"y" * 9_000,
)  # fmt: skip
METHODS = (b"POST", b"PUT", b"OPTIONS", b"CONNECT", b"TRACE", b"PRI", b"get", b"G\x00T", b"", b"GET" * 500)
TARGETS = (
    b"*",
    b"http://evil/",
    b"//evil/ws",
    b"/ws?x=1",
    b"/ws#a",
    b"/" + b"a" * 17_000,
    b"/\xff",
    b"/%00",
    b"",
    b"/ws HTTP/1.0",
    b"/r/%20",
)
OTHER = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\r\n" * 50, b"\x00" * 100,
    b"GET /\r\n\r\n", b"SSH-2.0-x\r\n", b"\x05\x01\x00", b"GET / HTTP/1.1\n\n", b"GET / HTTP/9.9\r\n\r\n", b"",
)  # fmt: skip


def _changed_head(request: bytes, dice: Random) -> bytes:
    """A request whose head says something else, of which it has many lines more, or of which a line is missing."""
    lines = request.removesuffix(b"\r\n\r\n").split(b"\r\n")
    at = dice.randrange(len(lines))
    match dice.randrange(7):
        case 0:
            lines.insert(1 + at, dice.choice(HEADERS))
        case 1:
            del lines[at]
        case 2:
            lines.insert(at, lines[at])
        case 3:
            method, _, rest = lines[0].partition(b" ")
            lines[0] = (
                dice.choice(METHODS) + b" " + rest if dice.random() < 0.5 else method + b" " + dice.choice(TARGETS)
            )
        case 4:
            lines += [b"X-%d: %d" % (n, n) for n in range(dice.choice((20, 300, 3000)))]
        case 5:
            lines[at] = changed_bytes(lines[at], request, dice)
        case _:
            lines.insert(1, dice.choice(HEADERS))
            lines.append(dice.choice(HEADERS))
    return dice.choice((b"\r\n", b"\r\n", b"\r\n", b"\n")).join(lines) + b"\r\n\r\n"


def _pieces(data: bytes, dice: Random) -> list[bytes]:
    """The same bytes at once or bit by bit."""
    if dice.random() < 0.6:
        return [data]
    cuts = sorted({dice.randrange(len(data) + 1) for _ in range(3)})
    return [data[a:b] for a, b in itertools.pairwise((0, *cuts, len(data)))]


# Frames


def ws(
    payload: bytes, opcode: int = 2, first: int = 0x80, length: int | None = None, mask: bytes | None = bytes(4)
) -> bytes:
    """A frame; `first` are the bits beside the opcode, `length` is what it says of the payload."""
    size = len(payload) if length is None else length
    bit = 0 if mask is None else 0x80
    if size < 126:
        head = bytes((bit | size,))
    elif size < 1 << 16:
        head = bytes((bit | 126,)) + size.to_bytes(2)
    else:
        head = bytes((bit | 127,)) + size.to_bytes(8)
    key = mask or b""
    masked = payload if not any(key) else bytes(byte ^ key[n % 4] for n, byte in enumerate(payload))
    return bytes((first | opcode,)) + head + key + masked


SIZES = (0, 1, 125, 126, 65_535, 65_536, 65_537, 2**31, 2**63 - 1, 2**63, 2**64 - 1)
CLOSES = (b"", b"\x03", b"\x03\xe8", b"\x03\xed", b"\0\0", b"\xff\xff", b"\x03\xe8\xff", b"\x03\xe8" + b"x" * 124)
"""What a close may carry that has no code, half of one, a good or a bad one, and words after it."""

Odd = Callable[[bytes, Random], bytes]

ODD_FRAMES: tuple[Odd, ...] = (
    lambda said, dice: ws(said, opcode=dice.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))),
    lambda said, _: ws(said, mask=None),
    lambda said, dice: ws(said, first=0x80 | dice.choice((0x10, 0x20, 0x40, 0x70))),
    lambda said, dice: ws(said, length=dice.choice(SIZES)),
    lambda said, _: ws(said, opcode=0),
    lambda said, dice: ws(said, first=0) + ws(said, first=dice.choice((0, 0x80))),
    lambda said, _: ws(said[:3], first=0) + ws(b"in between", 9) + ws(said[3:], 0),
    lambda said, dice: ws(said, opcode=dice.choice((8, 9, 10)), first=dice.choice((0, 0x80))),
    lambda _, dice: ws(dice.choice(CLOSES), 8) * dice.choice((1, 2)),
    lambda _, dice: ws(dice.randbytes(dice.choice((0, 1, 125, 126))), dice.choice((9, 10))) * dice.choice((1, 40)),
    lambda said, dice: ws(dice.choice((b"text", b"\xff\xfe", said)), 1),
    lambda said, dice: ws(b"", first=0) + ws(b"", 0, first=0) * dice.choice((3, 400)) + ws(said, 0),
)
"""Frames that no client sends: unknown, without a mask or a beginning, of a false length, out of order, too many."""


# Whoever says it


async def shaken(server: Killed, stream: trio.SocketStream, state: str, room: str, name: str) -> None:
    """Open a WebSocket and get as far as this state."""
    session = ClientSession(secret_of(name), server.host, bytes(32))
    await stream.send_all(UPGRADE.format(host=server.host).encode())
    await _until(stream, lambda said: said.endswith(b"\r\n\r\n"))
    if state == "hello":
        return
    await stream.send_all(ws(pack(session.hello("fuzz"))))
    welcome = await _until(stream, lambda said: bool(list(received(said))))
    [prove], _ = session.receive(next(received(welcome))[1])
    if state != "prove":
        await stream.send_all(ws(pack(prove)))
    if state == "entered":
        await stream.send_all(ws(pack(Enter(None, room))))


async def _until(stream: trio.SocketStream, is_whole: Callable[[bytes], bool]) -> bytes:
    """What the server says until it is whole."""
    said = b""
    while not is_whole(said):
        more = await stream.receive_some()
        assert more, f"the server closed the connection: {said!r:.200}"
        said += more
    return said


def received(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The whole frames of a server that these bytes begin with: opcode and payload."""
    while len(data) >= 2:
        size, start = data[1], 2
        if size == 126:
            size, start = int.from_bytes(data[2:4]), 4
        if len(data) < start or len(data) < start + size:
            return
        yield data[0] & 0x0F, data[start : start + size]
        data = data[start + size :]


def status(heard: bytes) -> str:
    """The status of an answer."""
    if not heard:
        return "closed"
    code = heard[9:12].decode(errors="replace")
    if not heard.startswith(b"HTTP/1.1 ") or code == "500":
        raise BadAnswer(f"{heard[:300]!r}")
    return code


def last_word(heard: bytes) -> str:
    """How a WebSocket ended: with which code, or without a word."""
    frames = list(received(heard))
    if any(opcode not in KNOWN for opcode, _ in frames):
        raise BadAnswer(f"{frames!r:.300}")
    for opcode, payload in frames:
        if opcode == MESSAGE:
            from_table(payload)
    codes = [int.from_bytes(payload[:2]) for opcode, payload in frames if opcode == CLOSE]
    if OUR_FAULT in codes:
        raise BadAnswer("closed as a fault of the server")
    return f"closed {codes[0]}" if codes else "hung up"


class Rebel:
    """Somebody who sits at a table with computers, and says and signs what nobody should."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.lock = trio.Lock()

    async def sit(self, dice: Random) -> None:
        """Have a seat in a game that is on: the one that was left, or one in a new room."""
        person, player = self.person, log_of(self.person)
        if person.phase in {Phase.OVER, Phase.SEALED} or (player.seat is None and person.phase is not Phase.LOBBY):
            await self._open()
        elif person.phase is Phase.LOBBY and (player.seat is None or dice.random() < 0.3):
            await self._begin()
        elif player.seat is not None and player.state.seat_at(player.seat).away:
            await person.link.send(Enter(None, str(person.guest.room)))
            await person.until(lambda p: not log_of(p).state.seat_at(log_of(p).seat or 0).away)
        elif person.guest.prompt and person.guest.prompt.step == player.state.step and dice.random() < 0.3:
            await person.move()

    async def _open(self) -> None:
        person = self.person
        game = log_of(person).keys.gid
        await person.link.send(Create({}))
        await person.until(lambda p: log_of(p).keys.gid != game and p.length >= 2)

    async def _begin(self) -> None:
        """In a lobby: sit down, and with a computer or two, begin."""
        person = self.person
        if log_of(person).seat is None:
            await person.sit()
        elif len(log_of(person).state.taken) < 3:
            await person.act(AddBot("easy", None))
        else:
            await person.act(Start())

    async def says(self, dice: Random) -> str:
        """Sign a command with something wrong in it; how it was answered."""
        body = self._body(dice)
        player = log_of(self.person)
        sig = sign(player.keys.session_secret, encode("ono1/cmd", player.keys.gid, body))
        await self.person.link.send(Command(body, sig))
        wanted = command_id(player.keys.gid, body)
        while True:
            answer = (await self.person.hear()).answer
            if answer and answer.id == wanted:
                return answer.refusal.code if answer.refusal else "accepted"
            assert not self.person.lost, f"the connection was closed: {self.person.lost}"

    def _body(self, dice: Random) -> bytes:
        player = log_of(self.person)
        head = player.book.head
        plain = unpack_any(dice.choice(traffic().commands).body)
        plain[0] = player.seat
        plain[1:4] = player.book.counters.get(player.keys.session, 0) + 1, head.index, head.hash
        plain[4] = None if plain[4] is None else player.state.step
        if plain[5][0] == "play":
            plain[5][1]["slots"] = list(player.state.hands[player.seat or 0][:1]) if player.state.hands else [0]
        match dice.randrange(5):
            case 0:
                plain = changed_value(plain, dice)
            case 1 | 2:
                pass
            case _:
                plain[5] = changed_value(plain[5], dice)
        return repacked(plain, b"")[:60_000]


class Live:
    """A server with a room that strangers may enter, and rebels in rooms of their own."""

    def __init__(self, server: Killed, room: str, rebels: Sequence[Rebel]) -> None:
        self.server = server
        self.room = room
        self.rebels = rebels

    @property
    def cases(self) -> tuple[Callable[[Random], Awaitable[str]], ...]:
        """What can be done; each says in a word how it ended."""
        return self.http, self.frames, self.messages, self.signed

    async def http(self, dice: Random) -> str:
        """A mutated request, alone or among good ones: no answer, or one that a good server gives."""
        known = requests(self.server.host, self.room)
        said = dice.choice(known)
        match dice.randrange(10):
            case 0:
                said = dice.choice(OTHER)
            case 1:
                said = said * dice.choice((2, 30))
            case 2 | 3 | 4:
                said = changed_bytes(said, dice.choice(known), dice)
            case _:
                said = _changed_head(said, dice)
        if dice.random() < 0.2:
            said += dice.choice(known)
        async with await self.server.stream() as stream:
            return status(await exchange(stream, _pieces(said, dice)))

    async def frames(self, dice: Random) -> str:
        """Frames that are none, or not in order, on a WebSocket in some state."""
        said = [ws(message, mask=dice.randbytes(4)) for message in dice.choices(traffic().said, k=2)]
        said.insert(dice.randrange(3), dice.choice(ODD_FRAMES)(dice.choice(traffic().said), dice))
        stream = b"".join(said)
        if dice.random() < 0.4:
            stream = changed_bytes(stream, stream, dice)
        return await self._told(stream, dice)

    async def messages(self, dice: Random) -> str:
        """Mutated messages to a connection in some state, with good ones around them, of either side, in any order."""
        known = traffic()
        all_ = (known.hello, known.prove, *known.said)
        said = [changed_message(dice.choice(all_), known.said, dice) for _ in range(dice.choice((1, 1, 2, 4)))]
        said[dice.randrange(len(said)) : 0] = dice.choices((*all_, *known.heard), k=dice.choice((0, 0, 1, 2)))
        return await self._told(b"".join(ws(message, mask=dice.randbytes(4)) for message in said), dice)

    async def _told(self, said: bytes, dice: Random) -> str:
        state, name, pieces = dice.choice(STATES), f"Stranger {dice.randrange(9)}", _pieces(said, dice)
        async with await self.server.stream() as stream:
            await shaken(self.server, stream, state, self.room, name)
            return last_word(await exchange(stream, pieces))

    async def signed(self, dice: Random) -> str:
        """A seated player signs something wrong: it is answered, as everything that is signed."""
        rebel = dice.choice(self.rebels)
        async with rebel.lock:
            with trio.move_on_after(SECONDS):
                await rebel.sit(dice)
                return await rebel.says(dice)
            raise Hangs(f"no answer within {SECONDS} seconds")
