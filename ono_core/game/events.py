"""What happened at the table: facts in the past tense with their consequences inside, so that ``evolve`` only assigns.

Nothing here is secret or cryptic: slots and card ids, no salt, no key's secret, no ciphertext. Counters are absolute
values. spec/log.md has the table of them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ono_core.game.faces import Colour
from ono_core.game.state import Debt, Phase, Task


class Event(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Something that happened. Its kind on the wire is the class name in kebab case."""


class LogOpened(Event, frozen=True):
    """The log was born: version, table key, 32-byte nonce, proposed options, Unix ms, and whose identity key hosts."""

    version: int
    table: bytes
    nonce: bytes
    options: dict[str, Any]
    time: int
    host: bytes | None


class DealerSeated(Event, frozen=True):
    """The dealer's chain anchor and x25519 key hold from here on."""

    anchor: bytes
    x25519: bytes


class Seated(Event, frozen=True):
    """A player took a seat with the keys and the chain of this game."""

    seat: int
    name: str
    identity: bytes
    session: bytes
    x25519: bytes
    anchor: bytes
    cert: bytes


class BotSeated(Event, frozen=True):
    """A computer player took a seat; ``version`` is that of its policy."""

    seat: int
    name: str
    level: str
    version: int


class Left(Event, frozen=True):
    """A seat was emptied before the start."""

    seat: int


class WitnessCame(Event, frozen=True):
    """A witness gives seeds and signs the end, from here on and with these keys. Witnesses are numbered after seats.

    The link of its seed chain for shuffle k is k - ``base``.
    """

    witness: int
    name: str
    identity: bytes
    session: bytes
    anchor: bytes
    cert: bytes
    base: int


class WitnessLeft(Event, frozen=True):
    """A witness gives no more seeds and will not sign the end."""

    witness: int


class Directed(Event, frozen=True):
    """This witness hosts, for good; each seat is for the identity named in its place, and for nobody else."""

    witness: int
    seats: tuple[bytes, ...]


class HostSet(Event, frozen=True):
    """This seat may change the options and start; None while no player is there."""

    seat: int | None


class OptionsSet(Event, frozen=True):
    """The proposed options are these now."""

    options: dict[str, Any]


class GameStarted(Event, frozen=True):
    """The game began: the ruleset with every option, the face of each card id, the seats that play."""

    ruleset: dict[str, Any]
    deck: tuple[str, ...]
    seats: tuple[int, ...]


class ShuffleBegun(Event, frozen=True):
    """Shuffle ``k`` waits for reveals: known card ids, rising, and hidden slots, rising, went into it.

    ``into``: ``deck`` takes every card for a new deal, ``pile`` the pile's rest and the discards under the top,
    ``hands`` all hands.
    """

    k: int
    cards: tuple[int, ...]
    slots: tuple[int, ...]
    into: str


class ShuffleClosed(Event, frozen=True):
    """Shuffle ``k`` is cut: its places in drawing order, next first."""

    k: int
    order: tuple[int, ...]


class ToDo(Event, frozen=True):
    """These tasks wait for the shuffle that begins now."""

    tasks: tuple[Task, ...]


class SatOut(Event, frozen=True):
    """These seats are not dealt in for the round that begins: their seeds for its deal did not come."""

    seats: tuple[int, ...]


class DealDrawn(Event, frozen=True):
    """These seats each showed a card of the pile, which settles who deals: slots and card ids in the order of seats."""

    seats: tuple[int, ...]
    slots: tuple[int, ...]
    cards: tuple[int, ...]


class RoundBegan(Event, frozen=True):
    """A round began with these seats; ``deal_seat`` is whose turn it is to deal."""

    round: int
    deal_seat: int
    seats: tuple[int, ...]


class Dealt(Event, frozen=True):
    """Hands were dealt from the first pile: the slots of each seat, by seat number."""

    hands: tuple[tuple[int, ...], ...]


class StarterTurned(Event, frozen=True):
    """The pile's next card was turned up to start the discard pile."""

    slot: int
    card: int


class StarterReturned(Event, frozen=True):
    """That starter cannot start a round; it goes back and all is shuffled again."""

    slot: int


class Asked(Event, frozen=True):
    """A seat is asked to act. ``step`` names these choices; ``drawn`` is the slot that may be played after a draw."""

    seat: int
    phase: Phase
    step: int
    turns: int
    drawn: int | None = None


class ColourNamed(Event, frozen=True):
    """The colour of a wild starter."""

    seat: int
    colour: Colour


class Shown(Event, frozen=True):
    """Everybody sees these cards of a seat's hand: slots and card ids."""

    seat: int
    slots: tuple[int, ...]
    cards: tuple[int, ...]


class Played(Event, frozen=True):
    """A seat put cards down, the last on top; ``colour`` is in force after it. Only the top card and its equals act."""

    seat: int
    slots: tuple[int, ...]
    cards: tuple[int, ...]
    colour: Colour


class Called(Event, frozen=True):
    """A seat announced its last card."""

    seat: int


class Exposed(Event, frozen=True):
    """A seat has one card and has not called it. ``step`` names the play; ``open``: it may be caught at once."""

    seat: int
    step: int
    open: bool


class CatchOpened(Event, frozen=True):
    """The grace is over: this seat may be caught."""

    seat: int


class CatchClosed(Event, frozen=True):
    """These seats can be caught no more."""

    seats: tuple[int, ...]


class Caught(Event, frozen=True):
    """``by`` pointed out that a seat has missed its call."""

    seat: int
    by: int


class Mistaken(Event, frozen=True):
    """A seat made a ``call`` or a ``catch`` that nothing warranted, where that costs cards."""

    seat: int
    what: str


class HandsMoved(Event, frozen=True):
    """Whole hands changed seats: the hand of ``givers[i]`` is that of ``takers[i]`` now."""

    givers: tuple[int, ...]
    takers: tuple[int, ...]


class Reversed(Event, frozen=True):
    """The direction of play is this now: 1 is to the left, -1 to the right."""

    direction: int


class Skipped(Event, frozen=True):
    """A seat missed its turn."""

    seat: int


class Owed(Event, frozen=True):
    """A seat owes cards and is asked next whether it takes them."""

    seat: int
    debt: Debt


class Accepted(Event, frozen=True):
    """A seat takes what it owes."""

    seat: int


class Challenged(Event, frozen=True):
    """A Wild Draw Four was disputed: ``accused`` played it; the verdict is ``bluff`` or ``honest``.

    ``shown`` are the slots that the challenger alone is shown.
    """

    seat: int
    accused: int
    verdict: str
    shown: tuple[int, ...]


class Drew(Event, frozen=True):
    """A seat took these slots from the pile; ``why`` is ``turn``, ``owed``, ``penalty``, ``clock`` or ``starter``."""

    seat: int
    slots: tuple[int, ...]
    why: str


class Recycled(Event, frozen=True):
    """The one card under the top went to a seat as it is: everybody knows it, so it is no shuffle."""

    seat: int
    slot: int
    why: str


class Waived(Event, frozen=True):
    """So many cards could not be drawn, there being none, and are forgiven."""

    seat: int
    count: int


class Passed(Event, frozen=True):
    """A seat ended its turn; ``stuck`` seats in a row could neither play nor draw."""

    seat: int
    stuck: int


class TimedOut(Event, frozen=True):
    """The clock ended a seat's time to act; ``misses`` times in a row now."""

    seat: int
    misses: int


class ClockRestored(Event, frozen=True):
    """A seat acted in time again."""

    seat: int


class RoundEnded(Event, frozen=True):
    """The round is over and all hands are shown: card ids by seat, in the order of the hand.

    Also by seat: points left in hand, places in this round (0: not in it), scores over the rounds. ``out``: the seats
    that the scores have put out; ``unfinished``: rounds in a row without a winner.
    """

    winner: int | None
    why: str
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    out: tuple[int, ...]
    unfinished: int


class GameEnded(Event, frozen=True):
    """The game is over; the place of each seat, 1 for the first, 0 for a vacant seat."""

    places: tuple[int, ...]


class SeatRemoved(Event, frozen=True):
    """A seat is out: its player ``left``, is ``away`` or was ``unseated``. Its hand lies under the discards."""

    seat: int
    why: str


class Cosigned(Event, frozen=True):
    """A player or a witness signed the head at the game's end (spec/log.md, The end)."""

    seat: int
    index: int
    hash: bytes
    sig: bytes


class Sealed(Event, frozen=True):
    """The log is complete: who signed its end, and which players and witnesses did not."""

    by: tuple[int, ...]
    missing: tuple[int, ...]


class SeatToBot(Event, frozen=True):
    """The computer plays for a seat, whose player ``left``, is ``away`` or was ``unseated``, at this level."""

    seat: int
    why: str
    level: str
    version: int


class SeatBack(Event, frozen=True):
    """The seat's player acts for it again."""

    seat: int


class Rekeyed(Event, frozen=True):
    """The player of a seat holds it with new keys, as from another device; the old ones are good for nothing more.

    The new seed chain's link for shuffle k is k - ``base``.
    """

    seat: int
    session: bytes
    x25519: bytes
    anchor: bytes
    cert: bytes
    base: int


class ReAnchored(Event, frozen=True):
    """A seat, a witness or the dealer (None) goes on with a new seed chain; its link for shuffle k is k - ``base``."""

    seat: int | None
    anchor: bytes
    base: int


class Resumed(Event, frozen=True):
    """The server started again at this wall time, Unix milliseconds."""

    time: int


class NotePause(Event, frozen=True):
    """The host lets the table stand still, or go on: a note, for it changes no state."""

    seat: int
    on: bool


class NoteTimeGiven(Event, frozen=True):
    """The seat on turn has so many ms more: a note, for the rules do not look at the clock."""

    by: int
    ms: int


class NoteSimulated(Event, frozen=True):
    """This log was made by ``ono sim``: its seats' keys belong to one program."""

    seed: int


EVENTS: tuple[type[Event], ...] = (
    LogOpened, DealerSeated, Seated, BotSeated, Left, HostSet, OptionsSet, GameStarted,
    ShuffleBegun, ShuffleClosed, SatOut, ToDo, DealDrawn, RoundBegan, Dealt, StarterTurned, StarterReturned,
    Asked, ColourNamed, Shown, Played, Called, Exposed, CatchOpened, CatchClosed, Caught, Mistaken, HandsMoved,
    Reversed, Skipped, Owed, Accepted, Challenged, Drew, Recycled, Waived, Passed, TimedOut, ClockRestored,
    RoundEnded, GameEnded, Cosigned, Sealed, SeatRemoved, SeatToBot, SeatBack, Rekeyed, ReAnchored, Resumed,
    NoteSimulated, NotePause, WitnessCame, WitnessLeft, Directed, NoteTimeGiven,
)  # fmt: skip
