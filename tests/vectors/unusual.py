"""Games that no simulator plays: seeds that do not come, chains that run out, new keys, shares, witnesses."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from ono_core.fair.chains import FEW_LINKS
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import Phase
from ono_core.log.entries import ByTable, Cause, pair_bytes
from ono_core.log.file import written
from ono_core.log.papers import Paper
from ono_core.log.shares import Shares
from ono_net.dealer import Dealer
from ono_net.player import GameKeys
from ono_net.room import Draft
from tests.net.directing import directing, sits
from tests.net.seeds import (
    HOARDING,
    cut_by_new,
    draw_or_play,
    elsewhere,
    fresh,
    hoarded,
    seal,
    without_seeds_of,
    witnesses,
)
from tests.net.table import Table

SIT_OUT: dict[str, Any] = {"preset": "official", "first_deal": "draw", "target": 100, "missing_reveal": "sit_out"}
SHARED: dict[str, Any] = {"preset": "boardflix", "escrow": "n_of_n"}
ANEW: dict[str, Any] = {"preset": "official", "score": "none", "blocked": "order"}


@contextmanager
def short_chains() -> Generator[None]:
    """Chains with five links before few are left."""
    with patch.object(Dealer, "LINKS", FEW_LINKS + 5), patch.object(GameKeys, "LINKS", FEW_LINKS + 5):
        yield


# Whole games


def sat_out() -> Table:
    """A player's seed does not come for two deals, one of which two of three players miss."""
    table = Table("Ana", "Ben", "Cleo", options=SIT_OUT)
    table.does("Ana", cmd.Start())
    without_seeds_of(table)
    without_seeds_of(table, "Ben")
    while not table.room.state.result:
        table.plays_on(until=1)
    table.does("Ana", cmd.NextRound())
    without_seeds_of(table, "Ben", "Cleo")
    return table


def new_chains() -> Table:
    """Dealer and players go on with new chains, within a round."""
    with short_chains():
        table = hoarded(HOARDING, 9)
        seal(table)
    return table


def new_keys() -> Table:
    """New keys while a shuffle is open, in the middle of a round, and while a computer plays."""
    table = Table("Ana", "Ben", options=ANEW)
    table.does("Ana", cmd.Start())
    table.reveals("Ana")
    elsewhere(table, "Ana")
    cut_by_new(table)
    cut_by_new(table)
    table.plays_on(until=4)
    del table.players["old Ana"]
    elsewhere(table, "Ben")
    del table.players["old Ben"]
    table.plays_on(until=3)
    table.does("Ana", cmd.Leave())
    table.plays_on(until=3)
    elsewhere(table, "Ana")
    del table.players["old Ana"]
    return table


def shares() -> Table:
    """The dealer's secret is split, and one player has new keys."""
    table = Table("Ana", "Ben", bots=1, options=SHARED)
    table.start()
    elsewhere(table, "Ben")
    del table.players["old Ben"]
    return table


def watched() -> Table:
    """Witnesses: one from the lobby on leaves and comes again, one comes later, sleeps and wakes, one goes for good."""
    table = Table("Ana", "Ben", options=HOARDING)
    for name in ("Wil", "Xia"):
        witnesses(table, name)
    table.does("Xia", cmd.Leave())
    witnesses(table, "Yve")
    table.does("Ana", cmd.Start())
    witnesses(table, "Zoe")
    table.cut()
    table.does("Wil", cmd.Leave())
    table.does("Yve", cmd.Leave())
    until_shuffle(table, 2)
    witnesses(table, "Wil")
    without_seeds_of(table, "Zoe")
    act = table.players["Zoe"].due_re_anchor()
    assert act, "who sleeps wakes"
    until_shuffle(table, 3)
    table.cut()
    table.does("Zoe", act)
    until_shuffle(table, 5)
    return table


def until_shuffle(table: Table, k: int) -> None:
    """The players draw until this shuffle has begun."""
    while table.room.state.shuffles < k:
        if table.room.state.shuffle:
            table.cut()
        else:
            draw_or_play(table)


def lone() -> Table:
    """One player against computers, with a witness who falls silent and does not sign the end."""
    table = Table("Ana", bots=2, options={"preset": "official", "target": 100, "missing_reveal": "sit_out"})
    witnesses(table, "Wil")
    table.start()
    while not table.room.state.result:
        table.plays_on(until=1)
    table.does("Ana", cmd.NextRound())
    without_seeds_of(table, "Wil")
    del table.players["Wil"]
    return table


def paused() -> Table:
    """The host lets the table stand still for a minute, in a turn and while a shuffle waits."""
    table = Table("Ana", "Ben", options={"preset": "table-party"})
    table.does("Ana", cmd.Start())
    for moment in (table.cut, table.moves):
        table.does("Ana", cmd.SetPause(on=True))
        table.now += 60_000
        table.does("Ana", cmd.SetPause(on=False))
        moment()
    return table


def directed() -> Table:
    """A game that a witness hosts: the seats of three, time given, and a pause."""
    table = directing("Ana", "Ben", "Cleo", options={"preset": "table-party"})
    for name in ("Cleo", "Ana", "Ben"):
        sits(table, name)
    table.does("Dora", cmd.Start())
    table.cut()
    table.now += 5_000
    table.does("Dora", cmd.GiveTime(45_000))
    table.does("Dora", cmd.SetPause(on=True))
    table.now += 60_000
    table.does("Dora", cmd.SetPause(on=False))
    table.wake()
    return table


def latecomer() -> Table:
    """Somebody takes a seat between two rounds of a match, and leaves one vacant."""
    table = Table("Ana", "Ben", bots=1, options={"preset": "official", "target": 200})
    table.start()
    while not table.room.state.result:
        table.plays_on(until=1)
    table.enter("Cleo")
    table.does("Cleo", table.players["Cleo"].keys.join("Cleo", 4))
    table.does("Ana", cmd.NextRound())
    return table


GAMES: dict[str, Callable[[], Table]] = {
    "sat-out": sat_out,
    "new-chains": new_chains,
    "new-keys": new_keys,
    "shares": shares,
    "witnesses": watched,
    "lone-witness": lone,
    "paused": paused,
    "latecomer": latecomer,
    "directed": directed,
}


def logs() -> dict[str, bytes]:
    """File name -> content of each, played to the seal."""
    files: dict[str, bytes] = {}
    for name, make in GAMES.items():
        table = make()
        if table.room.state.phase is not Phase.SEALED:
            seal(table)
        files[f"{name}.ono"] = written(table.raws)
    return files


# One fault each


def forged(
    table: Table, draft: Draft, *events: ev.Event, papers: tuple[Paper, ...] | None = None, cause: Cause | None = None
) -> bytes:
    """The log with this entry at its end, with other events, papers or another cause, signed by the table."""
    entry = draft.checked.entry
    told = entry.papers if papers is None else papers
    made = table.room.book.draft(table.room._secret, entry.clock, cause or entry.cause, events or entry.events, told)
    return written([*table.raws, pair_bytes(made.pair)])


def begun() -> Table:
    """Two players in the middle of a round."""
    table = Table("Ana", "Ben", options=SHARED)
    table.start()
    return table


def chain_of_the_tables(table: Table) -> bytes:
    """The table begins a chain for a player who did not ask."""
    act = cmd.ReAnchor(bytes(32), 1)
    draft = table.room._draft(ByTable(act), ((), table.room.state), table.now)
    return forged(table, draft, ev.ReAnchored(0, bytes(32), 1))


def rejoined(table: Table) -> Draft:
    """Ana asks for new keys."""
    player = fresh(table, "Ana")
    player.renew()
    table.players["Ana"] = player
    draft = table.says("Ana", player.keys.join("Ana"))
    assert isinstance(draft, Draft), "new keys are accepted"
    return draft


def uncertified(table: Table) -> bytes:
    """New keys that the player's identity did not sign."""
    draft = rejoined(table)
    (event,) = draft.checked.entry.events
    return forged(table, draft, replace(event, cert=bytes(64)))


def unsealed_anew(table: Table) -> bytes:
    """New keys, and the hand is not sealed to them."""
    return forged(table, rejoined(table), papers=())


def closing(missing: tuple[int, ...], *names: str) -> tuple[Table, Draft]:
    """A deal's shuffle closed by a table that says whose seeds are missing."""
    table = Table("Ana", "Ben", "Cleo", options={**SIT_OUT, "first_deal": "random"})
    table.does("Ana", cmd.Start())
    decided = table.room._decided

    def lying(command: cmd.Command) -> Any:
        act = command.act
        return decided(replace(command, act=replace(act, missing=missing)) if isinstance(act, cmd.Close) else command)

    for name in names:
        player = table.players[name]
        due = player.due_reveal()
        assert due, f"{name} is asked"
        assert player.seat is not None, f"{name} sits"
        table.room._reveals[player.seat] = (player.seat, due.index, due.value)
    with patch.object(table.room, "_decided", lying):
        draft = table.room._close(table.now)
    return table, draft


def unnamed(table: Table, draft: Draft) -> bytes:
    """The same close, saying that no seed is missing."""
    cause = draft.checked.entry.cause
    assert isinstance(cause, ByTable), "the table closes"
    assert isinstance(cause.act, cmd.Close), "the table closes"
    return forged(table, draft, cause=ByTable(replace(cause.act, missing=())))


WRONG = {0: bytes(64), 1: bytes([1]) * 64}


def split_wrongly(_dealer: Dealer, _base: int, _seats: Sequence[int]) -> dict[int, bytes]:
    """Shares of something else than the dealer's secret."""
    return WRONG


def overlooked(_shares: Shares, *_: object) -> None:
    """A table that does not look whether its shares are wrong."""


def false_shares() -> tuple[int, bytes]:
    """The index of the entry that splits something else than the dealer's secret, and the file."""
    with patch.object(Dealer, "_split", split_wrongly), patch.object(Shares, "wrong", overlooked):
        table = begun()
        table.plays_on()
    started = (e for e in table.room.book.entries if any(isinstance(event, ev.GameStarted) for event in e.events))
    return next(started).index, written(table.raws)
