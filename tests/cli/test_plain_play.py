"""The line mode, alone against the computer: whole games through a pipe, by numbers and sentences."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ono_cli.link import Notice
from ono_cli.local import local_table
from ono_cli.plain import Plain
from tests.cli.commands import environment, one_line, ono

SECRET = bytes(range(32))
ALWAYS_THE_FIRST = "1\n" * 2000


def test_a_whole_game_through_a_pipe_ends_with_the_verdict(tmp_path: Path) -> None:
    """Whoever always takes the first choice gets to the end, hears who won, and that the game is proven."""
    done = ono(tmp_path, "play", "--pace", 0, "--name", "Ana", typed=ALWAYS_THE_FIRST)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any(line.endswith(" won!") or line == "Nobody won." for line in lines)
    assert "Verdict: proven" in lines
    saved = Path(lines[-1].removeprefix("The log is saved: ono audit "))
    assert ono(tmp_path, "audit", saved).returncode == 0


@pytest.mark.parametrize(
    "rules",
    [
        ("--preset", "official", "--set", "target=50"),
        ("--preset", "table-party"),
        ("--set", "seven_zero=on", "--set", "doubles=on", "--set", "jump_in=on", "--set", "call=manual"),
    ],
    ids=["official", "table-party", "house rules"],
)
def test_a_whole_game_under_other_rules_ends_with_the_verdict(rules: tuple[str, ...], tmp_path: Path) -> None:
    """The same numbers play it: rounds, owed cards, swaps and catches by others included."""
    done = ono(tmp_path, "play", "--pace", 0, "--name", "Ana", *rules, typed=ALWAYS_THE_FIRST * 4)
    assert done.returncode == 0, done.stderr
    assert "Verdict: proven" in done.stdout.splitlines()


def test_a_match_is_played_round_by_round(tmp_path: Path) -> None:
    """The scores are told after each round, the next one is dealt by a choice, and a replay has them too."""
    path = tmp_path / "match.ono"
    rules = ("--preset", "official", "--set", "target=300", "--bots", 1, "--level", "easy")
    told = ono(
        tmp_path, "play", "--pace", 0, "--name", "Ana", "--save", path, *rules, typed=ALWAYS_THE_FIRST * 9
    ).stdout
    lines = told.splitlines()
    assert "1. Deal the next round." in lines
    assert any(re.match(r"Round 2 began, (you|Mira) dealing\.", line) for line in lines)
    first = next(line for line in lines[lines.index("Verdict: proven") - 2 :] if line.startswith("1. "))
    points = re.match(r"1\. (?:You|\w+), (\d+) points", first)
    assert points
    assert int(points[1]) >= 300
    last = len(ono(tmp_path, "replay", path).stdout.splitlines()) - 1
    shown = ono(tmp_path, "replay", path, "--at", last).stdout
    assert f", {points[1]} points" in shown
    assert re.search(r"^Round \d+\. Play goes", shown, re.MULTILINE)


def test_the_log_is_saved_where_it_was_asked_for(tmp_path: Path) -> None:
    """--save names the file; the audit of it needs nothing else."""
    path = tmp_path / "mine.ono"
    ono(tmp_path, "play", "--pace", 0, "--bots", 1, "--save", path, typed=ALWAYS_THE_FIRST)
    assert path.read_bytes().startswith(b"ONO1\n")


@pytest.mark.parametrize("place", ["none/game.ono", "file/game.ono", "folder"])
def test_a_place_where_no_log_can_be_saved_is_refused_before_the_game(place: str, tmp_path: Path) -> None:
    """Nobody plays a game for a log that is lost: exit 2, and nothing has begun."""
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    done = ono(tmp_path, "play", "--pace", 0, "--save", tmp_path / place, typed=ALWAYS_THE_FIRST)
    assert done.returncode == 2
    assert done.stdout == ""
    assert one_line(done.stderr).startswith("--save: ")


def test_a_game_left_early_is_saved_where_a_file_is_named(tmp_path: Path) -> None:
    """Its log is incomplete, and nothing is wrong with it."""
    path = tmp_path / "early.ono"
    assert ono(tmp_path, "play", "--pace", 0, "--save", path, typed="1\n").returncode == 0
    assert ono(tmp_path, "audit", path).returncode == 3


def test_input_from_a_file_is_read_as_from_a_pipe(tmp_path: Path) -> None:
    """A regular file as standard input plays the game too."""
    script = tmp_path / "script.txt"
    script.write_text(ALWAYS_THE_FIRST)
    with script.open() as file:
        done = subprocess.run(
            [sys.executable, "-m", "ono_cli", "play", "--pace", "0"],
            stdin=file, capture_output=True, text=True, check=False, timeout=60, env=environment(tmp_path),
        )  # fmt: skip
    assert "Verdict: proven" in done.stdout


def test_the_end_of_the_input_in_mid_game_leaves_politely(tmp_path: Path) -> None:
    """Two answers and no more: the player leaves at the third question, without an error."""
    done = ono(tmp_path, "play", "--pace", 0, typed="1\n1\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.splitlines()[-2:] == [
        "The input has ended: you leave the game.",
        "A game alone is not kept: the next one begins anew.",
    ]


@pytest.mark.parametrize("bad", ["foo", "0", "99", "-1", "1.5", "²", "1" * 5000, "\x1b[2J"])
def test_a_bad_choice_is_told_and_asked_again(bad: str, tmp_path: Path) -> None:
    """What is no choice changes nothing, is shown safely, and the question stays open."""
    done = ono(tmp_path, "play", "--pace", 0, typed=f"{bad}\n")
    assert done.returncode == 0
    told = [line for line in done.stdout.splitlines() if "is no choice" in line]
    assert len(told) == 1
    assert len(told[0]) < 120
    assert told[0].isprintable()


def test_the_table_the_hand_and_the_help_are_told_when_asked_for(tmp_path: Path) -> None:
    """t, h and ? answer at once and are no choices."""
    told = ono(tmp_path, "play", "--pace", 0, "--name", "Ana", typed="?\nt\nh\n").stdout
    assert "Type the number of a choice and Enter." in told
    assert re.search(r"^You, \d+ cards", told, re.MULTILINE)
    assert "Your hand, " in told


def test_words_are_heeded_at_once_whoever_is_on_turn(tmp_path: Path) -> None:
    """Help, hand, table and quit wait for no question, and what is neither word nor number is told so at once."""
    done = ono(tmp_path, "play", "--pace", 60_000, typed="help\nfoo\nHand\ntable\nquit\n")
    assert done.returncode == 0
    assert "Type the number of a choice and Enter.\n" in done.stdout
    assert "'foo' is no choice: ? tells what may be typed.\n" in done.stdout
    assert "You leave the game.\n" in done.stdout


async def test_the_first_hand_is_told_after_the_deal(capsys: pytest.CaptureFixture[str]) -> None:
    """With the deal one hears one's cards, without waiting for one's turn."""
    async with local_table(SECRET, "Ana", ["easy"], 60_000) as table:
        plain, told = Plain(table), ""
        while "were dealt" not in told:
            plain._hear(await table.news.receive())
            told = capsys.readouterr().out
        while table.choices.acts and "Your hand, " not in told:  # where a starter went back, its news come first
            plain._hear(await table.news.receive())
            told += capsys.readouterr().out
    assert told.count("Your hand, ") == 1


async def test_a_question_that_was_interrupted_is_put_again(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is told meanwhile, the choices that are open stand last."""
    async with local_table(SECRET, "Ana", ["easy"], 0) as table:
        plain = Plain(table)
        while not plain._question:
            plain._hear(await table.news.receive())
        capsys.readouterr()
        plain._hear(Notice("Ben is back."))
        told = capsys.readouterr().out.splitlines()
    assert told[0] == "Ben is back."
    assert told[1].startswith("1. ")
    assert told[-1].startswith("Choose 1 to ")


def test_two_players_of_one_machine_have_two_folders(tmp_path: Path) -> None:
    """--data is where the secret and the games lie."""
    for name in ("ana", "ben"):
        done = ono(tmp_path, "play", "--pace", 0, "--data", tmp_path / name, typed=ALWAYS_THE_FIRST)
        assert f"ono audit {tmp_path / name / 'games'}" in done.stdout
    assert (tmp_path / "ana/player/secret").read_bytes() != (tmp_path / "ben/player/secret").read_bytes()
    assert not (tmp_path / "ono").exists()


def test_q_leaves_at_once(tmp_path: Path) -> None:
    """Q leaves, and a game that was left early is neither judged nor saved."""
    done = ono(tmp_path, "play", "--pace", 0, typed="q\n")
    assert done.returncode == 0
    assert "You leave the game." in done.stdout
    assert "Verdict" not in done.stdout
    assert not (tmp_path / "ono" / "games").exists()


def test_nothing_but_text_is_written(tmp_path: Path) -> None:
    """No escape sequence, no colour, no redrawing: the output is for readers and scripts."""
    assert "\x1b" not in ono(tmp_path, "play", "--pace", 0, typed=ALWAYS_THE_FIRST).stdout


def test_the_secret_is_made_once_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    """The player stays the same from game to game; the file's mode is 600."""
    ono(tmp_path, "play", typed="q\n")
    secret = tmp_path / "ono" / "player" / "secret"
    first = secret.read_bytes()
    assert len(first) == 32
    assert secret.stat().st_mode & 0o777 == 0o600
    ono(tmp_path, "play", typed="q\n")
    assert secret.read_bytes() == first


def test_a_secret_that_others_may_read_is_refused(tmp_path: Path) -> None:
    """The error says what to do about it."""
    ono(tmp_path, "play", typed="q\n")
    (tmp_path / "ono" / "player" / "secret").chmod(0o644)
    done = ono(tmp_path, "play", typed="q\n")
    assert done.returncode == 2
    assert "chmod 600" in one_line(done.stderr)


def test_a_reader_that_goes_away_ends_the_game_quietly(tmp_path: Path) -> None:
    """`ono play | head -1` shows no traceback."""
    pipeline = f"yes 1 | {sys.executable} -m ono_cli play --pace 0 | head -1"
    done = subprocess.run(
        ["bash", "-c", pipeline], capture_output=True, text=True, check=True, timeout=60, env=environment(tmp_path)
    )
    assert "sat down" in done.stdout
    assert "Traceback" not in done.stderr
