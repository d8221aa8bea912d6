"""Logs made by attackers: an honest game's entries, changed and signed anew from there on.

A table that cheats while the game is played is believed by the players who go on: they sign what they were shown. Who
changes a log afterwards has the commands that stand in it and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar
from unittest.mock import patch

from msgspec.structs import replace

from ono_core.fair.keys import sign
from ono_core.fair.shuffles import Arrangement, arrange
from ono_core.game.commands import Act, Cosign
from ono_core.game.events import Cosigned, Event, Played, RoundEnded, Sealed, ShuffleBegun
from ono_core.game.state import State
from ono_core.log.book import Book
from ono_core.log.desk import Desk
from ono_core.log.entries import (
    ByPlayer,
    Cause,
    Entry,
    SignedAct,
    entry_body,
    final_text,
    pair_bytes,
    read_command,
    sign_command,
    sign_entry,
)
from ono_core.log.faults import LogFault
from ono_core.log.file import written
from ono_core.log.papers import DealerReveal, Paper
from ono_core.log.proofs import Proofs
from ono_net.sim import Simulation
from ono_replay.audit import Report, Verdict
from ono_replay.report import text

P = TypeVar("P", bound=Paper)
E = TypeVar("E", bound=Event)
Change = Callable[[Entry], Entry]


class Game:
    """One simulated game with all its secrets. Player n sits in seat n."""

    def __init__(self, seats: int, keyed: int, seed: int, level: str = "medium", **options: Any) -> None:
        """Play it, by boardflix's rules but for these options."""
        simulation = Simulation({"preset": "boardflix", **options}, seats, seed, 0, keyed, level)
        simulation.played()
        self._take(simulation)

    @classmethod
    def of(cls, simulation: Simulation) -> Game:
        """A game as far as it is played."""
        game = cls.__new__(cls)
        game._take(simulation)
        return game

    def _take(self, simulation: Simulation) -> None:
        self.raws = list(simulation.raws)
        self.data = written(self.raws)
        self.book = Book.of(self.raws)
        self.entries = self.book.entries
        self.table_secret = simulation.room._secret
        self.dealer = simulation.room.dealer
        self.players = simulation.players
        self.states = list(_states(self.raws))

    def before(self, index: int) -> State:
        """The state before an entry."""
        return self.states[index]

    def index(self, wanted: Callable[[Entry], bool], nth: int = 0) -> int:
        """The index of the nth entry that is wanted."""
        return [entry.index for entry in self.entries if wanted(entry)][nth]

    def with_event(self, kind: type[Event], nth: int = 0) -> int:
        """The index of the nth entry with an event of this kind."""
        return self.index(lambda entry: any(isinstance(event, kind) for event in entry.events), nth)

    def shuffles_after_play(self) -> bool:
        """Whether the discards were shuffled again."""
        return any(isinstance(e, ShuffleBegun) for entry in self.entries[12:] for e in entry.events)

    def forged(self, changes: Mapping[int, Change], end: int | None = None) -> bytes:
        """The file, to an entry or the end, with these entries changed as the table plays, and the others playing on.

        Everything after a change is signed anew by whoever signed it.
        """
        return written(self._rewritten(changes, signing=[*range(len(self.players))]).raws()[:end])

    def edited(self, changes: Mapping[int, Change]) -> bytes:
        """The file with these entries changed by the table afterwards: it holds no key but its own."""
        return written(self._rewritten(changes, signing=()).raws())

    def _rewritten(self, changes: Mapping[int, Change], signing: Container[int | None]) -> Book:
        book = Book()
        for old in self.entries:
            again = self._told_anew(old, book) if self._signer(old) in signing else old
            entry = changes.get(old.index, _same)(again)
            checked = book.draft(self.table_secret, entry.clock, entry.cause, entry.events, entry.papers)
            book.add(checked)
        return book

    def _told_anew(self, old: Entry, book: Book) -> Entry:
        return replace(old, cause=self.resigned(old.cause, book), events=self._recosigned(old.events, book))

    def _signer(self, entry: Entry) -> int | None:
        """The player whose command the entry holds."""
        if not isinstance(entry.cause, ByPlayer):
            return None
        said = read_command(entry.cause.body)
        return said.seat if said.seat is not None else self._newcomer(said.act)

    def sealed_without(self, cosigned: int, sealed: int) -> bytes:
        """The file as it would be had a cosignature, the last, never come."""
        book = Book.of(self.raws[:cosigned])
        old, missing = self.entries[sealed], command_of(self.entries[cosigned]).seat
        assert missing is not None, "a seat cosigns"
        signed = tuple(seat for seat in range(len(self.players)) if seat != missing)
        checked = book.draft(self.table_secret, old.clock, old.cause, (Sealed(signed, (missing,)),), ())
        book.add(checked)
        return written(book.raws())

    def ending_in(self, index: int, change: Change) -> bytes:
        """The file up to an entry that is changed without asking whether it can be folded."""
        body = entry_body(change(self.entries[index]))
        pair = sign_entry(self.table_secret, self.book.gid, index, body)
        return written([*self.raws[:index], pair_bytes(pair)])

    def ending_with(self, entry: Entry) -> bytes:
        """The file up to this changed entry, with its digest made anew."""
        book = Book.of(self.raws[: entry.index])
        checked = book.draft(self.table_secret, entry.clock, entry.cause, entry.events, entry.papers)
        return written([*book.raws(), pair_bytes(checked.pair)])

    def resigned(self, cause: Cause, book: Book) -> Cause:
        """A player's command given again on the history of this book."""
        if not isinstance(cause, ByPlayer):
            return cause
        said = read_command(cause.body)
        return self.command(replace(said, seen_hash=book.hashes[said.seen_index], act=self._again(said, book)))

    def command(self, said: SignedAct, by: int | None = None) -> ByPlayer:
        """A command signed by the player of its seat, or by another."""
        signer = by if by is not None else said.seat if said.seat is not None else self._newcomer(said.act)
        signed = sign_command(self.players[signer].keys.session_secret, self.book.gid, said)
        return ByPlayer(signed.body, signed.sig)

    def with_act(self, entry: Entry, **fields: Any) -> ByPlayer:
        """The command of the entry's player with fields of its act changed, signed by that player."""
        command = command_of(entry)
        return self.command(replace(command, act=replace(command.act, **fields)))

    def _newcomer(self, act: Act) -> int:
        return next(n for n, player in enumerate(self.players) if player.keys.session == getattr(act, "session", b""))

    def _again(self, said: SignedAct, book: Book) -> Act:
        if not isinstance(said.act, Cosign) or said.seat is None:
            return said.act
        return self._cosign(said.seat, said.act.index, book)

    def _cosign(self, seat: int, index: int, book: Book) -> Cosign:
        head = book.hashes[index]
        text = final_text(self.book.gid, index, head)
        return Cosign(index, head, sign(self.players[seat].keys.session_secret, text))

    def _recosigned(self, events: tuple[Event, ...], book: Book) -> tuple[Event, ...]:
        return tuple(self._cosigned(event, book) if isinstance(event, Cosigned) else event for event in events)

    def _cosigned(self, event: Cosigned, book: Book) -> Cosigned:
        again = self._cosign(event.seat, event.index, book)
        return Cosigned(event.seat, event.index, again.hash, again.sig)


@cache
def game(seats: int = 3, keyed: int = 2, seed: int = 1, level: str = "medium") -> Game:
    """A game, played once for all tests."""
    return Game(seats, keyed, seed, level)


def _same(entry: Entry) -> Entry:
    return entry


def _states(raws: list[bytes]) -> list[State]:
    book, states = Book(), list[State]()
    for raw in raws:
        states.append(book.state)
        book.add(book.check(raw))
    return states


def command_of(entry: Entry) -> SignedAct:
    """The command of the player who acted in the entry."""
    assert isinstance(entry.cause, ByPlayer), "a player acted"
    return read_command(entry.cause.body)


def of_player(entry: Entry) -> bool:
    """Whether a player played a card in the entry."""
    return isinstance(entry.cause, ByPlayer) and any(isinstance(event, Played) for event in entry.events)


def with_paper(kind: type[P], change: Callable[[P], P | None]) -> Change:
    """The entry with its papers of a kind changed, or without them."""

    def changed(entry: Entry) -> Entry:
        papers = [change(paper) if isinstance(paper, kind) else paper for paper in entry.papers]
        return replace(entry, papers=tuple(paper for paper in papers if paper))

    return changed


def with_event(kind: type[E], **fields: Any) -> Change:
    """The entry with fields of its events of a kind changed."""

    def changed(entry: Entry) -> Entry:
        events = (replace(event, **fields) if isinstance(event, kind) else event for event in entry.events)
        return replace(entry, events=tuple(events))

    return changed


def against(report: Report) -> tuple[str, int | None, str]:
    """Code, index and culprit of the only finding."""
    assert report.verdict is Verdict.NOT_PROVEN, text(report, "forged")
    (finding,) = report.findings
    assert finding.evidence
    return finding.code, finding.index, finding.who


def first(report: Report) -> tuple[str, int | None, str]:
    """Code, index and culprit of the first finding."""
    assert report.verdict is Verdict.NOT_PROVEN, text(report, "forged")
    found = report.findings[0]
    return found.code, found.index, found.who


def unnoticed(seats: int, keyed: int) -> Game:
    """The first game in which a cheat of the table does not show while it is played."""
    for seed in range(100):
        with suppress(LogFault):
            return Game(seats, keyed, seed)
    raise AssertionError("every game shows it")


def with_a_second_card_107() -> Game:
    """A game whose table laid card 107 in the place of card 0 too, and looked away when its secret was to be shown."""

    def stacked(gid: bytes, k: int, value: bytes, cards: list[int]) -> Arrangement:
        return arrange(gid, k, value, [107 if card == 0 else card for card in cards])

    def blind(_proofs: Proofs, desk: Desk, _event: RoundEnded) -> None:
        desk.papers.one(DealerReveal)

    checks: dict[Any, Any] = {**Proofs._CHECKS, RoundEnded: blind}
    with patch("ono_net.dealer.arrange", stacked), patch.object(Proofs, "_CHECKS", checks):
        return unnoticed(2, 1)
