"""What the director rules at the desk: nobody came, a wrong result, a second thought."""

import pytest

from ono_core.tournament import acts
from ono_core.tournament import events as ev
from ono_core.tournament.decider import decide
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.standings import UNIT
from ono_core.tournament.state import Phase, changed_since
from tests.core.tournament.evening import Evening, key, registered, secret

PAIRS = {"table": {"size": 2, "smallest": 2, "largest": 2}}


def test_nobody_came_and_nobody_wins() -> None:
    """Both absent (PC-38): the table closes as a double forfeit without an invented winner."""
    evening = Evening(4, **PAIRS)
    first, second = evening.draws()
    ended = evening.does(acts.Forfeit(1, 1, tuple(sorted(first.players)), "nobody at table 1"))
    assert ended == (
        ev.TableEnded(1, 1, "forfeit", (0, 0), (0, 0), tuple(sorted(first.players)), None, None, "nobody at table 1"),
    )
    evening.plays(2)
    rows = evening.rows()
    assert [rows[player].points for player in first.players] == [0, 0]
    assert [rows[player].wins for player in first.players] == [0, 0]
    assert {rows[player].rank for player in second.players} == {1, 2}
    assert evening.draws(), "the round is over, so the next is drawn"


def test_one_came_and_is_first() -> None:
    """Whoever waited has the first place and its points, the other none."""
    evening = Evening(2, **PAIRS)
    (table,) = evening.draws()
    there, away = table.players
    evening.does(acts.Forfeit(1, 1, (away,), "not there after three minutes"))
    rows = evening.rows()
    assert (rows[there].points, rows[there].wins, rows[away].points) == (5 * UNIT, UNIT, 0)


def test_who_can_play_plays() -> None:
    """Two who are there are no forfeit."""
    evening = Evening(3)
    (table,) = evening.draws()
    assert evening.refuses(acts.Forfeit(1, 1, table.players[:1], "late")) == "can-play"
    assert evening.refuses(acts.Forfeit(1, 1, (), "late")) == "bad-result"
    assert evening.refuses(acts.Forfeit(1, 1, (99,), "late")) == "bad-result"


def test_a_player_removed_in_the_middle_has_a_stated_result() -> None:
    """The place that the game's log gives is kept (PC-38), and is worth nothing; the others are as they came in."""
    evening = Evening(4)
    (table,) = evening.draws()
    game = evening.opens(1)
    gone = table.players[0]
    evening.does(acts.Report(1, 1, game, (90, secret("head")), (4, 1, 2, 3), (0, 500, 0, 0), (gone,)))
    result = evening.state.table(1, 1).result
    assert result
    assert (result.kind, result.places[0], result.absent) == ("played", 4, (gone,))
    rows = evening.rows()
    assert [rows[player].points // UNIT for player in table.players] == [0, 5, 3, 2]
    assert rows[gone].tables == 0


def test_a_result_of_round_1_is_corrected_in_round_3() -> None:
    """Standings follow, published pairings stay and are flagged, the earlier result is kept with the reason (PC-38)."""
    evening = Evening(8)
    evening.round()
    evening.round()
    third = evening.draws()
    before, published = evening.rows(), [one.tables for one in evening.state.rounds[1:]]
    table = evening.state.table(1, 1)
    turned = tuple(len(table.players) + 1 - place for place in table.results[0].places)
    evening.does(acts.Adjudicate(1, 1, turned, (0,) * 4, "the slip was read upside down"))
    entry = len(evening.ledger) - 1
    now = evening.state.table(1, 1)
    assert now.result
    assert (now.result.places, now.result.reason) == (turned, "the slip was read upside down")
    assert now.results[0] == table.results[0]
    assert [one.tables for one in evening.state.rounds[1:]] == published
    assert evening.state.rounds[2].tables == third
    winner = table.players[table.results[0].places.index(1)]
    assert evening.rows()[winner].points == before[winner].points - 4 * UNIT
    flags = [
        [(change.entry, change.round) for change in changed_since(evening.state, one)] for one in evening.state.rounds
    ]
    assert flags == [[], [(entry, 1)], [(entry, 1)]]


def test_a_round_drawn_after_a_correction_is_not_flagged() -> None:
    """It was drawn knowing it."""
    evening = Evening(4)
    evening.round()
    evening.does(acts.Adjudicate(1, 1, (1, 2, 3, 4), (0, 0, 0, 0), "as the log says"))
    evening.draws()
    assert changed_since(evening.state, evening.state.rounds[1]) == ()


def test_a_ruling_is_undone_and_the_undoing_too() -> None:
    """What holds is the last that is not undone."""
    evening = Evening(4)
    evening.round()
    played = evening.state.table(1, 1).result
    evening.does(acts.Adjudicate(1, 1, (1, 1, 1, 1), (0, 0, 0, 0), "all alike"))
    ruled, ruling = len(evening.ledger) - 1, evening.state.table(1, 1).result
    evening.does(acts.Undo(ruled, "wrong table"))
    assert evening.state.table(1, 1).result == played
    assert evening.refuses(acts.Undo(ruled, "again")) == "already-undone"
    evening.does(acts.Undo(ruled + 1, "it was the right one"))
    assert evening.state.table(1, 1).result == ruling
    assert evening.refuses(acts.Undo(ruled + 1, "again")) == "already-undone"
    evening.does(acts.Undo(ruled + 2, "enough"))
    assert evening.state.table(1, 1).result == played


def test_a_forfeit_is_undone_and_the_table_played() -> None:
    """As when they come through the door a minute later."""
    evening = Evening(2, **PAIRS)
    (table,) = evening.draws()
    evening.does(acts.Forfeit(1, 1, table.players[:1], "not there"))
    evening.does(acts.Undo(len(evening.ledger) - 1, "they are here"))
    assert evening.state.table(1, 1).status == "drawn"
    evening.plays(1)
    assert evening.state.table(1, 1).status == "played"


def test_what_something_stands_on_is_not_undone() -> None:
    """A round was drawn because the table had ended; a later ruling replaced it."""
    evening = Evening(4, **PAIRS)
    first, _ = evening.draws()
    evening.does(acts.Forfeit(1, 1, tuple(sorted(first.players)), "away"))
    forfeit = len(evening.ledger) - 1
    evening.does(acts.Adjudicate(1, 1, (1, 2), (0, 0), "they were at the other table"))
    assert evening.refuses(acts.Undo(forfeit, "so")) == "stands-on-it"
    evening.plays(2)
    evening.draws()
    evening.does(acts.Undo(forfeit + 1, "they were not"))
    assert evening.refuses(acts.Undo(forfeit, "so")) == "stands-on-it"
    evening.does(acts.Adjudicate(1, 1, (1, 1), (0, 0), "a draw"))


def test_a_final_stands_on_every_result() -> None:
    """Who is in it was settled by them; a plain round is not."""
    evening = Evening(8, rounds=1, final={"seats": 4})
    evening.round()
    evening.does(acts.Penalise(1, 3, "hidden card"))
    penalty = len(evening.ledger) - 1
    evening.draws()
    assert evening.refuses(acts.Undo(penalty, "it fell down")) == "stands-on-it"


def test_a_penalty_is_taken_back() -> None:
    """Even after a plain round was drawn, which stands on no points."""
    evening = Evening(4, rounds=2)
    evening.round()
    evening.does(acts.Penalise(1, 3, "hidden card"))
    penalty = len(evening.ledger) - 1
    assert (evening.rows()[1].points, evening.rows()[1].penalty) == (2 * UNIT, 3 * UNIT)
    evening.draws()
    evening.does(acts.Undo(penalty, "it fell down"))
    assert (evening.rows()[1].points, evening.rows()[1].penalty) == (5 * UNIT, 0)
    assert evening.refuses(acts.Penalise(1, 0, "none")) == "bad-points"


def test_a_voided_table_counts_for_nobody() -> None:
    """With or without a result before."""
    evening = Evening(4)
    evening.round()
    evening.does(acts.VoidTable(1, 1, "a card was missing"))
    assert {row.points for row in evening.rows().values()} == {0}
    assert evening.refuses(acts.VoidTable(1, 1, "again")) == "already-so"


def test_a_ruling_opens_a_closed_tournament_again() -> None:
    """A correction after the prizes is written where everybody sees it."""
    evening = Evening(4, rounds=1)
    evening.round()
    evening.does(acts.Finish())
    assert evening.refuses(acts.Finish()) == "finished"
    assert evening.refuses(acts.Draw(evening.seed())) == "finished"
    assert evening.does(acts.Adjudicate(1, 1, (1, 2, 3, 4), (0, 0, 0, 0), "counted again"))[1:] == (ev.Reopened(),)
    assert evening.state.phase is Phase.ROUNDS
    evening.does(acts.Finish())
    evening.does(acts.Undo(len(evening.ledger) - 2, "the first count was right"))
    assert evening.state.phase is Phase.ROUNDS


def test_an_evening_that_did_not_happen_is_closed_and_opened_again() -> None:
    """Nothing was drawn, so players register again."""
    evening = Evening(4)
    evening.does(acts.Finish())
    assert evening.refuses(registered("Eve")) == "finished"
    evening.does(acts.Penalise(1, 1, "left the door open"))
    assert evening.state.phase is Phase.ENTRY
    evening.does(registered("Eve"))


def test_nobody_moves_up_for_who_was_away_at_the_end() -> None:
    """The computer played on and came in first: its place is worth nothing, and the second is the second."""
    evening = Evening(3)
    (table,) = evening.draws()
    game = evening.opens(1)
    evening.does(acts.Report(1, 1, game, (90, secret("head")), (1, 2, 3), (500, 0, 0), table.players[:1]))
    rows = evening.rows()
    assert [rows[player].points // UNIT for player in table.players] == [0, 3, 2]
    assert {row.wins for row in rows.values()} == {0}


def test_a_deputy_rules_and_a_player_does_not() -> None:
    """Deputies are the organiser's to name."""
    evening = Evening(4)
    evening.draws()
    ruling = acts.VoidTable(1, 1, "tea on the cards")
    assert evening.refuses(ruling, "Anna") == "may-not-rule"
    assert decide(evening.state, acts.Asked(key("Anna"), acts.Deputise(key("Bo")))) == Refusal("not-organiser")
    evening.does(acts.Deputise(key("Desk")))
    assert evening.refuses(acts.Deputise(key("Desk"))) == "already-deputy"
    evening.asks("Desk", ruling)
    evening.does(acts.Dismiss(key("Desk")))
    assert evening.refuses(acts.Undo(len(evening.ledger) - 2, "no"), "Desk") == "may-not-rule"
    evening.asks("organiser", acts.Undo(len(evening.ledger) - 2, "dry again"))
    assert evening.refuses(acts.Dismiss(key("Desk"))) == "not-deputy"


@pytest.mark.parametrize("reason", ["", " late", "a\nb", "x" * 201])
def test_a_ruling_has_a_reason(reason: str) -> None:
    """One line of letters that show."""
    evening = Evening(4)
    assert evening.refuses(acts.Penalise(1, 1, reason)) == "bad-reason"


def test_the_clock_stands_still() -> None:
    """Nothing is drawn or opened until it goes on; results still come in."""
    evening = Evening(4)
    evening.draws()
    game = evening.opens(1)
    evening.does(acts.Pause("fire alarm"))
    assert evening.refuses(acts.Pause("twice")) == "paused"
    assert evening.refuses(acts.OpenTable(1, 1, secret("other"))) == "paused"
    evening.does(acts.Report(1, 1, game, (9, secret("h")), (1, 2, 3, 4), (0,) * 4, ()))
    assert evening.refuses(acts.Draw(evening.seed())) == "paused"
    evening.does(acts.Resume())
    assert evening.refuses(acts.Resume()) == "not-paused"
    evening.draws()
    evening.does(acts.GiveTime(2, 1, 60_000, "a spilt glass"))
    assert evening.state.table(2, 1).given_ms == 60_000
    assert evening.refuses(acts.GiveTime(2, 1, 1, "a blink")) == "bad-time"


def test_a_table_is_opened_once_for_a_game_and_again_for_another() -> None:
    """A room that broke off is opened anew; only its last game is reported."""
    evening = Evening(8)
    evening.draws()
    first = evening.opens(1)
    assert evening.refuses(acts.OpenTable(1, 1, first)) == "already-so"
    assert evening.refuses(acts.OpenTable(1, 2, first)) == "game-used"
    assert evening.refuses(acts.OpenTable(1, 3, secret("x"))) == "no-such-table"
    second = evening.opens(1)
    report = acts.Report(1, 1, first, (9, secret("h")), (1, 2, 3, 4), (0,) * 4, ())
    assert evening.refuses(report) == "not-that-game"
    assert evening.refuses(acts.Report(1, 1, second, (9, secret("h")), (1, 1, 2, 3), (0,) * 4, ())) == "bad-result"
    assert evening.refuses(acts.Report(1, 1, second, (9, secret("h")), (1, 2, 3), (0,) * 3, ())) == "bad-result"
    evening.does(acts.Report(1, 1, second, (9, secret("h")), (1, 1, 3, 4), (0,) * 4, ()))
    assert evening.refuses(acts.OpenTable(1, 1, secret("third"))) == "table-ended"


def test_somebody_else_takes_a_players_place() -> None:
    """From the next draw on, with number and points; names and keys are never used twice."""
    evening = Evening(4)
    evening.draws()
    evening.does(acts.Substitute(2, "Zoe", key("Zoe"), secret("z"), "Bo must go home"))
    assert key("Bo") in evening.state.table(1, 1).identities
    substituted = len(evening.ledger) - 1
    assert evening.refuses(registered("Bo")) == "already-registered"
    evening.plays(1)
    (table,) = evening.draws()
    assert key("Zoe") in table.identities
    assert evening.rows()[2].name == "Zoe"
    assert evening.refuses(acts.Undo(substituted, "he came back")) == "stands-on-it"
