"""One room being served: what its machine decides is made durable, and only then told.

One task owns the room. It takes what connections ask for in the order it came, stores each entry alone, adopts
it, and sends it to every reader as one shared frame; a seat's answer and prompt go out in the same write. When
anything goes wrong the room is thrown away and read from the store again, and its readers notice nothing.
"""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from typing import NoReturn, Protocol

import msgspec
import trio
from msgspec import Struct
from msgspec.structs import replace

from ono_core.fair.slots import NONCE_SIZE
from ono_core.game.state import ENDED, Phase, contributor_of, contributors, seat_of
from ono_core.log.forks import fork_with, signed_index
from ono_net.clock import now_ms, wall_ms
from ono_net.door import SHUT, Shut, unseated
from ono_net.gallery import Gallery, may_see
from ono_net.lobby import Followers, Record, record
from ono_net.logs import tag
from ono_net.messages import (
    Again,
    Answer,
    Command,
    Door,
    Emote,
    Emoted,
    Emotion,
    Enter,
    Entered,
    Entries,
    Error,
    HeadHeld,
    Message,
    Note,
    Presence,
    Prompt,
    Refused,
    Replaced,
    Reveal,
    RoomWish,
    Seen,
    batches,
    brief,
    pack,
)
from ono_net.metrics import Metrics
from ono_net.outbox import frame
from ono_net.room import Answer as Outcome
from ono_net.room import Draft, Room
from ono_net.session import EMOTES_SINCE
from ono_net.store import Store, StoreError, StoreUnavailable

INBOX = 64
"""Wishes that may wait for a room; then its connections are read no further."""

RECENT = 8
"""Of the newest entries of its log a table knows without a look at their signatures that it made them."""

MOST_BANNED = 500
"""Of the identities that a host has put out the newest so many are kept out."""

FIRST_PAUSE = 1
LAST_PAUSE = 60
"""Seconds before a room that failed is read again, doubled each time it fails at once."""

log = logging.getLogger(__name__)


class Reader(Protocol):
    """A connection that follows a room."""

    @property
    def version(self) -> int:
        """The version of the protocol that its client speaks."""
        ...

    def push(self, frames: bytes) -> None:
        """Send frames, without waiting."""

    async def send(self, message: Message) -> None:
        """Send a message, and wait until it is on its way."""

    def end(self, code: int, last: Message) -> None:
        """Close the connection after a last message; `code` is one of RFC 6455 section 7.4."""


class Asked(Struct, frozen=True):
    """What somebody wants of the room and when it came; None stands for readers that came or went.

    An `enter` is asked once its sender follows, so that it gives back a seat that was left before.
    """

    identity: bytes
    wish: RoomWish | None
    now: int
    done: trio.Event | None = None
    """Set once everything that was asked before has been done."""


class RolledBack(Exception):
    """A reader holds a later head than this log has, or another one."""


class Table:
    """The task of one room, and those who follow it."""

    def __init__(self, room: Room, store: Store, kept: Record | None = None, *, metrics: Metrics | None = None) -> None:
        """Serve a room of which the store keeps this record."""
        self._kept = kept = kept or Record(room.game)
        self.room = room
        self.code = room.code
        self.is_house = kept.is_house
        self.door = kept.door
        self._banned = kept.banned
        self._members = frozenset(kept.members)
        self._gallery = Gallery()
        self._store = store
        self._metrics = metrics or Metrics()
        self._followers: Followers[Reader] = Followers()
        self._seats: object = None
        self._is_stirred = False
        self._strangers: list[Reader] = []
        self._presence: Presence | None = None
        self._asks, self._inbox = trio.open_memory_channel[Asked](INBOX)
        self._asked: Asked | None = None
        self._is_stale = False
        self._pause = FIRST_PAUSE
        self._is_waiting = False
        self._wants_again = False
        self._deserted_at = trio.current_time()

    # Those who follow

    async def admit(self, identity: bytes, reader: Reader, head: HeadHeld | None) -> None:
        """Send a reader the log after the head it holds, then let it follow, in place of an older one.

        Who follows already has been sent everything. Before anything is sent: RolledBack if this log does not hold the
        head, Shut if the host keeps this reader out.
        """
        self._check_door(identity)
        at = self._after(head)
        if self._followers.get(identity) is reader:
            reader.push(frame(pack(self._entered(identity))))
        else:
            at = await self._catch_up(identity, reader, at)
            self._check_door(identity)  # once more, for that may have taken long
            self._gallery.leave(identity)
            self._gallery.hold(self.room, self.door.watch, (identity,), at, now_ms())
            older = self._followers.join(identity, reader)
            if older:
                older.end(1000, Replaced())
        self._strangers.append(reader)
        self._stir()

    def _check_door(self, identity: bytes) -> None:
        if identity in self._banned:
            raise Shut("kicked")
        if self.door.locked and not self._is_known(identity):
            raise Shut("locked")

    def _is_known(self, identity: bytes) -> bool:
        return identity in self._members or bool(self._followers.get(identity))

    async def _catch_up(self, identity: bytes, reader: Reader, at: int) -> int:
        """Send a reader the log from an index on, until it has been sent all that it may see; how far that is."""
        game = self.room.game
        await reader.send(self._entered(identity))
        while game != self.room.game or at < self._may_see(identity):
            if game != self.room.game:
                game, at = self.room.game, 0
                await reader.send(self._entered(identity))
            for batch in batches(self.room.book.raws(at)[: self._may_see(identity) - at]):
                await reader.send(batch)
                at += len(batch.entries)
        return at

    def _may_see(self, identity: bytes) -> int:
        return may_see(self.room, self.door.watch, identity, now_ms())

    def dismiss(self, identity: bytes, reader: Reader) -> None:
        """Let a reader follow no more."""
        if self._followers.leave(identity, reader):
            self._gallery.leave(identity)
            self._deserted_at = trio.current_time()
            self._stir()

    async def ask(self, identity: bytes, wish: RoomWish) -> None:
        """Put a wish in line; waits while the line is full."""
        await self._asks.send(Asked(identity, wish, now_ms()))

    async def settled(self) -> None:
        """Wait until everything that was asked so far is stored and answered."""
        done = trio.Event()
        await self._asks.send(Asked(b"", None, now_ms(), done))
        await done.wait()

    def waits_for(self, identity: bytes) -> bool:
        """Whether strangers are welcome in this room, this one too, and would find a seat."""
        state, most = self.room.state, self.room.book.rules.ruleset.seats_max
        is_open = self.door.public and not self.door.locked and identity not in self._banned and not state.invited
        return is_open and state.phase is Phase.LOBBY and len(state.taken) < most

    def deserted_for(self, now: float) -> float:
        """For how many seconds nobody has followed."""
        return 0.0 if len(self._followers) else now - self._deserted_at

    def _stir(self) -> None:
        """Have the task look who is there; with a full line it is awake anyway."""
        self._is_stirred = True
        with suppress(trio.WouldBlock):
            self._asks.send_nowait(Asked(b"", None, now_ms()))

    def _entered(self, identity: bytes) -> Entered:
        length = self._gallery.sent(identity) or self._may_see(identity)
        return Entered(game=self.room.game, length=length, room=self.code)

    def _after(self, head: HeadHeld | None) -> int:
        """The index after the head that a reader holds."""
        if head is None or head[0] != self.room.game:
            return 0
        _, index, held = head
        if index >= len(self.room.book) or self.room.book.hashes[index] != held:
            raise RolledBack(f"the log of room {self.code} does not hold entry {index} as you know it")
        return index + 1

    # The task

    async def run(self) -> NoReturn:
        """Serve the room until cancelled, whatever happens."""
        while True:
            try:
                await self._serve()
            except StoreError as trouble:
                is_told = isinstance(trouble, StoreUnavailable)  # by the store, once for all rooms
                told = {"game": tag(self.room.game), "reason": str(trouble)}
                log.log(logging.DEBUG if is_told else logging.WARNING, "game waits for the store", extra=told)
                self._tell_waiting()
            except Exception:
                log.exception("game failed and is read again", extra={"game": tag(self.room.game)})
                self._asked = None
            self._is_stale = True
            await trio.sleep(self._pause)
            self._pause = min(2 * self._pause, LAST_PAUSE)

    async def _serve(self) -> NoReturn:
        if self._is_stale:
            await self._reload()
        while True:
            await self._greet()
            if self._wants_again and self.room.state.phase is Phase.SEALED:
                await self._play_again()
                continue
            self._asked = self._asked or await self._next()
            if self._asked and not self._is_due_before(self._asked):
                await self._handle(self._asked)
                if self._asked.done is not None:
                    self._asked.done.set()
                self._asked = None
            else:
                await self._wake()
            self._pause = FIRST_PAUSE

    async def _reload(self) -> None:
        """Read the room from the store again, and tell its readers what they have not heard."""
        game, known = self.room.game, len(self.room.book)
        raws = await self._store.read(game)
        self.room = self.room.loaded(raws, now_ms(), wall_ms())
        self._is_stale, self._is_stirred = False, True
        for batch in batches(raws[known:]):
            self._tell_new(batch, known)
            known += len(batch.entries)

    async def _next(self) -> Asked | None:
        """The next wish, or None when the room's deadline has passed; one that came within its last ms goes first."""
        deadline = self._next_deadline()
        if deadline is None:
            return await self._inbox.receive()
        with suppress(trio.WouldBlock):
            return self._inbox.receive_nowait()
        with trio.move_on_at((deadline + 1) / 1000):
            return await self._inbox.receive()
        with suppress(trio.WouldBlock):
            return self._inbox.receive_nowait()
        return None

    def _is_due_before(self, asked: Asked) -> bool:
        """Whether the room had something to do before this came, which counts by the time of its receipt."""
        deadline = self.room.next_deadline()
        return deadline is not None and deadline < asked.now

    async def _greet(self) -> None:
        """Let the room know who came and who went, and bring newcomers up to date; most times nobody did."""
        if not self._is_stirred and self._seats is self.room.state.seats:
            return
        self._is_stirred, self._seats = False, self.room.state.seats
        following = {identity for identity, _ in self._followers}
        for identity in self.room.present - following:
            self.room.departed(identity, now_ms())
        for identity in following - self.room.present:
            await self._write(self.room.arrived(identity, now_ms()))
        self._tell_presence()

    def _next_deadline(self) -> int | None:
        coming = (self.room.next_deadline(), self._gallery.next_at(self.room, self.door.watch))
        return min((at for at in coming if at is not None), default=None)

    async def _wake(self) -> None:
        """Do what is due; the clock may have been woken by less than a ms too early."""
        now = max(now_ms(), self._next_deadline() or 0)
        self._show_gallery(now)
        due = self.room.next_deadline()
        draft = self.room.wake(now)
        assert draft or due is None or due > now, "a woken room does what is due"
        await self._write(draft)

    async def _handle(self, asked: Asked) -> None:
        identity, now, room = asked.identity, asked.now, self.room
        if identity in self._banned:
            return
        match asked.wish:
            case Command(body=body, sig=sig):
                is_locked = (self.door.locked and identity not in self._members) or self._awaits_other(identity)
                outcome = room.command(identity, body, sig, now, is_locked=is_locked)
                self._count(outcome)
                if isinstance(outcome, Draft):
                    await self._obey(outcome, identity)
                elif outcome.open:
                    self._tell_one(identity, frame(pack(_answer(outcome))))
                else:
                    self._tell_one(identity, self._private(identity, _answer(outcome)))
            case Reveal() as reveal:
                await self._write(room.reveal(identity, reveal, now))
            case Enter() if identity in room.present:
                await self._write(room.arrived(identity, now))
            case Seen() | Emote() as shown:
                self._show(identity, shown)
            case Again():
                self._note_again(identity)
            case Door() as door:
                await self._set_door(identity, door)
            case _:
                pass

    def _awaits_other(self, identity: bytes) -> bool:
        """Whether an organiser has prepared this room, not this one, and has not said yet whose the seats are."""
        prepared = self._kept.prepared
        return prepared is not None and prepared.organiser != identity and not self.room.state.invited

    async def _obey(self, draft: Draft, sender: bytes) -> None:
        """Write a command's entry; who loses its seat by it is put out, and does not come back."""
        out = unseated(self.room.state, draft) - {sender}
        if out:
            self._banned = (*self._banned, *out - {*self._banned})[-MOST_BANNED:]
            await self._save_record(self.room.game)  # first: once the entry is written nobody asks for it again
        await self._write(draft, sender)
        for reader in filter(None, map(self._followers.get, out)):
            reader.end(1000, Error("kicked", SHUT["kicked"]))

    async def _set_door(self, identity: bytes, door: Door) -> None:
        if not self._is_host(identity):
            self._tell_one(identity, frame(pack(Error("not-host", "the host says who may come in"))))
            return
        state = self.room.state
        within = {*state.invited, *(state.contributor_at(number).identity for number in contributors(state))}
        self.door = door
        self._members = self._members | within if door.locked else frozenset[bytes]()
        await self._save_record(self.room.game)
        self._tell(door)
        self._show_gallery(now_ms())

    async def _save_record(self, game: bytes) -> None:
        members = tuple(sorted(self._members))
        self._kept = replace(self._kept, game=game, door=self.door, banned=self._banned, members=members)
        await self._store.save_room(self.code, record(self._kept))

    async def _write(self, draft: Draft | None, sender: bytes | None = None) -> None:
        """Make an entry durable, adopt it, and tell everybody."""
        if draft is None:
            return
        await self._store.append(draft.game, draft.index, draft.raw)
        if self._is_waiting:
            self._is_waiting = False
            for identity, reader in self._followers:
                reader.push(frame(pack(self._entered(identity))))
        outcome = self.room.commit(draft)
        beside = self._prompts()
        if outcome and sender:
            beside[sender] = self._private(sender, _answer(outcome)) + beside.get(sender, b"")
        self._tell_new(Entries((draft.raw,)), draft.index, beside)

    def _show(self, identity: bytes, shown: Seen | Emote) -> None:
        if isinstance(shown, Seen):
            self._pass_on(identity, shown.entry)
        else:
            self._emote(identity, shown.what)

    def _pass_on(self, identity: bytes, entry: bytes) -> None:
        """Show the others an entry that one of them holds, if this table signed it; a fork is for them to find too."""
        book = self.room.book
        if entry not in book.raws(max(0, len(book) - RECENT)):
            index = signed_index(book.gid, book.table, entry)
            if index is None:
                return
            fork = fork_with(book, index, entry) if index < len(book) else None
            if fork:
                log.error("fork shown", extra={"game": tag(self.room.game), "reason": fork.words})
        shown = frame(pack(Seen(entry)))
        for other, reader in self._followers:
            if other != identity and other not in self._gallery:
                reader.push(shown)

    def _emote(self, identity: bytes, what: Emotion) -> None:
        """Show all what a player shows, but those who see the game later; it is kept nowhere."""
        seat = seat_of(self.room.state, identity=identity)
        if seat is None or self.room.state.seat_at(seat).gone:
            self._tell_one(identity, frame(pack(Error("not-seated", "only players send emotes"))))
            return
        shown = frame(pack(Emoted(seat, what)))
        for other, reader in self._followers:
            if reader.version >= EMOTES_SINCE and other not in self._gallery:
                reader.push(shown)

    # A rematch

    def _note_again(self, identity: bytes) -> None:
        state = self.room.state
        if state.phase not in ENDED or state.result is None:
            refused = Error("not-over", "a rematch begins after the end")
        elif state.invited:
            refused = Error("directed", "a game that an organiser directs has no rematch")
        elif not self._is_host(identity):
            refused = Error("not-host", "the host begins a rematch")
        else:
            self._wants_again = True
            return
        self._tell_one(identity, frame(pack(refused)))

    def _is_host(self, identity: bytes) -> bool:
        """Whether this identity hosts; any player does where nobody hosts or, after the end, where the host is gone.

        But where the game is directed.
        """
        state = self.room.state
        if state.invited:
            return contributor_of(state, identity=identity) == state.host
        seat, host = seat_of(state, identity=identity), state.host
        is_hosted = host is not None and (state.phase not in ENDED or host in self.room.online())
        return seat is not None and (seat == host or not is_hosted)

    async def _play_again(self) -> None:
        """Begin a new log in this room, once the old one is sealed."""
        while self._gallery:
            self._show_gallery(now_ms())
        room, raws = self.room.again(secrets.token_bytes(32), now_ms(), wall_ms())
        await self._store.append(room.game, 0, *raws)
        await self._save_record(room.game)
        self.room = room
        self._wants_again = False
        self._tell(Entered(room.game, len(raws), self.code))
        self._tell(Entries(tuple(raws)))

    # Telling

    def _count(self, outcome: Draft | Outcome) -> None:
        if isinstance(outcome, Outcome) and outcome.code:
            self._metrics.refusals.labels(outcome.code).inc()

    def _tell_waiting(self) -> None:
        """Say that the game waits for the store, once, and not for a hiccup; `entered` says that it goes on."""
        if self._pause > FIRST_PAUSE and not self._is_waiting:
            self._is_waiting = True
            self._tell(Error("unavailable", "the server can store nothing now: the game waits and goes on by itself"))

    def _tell(self, message: Message, beside: dict[bytes, bytes] | None = None) -> None:
        """Send one frame to all, and to some what is meant for them alone in the same write."""
        shared = frame(pack(message))
        for identity, reader in self._followers:
            own = beside.get(identity) if beside else None
            reader.push(shared + own if own else shared)

    def _tell_new(self, entries: Entries, index: int, beside: dict[bytes, bytes] | None = None) -> None:
        """Send the entries from this index on to all who may see them; to the others what they may see by now."""
        if self.door.watch == "live" and not self._gallery:
            self._tell(entries, beside)
            return
        now = now_ms()
        self._gallery.hold(self.room, self.door.watch, (identity for identity, _ in self._followers), index, now)
        shared = frame(pack(entries))
        for identity, reader in self._followers:
            told = (b"" if identity in self._gallery else shared) + (beside or {}).get(identity, b"")
            if told:
                reader.push(told)
        self._show_gallery(now)

    def _show_gallery(self, now: int) -> None:
        """Send those who are kept behind the next of what they may see by now."""
        for identity, batch in self._gallery.due(self.room, self.door.watch, now):
            self._tell_one(identity, frame(pack(batch)))

    def _tell_one(self, identity: bytes, frames: bytes) -> None:
        if reader := self._followers.get(identity):
            reader.push(frames)

    def _tell_presence(self) -> None:
        """Say who is there when it has changed, to newcomers always, with what they may do."""
        presence = Presence(online=tuple(self.room.online()), spectators=self.room.spectators())
        is_new = presence != self._presence
        if not (is_new or self._strangers):
            return
        prompts = self._prompts()
        shared, door = frame(pack(presence)), frame(pack(self.door))
        for identity, reader in self._followers:
            if reader in self._strangers:
                reader.push(door + shared + prompts.get(identity, b""))
            elif is_new:
                reader.push(shared)
        self._presence = presence
        self._strangers.clear()

    def _prompts(self) -> dict[bytes, bytes]:
        """A frame for the identity of each seat that gets a prompt now and listens."""
        seats = ((seat, self.room.state.seat_at(seat).identity) for seat in self.room.prompted())
        return {
            identity: self._private(identity, self._prompt(seat))
            for seat, identity in seats
            if self._followers.get(identity)
        }

    def _prompt(self, seat: int) -> Prompt:
        return Prompt(**msgspec.structs.asdict(self.room.choices(seat)), ms_left=self.room.ms_left(now_ms()))

    def _private(self, identity: bytes, message: Message) -> bytes:
        """The frame of a message for one identity, sealed if it holds a seat."""
        seat = seat_of(self.room.state, identity=identity)
        if seat is not None:
            sealed = self.room.note(seat, pack(message), secrets.token_bytes(NONCE_SIZE))
            message = Note(sealed) if sealed else message
        return frame(pack(message))


def _answer(outcome: Outcome) -> Answer:
    refusal = outcome.code and Refused(outcome.code, outcome.counter, brief(outcome.detail), outcome.step)
    return Answer(id=outcome.id, index=outcome.index, refusal=refusal or None)
