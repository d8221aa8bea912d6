"""What an auditor knows of a game beside the public state: chains, seats' keys, shuffles, sealings and shares."""

from dataclasses import dataclass, field

from tests.outsider.plain import Fields
from tests.outsider.proofs import LINKS, exchange_ok, hashed, key_ok, labelled, shared_key, signed, u16, u32, walked

PLAYER = 1
DEALER = 0


@dataclass
class Chain:
    """A seed chain: its anchor, the shuffle before its first, and the link known last."""

    owner: bytes
    role: int
    anchor: bytes
    base: int
    index: int = 0
    value: bytes = b""

    def __post_init__(self) -> None:
        self.value = self.anchor

    def leads(self, gid: bytes, index: int, value: bytes) -> bool:
        """Whether a value is this link, by walking down to the one known last."""
        if len(value) != 32 or not self.index <= index <= LINKS:
            return False
        return walked(gid, self.owner, self.role, value, (index, self.index)) == self.value

    def learn(self, index: int, value: bytes) -> None:
        """From now on this link is the one known last."""
        self.index, self.value = index, value


@dataclass
class Signed:
    """What a session key has signed so far: the last counter, and the last head seen."""

    counter: int = 0
    seen: int = 0


@dataclass
class Player:
    """A seat that a person holds, or a witness, and its keys of now; a witness has no x25519 key."""

    identity: bytes
    session: bytes
    x25519: bytes
    chain: Chain


@dataclass
class Shuffle:
    """A shuffle as begun; `order` and `mix` when it is closed."""

    k: int
    index: int
    ctx: bytes
    cards: list[int]
    hidden: list[int]
    into: str
    commitments: bytes
    chains: dict[int, Chain]
    dealer: Chain
    order: list[int] = field(default_factory=list[int])
    missing: list[int] = field(default_factory=list[int])

    @property
    def size(self) -> int:
        """How many cards go in."""
        return len(self.cards) + len(self.hidden)

    def holds(self, gid: bytes, slot: int, card: int, salt: bytes) -> bool:
        """Whether this opens a slot of this shuffle."""
        place = slot & 255
        wanted = self.commitments[32 * place : 32 * place + 32]
        return hashed("ono1/slot", gid, u32(self.k), u16(place), u16(card), salt) == wanted


@dataclass(frozen=True)
class Sealing:
    """What an entry seals to a seat, and to which key."""

    index: int
    seat: int
    key: bytes
    slots: list[int]
    sealed: bytes


@dataclass(frozen=True)
class Share:
    """One seat's share of the dealer's secret from one base on, sealed to a key."""

    index: int
    base: int
    seat: int
    key: bytes
    commitment: bytes
    sealed: bytes


@dataclass
class Book:
    """All of it, for one game."""

    gid: bytes
    table: bytes
    x25519: bytes = b""
    dealer: Chain = field(default_factory=lambda: Chain(b"", DEALER, b"", 0))
    chains: list[Chain] = field(default_factory=list[Chain])  # the dealer's, as they come
    players: dict[int, Player] = field(default_factory=dict[int, Player])
    sessions: dict[bytes, Signed] = field(default_factory=dict[bytes, Signed])
    replaced: set[bytes] = field(default_factory=set[bytes])  # session keys that sign nothing more
    shuffles: dict[int, Shuffle] = field(default_factory=dict[int, Shuffle])
    revealed: int = 0  # the highest shuffle that the dealer has revealed
    faces: dict[int, int] = field(default_factory=dict[int, int])  # by the dealer's reveals
    sealings: list[Sealing] = field(default_factory=list[Sealing])
    shares: list[Share] = field(default_factory=list[Share])
    asleep: set[int] = field(default_factory=set[int])
    misses: dict[int, int] = field(default_factory=dict[int, int])  # of witnesses
    options: Fields = field(default_factory=Fields)

    @property
    def begun(self) -> int:
        """The number of shuffles begun so far."""
        return len(self.shuffles)

    def dealer_goes_on(self, anchor: bytes, base: int) -> None:
        """The dealer begins a chain."""
        self.dealer = Chain(self.table, DEALER, anchor, base)
        self.chains.append(self.dealer)

    def opens(self, slot: int, card: int, salt: bytes) -> bool:
        """Whether an opening is good."""
        shuffle = self.shuffles.get(slot >> 8)
        return shuffle is not None and slot & 255 < shuffle.size and shuffle.holds(self.gid, slot, card, salt)

    def key_with(self, secret: bytes, player: bytes, *, dealers: bool) -> bytes:
        """K of the dealer and a player, by the secret of either."""
        return shared_key(self.gid, secret, player if dealers else self.x25519, self.x25519, player)


def witness_fault(gid: bytes, fields: Fields) -> str | None:
    """What is wrong with the keys of a `witness` or a `witness-came`."""
    identity, session, anchor = fields["identity"], fields["session"], fields["anchor"]
    if not (key_ok(identity) and key_ok(session) and len(anchor) == 32):
        return "weak-key"
    if not signed(identity, labelled("ono1/witness", gid, session, anchor), fields["cert"]):
        return "bad-certificate"
    return None


def keys_fault(gid: bytes, fields: Fields, identity: bytes) -> str | None:
    """What is wrong with the keys of a join, a `seated` or a `rekeyed`."""
    session, x25519, anchor = fields["session"], fields["x25519"], fields["anchor"]
    if not (key_ok(identity) and key_ok(session) and exchange_ok(x25519) and len(anchor) == 32):
        return "weak-key"
    if not signed(identity, labelled("ono1/session", gid, session, x25519, anchor), fields["cert"]):
        return "bad-certificate"
    return None
