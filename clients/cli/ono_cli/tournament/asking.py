"""Asking something of a tournament over a server: to take part, to withdraw, or a ruling."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import trio

from ono_cli.stop import Exit, Stop
from ono_cli.tournament.board import Board, read_board
from ono_core.fair.keys import public_key
from ono_core.log.kinds import BadForm, NeedsNewer
from ono_core.tournament.acts import REQUESTS, Act
from ono_core.tournament.hashes import request_id
from ono_core.tournament.ledger import REQUEST_KINDS, sign_request
from ono_net import messages as msg
from ono_net.client import Ended, Link, connect
from ono_net.clock import wall_ms
from ono_net.tournaments import spelled

CLIENT = "ono tournament"
PATIENCE = 15
"""Seconds for the answer of an organiser's program."""

_TYPES = {field.name: str(field.type) for act in REQUESTS for field in msgspec.structs.fields(act)}
"""The field of any request -> its type, in words."""


def act_of(kind: str, words: list[str]) -> Act:
    """The act that ``penalise player=3 points=1 reason="too loud"`` means; Stop says what is expected."""
    fields: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise Stop(Exit.UNUSABLE, f"NAME=VALUE expected, such as player=3, got {word!r}")
        fields[name] = _value(name, text)
    try:
        return REQUEST_KINDS.typed([kind, fields])
    except (BadForm, NeedsNewer) as error:
        raise Stop(Exit.UNUSABLE, str(error)) from None


def _value(name: str, text: str) -> Any:
    """A list of numbers by commas, a number, bytes as hex, or text: as the field is."""
    kind = _TYPES.get(name, "")
    try:
        if "tuple" in kind:
            return [int(part) for part in text.split(",") if part]
        if "int" in kind:
            return int(text)
        if "bytes" in kind:
            return bytes.fromhex(text)
    except ValueError:
        raise Stop(Exit.UNUSABLE, f"{name}: a number, or several with commas, expected, got {text!r}") from None
    return text


def attending(code: str) -> list[msg.FromClient]:
    """What follows the tournament that people call so; Stop where that can be no code."""
    try:
        return [msg.Attend(spelled(code))]
    except ValueError:
        raise Stop(Exit.UNUSABLE, f"a tournament's code of eight letters and digits expected, got {code!r}") from None


@asynccontextmanager
async def attended(url: str, tournament: str, secret: bytes) -> AsyncGenerator[Link]:
    """A connection that follows the tournament; Stop in words where the server cannot be used."""
    attend = attending(tournament)
    try:
        async with connect(url, secret, client=CLIENT, opening=lambda: attend) as link:
            yield link
    except Ended as ended:
        raise Stop(Exit.NO_TABLE, f"the server cannot be used: {ended}") from None


async def ask(url: str, tournament: str, secret: bytes, act: Act) -> None:
    """Ask, and wait until it is done; Stop with what was answered instead."""
    try:
        with trio.fail_after(PATIENCE):
            async with attended(url, tournament, secret) as link:
                tid, _ = await next_board(link)
                cause = sign_request(secret, tid, wall_ms(), act)
                await link.send(msg.Apply(tid, cause.body, cause.sig))
                await _decided(link, request_id(tid, cause.body))
    except trio.TooSlowError:
        raise Stop(Exit.NO_TABLE, f"no answer in {PATIENCE} seconds: does the organiser's program run?") from None


async def own_table(url: str, tournament: str, secret: bytes, left: str) -> str | None:
    """Wait for the room of a table of one's own, other than the one that was left; None once all is over."""
    async with attended(url, tournament, secret) as link:
        while True:
            _, board = await next_board(link)
            table = board.table_of(board.number_of(public_key(secret)))
            if board.phase == "finished":
                return None
            if table and table.status == "open" and table.room not in {"", left}:
                return table.room


async def is_registered(url: str, tournament: str, secret: bytes) -> bool:
    """Whether this identity takes part already."""
    async with attended(url, tournament, secret) as link:
        _, board = await next_board(link)
        return board.number_of(public_key(secret)) is not None


async def next_board(link: Link) -> tuple[bytes, Board]:
    """The next board with its tournament's id; Stop where there is none."""
    while True:
        match await link.receive():
            case msg.Board(tournament=tid, board=data):
                board = read_board(data)
                if board is None:
                    raise Stop(Exit.UNUSABLE, "this tournament's board needs a newer version of ono")
                return tid, board
            case msg.Error(code="no-such-tournament", detail=detail):
                raise Stop(Exit.NO_TABLE, detail)
            case _:
                pass


async def _decided(link: Link, id_: bytes) -> None:
    while True:
        match await link.receive():
            case msg.Decided(id=decided, code=code, detail=detail) if decided == id_:
                if code:
                    raise Stop(Exit.UNUSABLE, f"refused, {code}: {detail}")
                return
            case msg.Error(code=code, detail=detail):
                raise Stop(Exit.NO_TABLE, f"{code}: {detail}")
            case _:
                pass
