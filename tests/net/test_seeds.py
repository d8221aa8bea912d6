"""Seeds that do not come, chains that run out, and seats that are held with new keys: what the table makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ono_core.fair.chains import FEW_LINKS
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.evolve import evolve_all
from ono_core.game.state import Phase, State
from ono_core.log.book import Book, Checked
from ono_core.log.entries import ByTable, SignedAct, pair_bytes, sign_command
from ono_core.log.faults import LogFault
from ono_core.log.file import written
from ono_core.log.papers import Commitments, DealerReveal, Reveals, Sealings
from ono_core.log.shares import BadShare, GivenShare, read_shares, written_shares
from ono_net.dealer import Dealer
from ono_net.player import GameKeys, Player
from ono_net.room import Answer, Draft, Room
from ono_replay.audit import Report, Verdict, audit
from tests.net.seeds import HOARDING, cut_by_new, draw_or_play, elsewhere, fresh, hoarded, seal, without_seeds_of
from tests.net.table import MASTER, Table
from tests.vectors.unusual import split_wrongly

SIT_OUT: dict[str, Any] = {"preset": "boardflix", "missing_reveal": "sit_out"}
MATCH: dict[str, Any] = {"preset": "official", "first_deal": "random", "missing_reveal": "sit_out", "target": 100}


def happened(table: Table, kind: type[ev.Event]) -> list[Any]:
    """Everything of this kind that happened."""
    return [event for entry in table.room.book.entries for event in entry.events if isinstance(event, kind)]


def asked_for_seeds(table: Table) -> list[list[int]]:
    """The seats that each shuffle asked."""
    papers = [paper for entry in table.room.book.entries for paper in entry.papers]
    return [[seat for seat, _, _ in paper.contributors] for paper in papers if isinstance(paper, Commitments)]


def audited(table: Table) -> Report:
    """What the log proves."""
    return audit(written(table.raws))


def remarks(report: Report) -> set[tuple[str, str]]:
    """Code and who of each remark."""
    return {(found.code, found.who) for found in report.remarks}


def sealed(table: Table) -> Report:
    """The game goes on to its end, all sign it, and it is audited."""
    seal(table)
    return audited(table)


# Sitting out


def test_who_gives_no_seed_for_a_deal_is_not_dealt_in() -> None:
    """With sit_out a seat whose seed does not come sits the round out; it comes last and the log says why."""
    table = Table("Ana", "Ben", "Cleo", options=SIT_OUT)
    table.does("Ana", cmd.Start())
    without_seeds_of(table, "Ben")
    state = table.room.state
    assert happened(table, ev.SatOut) == [ev.SatOut((1,))]
    assert state.playing == (0, 2)
    assert [len(hand) for hand in state.hands] == [7, 0, 7]
    assert table.players["Ben"].view().final == ()
    report = sealed(table)
    assert table.room.state.places[1] == 3
    assert report.verdict is Verdict.REMARKS, report.results
    assert ("no-reveal", "seat 1") in remarks(report)


def test_who_sat_out_is_dealt_in_again_when_its_seed_comes() -> None:
    """Each new round asks a sleeping seat again, and deals it in if it answers; its score is what it was."""
    table = Table("Ana", "Ben", "Cleo", options={**MATCH, "target": 500})
    table.does("Ana", cmd.Start())
    without_seeds_of(table, "Ben")
    while table.room.state.phase is not Phase.ROUND_OVER:
        table.plays_on(until=1)
    assert table.room.state.scores[1] == 0
    table.does("Ana", cmd.NextRound())
    assert asked_for_seeds(table)[-1] == [0, 1, 2]
    table.cut()
    assert table.room.state.playing == (0, 1, 2)
    assert table.room.proofs.asleep == set()


def test_a_missing_seed_in_a_recycle_costs_no_hand() -> None:
    """With sit_out too, a shuffle of the discards goes on without a seed, and nobody loses the cards held."""
    table = Table("Ana", "Ben", options={**SIT_OUT, "draw_when": "any", "deal": 10, "turn_cap": 2000})
    table.start()
    while table.room.state.shuffle is None:
        draw_or_play(table)
    held = table.room.state.hands
    without_seeds_of(table, "Ben")
    assert happened(table, ev.SatOut) == []
    assert len(table.room.state.hands[1]) >= len(held[1]) > 0
    assert ("no-reveal", "seat 1") in remarks(audited(table))


@pytest.mark.parametrize("options", [SIT_OUT, MATCH])
def test_who_is_left_alone_wins_the_round(options: dict[str, Any]) -> None:
    """When all seats but one sit out, that one has won the round at once, and no points (ours)."""
    table = Table("Ana", "Ben", options=options)
    table.does("Ana", cmd.Start())
    without_seeds_of(table, "Ben")
    (ended,) = happened(table, ev.RoundEnded)
    assert (ended.winner, ended.why, ended.points, ended.scores) == (0, "absent", (0, 0), (0, 0))
    is_match = options is MATCH
    assert table.room.state.phase is (Phase.ROUND_OVER if is_match else Phase.OVER)
    report = audited(table)
    assert report.findings == ()
    if is_match:
        table.does("Ana", cmd.NextRound())
        table.cut()
        assert table.room.state.playing == (0, 1)


def test_a_round_that_nobody_gave_a_seed_for_is_dealt_again() -> None:
    """Three times; then the game is over without a winner (ours)."""
    table = Table("Ana", "Ben", options=SIT_OUT)
    table.does("Ana", cmd.Start())
    for rounds in (1, 2, 3):
        without_seeds_of(table, "Ana", "Ben")
        assert [end.winner for end in happened(table, ev.RoundEnded)] == [None] * rounds
        if rounds < 3:
            table.does("Ana", cmd.NextRound())
    assert table.room.state.phase is Phase.OVER
    assert audited(table).findings == ()


def test_a_round_that_all_but_one_leave_is_over_for_who_sat_it_out_too() -> None:
    """With absence=remove the last seat of the round wins it, and who sat it out plays the next."""
    table = Table("Ana", "Ben", "Cleo", options={**MATCH, "absence": "remove"})
    table.does("Ana", cmd.Start())
    without_seeds_of(table, "Ben")
    table.does("Cleo", cmd.Leave())
    (ended,) = happened(table, ev.RoundEnded)
    assert (ended.winner, ended.why) == (0, "absent")
    assert table.room.state.phase is Phase.ROUND_OVER
    table.does("Ana", cmd.NextRound())
    table.cut()
    assert table.room.state.playing == (0, 1)
    assert audited(table).findings == ()


def test_a_table_cannot_make_a_seat_sit_out_whose_seed_stands_in_the_close() -> None:
    """A client stops at such an entry at once."""
    table = Table("Ana", "Ben", "Cleo", options=SIT_OUT)
    table.does("Ana", cmd.Start())
    forged_close(table, missing=(1,))
    with pytest.raises(LogFault, match="bad-reveal"):
        without_seeds_of(table)


def forged_close(table: Table, missing: tuple[int, ...]) -> None:
    """The room names others in its closes than those whose seeds are missing."""
    decided = table.room._decided

    def lying(command: cmd.Command) -> Any:
        act = command.act
        return decided(replace(command, act=replace(act, missing=missing)) if isinstance(act, cmd.Close) else command)

    table.room._decided = lying  # type: ignore[method-assign]


# Sleeping


def test_who_sleeps_is_left_out_says_the_log_and_after_a_restart_too() -> None:
    """A contributor that missed a reveal is asked again after its next command, whether or not the server stopped."""
    table = Table("Ana", "Ben", options={"preset": "official", "first_deal": "draw", "target": 500})
    table.does("Ana", cmd.Start())
    without_seeds_of(table, "Ben")
    assert asked_for_seeds(table) == [[0, 1], [0]]
    cold = Room.load("TEST", MASTER, table.raws, table.now, 0, table.settings)
    assert cold.proofs.asleep == table.room.proofs.asleep == {1}
    assert {("no-reveal", "seat 1"), ("left-out", "seat 1")} <= remarks(audited(table))
    table.cut()
    table.turn_of("Ben")
    table.plays_on(until=1)
    cold = Room.load("TEST", MASTER, table.raws, table.now, 0, table.settings)
    assert cold.proofs.asleep == table.room.proofs.asleep == set()


# Chains that run out


@pytest.fixture
def short_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chains with five links before few are left."""
    for owner in (Dealer, GameKeys):
        monkeypatch.setattr(owner, "LINKS", FEW_LINKS + 5)


@pytest.mark.usefixtures("short_chains")
def test_a_long_game_goes_on_with_new_chains() -> None:
    """Before a seed chain runs out, the dealer's or a player's, its owner logs the next; the log stays proven."""
    table = hoarded(HOARDING)
    owners = [event.seat for event in happened(table, ev.ReAnchored)]
    assert min(owners.count(owner) for owner in (None, 0, 1)) >= 2
    reveals = [paper for entry in table.room.book.entries for paper in entry.papers if isinstance(paper, Reveals)]
    assert max(index for paper in reveals for _, index, _ in paper.values) < 10
    cold = Room.load("TEST", MASTER, table.raws, table.now, 0, table.settings)
    assert cold.dealer.faces == table.room.dealer.faces
    report = sealed(table)
    assert report.verdict is Verdict.PROVEN, report.results
    ends = [entry for entry in table.room.book.entries if any(isinstance(e, ev.RoundEnded) for e in entry.events)]
    assert len([paper for paper in ends[0].papers if isinstance(paper, DealerReveal)]) >= 3


@pytest.mark.usefixtures("short_chains")
def test_a_chain_that_its_owner_did_not_begin_is_found_at_once() -> None:
    """The table can neither begin a player's chain nor change the anchor of one that was asked for."""
    table = Table("Ana", "Ben", options=HOARDING)
    table.start()
    act = cmd.ReAnchor(bytes(32), 1)
    forged = ev.ReAnchored(0, bytes(32), 1)
    by_table = table.room._draft(by(act), ((forged,), evolved(table, forged)), table.now)
    with pytest.raises(LogFault, match="undecided"):
        table.players["Ben"].follow(by_table.raw)
    asked = table.says("Ana", act)
    assert isinstance(asked, Draft)
    other = ev.ReAnchored(0, bytes([1]) * 32, 1)
    changed = table.room._draft(asked.checked.entry.cause, ((other,), evolved(table, other)), table.now)
    with pytest.raises(LogFault, match="undecided"):
        fresh(table, "Ben").follow(changed.raw)
    report = audit(written([*table.raws, changed.raw]))
    assert next((found.code, found.who, found.index) for found in report.findings) == (
        "undecided",
        "table",
        len(table.raws),
    )


def by(act: cmd.Act) -> ByTable:
    """The table as a cause."""
    return ByTable(act)


def evolved(table: Table, *forged: ev.Event) -> State:
    """The state after events that nobody decided."""
    return evolve_all(table.room.state, forged)


def test_a_new_chain_has_to_begin_later_than_the_last() -> None:
    """A chain that fed no shuffle is not replaced, none begins in the future, and none while nothing is dealt."""
    table = Table("Ana", "Ben")
    assert said(table.says("Ana", cmd.ReAnchor(bytes(32), 0))) == "wrong-phase"
    table.start()
    for base in (0, 2):
        assert said(table.says("Ana", cmd.ReAnchor(bytes(32), base))) == "wrong-phase"
    assert said(table.says("Ana", cmd.ReAnchor(bytes(31), 1))) == "weak-key"
    table.does("Ana", cmd.ReAnchor(bytes(32), 1))
    assert said(table.says("Ana", cmd.ReAnchor(bytes(32), 1))) == "wrong-phase"


def said(done: Draft | Answer) -> str | None:
    """The refusal's code."""
    return done.code if isinstance(done, Answer) else None


# New keys


def test_a_player_goes_on_with_new_keys() -> None:
    """Who joins with new keys of the same identity sees the hand, plays, cuts shuffles and signs the end."""
    table = Table("Ana", "Ben", options=HOARDING)
    table.start()
    hand = table.players["Ana"].view().hand
    new = elsewhere(table, "Ana")
    assert new.view().hand == hand
    assert new.seat == 0
    while table.room.state.shuffles < 4:
        if table.room.state.shuffle:
            cut_by_new(table)
        else:
            draw_or_play(table)
    seeds = [paper for entry in table.room.book.entries for paper in entry.papers if isinstance(paper, Reveals)]
    assert [[seat for seat, _, _ in paper.values] for paper in seeds[1:]] == [[0, 1]] * (len(seeds) - 1)
    assert seeds[1].values[0][1] == 1
    del table.players["old Ana"]
    report = sealed(table)
    assert report.verdict is Verdict.PROVEN, report.results
    assert table.room.state.cosigned == (0, 1)


def test_the_old_keys_are_good_for_nothing_more() -> None:
    """Commands signed by the old session key are refused by a name of their own; nobody can bring it back."""
    table = Table("Ana", "Ben")
    table.start()
    table.turn_of("Ana")
    keys = table.players["Ana"].keys
    stale = table.players["Ana"].signed(table.thought("Ana"))
    elsewhere(table, "Ana")
    assert said(table.room.command(keys.identity, stale.body, stale.sig, table.now)) == "rekeyed"
    player = table.players["Ana"]
    player.keys, generation = keys, player.keys
    again = player.signed(keys.join("Ana"))
    assert said(table.room.command(keys.identity, again.body, again.sig, table.now)) == "rekeyed"
    player.keys = generation
    assert isinstance(table.says("Ana", table.thought("Ana")), Draft)


def test_nobody_else_can_take_a_seat_with_new_keys() -> None:
    """Another identity, and one's own with a certificate of another, are refused."""
    table = Table("Ana", "Ben")
    table.start()
    table.enter("Eve")
    eve, ana = table.players["Eve"], table.players["Ana"]
    assert said(table.says("Eve", eve.keys.join("Ana"))) == "wrong-phase"
    stolen = replace(eve.keys.join("Ana"), identity=ana.keys.identity)
    signed = sign_command(eve.keys.session_secret, eve.keys.gid, said_of(eve, stolen))
    for identity in (eve.keys.identity, ana.keys.identity):
        assert said(table.room.command(identity, signed.body, signed.sig, table.now)) == "bad-certificate"


def said_of(player: Player, act: cmd.Act) -> SignedAct:
    """What somebody without a seat says."""
    head = player.book.head
    return SignedAct(None, 1, head.index, head.hash, None, act)


def test_new_keys_while_a_shuffle_is_open() -> None:
    """The open shuffle is cut by the seeds that came, old ones too; the new chain feeds the next."""
    table = Table("Ana", "Ben", options={"preset": "official", "first_deal": "draw"})
    table.does("Ana", cmd.Start())
    table.reveals("Ana")
    elsewhere(table, "Ana")
    assert table.players["Ana"].due_reveal() is None
    table.reveals("Ben")
    assert table.room.state.shuffle
    due = table.players["Ana"].due_reveal()
    assert due
    assert (due.k, due.index) == (2, 1)
    cut_by_new(table)
    assert len(table.players["Ana"].view().hand) == 7
    assert audited(table).findings == ()


def test_new_keys_while_the_computer_plays_give_the_seat_back() -> None:
    """Whose seat the computer plays comes back with the new keys, and sees the cards that were drawn meanwhile."""
    table = Table("Ana", "Ben", "Cleo")
    table.start()
    table.does("Ana", cmd.Leave())
    table.plays_on(until=5)
    new = elsewhere(table, "Ana")
    assert happened(table, ev.SeatBack) == [ev.SeatBack(0)]
    assert len(new.view().hand) == len(table.room.state.hands[0])
    assert all(card.face for card in new.view().hand)
    assert audited(table).findings == ()


def test_new_keys_in_a_lobby() -> None:
    """Nothing is sealed yet; the game begins with the new keys."""
    table = Table("Ana", "Ben")
    elsewhere(table, "Ana")
    del table.players["old Ana"]
    table.does("Ana", cmd.Start())
    table.cut()
    assert sealed(table).verdict is Verdict.PROVEN


def test_a_program_that_shares_the_identity_takes_the_new_keys_too() -> None:
    """All keys follow from the identity: the old program knows the new ones as soon as it reads of them."""
    table = Table("Ana", "Ben")
    table.start()
    new = elsewhere(table, "Ana")
    assert table.players["old Ana"].keys.session == new.keys.session


def test_new_keys_without_their_hand_are_found_at_once() -> None:
    """The hand has to be sealed to the new keys in the same entry, and the identity has to vouch for them."""
    table = Table("Ana", "Ben")
    table.start()
    new = fresh(table, "Ana")
    new.renew()
    table.players["Ana"] = new
    draft = table.says("Ana", new.keys.join("Ana"))
    assert isinstance(draft, Draft)
    entry = draft.checked.entry
    (paper,) = entry.papers
    assert isinstance(paper, Sealings)
    assert (paper.seat, paper.slots) == (0, table.room.state.hands[0])
    bare = table.room.book.draft(table.room._secret, entry.clock, entry.cause, entry.events, ())
    with pytest.raises(LogFault, match="missing-paper"):
        fresh(table, "Ben").follow(raw_of(bare))
    (rekeyed,) = entry.events
    uncertified = replace(rekeyed, cert=bytes(64))
    forged = table.room.book.draft(table.room._secret, entry.clock, entry.cause, (uncertified,), entry.papers)
    with pytest.raises(LogFault, match="bad-certificate"):
        fresh(table, "Ben").follow(raw_of(forged))
    report = audit(written([*table.raws, raw_of(forged)]))
    assert {(found.code, found.who) for found in report.findings} >= {("bad-certificate", "table")}


def raw_of(checked: Checked) -> bytes:
    """An entry's bytes."""
    return pair_bytes(checked.pair)


def test_a_log_with_new_keys_reads_the_same_from_the_start() -> None:
    """A book made of the raw entries knows the retired key."""
    table = Table("Ana", "Ben")
    old = table.players["Ana"].keys.session
    elsewhere(table, "Ana")
    assert Book.of(table.raws).retired == {old: 0}


# A dealer that vanishes

ESCROW: dict[str, Any] = {**HOARDING, "escrow": "n_of_n"}


def shares_of(table: Table) -> list[GivenShare]:
    """What each player can give away."""
    return [share for name in ("Ana", "Ben") for share in table.players[name].shares()]


@pytest.mark.parametrize("entries", [3, 15, 30])
def test_all_players_together_prove_what_a_vanished_dealer_dealt(entries: int) -> None:
    """Their shares give the secret behind all shuffles, so every card and every move of the log is judged."""
    table = Table("Ana", "Ben", bots=1, options={"preset": "boardflix", "escrow": "n_of_n"})
    table.start()
    table.plays_on(until=entries)
    left = audited(table)
    assert {"unrevealed", "bot-unchecked"} <= {found.code for found in left.missing}
    finished = audit(written(table.raws), shares=shares_of(table))
    assert finished.findings == ()
    assert {found.code for found in finished.missing} <= {"unsealed", "unclosed"}
    assert ("escrowed", "table") in remarks(finished)
    assert finished.counts.bots > left.counts.bots == 0


def test_a_share_alone_gives_nothing_and_a_wrong_one_is_named() -> None:
    """The dealer's secret needs the shares of all players, each the one committed to."""
    table = Table("Ana", "Ben", options=ESCROW)
    table.start()
    ana, ben = shares_of(table)
    for given, words in (
        ([ana], "share of seat 1 is missing"),
        ([ana, replace(ben, share=bytes(64))], "share of seat 1 is not the one"),
        ([ana, replace(ben, game=bytes(32))], "another game"),
    ):
        report = audit(written(table.raws), shares=given)
        (bad,) = [found for found in report.missing if found.code == "bad-share"]
        assert words in bad.evidence
        assert "unrevealed" in {found.code for found in report.missing}


def test_a_finished_game_shows_that_its_shares_were_the_secret() -> None:
    """With the dealer's last reveal everybody can put the shares together; false ones are found, and who gave them."""
    table = Table("Ana", "Ben", options=ESCROW)
    table.start()
    assert sealed(table).verdict is Verdict.PROVEN
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Dealer, "_split", split_wrongly)
        false = Table("Ana", "Ben", options={**ESCROW, "deal": 3})
        false.start()
        with pytest.raises(LogFault, match="bad-escrow"):
            false.plays_on()


def test_a_false_share_is_found_by_its_player_at_once() -> None:
    """What is sealed has to be what was committed to."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("ono_core.fair.escrow.sealed", spoiled)
        table = Table("Ana", "Ben", options=ESCROW)
        with pytest.raises(LogFault, match="bad-escrow"):
            table.does("Ana", cmd.Start())


def spoiled(_key: bytes, _base: int, _seat: int, _share: bytes) -> bytes:
    """Bytes that seal nothing."""
    return bytes(64)


def test_one_player_among_computers_is_given_nothing() -> None:
    """A single share would be the secret itself, and with it every card of the table."""
    table = Table("Ana", bots=2, options=ESCROW)
    table.start()
    assert list(table.players["Ana"].shares()) == []
    report = audit(written(table.raws), shares=[GivenShare(table.room.game, 0, 0, bytes(64))])
    assert "the log gives its players no shares" in {found.evidence for found in report.missing}


def test_new_keys_are_given_the_share_again() -> None:
    """A player who goes on with new keys can still give the share away."""
    table = Table("Ana", "Ben", options=ESCROW)
    table.start()
    before = shares_of(table)
    elsewhere(table, "Ana")
    assert shares_of(table) == before


def test_a_new_chain_of_the_dealers_is_split_too(short_chains: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the shares prove a long game to its last entry."""
    monkeypatch.setattr("ono_core.fair.chains.LENGTH", FEW_LINKS + 5)
    table = hoarded(ESCROW)
    bases = {share.base for share in shares_of(table)}
    assert len(bases) > 2
    assert audit(written(table.raws), shares=shares_of(table)).findings == ()
    assert ("escrowed", "table") in remarks(audit(written(table.raws), shares=shares_of(table)))


def test_shares_are_written_and_read() -> None:
    """A line each, which a person can copy; anything else is refused with its line."""
    shares = [GivenShare(bytes(32), 0, 3, bytes(range(64))), GivenShare(bytes([7]) * 32, 4032, 0, bytes(64))]
    assert read_shares(written_shares(shares)) == shares
    for bad in ("ono-share", "ono-share 00 0 1 00", "x" * 200, written_shares(shares) + "and more"):
        with pytest.raises(BadShare, match="line"):
            read_shares(bad)
