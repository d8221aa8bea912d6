"""A short soak: what ``make soak-server`` does for ten minutes, in a few rooms for some seconds."""

from pathlib import Path

import pytest
import trio

from ono_core.log.entries import command_id, game_id, read_pair
from tests.fuzz.traffic import traffic
from tests.net.gamblers import Told
from tests.soak_server.players import Figures
from tests.soak_server.process import OnoServe
from tests.soak_server.run import Plan, check, most_memory, soak
from tests.soak_server.verdict import judge, table


@pytest.mark.timeout(100)
def test_a_short_soak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten rooms on bad lines, strangers beside them, a stop and two kills: nothing lost, all fair, nothing left."""
    monkeypatch.setattr("ono_net.client.FIRST_RETRY_MS", 100)
    monkeypatch.setattr("ono_net.client.LAST_RETRY_MS", 400)
    soaked = trio.run(soak, tmp_path, Plan(rooms=10, minutes=0.15, every=3, seed=1, trouble=4, pace_ms=400))
    verdict = judge(tmp_path, soaked)
    figures = table(soaked, verdict)
    assert [*soaked.figures.problems, *verdict.problems] == [], figures
    assert len(soaked.downtimes) == 2
    for what in ("late", "twice", "lost", "nonsense"):
        assert soaked.figures.counts[what], figures
    assert verdict.entries > 100
    assert soaked.told.accepted


# What would be noticed


def test_what_is_lost_is_noticed() -> None:
    """An entry that is gone or another one than was told, and a command that stands elsewhere, are named."""
    raws, told = list(traffic().raws), Told()
    game = game_id(read_pair(raws[0]).body)
    for index, raw in enumerate(raws):
        told.entry(game, index, raw)
    assert told.missing({game: raws}) == []
    assert told.missing({game: raws[:-1]}) == [(game, len(raws) - 1)]
    assert told.missing({game: [*raws[:5], raws[6], *raws[6:]]}) == [(game, 5)]
    assert told.missing({game: []}) == [(game, index) for index in range(len(raws))]
    told.answer(game, command_id(game, traffic().commands[0].body), 1)
    assert told.missing({game: raws}) == [(game, 1)]


def test_what_grows_is_noticed() -> None:
    """Memory and tasks beyond what is stated for so many rooms and connections."""
    within = {"ono_rooms": 3, "ono_connections": 5, "ono_tasks": 60, "process_resident_memory_bytes": 80e6}
    assert problems(within) == 0
    assert problems(within | {"ono_tasks": 90}) == 1
    assert problems(within | {"process_resident_memory_bytes": most_memory(3, 5, 1) + 1}) == 1


def problems(found: dict[str, float]) -> int:
    """How many problems there are with what a server counts."""
    figures = Figures()
    check(found, figures, 1)
    return len(figures.problems)


def test_what_a_server_complains_of_is_noticed(tmp_path: Path) -> None:
    """Errors, tracebacks and what is no line of its log, each once."""
    server = OnoServe(tmp_path, 1)
    lines = ['{"level": "info"}', '{"level": "error"}', '{"level": "info", "exception": "x"}', "Traceback", '{"lev']
    (tmp_path / "stderr").write_text("\n".join(lines))
    assert server.faults() == lines[1:4]
    assert server.faults() == []
