"""A player's side of one game as a value machine: follows the log, checks it, opens its own cards, signs commands.

The same object serves the terminal, a computer with keys in the simulator, and tests. It never sees a socket.
"""

from __future__ import annotations

from functools import cached_property

from ono_core.fair.chains import PLAYER, Chain
from ono_core.fair.keys import exchange_public, own_secret, public_key, sign
from ono_core.fair.slots import note_opened, shared_key
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.notes import Notes, noted_all
from ono_core.game.state import Phase, State, seat_of
from ono_core.game.view import View, view
from ono_core.log.admission import game_end
from ono_core.log.book import Book, Checked, rules_of
from ono_core.log.entries import Signed, SignedAct, certificate_text, final_text, game_id, sign_command
from ono_core.log.faults import LogFault
from ono_core.log.kinds import NeedsNewer
from ono_core.log.papers import Reveals, seats_of
from ono_core.log.proofs import Proofs, Reader
from ono_net.messages import Reveal


class GameKeys:
    """What a player's identity secret gives for one game (protocol.md section 2)."""

    def __init__(self, identity: bytes, gid: bytes) -> None:
        """``identity`` is the 32-byte secret."""
        self.gid = gid
        self.identity = public_key(identity)
        self.session_secret = own_secret(identity, "session", gid)
        self.session = public_key(self.session_secret)
        self.x25519_secret = own_secret(identity, "x25519", gid)
        self.x25519 = exchange_public(self.x25519_secret)
        self.chain = Chain(gid, self.session, PLAYER, own_secret(identity, "chain", gid))
        self._identity_secret = identity

    @cached_property
    def cert(self) -> bytes:
        """The identity's signature over the keys of this game."""
        text = certificate_text(self.gid, self.session, self.x25519, self.chain.anchor)
        return sign(self._identity_secret, text)

    def join(self, name: str, wanted: int | None = None) -> cmd.Join:
        """The act that takes a seat."""
        return cmd.Join(self.identity, self.session, self.x25519, self.chain.anchor, self.cert, name, wanted)


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
        self.book = Book()
        self.proofs = Proofs(Reader(self.keys.session, self.keys.x25519_secret))
        self.notes = Notes()
        self.omitted: list[int] = []
        """Shuffles that were cut without the seed that this player sent."""
        self._revealed: dict[int, Reveal] = {}
        self._counter = 0

    @property
    def state(self) -> State:
        """The public state."""
        return self.book.state

    @property
    def seat(self) -> int | None:
        """The seat this player holds."""
        return seat_of(self.state, session=self.keys.session)

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
        self.book.add(checked)
        self.proofs.take(checked, before, self.book.gid, self.book.table)
        self.notes = noted_all(self.notes, before, checked.entry.events)
        self._note_own_reveal(checked.entry.index)
        return checked.entry.events

    def _check_game(self, body: bytes) -> None:
        if game_id(body) != self.keys.gid:
            raise LogFault("wrong-previous", 0, "this is the log of another game")

    def check_head(self) -> None:
        """LogFault if the newest entry is not signed by the table's key; call it after each batch."""
        if not self.book.head_is_signed():
            raise LogFault("bad-signature", self.book.head.index, "the table's key did not sign this head")

    # Shuffles

    def due_reveal(self) -> Reveal | None:
        """The seed to send, while a shuffle that counts this player in is open."""
        shuffle, seat = self.state.shuffle, self.seat
        if shuffle is None or seat is None:
            return None
        proof = self.proofs.shuffles[shuffle.k]
        if seat not in seats_of(proof.contributors):
            return None
        value = self.keys.chain.link(shuffle.k)
        return self._revealed.setdefault(shuffle.k, Reveal(proof.context, shuffle.k, shuffle.k, value))

    def _note_own_reveal(self, index: int) -> None:
        """A seed that was sent and does not stand in the close came too late, or was left out: it cut nothing."""
        for paper in self.book.entries[index].papers:
            if not isinstance(paper, Reveals) or paper.k not in self._revealed:
                continue
            if self._revealed[paper.k].value not in {value for _, _, value in paper.values}:
                self.omitted.append(paper.k)

    # Commands

    def signed(self, act: cmd.Act) -> Signed:
        """The act as a signed command, answering the present step if it is an act of a turn."""
        session = self.keys.session
        self._counter = max(self._counter, self.book.counters.get(session, 0)) + 1
        head = self.book.head
        step = self.state.step if isinstance(act, cmd.TURN_ACTS) else None
        seat = None if isinstance(act, cmd.Join) else self.seat
        said = SignedAct(seat, self._counter, head.index, head.hash, step, act)
        return sign_command(self.keys.session_secret, self.keys.gid, said)

    def due_cosign(self) -> cmd.Cosign | None:
        """The act that signs the game's end; none while it goes on, once signed, or if a cut left this player out."""
        seat, ended = self.seat, game_end(self.book) if self.state.phase is Phase.OVER else None
        if seat is None or ended is None or seat in self.state.cosigned or self.omitted:
            return None
        head = self.book.hashes[ended]
        sig = sign(self.keys.session_secret, final_text(self.keys.gid, ended, head))
        return cmd.Cosign(ended, head, sig)

    def opened_note(self, data: bytes) -> bytes | None:
        """The message in a sealed note, or None if it was not sealed to this player."""
        return note_opened(self._note_key, data) if self.proofs.dealer_x25519 else None

    @cached_property
    def _note_key(self) -> bytes:
        """The key shared with the dealer, once it is seated."""
        dealer, keys = self.proofs.dealer_x25519, self.keys
        return shared_key(keys.gid, keys.x25519_secret, dealer, dealer, keys.x25519)
