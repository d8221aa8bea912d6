"""A player who leaves and comes back, and a server that starts again: the log stays proven and says so."""

import pytest

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.decider import is_over
from ono_core.log.book import Book
from ono_core.log.entries import ByBot
from ono_core.log.file import written
from ono_net.room import Room, Settings
from ono_net.sim import MOMENT_MS, NAMES, _Simulation
from ono_replay.audit import Report, Verdict, audit
from ono_replay.report import text


class Interrupted(_Simulation):
    """A simulated game of two players and a computer, stopped after some entries; player 1 is the one who goes."""

    now: int

    def __init__(self, seed: int) -> None:
        """Play the first entries."""
        super().__init__({"preset": "boardflix"}, 3, seed, 0, 2, "easy")
        for raw in self.raws:
            self._tell(raw)
        for player, name in zip(self.players, NAMES, strict=False):
            self.room.arrived(player.keys.identity, self.now)
            self._act(player, player.keys.join(name))
        self._seat_bots()
        self.steps(4)

    def steps(self, count: int) -> None:
        """Go on for so many steps, or to the end."""
        for _ in range(count):
            if not is_over(self.room.state):
                self._step()

    def gone_for(self, steps: int) -> None:
        """Player 1 is away for so many steps; the computer plays for it meanwhile."""
        leaver, heard = self.players.pop(1), len(self.raws)
        self.room.departed(leaver.keys.identity, self.now)
        self.steps(steps)
        for raw in self.raws[heard:]:
            leaver.follow(raw)
        self.players.insert(1, leaver)
        self._write(self.room.arrived(leaver.keys.identity, self.now))

    def restarted(self) -> None:
        """The server starts again from the log alone, an hour later, and everybody comes back."""
        settings = Settings(pace_ms=MOMENT_MS)
        self.now += 3_600_000
        self.room = Room.load("SIMU", self._secret("master"), self.raws, self.now, 5, settings)
        self._write(self.room.wake(self.now))
        for player in self.players:
            self._write(self.room.arrived(player.keys.identity, self.now))

    def ended(self) -> Report:
        """Play to the end and audit."""
        self.steps(10_000)
        return audit(written(self.raws))

    def events(self) -> list[ev.Event]:
        """All events of the log."""
        return [event for entry in Book.of(self.raws).entries for event in entry.events]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_computer_in_a_players_seat_is_run_again(seed: int) -> None:
    """The computer's moves for an absent player are made again like any computer's, and the seat is named."""
    game = Interrupted(seed)
    game.gone_for(8)
    report = game.ended()
    acted = [entry for entry in Book.of(game.raws).entries if isinstance(entry.cause, ByBot)]
    assert any(isinstance(entry.cause, ByBot) and entry.cause.seat == 1 for entry in acted)
    assert report.verdict is Verdict.REMARKS, report.results
    assert report.counts.bots == len(acted)
    assert ("by-computer", "seat 1") in {(found.code, found.who) for found in report.remarks}
    entries = Book.of(game.raws).entries
    gone = next(entry.index for entry in entries if any(isinstance(event, ev.SeatToBot) for event in entry.events))
    back = next(entry.index for entry in entries if any(isinstance(event, ev.SeatBack) for event in entry.events))
    told = next(found for found in report.remarks if found.code == "by-computer")
    assert told.evidence.endswith(f"; from entry {gone} to entry {back}")


def test_player_who_never_comes_back_is_named() -> None:
    """A player who leaves for good did not sign the end; the log is proven all the same."""
    game = Interrupted(1)
    leaver = game.players[1]
    game._act(leaver, cmd.Leave())
    game.players.pop(1)
    game.room.departed(leaver.keys.identity, game.now)
    report = game.ended()
    assert report.verdict is Verdict.REMARKS, report.results
    assert {"by-computer", "not-cosigned"} == {found.code for found in report.remarks}
    assert {found.who for found in report.remarks} == {"seat 1"}
    assert report.remarks[0].evidence.endswith(" to the end")
    assert f", seat 1 ({report.players[1].name}): The computer played for this player" in text(report, "a.ono")


def test_restart_leaves_the_log_proven() -> None:
    """Nothing of what the audit needs lives in the server's memory only."""
    game = Interrupted(2)
    game.restarted()
    game.steps(6)
    game.restarted()
    report = game.ended()
    assert sum(isinstance(event, ev.Resumed) for event in game.events()) == 2
    assert report.verdict is Verdict.PROVEN, report.results
