"""Computer players play whole rounds against each other on the real rules.

Every deal is played once for each seat of the level that is tested, so that luck of the deal mostly cancels out.
"""

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from ono_core.bots import LEVELS, choose
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import choices
from ono_core.game.decider import decide, evolve_all, initial
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Rules, compile_rules
from ono_core.game.ruleset import PRESETS
from ono_core.game.state import SLOTS_PER_SHUFFLE, Phase, State
from ono_core.game.view import view

RULES = compile_rules(PRESETS["boardflix"])


def seated(levels: tuple[str, ...]) -> State:
    """A lobby with these computer players, where seat 0 may start."""
    bots = [ev.BotSeated(seat, f"bot {seat}", level, 1) for seat, level in enumerate(levels)]
    return evolve_all(initial(), [*bots, ev.HostSet(0)])


def decided(rules: Rules, state: State, faces: Mapping[int, int], command: cmd.Command) -> State:
    """The state after a command that must not be refused."""
    outcome = decide(rules, state, faces, command)
    assert not isinstance(outcome, Refusal), f"{command} was refused: {outcome}"
    return evolve_all(state, outcome)


def shuffled(state: State, faces: dict[int, int], chance: Random) -> cmd.Command:
    """What closes the open shuffle; the faces of its slots are added to ``faces``."""
    shuffle = state.shuffle
    assert shuffle is not None
    cards = [*shuffle.cards, *(faces[slot] for slot in shuffle.slots)]
    chance.shuffle(cards)
    faces.update((SLOTS_PER_SHUFFLE * shuffle.k + place, card) for place, card in enumerate(cards))
    dice = chance.randrange(len(state.taken))
    return cmd.Command(None, cmd.Close(shuffle.k, tuple(range(len(cards))), dice))


def chosen(state: State, faces: Mapping[int, int], chance: Random) -> cmd.Command:
    """What the seat on turn does; its level is shown no face but those its seat may know."""
    seat = state.turn
    assert seat is not None
    known = {**state.opened, **{slot: faces[slot] for slot in state.hands[seat]}}
    asked = choices(RULES, state, known, seat)
    act = choose(state.seat_at(seat).level, view(state, known, seat), asked, chance.randrange)
    return cmd.Command(seat, act, asked.step)


def winner(levels: tuple[str, ...], deal: int) -> int | None:
    """The seat that wins this deal, if any does."""
    cards, numbers = Random(f"cards {deal}"), Random(f"numbers {deal}")
    faces: dict[int, int] = {}
    state = decided(RULES, seated(levels), faces, cmd.Command(0, cmd.Start()))
    while state.phase is not Phase.OVER:
        command = shuffled(state, faces, cards) if state.shuffle else chosen(state, faces, numbers)
        state = decided(RULES, state, faces, command)
    assert state.result is not None
    return state.result.winner


def wins(tested: str, other: str, seats: int, deals: range) -> Iterator[bool]:
    """Whether the tested level wins, alone among others, from each seat of each deal."""
    for deal in deals:
        for own in range(seats):
            levels = tuple(tested if seat == own else other for seat in range(seats))
            yield winner(levels, deal) == own


@pytest.mark.parametrize(
    ("tested", "other", "deals", "percent"),
    [
        pytest.param("medium", "easy", 150, 57, id="medium beats easy"),
        pytest.param("hard", "easy", 150, 66, id="hard beats easy clearly"),
        pytest.param("hard", "medium", 500, 54, id="hard beats medium"),
    ],
)
def test_a_stronger_level_wins_more_than_its_share(tested: str, other: str, deals: int, percent: int) -> None:
    """At two seats the stronger level wins at least so many games of a hundred; the deals are always the same."""
    won = list(wins(tested, other, seats=2, deals=range(deals)))
    assert 100 * sum(won) >= percent * len(won)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_mixed_tables_play_to_an_end(seats: int) -> None:
    """All levels together end their rounds with a winner, and never choose what is refused."""
    levels = tuple(list(LEVELS)[seat % 3] for seat in range(seats))
    assert all(winner(levels, deal) in range(seats) for deal in range(5))
