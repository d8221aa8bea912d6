"""What a seat may do now: the prompt. It asks the same rule points as ``decide``, so what it offers is accepted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from ono_core.game import checks
from ono_core.game.rules import Rules, Situation, stakes
from ono_core.game.state import PLAY, RESPOND, START_COLOUR, TURN_PHASES, State


class Choices(Struct, frozen=True, gc=False):
    """What a seat may do, answering ``step``.

    ``acts`` are kinds of acts (``play``, ``draw``, ``pass``, ``accept``, ``challenge``, ``name_colour``, ``call``,
    ``catch``). ``cards`` has each slot of the hand and why it may not be played, or None.
    ``bluffs`` are the playable slots whose play could be challenged with success; ``lasts`` those whose play leaves one
    card and may carry a call; ``swaps`` those whose play must name one of ``targets``. ``sets`` are equal cards that
    may go down together. ``stakes`` are the cards a challenge costs its loser: the accused, or the challenger.
    ``catches`` are missed calls: a seat, and the step that names the play.
    """

    step: int
    acts: tuple[str, ...]
    cards: checks.Reasons = ()
    bluffs: tuple[int, ...] = ()
    stakes: tuple[int, int] | None = None
    sets: tuple[tuple[int, ...], ...] = ()
    lasts: tuple[int, ...] = ()
    swaps: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    catches: tuple[tuple[int, int], ...] = ()

    @property
    def playable(self) -> tuple[int, ...]:
        """The slots that may be played."""
        return tuple(slot for slot, reason in self.cards if reason is None)


_ABOUT_TO = 2
"""Who holds more cards has nothing to call."""


def asked_seat(state: State) -> int | None:
    """The seat that is to act, if one is and no shuffle waits."""
    return state.turn if state.shuffle is None else None


def addressed(rules: Rules, state: State) -> tuple[int, ...]:
    """The seats that may have an act now, under what everybody knows: who else is told nothing learns nothing."""
    if state.phase not in TURN_PHASES:
        return ()
    if state.exposed or (rules.jumping is not None and state.phase is PLAY and not state.shuffle):
        return state.playing
    asked = asked_seat(state)
    return () if asked is None else (asked,)


def choices(rules: Rules, state: State, faces: Mapping[int, int], seat: int) -> Choices:
    """What this seat may do; ``faces`` must hold the cards of its hand. No acts where nothing is open to it."""
    phase = state.phase
    if phase not in TURN_PHASES or seat not in state.playing:
        return Choices(state.step, ())
    now, on_turn, by_hand = Situation(rules, state, faces), state.turn == seat, rules.calls_by_hand
    beside: tuple[str, ...] = ()
    catches: tuple[tuple[int, int], ...] = ()
    few = len(state.hands[seat]) <= _ABOUT_TO
    if few and by_hand:
        beside = _calls(now, seat)
    if state.exposed:
        catches = _catches(now, seat)
        beside = (*beside, "catch") if catches else beside
    if state.shuffle is not None or not (on_turn or (rules.jumping is not None and phase is PLAY)):
        return Choices(state.step, beside, catches=catches)
    if phase is START_COLOUR:
        return Choices(state.step, ("name_colour", *beside), catches=catches)
    cards, playable = checks.reasons(now, seat)
    acts = _acts(now, could=bool(playable)) if on_turn else _PLAY if playable else ()
    owed = stakes(state.debt.total) if phase is RESPOND and state.debt and state.debt.dispute else None
    if beside:
        acts += beside
    if not playable:
        return Choices(state.step, acts, cards, stakes=owed, catches=catches)
    marked: list[int] = []
    for slot in playable:
        if faces[slot] in rules.marked:
            marked.append(slot)  # noqa: PERF401  # for the few cards that may be played it takes half the time
    swaps = _swaps(now, seat, marked) if marked else ()
    return Choices(
        state.step,
        acts,
        cards,
        rules.bluffs(now, seat, marked) if marked else (),
        owed,
        _sets(now, seat, playable) if rules.together is not None and len(playable) > 1 else (),
        _lasts(now, seat, playable, marked) if by_hand and (marked or few) else (),
        swaps,
        tuple([other for other in state.playing if other != seat]) if swaps else (),
        catches,
    )


_PLAY: Final = ("play",)


def _acts(now: Situation, *, could: bool) -> tuple[str, ...]:
    """What the seat on turn may do: play, if it could, or something instead."""
    debt = now.state.debt
    instead: tuple[str, ...] = ()
    if now.state.phase is RESPOND:
        instead = ("accept", "challenge") if debt and debt.dispute else ("accept",)
    elif checks.draw_refusal(now, could=could) is None:
        instead = ("draw",)
    elif checks.pass_refusal(now, could=could) is None:
        instead = ("pass",)
    return ("play", *instead) if could else instead


def _swaps(now: Situation, seat: int, playable: list[int]) -> tuple[int, ...]:
    return tuple([slot for slot in playable if checks.needs_target(now, seat, (slot,))])


def _sets(now: Situation, seat: int, playable: list[int]) -> tuple[tuple[int, ...], ...]:
    """Equal cards, two or more, that may go down together: of each face the first two, the first three, …"""
    alike, faces = now.rules.alike, now.faces
    by_face: dict[int, list[int]] = {}
    for slot in playable:
        card = alike[faces[slot]]
        if card in by_face:
            by_face[card].append(slot)
        else:
            by_face[card] = [slot]
    if len(by_face) == len(playable):
        return ()
    sets = [tuple(slots[:size]) for slots in by_face.values() for size in range(2, len(slots) + 1)]
    return tuple([slots for slots in sets if checks.play_refusal(now, seat, slots) is None])


def _lasts(now: Situation, seat: int, playable: list[int], marked: list[int]) -> tuple[int, ...]:
    """The cards whose play leaves one that is to be called by hand: any of two, else those that take others down."""
    state = now.state
    held = len(state.hands[seat])
    if seat in state.called:
        return ()
    could = marked if held > _ABOUT_TO else playable
    return tuple([slot for slot in could if held - len(checks.goes_down(now, seat, (slot,))) == 1])


def _calls(now: Situation, seat: int) -> tuple[str, ...]:
    return ("call",) if now.rules.call_limit(now.state, seat) is None else ()


def _catches(now: Situation, seat: int) -> tuple[tuple[int, int], ...]:
    state, limit = now.state, now.rules.catch_limit
    if state.shuffle:
        return ()
    return tuple((one.seat, one.step) for one in state.exposed if limit(state, seat, one.seat, one.step) is None)
