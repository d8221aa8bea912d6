"""Witnesses: seeds and signatures of people who do not play."""

from collections.abc import Mapping
from typing import Any

import pytest

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import MOST_SEATS, MOST_WITNESSES, Phase
from ono_core.log.file import written
from ono_core.log.papers import Reveals, seats_of
from ono_core.log.proofs import MOST_MISSES
from ono_net.room import Answer, Draft
from ono_replay.audit import Report, Verdict, audit
from tests.net.seeds import HOARDING, draw_or_play, fresh, seal, without_seeds_of, witnesses
from tests.net.table import OPTIONS, Table

WITNESS = MOST_SEATS
"""The number of the first witness."""


def with_witness(*players: str, bots: int = 1, options: Mapping[str, Any] = OPTIONS) -> Table:
    """A lobby of these players and a computer, with a witness."""
    table = Table(*players, bots=bots, options=options)
    witnesses(table, "Wil")
    return table


def refused(table: Table, name: str, act: cmd.Act) -> str | None:
    """Why the table refuses an act."""
    answer = table.says(name, act)
    assert isinstance(answer, Answer), "the act is refused"
    return answer.code


def contributors(table: Table) -> list[set[int]]:
    """Whose seeds cut each shuffle."""
    papers = [paper for entry in table.room.book.entries for paper in entry.papers]
    return [seats_of(paper.values) for paper in papers if isinstance(paper, Reveals)]


def audited(table: Table) -> Report:
    """The audit of the log so far."""
    return audit(written(table.raws))


def codes(report: Report) -> set[tuple[str, str]]:
    """Code and who of every result."""
    return {(result.code, result.who) for result in report.results}


# Coming


def test_witness_has_part_in_every_shuffle_and_signs_the_end() -> None:
    """Who witnesses gives seeds and signs, and the audit names it among the contributors."""
    table = with_witness("Ana", "Ben")
    table.start()
    seal(table)
    assert all(WITNESS in seats for seats in contributors(table))
    report = audited(table)
    assert (report.verdict, report.witnessed) == (Verdict.PROVEN, report.counts.shuffles)
    witness = report.players[-1]
    assert (witness.seat, witness.name, witness.kind, witness.cosigned) == (WITNESS, "Wil", "witness", True)
    assert witness.seeds == report.counts.shuffles


def test_witness_comes_while_a_game_runs() -> None:
    """Who comes later gives seeds from the next shuffle on."""
    table = Table("Ana", "Ben", options=HOARDING)
    table.start()
    witnesses(table, "Wil")
    while table.room.state.shuffles < 3:
        table.cut() if table.room.state.shuffle else draw_or_play(table)
    table.cut()
    assert [WITNESS in seats for seats in contributors(table)] == [False, True, True]
    assert audited(table).findings == ()


def test_witness_comes_while_a_shuffle_waits() -> None:
    """It has no part in the shuffle that has begun, and the table does not wait for it."""
    table = Table("Ana", "Ben")
    table.does("Ana", cmd.Start())
    witnesses(table, "Wil")
    assert table.players["Wil"].due_reveal() is None
    table.cut()
    seal(table)
    assert audited(table).findings == ()


def test_players_see_witnesses_beside_seats() -> None:
    """A witness has no seat, holds no cards and is not asked for anything."""
    table = with_witness("Ana", "Ben")
    table.start()
    state = table.room.state
    assert [state.witnesses[number].name for number in state.witnesses] == ["Wil"]
    assert (len(state.hands), table.players["Wil"].seat, table.players["Wil"].number) == (3, None, WITNESS)
    assert table.players["Wil"].view().seat is None
    assert (table.room.spectators(), table.room.online()) == (1, [0, 1])
    assert table.room.note(WITNESS, b"", bytes(12)) is None


@pytest.mark.parametrize(
    "act",
    [
        cmd.Start(),
        cmd.SetOptions({"preset": "official"}),
        cmd.AddBot("easy", None),
        cmd.NextRound(),
        cmd.Call(),
        cmd.SetPause(on=True),
    ],
)
def test_witness_can_do_nothing_else(act: cmd.Act) -> None:
    """A witness is no host and no player."""
    table = with_witness("Ana", "Ben")
    assert refused(table, "Wil", act) in {"not-host", "wrong-phase"}


def test_table_that_stands_still_does_not_go_on_for_a_witness() -> None:
    """Not even when the host has gone, where any player may let it go on."""
    table = with_witness("Ana", "Ben")
    table.start()
    table.does("Ana", cmd.SetPause(on=True))
    table.leave("Ana")
    assert refused(table, "Wil", cmd.SetPause(on=False)) == "not-host"
    table.does("Ben", cmd.SetPause(on=False))


def test_play_of_a_witness_is_refused() -> None:
    """No card is a witness's to play or draw."""
    table = with_witness("Ana", "Ben")
    table.start()
    for act in (cmd.Draw(), cmd.Play((256,)), cmd.Pass()):
        assert refused(table, "Wil", act) == "not-your-turn"
    assert refused(table, "Wil", cmd.Catch(0, 1)) == "wrong-phase"


def test_player_cannot_witness_and_witness_cannot_play() -> None:
    """One identity is one or the other in a game, and is told so."""
    table = with_witness("Ana", "Ben")
    assert refused(table, "Ana", table.players["Ana"].witness("Ana 2")) == "already-seated"
    assert refused(table, "Wil", table.players["Wil"].keys.join("Wil 2")) == "is-witness"
    assert refused(table, "Wil", table.players["Wil"].witness("Wil 2")) == "is-witness"
    table.does("Wil", cmd.Leave())
    table.does("Wil", table.players["Wil"].keys.join("Wil"))
    assert table.players["Wil"].seat == 3
    table.start()
    seal(table)
    assert audited(table).verdict is Verdict.PROVEN


def test_witness_of_a_match_does_not_sit_down_between_its_rounds() -> None:
    """Where others may come late, who has witnessed the match may not, though it has left."""
    table = with_witness("Ana", "Ben", options={"preset": "official"})
    table.start()
    while table.room.state.phase is not Phase.ROUND_OVER:
        table.plays_on(until=1)
    table.enter("Eve")
    table.does("Eve", table.players["Eve"].keys.join("Eve"))
    assert refused(table, "Wil", table.players["Wil"].keys.join("Wil 2")) == "is-witness"
    table.does("Wil", cmd.Leave())
    table.players["Wil"].renew()
    assert refused(table, "Wil", table.players["Wil"].keys.join("Wil 2")) == "is-witness"


def test_names_of_witnesses_are_told_apart() -> None:
    """No witness has the name of a player, nor one that looks like it; and no player a witness's."""
    table = with_witness("Ana", "Ben")
    table.enter("Eve")
    for name, code in [
        ("ANA", "name-taken"),
        ("wil", "name-taken"),
        ("\u0410na", "name-taken"),
        ("\u202eEve", "bad-name"),
    ]:
        assert refused(table, "Eve", table.players["Eve"].witness(name)) == code
    assert refused(table, "Eve", table.players["Eve"].keys.join("Wil")) == "name-taken"


def test_computers_find_names_beside_witnesses() -> None:
    """Witnesses cannot take all names that computers have."""
    table = Table("Ana")
    for name in ("Mira", "Kofi", "Ada", "Jun", "Lena", "Tomás", "Wei", "Nadia"):
        witnesses(table, name)
    for _ in range(3):
        table.does("Ana", cmd.AddBot("easy", None))
    assert [seat.name for seat in table.room.state.seats if seat] == ["Ana", "Olu", "Sami", "Mira 2"]


def test_there_are_so_many_witnesses_and_no_more() -> None:
    """The bound is told; a place is free again when somebody leaves before the start."""
    table = Table("Ana", "Ben")
    for number in range(MOST_WITNESSES):
        witnesses(table, f"Wil {number}x")
    table.enter("Eve")
    assert refused(table, "Eve", table.players["Eve"].witness("Eve")) == "witnesses-full"
    table.does("Wil 3x", cmd.Leave())
    witnesses(table, "Eve")
    assert table.players["Eve"].number == WITNESS + 3


# Going


def test_host_sends_a_witness_away_before_the_start() -> None:
    """`unseat` empties the place of a witness too."""
    table = with_witness("Ana", "Ben")
    table.does("Ana", cmd.Unseat(WITNESS))
    assert table.room.state.witnesses == {}
    assert refused(table, "Ana", cmd.Unseat(WITNESS)) == "no-such-seat"


def test_witness_that_leaves_is_waited_for_no_more() -> None:
    """Its seed is missing from the open shuffle, which closes at once when all others have come."""
    table = with_witness("Ana", "Ben")
    table.does("Ana", cmd.Start())
    table.does("Wil", cmd.Leave())
    before = table.now
    table.reveals("Ana", "Ben")
    assert table.room.state.shuffle is None
    assert table.now == before
    seal(table)
    report = audited(table)
    assert (report.findings, report.missing) == ((), ())
    assert codes(report) == {("no-reveal", f"witness {WITNESS}")}


def test_last_who_is_waited_for_leaves() -> None:
    """The table does not wait for the time to run out when the only one who has not revealed leaves."""
    table = with_witness("Ana", "Ben")
    table.does("Ana", cmd.Start())
    table.reveals("Ana", "Ben")
    assert table.room.state.shuffles == len(contributors(table)) + 1
    table.does("Wil", cmd.Leave())
    before = table.now
    table.wake()
    assert (table.room.state.shuffles, table.now) == (len(contributors(table)), before)


def test_witness_comes_again_under_its_number_with_new_keys() -> None:
    """Who has left in the game comes back with keys of which no seed was seen."""
    table = with_witness("Ana", "Ben", options=HOARDING)
    table.start()
    old = table.players["Wil"].keys
    table.does("Wil", cmd.Leave())
    assert refused(table, "Wil", old.witness("Wil")) == "rekeyed"
    table.does("Wil", table.players["Wil"].witness("Anything"))
    assert table.players["Wil"].keys.session != old.session
    assert table.room.state.witnesses[WITNESS].name == "Wil"
    seal(table)
    report = audited(table)
    assert (report.findings, report.missing) == ((), ())
    assert report.players[-1].cosigned


def test_witness_that_comes_again_before_the_cut_sleeps_until_the_next() -> None:
    """It owes the open shuffle a seed of keys that are gone; the new ones are asked from the shuffle after next on."""
    table = with_witness("Ana", "Ben", bots=0, options=HOARDING)
    table.does("Ana", cmd.Start())
    table.does("Wil", cmd.Leave())
    table.does("Wil", table.players["Wil"].witness("Wil"))
    wil = table.players["Wil"]
    assert wil.due_reveal() is None
    without_seeds_of(table, "Wil")
    assert wil.due_re_anchor() is None
    while table.room.state.shuffles < 2:
        draw_or_play(table)
    due = wil.due_re_anchor()
    assert due is not None
    table.does("Wil", due)
    while table.room.state.shuffles < 3:
        table.cut() if table.room.state.shuffle else draw_or_play(table)
    table.cut()
    assert [WITNESS in seats for seats in contributors(table)] == [False, False, True]
    assert audited(table).findings == ()


def test_witness_with_another_device_takes_its_place_over() -> None:
    """The same identity witnesses with other keys; the old ones sign nothing more."""
    table = with_witness("Ana", "Ben")
    table.start()
    old = table.players.pop("Wil")
    table.enter("Wil")
    table.players["Wil"].renew()
    table.does("Wil", table.players["Wil"].witness("Wil"))
    signed = old.signed(cmd.Leave())
    answer = table.room.command(old.keys.identity, signed.body, signed.sig, table.now)
    assert isinstance(answer, Answer)
    assert answer.code in {"rekeyed", "bad-signature"}
    seal(table)
    assert audited(table).verdict is Verdict.PROVEN


# Silence


def test_silent_witness_costs_the_stated_time_and_is_left_out() -> None:
    """The table waits 3 s once, then asks no more, and the audit says so; nothing else happens to it."""
    table = with_witness("Ana", "Ben", options={**HOARDING, "missing_reveal": "sit_out"})
    table.does("Ana", cmd.Start())
    table.leave("Wil")
    began = table.now
    without_seeds_of(table, "Wil")
    assert table.now - began == table.settings.reveal_ms
    assert not any(isinstance(event, ev.SatOut) for entry in table.room.book.entries for event in entry.events)
    wil = table.players.pop("Wil")
    seal(table)
    report = audited(table)
    assert (report.findings, report.missing) == ((), ())
    who = f"witness {WITNESS}"
    expected = {("no-reveal", who), ("not-cosigned", who)}
    asked = {("left-out", who)} if report.counts.shuffles > 1 else set[tuple[str, str]]()
    assert codes(report) == expected | asked
    assert wil.number == WITNESS


def test_sleeping_witness_wakes_with_a_new_chain() -> None:
    """A witness whose line was lost gives seeds again once it is back."""
    table = with_witness("Ana", "Ben", bots=0, options=HOARDING)
    table.does("Ana", cmd.Start())
    without_seeds_of(table, "Wil")
    wil = table.players["Wil"]
    due = wil.due_re_anchor()
    assert due is not None
    table.does("Wil", due)
    assert wil.due_re_anchor() is None
    while table.room.state.shuffles < 3:
        table.cut() if table.room.state.shuffle else draw_or_play(table)
    table.cut()
    given = [WITNESS in seats for seats in contributors(table)]
    assert (given[0], given[-1]) == (False, True)
    assert audited(table).findings == ()


def test_witness_that_never_answers_delays_so_many_shuffles_and_no_more() -> None:
    """However often it wakes: after three seeds that did not come no shuffle waits for it."""
    table = with_witness("Ana", "Ben", bots=0, options=HOARDING)
    table.does("Ana", cmd.Start())
    waited = 0
    while table.room.state.shuffles < 2 * MOST_MISSES + 4:
        if table.room.state.shuffle:
            waited += table.players["Wil"].due_reveal() is not None
            without_seeds_of(table, "Wil")
            due = table.players["Wil"].due_re_anchor()
            if due:
                table.does("Wil", due)
        else:
            draw_or_play(table)
    assert waited == MOST_MISSES
    assert audited(table).findings == ()


def test_game_of_computers_and_one_player_has_a_second_contributor() -> None:
    """With a witness no lone player cuts the deck by itself."""
    table = with_witness("Ana")
    table.start()
    assert contributors(table) == [{0, WITNESS}]


# The end


def test_seal_waits_for_a_witness_that_is_there() -> None:
    """The log is sealed when players and witnesses have signed, and names who has not."""
    table = with_witness("Ana", "Ben")
    table.start()
    table.plays_on()
    table.signs("Ana")
    table.signs("Ben")
    ended = table.now
    while table.room.state.phase is not Phase.SEALED:
        table.wake()
    assert table.now == ended + table.settings.seal_ms
    (sealed,) = (event for event in table.room.book.entries[-1].events if isinstance(event, ev.Sealed))
    assert (sealed.by, sealed.missing) == ((0, 1), (WITNESS,))


def test_witness_does_not_leave_after_the_end() -> None:
    """Who was there at the end signs it, or is named as one who has not."""
    table = with_witness("Ana", "Ben")
    table.start()
    table.plays_on()
    assert refused(table, "Wil", cmd.Leave()) == "wrong-phase"
    table.enter("Eve")
    assert refused(table, "Eve", table.players["Eve"].witness("Eve")) == "wrong-phase"


def test_cold_start_knows_its_witnesses() -> None:
    """A table read from its log again goes on with them."""
    table = with_witness("Ana", "Ben")
    table.does("Ana", cmd.Start())
    table.room = table.room.loaded(table.raws, table.now, 0)
    for player in table.players.values():
        table.room.arrived(player.keys.identity, table.now)
    table.write(table.room.wake(table.now))
    table.cut()
    assert contributors(table) == [{0, 1, WITNESS}]
    assert isinstance(table.says("Wil", cmd.Leave()), Draft)


def test_witness_program_that_starts_anew_goes_on() -> None:
    """All that a witness needs follows from its identity and the log: its number, its keys, the seed it owes."""
    table = with_witness("Ana", "Ben")
    table.does("Ana", cmd.Start())
    again = fresh(table, "Wil")
    assert (again.number, again.due_reveal()) == (WITNESS, table.players["Wil"].due_reveal())
    table.reveals("Wil")
    table.does("Wil", cmd.Leave())
    table.does("Wil", table.players["Wil"].witness("Wil"))
    assert fresh(table, "Wil").keys.session == table.players["Wil"].keys.session


def test_log_without_witnesses_says_that_seeds_came_from_players() -> None:
    """The report tells where all seeds came from those who play."""
    table = Table("Ana", "Ben")
    table.start()
    seal(table)
    assert audited(table).witnessed == 0
