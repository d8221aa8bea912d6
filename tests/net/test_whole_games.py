"""Games over real sockets, to their seal, and what an audit says of the log that can be downloaded after."""

from pathlib import Path
from typing import Any, TypeVar

import pytest
import trio

from ono_core.game.commands import AddBot, Start
from ono_core.game.events import Caught, Event, Exposed, RoundBegan, RoundEnded
from ono_core.game.state import State
from ono_core.log.book import Book
from ono_core.log.file import frames
from ono_net.room import Settings
from ono_replay.audit import Report, Verdict, audit
from tests.net.serving import Person, Served, person, serving

QUICK = Settings(pace_ms=0, round_ms=1, reveal_ms=60_000, seal_ms=60_000)
"""Nobody thinks, and the next round is dealt at once; a busy machine is waited for."""

E = TypeVar("E", bound=Event)


class Whole:
    """A game that was played to its seal, as its file has it."""

    def __init__(self, data: bytes) -> None:
        """From the whole file."""
        self.book = Book.of(frames(data))
        self.report: Report = audit(data)

    @property
    def state(self) -> State:
        """The state at the end."""
        return self.book.state

    def happened(self, kind: type[E]) -> list[E]:
        """Every event of a kind."""
        return [event for entry in self.book.entries for event in entry.events if isinstance(event, kind)]


async def played(folder: Path, computers: list[str], **options: Any) -> Whole:
    """Two people and these computers play a whole game, and both hold the log that is downloaded."""
    async with (
        serving(folder, settings=QUICK) as served,
        person(served, "Ana", **options) as ana,
        person(served, "Ben", ana.guest.room) as ben,
    ):
        await ana.sit()
        await ben.sit()
        for level in computers:
            await ana.act(AddBot(level, None))
        await ana.act(Start())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ana.play)
            nursery.start_soon(ben.play)
        whole = Whole(await downloaded(served, ana))
        for someone in (ana, ben):
            assert someone.guest.player
            assert someone.guest.player.book.hashes == whole.book.hashes
        return whole


async def downloaded(served: Served, someone: Person) -> bytes:
    """The file of the game that somebody follows."""
    assert someone.guest.player
    answer = await served.get(f"/logs/{someone.guest.player.keys.gid.hex()}.ono")
    return answer.partition(b"\r\n\r\n")[2]


def is_fair(whole: Whole) -> bool:
    """Whether the audit has found nothing at all, has judged every entry, and both have signed."""
    report = whole.report
    assert report.results == (), report.results
    assert (report.verdict, report.counts.decided) == (Verdict.PROVEN, len(whole.book))
    return whole.state.cosigned == (0, 1)


async def test_two_people_and_a_computer(tmp_path: Path) -> None:
    """One round by the rules that a room has when nobody changes them."""
    whole = await played(tmp_path, ["easy"])
    assert is_fair(whole)
    assert len(whole.happened(RoundEnded)) == 1


async def test_an_official_match_to_five_hundred(tmp_path: Path) -> None:
    """Rounds are dealt until somebody has 500 points; each round's winner gets what the others held."""
    whole = await played(tmp_path, ["easy", "medium", "medium"], preset="official")
    assert is_fair(whole)
    ends = whole.happened(RoundEnded)
    assert whole.state.options["target"] == 500
    assert [max(end.scores) >= 500 for end in ends] == [False] * (len(ends) - 1) + [True]
    before = [(0,) * 5, *(end.scores for end in ends)]
    for last, end in zip(before, ends, strict=False):
        gained = [now - then for now, then in zip(end.scores, last, strict=True)]
        assert sum(gained) == (sum(end.points) if end.winner is not None else 0)
        assert end.winner is None or gained[end.winner] == sum(gained)
    assert whole.state.places[whole.state.scores.index(max(whole.state.scores))] == 1


async def test_an_elimination(tmp_path: Path) -> None:
    """Who has reached the target is dealt in no more; the last one left has won."""
    whole = await played(
        tmp_path, ["medium", "easy"], preset="boardflix", score="elimination", target=100, jump_in=True
    )
    assert is_fair(whole)
    began, ends = whole.happened(RoundBegan), whole.happened(RoundEnded)
    for start, end in zip(began[1:], ends, strict=False):
        assert set(start.seats) == set(range(4)) - set(end.out)
    stayed = set(range(4)) - set(whole.state.out)
    assert {seat for seat, place in enumerate(whole.state.places) if place == 1} == stayed
    assert len(stayed) == 1 or min(whole.state.scores) >= 100, "they may all go out at once, and two be lowest"


async def test_a_ranked_party(tmp_path: Path) -> None:
    """One round of table-party: places by the points left, equal points share one."""
    whole = await played(tmp_path, ["hard", "medium", "easy"], preset="table-party")
    assert is_fair(whole)
    (end,) = whole.happened(RoundEnded)
    assert whole.state.places == end.places
    others = {seat: end.points[seat] for seat in range(5) if seat != end.winner}
    for seat, points in others.items():
        assert end.places[seat] == 2 + sum(other < points for other in others.values())


async def test_ten_seats_and_two_decks(tmp_path: Path) -> None:
    """A full table plays with both decks, and nothing of it is too large to send."""
    computers = ["easy", "medium"] * 4
    whole = await played(tmp_path, computers, preset="official", score="none", jump_in=True, doubles=True)
    assert is_fair(whole)
    assert len(whole.state.deck) == 2 * 108
    assert len(whole.state.places) == 10


@pytest.mark.parametrize("preset", ["official", "table-party"])
async def test_calls_are_missed_and_caught(tmp_path: Path, preset: str) -> None:
    """Over the line too, people and computers forget their call, and some are caught."""
    number = 0
    missed: list[Exposed] = []
    while not missed:
        number += 1
        whole = await played(tmp_path / str(number), ["easy"] * 3, preset=preset, score="none", call_penalty=4)
        assert is_fair(whole)
        missed += whole.happened(Exposed)
        for one in whole.happened(Caught):
            assert any(one.seat == exposed.seat for exposed in whole.happened(Exposed))
