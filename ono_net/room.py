"""The authority of one table as a value machine: commands and time in, entries and answers out.

Nothing here reads a clock, a socket or a random number; times are milliseconds of the caller's steady clock. A method
that wants an entry written returns a ``Draft``; the caller stores it and then calls ``commit``, and only then has it
happened. One draft is in flight at a time. A room loaded from its log alone goes on as if it had never stopped.

    draft = room.command(identity, body, sig, now)      # or reveal, arrived, departed, wake
    store(draft.raw)
    answer = room.commit(draft)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ono_core.bots import choose, thinking_ms
from ono_core.fair import shuffles
from ono_core.fair.keys import public_key
from ono_core.fair.slots import note_sealed
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices, asked_seat, choices
from ono_core.game.decider import decide, is_over
from ono_core.game.refusals import Refusal
from ono_core.game.ruleset import parse
from ono_core.game.state import TURN_PHASES, Phase, State, seat_of
from ono_core.game.view import view
from ono_core.log.admission import objection
from ono_core.log.book import Book, Checked
from ono_core.log.entries import (
    ByBot,
    ByPlayer,
    ByTable,
    Cause,
    Signed,
    SignedAct,
    command_id,
    pair_bytes,
    read_command,
)
from ono_core.log.kinds import BadForm
from ono_core.log.papers import Link
from ono_core.log.proofs import Proofs
from ono_net.dealer import Dealer, table_secret

PROTOCOL_VERSION = 1


class Settings(Struct, frozen=True):
    """A table's pace, in ms: a computer's moment, the wait for reveals, for an absent player, for cosignatures."""

    pace_ms: int = 1000
    reveal_ms: int = 3_000
    away_ms: int = 30_000
    seal_ms: int = 60_000


class Draft(Struct, frozen=True):
    """An entry that is to be stored and then committed. ``raw`` is what everybody gets."""

    game: bytes
    index: int
    raw: bytes
    checked: Checked
    now: int
    command: bytes | None = None


class Answer(Struct, frozen=True):
    """What became of a command: the entry it stands in, or why it was refused (protocol.md section 4)."""

    id: bytes
    index: int | None = None
    code: str | None = None
    detail: str = ""
    step: int | None = None
    counter: int | None = None


class Room:
    """One room with its present game."""

    def __init__(self, code: str, master: bytes, settings: Settings) -> None:
        """An empty room; use ``open`` or ``load``."""
        self.code = code
        self.settings = settings
        self.book = Book()
        self.proofs = Proofs()
        self.dealer: Dealer
        self._master = master
        self._secret = table_secret(master)
        self._zero = 0
        self._frozen: int | None = None
        self._resume_at: int | None = None
        self._present: set[bytes] = set()
        self._gone_since: dict[int, int] = {}
        self._asked_at = 0
        self._changed_at = 0
        self._reveals: dict[int, Link] = {}
        self._asleep: set[int] = set()
        self._cut: tuple[int, bytes] = (0, b"")
        self._deal: tuple[bytes, bytes] | None = None

    @classmethod
    def open(
        cls, code: str, master: bytes, options: Mapping[str, Any], nonce: bytes, now: int, wall: int, settings: Settings
    ) -> tuple[Room, list[bytes]]:
        """A new room and its first entries, to be stored before it is used; ValueError says which option is wrong."""
        parse(options)
        room = cls(code, master, settings)
        room._zero = now
        table = public_key(room._secret)
        room._write(cmd.OpenLog(PROTOCOL_VERSION, table, nonce, dict(options), wall), now)
        room.dealer = Dealer(master, nonce, room.book.gid)
        room._write(cmd.SeatDealer(room.dealer.chain.anchor, room.dealer.x25519), now)
        return room, room.book.raws()

    @classmethod
    def load(cls, code: str, master: bytes, raws: Iterable[bytes], now: int, wall: int, settings: Settings) -> Room:
        """The room as its log says; LogFault if the log is damaged. It first wants a ``resumed`` entry written."""
        room = cls(code, master, settings)
        for raw in raws:
            checked = room.book.check(raw)
            room._adopt(checked, now)
            for event in checked.entry.events:
                if isinstance(event, ev.LogOpened):
                    room.dealer = Dealer(master, event.nonce, room.book.gid)
        room._gone_since = dict.fromkeys(room.state.taken, now)
        room._zero = now - room.book.clock
        room._frozen = now
        room._resume_at = None if is_over(room.state) else wall
        return room

    def again(self, nonce: bytes, now: int, wall: int) -> tuple[Room, list[bytes]]:
        """A rematch: the room with a new game of the same options, and its first entries."""
        return Room.open(self.code, self._master, self._options(), nonce, now, wall, self.settings)

    def _options(self) -> dict[str, Any]:
        return self.state.options

    @property
    def state(self) -> State:
        """The public state."""
        return self.book.state

    @property
    def game(self) -> bytes:
        """The id of the present game."""
        return self.book.gid

    # Commands

    def command(self, identity: bytes, body: bytes, sig: bytes, now: int) -> Draft | Answer:
        """Decide a signed command that came over a connection of this identity."""
        id_ = command_id(self.game, body)
        logged = self.book.command_index.get(id_)
        if logged is not None:
            return Answer(id_, logged)
        try:
            said = read_command(body)
        except BadForm as error:
            return Answer(id_, code="bad-command", detail=str(error))
        refused = self._objection(identity, Signed(body, sig), said)
        if refused:
            counter = self._next_counter(identity) if refused == "counter-used" else None
            return Answer(id_, code=refused, counter=counter)
        decided = self._decided(cmd.Command(said.seat, said.act, said.step))
        if isinstance(decided, Refusal):
            return Answer(id_, code=decided.code, detail=decided.detail, step=self.state.step)
        return self._draft(ByPlayer(body, sig), decided, now, command=id_)

    def _objection(self, identity: bytes, command: Signed, said: SignedAct) -> str | None:
        if isinstance(said.act, cmd.Join):
            if said.act.identity != identity:
                return "bad-certificate"
        elif said.seat is None or seat_of(self.state, identity=identity) != said.seat:
            return "not-seated"
        elif self.state.seat_at(said.seat).away:
            return "away"
        return objection(self.book, command, said)

    def _next_counter(self, identity: bytes) -> int:
        seat = seat_of(self.state, identity=identity)
        session = self.state.seat_at(seat).session if seat is not None else b""
        return self.book.counters.get(session, 0) + 1

    def _decided(self, command: cmd.Command) -> tuple[ev.Event, ...] | Refusal:
        return decide(self.book.rules, self.state, self.dealer.faces, command)

    # Who is there

    def arrived(self, identity: bytes, now: int) -> Draft | None:
        """This identity entered, perhaps anew; its seat is given back to it at once."""
        self._present.add(identity)
        self._thaw(now)
        seat = seat_of(self.state, identity=identity)
        if seat is None:
            return None
        self._gone_since.pop(seat, None)
        return self._table(cmd.SeatBack(seat), now) if self.state.seat_at(seat).away else None

    def departed(self, identity: bytes, now: int) -> None:
        """This identity follows the room no more."""
        self._present.discard(identity)
        seat = seat_of(self.state, identity=identity)
        if seat is not None:
            self._gone_since[seat] = now
        if not self._present:
            self._frozen = now

    def online(self) -> list[int]:
        """The seats whose players are connected."""
        return [seat for seat in self.state.taken if self._is_there(seat)]

    def watchers(self) -> int:
        """How many identities are connected without a seat."""
        return len(self._present) - len(self.online())

    def _is_there(self, seat: int) -> bool:
        holder = self.state.seat_at(seat)
        return holder.is_human and holder.identity in self._present

    def _thaw(self, now: int) -> None:
        """While nobody is connected the table stands still, its clocks too."""
        if self._frozen is None:
            return
        still = now - self._frozen
        self._zero += still
        self._asked_at += still
        self._changed_at += still
        self._gone_since = {seat: since + still for seat, since in self._gone_since.items()}
        self._frozen = None

    def _clock(self, now: int) -> int:
        stands = now if self._frozen is None else self._frozen
        return max(stands - self._zero, self.book.clock)

    # Shuffles

    def reveal(self, identity: bytes, link: Link, context: bytes, now: int) -> Draft | None:
        """A contributor's seed for the open shuffle: ``link`` is (k, index, value). Others are passed over."""
        shuffle, seat = self.state.shuffle, seat_of(self.state, identity=identity)
        k, index, value = link
        if shuffle is None or seat is None or shuffle.k != k or seat not in self._awaited():
            return None
        if context != self.proofs.shuffles[k].context or index != k or not self.proofs.link_holds(seat, index, value):
            return None
        self._reveals[seat] = (seat, index, value)
        return None if self._awaited() else self._close(now)

    def _contributors(self, reveals: Sequence[Link]) -> list[Link]:
        """Players who are there and awake, with the link last known of each; ``reveals`` join the same entry."""
        links = {seat: (seat, index, value) for seat, (_, index, value) in self.proofs.links.items()}
        links |= {link[0]: link for link in reveals}
        asleep = self._asleep | (self._awaited() if self.state.shuffle else set[int]())
        return [
            link
            for seat, link in sorted(links.items())
            if self._is_there(seat) and not self.state.seat_at(seat).away and seat not in asleep
        ]

    def _awaited(self) -> set[int]:
        """Contributors of the open shuffle whose seed has not come."""
        assert self.state.shuffle is not None, "a shuffle is open"
        proof = self.proofs.shuffles[self.state.shuffle.k]
        return {seat for seat, _, _ in proof.contributors} - set(self._reveals)

    def _close(self, now: int) -> Draft:
        shuffle = self.state.shuffle
        assert shuffle is not None, "a shuffle is open"
        reveals = [self._reveals[seat] for seat in sorted(self._reveals)]
        mix = shuffles.mix(self.proofs.shuffles[shuffle.k].context, reveals)
        dice = shuffles.first(mix, len(self.state.taken))
        draft = self._table(cmd.Close(shuffle.k, shuffles.order(mix, shuffle.count), dice), now, reveals)
        assert draft is not None, "a close in the table's own order is decided"
        return draft

    # Time

    def next_deadline(self) -> int | None:
        """When ``wake`` has something to do, or None while only others can act."""
        state = self.state
        if self._resume_at is not None:
            return 0
        if state.phase is Phase.OVER:
            return max(map(self._signing_deadline, self._unsigned()), default=0)
        if self._frozen is not None:
            return None
        if state.shuffle is not None:
            return self._changed_at + self.settings.reveal_ms if self._awaited() else 0
        seat = asked_seat(state) if state.phase in TURN_PHASES else None
        return None if seat is None else self._turn_deadline(seat)

    def _turn_deadline(self, seat: int) -> int | None:
        if self.state.seat_at(seat).by_computer:
            return self._asked_at + self._thinking(seat)
        if self._is_there(seat):
            return None
        return max(self._asked_at, self._gone_since.get(seat, 0)) + self.settings.away_ms

    def wake(self, now: int) -> Draft | None:
        """What is due now, if anything: call it again after each commit."""
        due = self.next_deadline()
        if due is None or now < due:
            return None
        if self._resume_at is not None:
            wall, self._resume_at = self._resume_at, None
            return self._table(cmd.Resume(wall), now)
        if self.state.phase is Phase.OVER:
            return self._table(cmd.Seal(), now)
        if self.state.shuffle is not None:
            return self._close(now)
        return self._turn_due(now)

    def _turn_due(self, now: int) -> Draft | None:
        seat = asked_seat(self.state)
        assert seat is not None, "a turn is due"
        if not self.state.seat_at(seat).by_computer:
            return self._table(cmd.SeatToBot(seat), now)
        act = self._computer_act(seat)
        decided = self._decided(cmd.Command(seat, act, self.state.step))
        assert not isinstance(decided, Refusal), f"a computer chose {act} and was refused: {decided}"
        return self._draft(ByBot(seat, act), decided, now)

    def _unsigned(self) -> list[int]:
        """Players who may yet cosign the end."""
        state = self.state
        return [s for s in state.taken if not state.seat_at(s).by_computer and s not in state.cosigned]

    def _signing_deadline(self, seat: int) -> int:
        """Until when the seal waits for a player; who has just lost the line, as all do by a restart, is due back."""
        last = self._changed_at + self.settings.seal_ms
        return last if self._is_there(seat) else min(last, self._gone_since.get(seat, 0) + self.settings.away_ms)

    def simulated(self, seed: int, now: int) -> Draft | None:
        """Say in the log that a simulator makes it."""
        return self._table(cmd.Simulated(seed), now)

    # Computer players

    def _seed(self, seat: int) -> bytes:
        assert self._deal is not None, "a computer plays after a deal"
        value, mix = self._deal
        return shuffles.bot_seed(value, self.game, seat, mix)

    def _computer_act(self, seat: int) -> cmd.Act:
        """The choice of a computer: from its own seat's cards alone, with numbers that the dealer reveals later."""
        own = {slot: self.dealer.faces[slot] for slot in self.state.hands[seat]}
        stream = shuffles.bot_stream(self._seed(seat), "move", self.state.step)
        level = self.state.seat_at(seat).level
        return choose(level, view(self.state, own, seat), self.choices(seat), stream.draw)

    def _thinking(self, seat: int) -> int:
        stream = shuffles.bot_stream(self._seed(seat), "think", self.state.step)
        return thinking_ms(stream.draw, self.settings.pace_ms)

    # Entries

    def _table(self, act: cmd.Act, now: int, reveals: Sequence[Link] = ()) -> Draft | None:
        decided = self._decided(cmd.Command(None, act))
        return None if isinstance(decided, Refusal) else self._draft(ByTable(act), decided, now, reveals)

    def _write(self, act: cmd.Act, now: int) -> None:
        """Write an act of the table while the log is being born."""
        decided = decide(self.book.rules if len(self.book) else _ANY_RULES, self.state, {}, cmd.Command(None, act))
        assert not isinstance(decided, Refusal), "a log is born by the book"
        self._adopt(self.book.draft(self._secret, self._clock(now), ByTable(act), decided, ()), now)

    def _draft(
        self,
        cause: Cause,
        happened: tuple[ev.Event, ...],
        now: int,
        reveals: Sequence[Link] = (),
        command: bytes | None = None,
    ) -> Draft:
        papers = self.dealer.papers(self.state, happened, self._contributors(reveals), reveals)
        checked = self.book.draft(self._secret, self._clock(now), cause, happened, papers)
        return Draft(self.game, checked.entry.index, pair_bytes(checked.pair), checked, now, command)

    def commit(self, draft: Draft) -> Answer | None:
        """Adopt a stored draft; the answer for the sender of its command, if it came from one."""
        self._adopt(draft.checked, draft.now)
        return None if draft.command is None else Answer(draft.command, draft.index)

    def _adopt(self, checked: Checked, now: int) -> None:
        """Take an entry in, fresh or from the log: the same path, so a cold start knows what a warm room knows."""
        before = self.state
        self.book.add(checked)
        self.proofs.take(checked, before, self.book.gid, self.book.table)
        if checked.entry.index:
            self.dealer.learn(checked.entry.events)
        self._changed_at = now
        if checked.state.step != before.step or before.shuffle is not None:
            self._asked_at = now
        for event in checked.entry.events:
            self._notice(event)
        if isinstance(checked.entry.cause, ByPlayer):
            seat = read_command(checked.entry.cause.body).seat
            self._asleep.discard(-1 if seat is None else seat)

    def _notice(self, event: ev.Event) -> None:
        if isinstance(event, ev.ShuffleClosed):
            proof = self.proofs.shuffles[event.k]
            revealed = {seat for seat, _, _ in proof.reveals}
            self._asleep |= {seat for seat, _, _ in proof.contributors} - revealed
            self._reveals = {}
            self._cut = (event.k, shuffles.mix(proof.context, proof.reveals))
        elif isinstance(event, ev.Dealt):
            k, mix = self._cut
            self._deal = (self.dealer.chain.link(k), mix)
        elif isinstance(event, ev.Left):
            self._asleep.discard(event.seat)

    # What one seat is told

    def choices(self, seat: int) -> Choices:
        """What a seat may do now."""
        return choices(self.book.rules, self.state, self.dealer.faces, seat)

    def prompted(self) -> list[int]:
        """The seats that get a prompt now: those that may have an act under public state."""
        seat = asked_seat(self.state) if self.state.phase in TURN_PHASES else None
        return [] if seat is None or self.state.seat_at(seat).by_computer else [seat]

    def note(self, seat: int, message: bytes, nonce: bytes) -> bytes | None:
        """The message sealed to a seat's player, or None if the seat has no keys; the nonce is 12 fresh bytes."""
        key = self.dealer.shared_key(seat)
        return None if key is None else note_sealed(key, nonce, message)

    def statistics(self) -> dict[str, int]:
        """Counts for the operator."""
        return {"entries": len(self.book), "present": len(self._present), "shuffles": self.state.shuffles}


_ANY_RULES = Book().rules
"""The rules before a log names its options; index 0 asks none of them."""
