"""The authority of a table: who may do what when, what is due when, and what a cold start knows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ono_core.fair.transcript import hashed
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import asked_seat
from ono_core.game.computers import VERSION
from ono_core.game.faces import Colour
from ono_core.game.state import Phase, public
from ono_core.log.entries import SignedAct, sign_command
from ono_core.log.papers import Commitments, Reveals
from ono_net.room import Answer, Draft, Room, Settings
from tests.net.table import MASTER, OPTIONS, Table, secret


def code(done: Draft | Answer) -> str | None:
    """The refusal's code, or None where the command was decided."""
    return done.code if isinstance(done, Answer) else None


def events(table: Table, since: int = 0) -> list[ev.Event]:
    """What happened from an entry on."""
    return [event for entry in table.room.book.entries[since:] for event in entry.events]


def papers_of(table: Table, kind: type) -> list[object]:
    """All papers of one kind."""
    return [paper for entry in table.room.book.entries for paper in entry.papers if isinstance(paper, kind)]


# Commands


def test_a_whole_game_is_played_and_sealed() -> None:
    """Two players and two computers play to the end; both sign it, and the log is sealed."""
    table = Table("Ana", "Ben", bots=2)
    table.start()
    table.plays_on()
    for name in ("Ana", "Ben"):
        due = table.players[name].due_cosign()
        assert due is not None
        table.does(name, due)
    table.wake()
    assert table.room.state.phase is Phase.SEALED
    assert events(table)[-1] == ev.Sealed(by=(0, 1), missing=())


def test_pc_02_the_same_command_twice_is_applied_once() -> None:
    """A repeated command gets the first one's answer; a new one for the same step is stale."""
    table = Table("Ana", bots=1)
    table.start()
    table.turn_of("Ana")
    player, room = table.players["Ana"], table.room
    choices = room.choices(player.seat or 0)
    act = (
        cmd.Draw() if "draw" in choices.acts else cmd.Play((choices.playable[0],), _colour(table, choices.playable[0]))
    )
    signed, again = player.signed(act), player.signed(act)
    first = room.command(player.keys.identity, signed.body, signed.sig, table.now)
    assert isinstance(first, Draft)
    answer = table.write(first)
    repeated = room.command(player.keys.identity, signed.body, signed.sig, table.now)
    assert answer == repeated
    stale = room.command(player.keys.identity, again.body, again.sig, table.now)
    assert isinstance(stale, Answer)
    assert (stale.code, stale.step) == ("stale", room.state.step)


def _colour(table: Table, slot: int) -> Colour | None:
    face = table.room.state.deck[table.room.dealer.faces[slot]]
    return Colour.RED if face.startswith("W") else None


def test_out_of_turn_is_refused() -> None:
    """A seat that is not asked is refused, and nothing is logged."""
    table = Table("Ana", "Ben")
    table.start()
    table.turn_of("Ana")
    ben = table.players["Ben"]
    length = len(table.raws)
    assert code(table.says("Ben", cmd.Draw())) == "not-your-turn"
    assert code(table.says("Ben", cmd.Play((ben.state.hands[ben.seat or 0][0],)))) == "not-your-turn"
    assert len(table.room.book) == length


def test_an_unfit_card_is_refused() -> None:
    """A card that does not fit, or that is not in the hand, is refused with its code."""
    table = Table("Ana", "Ben")
    table.start()
    while True:
        table.turn_of("Ana")
        reasons = {slot for slot, why in table.room.choices(0).cards if why == "does-not-fit"}
        if reasons:
            break
        table.plays_on(until=1)
    assert code(table.says("Ana", cmd.Play((min(reasons),)))) == "does-not-fit"
    theirs = table.room.state.hands[1][0]
    assert code(table.says("Ana", cmd.Play((theirs,)))) == "no-such-card"


def test_a_forged_signature_is_refused() -> None:
    """A command whose signature is not its session key's is refused."""
    table = Table("Ana", "Ben")
    table.start()
    ana, ben = table.players["Ana"], table.players["Ben"]
    signed = ana.signed(cmd.Leave())
    forged = bytes([signed.sig[0] ^ 1]) + signed.sig[1:]
    assert code(table.room.command(ana.keys.identity, signed.body, forged, table.now)) == "bad-signature"
    assert code(table.room.command(ben.keys.identity, signed.body, signed.sig, table.now)) == "not-seated"


def test_a_counter_is_used_once() -> None:
    """Another command with a counter already logged is refused with the next free one."""
    table = Table("Ana", "Ben")
    ana, head = table.players["Ana"], table.room.book.head
    said = SignedAct(0, 1, head.index, head.hash, None, cmd.Start())
    signed = sign_command(ana.keys.session_secret, ana.keys.gid, said)
    done = table.room.command(ana.keys.identity, signed.body, signed.sig, table.now)
    assert isinstance(done, Answer)
    assert (done.code, done.counter) == ("counter-used", 2)


def test_a_command_for_another_game_is_refused() -> None:
    """A signed command of one game is no command of another: the game's id is under the signature."""
    here, there = Table("Ana", "Ben"), Table("Ana", "Ben", game="other game")
    signed = there.players["Ana"].signed(cmd.Start())
    done = here.room.command(here.players["Ana"].keys.identity, signed.body, signed.sig, here.now)
    assert code(done) == "bad-signature"


def test_an_unknown_head_is_refused() -> None:
    """A command must have seen a head of this very log."""
    table = Table("Ana", "Ben")
    ana = table.players["Ana"]
    said = SignedAct(0, 9, 2, bytes(32), None, cmd.Start())
    signed = sign_command(ana.keys.session_secret, ana.keys.gid, said)
    assert code(table.room.command(ana.keys.identity, signed.body, signed.sig, table.now)) == "unknown-head"


@pytest.mark.parametrize(
    "raw", [b"", b"\x00", b"\xff" * 40, b"\x96\xc0\x01\x00\xc4\x00\xc0\x92\xa4join\x80", b"\x89PNG\r\n"]
)
def test_bytes_that_are_no_command_are_refused(raw: bytes) -> None:
    """Random bytes get the answer `bad-command`, and the room goes on."""
    table = Table("Ana", "Ben")
    assert code(table.room.command(table.players["Ana"].keys.identity, raw, bytes(64), table.now)) == "bad-command"
    table.start()


def test_a_table_act_is_no_command() -> None:
    """A player cannot close a shuffle or seal the log: those acts are the table's."""
    table = Table("Ana", "Ben")
    ana = table.players["Ana"]
    signed = ana.signed(cmd.Start())
    body = signed.body.replace(b"\xa5start", b"\xa4seal")
    assert code(table.room.command(ana.keys.identity, body, signed.sig, table.now)) == "bad-command"


def test_pc_26_joining_with_anothers_identity_is_refused() -> None:
    """The keys of a join must be those of the connection's identity."""
    table = Table("Ana")
    table.enter("Eve")
    stolen = table.players["Ana"].keys.join("Ana again")
    assert code(table.says("Eve", stolen)) == "bad-certificate"


def test_a_full_room_is_refused() -> None:
    """The seventh player of a six-seat table gets no seat."""
    table = Table("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
    table.enter("Gus")
    assert code(table.says("Gus", table.players["Gus"].keys.join("Gus"))) == "room-full"


def test_pc_19_a_spectator_can_do_nothing() -> None:
    """Whoever has no seat is refused everything but joining."""
    table = Table("Ana", "Ben")
    table.start()
    table.enter("Eve")
    assert code(table.says("Eve", cmd.Leave())) == "not-seated"
    assert table.room.spectators() == 1


def test_a_rematch_keeps_its_host() -> None:
    """Regression: the fastest to sit down again became host; now whoever hosted before hosts as soon as he sits."""
    table = Table("Ana", "Ben")
    table.start()
    table.plays_on()
    rematch, raws = table.room.again(secret("again"), table.now, 0)
    table.room, table.raws, table.players = rematch, raws, {}
    for name, host in [("Ben", 0), ("Ana", 1)]:
        table.enter(name)
        table.does(name, table.players[name].keys.join(name))
        assert table.room.state.host == host


# Shuffles


def test_a_late_contributor_is_named_and_sleeps() -> None:
    """A shuffle is closed without a reveal that does not come in time; its owner is left out until it acts again."""
    table = Table("Ana", "Ben", bots=1)
    table.does("Ana", cmd.Start())
    table.reveals("Ana")
    assert table.players["Ben"].due_reveal()
    begun = table.now
    table.wake()
    assert table.now == begun + table.settings.reveal_ms
    paper = papers_of(table, Reveals)[0]
    assert isinstance(paper, Reveals)
    assert [seat for seat, _, _ in paper.values] == [0]
    assert table.room.proofs.asleep == {1}
    assert (table.players["Ana"].omitted, table.players["Ben"].omitted) == ([], [1])
    table.turn_of("Ben")
    table.plays_on(until=1)
    assert table.room.proofs.asleep == set()


def test_nothing_prolongs_a_shuffle() -> None:
    """Regression: the wait for reveals ends so long after the shuffle began, whatever is written meanwhile."""
    table = Table("Ana", "Ben", "Cleo")
    table.does("Ana", cmd.Start())
    begun = table.now
    table.now += 1_000
    table.does("Cleo", cmd.Leave())
    table.reveals("Ana")
    assert table.room.next_deadline() == begun + table.settings.reveal_ms


def test_a_wrong_reveal_counts_for_nothing() -> None:
    """PC-47: a value that is not the next link of the chain is passed over, and so is one for another context."""
    table = Table("Ana", "Ben")
    table.does("Ana", cmd.Start())
    due = table.players["Ben"].due_reveal()
    assert due is not None
    ben = table.players["Ben"].keys.identity
    assert (due.k, due.index) == (1, 1)
    assert table.room.reveal(ben, replace(due, value=bytes(32)), table.now) is None
    assert table.room.reveal(ben, replace(due, ctx=bytes(32)), table.now) is None
    assert table.room.reveal(ben, replace(due, index=2), table.now) is None
    assert table.room._awaited() == {0, 1}
    table.reveals("Ana", "Ben")
    assert table.room.state.shuffle is None


def test_who_has_just_lost_the_line_is_asked_once() -> None:
    """The log cannot tell a lost line from a seat left out, so the shuffle waits for him once; then he sleeps."""
    table = Table("Ana", "Ben")
    table.leave("Ben")
    table.does("Ana", cmd.Start())
    paper = papers_of(table, Commitments)[0]
    assert isinstance(paper, Commitments)
    assert [seat for seat, _, _ in paper.contributors] == [0, 1]


# Absence


def test_the_computer_takes_over_and_gives_back() -> None:
    """Case 67: who leaves in the turn has the hand played on by the computer; who comes back plays it on."""
    table = Table("Ana", "Ben", bots=1)
    table.start()
    table.turn_of("Ben")
    table.does("Ben", cmd.Leave())
    assert events(table)[-1] == ev.SeatToBot(1, "left", "medium", VERSION)
    draft = table.wake()
    assert draft is not None
    assert table.room.book.entries[-1].cause.__class__.__name__ == "ByBot"
    hand = table.room.state.hands[1]
    table.leave("Ben")
    table.enter("Ben")
    assert events(table)[-1] == ev.SeatBack(1)
    assert table.room.state.hands[1] == hand
    assert {slot: table.players["Ben"].proofs.faces[slot] for slot in hand}


def test_an_absent_players_turn_goes_to_the_computer_after_thirty_seconds() -> None:
    """A player who lost the line keeps the seat for 30 s; then the computer plays until he is back."""
    table = Table("Ana", "Ben")
    table.start()
    table.turn_of("Ben")
    table.leave("Ben")
    gone = table.now
    table.wake()
    assert table.now == gone + table.settings.away_ms
    assert events(table)[-1] == ev.SeatToBot(1, "away", "medium", VERSION)
    assert code(table.says("Ben", cmd.Draw())) == "away"


def test_a_host_who_is_away_for_thirty_seconds_hosts_no_more() -> None:
    """Nobody waits in a lobby for a host who has gone: the next player there starts; who comes back is a guest."""
    table = Table("Ana", "Ben", "Cleo")
    table.leave("Ana")
    table.leave("Ben")
    gone = table.now
    table.wake()
    assert (table.now, table.room.state.host) == (gone + table.settings.away_ms, 2)
    table.enter("Ana")
    table.enter("Ben")
    assert table.room.next_deadline() is None
    assert code(table.says("Ana", cmd.Start())) == "not-host"
    table.does("Cleo", cmd.Start())


def test_nobody_hosts_by_absence_of_another_where_nothing_can_be_written() -> None:
    """Regression: a room whose host went home after the seal failed again and again."""
    table = Table("Ana", "Ben")
    table.start()
    table.plays_on()
    for name in ("Ana", "Ben"):
        table.signs(name)
    table.wake()
    table.leave("Ana")
    assert (table.room.state.phase, table.room.next_deadline()) == (Phase.SEALED, None)


def test_who_is_out_of_the_game_hosts_no_game() -> None:
    """Regression: a player who had left and looked on was next to host, which the rules refuse: the room failed."""
    table = Table("Ana", "Ben", "Cleo", "Dan", options={"preset": "boardflix", "absence": "remove"})
    table.start()
    table.does("Ben", cmd.Leave())
    table.cut()
    table.leave("Ana")
    table.now = table.now + table.settings.away_ms
    while table.room.state.host == 0:
        table.wake()
    assert table.room.state.host == 2


def test_a_host_who_is_back_in_time_still_hosts() -> None:
    """And where nobody else is there nobody else hosts."""
    table = Table("Ana", "Ben")
    table.leave("Ben")
    table.leave("Ana")
    assert table.room.next_deadline() is None
    table.enter("Ben")
    table.now += table.settings.away_ms - 1
    table.enter("Ana")
    assert (table.room.next_deadline(), table.room.state.host) == (None, 0)


def test_pc_31_a_return_comes_before_any_further_act() -> None:
    """The seat is given back at once, and the computer's pending act is dropped."""
    table = Table("Ana", "Ben", settings=Settings(pace_ms=2_000))
    table.start()
    table.turn_of("Ben")
    table.does("Ben", cmd.Leave())
    table.leave("Ben")
    table.now += 500
    table.enter("Ben")
    assert isinstance(events(table)[-1], ev.SeatBack)
    assert table.room.next_deadline() is None


def test_an_empty_table_stands_still() -> None:
    """While nobody is connected nothing happens and no clock runs; it goes on when somebody comes."""
    table = Table("Ana", bots=1)
    table.start()
    table.turn_of("Ana")
    table.plays_on(until=1)
    table.leave("Ana")
    assert table.room.next_deadline() is None
    before = table.room.book.clock
    table.now += 3_600_000
    table.enter("Ana")
    table.plays_on(until=1)
    assert table.room.book.clock - before < 60_000


# The end


def test_the_seal_waits_for_who_is_due_back() -> None:
    """Regression: a lost line at the end costs no signature; the seal waits as long as a turn would."""
    table = Table("Ana", "Ben")
    table.start()
    table.plays_on()
    table.signs("Ana")
    table.leave("Ben")
    assert table.room.next_deadline() == table.now + table.settings.away_ms
    table.now += table.settings.away_ms - 1
    table.enter("Ben")
    table.signs("Ben")
    table.wake()
    assert events(table)[-1] == ev.Sealed((0, 1), ())


def test_the_seal_waits_after_a_restart() -> None:
    """Regression: a start right after the end of a game gives the players time to come back and sign."""
    table = Table("Ana", "Ben")
    table.start()
    table.plays_on()
    table.room = loaded(table)
    table.wake()
    assert events(table)[-1] == ev.Resumed(1)
    for name in ("Ana", "Ben"):
        table.enter(name)
        table.signs(name)
    table.wake()
    assert events(table)[-1] == ev.Sealed((0, 1), ())


def test_the_seal_does_not_wait_for_who_left() -> None:
    """Regression: a player whose hand the computer played to the end cannot sign, connected or not."""
    table = Table("Ana", "Ben")
    table.start()
    table.turn_of("Ben")
    table.does("Ben", cmd.Leave())
    table.plays_on()
    assert code(table.says("Ben", cmd.Cosign(0, bytes(32), bytes(64)))) == "away"
    table.signs("Ana")
    signed_at = table.now
    table.wake()
    assert (table.now, events(table)[-1]) == (signed_at, ev.Sealed((0,), (1,)))


# Cold starts


def loaded(table: Table) -> Room:
    """The room as a server knows it that was started from the log alone."""
    return Room.load("TEST", MASTER, table.raws, table.now, 1, table.settings)


def test_a_cold_start_offers_the_same_at_every_entry() -> None:
    """PC-01: at every point of a game a server started from the log alone has the same state, choices and next act."""
    table = Table("Ana", "Ben", bots=2)
    table.start()
    while table.room.state.phase is not Phase.OVER:
        cold = loaded(table)
        assert public(cold.state) == public(table.room.state)
        assert cold.dealer.faces == table.room.dealer.faces
        for seat in table.room.state.taken:
            assert cold.choices(seat) == table.room.choices(seat)
        asked = asked_seat(table.room.state)
        if asked is not None and table.room.state.seat_at(asked).by_computer:
            assert cold._computer_act(asked) == table.room._computer_act(asked)
        table.plays_on(until=1)


def test_a_cold_start_says_so_and_goes_on() -> None:
    """The first entry after a start is `resumed`; an open shuffle is answered again by the players."""
    table = Table("Ana", "Ben")
    table.does("Ana", cmd.Start())
    table.room = loaded(table)
    for player in table.players.values():
        table.room.arrived(player.keys.identity, table.now)
    table.wake()
    assert events(table)[-1] == ev.Resumed(1)
    table.plays_on()
    assert table.room.state.phase is Phase.OVER


def test_a_refused_option_opens_no_room() -> None:
    """A room whose options cannot be played is refused with the reason before it opens."""
    with pytest.raises(ValueError, match="preset"):
        Room.open("TEST", MASTER, {"preset": "poker"}, secret("n"), 0, 0, Settings())
    with pytest.raises(ValueError, match="stack"):
        Room.open("TEST", MASTER, {**OPTIONS, "stack": "sideways"}, secret("n"), 0, 0, Settings())


def test_notes_are_sealed_to_one_seat() -> None:
    """A note to one seat is opened by its player and by nobody else, and its size says nothing."""
    table = Table("Ana", "Ben")
    nonce = hashed("ono1/test", b"nonce")[:12]
    short, long = table.room.note(0, b"a", nonce), table.room.note(0, b"a" * 200, nonce)
    assert short is not None
    assert long is not None
    assert len(short) == len(long)
    assert table.players["Ana"].opened_note(short) == b"a"
    assert table.players["Ben"].opened_note(short) is None
