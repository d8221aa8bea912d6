"""Random tables: options, deals, crowded positions, and everything that may happen at them, drawn from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ono_core.game import commands as cmd
from ono_core.game.choices import Choices
from ono_core.game.faces import Colour, face
from ono_core.game.ruleset import PRESETS, deck_of, parse
from ono_core.game.state import SLOTS_PER_SHUFFLE, TURN_PHASES, Phase
from tests.core.game.scenario import Table, given, lobby

ACTS = 10_000
"""No game drawn here takes so many acts: the turn cap ends each of its few rounds before."""

VALUES: dict[str, list[Any]] = {
    "deck": ["classic108", "modern112", "party"],
    "decks": ["auto", 1, 2],
    "all_in": [0, 1, 2],
    "hands_card": ["shuffle", "swap"],
    "deal": [3, 5, 7],
    "open_hands": [False, False, True],
    "first_deal": ["draw", "random"],
    "start_wild": ["name", "redraw"],
    "start_reverse": ["right", "deals", "first"],
    "draw_when": ["stuck", "any"],
    "draw_count": ["one", "until"],
    "drawn": ["may", "must"],
    "stack": ["none", "d2", "same", "up", "any"],
    "wild_draw_four": ["challenge", "honest", "free"],
    "challenge_reveal": ["hand_to_challenger", "result_only"],
    "challenge_stacked": [False, True],
    "call": ["off", "auto", "manual", "manual"],
    "call_penalty": [2, 4],
    "catch_window": ["turn", "timer"],
    "catch_grace_ms": [0, 800],
    "false_call": [0, 0, 2],
    "last_card": ["any", "no_wild", "number_only"],
    "serve_last": [False, True],
    "seven_zero": [False, True],
    "jump_in": [False, True],
    "doubles": [False, True],
    "score": ["none", "ranked", "to_target", "lowest_total", "elimination"],
    "target": [50, 100],
    "blocked": ["order", "redeal"],
    "turn_cap": [10, 30, 80],
    "clock_ms": [0, 30_000],
    "absence": ["bot", "clock", "remove"],
    "missing_reveal": ["play_on", "sit_out"],
}
"""What is drawn for each option."""


MISSING = 0.2
"""How likely it is that the seed of a seat does not come."""


def options(chance: Random, **fixed: Any) -> dict[str, Any]:
    """Options that can be played by up to ten: a preset, about half of the others, and those that are fixed."""
    while True:
        drawn = {name: chance.choice(values) for name, values in VALUES.items() if chance.random() < 0.5}
        drawn |= {"preset": chance.choice(list(PRESETS)), "turn_cap": chance.choice(VALUES["turn_cap"])}
        drawn |= {"seats_max": 10, **fixed}
        try:
            parse(drawn)
        except ValueError:
            continue
        return drawn


def started(chance: Random, seats: int, **fixed: Any) -> tuple[Table, Table]:
    """A table in the lobby, and when the host has started: its first shuffle waits."""
    waiting = lobby(seats, **options(chance, **fixed))
    return waiting, waiting.when(0, cmd.Start())


def fresh(chance: Random, seats: int) -> Table:
    """A game that has just been dealt."""
    _, table = started(chance, seats)
    while table.state.shuffle:
        table = closed(table, chance)
    return table


def cramped(chance: Random, seats: int, **fixed: Any) -> Table:
    """A position with hardly a pile, few discards, and few wilds in the hands."""
    drawn = options(chance, decks=1, **fixed)
    cards = [text for text in deck_of(parse(drawn)) if not face(text).is_wild or chance.random() < 0.3]
    chance.shuffle(cards)
    top = next(text for text in cards if not face(text).is_wild)
    cards.remove(top)
    sizes = [chance.randint(1, 5) for _ in range(seats)]
    hands = [" ".join(cards.pop() for _ in range(size)) for size in sizes]
    pile = " ".join(cards.pop() for _ in range(chance.randint(0, 2)))
    under = " ".join(cards.pop() for _ in range(chance.choice([0, 0, 1, 2, 3])))
    direction = chance.choice([1, -1])
    return given(top, hands, pile=pile, under=under, turn=chance.randrange(seats), direction=direction, **drawn)


def closed(table: Table, chance: Random) -> Table:
    """The table after its shuffle was closed at random."""
    shuffle = table.state.shuffle
    assert shuffle is not None
    cards = [*shuffle.cards, *(table.faces[slot] for slot in shuffle.slots)]
    chance.shuffle(cards)
    laid = {SLOTS_PER_SHUFFLE * shuffle.k + place: card for place, card in enumerate(cards)}
    order = list(range(len(cards)))
    chance.shuffle(order)
    missing = tuple(seat for seat in table.state.taken if chance.random() < MISSING)
    close = cmd.Close(shuffle.k, tuple(order), chance.randrange(len(table.state.taken)), missing)
    return Table(table.state, {**table.faces, **laid}).when(None, close)


def offered(table: Table, seat: int) -> list[cmd.Act]:
    """Every act that a seat's prompt offers."""
    found = table.choices(seat)
    plain = {
        "draw": cmd.Draw(),
        "pass": cmd.Pass(),
        "accept": cmd.Accept(),
        "challenge": cmd.Challenge(),
        "call": cmd.Call(),
    }
    acts: list[cmd.Act] = [plain[act] for act in found.acts if act in plain]
    if "name_colour" in found.acts:
        acts += [cmd.NameColour(colour) for colour in Colour]
    acts += [cmd.Catch(caught, step) for caught, step in found.catches]
    singles = [(slot,) for slot in found.playable]
    return acts + [play for slots in (*singles, *found.sets) for play in plays(table, found, seat, slots)]


def plays(table: Table, found: Choices, seat: int, slots: tuple[int, ...]) -> Iterator[cmd.Play]:
    """The ways to play these slots: with each colour and seat that they must name, and with a call if they may."""
    is_wild = face(table.text(slots[-1])).is_wild
    left = len(table.state.hands[seat]) - len(slots)
    leaves_one = left == 1 and bool(found.lasts or table.rules.ruleset.call == "manual")
    calls = slots[0] in found.lasts if len(slots) == 1 else leaves_one and seat not in table.state.called
    names_seat = slots[-1] in found.swaps and left > 0
    for colour in Colour if is_wild else [None]:
        for target in found.targets if names_seat else [None]:
            for call in (False, True) if calls else (False,):
                yield cmd.Play(slots, colour, target, call)


def tables_acts(table: Table) -> list[cmd.Act]:
    """What the table may do by itself now, and what players do that is no play: leave and come back."""
    state, ruleset = table.state, table.rules.ruleset
    acts: list[cmd.Act] = []
    if ruleset.clock_ms and not state.shuffle and state.phase in TURN_PHASES:
        acts.append(cmd.TimeOut(state.step))
    acts += [cmd.CloseCatch(one.seat) if one.open else cmd.OpenCatch(one.seat) for one in state.exposed]
    for seat in state.playing:
        if state.seat_at(seat).away:
            acts.append(cmd.SeatBack(seat))
        elif ruleset.absence == "remove":
            acts.append(cmd.RemoveSeat(seat))
        elif ruleset.absence == "bot":
            acts.append(cmd.SeatToBot(seat))
    return [act for act in acts if ruleset.catch_window == "timer" or not isinstance(act, cmd.CloseCatch)]


def moved(table: Table, chance: Random) -> Table:
    """The table after one random thing that may happen."""
    state = table.state
    if state.phase is Phase.ROUND_OVER:
        return table.when(None, cmd.NextRound())
    own = tables_acts(table) if chance.random() < 0.05 else []
    if own:
        return table.when(None, chance.choice(own))
    if chance.random() < 0.3:
        others = [(seat, act) for seat in state.playing if seat != state.turn for act in offered(table, seat)]
        if others:
            return table.when(*chance.choice(others))
    if state.shuffle:
        return closed(table, chance)
    assert state.turn is not None
    return table.when(state.turn, chance.choice(offered(table, state.turn)))


def played(table: Table, chance: Random, rounds: int = 2) -> Iterator[Table]:
    """The table after each act, to the end of the game or of so many rounds."""
    for _ in range(ACTS):
        yield table
        state = table.state
        if state.phase is Phase.OVER or (state.phase is Phase.ROUND_OVER and state.round >= rounds):
            return
        table = moved(table, chance)
    raise AssertionError("the game does not end")
