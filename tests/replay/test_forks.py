"""A table that shows two histories has signed both: the two entries are a proof that anybody can carry."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec.structs import replace

from ono_core.log.codec import packed
from ono_core.log.entries import Signed, pair_bytes
from ono_core.log.file import NotALog, written
from ono_core.log.forks import MAGIC, Fork, NotAProof, fork_of, proof_bytes, read_proof
from ono_replay.forks import fork_between, forks_among
from tests.replay.forging import Game, game
from tests.replay.running import Running
from tests.vectors import crafted, edwards

SEED, BEFORE = 3, 12


def rewound() -> tuple[Running, Running, int]:
    """A game played to its end, the same game gone on with from an old copy, and where they part."""
    one, other = stopped(), stopped()
    parts = len(one.raws)
    other.now += 1
    one.ended()
    other.ended()
    return one, other, parts


def stopped() -> Running:
    """The game in the middle."""
    running = Running(SEED)
    running.sit()
    running.steps(BEFORE)
    return running


@pytest.fixture(scope="module")
def logs() -> tuple[bytes, bytes, int]:
    """Two histories of one game, and the index at which they part."""
    one, other, parts = rewound()
    return one.data, other.data, parts


@pytest.fixture(scope="module")
def fork(logs: tuple[bytes, bytes, int]) -> Fork:
    """The proof of it."""
    found = fork_between(*logs[:2])
    assert found is not None
    return found


def test_fork_is_found_where_the_logs_part(logs: tuple[bytes, bytes, int], fork: Fork) -> None:
    """It is named with both signatures, whichever log comes first."""
    one, other, parts = logs
    assert fork == fork_between(other, one)
    assert fork.index == parts
    assert fork.words.startswith(f"fork at {parts}: the table ")
    assert fork.one.sig.hex() in fork.words
    assert fork.other.sig.hex() in fork.words


@pytest.mark.parametrize("cut", [0, 1, 5])
def test_log_and_its_beginning_are_no_fork(logs: tuple[bytes, bytes, int], cut: int) -> None:
    """A copy from before, a torn copy and the log itself accuse nobody."""
    whole = logs[0]
    raws = whole[: len(whole) - 100 * cut]
    assert fork_between(whole, raws) is None
    assert fork_between(raws, whole) is None


def test_damage_is_no_fork(logs: tuple[bytes, bytes, int]) -> None:
    """A byte changed by whoever had the file is not the table's second signature."""
    whole = logs[0]
    for at in range(2000, len(whole), 997):
        assert fork_between(whole, whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]) is None


def test_pc_34_restart_from_the_newest_copy_is_no_fork() -> None:
    """An honest server that starts again goes on with the log that it had."""
    running = stopped()
    before = running.data
    running.restarted()
    assert fork_between(before, running.ended()) is None


def test_two_games_are_no_fork(logs: tuple[bytes, bytes, int]) -> None:
    """Logs of two games of one table have nothing to agree on."""
    with pytest.raises(ValueError, match="two games"):
        fork_between(logs[0], game(3, 2, 0).data)
    for data in (b"", b"ONO1\n", b"\x89PNG"):
        with pytest.raises(NotALog):
            fork_between(logs[0], data)


def test_forks_are_found_among_many_files(logs: tuple[bytes, bytes, int], fork: Fork) -> None:
    """In a folder of logs each fork is told once, and what is no log is passed over."""
    one, other, _ = logs
    files = [b"no log", one, game(3, 2, 0).data, other, one[:-200], game(3, 2, 1).data]
    assert forks_among(files) == [fork]
    assert forks_among([one, one, one[:-200]]) == []


# The proof as a file


def test_proof_comes_back_from_its_file(fork: Fork) -> None:
    """Nothing but the two entries is needed."""
    assert read_proof(proof_bytes(fork)) == fork


def test_no_byte_of_a_proof_can_be_changed(fork: Fork) -> None:
    """Whatever is changed, it is no proof any more, or one against another key or game."""
    data = proof_bytes(fork)
    for at in range(len(data)):
        changed = data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]
        with pytest.raises(NotAProof):
            read_proof(changed)


CHANGES: dict[str, Callable[[Fork], Fork]] = {
    "same twice": lambda fork: replace(fork, other=fork.one),
    "other order": lambda fork: replace(fork, one=fork.other, other=fork.one),
    "later": lambda fork: replace(fork, index=fork.index + 1),
    "first": lambda fork: replace(fork, index=0),
    "below": lambda fork: replace(fork, index=-1),
    "true": lambda fork: replace(fork, index=True),
    "other game": lambda fork: replace(fork, game=bytes(32)),
    "short game": lambda fork: replace(fork, game=bytes(31)),
    "small key": lambda fork: replace(fork, table=b"\x01" + bytes(31)),
    "short key": lambda fork: replace(fork, table=bytes(31)),
    "signature enlarged": lambda fork: replace(fork, one=Signed(fork.one.body, crafted.above_the_group(fork.one.sig))),
    "signature cut": lambda fork: replace(fork, one=Signed(fork.one.body, fork.one.sig[:63])),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_no_proof_is_refused(fork: Fork, what: str) -> None:
    """Each part is asked for: two entries in order, one index, the game, a key that may be used, good signatures."""
    with pytest.raises(NotAProof):
        read_proof(proof_bytes(CHANGES[what](fork)))


@pytest.mark.parametrize(
    "data",
    [b"", b"ONO1\n", MAGIC, MAGIC + b"\xc0", MAGIC + packed([1, 2, 3]), MAGIC + packed([b"", b"", 1, [], []])],
)
def test_other_files_are_no_proof(data: bytes) -> None:
    """Noise and other values are refused, not stumbled over."""
    with pytest.raises(NotAProof):
        read_proof(data)


def test_proof_is_one_spelling(fork: Fork) -> None:
    """Bytes behind it, or numbers in a longer form, are not the proof."""
    data = proof_bytes(fork)
    with pytest.raises(NotAProof, match="canonical"):
        read_proof(data + b"\xc0")


def test_beginnings_that_differ_are_two_games() -> None:
    """At index 0 there is no fork: the game's id is the hash of that entry."""
    one, other = game(3, 2, 0).book, game(3, 2, 1).book
    assert fork_of(one.gid, one.table, 0, (one.pairs[0], other.pairs[0])) is None


def test_entry_that_the_table_did_not_sign_proves_nothing(logs: tuple[bytes, bytes, int]) -> None:
    """Whoever writes an entry of its own for a place accuses nobody with it."""
    played = Game(3, 2, 0)
    at = len(played.raws) - 1
    strange = Signed(played.book.pairs[at].body, bytes(64))
    data = written([*played.raws[:at], pair_bytes(strange)])
    assert fork_between(played.data, data) is None


def test_key_under_which_anybody_can_sign_proves_nothing(fork: Fork) -> None:
    """Under a key of small order one signature is good for every message."""
    anybody = edwards.packed(edwards.times(5, crafted.BASE)) + (5).to_bytes(32, "little")
    weak = edwards.packed(edwards.IDENTITY)
    entries = Signed(b"one", anybody), Signed(b"other", anybody)
    for message in (b"one", b"other"):
        Ed25519PublicKey.from_public_bytes(weak).verify(anybody, message)  # which would raise InvalidSignature
    assert fork_of(fork.game, weak, fork.index, entries) is None
