"""What a player is told of the checks of its own program, during a game and at its end, on both screens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import trio
from textual.pilot import Pilot

from ono_cli import fairness
from ono_cli.fairness import Check
from ono_cli.home import Home
from ono_cli.plain import Plain
from ono_cli.remote import remote_table
from ono_core.game import commands as cmd
from ono_core.log.entries import pair_bytes
from ono_net.client import target_of
from ono_net.player import Player
from ono_replay.replay import Replay, read
from tests.cli.screens import SECRET, Screen, alone, asked, driven, heard, rows, to_the_end
from tests.cli.serving import server
from tests.cli.test_remote_table import play, take_first

ARCHIVE = Path(__file__).parents[1] / "archive" / "0.1.0"


def followed(name: str, entries: int | None = None) -> Player:
    """Somebody without a seat who has followed an archived log so far."""
    log: Replay = read((ARCHIVE / f"{name}.ono").read_bytes())
    player = Player(SECRET, log.book.gid)
    for pair in log.book.pairs[:entries]:
        player.follow(pair_bytes(pair))
    return player


def check(told: fairness.Fairness, title: str) -> Check:
    """The check with this title."""
    return next(one for one in told.checks if one.title == title)


def test_a_game_that_goes_on_is_checked_so_far() -> None:
    """Before the dealer's reveal the order is still open, and nobody calls the cards proven."""
    told = fairness.fairness(followed("boardflix-4-2-hard", 40))
    assert told.title == "Checked so far"
    assert check(told, "Everyone cut the deck").good
    assert not check(told, "The order was fixed before play").good
    assert fairness.lines(told)[0] == f"Checked so far. {fairness.LIMIT}"


def test_the_end_of_a_game_proves_its_cards() -> None:
    """With the dealer's secret all is shown; the numbers are those of the log."""
    player = followed("boardflix-4-2-hard")
    told = fairness.fairness(player)
    assert told.title == "Cards proven"
    assert check(told, "The order was fixed before play").good
    moves = check(told, "Every move was signed").detail
    assert moves.startswith(f"{len(player.book)} entries in one chain, ")
    opened = player.proofs.counts.openings + player.proofs.counts.sealings
    assert check(told, "Every card was the sealed one").detail.startswith(f"{opened} cards opened")


def test_the_names_of_all_who_cut_are_told() -> None:
    """The newest shuffle with each whose seed was in it; who holds no seat is not told of a seed of their own."""
    player = followed("boardflix-3-2-hard")
    detail = check(fairness.fairness(player), "Everyone cut the deck").detail
    k = len(player.proofs.shuffles)
    players = [player.state.seat_at(seat).name for seat in player.state.taken if player.state.seat_at(seat).is_human]
    assert f"Shuffle {k} was cut by {' and '.join(players)}." in detail
    assert "Your seed" not in detail


def test_a_verdict_takes_the_place_of_the_heading() -> None:
    """What the audit said stands first."""
    told = fairness.fairness(followed("boardflix-3-2-hard"), "Verdict: proven")
    assert fairness.lines(told)[0] == "Verdict: proven."


def test_a_seed_that_was_left_out_is_told() -> None:
    """A shuffle cut without the seed that was sent is no good news, and it is said that the end stays unsigned."""
    player = followed("boardflix-3-2-hard")
    player.omitted.append(1)
    told = fairness.fairness(player)
    assert not check(told, "Everyone cut the deck").good
    assert fairness.own_part(player, 1) == "your seed was sent and is not in the cut; you will not sign the end"


async def test_alone_one_cuts_every_shuffle(capsys: pytest.CaptureFixture[str]) -> None:
    """`fairness` in line mode tells the own part, the log's end to compare, and what all this cannot show."""
    async with alone() as link:
        while "play" not in link.choices.acts:
            await link.news.receive()
        plain = Plain(link)
        told = fairness.lines(fairness.fairness(link.player))
        for word in ("fairness", "f"):
            await plain._heed(word, waits=False)
            assert capsys.readouterr().out.splitlines() == told
        deck = next(line for line in told if line.startswith("Everyone cut the deck: "))
        assert "Your seed is in 1 of 1 shuffle. Shuffle 1 was cut by you." in deck
        assert any("nobody else has shown one yet. Yours ends with entry " in line for line in told)
        assert told[-1].endswith(fairness.PLAYERS_ONLY)


async def test_two_at_a_server_show_each_other_the_same_game(tmp_path: Path) -> None:
    """Once the other has shown a log, the entry up to which it is the same is told."""
    async with server(tmp_path) as table:
        assert table.link
        target = target_of(table.link)
        async with (
            remote_table(target, Home(tmp_path / "ana"), "Ana") as ana,
            remote_table(target, Home(tmp_path / "ben"), "Ben") as ben,
        ):
            ana.act(cmd.Start())
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play, ana)
                nursery.start_soon(play, ben)
            told = fairness.fairness(ben.player)
            same = check(told, "Everyone saw the same game")
            assert same.good
            assert same.detail.startswith(f"Somebody else holds the same log up to entry {ben.player.agreed}.")
            assert "was cut by you and Ana." in check(told, "Everyone cut the deck").detail


def test_f_shows_it_during_a_game_and_keeps_it_true(tmp_path: Path) -> None:
    """The page counts on while it is shown, and any key goes back."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        await pilot.press("F")
        assert app.text("page").startswith("Checked so far")
        before = entries(app)
        assert before == len(app._table.player.book)
        take_first(app._table)
        while entries(app) == before:
            await heard(app, pilot)
        assert entries(app) == len(app._table.player.book)
        await pilot.press("x")
        assert not app.screen.has_class("paged")

    driven(Screen(tmp_path / "game.ono"), (80, 24), drive)


def entries(app: Screen) -> int:
    """How many entries the page says that the log has."""
    words: Sequence[str] = app.text("page").split()
    return int(words[words.index("entries") - 1])


@pytest.mark.parametrize("size", [(60, 18), (80, 24)], ids=["60x18", "80x24"])
def test_the_last_page_leads_to_it_and_back(size: tuple[int, int], tmp_path: Path) -> None:
    """With the verdict of the audit; arrows scroll it to its last line, and q leaves only from the last page."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot)
        assert "F shows what was checked" in app.text("page")
        await pilot.press("F")
        assert app.text("page").startswith("Verdict: proven")
        assert "[ ]" not in app.text("page").replace("[ ] Everyone saw the same game", "")
        await pilot.press("pagedown", "pagedown", "pagedown")
        assert fairness.PLAYERS_ONLY[-20:] in " ".join(" ".join(rows(app)).split())
        await pilot.press("x")
        assert "won!" in app.text("page")

    driven(Screen(tmp_path / "game.ono"), size, drive)


def test_every_key_of_the_table_stands_in_the_list(tmp_path: Path) -> None:
    """What the screen heeds whatever is offered, ? tells."""

    async def drive(app: Screen, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        await pilot.press("?")
        shown = app.text("page").replace("←", "left").replace("→", "right").replace("Esc", "escape").split()
        for key in app._fixed:
            assert key in [word.rstrip(",") for word in shown], key

    driven(Screen(tmp_path / "game.ono"), (80, 24), drive)
