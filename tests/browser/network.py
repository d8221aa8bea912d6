"""A real network between a browser and a server: a TCP relay that can be cut, go silent, be slow, and come back."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress

_SOCKET = re.compile(rb"^GET /ws ")


class Network:
    """Relays to the server at `port` on this machine, once that is told."""

    def __init__(self) -> None:
        self.port = 0
        self.sockets = 0
        """How many WebSockets were asked for, also in vain."""
        self.delay = 0.0
        """Seconds that each piece of data takes, either way."""
        self._open = threading.Event()
        self._open.set()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lost: set[socket.socket] = set()
        self._listen(0)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def hold(self) -> None:
        """From now on nothing comes through, and nobody is told."""
        self._open.clear()

    def resume(self, *, forget: bool = False) -> None:
        """Let data through again; `forget` the connections of before, as a router does: they stay silent."""
        with self._lock:
            if forget:
                self._lost |= {end for pair in self._pairs for end in pair}
        self._open.set()

    def cut(self) -> None:
        """End every connection, and take none."""
        self._listener.close()
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for end in (end for pair in pairs for end in pair):
            _shut(end)

    def mend(self) -> None:
        """Take connections again."""
        self._listen(int(self.url.rpartition(":")[2]))

    def end(self) -> None:
        """Stop for good."""
        self._ended.set()
        self._open.set()
        self.cut()

    def _listen(self, port: int) -> None:
        self._listener = socket.create_server(("127.0.0.1", port))
        self._start(self._accept, self._listener)

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = listener.accept()
                self._start(self._connect, near)

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self.port))
        except OSError:
            _shut(near)
            return
        with self._lock:
            self._pairs.append((near, far))
            if listener_is_closed(self._listener):
                _shut(near)
        self._start(self._pump, near, far)
        self._start(self._pump, far, near)

    def _pump(self, source: socket.socket, drain: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                self.sockets += bool(_SOCKET.match(data))
                if self.delay:
                    self._ended.wait(self.delay)
                self._open.wait()
                if source in self._lost:
                    return  # neither passed on nor closed
                drain.sendall(data)
        if self._open.is_set() and source not in self._lost:
            _shut(drain)
        _shut(source)

    def _start(self, work: object, *args: object) -> None:
        assert callable(work)
        threading.Thread(target=work, args=args, daemon=True).start()


def listener_is_closed(listener: socket.socket) -> bool:
    """Whether nothing is accepted any more."""
    return listener.fileno() < 0


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
