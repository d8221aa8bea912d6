"""The README, CONTRIBUTING.md and the Makefile: every command they show exists."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tests.cli.commands import ono

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "ono_net/OPERATING.md")
MAKEFILE = (ROOT / "Makefile").read_text()


def code(page: str) -> list[str]:
    """Every line of fenced code and every inline code span of a page, comments cut off."""
    text = (ROOT / page).read_text()
    fence = re.compile(r"^```.*?\n(.*?)^```", re.MULTILINE | re.DOTALL)
    fenced = [line for block in fence.findall(text) for line in block.splitlines()]
    return [line.split(" #")[0] for line in fenced + re.findall(r"`([^`\n]+)`", fence.sub("", text))]


WITH_ACTIONS = "bench|conformance|tournament"
"""Commands that have commands of their own."""


def ono_commands(lines: list[str]) -> dict[str, set[str]]:
    """The `ono` commands in these lines of shell, each with its options."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for part in (part for line in lines for part in re.split(r"&&|\|", line)):
        if match := re.match(rf"\s*(?:\$ )?(?:\S*/)?ono ((?:(?:{WITH_ACTIONS}) )?[a-z]+)(.*)", part):
            found[match[1]].update(options(match[2]))
    return found


def options(text: str) -> set[str]:
    """The long options named in a text."""
    return set(re.findall(r"--[a-z][a-z-]*", text))


@cache
def usage(command: str) -> str:
    """What `ono COMMAND --help` prints."""
    done = ono(ROOT / "none", *command.split(), "--help")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", PAGES)
def test_every_make_target_of_a_page_exists(name: str) -> None:
    """`make` knows what the page tells people to make."""
    named = {word for line in code(name) for word in re.findall(r"\bmake ([a-z][a-z-]*)", line)}
    assert named
    assert named <= set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))


@pytest.mark.parametrize("name", PAGES)
def test_every_ono_command_of_a_page_exists(name: str) -> None:
    """`ono` knows each command the page shows, with each option."""
    for command, named in ono_commands(code(name)).items():
        assert named <= options(usage(command)), command


def test_make_play_starts_a_command_that_exists() -> None:
    """The way in that newcomers are shown leads somewhere."""
    assert "--play" in ono_commands(MAKEFILE.splitlines())["serve"]
    for command, named in ono_commands(MAKEFILE.splitlines()).items():
        assert named <= options(usage(command)), command
