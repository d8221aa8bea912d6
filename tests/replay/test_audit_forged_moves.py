"""Forged moves: what the rules or a computer's policy do not give has its code, its entry and its culprit."""

import pytest
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.decider import Advance, advance
from ono_core.game.faces import Colour, Face, face
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Pairs
from ono_core.log.entries import ByBot, Entry
from ono_net.room import Room
from ono_replay.audit import audit
from tests.replay.forging import Game, against, command_of, game, of_player, with_event


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer, one shuffle."""
    return game(3, 2, 0)


def test_illegal_play_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table lets its computer play a card that does not fit."""
    honest = Room._computer_act

    def greedy(room: Room, seat: int) -> cmd.Act:
        offered = room.choices(seat)
        unfit = [slot for slot, reason in offered.cards if reason == "does-not-fit" and _colour(room, slot)]
        return cmd.Play((unfit[0],)) if unfit and "play" in offered.acts else honest(room, seat)

    def lenient(room: Room, command: cmd.Command) -> Advance | Refusal:
        playing = isinstance(command.act, cmd.Play)
        rules = replace(room.book.rules, fitting=Pairs(room.book.rules.cards, _fits)) if playing else room.book.rules
        return advance(rules, room.state, room.dealer.faces, command)

    with monkeypatch.context() as cheat:
        cheat.setattr(Room, "_computer_act", greedy)
        cheat.setattr(Room, "_decided", lenient)
        cheated = Game(2, 1, 3)
    at = next(entry.index for entry in cheated.entries if _unfit(cheated, entry))
    report = audit(cheated.data)
    assert against(report) == ("undecided", at, "table")
    assert "does-not-fit" in report.findings[0].evidence


def _colour(room: Room, slot: int) -> Colour | None:
    return face(room.state.deck[room.dealer.faces[slot]]).colour


def _fits(_card: Face, _top: Face, _colour: Colour | None) -> bool:
    return True


def _unfit(played: Game, entry: Entry) -> bool:
    """Whether a computer played a coloured card that has neither the colour nor the symbol."""
    state = played.before(entry.index)
    plays = [event for event in entry.events if isinstance(event, ev.Played) and isinstance(entry.cause, ByBot)]
    if not plays:
        return False
    card, below = face(state.deck[plays[0].cards[0]]), face(state.deck[state.opened[state.discards[-1]]])
    return not (card.is_wild or card.colour == state.colour or card.symbol == below.symbol)


def test_computer_that_acts_for_a_player(played: Game) -> None:
    """A player's move is logged as the computer's, while the player was there."""
    at = played.index(of_player)

    def taken(entry: Entry) -> Entry:
        command = command_of(entry)
        assert command.seat is not None
        return replace(entry, cause=ByBot(command.seat, command.act))

    assert against(audit(played.forged({at: taken}))) == ("wrong-cause", at, "table")


def test_points_that_do_not_add_up(played: Game) -> None:
    """The result is computed again."""
    at = played.with_event(ev.RoundEnded)
    (ended,) = [event for event in played.entries[at].events if isinstance(event, ev.RoundEnded)]
    forged = played.forged({at: with_event(ev.RoundEnded, points=tuple(0 for _ in ended.points))})
    assert against(audit(forged)) == ("undecided", at, "table")
