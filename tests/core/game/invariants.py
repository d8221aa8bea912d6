"""What holds at every table: for properties over drawn games, and for the soak."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices, choices
from ono_core.game.decider import decide, evolve, evolve_all
from ono_core.game.faces import Colour
from ono_core.game.refusals import REFUSALS, Refusal
from ono_core.game.state import TURN_PHASES, Phase, State, public
from ono_core.game.view import view
from tests.core.game.chance import offered
from tests.core.game.scenario import Table, cards_in_play


def conserved(before: State, event: ev.Event) -> State:
    """The state after an event that neither loses a card nor makes one; a new deal takes the whole deck."""
    after = evolve(before, event)
    cards = cards_in_play(before)
    if isinstance(event, ev.ShuffleBegun):
        thrown_back = before.phase is Phase.DEAL and event.into == "pile"
        cards = len(after.deck) if event.into == "deck" else cards + thrown_back
    returned = isinstance(event, ev.StarterReturned)  # it is in nobody's hands until the shuffle that follows
    assert cards_in_play(after) == cards - returned, event
    return after


def check_state(table: Table) -> None:
    """What holds between two acts."""
    state = table.state
    turn_waits = state.phase in TURN_PHASES and state.shuffle is None
    assert (state.shuffle is None) == (state.todo == ())
    if turn_waits:
        assert state.turn in state.playing
        asked = {"play", "draw", "pass", "accept", "name_colour"}
        assert asked.intersection(table.choices(state.turn).acts), "who is asked can act"
        assert (state.debt is not None) == (state.phase is Phase.RESPOND)
        assert (state.colour is None) == (state.phase is Phase.START_COLOUR)
    assert state.drawn is None or state.phase is Phase.DRAWN or state.shuffle
    assert state.direction in {1, -1}
    empty = [seat for seat in state.playing if not state.hands[seat]]
    assert not empty or state.phase in {Phase.OVER, Phase.ROUND_OVER, Phase.DEAL} or state.shuffle
    in_hands = {slot for hand in state.hands for slot in hand}
    assert set(state.opened) <= {*state.discards, *in_hands}
    has_started = state.phase is not Phase.DEAL and not (state.result and state.result.why == "alone")
    assert set(state.discards[-1:]) <= set(state.opened) or not has_started
    check_calls(table)
    if state.result and state.phase in {Phase.OVER, Phase.ROUND_OVER}:
        assert state.turn is None
        winner, others = state.result.winner, [seat for seat in empty if seat != state.result.winner]
        has_won = winner is not None and not others and not state.hands[winner]
        assert winner is None or has_won or state.result.why in {"alone", "absent"}


def check_calls(table: Table) -> None:
    """A call or a missed one is of a seat with one card; with two cards it may be called in turn."""
    state = table.state
    hands_wait = state.shuffle is not None and state.shuffle.into == "hands"
    won = {task.seat for task in state.todo if task.do == "score" and task.why == "empty"}
    assert all(len(state.hands[one.seat]) == 1 or one.seat in won for one in state.exposed) or hands_wait
    assert {one.seat for one in state.exposed}.isdisjoint(state.called)
    assert all(len(state.hands[seat]) <= 2 for seat in state.called)
    if table.rules.ruleset.call != "manual":
        assert not state.exposed
    if table.rules.ruleset.catch_window == "turn":
        assert len(state.exposed) <= 1


def check_acts(table: Table, chance: Random) -> None:
    """Try everything that anybody might ask."""
    state_before, faces_before = public(table.state), dict(table.faces)
    for seat in (*table.state.taken, None):
        allowed = offered(table, seat) if seat is not None else []
        for act in (*allowed, *conceivable(table, seat, chance)):
            step = table.state.step if isinstance(act, cmd.TURN_ACTS) else None
            outcome = decide(table.rules, table.state, table.faces, cmd.Command(seat, act, step))
            if is_called_again(table, seat, act):
                continue
            refused = isinstance(outcome, Refusal) or isinstance(outcome[0], ev.Mistaken)
            assert refused == (act not in allowed), (
                seat,
                act,
                outcome,
                table.choices(seat) if seat is not None else (),
            )
            if isinstance(outcome, Refusal):
                assert outcome.code in REFUSALS
            else:
                evolve_all(table.state, outcome)
    assert (public(table.state), table.faces) == (state_before, faces_before)


def is_called_again(table: Table, seat: int | None, act: cmd.Act) -> bool:
    """Whether a play carries a call that was made before it: it is not offered again, and does no harm."""
    return isinstance(act, cmd.Play) and act.call and seat in table.state.called


def conceivable(table: Table, seat: int | None, chance: Random) -> Iterator[cmd.Act]:
    """The acts of a turn with every card of the hand, and some of others'."""
    yield from (cmd.Draw(), cmd.Pass(), cmd.Accept(), cmd.Challenge(), cmd.NameColour(chance.choice(list(Colour))))
    yield cmd.Call()
    for other in (*table.state.taken, 99):
        yield from (cmd.Catch(other, step) for step in (0, table.state.step - 1, table.state.step))
    hand = table.state.hands[seat] if seat is not None and table.state.hands else ()
    strange = chance.sample(sorted(table.faces), min(3, len(table.faces)))
    target = chance.choice([None, 0, 1, 99])
    for slot in {*hand, *strange}:
        for colour in (None, *Colour):
            yield cmd.Play((slot,), colour)
        yield from (cmd.Play((slot,), None, target), cmd.Play((slot,), Colour.RED, target))
        yield from (cmd.Play((slot,), None, None, call=True), cmd.Play((slot, slot)))
    yield from (cmd.Play(()), cmd.Play(hand), cmd.Play(hand[:2]), cmd.Play(hand[:2], Colour.RED, 1))


def check_secrecy(table: Table, seat: int, chance: Random) -> None:
    """However the hidden cards lie, a seat is shown the same, and offered the same."""
    other = replace(table, faces=dealt_otherwise(table, seat, chance))
    assert table.seen_by(seat) == other.seen_by(seat)
    assert prompt(table, seat) == prompt(other, seat)
    assert view(table.state, {}, None) == table.seen_by(None)


def dealt_otherwise(table: Table, seat: int, chance: Random) -> dict[int, int]:
    """The faces with those that the seat cannot know exchanged among each other."""
    known = {*table.state.opened, *table.state.hands[seat]}
    hidden = [slot for slot in table.faces if slot not in known]
    cards = [table.faces[slot] for slot in hidden]
    chance.shuffle(cards)
    return {**table.faces, **dict(zip(hidden, cards, strict=True))}


def prompt(table: Table, seat: int) -> Choices:
    """What the seat is offered."""
    return choices(table.rules, table.state, table.faces, seat)
