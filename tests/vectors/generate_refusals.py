"""Makes refusals.json: what a table accepts and what it refuses, and with which code.

Two rows: acts under the rules, at places of the whole games beside this file; and signed commands at the end of a small
log, as a table gets them. Run it as ``python -m tests.vectors.generate_refusals`` after ``generate_logs``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ono_core.fair.keys import sign
from ono_core.fair.transcript import encode
from ono_core.game import commands as cmd
from ono_core.game.decider import decide
from ono_core.game.faces import Colour
from ono_core.game.refusals import Refusal
from ono_core.game.rules import Rules
from ono_core.game.state import State
from ono_core.log.book import Book
from ono_core.log.codec import packed
from ono_core.log.entries import ByPlayer, Signed, SignedAct, sign_command
from ono_core.log.file import frames
from ono_core.log.kinds import SEAT_ACT_KINDS
from ono_core.log.proofs import Proofs
from ono_net.room import Answer, Draft
from tests.net.table import MASTER, Table, secret
from tests.vectors.schema import hexed

FILE = Path(__file__).with_name("refusals.json")
LOGS = FILE.with_name("logs")
EACH = 2
"""Cases of one kind of act with one outcome, over all logs."""

STRANGER = cmd.Join(secret("who"), secret("session"), secret("x25519"), secret("anchor"), bytes(64), "Zoe", None)
"""Whoever's keys: the rules do not look at them."""

Case = dict[str, Any]


# Under the rules


def acts(state: State, seat: int) -> Iterator[cmd.Command]:
    """What this seat may try, sensible or not."""
    step, hand = state.step, state.hands[seat] if seat < len(state.hands) else ()
    turns: tuple[cmd.Act, ...] = (cmd.Draw(), cmd.Pass(), cmd.Accept(), cmd.Challenge(), cmd.NameColour(Colour.GREEN))
    yield from (cmd.Command(seat, act, step) for act in turns)
    for slot in hand:
        yield from (cmd.Command(seat, cmd.Play((slot,), colour), step) for colour in (None, Colour.RED))
    yield cmd.Command(seat, cmd.Play(hand[:2]), step)
    yield cmd.Command(seat, cmd.Play((0,)), step)
    yield cmd.Command(seat, cmd.Draw(), step + 1)
    others = (cmd.Call(), cmd.Start(), cmd.NextRound(), cmd.Leave(), cmd.Unseat(9), cmd.SetPause(on=True))
    yield from (cmd.Command(seat, act) for act in others)
    yield from (cmd.Command(seat, cmd.Catch(missed.seat, missed.step)) for missed in state.exposed)
    yield cmd.Command(seat, cmd.Catch(1 - min(seat, 1), 1))
    yield from (cmd.Command(seat, cmd.AddBot("easy", wanted)) for wanted in (None, 0))
    yield cmd.Command(seat, cmd.SetOptions({"preset": "boardflix", "wings": 2}))


def joins(state: State) -> Iterator[cmd.Command]:
    """Who may try to sit down."""
    names = [seat.name for seat in state.seats if seat]
    for join in (
        STRANGER,
        replace(STRANGER, wanted=0),
        replace(STRANGER, name=names[0]),
        replace(STRANGER, name="\u202e"),
        replace(STRANGER, identity=next(seat.identity for seat in state.seats if seat and seat.is_human)),
    ):
        yield cmd.Command(None, join)


def rules_cases() -> Iterator[Case]:
    """The first cases of each kind of act with each outcome."""
    found: dict[tuple[str, str], int] = {}
    for path in sorted(LOGS.glob("*.ono")):
        raws = list(frames(path.read_bytes()))
        faces = cards_of(raws)
        book = Book()
        for index, raw in enumerate(raws):
            book.add(book.check(raw))
            state = book.state
            if not any(seat and seat.is_human for seat in state.seats) or (not state.hands and index % 7):
                continue
            held = {slot: faces[slot] for hand in state.hands for slot in hand if slot in faces}
            if sum(map(len, state.hands)) != len(held):
                continue
            tried = (command for seat in state.taken for command in acts(state, seat))
            for command in (*tried, *joins(state)):
                code = outcome(book.rules, state, held, command)
                if code is None:
                    continue
                act = hexed(SEAT_ACT_KINDS.plain(command.act))
                if found.get((act[0], code), 0) < EACH:
                    found[act[0], code] = found.get((act[0], code), 0) + 1
                    asked = {"seat": command.seat, "step": command.step, "act": act, "expect": code}
                    yield {"log": f"logs/{path.name}", "index": index, "cards": sorted(held.items()), **asked}


def outcome(rules: Rules, state: State, hands: dict[int, int], command: cmd.Command) -> str | None:
    """What becomes of a command, by the hands and what lies open; None where it turns on cards of the pile."""
    try:
        decided = decide(rules, state, {**state.opened, **hands}, command)
    except KeyError:
        return None
    return decided.code if isinstance(decided, Refusal) else "ok"


def cards_of(raws: list[bytes]) -> dict[int, int]:
    """Slot -> card, as far as the whole log tells."""
    book, proofs = Book(), Proofs()
    for raw in raws:
        before, checked = book.state, book.check(raw)
        book.add(checked)
        proofs.take(checked, before, book.gid, book.table)
    return proofs.faces


# Signed


class Position(Table):
    """Anna and Ben, who is asked, and what they sign."""

    def case(self, what: str, name: str, command: Signed) -> Case:
        """What the table makes of a command that comes over this one's connection."""
        identity = self.players[name].keys.identity
        done = self.room.command(identity, command.body, command.sig, self.now)
        told = {"what": what, "identity": identity.hex(), "body": command.body.hex(), "sig": command.sig.hex()}
        return {**told, "expect": outcome_of(done)}

    def signed(self, name: str, act: cmd.Act, **other: Any) -> Signed:
        """A good signature under an act, with some fields of its command another."""
        player = self.players[name]
        counter = player.book.counters.get(player.keys.session, 0) + 1
        head = player.book.head
        said = replace(SignedAct(player.seat, counter, head.index, head.hash, None, act), **other)
        return sign_command(player.keys.session_secret, player.keys.gid, said)

    def bytes_signed(self, name: str, body: bytes) -> Signed:
        """Any bytes, signed as a command."""
        keys = self.players[name].keys
        return Signed(body, sign(keys.session_secret, encode("ono1/cmd", keys.gid, body)))


def outcome_of(done: Draft | Answer) -> dict[str, Any]:
    """What a table makes of a command, as the file says it."""
    if isinstance(done, Answer) and done.code:
        return {"code": done.code, "step": done.step, "counter": done.counter}
    return {"index": done.index}


def position() -> Position:
    """A game of two, dealt."""
    table = Position("anna", "ben")
    table.start()
    table.enter("cleo")
    return table


def signed_cases(table: Position) -> Iterator[Case]:
    """One of each outcome."""
    state = table.room.state
    asked = str(table.name_at(state.turn))
    other = "ben" if asked == "anna" else "anna"
    draw, wait = cmd.Draw(), cmd.Leave()
    good = table.signed(asked, wait)
    yield table.case("good", asked, good)
    yield table.case("another's signature", asked, Signed(good.body, table.signed(other, wait).sig))
    yield table.case("a signature of zeros", asked, Signed(good.body, bytes(64)))
    yield table.case("over another's connection", other, good)
    yield table.case("another's seat", other, table.signed(other, wait, seat=state.turn))
    yield table.case("no seat", "cleo", table.signed("cleo", wait, seat=None))
    yield table.case("a counter that was used", asked, table.signed(asked, wait, counter=1))
    yield table.case("another step", asked, table.signed(asked, draw, step=state.step - 1))
    yield table.case("not on turn", other, table.signed(other, draw, step=state.step))
    yield table.case("a head that is not in the log", asked, table.signed(asked, wait, seen_hash=bytes(32)))
    yield table.case("a head that is still to come", asked, table.signed(asked, wait, seen_index=len(table.raws)))
    yield table.case("an act of a turn without its step", asked, table.signed(asked, draw))
    yield table.case("no command", asked, table.bytes_signed(asked, packed("draw")))
    head = table.room.book.head
    seal = packed([state.turn, 9, head.index, head.hash, None, ["seal", {}]])
    yield table.case("an act of the table", asked, table.bytes_signed(asked, seal))
    join = table.players["cleo"].keys.join("Cleo")
    bad = replace(join, cert=bytes(64))
    yield table.case("a certificate of nothing", "cleo", table.signed("cleo", bad, seat=None, counter=1))
    weak = replace(join, session=bytes(32))
    yield table.case("a session key of small order", "cleo", table.signed("cleo", weak, seat=None, counter=1))
    yield table.case("once more what stands in the log", "anna", first_command(table))


def first_command(table: Position) -> Signed:
    """The command that stands in the log first."""
    causes = (entry.cause for entry in table.room.book.entries)
    return next(Signed(cause.body, cause.sig) for cause in causes if isinstance(cause, ByPlayer))


def text() -> str:
    """The file as it stands in the repository, a case a line."""
    table = position()
    head: dict[str, Any] = {
        "spec": "rules.md, protocol.md section 4",
        "comment": "rules: after entry index of the log, with these cards (slot, card id) in the hands, the act is "
        "accepted (ok) or refused with a code; signed: after the entries, on a table with this master secret, the "
        "command over a connection of identity is refused so, or stands in the entry of this index",
        "master": MASTER.hex(),
        "entries": [raw.hex() for raw in table.raws],
    }
    rows = {"rules": rules_cases(), "signed": signed_cases(table)}
    parts = [f'"{name}": [\n' + ",\n".join(map(json.dumps, cases)) + "\n]" for name, cases in rows.items()]
    return json.dumps(head)[:-1] + ",\n" + ",\n".join(parts) + "}\n"


if __name__ == "__main__":
    FILE.write_text(text())
