"""Forged moves: what the rules or a computer's policy do not give has its code, its entry and its culprit."""

from typing import Any

import pytest
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.faces import face
from ono_core.log.entries import ByBot, ByPlayer, Entry, read_command
from ono_net import room
from ono_replay.audit import Verdict, audit
from tests.replay.forging import Game, against, game, of_player, with_event


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of two players with keys and a computer, one shuffle."""
    return game(3, 2, 0)


def test_illegal_play_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table lets its computer play a card that does not fit."""

    def lenient(rules: Any, state: Any, faces: Any, command: cmd.Command) -> Any:
        return decide(replace(rules, fits=lambda *_: True), state, faces, command)

    def greedy(level: str, view: Any, choices: Any, draw: Any) -> cmd.Act:
        unfit = [slot for slot, reason in choices.cards if reason == "does-not-fit"]
        shown = {card.slot: card.face for card in view.hand}
        coloured = [slot for slot in unfit if shown[slot].colour]
        return (
            cmd.Play((coloured[0],)) if coloured and "play" in choices.acts else room_choose(level, view, choices, draw)
        )

    room_choose = room.choose
    with monkeypatch.context() as cheat:
        cheat.setattr(room, "decide", lenient)
        cheat.setattr(room, "choose", greedy)
        cheated = Game(2, 1, 3)
    at = next(index for index, entry in enumerate(cheated.entries) if _unfit(cheated, entry))
    report = audit(cheated.data)
    assert against(report) == ("undecided", at, "table")
    assert "does-not-fit" in report.findings[0].evidence


def _unfit(game_: Game, entry: Entry) -> bool:
    if not isinstance(entry.cause, ByBot):
        return False
    state = game_.before(entry.index)
    for event in entry.events:
        if isinstance(event, ev.Played):
            card, top = face(state.deck[event.cards[0]]), face(state.deck[state.opened[state.discards.slots[-1]]])
            return not (card.is_wild or card.colour == state.colour or (card.symbol == top.symbol and not top.is_wild))
    return False


def test_computer_that_peeked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that plays the last card it could instead of the one its policy gives."""
    honest = room.choose

    def peeking(level: str, view: Any, choices: Any, draw: Any) -> cmd.Act:
        act = honest(level, view, choices, draw)
        fit = [card.slot for card in view.hand if card.slot in choices.playable and card.face.colour]
        return cmd.Play((fit[-1],)) if isinstance(act, cmd.Play) and fit else act

    with monkeypatch.context() as cheat:
        cheat.setattr(room, "choose", peeking)
        cheated = Game(3, 2, 1)
    report = audit(cheated.data)
    assert report.verdict is Verdict.NOT_PROVEN
    assert {found.code for found in report.findings} == {"bot-differs"}
    for found in report.findings:
        assert found.index is not None
        cause = cheated.entries[found.index].cause
        assert isinstance(cause, ByBot)
        assert found.who == "table"
        assert f"seat {cause.seat}" in found.evidence


def test_computer_that_acts_for_a_player(played: Game) -> None:
    """A player's move is logged as the computer's, while the player was there."""
    at = played.index(of_player)

    def taken(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByPlayer)
        said = read_command(entry.cause.body)
        assert said.seat is not None
        return replace(entry, cause=ByBot(said.seat, said.act))

    assert against(audit(played.forged({at: taken}))) == ("wrong-cause", at, "table")


def test_points_that_do_not_add_up(played: Game) -> None:
    """The result is computed again."""
    at = played.with_event(ev.RoundEnded)
    (ended,) = [event for event in played.entries[at].events if isinstance(event, ev.RoundEnded)]
    forged = played.forged({at: with_event(ev.RoundEnded, points=tuple(0 for _ in ended.points))})
    assert against(audit(forged)) == ("undecided", at, "table")


def test_seal_that_names_a_signer_who_did_not_sign(played: Game) -> None:
    """The seal says what the cosignatures before it say."""
    at = played.with_event(ev.Sealed)
    forged = played.forged({at: with_event(ev.Sealed, by=(0, 1, 2))})
    assert against(audit(forged)) == ("undecided", at, "table")
