"""The full screen under all rules: what keys do, and what is shown of calls, catches, hands, clocks and rounds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from ono_cli.layout import CHOOSING, Events
from ono_cli.local import local_table
from ono_core.game import commands as cmd
from ono_core.game.faces import Colour
from tests.cli.desk import Desk, sitting
from tests.cli.screens import Screen, choose, driven, heard, rows, to_the_end
from tests.core.game.scenario import Table, given, lobby, next_round, play

PILE = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9"
SMALL, LARGE = (60, 18), (80, 24)


class At(Screen):
    """The screen of somebody at a desk."""

    def __init__(self, desk: Desk, save: Path) -> None:
        super().__init__(save, lambda: sitting(desk))
        self.desk = desk
        self.time = 100.0

    def now(self) -> float:
        """The time that the test says."""
        return self.time

    def slot(self, text: str) -> int:
        """The slot of the first card of the hand with this face."""
        return next(card.slot for card in self._view.hand if card.face and card.face.text == text)

    @property
    def told(self) -> list[str]:
        """What the screen has told."""
        return self.query_one("#log", Events)._lines


Drive = Callable[[At, Pilot[None]], Awaitable[None]]


def played(desk: Desk, folder: Path, drive: Drive, size: tuple[int, int] = LARGE) -> None:
    """Let a test drive the screen of this desk, from the moment that it is shown."""
    app = At(desk, folder / "game.ono")

    async def begin(_app: Screen, pilot: Pilot[None]) -> None:
        while app._link is None:
            await heard(app, pilot)
        await pilot.pause()
        await drive(app, pilot)

    driven(app, size, begin)


async def happens(app: At, pilot: Pilot[None], change: Callable[[], None]) -> None:
    """Let something happen at the desk, until the screen has heard of it."""
    app.stirred.clear()
    change()
    await app.stirred.wait()
    await pilot.pause()


def official(*hands: str, **options: Any) -> Table:
    """A position of the official rules: the top is a red 3, and seat 0 is on turn."""
    return given("R3", hands, pile=PILE, preset="official", **options)


# Calls and catches


def test_c_calls_the_last_card_and_once_is_enough(tmp_path: Path) -> None:
    """The key is offered to who may call; pressed again it asks nothing."""
    desk = Desk(official("R5 B1", "G1 R2"))

    async def drive(app: At, pilot: Pilot[None]) -> None:
        assert "c  Call your last card" in app.text("keys")
        await pilot.press("c", "c")
        assert desk.asked == [cmd.Call()]
        assert "Call your last card" not in app.text("keys")
        assert "You called the last card ahead of the play." in app.told

    played(desk, tmp_path, drive)


def test_c_before_a_play_of_many_cards_calls_with_it(tmp_path: Path) -> None:
    """Where there is nothing to call before the play, c goes with it, and Esc takes it back."""
    desk = Desk(given("R3", ["RA R5 R6 B1", "G1 R2"], pile=PILE, preset="table-party"))

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await choose(app, pilot, app.slot("RA"))
        await pilot.press("c")
        assert "You call your last card with the next play." in app.text("status")
        await pilot.press("escape")
        assert "with the next play" not in app.text("status")
        slot = app.slot("RA")
        await pilot.press("c", "enter")
        assert desk.asked == [cmd.Play((slot,), call=True)]
        assert desk.state.called == (0,)

    played(desk, tmp_path, drive)


def test_k_catches_who_has_not_called(tmp_path: Path) -> None:
    """The seat says so, the key names whom, and after the catch it is gone."""
    desk = Desk(official("R5 B1", "G1 R2", "G3 G4"), seat=2)

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await happens(app, pilot, lambda: desk.when(0, play("R5")))
        assert "NOT CALLED!" in app.text("seats")
        assert "k  Catch Ana, who has not called" in app.text("keys")
        await pilot.press("k", "k")
        assert desk.asked == [cmd.Catch(0, 1)]
        assert "Catch" not in app.text("keys")
        assert "You caught Ana." in app.told

    played(desk, tmp_path, drive)


# Cards


def test_digits_play_equal_cards_together(tmp_path: Path) -> None:
    """For the card under the cursor, whichever of the equal ones it is."""
    desk = Desk(given("R3", ["R5 R5 R5 B1 B2", "G1 R2"], pile=PILE, doubles=True, decks=2))

    async def drive(app: At, pilot: Pilot[None]) -> None:
        last = app._view.hand[2].slot
        await choose(app, pilot, last)
        assert "2  Play 2 cards together, red 5" in app.text("keys")
        assert "3  Play 3 cards together, red 5" in app.text("keys")
        await choose(app, pilot, app.slot("B1"))
        assert "together" not in app.text("keys")
        await choose(app, pilot, last)
        await pilot.press("3")
        assert len(desk.state.hands[0]) == 2

    played(desk, tmp_path, drive)


def test_whose_hand_to_take_is_chosen_by_digits(tmp_path: Path) -> None:
    """Enter asks, Esc goes back, a digit plays."""
    desk = Desk(given("R3", ["R7 B1 B2", "G1 R2", "G3 G4 G5"], pile=PILE, seven_zero=True))

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await choose(app, pilot, app.slot("R7"))
        await pilot.press("enter")
        assert app.text("status") == "Play red 7: choose whose hand to take, or Esc."
        assert "2  Take the hand of Cleo, 3 cards" in app.text("keys")
        await pilot.press("escape")
        assert desk.asked == []
        await pilot.press("enter", "2")
        assert "You and Cleo swapped hands." in app.told
        assert [card.face.text for card in app._view.hand if card.face] == ["G3", "G4", "G5"]

    played(desk, tmp_path, drive)


def test_a_wild_that_swaps_asks_for_colour_and_hand(tmp_path: Path) -> None:
    """One after the other; the play then has both."""
    desk = Desk(given("R3", ["SW B1 B2", "G1 R2"], pile=PILE, deck="modern112", hands_card="swap"))

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await choose(app, pilot, app.slot("SW"))
        await pilot.press("enter", "g")
        assert desk.asked == []
        await pilot.press("1")
        act = desk.asked[0]
        assert isinstance(act, cmd.Play)
        assert (act.colour, act.target) == (Colour.GREEN, 1)

    played(desk, tmp_path, drive)


def test_enter_jumps_in_with_the_card_under_the_cursor(tmp_path: Path) -> None:
    """Who may is told so and sees which card; another card is refused without asking."""
    desk = Desk(given("R3", ["B1 R3 R9", "R5 R6", "G3 G4"], pile=PILE, turn=1, jump_in=True))

    async def drive(app: At, pilot: Pilot[None]) -> None:
        assert app.text("status").startswith("Ben is on turn, and you may jump in.")
        assert app.text("hand").count("*") == 1
        await choose(app, pilot, app.slot("R9"))
        await pilot.press("enter")
        assert app.text("status").startswith("Not now: another seat is on turn.")
        await choose(app, pilot, app.slot("R3"))
        await pilot.press("enter")
        assert "You jumped in and played red 3 on red 3." in app.told

    played(desk, tmp_path, drive)


def test_the_cards_one_knows_of_others_are_shown(tmp_path: Path) -> None:
    """After a challenge the hand that was shown, and of open hands all."""
    desk = Desk(official("W4 R5 B6", "B1 B2", "G3 G4"), seat=1)

    async def drive(app: At, pilot: Pilot[None]) -> None:
        assert app.text("known") == ""
        await happens(app, pilot, lambda: desk.when(0, play("W4", "B")))
        await pilot.press("x")
        assert app.text("known") == "Ana: ◆B6 ▲R5"

    played(desk, tmp_path, drive)


# The clock


def test_the_clock_counts_down_beside_the_question(tmp_path: Path) -> None:
    """In whole seconds, never below none, and it is gone when the table has moved on."""
    desk = Desk(official("R5 B1 B2", "G1 R2", clock_ms=30_000), ms_left=29_500)

    async def drive(app: At, pilot: Pilot[None]) -> None:
        assert app.text("status").endswith(" 30 seconds left.")
        app.time += 20
        app.tick()
        assert app.text("status").endswith(" 10 seconds left.")
        app.time += 20
        app.tick()
        assert app.text("status").endswith(" 0 seconds left.")
        desk.ms_left = None
        await pilot.press("enter")
        assert "left" not in app.text("status")

    played(desk, tmp_path, drive)


def test_capitals_show_emotes_and_mute_them(tmp_path: Path) -> None:
    """E and a number shows one, E and another key none; M hides those of the others and brings them back."""
    desk = Desk(given("R3", ["R5 B1", "G1 R2"], pile=PILE))

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await pilot.press("E")
        assert app.text("status").startswith("Show the others 1 Hello!, 2 Well played!")
        await happens(app, pilot, lambda: app._heed("2"))
        assert app.told[-1] == "You show: Well played!"
        length = len(app.told)
        await pilot.press("E", "d")
        assert desk.asked == []
        await pilot.press("M")
        assert app.text("status") == "The emotes of all others are not shown."
        await happens(app, pilot, lambda: desk.shows(1, "cry"))
        assert len(app.told) == length
        await pilot.press("M")
        await happens(app, pilot, lambda: desk.shows(1, "cry"))
        assert app.told[-1] == "Ben shows: Oh no!"

    played(desk, tmp_path, drive)


def test_capital_p_lets_the_table_stand_still_and_go_on(tmp_path: Path) -> None:
    """The host is told the key, and the clock goes on with the time that was left."""
    desk = Desk(given("R3", ["R5 B1", "G1 R2"], pile=PILE, preset="official"), ms_left=30_000)

    async def drive(app: At, pilot: Pilot[None]) -> None:
        app.time += 10
        await happens(app, pilot, lambda: app._heed("P"))
        assert app.text("status") == "You stopped the table for a while: P lets it go on."
        app.time += 3600
        app.tick()
        assert "left" not in app.text("status")
        await happens(app, pilot, lambda: app._heed("P"))
        assert app.text("status").endswith("20 seconds left.")
        assert desk.asked == [cmd.SetPause(on=True), cmd.SetPause(on=False)]

    played(desk, tmp_path, drive)


def test_a_guest_is_told_who_stopped_the_table(tmp_path: Path) -> None:
    """And that it is for the host to let it go on; a guest's own wish to stop it is refused."""
    desk = Desk(given("R3", ["R5 B1", "G1 R2"], pile=PILE, preset="official"), seat=1)

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await happens(app, pilot, lambda: app._heed("P"))
        assert app.text("status") == "The table says no: only the host may do that."
        await happens(app, pilot, lambda: desk.when(0, cmd.SetPause(on=True)))
        assert app.text("status") == "Ana stopped the table for a while, and the host lets it go on."

    played(desk, tmp_path, drive)


def test_the_clock_running_out_is_told(tmp_path: Path) -> None:
    """In the log, with what the table did."""
    desk = Desk(official("R5 B1 B2", "G1 R2", clock_ms=30_000), ms_left=1)

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await happens(app, pilot, lambda: desk.when(None, cmd.TimeOut(desk.state.step)))
        assert app.told[-3:] == ["The clock ran out for you.", "You drew yellow 1.", "You passed."] or (
            app.told[-4:-1] == ["The clock ran out for you.", "You drew yellow 1.", "You passed."]
        )

    played(desk, tmp_path, drive)


# Rounds


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_round_ends_with_its_points_and_n_deals_the_next(size: tuple[int, int], tmp_path: Path) -> None:
    """The host has the key; points stand at the seats from then on."""
    desk = Desk(official("R5", "G1 R2"))

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert app.text("status") == "The round is over: deal the next one, or wait for it."
        assert "n  Deal the next round" in app.text("keys")
        assert app.told[-2:] == [
            "1. You, 3 points, no card left.",
            "2. Ben, 0 points, 2 cards left, 3 points in hand: green 1, red 2.",
        ]
        assert "3 points" in app.text("seats")
        await pilot.press("n", "n")
        assert desk.asked[1:] == [next_round]
        await happens(app, pilot, lambda: desk.becomes(desk.table.dealt("B5", 0, {}, PILE)))
        assert len(app._view.hand) == 7

    played(desk, tmp_path, drive, size)


def test_who_is_no_host_waits_for_the_next_round(tmp_path: Path) -> None:
    """No key is offered, and the status says that it comes."""
    desk = Desk(official("R5", "G1 R2"), seat=1)

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await happens(app, pilot, lambda: desk.when(0, play("R5")))
        assert app.text("status") == "The round is over, and the next one begins soon."
        assert app.text("keys") == ""

    played(desk, tmp_path, drive)


# The lobby


def test_the_host_sets_the_rules_with_arrows(tmp_path: Path) -> None:
    """Up and down choose an option, left and right its value, and each change is asked for at once."""
    desk = Desk(lobby(2, preset="boardflix"), room="KWPX")

    async def drive(app: At, pilot: Pilot[None]) -> None:
        assert app.told[0] == "The rules: boardflix."
        await pilot.press("o")
        assert "▶ Preset" in app.text("page")
        assert CHOOSING in app.text("page")
        await pilot.press("right")
        assert desk.state.options == {"preset": "official"}
        assert "◀ Official ▶" in app.text("page")
        while "▶ Stacking" not in app.text("page"):
            await pilot.press("down")
        await pilot.press("right", "left", "left")
        assert desk.state.options == {"preset": "official", "stack": "any"}
        await pilot.press("escape")
        assert not app.screen.has_class("paged")
        assert any(line.startswith("The rules were changed. ") for line in app.told)

    played(desk, tmp_path, drive)


def test_all_options_can_be_reached_in_a_small_window(tmp_path: Path) -> None:
    """The chosen one is always on the screen, and round and round it goes."""
    desk = Desk(lobby(2, preset="table-party"), room="KWPX")

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        seen: set[str] = set()
        for _ in range(60):
            chosen = [row for row in rows(app) if "▶ " in row and "◀" in row]
            assert len(chosen) == 1
            seen.add(chosen[0].split("◀")[0].strip())
            await pilot.press("down")
        assert len(seen) > 20
        assert {"▶ Preset", "▶ For who is away"} <= seen

    played(desk, tmp_path, drive, SMALL)


def test_a_refused_change_says_why_and_stays(tmp_path: Path) -> None:
    """What contradicts itself is refused by the table, in words on the page."""
    desk = Desk(lobby(2, preset="boardflix"), room="KWPX")

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        while "▶ Open hands" not in app.text("page"):
            await pilot.press("down")
        await pilot.press("right")
        while "The table says no: " not in app.text("page"):
            await pilot.pause()
        assert desk.state.options == {"preset": "boardflix"}

    played(desk, tmp_path, drive)


def test_what_a_host_writes_on_cards_is_text_and_no_markup(tmp_path: Path) -> None:
    """Brackets in it are shown as they are (regression: they ended the page's program)."""
    desk = Desk(lobby(2, preset="official", deck="modern112", custom_texts=["[/b]", "[red]x", ""]), seat=1, room="KWPX")

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await pilot.press("v")
        assert "[/b]" in app.text("page")
        assert "[red]x" in app.text("page")

    played(desk, tmp_path, drive)


def test_a_guest_reads_the_rules_and_cannot_set_them(tmp_path: Path) -> None:
    """V shows them in sentences and scrolls; o says whose they are; changes are told as they come."""
    desk = Desk(lobby(2, preset="official"), seat=1, room="KWPX")

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        assert app.text("status").startswith("Only the host sets the rules")
        await pilot.press("v")
        assert "The rules: Official." in app.text("page")
        before = rows(app)
        await pilot.press("down", "pagedown")
        await pilot.pause()
        assert app.screen.has_class("paged")
        assert rows(app) != before
        await pilot.press("up", "x")
        assert not app.screen.has_class("paged")
        await happens(app, pilot, lambda: desk.when(0, cmd.SetOptions({"preset": "official", "jump_in": True})))
        assert app.told[-1].startswith("The rules were changed. ")
        assert app.told[-1].count(".") == 2, "what has not changed is not told"

    played(desk, tmp_path, drive, SMALL)


def test_the_page_of_options_closes_when_the_game_begins(tmp_path: Path) -> None:
    """There is nothing to set any more."""
    desk = Desk(lobby(2, preset="boardflix"), room="KWPX")

    async def drive(app: At, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await happens(app, pilot, lambda: desk.when(0, cmd.Start()))
        assert not app.screen.has_class("paged")

    played(desk, tmp_path, drive)


# Whole games


@pytest.mark.parametrize(
    "options",
    [
        {"preset": "official", "target": 50},
        {"preset": "table-party", "clock_ms": 0},
        {
            "preset": "official",
            "score": "none",
            "deck": "modern112",
            "seven_zero": True,
            "doubles": True,
            "jump_in": True,
        },
    ],
    ids=["official", "table-party", "house rules"],
)
def test_a_whole_game_is_played_by_keys_under_any_rules(options: dict[str, object], tmp_path: Path) -> None:
    """By the same keys, to a log that is proven."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot)
        assert "Verdict: proven" in app.text("page")

    driven(Screen(tmp_path / "game.ono", lambda: local_table(bytes(32), "Ana", ["easy"] * 3, 0, options)), LARGE, drive)
