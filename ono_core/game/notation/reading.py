"""A game's notation read back from text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal, TypeVar, cast

import msgspec
from msgspec import Struct

from ono_core.game.faces import Colour, face
from ono_core.game.notation.values import (
    DRAWS,
    SAYINGS,
    Draws,
    End,
    Game,
    Holder,
    Holds,
    Move,
    Names,
    Play,
    Points,
    Round,
    Says,
)
from ono_core.game.notation.writing import MARKS, UNKNOWN, VERSION
from ono_core.game.ruleset import PRESETS, Ruleset, parse
from ono_core.game.state import MOST_SEATS

T = TypeVar("T")

_FIRST: Final = "[ONO "
_COMMENT: Final = "#"
_TOKEN = re.compile(r"[^\s()]+(?:\([^()]*\))?|[()]")
_SEAT = re.compile(r'Seat (\d{1,2}) ([^\W\d_]\w*) ("(?:[^"\\]|\\.)*")(?: "([a-z]+)")?').fullmatch
_PLAY = re.compile(r"([A-Z0-9]+(?:\+[A-Z0-9]+)*)(?::([A-Z]))?(?:>(\w+))?([!?]?)").fullmatch
_AGAINST = re.compile(r"(catch|challenge)>(\w+)(?:=([a-z]+))?").fullmatch
_WHY: Final = {word: why for why, word in DRAWS.items()}
_LAST: Final = {mark: last for last, mark in MARKS.items()}


class BadNotation(ValueError):
    """The text is no game's notation; it says on which line, what was expected and what came."""

    def __init__(self, line: int, expected: str, got: str) -> None:
        """Lines count from 1."""
        super().__init__(f"line {line}: {expected} expected, got {got!r:.60}")
        self.line = line


def read(text: str) -> Game:
    """The one game of this text; BadNotation if there is none, or something else."""
    games = read_all(text)
    if len(games) != 1:
        raise BadNotation(1, "one game", f"{len(games)} games")
    return games[0]


def read_all(text: str) -> tuple[Game, ...]:
    """The games of this text, one after another, each beginning with its ``[ONO`` line. Lines with # are comments."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith(_COMMENT)]
    if lines and not lines[0][1].startswith(_FIRST):
        raise BadNotation(lines[0][0], f"[ONO {VERSION}]", lines[0][1])
    starts = [place for place, (_, line) in enumerate(lines) if line.startswith(_FIRST)]
    ends = [*starts[1:], len(lines)]
    return tuple(_game(lines[start:end]) for start, end in zip(starts, ends, strict=False))


Lines = Sequence[tuple[int, str]]


def _game(lines: Lines) -> Game:
    tags = [(number, line) for number, line in lines if line.startswith("[")]
    ruleset, seats, label = _header(tags)
    body = [(number, line) for number, line in lines if not line.startswith("[")]
    return _Body(_tokens(body), seats, label, lines[-1][0]).game(ruleset)


# The header


def _header(tags: Lines) -> tuple[Ruleset, tuple[Holder, ...], dict[str, int]]:
    holders: list[Holder] = []
    label: dict[str, int] = {}
    options: dict[str, Any] = {}
    for number, line in tags:
        inner = line[1:-1]
        if not line.endswith("]") or " " not in inner:
            raise BadNotation(number, 'a line such as [Rules "official"]', line)
        name, value = inner.split(" ", 1)
        if name == "ONO":
            _check_version(number, value)
        elif name == "Seat":
            holder, word = _holder(number, inner)
            if word in label or holder.seat in label.values():
                raise BadNotation(number, "a seat and a word for it that no other line has", inner)
            holders.append(holder)
            label[word] = holder.seat
        else:
            options |= _option(number, name, value)
    return _ruleset(tags, options), tuple(holders), label


def _check_version(number: int, value: str) -> None:
    if value != str(VERSION):
        raise BadNotation(number, f"[ONO {VERSION}]", value)


def _holder(number: int, inner: str) -> tuple[Holder, str]:
    found = _SEAT(inner)
    if not found or int(found[1]) >= MOST_SEATS:
        raise BadNotation(number, 'a line such as [Seat 0 Ana "Ana"] or [Seat 1 Mira "Mira" "easy"]', inner)
    return Holder(int(found[1]), _json(number, found[3]), found[4] or ""), found[2]


def _option(number: int, name: str, value: str) -> dict[str, Any]:
    if name == "Rules":
        return {"preset": _json(number, value)}
    if name == "preset" or name not in Ruleset.__struct_fields__:
        raise BadNotation(number, "ONO, Rules, Seat or the name of an option", name)
    return {name: _json(number, value)}


def _json(number: int, text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError):
        raise BadNotation(number, "a JSON value", text) from None


def _ruleset(tags: Lines, options: dict[str, Any]) -> Ruleset:
    line = next((number for number, tag in tags if tag.startswith("[Rules ")), tags[0][0])
    if str(options.get("preset")) not in PRESETS:
        raise BadNotation(line, f"a line [Rules …] with one of {', '.join(PRESETS)}", str(options.get("preset")))
    try:
        return parse(options)
    except ValueError as error:
        raise BadNotation(line, "rules that can be played", str(error)) from None


# Words of the rounds


class Token(Struct, frozen=True):
    """A word with what stands in its brackets, if it has any; ``text`` is both as they stand."""

    line: int
    text: str
    word: str
    inside: tuple[str, ...] | None


def _tokens(body: Lines) -> Iterator[Token]:
    """The words of the lines; brackets may go over several lines."""
    text = "\n".join(line for _, line in body)
    numbers = [number for number, _ in body]
    passed = at = 0
    for found in _TOKEN.finditer(text):
        passed += text.count("\n", at, found.start())
        at = found.start()
        line = numbers[passed]
        word, bracket, inside = found[0].partition("(")
        if not word or word == ")":
            raise BadNotation(line, "a bracket right behind its word, and closed", found[0])
        yield Token(line, found[0], word, tuple(inside[:-1].split()) if bracket else None)


class _Body:
    """The rounds of one game, read word by word."""

    def __init__(self, tokens: Iterator[Token], seats: tuple[Holder, ...], label: dict[str, int], last: int) -> None:
        self._tokens = tokens
        self._seats = seats
        self._label = label
        self._end_line = last
        self._now = self._next()

    def game(self, ruleset: Ruleset) -> Game:
        """All of it, to the last word."""
        rounds: list[Round] = []
        while self._now and self._now.text == "Round":
            rounds.append(self._round())
        places: tuple[int, ...] = ()
        if self._now and self._now.word == "Result":
            places = self._by_seat(self._taken())
        if self._now:
            raise self._bad("Round, Result or the end")
        return Game(ruleset, self._seats, tuple(rounds), places)

    def _next(self) -> Token | None:
        return next(self._tokens, None)

    def _taken(self) -> Token:
        token = self._now
        if token is None:
            raise BadNotation(self._end_line, "more", "the end")
        self._now = self._next()
        return token

    def _bad(self, expected: str, token: Token | None = None) -> BadNotation:
        token = token or self._now
        return (
            BadNotation(token.line, expected, token.text) if token else BadNotation(self._end_line, expected, "the end")
        )

    # Rounds

    def _round(self) -> Round:
        self._taken()
        number = self._number()
        groups = self._groups("seats", "dealing", "drawn", "starter")
        seats = self._all(groups.get("seats"), self._seat)
        dealing = self._all(groups.get("dealing"), self._seat)
        drawn = self._all(groups.get("drawn"), self._drawn)
        starters = self._all(groups.get("starter"), self._face)
        moves = self._moves()
        end = self._end() if self._now and self._now.text == "End" else None
        later = self._moves() if end else ()
        return Round(number, seats, dealing[0] if dealing else None, drawn, starters, moves, end, later)

    def _number(self) -> int:
        token = self._taken()
        if not re.fullmatch(r"\d{1,6}", token.text):
            raise self._bad("the number of the round", token)
        return int(token.text)

    def _groups(self, *names: str) -> dict[str, Token]:
        """The words with brackets that come next, each at most once."""
        found: dict[str, Token] = {}
        while self._now and self._now.word in names and self._now.inside is not None:
            token = self._taken()
            if token.word in found:
                raise self._bad(f"{token.word} once", token)
            found[token.word] = token
        return found

    def _all(self, token: Token | None, each: Callable[[Token, str], T]) -> tuple[T, ...]:
        inside = token.inside if token else None
        return tuple(each(token, text) for text in inside) if token and inside else ()

    def _drawn(self, token: Token, text: str) -> tuple[int, str]:
        word, _, shown = text.partition("=")
        return self._seat(token, word), self._face(token, shown)

    def _end(self) -> End:
        self._taken()
        why = self._taken()
        if why.inside is not None or not re.fullmatch("[a-z]+", why.text):
            raise self._bad("why the round ended", why)
        groups = self._groups("winner", "points", "places", "scores")
        winner = self._all(groups.get("winner"), self._seat)
        zeros = (0,) * len(self._seats)
        points, places, scores = (
            self._by_seat(groups[name]) if name in groups else zeros for name in ("points", "places", "scores")
        )
        return End(why.text, winner[0] if winner else None, points, places, scores)

    def _by_seat(self, token: Token) -> tuple[int, ...]:
        """A number for each seat of the game."""
        found = dict(self._all(token, self._figure))
        if set(found) != {holder.seat for holder in self._seats}:
            raise self._bad("a number for each seat, such as (Ana=1 Ben=2),", token)
        return tuple(found[holder.seat] for holder in self._seats)

    def _figure(self, token: Token, text: str) -> tuple[int, int]:
        word, _, number = text.partition("=")
        if not re.fullmatch(r"\d{1,9}", number):
            raise BadNotation(token.line, "a seat and a number such as Ana=12", text)
        return self._seat(token, word), int(number)

    # Moves

    def _moves(self) -> tuple[Move, ...]:
        moves: list[Move] = []
        while self._now and self._now.text not in {"Round", "End"} and self._now.word != "Result":
            token = self._now
            if not token.text.endswith(":"):
                raise self._bad("a seat such as Ana:")
            seat = self._seat(token, self._taken().text[:-1])
            moves += self._turn(seat)
        return tuple(moves)

    def _turn(self, seat: int) -> Iterator[Move]:
        yield self._move(seat)
        while self._now and not self._ends_turn(self._now):
            yield self._move(seat)

    def _ends_turn(self, token: Token) -> bool:
        return token.text in {"Round", "End"} or token.word == "Result" or token.text.endswith(":")

    def _move(self, seat: int) -> Move:
        token = self._taken()
        if token.inside is not None:
            return self._bracketed(seat, token)
        if token.text in SAYINGS:
            return Says(seat, token.text)
        if token.text.startswith("colour="):
            return Names(seat, self._colour(token, token.text.removeprefix("colour=")))
        against = _AGAINST(token.text)
        if against:
            what = cast("Literal['catch', 'challenge']", against[1])
            return Points(seat, what, self._seat(token, against[2]), against[3] or "")
        if token.text == "jump":
            return self._play(seat, self._taken(), jump=True)
        return self._play(seat, token, jump=False)

    def _bracketed(self, seat: int, token: Token) -> Move:
        inside = token.inside or ()
        if token.word == "hand":
            return Holds(seat, tuple(self._shown(token, text) for text in inside))
        if token.word not in _WHY:
            raise self._bad(f"hand or one of {', '.join(_WHY)} before a bracket", token)
        waived = inside[-1] if inside and inside[-1].startswith("-") else ""
        if waived and not re.fullmatch(r"-[1-9]\d{0,5}", waived):
            raise self._bad("a number of cards forgiven, such as -2,", token)
        cards = inside[:-1] if waived else inside
        return Draws(seat, _WHY[token.word], tuple(self._shown(token, c) for c in cards), -int(waived or 0))

    def _play(self, seat: int, token: Token, *, jump: bool) -> Play:
        found = _PLAY(token.text)
        if not found or token.inside is not None:
            raise self._bad("a play such as R5, W:B or R7>Ana, or another move", token)
        texts, colour, target, mark = found.groups()
        cards = tuple(self._face(token, text) for text in texts.split("+"))
        if face(cards[-1]).is_wild != (colour is not None):
            raise self._bad("a colour behind a wild, as in W:B, and behind no other card", token)
        return Play(
            seat,
            cards,
            None if colour is None else self._colour(token, colour),
            None if target is None else self._seat(token, target),
            cast("Literal['', 'called', 'missed']", _LAST[mark]),
            jump,
        )

    # Words inside words

    def _seat(self, token: Token, word: str) -> int:
        if word not in self._label:
            raise BadNotation(token.line, f"a seat, one of {', '.join(self._label) or 'none'},", word)
        return self._label[word]

    def _face(self, token: Token, text: str) -> str:
        try:
            return face(text).text
        except ValueError:
            raise BadNotation(token.line, "a card such as R5, GS or W4", text) from None

    def _shown(self, token: Token, text: str) -> str | None:
        return None if text == UNKNOWN else self._face(token, text)

    def _colour(self, token: Token, letter: str) -> Colour:
        if letter not in list(Colour):
            raise BadNotation(token.line, "a colour, R, Y, G or B,", letter)
        return Colour(letter)
