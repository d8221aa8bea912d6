"""Who takes part: registering, coming late, going and coming back."""

import pytest

from ono_core.tournament import acts
from ono_core.tournament import events as ev
from tests.core.tournament.evening import Evening, key, registered, secret


def test_players_are_numbered_as_they_come() -> None:
    """From 1, each with the name, the key and the nonce that they signed for."""
    evening = Evening(2)
    assert evening.asks("Chloé", registered("Chloé")) == (
        ev.PlayerRegistered(3, "Chloé", key("Chloé"), secret("Chloé nonce")),
    )
    numbered = evening.state.numbered(key("Bo"))
    assert numbered
    assert numbered.number == 2


def test_one_registers_oneself() -> None:
    """Another's key only at the desk."""
    evening = Evening(1)
    assert evening.refuses(registered("Bo"), "Anna") == "not-yourself"
    evening.does(acts.Deputise(key("Desk")))
    evening.asks("Desk", registered("Bo"))
    evening.does(registered("Dai"))
    assert [player.name for player in evening.state.players] == ["Anna", "Bo", "Dai"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("\u0391nna", "name-taken"),
        ("anna", "name-taken"),
        ("", "bad-name"),
        (" Bo", "bad-name"),
        ("x" * 25, "bad-name"),
    ],
)
def test_names_are_told_apart(name: str, code: str) -> None:
    """Look-alikes are refused, and what a list could not show."""
    evening = Evening(1)
    assert evening.refuses(acts.Register(name, key("Bo"), secret("n"))) == code


def test_a_key_plays_once() -> None:
    """And is one that may be used."""
    evening = Evening(1)
    assert evening.refuses(acts.Register("Other", key("Anna"), secret("n"))) == "already-registered"
    assert evening.refuses(acts.Register("Other", bytes(32), secret("n"))) == "weak-key"


def test_a_latecomer_is_drawn_from_the_next_round_on() -> None:
    """Until the last draw."""
    evening = Evening(4, rounds=2)
    evening.draws()
    evening.asks("Eve", registered("Eve"))
    evening.plays(1)
    (table,) = evening.draws()
    assert 5 in table.players
    assert evening.refuses(registered("Farid"), "Farid") == "too-late"


def test_who_withdraws_is_drawn_no_more_until_he_returns() -> None:
    """By himself without a reason, by the desk with one; a running table goes on."""
    evening = Evening(5)
    evening.draws()
    evening.asks("Anna", acts.Withdraw(1, ""))
    assert evening.refuses(acts.Withdraw(1, "gone")) == "already-withdrawn"
    assert evening.refuses(acts.Withdraw(3, ""), "Bo") == "not-yourself"
    assert evening.refuses(acts.Withdraw(2, "")) == "bad-reason"
    assert evening.refuses(acts.Return(1), "Anna") == "may-not-rule"
    evening.plays(1)
    (table,) = evening.draws()
    assert sorted(table.players) == [2, 3, 4, 5]
    evening.plays(1)
    evening.does(acts.Return(1))
    assert evening.refuses(acts.Return(1)) == "not-withdrawn"
    (table,) = evening.draws()
    assert 1 in table.players
    assert evening.rows()[1].tables == 1


def test_a_withdrawal_is_undone_before_the_next_draw_only() -> None:
    """After it there is the return."""
    evening = Evening(5)
    evening.does(acts.Withdraw(1, "wrong person"))
    entry = len(evening.ledger) - 1
    evening.does(acts.Undo(entry, "it was Anne"))
    assert evening.state.present == (1, 2, 3, 4, 5)
    evening.does(acts.Withdraw(2, "ill"))
    evening.draws()
    assert evening.refuses(acts.Undo(entry + 2, "well again")) == "stands-on-it"
    evening.does(acts.Return(2))


@pytest.mark.parametrize(
    "act",
    [
        acts.Withdraw(9, "x"),
        acts.Return(9),
        acts.Penalise(0, 1, "x"),
        acts.Substitute(9, "Zoe", key("Zoe"), secret("z"), "x"),
    ],
)
def test_there_is_no_such_player(act: acts.Act) -> None:
    """Nobody has that number."""
    assert Evening(2).refuses(act) == "no-such-player"
