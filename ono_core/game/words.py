"""What happened, in plain English: one sentence an event, the same in the terminal, the replay and the audit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from ono_core.game import events as ev
from ono_core.game.evolve import evolve
from ono_core.game.faces import face
from ono_core.game.state import Phase, State

E = TypeVar("E", bound=ev.Event)
_SENTENCES: dict[type[ev.Event], Callable[[State, Any], str]] = {}


def sentence(before: State, event: ev.Event) -> str:
    """What the event says, without a full stop; ``before`` is the state right before it."""
    return _SENTENCES[type(event)](before, event)


def told(before: State, happened: Iterable[ev.Event]) -> Iterator[tuple[ev.Event, str]]:
    """Each event with its sentence; ``before`` is the state before the first."""
    for event in happened:
        yield event, sentence(before, event)
        before = evolve(before, event)


def name(state: State, seat: int | None) -> str:
    """The name of who sits there, or the seat's number where nobody does; or that of a witness."""
    holder = state.seats[seat] if seat is not None and 0 <= seat < len(state.seats) else None
    if seat in state.witnesses:
        holder = state.witnesses[seat]
    return holder.name if holder else f"seat {seat}"


def safe(text: str) -> str:
    """Text from others with everything that a terminal or a reader would obey written out as an escape."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def cards(count: int) -> str:
    """A number of cards, ``1 card`` or ``4 cards``."""
    return f"{count} card{'' if count == 1 else 's'}"


def _listed(names: Sequence[str]) -> str:
    if not names:
        return "nobody"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _names(state: State, seats: Iterable[int]) -> str:
    return _listed([name(state, seat) for seat in seats])


def _shown(state: State, ids: Iterable[int]) -> str:
    return _listed([face(state.deck[card]).words for card in ids])


def _on(kind: type[E]) -> Callable[[Callable[[State, E], str]], Callable[[State, E], str]]:
    def register(says: Callable[[State, E], str]) -> Callable[[State, E], str]:
        _SENTENCES[kind] = says
        return says

    return register


# The lobby


@_on(ev.LogOpened)
def _log_opened(_before: State, _event: ev.LogOpened) -> str:
    return "The room opened"


@_on(ev.DealerSeated)
def _dealer_seated(_before: State, _event: ev.DealerSeated) -> str:
    return "The dealer took its place"


@_on(ev.Seated)
def _seated(_before: State, event: ev.Seated) -> str:
    return f"{event.name} sat down"


@_on(ev.BotSeated)
def _bot_seated(_before: State, event: ev.BotSeated) -> str:
    return f"{event.name}, a computer ({event.level}), sat down"


@_on(ev.Left)
def _left(before: State, event: ev.Left) -> str:
    return f"{name(before, event.seat)} left"


@_on(ev.WitnessCame)
def _witness_came(before: State, event: ev.WitnessCame) -> str:
    held = before.witnesses.get(event.witness)
    if held and not held.gone:
        return f"{event.name} witnesses with new keys, as from another device"
    return f"{event.name} came as a witness"


@_on(ev.WitnessLeft)
def _witness_left(before: State, event: ev.WitnessLeft) -> str:
    return f"{name(before, event.witness)} witnesses no more"


@_on(ev.Directed)
def _directed(before: State, event: ev.Directed) -> str:
    return f"{name(before, event.witness)} directs the game: {len(event.seats)} seats, each for one player"


@_on(ev.HostSet)
def _host_set(before: State, event: ev.HostSet) -> str:
    return "There is no host" if event.seat is None else f"{name(before, event.seat)} is the host"


@_on(ev.OptionsSet)
def _options_set(_before: State, event: ev.OptionsSet) -> str:
    return f"The options were set: {_listed([f'{key} {value}' for key, value in event.options.items()])}"


@_on(ev.GameStarted)
def _game_started(before: State, event: ev.GameStarted) -> str:
    return f"The game began with {_names(before, event.seats)}"


# Shuffles and the deal


@_on(ev.ShuffleBegun)
def _shuffle_begun(_before: State, event: ev.ShuffleBegun) -> str:
    return f"{cards(len(event.cards) + len(event.slots))} went into shuffle {event.k}"


@_on(ev.ShuffleClosed)
def _shuffle_closed(_before: State, event: ev.ShuffleClosed) -> str:
    return f"Shuffle {event.k} was cut"


@_on(ev.SatOut)
def _sat_out(before: State, event: ev.SatOut) -> str:
    return f"{_names(before, event.seats)} gave no seed and sit{'s' if len(event.seats) == 1 else ''} this round out"


@_on(ev.ToDo)
def _to_do(_before: State, _event: ev.ToDo) -> str:
    return "The table waits for the shuffle"


@_on(ev.DealDrawn)
def _deal_drawn(before: State, event: ev.DealDrawn) -> str:
    drawn = zip(event.seats, event.cards, strict=False)
    shown = [f"{name(before, seat)} {_shown(before, (card,))}" for seat, card in drawn]
    return f"Drawn for the deal: {_listed(shown)}"


@_on(ev.RoundBegan)
def _round_began(before: State, event: ev.RoundBegan) -> str:
    return f"Round {event.round} began, {name(before, event.deal_seat)} dealing"


@_on(ev.Dealt)
def _dealt(before: State, event: ev.Dealt) -> str:
    if before.phase is not Phase.DEAL:
        return "All hands were shuffled together and dealt again"
    return f"{cards(max(map(len, event.hands), default=0))} were dealt to each"


@_on(ev.StarterTurned)
def _starter_turned(before: State, event: ev.StarterTurned) -> str:
    return f"The first card is {_shown(before, (event.card,))}"


@_on(ev.StarterReturned)
def _starter_returned(_before: State, _event: ev.StarterReturned) -> str:
    return "The first card went back"


# Turns

_ASKED: Final = {
    Phase.START_COLOUR: "{} is to name a colour",
    Phase.PLAY: "{} is on turn",
    Phase.DRAWN: "{} may play the drawn card",
    Phase.RESPOND: "{} is to answer or take the cards",
}


@_on(ev.Asked)
def _asked(before: State, event: ev.Asked) -> str:
    return _ASKED.get(event.phase, "{} is asked").format(name(before, event.seat))


@_on(ev.ColourNamed)
def _colour_named(before: State, event: ev.ColourNamed) -> str:
    return f"{name(before, event.seat)} named {event.colour.word}"


@_on(ev.Played)
def _played(before: State, event: ev.Played) -> str:
    *shed, top = event.cards
    jumped = " jumped in and" if before.turn not in {None, event.seat} else ""
    acts = all(face(before.deck[card]).text == face(before.deck[top]).text for card in shed)
    down = _shown(before, event.cards if acts else (top,))
    along = "" if acts else f", and with it {_shown(before, shed)}"
    return f"{name(before, event.seat)}{jumped} played {down}{_under(before)}{_named(before, event)}{along}"


@_on(ev.Shown)
def _face_up(before: State, event: ev.Shown) -> str:
    return f"{name(before, event.seat)} holds {_shown(before, event.cards)}"


def _under(before: State) -> str:
    """What the play lies on: the top card, and the colour in force if that was named."""
    top = before.opened.get(before.discards[-1]) if before.discards else None
    if top is None:
        return ""
    card = face(before.deck[top])
    named = f" ({before.colour.word})" if card.is_wild and before.colour else ""
    return f" on {card.words}{named}"


def _named(before: State, event: ev.Played) -> str:
    wild = any(face(before.deck[card]).is_wild for card in event.cards)
    return f" and named {event.colour.word}" if wild else ""


@_on(ev.Called)
def _called(before: State, event: ev.Called) -> str:
    if len(before.hands[event.seat]) > 1:
        return f"{name(before, event.seat)} called the last card ahead of the play"
    return f"{name(before, event.seat)} has one card left"


@_on(ev.Exposed)
def _exposed(before: State, event: ev.Exposed) -> str:
    return f"{name(before, event.seat)} has one card left and has not called it"


@_on(ev.CatchOpened)
def _catch_opened(before: State, event: ev.CatchOpened) -> str:
    return f"{name(before, event.seat)} can be caught"


@_on(ev.CatchClosed)
def _catch_closed(before: State, event: ev.CatchClosed) -> str:
    return f"{_names(before, event.seats)} can be caught no more"


@_on(ev.Caught)
def _caught(before: State, event: ev.Caught) -> str:
    return f"{name(before, event.by)} caught {name(before, event.seat)}"


@_on(ev.Mistaken)
def _mistaken(before: State, event: ev.Mistaken) -> str:
    what = "called a last card" if event.what == "call" else "caught somebody"
    return f"{name(before, event.seat)} {what} without reason"


@_on(ev.HandsMoved)
def _hands_moved(before: State, event: ev.HandsMoved) -> str:
    if len(event.givers) == 2:
        return f"{_names(before, event.givers)} swapped hands"
    return f"All hands went on, that of {name(before, event.givers[0])} to {name(before, event.takers[0])}"


@_on(ev.Reversed)
def _reversed(_before: State, event: ev.Reversed) -> str:
    return f"Play goes to the {'left' if event.direction == 1 else 'right'} now"


@_on(ev.Skipped)
def _skipped(before: State, event: ev.Skipped) -> str:
    return f"{name(before, event.seat)} was skipped"


@_on(ev.Owed)
def _owed(before: State, event: ev.Owed) -> str:
    return f"{name(before, event.seat)} owes {cards(event.debt.total)}"


@_on(ev.Accepted)
def _accepted(before: State, event: ev.Accepted) -> str:
    return f"{name(before, event.seat)} accepted"


@_on(ev.Challenged)
def _challenged(before: State, event: ev.Challenged) -> str:
    return f"{name(before, event.seat)} challenged {name(before, event.accused)}: {event.verdict}"


@_on(ev.Drew)
def _drew(before: State, event: ev.Drew) -> str:
    return f"{name(before, event.seat)} drew {len(event.slots)}"


@_on(ev.Recycled)
def _recycled(before: State, event: ev.Recycled) -> str:
    known = [before.opened[event.slot]] if event.slot in before.opened else []
    return f"{name(before, event.seat)} drew {_shown(before, known) if known else 'the card'} from under the top"


@_on(ev.Waived)
def _waived(before: State, event: ev.Waived) -> str:
    return f"{cards(event.count)} could not be drawn by {name(before, event.seat)} and are forgiven"


@_on(ev.Passed)
def _passed(before: State, event: ev.Passed) -> str:
    return f"{name(before, event.seat)} passed"


@_on(ev.TimedOut)
def _timed_out(before: State, event: ev.TimedOut) -> str:
    return f"The clock ran out for {name(before, event.seat)}"


@_on(ev.ClockRestored)
def _clock_restored(before: State, event: ev.ClockRestored) -> str:
    return f"{name(before, event.seat)} is in time again"


# The end, and who is there

_NOBODY: Final = "Nobody is left to play this round"
_ENDINGS: Final = {
    "blocked": "Nobody can play or draw: the round is over",
    "cap": "The round reached its last turn",
}


@_on(ev.RoundEnded)
def _round_ended(before: State, event: ev.RoundEnded) -> str:
    if event.why == "alone":
        return f"{name(before, event.winner)} is the last one left"
    if event.why == "absent":
        return f"{name(before, event.winner)} is alone in this round" if event.winner is not None else _NOBODY
    if event.winner is not None:
        gained = event.scores[event.winner] - before.scores[event.winner]
        return f"{name(before, event.winner)} won the round{f' and {gained} points' if gained else ''}"
    return _ENDINGS.get(event.why, "The round is over")


@_on(ev.GameEnded)
def _game_ended(before: State, event: ev.GameEnded) -> str:
    first = [seat for seat, place in enumerate(event.places) if place == 1]
    return f"The game is over; first: {_names(before, first)}"


@_on(ev.Cosigned)
def _cosigned(before: State, event: ev.Cosigned) -> str:
    return f"{name(before, event.seat)} signed the end"


@_on(ev.Sealed)
def _sealed(before: State, event: ev.Sealed) -> str:
    missing = f", without {_names(before, event.missing)}" if event.missing else ""
    return f"The log was sealed, signed by {_names(before, event.by)}{missing}"


@_on(ev.SeatRemoved)
def _seat_removed(before: State, event: ev.SeatRemoved) -> str:
    why = {"left": "left", "away": "stayed away"}.get(event.why, "was put out by the host")
    return f"{name(before, event.seat)} {why} and is out of the game"


@_on(ev.SeatToBot)
def _seat_to_bot(before: State, event: ev.SeatToBot) -> str:
    why = {"left": "left", "away": "is away"}.get(event.why, "was put out by the host")
    return f"The computer plays for {name(before, event.seat)}, who {why}"


@_on(ev.SeatBack)
def _seat_back(before: State, event: ev.SeatBack) -> str:
    return f"{name(before, event.seat)} is back"


@_on(ev.Rekeyed)
def _rekeyed(before: State, event: ev.Rekeyed) -> str:
    return f"{name(before, event.seat)} plays with new keys, as from another device"


@_on(ev.ReAnchored)
def _re_anchored(before: State, event: ev.ReAnchored) -> str:
    return f"{'The dealer' if event.seat is None else name(before, event.seat)} began a new chain of seeds"


@_on(ev.Resumed)
def _resumed(_before: State, _event: ev.Resumed) -> str:
    return "The table started again"


@_on(ev.NotePause)
def _note_pause(before: State, event: ev.NotePause) -> str:
    return f"{name(before, event.seat)} {'stopped the table for a while' if event.on else 'let the table go on'}"


@_on(ev.NoteTimeGiven)
def _note_time_given(before: State, event: ev.NoteTimeGiven) -> str:
    return f"{name(before, event.by)} gave {name(before, before.turn)} {-(-event.ms // 1000)} s more"


@_on(ev.NoteSimulated)
def _note_simulated(_before: State, event: ev.NoteSimulated) -> str:
    return f"A simulator made this log, from seed {event.seed}"


assert set(_SENTENCES) == set(ev.EVENTS), "every event has its sentence"
