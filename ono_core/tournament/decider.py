"""``decide``: what an act makes happen in a tournament, or why it is refused.

Who may ask is looked at first, then whether the tournament is in the phase for it, then the act itself. No result is
ever invented: where nobody came, nobody has a place. What was drawn stays as it was published; a correction changes the
standings, and the rounds drawn before it carry its flag (``state.changed_since``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Final

from ono_core.fair.keys import key_ok
from ono_core.fair.transcript import derived, permutation
from ono_core.game.names import shown, skeleton
from ono_core.tournament import acts
from ono_core.tournament import events as ev
from ono_core.tournament.acts import Act, Asked
from ono_core.tournament.evolve import Misplaced, entered, evolve
from ono_core.tournament.hashes import draw_mix, seed_commitment
from ono_core.tournament.pairing import Limits, Pairing, Past, pair
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.settings import draws, parse, plain
from ono_core.tournament.stages import Stage, by_standings, limits, may_join, next_stage
from ono_core.tournament.state import Person, Phase, Player, Presence, Result, Ruling, State, Table

VERSION: Final = 1
"""The version of the ledger's format and meaning, stated at index 0."""
MOST_PLAYERS: Final = 250
MOST_DEPUTIES: Final = 16
MOST_ATTEMPTS: Final = 26
"""How often a table may be opened: an attempt is a letter in the name of its file."""
MOST_REASON: Final = 200
MOST_SCORE: Final = 1_000_000

Decision = tuple[ev.Event, ...] | Refusal

__all__ = ["Decision", "Misplaced", "decide", "entered", "evolve", "initial", "is_over", "past"]


def initial() -> State:
    """The state before the first entry."""
    return State()


def is_over(state: State) -> bool:
    """Whether the tournament is closed; a ruling on a result still opens it again."""
    return state.phase is Phase.FINISHED


def decide(state: State, asked: Asked) -> Decision:
    """What the act makes happen, or why it is refused; the state is not changed either way."""
    act = asked.act
    refused = _phase_refusal(state, act) or _asker_refusal(state, asked) or _reason_refusal(state, asked)
    if refused:
        return refused
    decided = _DECIDERS[type(act)](state, act)
    if isinstance(decided, tuple) and state.phase is Phase.FINISHED:
        return (*decided, ev.Reopened())
    return decided


_LATE: Final = (acts.Adjudicate, acts.VoidTable, acts.Penalise, acts.Undo)
"""What opens a closed tournament again."""


def _phase_refusal(state: State, act: Act) -> Refusal | None:
    if isinstance(act, acts.Open):
        return None if state.phase is Phase.NEW else Refusal("already-opened")
    if state.phase is Phase.NEW:
        return Refusal("not-open")
    if state.phase is Phase.FINISHED and not isinstance(act, _LATE):
        return Refusal("finished")
    return None


def _asker_refusal(state: State, asked: Asked) -> Refusal | None:
    by, act = asked.by, asked.act
    if by is None:
        return None
    if not isinstance(act, acts.REQUESTS):
        return Refusal("not-organiser")
    if by == state.organiser or by in state.deputies or _is_own(state, by, act):
        return None
    return Refusal("may-not-rule" if isinstance(act, acts.RULINGS) else "not-yourself")


def _is_own(state: State, by: bytes, act: Act) -> bool:
    """Whether this is what a player may ask of himself."""
    match act:
        case acts.Register(identity=identity):
            return identity == by
        case acts.Withdraw(player=number):
            own = state.numbered(by)
            return own is not None and own.number == number
        case _:
            return False


def _reason_refusal(state: State, asked: Asked) -> Refusal | None:
    """A ruling has a reason; who withdraws himself need not give one."""
    reason: str | None = getattr(asked.act, "reason", None)
    if reason is None:
        return None
    least = 0 if asked.by is not None and _is_own(state, asked.by, asked.act) else 1
    fits = least <= len(reason) <= MOST_REASON and reason.isprintable() and reason == reason.strip()
    return None if fits else Refusal("bad-reason")


# The tournament


def _open(_state: State, act: acts.Open) -> Decision:
    if not key_ok(act.organiser):
        return Refusal("weak-key")
    try:
        settings = parse(act.settings)
    except ValueError as error:
        return Refusal("bad-settings", str(error))
    if act.version != VERSION or plain(settings) != act.settings:
        return Refusal("bad-settings", f"version {VERSION} with every setting written out expected")
    if len(act.seeds) != draws(settings):
        return Refusal("bad-seeds", f"{draws(settings)} expected, got {len(act.seeds)}")
    return (ev.Opened(act.version, act.organiser, act.nonce, act.settings, act.seeds),)


def _pause(state: State, act: acts.Pause) -> Decision:
    return Refusal("paused") if state.paused else (ev.Paused(act.reason),)


def _resume(state: State, _act: acts.Resume) -> Decision:
    return (ev.Resumed(),) if state.paused else Refusal("not-paused")


def _deputise(state: State, act: acts.Deputise) -> Decision:
    if act.identity in (state.organiser, *state.deputies):
        return Refusal("already-deputy")
    if len(state.deputies) == MOST_DEPUTIES:
        return Refusal("too-many-deputies")
    return (ev.Deputised(act.identity),) if key_ok(act.identity) else Refusal("weak-key")


def _dismiss(state: State, act: acts.Dismiss) -> Decision:
    return (ev.Dismissed(act.identity),) if act.identity in state.deputies else Refusal("not-deputy")


def _finish(state: State, _act: acts.Finish) -> Decision:
    running = sum(table.result is None for _, table in state.tables())
    return Refusal("tables-running", str(running)) if running else (ev.Finished(),)


# Players


def _register(state: State, act: acts.Register) -> Decision:
    if not may_join(state):
        return Refusal("too-late")
    if len(state.players) == MOST_PLAYERS:
        return Refusal("tournament-full")
    refused = _person_refusal(state, act.name, act.identity, None)
    return refused or (ev.PlayerRegistered(len(state.players) + 1, act.name, act.identity, act.nonce),)


def _substitute(state: State, act: acts.Substitute) -> Decision:
    if _player(state, act.player) is None:
        return Refusal("no-such-player")
    refused = _person_refusal(state, act.name, act.identity, act.player)
    return refused or (ev.PlayerSubstituted(act.player, act.name, act.identity, act.nonce, act.reason),)


def _withdraw(state: State, act: acts.Withdraw) -> Decision:
    player = _player(state, act.player)
    if player is None:
        return Refusal("no-such-player")
    return Refusal("already-withdrawn") if player.away else (ev.PlayerWithdrawn(act.player, act.reason),)


def _return(state: State, act: acts.Return) -> Decision:
    player = _player(state, act.player)
    if player is None:
        return Refusal("no-such-player")
    return (ev.PlayerReturned(act.player),) if player.away else Refusal("not-withdrawn")


def _penalise(state: State, act: acts.Penalise) -> Decision:
    if _player(state, act.player) is None:
        return Refusal("no-such-player")
    if not 1 <= act.points <= 1_000:
        return Refusal("bad-points", str(act.points))
    return (ev.PlayerPenalised(act.player, act.points, act.reason),)


def _player(state: State, number: int) -> Player | None:
    try:
        return state.player(number)
    except LookupError:
        return None


def _person_refusal(state: State, name: str, identity: bytes, number: int | None) -> Refusal | None:
    """Whoever has ever been a player keeps name and identity for good, so that no undoing can make two alike."""
    if not key_ok(identity):
        return Refusal("weak-key")
    if any(person.identity == identity for player in state.players for person in player.persons):
        return Refusal("already-registered")
    if shown(name) != name:
        return Refusal("bad-name")
    looks = skeleton(name)
    others = (person for player in state.players if player.number != number for person in player.persons)
    taken = next((person.name for person in others if skeleton(person.name) == looks), None)
    return Refusal("name-taken", taken) if taken else None


# Draws


def _draw(state: State, act: acts.Draw) -> Decision:
    stage = next_stage(state)
    if isinstance(stage, Refusal):
        return stage
    number = stage.round
    if seed_commitment(state.nonce, number, act.seed) != state.seeds[number - 1]:
        return Refusal("wrong-seed")
    mix = draw_mix(state.tid, number, act.seed, (state.player(one).nonce for one in stage.players))
    groups = _groups(state, stage, mix)
    drawn = _paired(state, stage, mix, groups)
    if not drawn.tables:
        return Refusal("too-few-players", "no group has enough for a table")
    return (ev.RoundDrawn(number, stage.stage, act.seed, mix, drawn.tables, drawn.sitting, groups),)


def past(state: State) -> Past:
    """What the rounds drawn so far leave to be made up for: as they were published, whatever was ruled since."""
    published = (Pairing(tuple(table.players for table in one.tables), one.sitting) for one in state.rounds)
    return reduce(Past.after, published, Past())


def _paired(state: State, stage: Stage, mix: bytes, groups: Sequence[Sequence[int]]) -> Pairing:
    if stage.stage == "final":
        seats = len(stage.players)
        return pair(stage.players, past(state), Limits(seats, seats, seats), mix)
    there = [[player for player in group if player in stage.players] for group in groups]
    return pair(stage.players, past(state), limits(state), mix, there or None)


def _groups(state: State, stage: Stage, mix: bytes) -> tuple[tuple[int, ...], ...]:
    """All groups after a draw: drawn by lot at the first; newcomers join the smallest, the first of equals."""
    if state.settings.format != "groups":
        return ()
    groups: list[list[int]] = [[*group] for group in state.groups]
    newcomers = [player for player in stage.players if not any(player in group for group in groups)]
    if not groups:
        size = state.settings.groups.size
        groups = [[] for _ in range(max(1, (2 * len(newcomers) + size) // (2 * size)))]
        order = permutation(derived(mix, "ono1/tournament-groups"), len(newcomers))
        newcomers = [newcomers[place] for place in order]
    if stage.stage == "round":
        for player in newcomers:
            min(groups, key=len).append(player)
    return tuple(tuple(sorted(group)) for group in groups)


# Tables


def _open_table(state: State, act: acts.OpenTable) -> Decision:
    table = _running(state, act.round, act.table)
    if isinstance(table, Refusal):
        return table
    if state.paused:
        return Refusal("paused")
    if table.games[-1:] == (act.game,):
        return Refusal("already-so")
    if any(act.game in other.games for _, other in state.tables()):
        return Refusal("game-used")
    attempt = len(table.games) + 1
    if attempt > MOST_ATTEMPTS:
        return Refusal("too-many-attempts")
    return (ev.TableOpened(act.round, act.table, act.game, attempt),)


def _report(state: State, act: acts.Report) -> Decision:
    table = _running(state, act.round, act.table)
    if isinstance(table, Refusal):
        return table
    if table.games[-1:] != (act.game,):
        return Refusal("not-that-game")
    wrong = _bad_result(table, act.places, act.scores) or _bad_absent(table, act.absent)
    if wrong:
        return Refusal("bad-result", wrong)
    return (
        ev.TableEnded(
            act.round, act.table, "played", act.places, act.scores, act.absent, act.game, act.head, ""
        ),
    )  # fmt: skip


def _forfeit(state: State, act: acts.Forfeit) -> Decision:
    table = _running(state, act.round, act.table)
    if isinstance(table, Refusal):
        return table
    wrong = _bad_absent(table, act.absent) or (None if act.absent else "somebody absent expected")
    if wrong:
        return Refusal("bad-result", wrong)
    if len(table.players) - len(act.absent) > 1:
        return Refusal("can-play")
    places = tuple(int(player not in act.absent) for player in table.players)
    nothing = (0,) * len(places)
    return (
        ev.TableEnded(act.round, act.table, "forfeit", places, nothing, act.absent, None, None, act.reason),
    )  # fmt: skip


def _adjudicate(state: State, act: acts.Adjudicate) -> Decision:
    table = _table(state, act.round, act.table)
    if table is None:
        return Refusal("no-such-table")
    wrong = _bad_result(table, act.places, act.scores)
    if wrong:
        return Refusal("bad-result", wrong)
    if table.result:
        return (ev.ResultCorrected(act.round, act.table, act.places, act.scores, act.reason),)
    ended = ev.TableEnded(
        act.round, act.table, "adjudicated", act.places, act.scores, (), None, None, act.reason
    )  # fmt: skip
    return (ended,)


def _void_table(state: State, act: acts.VoidTable) -> Decision:
    table = _table(state, act.round, act.table)
    if table is None:
        return Refusal("no-such-table")
    if table.status == "voided":
        return Refusal("already-so")
    return (ev.TableVoided(act.round, act.table, act.reason),)


def _give_time(state: State, act: acts.GiveTime) -> Decision:
    table = _running(state, act.round, act.table)
    if isinstance(table, Refusal):
        return table
    if not 1_000 <= act.ms <= 3_600_000:
        return Refusal("bad-time", f"{act.ms} ms")
    return (ev.TimeGiven(act.round, act.table, act.ms, act.reason),)


def _table(state: State, number: int, table: int) -> Table | None:
    try:
        return state.table(number, table)
    except LookupError:
        return None


def _running(state: State, number: int, table: int) -> Table | Refusal:
    found = _table(state, number, table)
    if found is None:
        return Refusal("no-such-table")
    return Refusal("table-ended", found.result.kind) if found.result else found


def _bad_result(table: Table, places: Sequence[int], scores: Sequence[int]) -> str | None:
    """Why these cannot be places and scores of a table, in words, or None."""
    seats = len(table.players)
    if len(places) != seats or len(scores) != seats:
        return f"{seats} places and scores expected, got {len(places)} and {len(scores)}"
    placed = [place for place in places if place != 0]
    if any(place != 1 + sum(other < place for other in placed) for place in placed):
        return f"places from 1, a shared one followed by a gap, expected, got {list(places)}"
    if any(abs(score) > MOST_SCORE for score in scores):
        return f"scores up to {MOST_SCORE} either way expected"
    return None


def _bad_absent(table: Table, absent: Sequence[int]) -> str | None:
    if [*absent] == sorted(set(absent)) and set(absent) <= set(table.players):
        return None
    return f"players of the table expected as absent, rising, got {list(absent)}"


# Undoing


def _undo(state: State, act: acts.Undo) -> Decision:
    try:
        ruling = state.ruling(act.entry)
    except LookupError:
        return Refusal("no-such-ruling", f"entry {act.entry}")
    if act.entry in state.undone:
        return Refusal("already-undone")
    undone = ev.Undone(act.entry, act.reason)
    prop = _stands_on(state, ruling, evolve(state, undone))
    return Refusal("stands-on-it", prop) if prop else (undone,)


def _stands_on(state: State, ruling: Ruling, after: State) -> str:
    """What would lose its ground if this were undone, in words, or nothing."""
    drawn = [one for one in state.rounds if one.entry > ruling.entry]
    said: Sequence[Result | Person | Presence] = ()
    first = _first(state, ruling).act
    if ruling.table is not None and ruling.round is not None:
        said = state.table(ruling.round, ruling.table).results
        needed = after.table(ruling.round, ruling.table).result is None
        drawn = [one for one in drawn if needed or by_standings(state, one.number)]
    elif ruling.player is not None:
        player = state.player(ruling.player)
        said = player.persons if first == "substitute" else player.presences if first == "withdraw" else ()
        drawn = [one for one in drawn if first != "penalise" or by_standings(state, one.number)]
    later = [one.entry for one in said if one.entry > ruling.entry and one.entry not in state.undone]
    if drawn:
        return f"round {drawn[0].number} was drawn since"
    return f"entry {later[0]} came since" if later else ""


def _first(state: State, ruling: Ruling) -> Ruling:
    """What was ruled at first, if this undoes an undoing of it."""
    while ruling.undoes is not None:
        ruling = state.ruling(ruling.undoes)
    return ruling


_DECIDERS: Final[dict[type[Act], Callable[[State, Any], Decision]]] = {
    acts.Open: _open,
    acts.Register: _register,
    acts.Withdraw: _withdraw,
    acts.Return: _return,
    acts.Substitute: _substitute,
    acts.Draw: _draw,
    acts.OpenTable: _open_table,
    acts.Report: _report,
    acts.Forfeit: _forfeit,
    acts.Adjudicate: _adjudicate,
    acts.VoidTable: _void_table,
    acts.Penalise: _penalise,
    acts.Undo: _undo,
    acts.Pause: _pause,
    acts.Resume: _resume,
    acts.GiveTime: _give_time,
    acts.Deputise: _deputise,
    acts.Dismiss: _dismiss,
    acts.Finish: _finish,
}
