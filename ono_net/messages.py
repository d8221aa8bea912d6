"""What travels on a connection, one value for each message (spec/protocol.md 1).

A message is packed as `[kind, {fields}]` in canonical msgpack. A reader takes exactly the kinds its peer may
send, each with exactly its fields; everything else is a Fault of the peer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ono_core.log.codec import CodecFault, Plain, packed, unpacked

LIMIT = 65_536
"""Bytes of a message."""

BATCH = 60_000
"""Bytes of the entries in one `entries` message; one larger entry travels alone."""

BRIEF = 200
"""Characters of a detail."""

BOARD = 60_000
"""Bytes of a tournament's board."""

MOST_ASKED = 4_096
"""Bytes of a request to an organiser."""

Emotion: TypeAlias = Literal["hello", "well-played", "thanks", "oops", "wow", "laugh", "cry", "hurry"]
"""What a player may show the others, and all that it may."""

Watch: TypeAlias = Literal["live", "delayed", "after"]
"""When those who only watch see a game."""

MOST_DELAY_MS = 3_600_000
"""How much later an organiser may let them see it."""

Value: TypeAlias = str | int | bool
"""What an option is set to."""
Bin32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bin64 = Annotated[bytes, Meta(min_length=64, max_length=64)]
Short = Annotated[str, Meta(max_length=64)]
Count = Annotated[int, Meta(ge=0)]


class Fault(Exception):
    """The peer broke the protocol; the connection cannot go on (codes: spec/protocol.md 5)."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all messages; its kind on the wire is the name of its class in lower case."""


class Hello(Message, frozen=True):
    """A client's first message."""

    client: Short
    nonce: Bin32
    versions: Annotated[tuple[int, ...], Meta(max_length=16)]


class Welcome(Message, frozen=True):
    """The table proves its key."""

    nonce: Bin32
    proof: Bin64
    table: Bin32
    version: int


class Prove(Message, frozen=True):
    """The client proves its identity."""

    identity: Bin32
    proof: Bin64


class Create(Message, frozen=True):
    """Open a room and enter it."""

    options: dict[str, Any]


class Quick(Message, frozen=True):
    """Enter a public room of this preset that waits for players, or open one with these options."""

    options: dict[str, Any]


class Prepare(Message, frozen=True):
    """An organiser opens the room with this nonce, or finds the one that it has opened, and enters it; since version 3.

    Its log names the nonce, and the organiser as host. ``delay_ms`` is what ``delayed`` means there.
    """

    nonce: Bin32
    options: dict[str, Any]
    watch: Watch
    delay_ms: Annotated[int, Meta(ge=0, le=MOST_DELAY_MS)]


class Door(Message, frozen=True):
    """Who may come into a room, as its host says.

    `public`: strangers find it in the list and by quick play. `locked`: nobody new enters or takes a seat. `watch`:
    whether those who only watch see the game as it goes, a while later, or after its end.
    """

    locked: bool
    public: bool
    watch: Watch


HeadHeld: TypeAlias = tuple[Bin32, Count, Bin32]
"""Game, index and hash of the newest entry that one holds."""


class Enter(Message, frozen=True):
    """Follow a room's log from the head one holds."""

    head: HeadHeld | None
    room: Short


class Entered(Message, frozen=True):
    """The log that now follows."""

    game: Bin32
    length: Count
    room: Short


class Entries(Message, frozen=True):
    """What follows the head, in order; each the bytes of `[body, sig]`."""

    entries: tuple[bytes, ...]


class Command(Message, frozen=True):
    """A signed command."""

    body: bytes
    sig: Bin64


class Reveal(Message, frozen=True):
    """A seat's seed for the shuffle that was begun."""

    ctx: Bin32
    index: Count
    k: Count
    value: Bin32


class Seen(Message, frozen=True):
    """An entry that its sender holds, the bytes of `[body, sig]`: whoever holds another in its place has a fork."""

    entry: bytes


class Again(Message, frozen=True):
    """The host asks for a rematch."""


class Announce(Message, frozen=True):
    """An organiser publishes the board of a tournament; since version 3, as all that follows of tournaments."""

    tournament: Bin32
    board: Annotated[bytes, Meta(max_length=BOARD)]


class Attend(Message, frozen=True):
    """Follow a tournament, by its id or the 40 bits of it that its code spells, in place of another."""

    tournament: Annotated[bytes, Meta(min_length=5, max_length=32)]


class Board(Message, frozen=True):
    """What the organiser has published of it; its form is the organiser's."""

    tournament: Bin32
    board: bytes


class Apply(Message, frozen=True):
    """A signed request to the organiser."""

    tournament: Bin32
    body: Annotated[bytes, Meta(max_length=MOST_ASKED)]
    sig: Bin64


class Applied(Message, frozen=True):
    """A request, with the identity that the connection has proven over which it came."""

    tournament: Bin32
    identity: Bin32
    body: bytes
    sig: Bin64


class Decided(Message, frozen=True):
    """What became of a request: code None for what was done, else why not. From the organiser, and to who asked."""

    id: Bin32
    code: Short | None
    detail: Annotated[str, Meta(max_length=BRIEF)]


class Emote(Message, frozen=True):
    """A player shows the others something, for a moment; since version 2."""

    what: Emotion


class Emoted(Message, frozen=True):
    """What a seat showed; since version 2."""

    seat: Count
    what: Emotion


class Explain(Message, frozen=True):
    """Asks what options mean; since version 2 in which language."""

    options: dict[str, Any]
    language: Short | UnsetType = UNSET


class Explained(Message, frozen=True):
    """Options in plain sentences, what differs from the official rules first, and what a host may choose.

    `options` are name, group, label, value in force, and each value offered with its label; `presets` are name, label
    and a line on what it is like.
    """

    differences: tuple[str, ...]
    options: tuple[tuple[str, str, str, Value, tuple[tuple[Value, str], ...]], ...]
    presets: tuple[tuple[str, str, str], ...]
    rest: tuple[str, ...]


class Refused(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a command was refused, with the step and the counter to try again with where they are the reason."""

    code: str
    counter: int | None
    detail: str
    step: int | None


class Answer(Message, frozen=True):
    """What became of a command: the index of its entry, or why it was refused."""

    id: Bin32
    index: int | None
    refusal: Refused | None


class Prompt(Message, frozen=True):
    """What a seat may do now (`Choices`), and how long the seat on turn has, in ms."""

    acts: tuple[str, ...]
    bluffs: tuple[int, ...]
    cards: tuple[tuple[int, str | None], ...]
    catches: tuple[tuple[int, int], ...]
    lasts: tuple[int, ...]
    ms_left: int | None
    sets: tuple[tuple[int, ...], ...]
    stakes: tuple[int, int] | None
    step: int
    swaps: tuple[int, ...]
    targets: tuple[int, ...]


class Note(Message, frozen=True):
    """An `answer` or a `prompt`, sealed to one seat."""

    data: bytes


class Presence(Message, frozen=True):
    """Who is connected."""

    online: tuple[int, ...]
    spectators: int


class Replaced(Message, frozen=True):
    """The same identity entered this room from elsewhere."""


class Restart(Message, frozen=True):
    """The server stops; come back after that time."""

    retry_ms: Count


class Ping(Message, frozen=True):
    """Asks whether the other side is there."""

    n: int


class Pong(Message, frozen=True):
    """Says so, with the same number."""

    n: int


class Error(Message, frozen=True):
    """The connection is at fault, or what it asked for is not there."""

    code: str
    detail: str


RoomWish: TypeAlias = Enter | Command | Reveal | Seen | Again | Door | Emote
"""What a client wants of a room."""

TournamentWish: TypeAlias = Announce | Attend | Apply | Decided
"""What a client wants of the bulletin board."""

Wish: TypeAlias = Create | Quick | Prepare | TournamentWish | RoomWish
FromClient: TypeAlias = Hello | Prove | Wish | Explain | Ping | Pong
FromTable: TypeAlias = (
    Welcome
    | Entered
    | Entries
    | Answer
    | Prompt
    | Note
    | Presence
    | Door
    | Seen
    | Emoted
    | Explained
    | Board
    | Applied
    | Decided
    | Replaced
    | Restart
    | Ping
    | Pong
    | Error
)
M = TypeVar("M", bound=Message)


def _by_kind(types: Iterable[type[M]]) -> dict[str, type[M]]:
    return {kind.__name__.lower(): kind for kind in types}


_FROM_CLIENT: dict[str, type[FromClient]] = _by_kind(get_args(FromClient))
_FROM_TABLE: dict[str, type[FromTable]] = _by_kind(get_args(FromTable))


_packed = msgspec.msgpack.Encoder(order="sorted").encode
"""The same bytes as `packed` gives for what is known to be inside the profile, in a tenth of the time."""

_command = msgspec.msgpack.Decoder(Command).decode
_COMMAND = packed(["command", {}])[:-1]
"""How a command begins."""


def pack(message: Message) -> bytes:
    """The bytes of a message; a CodecFault if its options are outside the profile, for they may be anything."""
    if isinstance(message, Create | Quick | Prepare | Explain):
        fields = msgspec.structs.asdict(message).items()
        return packed([kind_of(message), {name: value for name, value in fields if value is not UNSET}])
    return _packed((kind_of(message), message))


def kind_of(message: Message) -> str:
    """The kind of a message, as it stands on the wire."""
    return type(message).__name__.lower()


def from_client(raw: bytes) -> FromClient:
    """The message a client sent, else a Fault: bad-message."""
    return _quick_command(raw) or _parsed(raw, _FROM_CLIENT)


def _quick_command(raw: bytes) -> Command | None:
    """The command that these bytes are, in a tenth of the time, for of commands there are many; None for all else."""
    if len(raw) > LIMIT or not raw.startswith(_COMMAND):
        return None
    try:
        command = _command(memoryview(raw)[len(_COMMAND) :])
    except msgspec.DecodeError:
        return None
    return command if pack(command) == raw else None


def from_table(raw: bytes) -> FromTable:
    """The message a table sent, else a Fault: bad-message."""
    return _parsed(raw, _FROM_TABLE)


def _parsed(raw: bytes, kinds: dict[str, type[M]]) -> M:
    try:
        value = unpacked(raw, limit=LIMIT)
    except CodecFault as fault:
        raise Fault("bad-message", str(fault)) from fault
    match value:
        case [str(kind), dict(fields)] if kind in kinds:
            return _filled(kinds[kind], fields)
        case [str(kind), _]:
            raise Fault("bad-message", f"expected one of {', '.join(kinds)}, got {kind!r:.40}")
        case _:
            raise Fault("bad-message", "expected an array of kind and fields")


def _filled(kind: type[M], fields: dict[str, Plain]) -> M:
    try:
        return msgspec.convert(fields, kind, builtin_types=(bytes,))
    except msgspec.ValidationError as fault:
        raise Fault("bad-message", f"{kind.__name__.lower()}: {fault}") from fault


def brief(text: str) -> str:
    """Words for the other side that may repeat what it said, cut to a length that fits into any message."""
    return text if len(text) <= BRIEF else f"{text[:BRIEF]}…"


def batches(entries: Iterable[bytes]) -> Iterator[Entries]:
    """The entries in messages of at most BATCH bytes each."""
    batch: list[bytes] = []
    size = 0
    for entry in entries:
        if batch and size + len(entry) > BATCH:
            yield Entries(entries=tuple(batch))
            batch, size = [], 0
        batch.append(entry)
        size += len(entry)
    if batch:
        yield Entries(entries=tuple(batch))
