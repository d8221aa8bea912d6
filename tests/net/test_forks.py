"""A table that goes back, or shows two histories: the players notice, keep the proof, and play no further (PC-34)."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copytree

import pytest

from ono_core.log.book import Book
from ono_core.log.entries import Signed, pair_bytes
from ono_core.log.faults import LogFault
from ono_core.log.forks import Forked, proof_bytes, read_proof
from ono_net.client import connect
from ono_net.guest import Guest
from ono_net.messages import Enter, Entered, Entries, Error, Seen
from ono_net.sim import simulate
from tests.net.serving import Person, Served, person, secret_of, serving


@asynccontextmanager
async def back(served: Served, name: str, guest: Guest) -> AsyncGenerator[Person]:
    """A person who comes back with all that the guest holds."""
    async with connect(served.url, secret_of(name), opening=guest.opening) as link:
        yield Person(name, guest, link)


async def ana_goes_on(folder: Path, old: Path) -> Guest:
    """A room is opened, its data are copied, and then the game goes on for Ana: what she holds."""
    async with serving(folder) as served, person(served, "Ana") as ana:
        guest = ana.guest
    await served.ended.wait()
    copytree(folder, old)
    async with serving(folder) as served, back(served, "Ana", guest) as ana:
        await ana.hear()
        await ana.sit()
    await served.ended.wait()
    return guest


def test_pc_34_a_table_that_was_set_back_is_left() -> None:
    """Its log is a part of what was seen, which proves no fork: the player stops there."""
    raws = simulate({"preset": "boardflix"}, 2, 1, 1, 1, "easy")
    game = Book.of(raws[:1]).gid
    guest = Guest(secret_of("Ana"), "KWPX")
    guest.receive(Entered(game=game, length=9, room="KWPX"))
    guest.receive(Entries(tuple(raws[:9])))
    told = guest.receive(Error("log-rolled-back", ""))
    assert told.replies == (Enter(head=None, room="KWPX"),)
    guest.receive(Entered(game=game, length=5, room="KWPX"))
    with pytest.raises(LogFault) as caught:
        guest.receive(Entries(tuple(raws[:5])))
    assert (caught.value.code, caught.value.index) == ("log-rolled-back", 5)


async def test_pc_34_a_table_that_goes_on_from_an_old_copy_is_proven_to_have_forked(tmp_path: Path) -> None:
    """It signed another entry where one was seen: both are kept, and prove it to anybody."""
    guest = await ana_goes_on(tmp_path / "new", tmp_path / "old")
    held = pair_at(guest, 2)
    async with serving(tmp_path / "old") as served:
        async with person(served, "Ben", guest.room) as ben:
            await ben.sit()
        async with back(served, "Ana", guest) as ana:
            with pytest.raises(Forked) as caught:
                await ana.until(lambda _: False)
    assert (caught.value.code, caught.value.index) == ("forked", 2)
    proof = read_proof(proof_bytes(caught.value.fork))
    assert {proof.one, proof.other} == {held, pair_at(ben.guest, 2)}


def pair_at(guest: Guest, index: int) -> Signed:
    """An entry that a guest holds."""
    assert guest.player
    return guest.player.book.pairs[index]


def shown(guest: Guest, index: int) -> Seen:
    """What shows an entry to the others."""
    return Seen(pair_bytes(pair_at(guest, index)))


async def test_pc_34_players_show_each_other_what_they_hold(tmp_path: Path) -> None:
    """Two who were given two histories find it as soon as one shows the other an entry."""
    guest = await ana_goes_on(tmp_path / "new", tmp_path / "old")
    async with serving(tmp_path / "old") as served, person(served, "Ben", guest.room) as ben:
        await ben.sit()
        async with person(served, "Ana", guest.room) as ana:
            await ana.link.send(shown(guest, 2))
            with pytest.raises(Forked):
                await ben.until(lambda _: False)


async def test_what_is_shown_too_early_is_compared_when_its_place_has_come(tmp_path: Path) -> None:
    """An entry after the log's end is kept until then."""
    guest = await ana_goes_on(tmp_path / "new", tmp_path / "old")
    async with serving(tmp_path / "old") as served, person(served, "Ben", guest.room) as ben:
        async with person(served, "Ana", guest.room) as ana:
            await ana.link.send(shown(guest, 2))
            await ana.link.send(shown(guest, 1))
            await ben.until(agrees)
        with pytest.raises(Forked):
            await ben.sit()


def agrees(one: Person) -> bool:
    """Whether somebody else has shown an entry that this person holds too."""
    return one.guest.player is not None and one.guest.player.agreed >= 1


def test_an_entry_that_differs_is_no_agreement_though_it_proves_no_fork() -> None:
    """A table that leaves its signature off one entry, and signs the next, has not shown the same to both."""
    raws = simulate({"preset": "boardflix"}, 2, 1, 1, 1, "easy")
    guest = Guest(secret_of("Ana"), "KWPX")
    guest.receive(Entered(game=Book.of(raws[:1]).gid, length=3, room="KWPX"))
    guest.receive(Entries(tuple(raws[:3])))
    assert guest.player
    guest.player.book.pairs[1] = Signed(pair_at(guest, 1).body, bytes(64))
    with pytest.raises(LogFault) as caught:
        guest.receive(Seen(raws[1]))
    assert (caught.value.code, caught.value.index) == ("wrong-previous", 1)
    assert guest.player.agreed < 1


async def test_pc_34_an_honest_restart_raises_no_alarm(tmp_path: Path) -> None:
    """Who comes back to the newest copy goes on, and another shows that he holds the same."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana:
        await ana.sit()
    await served.ended.wait()
    async with (
        serving(tmp_path) as served,
        back(served, "Ana", ana.guest) as again,
        person(served, "Ben", ana.guest.room) as ben,
    ):
        await ben.sit()
        await again.until(lambda p: agrees(p) and p.length == ben.length)


async def test_what_the_table_has_not_signed_is_not_passed_on(tmp_path: Path) -> None:
    """Bytes that prove nothing reach nobody else; what was sent after them does."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:
        good = shown(ben.guest, 1)
        for entry in (b"", bytes(80), good.entry[:-1] + bytes([good.entry[-1] ^ 1]), good.entry):
            await ben.link.send(Seen(entry))
        heard = await ana.link.receive()
        while not isinstance(heard, Seen):
            heard = await ana.link.receive()
        assert heard == good
