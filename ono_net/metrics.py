"""What a server counts, in the form that Prometheus reads. No label ever names a room, a player or an address."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

log = logging.getLogger(__name__)


class Metrics:
    """The counters of one server, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._quiet_until: dict[str, float] = {}
        ProcessCollector(registry=self.registry)
        into = self.registry
        self.entries = Counter("ono_entries_stored", "Entries that were made durable.", registry=into)
        self.commit_seconds = Histogram(
            "ono_store_commit_seconds",
            "From offering entries to the store until they are durable.",
            registry=into,
            buckets=SECONDS,
        )
        self.store_failures = Counter(
            "ono_store_failures", "Writes that the store did not take, by the kind of error.", ["kind"], registry=into
        )
        self.store_writable = Gauge("ono_store_writable", "1 while the store takes writes, else 0.", registry=into)
        self.refusals = Counter("ono_refusals", "Commands refused, by the code of the answer.", ["code"], registry=into)
        self.limits_hit = Counter(
            "ono_limits_hit", "How often somebody asked for more than a limit allows.", ["limit"], registry=into
        )
        self.cut_offs = Counter(
            "ono_outbox_cut_offs",
            "Readers cut off for not reading, by the reason.",
            ["reason"],
            registry=into,
        )
        self.handshakes = Counter("ono_handshakes", "Clients that proved who they are.", registry=into)
        self.quarantined = Gauge("ono_rooms_quarantined", "Rooms left out because of a damaged log.", registry=into)
        self._rooms = Gauge("ono_rooms", "Rooms that are open.", registry=into)
        self._connections = Gauge("ono_connections", "Connections of every kind, pages and games.", registry=into)
        self._websockets = Gauge("ono_websockets", "Connections that are WebSockets.", registry=into)
        self._tasks = Gauge("ono_tasks", "Tasks of the server: of rooms, of connections, and its own.", registry=into)
        self._draining = Gauge("ono_draining", "1 once the server was told to stop, else 0.", registry=into)
        build = Gauge("ono_build_info", "1, labelled with the version that runs.", ["version"], registry=into)
        build.labels(_version()).set(1)
        self.store_writable.set(1)

    def watch(
        self,
        rooms: Callable[[], float],
        connections: Callable[[], float],
        websockets: Callable[[], float],
        tasks: Callable[[], float],
        draining: Callable[[], float],
    ) -> None:
        """Ask these whenever the metrics are read."""
        self._rooms.set_function(rooms)
        self._connections.set_function(connections)
        self._websockets.set_function(websockets)
        self._tasks.set_function(tasks)
        self._draining.set_function(draining)

    def limit_hit(self, limit: str, address: object, now: float) -> None:
        """Count that somebody met a limit, and say so in the log, of each limit once a minute."""
        self.limits_hit.labels(limit).inc()
        if now >= self._quiet_until.get(limit, now):
            self._quiet_until[limit] = now + 60
            log.info("limit met", extra={"limit": limit, "address": str(address)})

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


def _version() -> str:
    try:
        return version("ono")
    except PackageNotFoundError:
        return "unknown"
