"""The link to a table of a server, as the screens use it."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import TypeVar

import pytest
import trio

from ono_cli.home import Home
from ono_cli.link import Asked, Happened, News, Refused, Renewed, TableLink
from ono_cli.offers import completed, offers
from ono_cli.remote import remote_table, still_open
from ono_cli.sentences import sentences
from ono_cli.stop import Exit, Stop, ungrouped
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import Phase
from ono_core.log.forks import Fork, read_proof
from ono_net.client import Target, target_of
from tests.cli.serving import server
from tests.core.game import scenario

N = TypeVar("N", bound=News)


async def until(link: TableLink, kind: type[N]) -> N:
    """The next news of this kind."""
    async for news in link.news:
        if isinstance(news, kind):
            return news
    raise AssertionError(f"the link ended before {kind.__name__}")


async def play(link: TableLink) -> list[int | None]:
    """Play to the seal, always by the first offer; the times that were left at each question."""
    times: list[int | None] = []
    async for news in link.news:
        assert not isinstance(news, Refused) or "moved on" in news.words, f"what was offered is refused: {news.words}"
        if isinstance(news, Happened) and news.after.phase is Phase.SEALED:
            break
        if isinstance(news, Asked):
            times.append(news.ms_left)
        if isinstance(news, Asked) or link.player.state.phase is Phase.ROUND_OVER:
            take_first(link)
    return times


def take_first(link: TableLink) -> None:
    """Do the first thing that is offered, if anything is."""
    view, choices = link.player.view(), link.choices
    offer = next(iter(offers(view, choices)), None)
    while offer and not offer.is_whole:
        offer = completed(offer, view, choices)[0]
    if offer:
        link.act(offer.act)


async def test_a_rematch_seats_its_players_again(tmp_path: Path) -> None:
    """The host asks for another game; the link follows its log, and takes a seat and brings the computers by itself."""
    async with server(tmp_path) as table:
        target = target_of(table.link or "")
        async with remote_table(target, Home(tmp_path / "ana"), "Ana") as ana:
            ana.act(cmd.AddBot("easy", 3))
            ana.act(cmd.Start())
            await play(ana)
            company = [(0, ""), (3, "easy")]
            first = ana.player.book.gid
            ana.again()
            await until(ana, Renewed)
            while ana.player.seat is None:
                await until(ana, Happened)
            assert ana.player.book.gid != first
            assert ana.player.state.host == ana.player.seat
            while len(ana.player.state.taken) < len(company):
                await until(ana, Happened)
            assert [(seat, ana.player.state.seat_at(seat).level) for seat in ana.player.state.taken] == company


async def test_a_refusal_is_told_in_words(tmp_path: Path) -> None:
    """Starting alone is refused, with the reason."""
    async with (
        server(tmp_path) as table,
        remote_table(target_of(table.link or ""), Home(tmp_path / "ana"), "Ana") as ana,
    ):
        ana.act(cmd.Start())
        assert (await until(ana, Refused)).words == "there are too few players to start"


async def test_leaving_gives_the_seat_up(tmp_path: Path) -> None:
    """Who leaves in the lobby is gone when the link has ended; the next player hosts."""
    async with server(tmp_path) as table:
        target = target_of(table.link or "")
        async with (
            remote_table(target, Home(tmp_path / "ana"), "Ana") as ana,
            remote_table(target, Home(tmp_path / "ben"), "Ben") as ben,
        ):
            ana.leave()
            while not any(isinstance(event, ev.Left) for event in (await until(ben, Happened)).events):
                pass
            assert ben.player.state.host == ben.player.seat


async def test_a_table_that_shows_two_histories_is_left_with_the_proof(tmp_path: Path) -> None:
    """What was seen on an earlier visit is compared; both entries are kept in a file that proves the fork."""
    home, new, old = Home(tmp_path / "ana"), tmp_path / "new", tmp_path / "old"
    async with server(new):
        pass
    copytree(new, old)
    async with server(new) as table, remote_table(target_of(table.link or ""), home, "Ana"):
        pass
    async with server(old) as table:
        async with remote_table(target_of(table.link or ""), Home(tmp_path / "ben"), "Ben"):
            pass
        with pytest.raises(Stop, match="two histories") as stopped, ungrouped():
            async with remote_table(target_of(table.link or ""), home, "Ana"):
                pass
    assert stopped.value.code == Exit.FINDINGS
    assert proven_in(str(stopped.value).rpartition("ono audit ")[2]).index > 1


def proven_in(path: str) -> Fork:
    """The fork that a file proves."""
    return read_proof(Path(path).read_bytes())


async def test_who_is_put_out_is_told_and_does_not_come_back(tmp_path: Path) -> None:
    """The link ends with the reason; so does another try."""
    async with server(tmp_path) as table:
        target = target_of(table.link or "")
        async with remote_table(target, Home(tmp_path / "ana"), "Ana") as ana:
            for _ in range(2):
                with pytest.raises(Stop, match="put you out") as stopped:
                    await put_out(target, Home(tmp_path / "ben"), ana)
                assert stopped.value.code == Exit.NO_TABLE


async def put_out(target: Target, ben: Home, host: TableLink) -> None:
    """Come to a table whose host does not want one there."""
    with ungrouped():
        async with remote_table(target, ben, "Ben"):
            host.act(cmd.Unseat(1))
            await trio.sleep_forever()


async def test_the_same_player_from_elsewhere_takes_over(tmp_path: Path) -> None:
    """The older link ends and says why; the newer has the seat."""
    async with server(tmp_path) as table:
        with pytest.raises(Stop, match="from elsewhere") as stopped:
            await twice_at(target_of(table.link or ""), Home(tmp_path / "ana"))
        assert stopped.value.code == Exit.NO_TABLE


async def twice_at(target: Target, ana: Home) -> None:
    """Come to a table, and again."""
    with ungrouped():
        async with remote_table(target, ana, "Ana"), remote_table(target, ana, "Ana") as newer:
            assert newer.player.seat == 0
            await trio.sleep_forever()


async def test_a_spectator_takes_no_seat(tmp_path: Path) -> None:
    """Without a name one watches: no seat, no choices, but everything that happens."""
    async with server(tmp_path) as table:
        target = target_of(table.link or "")
        async with (
            remote_table(target, Home(tmp_path / "ben"), None) as ben,
            remote_table(target, Home(tmp_path / "ana"), "Ana"),
        ):
            await until(ben, Happened)
            assert ben.player.seat is None
            assert not ben.choices.acts
            assert [place.name for place in ben.player.view().places] == ["Ana"]


async def test_a_guest_hears_what_the_host_has_changed(tmp_path: Path) -> None:
    """The host sets options in the lobby; everybody has them, in sentences; a guest is refused."""
    async with server(tmp_path) as table:
        target = target_of(table.link or "")
        async with (
            remote_table(target, Home(tmp_path / "ana"), "Ana") as ana,
            remote_table(target, Home(tmp_path / "ben"), "Ben") as ben,
        ):
            ben.act(cmd.SetOptions({"preset": "official"}))
            assert (await until(ben, Refused)).words == "only the host may do that"
            ana.act(cmd.SetOptions({"preset": "table-party", "jump_in": True}))
            news = await until(ben, Happened)
            while not isinstance(news.events[0], ev.OptionsSet):
                news = await until(ben, Happened)
            assert sentences(news, 1, {})[0].startswith("The rules were changed. ")
            assert ben.player.view().ruleset.jump_in


async def test_a_match_with_a_clock_is_played_at_a_server(tmp_path: Path) -> None:
    """Rounds, calls and the clock over the wire: the time left comes with each question, the host deals on."""
    async with (
        server(tmp_path) as table,
        remote_table(target_of(table.link or ""), Home(tmp_path / "ana"), "Ana") as ana,
    ):
        ana.act(cmd.SetOptions({"preset": "official", "target": 300, "clock_ms": 60_000}))
        ana.act(cmd.AddBot("hard", None))
        ana.act(cmd.Start())
        times = await play(ana)
        assert max(ana.player.state.scores) >= 300
        assert times
        assert all(left is not None and 0 < left <= 60_000 for left in times)


MISSED = scenario.given("R3", ["R5 B1", "G1 R2", "G3 G4"], pile="Y1 Y2 Y3", preset="official").when(
    0, scenario.play("R5")
)


def test_of_a_prompt_only_stays_what_is_still_open() -> None:
    """The step stays the same while a missed call is caught or called: nothing is offered that would be refused."""
    for seat, act in ((2, "catch"), (0, "call")):
        told = MISSED.choices(seat)
        assert act in told.acts
        assert still_open(told, MISSED.state, seat) == told
        for later in (MISSED.when(2, scenario.catch(0)), MISSED.when(0, scenario.call)):
            assert later.state.step == told.step
            assert still_open(told, later.state, seat) == later.choices(seat)
