"""A room's door: public rooms and quick play, locked rooms, who is put out, and what those without a seat see when."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest
import trio
import trio.testing

from ono_core.game.commands import AddBot, Leave, SetOptions, SetPause, Start, Unseat
from ono_core.game.events import GameStarted, Left, SeatToBot
from ono_core.game.state import Phase
from ono_net.door import Shut
from ono_net.gallery import STRETCH_MS
from ono_net.messages import Again, Door, Enter, Entered, Entries, Error, Message, Quick
from ono_net.room import Draft, Room, Settings
from ono_net.store.memory import MemoryStore
from ono_net.table import Table
from tests.net.peers import log_of, proven
from tests.net.readers import Reader, back, entered, served_table
from tests.net.serving import Person, Served, person, serving

Watch = Literal["live", "delayed", "after"]


def door(*, locked: bool = False, public: bool = False, watch: Watch = "live") -> Door:
    """A door."""
    return Door(locked, public, watch)


async def set_door(host: Person, wanted: Door) -> None:
    """The host sets the door, and hears that it is so."""
    await host.link.send(wanted)
    await host.until(lambda p: p.guest.door == wanted)


async def listed(served: Served) -> list[dict[str, Any]]:
    """The public rooms, as anybody may ask for them."""
    _, _, body = (await served.get("/rooms")).partition(b"\r\n\r\n")
    rooms: list[dict[str, Any]] = json.loads(body)
    return rooms


async def entering(served: Served, name: str, room: str | None) -> Entered | Error:
    """What somebody hears who enters a room."""
    async with proven(served, name) as guest:
        await guest.say(Enter(head=None, room=str(room)))
        heard = await guest.hear()
        assert isinstance(heard, Entered | Error)
        return heard


async def quick(served: Served, name: str, **options: Any) -> Entered:
    """The room that quick play finds for somebody."""
    async with proven(served, name) as guest:
        await guest.say(Quick(options))
        heard = await guest.hear()
        assert isinstance(heard, Entered)
        return heard


# Public rooms


async def test_only_public_rooms_are_listed(tmp_path: Path) -> None:
    """With what a stranger wants to know; a locked one is not, and after a restart it is as it was."""
    async with serving(tmp_path) as served, person(served, "Ana", preset="official") as ana, person(served, "Ben"):
        await ana.sit()
        assert await listed(served) == []
        await set_door(ana, door(public=True))
        room = {"code": ana.guest.room, "preset": "official", "players": 1, "seats": 10, "begun": False}
        assert await listed(served) == [room]
    async with serving(tmp_path) as served:
        assert await listed(served) == [room]
        async with person(served, "Ana", str(room["code"])) as ana:
            await set_door(ana, door(public=True, locked=True))
            assert await listed(served) == []


async def test_rooms_that_wait_for_players_are_listed_first(tmp_path: Path) -> None:
    """A game that has begun can be watched, so it is listed too."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Ben") as ben:
        for host in (ana, ben):
            await host.sit()
            await set_door(host, door(public=True))
        await ana.act(AddBot("easy", None))
        await ana.act(Start())
        assert [(room["code"], room["begun"]) for room in await listed(served)] == [
            (ben.guest.room, False),
            (ana.guest.room, True),
        ]


async def test_quick_play_leads_to_the_fullest_room_that_waits(tmp_path: Path) -> None:
    """Of the game asked for, none that is private or locked; where none waits one is opened for others to find."""
    async with serving(tmp_path) as served:
        first = await quick(served, "Ana")
        assert (await quick(served, "Ben")).room == first.room
        assert (await quick(served, "Ben", preset="official")).room != first.room
        async with person(served, "Cleo") as cleo, person(served, "Dora", cleo.guest.room) as dora:
            await cleo.sit()
            await dora.sit()
            await set_door(cleo, door(public=True))
            assert (await quick(served, "Eva")).room == cleo.guest.room
            await set_door(cleo, door(public=True, locked=True))
            assert (await quick(served, "Eva")).room == first.room


async def test_only_the_host_sets_the_door(tmp_path: Path) -> None:
    """Neither a guest nor somebody without a seat; everybody hears of it."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        await ana.sit()
        async with person(served, "Ben", ana.guest.room) as ben:
            assert (await ask_door(ben)).code == "not-host"
            await ben.sit()
            assert (await ask_door(ben)).code == "not-host"
            await set_door(ana, door(public=True))
            await ben.until(lambda p: p.guest.door == door(public=True))


async def ask_door(someone: Person) -> Error:
    """The error that asking for a public room gives."""
    await someone.link.send(door(public=True))
    told = (await someone.answer()).error
    assert told
    return told


# Locked, and put out


async def test_nobody_new_enters_a_locked_room(tmp_path: Path) -> None:
    """Its players come back, who watches already stays and takes no seat; unlocked, everybody may come."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Eva", ana.guest.room) as eva:
        await ana.sit()
        async with person(served, "Ben", ana.guest.room) as ben:
            await ben.sit()
            await set_door(ana, door(locked=True))
        refused = await entering(served, "Cleo", ana.guest.room)
        assert isinstance(refused, Error)
        assert refused.code == "locked"
        assert isinstance(await entering(served, "Ben", ana.guest.room), Entered)
        answer = (await eva.sit()).answer
        assert answer
        assert answer.refusal
        assert answer.refusal.code == "locked"
        await set_door(ana, door())
        assert isinstance(await entering(served, "Cleo", ana.guest.room), Entered)


@pytest.mark.parametrize("is_dealt", [False, True])
async def test_who_is_put_out_does_not_come_back(tmp_path: Path, is_dealt: bool) -> None:  # noqa: FBT001
    """In the lobby the seat is empty, in a game the computer plays it; not after a restart either."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        await ana.sit()
        async with person(served, "Ben", ana.guest.room) as ben:
            await ben.sit()
            if is_dealt:
                await ana.act(Start())
            await ana.act(Unseat(1))
            await ben.until(lambda p: bool(p.lost))
        await ana.until(lambda p: p.guest.presence.online == (0,))
        assert bool(log_of(ana).state.seats[1]) is is_dealt
        assert any(isinstance(event, SeatToBot if is_dealt else Left) for event in events_of(ana))
        assert await is_kept_out(served, ana.guest.room)
    async with serving(tmp_path) as served:
        assert await is_kept_out(served, ana.guest.room)


def events_of(someone: Person) -> list[object]:
    """Everything that happened, as this person knows it."""
    return [event for entry in log_of(someone).book.entries for event in entry.events]


async def is_kept_out(served: Served, room: str | None) -> bool:
    """Whether Ben is not let in, and others are."""
    told = await entering(served, "Ben", room)
    assert isinstance(await entering(served, "Cleo", room), Entered)
    return isinstance(told, Error) and told.code == "kicked"


async def test_only_the_host_puts_a_player_out_of_a_game(tmp_path: Path) -> None:
    """A guest is refused, and nobody is put out twice, or from a seat where a computer sits."""
    async with serving(tmp_path, settings=Settings(pace_ms=60_000)) as served, person(served, "Ana") as ana:
        await ana.sit()
        async with person(served, "Ben", ana.guest.room) as ben:
            await ben.sit()
            await ana.act(AddBot("easy", None))
            await ana.act(Start())
            await ben.until(lambda p: p.phase is not Phase.LOBBY)
            assert await refusal(ben, Unseat(0)) == "not-host"
            assert await refusal(ana, Unseat(2)) == "no-such-seat"


async def refusal(someone: Person, act: Unseat) -> str | None:
    """The code of the refusal that an act meets."""
    answer = (await someone.act(act)).answer
    return answer.refusal.code if answer and answer.refusal else None


# Those without a seat

DELAY = 60

BATCHES = 4
"""Messages in which a whole log comes, at most."""


def length(reader: Reader) -> int:
    """How many entries a reader holds."""
    return len(reader.guest.player.book) if reader.guest.player else 0


async def quiet(*readers: Reader) -> None:
    """Wait until nothing more happens, with what all readers owe done."""
    async with trio.open_nursery() as nursery:
        for reader in readers:
            nursery.start_soon(reader.listen)
        await trio.testing.wait_all_tasks_blocked(0.01)
        nursery.cancel_scope.cancel()


async def seated(table: Table, *names: str) -> list[Reader]:
    """Players at a table that is served."""
    readers = [await entered(table, name) for name in names]
    for reader in readers:
        await reader.sit()
    return readers


@pytest.mark.parametrize("watch", ["live", "delayed", "after"])
async def test_who_watches_sees_the_game_as_the_door_says(watch: Watch, mock_clock: trio.testing.MockClock) -> None:
    """The lobby and who plays at once; the game as it goes, a while later, or after its end; players all at once."""
    async with served_table(MemoryStore(), Settings(pace_ms=0, delay_ms=DELAY * 1000, seal_ms=0)) as table:
        ana, ben = await seated(table, "Ana", "Ben")
        await table.ask(ana.identity, door(watch=watch))
        eva = await entered(table, "Eva")
        await ana.act(Start())
        await quiet(ana, ben, eva)
        game = length(ana)
        begun = begun_at(ana)
        assert length(ben) == game > begun
        assert length(eva) == (game if watch == "live" else begun)
        late = await entered(table, "Late")
        assert length(late) == length(eva)
        assert late.guest.has_caught_up
        mock_clock.jump(DELAY + 1)
        await quiet(ana, ben, eva, late)
        assert length(eva) == length(late) == (begun if watch == "after" else game)


def begun_at(reader: Reader) -> int:
    """How many entries there are up to the one that starts the game."""
    assert reader.guest.player
    entries = reader.guest.player.book.entries
    return next(entry.index for entry in entries if isinstance(entry.events[0], GameStarted)) + 1


async def test_after_the_end_everybody_sees_everything(tmp_path: Path) -> None:
    """Who watched a game that is shown after its end gets it whole then, and it is the players' log."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:
        for player in (ana, ben):
            await player.sit()
        await set_door(ana, door(watch="after"))
        async with person(served, "Eva", ana.guest.room) as eva, trio.open_nursery() as nursery:
            await ana.act(Start())
            nursery.start_soon(ana.play)
            nursery.start_soon(ben.play)
            await eva.until(lambda p: p.phase is Phase.DEAL)
            begun = eva.length
            lengths = {begun}
            while eva.phase not in {Phase.OVER, Phase.SEALED}:
                await eva.hear()
                lengths.add(eva.length)
            assert len(lengths) <= 1 + BATCHES, "nothing came before all came"
            await eva.until(lambda p: p.phase is Phase.SEALED)
        assert log_of(eva).book.hashes == log_of(ana).book.hashes


async def test_a_game_shown_after_its_end_comes_piece_by_piece(
    mock_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: all of it went out at once, and a game larger than a reader's queue cut the reader off."""
    monkeypatch.setattr("ono_net.messages.BATCH", 200)
    async with served_table(MemoryStore(), Settings(pace_ms=0, seal_ms=0)) as table:
        ana, ben = await seated(table, "Ana", "Ben")
        await ana.act(SetOptions({"absence": "remove"}))
        await table.ask(ana.identity, door(watch="after"))
        eva = await entered(table, "Eva")
        await ana.act(Start())
        await quiet(ana, ben, eva)
        heard = len(eva.writes)
        await ana.act(Leave())
        while length(eva) < length(ben):
            mock_clock.jump(STRETCH_MS / 1000)
            await quiet(ana, ben, eva)
        pieces = [write for write in eva.writes[heard:] if any(isinstance(one, Entries) for one in write)]
        assert len(pieces) > 2
        assert all(len(piece) == 1 for piece in pieces)
        assert ben.guest.player
        assert eva.guest.player
        assert eva.guest.player.book.hashes == ben.guest.player.book.hashes


async def test_who_holds_all_when_the_door_begins_to_delay_stops_nobody(mock_clock: trio.testing.MockClock) -> None:
    """Regression: a watcher whose log was as long as the game's ended the room's every look at the time."""
    async with served_table(MemoryStore(), Settings(pace_ms=0, delay_ms=DELAY * 1000)) as table:
        ana, ben = await seated(table, "Ana", "Ben")
        eva = await entered(table, "Eva")
        await ana.act(Start())
        await quiet(ana, ben, eva)
        table.dismiss(eva.identity, eva)
        await table.ask(ana.identity, door(watch="delayed"))
        await quiet(ana, ben)
        await back(eva)
        mock_clock.jump(DELAY + 1)
        await quiet(ana, ben, eva)
        assert (await ana.act(Unseat(1))).answer, "the table still answers"
        assert length(eva) <= length(ana)


async def test_a_table_that_stands_still_is_at_rest_though_somebody_waits_to_see(
    mock_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: what was due to a watcher never came while the clock stood, and the room ran in circles."""
    wakes: list[int] = []
    wake = Room.wake

    def counted(room: Room, now: int) -> Draft | None:
        wakes.append(now)
        return wake(room, now)

    monkeypatch.setattr(Room, "wake", counted)
    async with served_table(MemoryStore(), Settings(pace_ms=0, delay_ms=DELAY * 1000)) as table:
        ana, ben = await seated(table, "Ana", "Ben")
        await table.ask(ana.identity, door(watch="delayed"))
        eva = await entered(table, "Eva")
        await ana.act(Start())
        await quiet(ana, ben, eva)
        await ana.act(SetPause(on=True))
        wakes.clear()
        mock_clock.jump(2 * DELAY)
        await quiet(ana, ben, eva)
        assert len(wakes) <= 1
        await ana.act(SetPause(on=False))
        mock_clock.jump(DELAY + 1)
        await quiet(ana, ben, eva)
        assert length(eva) >= begun_at(ana) + 1


class Slow(Reader):
    """A reader that takes nothing until it may."""

    def __init__(self, name: str, table: Table) -> None:
        super().__init__(name, table)
        self.may = trio.Event()

    async def send(self, message: Message) -> None:
        """See Reader."""
        await self.may.wait()
        await super().send(message)


async def test_nobody_slips_in_while_the_log_is_sent(autojump_clock: trio.testing.MockClock) -> None:
    """Regression: who was put out, or shut out by a lock, while it caught up followed the room afterwards."""
    async with served_table(MemoryStore()) as table, trio.open_nursery() as nursery:
        ana, _ = await seated(table, "Ana", "Ben")
        again, cleo = Slow("Ben", table), Slow("Cleo", table)
        met: list[str] = []

        async def enter(reader: Slow) -> None:
            with pytest.raises(Shut) as shut:
                await table.admit(reader.identity, reader, None)
            met.append(shut.value.code)

        for reader in (again, cleo):
            nursery.start_soon(enter, reader)
        await trio.testing.wait_all_tasks_blocked()
        await ana.act(Unseat(1))
        await table.ask(ana.identity, door(locked=True))
        await trio.testing.wait_all_tasks_blocked()
        for reader in (again, cleo):
            reader.may.set()
        await trio.testing.wait_all_tasks_blocked()
        assert sorted(met) == ["kicked", "locked"]


async def test_what_is_asked_too_late_is_not_done(autojump_clock: trio.testing.MockClock) -> None:
    """Regression: who was put out sat down again with a wish that had been waiting behind the host's word."""
    async with served_table(MemoryStore()) as table:
        ana, ben = await seated(table, "Ana", "Ben")
        assert ben.guest.player
        await table.ask(ana.identity, ana.guest.act(Unseat(1)))
        await table.ask(ben.identity, ben.guest.act(ben.guest.player.keys.join("Ben")))
        await quiet(ana)
        assert table.room.state.taken == (0,)


async def test_a_locked_room_has_its_rematch(tmp_path: Path) -> None:
    """Regression: everybody was new in the new game, so nobody could sit down, nor unlock the room."""
    async with serving(tmp_path, settings=Settings(pace_ms=0, seal_ms=60_000)) as served, person(served, "Ana") as ana:
        await ana.sit()
        async with person(served, "Ben", ana.guest.room) as ben:
            await ben.sit()
            await set_door(ana, door(locked=True))
            await ana.act(Start())
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ben.play)
                await ana.play()
            game = log_of(ana).keys.gid
            await ana.link.send(Again())
            for someone in (ana, ben):
                await someone.until(lambda p: log_of(p).keys.gid != game and p.length >= 2)
                answer = (await someone.sit()).answer
                assert answer
                assert answer.refusal is None
    async with serving(tmp_path) as served:
        assert isinstance(await entering(served, "Ben", ana.guest.room), Entered)
        assert isinstance(await entering(served, "Cleo", ana.guest.room), Error)


@pytest.mark.parametrize("watch", ["live", "after"])
async def test_who_sees_it_later_is_answered_at_once(watch: Watch, autojump_clock: trio.testing.MockClock) -> None:
    """Regression: the answer to somebody who was kept behind was lost."""
    async with served_table(MemoryStore(), Settings(pace_ms=60_000)) as table:
        ana, ben = await seated(table, "Ana", "Ben")
        await table.ask(ana.identity, door(watch=watch))
        eva = await entered(table, "Eva")
        await ana.act(Start())
        await quiet(ana, ben, eva)
        assert eva.guest.player
        answer = (await eva.act(eva.guest.player.witness("Eva"))).answer
        assert answer
        assert answer.refusal is None
        await quiet(ana, ben, eva)
        assert length(eva) == length(ana), "a witness sees all"
