"""The rule points: the questions that the decider and the prompt ask, and the standard answers.

A Rules value is made from a ruleset by ``rulebook.compile_rules`` alone; a house rule (house/) changes some of its
answers and may keep and call the answer it replaces. Nothing else ever asks which options are on.

An effect makes things happen in a Course: events at once, and tasks that are worked off after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from ono_core.game import events as ev
from ono_core.game.evolve import HANDLERS
from ono_core.game.faces import Colour, Face, Kind
from ono_core.game.ruleset import Ruleset
from ono_core.game.state import Debt, Dispute, Phase, State, Task


class Situation(Struct, gc=False):
    """A state with the rules in force and the faces known (slot -> card id)."""

    rules: Rules
    state: State
    faces: Mapping[int, int]

    def face(self, slot: int) -> Face:
        """The face of a slot's card."""
        return self.rules.cards[self.faces[slot]]

    def hand(self, seat: int) -> list[Face]:
        """The faces of a seat's hand."""
        cards, faces = self.rules.cards, self.faces
        return [cards[faces[slot]] for slot in self.state.hands[seat]]

    @property
    def top(self) -> Face:
        """The face on top of the discards."""
        return self.rules.cards[self.faces[self.state.discards[-1]]]


class Course(Situation):
    """A situation in which things happen: ``happened`` so far, ``state`` after it, and ``tasks`` still to be done.

    The next task is the last of the list.
    It lives for one command; where that is refused it is thrown away. ``dice`` is from a closing cut.
    """

    dice: int = 0
    happened: list[ev.Event] = []
    tasks: list[Task] = []

    def happen(self, event: ev.Event) -> None:
        """The next thing that happens."""
        self.happened.append(event)
        self.state = HANDLERS[type(event)](self.state, event)  # evolve, of an event that names nothing missing

    def happen_all(self, events: Iterable[ev.Event]) -> None:
        """The next things, one after the other."""
        for event in events:
            self.happen(event)

    def then(self, *tasks: Task) -> None:
        """What is to be done next, in this order, before what was to be done already."""
        self.tasks += tasks[::-1]


class Move(Struct, frozen=True, gc=False):
    """A play: who, the cards named (equal ones, of which the last is on top), the seat named, the colour before it."""

    seat: int
    slots: tuple[int, ...]
    target: int | None = None
    call: bool = False
    colour_before: Colour | None = None
    answers: bool = False
    """Whether it answers cards owed."""


Effect = Callable[[Course, Move], None]
"""What a play does, right after the cards came down. A starter is the dealing seat's play."""


Verdicts = tuple[str | None, ...]
"""By card id: why it may not be played, or None."""


class Pairs(dict[tuple[int, Colour | None], Verdicts]):
    """(card on top, colour in force) -> which cards may lie on it; worked out when first asked for."""

    def __init__(
        self,
        cards: tuple[Face, ...],
        may_lie: Callable[[Face, Face, Colour | None], bool],
        otherwise: str = "does-not-fit",
    ) -> None:
        """``may_lie`` is asked for (card, top, colour in force); ``otherwise`` is the code of what it denies."""
        super().__init__()
        self._cards, self._may_lie, self._otherwise = cards, may_lie, otherwise
        self._found: dict[Verdicts, Verdicts] = {}

    def __missing__(self, key: tuple[int, Colour | None]) -> Verdicts:
        """Ask for each card of the deck once."""
        top, colour = self._cards[key[0]], key[1]
        may_lie, otherwise = self._may_lie, self._otherwise
        found = tuple([None if may_lie(face, top, colour) else otherwise for face in self._cards])
        self[key] = found = self._found.setdefault(found, found)
        return found


Limit = Callable[[Situation, int, tuple[int, ...]], str | None]
"""(the situation, the seat, the slots of a play) -> why not."""


class Rules(Struct, frozen=True):
    """Every rule point with its answer. Codes are those of ``refusals``; None is "no objection", or "never"."""

    ruleset: Ruleset
    cards: tuple[Face, ...]
    """The face of each card id, for as many decks as any game has."""
    alike: tuple[int, ...]
    """The first card id with the same face, by card id."""
    fitting: Pairs
    """What fits."""
    answering: Pairs
    """What answers cards owed."""
    stacks: bool
    """Whether anything ever answers cards owed."""
    limits: tuple[Limit, ...]
    """What else forbids a play, whenever it is."""
    together: Callable[[Situation, tuple[int, ...]], str | None] | None
    """What forbids several cards in one play; None: it is always one."""
    jumping: Pairs | None
    """What a seat that is not on turn may play, one card by itself; None: nothing ever."""
    shedding: frozenset[int]
    """The cards that take others down with them."""
    sheds: Callable[[Situation, int, tuple[int, ...]], tuple[int, ...]] | None
    """All that goes down with a play of these slots, of which the last is such a card, the top last."""
    targeting: frozenset[int]
    """The cards whose play names another seat."""
    marked: frozenset[int]
    """The cards that a prompt says more of: these, those that take others down, those that may be a bluff."""
    draws_stuck_only: bool
    """Whether drawing is for who can play nothing."""
    draws: Callable[[int], tuple[Task, ...]]
    """How a seat draws in its turn."""
    drawn_must: bool
    """Whether a drawn card that may be played must be."""
    effects: Mapping[Kind, Effect]
    starters: Mapping[Kind, Effect]
    dispute: Callable[[Situation, Move], Dispute | None] | None
    """What a challenge of the play would be judged by, if it can be challenged."""
    bluffs: Callable[[Situation, int, Sequence[int]], tuple[int, ...]]
    """Those of these slots whose play by this seat could be challenged with success."""
    shows_hand: bool
    """Whether a challenger is shown the hand."""
    announced: Callable[[Course, Move], None] | None
    """What one card left after a play brings: a call, or a missed one."""
    calls_by_hand: bool
    """Whether a seat calls its last card itself."""
    call_limit: Callable[[State, int], str | None]
    catch_limit: Callable[[State, int, int, int], str | None]
    """(state, who catches, whom, the step of the missed call)"""
    catches_end: bool
    """Whether missed calls can be caught no more once a seat acts."""
    going_out: Effect
    received: Callable[[Course, int, tuple[int, ...]], None] | None
    """What happens once a seat has received these slots."""
    score: Callable[[Course, int | None, str], None]
    """How a round ends: (who won, why)."""
    takes_latecomers: bool
    """Whether a player may come between two rounds, with no points yet."""


def never(_card: Face, _top: Face, _colour: Colour | None) -> bool:
    """Standard for cards owed: nothing answers them."""
    return False


def fits(card: Face, top: Face, colour: Colour | None) -> bool:
    """Standard: wilds always; else the colour in force, or the top's number or symbol (S0.9, S0.10)."""
    return card.colour is None or card.colour == colour or card.symbol == top.symbol


def draw_one(seat: int) -> tuple[Task, ...]:
    """``draw_count=one``: a card, which may then be played."""
    return (Task("draw", seat, 1, "turn"), Task("drawn", seat))


def has_colour(now: Situation, slots: tuple[int, ...], colour: Colour | None) -> bool:
    """Whether one of these cards has the colour; wilds have none, and a colour not yet named is nobody's."""
    if colour is None:
        return False
    cards, faces = now.rules.cards, now.faces
    for slot in slots:  # noqa: SIM110  # every prompt to a hand with a Wild Draw Four asks this
        if cards[faces[slot]].colour is colour:
            return True
    return False


def stakes(total: int) -> tuple[int, int]:
    """What a challenge costs its loser: the accused all that is owed, the challenger two more (S0.30, S0.31)."""
    return (total, total + 2)


def round_won(now: Course, move: Move) -> None:
    """``serve_last=False``: an empty hand ends the round at once (S0.37)."""
    now.then(Task("score", move.seat, why="empty"))


# What cards do when played


def next_turn(now: Course, seat: int, places: int = 1) -> None:
    """The turn of the seat so many places on is next."""
    now.tasks.append(Task("turn", now.state.neighbour(seat, places)))


def no_effect(now: Course, move: Move) -> None:
    """Play goes on."""
    next_turn(now, move.seat)


def _skip(now: Course, move: Move) -> None:
    """Each Skip skips a seat; with two seats any number gives one more turn (S0.17, S0.19)."""
    state, seat = now.state, move.seat
    if len(state.playing) == 2 and seat in state.playing:
        now.happen(ev.Skipped(state.neighbour(seat)))
        now.then(Task("turn", seat))
        return
    for place in range(len(move.slots)):
        passed_over = state.neighbour(seat, place + 1)
        if passed_over != seat:
            now.happen(ev.Skipped(passed_over))
    next_turn(now, seat, len(move.slots) + 1)


def _reverse(now: Course, move: Move) -> None:
    """An even number of Reverses turns nothing round; with two seats it is a Skip (S0.18, S0.19)."""
    state, seat = now.state, move.seat
    if len(move.slots) % 2:
        now.happen(ev.Reversed(-state.direction))
    if len(state.playing) == 2:
        now.then(Task("turn", seat))
        return
    next_turn(now, seat)


OWES: Final = {Kind.DRAW_TWO: 2, Kind.WILD_DRAW_FOUR: 4}
"""How many cards a draw card makes the next seat draw (S0.20, S0.22)."""


def owed_after(now: Situation, move: Move) -> int:
    """What the next seat owes after a play: for each draw card, and what was owed already; 0 for other cards."""
    count = OWES.get(now.top.kind, 0) * len(move.slots)
    return count + now.state.debt.total if count and now.state.debt else count


def _owed(now: Course, move: Move) -> None:
    """The next seat owes cards: it is asked if it could answer or challenge, else it draws at once."""
    state, seat, rules = now.state, move.seat, now.rules
    victim, total = state.neighbour(seat), owed_after(now, move)
    dispute = rules.dispute(now, move) if rules.dispute else None
    if dispute is None and not rules.stacks:
        now.then(Task("draw", victim, total, "owed"), Task("turn", state.neighbour(seat, 2)))
        return
    now.happen(ev.Owed(victim, Debt(total, seat, dispute)))
    now.then(Task("ask", victim, why=Phase.RESPOND))


def swap_hands(now: Course, move: Move) -> None:
    """Its player swaps hands with the seat named (S1)."""
    assert move.target is not None, "a swap without a target was refused"
    move_hands(now, (move.seat, move.target), (move.target, move.seat))
    next_turn(now, move.seat)


def move_hands(now: Course, givers: tuple[int, ...], takers: tuple[int, ...]) -> None:
    """Hands change seats; a single card received counts as called (ours)."""
    now.happen(ev.HandsMoved(givers, takers))
    now.happen_all(ev.Called(seat) for seat in sorted(takers) if len(now.state.hands[seat]) == 1)


def shuffle_of(state: State, slots: Iterable[int], into: str) -> ev.ShuffleBegun:
    """A shuffle of these slots' cards: by their ids where everybody knows them, else by their slots."""
    gone = list(slots)
    known = sorted(state.opened[slot] for slot in gone if slot in state.opened)
    hidden = sorted(slot for slot in gone if slot not in state.opened)
    return ev.ShuffleBegun(state.shuffles + 1, tuple(known), tuple(hidden), into)


def _shuffle_hands(now: Course, move: Move) -> None:
    """All hands are shuffled together and dealt again, one card at a time from the next seat on (S1)."""
    state = now.state
    now.happen(shuffle_of(state, (slot for seat in state.playing for slot in state.hands[seat]), "hands"))
    now.then(Task("hands", move.seat), Task("turn", state.neighbour(move.seat)))


EFFECTS: dict[Kind, Effect] = {
    Kind.NUMBER: no_effect,
    Kind.SKIP: _skip,
    Kind.REVERSE: _reverse,
    Kind.DRAW_TWO: _owed,
    Kind.ALL_IN: no_effect,
    Kind.WILD: no_effect,
    Kind.WILD_DRAW_FOUR: _owed,
    Kind.SHUFFLE_HANDS: _shuffle_hands,
    Kind.SWAP_HANDS: swap_hands,
    Kind.CUSTOM: no_effect,
}


# What a starter does: as if the dealing seat had played it, but for those here


def _starter_reverse(now: Course, move: Move) -> None:
    """With three seats or more: ``start_reverse`` says who begins, play going to the right."""
    state, seat = now.state, move.seat
    first = {"right": state.neighbour(seat, -1), "deals": seat, "first": state.neighbour(seat)}
    begins = seat if len(state.playing) == 2 else first[now.rules.ruleset.start_reverse]
    now.happen(ev.Reversed(-state.direction))
    now.then(Task("turn", begins))


def _starter_draw_two(now: Course, move: Move) -> None:
    """The first seat draws two and loses its turn; nobody played it, so nobody is asked to answer (S0.7, S1)."""
    state, seat = now.state, move.seat
    now.then(Task("draw", state.neighbour(seat), 2, "starter"), Task("turn", state.neighbour(seat, 2)))


def _starter_wild(now: Course, move: Move) -> None:
    """The first seat names the colour and then takes its turn (S1)."""
    if now.rules.ruleset.start_wild == "redraw":
        starter_back(now, move)
        return
    now.then(Task("ask", now.state.neighbour(move.seat), why=Phase.START_COLOUR))


def starter_back(now: Course, _move: Move) -> None:
    """It goes back, everything undealt is shuffled again, another is turned (S0.6, S1).

    A hand may lie under it, of a seat that was removed before a starter lay.
    """
    state = now.state
    *under, top = state.discards
    gone = [top, *under[:-1], *(slot for pile in state.piles for slot in pile.rest)]
    begun = shuffle_of(state, gone, "pile")
    now.happen_all((ev.StarterReturned(top), begun))
    now.then(Task("starter"))


STARTERS: dict[Kind, Effect] = {
    Kind.NUMBER: no_effect,
    Kind.SKIP: _skip,
    Kind.REVERSE: _starter_reverse,
    Kind.DRAW_TWO: _starter_draw_two,
    Kind.ALL_IN: no_effect,
    Kind.WILD: _starter_wild,
    Kind.WILD_DRAW_FOUR: starter_back,
    Kind.SHUFFLE_HANDS: starter_back,
    Kind.SWAP_HANDS: starter_back,
    Kind.CUSTOM: starter_back,
}
