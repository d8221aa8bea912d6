"""What happened, as the player at the table is told: the common sentences, in the second person where it is oneself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from ono_cli import rulesets
from ono_cli.link import Happened
from ono_core.game import events as ev
from ono_core.game.decider import initial
from ono_core.game.evolve import evolve_all
from ono_core.game.faces import face
from ono_core.game.ruleset import parse
from ono_core.game.state import State
from ono_core.game.words import name, safe, told
from ono_core.log.book import Book
from ono_net.player import Player

QUIET = (
    ev.LogOpened, ev.DealerSeated, ev.ToDo, ev.ShuffleClosed, ev.GameEnded, ev.Cosigned,
)  # fmt: skip
"""Events that need no sentence at the table, for another beside them or the prompt says it."""

GRAMMAR = {
    "You was": "You were", "You is": "You are", "You has": "You have", "You owes": "You owe", "You holds": "You hold",
}  # fmt: skip


def past(book: Book) -> Iterator[Happened]:
    """What a log tells of, entry by entry."""
    before = initial()
    for entry in book.entries:
        after = evolve_all(before, entry.events)
        yield Happened(entry.events, before, after)
        before = after


def told_to(player: Player, news: Happened) -> list[str]:
    """The sentences for this player, whose seat may have been another's then."""
    seat = player.seat
    own = None if seat is None else player.state.seat_at(seat).identity
    was_own = seat is not None and any(_holder(state, seat) == own for state in (news.before, news.after))
    return sentences(news, seat if was_own else None, player.proofs.faces)


def _holder(state: State, seat: int) -> bytes | None:
    held = state.seats[seat] if seat < len(state.seats) else None
    return held.identity if held else None


def sentences(news: Happened, seat: int | None, faces: Mapping[int, int]) -> list[str]:
    """The sentences for one seat, or for a spectator; ``faces`` (slot -> card id) are the cards it may know."""
    before = _addressed(news.before, seat)
    pairs = [(event, words) for event, words in told(before, news.events) if not _is_quiet(event, news.after, seat)]
    return [safe(f"{_own(news, event, seat, faces) or _agreeing(words)}.") for event, words in pairs]


def _is_quiet(event: ev.Event, after: State, seat: int | None) -> bool:
    """Whether nobody needs to hear it; that somebody is on turn only matters where a person is waited for."""
    if isinstance(event, ev.Asked):
        return event.seat == seat or after.seat_at(event.seat).by_computer
    if isinstance(event, ev.RoundBegan):
        return event.round == 1
    if isinstance(event, ev.Shown):
        return event.seat == seat
    return isinstance(event, QUIET)


def _addressed(state: State, seat: int | None) -> State:
    """The state with the listener's seat called ``You``."""
    if seat is None:
        return state
    seats = list(state.seats)
    seats[seat : seat + 1] = [held and replace(held, name="You") for held in seats[seat : seat + 1]]
    return replace(state, seats=tuple(seats))


def _agreeing(words: str) -> str:
    begin = " ".join(words.split(" ")[:2])
    rest = words[len(begin) :].replace("that of You ", "yours ")
    return re.sub(r"(?<= )You\b", "you", GRAMMAR.get(begin, begin) + rest)


def _own(news: Happened, event: ev.Event, seat: int | None, faces: Mapping[int, int]) -> str | None:
    """What is told in other words, for it concerns the listener, or needs to be compared with what was before."""
    match event:
        case ev.OptionsSet():
            return rulesets.news(parse(news.before.options), parse(event.options)).removesuffix(".")
        case ev.Drew() if event.seat == seat and all(slot in faces for slot in event.slots):
            return f"You drew {_faces(news.after, event.slots, faces)}"
        case ev.Challenged(shown=held) if event.seat == seat and held and all(slot in faces for slot in held):
            accused = name(news.before, event.accused)
            return f"You challenged {accused}: {event.verdict}. {accused} held {_faces(news.after, held, faces)}"
        case ev.Exposed() if event.seat == seat:
            return "You have one card left and have not called it"
        case ev.SeatRemoved() if event.seat == seat:
            return f"You {'left' if event.why == 'left' else 'stayed away'} and are out of the game"
        case _:
            return None


def _faces(state: State, slots: tuple[int, ...], faces: Mapping[int, int]) -> str:
    return ", ".join(face(state.deck[faces[slot]]).words for slot in slots)
