"""One room's task: what is stored is told, what is not is not, whatever the store or a reader does."""

import logging
from collections.abc import Sequence

import pytest
import trio
import trio.testing

from ono_core.game.commands import AddBot, Leave, Start, Unseat
from ono_core.game.events import BotSeated
from ono_core.game.state import Phase
from ono_net.lobby import read_record
from ono_net.messages import Again, Message, Replaced, Seen
from ono_net.outbox import SEND_SECONDS
from ono_net.store import Conflict, OutcomeUnknown, StoreUnavailable
from ono_net.store.memory import MemoryStore
from tests.net.readers import (
    Reader,
    TrickyStore,
    back,
    connected,
    entered,
    going_on,
    hashes,
    served_table,
    settled,
)
from tests.net.seeds import seal
from tests.net.serving import secret_of
from tests.net.table import Table as Played

# Durable first


@pytest.mark.parametrize("fails", ["before", "after"])
@pytest.mark.parametrize("error", [StoreUnavailable("full"), OutcomeUnknown("?"), Conflict(b"", 1, 2)], ids=range(3))
async def test_trouble_with_the_store(fails: str, error: Exception, autojump_clock: trio.testing.MockClock) -> None:
    """Whether the entry was written or not, the command is answered once and stands in the log once."""
    store = TrickyStore()
    async with served_table(store) as table:
        ana, ben = await entered(table, "Ana"), await entered(table, "Ben")
        await ana.sit()
        setattr(store, fails, error)
        news = await ana.act(AddBot("easy", None))
        assert news.answer
        assert news.answer.index == 3
        assert news.answer.refusal is None
        assert (await ana.act(AddBot("easy", None))).answer
        seated = [event for entry in table.room.book.entries for event in entry.events if isinstance(event, BotSeated)]
        assert len(seated) == 2
        assert hashes(ana) == hashes(ben) == table.room.book.hashes


async def test_nothing_is_told_before_it_is_durable(autojump_clock: trio.testing.MockClock) -> None:
    """While the store does not answer nobody hears of the entry, and what else is asked waits."""
    store = TrickyStore()
    async with served_table(store) as table:
        ana = await entered(table, "Ana")
        await ana.sit()
        before = len(ana.writes)
        store.before = StoreUnavailable("full")
        await table.ask(ana.identity, ana.guest.act(AddBot("easy", None)))
        await table.ask(ana.identity, ana.guest.act(AddBot("hard", None)))
        with trio.move_on_after(0.5):
            await trio.sleep_forever()
        assert len(ana.writes) == before
        assert [(await ana.answer()).answer.index for _ in range(2)] == [3, 4]  # type: ignore[union-attr]


async def test_failure_of_the_room(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A bug that a command brings out costs that command; the room is read again and goes on."""
    store = TrickyStore()
    async with served_table(store) as table:
        ana = await entered(table, "Ana")
        await ana.sit()
        store.before = AssertionError("a bug")
        await table.ask(ana.identity, ana.guest.act(AddBot("easy", None)))
        news = await ana.act(AddBot("hard", None))
        assert news.answer
        assert news.answer.index == 3
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


# Telling


async def test_one_write() -> None:
    """Entry, answer and prompt reach the player who is next in one write, sealed; others get the entry alone."""
    async with served_table(MemoryStore()) as table, trio.open_nursery() as nursery:
        ana, ben = await entered(table, "Ana"), await entered(table, "Ben")
        await ana.sit()
        await ben.sit()
        nursery.start_soon(ben.listen)
        await ana.act(Start())
        nursery.start_soon(ana.listen)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
        asked, other = (ana, ben) if ana.guest.prompt else (ben, ana)
        kinds = [[type(message).__name__ for message in write] for write in (told(asked), told(other))]
        assert kinds == [["Entries", "Note"], ["Entries"]]


def told(reader: Reader) -> Sequence[Message]:
    """The last write to a reader by which the table told what happened, and not what another had seen."""
    return next(write for write in reversed(reader.writes) if not isinstance(write[0], Seen))


async def test_presence() -> None:
    """Everybody hears who is connected; a newcomer hears it at once."""
    async with served_table(MemoryStore()) as table:
        ana = await entered(table, "Ana")
        await ana.sit()
        ben = await entered(table, "Ben")
        await trio.testing.wait_all_tasks_blocked()
        for reader in (ana, ben):
            assert (reader.guest.presence.online, reader.guest.presence.spectators) == ((0,), 1)
        table.dismiss(ana.identity, ana)
        await trio.testing.wait_all_tasks_blocked()
        assert (ben.guest.presence.online, ben.guest.presence.spectators) == ((), 1)


async def test_replaced() -> None:
    """The older connection of an identity is told so; its leaving takes nobody away."""
    async with served_table(MemoryStore()) as table:
        old = await entered(table, "Ana")
        await old.sit()
        new = await entered(table, "Ana")
        assert old.ended == (1000, Replaced())
        table.dismiss(old.identity, old)
        await trio.testing.wait_all_tasks_blocked()
        assert new.guest.presence.online == (0,)


async def test_back_by_another_connection(autojump_clock: trio.testing.MockClock) -> None:
    """Regression: who left the game and enters anew, while the old connection still stands, has the seat back."""
    async with served_table(MemoryStore()) as table:
        ana, ben = await entered(table, "Ana"), await entered(table, "Ben")
        await ana.sit()
        await ben.sit()
        await ana.act(Start())
        await ben.act(Leave())
        tab = await entered(table, "Ben")
        assert ben.ended
        await back(tab)
        await trio.testing.wait_all_tasks_blocked()
        assert not table.room.state.seat_at(1).away


async def test_from_the_head_held() -> None:
    """Who comes back with a head gets what follows it, nothing twice."""
    async with served_table(MemoryStore()) as table:
        ana, ben = await entered(table, "Ana"), await entered(table, "Ben")
        table.dismiss(ben.identity, ben)
        await ana.sit()
        for seat in range(1, 5):
            await ana.act(AddBot("easy", seat))
        await back(ben)
        assert hashes(ben) == hashes(ana)


async def test_rematch(autojump_clock: trio.testing.MockClock) -> None:
    """After the seal the host begins a new log in the same room, and everybody follows it."""
    store = MemoryStore()
    async with served_table(store) as table:
        ana = await entered(table, "Ana")
        await ana.sit()
        await ana.act(AddBot("easy", None))
        first = table.room.game
        ben = await entered(table, "Ben")
        await table.ask(ben.identity, Again())
        assert await ben.error() == "not-over"
        await ana.act(Start())
        table.dismiss(ana.identity, ana)  # a computer takes over and plays to the end
        await trio.sleep(3600)
        assert table.room.state.phase is Phase.SEALED
        await table.ask(ben.identity, Again())
        assert await ben.error() == "not-host"
        await back(ana)
        await table.ask(ana.identity, Again())
        assert await ben.game_after(first) == table.room.game
        assert hashes(ben) == hashes(ana) == table.room.book.hashes
        assert read_record((await store.rooms())["KWPX"]).game == table.room.game
        assert (await ana.sit()).answer


class Full(MemoryStore):
    """A store that does not keep the next record of a room."""

    is_full = True

    async def save_room(self, code: str, record: bytes) -> None:
        """See Store."""
        if self.is_full:
            self.is_full = False
            raise StoreUnavailable("disk full")
        await super().save_room(code, record)


async def test_rematch_whose_record_cannot_be_kept_at_first(autojump_clock: trio.testing.MockClock) -> None:
    """Regression: the room went on in a game that nobody had heard of, and forgot it with the next start."""
    played, store = Played("Ana", "Ben"), Full()
    played.start()
    seal(played)
    async with going_on(played, store=store) as (table, readers):
        game = table.room.game
        await table.ask(readers["Ana"].identity, Again())
        for reader in readers.values():
            assert await reader.game_after(game) == table.room.game
        assert read_record((await store.rooms())[table.code]).game == table.room.game
        await settled(readers)
        assert all(len(hashes(reader)) == len(table.room.book) for reader in readers.values())


async def test_rematch_without_a_host(autojump_clock: trio.testing.MockClock) -> None:
    """Regression: when the host, and with it every player, has left the game, any of them begins the rematch."""
    async with served_table(MemoryStore()) as table:
        ana, ben = await entered(table, "Ana"), await entered(table, "Ben")
        await ana.sit()
        await ana.act(AddBot("easy", None))
        await ana.act(Start())
        await ana.act(Leave())
        table.dismiss(ana.identity, ana)
        await trio.sleep(3600)
        first = table.room.game
        assert table.room.state.phase is Phase.SEALED
        assert table.room.state.host is None
        await table.ask(ben.identity, Again())
        assert await ben.error() == "not-host"
        await back(ana)
        await table.ask(ana.identity, Again())
        assert await ana.game_after(first) == table.room.game


# Readers that do not read


async def test_stuck_reader(autojump_clock: trio.testing.MockClock) -> None:
    """A reader that stops reading is cut off after a while; until then and after, others get all at once."""
    async with served_table(MemoryStore()) as table, trio.open_nursery() as nursery:
        ana = await entered(table, "Ana")
        await ana.sit()
        ben = await connected(nursery, table, secret_of("Ben"))
        for _ in range(3):
            await ben.socket.get_message()  # and from here on Ben reads no more
        await trio.testing.wait_all_tasks_blocked()
        began = trio.current_time()
        for _ in range(50):
            assert (await ana.act(AddBot("easy", 1))).answer
            assert (await ana.act(Unseat(1))).answer
        assert trio.current_time() == began
        assert len(table._followers) == 2
        await trio.sleep(SEND_SECONDS + 1)
        assert len(table._followers) == 1
        assert ben.metrics.registry.get_sample_value("ono_outbox_cut_offs_total", {"reason": "stuck"}) == 1
        assert (await ana.act(AddBot("easy", 1))).answer
        nursery.cancel_scope.cancel()
