"""What every store promises, tried on each of them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio
import trio.testing

from ono_net.metrics import Metrics
from ono_net.store import Conflict, Store
from ono_net.store.measured import MeasuredStore
from ono_net.store.memory import MemoryStore
from ono_net.store.sqlite import open_sqlite

GAME = bytes(range(32))
OTHER = bytes(32)


@pytest.fixture(params=["memory", "sqlite", "measured"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """A new store of each kind."""
    if request.param == "memory":
        yield MemoryStore()
    elif request.param == "measured":
        yield MeasuredStore(MemoryStore(), Metrics())
    else:
        async with open_sqlite(tmp_path / "ono.db") as sqlite:
            yield sqlite


async def test_unknown_game(store: Store) -> None:
    """A game nobody has written has no entries and no head."""
    assert await store.read(GAME) == []
    assert await store.head(GAME) is None


async def test_read_what_was_appended(store: Store) -> None:
    """Entries come back byte for byte, in order, from any index on, each game by itself."""
    raws = [b"", b"\x00\xff" * 30_000, "ö".encode(), *(bytes([n]) for n in range(9))]
    for index, raw in enumerate(raws):
        await store.append(GAME, index, raw)
        await store.append(OTHER, index, raw[::-1])
    assert await store.read(GAME) == raws
    assert await store.read(OTHER, 1) == [raw[::-1] for raw in raws[1:]]
    assert await store.read(GAME, len(raws)) == []
    assert await store.read(GAME, len(raws) + 5) == []
    assert await store.head(GAME) == len(raws) - 1


@pytest.mark.parametrize("index", [-1, 0, 1, 3, 2**40])
async def test_only_the_next_index(store: Store, index: int) -> None:
    """A repeated, left out or impossible index is a conflict, and changes nothing."""
    await store.append(GAME, 0, b"a", b"b")
    with pytest.raises(Conflict) as conflict:
        await store.append(GAME, index, b"c")
    assert (conflict.value.game, conflict.value.index, conflict.value.wanted) == (GAME, index, 2)
    assert await store.read(GAME) == [b"a", b"b"]


async def test_first_index_is_zero(store: Store) -> None:
    """A log starts at index 0 only, and a refused start leaves no game behind."""
    with pytest.raises(Conflict):
        await store.append(GAME, 1, b"b")
    assert await store.head(GAME) is None


async def test_several_entries_are_all_or_none(store: Store) -> None:
    """Entries appended together are one write: all are there, or none."""
    await store.append(GAME, 0, b"genesis", b"dealer-seated")
    await store.append(GAME, 2, b"c", b"d", b"e")
    with pytest.raises(Conflict):
        await store.append(GAME, 4, b"e", b"f")
    assert await store.read(GAME) == [b"genesis", b"dealer-seated", b"c", b"d", b"e"]


async def test_what_was_read_is_a_copy(store: Store) -> None:
    """Changing a list that was read changes nothing stored."""
    await store.append(GAME, 0, b"a")
    (await store.read(GAME)).clear()
    (await store.rooms())["ABCD"] = b"x"
    assert await store.read(GAME) == [b"a"]
    assert await store.rooms() == {}


async def test_rooms(store: Store) -> None:
    """A room's record is kept under its code until it is replaced, or its room is retired."""
    await store.save_room("ABCD", b"one")
    await store.save_room("EFGH", b"two")
    await store.save_room("ABCD", b"three")
    assert await store.rooms() == {"ABCD": b"three", "EFGH": b"two"}
    await store.retire_room("ABCD", 5)
    await store.retire_room("never", 9)
    assert await store.rooms() == {"EFGH": b"two"}


async def test_codes_of_closed_rooms(store: Store) -> None:
    """The code of a closed room is known by when it was closed, the last time if it was more than once."""
    for code, when in (("ABCD", 5), ("EFGH", 7), ("ABCD", 9)):
        await store.save_room(code, b"record")
        await store.retire_room(code, when)
    assert await store.rooms() == {}
    assert await store.retired(0) == {"ABCD", "EFGH"}
    assert await store.retired(8) == {"ABCD"}
    assert await store.retired(10) == set()


async def test_a_probe_leaves_no_trace(store: Store) -> None:
    """Whether the store can write may be asked at any time."""
    await store.append(GAME, 0, b"a")
    await store.probe()
    assert await store.read(GAME) == [b"a"]
    assert await store.rooms() == {}
    assert await store.retired(0) == set()


async def test_one_of_two_racing_appends_wins(store: Store) -> None:
    """Of many who append at the same index exactly one succeeds; the others get a conflict."""
    winners: list[int] = []

    async def race(racer: int) -> None:
        try:
            await store.append(GAME, 0, bytes([racer]))
        except Conflict:
            return
        winners.append(racer)

    async with trio.open_nursery() as nursery:
        for racer in range(20):
            nursery.start_soon(race, racer)
    [winner] = winners
    assert await store.read(GAME) == [bytes([winner])]


async def test_many_games_at_once(store: Store) -> None:
    """Games written at the same time do not disturb each other."""
    games = [bytes([n]) * 32 for n in range(40)]

    async def play(game: bytes) -> None:
        for index in range(10):
            await store.append(game, index, game + bytes([index]))

    async with trio.open_nursery() as nursery:
        for game in games:
            nursery.start_soon(play, game)
    for game in games:
        assert await store.read(game) == [game + bytes([index]) for index in range(10)]


async def test_cancelled_appender_knows_the_outcome(store: Store) -> None:
    """An append that is cancelled while it waits finishes all the same, and its caller learns so."""
    outcomes: list[str] = []

    async def append(game: bytes) -> None:
        await store.append(game, 0, b"a")
        outcomes.append("durable")
        await trio.lowlevel.checkpoint()
        outcomes.append("not reached")

    async with trio.open_nursery() as nursery:
        for n in range(5):
            nursery.start_soon(append, bytes([n]) * 32)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert outcomes.count("durable") == 5
    assert [await store.head(bytes([n]) * 32) for n in range(5)] == [0] * 5


async def test_cancelled_before_it_began(store: Store) -> None:
    """An append in a scope that is already cancelled is no exception: it ends durable."""
    with trio.CancelScope() as scope:
        scope.cancel()
        await store.append(GAME, 0, b"a")
        await store.save_room("ABCD", b"one")
    assert await store.read(GAME) == [b"a"]
    assert await store.rooms() == {"ABCD": b"one"}
