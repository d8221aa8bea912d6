"""A witness in a room: what it does by itself, told in a line each, and the logs it keeps."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterable, Callable, Iterator, Sequence

import trio

from ono_cli.fairness import own_part
from ono_cli.home import Home, write_file
from ono_cli.lines import say
from ono_cli.link import Happened, News, Notice, Refused, Renewed
from ono_cli.remote import RemoteTable, remote_table
from ono_cli.stop import Exit, Stop
from ono_core.fair.keys import fingerprint
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import ENDED, Phase, State, contributor_of
from ono_core.game.words import safe
from ono_core.log.file import written
from ono_net.client import Target

_PAUSES = ENDED | {Phase.ROUND_OVER}
"""Phases in which the log is saved once they are come to."""


class WitnessTable(RemoteTable):
    """The link of one who comes to witness."""

    @property
    def has_come(self) -> bool:
        """Whether the log names it as a witness."""
        return self.player.number is not None and self.player.seat is None

    def coming(self, name: str) -> cmd.Act:
        """The act that witnesses."""
        return self.player.witness(name)

    def already(self) -> str | None:
        """What stands in the log of an earlier visit."""
        number = self.player.number
        return None if number is None else _came(number, self.player.state.witnesses[number].name)

    def refused(self, code: str, words: str) -> None:
        """After a game's end one waits for the next; else there is no place for a witness."""
        if code == "already-seated":
            raise Stop(
                Exit.NO_TABLE, "no witness: you play at this table; witness from another data folder: --data DIR"
            )
        if code not in {"wrong-phase", "sealed"}:
            raise Stop(Exit.NO_TABLE, f"no witness: {words}")
        self._report(Notice("This game is over. You witness the next."))

    def shut_out(self, words: str) -> None:
        """Leave with what was seen; who was sent away has read so in the log."""
        if self.has_come:
            self._report(Notice(words))
        self.leave()


async def witness(target: Target, home: Home, name: str) -> None:
    """Witness until a signal comes; Stop where that cannot go on."""
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            stop: list[Callable[[], None]] = [nursery.cancel_scope.cancel]
            nursery.start_soon(heed, signals, stop)
            async with remote_table(target, home, name, WitnessTable) as link:
                stop.append(link.leave)
                home.remember_server(target.url)
                _greet(link)
                await _follow(link, home)
            nursery.cancel_scope.cancel()


async def heed(signals: AsyncIterable[int], stop: Sequence[Callable[[], None]]) -> None:
    """Do the last of these when a signal comes: once at the table one leaves it in order."""
    async for _ in signals:
        stop[-1]()


def _greet(link: RemoteTable) -> None:
    say(f"room {link.room}, table key {fingerprint(link.player.book.table)}")


async def _follow(link: RemoteTable, home: Home) -> None:
    """Tell what happens, and save the log where a round or a game ends, and at last."""
    try:
        async for news in link.news:
            _tell(link, home, news)
    finally:
        _save(link, home)
    say(f"left; log saved: ono audit {home.log_path(link.player.book.gid)}")


def _tell(link: RemoteTable, home: Home, news: News) -> None:
    match news:
        case Happened():
            for line in _told(link, news):
                say(line)
            if news.after.phase in _PAUSES and news.after.phase != news.before.phase:
                _save(link, home)
            if news.after.phase is Phase.SEALED:
                say(f"log saved: ono audit {home.log_path(link.player.book.gid)}")
        case Notice(words):
            say(words)
        case Refused(words):
            say(f"The table says no: {words}.")
        case Renewed():
            say("a rematch begins")
        case _:
            pass


def _save(link: RemoteTable, home: Home) -> None:
    book = link.player.book
    if len(book):
        write_file(home.log_path(book.gid), written(book.raws()))


def _came(number: int, name: str) -> str:
    return f"you are witness {number}, {safe(name)}"


def _told(link: RemoteTable, news: Happened) -> Iterator[str]:
    """What one did oneself, or was done to one."""
    player = link.player
    own = player.keys.identity
    number = contributor_of(news.after, identity=own)
    for event in news.events:
        match event:
            case ev.WitnessCame(identity=identity) if identity == own:
                yield _came(event.witness, event.name)
            case ev.WitnessLeft() if number is None:
                yield from _gone(link, news.before, event.witness)
            case ev.ShuffleClosed(k=k):
                yield from _cut(link, k)
            case ev.RoundBegan():
                yield f"round {event.round} began"
            case ev.RoundEnded():
                yield f"round {news.after.round} ended: the dealer's secret is out, its cards are proven"
            case ev.Cosigned(seat=seat) if seat == number:
                yield f"signed the end: entry {event.index}, {event.hash.hex()}"
            case ev.Sealed():
                head = player.book.head
                yield f"sealed: entry {head.index}, {head.hash.hex()}"
            case _:
                pass


def _gone(link: RemoteTable, before: State, number: int) -> Iterator[str]:
    """Whoever left: if it is oneself, the host may have sent one away, and there is no more to do."""
    left = before.witnesses.get(number)
    if left and left.identity == link.player.keys.identity:
        yield "you witness this game no more"
        link.leave()


def _cut(link: RemoteTable, k: int) -> Iterator[str]:
    """Whether the seed is in a cut."""
    if own := own_part(link.player, k):
        yield f"shuffle {k}: {own}"
