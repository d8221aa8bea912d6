"""Games over real sockets."""

from pathlib import Path

import trio

from ono_core.game.commands import AddBot, Start
from ono_core.log.book import Book
from ono_core.log.file import frames
from tests.net.serving import person, serving


async def test_two_people_and_a_computer(tmp_path: Path) -> None:
    """Two people and a computer play a game to its seal; both and the downloaded file hold the same log."""
    async with (
        serving(tmp_path) as served,
        person(served, "Ana") as ana,
        person(served, "Ben", ana.guest.room) as ben,
    ):
        await ana.sit()
        await ben.sit()
        await ana.act(AddBot("easy", None))
        await ana.act(Start())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ana.play)
            nursery.start_soon(ben.play)
        assert ana.guest.player
        assert ben.guest.player
        book = ana.guest.player.book
        assert book.hashes == ben.guest.player.book.hashes
        assert list(book.state.cosigned) == [0, 1]
        answer = await served.get(f"/logs/{book.gid.hex()}.ono")
        assert Book.of(frames(answer.partition(b"\r\n\r\n")[2])).hashes == book.hashes
