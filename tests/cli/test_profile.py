"""`ono profile`: who one is, which games were kept, and the same identity on another device."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copy

import pytest

from ono_cli.home import Home
from ono_cli.wordlist import compared, secret_of, words_of
from ono_core.fair.keys import fingerprint, public_key
from tests.cli.commands import one_line, ono

ARCHIVE = Path(__file__).parents[1] / "archive" / "0.1.0"
ZERO = bytes(32)
ZERO_WORDS = "abandon " * 23 + "art"
"""The words of 32 zero bytes, as BIP-39's own vectors have them."""


def home(folder: Path) -> Home:
    """The data folder that `ono` uses in this test."""
    return Home(folder / "ono")


def test_words_are_those_of_bip_39() -> None:
    """A vector of the standard, both ways; letters may be large, and spaces many."""
    assert words_of(ZERO) == ZERO_WORDS
    assert secret_of(f"  {ZERO_WORDS.upper()}  ") == ZERO


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "24 words expected, got 0"),
        ("abandon " * 23, "24 words expected, got 23"),
        ("abandon " * 23 + "onomatopoeia", "word 24 is not in the list: 'onomatopoeia'"),
        ("abandon " * 24, "these words do not belong together: one of them is wrong, or in the wrong place"),
    ],
)
def test_words_that_are_no_secret_are_refused(text: str, words: str) -> None:
    """Each mistake is named."""
    with pytest.raises(ValueError, match=r"expected|list|belong") as error:
        secret_of(text)
    assert str(error.value) == words


def test_it_shows_who_one_is_and_the_games_that_were_kept(tmp_path: Path) -> None:
    """Key and words are those of the identity; each log is told with its verdict and who played."""
    mine = home(tmp_path)
    games = mine.folder / "games"
    games.mkdir(parents=True)
    copy(ARCHIVE / "boardflix-2-1-easy.ono", games / "good.ono")
    data = bytearray((ARCHIVE / "boardflix-2-1-easy.ono").read_bytes())
    data[len(data) // 2] ^= 1
    (games / "bad.ono").write_bytes(data)
    shown = ono(tmp_path, "profile")
    assert shown.returncode == 0, shown.stderr
    public = public_key(mine.identity())
    assert f"key {fingerprint(public)}\n" in shown.stdout
    assert compared(public) in shown.stdout
    assert "games kept here: 2" in shown.stdout
    assert "  proven with remarks: Ana, Mira; " in shown.stdout
    assert "  not proven: " in shown.stdout
    told = json.loads(ono(tmp_path, "profile", "--json").stdout)
    assert told["fingerprint"] == fingerprint(public)
    assert {Path(one["log"]).name: one["verdict"] for one in told["games"]} == {
        "good.ono": "proven with remarks",
        "bad.ono": "not proven",
    }


def test_the_secret_is_shown_by_export_alone(tmp_path: Path) -> None:
    """Neither as hex nor as words."""
    shown = ono(tmp_path, "profile").stdout + ono(tmp_path, "profile", "--json").stdout
    secret = home(tmp_path).identity()
    assert secret.hex() not in shown
    assert words_of(secret) not in shown


def test_words_take_an_identity_to_another_folder(tmp_path: Path) -> None:
    """What export shows, import takes in; the file is for nobody else to read."""
    words = ono(tmp_path / "one", "profile", "export", "--words")
    assert "Whoever has this is you" in words.stderr
    done = ono(tmp_path / "two", "profile", "import", typed=words.stdout)
    assert done.returncode == 0, done.stderr
    there = home(tmp_path / "two")
    assert there.identity() == home(tmp_path / "one").identity()
    assert (there.folder / "player" / "secret").stat().st_mode & 0o777 == 0o600
    again = ono(tmp_path / "two", "profile", "import", typed=words.stdout)
    assert again.returncode == 0
    assert again.stdout.endswith("here already.\n")


def test_the_link_has_the_secret_behind_the_hash_and_is_taken_in_too(tmp_path: Path) -> None:
    """Its QR code follows; a server that only this machine reaches is told so."""
    server = "http://192.168.1.5:8765"
    done = ono(tmp_path / "one", "profile", "export", "--server", server)
    link, *picture = done.stdout.splitlines()
    assert link == f"{server}/#import={home(tmp_path / 'one').identity().hex()}"
    assert len([line for line in picture if "█" in line]) > 15
    assert "only this machine" not in done.stderr
    assert "only this machine" in ono(tmp_path / "one", "profile", "export").stderr
    assert ono(tmp_path / "two", "profile", "import", typed=link).returncode == 0
    assert home(tmp_path / "two").identity() == home(tmp_path / "one").identity()


def test_another_identity_gives_way_only_to_force(tmp_path: Path) -> None:
    """Without it nothing changes: exit 2, with both names; with it, it is told which one is gone."""
    old = home(tmp_path).identity()
    refused = ono(tmp_path, "profile", "import", typed=ZERO_WORDS)
    assert refused.returncode == 2
    words = one_line(refused.stderr)
    assert fingerprint(public_key(old)) in words
    assert fingerprint(public_key(ZERO)) in words
    assert home(tmp_path).identity() == old
    forced = ono(tmp_path, "profile", "import", "--force", typed=ZERO_WORDS)
    assert forced.returncode == 0
    assert f"The identity that was here, {fingerprint(public_key(old))}, is gone." in forced.stdout
    assert home(tmp_path).identity() == ZERO


@pytest.mark.parametrize("text", ["", "abandon", "http://ono.example/#import=12"])
def test_what_is_no_identity_is_refused(text: str, tmp_path: Path) -> None:
    """One line, exit 2, and nothing is made."""
    done = ono(tmp_path, "profile", "import", typed=text)
    assert done.returncode == 2
    assert "24 words expected" in one_line(done.stderr)
    assert home(tmp_path).kept_identity() is None


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--words",), "--words belongs to `ono profile export`"),
        (("import", "--server", "x"), "--server belongs to `ono profile export`"),
        (("export", "--force"), "--force belongs to `ono profile import`"),
        (("export", "--json"), "--json belongs to `ono profile` alone"),
        (("export", "--server", "ftp://x"), "--server: "),
    ],
)
def test_options_that_do_not_go_together_are_refused(argv: tuple[str, ...], words: str, tmp_path: Path) -> None:
    """Each is told where it belongs: exit 2."""
    done = ono(tmp_path, "profile", *argv)
    assert done.returncode == 2
    assert one_line(done.stderr).startswith(words)
