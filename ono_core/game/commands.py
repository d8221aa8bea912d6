"""What may be asked of the table: the acts of a seat, signed by its player or made by a computer, and the table's own.

An act is what is asked; a Command says who asks and which choices it answers. spec/log.md has the table of them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ono_core.game.faces import Colour


class Act(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Something asked of the table. Its kind is the class name in snake case."""


class Join(Act, frozen=True):
    """Take a seat, or hold one's own with new keys, as from another device.

    Signed by the session key it introduces; 32-byte keys, a 64-byte certificate (spec/fairness.md).
    """

    identity: bytes
    session: bytes
    x25519: bytes
    anchor: bytes
    cert: bytes
    name: str
    wanted: int | None


class Witness(Act, frozen=True):
    """Give seeds and sign the end without a seat, or go on doing so with new keys.

    Signed by the session key it introduces; 32-byte keys, a 64-byte certificate (spec/fairness.md).
    """

    identity: bytes
    session: bytes
    anchor: bytes
    cert: bytes
    name: str


class Direct(Act, frozen=True):
    """Host without a seat: a witness, who is the host that the log names, says whose each seat is, before anybody sits.

    The identity keys by seat, 32 bytes each.
    """

    seats: tuple[bytes, ...]


class Leave(Act, frozen=True):
    """Give the seat up; during a game the computer plays it on. Or witness no more."""


class SetOptions(Act, frozen=True):
    """Host: change options before the start; the whole set, as a preset and what differs from it."""

    options: dict[str, Any]


class AddBot(Act, frozen=True):
    """Host: seat a computer player."""

    level: str
    wanted: int | None


class Unseat(Act, frozen=True):
    """Host: send a player, a computer or a witness away; during a game a player, as if it had left."""

    seat: int


class Start(Act, frozen=True):
    """Host: start the game with who is seated."""


class NameColour(Act, frozen=True):
    """Name the colour of a wild starter."""

    colour: Colour


class Play(Act, frozen=True):
    """Play cards of the hand, by slot; everything the play needs is in it, so no wild is ever half played."""

    slots: tuple[int, ...]
    colour: Colour | None = None
    target: int | None = None
    call: bool = False


class Draw(Act, frozen=True):
    """Draw instead of playing."""


class Pass(Act, frozen=True):
    """End the turn without playing the drawn card, or when nothing can be done."""


class Accept(Act, frozen=True):
    """Take the cards owed and lose the turn."""


class Challenge(Act, frozen=True):
    """Dispute the Wild Draw Four that the cards are owed for."""


class Call(Act, frozen=True):
    """Announce the last card."""


class Catch(Act, frozen=True):
    """Point out that a seat has missed its call; ``exposed`` is the step that names the play (``Exposed``)."""

    seat: int
    exposed: int


class Cosign(Act, frozen=True):
    """Sign the head at the game's end: its index, its 32-byte hash, a 64-byte signature."""

    index: int
    hash: bytes
    sig: bytes


class ReAnchor(Act, frozen=True):
    """Go on with a new seed chain: its 32-byte anchor; link k - ``base`` of it is for shuffle k.

    Of a player's or a witness's own, or by the table: the dealer's.
    """

    anchor: bytes
    base: int


class OpenLog(Act, frozen=True):
    """Table: begin a log. ``table`` is its public key, ``nonce`` 32 fresh bytes, ``time`` Unix milliseconds.

    ``host`` is the identity key that hosts once it is seated, as after a rematch; None lets the first to sit host.
    """

    version: int
    table: bytes
    nonce: bytes
    options: dict[str, Any]
    time: int
    host: bytes | None


class SeatDealer(Act, frozen=True):
    """Table: name the dealer's chain anchor and x25519 key, 32 bytes each."""

    anchor: bytes
    x25519: bytes


class SetPause(Act, frozen=True):
    """Host: the table stands still from here on, or goes on; the rules do not look at it (spec/rules.md 14)."""

    on: bool


class GiveTime(Act, frozen=True):
    """Who directs the game: the seat on turn may take so many ms longer."""

    ms: int


class NextRound(Act, frozen=True):
    """Deal the next round: by the host, or by the table after a pause."""


class Close(Act, frozen=True):
    """Table: end shuffle ``k`` with its order; ``dice`` is a seat's place drawn from the same cut.

    ``missing`` are the contributors whose seeds did not come, rising.
    """

    k: int
    order: tuple[int, ...]
    dice: int
    missing: tuple[int, ...] = ()


class TimeOut(Act, frozen=True):
    """Table: the seat that was asked at ``step`` has not acted in time."""

    step: int


class OpenCatch(Act, frozen=True):
    """Table: the grace of a missed call is over."""

    seat: int


class CloseCatch(Act, frozen=True):
    """Table: the time to catch a missed call is over."""

    seat: int


class RemoveSeat(Act, frozen=True):
    """Table: a seat whose player stays away is out of the game."""

    seat: int


class SeatToBot(Act, frozen=True):
    """Table: the computer plays for a seat whose player is away."""

    seat: int


class SeatBack(Act, frozen=True):
    """Table: a seat's player is back."""

    seat: int


class PassHost(Act, frozen=True):
    """Table: this seat hosts, for the host stays away."""

    seat: int


class Seal(Act, frozen=True):
    """Table: no more cosignatures are waited for."""


class Resume(Act, frozen=True):
    """Table: the server has started again at this wall time, Unix milliseconds."""

    time: int


class Simulated(Act, frozen=True):
    """Table: say in the log that a simulator made it, and from which seed."""

    seed: int


SEAT_ACTS: tuple[type[Act], ...] = (
    Join, Witness, Direct, Leave, SetOptions, AddBot, Unseat, Start, SetPause, GiveTime, NextRound,
    NameColour, Play, Draw, Pass, Accept, Challenge, Call, Catch, Cosign, ReAnchor,
)  # fmt: skip
TURN_ACTS: tuple[type[Act], ...] = (NameColour, Play, Draw, Pass, Accept, Challenge)
"""Acts that answer what a seat was asked, and so name the step they answer."""

TABLE_ACTS: tuple[type[Act], ...] = (
    OpenLog, SeatDealer, NextRound, Close, TimeOut, OpenCatch, CloseCatch,
    RemoveSeat, SeatToBot, SeatBack, PassHost, Seal, Resume, Simulated, ReAnchor,
)  # fmt: skip


class Command(Struct, frozen=True, gc=False):
    """An act with who asks (None: the table, or somebody who has no seat yet) and the step it answers."""

    seat: int | None
    act: Act
    step: int | None = None
