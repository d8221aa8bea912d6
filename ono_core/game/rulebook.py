"""From a ruleset to its rules: the one place that knows which house rule an option switches on."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from ono_core.game import rules as standard
from ono_core.game import scoring
from ono_core.game.faces import Kind, face
from ono_core.game.house import (
    all_in,
    automatic_call,
    challenge,
    doubles,
    draw_until,
    elimination,
    honest,
    jump_in,
    last_card,
    lowest_total,
    manual_call,
    must_play,
    open_hands,
    serve_last,
    seven_zero,
    stacking,
    stuck_only,
    to_target,
)  # fmt: skip
from ono_core.game.rules import Pairs, Rules
from ono_core.game.ruleset import Ruleset, deck_of

Amendment = Callable[[Rules], Rules]

HOUSE_RULES: Final[tuple[tuple[Callable[[Ruleset], bool], Amendment], ...]] = (
    (lambda options: options.stack != "none", stacking.amend),
    (lambda options: options.wild_draw_four == "challenge", challenge.amend),
    (lambda options: options.wild_draw_four == "honest", honest.amend),
    (lambda options: options.draw_when == "stuck", stuck_only.amend),
    (lambda options: options.draw_count == "until", draw_until.amend),
    (lambda options: options.drawn == "must", must_play.amend),
    (lambda options: options.call == "auto", automatic_call.amend),
    (lambda options: options.call == "manual", manual_call.amend),
    (lambda options: options.last_card != "any", last_card.amend),
    (lambda options: options.serve_last, serve_last.amend),
    (lambda options: options.seven_zero, seven_zero.amend),
    (lambda options: options.jump_in, jump_in.amend),
    (lambda options: options.doubles, doubles.amend),
    (lambda options: options.deck == "party" and options.all_in > 0, all_in.amend),
    (lambda options: options.open_hands, open_hands.amend),
    (lambda options: options.score == "to_target", to_target.amend),
    (lambda options: options.score == "lowest_total", lowest_total.amend),
    (lambda options: options.score == "elimination", elimination.amend),
)
"""When a ruleset has a house rule, and what that changes. They commute: any order gives the same game."""


def amendments(ruleset: Ruleset) -> list[Amendment]:
    """The house rules that a ruleset switches on."""
    return [amend for is_on, amend in HOUSE_RULES if is_on(ruleset)]


@lru_cache
def _of_deck(texts: tuple[str, ...]) -> dict[str, Any]:
    """The rule points that a deck alone settles: large once they are worked out, so all its rulesets share them."""
    cards = tuple(face(text) for text in texts)
    swaps = frozenset(card for card, shown in enumerate(cards) if shown.kind is Kind.SWAP_HANDS)
    return {
        "cards": cards,
        "alike": tuple(map(texts.index, texts)),
        "fitting": Pairs(cards, standard.fits),
        "answering": Pairs(cards, standard.never, "cannot-answer"),
        "targeting": swaps,
        "marked": swaps,
    }


def standard_rules(ruleset: Ruleset) -> Rules:
    """The rules before any house rule: no stacking, no bluff to challenge, no call, one round."""
    return Rules(
        **_of_deck(deck_of(ruleset, decks=2)),
        ruleset=ruleset,
        stacks=False,
        limits=(),
        together=None,
        jumping=None,
        shedding=frozenset(),
        sheds=None,
        draws_stuck_only=False,
        draws=standard.draw_one,
        drawn_must=False,
        effects=standard.EFFECTS,
        starters=standard.STARTERS,
        dispute=None,
        bluffs=lambda _now, _seat, _slots: (),
        shows_hand=False,
        announced=None,
        calls_by_hand=False,
        call_limit=lambda _state, _seat: "no-calls",
        catch_limit=lambda _state, _by, _seat, _step: "nothing-to-catch",
        catches_end=False,
        going_out=standard.round_won,
        received=None,
        score=scoring.one_round,
        takes_latecomers=False,
    )


@lru_cache
def compile_rules(ruleset: Ruleset) -> Rules:
    """The rules that a ruleset names."""
    rules = standard_rules(ruleset)
    for amend in amendments(ruleset):
        rules = amend(rules)
    return rules
