"""One identity in one room as a value machine: messages from the table in, messages to it out.

It follows the log through a Player, does at once what a player's program owes the table (reveals, the signature
under the end), and keeps what it asked until it is answered, so that nothing is lost with a connection.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from ono_core.game.choices import Choices
from ono_core.game.commands import Act
from ono_core.game.events import Event
from ono_core.game.state import Phase
from ono_core.log.book import Book
from ono_core.log.entries import Signed, command_id, pair_bytes
from ono_core.log.faults import LogFault
from ono_core.log.forks import check_same
from ono_net.lobby import PRIVATE
from ono_net.messages import (
    Answer,
    Command,
    Create,
    Door,
    Emoted,
    Enter,
    Entered,
    Entries,
    Error,
    FromClient,
    FromTable,
    HeadHeld,
    Note,
    Prepare,
    Presence,
    Prompt,
    Seen,
    from_table,
)
from ono_net.player import Player

_PAUSES = frozenset({Phase.ROUND_OVER, Phase.OVER})


class News(Struct, frozen=True):
    """What a message from the table led to: what to send back, and what a person wants to hear of."""

    replies: tuple[FromClient, ...] = ()
    events: tuple[Event, ...] = ()
    answer: Answer | None = None
    error: Error | None = None
    emoted: Emoted | None = None


def choices_of(prompt: Prompt) -> Choices:
    """What a prompt offers, without the time."""
    return Choices(*(getattr(prompt, name) for name in Choices.__struct_fields__))


class Guest:
    """A room as one identity sees it; `player` is None until the room was entered."""

    def __init__(
        self,
        secret: bytes,
        room: str | None,
        options: Mapping[str, Any] | None = None,
        *,
        first: Create | Prepare | None = None,
    ) -> None:
        """Enter `room`, or without one say `first`: where that is not named, open a new room with `options`."""
        self.room = room
        self.player: Player | None = None
        self.presence = Presence((), 0)
        self.door = PRIVATE
        self.prompt: Prompt | None = None
        self._secret = secret
        self._first = first or Create(dict(options or {}))
        self._length = 0
        self._asked: dict[bytes, Command] = {}
        self._revealed = 0
        self._has_cosigned = False
        self._re_anchored = 0
        self._shown: tuple[int, bool] | None = None
        """At which end or beginning of a round the newest entry was last shown to the others."""
        self._held: Sequence[Signed] = ()
        """The log as it was, where the table says that its own is another."""

    def opening(self) -> list[FromClient]:
        """What to send first on each connection: enter after the head that is held."""
        self._revealed, self._shown = 0, None
        return [self._first if self.room is None else Enter(head=self._head(), room=self.room)]

    @property
    def has_caught_up(self) -> bool:
        """Whether the whole log has come that there was on entering."""
        return self.player is not None and len(self.player.book) >= self._length

    @property
    def choices(self) -> Choices | None:
        """What the seat may do, as the table said last; None where it has said nothing since the game went on."""
        return None if self.prompt is None else choices_of(self.prompt)

    def act(self, act: Act) -> Command:
        """The act as a signed command to send; its answer comes as news."""
        assert self.player is not None, "a room was entered"
        signed = self.player.signed(act)
        command = Command(body=signed.body, sig=signed.sig)
        self._asked[command_id(self.player.keys.gid, signed.body)] = command
        return command

    def receive(self, message: FromTable) -> News:
        """What follows from a message; LogFault if the log is not valid, NeedsNewer if it cannot be read."""
        match message:
            case Entered():
                return self._enter(message)
            case Entries(entries=entries):
                return self._follow(entries)
            case Note(data=data):
                return self._open(data)
            case Answer():
                self._asked.pop(message.id, None)
                return News(answer=message)
            case Prompt():
                self.prompt = message
            case Presence():
                self.presence = message
            case Door():
                self.door = message
            case Seen(entry=entry) if self.player:
                self.player.check_seen(entry)
            case Emoted() | Error():
                return self._told(message)
            case _:
                pass
        return News()

    def _head(self) -> HeadHeld | None:
        if self.player is None or not len(self.player.book):
            return None
        head = self.player.book.head
        return self.player.keys.gid, head.index, head.hash

    def _enter(self, entered: Entered) -> News:
        self.room, self._length = entered.room, entered.length
        if self.player is None or self.player.keys.gid != entered.game or self._held:
            self.player = Player(self._secret, entered.game)
            self.prompt, self._asked, self._has_cosigned, self._re_anchored = None, {}, False, 0
            self._revealed, self._shown = 0, None
        return News((*self._asked.values(), *self._due(self.player)))

    def _follow(self, entries: tuple[bytes, ...]) -> News:
        player = self.player
        if player is None:
            return News()
        events = [event for raw in entries for event in player.follow(raw)]
        player.check_head()
        self._check_held(player.book)
        if self.prompt and (self.prompt.step != player.state.step or player.state.turn is None):
            self.prompt = None
        return News(self._due(player), tuple(events))

    def _told(self, message: Emoted | Error) -> News:
        if isinstance(message, Emoted):
            return News(emoted=message)
        return News(self._from_the_start(message.code), error=message)

    def _from_the_start(self, code: str) -> tuple[FromClient, ...]:
        """Ask a table that does not know the head held here for its whole log, to see where the two part."""
        if code != "log-rolled-back" or self.player is None or self.room is None or self._held:
            return ()
        self._held = self.player.book.pairs
        return (Enter(head=None, room=self.room),)

    def _check_held(self, book: Book) -> None:
        """Compare the log of a table that does not know the head held here with the log that it gave before."""
        for index, held in enumerate(self._held[: len(book)]):
            check_same(book, index, held)
        if self._held and len(book) >= self._length:
            raise LogFault("log-rolled-back", len(book), f"the table has been set back from {len(self._held)} entries")

    def _open(self, data: bytes) -> News:
        message = self.player.opened_note(data) if self.player else None
        return self.receive(from_table(message)) if message else News()

    def _due(self, player: Player) -> tuple[FromClient, ...]:
        """What this program owes the table now; nothing before it has caught up."""
        if not self.has_caught_up:
            return ()
        due: list[FromClient] = []
        moment = (player.state.round, player.state.phase in _PAUSES)
        if moment != self._shown and len(player.book):
            self._shown = moment
            due.append(Seen(pair_bytes(player.book.pairs[-1])))
        reveal, cosign = player.due_reveal(), player.due_cosign()
        if reveal and reveal.k != self._revealed:
            self._revealed = reveal.k
            due.append(reveal)
        if cosign and not self._has_cosigned:
            self._has_cosigned = True
            due.append(self.act(cosign))
        re_anchor = player.due_re_anchor()
        if re_anchor and re_anchor.base > self._re_anchored:
            self._re_anchored = re_anchor.base
            due.append(self.act(re_anchor))
        return tuple(due)
