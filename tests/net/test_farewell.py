"""What comes after the server has said farewell is of no account."""

from pathlib import Path

import pytest

from tests.net.peers import closing, error, proven
from tests.net.serving import serving

PING = b"\x89\x80" + bytes(4)
NIL = b"\x82\x81" + bytes(4) + b"\xc0"
"""A message that is none."""


@pytest.mark.usefixtures("quiet")
async def test_a_ping_after_the_servers_farewell(tmp_path: Path) -> None:
    """Regression: who was sent away and had a WebSocket ping on the way was a failure of the server in its log."""
    async with serving(tmp_path) as served:
        for _ in range(5):
            async with proven(served) as guest:
                await guest.socket._stream.send_all(NIL)
                assert (await error(guest)).code == "bad-message"
                await guest.socket._stream.send_all(PING)
                assert await closing(guest) == 1008
