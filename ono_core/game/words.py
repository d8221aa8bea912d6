"""Events as sentences, for the terminal, the replay and screen readers: one for each thing that a table would see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ono_core.game import events as ev
from ono_core.game.faces import Face, face
from ono_core.game.state import State


class Teller(Struct, frozen=True):
    """Who is spoken to: names by seat number, the deck, the listener's seat and the cards (slot -> id) they may know."""

    names: Mapping[int, str]
    deck: Sequence[str] = ()
    seat: int | None = None
    faces: Mapping[int, int] = {}

    def name(self, seat: int) -> str:
        """The seat as the beginning of a sentence."""
        return "You" if seat == self.seat else self.names.get(seat, f"Seat {seat}")

    def whom(self, seat: int) -> str:
        """The seat inside a sentence."""
        return "you" if seat == self.seat else self.name(seat)

    def was(self, seat: int) -> str:
        """``You were`` or ``Ana was``."""
        return f"{self.name(seat)} {'were' if seat == self.seat else 'was'}"

    def has(self, seat: int) -> str:
        """``You have`` or ``Ana has``."""
        return f"{self.name(seat)} {'have' if seat == self.seat else 'has'}"

    def card(self, card: int) -> str:
        """A card id in words."""
        return face(self.deck[card]).words

    def sentence(self, event: ev.Event) -> str | None:
        """What the event tells, or None where nobody would say anything."""
        tell = _TELL.get(type(event))
        return tell(self, event) if tell else None


def teller(before: State, after: State, seat: int | None = None, faces: Mapping[int, int] | None = None) -> Teller:
    """The teller for one entry, between these two states; names are made safe to show."""
    holders = {number: held for state in (after, before) for number, held in enumerate(state.seats) if held}
    names = {number: safe(held.name) for number, held in holders.items()}
    return Teller(names, after.deck, seat, faces or {})


def told(events: Iterable[ev.Event], speaker: Teller) -> list[str]:
    """The sentences of these events, in order."""
    sentences = map(speaker.sentence, events)
    return [sentence for sentence in sentences if sentence]


def safe(text: str) -> str:
    """Text from others with everything that a terminal or a reader would obey written out as an escape."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def listed(things: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join(filter(None, (", ".join(things[:-1]), *things[-1:])))


def cards(count: int) -> str:
    """``1 card``, ``2 cards``."""
    return f"{count} card{'' if count == 1 else 's'}"


# One function an event


def _seated(to: Teller, event: ev.Seated) -> str:
    return f"{to.name(event.seat)} sat down."


def _bot_seated(to: Teller, event: ev.BotSeated) -> str:
    return f"{to.name(event.seat)} sat down, a computer player ({event.level})."


def _left(to: Teller, event: ev.Left) -> str:
    return f"{to.name(event.seat)} left the table."


def _host_set(to: Teller, event: ev.HostSet) -> str | None:
    if event.seat is None:
        return None
    return "You are the host." if event.seat == to.seat else f"{to.name(event.seat)} is the host."


def _options_set(_to: Teller, _event: ev.OptionsSet) -> str:
    return "The host changed the options."


def _game_started(_to: Teller, event: ev.GameStarted) -> str:
    return f"The game begins with {len(event.seats)} players."


def _shuffle_begun(_to: Teller, event: ev.ShuffleBegun) -> str:
    return f"{cards(len(event.cards) + len(event.slots))} are shuffled."


def _dealt(_to: Teller, event: ev.Dealt) -> str:
    return f"{cards(max(map(len, event.hands)))} are dealt to each."


def _starter_turned(to: Teller, event: ev.StarterTurned) -> str:
    return f"The first card is {to.card(event.card)}."


def _starter_returned(_to: Teller, _event: ev.StarterReturned) -> str:
    return "It cannot start a round and goes back."


def _colour_named(to: Teller, event: ev.ColourNamed) -> str:
    return f"{to.name(event.seat)} named {event.colour.word}."


def _played(to: Teller, event: ev.Played) -> str:
    played = listed([to.card(card) for card in event.cards])
    named = f" and named {event.colour.word}" if face(to.deck[event.cards[-1]]).is_wild else ""
    return f"{to.name(event.seat)} played {played}{named}."


def _called(to: Teller, event: ev.Called) -> str:
    return f"Last card! {to.has(event.seat)} one card left."


def _reversed(_to: Teller, event: ev.Reversed) -> str:
    return f"The direction turns: play goes to the {'left' if event.direction == 1 else 'right'}."


def _skipped(to: Teller, event: ev.Skipped) -> str:
    return f"{to.was(event.seat)} skipped."


def _owed(to: Teller, event: ev.Owed) -> str:
    return f"{cards(event.debt.total)} {'is' if event.debt.total == 1 else 'are'} on {to.whom(event.seat)}."


def _accepted(to: Teller, event: ev.Accepted) -> str:
    return f"{to.name(event.seat)} accepted."


def _challenged(to: Teller, event: ev.Challenged) -> str:
    verdict = "it was a bluff" if event.verdict == "bluff" else "it was honest"
    return f"{to.name(event.seat)} challenged {to.whom(event.accused)}: {verdict}."


def _drew(to: Teller, event: ev.Drew) -> str:
    known = [to.card(to.faces[slot]) for slot in event.slots if slot in to.faces]
    shown = f": {listed(known)}" if len(known) == len(event.slots) else ""
    return f"{to.name(event.seat)} drew {cards(len(event.slots))}{shown}."


def _recycled(to: Teller, event: ev.Recycled) -> str:
    return f"{to.name(event.seat)} drew the one card that lay under the top."


def _waived(to: Teller, event: ev.Waived) -> str:
    return f"No card is left: {to.name(event.seat)} need not draw {cards(event.count)}."


def _passed(to: Teller, event: ev.Passed) -> str:
    return f"{to.name(event.seat)} passed."


def _round_ended(to: Teller, event: ev.RoundEnded) -> str:
    if event.winner is not None:
        return f"{to.name(event.winner)} won the round!"
    why = {"blocked": "nobody can play or draw", "cap": "it has lasted too long"}
    return f"The round ends without a winner: {why.get(event.why, event.why)}."


def _cosigned(to: Teller, event: ev.Cosigned) -> str:
    return f"{to.name(event.seat)} signed the end of the game."


def _sealed(to: Teller, event: ev.Sealed) -> str:
    missing = f" without {listed([to.whom(seat) for seat in event.missing])}" if event.missing else ""
    return f"The log is sealed{missing}."


def _seat_to_bot(to: Teller, event: ev.SeatToBot) -> str:
    gone = "left" if event.why == "left" else ("are away" if event.seat == to.seat else "is away")
    return f"{to.name(event.seat)} {gone}: the computer plays on for {to.whom(event.seat)}."


def _seat_back(to: Teller, event: ev.SeatBack) -> str:
    return f"{to.name(event.seat)} {'are' if event.seat == to.seat else 'is'} back."


def _resumed(_to: Teller, _event: ev.Resumed) -> str:
    return "The server was started again."


def _simulated(_to: Teller, event: ev.NoteSimulated) -> str:
    return f"This game is simulated, from seed {event.seed}."


_TELL: dict[type[ev.Event], Callable[[Teller, Any], str | None]] = {
    ev.Seated: _seated,
    ev.BotSeated: _bot_seated,
    ev.Left: _left,
    ev.HostSet: _host_set,
    ev.OptionsSet: _options_set,
    ev.GameStarted: _game_started,
    ev.ShuffleBegun: _shuffle_begun,
    ev.Dealt: _dealt,
    ev.StarterTurned: _starter_turned,
    ev.StarterReturned: _starter_returned,
    ev.ColourNamed: _colour_named,
    ev.Played: _played,
    ev.Called: _called,
    ev.Reversed: _reversed,
    ev.Skipped: _skipped,
    ev.Owed: _owed,
    ev.Accepted: _accepted,
    ev.Challenged: _challenged,
    ev.Drew: _drew,
    ev.Recycled: _recycled,
    ev.Waived: _waived,
    ev.Passed: _passed,
    ev.RoundEnded: _round_ended,
    ev.Cosigned: _cosigned,
    ev.Sealed: _sealed,
    ev.SeatToBot: _seat_to_bot,
    ev.SeatBack: _seat_back,
    ev.Resumed: _resumed,
    ev.NoteSimulated: _simulated,
}
"""Events that are missing here have no words of their own: others beside them say it."""
