"""Points, shared places and ties."""

import pytest

from ono_core.tournament import acts
from ono_core.tournament.standings import UNIT, going_on, shared, shown, standings
from tests.core.tournament.evening import Evening


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4), (300, 180, 120, 60)),
        ((1, 1, 3, 4), (240, 240, 120, 60)),
        ((2, 1, 2, 2), (120, 300, 120, 120)),
        ((0, 1, 0, 2), (0, 300, 0, 180)),
        ((0, 0, 0, 0), (0, 0, 0, 0)),
        ((1,) * 6, (110,) * 6),
        ((1,) * 7, (94,) * 7),
    ],
)
def test_a_shared_place_shares_the_points(places: tuple[int, ...], points: tuple[int, ...]) -> None:
    """Exactly for up to six; a place beyond the list is worth nothing."""
    assert shared(places, (5, 3, 2, 1, 0, 0)) == points


@pytest.mark.parametrize(
    ("points", "text"), [(0, "0"), (60, "1"), (150, "2.5"), (20, "0.33"), (-90, "-1.5"), (600, "10")]
)
def test_points_are_shown_as_decimals(points: int, text: str) -> None:
    """Cut after two."""
    assert shown(points) == text


def four(evening: Evening, places: tuple[int, ...], scores: tuple[int, ...] = (0, 0, 0, 0)) -> None:
    """Settle the one table of the last round, places and scores by player."""
    number = len(evening.state.rounds)
    players = evening.state.table(number, 1).players
    by_seat = tuple(places[player - 1] for player in players), tuple(scores[player - 1] for player in players)
    evening.does(acts.Adjudicate(number, 1, *by_seat, "for the test"))


def order(evening: Evening) -> list[tuple[int, int]]:
    """Rank and player."""
    return [(row.rank, row.player) for row in standings(evening.state)]


def test_wins_break_a_tie() -> None:
    """More first places are better."""
    evening = Evening(4, scoring={"places": [3, 2, 1, 0], "tie_breaks": ["wins"]})
    for places in ((1, 2, 3, 4), (3, 2, 1, 4)):
        evening.draws()
        four(evening, places)
    assert order(evening) == [(1, 1), (1, 3), (3, 2), (4, 4)]


def test_who_was_placed_before_the_other_is_before_him() -> None:
    """Where those who are tied have met."""
    evening = Evening(4, scoring={"places": [4, 3, 1, 0], "tie_breaks": ["meeting"]})
    for places in ((1, 2, 3, 4), (3, 2, 4, 1), (3, 2, 4, 1)):
        evening.draws()
        four(evening, places)
    rows = {row.player: row for row in standings(evening.state)}
    assert [rows[player].points // UNIT for player in (1, 2, 3, 4)] == [6, 9, 1, 8]
    evening.does(acts.Penalise(2, 1, "late"))
    assert order(evening)[:2] == [(1, 4), (2, 2)]


def test_scores_break_a_tie_and_fewer_are_better_where_they_count_against_you() -> None:
    """By the rules of the games."""
    for rules, first in (({"preset": "official"}, 1), ({"preset": "boardflix", "score": "lowest_total"}, 2)):
        evening = Evening(4, rules=rules, scoring={"tie_breaks": ["score"]})
        evening.draws()
        four(evening, (1, 1, 3, 4), (40, 20, 0, 0))
        assert order(evening)[0] == (1, first)


def test_a_lot_breaks_every_tie_and_no_lot_leaves_it() -> None:
    """The lot is that of the first draw, so it stays the same."""
    for tie_breaks, ranks in ((["lot"], [1, 2, 3, 4]), ([], [1, 1, 1, 1])):
        evening = Evening(4, scoring={"tie_breaks": tie_breaks})
        evening.draws()
        four(evening, (1, 1, 1, 1))
        before = order(evening)
        assert [rank for rank, _ in before] == ranks
        evening.draws()
        four(evening, (1, 1, 1, 1))
        assert order(evening) == before


def test_strong_opponents_break_a_tie() -> None:
    """By what they gathered, on the average of each table."""
    evening = Evening(8, rounds=2, scoring={"tie_breaks": ["opponents"]})
    evening.round()
    evening.round()
    rows = {row.player: row for row in standings(evening.state)}
    table_of = [
        (next(table for table in one.tables if 1 in table.players)) for one in evening.state.rounds
    ]  # fmt: skip
    expected = sum(sum(rows[p].points for p in table.players if p != 1) // 3 for table in table_of)
    assert rows[1].tie_breaks == (expected,)


def test_points_by_score_and_by_wins() -> None:
    """As the settings say."""
    evening = Evening(4, scoring={"by": "score"})
    evening.draws()
    four(evening, (1, 2, 3, 0), (500, 120, 0, 77))
    assert [evening.rows()[player].points for player in (1, 2, 3, 4)] == [500 * UNIT, 120 * UNIT, 0, 0]
    evening = Evening(4, scoring={"by": "wins"})
    evening.draws()
    four(evening, (1, 1, 3, 4))
    assert [evening.rows()[player].points for player in (1, 2, 3, 4)] == [30, 30, 0, 0]


def test_who_sits_out_gets_nothing() -> None:
    """Everybody sits out as often."""
    evening = Evening(4, rounds=4, table={"size": 3, "smallest": 3, "largest": 3})
    for _ in range(4):
        evening.round()
    assert {row.sat_out for row in standings(evening.state)} == {1}
    assert {row.tables for row in standings(evening.state)} == {3}


def test_of_a_table_as_many_go_on_as_the_settings_say() -> None:
    """A shared place at the edge is broken by the standings."""
    evening = Evening(8, format="knockout", table={"size": 4, "smallest": 4, "largest": 4})
    for table in evening.draws():
        evening.does(acts.Adjudicate(1, table.number, (1, 2, 2, 2), (0, 9, 8, 7), "for the test"))
    go = going_on(evening.state)
    assert len(go) == 4
    for table in evening.state.rounds[0].tables:
        assert table.players[0] in go
