"""The rule points: the questions that the decider and the prompt ask, and the standard answers.

A Rules value is made from a ruleset by ``compile_rules`` alone; a house rule (house/) changes some of its answers and
may keep and call the answer it replaces. Nothing else ever asks which options are on.

An effect answers with an Outcome: events that happen at once, and tasks that the decider works off after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

from msgspec import Struct

from ono_core.game import events as ev
from ono_core.game.faces import DECKS, Colour, Face, Kind, face
from ono_core.game.ruleset import Ruleset
from ono_core.game.state import Debt, Dispute, Phase, State, Task


class Outcome(Struct, frozen=True):
    """What an effect does: events now, then tasks."""

    events: tuple[ev.Event, ...] = ()
    tasks: tuple[Task, ...] = ()


class Situation(Struct, frozen=True):
    """A state with the rules in force and the faces known (slot -> card id); ``dice`` is from a closing cut."""

    rules: Rules
    state: State
    faces: Mapping[int, int]
    dice: int = 0

    def face(self, slot: int) -> Face:
        """The face of a slot's card."""
        return face(self.rules.deck[self.faces[slot]])

    def hand(self, seat: int) -> tuple[Face, ...]:
        """The faces of a seat's hand."""
        return tuple(self.face(slot) for slot in self.state.hands[seat])

    @property
    def top(self) -> Face:
        """The face on top of the discards."""
        top = self.state.discards.top
        assert top is not None, "a round has a top card from its starter on"
        return self.face(top)


Effect = Callable[[Situation, int], Outcome]
"""(the situation right after the card came down, the seat) -> what it does. A starter's seat is the dealing seat."""


class Rules(Struct, frozen=True):
    """Every rule point with its answer."""

    ruleset: Ruleset
    deck: tuple[str, ...]
    fits: Callable[[Face, Face, Colour | None], bool]
    limit: Callable[[Situation, int, int], str | None]
    draw_limit: Callable[[Situation, int], str | None]
    effects: Mapping[Kind, Effect]
    starters: Mapping[Kind, Effect]
    dispute: Callable[[Situation, int, Colour | None], Dispute | None]
    is_bluff: Callable[[Situation, int, int], bool]
    stakes: Callable[[Debt], tuple[int, int]]
    call: Callable[[State, int], tuple[ev.Event, ...]]
    going_out: Effect
    deal_seat: Callable[[Situation], int]


@cache
def compile_rules(ruleset: Ruleset) -> Rules:
    """The rules that a ruleset names: the only place that maps options to answers."""
    return Rules(
        ruleset=ruleset,
        deck=DECKS[ruleset.deck] * ruleset.decks,
        fits=fits,
        limit=drawn_card_only,
        draw_limit=only_when_stuck,
        effects=EFFECTS,
        starters=STARTERS,
        dispute=held_then,
        is_bluff=holds_colour_in_force,
        stakes=lambda debt: (debt.total, debt.total + 2),
        call=automatic_call,
        going_out=round_won,
        deal_seat=lambda now: now.state.taken[now.dice],
    )


def fits(card: Face, top: Face, colour: Colour | None) -> bool:
    """Standard: wilds always; else the colour in force, or the top's number or symbol (S0.9, S0.10)."""
    return card.is_wild or card.colour == colour or card.symbol == top.symbol


def drawn_card_only(now: Situation, _seat: int, slot: int) -> str | None:
    """Standard: while cards are owed nothing is played; after a draw only the drawn card."""
    if now.state.phase is Phase.RESPOND:
        return "does-not-fit"
    return "only-the-drawn-card" if now.state.drawn not in {None, slot} else None


def only_when_stuck(now: Situation, seat: int) -> str | None:
    """``draw_when=stuck``: refused while a card of the hand fits (S0.12)."""
    state = now.state
    could = any(now.rules.fits(card, now.top, state.colour) for card in now.hand(seat))
    return "could-play" if could else None


def automatic_call(state: State, seat: int) -> tuple[ev.Event, ...]:
    """``call=auto``: the table calls when a play leaves one card (S0.36)."""
    return (ev.Called(seat),) if len(state.hands[seat]) == 1 else ()


def held_then(now: Situation, seat: int, colour_before: Colour | None) -> Dispute | None:
    """``wild_draw_four=challenge``: judged by the hand left right after the play; none is left, no dispute (S0.28)."""
    held = now.state.hands[seat]
    return Dispute(colour_before, held) if held else None


def holds_colour_in_force(now: Situation, seat: int, slot: int) -> bool:
    """Whether playing this Wild Draw Four is a bluff: the rest of the hand has the colour in force (S0.23)."""
    if now.face(slot).kind is not Kind.WILD_DRAW_FOUR:
        return False
    rest = [now.face(other) for other in now.state.hands[seat] if other != slot]
    return has_colour(rest, now.state.colour)


def has_colour(faces: Iterable[Face], colour: Colour | None) -> bool:
    """Whether one of these faces has the colour; wilds have none, and a colour not yet named is nobody's."""
    return colour is not None and any(card.colour == colour for card in faces)


def round_won(_now: Situation, seat: int) -> Outcome:
    """``serve_last=False``: an empty hand ends the round at once (S0.37)."""
    return Outcome(tasks=(Task("score", seat, why="empty"),))


# What cards do when played


def _next_turn(state: State, seat: int, places: int = 1) -> Task:
    return Task("turn", state.neighbour(seat, places))


def _no_effect(now: Situation, seat: int) -> Outcome:
    return Outcome(tasks=(_next_turn(now.state, seat),))


def _skip(now: Situation, seat: int) -> Outcome:
    return Outcome((ev.Skipped(now.state.neighbour(seat)),), (_next_turn(now.state, seat, 2),))


def _reverse(now: Situation, seat: int) -> Outcome:
    turned = ev.Reversed(-now.state.direction)
    two = len(now.state.taken) == 2
    return Outcome((turned,), (Task("turn", seat if two else now.state.neighbour(seat, -1)),))


def _draw_two(now: Situation, seat: int, why: str = "owed") -> Outcome:
    victim = now.state.neighbour(seat)
    return Outcome(tasks=(Task("draw", victim, 2, why), _next_turn(now.state, seat, 2)))


def _wild_draw_four(now: Situation, seat: int) -> Outcome:
    """The next seat owes four. The dispute is added by the decider, which knows the colour in force before the play."""
    victim = now.state.neighbour(seat)
    return Outcome((ev.Owed(victim, Debt(4, seat, None)),), (Task("ask", victim, why=Phase.RESPOND),))


EFFECTS: dict[Kind, Effect] = {
    Kind.NUMBER: _no_effect,
    Kind.SKIP: _skip,
    Kind.REVERSE: _reverse,
    Kind.DRAW_TWO: _draw_two,
    Kind.WILD: _no_effect,
    Kind.WILD_DRAW_FOUR: _wild_draw_four,
}


# What a starter does: as if the dealing seat had played it, but for the wilds


def _starter_wild(now: Situation, seat: int) -> Outcome:
    """``start_wild=name``: the first seat names the colour and then takes its turn."""
    return Outcome(tasks=(Task("ask", now.state.neighbour(seat), why=Phase.START_COLOUR),))


def _starter_back(now: Situation, _seat: int) -> Outcome:
    """``start_wild_draw_four=redraw``: it goes back, everything undealt is shuffled again, another is turned."""
    state = now.state
    top = state.discards.top
    assert top is not None
    hidden = sorted(slot for pile in state.piles for slot in pile.rest)
    again = ev.ShuffleBegun(state.shuffles + 1, (state.opened[top],), tuple(hidden), "pile")
    return Outcome((ev.StarterReturned(top), again), (Task("starter"),))


STARTERS: dict[Kind, Effect] = {
    Kind.NUMBER: _no_effect,
    Kind.SKIP: _skip,
    Kind.REVERSE: _reverse,  # start_reverse=right
    Kind.DRAW_TWO: partial(_draw_two, why="starter"),
    Kind.WILD: _starter_wild,
    Kind.WILD_DRAW_FOUR: _starter_back,
}
