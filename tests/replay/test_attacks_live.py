"""What a player's client sees of an attack it refuses at that very entry: the files that the browser refuses too."""

from __future__ import annotations

from typing import Any

import pytest

from ono_core.log.entries import game_id, read_pair
from ono_core.log.faults import LogFault
from ono_core.log.file import frames
from ono_net.player import Player
from tests.vectors.generate_attacks import FOLDER, LIVE, files, told_of
from tests.vectors.reading import vectors

ATTACKS: dict[str, Any] = vectors("attacks.json")["attacks"]
STRANGER = bytes(range(32))
REFUSED = [name for name, told in ATTACKS.items() if told["code"] not in {"forked", "no-reveal"}]
FORKS = [name for name, told in ATTACKS.items() if told["code"] == "forked"]
LEFT_OUT = [name for name, told in ATTACKS.items() if told["code"] == "no-reveal"]


def raws_of(name: str) -> list[bytes]:
    """The entries of a file."""
    return list(frames((FOLDER / f"{name}.ono").read_bytes()))


def client(raws: list[bytes], told: dict[str, Any]) -> Player:
    """The client of the player who sees it, or of somebody who watches."""
    return Player(bytes.fromhex(told["reader"]) or STRANGER, game_id(read_pair(raws[0]).body))


def follow(player: Player, raws: list[bytes]) -> None:
    """What a client does with a batch of entries; LogFault at the first that it refuses."""
    for raw in raws:
        player.follow(raw)
    player.check_head()


@pytest.mark.parametrize("name", REFUSED)
def test_client_refuses_the_entry(name: str) -> None:
    """Not one entry later, and nothing before it."""
    told, raws = ATTACKS[name], raws_of(name)
    player = client(raws, told)
    with pytest.raises(LogFault) as refused:
        follow(player, raws)
    assert (refused.value.code, refused.value.index) == (told["code"], told["index"]), told["what"]


@pytest.mark.parametrize("name", FORKS)
def test_client_refuses_another_history(name: str) -> None:
    """Who has seen one entry does not go on with what follows another."""
    told, raws, beside = ATTACKS[name], raws_of(name), raws_of(f"{name}.beside")
    player = client(raws, told)
    follow(player, raws)
    with pytest.raises(LogFault) as refused:
        follow(player, beside[told["index"] + 1 :])
    assert (refused.value.code, refused.value.index) == ("wrong-previous", told["index"] + 1), told["what"]


@pytest.mark.parametrize("name", LEFT_OUT)
def test_client_whose_seed_was_left_out_knows_it(name: str) -> None:
    """It cannot prove it, so it does not refuse; it says so and will not sign the end."""
    told, raws = ATTACKS[name], raws_of(name)
    player = client(raws, told)
    for raw in raws:
        player.follow(raw)
        player.due_reveal()
    assert player.omitted == [1]
    assert player.due_cosign() is None


@pytest.mark.parametrize("attack", LIVE, ids=lambda attack: attack.title)
def test_files_are_what_their_generator_makes(attack: Any) -> None:
    """Run ``python -m tests.vectors.generate_attacks`` after a change of formats."""
    assert ATTACKS[attack.file] == told_of(attack)
    for name, data in files(attack).items():
        assert (FOLDER / name).read_bytes() == data, name


def test_no_other_files_are_there() -> None:
    """Each file is told of."""
    assert set(ATTACKS) == {attack.file for attack in LIVE}
    assert {path.name for path in FOLDER.glob("*")} == {name for attack in LIVE for name in files(attack)}
