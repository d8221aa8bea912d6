"""Attacks with commands and signatures: rows 16, 22, 23 and 25."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgpack  # type: ignore[import-untyped]  # it comes without types
from msgspec.structs import replace

from ono_core.fair.keys import own_secret, sign
from ono_core.fair.transcript import encode
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.log.codec import unpacked
from ono_core.log.entries import ByPlayer, Entry, certificate_text, read_command, sign_command
from ono_net.player import GameKeys
from tests.replay.attacks.table import Forged, Seen, attack, honest, twin
from tests.replay.forging import Game, command_of, game, of_player, with_event
from tests.vectors import crafted, edwards

# Row 16


@attack(16, "counter-reused", "table", Seen.AT_ONCE, "undecided")
def command_of_an_earlier_turn_again() -> Forged:
    """The bytes of a player's command are logged once more at a later turn."""
    played = honest()
    at, cause = _later_turn(played)
    return Forged(played.ending_with(replace(played.entries[at], cause=cause)), at)


@attack(16, "bad-command-signature", "table", Seen.AT_ONCE)
def command_from_another_table() -> Forged:
    """The same player signed the same words in another game."""
    played = honest()
    at = played.index(of_player)

    def from_another(entry: Entry) -> Entry:
        said = command_of(entry)
        other = GameKeys(played.players[said.seat or 0].keys._identity_secret, game(3, 2, 1).book.gid)
        signed = sign_command(other.session_secret, other.gid, said)
        return replace(entry, cause=ByPlayer(signed.body, signed.sig))

    return Forged(played.forged({at: from_another}), at, reader=_victim(played, at))


@attack(16, "undecided", "table", Seen.AT_AUDIT)
def command_held_back_to_a_later_turn() -> Forged:
    """A move that a player signed at one turn and the table did not log then stands at the next."""
    played = honest()
    at, cause = _later_turn(played)
    then = read_command(cause.body).step

    def held_back(entry: Entry) -> Entry:
        return replace(entry, cause=played.command(replace(command_of(entry), step=then)))

    return Forged(played.forged({at: held_back}), at)


def _later_turn(played: Game) -> tuple[int, ByPlayer]:
    """A play, and the command of an earlier play by the same player."""
    plays = [entry for entry in played.entries if of_player(entry)]
    first = next(entry for entry in plays if command_of(entry).seat == command_of(plays[-1]).seat)
    assert first is not plays[-1]
    assert isinstance(first.cause, ByPlayer)
    return plays[-1].index, first.cause


def _victim(played: Game, at: int) -> bytes:
    """The identity secret of the player in whose name the entry is, whose client looks at its own commands at once."""
    return played.players[command_of(played.entries[at]).seat or 0].keys._identity_secret


@twin(16)
def same_words_at_another_turn() -> bytes:
    """A player asks for the same thing twice: each command is a new one."""
    played = next(game for game in (Game(3, 2, seed, "easy") for seed in range(50)) if _draws(game) > 1)
    return played.data


def _draws(played: Game) -> int:
    """How often the player of seat 0 asked to draw."""
    said = [command_of(entry) for entry in played.entries if isinstance(entry.cause, ByPlayer)]
    return sum(one.seat == 0 and isinstance(one.act, cmd.Draw) for one in said)


# Row 22: the attacker is a player who signs with its own key what a careless table logs

_SPELLINGS: dict[str, Callable[[list[Any]], bytes]] = {
    "a_name_twice": lambda body: _spelt(body, lambda act: _map([*act.items(), ("colour", "B")])),
    "names_in_another_order": lambda body: _spelt(body, lambda act: _map([*act.items()][::-1])),
    "text_that_is_no_utf_8": lambda body: _spelt(body, lambda act: _same(act).replace(b"colour", b"colou\xff")),
    "a_number_in_a_longer_form": lambda body: _numbered(body, b"\xcd" + body[1].to_bytes(2, "big")),
    "a_number_as_a_fraction": lambda body: _numbered(body, _packed(float(body[1]))),
    "a_number_beyond_2_to_the_53": lambda body: _numbered(body, _packed(2**53 + 1)),
    "a_byte_more": lambda body: _spelt(body, _same) + b"\xc0",
}  # fmt: skip
"""What is written differently -> the spelling of a command's body."""


def _packed(value: Any) -> bytes:
    return cast("bytes", msgpack.packb(value))  # pyright: ignore[reportUnknownMemberType]


def _same(act: dict[str, Any]) -> bytes:
    return _map([*act.items()])


def _map(items: list[tuple[str, Any]]) -> bytes:
    return bytes([0x80 + len(items)]) + b"".join(_packed(part) for item in items for part in item)


def _spelt(body: list[Any], act: Callable[[dict[str, Any]], bytes]) -> bytes:
    *before, (kind, fields) = body
    return b"\x96" + b"".join(map(_packed, before)) + b"\x92" + _packed(kind) + act(fields)


def _numbered(body: list[Any], counter: bytes) -> bytes:
    seat, _, *others = map(_packed, body)
    return b"\x96" + seat + counter + b"".join(others)


def _spelling(name: str, spelt: Callable[[list[Any]], bytes]) -> None:
    def make() -> Forged:
        played = honest()
        at = played.index(of_player)

        def other(entry: Entry) -> Entry:
            assert isinstance(entry.cause, ByPlayer)
            plain: Any = unpacked(entry.cause.body)
            assert _spelt(plain, _same) == entry.cause.body
            body, keys = spelt(plain), played.players[read_command(entry.cause.body).seat or 0].keys
            return replace(entry, cause=ByPlayer(body, sign(keys.session_secret, encode("ono1/cmd", keys.gid, body))))

        return Forged(played.ending_in(at, other), at)

    make.__name__ = name
    attack(22, "not-canonical", "table", Seen.AT_ONCE)(make)


for _name, _how in _SPELLINGS.items():
    _spelling(_name, _how)


@twin(22)
def names_in_every_script() -> bytes:
    """Any text that is a name is one spelling of itself."""
    running = honest()
    return running.data


# Row 23


@attack(23, "weak-key", "table", Seen.AT_ONCE)
def session_key_with_a_part_of_order_8() -> Forged:
    """A player's key for which libraries differ on some signatures, certified by its identity."""
    played, at = honest(), honest().with_event(ev.Seated)
    keys = played.players[0].keys
    return _seated(at, session=edwards.packed(crafted.with_torsion(crafted.public(keys.session_secret))))


@attack(23, "weak-key", "table", Seen.AT_ONCE)
def session_key_of_small_order() -> Forged:
    """A key under which anybody can sign."""
    return _seated(honest().with_event(ev.Seated), session=edwards.packed(crafted.torsion_point()))


@attack(23, "weak-key", "table", Seen.AT_ONCE)
def exchange_key_of_small_order() -> Forged:
    """An X25519 key with which nothing stays secret."""
    return _seated(honest().with_event(ev.Seated), x25519=b"\x01" + bytes(31))


@attack(23, "weak-key", "table", Seen.AT_ONCE)
def exchange_key_too_short() -> Forged:
    """An X25519 key of 31 bytes: it would even stop an honest dealer."""
    return _seated(honest().with_event(ev.Seated), x25519=bytes(31))


def _seated(at: int, **fields: bytes) -> Forged:
    """The player of seat 0 joins with other keys, which its identity certifies; the log ends there."""
    played = honest()
    keys = played.players[0].keys
    mine = {"session": keys.session, "x25519": keys.x25519, **fields}
    cert = sign(keys._identity_secret, certificate_text(keys.gid, mine["session"], mine["x25519"], keys.chain.anchor))
    return Forged(played.ending_with(_joined(played.entries[at], cert=cert, **fields)), at)


def _joined(entry: Entry, **fields: bytes) -> Entry:
    """The join of seat 0 with these keys, signed by that player."""
    said = command_of(entry)
    cause = honest().command(replace(said, act=replace(said.act, **fields)), by=0)
    return replace(with_event(ev.Seated, **fields)(entry), cause=cause)


@attack(23, "bad-command-signature", "table", Seen.AT_ONCE)
def signature_that_begins_with_the_identity() -> Forged:
    """R is nothing: OpenSSL and WebCrypto take it, others do not."""
    return _crafted(crafted.beginning_with_nothing)


@attack(23, "bad-command-signature", "table", Seen.AT_ONCE)
def signature_that_is_good_only_eightfold() -> Forged:
    """R has a part of order 8: libraries that multiply by the cofactor take it."""
    return _crafted(crafted.beginning_with_torsion)


def _crafted(signed: Callable[[bytes, bytes, bytes], bytes]) -> Forged:
    played = honest()
    at = played.index(of_player)

    def changed(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByPlayer)
        keys = played.players[read_command(entry.cause.body).seat or 0].keys
        text = encode("ono1/cmd", keys.gid, entry.cause.body)
        return replace(entry, cause=ByPlayer(entry.cause.body, signed(keys.session_secret, keys.session, text)))

    return Forged(played.forged({at: changed}), at, reader=_victim(played, at))


@twin(23)
def signatures_of_the_other_implementation() -> bytes:
    """Commands signed by plain arithmetic, byte for byte as the standard has it, are good."""
    played = honest()
    at = played.index(of_player)
    forged = _crafted(lambda secret, key, text: crafted.signature(secret, key, text, edwards.times(5, crafted.BASE), 5))
    assert forged.index == at
    assert forged.data != played.data
    return forged.data


# Row 25


@attack(25, "bad-command-signature", "table", Seen.AT_ONCE)
def signature_of_the_end_under_a_move() -> Forged:
    """The table has a player's signature of the game's end, and puts it under a move."""
    played = honest()
    end = played.entries[played.with_event(ev.Cosigned)]
    (cosigned,) = [event for event in end.events if isinstance(event, ev.Cosigned)]
    at = played.index(lambda entry: of_player(entry) and command_of(entry).seat == cosigned.seat)

    def changed(entry: Entry) -> Entry:
        assert isinstance(entry.cause, ByPlayer)
        return replace(entry, cause=ByPlayer(entry.cause.body, cosigned.sig))

    return Forged(played.forged({at: changed}), at, reader=_victim(played, at))


@attack(25, "bad-certificate", "table", Seen.AT_ONCE)
def greeting_as_a_certificate() -> Forged:
    """The table has a player's signature from the connection, and makes keys for it of its own."""
    played = honest()
    at, keys = played.with_event(ev.Seated), played.players[0].keys
    greeting = sign(keys._identity_secret, encode("ono1/hello", played.book.table, b"localhost", bytes(32), bytes(32)))
    mine = own_secret(played.table_secret, "x25519", keys.gid)
    return Forged(played.ending_with(_joined(played.entries[at], x25519=mine, cert=greeting)), at)


@twin(25)
def all_kinds_of_signatures_in_their_places() -> bytes:
    """One session key signs a join, moves, and the end."""
    played = honest()
    kinds = {type(command_of(entry).act).__name__ for entry in played.entries if isinstance(entry.cause, ByPlayer)}
    assert {"Join", "Play", "Cosign"} <= kinds
    return played.data
