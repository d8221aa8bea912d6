"""What a player keeps of each game beside the secret: heads seen and seeds revealed, across restarts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ono_cli.record import Record
from ono_core.log.book import Book
from ono_core.log.faults import LogFault
from ono_net.messages import Reveal
from ono_net.sim import simulate

ONE, OTHER = bytes([1] * 32), bytes([2] * 32)
SEED = bytes(32)


@pytest.fixture(scope="module")
def raws() -> Sequence[bytes]:
    """The entries of a game."""
    return simulate({"preset": "boardflix"}, 2, 1, 1, 1, "easy")


def test_a_seed_is_never_given_for_two_shuffles(tmp_path: Path) -> None:
    """The same shuffle may ask again, another of the same number may not, nor after a restart."""
    path = tmp_path / "record"
    assert Record(path).may_reveal(Reveal(ONE, 1, 1, SEED))
    assert Record(path).may_reveal(Reveal(ONE, 1, 1, SEED))
    assert not Record(path).may_reveal(Reveal(OTHER, 1, 1, SEED))
    assert Record(path).may_reveal(Reveal(OTHER, 2, 2, SEED))


def test_a_log_without_the_entry_that_was_seen_is_a_fault(raws: Sequence[bytes], tmp_path: Path) -> None:
    """The same log goes on, a shorter part of it is waited for, another is proof of a fork."""
    path = tmp_path / "record"
    Record(path).follow(Book.of(raws[:9]))
    Record(path).follow(Book.of(raws[:5]))
    Record(path).follow(Book.of(raws[:9]))
    other = simulate({"preset": "boardflix"}, 2, 2, 1, 1, "easy")
    with pytest.raises(LogFault, match="seen here before"):
        Record(path).follow(Book.of(other[:10]))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"head": 1}'])
def test_a_record_may_be_lost(data: bytes, tmp_path: Path) -> None:
    """One that cannot be read is begun anew."""
    path = tmp_path / "record"
    path.write_bytes(data)
    assert Record(path).may_reveal(Reveal(ONE, 1, 1, SEED))
