"""Whatever is asked in whatever order, nothing breaks: random acts, and forged events."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ono_core.tournament import acts
from ono_core.tournament import events as ev
from ono_core.tournament.decider import Misplaced, decide, entered, initial, is_over
from ono_core.tournament.ledger import ACT_KINDS, EVENT_KINDS, ByOrganiser, Ledger
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.stages import next_stage
from ono_core.tournament.standings import standings
from ono_core.tournament.state import State, Table, changed_since
from tests.core.tournament.evening import NAMES, Evening, key, registered, secret

FORMATS: tuple[dict[str, Any], ...] = (
    {"rounds": 2, "final": {"seats": 2}},
    {"format": "knockout", "knockout": {"advance": 1}, "table": {"size": 2, "smallest": 2, "largest": 3}},
    {"format": "match", "rounds": 3, "match": {"target": 5}, "scoring": {"by": "wins"}},
    {"format": "groups", "groups": {"size": 3}, "rounds": 2, "rules": {"preset": "boardflix"}},
)
SMALL = st.integers(0, 4)
PLAYER = st.integers(0, 7)
ROW = st.lists(st.integers(0, 3), max_size=4).map(tuple)
REASON = st.sampled_from(["a reason", ""])


def place(evening: Evening, a: int) -> tuple[int, int, Table | None]:
    """Round and number of a table, one that waits for a result if ``a`` is even; now and then of none."""
    there = [(one.number, table.number, table) for one, table in evening.state.tables()]
    waiting = [at for at in there if not at[2].result]
    some = waiting if waiting and a % 2 == 0 else there
    return some[a % len(some)] if some else (a, a, None)


def settled(evening: Evening, a: int, b: int) -> acts.Act:
    """A ruling on a table."""
    number, table, there = place(evening, a)
    seats = len(there.players) if there else 2
    places = tuple((seat + b) % seats + 1 for seat in range(seats))
    return acts.Adjudicate(number, table, places if b < 6 else (b - 6,) * seats, (b,) * seats, "ruled")


def reported(evening: Evening, a: int, b: int) -> acts.Act:
    """The result of the game that is open there."""
    number, table, there = place(evening, a)
    players, games = (there.players, there.games) if there else ((1,), ())
    places = tuple(1 if player == max(players) else 2 for player in players)
    game = games[-1] if games else secret("none")
    return acts.Report(
        number, table, game, (5, secret("h")), places, (b,) * len(places), tuple(sorted(players)[: b % 3])
    )


def away(evening: Evening, a: int, b: int) -> acts.Act:
    """A table that cannot be played."""
    number, table, there = place(evening, a)
    players = there.players if there else (1,)
    return acts.Forfeit(number, table, tuple(sorted(players[: len(players) - b % 3])), "away")


def opened(evening: Evening, a: int, b: int) -> acts.Act:
    """A game for a table."""
    number, table, _ = place(evening, a)
    return acts.OpenTable(number, table, secret(f"game {number} {table} {b % 3}"))


MOVES: dict[str, Callable[[Evening, int, int], acts.Act]] = {
    "draw": lambda evening, _a, _b: acts.Draw(evening.seed()),
    "settle": settled,
    "open": opened,
    "report": reported,
    "forfeit": away,
    "void": lambda evening, a, _b: acts.VoidTable(*place(evening, a)[:2], "void"),
    "time": lambda evening, a, b: acts.GiveTime(*place(evening, a)[:2], 60_000 * b, "spilt"),
    "register": lambda _evening, a, b: registered(NAMES[(a + b) % len(NAMES)]),
    "withdraw": lambda _evening, a, _b: acts.Withdraw(a, "tired"),
    "return": lambda _evening, a, _b: acts.Return(a),
    "replace": lambda _evening, a, b: acts.Substitute(a, NAMES[-1 - b], key(NAMES[-1 - b]), secret("n"), "ill"),
    "penalise": lambda _evening, a, b: acts.Penalise(a, b, "late"),
    "undo": lambda evening, a, b: acts.Undo(len(evening.ledger) - 1 - a // 2 - b // 2, "second thought"),
    "pause": lambda _evening, a, _b: acts.Pause("tea") if a > 6 else acts.Resume(),
    "deputise": lambda _evening, a, _b: acts.Deputise(key("Desk")) if a > 3 else acts.Dismiss(key("Desk")),
    "finish": lambda _evening, _a, _b: acts.Finish(),
}
ASKED = st.tuples(st.sampled_from([*MOVES, "undo", *("draw", "settle") * 5]), PLAYER, PLAYER)


@pytest.mark.parametrize("chosen", FORMATS, ids=lambda chosen: chosen.get("format", "points"))
@settings(max_examples=20, deadline=None)
@given(asked=st.lists(ASKED, min_size=5, max_size=40))
def test_any_acts_in_any_order(chosen: dict[str, Any], asked: list[tuple[str, int, int]]) -> None:
    """Each is granted or refused; the cold fold is the live state, and a stranger decides the same again."""
    evening = Evening(5, **chosen)
    for name, a, b in asked:
        act = MOVES[name](evening, a, b)
        assert ACT_KINDS.typed(ACT_KINDS.plain(act)) == act
        happened = evening.wrote(ByOrganiser(act))
        if isinstance(happened, Refusal):
            assert happened.words
            continue
        assert tuple(EVENT_KINDS.typed(EVENT_KINDS.plain(event)) for event in happened) == happened
        consistent(evening.state)
    assert Ledger.of(evening.ledger.raws(), again=False).state == evening.state


def consistent(state: State) -> None:
    """What holds after every entry."""
    rows = standings(state)
    assert sorted(row.player for row in rows) == [*range(1, len(state.players) + 1)]
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert len({player.identity for player in state.players}) == len(state.players)
    running = any(table.result is None for one in state.rounds[:-1] for table in one.tables)
    assert not running, "only the last round has tables without a result"
    assert not (is_over(state) and any(table.result is None for _, table in state.tables()))
    for one in state.rounds:
        drawn = [player for table in one.tables for player in table.players]
        assert len({*drawn, *one.sitting}) == len(drawn) + len(one.sitting)
        assert all(change.entry > one.entry for change in changed_since(state, one))
    stage = next_stage(state)
    if not isinstance(stage, Refusal):
        assert set(stage.players) <= set(state.present)


BYTES32 = st.binary(min_size=32, max_size=32)
FORGED: st.SearchStrategy[ev.Event] = st.one_of(
    st.builds(ev.PlayerRegistered, PLAYER, REASON, BYTES32, BYTES32),
    st.builds(ev.PlayerWithdrawn, PLAYER, REASON),
    st.builds(ev.PlayerReturned, PLAYER),
    st.builds(ev.PlayerSubstituted, PLAYER, REASON, BYTES32, BYTES32, REASON),
    st.builds(
        ev.RoundDrawn, SMALL, st.sampled_from(["round", "final"]), BYTES32, BYTES32,
        st.lists(st.lists(PLAYER, max_size=3).map(tuple), max_size=3).map(tuple), ROW, st.just(()),
    ),
    st.builds(ev.TableOpened, SMALL, SMALL, BYTES32, SMALL),
    st.builds(
        ev.TableEnded, SMALL, SMALL, st.sampled_from(["played", "forfeit", "adjudicated", "voided"]),
        ROW, ROW, ROW, st.none(), st.none(), REASON,
    ),
    st.builds(ev.ResultCorrected, SMALL, SMALL, ROW, ROW, REASON),
    st.builds(ev.TableVoided, SMALL, SMALL, REASON),
    st.builds(ev.PlayerPenalised, PLAYER, SMALL, REASON),
    st.builds(ev.Undone, st.integers(0, 9), REASON),
    st.builds(ev.TimeGiven, SMALL, SMALL, SMALL, REASON),
    st.builds(ev.Opened, SMALL, BYTES32, BYTES32, st.just({}), st.just(())),
    st.sampled_from([ev.Paused("x"), ev.Resumed(), ev.Finished(), ev.Reopened()]),
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@example([[ev.RoundDrawn(1, "final", bytes(32), bytes(32), (), (), ())]])
@given(st.lists(st.lists(FORGED, max_size=3), max_size=12))
def test_forged_events_fold_or_are_misplaced(entries: list[list[ev.Event]]) -> None:
    """Nothing else can happen, and what folds can be ranked."""
    state = initial()
    for happened in entries:
        try:
            state = entered(state, happened)
        except Misplaced:
            continue
        standings(state)
        next_stage(state)


@pytest.mark.parametrize("kind", acts.ACTS)
def test_nothing_but_the_opening_comes_first(kind: type[acts.Act]) -> None:
    """A tournament that is not opened refuses all else, whoever asks."""
    blank: dict[str, Any] = dict.fromkeys(kind.__struct_fields__, 1)
    if kind is not acts.Open:
        assert decide(initial(), acts.Asked(None, kind(**blank))) == Refusal("not-open")
