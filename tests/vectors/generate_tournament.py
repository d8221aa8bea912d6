"""Makes tournament.json, and the worked example of spec/tournament.md.

Every secret is S(name) = H("ono1/test", name). ``python -m tests.vectors.generate_tournament`` writes the file;
``python -m tests.vectors.generate_tournament example`` prints the example.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import astuple, replace

from ono_core.fair.keys import sign
from ono_core.fair.transcript import encode, hashed, u64
from ono_core.log.entries import Signed, pair_bytes
from ono_core.tournament import acts
from ono_core.tournament.hashes import draw_seed, request_id, room_nonce, seed_commitment
from ono_core.tournament.ledger import (
    ACT_KINDS,
    ByOrganiser,
    ByPerson,
    Entry,
    Ledger,
    entry_body,
    sign_request,
)
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.standings import standings
from ono_core.tournament.state import changed_since
from tests.core.tournament.evening import Evening, key, registered, secret

FILE = Path(__file__).with_name("tournament.json")


# Whole tournaments


def points() -> Evening:
    """Two rounds and a final: a forfeit, a removed player, a correction, an undoing, people who come and go."""
    evening = Evening(8, rounds=2, final={"seats": 3})
    evening.does(acts.Deputise(key("Desk")))
    first, second = evening.draws()
    evening.plays(1, absent=(min(first.players),))
    there, *away = second.players
    evening.does(acts.Forfeit(1, 2, tuple(sorted(away)), "one at table 2, the others in the tunnel"))
    evening.asks("Ines", registered("Ines"))
    evening.asks("Anna", acts.Withdraw(1, ""))
    evening.does(acts.Substitute(2, "Zoe", key("Zoe"), secret("Zoe nonce"), "Bo went home"))
    evening.round()
    evening.asks("Desk", acts.Adjudicate(1, 2, (1, 2, 2, 0), (0, 0, 0, 0), "three were there, and played on paper"))
    evening.asks("Desk", acts.Penalise(there, 1, "looked at a hand"))
    evening.asks("Desk", acts.Undo(len(evening.ledger) - 1, "it lay open"))
    evening.does(acts.Return(1))
    evening.round()
    evening.does(acts.Finish())
    return evening


def knockout() -> Evening:
    """Seven by twos: one sits out, at one table nobody comes, a room breaks off and is opened again."""
    twos = {"size": 2, "smallest": 2, "largest": 2}
    evening = Evening(7, format="knockout", knockout={"advance": 1}, table=twos, scoring={"by": "wins"})
    first, *others = evening.draws()
    evening.does(acts.Forfeit(1, 1, tuple(sorted(first.players)), "nobody at table 1"))
    evening.opens(2)
    for table in others:
        evening.plays(table.number)
    evening.round()
    evening.round()
    return evening


def groups() -> Evening:
    """Eight in two groups, points by score with penalties and a table that counts for nobody."""
    evening = Evening(8, format="groups", groups={"size": 4}, rounds=2, scoring={"by": "score", "tie_breaks": ["lot"]})
    evening.round()
    evening.does(acts.Penalise(3, 5, "late again"))
    evening.does(acts.Pause("fire alarm"))
    evening.does(acts.Resume())
    evening.draws()
    evening.does(acts.GiveTime(2, 1, 60_000, "a spilt glass"))
    evening.plays(1)
    evening.does(acts.VoidTable(2, 2, "the alarm again"))
    return evening


def match() -> Evening:
    """Three until somebody has nine points, ties left as they are."""
    evening = Evening(3, format="match", rounds=5, match={"target": 9}, scoring={"tie_breaks": []})
    evening.round()
    evening.round()
    return evening


WHOLE: dict[str, Callable[[], Evening]] = {"points": points, "knockout": knockout, "groups": groups, "match": match}


def whole(name: str) -> dict[str, Any]:
    """One tournament: its bytes, and what they say."""
    evening = WHOLE[name]()
    return {
        "name": name,
        "tid": evening.ledger.tid.hex(),
        "entries": [raw.hex() for raw in evening.ledger.raws()],
        "hashes": [one.hex() for one in evening.ledger.hashes],
        "standings": [[*astuple(row)] for row in standings(evening.state)],
        "flags": [[[*astuple(change)] for change in changed_since(evening.state, one)] for one in evening.state.rounds],
    }


# One thing refused


def refused() -> Iterator[dict[str, Any]]:
    """Each after the first ``entries`` of the tournament ``points``: who asks what, and the code."""
    ledger = points().ledger
    drawn = next(at for at, entry in enumerate(ledger.entries) if _is(entry, "draw")) + 1
    asked: list[tuple[int, str | None, acts.Act]] = [
        (2, None, registered("Anna")),
        (2, None, acts.Register("anna", key("Bo"), secret("n"))),
        (2, None, acts.Register(" Bo", key("Bo"), secret("n"))),
        (2, "Anna", registered("Bo")),
        (2, None, acts.Draw(_seed(1))),
        (drawn - 1, None, acts.Draw(_seed(2))),
        (drawn, None, acts.Draw(_seed(2))),
        (drawn, None, acts.Finish()),
        (drawn, "Anna", acts.VoidTable(1, 1, "mine")),
        (drawn, "Desk", acts.Forfeit(1, 1, ledger.state.table(1, 1).players[:1], "late")),
        (drawn, "Desk", acts.Adjudicate(1, 1, (1, 1, 2, 3), (0, 0, 0, 0), "no such places")),
        (drawn, "Desk", acts.Adjudicate(1, 3, (1, 2, 3, 4), (0, 0, 0, 0), "no such table")),
        (drawn, "Desk", acts.VoidTable(1, 1, "")),
        (len(ledger) - 1, None, acts.Draw(_seed(3))),
        (len(ledger) - 1, None, registered("Late")),
        (len(ledger) - 1, "Desk", acts.Undo(_entry(ledger, "forfeit"), "no")),
        (len(ledger), None, acts.Finish()),
    ]
    for entries, who, act in asked:
        now = Ledger.of(ledger.raws()[:entries], again=False)
        cause = sign_request(secret(who), ledger.tid, 1_000, act) if who else ByOrganiser(act)
        refusal = now.draft(secret("organiser"), now.time, cause)
        assert isinstance(refusal, Refusal), act
        yield {"entries": entries, "by": who, "act": _hexed(ACT_KINDS.plain(act)), "code": refusal.code}


def _seed(draw: int) -> bytes:
    return draw_seed(secret("organiser"), secret("tournament"), draw)


def _is(entry: Entry, act: str) -> bool:
    return isinstance(entry.cause, ByOrganiser) and ACT_KINDS.name(entry.cause.act) == act


def _entry(ledger: Ledger, act: str) -> int:
    return next(at for at, entry in enumerate(ledger.entries) if _is(entry, act))


def _hexed(plain: Any) -> Any:
    match plain:
        case bytes():
            return plain.hex()
        case dict():
            return {key: _hexed(value) for key, value in plain.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case list() | tuple():
            return [_hexed(value) for value in plain]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return plain


# One thing wrong

WRONG: dict[str, tuple[str, Callable[[Entry], Entry]]] = {
    "a place is left out": ("wrong-index", lambda entry: replace(entry, index=entry.index + 1)),
    "an entry before it is another": ("wrong-previous", lambda entry: replace(entry, previous=bytes(32))),
    "it is of an hour before": ("clock-fell", lambda entry: replace(entry, time=entry.time - 3_600_000)),
    "a result that nobody reported": ("undecided", lambda entry: replace(entry, cause=ByOrganiser(acts.Resume()))),
    "what follows is kept back": ("undecided", lambda entry: replace(entry, events=())),
    "the two who met are others": (
        "undecided",
        lambda entry: replace(entry, events=tuple(_turned(event) for event in entry.events)),
    ),
    "Anna asked for nothing": (
        "bad-request-signature",
        lambda entry: replace(
            entry,
            cause=ByPerson(sign_request(secret("Anna"), bytes(32), 7, acts.Withdraw(1, "")).body, bytes(64)),
            events=(),
        ),
    ),
}


def _turned(event: Any) -> Any:
    return replace(event, tables=tuple(table[::-1] for table in event.tables))


def faulty() -> Iterator[dict[str, Any]]:
    """Each is the entry of the first draw of ``points``, made wrong and signed by the organiser all the same."""
    ledger = points().ledger
    at = _entry(ledger, "draw")
    for what, (code, wrong) in WRONG.items():
        body = entry_body(wrong(ledger.entries[at]))
        yield {"what": what, "entries": at, "entry": _signed(ledger.tid, at, body, "organiser").hex(), "code": code}
    body = ledger.pairs[at].body
    yield {
        "what": "somebody else signed it",
        "entries": at,
        "entry": _signed(ledger.tid, at, body, "Anna").hex(),
        "code": "bad-signature",
    }


def _signed(tid: bytes, index: int, body: bytes, by: str) -> bytes:
    text = encode("ono1/tournament-head", tid, u64(index), hashed("ono1/body", body))
    return pair_bytes(Signed(body, sign(secret(by), text)))


def text() -> str:
    """The file as it stands in the repository, a case a line."""
    head = {
        "spec": "tournament.md",
        "comment": "tournaments: the entries of whole ones, their hashes, the rows of the standings at the end "
        "[player, name, rank, points, wins, tie-breaks, tables, sat out, penalty, final, away], the flags of each "
        "round [entry, round, table]; refused: an act after the first entries of `points`, by the person named or else "
        "by the organiser's program; faulty: the next entry after the first entries of `points`, and its fault's code",
    }
    parts = {"tournaments": map(whole, WHOLE), "refused": refused(), "faulty": faulty()}
    rows = [f'"{name}": [\n' + ",\n".join(map(json.dumps, cases)) + "\n]" for name, cases in parts.items()]
    return json.dumps(head)[:-1] + ",\n" + ",\n".join(rows) + "}\n"


# The worked example


def example() -> str:
    """The lines between the fences."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    evening = Evening(3, rounds=1)
    ledger, nonce, seed = evening.ledger, evening.nonce, evening.seed()
    yield from _named("organiser", 'Ed25519 public key of S("organiser")', key("organiser"))
    yield from _named("nonce", 'S("tournament")', nonce)
    yield from _named("seed", 'F(S("organiser"), "ono1/own", "tournament-seed", nonce, u16(1))', seed)
    yield from _named("seeds[0]", 'H("ono1/tournament-seed", nonce, u16(1), seed)', seed_commitment(nonce, 1, seed))
    body = ledger.pairs[0].body
    yield f"body_0 = [0, 32 zeros, {ledger.entries[0].time}, cause, events], {len(body)} bytes:"
    fields = '{"nonce": nonce, "organiser": organiser, "seeds": [seeds[0]], "settings": {...}, "version": 1}'
    yield f'    cause  ["organiser", ["open", {fields}]]'
    yield f'    events [["opened", {fields}]]'
    yield from _named("tid", 'H("ono1/tournament", body_0)', ledger.tid)
    head = 'E("ono1/tournament-head", tid, u64(0), H("ono1/body", body_0))'
    yield from _named("sig_0", f"Ed25519(organiser, {head})", ledger.pairs[0].sig)
    yield from _named("h_0", 'H("ono1/tournament-entry", body_0, sig_0)', ledger.hashes[0])
    cause = ledger.entries[1].cause
    assert isinstance(cause, ByPerson)
    yield from _named("Anna", 'Ed25519 public key of S("Anna")', key("Anna"))
    fields = '{"identity": Anna, "name": "Anna", "nonce": S("Anna nonce")}'
    yield from _named("request", f'[Anna, 1, ["register", {fields}]]', cause.body)
    yield from _named("sig", 'Ed25519(Anna, E("ono1/tournament-request", tid, request))', cause.sig)
    yield from _named("id", 'H("ono1/tournament-request", tid, request)', request_id(ledger.tid, cause.body))
    events = f'[["player-registered", {fields[:-1]}, "player": 1}}]]'
    body = ledger.pairs[1].body
    yield from _named("body_1", f'[1, h_0, {ledger.entries[1].time}, ["person", request, sig], {events}]', body)
    yield from _named("h_1", 'H("ono1/tournament-entry", body_1, sig_1)', ledger.hashes[1])
    yield "Bo and Chloé register in the same way: entries 2 and 3. Then the round is drawn:"
    (table,) = evening.draws()
    drawn = evening.state.rounds[0]
    nonces = ", ".join(f'S("{player.name} nonce")' for player in evening.state.players)
    yield from _named("mix", f'H("ono1/tournament-mix", tid, u16(1), seed, {nonces})', drawn.mix)
    yield f'body_4 = [4, h_3, {ledger.time}, ["organiser", ["draw", {{"seed": seed}}]], events]:'
    yield '    events [["round-drawn", {"groups": [], "mix": mix, "round": 1, "seed": seed, "sitting": [],'
    yield f'            "stage": "round", "tables": [{[*table.players]}]}}]]'
    yield from _named("h_4", 'H("ono1/tournament-entry", body_4, sig_4)', ledger.hashes[4])
    room = room_nonce(ledger.tid, 1, 1, 1)
    yield from _named("room", 'H("ono1/tournament-room", tid, u16(1), u16(1), u8(1))', room)


def _named(name: str, how: str, value: bytes) -> Iterator[str]:
    yield f"{name} = {how}"
    digits = value.hex()
    yield from (f"    {digits[at : at + 128]}" for at in range(0, len(digits), 128))


if __name__ == "__main__":
    if sys.argv[1:] == ["example"]:
        print(example(), end="")  # noqa: T201 - that is what it is for
    else:
        FILE.write_text(text())
