"""`ono completion`: the script of each shell, and what bash makes of it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.commands import environment, ono
from tests.cli.test_help import COMMANDS

COMPLETE = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
[[ $(complete -p ono) =~ -F\\ ([^ ]+) ]]
"${BASH_REMATCH[1]}" ono "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script for bash, in a folder with a log and a folder."""
    folder = tmp_path_factory.mktemp("completion")
    done = ono(folder, "completion", "bash")
    assert done.returncode == 0, done.stderr
    (folder / "game.ono").touch()
    (folder / "games").mkdir()
    path = folder / "script"
    path.write_text(done.stdout)
    return path


def offered(script: Path, *words: str) -> set[str]:
    """What bash offers after these words, the last of which is not whole."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    command = [bash, "--norc", "-c", COMPLETE, "bash", str(script), *words]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=30, cwd=script.parent, env=environment(script)
    )
    assert done.stderr == ""
    return {line.rstrip() for line in done.stdout.splitlines() if line}


def test_bash_offers_every_command(script: Path) -> None:
    """All of them after `ono`, and those that begin with what is typed."""
    assert set(COMMANDS) <= offered(script, "ono", "")
    assert offered(script, "ono", "re") == {"replay"}


def test_bash_offers_the_options_of_a_command(script: Path) -> None:
    """Its own, and none of another command."""
    assert offered(script, "ono", "play", "--b") == {"--bots", "--bell"}
    assert "--bots" not in offered(script, "ono", "audit", "--")
    assert offered(script, "ono", "conformance", "") >= {"server", "client"}


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (("play", "--level", ""), {"easy", "medium", "hard"}),
        (("rules", "off"), {"official"}),
        (("completion", ""), {"bash", "zsh", "fish"}),
    ],
)
def test_bash_offers_the_values_there_are(words: tuple[str, ...], values: set[str], script: Path) -> None:
    """Of an option, and of an argument."""
    assert values <= offered(script, "ono", *words)


def test_bash_offers_files_where_a_file_is_meant(script: Path) -> None:
    """A log after `replay`, a folder where only a folder will do."""
    assert "game.ono" in offered(script, "ono", "replay", "game.")
    assert offered(script, "ono", "play", "--data", "game") == {"games"}
    assert "game.ono" in offered(script, "ono", "audit", "--html", "game.")


@pytest.mark.parametrize(("shell", "begins"), [("zsh", "#compdef ono"), ("fish", "complete -c ono")])
def test_the_other_shells_have_a_script_too(shell: str, begins: str, tmp_path: Path) -> None:
    """It names every command; a shell that is not known is refused."""
    done = ono(tmp_path, "completion", shell)
    assert done.returncode == 0
    assert begins in done.stdout
    assert all(name in done.stdout for name in COMMANDS)
    assert ono(tmp_path, "completion", "elvish").returncode == 2
