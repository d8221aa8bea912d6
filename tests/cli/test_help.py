"""The help: every command and option is explained, with an example that works."""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser
from pathlib import Path
from typing import cast

import pytest

from ono_cli.arguments import parser
from tests.cli.commands import ono, ono_process

COMMANDS = (
    "serve",
    "store",
    "backup",
    "secret",
    "doctor",
    "play",
    "join",
    "bot",
    "witness",
    "rules",
    "profile",
    "replay",
    "audit",
    "escrow",
    "sim",
    "league",
    "tournament",
    "bench",
    "conformance",
    "completion",
)


def subparsers() -> dict[str, ArgumentParser]:
    """The parser of each command."""
    choices = next(action.choices for action in parser()._actions if action.dest == "command")
    return cast("dict[str, ArgumentParser]", choices)


def test_the_help_lists_every_command(tmp_path: Path) -> None:
    """`ono --help` shows each with one line, and the exit codes."""
    done = ono_process(tmp_path, "--help")
    assert done.returncode == 0
    assert set(COMMANDS) == set(subparsers())
    for name in COMMANDS:
        assert re.search(rf"^ +{name}\s+\w", done.stdout, re.MULTILINE), name
    assert "exit codes:" in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_its_help(name: str) -> None:
    """No option is left to guess."""
    assert all(action.help for action in subparsers()[name]._actions)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_that_parses(name: str) -> None:
    """What the help shows can be typed."""
    example = re.search(r"example: (ono .*)", subparsers()[name].epilog or "")
    assert example
    words = shlex.split(example[1].partition(" > ")[0])
    assert words[:2] == ["ono", name]
    assert parser().parse_args(words[1:]).command == name


@pytest.mark.parametrize("argv", [[], ["fly"], ["play", "--bots", "many"], ["audit"], ["sim"]])
def test_a_command_line_that_cannot_be_is_refused(argv: list[str], tmp_path: Path) -> None:
    """The usage is shown on the standard error: exit 2."""
    done = ono(tmp_path, *argv)
    assert done.returncode == 2
    assert "usage: ono" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("play", "--bots", 6), "--bots: 1 to 5 expected, got 6"),
        (("play", "--bots", 0), "--bots: 1 to 5 expected, got 0"),
        (("play", "--preset", "official", "--bots", 10), "--bots: 1 to 9 expected, got 10"),
        (("play", "--set", "seats_min=3", "--bots", 1), "--bots: 2 to 5 expected, got 1"),
        (("play", "--set", "deal=2"), "--set: deal: 3 to 10 expected, got '2'"),
        (("play", "--set", "deal"), "--set: option=value expected, such as stack=up, got 'deal'"),
        (("sim", "--out", "x", "--set", "false_call=1"), "--set: false_call needs call=manual"),
        (("serve", "--play", "--set", "stack=on"), "--set: stack: none, d2, same, up or any expected, got 'on'"),
        (
            ("serve", "--preset", "official"),
            "--preset and --set are the rules of the room that --play opens: give --play too",
        ),
        (("play", "--pace", -1), "--pace: 0 to 60000 expected, got -1"),
        (("serve", "--port", 65_536), "--port: 0 to 65535 expected, got 65536"),
        (("serve", "--port", -1), "--port: 0 to 65535 expected, got -1"),
        (("serve", "--pace", 60_001), "--pace: 0 to 60000 expected, got 60001"),
        (("play", "--name", "\x1b[2J"), "--name: 1 to 24 letters expected, got '\\x1b[2J'"),
        (("play", "--name", "x" * 25), f"--name: 1 to 24 letters expected, got '{'x' * 25}'"),
    ],
)
def test_an_option_that_cannot_be_is_refused(argv: tuple[object, ...], words: str, tmp_path: Path) -> None:
    """One line says what is expected and what came: exit 2."""
    done = ono(tmp_path, *argv)
    assert done.returncode == 2
    assert done.stderr == f"ono: {words}\n"
