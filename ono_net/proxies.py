"""Whom a request is from: behind proxies that are trusted, whom they say, else whoever connected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ono_net.config import Network
from ono_net.hosts import plain_address
from ono_net.limits import Address

FORWARDED_FOR = "x-forwarded-for"


class Proxies:
    """The proxies of an operator. Each adds to X-Forwarded-For, at its end, whom it was asked by."""

    def __init__(self, networks: Iterable[Network]) -> None:
        self._networks = tuple(networks)

    def has(self, address: Address) -> bool:
        """Whether a proxy of ours has this address."""
        return any(address in network for network in self._networks)

    def sender(self, peer: Address, headers: Mapping[str, str]) -> Address:
        """From whom a request is that `peer` brought: the last address in line that is no proxy of ours."""
        address = peer
        line = [text.strip() for text in headers.get(FORWARDED_FOR, "").split(",")]
        while line and self.has(address):
            try:
                address = plain_address(line.pop())
            except ValueError:
                break
        return address
