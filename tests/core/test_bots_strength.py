"""Computer players play whole rounds against each other on the real rules: the stronger wins more than its share.

The games are few and always the same; what a level is really worth takes thousands (``ono_core.bots.contest``). Each
bound is two to three standard errors below what thousands have shown.
"""

from itertools import cycle, islice

import pytest

from ono_core.bots import LEVELS
from ono_core.bots.contest import Score, contest, winner
from ono_core.bots.policy import Answer, Numbers
from ono_core.game.choices import Choices
from ono_core.game.commands import Act
from ono_core.game.rulebook import compile_rules
from ono_core.game.ruleset import PRESETS
from ono_core.game.view import View

RULES = compile_rules(PRESETS["boardflix"])


@pytest.mark.parametrize(
    ("tested", "other", "seats", "games", "percent"),
    [
        pytest.param("medium", "random", 2, 1000, 63, id="medium beats who does anything"),
        pytest.param("medium", "random", 4, 600, 34, id="also three of them"),
        pytest.param("medium", "easy", 2, 1000, 54, id="medium beats easy"),
        pytest.param("child60", "easy", 2, 1000, 53, id="a child beats easy"),
        pytest.param("weighing", "medium", 2, 1500, 53, id="hard's weights alone beat medium"),
        pytest.param("hard", "easy", 2, 40, 60, id="hard beats easy clearly"),
    ],
)
def test_a_stronger_player_wins_more_than_its_share(
    tested: str, other: str, seats: int, games: int, percent: int
) -> None:
    """Alone among others it wins at least so many games of a hundred."""
    assert contest(tested, other, seats, games).share >= percent


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_mixed_tables_play_to_an_end(seats: int) -> None:
    """All levels together end their rounds with a winner, and never choose what is refused."""
    players: list[Answer] = list(islice(cycle(LEVELS.values()), seats))
    assert all(winner(RULES, players, deal) in range(seats) for deal in range(3))


def test_the_same_seed_gives_the_same_score() -> None:
    """A measurement can be repeated; another seed deals other cards."""
    first, again, other = (contest("medium", "easy", 2, 40, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize(("games", "played"), [(1, 3), (3, 3), (4, 6)])
def test_a_contest_is_whole_deals(games: int, played: int) -> None:
    """Every deal is played from each seat, so there may be a few games more than were asked for."""
    assert contest("medium", "medium", 3, games).games == played


def test_equals_win_their_share_of_every_deal() -> None:
    """Who plays against its like, from each seat of each deal, without chance, wins exactly its share."""
    assert contest("weighing", "weighing", 4, 40) == Score(10, 40)


def test_a_score_says_how_sure_it_is() -> None:
    """570 of 1000: the true share is 53.9 to 60.0 percent, 95 times of 100."""
    score = Score(500, 900) + Score(70, 100)
    assert score == Score(570, 1000)
    assert score.share == 57
    assert [round(end, 1) for end in score.interval] == [53.9, 60.0]


def test_a_contest_can_be_watched() -> None:
    """A bench may time each answer: it is told whose it is, and changes nothing."""
    asked: list[str] = []

    def watched(name: str, player: Answer) -> Answer:
        def answer(view: View, choices: Choices, draw: Numbers) -> Act:
            asked.append(name)
            return player(view, choices, draw)

        return answer

    assert contest("medium", "easy", 2, 4, watched=watched) == contest("medium", "easy", 2, 4)
    assert set(asked) == {"medium", "easy"}
