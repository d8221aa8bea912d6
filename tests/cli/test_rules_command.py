"""`ono rules`: what there is to play by, and what a ruleset says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ono_core.game.explain import explained
from ono_core.game.options import names
from ono_core.game.ruleset import PRESETS, parse, plain
from ono_core.game.wording import WORDS
from tests.cli.commands import one_line, ono


def listed(sentences: tuple[str, ...]) -> str:
    """Sentences as the terminal shows them."""
    return "".join(f"  - {sentence}\n" for sentence in sentences)


def test_without_a_preset_it_lists_what_there_is(tmp_path: Path) -> None:
    """Every preset and every option, one line each."""
    done = ono(tmp_path, "rules")
    assert done.returncode == 0
    first = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ")]
    assert first == [*PRESETS, *names()]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_explained_differences_first(preset: str, tmp_path: Path) -> None:
    """What differs from the official rules, then the rest, each under a heading."""
    done = ono(tmp_path, "rules", preset)
    said = explained(PRESETS[preset])
    if said.differences:
        head, middle = "What differs from official:\n", "\nThe rest, as in official:\n"
    else:
        head, middle = "Nothing differs from official.\n", "\nThe rules:\n"
    assert done.stdout == head + listed(said.differences) + middle + listed(said.rest)
    assert done.returncode == 0


def test_options_are_changed_one_by_one(tmp_path: Path) -> None:
    """Each --set changes an option of the preset."""
    done = ono(tmp_path, "rules", "official", "--diff", "--set", "seven_zero=on", "--set", "deal=5")
    changed = parse({"preset": "official", "seven_zero": True, "deal": 5})
    assert done.stdout == "What differs from official:\n" + listed(explained(changed).differences)
    assert "five cards" in done.stdout


def test_changes_without_a_preset_are_changes_of_boardflix(tmp_path: Path) -> None:
    """As everywhere where nobody names a preset."""
    with_preset = ono(tmp_path, "rules", "boardflix", "--set", "stack=up")
    assert ono(tmp_path, "rules", "--set", "stack=up").stdout == with_preset.stdout


def test_the_differences_from_another_preset_can_be_asked_for(tmp_path: Path) -> None:
    """--diff names it, and the rest is left out."""
    done = ono(tmp_path, "rules", "table-party", "--diff", "boardflix")
    said = explained(PRESETS["table-party"], PRESETS["boardflix"])
    assert done.stdout == "What differs from boardflix:\n" + listed(said.differences)
    assert ono(tmp_path, "rules", "boardflix", "--diff", "boardflix").stdout == "Nothing differs from boardflix.\n"


def test_it_speaks_json(tmp_path: Path) -> None:
    """One object: the whole ruleset, and what is said of it."""
    whole = json.loads(ono(tmp_path, "rules", "table-party", "--set", "stack=none", "--json").stdout)
    ruleset = parse({"preset": "table-party", "stack": "none"})
    said = explained(ruleset)
    assert whole["ruleset"] == json.loads(json.dumps(plain(ruleset)))
    assert whole["differences"] == list(said.differences)
    assert whole["rest"] == list(said.rest)
    assert "rest" not in json.loads(ono(tmp_path, "rules", "table-party", "--diff", "--json").stdout)
    everything = json.loads(ono(tmp_path, "rules", "--json").stdout)
    assert [preset["name"] for preset in everything["presets"]] == list(PRESETS)
    assert list(everything["options"]) == list(names())


def test_it_speaks_french(tmp_path: Path) -> None:
    """With --lang, under French headings; what is typed stays as it is."""
    done = ono(tmp_path, "rules", "table-party", "--lang", "fr")
    said = explained(PRESETS["table-party"], language="fr")
    heads = "Ce qui diffère de official\u202f:\n", "\nLe reste, comme dans official\u202f:\n"
    assert done.stdout == heads[0] + listed(said.differences) + heads[1] + listed(said.rest)
    same = ono(tmp_path, "rules", "official", "--diff", "--lang", "fr").stdout
    assert same == "Rien ne diffère de official.\n"
    overview = ono(tmp_path, "rules", "--lang", "fr").stdout
    assert [line.split()[0] for line in overview.splitlines() if line.startswith("  ")] == [*PRESETS, *names()]
    assert "Une manche, sans points" in overview
    assert "de 3 à 10" in overview
    assert re.search(r"\bexplained\b|\bto\b|\bor\b", overview) is None


def test_json_in_french_has_the_same_names(tmp_path: Path) -> None:
    """Only what is said is in the language."""
    french, english = (
        json.loads(ono(tmp_path, "rules", "official", "--set", "doubles=on", "--json", "--lang", language).stdout)
        for language in ("fr", "en")
    )
    assert (french["ruleset"], french["reference"]) == (english["ruleset"], english["reference"])
    assert french["differences"] == [WORDS["fr"].sentences.doubles[True]]
    presets = json.loads(ono(tmp_path, "rules", "--json", "--lang", "fr").stdout)["presets"]
    assert [preset["label"] for preset in presets] == ["boardflix", "Officiel", "Table Party"]


def test_a_language_that_is_not_spoken_is_refused_with_those_that_are(tmp_path: Path) -> None:
    """The usage and the languages: exit 2."""
    done = ono(tmp_path, "rules", "--lang", "tlh")
    assert done.returncode == 2
    assert re.search(r"'?en'?, '?fr'?", done.stderr)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--set", "stack"), "--set: option=value expected, such as stack=up, got 'stack'"),
        (("--set", "stack=sideways"), "--set: stack: none, d2, same, up or any expected, got 'sideways'"),
        (("--set", "deal=11"), "--set: deal: 3 to 10 expected, got '11'"),
        (("--set", "clock_ms=1000"), "--set: clock_ms is 0 or at least 3000"),
        (
            ("official", "--set", "deal=10", "--set", "decks=1"),
            "--set: 10 seats with 10 cards each need 111 cards, and there are 108",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(argv: tuple[str, ...], words: str, tmp_path: Path) -> None:
    """A bad value with what is allowed, a contradiction with its reason: one line, exit 2."""
    done = ono(tmp_path, "rules", *argv)
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr) == words


def test_an_option_that_does_not_exist_is_refused_with_those_that_do(tmp_path: Path) -> None:
    """The error names every option: exit 2."""
    done = ono(tmp_path, "rules", "--set", "color=red")
    assert done.returncode == 2
    assert one_line(done.stderr) == f"--set: no option 'color'; there is {', '.join(names())}"


@pytest.mark.parametrize("argv", [("bridge",), ("--diff", "bridge")])
def test_a_preset_that_does_not_exist_is_refused_with_those_that_do(argv: tuple[str, ...], tmp_path: Path) -> None:
    """The usage and the presets: exit 2."""
    done = ono(tmp_path, "rules", *argv)
    assert done.returncode == 2
    assert all(preset in done.stderr for preset in PRESETS)
