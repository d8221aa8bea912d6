"""Bad commands over real sockets: each gets its refusal, and two others play on to the end of their game."""

import random
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from ono_core.fair.keys import sign
from ono_core.game.commands import AddBot, Draw, Leave, Play, SetOptions, Start
from ono_core.game.events import Dealt, Event, GameStarted, SeatBack, SeatToBot, ShuffleBegun
from ono_core.log.codec import packed
from ono_core.log.entries import certificate_text
from ono_net.messages import (
    Answer,
    Command,
    Create,
    Reveal,
)
from tests.net.peers import (
    both,
    duel,
    error,
    events_of,
    forged,
    is_asking,
    lobby,
    log_of,
    proven,
    refusal,
)
from tests.net.serving import Person, person, secret_of, serving

pytestmark = pytest.mark.usefixtures("quiet")


def may_draw(asked: Person) -> bool:
    """Whether this person may draw now."""
    return asked.guest.prompt is not None and "draw" in asked.guest.prompt.acts


def holds_unfit(asked: Person) -> bool:
    """Whether this person may play, but holds a card that does not fit."""
    return asked.guest.prompt is not None and "does-not-fit" in {reason for _, reason in asked.guest.prompt.cards}


async def test_out_of_turn(tmp_path: Path) -> None:
    """An act of a turn by who is not asked is refused, whatever step it names."""
    async with duel(tmp_path, is_asking) as (asked, other):
        length, step = asked.length, log_of(other).state.step
        assert (await refusal(other, Draw())).code == "not-your-turn"
        stale = await refusal(other, forged(other, Draw(), step=step - 1))
        assert (stale.code, stale.step) == ("stale", step)
        assert (await refusal(other, forged(other, Draw(), step=2**53 - 1))).code == "stale"
        assert (await refusal(other, forged(other, Draw()))).code == "bad-command"
        assert asked.length == length


async def test_unfit_card(tmp_path: Path) -> None:
    """A card that does not fit, that is another's, or that is nobody's, is not played, and the turn stays."""
    async with duel(tmp_path, holds_unfit) as (asked, _):
        length = asked.length
        prompt, state, seat = asked.guest.prompt, log_of(asked).state, log_of(asked).seat
        assert prompt
        assert seat is not None
        unfit = next(slot for slot, reason in prompt.cards if reason == "does-not-fit")
        fit_of_other = state.hands[1 - seat][0]
        for slots, code in (
            ((unfit,), "does-not-fit"),
            ((fit_of_other,), "no-such-card"),
            ((2**53 - 1,), "no-such-card"),
            ((), "one-card"),
            ((unfit,) * 2, "no-such-card"),
            (tuple(range(4000)), "no-such-card"),
        ):
            assert (await refusal(asked, Play(slots))).code == code
        assert asked.length == length
        assert asked.guest.prompt == prompt


async def test_pc_02_draw_pressed_three_times(tmp_path: Path) -> None:
    """One command twice and another for the same step draw one card, and nobody hears of the others."""
    async with duel(tmp_path, may_draw) as (asked, other):
        length, seat = asked.length, log_of(asked).seat
        assert seat is not None
        hand = len(log_of(asked).state.hands[seat])
        twice, third = asked.guest.act(Draw()), asked.guest.act(Draw())
        for command in (twice, twice, third):
            await asked.link.send(command)
        answers = [(await asked.answer()).answer for _ in range(3)]
        assert answers[0] == answers[1]
        assert answers[0]
        assert answers[0].index == length
        assert answers[2]
        assert answers[2].refusal
        assert answers[2].refusal.code == "stale"
        assert answers[2].refusal.step == log_of(asked).state.step
        assert len(log_of(asked).state.hands[seat]) == hand + 1
        while other.length <= length:
            assert (await other.hear()).answer is None
        assert len(log_of(other).state.hands[seat]) == hand + 1
        assert other.length == length + 1


async def test_counter_used(tmp_path: Path) -> None:
    """M6: a used counter under another act, as of a second tab, is refused with the next free one, which works."""
    async with lobby(tmp_path) as (_, hana):
        await hana.act(AddBot("easy", None))
        refused = await refusal(hana, forged(hana, AddBot("hard", None), counter=2))
        assert (refused.code, refused.counter) == ("counter-used", 3)
        await hana.link.send(forged(hana, AddBot("hard", None), counter=refused.counter))
        answer = (await hana.answer()).answer
        assert answer
        assert answer.index == 4


async def test_signed_by_another(tmp_path: Path) -> None:
    """A command for another's seat, or for one's own but signed by somebody else, leaves no entry."""
    async with lobby(tmp_path) as (served, hana), person(served, "Eve", hana.guest.room) as eve:
        assert (await refusal(eve, AddBot("easy", None))).code == "not-seated"
        assert (await refusal(eve, forged(eve, AddBot("easy", None), seat=0))).code == "not-seated"
        await eve.sit()
        assert (await refusal(eve, forged(eve, AddBot("easy", None), seat=0))).code == "not-seated"
        assert (await refusal(eve, AddBot("easy", None))).code == "not-host"
        own = forged(eve, Leave())
        assert (await refusal(eve, Command(own.body, sign(bytes(32), own.body)))).code == "bad-signature"
        assert (await refusal(eve, Command(own.body, forged(hana, Leave()).sig))).code == "bad-signature"


async def test_replayed_by_another(tmp_path: Path) -> None:
    """A recorded command said again by somebody else does nothing, there or in another room."""
    async with (
        lobby(tmp_path) as (served, hana),
        person(served, "Eve", hana.guest.room) as eve,
        person(served, "Eve2") as elsewhere,
    ):
        command = hana.guest.act(AddBot("easy", None))
        await hana.link.send(command)
        await hana.answer()
        length = hana.length
        await eve.link.send(command)
        await elsewhere.link.send(command)
        answer = (await eve.answer()).answer
        assert answer
        assert answer.index == length - 1
        refused = (await elsewhere.answer()).answer
        assert refused
        assert refused.refusal
        assert refused.refusal.code == "not-seated"
        assert (await refusal(elsewhere, _join_of(hana, elsewhere))).code == "bad-certificate"


def _join_of(victim: Person, thief: Person) -> Command:
    keys = log_of(victim).keys
    return forged(thief, keys.join("Thief"), seat=None)


async def test_weak_keys(tmp_path: Path) -> None:
    """Keys that anybody could sign or agree with are refused."""
    async with lobby(tmp_path) as (served, hana), person(served, "Eve", hana.guest.room) as eve:
        good = log_of(eve).keys.join("Eve")
        for weak in (
            replace(good, session=bytes(32)),
            replace(good, session=b"\x01" + bytes(31)),
            replace(good, x25519=bytes(32)),
        ):
            text = certificate_text(log_of(eve).keys.gid, weak.session, weak.x25519, weak.anchor)
            join = replace(weak, cert=sign(secret_of("Eve"), text))
            assert (await refusal(eve, forged(eve, join, seat=None))).code == "weak-key"


GARBAGE: dict[str, bytes] = {
    "random": random.Random(2).randbytes(60_000),
    "zeros": bytes(60_000),
    "unknown act": packed([0, 1, 0, bytes(32), None, ["x" * 50_000, {}]]),
    "long value": packed([0, 1, 0, bytes(32), None, ["add_bot", {"level": 7, "wanted": "y" * 50_000}]]),
    "many values": packed([0, 1, 0, bytes(32), None, ["play", {"slots": list(range(4000))}]]),
    "an entry": packed([9, bytes(32), 1, ["table", ["seal", {}]], [], [], bytes(16)]),
    "act of the table": packed([0, 1, 0, bytes(32), None, ["seal", {}]]),
    "negative": packed([0, -1, 0, bytes(32), None, ["start", {}]]),
}


async def test_garbage_for_a_command(tmp_path: Path) -> None:
    """What is no command, however large, is answered in few words, and the connection stays."""
    async with lobby(tmp_path) as (_, hana):
        for name, body in GARBAGE.items():
            refused = await refusal(hana, Command(body, bytes(64)))
            assert refused.code == "bad-command", name
            assert len(refused.detail) < 500, name
        assert (await hana.act(AddBot("easy", None))).answer


async def test_long_values(tmp_path: Path) -> None:
    """A good command with values far too long is refused in few words."""
    async with lobby(tmp_path) as (served, hana), proven(served) as guest:
        for act in (
            AddBot("z" * 50_000, None),
            SetOptions({"preset": "z" * 50_000}),
            SetOptions({"z" * 50_000: 1}),
            AddBot("easy", 2**53 - 1),
        ):
            refused = await refusal(hana, act)
            assert refused.code in {"bad-option", "no-such-seat"}
            assert len(refused.detail) < 500
        told = await error(guest, Create({"z" * 50_000: 1}))
        assert told.code == "bad-option"
        assert len(told.detail) < 500


NAMES = (
    ("\u0410na", "name-taken"),  # Cyrillic A
    ("ana", "name-taken"),
    ("An\u00e1", "name-taken"),
    ("Ana\u200b", "bad-name"),
    ("\u202eanA", "bad-name"),
    ("A" + "\u0301" * 500, "bad-name"),
    ("\x1b[31mAna\x1b]0;title\x07", "bad-name"),
    ("   ", "bad-name"),
    ("", "bad-name"),
    ("x" * 25, "bad-name"),
    ("x" * 50_000, "bad-name"),
)


async def test_names(tmp_path: Path) -> None:
    """PC-41: a name that looks like another's, hides something or is none, gets no seat; a better one does."""
    async with serving(tmp_path) as served, person(served, "Ana") as ana, person(served, "Eve", ana.guest.room) as eve:
        await ana.sit()
        await eve.until(lambda p: p.length == ana.length)
        for name, code in NAMES:
            assert (await refusal(eve, log_of(eve).keys.join(name))).code == code, name[:50]
        assert (await eve.act(log_of(eve).keys.join("<img onerror>"))).answer
        assert log_of(eve).state.seat_at(1).name == "<img onerror>"


# Things at the same time


async def test_pc_14_start_pressed_twice(tmp_path: Path) -> None:
    """One start said twice and another, at once and on two tabs, begin one game."""
    async with lobby(tmp_path) as (served, hana), person(served, "Ida", hana.guest.room) as ida:
        await ida.sit()
        await hana.until(lambda p: p.length == ida.length)
        start, other = hana.guest.act(Start()), hana.guest.act(Start())
        for command in (start, start, other):
            await hana.link.send(command)
        async with person(served, "Hana", hana.guest.room) as tab:
            await tab.link.send(start)
            await tab.link.send(other)
            answers = [(await tab.answer()).answer for _ in range(2)]
            await both((tab, ida), is_asking)
            assert answers[0] == Answer(answers[0].id if answers[0] else b"", log_index(tab, GameStarted), None)
            assert answers[1]
            assert answers[1].refusal
            assert answers[1].refusal.code == "wrong-phase"
            for someone in (tab, ida):
                assert len(events_of(someone, GameStarted)) == 1
                assert [event.k for event in events_of(someone, ShuffleBegun)].count(1) == 1
                assert len(events_of(someone, Dealt)) == 1


def log_index(someone: Person, kind: type[Event]) -> int:
    """The index of the entry with the first event of this kind."""
    entries = log_of(someone).book.entries
    return next(entry.index for entry in entries if any(isinstance(event, kind) for event in entry.events))


async def test_wrong_reveals(tmp_path: Path) -> None:
    """A seed of the wrong value, place or context, or another's, counts for nothing; the right one after it does."""
    async with lobby(tmp_path) as (served, hana), person(served, "Ida", hana.guest.room) as ida:
        await ida.sit()
        await hana.link.send(hana.guest.act(Start()))
        for someone in (hana, ida):
            while log_of(someone).state.shuffle is None:
                someone.guest.receive(await someone.link.receive())  # type: ignore[arg-type]
        hers, own = log_of(hana).due_reveal(), log_of(ida).due_reveal()
        assert hers
        assert own
        right = Reveal(ctx=own.ctx, index=own.index, k=own.k, value=own.value)
        for wrong in (
            replace(right, value=bytes(32)),
            replace(right, value=hers.value),
            replace(right, ctx=bytes(32)),
            replace(right, k=2),
            replace(right, k=2, index=2),
            replace(right, index=2, value=log_of(ida).keys.chain.link(2)),
            replace(right, index=2**53 - 1),
        ):
            await ida.link.send(wrong)
        await hana.link.send(Reveal(ctx=hers.ctx, index=hers.index, k=hers.k, value=hers.value))
        assert log_of(ida).state.shuffle
        await ida.link.send(right)
        await both((hana, ida), is_asking)
        shuffle = log_of(ida).proofs.shuffles[1]
        assert [value for _, _, value in shuffle.reveals] == [hers.value, own.value]


async def test_leaving_and_coming_back_at_once(tmp_path: Path) -> None:
    """A seated player who leaves the game and enters anew on the same connection, again and again, has the seat."""
    async with duel(tmp_path, is_asking) as (asked, other):
        for _ in range(5):
            await asked.link.send(asked.guest.act(Leave()))
            await asked.link.send(asked.guest.opening()[0])
        await asked.until(lambda p: len(events_of(p, SeatBack)) == 5)
        assert len(events_of(asked, SeatToBot)) == 5
        async with trio.open_nursery() as nursery:
            nursery.start_soon(other.play)  # the computer may have had the turn meanwhile
            await asked.until(lambda p: p.guest.prompt is not None)
            nursery.cancel_scope.cancel()
