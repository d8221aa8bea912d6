"""The server that is measured, as a process: `ono serve`, with the signatures that are to be left out left out.

Nothing of this is in the product: what signs and what checks is replaced here before anything else is imported. Notes
are sealed to their seats in any case.

    python -m ono_cli.bench.served bare --data DIR --port 0        entries unsigned, commands not checked
    python -m ono_cli.bench.served signed --data DIR --port 0      entries signed, commands not checked
    python -m ono_cli.bench.served checked --data DIR --port 0     the product as it is
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from ono_core.fair import keys

HANDSHAKE: Final = (b"ono1/welcome", b"ono1/hello")
"""Labels of what is signed and checked in any case: it opens a connection and is no part of a move."""


def main() -> int:
    """Serve until told to end."""
    _leave_out(sys.argv[1])
    from ono_cli.__main__ import main as ono

    return ono(["serve", *sys.argv[2:]])


def _leave_out(mode: str) -> None:
    """Replace what makes signatures and what checks them."""
    if mode == "bare":
        keys.sign = _signer(keys.sign)  # type: ignore[assignment]  # by its type, a function of that very name
    if mode in {"bare", "signed"}:
        keys.verify = _verifier(keys.verify)  # type: ignore[assignment]


def _signer(sign: Callable[[bytes, bytes], bytes]) -> Callable[[bytes, bytes], bytes]:
    nothing = bytes(keys.SIGNATURE_SIZE)
    return lambda secret, message: sign(secret, message) if _opens(message) else nothing


def _verifier(verify: Callable[[bytes, bytes, bytes], bool]) -> Callable[[bytes, bytes, bytes], bool]:
    def verified(public: bytes, message: bytes, signature: bytes) -> bool:
        return verify(public, message, signature) if _opens(message) else True

    return verified


def _opens(message: bytes) -> bool:
    """Whether this is a signature of the handshake; the label stands first, after its length."""
    return message[1 : 1 + message[0]] in HANDSHAKE


if __name__ == "__main__":
    sys.exit(main())
