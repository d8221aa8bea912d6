"""Clauses of the log as it is sent: every entry is valid, and comes once."""

from __future__ import annotations

from ono_cli.conformance.clauses import Broken, expect
from ono_cli.conformance.ground import SERVER, Ground
from ono_cli.conformance.wire import BadLog, Someone, Wire, entered
from ono_core.game.commands import AddBot, Unseat
from ono_core.log.forks import signed_index
from ono_net.messages import BATCH, Enter, Entered, Entries, HeadHeld, Presence, Replaced, Seen

LOG = "1.20"
"""The clause that is broken where a log is not valid."""


@SERVER.clause(LOG, "Every entry is valid: form, chain, clock, digest, certificates, papers and the table's signature")
async def valid(ground: Ground) -> None:
    """A lobby's log and a whole game's are followed from their start, and the entries' batches have their size."""
    try:
        async with ground.hosting() as host:
            _check_batches(host.wire)
        story = await ground.story()
    except BadLog as bad:
        raise Broken(str(bad)) from None
    if story.bad_log:
        raise Broken(story.bad_log)


def _check_batches(wire: Wire) -> None:
    """No message has more than it may, but for one larger entry."""
    for message in wire.heard:
        if isinstance(message, Entries) and len(message.entries) > 1:
            size = sum(map(len, message.entries))
            expect(size <= BATCH, f"at most {BATCH} bytes of entries in a message expected, got {size}")


def _head(someone: Someone, back: int) -> HeadHeld:
    """The head that one would hold who had heard that many entries less."""
    book = someone.player.book
    index = len(book) - 1 - back
    return book.gid, index, book.hashes[index]


@SERVER.clause("1.21", "Who enters with a head gets exactly what follows it; with one of another game, the whole log")
async def from_a_head(ground: Ground) -> None:
    """The newest head, the one before, and one of another game."""
    async with ground.hosting() as host:
        raws = host.player.book.raws()
        heads = [(_head(host, 0), len(raws)), (_head(host, 1), len(raws) - 1), ((bytes(32), 0, bytes(32)), 0)]
        for held, start in heads:
            async with ground.proven() as wire:
                told, got = await entered(wire, Enter(head=held, room=host.room))
            expect(told.length == len(raws), f"length {len(raws)} expected, got {told.length}")
            expect(got == raws[start:], f"{len(raws) - start} entries after the head expected, got {len(got)}")


@SERVER.clause("5.1", "A head that is not in the log is answered by `log-rolled-back`, and the connection stays")
async def unknown_head(ground: Ground) -> None:
    """One too new, and another entry in its place."""
    async with ground.hosting() as host:
        gid, index, _ = _head(host, 0)
        for held in ((gid, index + 5, bytes(32)), (gid, index, bytes(32))):
            async with ground.proven() as wire:
                await wire.say(Enter(head=held, room=host.room))
                await wire.error("log-rolled-back")
                await wire.lives()


@SERVER.clause(
    "2.1", "The newest connection of an identity wins: the older one is told `replaced` and closed with 1000"
)
async def newest_wins(ground: Ground) -> None:
    """The host comes a second time."""
    async with ground.hosting() as host, ground.hosting() as again:
        await host.wire.until(Replaced)
        code = await host.wire.closing()
        expect(code == 1000, f"close code 1000 expected, got {code}")
        await again.wire.lives()


@SERVER.clause(
    "2.2", "`enter` on a connection that follows the room already is answered by `entered`, and no entry again"
)
async def enters_again(ground: Ground) -> None:
    """Twice on one connection."""
    async with ground.proven() as wire:
        room = await ground.room()
        await entered(wire, Enter(head=None, room=room))
        heard = len(wire.heard)
        await wire.say(Enter(head=None, room=room))
        await wire.until(Entered)
        await wire.until(Presence)
        came = [message for message in wire.heard[heard:] if isinstance(message, Entries)]
        expect(not came, "entries came a second time")


@SERVER.clause("2.3", "`presence` says which seats are connected, to newcomers and to all when it changes")
async def presence(ground: Ground) -> None:
    """The host is there, goes, and comes back."""
    async with ground.someone("Wanda", await ground.room()) as guest:
        async with ground.hosting() as host:
            seat = host.player.seat
            await guest.until(lambda it: seat in it.guest.presence.online)
        await guest.until(lambda it: seat not in it.guest.presence.online)


@SERVER.clause(
    "8.1", "`seen` is passed on to the others as it came if the table has signed the entry, and else to nobody"
)
async def seen(ground: Ground) -> None:
    """The newest entry, after one that nobody signed."""
    async with ground.hosting() as host, ground.someone("Wanda", host.room) as guest:
        raw = host.player.book.raws()[-1]
        await guest.wire.say(Seen(raw[:-1] + bytes([raw[-1] ^ 1])))
        await guest.wire.say(Seen(raw))
        shown = await host.wire.until(Seen)
        signed = signed_index(host.player.book.gid, host.player.book.table, shown.entry)
        expect(signed is not None, "an entry that the table has not signed was passed on")


@SERVER.clause("1.22", "All who follow a room get the same bytes of each entry, in the same order")
async def same_for_all(ground: Ground) -> None:
    """Two who follow while a computer player comes and goes."""
    async with ground.hosting() as host, ground.someone("Wanda", host.room) as guest:
        seat = await host.act(AddBot("easy", None))
        await host.act(Unseat(len(host.player.state.seats) - 1))
        await guest.until(lambda it: len(it.player.book) >= seat + 2)
        expect(guest.player.book.raws() == host.player.book.raws(), "two logs of one game differ")
