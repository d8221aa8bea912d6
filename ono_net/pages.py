"""What the port answers to a GET: the web client, public rooms, QR codes of rooms, logs of ended games."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus

import msgspec
import segno
import trio
from msgspec import Struct

from ono_core.game.state import ENDED, Phase
from ono_core.log.file import written
from ono_net.hosts import Hosts
from ono_net.http import Head
from ono_net.limits import Visitor
from ono_net.lobby import code_of
from ono_net.site import TYPES, Answer, Site, plain
from ono_net.store import Store, StoreError
from ono_net.table import Table

_QR = re.compile(r"/qr/([A-Za-z]+)\.svg").fullmatch
_LOG = re.compile(r"/logs/([0-9a-f]{64})\.ono").fullmatch

MOST_LISTED = 50

NOT_FOUND = plain(HTTPStatus.NOT_FOUND, "not found")


class Links:
    """Writes links to rooms; whoever follows one checks the table's fingerprint that it carries."""

    def __init__(self, hosts: Hosts, lan_url: str | None, fingerprint: str) -> None:
        self._hosts = hosts
        self._lan_url = lan_url
        self._fingerprint = fingerprint

    def room(self, host: str, code: str) -> str:
        """The link to a room, for somebody who reached this server by `host`."""
        return f"{self._hosts.base(host, self._lan_url)}/r/{code}#k={self._fingerprint}"


class Pages:
    """Answers by path."""

    def __init__(self, site: Site, tables: Mapping[str, Table], store: Store, links: Links) -> None:
        """`tables` is those by code; what is not a plain file costs the visitor who asks (limits.py)."""
        self._site = site
        self._tables = tables
        self._store = store
        self._links = links

    async def answer(self, head: Head, visitor: Visitor) -> Answer:
        """The answer to a GET or HEAD; TooMany if this visitor asked for too much."""
        if match := _QR(head.path):
            return self._qr(head.host, code_of(match[1]), visitor)
        if match := _LOG(head.path):
            visitor.ask_log(trio.current_time())
            return await self._log(bytes.fromhex(match[1]))
        if head.path == "/rooms":
            visitor.ask_log(trio.current_time())
            return _file(_listed(self._tables.values()), "application/json")
        return self._site.answer(head.path, head.headers)

    def _qr(self, host: str, code: str | None, visitor: Visitor) -> Answer:
        now = trio.current_time()
        visitor.ask_log(now)
        visitor.may_guess(now)
        if code not in self._tables or code is None:
            visitor.guesses.take(now)
            return NOT_FOUND
        picture = io.BytesIO()
        qr_code(self._links.room(host, code)).save(picture, kind="svg", border=2, xmldecl=False, light="#fff")
        return _file(picture.getvalue(), TYPES[".svg"])

    async def _log(self, game: bytes) -> Answer:
        if any(table.room.game == game and not _has_ended(table) for table in self._tables.values()):
            return plain(HTTPStatus.FORBIDDEN, "this game has not ended")
        try:
            raws = await self._store.read(game)
        except StoreError as trouble:
            return plain(HTTPStatus.SERVICE_UNAVAILABLE, str(trouble))
        name = ("Content-Disposition", f'attachment; filename="{game.hex()[:16]}.ono"')
        return _file(written(raws), "application/octet-stream", name) if raws else NOT_FOUND


def qr_code(link: str) -> segno.QRCode:
    """The QR code of a link."""
    return segno.make_qr(link)


class Listing(Struct, frozen=True):
    """A public room as `/rooms` tells it: how many of its seats are taken, and whether its game has begun."""

    code: str
    preset: str
    players: int
    seats: int
    begun: bool


def _listed(tables: Iterable[Table]) -> bytes:
    """The public rooms, those that wait for players first, the fullest of them first; at most MOST_LISTED."""
    listings = [_listing(table) for table in tables if table.door.public and not table.door.locked]
    listings.sort(key=lambda one: (one.begun, -one.players, one.code))
    return msgspec.json.encode(listings[:MOST_LISTED])


def _listing(table: Table) -> Listing:
    state, ruleset = table.room.state, table.room.book.rules.ruleset
    return Listing(table.code, ruleset.preset, len(state.taken), ruleset.seats_max, state.phase is not Phase.LOBBY)


def _has_ended(table: Table) -> bool:
    return table.room.state.phase in ENDED


def _file(body: bytes, content_type: str, *headers: tuple[str, str]) -> Answer:
    fixed = (("Cache-Control", "no-cache"), ("Content-Type", content_type))
    return Answer(HTTPStatus.OK, body, (*fixed, *headers))
