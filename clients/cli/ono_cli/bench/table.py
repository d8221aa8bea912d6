"""A table without network or secrets: games that are played at random, and played again from what was recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from msgspec import Struct

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices, addressed, choices
from ono_core.game.decider import advance, evolve_all, initial
from ono_core.game.faces import Colour
from ono_core.game.rulebook import compile_rules
from ono_core.game.rules import Rules
from ono_core.game.ruleset import Ruleset, parse, plain
from ono_core.game.state import Phase, State, slots_of

Chance = Callable[[], float]
"""A source of chance: from 0 to below 1."""

RULES: Final = ("all", "classic")
"""The rules that are measured: every house rule that goes together, and those of boardflix."""

_INTERRUPTION: Final = 0.25
"""How often a seat that is not on turn is asked too, where it might have an act: a jump, a call or a catch."""
_OVER: Final = Phase.OVER
_COLOURS: Final = tuple(Colour)
_PLAIN: Final[dict[str, cmd.Act]] = {
    "draw": cmd.Draw(),
    "pass": cmd.Pass(),
    "accept": cmd.Accept(),
    "challenge": cmd.Challenge(),
    "call": cmd.Call(),
}


def ruleset(which: str) -> Ruleset:
    """The options of one of ``RULES``, for up to ten seats."""
    if which == "classic":
        return parse({"preset": "boardflix", "seats_max": 10})
    return parse(
        {
            "preset": "table-party",
            "catch_window": "turn",
            "catch_grace_ms": 0,
            "challenge_stacked": True,
            "doubles": True,
            "jump_in": True,
            "seven_zero": True,
            "wild_draw_four": "challenge",
        }
    )


class Game(Struct, frozen=True):
    """A game that was played: every command in its order, the card of every slot, and how many were moves of seats."""

    rules: Rules
    lobby: State
    commands: tuple[cmd.Command, ...]
    faces: dict[int, int]
    moves: int


def lobby(rules: Rules, seats: int) -> State:
    """A table at which so many computer players sit, about to start."""
    bots = [ev.BotSeated(seat, f"bot {seat}", "", 0) for seat in range(seats)]
    return evolve_all(initial(), [*bots, ev.OptionsSet(plain(rules.ruleset)), ev.HostSet(0)])


def games(which: str, seats: int, count: int) -> tuple[Game, ...]:
    """So many games of one of ``RULES``, always the same."""
    rules, chance = compile_rules(ruleset(which)), Random(seats)
    start = lobby(rules, seats)
    return tuple(recorded(rules, start, chance) for _ in range(count))


def recorded(rules: Rules, start: State, chance: Random) -> Game:
    """One game, played at random."""
    commands: list[cmd.Command] = []
    faces: dict[int, int] = {}
    moves = play(rules, start, chance, faces, commands.append)
    return Game(rules, start, tuple(commands), faces, moves)


def replayed(game: Game) -> State:
    """The end of a recorded game, decided and evolved anew."""
    state, rules, faces = game.lobby, game.rules, game.faces
    for command in game.commands:
        state = _advanced(rules, state, faces, command)
    return state


def states(game: Game) -> Iterator[State]:
    """The state after each command of a recorded game."""
    state = game.lobby
    for command in game.commands:
        state = _advanced(game.rules, state, game.faces, command)
        yield state


def play(
    rules: Rules, state: State, chance: Random, faces: dict[int, int], told: Callable[[cmd.Command], None] | None = None
) -> int:
    """Play a game at random to its end; how many moves its seats made. ``faces`` is filled as a table's dealer does."""
    random, moves = chance.random, 0
    command = cmd.Command(0, cmd.Start())
    while True:
        if told:
            told(command)
        state = _advanced(rules, state, faces, command)
        if state.phase is _OVER:
            return moves
        if state.shuffle is not None:
            command = _closing(state, faces, chance)
        else:
            command = _move(rules, state, faces, random)
            moves += 1


def _advanced(rules: Rules, state: State, faces: dict[int, int], command: cmd.Command) -> State:
    done = advance(rules, state, faces, command)
    assert type(done) is tuple, f"{command} was refused: {done}"
    return done[1]


def _closing(state: State, faces: dict[int, int], chance: Random) -> cmd.Command:
    """The end of the open shuffle, whose slots get their cards."""
    shuffle = state.shuffle
    assert shuffle is not None, "a shuffle waits"
    cards = [*shuffle.cards, *[faces[slot] for slot in shuffle.slots]]
    chance.shuffle(cards)
    faces.update(zip(slots_of(shuffle.k), cards, strict=False))
    return cmd.Command(None, cmd.Close(shuffle.k, tuple(range(len(cards))), chance.randrange(len(state.playing))))


def _move(rules: Rules, state: State, faces: dict[int, int], random: Chance) -> cmd.Command:
    """What a seat does: mostly the one on turn, now and then another that may."""
    seat = state.turn
    assert seat is not None, "a seat is asked"
    if random() < _INTERRUPTION:
        may = addressed(rules, state)
        other = may[int(random() * len(may))]
        offered = choices(rules, state, faces, other)
        if offered.acts:
            return _picked(rules, state, faces, other, offered, random)
    return _picked(rules, state, faces, seat, choices(rules, state, faces, seat), random)


def _picked(
    rules: Rules, state: State, faces: dict[int, int], seat: int, offered: Choices, random: Chance
) -> cmd.Command:
    """One of the plays that are offered, cards and sets of cards alike; where there is none, one of the other acts.

    That is how the peers are played too: who can play does, so that games end.
    """
    acts = offered.acts
    if acts[0] == "play":
        plays: list[int] = []
        for slot, reason in offered.cards:
            if reason is None:
                plays.append(slot)
        at = int(random() * (len(plays) + len(offered.sets)))
        slots = (plays[at],) if at < len(plays) else offered.sets[at - len(plays)]
        return cmd.Command(seat, _play(rules, state, faces, seat, slots, offered, random), offered.step)
    act = acts[int(random() * len(acts))]
    if act == "name_colour":
        return cmd.Command(seat, cmd.NameColour(_COLOURS[int(random() * 4)]), offered.step)
    if act == "catch":
        return cmd.Command(seat, cmd.Catch(*offered.catches[int(random() * len(offered.catches))]))
    return cmd.Command(seat, _PLAIN[act], None if act == "call" else offered.step)


def _play(
    rules: Rules,
    state: State,
    faces: dict[int, int],
    seat: int,
    slots: tuple[int, ...],
    offered: Choices,
    random: Chance,
) -> cmd.Play:
    top = slots[-1]
    is_wild = rules.cards[faces[top]].colour is None
    colour = _COLOURS[int(random() * 4)] if is_wild else None
    target = None
    if offered.swaps and top in offered.swaps and len(slots) < len(state.hands[seat]):
        target = offered.targets[int(random() * len(offered.targets))]
    call = len(slots) == 1 and top in offered.lasts and random() < 0.5
    return cmd.Play(slots, colour, target, call)
