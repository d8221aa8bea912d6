"""One player on two devices, and a phone that falls asleep at a deal, on a real server."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from ono_core.game import events as ev
from ono_core.game.commands import Start
from ono_core.game.state import Phase
from ono_core.log.file import written
from ono_net.client import Ended, Lost
from ono_net.guest import News
from ono_net.messages import Command, Reveal
from ono_net.player import GameKeys
from ono_replay.audit import Verdict, audit
from tests.net.peers import events_of, log_of
from tests.net.serving import Person, person, secret_of, serving


def lose_the_file(someone: Person) -> None:
    """This device's keys of the game come from a file of its own, which no other device has."""
    player = log_of(someone)
    keys = GameKeys(secret_of("a file"), player.keys.gid)
    keys.identity, keys._identity_secret = player.keys.identity, secret_of(someone.name)
    player._take(keys)


async def test_another_device_takes_the_game_over(tmp_path: Path) -> None:
    """The old device is told that it was replaced, and refused; the new one shows the same hand and plays on."""
    async with serving(tmp_path) as served, person(served, "Ana") as old, person(served, "Ben", old.guest.room) as ben:
        lose_the_file(old)
        await old.sit()
        await ben.sit()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ben.play)
            await old.act(Start())
            await old.until(lambda p: p.guest.prompt is not None or log_of(p).state.turn == 1)
            hand = log_of(old).view().hand
            thought = old.thought(log_of(old), old.guest.prompt) if old.guest.prompt else None
            late = old.guest.act(thought) if thought else None
            async with person(served, "Ana", old.guest.room) as new:
                with pytest.raises(Ended, match="replaced"):
                    await old.until(lambda _: False)
                assert log_of(new).seat is None
                await new.sit()
                assert log_of(new).seat == 0
                if late:
                    await refused(new, late)
                known = {card.slot: card.face for card in hand}
                held = log_of(new).view().hand
                assert all(card.face for card in held)
                assert all(known.get(card.slot, card.face) == card.face for card in held)
                if new.guest.prompt:
                    await new.move()
                await new.play()
        report = audit(written(log_of(new).book.raws()))
        assert report.verdict is Verdict.PROVEN, report.results
        assert len(events_of(ben, ev.Rekeyed)) == 1


async def refused(someone: Person, command: Command) -> None:
    """What the old device had signed is refused, by a code of its own."""
    await someone.link.send(command)
    answer = (await someone.answer()).answer
    assert answer
    assert answer.refusal
    assert answer.refusal.code == "rekeyed"


class Asleep(Person):
    """A phone that hears, but does not send its seed."""

    async def hear(self) -> News:
        """Take in the next message and do what is owed, but for that."""
        message = await self.link.receive()
        assert not isinstance(message, Lost)
        news = self.guest.receive(message)
        for reply in news.replies:
            if not isinstance(reply, Reveal):
                await self.link.send(reply)
        return news


async def test_a_sleeping_phone_sits_the_round_out(tmp_path: Path, mock_clock: MockClock) -> None:
    """After the time for reveals the others are dealt in and play; the log names who sat out, and the audit agrees."""
    mock_clock.autojump_threshold = 0.05
    async with (
        serving(tmp_path) as served,
        person(served, "Ana", None, missing_reveal="sit_out") as ana,
        person(served, "Ben", ana.guest.room) as ben,
        person(served, "Cleo", ana.guest.room) as cleo,
    ):
        for someone in (ana, ben, cleo):
            await someone.sit()
        ben.__class__ = Asleep
        async with trio.open_nursery() as nursery:
            await ana.act(Start())
            for someone in (ana, ben, cleo):
                nursery.start_soon(someone.play)
    assert events_of(ana, ev.SatOut) == [ev.SatOut((1,))]
    assert log_of(ben).state.phase is Phase.SEALED
    report = audit(written(log_of(ana).book.raws()))
    assert report.verdict is Verdict.REMARKS, report.results
    assert {found.code for found in report.remarks} <= {"no-reveal", "left-out", "not-cosigned"}
