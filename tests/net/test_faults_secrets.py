"""Reported faults, section C: who sees what. Each case keeps its number; some of PC-19 is in test_room."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from copy import deepcopy
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from msgspec import Struct

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.faces import Face, Kind, face
from ono_core.game.state import TURN_PHASES, Phase, State
from ono_core.log.book import Book
from ono_core.log.entries import Signed, SignedAct, sign_command
from ono_core.log.file import written
from ono_core.log.papers import Commitments
from ono_net.guest import Guest
from ono_net.messages import Command, Entries, from_table, pack
from ono_net.player import Player
from ono_net.room import Room
from ono_net.secrets import master_secret
from ono_replay.audit import Verdict, audit
from tests.net.peers import log_of
from tests.net.positions import OFFICIAL, PARTY, asked_name, come_to
from tests.net.readers import going_on, settled
from tests.net.serving import FAST, Served, Wire, person, secret_of, serving, wire
from tests.net.table import OPTIONS, Table, secret

# PC-19: a spectator as a spy


class Spy:
    """Somebody without a seat, who keeps every byte that comes."""

    def __init__(self, name: str, line: Wire, room: str) -> None:
        self.name = name
        self.guest = Guest(secret_of(name), room)
        self.raws: list[bytes] = []
        self.refusals: list[str] = []
        self._line = line

    @property
    def length(self) -> int:
        """How many entries have come."""
        return len(self.guest.player.book) if self.guest.player else 0

    async def listen(self) -> None:
        """Take in whatever comes, until cancelled."""
        while True:
            raw = await self._line.socket.get_message()
            assert isinstance(raw, bytes)
            self.raws.append(raw)
            news = self.guest.receive(from_table(raw))
            for reply in news.replies:
                await self._line.say(reply)
            if news.answer and news.answer.refusal:
                self.refusals.append(news.answer.refusal.code)

    async def say(self, act: cmd.Act, seat: int | None) -> None:
        """Ask for an act, for nobody's seat or another's."""
        player = self.guest.player
        assert player
        head = player.book.head
        step = player.state.step if isinstance(act, cmd.TURN_ACTS) else None
        said = SignedAct(seat, 1_000, head.index, head.hash, step, act)
        signed = sign_command(player.keys.session_secret, player.keys.gid, said)
        await self._line.say(Command(signed.body, signed.sig))


@asynccontextmanager
async def spying(served: Served, name: str, room: str) -> AsyncGenerator[Spy]:
    """Somebody who has entered a room to look on."""
    async with wire(served, name) as line, trio.open_nursery() as nursery:
        await line.shake()
        spy = Spy(name, line, room)
        for message in spy.guest.opening():
            await line.say(message)
        nursery.start_soon(spy.listen)
        while not spy.length:
            await trio.testing.wait_all_tasks_blocked(0.01)
        yield spy
        nursery.cancel_scope.cancel()


SPYING: tuple[cmd.Act, ...] = (
    cmd.Draw(), cmd.Pass(), cmd.Call(), cmd.Catch(1, 1), cmd.Play((256,)), cmd.Accept(), cmd.Leave(), cmd.NextRound(),
)  # fmt: skip


async def test_pc_19_a_spectator_as_spy(tmp_path: Path) -> None:
    """A player's other self, who gave the seat up, who came to judge: none sees a hidden card or can do anything."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Ben", ana.guest.room) as ben:
        room = str(ana.guest.room)
        for someone in (ana, ben):
            await someone.sit()
        async with person(served, "Finn", room) as former:
            await former.sit()
            await former.act(cmd.Leave())
        async with (
            spying(served, "Ana elsewhere", room) as other,
            spying(served, "Finn", room) as finn,
            spying(served, "A referee", room) as referee,
        ):
            spies = (other, finn, referee)
            await ana.act(cmd.Start())
            async with trio.open_nursery() as nursery:
                for someone in (ana, ben):
                    nursery.start_soon(someone.play, 20)
            for spy in spies:
                for act in SPYING:
                    await spy.say(act, None)
                    await spy.say(act, 0)
            path = f"/logs/{log_of(ana).keys.gid.hex()}.ono"
            assert (await served.get(path)).startswith(b"HTTP/1.1 403 ")
            async with trio.open_nursery() as nursery:
                for someone in (ana, ben):
                    nursery.start_soon(someone.play)
            await ben.until(lambda p: p.phase is Phase.SEALED)
            for spy in spies:
                while len(spy.refusals) < 2 * len(SPYING) or spy.length < ben.length:
                    await trio.testing.wait_all_tasks_blocked(0.01)
                assert set(spy.refusals) == {"not-seated"}
        book = log_of(ana).book
        salts = salts_of(tmp_path, book.raws())
        for spy in spies:
            saw_nothing(spy, salts)
        assert audit(written(book.raws())).verdict is Verdict.PROVEN


def salts_of(folder: Path, raws: list[bytes]) -> list[set[bytes]]:
    """The salts of the cards that are hidden after each entry."""
    room = Room.load("TEST", master_secret(folder), raws, 0, 0, FAST)
    book, salts = Book(), list[set[bytes]]()
    for raw in raws:
        book.add(book.check(raw))
        salts.append({room.dealer._salt(slot) for slot in hidden(book.state)})
    return salts


def hidden(state: State) -> set[int]:
    """The slots in the pile and in hands that not everybody has seen."""
    piles = {slot for pile in state.piles for slot in pile.rest}
    return (piles | {slot for hand in state.hands for slot in hand}) - state.opened.keys()


def saw_nothing(spy: Spy, salts: list[set[bytes]]) -> None:
    """Whatever came before an entry opens no card that is still hidden then."""
    length, checked = 0, 0
    for raw in spy.raws:
        message = from_table(raw)
        if isinstance(message, Entries):
            length += len(message.entries)
        if salts[length - 1] and length:
            checked += 1
            assert not [salt for salt in salts[length - 1] if salt in raw]
    assert checked > 20
    assert length == len(salts)


# PC-20: a card followed through the discard pile


CROWD = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")


@pytest.fixture(scope="module")
def crowded() -> list[Table]:
    """Games with so many cards in hands that the discards are soon shuffled, each to the end of its first round."""
    games: list[Table] = []
    for number in range(12):
        table = Table(*CROWD, options={**OFFICIAL, "seats_max": 8, "deal": 10, "decks": 1}, game=f"crowd {number}")
        table.start()
        while table.room.state.phase in TURN_PHASES:
            table.plays_on(until=1)
        games.append(table)
    return games


def test_pc_20_new_slots_have_new_commitments_and_salts(crowded: list[Table]) -> None:
    """A card that is shuffled again has another number, another commitment and another salt than before."""
    for table in crowded:
        papers = [paper for entry in table.room.book.entries for paper in entry.papers]
        found = {paper.k: paper.slots for paper in papers if isinstance(paper, Commitments)}
        every = [found[k][at : at + 32] for k in found for at in range(0, len(found[k]), 32)]
        assert len(set(every)) == len(every)
        slots = list(table.room.dealer.faces)
        assert len({table.room.dealer._salt(slot) for slot in slots}) == len(slots) == len(every)
    assert sum(table.room.state.shuffles for table in crowded) > 2 * len(crowded)


Known = tuple[float, float]


def test_pc_20_nothing_tells_which_card_comes_back(crowded: list[Table]) -> None:
    """Neither where a card lay in the discards, nor its number in the deck, tells its new slot or when it is drawn."""
    pairs = [pair for table in crowded for pair in shuffled_again(table)]
    assert len(pairs) > 200
    for known in (0, 1):
        for unknown in (0, 1):
            found = correlation([(before[known], after[unknown]) for before, after in pairs])
            assert abs(found) < 4 / sqrt(len(pairs)), (known, unknown)


def shuffled_again(table: Table) -> Iterator[tuple[Known, Known]]:
    """Of each card that was shuffled again: its place in the discards and in the deck, its new place and its turn."""
    book, faces = Book(), table.room.dealer.faces
    for raw in table.raws:
        shuffle, checked = book.state.shuffle, book.check(raw)
        book.add(checked)
        if shuffle is None or shuffle.k < 3 or book.state.shuffle is not None:
            continue
        thrown = (*shuffle.cards, *(faces[slot] for slot in shuffle.slots))
        order = next(event.order for event in checked.entry.events if isinstance(event, ev.ShuffleClosed))
        size, middle = len(thrown), (len(thrown) - 1) / 2
        assert sorted(order) != list(order)
        for drawn, place in enumerate(order):
            card = faces[256 * shuffle.k + place]
            lay = (thrown.index(card) - middle) / size
            yield (lay, card - 54.0), ((place - middle) / size, (drawn - middle) / size)


def test_pc_20_a_known_card_is_lost_in_the_shuffle(crowded: list[Table]) -> None:
    """Of the cards that lay open and were shuffled, Ana knows again those that she drew, or that were played."""
    again = 0
    for table in crowded:
        ana, held = Player(secret("Ana"), table.room.game), set[int]()
        for raw in table.raws[:-1]:
            ana.follow(raw)
            held |= set(ana.state.hands[0]) if ana.state.hands else set()
            others = hidden(ana.state) - held
            assert not ana.proofs.faces.keys() & others
            again += sum(slot // 256 > 2 for slot in others)
    assert again > 200


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Pearson's coefficient."""
    means = [sum(column) / len(pairs) for column in zip(*pairs, strict=True)]
    centred = [(one - means[0], other - means[1]) for one, other in pairs]
    both = sum(one * other for one, other in centred)
    spread = sum(one * one for one, _ in centred) * sum(other * other for _, other in centred)
    return float(both / sqrt(spread))


# PC-22: what the table can tell from silence


Wanted = Callable[[Face], bool]


def with_hand(table: Table, seat: int, *wanted: Wanted) -> Table:
    """The same game, to the last byte of its log, but for the hidden cards of a seat: each is as wanted, in turn."""
    other = deepcopy(table)
    state, faces = other.room.state, other.room.dealer.faces
    pile = [slot for pile in state.piles for slot in pile.rest]
    for slot, is_wanted in zip(state.hands[seat], (*wanted, *wanted[-1:] * 20), strict=False):
        place = next(place for place in pile if is_wanted(face(state.deck[faces[place]])))
        pile.remove(place)
        faces[slot], faces[place] = faces[place], faces[slot]
    return other


def may_be_answered(table: Table) -> bool:
    """Whether whoever is asked plays a Draw Two that the next player may answer with another."""
    return table.room.state.phase is Phase.PLAY and played_kind(table) is Kind.DRAW_TWO


def is_a_number(table: Table) -> bool:
    """Whether whoever is asked plays a number."""
    return table.room.state.phase is Phase.PLAY and played_kind(table) is Kind.NUMBER


def played_kind(table: Table) -> Kind | None:
    """What the player who is asked would play."""
    act = table.thought(asked_name(table)) if table.name_at(table.room.asked()) else None
    top = top_of(table, act) if isinstance(act, cmd.Play) else None
    return top.kind if top else None


def top_of(table: Table, act: cmd.Play) -> Face:
    """The card that lies on top after a play."""
    return face(table.room.state.deck[table.room.dealer.faces[act.slots[-1]]])


class Told(Struct, frozen=True):
    """What a command led to: what each was sent, write by write; when the room acts next; what the next seat may do."""

    sent: dict[str, list[list[bytes]]]
    due: int | None
    acts: set[str]


async def tell(played: Table, signed: Signed, name: str, told: list[Told]) -> None:
    """Say this command to the table of a game, and note what came of it until 4 s later."""
    async with going_on(played, "Eve") as (table, readers):
        before = {name: len(reader.writes) for name, reader in readers.items()}
        await table.ask(readers[name].identity, Command(signed.body, signed.sig))
        await settled(readers)
        due, seat = table.room.next_deadline(), table.room.state.turn
        assert seat is not None
        await trio.sleep(4)
        told.append(Told(
            {
                name: [[pack(message) for message in write] for write in reader.writes[before[name] :]]
                for name, reader in readers.items()
            },
            due,
            set(table.room.choices(seat).acts),
        ))  # fmt: skip


async def both_told(there: Table, here: Table, signed: Signed, name: str) -> tuple[Told, Told]:
    """The same command at the same moment, at two tables."""
    first, second = list[Told](), list[Told]()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tell, there, signed, name, first)
        nursery.start_soon(tell, here, signed, name, second)
    return first[0], second[0]


@pytest.mark.parametrize(("condition", "options", "acts"), [
    (may_be_answered, {**PARTY, "draw_when": "stuck"}, ({"play", "accept"}, {"accept"})),
    (is_a_number, OPTIONS, ({"play"}, {"draw"})),
], ids=["answer a Draw Two", "play"])  # fmt: skip
async def test_pc_22_what_the_table_can_tell_from_silence(
    condition: Callable[[Table], bool],
    options: dict[str, Any],
    acts: tuple[set[str], set[str]],
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Whether Ben can answer or must take, play or must draw: the others are sent the very same at the same time."""
    played = come_to(condition, "Ana", "Ben", "Cleo", options=options)
    name = asked_name(played)
    act = played.thought(name)
    assert isinstance(act, cmd.Play)
    signed, top, colour = played.players[name].signed(act), top_of(played, act), act.colour
    seat = played.room.state.neighbour(played.room.asked() or 0)
    asked = played.name_at(seat)
    now_in_force = colour or top.colour

    def fits(one: Face) -> bool:
        return one.kind is Kind.DRAW_TWO if top.kind is Kind.DRAW_TWO else one.colour is now_in_force

    def is_unfit(one: Face) -> bool:
        return one.kind is Kind.NUMBER and one.colour is not now_in_force and one.symbol != top.symbol

    able, unable = with_hand(played, seat, fits, is_unfit), with_hand(played, seat, is_unfit)
    there, here = await both_told(able, unable, signed, name)
    assert (there.acts, here.acts) == acts
    assert there.due == here.due
    for reader in there.sent:
        if reader in {asked, name}:  # what is sealed to one differs, but in nothing that shows
            assert sizes(there.sent[reader]) == sizes(here.sent[reader])
        else:
            assert there.sent[reader] == here.sent[reader]


def sizes(writes: list[list[bytes]]) -> list[list[int]]:
    """How long each message is, write by write."""
    return [[len(message) for message in write] for write in writes]


def test_pc_22_a_computer_thinks_no_longer_over_a_good_hand() -> None:
    """When a computer acts does not tell whether it can play or must draw."""
    played = come_to(is_a_number, "Ana", options=OPTIONS, bots=1)
    act = played.thought("Ana")
    assert isinstance(act, cmd.Play)
    played.does("Ana", act)
    top = top_of(played, act)
    able = with_hand(played, 1, lambda one: one.colour is top.colour)
    unable = with_hand(played, 1, lambda one: one.colour not in {None, top.colour} and one.symbol != top.symbol)
    acts = [table.room._computer_act(1) for table in (able, unable)]
    assert [type(act) for act in acts] == [cmd.Play, cmd.Draw]
    due = played.room.next_deadline()
    assert due is not None
    assert [table.room.next_deadline() for table in (able, unable)] == [due, due]
