"""``evolve``: the state after an event. It only assigns, and never fails on what ``decide`` returned.

An event that names a player, table or ruling that is not there raises ``Misplaced``: only a forged ledger holds one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from ono_core.tournament import events as ev
from ono_core.tournament.settings import parse
from ono_core.tournament.state import Penalty, Person, Phase, Player, Presence, Result, Round, Ruling, State, Table


class Misplaced(ValueError):
    """An event names what is not there; the text says what."""


class _Said(Protocol):
    @property
    def entry(self) -> int: ...


S = TypeVar("S", bound=_Said)
Handler = Callable[[State, Any], State]
H = TypeVar("H", bound=Handler)
HANDLERS: dict[type[ev.Event], Handler] = {}
"""What each kind of event assigns."""


def _on(kind: type[ev.Event]) -> Callable[[H], H]:
    def register(handler: H) -> H:
        HANDLERS[kind] = handler
        return handler

    return register


def evolve(state: State, event: ev.Event) -> State:
    """The state after one event, within its entry."""
    try:
        return HANDLERS[type(event)](state, event)
    except (LookupError, ValueError) as error:
        raise Misplaced(f"{type(event).__name__}: {error}") from None


def entered(state: State, happened: Iterable[ev.Event]) -> State:
    """The state after a whole entry with these events."""
    for event in happened:
        state = evolve(state, event)
    return replace(state, entries=state.entries + 1)


@_on(ev.Opened)
def _opened(state: State, event: ev.Opened) -> State:
    _expect(state.phase is Phase.NEW, "the ledger is born already")
    return replace(
        state,
        phase=Phase.ENTRY,
        organiser=event.organiser,
        nonce=event.nonce,
        settings=parse(event.settings),
        seeds=event.seeds,
    )


# Players


@_on(ev.PlayerRegistered)
def _registered(state: State, event: ev.PlayerRegistered) -> State:
    _expect(event.player == len(state.players) + 1, f"player {len(state.players) + 1} is next")
    person = Person(state.entries, event.name, event.identity, event.nonce)
    new = Player(event.player, *_shown(person), away=False, penalty=0, persons=(person,), presences=(), penalties=())
    return replace(state, players=(*state.players, new))


@_on(ev.PlayerSubstituted)
def _substituted(state: State, event: ev.PlayerSubstituted) -> State:
    person = Person(state.entries, event.name, event.identity, event.nonce)
    player = state.player(event.player)
    ruled = _ruled(state, "substitute", event.reason, player=event.player)
    return _with_player(ruled, replace(player, persons=(*player.persons, person)))


@_on(ev.PlayerWithdrawn)
def _withdrawn(state: State, event: ev.PlayerWithdrawn) -> State:
    ruled = _ruled(state, "withdraw", event.reason, player=event.player)
    return _with_presence(ruled, event.player, Presence(state.entries, away=True, reason=event.reason))


@_on(ev.PlayerReturned)
def _returned(state: State, event: ev.PlayerReturned) -> State:
    return _with_presence(state, event.player, Presence(state.entries, away=False, reason=""))


@_on(ev.PlayerPenalised)
def _penalised(state: State, event: ev.PlayerPenalised) -> State:
    player = state.player(event.player)
    penalty = Penalty(state.entries, event.points, event.reason)
    ruled = _ruled(state, "penalise", event.reason, player=event.player)
    return _with_player(ruled, replace(player, penalties=(*player.penalties, penalty)))


def _with_presence(state: State, number: int, presence: Presence) -> State:
    player = state.player(number)
    return _with_player(state, replace(player, presences=(*player.presences, presence)))


def _with_player(state: State, player: Player) -> State:
    held = _held_player(player, state.undone)
    return replace(state, players=_set(state.players, held.number, held))


# Rounds and tables


@_on(ev.RoundDrawn)
def _drawn(state: State, event: ev.RoundDrawn) -> State:
    _expect(event.round == len(state.rounds) + 1, f"round {len(state.rounds) + 1} is next")
    _expect(
        len(event.tables) == 1 or (event.stage == "round" and event.tables != ()), "a round has tables, a final one"
    )
    tables = tuple(
        Table(number, players, tuple(state.player(player).identity for player in players), (), 0, None, ())
        for number, players in enumerate(event.tables, 1)
    )
    drawn = Round(state.entries, event.round, event.stage, event.seed, event.mix, tables, event.sitting)
    return replace(state, phase=Phase.ROUNDS, rounds=(*state.rounds, drawn), groups=event.groups)


@_on(ev.TableOpened)
def _table_opened(state: State, event: ev.TableOpened) -> State:
    table = state.table(event.round, event.table)
    _expect(event.attempt == len(table.games) + 1, f"attempt {len(table.games) + 1} is next")
    return _with_table(state, event.round, replace(table, games=(*table.games, event.game)))


@_on(ev.TimeGiven)
def _time_given(state: State, event: ev.TimeGiven) -> State:
    table = state.table(event.round, event.table)
    return _with_table(state, event.round, replace(table, given_ms=table.given_ms + event.ms))


_ACT_OF = {"forfeit": "forfeit", "adjudicated": "adjudicate", "voided": "void_table"}


@_on(ev.TableEnded)
def _table_ended(state: State, event: ev.TableEnded) -> State:
    result = Result(
        state.entries,
        event.kind,
        event.places,
        event.scores,
        event.absent,
        event.game,
        event.head,
        event.reason,
    )
    return _with_result(state, event.round, event.table, result)


@_on(ev.ResultCorrected)
def _corrected(state: State, event: ev.ResultCorrected) -> State:
    result = Result(state.entries, "adjudicated", event.places, event.scores, (), None, None, event.reason)
    return _with_result(state, event.round, event.table, result)


@_on(ev.TableVoided)
def _voided(state: State, event: ev.TableVoided) -> State:
    nothing = (0,) * len(state.table(event.round, event.table).players)
    result = Result(state.entries, "voided", nothing, nothing, (), None, None, event.reason)
    return _with_result(state, event.round, event.table, result)


def _with_result(state: State, number: int, table: int, result: Result) -> State:
    now = state.table(number, table)
    seats = len(now.players)
    _expect(len(result.places) == len(result.scores) == seats, f"{seats} places and scores expected")
    if result.kind in _ACT_OF:
        state = _ruled(state, _ACT_OF[result.kind], result.reason, round=number, table=table)
    return _with_table(state, number, replace(now, results=(*now.results, result)))


def _with_table(state: State, number: int, table: Table) -> State:
    drawn = state.round(number)
    held = _held_table(table, state.undone)
    changed = replace(drawn, tables=_set(drawn.tables, table.number, held))
    return replace(state, rounds=_set(state.rounds, number, changed))


# Rulings


def _ruled(state: State, act: str, reason: str, **subject: int | None) -> State:
    return replace(state, rulings=(*state.rulings, Ruling(state.entries, act, reason, **subject)))


@_on(ev.Undone)
def _undone(state: State, event: ev.Undone) -> State:
    of = state.ruling(event.entry)
    ruled = _ruled(
        state, "undo", event.reason, round=of.round, table=of.table, player=of.player, undoes=event.entry
    )  # fmt: skip
    undone = fallen(ruled.rulings)
    return replace(
        ruled,
        undone=undone,
        players=tuple(_held_player(player, undone) for player in state.players),
        rounds=tuple(
            replace(one, tables=tuple(_held_table(table, undone) for table in one.tables)) for one in state.rounds
        ),
    )


def fallen(rulings: Sequence[Ruling]) -> frozenset[int]:
    """The entries whose rulings are undone, by undoings that are not undone themselves."""
    undone: set[int] = set()
    for ruling in reversed(rulings):  # only a later one undoes it
        if ruling.undoes is not None and ruling.entry not in undone:
            undone.add(ruling.undoes)
    return frozenset(undone)


def _held_player(player: Player, undone: frozenset[int]) -> Player:
    person, presence = _last(player.persons, undone), _last(player.presences, undone)
    if person is None:
        raise ValueError("a registration is no ruling")
    name, identity, nonce = _shown(person)
    return replace(
        player,
        name=name,
        identity=identity,
        nonce=nonce,
        away=presence is not None and presence.away,
        penalty=sum(one.points for one in player.penalties if one.entry not in undone),
    )


def _held_table(table: Table, undone: frozenset[int]) -> Table:
    return replace(table, result=_last(table.results, undone))


def _last(said: Sequence[S], undone: frozenset[int]) -> S | None:
    return next((one for one in reversed(said) if one.entry not in undone), None)


def _shown(person: Person) -> tuple[str, bytes, bytes]:
    return person.name, person.identity, person.nonce


# The tournament


@_on(ev.Paused)
def _paused(state: State, _event: ev.Paused) -> State:
    return replace(state, paused=True)


@_on(ev.Resumed)
def _resumed(state: State, _event: ev.Resumed) -> State:
    return replace(state, paused=False)


@_on(ev.Deputised)
def _deputised(state: State, event: ev.Deputised) -> State:
    return replace(state, deputies=(*state.deputies, event.identity))


@_on(ev.Dismissed)
def _dismissed(state: State, event: ev.Dismissed) -> State:
    return replace(state, deputies=tuple(one for one in state.deputies if one != event.identity))


@_on(ev.Finished)
def _finished(state: State, _event: ev.Finished) -> State:
    return replace(state, phase=Phase.FINISHED)


@_on(ev.Reopened)
def _reopened(state: State, _event: ev.Reopened) -> State:
    return replace(state, phase=Phase.ROUNDS if state.rounds else Phase.ENTRY)


def _set(items: tuple[Any, ...], number: int, value: Any) -> tuple[Any, ...]:
    return (*items[: number - 1], value, *items[number:])


def _expect(holds: bool, what: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not holds:
        raise ValueError(what)
