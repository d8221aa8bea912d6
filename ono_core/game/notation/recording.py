"""From a log's events to a game's notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from ono_core.game import events as ev
from ono_core.game.faces import Kind, face
from ono_core.game.notation.values import (
    DRAWS,
    SAYINGS,
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
from ono_core.game.notation.writing import written
from ono_core.game.ruleset import Ruleset, parse


def recorded(happened: Iterable[ev.Event], faces: Mapping[int, int]) -> Game:
    """The game of a log's events, all in their order; ``faces``: slot -> card id, for the slots that are known.

    ValueError where no game began, or where the events, though they can be folded, are of no game by any rules.
    """
    record = _Record(faces)
    try:
        for event in happened:
            record.take(event)
        game = record.game()
        written(game)
    except LookupError as error:
        raise _Odd(f"something that is not there: {error}") from None
    return game


class _Odd(ValueError):
    def __init__(self, what: str) -> None:
        super().__init__(f"the events of a game expected, got {what}")


def _with_zero(end: End, place: int) -> End:
    """The end of a round that one seat more, in this place, had no part in."""
    rows = ((*row[:place], 0, *row[place:]) for row in (end.points, end.places, end.scores))
    return End(end.why, end.winner, *rows)


_AFTER_GIVING = (ev.Shown, ev.Called)
"""What follows hands that were moved or dealt anew because of that alone."""


class _Record:
    """What was noted so far."""

    def __init__(self, faces: Mapping[int, int]) -> None:
        self._faces = faces
        self._deck: tuple[str, ...] = ()
        self._ruleset: Ruleset | None = None
        self._holders: dict[int, Holder] = {}
        self._seats: tuple[int, ...] = ()
        self._rounds: list[Round] = []
        self._moves: list[Move] = []
        self._drawn: list[tuple[int, str]] = []
        self._turn: int | None = None
        self._places: tuple[int, ...] = ()
        self._before: ev.Event | None = None
        self._given = False

    def take(self, event: ev.Event) -> None:
        """Note what this event tells; many tell nothing that the rules do not."""
        self._given = isinstance(event, (ev.HandsMoved, ev.Dealt)) or (self._given and isinstance(event, _AFTER_GIVING))
        note = self._NOTES.get(type(event))
        if note:
            note(self, event)
        self._before = event

    def game(self) -> Game:
        """All of it."""
        if self._ruleset is None:
            raise ValueError("a game that began expected, got a log without game-started")
        if self._moves:
            self._close()
        seats = tuple(self._holders[seat] for seat in self._seats)
        return Game(self._ruleset, seats, tuple(self._rounds), self._places)

    def _face(self, slot: int) -> str | None:
        card = self._faces.get(slot)
        return None if card is None else self._deck[card]

    def _known(self, slots: Iterable[int]) -> Cards:
        return tuple(self._face(slot) for slot in slots)

    def _texts(self, cards: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._deck[card] for card in cards)

    def _mine(self, by_seat: tuple[int, ...]) -> tuple[int, ...]:
        """What an event says by seat number, for the seats of the game alone."""
        return tuple(by_seat[seat] for seat in self._seats)

    # The table

    def _seated(self, event: ev.Seated) -> None:
        self._holders[event.seat] = Holder(event.seat, event.name)
        if self._ruleset is not None:
            self._came_late(event.seat)

    def _came_late(self, seat: int) -> None:
        """A seat more, with zeros in the rounds before it came."""
        self._seats = tuple(sorted((*self._seats, seat)))
        place = self._seats.index(seat)
        self._rounds = [
            one if one.end is None else replace(one, end=_with_zero(one.end, place)) for one in self._rounds
        ]

    def _bot_seated(self, event: ev.BotSeated) -> None:
        self._holders[event.seat] = Holder(event.seat, event.name, event.level)

    def _started(self, event: ev.GameStarted) -> None:
        self._ruleset, self._deck, self._seats = parse(event.ruleset), event.deck, event.seats

    # Rounds

    def _deal_drawn(self, event: ev.DealDrawn) -> None:
        self._drawn += zip(event.seats, self._texts(event.cards), strict=True)

    def _began(self, event: ev.RoundBegan) -> None:
        early: list[Move] = []
        if self._rounds:
            self._close()
        else:
            early, self._moves = self._moves, []
        self._rounds.append(Round(event.round, event.seats, event.deal_seat, tuple(self._drawn)))
        self._drawn, self._moves = [], early

    def _close(self) -> None:
        """Put what was noted since the last round began, or ended, where it belongs."""
        if not self._rounds:
            self._rounds.append(Round(0, self._seats, None))
        last = self._rounds[-1]
        moves = tuple(self._moves)
        self._rounds[-1] = replace(last, later=last.later + moves) if last.end else replace(last, moves=moves)
        self._moves = []

    def _starter(self, event: ev.StarterTurned) -> None:
        last = self._rounds[-1]
        self._rounds[-1] = replace(last, starters=(*last.starters, self._deck[event.card]))

    def _ended(self, event: ev.RoundEnded) -> None:
        if event.why not in {"empty", "blocked", "cap", "alone", "absent"}:
            raise _Odd(f"a round that ended because of {event.why!r}")
        self._close()
        points, places, scores = map(self._mine, (event.points, event.places, event.scores))
        end = End(event.why, event.winner, points, places, scores)
        self._rounds[-1] = replace(self._rounds[-1], end=end)

    def _over(self, event: ev.GameEnded) -> None:
        self._places = self._mine(event.places)

    # Moves

    def _dealt(self, event: ev.Dealt) -> None:
        self._moves += [Holds(seat, self._known(slots)) for seat, slots in enumerate(event.hands) if slots]

    def _asked(self, event: ev.Asked) -> None:
        self._turn = event.seat

    def _played(self, event: ev.Played) -> None:
        cards = self._texts(event.cards)
        colour = event.colour if face(cards[-1]).is_wild else None
        self._moves.append(Play(event.seat, cards, colour, jump=event.seat != self._turn))

    def _changed_play(self, **changes: Any) -> None:
        last = self._moves[-1]
        if not isinstance(last, Play):
            raise _Odd(f"what follows a play after {last}")
        self._moves[-1] = replace(last, **changes)

    def _called(self, event: ev.Called) -> None:
        """With the play, by itself, or the standing call of a single card that a seat was given: no move at all."""
        before = self._before
        if isinstance(before, ev.Played) and before.seat == event.seat:
            self._changed_play(last="called")
        elif not self._given:
            self._moves.append(Says(event.seat, "call"))

    def _exposed(self, _event: ev.Exposed) -> None:
        self._changed_play(last="missed")

    def _hands_moved(self, event: ev.HandsMoved) -> None:
        last = self._moves[-1]
        top = face(last.cards[-1]) if isinstance(last, Play) else None
        if top is None or top.symbol == "7" or top.kind is Kind.SWAP_HANDS:
            self._changed_play(target=event.takers[0])

    def _drew(self, event: ev.Drew) -> None:
        self._received(event.seat, event.why, self._known(event.slots))

    def _recycled(self, event: ev.Recycled) -> None:
        self._received(event.seat, event.why, self._known((event.slot,)))

    def _received(self, seat: int, why: str, cards: Cards) -> None:
        if why not in DRAWS:
            raise _Odd(f"cards drawn because of {why!r}")
        last = self._moves[-1] if self._moves else None
        if isinstance(last, Draws) and (last.seat, last.why) == (seat, why):
            self._moves[-1] = replace(last, cards=last.cards + cards)
        else:
            self._moves.append(Draws(seat, why, cards))

    def _waived(self, event: ev.Waived) -> None:
        last = self._moves[-1] if self._moves else None
        if isinstance(last, Draws) and last.seat == event.seat:
            self._moves[-1] = replace(last, waived=last.waived + event.count)
        else:
            self._moves.append(Draws(event.seat, "", (), event.count))

    def _named(self, event: ev.ColourNamed) -> None:
        self._moves.append(Names(event.seat, event.colour))

    def _caught(self, event: ev.Caught) -> None:
        self._moves.append(Points(event.by, "catch", event.seat))

    def _challenged(self, event: ev.Challenged) -> None:
        if event.verdict not in {"bluff", "honest"}:
            raise _Odd(f"the verdict {event.verdict!r}")
        self._moves.append(Points(event.seat, "challenge", event.accused, event.verdict))

    def _mistaken(self, event: ev.Mistaken) -> None:
        self._says(event.seat, f"false-{event.what}")

    def _to_bot(self, event: ev.SeatToBot) -> None:
        self._says(event.seat, f"computer-{event.why}")

    def _removed(self, event: ev.SeatRemoved) -> None:
        self._says(event.seat, f"removed-{event.why}")

    def _passed(self, event: ev.Passed) -> None:
        self._says(event.seat, "pass")

    def _accepted(self, event: ev.Accepted) -> None:
        self._says(event.seat, "accept")

    def _timed_out(self, event: ev.TimedOut) -> None:
        self._says(event.seat, "timeout")

    def _back(self, event: ev.SeatBack) -> None:
        self._says(event.seat, "back")

    def _says(self, seat: int, what: str) -> None:
        if what not in SAYINGS:
            raise _Odd(repr(what))
        self._moves.append(Says(seat, what))

    _NOTES: dict[type[ev.Event], Callable[[_Record, Any], None]] = {  # noqa: RUF012  # filled once, here
        ev.Seated: _seated,
        ev.BotSeated: _bot_seated,
        ev.GameStarted: _started,
        ev.DealDrawn: _deal_drawn,
        ev.RoundBegan: _began,
        ev.Dealt: _dealt,
        ev.StarterTurned: _starter,
        ev.Asked: _asked,
        ev.Played: _played,
        ev.Called: _called,
        ev.Exposed: _exposed,
        ev.HandsMoved: _hands_moved,
        ev.Drew: _drew,
        ev.Recycled: _recycled,
        ev.Waived: _waived,
        ev.ColourNamed: _named,
        ev.Caught: _caught,
        ev.Challenged: _challenged,
        ev.Mistaken: _mistaken,
        ev.SeatToBot: _to_bot,
        ev.SeatRemoved: _removed,
        ev.SeatBack: _back,
        ev.Passed: _passed,
        ev.Accepted: _accepted,
        ev.TimedOut: _timed_out,
        ev.RoundEnded: _ended,
        ev.GameEnded: _over,
    }
