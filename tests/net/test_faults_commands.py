"""Reported faults, section B: commands that meet. Each case keeps its number.

PC-02 and PC-14 are in test_bad_commands, the parts of PC-13 and PC-16 that need no server in test_room_rules.
"""

from __future__ import annotations

import re
from copy import deepcopy
from itertools import permutations
from pathlib import Path

import pytest
import trio
import trio.testing

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import Phase, public
from ono_core.log.file import written
from ono_net.limits import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND
from ono_net.messages import Answer, Command, Error
from ono_net.player import Player
from ono_replay.replay import read
from tests.net.peers import beside_a_game, is_asking, log_of
from tests.net.positions import OFFICIAL, PARTY, a_play, asked_name, code, come_to, jumpers
from tests.net.readers import Reader, going_on, settled
from tests.net.serving import Person, person
from tests.net.table import Table

# PC-13: three people act on the same moment

EIGHT = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")


def is_a_race(table: Table) -> bool:
    """Whether the seat on turn and two others can play, and one of those goes out by it."""
    state, seats = table.room.state, jumpers(table)
    if state.phase is not Phase.PLAY or len(seats) != 2 or not table.room.choices(state.turn or 0).playable:
        return False
    return sorted(len(state.hands[seat]) == 1 for seat in seats) == [False, True]


@pytest.fixture(scope="module")
def race() -> tuple[Table, list[int]]:
    """The moment, and the seats that can play then: who is on turn, who jumps in, who jumps in with the last card."""
    options = {**OFFICIAL, "jump_in": True, "decks": 2, "deal": 3}
    table = come_to(is_a_race, *EIGHT, options=options, first=39)
    by_hand = sorted(jumpers(table), key=lambda seat: -len(table.room.state.hands[seat]))
    return table, [table.room.asked() or 0, *by_hand]


@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_pc_13_three_people_act_on_the_same_moment(
    race: tuple[Table, list[int]], order: tuple[int, ...], autojump_clock: trio.testing.MockClock
) -> None:
    """One play counts and two come too late, in whatever order; who jumps in with the last card has won the round."""
    played, seats = deepcopy(race[0]), race[1]
    commands = {seat: a_play(played, seat) for seat in seats}
    length, hurried = len(played.raws), [seats[place] for place in order]
    async with going_on(played) as (table, readers):
        at = {player.seat: readers[name] for name, player in played.players.items()}
        for seat in hurried:
            signed = commands[seat]
            await table.ask(at[seat].identity, Command(signed.body, signed.sig))
        answers = {seat: await answer_of(at[seat]) for seat in hurried}
        first, *late = hurried
        assert answers[first].index == length
        assert {refused_with(answers[seat]) for seat in late} <= {"stale", "wrong-phase"}
        assert [ev.Played] == [type(e) for e in table.room.book.entries[length].events if isinstance(e, ev.Played)]
        state = table.room.state
        for reader in readers.values():
            assert public(followed(reader).state) == public(state)
        goes_out = first == seats[2]
        assert (state.phase is Phase.ROUND_OVER) == goes_out
        assert (state.result is not None and state.result.winner == first) == goes_out
        assert (sum(state.scores) > 0 and state.scores[first] == sum(state.scores)) == goes_out


async def answer_of(reader: Reader) -> Answer:
    """The next answer that comes."""
    answer = (await reader.answer()).answer
    assert answer
    return answer


def refused_with(answer: Answer) -> str | None:
    """Why a command was refused."""
    assert answer.index is None
    return answer.refusal.code if answer.refusal else None


def followed(reader: Reader) -> Player:
    """The game as a reader follows it."""
    assert reader.guest.player
    return reader.guest.player


# PC-16: the catch button is hammered


def test_pc_16_a_wrong_catch_costs_what_the_table_agreed() -> None:
    """Where a wrong catch costs cards, each one does, before the play and after; within the grace none does."""
    table = come_to(lambda now: bool(now.room.choices(now.room.asked() or 0).lasts), *EIGHT[:3], options=COSTLY)
    name, seat = asked_name(table), table.room.asked() or 0
    hammering = next(one for one in table.players if one != name)
    own = table.players[hammering].seat or 0
    hand = len(table.room.state.hands[own])
    table.does(hammering, cmd.Catch(seat, table.room.state.step))
    assert events(table) == [ev.Mistaken(own, "catch"), ev.Drew]
    assert len(table.room.state.hands[own]) == hand + 1
    length = len(table.raws)
    table.does(name, table.thought(name))
    (one,) = table.room.state.exposed
    for _ in range(50):
        assert code(table.says(hammering, cmd.Catch(one.seat, one.step))) == "too-early"
    assert len(table.raws) == length + 1
    assert len(table.room.state.hands[own]) == hand + 1


COSTLY = {**PARTY, "false_call": 1}


def events(table: Table) -> list[object]:
    """What happened last; of cards drawn, only that they were."""
    return [ev.Drew if isinstance(event, ev.Drew) else event for event in table.room.book.entries[-1].events]


async def test_pc_16_a_hammered_catch_is_slowed_down(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    """Who hammers on the catch is refused each time, leaves no entry, and is told to wait and for how long."""
    mock_clock.rate = 1
    async with (
        beside_a_game(tmp_path) as (served, _),
        person(served, "Cleo") as cleo,
        person(served, "Dora", cleo.guest.room) as dora,
    ):
        for someone in (cleo, dora):
            await someone.sit()
        await cleo.link.send(cleo.guest.act(cmd.Start()))
        for someone in (cleo, dora):
            await someone.until(is_asking)
        length = dora.length
        began = trio.current_time()
        times = MESSAGES_AT_ONCE + MESSAGES_PER_SECOND
        mock_clock.rate = 0  # all of it at one moment, on a busy machine too
        for _ in range(times):
            await dora.link.send(dora.guest.act(cmd.Catch(0, log_of(dora).state.step)))
        refusals, told = await heard(dora, times, mock_clock)
        assert refusals == {"nothing-to-catch"}
        assert [error.code for error in told] == ["too-many"]
        assert re.search(r": wait [1-9]\d* s$", told[0].detail)
        assert trio.current_time() - began >= 0.9
        await dora.link.send(dora.guest.act(cmd.Call()))
        await dora.answer()
        assert dora.length == length


async def heard(someone: Person, times: int, clock: trio.testing.MockClock) -> tuple[set[str], list[Error]]:
    """Why so many commands were refused, and the errors that came with it; time goes on with the first of these."""
    codes, errors = list[str](), list[Error]()
    while len(codes) < times:
        news = await someone.answer()
        if news.error:
            errors.append(news.error)
            clock.rate = 1
        if news.answer:
            assert news.answer.refusal
            codes.append(news.answer.refusal.code)
    return set(codes), errors


# PC-17: a catch after the next player has begun


async def test_pc_17_a_catch_after_the_next_player_has_begun(autojump_clock: trio.testing.MockClock) -> None:
    """Such a catch is told to be too late and since which entry; nobody else hears of it, and it costs nothing."""
    played = come_to(lambda table: bool(table.room.state.exposed), *EIGHT[:3], options=OFFICIAL)
    (one,) = played.room.state.exposed
    culprit, following = played.name_at(one.seat), asked_name(played)
    late = next(name for name in played.players if name not in {culprit, following})
    move = played.players[following].signed(played.thought(following))
    async with going_on(played) as (table, readers):
        asked = readers[following]
        await table.ask(asked.identity, Command(move.body, move.sig))
        closing = (await answer_of(asked)).index
        assert closing is not None
        assert ev.CatchClosed((one.seat,)) in table.room.book.entries[closing].events
        await settled(readers)
        hands, writes = table.room.state.hands, {name: len(reader.writes) for name, reader in readers.items()}
        await table.ask(readers[late].identity, readers[late].guest.act(cmd.Catch(one.seat, one.step)))
        refusal = (await answer_of(readers[late])).refusal
        assert refusal
        assert (refusal.code, refusal.detail) == ("window-closed", f"since entry {closing}")
        assert {name: len(reader.writes) - writes[name] for name, reader in readers.items()} == {
            name: int(name == late) for name in readers
        }
        assert table.room.state.hands == hands
        assert len(table.room.book) == closing + 1
        shown = read(written(table.room.book.raws())).steps[closing]
        assert [event for event, _ in shown.told()].count(ev.CatchClosed((one.seat,))) == 1
        assert shown.before.exposed
        assert not shown.after.exposed
