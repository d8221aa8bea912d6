"""Given a position, when a seat acts, then this is so: examples of the rules in the game's own words.

Cards are written by their faces, several with spaces between: ``"R5 GS W4"``. A pile is written next card first, the
discards bottom first. Options stand behind, as a preset and what differs from it (boardflix where none is named)::

    table = given("R3", ["W4 R5 B6", "B1", "G3"], pile="Y1 Y2 Y3 Y4")
    table.refuses(2, challenge, "not-your-turn")
    table.when(0, play("W4", "B")).when(1, challenge).then(turn=1, hands=["R5 B6 Y1 Y2 Y3 Y4", "B1", "G3"])

    table = given("R3", ["R7 R7 B1", "G3 G4"], preset="official", seven_zero=True, doubles=True)
    table.when(0, play("R7 R7", target=1)).then(hands=["G3 G4", "B1"])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from msgspec import Struct, json
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices, choices
from ono_core.game.decider import decide, evolve_all, initial
from ono_core.game.faces import CLASSIC, Colour, face
from ono_core.game.refusals import Refusal
from ono_core.game.rulebook import compile_rules
from ono_core.game.rules import Rules
from ono_core.game.ruleset import deck_of, decks_for, parse, plain
from ono_core.game.state import SLOTS_PER_SHUFFLE, Phase, Pile, Seat, State
from ono_core.game.view import View, view
from ono_core.log.kinds import EVENT_KINDS

DECK = CLASSIC
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo", "Ines", "Jon")


class Putting(Struct, frozen=True):
    """To play cards, named by their faces."""

    cards: str
    colour: Colour | None
    target: int | None
    call: bool


def play(cards: str, colour: str | None = None, *, target: int | None = None, call: bool = False) -> Putting:
    """To play these cards of the hand, the last on top, and name a colour by its letter."""
    return Putting(cards, Colour(colour) if colour else None, target, call)


draw = cmd.Draw()
pass_turn = cmd.Pass()
accept = cmd.Accept()
challenge = cmd.Challenge()
call = cmd.Call()
start = cmd.Start()
next_round = cmd.NextRound()
leave = cmd.Leave()


def name_colour(letter: str) -> cmd.NameColour:
    """To name the colour of a wild starter."""
    return cmd.NameColour(Colour(letter))


def catch(seat: int, exposed: int = 1) -> cmd.Catch:
    """To point out the call missed with the play of this step; the first play of ``given`` answers step 1."""
    return cmd.Catch(seat, exposed)


class Table(Struct, frozen=True, dict=True):
    """A state with every face, and what the last act made happen."""

    state: State
    faces: dict[int, int]
    happened: tuple[ev.Event, ...] = ()

    @cached_property
    def rules(self) -> Rules:
        """The rules of the options in force."""
        return _rules(json.encode(self.state.options))

    def but(self, **fields: Any) -> Table:
        """The same table with other fields of its state."""
        return replace(self, state=replace(self.state, **fields))

    # When

    def when(self, seat: int | None, act: cmd.Act | Putting) -> Table:
        """The table after an act that must not be refused."""
        outcome = self.decided(seat, act)
        assert not isinstance(outcome, Refusal), f"{act} of seat {seat} was refused: {outcome.code} {outcome.detail}"
        state = evolve_all(self.state, outcome)
        is_new_deal = state.shuffle is not None and state.shuffle.into == "deck"
        cards = len(state.deck) if is_new_deal else cards_in_play(self.state)
        assert cards_in_play(state) == cards, "a card was lost or made"
        return Table(state, self.faces, outcome)

    def timed_out(self) -> Table:
        """The table after the clock of the seat that is asked has run out."""
        return self.when(None, cmd.TimeOut(self.state.step))

    def shuffled(self, first: str = "", dice: int = 0) -> Table:
        """The table after the shuffle that waits was closed, so that these cards come first."""
        thrown = self._thrown()
        chosen = [self._take(thrown, text) for text in first.split()]
        return self._cut([*chosen, *thrown], dice)

    def drawn_for_deal(self, shown: str) -> Table:
        """The table after the shuffle before the first deal, where each seat in turn shows the next of these cards."""
        return self.shuffled(shown)

    def dealt(self, starter: str, dealing: int, holding: Mapping[int, str], pile: str = "") -> Table:
        """The table after the deal that waits, where this seat deals (dice choose it), and the cards lie like this."""
        state, thrown = self.state, self._thrown()
        seats = [seat for seat in state.taken if seat not in state.out and not state.seat_at(seat).gone]
        hands = {seat: [self._take(thrown, text) for text in holding.get(seat, "").split()] for seat in seats}
        after = [self._take(thrown, text) for text in (starter + " " + pile).split()]
        size = self.rules.ruleset.deal
        for hand in hands.values():
            hand += [thrown.pop(0) for _ in range(size - len(hand))]
        first = seats.index(dealing) + 1
        around = seats[first:] + seats[:first]
        given_out = [hands[seat][place] for place in range(size) for seat in around]
        return self._cut([*given_out, *after, *thrown], seats.index(dealing))

    def refuses(self, seat: int | None, act: cmd.Act | Putting, code: str) -> None:
        """Check that the act is refused with this code."""
        outcome = self.decided(seat, act)
        assert isinstance(outcome, Refusal), f"{act} of seat {seat} was accepted: {outcome}"
        assert outcome.code == code, f"{act} of seat {seat} was refused with {outcome.code}, not {code}"
        assert outcome.words, "a refusal has words"

    def decided(
        self, seat: int | None, act: cmd.Act | Putting, step: int | None = None
    ) -> tuple[ev.Event, ...] | Refusal:
        """What the rules answer to an act that names a step, the one in force unless another is given."""
        real = self._put(seat, act) if isinstance(act, Putting) else act
        answers = (step or self.state.step) if isinstance(real, cmd.TURN_ACTS) else None
        return decide(self.rules, self.state, self.faces, cmd.Command(seat, real, answers))

    def _put(self, seat: int | None, putting: Putting) -> cmd.Play:
        assert seat is not None, "a seat plays"
        left, slots = list(self.state.hands[seat]), list[int]()
        for text in putting.cards.split():
            slot = next((slot for slot in left if self.text(slot) == text), None)
            assert slot is not None, f"seat {seat} holds no {text}: {self._texts(self.state.hands[seat])}"
            left.remove(slot)
            slots.append(slot)
        return cmd.Play(tuple(slots), putting.colour, putting.target, putting.call)

    def _thrown(self) -> list[int]:
        shuffle = self.state.shuffle
        assert shuffle is not None, "no shuffle waits"
        return [*shuffle.cards, *(self.faces[slot] for slot in shuffle.slots)]

    def _cut(self, cards: Sequence[int], dice: int) -> Table:
        shuffle = self.state.shuffle
        assert shuffle is not None, "no shuffle waits"
        laid = {SLOTS_PER_SHUFFLE * shuffle.k + place: card for place, card in enumerate(cards)}
        close = cmd.Close(shuffle.k, tuple(range(len(cards))), dice)
        return Table(self.state, {**self.faces, **laid}).when(None, close)

    def _take(self, cards: list[int], text: str) -> int:
        return _take(cards, text, self.state.deck)

    # Then

    def then(self, **expected: object) -> Table:
        """Check facts by name (see ``facts``); the table is returned for the next act."""
        found = self.facts()
        wrong = [
            f"{name}: expected {want!r}, got {found[name]!r}" for name, want in expected.items() if found[name] != want
        ]
        assert not wrong, "\n".join([*wrong, f"after {self.happened}"])
        return self

    def facts(self) -> dict[str, object]:
        """What an example may say of a table, in plain values."""
        state, result = self.state, self.state.result
        return {
            "turn": state.turn,
            "phase": str(state.phase),
            "colour": state.colour and str(state.colour),
            "direction": state.direction,
            "hands": [self._texts(hand) for hand in state.hands],
            "counts": [len(hand) for hand in state.hands],
            "discards": self._texts(state.discards),
            "pile": state.pile_left,
            "drawn": state.drawn and self.text(state.drawn),
            "owed": state.debt and state.debt.total,
            "called": state.called,
            "exposed": tuple(one.seat for one in state.exposed),
            "catchable": tuple(one.seat for one in state.exposed if one.open),
            "stuck": state.stuck,
            "turns": state.turns,
            "round": state.round,
            "shuffling": state.shuffle.count if state.shuffle else 0,
            "winner": result and result.winner,
            "why": result and result.why,
            "points": result and result.points,
            "places": result and result.places,
            "final": state.places,
            "scores": state.scores,
            "out": state.out,
            "misses": state.misses,
            "playing": state.playing,
            "deal_seat": state.deal_seat,
            "host": state.host,
            "seats": [seat and seat.name for seat in state.seats],
            "away": tuple(number for number, seat in enumerate(state.seats) if seat and seat.away),
            "gone": tuple(number for number, seat in enumerate(state.seats) if seat and seat.gone),
            "happened": " ".join(EVENT_KINDS.name(event) for event in self.happened),
        }

    def choices(self, seat: int) -> Choices:
        """What the prompt of this seat offers."""
        return choices(self.rules, self.state, self.faces, seat)

    def playable(self, seat: int) -> str:
        """The cards that the prompt of this seat offers."""
        return self._texts(self.choices(seat).playable)

    def seen_by(self, seat: int | None, shown: Iterable[int] = ()) -> View:
        """The view of a seat that can open its own hand, and the slots that it was ``shown``, but no others."""
        own = self.state.hands[seat] if seat is not None else ()
        return view(self.state, {slot: self.faces[slot] for slot in (*own, *shown)}, seat)

    def text(self, slot: int) -> str:
        """The face of a slot's card."""
        return self.state.deck[self.faces[slot]]

    def _texts(self, slots: Iterable[int]) -> str:
        return " ".join(self.text(slot) for slot in slots)


@lru_cache
def _rules(options: bytes) -> Rules:
    return compile_rules(parse(json.decode(options)))


def cards_in_play(state: State) -> int:
    """How many cards there are: in hands, pile, discards and a shuffle that waits."""
    held = sum(len(hand) for hand in state.hands)
    shuffling = state.shuffle.count if state.shuffle else 0
    return held + state.pile_left + len(state.discards) + shuffling


def players(count: int) -> tuple[Seat, ...]:
    """Seats with people in them, whose keys are made up."""
    keys = [bytes([number + 1]) * 32 for number in range(count)]
    return tuple(Seat("human", NAMES[number], key, key, key, key) for number, key in enumerate(keys))


def lobby(seats: int, **options: Any) -> Table:
    """A lobby with so many people, of whom seat 0 is host."""
    return Table(State(seats=players(seats), host=0, options=options), {})


def deal(
    seats: int,
    starter: str,
    *,
    dealing: int = 0,
    holding: Mapping[int, str] | None = None,
    pile: str = "",
    **options: Any,
) -> Table:
    """A game that has just begun: who deals, the starter, some cards of hands, and what lies next in the pile."""
    table = lobby(seats, **options).when(0, start)
    if table.rules.ruleset.first_deal == "draw":
        lower = iter(("R1", "Y1", "G1", "B1", "R2", "Y2", "G2", "B2", "R3"))
        table = table.drawn_for_deal(" ".join("R9" if seat == dealing else next(lower) for seat in range(seats)))
    return table.dealt(starter, dealing, holding or {}, pile)


def given(
    top: str,
    hands: Sequence[str],
    *,
    pile: str = "",
    under: str = "",
    turn: int = 0,
    colour: str | None = None,
    direction: int = 1,
    **options: Any,
) -> Table:
    """A position in the middle of a round: seat ``turn`` is asked to play; ``under`` lies below the top."""
    asked = parse(options)
    ruleset = replace(asked, decks=decks_for(asked, len(hands)))
    deck = deck_of(ruleset, decks_for(asked, len(hands)))
    slots, faces = _laid([*hands, under, top, pile], deck)
    discards = slots[-3] + slots[-2]
    opened = {slot: faces[slot] for slot in discards}
    state = State(
        phase=Phase.PLAY,
        step=1,
        round=1,
        turns=1,
        turn=turn,
        direction=direction,
        colour=Colour(colour) if colour else face(top).colour,
        seats=players(len(hands)),
        playing=tuple(range(len(hands))),
        hands=tuple(slots[: len(hands)]),
        misses=(0,) * len(hands),
        scores=(0,) * len(hands),
        piles=(Pile(1, tuple(faces), len(faces) - len(slots[-1])),) if slots[-1] else (),
        discards=discards,
        opened=opened,
        shuffles=1,
        deal_seat=len(hands) - 1,
        host=0,
        options=plain(ruleset),
        deck=deck,
    )
    return Table(state, faces)


def nobody() -> Table:
    """The table before the first entry."""
    return Table(initial(), {})


def _laid(places: Sequence[str], deck: Sequence[str]) -> tuple[list[tuple[int, ...]], dict[int, int]]:
    """The slots of each place, one after another in the first shuffle, and the card in each."""
    left = list(range(len(deck)))
    faces: dict[int, int] = {}
    slots: list[tuple[int, ...]] = []
    for texts in places:
        before = len(faces)
        for text in texts.split():
            faces[SLOTS_PER_SHUFFLE + len(faces)] = _take(left, text, deck)
        slots.append(tuple(faces)[before:])
    return slots, faces


def _take(cards: list[int], text: str, deck: Sequence[str]) -> int:
    """The first card with this face, taken from the list."""
    card = next((card for card in cards if deck[card] == text), None)
    assert card is not None, f"there is no {text} left"
    cards.remove(card)
    return card
