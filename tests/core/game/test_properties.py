"""What holds in every game: random options, tables, shuffles and moves, from the deal and from crowded ends of rounds.

A game is drawn as two seeds, of its deal and of its moves, and played to its end, or for a few rounds.
"""

from random import Random

from hypothesis import example
from hypothesis import given as drawn
from hypothesis import strategies as st

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import asked_seat
from ono_core.game.decider import evolve_all, initial
from ono_core.game.state import Phase, public
from ono_core.log.entries import state_digest
from ono_core.log.kinds import EVENT_KINDS
from tests.core.game.chance import closed, cramped, fresh, options, played
from tests.core.game.invariants import check_acts, check_secrecy, check_state, conserved
from tests.core.game.scenario import NAMES, Table

chances = st.builds(Random, st.integers(0, 2**32))
games = st.builds(fresh, chances, st.integers(2, 10))
crowded = st.builds(cramped, chances, st.integers(2, 10))
tables = st.one_of(games, crowded)


@drawn(tables, chances)
def test_every_state_on_the_way_holds_together(table: Table, chance: Random) -> None:
    """Cards are conserved at every event, one seat is to act and can, and nothing pending outlives its turn."""
    before = table.state
    for after in played(table, chance):
        for event in after.happened if after is not table else ():
            before = conserved(before, event)
        assert before == after.state
        check_state(after)


@drawn(tables, chances)
def test_what_is_offered_is_accepted_and_nothing_else_is(table: Table, chance: Random) -> None:
    """Of all acts of all seats exactly those in the prompts are taken; a refusal leaves everything as it was."""
    for now in played(table, chance):
        if chance.random() < 0.1:
            check_acts(now, chance)


@drawn(games, chances)
def test_folding_again_from_any_entry_gives_the_same(table: Table, chance: Random) -> None:
    """The events of a whole game, folded cold or from any state on the way, give the same state and digest."""
    states = [table.state]
    happened: list[tuple[ev.Event, ...]] = []
    for now in played(table, chance):
        if now is not table:
            happened.append(now.happened)
            states.append(now.state)
    start = chance.randrange(len(states))
    state = states[start]
    for index, entry in enumerate(happened[start:], start + 1):
        state = evolve_all(state, entry)
        assert public(state) == public(states[index])
        assert state_digest(state) == state_digest(states[index])
    assert state == states[-1]


@drawn(st.integers(2, 10), chances)
def test_a_game_folds_from_nothing(seats: int, chance: Random) -> None:
    """From the first entry on: no state is needed that the events do not make."""
    keys = [bytes([seat + 1]) * 32 for seat in range(seats)]
    joins = [cmd.Join(key, key, key, key, key * 2, NAMES[seat], None) for seat, key in enumerate(keys)]
    table = Table(initial(), {})
    happened: list[ev.Event] = []
    rules = cmd.SetOptions(options(chance))
    for seat, act in [(None, joins[0]), (0, rules), *((None, join) for join in joins[1:]), (0, cmd.Start())]:
        table = table.when(seat, act)
        happened += table.happened
    begun = closed(table, chance)
    for now in played(begun, chance):
        happened += now.happened
        table = now
    assert evolve_all(initial(), happened) == table.state


@drawn(tables, chances)
def test_a_seat_is_shown_nothing_that_it_may_not_know(table: Table, chance: Random) -> None:
    """However the hidden cards lie, a seat is shown the same, and offered the same."""
    for now in played(table, chance):
        if now.state.phase in {Phase.OVER, Phase.ROUND_OVER} or chance.random() > 0.2:
            continue
        check_secrecy(now, chance.choice(now.state.taken), chance)


@drawn(tables, chances)
@example(fresh(Random(287), 2), Random(0))  # regression: nobody gave a seed for the second round's deal
@example(fresh(Random(5201), 2), Random(0))  # regression: the same, where a round had been played before
@example(cramped(Random(4007513), 3), Random(4007513))  # regression: all of a round's seats are gone, and have no place
@example(fresh(Random(1660569), 2), Random(0))  # regression: one gave a seed, and wins without a card dealt
def test_every_round_ends(table: Table, chance: Random) -> None:
    """It is won, blocked, capped, left alone or nobody gave a seed; whoever is first has place 1."""
    *_, last = played(table, chance)
    result, ruleset = last.state.result, last.rules.ruleset
    assert result is not None
    assert result.why in {"empty", "blocked", "cap", "alone", "absent"}
    is_nobodys = result.why == "absent" and result.winner is None
    if result.why == "absent":
        assert is_nobodys or last.state.playing == (result.winner,)
    else:
        assert (result.winner is None) == (result.why in {"blocked", "cap"} or not last.state.playing)
    placed = [place for place in result.places if place]
    assert min(placed) == 1 if placed else not last.state.playing
    assert result.winner is None or result.places[result.winner] == 1
    if last.state.phase is Phase.OVER:
        assert 1 in last.state.places
    else:
        is_match = ruleset.score in {"to_target", "lowest_total", "elimination"}
        assert is_match or is_nobodys or ruleset.blocked == "redeal"
    if ruleset.score in {"none", "ranked"}:
        assert set(last.state.scores) == {0}


@drawn(games, chances)
def test_only_one_seat_is_asked(table: Table, chance: Random) -> None:
    """Whoever is not on turn is offered to jump in, to call and to catch, and nothing else."""
    for now in played(table, chance):
        for seat in now.state.taken:
            if seat != asked_seat(now.state):
                assert set(now.choices(seat).acts) <= {"play", "call", "catch"}
                assert now.rules.ruleset.jump_in or "play" not in now.choices(seat).acts


def test_random_games_meet_what_is_rare() -> None:
    """The properties above say something: their games hold every event of play, and every way to end a round."""
    met: set[str] = set()
    for seed in range(200):
        chance = Random(seed)
        for table in (fresh(chance, 2 + seed % 9), cramped(chance, 2 + seed % 9)):
            for now in played(table, chance):
                met |= {EVENT_KINDS.name(event) for event in now.happened}
                met |= {now.state.phase.value, now.state.result.why if now.state.result else ""}
                met |= {event.verdict for event in now.happened if isinstance(event, ev.Challenged)}
    assert met >= {"blocked", "cap", "empty", "alone", "recycled", "waived", "shuffle-begun", "bluff", "honest"}
    assert met >= {"start-colour", "starter-returned", "respond", "drawn", "seat-to-bot", "seat-back", "seat-removed"}
    assert met >= {"exposed", "catch-opened", "catch-closed", "caught", "called", "hands-moved", "shown"}
    assert met >= {"timed-out", "clock-restored", "round-over", "over", "skipped", "reversed", "owed"}
