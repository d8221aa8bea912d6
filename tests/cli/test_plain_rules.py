"""The line mode under all rules: what is put, what may be typed, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import trio

from ono_cli.lines import seconds
from ono_cli.local import local_table
from ono_cli.plain import Plain
from ono_core.game import commands as cmd
from ono_core.game.faces import Colour
from ono_core.game.state import Phase
from tests.cli.desk import Desk
from tests.core.game.scenario import Table, deal, draw, given, lobby, next_round, play

PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9"


class Listener:
    """Somebody at a desk in line mode: what they type, and what they hear of it."""

    def __init__(self, desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
        self.desk = desk
        self._plain = Plain(desk)
        self._capsys = capsys

    def hears(self) -> list[str]:
        """What is told of all that has happened since."""
        while True:
            try:
                self._plain._hear(self.desk.news.receive_nowait())
            except trio.WouldBlock:
                return self._capsys.readouterr().out.splitlines()

    async def types(self, *lines: str) -> list[str]:
        """Type lines, and hear what comes of them."""
        for line in lines:
            await self._plain._heed(line, waits=False)
        return self.hears()

    def last(self) -> cmd.Act:
        """What was asked of the table last."""
        return self.desk.asked[-1]


def sits(table: Table, capsys: pytest.CaptureFixture[str], seat: int = 0, **desk: int) -> Listener:
    """Somebody who has just come to the desk, and has heard the first question."""
    listener = Listener(Desk(table, seat, ms_left=desk.get("ms_left")), capsys)
    listener.desk.open()
    return listener


def without_cards(said: Sequence[str]) -> list[str]:
    """What was said but for the table and the hand."""
    return [line for line in said if not line.startswith(("The top card", "Your hand"))]


# Calls and catches


async def test_a_call_is_typed_before_the_play(capsys: pytest.CaptureFixture[str]) -> None:
    """Who holds two cards is told the word, and may use it before the number."""
    ana = sits(given("R3", ["R5 B1", "G1 R2"], pile=PILE, preset="official"), capsys)
    assert "call: Call your last card." in ana.hears()
    said = await ana.types("call")
    assert "You called the last card ahead of the play." in said
    assert not any(line.startswith("call:") for line in said)
    assert said[-1].startswith("Choose 1 to ")
    assert "You have nothing to call now." in await ana.types("call")
    await ana.types("1")
    assert ana.desk.state.exposed == ()


async def test_a_call_is_typed_behind_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    """One line plays and calls."""
    ana = sits(given("R3", ["R5 B1", "G1 R2"], pile=PILE, preset="official"), capsys)
    ana.hears()
    said = await ana.types("1 call")
    assert isinstance(ana.last(), cmd.Play)
    assert "You have one card left." in said


async def test_who_forgot_to_call_is_told_and_may_call_yet(capsys: pytest.CaptureFixture[str]) -> None:
    """The word is told again, and saves as long as nobody was faster."""
    ana = sits(given("R3", ["R5 B1", "G1 R2", "G3 G4"], pile=PILE, preset="official"), capsys)
    ana.hears()
    said = await ana.types("1")
    assert "You have one card left and have not called it." in said
    assert said[-1] == "call: Call your last card."
    assert "You have one card left." in await ana.types("call")
    assert ana.desk.state.exposed == ()


async def test_the_host_stops_the_table_and_lets_it_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    """By a word each; who does not host is told that only the host may."""
    ana = sits(given("R3", ["R5 B1", "G1 R2"], pile=PILE, preset="official"), capsys)
    ana.hears()
    assert "You stopped the table for a while." in await ana.types("pause")
    assert ana.last() == cmd.SetPause(on=True)
    assert "You let the table go on." in await ana.types("go")
    ben = sits(given("R3", ["R5 B1", "G1 R2"], pile=PILE, preset="official"), capsys, seat=1)
    ben.hears()
    assert "The table says no: only the host may do that." in await ben.types("pause")


async def test_emotes_are_listed_shown_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A number or a name behind the word shows one; without either, or with another, it tells what there is."""
    ana = sits(given("R3", ["R5 B1", "G1 R2"], pile=PILE), capsys)
    ana.hears()
    for line in ("e", "emote", "e 9", "emote nonsense"):
        [said] = await ana.types(line)
        assert said.startswith("You can show: 1 Hello!, 2 Well played!, 3 Thanks!")
    assert await ana.types("e 1") == ["You show: Hello!"]
    assert await ana.types("emote well played") == ["You show: Well played!"]
    ana.desk.shows(1, "cry")
    assert ana.hears() == ["Ben shows: Oh no!"]


async def test_emotes_are_muted_by_player_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    """The same word brings them back; one's own are always told."""
    ana = sits(given("R3", ["R5 B1", "G1 R2", "G3 G4"], pile=PILE), capsys)
    ana.hears()
    assert await ana.types("mute nobody") == ["'nobody' is no other player here."]
    assert await ana.types("mute ben") == ["The emotes of Ben are not shown."]
    ana.desk.shows(1, "wow")
    ana.desk.shows(2, "wow")
    assert ana.hears() == ["Cleo shows: Wow!"]
    assert await ana.types("mute", "mute Ben") == [
        "The emotes of all others are not shown.",
        "The emotes of Ben are shown.",
    ]
    ana.desk.shows(1, "wow")
    ana.desk.shows(2, "wow")
    assert ana.hears() == []
    assert await ana.types("e hurry") == ["You show: Hurry up!"]
    assert await ana.types("mute") == ["The emotes of all others are shown."]
    ana.desk.shows(1, "thanks")
    assert ana.hears() == ["Ben shows: Thanks!"]


@pytest.mark.parametrize("line", ["catch", "catch Ana", "CATCH an"])
async def test_who_has_not_called_is_caught_by_name(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The name or its beginning, or nothing where only one can be caught; whoever is on turn."""
    cleo = sits(given("R3", ["R5 B1", "G1 R2", "G3 G4"], pile=PILE, preset="official"), capsys, seat=2)
    cleo.hears()
    cleo.desk.when(0, play("R5"))
    assert cleo.hears()[-1] == "catch Ana: Catch Ana, who has not called."
    said = await cleo.types(line)
    assert said == ["You caught Ana.", "Ana drew 2."]
    assert await cleo.types("catch") == ["There is nobody to catch now."]


async def test_of_two_who_can_be_caught_one_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a name, or with a wrong one, it is asked whom."""
    table = given("R3", ["R5 B1", "R7 R2", "G3 G4"], pile=PILE, preset="table-party", catch_grace_ms=0)
    cleo = sits(table, capsys, seat=2)
    cleo.desk.when(0, play("R5"))
    cleo.desk.when(1, play("R7"))
    cleo.hears()
    assert await cleo.types("catch") == ["Whom? catch Ana and catch Ben can be typed."]
    assert await cleo.types("catch Cleo") == ["Whom? catch Ana and catch Ben can be typed."]
    assert "You caught Ben." in await cleo.types("catch ben")


async def test_nobody_can_be_caught_before_the_grace_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    """What would be refused is not asked; the chance is told when it comes."""
    table = given("R3", ["R5 B1", "G1 R2", "G3 G4"], pile=PILE, preset="table-party")
    cleo = sits(table, capsys, seat=2)
    cleo.desk.when(0, play("R5"))
    cleo.hears()
    assert await cleo.types("catch Ana") == ["There is nobody to catch now."]
    cleo.desk.when(None, cmd.OpenCatch(0))
    assert cleo.hears() == ["Ana can be caught.", "catch Ana: Catch Ana, who has not called."]


async def test_a_catch_that_comes_up_leaves_the_open_question(capsys: pytest.CaptureFixture[str]) -> None:
    """Whose turn it is hears the word once, and the numbers still mean the same."""
    table = given("R3", ["R5 B1", "G1 R2", "G3 G4"], pile=PILE, preset="table-party")
    ben = sits(table, capsys, seat=1)
    ben.desk.when(0, play("R5"))
    before = [line for line in ben.hears() if line[:2] in {"1.", "2."}]
    ben.desk.when(None, cmd.OpenCatch(0))
    said = ben.hears()
    assert said.count("catch Ana: Catch Ana, who has not called.") == 1
    assert [line for line in said if line[:2] in {"1.", "2."}] == before


# Cards


async def test_equal_cards_are_a_choice_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside each card alone."""
    ana = sits(given("R3", ["R5 R5 B1 B2", "G1 R2"], pile=PILE, doubles=True), capsys)
    said = ana.hears()
    number = next(line.split(".")[0] for line in said if line.endswith("Play 2 cards together, red 5."))
    assert "You played red 5 and red 5 on red 3." in await ana.types(number)


async def test_whose_hand_to_take_is_asked_and_answered(capsys: pytest.CaptureFixture[str]) -> None:
    """By number or by name; the new hand is told."""
    ana = sits(given("R3", ["R7 B1 B2", "G1 R2", "G3 G4 G5"], pile=PILE, seven_zero=True), capsys)
    assert "1. Play red 7 and choose whose hand to take." in ana.hears()
    assert await ana.types("1") == [
        "1. Take the hand of Ben, 2 cards.",
        "2. Take the hand of Cleo, 3 cards.",
        "0. Another card.",
        "Choose 0 to 2:",
    ]
    said = await ana.types("cleo")
    assert "You and Cleo swapped hands." in said
    assert "Your hand, 3 cards: green 3, green 4, green 5." in said


@pytest.mark.parametrize(
    ("typed", "act"),
    [
        ("2 red", (Colour.RED, None, False)),
        ("2 r", (Colour.RED, None, False)),
        ("2 Ben green", None),
        ("2 call blue", (Colour.BLUE, None, True)),
        ("1 Ben", (None, 1, False)),
        ("1 cleo call", (None, 2, True)),
        ("1 red", None),
        ("1 Dan", None),
        ("1 7", None),
    ],
)
async def test_one_line_says_all_that_a_play_needs(
    typed: str, act: tuple[Colour | None, int | None, bool] | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """A colour, a player and the call stand behind the number in any order; what is no use there is told so."""
    ana = sits(given("R3", ["R7 W B2", "G1 R2", "G3 G4"], pile=PILE, preset="official", seven_zero=True), capsys)
    ana.hears()
    said = await ana.types(typed)
    if act is None:
        assert "cannot stand behind" in said[0]
        assert ana.desk.asked == []
    else:
        last = ana.last()
        assert isinstance(last, cmd.Play)
        assert (last.colour, last.target, last.call) == act


async def test_a_card_out_of_turn_is_played_by_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    """The chance is told in one line each time it comes; numbers wait for one's own question."""
    table = given("R3", ["B1 R3 R9", "R5 R6", "G3 R5 B7"], pile=PILE, turn=1, jump_in=True)
    cleo = sits(table, capsys, seat=2)
    assert cleo.hears() == []
    assert await cleo.types("jump") == ["You cannot jump in now."]
    cleo.desk.when(1, play("R5"))
    said = cleo.hears()
    assert "jump: Jump in with red 5." not in said, "it is her turn by then"
    ana = sits(table, capsys)
    assert ana.hears() == ["jump: Jump in with red 3."]
    assert await ana.types("1") == ["There is no question now: wait for the next."]
    assert (await ana.types("jump"))[0] == "You jumped in and played red 3 on red 3."


async def test_the_same_chance_to_jump_in_is_told_each_time_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    """Once a turn, and not again with what is told meanwhile."""
    table = given("R3", ["B1 R3 R9", "G5 G6", "B3 G4"], pile=PILE, turn=1, jump_in=True)
    ana = sits(table, capsys)
    assert ana.hears() == ["jump: Jump in with red 3."]
    ana.desk.notice("Ben is back.")
    assert ana.hears() == ["Ben is back."]
    ana.desk.when(1, draw)
    ana.desk.when(1, cmd.Pass())
    assert ana.hears()[-1] == "jump: Jump in with red 3."


async def test_owed_cards_are_taken_or_answered(capsys: pytest.CaptureFixture[str]) -> None:
    """The question has both, and says how many are owed."""
    table = given("R3", ["RD B1 B2", "BD G1 G2", "G3 G4"], pile=PILE, stack="any", wild_draw_four="free")
    ben = sits(table, capsys, seat=1)
    ben.desk.when(0, play("RD"))
    assert without_cards(ben.hears())[-5:] == [
        "You owe 2 cards.",
        "Your turn: take 2 cards, or answer with a card.",
        "1. Play blue Draw Two.",
        "2. Take 2 cards and lose the turn.",
        "Choose 1 to 2:",
    ]
    assert "Cleo owes 4 cards." in await ben.types("1")


async def test_the_hand_that_a_challenge_shows_is_told_to_the_challenger(capsys: pytest.CaptureFixture[str]) -> None:
    """Card by card, and again whenever they ask for the table."""
    table = given("R3", ["W4 R5 B6", "B1 B2", "G3 G4"], pile=PILE, preset="official")
    ben = sits(table, capsys, seat=1)
    ben.desk.when(0, play("W4", "B"))
    ben.hears()
    said = await ben.types("2")
    assert "You challenged Ana: bluff. Ana held red 5, blue 6." in said
    assert "Ana holds blue 6, red 5 and 4 others." in await ben.types("table")


async def test_open_hands_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """What others draw is told with its faces; one's own once only."""
    table = given("R3", ["B1 B2", "G1 G2"], pile=PILE, open_hands=True, wild_draw_four="free", draw_when="any")
    ana = sits(table, capsys)
    ana.hears()
    said = await ana.types("1")
    assert "You drew yellow 1." in said
    assert not any(line.startswith("You hold") for line in said)


# Rounds


async def test_a_round_ends_with_its_places_and_the_host_deals_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    """Points and hands are told; the host has a choice, the others wait."""
    table = given("R3", ["R5", "G1 R2", "G3 G4"], pile=PILE, preset="official")
    ana, ben = sits(table, capsys), sits(table, capsys, seat=1)
    ana.hears()
    said = await ana.types("1")
    assert said[0:2] == ["You played red 5 on red 3.", "You won the round and 10 points."]
    assert said[2] == "1. You, 10 points, no card left."
    assert said[3] == "2. Ben, 0 points, 2 cards left, 3 points in hand: green 1, red 2."
    assert said[5:] == [
        "The round is over: deal the next one, or wait for it.",
        "1. Deal the next round.",
        "Choose 1 to 1:",
    ]
    ben.desk.when(0, play("R5"))
    assert ben.hears()[-1] == "The round is over, and the next one begins soon."
    assert await ben.types("1") == ["There is no question now: wait for the next."]
    await ana.types("1")
    assert ana.last() == next_round
    ana.desk.becomes(ana.desk.table.dealt("B5", 0, {}, PILE))
    assert "Round 2 began, you dealing." in ana.hears()
    assert "Round 2. Play goes to the left." in await ana.types("t")


# The clock


async def test_the_time_one_has_is_told_with_the_question(capsys: pytest.CaptureFixture[str]) -> None:
    """Only to whom it runs for."""
    table = given("R3", ["R5 B1", "G1 R2"], pile=PILE, clock_ms=30_000)
    assert "You have 30 seconds." in sits(table, capsys, ms_left=29_400).hears()
    assert not any("seconds" in line for line in sits(table, capsys, 1, ms_left=29_400).hears())
    assert [seconds(1000), seconds(1)] == ["1 second", "1 second"]


async def test_who_lets_the_clock_run_is_warned_and_the_game_goes_on(
    capsys: pytest.CaptureFixture[str], autojump_clock: trio.testing.MockClock
) -> None:
    """Nothing is typed: ten seconds before the end a warning, then the table acts, to the end of the game."""
    options = {"preset": "boardflix", "clock_ms": 30_000, "absence": "clock"}
    begun = trio.current_time()
    async with local_table(bytes(range(32)), "Ana", ["medium"], 1000, options) as table:
        plain = Plain(table)
        async with trio.open_nursery() as nursery:
            plain._nursery = nursery
            async for news in table.news:
                plain._hear(news)
                if table.player.state.phase is Phase.SEALED:
                    break
            nursery.cancel_scope.cancel()
    said = capsys.readouterr().out.splitlines()
    assert "You have 30 seconds." in said
    assert said.count("You have 10 seconds left.") > 0
    assert said.count("The clock ran out for you.") >= said.count("You have 10 seconds left.") - 1
    assert trio.current_time() - begun > 30


# A real table


async def test_who_heeds_the_words_calls_in_time_and_catches_others(
    capsys: pytest.CaptureFixture[str], autojump_clock: trio.testing.MockClock
) -> None:
    """Typing what is told, as soon as it is told: never caught oneself, and sooner or later a computer is."""
    options = {"preset": "official", "target": 5000}
    async with local_table(bytes(range(32)), "Ana", ["easy"] * 3, 1000, options) as table:
        plain = Plain(table)
        said = list[str]()
        while not any(line.startswith("You caught ") for line in said):
            plain._hear(await table.news.receive())
            new = capsys.readouterr().out.splitlines()
            said += new
            words = [line.split(":")[0] for line in new if line.startswith(("call: ", "catch "))]
            for word in words:
                await plain._heed(word, waits=False)
            while new and new[-1].startswith("Choose "):
                await plain._heed("1", waits=False)
                new = capsys.readouterr().out.splitlines()
                said += new
    assert not any(line.endswith(" caught you.") for line in said)


# The lobby


async def test_the_host_sets_the_rules_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    """A preset, then an option; both ways to write it; the others hear what it means."""
    ana, ben = sits(lobby(2, preset="boardflix"), capsys), sits(lobby(2, preset="boardflix"), capsys, seat=1)
    said = await ana.types("preset official")
    assert said[0].startswith("The rules were changed. ")
    assert said[-1].startswith("Choose 1 to "), "the question stands last"
    await ana.types("set stack up")
    assert ana.last() == cmd.SetOptions({"preset": "official", "stack": "up"})
    await ana.types("set jump_in=on", "set deal 5")
    assert ana.last() == cmd.SetOptions({"preset": "official", "stack": "up", "jump_in": True, "deal": 5})
    ben.desk.when(0, cmd.SetOptions({"preset": "boardflix", "deal": 5}))
    assert ben.hears()[0].startswith("The rules were changed. ")
    assert "five cards" in str(await ben.types("rules"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("set", "Option=value expected"),
        ("set stack", "Option=value expected"),
        ("set stack sideways", "Stack: none, d2, same, up or any expected, got 'sideways'."),
        ("set colour red", "No option 'colour'; there is "),
        ("preset chess", "There is no preset 'chess': options lists what there is."),
        ("set open_hands on", "The table says no: an option or a value is not one of this game's: with open_hands"),
    ],
)
async def test_rules_that_cannot_be_are_told_so(line: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By the client where the word is wrong, by the table where the whole is."""
    ana = sits(lobby(2, preset="boardflix"), capsys)
    ana.hears()
    assert (await ana.types(line))[0].startswith(words)


async def test_only_the_host_sets_rules_and_only_before_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Others are told so, and nothing is asked."""
    ben = sits(lobby(2, preset="boardflix"), capsys, seat=1)
    assert await ben.types("set deal 5") == ["Only the host sets the rules, and only before the game."]
    ana = sits(given("R3", ["R5 B1", "G1 R2"]), capsys)
    ana.hears()
    assert await ana.types("preset official") == ["Only the host sets the rules, and only before the game."]
    assert ana.desk.asked == ben.desk.asked == []


async def test_an_option_that_lost_its_meaning_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Without challenges there is nothing to say of stacked ones, which alone would be refused."""
    options = {"preset": "official", "stack": "up", "challenge_stacked": True}
    ana = sits(lobby(2, **options), capsys)
    await ana.types("set wild_draw_four free")
    assert ana.last() == cmd.SetOptions({"preset": "official", "stack": "up", "wild_draw_four": "free"})


async def test_the_options_are_listed_with_what_may_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    """Each line can be typed with one of its values; what would change nothing is not listed."""
    said = await sits(lobby(2, preset="boardflix"), capsys).types("options")
    assert any(line.startswith("preset official: ") for line in said)
    assert "set jump_in: Jump in with the same card. off (off), on (on). It is off." in said
    assert any(line.startswith("set stack: ") and "up (the same or a Wild Draw Four)" in line for line in said)
    assert not any(line.startswith("set clock_short_ms") for line in said)


async def test_the_rules_are_named_at_the_start_and_told_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    """In sentences, what differs from the official rules first."""
    ana = sits(deal(2, "R5", preset="official", jump_in=True), capsys)
    ana.hears()
    said = await ana.types("rules")
    assert said[:2] == ["The rules: Official, changed.", "What differs from official:"]
    assert "The rest:" in said
