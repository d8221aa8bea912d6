"""The rooms of a server by code: read again at the start, opened, closed when nobody comes any more."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from typing import Any, Final

import trio
from msgspec.structs import replace

from ono_core.fair.keys import public_key
from ono_core.game.ruleset import parse
from ono_core.game.state import Phase
from ono_core.log.faults import LogFault
from ono_net.clock import now_ms, wall_ms
from ono_net.config import Config
from ono_net.damage import Damage, damage_of
from ono_net.dealer import table_secret
from ono_net.limits import TooMany
from ono_net.lobby import PRIVATE, PUBLIC, Prepared, Record, free_code, read_record, record
from ono_net.logs import tag
from ono_net.messages import Door, Prepare
from ono_net.metrics import Metrics
from ono_net.room import Room, Settings
from ono_net.store import Store, StoreError
from ono_net.table import Table

DAY: Final = 86_400
"""Seconds."""

CODE_RESTS: Final = 90 * DAY
"""How long the code of a closed room is not given to another."""

log = logging.getLogger(__name__)


class Quarantined(Exception):
    """This room's log is damaged, so the room is left out until somebody mends the store."""


class Rooms:
    """Every room that is served; their tasks run in `nursery`."""

    def __init__(self, config: Config, store: Store, master: bytes, metrics: Metrics, nursery: trio.Nursery) -> None:
        self.tables: dict[str, Table] = {}
        self.is_closing = False
        """Whether no further room is opened."""
        self._config = config
        self._store = store
        self._master = master
        self._table = public_key(table_secret(master))
        self._metrics = metrics
        self._nursery = nursery
        self._tasks: dict[str, trio.CancelScope] = {}
        self._quarantined: set[str] = set()
        self._rest: set[str] = set()
        """Codes of closed rooms."""
        self._opening: set[str] = set()
        self._prepared: dict[tuple[bytes, bytes], str] = {}
        """Organiser and nonce -> the code of the room that they stand for."""
        self._preparing = trio.Lock()

    async def restore(self) -> None:
        """Serve every room of the store again; one that cannot be read is left out, and the log says why."""
        self._rest = await self._store.retired(wall_ms() // 1000 - CODE_RESTS)
        for code, raw in (await self._store.rooms()).items():
            await self._restore(code, raw)
        self._metrics.quarantined.set(len(self._quarantined))

    async def _restore(self, code: str, raw: bytes) -> None:
        game, raws = b"", list[bytes]()
        try:
            kept = read_record(raw)
            game = kept.game
            if kept.prepared:
                self._prepared[kept.prepared.organiser, kept.prepared.nonce] = code
            raws = await self._store.read(game)
            room = Room.load(code, self._master, raws, now_ms(), wall_ms(), self._settings(kept.prepared))
        except StoreError as trouble:
            self._leave_out(code, Damage(game, None, str(trouble)))
        except LogFault as fault:
            self._leave_out(code, damage_of(game, raws) or Damage(game, fault.index, str(fault)))
        except Exception:
            self._quarantined.add(code)
            log.exception("room left out: it cannot be read", extra={"game": tag(game)})
        else:
            self._take_back(room, raws, kept)

    def _take_back(self, room: Room, raws: list[bytes], kept: Record) -> None:
        """Serve a room that was read, if this server may go on with it."""
        if room.book.table != self._table:
            self._leave_out(room.code, Damage(room.game, None, "another secret than this server's wrote it"))
        elif not room.book.head_is_signed():
            damage = damage_of(room.game, raws)
            assert damage, "an entry that nobody signed is damage"
            self._leave_out(room.code, damage)
        else:
            self._serve(room, kept)

    def _leave_out(self, code: str, damage: Damage) -> None:
        self._quarantined.add(code)
        told = {"game": tag(damage.game), "entry": damage.index, "reason": damage.words}
        log.error("room left out: its log is damaged", extra=told)

    def find(self, code: str) -> Table | None:
        """The table of this code, if there is one; Quarantined if its log is damaged."""
        if code in self._quarantined:
            raise Quarantined("the log of this room is damaged; whoever runs the server can read where")
        return self.tables.get(code)

    async def seek(self, identity: bytes, options: Mapping[str, Any]) -> Table:
        """A public room of this preset that waits for players, the fullest; without one a new one: see ``open``."""
        preset = parse(options).preset
        waiting = [
            table
            for table in self.tables.values()
            if table.waits_for(identity) and table.room.book.rules.ruleset.preset == preset
        ]
        return max(waiting, key=_fullness, default=None) or await self.open(options, door=PUBLIC)

    async def prepare(self, organiser: bytes, asked: Prepare) -> Table:
        """The room that an organiser has opened by this nonce, or a new one with these options: see ``open``.

        However often it asks, and whatever happens meanwhile, it is one room. Quarantined if its log is damaged.
        """
        prepared = Prepared(organiser, asked.nonce, asked.delay_ms)
        async with self._preparing:
            code = self._prepared.get((organiser, asked.nonce))
            table = self.find(code) if code else None
            if table is None:
                door = replace(PRIVATE, watch=asked.watch)
                with trio.CancelScope(shield=True):  # a room that is durable is served, whoever goes meanwhile
                    table = await self.open(asked.options, door=door, prepared=prepared)
            assert table, "a shielded opening ends"
            return table

    def _settings(self, prepared: Prepared | None) -> Settings:
        settings = self._config.settings
        return replace(settings, delay_ms=prepared.delay_ms) if prepared else settings

    async def open(
        self,
        options: Mapping[str, Any],
        *,
        is_house: bool = False,
        door: Door = PRIVATE,
        prepared: Prepared | None = None,
    ) -> Table:
        """Open a room and make it durable.

        ValueError says which option is wrong, TooMany that none is to be had, StoreError that it cannot be kept.
        """
        if self.is_closing:
            raise TooMany("restart", "the server is about to start anew and opens no rooms")
        if len(self.tables) + len(self._opening) >= (most := self._config.limits.rooms):
            raise TooMany("rooms", f"{most} rooms expected at most, and so many are open")
        taken = self.tables.keys() | self._opening | self._quarantined | self._rest
        code = free_code(taken, secrets.token_bytes(8))
        nonce, host = (prepared.nonce, prepared.organiser) if prepared else (secrets.token_bytes(32), None)
        settings = self._settings(prepared)
        room, raws = Room.open(code, self._master, options, nonce, now_ms(), wall_ms(), settings, host=host)
        kept = Record(room.game, is_house, door, prepared=prepared)
        self._opening.add(code)
        try:
            await self._store.append(room.game, 0, *raws)
            await self._store.save_room(code, record(kept))
        finally:
            self._opening.discard(code)
        if prepared:
            self._prepared[prepared.organiser, prepared.nonce] = code
        log.info("room opened", extra={"game": tag(room.game), "rooms": len(self.tables) + 1})
        return self._serve(room, kept)

    async def house_room(self, options: Mapping[str, Any]) -> Table:
        """The room for this machine's own players: that of an earlier start if nobody began to play there."""
        waiting = (t for t in self.tables.values() if t.is_house and t.room.state.phase is Phase.LOBBY)
        return next(waiting, None) or await self.open(options, is_house=True)

    def _serve(self, room: Room, kept: Record) -> Table:
        table = Table(room, self._store, kept, metrics=self._metrics)
        self.tables[room.code] = table
        self._tasks[room.code] = trio.CancelScope()
        self._nursery.start_soon(self._run, table, self._tasks[room.code])
        return table

    async def _run(self, table: Table, scope: trio.CancelScope) -> None:
        with scope:
            await table.run()

    async def settle(self) -> None:
        """Wait until everything that was asked of any room is stored and answered."""
        async with trio.open_nursery() as nursery:
            for table in self.tables.values():
                nursery.start_soon(table.settled)

    async def close_deserted(self) -> None:
        """Close the rooms that nobody has been in for as long as the config says; their logs stay in the store."""
        now = trio.current_time()
        most = self._config.room_days * DAY
        for code in [code for code, table in self.tables.items() if table.deserted_for(now) >= most]:
            await self._close(code)

    async def _close(self, code: str) -> None:
        table = self.tables.pop(code)
        self._rest.add(code)
        try:
            await self._store.retire_room(code, wall_ms() // 1000)
        except StoreError:
            self.tables[code] = table  # it is tried again
            return
        self._tasks.pop(code).cancel()
        self._prepared = {key: other for key, other in self._prepared.items() if other != code}
        log.info("room closed: nobody came any more", extra={"game": tag(table.room.game), "rooms": len(self.tables)})


def _fullness(table: Table) -> int:
    return len(table.room.state.taken)
