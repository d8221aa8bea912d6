"""Reported faults, section F, of the server: yesterday's client and tomorrow's. PC-46 is in test_bad_input too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ono_core.game import commands as cmd
from ono_core.log.book import Checked
from ono_core.log.codec import packed, unpacked
from ono_core.log.entries import pair_bytes, sign_entry
from ono_core.log.kinds import NeedsNewer
from ono_net import session
from ono_net.client import Ended, connect
from ono_net.guest import Guest
from ono_net.messages import Entered, Entries, Error, Hello, Welcome
from ono_net.room import Draft
from tests.net.peers import closing
from tests.net.serving import secret_of, serving, wire
from tests.net.table import Table, secret

# PC-46: yesterday's client


@pytest.mark.parametrize(("versions", "spoken"), [((1,), 1), ((0, 1), 1), ((1, 2), 2), ((2, 1), 2), ((99, 7, 1, 0), 1)])
async def test_pc_46_older_and_newer_clients_agree_on_a_version(
    versions: tuple[int, ...], spoken: int, tmp_path: Path
) -> None:
    """A client of the version before, or one from the future, that still speaks one of ours is served in it."""
    async with serving(tmp_path) as served, wire(served) as guest:
        await guest.say(Hello(client="another", nonce=bytes(32), versions=versions))
        welcome = await guest.hear()
        assert isinstance(welcome, Welcome)
        assert welcome.version == spoken


async def test_pc_46_without_a_version_nobody_gets_in(tmp_path: Path) -> None:
    """A client that names none is told so before it says who it is, and the connection is closed."""
    async with serving(tmp_path) as served, wire(served) as guest:
        await guest.socket.send_message(packed(["hello", {"client": "an old one", "nonce": bytes(32)}]))
        told = await guest.hear()
        assert isinstance(told, Error)
        assert told.code == "bad-message"
        assert "versions" in told.detail
        assert await closing(guest) == 1008


async def test_pc_46_a_client_from_the_future_stops_with_the_versions_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told what the server speaks, and does not try again."""
    async with serving(tmp_path) as served:
        monkeypatch.setattr(session.ClientSession, "hello", of_the_future)
        with pytest.raises(Ended) as ended:
            async with connect(served.url, secret_of("Ana")):
                pass
        assert (ended.value.code, ended.value.detail) == ("version", "3 2 1")


def of_the_future(self: session.ClientSession, client: str) -> Hello:
    """What a program says that speaks later versions only."""
    return Hello(client=client, nonce=self._nonce, versions=(7, 8))


Change = Callable[[list[Any]], None]


def note(events: list[Any]) -> None:
    """A later version tells something more, which changes nothing."""
    events.append(["note-weather", {"sun": True}])


def kind(events: list[Any]) -> None:
    """A later version lets something happen that this one does not know."""
    events.append(["juggled", {"seat": 0}])


def field(events: list[Any]) -> None:
    """A later version tells more of what this one knows."""
    events[0][1]["team"] = 1


def upgraded(table: Table, draft: Draft, change: Change) -> tuple[bytes, Checked | None]:
    """The entry as a later version of the server writes it, and what this version's own book makes of it."""
    plain: Any = unpacked(draft.checked.pair.body)
    change(plain[4])
    body = packed(plain)
    raw = pair_bytes(sign_entry(table.room._secret, table.room.game, draft.index, body))
    try:
        return raw, table.room.book.check(raw)
    except NeedsNewer:
        return raw, None


def in_a_game() -> tuple[Table, Guest]:
    """A game that goes on, and Ana's client in it, which has caught up."""
    table = Table("Ana", "Ben")
    table.start()
    guest = Guest(secret("Ana"), "TEST")
    guest.receive(Entered(game=table.room.game, length=len(table.raws), room="TEST"))
    guest.receive(Entries(tuple(table.raws)))
    return table, guest


def told(guest: Guest, *raws: bytes) -> None:
    """The client hears of entries."""
    guest.receive(Entries(raws))


def the_next(table: Table) -> Draft:
    """What whoever is asked does."""
    name = table.name_at(table.room.asked())
    assert name is not None
    draft = table.says(name, table.thought(name))
    assert isinstance(draft, Draft)
    return draft


def test_pc_46_a_note_of_a_later_version_is_skipped_and_kept_in_the_hash() -> None:
    """The game goes on, and every later entry stands on the note."""
    table, guest = in_a_game()
    raw, checked = upgraded(table, the_next(table), note)
    assert checked is not None
    table.room._log.add(checked)
    told(guest, raw)
    player = guest.player
    assert player
    assert player.book.head.hash == table.room.book.head.hash
    assert b"note-weather" in player.book.raws()[-1]
    for name in ("Ana", "Ben"):
        table.players[name].follow(raw)
    table.raws.append(raw)
    length = len(table.raws)
    table.plays_on(until=5)
    told(guest, *table.raws[length:])
    assert player.book.hashes == table.room.book.hashes


@pytest.mark.parametrize("change", [kind, field])
def test_pc_46_anything_else_of_a_later_version_stops_the_client(change: Change) -> None:
    """It takes in nothing of that entry, says that a newer client is needed, accuses nobody, and can act no more."""
    table, guest = in_a_game()
    player, draft = guest.player, the_next(table)
    assert player
    length, state = len(player.book), player.state
    raw, checked = upgraded(table, draft, change)
    assert checked is None
    with pytest.raises(NeedsNewer):
        told(guest, raw)
    assert (len(player.book), player.state) == (length, state)
    table.write(draft)
    late = player.signed(cmd.Draw())
    refused = table.room.command(player.keys.identity, late.body, late.sig, table.now)
    assert not isinstance(refused, Draft), "what it still says answers a step that is over"
    with pytest.raises(NeedsNewer):
        told(guest, raw)
