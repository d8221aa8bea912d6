"""The bulletin board: boards that organisers publish, who follows them, and what is asked of an organiser."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from ono_core.fair.keys import fingerprint, public_key
from ono_core.fair.transcript import hashed
from ono_core.tournament.hashes import request_id
from ono_net.limits import TooMany
from ono_net.messages import (
    BOARD,
    Announce,
    Applied,
    Apply,
    Attend,
    Board,
    Decided,
    Error,
    Message,
    Ping,
    Pong,
    from_table,
)
from ono_net.tournaments import (
    MOST_FOLLOWERS,
    MOST_TOURNAMENTS,
    MOST_WAITING,
    Missing,
    Tournaments,
    code_of,
    spelled,
)
from tests.net.peers import error, proven
from tests.net.serving import Served, Wire, secret_of, serving

ORGANISERS = frozenset({fingerprint(public_key(secret_of(name))) for name in ("Dora", "Otto")})
TID = hashed("ono1/test", b"tournament")
FIRST, SECOND = Announce(TID, b"first"), Announce(TID, b"second")
ASKED = Apply(TID, b"body", bytes(64))


@pytest.fixture
async def served(tmp_path: Path) -> AsyncGenerator[Served]:
    """A server that knows Dora and Otto as organisers."""
    async with serving(tmp_path, organisers=ORGANISERS) as running:
        yield running


async def heard(guest: Wire, kind: type[Message]) -> Message:
    """The next message of this kind; no error comes before it."""
    while not isinstance(message := await guest.hear(), kind):
        assert not isinstance(message, Error), message
    return message


@asynccontextmanager
async def published(served: Served) -> AsyncGenerator[tuple[Wire, Wire]]:
    """Dora, who has published a board, and Ana, who follows it."""
    async with proven(served, "Dora") as dora, proven(served, "Ana") as ana:
        await dora.say(FIRST)
        await dora.say(Attend(TID))
        await heard(dora, Board)
        await ana.say(Attend(spelled(code_of(TID))))
        assert await heard(ana, Board) == Board(TID, b"first")
        yield dora, ana


async def test_who_follows_a_tournament_sees_its_board_and_each_later_one(served: Served) -> None:
    """By its id or its code."""
    async with published(served) as (dora, ana), proven(served, "Ben") as ben:
        await ben.say(Attend(TID))
        assert await heard(ben, Board) == Board(TID, b"first")
        await dora.say(SECOND)
        for guest in (ana, ben):
            assert await heard(guest, Board) == Board(TID, b"second")


async def test_a_request_comes_to_the_organiser_and_its_answer_to_who_asked(served: Served) -> None:
    """With the identity that the connection has proven, whatever the body says."""
    async with published(served) as (dora, ana):
        await ana.say(ASKED)
        assert await heard(dora, Applied) == Applied(TID, public_key(secret_of("Ana")), b"body", bytes(64))
        answer = Decided(request_id(TID, b"body"), "name-taken", "Ana")
        await dora.say(answer)
        assert await heard(ana, Decided) == answer


async def test_only_the_organiser_answers(served: Served) -> None:
    """What another organiser says of a request is passed on to nobody."""
    async with published(served) as (dora, ana), proven(served, "Otto") as otto:
        await ana.say(ASKED)
        await heard(dora, Applied)
        await otto.say(Decided(request_id(TID, b"body"), "no", ""))
        assert (await error(otto, FIRST)).code == "not-organiser"
        await dora.say(Decided(request_id(TID, b"body"), None, ""))
        assert await heard(ana, Decided) == Decided(request_id(TID, b"body"), None, "")


async def test_nobody_else_publishes(served: Served) -> None:
    """Who is no organiser announces and decides nothing; the connection stays."""
    async with proven(served, "Eve") as eve:
        assert (await error(eve, FIRST)).code == "not-organiser"
        assert (await error(eve, Decided(TID, None, ""))).code == "not-organiser"
        assert (await error(eve, Attend(TID))).code == "no-such-tournament"
        assert (await error(eve, Attend(bytes(5)))).code == "no-such-tournament"
        assert (await error(eve, ASKED)).code == "no-such-tournament"


async def until_away(guest: Wire) -> str:
    """The error with which a request is answered, once the server knows that the organiser is gone."""
    while True:
        await guest.say(ASKED)
        await guest.say(Ping(0))
        while not isinstance(told := await guest.hear(), Pong | Error):
            pass
        if isinstance(told, Error):
            return told.code


async def test_the_board_stays_while_the_organiser_is_away(served: Served) -> None:
    """It is read as it was, requests are told to wait, and all goes on when it is back."""
    async with proven(served, "Ana") as ana:
        async with proven(served, "Dora") as dora:
            await dora.say(FIRST)
            await dora.say(Attend(TID))
            await heard(dora, Board)
        await ana.say(Attend(TID))
        assert await heard(ana, Board) == Board(TID, b"first")
        assert await until_away(ana) == "organiser-away"
        async with proven(served, "Dora") as dora:
            await dora.say(SECOND)
            assert await heard(ana, Board) == Board(TID, b"second")
            await ana.say(ASKED)
            await heard(dora, Applied)


async def test_a_board_that_is_too_large_is_no_message(served: Served) -> None:
    """The largest that may be comes through."""
    async with proven(served, "Dora") as dora:
        await dora.say(Announce(TID, bytes(BOARD)))
        await dora.say(Attend(TID))
        assert await heard(dora, Board) == Board(TID, bytes(BOARD))
        assert (await error(dora, Announce(TID, bytes(BOARD + 1)))).code == "bad-message"


# Bounds


class Heard:
    """A connection that keeps what it is sent."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def push(self, frames: bytes) -> None:
        """See Caller."""
        start = 2 if frames[1] < 126 else 4
        self.messages.append(from_table(frames[start:]))


def tid(number: int) -> bytes:
    """One of many tournaments."""
    return number.to_bytes(32)


def test_only_so_many_tournaments_are_kept() -> None:
    """Of whose organisers are away the one announced longest ago makes room; else there is none."""
    board, here, away = Tournaments(), Heard(), Heard()
    for number in range(MOST_TOURNAMENTS):
        board.announce(away if number in {3, 5} else here, b"organiser", Announce(tid(number), b""))
    with pytest.raises(TooMany):
        board.announce(here, b"organiser", Announce(tid(99), b""))
    board.announce(here, b"organiser", Announce(tid(7), b"anew"))
    board.leave(away)
    board.announce(here, b"organiser", Announce(tid(99), b""))
    with pytest.raises(Missing):
        board.attend(here, tid(3))
    board.attend(here, tid(5))


def test_only_so_many_follow_one() -> None:
    """Who follows already may ask again, and who leaves makes room; one connection follows one tournament."""
    board, organiser = Tournaments(), Heard()
    for number in (1, 2):
        board.announce(organiser, b"organiser", Announce(tid(number), b""))
    followers = [Heard() for _ in range(MOST_FOLLOWERS)]
    for follower in followers:
        board.attend(follower, tid(1))
    late = Heard()
    with pytest.raises(TooMany):
        board.attend(late, tid(1))
    board.attend(followers[0], tid(1))
    board.attend(followers[0], tid(2))
    board.attend(late, tid(1))
    board.announce(organiser, b"organiser", Announce(tid(1), b"new"))
    assert [len(one.messages) for one in (followers[0], followers[1], late)] == [3, 2, 2]
    board.leave(followers[1])
    board.announce(organiser, b"organiser", Announce(tid(1), b"newer"))
    assert [len(one.messages) for one in (followers[1], late)] == [2, 3]


def test_only_so_many_requests_wait() -> None:
    """The oldest of too many is answered to nobody; who asks again is answered where it asked last."""
    board, organiser, first, second = Tournaments(), Heard(), Heard(), Heard()
    board.announce(organiser, b"organiser", Announce(TID, b""))
    for number in range(MOST_WAITING + 1):
        board.apply(first, b"i" * 32, replace(ASKED, body=tid(number)))
    board.apply(second, b"i" * 32, replace(ASKED, body=tid(9)))
    for number in (0, 1, 9, 9):
        board.decided(organiser, Decided(request_id(TID, tid(number)), None, ""))
    assert first.messages == [Decided(request_id(TID, tid(1)), None, "")]
    assert second.messages == [Decided(request_id(TID, tid(9)), None, "")]
    board.leave(first)
    board.decided(organiser, Decided(request_id(TID, tid(2)), None, ""))
    assert len(first.messages) == 1


def test_a_code_is_eight_letters_that_people_can_say() -> None:
    """Case and spaces do not count; anything else is none."""
    assert len(code_of(TID)) == 8
    assert spelled(f" {code_of(TID)[:4].lower()} {code_of(TID)[4:]} ") == TID[:5]
    for text in ("", "AAAA", "AAAAAAA1", "AAAAAAAAA", "A" * 16):
        with pytest.raises(ValueError, match="8 letters"):
            spelled(text)
