"""Clauses of a client: what it believes, where it stops, and that it goes on where it may."""

from __future__ import annotations

import secrets
from typing import Any

from msgspec.structs import replace

from ono_cli.conformance.clauses import expect
from ono_cli.conformance.stage import CLIENT, SILENCE, Left, Stage, Stages
from ono_core.fair.shuffles import context
from ono_core.game.state import seat_of
from ono_core.log.codec import packed
from ono_core.log.entries import entry_hash, pair_bytes, read_pair
from ono_net.messages import Entries, Error, Hello, Note, Ping, Pong, Prove, Seen, Welcome, pack


async def _welcomed(stage: Stage, hello: Hello, **other: Any) -> None:
    """Answer a hello with a welcome in which something is wrong; the client must go without proving itself."""
    [welcome] = stage.session.receive(pack(hello)).replies
    assert isinstance(welcome, Welcome), "a hello is welcomed"
    try:
        await stage.say(replace(welcome, **other))
        expect(await stage.until(Prove, SILENCE) is None, "the client proves itself to a table that has not")
    except Left:
        return
    await stage.leaves("the table is not proven")


@CLIENT.clause("C1.1", "To a `welcome` whose proof is not good for host and nonces a client says no more, and leaves")
async def unproven_table(stages: Stages) -> None:
    """A proof for another host."""
    async with stages.next() as stage:
        hello = await stage.greeted()
        await _welcomed(stage, hello, proof=secrets.token_bytes(64))


@CLIENT.clause("C1.2", "To a `welcome` with a version that it has not named a client says no more, and leaves")
async def unnamed_version(stages: Stages) -> None:
    """A version that nobody has."""
    async with stages.next() as stage:
        hello = await stage.greeted()
        await _welcomed(stage, hello, version=2**31)


@CLIENT.clause(
    "C1.3", "A client begins with `hello`, with another nonce on each connection, and proves itself for this one"
)
async def handshake(stages: Stages) -> None:
    """Two connections, two nonces."""
    async with stages.next() as stage:
        first = await stage.greeted()
    async with stages.next() as stage:
        second = await stage.greeted()
        expect(first.nonce != second.nonce, "the same nonce came on two connections")
    async with stages.next() as stage:
        await stage.shaken()


@CLIENT.clause("C1.4", "An unknown kind of message ends the connection")
async def unknown_kind(stages: Stages) -> None:
    """A kind of no version."""
    async with stages.next() as stage:
        await stage.entered()
        await stage.say(packed(["shout", {}]))
        await stage.leaves("after a kind that it cannot know")


@CLIENT.clause("C1.5", "Bytes that are not the one spelling of a message end the connection")
async def other_spelling(stages: Stages) -> None:
    """A longer integer."""
    async with stages.next() as stage:
        await stage.entered()
        await stage.say(packed(["ping", {"n": 1}])[:-1] + b"\xcc\x01")
        await stage.leaves("after a spelling that is not canonical")


@CLIENT.clause("C1.6", "`ping` is answered by `pong` with the same n")
async def ping(stages: Stages) -> None:
    """Once in a room."""
    async with stages.next() as stage:
        await stage.entered()
        await stage.say(Ping(77))
        pong = await stage.until(Pong)
        expect(pong == Pong(77), f"pong with n 77 expected, got {pong}")


@CLIENT.clause("C3.1", "The seed for a shuffle is sent at once: that link of the chain, for that context, and once")
async def gives_its_seed(stages: Stages) -> None:
    """In good faith to the cut."""
    async with stages.next() as stage:
        await stage.seated()
        start = stage.start()
        seed = await stage.a_seed(start)
        seat = seat_of(stage.room.state, identity=stage.client)
        assert seat is not None, "the client sits"
        ctx = context(stage.room.game, 1, entry_hash(read_pair(start)))
        expect((seed.k, seed.index, seed.ctx) == (1, 1, ctx), "k 1, index 1 and the context of that entry expected")
        expect(stage.room.proofs.link_holds(1, seat, seed.index, seed.value), "a link of its chain expected")
        expect(await stage.seed(SILENCE) is None, "the seed came twice")


@CLIENT.clause("C3.2", "No second seed is given for one shuffle, whatever the table says began it")
async def one_context(stages: Stages) -> None:
    """The start, and another one in its place."""
    async with stages.next() as stage:
        await stage.seated()
        start = stage.start()
        await stage.a_seed(start)
        await stage.no_seed(stage.bent(start, _later))


@CLIENT.clause("C5.1", "An error that leaves the connection open, of a code it does not know too, stops no client")
async def unknown_error(stages: Stages) -> None:
    """The game goes on after it."""
    async with stages.next() as stage:
        await stage.seated()
        await stage.say(Error("weather", "it rains"))
        await stage.a_seed(stage.start())


@CLIENT.clause("C6.1", "A note that does not open is passed over")
async def spoiled_note(stages: Stages) -> None:
    """Noise of a prompt's size."""
    async with stages.next() as stage:
        await stage.seated()
        await stage.say(Note(secrets.token_bytes(1052)))
        await stage.a_seed(stage.start())


def _later(body: list[Any]) -> None:
    """Another clock."""
    body[2] += 1


def _other_chain(body: list[Any]) -> None:
    """Another previous entry."""
    body[1] = bytes(32)


def _other_state(body: list[Any]) -> None:
    """The digest of another state."""
    body[6] = bytes(16)


def _other_link(body: list[Any]) -> None:
    """Another link of the client's chain than it has shown."""
    links = next(fields["from"] for kind, fields in body[5] if kind == "commitments")
    links[-1][2] = bytes(32)


def _new_note(body: list[Any]) -> None:
    """A note of a later version."""
    body[4].append(["note-weather", {"rain": True}])


def _new_event(body: list[Any]) -> None:
    """An event of a later version."""
    body[4].append(["weather-changed", {"rain": True}])


for _number, _words, _change in (
    ("C8.1", "After an entry that does not name the one before a client plays no further", _other_chain),
    ("C8.2", "After an entry whose digest is not that of the state a client plays no further", _other_state),
    ("C8.3", "After commitments that name another link of its chain a client gives no seed", _other_link),
    ("C10.1", "An event of an unknown kind that is no note stops a client, which needs a newer program", _new_event),
):

    async def _stops(stages: Stages, change: Any = _change) -> None:
        """The entry that starts the game is bent so."""
        async with stages.next() as stage:
            await stage.seated()
            await stage.no_seed(stage.bent(stage.start(), change))

    CLIENT.add(_number, _words, _stops)


@CLIENT.clause("C8.4", "After an entry that the table has not signed a client plays no further")
async def unsigned(stages: Stages) -> None:
    """The start, with another signature."""
    async with stages.next() as stage:
        await stage.seated()
        pair = read_pair(stage.start())
        await stage.no_seed(pair_bytes(replace(pair, sig=bytes(64))))


@CLIENT.clause("C8.5", "After an entry that comes a second time a client plays no further")
async def twice(stages: Stages) -> None:
    """The last one, then the start."""
    async with stages.next() as stage:
        await stage.seated()
        last = stage.room.book.raws()[-1]
        start = stage.start()
        try:
            await stage.say(Entries((last,)))
            await stage.no_seed(start)
        except Left:
            return


@CLIENT.clause(
    "C8.6", "After `seen` shows another entry that the table has signed, in place of one held, it plays no further"
)
async def fork(stages: Stages) -> None:
    """The last entry a moment later."""
    async with stages.next() as stage:
        await stage.seated()
        other = stage.bent(stage.room.book.raws()[-1], _later)
        start = stage.start()
        try:
            await stage.say(Seen(other))
            await stage.no_seed(start)
        except Left:
            return


@CLIENT.clause("C10.2", "An event of an unknown kind that begins with `note-` is skipped")
async def new_note(stages: Stages) -> None:
    """The game goes on after it."""
    async with stages.next() as stage:
        await stage.seated()
        await stage.a_seed(stage.bent(stage.start(), _new_note))
