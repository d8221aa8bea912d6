"""The public state and how events change it (log.md sections 5 and 7): it only assigns, and knows no rules."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.outsider.plain import Fault, Fields, Said, is_count, msgpack
from tests.outsider.proofs import hashed

SEATS = 64
WITNESSES = range(64, 72)
FACE = re.compile(r"[RYGB][0-9SRDA]|W4?|SH|SW|CU")


def demand(condition: object) -> None:
    """The event names what is there, or `impossible-event`."""
    if not condition:
        raise Fault("impossible-event")


@dataclass
class Pile:
    """A closed shuffle's slots in the order of the cut, and how many are drawn."""

    k: int
    slots: list[int]
    taken: int = 0


@dataclass
class State:
    """What the digest is a function of, and the deck, the faces seen and the shuffles' sizes beside it."""

    phase: str = "lobby"
    step: int = 0
    round: int = 0
    turns: int = 0
    turn: int | None = None
    direction: int = 1
    colour: str | None = None
    drawn: int | None = None
    debt: list[Any] | None = None
    seats: list[list[Any] | None] = field(default_factory=list[list[Any] | None])
    playing: list[int] = field(default_factory=list[int])
    hands: list[list[int]] = field(default_factory=list[list[int]])
    called: list[int] = field(default_factory=list[int])
    exposed: list[list[Any]] = field(default_factory=list[list[Any]])
    stuck: int = 0
    misses: list[int] = field(default_factory=list[int])
    scores: list[int] = field(default_factory=list[int])
    out: list[int] = field(default_factory=list[int])
    unfinished: int = 0
    piles: list[Pile] = field(default_factory=list[Pile])
    discards: list[int] = field(default_factory=list[int])
    shuffle: list[Any] | None = None
    todo: list[Any] = field(default_factory=list[Any])
    deal_seat: int | None = None
    host: int | None = None
    cosigned: list[int] = field(default_factory=list[int])
    deck: list[str] = field(default_factory=list[str])
    opened: dict[int, int] = field(default_factory=dict[int, int])
    witnesses: dict[int, bool] = field(default_factory=dict[int, bool])  # number -> whether it is gone
    invited: list[bytes] = field(default_factory=list[bytes])
    begun: int = 0

    def digest(self) -> bytes:
        """The digest of section 7."""
        packed = [
            *(self.phase, self.step, self.round, self.turns, self.turn, self.direction, self.colour, self.drawn),
            *(self.debt, self.seats, self.playing, self.hands, self.called, self.exposed, self.stuck, self.misses),
            *(self.scores, self.out, self.unfinished, [[pile.k, pile.taken] for pile in self.piles]),
            *(self.discards, [self.opened.get(slot) for slot in self.discards], self.shuffle, self.todo),
            *(self.deal_seat, self.host, self.cosigned),
            *([[list(one) for one in sorted(self.witnesses.items())]] if self.witnesses else []),
            *([self.invited] if self.invited else []),
        ]
        return hashed("ono1/state", msgpack.packb(packed))[:16]

    def apply(self, event: Said) -> None:
        """Change what the event says; `impossible-event` if it names what is not there."""
        kind, fields = event
        demand(self.phase != "sealed")
        if kind in ASSIGNED:
            for name in ASSIGNED[kind].split():
                setattr(self, name, fields[name])
        step = STEPS.get(kind)
        try:
            if kind in {"cosigned", "re-anchored", "note-pause"} and fields["seat"] in WITNESSES:
                demand(not self.witnesses.get(fields["seat"], True))
            elif "seat" in fields and kind not in {"seated", "bot-seated", "host-set", "re-anchored"}:
                self.demand_seat(fields["seat"])
            if step is not None:
                step(self, fields)
        except (TypeError, KeyError, IndexError, ValueError, AttributeError):
            raise Fault("impossible-event") from None

    # ------------------------------------------------------------ pieces

    def demand_seat(self, seat: Any) -> None:
        """Somebody sits there."""
        demand(is_count(seat) and seat < len(self.seats) and self.seats[seat] is not None)

    def place(self, seat: Any) -> list[Any]:
        """What the digest says of a seat that is taken."""
        self.demand_seat(seat)
        there: list[Any] | None = self.seats[seat]
        assert there is not None
        return there

    def hand(self, seat: int) -> list[int]:
        """The slots in a seat's hand."""
        return self.hands[seat]

    def face(self, card: int) -> str:
        """What is printed on a card."""
        return self.deck[card]

    def take(self, slots: Iterable[int]) -> None:
        """Draw these slots, which must be the next ones; a pile with nothing left goes."""
        for slot in slots:
            demand(self.piles and self.piles[0].slots[self.piles[0].taken] == slot)
            self.piles[0].taken += 1
            if self.piles[0].taken == len(self.piles[0].slots):
                del self.piles[0]

    def open(self, slots: list[int], cards: list[int]) -> None:
        """These slots show these cards from now on."""
        demand(len(slots) == len(cards) == len(set(slots)))
        for slot, card in zip(slots, cards, strict=True):
            demand(is_count(card) and card < len(self.deck))
            self.opened[slot] = card

    def close_hands(self, seats: Iterable[int]) -> None:
        """Calls and missed calls of these seats are over: their hands have changed."""
        gone = set(seats)
        self.called = [seat for seat in self.called if seat not in gone]
        self.exposed = [one for one in self.exposed if one[0] not in gone]

    def forget(self, slots: Iterable[int]) -> None:
        """The faces of these slots are no longer public."""
        for slot in slots:
            self.opened.pop(slot, None)


# ---------------------------------------------------------------- the lobby


def _seated(state: State, kind: str, seat: Any) -> None:
    """Somebody sits down."""
    demand(is_count(seat) and seat < SEATS)
    new = seat + 1 - len(state.seats)
    state.seats += [None] * new
    demand(state.phase == "lobby" or state.seats[seat] is None)
    state.seats[seat] = [kind, False, False]
    if state.phase != "lobby" and new > 0:
        state.hands += [[] for _ in range(new)]
        state.misses, state.scores = state.misses + [0] * new, state.scores + [0] * new


def _left(state: State, fields: Fields) -> None:
    state.seats[fields["seat"]] = None


def _witness_came(state: State, fields: Fields) -> None:
    demand(fields["witness"] in WITNESSES)
    state.witnesses[fields["witness"]] = False


def _witness_left(state: State, fields: Fields) -> None:
    demand(not state.witnesses.get(fields["witness"], True))
    if state.begun:
        state.witnesses[fields["witness"]] = True
    else:
        del state.witnesses[fields["witness"]]


def _directed(state: State, fields: Fields) -> None:
    demand(not state.witnesses.get(fields["witness"], True) and 0 < len(fields["seats"]) <= WITNESSES[0])
    state.host, state.invited = fields["witness"], fields["seats"]


def _host(state: State, fields: Fields) -> None:
    if fields["seat"] is not None:
        state.demand_seat(fields["seat"])
    state.host = fields["seat"]


def _started(state: State, fields: Fields) -> None:
    demand(state.phase == "lobby" and all(FACE.fullmatch(face) for face in fields["deck"]))
    for seat in fields["seats"]:
        state.demand_seat(seat)
    places = len(state.seats)
    state.phase, state.deck, state.playing = "deal", fields["deck"], fields["seats"]
    state.hands = [[] for _ in range(places)]
    state.scores, state.misses = [0] * places, [0] * places


# ---------------------------------------------------------------- shuffles and deals


def _begun(state: State, fields: Fields) -> None:
    demand(state.shuffle is None and all(is_count(card) and card < len(state.deck) for card in fields["cards"]))
    if fields["into"] == "deck":
        state.phase, state.colour = "deal", None
        state.hands = [[] for _ in state.hands]
        state.piles, state.discards, state.opened = [], [], {}
    elif fields["into"] == "pile":
        state.forget(state.discards[:-1])
        state.piles, state.discards = [], state.discards[-1:]
    else:
        demand(fields["into"] == "hands")
        state.forget(slot for hand in state.hands for slot in hand)
        state.hands = [[] for _ in state.hands]
        state.called, state.exposed = [], []
    state.shuffle = [fields["k"], len(fields["cards"]) + len(fields["slots"]), fields["into"]]
    state.begun = fields["k"]


def _closed(state: State, fields: Fields) -> None:
    demand(state.shuffle is not None and state.shuffle[0] == fields["k"])
    demand(state.shuffle is not None and len(fields["order"]) == state.shuffle[1])
    demand(all(is_count(place) and place < len(fields["order"]) for place in fields["order"]))
    slots = [256 * fields["k"] + place for place in fields["order"]]
    state.piles.insert(0, Pile(fields["k"], slots))
    state.shuffle, state.todo = None, []


def _deal_drawn(state: State, fields: Fields) -> None:
    demand(len(fields["seats"]) == len(fields["slots"]))
    for seat in fields["seats"]:
        state.demand_seat(seat)
    state.take(fields["slots"])
    state.open(fields["slots"], fields["cards"])
    state.discards += fields["slots"]


def _round(state: State, fields: Fields) -> None:
    state.demand_seat(fields["deal_seat"])
    for seat in fields["seats"]:
        state.demand_seat(seat)
    state.round, state.deal_seat, state.playing = fields["round"], fields["deal_seat"], fields["seats"]
    state.turns, state.direction, state.stuck, state.called, state.exposed = 0, 1, 0, [], []


def _dealt(state: State, fields: Fields) -> None:
    hands: list[list[int]] = fields["hands"]
    dealt = sorted(slot for hand in hands for slot in hand)
    demand(len(hands) == len(state.seats) and state.piles and state.piles[0].taken == 0)
    first = state.piles[0].slots[: len(dealt)]
    demand(sorted(first) == dealt)
    state.take(first)
    state.hands = [list(hand) for hand in hands]
    state.called, state.exposed = [], []


def _starter(state: State, fields: Fields) -> None:
    state.take([fields["slot"]])
    state.open([fields["slot"]], [fields["card"]])
    state.discards.append(fields["slot"])
    face = state.face(fields["card"])
    state.colour = None if face in {"W", "W4", "SH", "SW", "CU"} else face[0]


def _returned(state: State, fields: Fields) -> None:
    state.discards.remove(fields["slot"])
    state.forget([fields["slot"]])
    state.colour = None


# ---------------------------------------------------------------- turns


def _shown(state: State, fields: Fields) -> None:
    hand = state.hand(fields["seat"])
    demand(set(fields["slots"]) <= set(hand))
    state.open(fields["slots"], fields["cards"])


def _played(state: State, fields: Fields) -> None:
    hand = state.hand(fields["seat"])
    demand(fields["slots"] and set(fields["slots"]) <= set(hand))
    state.open(fields["slots"], fields["cards"])
    state.hands[fields["seat"]] = [slot for slot in hand if slot not in fields["slots"]]
    state.discards += fields["slots"]
    state.colour, state.stuck, state.drawn = fields["colour"], 0, None


def _called(state: State, fields: Fields) -> None:
    seat = fields["seat"]
    state.close_hands([seat])
    state.called = sorted({*state.called, seat})


def _exposed(state: State, fields: Fields) -> None:
    state.exposed = [one for one in state.exposed if one[0] != fields["seat"]]
    state.exposed.append([fields["seat"], fields["step"], fields["open"]])


def _catch_opened(state: State, fields: Fields) -> None:
    state.exposed = [[seat, step, is_open or seat == fields["seat"]] for seat, step, is_open in state.exposed]


def _uncaught(state: State, seats: list[int]) -> None:
    state.exposed = [one for one in state.exposed if one[0] not in seats]


def _moved(state: State, fields: Fields) -> None:
    givers, takers = fields["givers"], fields["takers"]
    demand(len(givers) == len(takers) and len(set(givers)) == len(givers) and sorted(givers) == sorted(takers))
    for seat in givers:
        state.demand_seat(seat)
    moved: list[list[int]] = [state.hand(giver) for giver in givers]
    for taker, hand in zip(takers, moved, strict=True):
        state.hands[taker] = hand
    state.close_hands(takers)


def _challenged(state: State, fields: Fields) -> None:
    state.demand_seat(fields["accused"])
    hand = state.hand(fields["accused"])
    demand(set(fields["shown"]) <= set(hand))
    state.debt = None


def _drew(state: State, fields: Fields) -> None:
    state.take(fields["slots"])
    state.hands[fields["seat"]] = state.hands[fields["seat"]] + fields["slots"]
    state.close_hands([fields["seat"]])
    state.stuck = 0


def _recycled(state: State, fields: Fields) -> None:
    state.discards.remove(fields["slot"])
    state.hands[fields["seat"]] = [*state.hands[fields["seat"]], fields["slot"]]
    state.close_hands([fields["seat"]])
    state.stuck = 0


def _passed(state: State, fields: Fields) -> None:
    state.stuck, state.drawn = fields["stuck"], None


def _misses(state: State, seat: int, misses: int) -> None:
    state.misses[seat] = misses


# ---------------------------------------------------------------- ends and absence


def _round_ended(state: State, fields: Fields) -> None:
    demand(all(len(fields[name]) == len(state.hands) for name in ("hands", "points", "places", "scores")))
    if fields["winner"] is not None:
        state.demand_seat(fields["winner"])
    for hand, cards in zip(state.hands, fields["hands"], strict=True):
        state.open(hand, cards)
    state.phase, state.turn, state.drawn, state.debt, state.exposed = "round-over", None, None, None, []


def _over(state: State, _: Fields) -> None:
    state.phase = "over"


def _sealed(state: State, _: Fields) -> None:
    state.phase = "sealed"


def _cosigned(state: State, fields: Fields) -> None:
    state.cosigned = sorted({*state.cosigned, fields["seat"]})


def _removed(state: State, fields: Fields) -> None:
    seat = fields["seat"]
    state.place(seat)[2] = True
    state.playing = [one for one in state.playing if one != seat]
    state.discards = state.hands[seat] + state.discards
    state.hands[seat] = []
    if state.turn == seat and state.phase == "respond":
        state.debt = None
    state.close_hands([seat])


def _away(state: State, fields: Fields, *, away: bool) -> None:
    state.place(fields["seat"])[1] = away


ASSIGNED = {
    "to-do": "",
    "asked": "phase step turns drawn",
    "colour-named": "colour",
    "reversed": "direction",
    "owed": "debt",
    "round-ended": "scores out unfinished",
}
STEPS: dict[str, Callable[[State, Fields], None]] = {
    "seated": lambda state, fields: _seated(state, "human", fields["seat"]),
    "bot-seated": lambda state, fields: _seated(state, "bot", fields["seat"]),
    "left": _left,
    "witness-came": _witness_came,
    "witness-left": _witness_left,
    "directed": _directed,
    "host-set": _host,
    "game-started": _started,
    "to-do": lambda state, fields: setattr(state, "todo", fields["tasks"]),
    "shuffle-begun": _begun,
    "shuffle-closed": _closed,
    "deal-drawn": _deal_drawn,
    "round-began": _round,
    "dealt": _dealt,
    "starter-turned": _starter,
    "starter-returned": _returned,
    "asked": lambda state, fields: setattr(state, "turn", fields["seat"]),
    "shown": _shown,
    "played": _played,
    "called": _called,
    "exposed": _exposed,
    "catch-opened": _catch_opened,
    "catch-closed": lambda state, fields: _uncaught(state, fields["seats"]),
    "caught": lambda state, fields: _uncaught(state, [fields["seat"]]),
    "hands-moved": _moved,
    "accepted": lambda state, _: setattr(state, "debt", None),
    "challenged": _challenged,
    "drew": _drew,
    "recycled": _recycled,
    "passed": _passed,
    "timed-out": lambda state, fields: _misses(state, fields["seat"], fields["misses"]),
    "clock-restored": lambda state, fields: _misses(state, fields["seat"], 0),
    "round-ended": _round_ended,
    "game-ended": _over,
    "cosigned": _cosigned,
    "sealed": _sealed,
    "seat-removed": _removed,
    "seat-to-bot": lambda state, fields: _away(state, fields, away=True),
    "seat-back": lambda state, fields: _away(state, fields, away=False),
}
