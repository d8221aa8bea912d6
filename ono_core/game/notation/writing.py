"""A game's notation as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from ono_core.game.notation.values import (
    DRAWS,
    Cards,
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
from ono_core.game.ruleset import PRESETS, Ruleset, plain

VERSION: Final = 1
"""The version of the notation, in its first line."""

UNKNOWN: Final = "?"
"""A face that is not known."""

MARKS: Final = {"": "", "called": "!", "missed": "?"}
"""What stands after a play that leaves one card."""

_WIDTH: Final = 100
_LABEL = re.compile(r"[^\W\d_]\w*").fullmatch


def written(game: Game) -> str:
    """The notation, which ``read`` reads back; lines end with a newline, and a blank one stands between rounds."""
    label = labels(game.seats)
    lines = [*_header(game, label)]
    for played in game.rounds:
        lines += ["", *_round(played, game.seats, label)]
    if game.places:
        lines += ["", f"Result({_by_seat(game.seats, game.places, label)})"]
    return "\n".join([*lines, ""])


def labels(seats: Sequence[Holder]) -> dict[int, str]:
    """A word for each seat: its player's name where that is one, else its letters and digits or the seat's number."""
    found: dict[int, str] = {}
    for holder in seats:
        word = re.sub(r"\W", "", holder.name)
        choice = word if _LABEL(word) else f"Seat{holder.seat}"
        while choice in found.values():
            choice += f"_{holder.seat}"
        found[holder.seat] = choice
    return found


# The header


def _header(game: Game, label: Mapping[int, str]) -> Iterator[str]:
    yield f"[ONO {VERSION}]"
    yield f"[Rules {_json(game.ruleset.preset)}]"
    for name, value in differing(game.ruleset):
        yield f"[{name} {_json(value)}]"
    for holder in game.seats:
        level = f" {_json(holder.level)}" if holder.level else ""
        yield f"[Seat {holder.seat} {label[holder.seat]} {_json(holder.name)}{level}]"


def differing(ruleset: Ruleset) -> list[tuple[str, Any]]:
    """The options that are not as in the preset."""
    usual = plain(PRESETS[ruleset.preset])
    return [(name, value) for name, value in plain(ruleset).items() if value != usual[name]]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


# Rounds


def _round(played: Round, seats: Sequence[Holder], label: Mapping[int, str]) -> Iterator[str]:
    names = " ".join(label[seat] for seat in played.seats)
    head = [f"Round {played.number}", f"seats({names})"]
    if played.dealing is not None:
        head.append(f"dealing({label[played.dealing]})")
    if played.drawn:
        head.append(f"drawn({' '.join(f'{label[seat]}={text}' for seat, text in played.drawn)})")
    if played.starters:
        head.append(f"starter({' '.join(played.starters)})")
    yield from _filled(head, " ", indent="  ")
    yield from _filled(_chunks(played.moves, label), "  ")
    if played.end:
        yield from _filled(_end(played.end, seats, label), " ", indent="  ")
    yield from _filled(_chunks(played.later, label), "  ")


def _end(end: End, seats: Sequence[Holder], label: Mapping[int, str]) -> list[str]:
    parts = [f"End {end.why}"]
    if end.winner is not None:
        parts.append(f"winner({label[end.winner]})")
    figures = {"points": end.points, "places": end.places, "scores": end.scores}
    return parts + [f"{name}({_by_seat(seats, values, label)})" for name, values in figures.items() if any(values)]


def _by_seat(seats: Sequence[Holder], values: Iterable[int], label: Mapping[int, str]) -> str:
    return " ".join(f"{label[holder.seat]}={value}" for holder, value in zip(seats, values, strict=True))


def _filled(parts: Iterable[str], joint: str, indent: str = "") -> Iterator[str]:
    """Lines of as many parts as fit, the later ones indented; a hand that was dealt stands alone."""
    line = ""
    for part in parts:
        joined = f"{line}{joint}{part}" if line else part
        if line and ("hand(" in joined or len(joined) > _WIDTH):
            yield line
            joined = indent + part
        line = joined
    if line:
        yield line


def _chunks(moves: Iterable[Move], label: Mapping[int, str]) -> Iterator[str]:
    """What a seat does in a row, up to what ends its turn, behind the seat's word."""
    seat, chunk = None, ""
    for move in moves:
        if chunk and move.seat == seat:
            chunk += f" {_move(move, label)}"
        else:
            if chunk:
                yield chunk
            seat, chunk = move.seat, f"{label[move.seat]}: {_move(move, label)}"
        if isinstance(move, (Play, Holds)):
            yield chunk
            chunk = ""
    if chunk:
        yield chunk


# Moves


def _move(move: Move, label: Mapping[int, str]) -> str:
    match move:
        case Holds():
            return f"hand({_cards(move.cards)})"
        case Play():
            return _play(move, label)
        case Draws():
            waived = (f"-{move.waived}",) if move.waived else ()
            return f"{DRAWS[move.why]}({_cards((*move.cards, *waived))})"
        case Names():
            return f"colour={move.colour}"
        case Points():
            return f"{move.what}>{label[move.other]}{f'={move.verdict}' if move.verdict else ''}"
        case Says():
            return move.what


def _play(move: Play, label: Mapping[int, str]) -> str:
    jump = "jump " if move.jump else ""
    colour = f":{move.colour}" if move.colour else ""
    target = f">{label[move.target]}" if move.target is not None else ""
    return f"{jump}{'+'.join(move.cards)}{colour}{target}{MARKS[move.last]}"


def _cards(cards: Cards) -> str:
    return " ".join(text or UNKNOWN for text in cards)
