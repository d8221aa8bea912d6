"""The lines between `ono` and an engine, as ono_net/spec/bots.md has them; its JSON Schemas are made from these types.

Seats count from 0, cards are short texts such as ``R5``, ``GS``, ``W4``, times are milliseconds.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

VERSION: Final = 1

Do: TypeAlias = Literal["play", "draw", "pass", "accept", "challenge", "name_colour", "call", "catch", "wait"]


class Hello(Struct, frozen=True, tag_field="ono", tag=VERSION):
    """The first line: the version of this protocol, the program that speaks, and the time for each answer."""

    type: Literal["hello"]
    program: str
    limit_ms: int


class Line(Struct, frozen=True, tag_field="type"):
    """Every later line; ``type`` says which."""


class Named(Struct, frozen=True):
    """Who sits at the table: ``kind`` is ``human`` or ``bot``, a computer of the table's own, which has a ``level``."""

    seat: int
    name: str
    kind: str
    level: str


class Game(Line, frozen=True, tag="game"):
    """A game begins, with the seat that the engine plays, every option of the rules, and the deck, card by card."""

    game: str
    room: str | None
    seat: int
    players: tuple[Named, ...]
    preset: str
    options: dict[str, Any]
    rules: tuple[str, ...]
    deck: tuple[str, ...]


class Event(Struct, frozen=True, omit_defaults=True):
    """Something that happened, and the same as a sentence; a field that says nothing about it is left out.

    ``cards`` are those that the engine's seat may see; ``other`` is the seat that an event is also about.
    """

    event: str
    text: str
    seat: int | None = None
    cards: tuple[str, ...] | None = None
    count: int | None = None
    colour: str | None = None
    other: int | None = None
    verdict: str | None = None
    why: str | None = None
    moves: tuple[tuple[int, int], ...] | None = None
    hands: tuple[tuple[str, ...], ...] | None = None
    points: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None


class Seat(Struct, frozen=True):
    """A seat as everybody sees it. ``known`` are cards of its hand that this engine has seen, in the order of texts."""

    seat: int
    name: str
    cards: int
    known: tuple[str, ...]
    called: bool
    missed: bool
    playing: bool
    away: bool
    score: int


class Owed(Struct, frozen=True):
    """Cards that the seat on turn owes since ``by`` played. ``stakes``, where it may challenge: what that costs whom.

    The first number is what the accused draws for a bluff, the second what the challenger draws if there was none.
    """

    cards: int
    by: int
    stakes: tuple[int, int] | None


class View(Struct, frozen=True):
    """The table from the engine's seat. ``discards`` lie face up since the last shuffle, the top card last."""

    seat: int
    round: int
    phase: str
    turn: int | None
    next: int | None
    direction: int
    colour: str | None
    top: str | None
    hand: tuple[str, ...]
    drawn: str | None
    owed: Owed | None
    seats: tuple[Seat, ...]
    pile: int
    discards: tuple[str, ...]


class Choice(Struct, frozen=True):
    """One whole thing to do. ``call``: the last card is called with it; ``bluff``: a challenge of it would be right."""

    do: Do
    cards: tuple[str, ...] = ()
    colour: str | None = None
    target: int | None = None
    call: bool = False
    bluff: bool = False


class Ask(Line, frozen=True, tag="ask"):
    """A question: what has happened since the line before, the table, and the choices.

    ``turn`` is false where the seat need do nothing: ``wait`` is among the choices then. ``default`` is the choice that
    is made where no good answer comes in ``limit_ms``.
    """

    id: int
    turn: bool
    limit_ms: int
    events: tuple[Event, ...]
    view: View
    choices: tuple[Choice, ...]
    default: int


class Mistake(Line, frozen=True, tag="mistake"):
    """What the engine did was no answer; ``done`` is what was done in its place, if it was asked."""

    code: Literal["late", "garbage", "unknown-id", "impossible"]
    words: str
    id: int | None
    done: Choice | None


class End(Line, frozen=True, tag="end"):
    """The game is over: by seat, the places (1 for the first, 0 for a seat that nobody had) and the scores."""

    events: tuple[Event, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]


class Answer(Struct, frozen=True):
    """What an engine says: the question's id, and the index of a choice. Other fields are passed over."""

    id: int
    choice: int


LINES: Final[dict[str, type[Struct]]] = {
    "hello": Hello, "game": Game, "ask": Ask, "mistake": Mistake, "end": End, "answer": Answer,
}  # fmt: skip


def schemas() -> dict[str, str]:
    """File name -> the JSON Schema of a line, as ono_net/spec/schema keeps it."""
    made = {f"bot-{name}.json": msgspec.json.schema(kind) for name, kind in LINES.items()}
    return {name: msgspec.json.format(msgspec.json.encode(one), indent=2).decode() + "\n" for name, one in made.items()}
