"""The notation: games as text that reads back as the same game, and text that is none."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from hypothesis import example
from hypothesis import given as drawn
from hypothesis import strategies as st
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.faces import Colour, face
from ono_core.game.notation import (
    BadNotation,
    Draws,
    Game,
    Holder,
    Holds,
    Move,
    Names,
    Play,
    Points,
    Round,
    Says,
    read,
    read_all,
    recorded,
    written,
)  # fmt: skip
from ono_core.game.notation.values import SAYINGS
from ono_core.game.ruleset import PRESETS, parse
from ono_replay.replay import read as read_log
from tests.core.game.chance import closed, options, played
from tests.core.game.scenario import lobby

LOGS = sorted((Path(__file__).parents[2] / "vectors" / "logs").glob("*.ono"))
SPEC = (files("ono_core") / "spec" / "notation.md").read_text("utf-8")
EXAMPLES = re.findall(r"```\n(\[ONO .*?)```", SPEC, re.DOTALL)

chances = st.builds(Random, st.integers(0, 2**32))


# Whole games


def random_game(chance: Random, seats: int) -> Game:
    """A game of random options and acts, with every face known, for two rounds at most."""
    table = lobby(seats, **options(chance))
    state = table.state
    happened: list[ev.Event] = [ev.Seated(seat, state.seat_at(seat).name, *[b""] * 5) for seat in state.taken]
    table = table.when(0, cmd.Start())
    happened += table.happened
    while table.state.shuffle:
        table = closed(table, chance)
        happened += table.happened
    for after in played(table, chance):
        happened += after.happened if after is not table else ()
        table = after
    return recorded(happened, table.faces)


random_games = st.builds(random_game, chances, st.integers(2, 6))
"""Games with all that may happen at a table."""


@drawn(random_games)
def test_a_game_that_was_written_reads_back_the_same(game: Game) -> None:
    """Nothing of a game is lost in its text, whatever the rules and whatever happened."""
    assert read(written(game)) == game


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_log_has_its_notation(path: Path) -> None:
    """A finished log gives a text that reads back as the same game, with every card known."""
    replay = read_log(path.read_bytes())
    assert replay.fault is None
    game = recorded((event for step in replay.steps for event in step.entry.events), replay.proofs.faces)
    assert read(written(game)) == game
    last = replay.steps[-1].after
    assert [holder.name for holder in game.seats] == [last.seat_at(seat).name for seat in last.taken]
    assert dict(zip(last.taken, game.places, strict=True)) == {seat: last.places[seat] for seat in last.taken}
    assert [played.number for played in game.rounds] == list(range(1, last.round + 1))
    assert all(None not in move.cards for played in game.rounds for move in played.moves if isinstance(move, Draws))


@drawn(random_games)
def test_the_cards_of_a_game_add_up(game: Game) -> None:
    """Whoever reads a notation can follow every hand: nobody plays a card that was not dealt or drawn."""
    moves_hands = game.ruleset.seven_zero or game.ruleset.deck == "modern112"
    for dealt in () if moves_hands else game.rounds:
        hands: dict[int, Counter[str | None]] = {}
        for move in dealt.moves:
            hand = hands.setdefault(move.seat, Counter())
            if isinstance(move, (Holds, Draws)):
                hand.update(move.cards)
            elif isinstance(move, Play):
                hand.subtract(move.cards)
                assert min(hand.values()) >= 0, move
        if dealt.end and dealt.end.why == "empty":
            ended = dict(zip((holder.seat for holder in game.seats), dealt.end.points, strict=True))
            in_hand = {
                seat: sum(face(str(text)).points * n for text, n in hand.items()) for seat, hand in hands.items()
            }
            gone = {move.seat for move in dealt.moves if isinstance(move, Says) and move.what.startswith("removed")}
            assert all(in_hand[seat] == ended[seat] for seat in dealt.seats if seat not in gone)


def test_between_them_the_games_say_everything() -> None:
    """Random games have every kind of move, so that the round trip is tried with all of them."""
    said: set[str] = set()
    for seed in range(200):
        for dealt in random_game(Random(seed), 2 + seed % 4).rounds:
            for move in (*dealt.moves, *dealt.later):
                said.update({type(move).__name__, getattr(move, "what", ""), getattr(move, "last", "")})
                said.update({"jump"} if isinstance(move, Play) and move.jump else ())
                said.update({"target"} if isinstance(move, Play) and move.target is not None else ())
                said.update({"several"} if isinstance(move, Play) and len(move.cards) > 1 else ())
                said.update({move.why or "waived"} if isinstance(move, Draws) else ())
    moves = {kind.__name__ for kind in get_args(Move)}
    rare = {f"{what}-{why}" for what in ("computer", "removed") for why in ("left", "unseated")}
    rare |= {"false-call", "false-catch"}  # acts that no prompt offers, as those
    draws = {"turn", "owed", "penalty", "starter", "clock"}
    extras = {"catch", "challenge", "called", "missed", "jump", "target", "several"}
    assert said >= moves | draws | extras | (set(SAYINGS) - rare), (moves | draws | extras | set(SAYINGS)) - said


# Values that no game here happens to have

names = st.text(min_size=1, max_size=24)
texts = st.sampled_from(["R5", "GS", "BR", "YD", "W", "W4", "GA", "SH", "SW", "CU"])
shown = st.lists(st.none() | texts, max_size=4).map(tuple)


def plays(seats: int) -> st.SearchStrategy[Play]:
    """Any play: a wild has a colour, nothing else has one."""
    seat = st.integers(0, seats - 1)
    last = st.sampled_from(["", "called", "missed"])
    any_play = st.builds(
        Play,
        seat=seat,
        cards=st.lists(texts, min_size=1, max_size=3).map(tuple),
        colour=st.sampled_from(Colour),
        target=st.none() | seat,
        last=last,
        jump=st.booleans(),
    )
    return any_play.map(lambda play: play if face(play.cards[-1]).is_wild else replace(play, colour=None))


def moves_of(seats: int) -> st.SearchStrategy[tuple[Move, ...]]:
    """Any moves of a table."""
    seat = st.integers(0, seats - 1)
    whys = st.sampled_from(["turn", "owed", "penalty", "starter", "clock", ""])
    catches = st.builds(Points, seat, st.just("catch"), seat)
    challenges = st.builds(Points, seat, st.just("challenge"), seat, st.sampled_from(["bluff", "honest"]))
    any_move = st.one_of(
        plays(seats),
        st.builds(Holds, seat, shown),
        st.builds(Draws, seat, whys, shown, st.integers(0, 9)),
        st.builds(Names, seat, st.sampled_from(Colour)),
        catches,
        challenges,
        st.builds(Says, seat, st.sampled_from(SAYINGS)),
    )
    return st.lists(any_move, max_size=12).map(tuple)


@st.composite
def any_games(draw: st.DrawFn) -> Game:
    """Games that need not make sense: any names, any moves."""
    seats = draw(st.lists(names, min_size=1, max_size=4))
    levels = draw(st.lists(st.sampled_from(["", "easy"]), min_size=len(seats), max_size=len(seats)))
    holders = tuple(Holder(seat, name, level) for seat, (name, level) in enumerate(zip(seats, levels, strict=True)))
    rounds = [
        Round(number, tuple(range(len(seats))), draw(st.none() | st.just(0)), moves=draw(moves_of(len(seats))))
        for number in range(draw(st.integers(0, 2)))
    ]
    return Game(draw(st.sampled_from(list(PRESETS.values()))), holders, tuple(rounds))


@drawn(any_games())
@example(Game(parse({}), (Holder(0, "Round"), Holder(1, "Round"), Holder(2, "Seat1"), Holder(3, '"\\ ] # 👑'))))
@example(Game(parse({"deck": "modern112", "custom_texts": ['a "b"', "", "[c]"]}), (Holder(0, "1"),)))
def test_any_values_are_read_back(game: Game) -> None:
    """Names of any letters, strange orders and cards that nobody knows: all come back as they were."""
    assert read(written(game)) == game


# The text


def test_the_examples_of_the_page_are_in_the_usual_form() -> None:
    """What the page shows is what is written, letter by letter."""
    assert EXAMPLES
    assert [written(read(text)) for text in EXAMPLES] == EXAMPLES


def test_a_text_may_be_broken_otherwise_and_have_comments() -> None:
    """Lines may be wrapped anew by whatever the text went through; lines with # are for people."""
    head, _, body = EXAMPLES[0].partition("\n\n")
    wrapped = "\n".join(["# a fine game", head, "", *(f"  {word}" for word in body.split(" ")), "# the end"])
    assert read(wrapped) == read(EXAMPLES[0])


def test_several_games_stand_in_one_text() -> None:
    """One block a game, one after another."""
    game = read(EXAMPLES[0])
    assert read_all(written(game) + "\n" + written(game)) == (game, game)
    assert read_all("") == ()
    with pytest.raises(BadNotation, match="one game expected, got '2 games'"):
        read(written(game) * 2)


GOOD = """\
[ONO 1]
[Rules "boardflix"]
[Seat 0 Ana "Ana"]
[Seat 3 Ben "Ben" "easy"]

Round 1 seats(Ana Ben) dealing(Ben) starter(R5)
Ana: R7!  Ben: draw(? R1) pass  Ana: W4:B  Ben: challenge>Ana=bluff
End empty winner(Ana) points(Ana=0 Ben=12)

Result(Ana=1 Ben=2)
"""


def test_the_text_that_is_spoilt_below_is_good() -> None:
    """Else nothing of what follows would show what it says."""
    assert written(read(GOOD)) == GOOD


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("[ONO 1]", "[ONO 2]", 1, "[ONO 1] expected"),
        ("[ONO 1]", "[PGN 1]", 1, "[ONO 1] expected"),
        ('"boardflix"]', '"boardflix"', 2, 'a line such as [Rules "official"] expected'),
        ("boardflix", "chess", 2, "one of boardflix, official, table-party expected, got 'chess'"),
        ('"boardflix"', "boardflix", 2, "a JSON value expected, got 'boardflix'"),
        ("[Seat 0", "[deal 99]\n[Seat 0", 2, "rules that can be played expected"),
        ("[Seat 0", "[trump true]\n[Seat 0", 3, "the name of an option expected, got 'trump'"),
        ("[Seat 0 Ana", "[Seat zero Ana", 3, 'a line such as [Seat 0 Ana "Ana"]'),
        ("[Seat 0 Ana", "[Seat 64 Ana", 3, 'a line such as [Seat 0 Ana "Ana"]'),
        ("[Seat 3 Ben", "[Seat 3 Ana", 4, "that no other line has expected"),
        ("Round 1", "Round one", 6, "the number of the round expected, got 'one'"),
        ("Round 1", "Rounds 1", 6, "Round, Result or the end expected, got 'Rounds'"),
        ("dealing(Ben)", "dealing(Zoe)", 6, "a seat, one of Ana, Ben, expected, got 'Zoe'"),
        ("dealing(Ben)", "seats(Ana Ben)", 6, "seats once expected"),
        ("starter(R5)", "starter(R55)", 6, "a card such as R5, GS or W4 expected, got 'R55'"),
        ("starter(R5)", "starter (R5)", 6, "a seat such as Ana: expected, got 'starter'"),
        ("Ana: R7!", "R7!", 7, "a seat such as Ana: expected, got 'R7!'"),
        ("Ana: R7!", "Zoe: R7!", 7, "a seat, one of Ana, Ben, expected, got 'Zoe'"),
        ("R7!", "R7:B", 7, "a colour behind a wild, as in W:B, and behind no other card expected"),
        ("W4:B", "W4", 7, "a colour behind a wild"),
        ("W4:B", "W4:X", 7, "a colour, R, Y, G or B, expected, got 'X'"),
        ("R7!", "R7>Zoe", 7, "a seat, one of Ana, Ben, expected, got 'Zoe'"),
        ("R7!", "hello", 7, "a play such as R5, W:B or R7>Ana, or another move expected, got 'hello'"),
        ("draw(? R1)", "draws(? R1)", 7, "hand or one of draw, owed, penalty, starter, clock, waived"),
        ("draw(? R1)", "draw(? R1", 7, "a bracket right behind its word, and closed expected"),
        ("draw(? R1)", "draw(? -R1)", 7, "a number of cards forgiven, such as -2, expected"),
        ("draw(? R1)", "draw(x)", 7, "a card such as R5, GS or W4 expected, got 'x'"),
        ("End empty", "End", 8, "why the round ended expected"),
        ("points(Ana=0 Ben=12)", "points(Ana=0)", 8, "a number for each seat"),
        ("points(Ana=0 Ben=12)", "points(Ana=x Ben=12)", 8, "a seat and a number such as Ana=12 expected, got 'Ana=x'"),
        ("Result(Ana=1 Ben=2)", "Result(Ana=1 Ben=2) Ana: R7", 10, "Round, Result or the end expected, got 'Ana:'"),
        ("Result(Ana=1 Ben=2)", "Result", 10, "a number for each seat"),
        (GOOD[GOOD.index("\nEnd") :], " jump", 7, "more expected, got 'the end'"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_game_is_told_by_line(old: str, new: str, line: int, expected: str) -> None:
    """The error names the line, what was expected there and what came."""
    assert old in GOOD
    with pytest.raises(BadNotation) as caught:
        read(GOOD.replace(old, new, 1))
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")
    assert expected in str(caught.value)


@drawn(random_games, st.randoms(use_true_random=False))
def test_spoilt_text_is_refused_in_no_other_way(game: Game, chance: Random) -> None:
    """Whatever becomes of a text on its way, it reads as a game or is told to be none."""
    text = written(game)
    at = chance.randrange(len(text))
    spoilt = text[:at] + chance.choice(["", "(", ")", ":", "]", "\n", "é", "9", '"']) + text[at + chance.randrange(3) :]
    try:
        again = read(spoilt)
    except BadNotation:
        return
    assert read(written(again)) == again


ODD: list[ev.Event] = [
    ev.Exposed(0, 1, open=True),
    ev.HandsMoved((0, 1), (1, 0)),
    ev.StarterTurned(256, 999),
    ev.Drew(0, (256,), "luck"),
    ev.Drew(9, (256,), "turn"),
    ev.SeatToBot(0, "bored", "easy", 1),
    ev.Mistaken(0, "shout"),
    ev.Challenged(0, 1, "maybe", ()),
    ev.RoundEnded(None, "rain", ((), ()), (0, 0), (0, 0), (0, 0), (), 0),
    ev.RoundEnded(None, "cap", ((), ()), (), (), (), (), 0),
]


@pytest.mark.parametrize("event", ODD, ids=str)
def test_events_of_no_game_have_no_notation(event: ev.Event) -> None:
    """A forged log may hold them; they are told, not written down."""
    table = lobby(2).when(0, cmd.Start())
    seated = [ev.Seated(seat, name, *[b""] * 5) for seat, name in enumerate(("Ana", "Ben"))]
    begun = (*seated, *table.happened, ev.RoundBegan(1, 0, (0, 1)), ev.Passed(0, 0))
    assert recorded(begun, {}).rounds
    with pytest.raises(ValueError, match="the events of a game expected"):
        recorded((*begun, event), {})


def test_a_log_in_which_no_game_began_has_no_notation() -> None:
    """There is nothing to write down."""
    with pytest.raises(ValueError, match="a game that began expected"):
        recorded((), {})
