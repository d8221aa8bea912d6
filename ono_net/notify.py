"""Words to the service manager that started us, if one did: the protocol of sd_notify(3), a datagram each."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


def notify(words: str) -> None:
    """Say something such as READY=1; nothing happens where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        manager.sendall(words.encode())
