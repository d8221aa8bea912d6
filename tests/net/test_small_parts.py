"""Room codes, followers, limits, host names, links, the secret's file."""

import os
from contextlib import ExitStack
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_net.client import Target, target_of
from ono_net.hosts import Hosts, host_of, lan_address
from ono_net.limits import GUESSES_AT_ONCE, Bucket, Doorman, Limits, TooMany, Visitor
from ono_net.lobby import ALPHABET, ODDS, Followers, code_of, free_code
from ono_net.proxies import Proxies
from ono_net.secrets import BadSecret, master_secret


@pytest.mark.parametrize("text", ["KWPX", "kwpx", " kw px ", "K W\tP X\n"])
def test_code_as_people_write_it(text: str) -> None:
    """Case and spaces of a room code do not count."""
    assert code_of(text) == "KWPX"


@pytest.mark.parametrize("text", ["", "KWP", "KWPXKWPXK", "KWPO", "KWPI", "KWP0", "KWP1", "KWP-", "ÄWPX", "ßWPX"])
def test_no_code(text: str) -> None:
    """Other lengths, and letters that look like digits, are no code."""
    assert code_of(text) is None


@given(st.binary(min_size=8, max_size=8))
def test_free_codes(entropy: bytes) -> None:
    """Any entropy gives a code that can be typed, and never one that is taken."""
    code = free_code((), entropy)
    assert code_of(code) == code
    assert free_code({code}, entropy) != code


@pytest.mark.parametrize(("taken", "length"), [(0, 4), (5, 4), (6, 5), (158, 5), (159, 6), (3821, 6), (3822, 7)])
def test_codes_grow_with_the_house(taken: int, length: int) -> None:
    """The more rooms there are, the longer a new code: a guess never hits more than once in 50,000 times."""
    codes = {f"taken {n}" for n in range(taken)}
    assert len(free_code(codes, bytes(8))) == length
    assert len(ALPHABET) ** length >= ODDS * (taken + 1)


def test_newest_connection_wins() -> None:
    """A second connection of an identity replaces the first, whose leaving then changes nothing."""
    followers: Followers[str] = Followers()
    assert followers.join(b"ana", "old") is None
    assert followers.join(b"ana", "new") == "old"
    assert followers.join(b"ana", "new") is None
    assert not followers.leave(b"ana", "old")
    assert list(followers) == [(b"ana", "new")]
    assert followers.leave(b"ana", "new")
    assert list(followers) == []


def test_bucket() -> None:
    """A burst passes at once; after it each message waits for its turn; idle time fills the bucket again."""
    bucket = Bucket(rate=10, burst=3, now=0)
    assert [bucket.take(0) for _ in range(3)] == [0, 0, 0]
    assert [round(bucket.take(0), 3) for _ in range(2)] == [0.1, 0.2]
    assert bucket.take(0.3) == 0
    assert [bucket.take(100) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(100) > 0


def test_doorman() -> None:
    """One address has so many connections, loopback only the limit of all; whoever leaves makes room."""
    doorman = Doorman(Limits(connections=6, per_address=2))
    with ExitStack() as inside:
        for _ in range(6):
            inside.enter_context(doorman.entering())
        with pytest.raises(TooMany), doorman.entering():
            pass
    assert doorman.inside == 0
    near, far = ip_address("::1"), ip_address("192.0.2.1")
    with ExitStack() as held:
        for address in (far, far, near, near, near):
            held.enter_context(doorman.holding(doorman.visitor(address, 0)))
        with pytest.raises(TooMany), doorman.holding(doorman.visitor(far, 0)):
            pass
        with doorman.holding(doorman.visitor(ip_address("192.0.2.2"), 0)):
            pass
    with doorman.holding(doorman.visitor(far, 0)):
        pass


def test_one_home_is_one_visitor() -> None:
    """An IPv6 network of 64 bits has one account, whatever address of it is used; its neighbour has another."""
    doorman = Doorman(Limits())
    first, second, third = map(ip_address, ("2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1"))
    assert doorman.visitor(first, 0) is doorman.visitor(second, 0)
    assert doorman.visitor(first, 0) is not doorman.visitor(third, 0)


def test_accounts_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """With too many addresses those that owe nothing are forgotten; who has guessed wrong codes is not."""
    monkeypatch.setattr("ono_net.limits.ADDRESSES", 10)
    doorman = Doorman(Limits())
    guesser = doorman.visitor(ip_address("192.0.2.1"), 0)
    guesser.guesses.take(0)
    for number in range(2, 40):
        doorman.visitor(ip_address(f"192.0.2.{number}"), 0)
    assert len(doorman._visitors) <= 11
    assert doorman.visitor(ip_address("192.0.2.1"), 0) is guesser


def test_guesses_of_a_room_code() -> None:
    """After ten wrong codes nobody gets an answer, until half a minute has brought one guess back."""
    visitor = Visitor(ip_address("192.0.2.1"), 0)
    for _ in range(GUESSES_AT_ONCE):
        visitor.may_guess(0)
        visitor.guesses.take(0)
    with pytest.raises(TooMany, match="wait 31 s") as met:
        visitor.may_guess(0)
    assert round(met.value.wait) == 30
    visitor.may_guess(30.1)


@pytest.mark.parametrize(
    ("peer", "line", "sender"),
    [
        ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "203.0.113.9, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("10.0.0.1", "2001:db8::7", "2001:db8::7"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "rubbish", "10.0.0.1"),
        ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
    ],
)
def test_behind_proxies(peer: str, line: str, sender: str) -> None:
    """A trusted proxy is believed about whom it was asked by; what that one says itself, or a stranger, is not."""
    proxies = Proxies([ip_network("10.0.0.0/8")])
    assert proxies.sender(ip_address(peer), {"x-forwarded-for": line}) == ip_address(sender)


@pytest.mark.parametrize(
    ("host", "knows"),
    [
        ("localhost:8765", True),
        ("127.0.0.1:8765", True),
        ("127.9.9.9:8765", True),
        ("[::1]:8765", True),
        ("192.0.2.7:8765", True),
        ("ono.example", True),
        ("ono.example:8765", False),
        ("192.0.2.8:8765", False),
        ("localhost", False),
        ("localhost:80", False),
        ("localhost.evil.example:8765", False),
        ("evil.example:8765", False),
        ("user@localhost:8765", False),
        ("localhost:8765/x", False),
        ("2130706433:8765", False),
        ("", False),
    ],
)
def test_hosts(host: str, knows: bool) -> None:  # noqa: FBT001 - a parameter of the table above
    """The server knows itself by loopback names, the address that was reached, and its public name."""
    assert Hosts("https://ono.example/").knows(host, "::ffff:192.0.2.7", 8765) is knows


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://Ono.Example:80/r/KWPX", "ono.example"),
        ("https://ono.example:443", "ono.example"),
        ("https://ono.example:80", "ono.example:80"),
        ("wss://ono.example", "ono.example"),
        ("ws://[::1]:8765/ws", "[::1]:8765"),
    ],
)
def test_host_of_a_url(url: str, host: str) -> None:
    """The Host header is that of browsers: lower case, no default port."""
    assert host_of(url) == host


def test_links_for_others() -> None:
    """A link shown to others has the public URL, else the network's address in place of loopback."""
    lan = "http://192.0.2.7:8765"
    assert Hosts("https://ono.example/").base("localhost:8765", lan) == "https://ono.example"
    assert Hosts().base("localhost:8765", lan) == lan
    assert Hosts().base("127.0.0.1:8765", lan) == lan
    assert Hosts().base("localhost:8765", None) == "http://localhost:8765"
    assert Hosts().base("192.0.2.9:8765", lan) == "http://192.0.2.9:8765"


def test_lan_address() -> None:
    """The address for others, if there is one, is none that only this machine can reach."""
    address = lan_address()
    assert address is None or not ip_address(address).is_loopback


def test_target_of_a_link() -> None:
    """A room link names server, room and fingerprint; a plain URL only the server."""
    assert target_of("http://192.0.2.7:8765/r/kwpx#k=abc") == Target("http://192.0.2.7:8765", "KWPX", "abc")
    assert target_of("https://ono.example/") == Target("https://ono.example", None, None)


@pytest.mark.parametrize("text", ["KWPX", "localhost:8765", "ftp://ono.example", "http://"])
def test_no_link(text: str) -> None:
    """What is no web link is refused."""
    with pytest.raises(ValueError, match="expected a link"):
        target_of(text)


def test_secret_is_made_once(tmp_path: Path) -> None:
    """The first start makes the secret, unreadable for others; every later one finds the same."""
    secret = master_secret(tmp_path)
    assert len(secret) == 32
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert master_secret(tmp_path) == secret
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_interrupted_making(tmp_path: Path) -> None:
    """What an interrupted start left behind is no secret, and does not stand in the way."""
    (tmp_path / f".secret.{os.getpid()}").write_bytes(b"half")
    assert len(master_secret(tmp_path)) == 32


def test_a_secret_that_is_needed_is_not_made_anew(tmp_path: Path) -> None:
    """Rooms that are kept need theirs: a server without it does not start with another."""
    with pytest.raises(BadSecret, match="the secret of the rooms that are kept here is gone"):
        master_secret(tmp_path, is_needed=True)
    assert list(tmp_path.iterdir()) == []


def test_readable_secret(tmp_path: Path) -> None:
    """A secret that others may read is refused, with the command that mends it."""
    master_secret(tmp_path)
    (tmp_path / "secret").chmod(0o644)
    with pytest.raises(BadSecret, match="expected mode 600, got 644; try: chmod 600"):
        master_secret(tmp_path)


def test_cut_secret(tmp_path: Path) -> None:
    """A secret of another size is refused, never replaced."""
    path = tmp_path / "secret"
    path.write_bytes(bytes(31))
    path.chmod(0o600)
    with pytest.raises(BadSecret, match="expected 32 bytes, got 31"):
        master_secret(tmp_path)
    assert path.read_bytes() == bytes(31)
