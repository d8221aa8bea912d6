"""What a seat may do now: the prompt. It asks the same rule points as ``decide``, so what it offers is accepted."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ono_core.game import checks
from ono_core.game.rules import Rules, Situation
from ono_core.game.state import Phase, State


class Choices(Struct, frozen=True):
    """What a seat may do, answering ``step``.

    ``acts`` are kinds of acts (``play``, ``draw``, ``pass``, ``accept``, ``challenge``, ``name_colour``). ``cards`` has
    each slot of the hand with the code of why it may not be played, or None. ``bluffs`` are the playable slots whose
    play could be challenged with success. ``stakes`` are the cards a challenge costs its loser: the accused, or the
    challenger.
    """

    step: int
    acts: tuple[str, ...]
    cards: tuple[tuple[int, str | None], ...] = ()
    bluffs: tuple[int, ...] = ()
    stakes: tuple[int, int] | None = None

    @property
    def playable(self) -> tuple[int, ...]:
        """The slots that may be played."""
        return tuple(slot for slot, reason in self.cards if reason is None)


def asked_seat(state: State) -> int | None:
    """The seat that is to act, if one is and no shuffle waits."""
    return state.turn if state.shuffle is None else None


def choices(rules: Rules, state: State, faces: Mapping[int, int], seat: int) -> Choices:
    """What this seat may do; ``faces`` must hold the cards of its hand. No acts where it is not asked."""
    if asked_seat(state) != seat:
        return Choices(state.step, ())
    now = Situation(rules, state, faces)
    if state.phase is Phase.START_COLOUR:
        return Choices(state.step, ("name_colour",))
    if state.phase is Phase.RESPOND:
        return _response(now, seat)
    cards = tuple((slot, checks.play_refusal(now, seat, slot)) for slot in state.hands[seat])
    acts = [name for name, refused in _acts(now, seat, cards) if not refused]
    return Choices(state.step, tuple(acts), cards, _bluffs(now, seat, cards))


def _acts(now: Situation, seat: int, cards: tuple[tuple[int, str | None], ...]) -> list[tuple[str, bool]]:
    return [
        ("play", all(reason for _, reason in cards)),
        ("draw", checks.draw_refusal(now, seat) is not None),
        ("pass", checks.pass_refusal(now, seat) is not None),
    ]


def _bluffs(now: Situation, seat: int, cards: tuple[tuple[int, str | None], ...]) -> tuple[int, ...]:
    return tuple(slot for slot, reason in cards if reason is None and now.rules.is_bluff(now, seat, slot))


def _response(now: Situation, seat: int) -> Choices:
    debt = now.state.debt
    assert debt is not None
    cards = tuple((slot, checks.play_refusal(now, seat, slot)) for slot in now.state.hands[seat])
    if debt.dispute is None:
        return Choices(now.state.step, ("accept",), cards)
    return Choices(now.state.step, ("accept", "challenge"), cards, stakes=now.rules.stakes(debt))
