"""What is drawn next in each format, and when it is over."""

from ono_core.tournament import acts
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.stages import next_stage
from ono_core.tournament.standings import standings
from tests.core.tournament.evening import Evening, registered, secret


def code(evening: Evening) -> str:
    """Why nothing may be drawn."""
    stage = next_stage(evening.state)
    assert isinstance(stage, Refusal), stage
    return stage.code


def seated(evening: Evening) -> list[int]:
    """Who plays in the last round, rising."""
    return sorted(player for table in evening.state.rounds[-1].tables for player in table.players)


def test_so_many_rounds_and_no_more() -> None:
    """Points: everybody plays every round."""
    evening = Evening(8, rounds=2)
    evening.round()
    evening.round()
    assert seated(evening) == [*range(1, 9)]
    assert code(evening) == "no-round-left"


def test_a_draw_waits_for_every_table() -> None:
    """And for the seed that was committed to."""
    evening = Evening(8)
    assert evening.refuses(acts.Draw(secret("mine"))) == "wrong-seed"
    evening.draws()
    evening.plays(1)
    assert evening.refuses(acts.Draw(evening.seed())) == "tables-running"
    assert evening.refuses(acts.Finish()) == "tables-running"


def test_too_few_are_not_drawn() -> None:
    """Two cannot fill a table of three."""
    evening = Evening(2)
    assert code(evening) == "too-few-players"
    assert evening.refuses(acts.Draw(evening.seed())) == "too-few-players"


def test_the_best_play_one_last_table() -> None:
    """Its places are the first places of the tournament, its points nobody's."""
    evening = Evening(8, rounds=1, final={"seats": 3})
    evening.round()
    best = [row.player for row in standings(evening.state)[:3]]
    points = {row.player: row.points for row in standings(evening.state)}
    (table,) = evening.draws()
    assert evening.state.rounds[-1].stage == "final"
    assert sorted(table.players) == sorted(best)
    evening.plays(1, best[::-1])
    rows = standings(evening.state)
    assert [row.player for row in rows[:3]] == best[::-1]
    assert [row.final for row in rows[:4]] == [1, 2, 3, 0]
    assert {row.player: row.points for row in rows} == points
    assert code(evening) == "no-round-left"


def test_who_has_withdrawn_is_in_no_final() -> None:
    """The next one is."""
    evening = Evening(8, rounds=1, final={"seats": 3})
    evening.round()
    order = [row.player for row in standings(evening.state)]
    evening.does(acts.Withdraw(order[0], "last train"))
    evening.draws()
    assert seated(evening) == sorted(order[1:4])


def test_a_knockout_goes_on_until_one_table_is_left() -> None:
    """The best two of each table; who loses early is behind."""
    evening = Evening(15, format="knockout", table={"size": 4, "smallest": 3, "largest": 4})
    sizes: list[int] = []
    while not isinstance(next_stage(evening.state), Refusal):
        evening.round()
        sizes.append(len(seated(evening)))
    assert sizes == [15, 8, 4]
    assert [one.stage for one in evening.state.rounds] == ["round", "round", "final"]
    rows = standings(evening.state)
    assert [row.final for row in rows[:5]] == [1, 2, 3, 4, 0]
    assert rows[0].player == 1
    assert {row.player for row in rows[:8]} == {p for table in evening.state.rounds[1].tables for p in table.players}
    assert evening.refuses(registered("Late"), "Late") == "too-late"


def test_who_sits_out_of_a_knockout_goes_on() -> None:
    """And a table where nobody came sends nobody."""
    evening = Evening(7, format="knockout", knockout={"advance": 1}, table={"size": 2, "smallest": 2, "largest": 2})
    first, *others = evening.draws()
    (out,) = evening.state.rounds[0].sitting
    evening.does(acts.Forfeit(1, first.number, tuple(sorted(first.players)), "both at the bar"))
    for table in others:
        evening.plays(table.number)
    evening.draws()
    there = {*seated(evening), *evening.state.rounds[1].sitting}
    assert there == {out, *(min(table.players) for table in others)}


def test_a_match_ends_when_somebody_has_the_points() -> None:
    """Or when all rounds are played."""
    evening = Evening(3, format="match", rounds=10, match={"target": 15})
    for _ in range(3):
        evening.round()
    assert code(evening) == "no-round-left"
    short = Evening(3, format="match", rounds=2, match={"target": 15})
    short.round()
    short.round()
    assert code(short) == "no-round-left"


def test_groups_are_drawn_once_and_meet_within() -> None:
    """A latecomer joins the smallest."""
    evening = Evening(11, format="groups", groups={"size": 6})
    evening.round()
    groups = evening.state.groups
    assert sorted(map(len, groups)) == [5, 6]
    evening.asks("Lea", registered("Lea"))
    evening.round()
    assert sorted(map(len, evening.state.groups)) == [6, 6]
    assert all(set(group) <= set(later) for group, later in zip(groups, evening.state.groups, strict=True))
    for table in evening.state.rounds[-1].tables:
        assert any(set(table.players) <= set(group) for group in evening.state.groups)
