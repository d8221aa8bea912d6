"""The authority of one table as a value machine: commands and time in, entries and answers out.

Nothing here reads a clock, a socket or a random number; times are milliseconds of the caller's steady clock. A method
that wants an entry written returns a ``Draft``; the caller stores it and then calls ``commit``, and only then has it
happened. One draft is in flight at a time. A room loaded from its log alone goes on as if it had never stopped.

    draft = room.command(identity, body, sig, now)      # or reveal, arrived, wake
    store(draft.raw)
    answer = room.commit(draft)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from msgspec import Struct

from ono_core.bots import choose, notices, thinking_ms
from ono_core.fair import shuffles
from ono_core.fair.chains import FEW_LINKS
from ono_core.fair.keys import public_key
from ono_core.fair.slots import note_sealed
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices, addressed, asked_seat, choices
from ono_core.game.decider import Advance, advance, is_over
from ono_core.game.refusals import Refusal
from ono_core.game.ruleset import parse
from ono_core.game.state import (
    ENDED,
    Exposure,
    Phase,
    State,
    contributor_of,
    contributors,
    next_clockwise,
    present_witnesses,
    seat_of,
)
from ono_core.game.view import view
from ono_core.log.book import LOG_VERSION, Checked
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
from ono_core.log.papers import Link, seats_of
from ono_net.attendance import Attendance
from ono_net.dealer import Dealer, table_secret
from ono_net.messages import Reveal
from ono_net.tablebook import TableBook


class Settings(Struct, frozen=True):
    """A table's pace, in ms: a computer's moment, waits for reveals, the next round, an absent player, cosignatures.

    ``delay_ms`` is how much later those who only watch see a game whose door says ``delayed``.
    """

    pace_ms: int = 1000
    reveal_ms: int = 3_000
    round_ms: int = 20_000
    away_ms: int = 30_000
    seal_ms: int = 60_000
    delay_ms: int = 60_000


WHILE_PAUSED = (cmd.Join, cmd.Witness, cmd.Leave, cmd.Unseat, cmd.GiveTime, cmd.ReAnchor, cmd.Cosign)
"""What may be done while the host lets the table stand still."""

Coming = tuple[int, Callable[[int], "Draft | None"]]
"""When something is due by the table's clock, and what makes its draft at a time."""


class Draft(Struct, frozen=True):
    """An entry that is to be stored and then committed. ``raw`` is what everybody gets."""

    game: bytes
    index: int
    raw: bytes
    checked: Checked
    command: bytes | None
    now: int
    """When what it follows from came, or was due."""
    """When it was made, by the caller's steady clock."""


class Answer(Struct, frozen=True):
    """What became of a command: the entry it stands in, or why it was refused (protocol.md section 4).

    ``open``: its sender may not have the keys of its identity's seat, so it is not sealed to them.
    """

    id: bytes
    index: int | None = None
    code: str | None = None
    detail: str = ""
    step: int | None = None
    counter: int | None = None
    open: bool = False


class Room:
    """One room with its present game."""

    def __init__(self, code: str, master: bytes, settings: Settings) -> None:
        """An empty room; use ``open`` or ``load``."""
        self.code = code
        self._master = master
        self._settings = settings
        self._secret = table_secret(master)
        self._log = TableBook(master)
        self.book = self._log.book
        self.proofs = self._log.proofs
        self._attendance: Attendance
        self._gone_since: dict[int, int] = {}
        """Seats whose players, and witnesses who, lost the line, by the table's clock."""
        self._reveals: dict[int, Link] = {}
        """The links that came for the open shuffle, by seat or number."""
        self._resume_at: int | None = None

    @classmethod
    def open(
        cls,
        code: str,
        master: bytes,
        options: Mapping[str, Any],
        nonce: bytes,
        now: int,
        wall: int,
        settings: Settings,
        *,
        host: bytes | None = None,
    ) -> tuple[Room, list[bytes]]:
        """A new room and its first entries, to be stored before it is used; ValueError says which option is wrong.

        ``host`` is the identity that hosts; None lets the first to sit host.
        """
        parse(options)
        room = cls(code, master, settings)
        room._attendance = Attendance(now)
        table = public_key(room._secret)
        room._write(cmd.OpenLog(LOG_VERSION, table, nonce, dict(options), wall, host), now)
        dealer = room.dealer if host is None else room.dealer.by_game()
        room._write(cmd.SeatDealer(dealer.chain(0).anchor, dealer.x25519), now)
        return room, room.book.raws()

    @classmethod
    def load(cls, code: str, master: bytes, raws: Iterable[bytes], now: int, wall: int, settings: Settings) -> Room:
        """The room as its log says; LogFault if the log is damaged. It first wants a ``resumed`` entry written."""
        room = cls(code, master, settings)
        for raw in raws:
            room._log.add(room.book.check(raw))
        room._attendance = Attendance(now, room.book.clock, is_paused=room._log.is_paused)
        room._gone_since = dict.fromkeys((*room.state.taken, *room.state.witnesses), room.book.clock)
        room._resume_at = None if is_over(room.state) else wall
        return room

    def loaded(self, raws: Iterable[bytes], now: int, wall: int) -> Room:
        """This room as its log says; see ``load``."""
        return Room.load(self.code, self._master, raws, now, wall, self._settings)

    def again(self, nonce: bytes, now: int, wall: int) -> tuple[Room, list[bytes]]:
        """A rematch: the room with a new game of the same options and the same host, and its first entries."""
        state = self.state
        host = None if state.host is None else state.seat_at(state.host).identity
        return Room.open(self.code, self._master, state.options, nonce, now, wall, self._settings, host=host)

    @property
    def dealer(self) -> Dealer:
        """The dealer of the present game."""
        return self._log.dealer

    @property
    def state(self) -> State:
        """The public state."""
        return self.book.state

    @property
    def game(self) -> bytes:
        """The id of the present game."""
        return self.book.gid

    # Commands

    def command(self, identity: bytes, body: bytes, sig: bytes, now: int, *, is_locked: bool = False) -> Draft | Answer:
        """Decide a signed command that came over a connection of this identity; locked, nobody new comes.

        ``now`` is when it came; what was due before then has been done (see ``wake``).
        """
        id_ = command_id(self.game, body)
        logged = self.book.command_index.get(id_)
        if logged is not None:
            return Answer(id_, logged)
        try:
            said = read_command(body)
        except BadForm as error:
            return Answer(id_, code="bad-command", detail=str(error))
        joins = isinstance(said.act, cmd.Join | cmd.Witness)
        if joins and is_locked and contributor_of(self.state, identity=identity) is None:
            return Answer(id_, code="locked", detail="the host lets nobody new in", open=True)
        refused = self._log.objection(identity, Signed(body, sig), said)
        if refused:
            counter = self._log.next_counter(identity) if refused == "counter-used" else None
            return Answer(id_, code=refused, counter=counter, open=joins)
        stopped = self._pause_refusal(said)
        decided = stopped or self._decided(cmd.Command(said.seat, said.act, said.step))
        if isinstance(decided, Refusal):
            detail = decided.detail or self._since(said.act, decided.code)
            return Answer(id_, code=decided.code, detail=detail, step=self.state.step, open=joins)
        return self._draft(ByPlayer(body, sig), decided, now, command=id_, said=said)

    def _pause_refusal(self, said: SignedAct) -> Refusal | None:
        """Why a table that the host lets stand still, or who wants it to, is refused this; None if it is not."""
        is_paused, host = self._log.is_paused, self.state.host
        if not isinstance(said.act, cmd.SetPause):
            stands = is_paused and not isinstance(said.act, WHILE_PAUSED)
            return Refusal("paused", "the host lets the table stand still") if stands else None
        if said.act.on == is_paused:
            return Refusal("wrong-phase")
        if said.act.on or host is None or host == said.seat or self.state.invited:
            return None
        return Refusal("not-host") if self._is_there(host) else None

    def _since(self, act: cmd.Act, code: str) -> str:
        """Which entry of the log made a catch too late."""
        closed = self._log.closed.get(act.seat) if isinstance(act, cmd.Catch) and code == "window-closed" else None
        return "" if closed is None else f"since entry {closed}"

    def _decided(self, command: cmd.Command) -> Advance | Refusal:
        return advance(self.book.rules, self.state, self.dealer.faces, command)

    # Who is there

    @property
    def present(self) -> set[bytes]:
        """The identities that follow the room."""
        return self._attendance.present

    def arrived(self, identity: bytes, now: int) -> Draft | None:
        """This identity entered, perhaps anew; its seat is given back to it at once."""
        self._attendance.arrived(identity, now)
        number = contributor_of(self.state, identity=identity)
        if number is not None:
            self._gone_since.pop(number, None)
        seat = seat_of(self.state, identity=identity)
        if seat is None:
            return None
        return self._table(cmd.SeatBack(seat), now) if self.state.seat_at(seat).away else None

    def departed(self, identity: bytes, now: int) -> None:
        """This identity follows the room no more."""
        number = contributor_of(self.state, identity=identity)
        if number is not None:
            self._gone_since[number] = self._attendance.clock(now)
        self._attendance.departed(identity, now)

    def online(self) -> list[int]:
        """The seats whose players are connected."""
        return [seat for seat in self.state.taken if self._is_there(seat)]

    def spectators(self) -> int:
        """How many identities are connected without a seat; a witness is one of them."""
        return len(self.present) - len(self.online())

    def _is_there(self, seat: int) -> bool:
        return self.state.seat_at(seat).is_human and self._is_present(seat)

    def _is_present(self, number: int) -> bool:
        """Whether the player of a seat, or a witness, is connected."""
        return self.state.contributor_at(number).identity in self.present

    # Shuffles

    def reveal(self, identity: bytes, said: Reveal, now: int) -> Draft | None:
        """A contributor's seed for the open shuffle. One for another shuffle, or no next link, is passed over."""
        shuffle, seat = self.state.shuffle, contributor_of(self.state, identity=identity)
        if shuffle is None or seat is None or shuffle.k != said.k or seat not in self._awaited():
            return None
        answers = said.ctx == self.proofs.shuffles[said.k].context
        if not answers or not self.proofs.link_holds(said.k, seat, said.index, said.value):
            return None
        self._reveals[seat] = (seat, said.index, said.value)
        return None if self._awaited() else self._close(now)

    def _contributors(self, happened: Sequence[ev.Event], reveals: Sequence[Link], actor: int | None) -> Sequence[Link]:
        """Whom a shuffle that begins asks for seeds, with the link last known of each.

        ``reveals`` join the same entry; the ``actor`` who brings it about is awake.
        """
        begun = next((event for event in happened if isinstance(event, ev.ShuffleBegun)), None)
        if begun is None:
            return ()
        links = {seat: (seat, chain.index, chain.value) for seat, chain in self.proofs.chains.items()}
        links |= {link[0]: link for link in reveals if self._is_fed_by_present_chain(link[0])}
        missed = self._missing() if self.state.shuffle else set[int]()
        asleep = (self.proofs.asleep | missed) - {link[0] for link in reveals} - {actor}
        return [links[seat] for seat in sorted(self.proofs.to_be_asked(self.state, begun, asleep))]

    def _is_fed_by_present_chain(self, seat: int) -> bool:
        """Whether the open shuffle takes a link of the chain that the seat has now: it may have a new one meanwhile."""
        shuffle = self.state.shuffle
        return shuffle is not None and self.proofs.shuffles[shuffle.k].chains.get(seat) == self.proofs.chains.get(seat)

    def _awaited(self) -> set[int]:
        """Contributors of the open shuffle whose seed has not come, but may."""
        left = self.state.witnesses.keys() - present_witnesses(self.state)
        return self._missing() - left

    def _missing(self) -> set[int]:
        """Contributors of the open shuffle whose seed has not come."""
        assert self.state.shuffle is not None, "a shuffle is open"
        return seats_of(self.proofs.shuffles[self.state.shuffle.k].contributors) - set(self._reveals)

    def _close(self, now: int) -> Draft:
        shuffle = self.state.shuffle
        assert shuffle is not None, "a shuffle is open"
        reveals = [self._reveals[seat] for seat in sorted(self._reveals)]
        mix = shuffles.mix(self.proofs.shuffles[shuffle.k].context, reveals)
        dice = shuffles.first(mix, len(self.state.taken))
        missing = tuple(sorted(self._missing()))
        draft = self._table(cmd.Close(shuffle.k, shuffles.order(mix, shuffle.count), dice, missing), now, reveals)
        assert draft is not None, "a close in the table's own order is decided"
        return draft

    # Time

    def next_deadline(self) -> int | None:
        """When ``wake`` has something to do, or None while only others can act."""
        coming = self._next()
        return None if coming is None else self._attendance.when(coming[0])

    def wake(self, now: int) -> Draft | None:
        """What is due now, if anything: call it again after each commit."""
        coming = self._next()
        if coming is None or now < self._attendance.when(coming[0]):
            return None
        return coming[1](now)

    def _next(self) -> Coming | None:
        return min(self._coming(), key=itemgetter(0), default=None)

    def _coming(self) -> Iterator[Coming]:
        """What the table will do if nobody else acts: each with its time by the table's clock; a past one is due."""
        state = self.state
        if self._resume_at is not None:
            yield 0, self._resume
        elif state.phase is Phase.OVER:
            yield max(map(self._signing_deadline, self._unsigned()), default=0), partial(self._table, cmd.Seal())
        elif not self.present or self._log.is_paused:
            return
        elif state.shuffle is not None:
            yield self._log.timing.asked_at + self._settings.reveal_ms if self._awaited() else 0, self._close
        elif self._dealer_needs_links():
            yield 0, self._re_anchor
        elif state.phase is Phase.ROUND_OVER:
            yield self._log.timing.asked_at + self._settings.round_ms, partial(self._table, cmd.NextRound())
        elif state.turn is not None:
            yield from self._turn_coming(state.turn)
            yield from self._catches_coming()
        if self._gone_since and state.shuffle is None and state.phase not in ENDED:
            yield from self._host_coming()

    def _host_coming(self) -> Iterator[Coming]:
        """When the host has been away for so long that the next player clockwise who is connected hosts."""
        host = self.state.host
        if host is None or self.state.invited or host not in self._gone_since or self._is_there(host):
            return
        held = ((seat, self.state.seat_at(seat)) for seat in self.online())
        there = [seat for seat, holder in held if not (holder.away or holder.gone)]
        successor = next_clockwise(there, host)
        if successor is not None:
            yield self._gone_since[host] + self._settings.away_ms, partial(self._table, cmd.PassHost(successor))

    def _dealer_needs_links(self) -> bool:
        in_game = self.state.phase not in ENDED | {Phase.LOBBY}
        return in_game and self.dealer.links_left(self.state.shuffles) < FEW_LINKS

    def _re_anchor(self, now: int) -> Draft | None:
        base = self.state.shuffles
        return self._table(cmd.ReAnchor(self.dealer.chain(base).anchor, base), now)

    def _resume(self, now: int) -> Draft | None:
        wall, self._resume_at = self._resume_at, None
        assert wall is not None, "a room resumes once"
        return self._table(cmd.Resume(wall), now)

    def _turn_coming(self, seat: int) -> Iterator[Coming]:
        asked_at, step = self._log.timing.asked_at, self.state.step
        if self.state.seat_at(seat).by_computer:
            draw = self._log.stream(seat, "think", step).draw
            yield asked_at + thinking_ms(draw, self._settings.pace_ms), partial(self._computer_acts, seat)
            return
        ends = self._timed(cmd.TimeOut(step))
        absence = self.book.rules.ruleset.absence
        if not self._is_there(seat) and not (ends and absence == "clock"):
            act = cmd.RemoveSeat(seat) if absence == "remove" else cmd.SeatToBot(seat)
            gone_since = self._gone_since.get(seat, 0)
            # A clock may end each turn before the wait does, so with one the wait goes on from turn to turn.
            since = gone_since if ends else max(asked_at, gone_since)
            yield since + self._settings.away_ms + self._log.timing.given_ms, partial(self._table, act)
        yield from ends

    def _timed(self, act: cmd.Act) -> list[Coming]:
        """An act of the table with the time from which the rules let it."""
        due = self._log.timing.due(self.book.rules, self.state, act)
        return [] if due is None else [(due, partial(self._table, act))]

    def _catches_coming(self) -> Iterator[Coming]:
        """Missed calls: when they can be caught, by which computers, and until when."""
        for missed in self.state.exposed:
            if not missed.open:
                yield from self._timed(cmd.OpenCatch(missed.seat))
                continue
            if self.book.rules.ruleset.catch_window == "timer":
                yield from self._timed(cmd.CloseCatch(missed.seat))
            for seat in self.state.playing:
                yield from self._computer_catch(seat, missed)

    def _computer_catch(self, seat: int, missed: Exposure) -> Iterator[Coming]:
        holder = self.state.seat_at(seat)
        if seat == missed.seat or not holder.by_computer:
            return
        draw = self._log.stream(seat, "catch", missed.step).draw
        if notices(holder.level, draw):
            after = thinking_ms(draw, self._settings.pace_ms)
            act = cmd.Catch(missed.seat, missed.step)
            yield self._log.timing.missed[missed.seat] + after, partial(self._computer, seat, act, None)

    def _signing_deadline(self, seat: int) -> int:
        """Until when the seal waits for a signature; who lost the line, as all do by a restart, is due back soon."""
        last = self.book.clock + self._settings.seal_ms
        return last if self._is_present(seat) else min(last, self._gone_since.get(seat, 0) + self._settings.away_ms)

    def _unsigned(self) -> list[int]:
        """Players and witnesses who may yet cosign the end."""
        state = self.state
        return [n for n in contributors(state) if not state.contributor_at(n).away and n not in state.cosigned]

    @property
    def is_paused(self) -> bool:
        """Whether the host lets the table stand still."""
        return self._log.is_paused

    @property
    def delay_ms(self) -> int:
        """How much later those who only watch see the game, where they see it later."""
        return self._settings.delay_ms

    def clock(self, now: int) -> int:
        """What the table's clock shows."""
        return self._attendance.clock(now)

    def when(self, clock: int) -> int:
        """When the table's clock shows this, if it does not stand until then."""
        return self._attendance.when(clock)

    def ms_left(self, now: int) -> int | None:
        """How long the seat on turn has until the clock acts for it."""
        due = self._log.timing.due(self.book.rules, self.state, cmd.TimeOut(self.state.step))
        if due is None or self.state.shuffle or self._log.is_paused:
            return None
        return max(0, due - self._attendance.clock(now))

    def simulated(self, seed: int, now: int) -> Draft | None:
        """Say in the log that a simulator makes it."""
        return self._table(cmd.Simulated(seed), now)

    # Computer players

    def _computer_act(self, seat: int) -> cmd.Act:
        """The choice of a computer: from its own seat's cards alone, with numbers that the dealer reveals later."""
        own = {slot: self.dealer.faces[slot] for slot in self.state.hands[seat]}
        draw = self._log.stream(seat, "move", self.state.step).draw
        seen = view(self.state, own, seat, self._log.notes)
        return choose(self.state.seat_at(seat).level, seen, self.choices(seat), draw)

    def _computer_acts(self, seat: int, now: int) -> Draft:
        return self._computer(seat, self._computer_act(seat), self.state.step, now)

    def _computer(self, seat: int, act: cmd.Act, step: int | None, now: int) -> Draft:
        decided = self._decided(cmd.Command(seat, act, step))
        assert not isinstance(decided, Refusal), f"a computer chose {act} and was refused: {decided}"
        return self._draft(ByBot(seat, act), decided, now)

    # Entries

    def _table(self, act: cmd.Act, now: int, reveals: Sequence[Link] = ()) -> Draft | None:
        decided = self._decided(cmd.Command(None, act))
        return None if isinstance(decided, Refusal) else self._draft(ByTable(act), decided, now, reveals)

    def _write(self, act: cmd.Act, now: int) -> None:
        """Write an act of the table while the log is being born."""
        decided = advance(self.book.rules, self.state, {}, cmd.Command(None, act))
        assert not isinstance(decided, Refusal), "a log is born by the book"
        events, after = decided
        self._log.add(self.book.draft(self._secret, self._clock(now), ByTable(act), events, (), after))

    def _draft(
        self,
        cause: Cause,
        decided: Advance,
        now: int,
        reveals: Sequence[Link] = (),
        command: bytes | None = None,
        said: SignedAct | None = None,
    ) -> Draft:
        happened, after = decided
        contributors = self._contributors(happened, reveals, said.seat if said else None)
        papers = self.dealer.papers(self.state, happened, contributors, reveals)
        checked = self.book.draft(self._secret, self._clock(now), cause, happened, papers, after, said)
        return Draft(self.game, checked.entry.index, pair_bytes(checked.pair), checked, command, now)

    def _clock(self, now: int) -> int:
        """The clock of an entry; what came before the newest entry was written, but waited, has its clock."""
        return max(self._attendance.clock(now), self.book.clock)

    def commit(self, draft: Draft) -> Answer | None:
        """Adopt a stored draft; the answer for the sender of its command, if it came from one."""
        shuffle = self.state.shuffle
        self._log.add(draft.checked)
        if self.state.shuffle != shuffle:
            self._reveals = {}
        if self._log.is_paused != self._attendance.is_paused:
            self._attendance.pause(draft.now, on=self._log.is_paused)
        return None if draft.command is None else Answer(draft.command, draft.index)

    # What one seat is told

    def choices(self, seat: int) -> Choices:
        """What a seat may do now."""
        return choices(self.book.rules, self.state, self.dealer.faces, seat)

    def asked(self) -> int | None:
        """The seat that is to act now, if one is."""
        return asked_seat(self.state)

    def prompted(self) -> list[int]:
        """The seats that get a prompt now: those of players that may have an act under public state."""
        seats = addressed(self.book.rules, self.state)
        return [seat for seat in seats if not self.state.seat_at(seat).by_computer]

    def note(self, seat: int, message: bytes, nonce: bytes) -> bytes | None:
        """The message sealed to a seat's player, or None if the seat has no keys; the nonce is 12 fresh bytes."""
        key = self.dealer.shared_key(seat)
        return None if key is None else note_sealed(key, nonce, message)
