"""The forms that acts and events share."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""A key, a hash or a nonce."""

Head = tuple[Annotated[int, Meta(ge=0)], Bytes32]
"""An entry of a game's log: its index and hash."""
