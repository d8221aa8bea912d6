"""What happened, as the player at the table is told: the common sentences, in the second person where it is oneself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from ono_cli.link import Happened
from ono_core.game import events as ev
from ono_core.game.decider import initial
from ono_core.game.evolve import evolve_all
from ono_core.game.faces import face
from ono_core.game.state import State
from ono_core.game.words import safe, told
from ono_core.log.book import Book

QUIET = (
    ev.LogOpened, ev.DealerSeated, ev.ToDo, ev.ShuffleClosed, ev.RoundBegan, ev.GameEnded, ev.Cosigned,
)  # fmt: skip
"""Events that need no sentence at the table, for another beside them or the prompt says it."""

GRAMMAR = {"You was": "You were", "You is": "You are", "You has": "You have", "You owes": "You owe"}


def past(book: Book) -> Iterator[Happened]:
    """What a log tells of, entry by entry."""
    before = initial()
    for entry in book.entries:
        after = evolve_all(before, entry.events)
        yield Happened(entry.events, before, after)
        before = after


def sentences(news: Happened, seat: int | None, faces: Mapping[int, int]) -> list[str]:
    """The sentences for one seat, or for a spectator; ``faces`` (slot -> card id) are the cards it may know."""
    before = _addressed(news.before, seat)
    pairs = [(event, words) for event, words in told(before, news.events) if not _is_quiet(event, news.after, seat)]
    return [safe(f"{_drawn(news.after, event, seat, faces) or _agreeing(words)}.") for event, words in pairs]


def _is_quiet(event: ev.Event, after: State, seat: int | None) -> bool:
    """Whether nobody needs to hear it; that somebody is on turn only matters where a person is waited for."""
    if isinstance(event, ev.Asked):
        return event.seat == seat or after.seat_at(event.seat).by_computer
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
    return re.sub(r"(?<= )You\b", "you", GRAMMAR.get(begin, begin) + words[len(begin) :])


def _drawn(after: State, event: ev.Event, seat: int | None, faces: Mapping[int, int]) -> str | None:
    """Which cards one drew oneself."""
    if not isinstance(event, ev.Drew) or event.seat != seat or not all(slot in faces for slot in event.slots):
        return None
    return f"You drew {', '.join(face(after.deck[faces[slot]]).words for slot in event.slots)}"
