"""Who comes to a match between two of its rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trio

from ono_core.game import commands as cmd
from ono_core.game.events import RoundBegan, RoundEnded, Seated
from ono_core.game.state import Phase
from ono_core.log.file import written
from ono_net.room import Settings
from ono_replay.audit import Verdict, audit
from tests.net.serving import Person, person, serving
from tests.net.table import Table

SIX = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
MATCH: dict[str, Any] = {"preset": "official", "target": 200}


def between_rounds(*names: str, **options: Any) -> Table:
    """A match whose first round is over."""
    table = Table(*names, options=MATCH | options)
    table.start()
    while table.room.state.phase is not Phase.ROUND_OVER:
        table.plays_on(until=1)
    return table


def refused(table: Table, name: str) -> str | None:
    """Why somebody who comes now gets no seat."""
    table.enter(name)
    answer = table.says(name, table.players[name].keys.join(name))
    del table.players[name]
    return getattr(answer, "code", None)


@pytest.mark.parametrize("seat", [None, 5])
def test_a_player_may_come_between_two_rounds(seat: int | None) -> None:
    """With no points yet, dealt in from the next round on, seed and all; the log is proven to the end."""
    table = between_rounds("Ana", "Ben")
    before = table.room.state
    table.enter("Cleo")
    table.does("Cleo", table.players["Cleo"].keys.join("Cleo", seat))
    state, taken = table.room.state, 2 if seat is None else seat
    assert state.scores == (*before.scores, *(0,) * (taken - 1))
    table.does("Ana", cmd.NextRound())
    assert table.players["Cleo"].due_reveal(), "Cleo cuts too"
    table.cut()
    assert table.room.state.playing == (0, 1, taken)
    assert len(table.room.state.hands[taken]) == 7
    while table.room.state.phase is not Phase.SEALED:
        table.plays_on()
        for name in table.players:
            if table.players[name].due_cosign():
                table.signs(name)
        if table.room.state.phase is Phase.OVER:
            table.wake()
    report = audit(written(table.raws))
    assert (report.verdict, report.results) == (Verdict.PROVEN, ())


def test_nobody_comes_in_the_middle_of_a_round() -> None:
    """Nor once the match is over."""
    table = Table("Ana", "Ben", options=MATCH)
    table.start()
    assert refused(table, "Cleo") == "wrong-phase"
    table.plays_on()
    assert refused(table, "Cleo") == "wrong-phase"


@pytest.mark.parametrize(
    "options", [{"score": "lowest_total"}, {"score": "elimination"}, {"escrow": "n_of_n"}, {"preset": "boardflix"}]
)
def test_nobody_comes_to_a_match_where_that_would_be_no_match(options: dict[str, Any]) -> None:
    """Where few points are good, or the dealer's secret is split among those who began."""
    table = Table("Ana", "Ben", options=MATCH | options)
    table.start()
    while table.room.state.phase not in {Phase.ROUND_OVER, Phase.OVER}:
        table.plays_on(until=1)
    assert refused(table, "Cleo") == "wrong-phase"


def test_nobody_comes_where_another_deck_would_be_needed() -> None:
    """The match goes on with the cards that it began with."""
    table = between_rounds(*SIX, deal=10)
    assert refused(table, "Hal") == "wrong-phase"


async def test_a_match_that_somebody_joins_over_the_line(tmp_path: Path) -> None:
    """Three hold one log at the end; the third has played all rounds but the first."""
    settings = Settings(pace_ms=0, round_ms=600_000, seal_ms=60_000)
    async with (
        serving(tmp_path, settings=settings) as served,
        person(served, "Ana", **MATCH) as ana,
        person(served, "Ben", ana.guest.room) as ben,
        person(served, "Cleo", ana.guest.room) as cleo,
    ):
        await ana.sit()
        await ben.sit()
        await ana.act(cmd.Start())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host_on, ana)
            nursery.start_soon(ben.play)
            await cleo.until(lambda p: p.phase is Phase.ROUND_OVER)
            await cleo.sit()
            await cleo.play()
        for someone in (ben, cleo):
            assert hashes(someone) == hashes(ana)
        assert happened(ana, Seated)[2].seat == 2
        began = happened(ana, RoundBegan)
        assert [start.seats for start in began] == [(0, 1), *[(0, 1, 2)] * (len(began) - 1)]
        assert len(happened(ana, RoundEnded)) > 1


async def host_on(ana: Person) -> None:
    """Play to the seal; deal each further round once Cleo sits."""
    dealt = 0
    while ana.phase is not Phase.SEALED:
        await ana.hear()
        assert ana.guest.player
        state = ana.guest.player.state
        prompt = ana.guest.prompt
        if prompt and prompt.step == state.step:
            await ana.move()
        if state.phase is Phase.ROUND_OVER and len(state.taken) == 3 and state.round > dealt:
            dealt = state.round
            await ana.link.send(ana.guest.act(cmd.NextRound()))


def hashes(someone: Person) -> list[bytes]:
    """The log as somebody holds it."""
    assert someone.guest.player
    return someone.guest.player.book.hashes


def happened(someone: Person, kind: type[Any]) -> list[Any]:
    """Every event of a kind."""
    assert someone.guest.player
    entries = someone.guest.player.book.entries
    return [event for entry in entries for event in entry.events if isinstance(event, kind)]
