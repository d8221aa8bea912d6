"""The standings as files: JSON for programs, CSV for a spreadsheet, a page for people. Pure functions of the ledger.

The audit makes them again from the ledger and asks for the same bytes: nothing in them depends on a clock or a machine.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, Final

from ono_core.fair.keys import fingerprint
from ono_core.tournament.ledger import Ledger
from ono_core.tournament.standings import Row, shown, standings
from ono_core.tournament.state import Round, State, Table, changed_since
from ono_replay.page.forms import code, e, listed, section, table, whole
from ono_replay.page.rosette import rosette
from ono_replay.tournament.pack import STANDINGS, as_json

_TIE_BREAKS: Final = {
    "wins": "wins",
    "opponents": "opponents' points",
    "meeting": "meetings",
    "score": "score",
    "lot": "lot",
}
_KINDS: Final = {
    "played": "played",
    "forfeit": "forfeited",
    "adjudicated": "adjudicated",
    "voided": "counts for nobody",
}


def published(ledger: Ledger) -> dict[str, bytes]:
    """The three files by their names."""
    rows = standings(ledger.state)
    contents = (as_json(_plain(ledger, rows)), _csv(ledger.state, rows), _page(ledger, rows).encode())
    return dict(zip(STANDINGS, contents, strict=True))


# JSON


def _plain(ledger: Ledger, rows: tuple[Row, ...]) -> dict[str, Any]:
    state = ledger.state
    return {
        "tournament": ledger.tid.hex(),
        "name": state.settings.name,
        "format": state.settings.format,
        "phase": state.phase.value,
        "head": {"index": ledger.head.index, "hash": ledger.head.hash.hex()},
        "organiser": fingerprint(state.organiser),
        "standings": [_row(state, row) for row in rows],
        "rounds": [_round(state, one) for one in state.rounds],
    }


def _row(state: State, row: Row) -> dict[str, Any]:
    names = state.settings.scoring.tie_breaks
    return {
        "rank": row.rank,
        "player": row.player,
        "name": row.name,
        "key": fingerprint(state.player(row.player).identity),
        "points": shown(row.points),
        "wins": shown(row.wins),
        "tie_breaks": {name: _value(name, value) for name, value in zip(names, row.tie_breaks, strict=True)},
        "tables": row.tables,
        "sat_out": row.sat_out,
        "penalty": shown(row.penalty),
        "final": row.final,
        "withdrawn": row.away,
    }


def _value(name: str, value: int) -> str:
    """Wins and points stand in 60ths, all else as it is."""
    return shown(value) if name in {"wins", "opponents"} else str(value)


def _round(state: State, one: Round) -> dict[str, Any]:
    return {
        "round": one.number,
        "stage": one.stage,
        "entry": one.entry,
        "mix": one.mix.hex(),
        "sitting": list(one.sitting),
        "drawn_before": [change.entry for change in changed_since(state, one)],
        "tables": [_table(each) for each in one.tables],
    }


def _table(each: Table) -> dict[str, Any]:
    result = each.result
    return {
        "table": each.number,
        "players": list(each.players),
        "status": each.status,
        "places": list(result.places) if result else [],
        "scores": list(result.scores) if result else [],
        "absent": list(result.absent) if result else [],
        "reason": result.reason if result else "",
        "entry": result.entry if result else None,
        "games": [game.hex() for game in each.games],
    }


# CSV


def _csv(state: State, rows: tuple[Row, ...]) -> bytes:
    """One line a player; a comma between, UTF-8, as RFC 4180 has it."""
    names = state.settings.scoring.tie_breaks
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(("rank", "player", "name", "points", *names, "tables", "sat_out", "penalty", "final", "withdrawn"))
    for row in rows:
        ties = (_value(name, value) for name, value in zip(names, row.tie_breaks, strict=True))
        rest = (row.tables, row.sat_out, shown(row.penalty), row.final or "", "yes" if row.away else "")
        writer.writerow((row.rank, row.player, _cell(row.name), shown(row.points), *ties, *rest))
    return text.getvalue().encode()


def _cell(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


# The page


def _page(ledger: Ledger, rows: tuple[Row, ...]) -> str:
    state = ledger.state
    sections = [_head(ledger), _standings(state, rows)]
    sections += [_drawn(state, one) for one in reversed(state.rounds)]
    sections += [_rulings(state), _yourself()]
    return whole(state.settings.name, "".join(sections))


def _head(ledger: Ledger) -> str:
    state = ledger.state
    facts = {
        "tournament": ledger.tid.hex(),
        "last entry": f"{ledger.head.index}, {ledger.head.hash.hex()}",
        "organiser": fingerprint(state.organiser),
    }
    terms = "".join(f"<div><dt>{term}</dt><dd>{code(value)}</dd></div>\n" for term, value in facts.items())
    return (
        f'<header>\n<div class="seal">{rosette(ledger.tid)}</div>\n<div>\n<p class="file">ONO &middot; tournament</p>\n'
        f"<h1>{e(state.settings.name)}</h1>\n<dl>\n{terms}</dl>\n</div>\n</header>\n"
    )


def _standings(state: State, rows: tuple[Row, ...]) -> str:
    names = state.settings.scoring.tie_breaks
    heads = ("place", "player", "points", *(_TIE_BREAKS[name] for name in names), "tables", "sat out", "penalty")
    lines = (
        (
            str(row.rank),
            e(row.name) + (" (withdrawn)" if row.away else ""),
            shown(row.points),
            *(_value(name, value) for name, value in zip(names, row.tie_breaks, strict=True)),
            str(row.tables),
            str(row.sat_out),
            shown(row.penalty) if row.penalty else "",
        )
        for row in rows
    )
    return section("standings", "Standings", table(heads, lines))


def _drawn(state: State, one: Round) -> str:
    title = "Final" if one.stage == "final" else f"Round {one.number}"
    changes = changed_since(state, one)
    flags = [
        f"drawn before entry {change.entry} changed round {change.round}, table {change.table}" for change in changes
    ]
    parts = [table(("table", "players and places", "how"), [_told(state, each) for each in one.tables])]
    if one.sitting:
        parts.append(f"<p>Sat out: {', '.join(e(state.player(player).name) for player in one.sitting)}.</p>\n")
    if flags:
        parts.append(listed(flags))
    return section(f"round-{one.number}", title, *parts)


def _told(state: State, each: Table) -> tuple[str, str, str]:
    result = each.result
    places = result.places if result else (0,) * len(each.players)
    said = (
        f"{e(state.player(player).name)}{f' {place}.' if place else ''}"
        f"{' (absent)' if result and player in result.absent else ''}"
        for player, place in zip(each.players, places, strict=True)
    )
    how = _KINDS.get(each.status, "not ended")
    reason = f": {e(result.reason)}" if result and result.reason else ""
    return str(each.number), ", ".join(said), how + reason


def _rulings(state: State) -> str:
    said = list(_ruled(state))
    return section("rulings", "Rulings", listed(said) if said else "<p>None.</p>\n")


def _ruled(state: State) -> Iterator[str]:
    for ruling in state.rulings:
        where = f" of round {ruling.round}, table {ruling.table}" if ruling.table else ""
        who = f" of {e(state.player(ruling.player).name)}" if ruling.player else ""
        undone = " (undone)" if ruling.entry in state.undone else ""
        yield f"entry {ruling.entry}: {ruling.act.replace('_', ' ')}{where}{who}, {e(ruling.reason)}{undone}"


def _yourself() -> str:
    return section(
        "yourself",
        "Check it yourself",
        f"<p>{code('ono tournament audit FOLDER')} makes every draw, result and standing again from the ledger and the "
        "logs of the games in this folder, and checks every shuffle.</p>\n",
    )
