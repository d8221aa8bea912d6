"""A player's side of one game as a value machine: follows the log, checks it, opens its own cards, signs commands.

The same object serves the terminal, a computer with keys in the simulator, and tests. It never sees a socket.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from ono_core.fair.chains import FEW_LINKS, LENGTH, PLAYER, Chain
from ono_core.fair.keys import exchange_public, own_secret, public_key, sign
from ono_core.fair.slots import note_opened, shared_key
from ono_core.fair.transcript import u32
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.notes import Notes, noted_all
from ono_core.game.state import ENDED, Phase, State, contributor_of, seat_of
from ono_core.game.view import View, view
from ono_core.log.admission import LOGGED, game_end, objection
from ono_core.log.book import Book, Checked, rules_of, session_key
from ono_core.log.entries import (
    ByPlayer,
    Signed,
    SignedAct,
    certificate_text,
    command_is_signed,
    final_text,
    game_id,
    read_pair,
    sign_command,
    witness_text,
)  # fmt: skip
from ono_core.log.faults import LogFault
from ono_core.log.forks import check_same, signed_index
from ono_core.log.kinds import NeedsNewer
from ono_core.log.papers import Reveals, seats_of
from ono_core.log.proofs import Proofs, Reader
from ono_core.log.shares import GivenShare
from ono_net.messages import Reveal

AHEAD = 16
"""Entries that others have shown and that are still to come here; more are passed over."""


class GameKeys:
    """What a player's identity secret gives for one game (protocol.md section 2)."""

    LINKS: ClassVar = LENGTH
    """Links of each of its chains."""

    def __init__(self, identity: bytes, gid: bytes, generation: int = 0) -> None:
        """``identity`` is the 32-byte secret; ``generation`` says how often the keys have been replaced."""
        self.gid = gid
        self.generation = generation
        self.identity = public_key(identity)
        self._identity_secret = identity
        again = (u32(generation),) if generation else ()
        self._parts = (gid, *again)
        self.session_secret = self._own("session")
        self.session = public_key(self.session_secret)
        self.x25519_secret = self._own("x25519")
        self.x25519 = exchange_public(self.x25519_secret)
        self.chain = self._chain("chain")
        self._later: dict[int, Chain] = {}

    def _own(self, purpose: str, *parts: bytes) -> bytes:
        return own_secret(self._identity_secret, purpose, *self._parts, *parts)

    def _chain(self, purpose: str, *parts: bytes) -> Chain:
        return Chain(self.gid, self.session, PLAYER, self._own(purpose, *parts), self.LINKS)

    def chain_from(self, base: int) -> Chain:
        """The chain to go on with after shuffle ``base``."""
        if base not in self._later:
            self._later[base] = self._chain("next-chain", u32(base))
        return self._later[base]

    @cached_property
    def cert(self) -> bytes:
        """The identity's signature over the keys of this game."""
        text = certificate_text(self.gid, self.session, self.x25519, self.chain.anchor)
        return sign(self._identity_secret, text)

    def join(self, name: str, wanted: int | None = None) -> cmd.Join:
        """The act that takes a seat."""
        return cmd.Join(self.identity, self.session, self.x25519, self.chain.anchor, self.cert, name, wanted)

    def witness(self, name: str) -> cmd.Witness:
        """The act that gives seeds and signs the end without a seat."""
        cert = sign(self._identity_secret, witness_text(self.gid, self.session, self.chain.anchor))
        return cmd.Witness(self.identity, self.session, self.chain.anchor, cert, name)


def _check_options(checked: Checked, before: State) -> None:
    """Options that this program does not know may be a newer one's; else they are the table's fault."""
    options = checked.state.options
    if options is before.options:
        return
    try:
        rules_of(options)
    except NeedsNewer:
        raise
    except ValueError as error:
        raise LogFault("impossible-event", checked.entry.index, f"options that no table has: {error}") from None


class Player:
    """One identity following one game."""

    def __init__(self, identity_secret: bytes, gid: bytes) -> None:
        """Begin at an empty log of this game; entries of another are refused."""
        self.keys = GameKeys(identity_secret, gid)
        """Those that the seat is held with; where it is held with others, and before, those to join with."""
        self.book = Book()
        self.proofs = Proofs(Reader(self.keys.session, self.keys.x25519_secret))
        self.notes = Notes()
        self.agreed = -1
        """The newest entry that somebody else has shown to be the same for them."""
        self._seen: dict[int, bytes] = {}
        self.omitted: list[int] = []
        """Shuffles that were cut without the seed that this player sent."""
        self._secret = identity_secret
        self._rekeyings = 0
        self._base = 0
        """After which shuffle the chain of these keys begins."""
        self._note_key = b""
        self._revealed: dict[int, Reveal] = {}
        self._counter = 0
        self._unverified: list[tuple[int, bytes, Signed, str | None]] = []
        """Commands since the last check: entry, key, bytes, and what speaks against them beside their signature."""

    @property
    def state(self) -> State:
        """The public state."""
        return self.book.state

    @property
    def seat(self) -> int | None:
        """The seat this player holds."""
        return seat_of(self.state, session=self.keys.session)

    @property
    def number(self) -> int | None:
        """The seat this player holds, or the number under which it witnesses."""
        return contributor_of(self.state, session=self.keys.session)

    def view(self) -> View:
        """What this player may show."""
        return view(self.state, self.proofs.faces, self.seat, self.notes)

    def follow(self, raw: bytes) -> tuple[ev.Event, ...]:
        """Take the next entry in; LogFault if it is not valid, NeedsNewer if it cannot be read by this version."""
        before = self.state
        checked = self.book.check(raw)
        if checked.entry.index == 0:
            self._check_game(checked.pair.body)
        _check_options(checked, before)
        self._check_own(checked, before)
        self._note_command(checked)
        self._note_own_keys(checked)
        self.book.add(checked)
        self.proofs.take(checked, before, self.book.gid, self.book.table)
        self.notes = noted_all(self.notes, before, checked.entry.events)
        self._note_own_reveal(checked.entry.index)
        if checked.entry.index in self._seen:
            self.check_seen(self._seen.pop(checked.entry.index))
        return checked.entry.events

    def check_seen(self, raw: bytes) -> None:
        """Compare an entry that somebody has seen, now or when this log is so long; see ``check_same``."""
        index = signed_index(self.keys.gid, self.book.table, raw)
        if index is None:
            return
        if index >= len(self.book):
            if len(self._seen) < AHEAD:
                self._seen[index] = raw
            return
        check_same(self.book, index, read_pair(raw))
        self.agreed = max(self.agreed, index)

    def _check_game(self, body: bytes) -> None:
        if game_id(body) != self.keys.gid:
            raise LogFault("wrong-previous", 0, "this is the log of another game")

    def _check_own(self, checked: Checked, before: State) -> None:
        """What a player cosigns it vouches for, so its own commands in the log must be its own (fairness.md 5)."""
        cause, said, session = checked.entry.cause, checked.said, self.keys.session
        if not isinstance(cause, ByPlayer) or said is None or session_key(before, said) != session:
            return
        if not command_is_signed(session, self.keys.gid, Signed(cause.body, cause.sig)):
            raise LogFault("bad-command-signature", checked.entry.index, "this player never signed that command")

    def _note_command(self, checked: Checked) -> None:
        """Ask of a command what the table had to ask before it decided; check_head says what came of it."""
        cause, said = checked.entry.cause, checked.said
        if isinstance(cause, ByPlayer) and said:
            signed = Signed(cause.body, cause.sig)
            refused = objection(self.book, signed, said, vouched=True)
            self._unverified.append((checked.entry.index, session_key(self.state, said) or b"", signed, refused))

    def _check_commands(self) -> None:
        """LogFault at the first command since the last check that the table had to refuse."""
        commands, self._unverified = self._unverified, []
        for index, session, signed, refused in commands:
            code = refused or (None if command_is_signed(session, self.keys.gid, signed) else "bad-signature")
            if code:
                raise LogFault(LOGGED.get(code, code), index, "a command that the table must refuse")

    # Keys

    def renew(self) -> None:
        """Go on to new keys: a `join` with them takes the seat from the old ones, which may be in other hands."""
        self._take(GameKeys(self._secret, self.keys.gid, self._rekeyings + 1))

    def witness(self, name: str) -> cmd.Witness:
        """The act that witnesses; with new keys where those at hand have witnessed before and left."""
        if self.keys.session in self.book.retired:
            self.renew()
        return self.keys.witness(name)

    def _note_own_keys(self, checked: Checked) -> None:
        """With which keys this identity's seat is held: those of this program, or others, which it may replace."""
        for event in checked.entry.events:
            if isinstance(event, ev.WitnessCame) and event.identity == self.keys.identity:
                self._rekeyings += event.witness in self.state.witnesses
                self._base = event.base
                self._hold(event.session)
            if not isinstance(event, ev.Seated | ev.Rekeyed):
                continue
            if checked.state.seat_at(event.seat).identity == self.keys.identity:
                self._rekeyings += isinstance(event, ev.Rekeyed)
                self._base = event.base if isinstance(event, ev.Rekeyed) else 0
                self._hold(event.session)

    def _hold(self, session: bytes) -> None:
        keys = GameKeys(self._secret, self.keys.gid, self._rekeyings)
        if session not in {keys.session, self.keys.session}:
            self.renew()
        elif session != self.keys.session:
            self._take(keys)

    def _take(self, keys: GameKeys) -> None:
        self.keys, self._note_key = keys, b""
        self.proofs.reader = Reader(keys.session, keys.x25519_secret)

    def check_head(self) -> None:
        """LogFault if the newest entry, or a command since the last check, is not signed as it must be.

        Call it after each batch.
        """
        if not self.book.head_is_signed():
            raise LogFault("bad-signature", self.book.head.index, "the table's key did not sign this head")
        self._check_commands()

    # Shuffles

    def due_reveal(self) -> Reveal | None:
        """The seed to send, while a shuffle that counts this player in is open."""
        shuffle, seat = self.state.shuffle, self.number
        if shuffle is None or seat is None:
            return None
        proof = self.proofs.shuffles[shuffle.k]
        if seat not in seats_of(proof.contributors):
            return None
        chain = proof.chains[seat]
        if chain.owner != self.keys.session:
            return None  # begun before the keys were replaced
        index = shuffle.k - chain.base
        value = self._chain(chain.base).link(index)
        return self._revealed.setdefault(shuffle.k, Reveal(proof.context, index, shuffle.k, value))

    def _chain(self, base: int) -> Chain:
        return self.keys.chain if base == self._base else self.keys.chain_from(base)

    def due_re_anchor(self) -> cmd.ReAnchor | None:
        """The act that goes on with a new chain, when few links are left of the present one.

        A witness that missed a reveal and sleeps wakes by it, for it does nothing else that would.
        """
        state, number = self.state, self.number
        if number is None or state.phase in ENDED | {Phase.LOBBY}:
            return None
        holder, base = state.contributor_at(number), state.shuffles
        wakes = holder.kind == "witness" and number in self.proofs.asleep and base > holder.base
        if holder.away or holder.gone or (self.keys.LINKS + holder.base - base >= FEW_LINKS and not wakes):
            return None
        return cmd.ReAnchor(self.keys.chain_from(base).anchor, base)

    def _note_own_reveal(self, index: int) -> None:
        """A seed that was sent and does not stand in the close came too late, or was left out: it cut nothing."""
        for paper in self.book.entries[index].papers:
            if not isinstance(paper, Reveals) or paper.k not in self._revealed:
                continue
            if self._revealed[paper.k].value not in {value for _, _, value in paper.values}:
                self.omitted.append(paper.k)

    def shares(self) -> list[GivenShare]:
        """This player's shares of the dealer's secret, to give away only where the dealer has vanished."""
        own = sorted(self.proofs.shares.own.items())
        return [GivenShare(self.keys.gid, base, seat, share) for base, (seat, share) in own]

    # Commands

    def signed(self, act: cmd.Act) -> Signed:
        """The act as a signed command, answering the present step if it is an act of a turn."""
        session = self.keys.session
        self._counter = max(self._counter, self.book.counters.get(session, 0)) + 1
        head = self.book.head
        step = self.state.step if isinstance(act, cmd.TURN_ACTS) else None
        seat = None if isinstance(act, (cmd.Join, cmd.Witness)) else self.number
        said = SignedAct(seat, self._counter, head.index, head.hash, step, act)
        return sign_command(self.keys.session_secret, self.keys.gid, said)

    def due_cosign(self) -> cmd.Cosign | None:
        """The act that signs the game's end; none while it goes on, once signed, or if a cut left this player out."""
        seat, ended = self.number, game_end(self.book) if self.state.phase is Phase.OVER else None
        if seat is None or ended is None or seat in self.state.cosigned or self.omitted:
            return None
        head = self.book.hashes[ended]
        sig = sign(self.keys.session_secret, final_text(self.keys.gid, ended, head))
        return cmd.Cosign(ended, head, sig)

    def opened_note(self, data: bytes) -> bytes | None:
        """The message in a sealed note, or None if it was not sealed to this player."""
        dealer, keys = self.proofs.dealer_x25519, self.keys
        if dealer and not self._note_key:
            self._note_key = shared_key(keys.gid, keys.x25519_secret, dealer, dealer, keys.x25519)
        return note_opened(self._note_key, data) if dealer else None
