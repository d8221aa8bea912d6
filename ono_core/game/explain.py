"""A ruleset in plain sentences, as players say them: the same in the terminal and in the browser, in any language.

Each topic says one thing about a ruleset, or nothing where there is nothing to say. What a topic says of two rulesets
is compared as text, so options that change nothing (a time to catch where nobody has to call) make no difference.
What each value means to the last detail is told in spec/rules.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from ono_core.game.ruleset import PRESETS, TWO_DECKS_ABOVE, Ruleset
from ono_core.game.wording import WORDS, Language
from ono_core.game.wording.shape import Sentences

REFERENCE: Final = "official"
"""The preset that others are told apart from unless another is named."""

_Topic = Callable[[Ruleset, Sentences], str | None]


class Explanation(Struct, frozen=True):
    """A ruleset in sentences, each with its full stop: what differs from a reference, then everything else."""

    differences: tuple[str, ...]
    rest: tuple[str, ...]


def explained(ruleset: Ruleset, reference: Ruleset | None = None, language: Language = "en") -> Explanation:
    """What ``ruleset`` says, as against ``reference``, which is the official rules if none is given."""
    other = PRESETS[REFERENCE] if reference is None else reference
    words = WORDS[language].sentences
    differences: list[str] = []
    rest: list[str] = []
    for topic in _TOPICS:
        said = topic(ruleset, words)
        if said is not None:
            (rest if said == topic(other, words) else differences).append(said)
    return Explanation(tuple(differences), tuple(rest))


_STACKS_ON_FOURS: Final = frozenset({"same", "up", "any"})
_SEVERAL_ROUNDS: Final = frozenset({"to_target", "lowest_total", "elimination"})


def _always(said: str) -> _Topic:
    """A topic that is the same in every ruleset."""
    return lambda _rules, words: getattr(words, said)


def _by(option: str) -> _Topic:
    """A topic that has a sentence for each value of the option, and goes by its name."""
    return lambda rules, words: getattr(words, option)[getattr(rules, option)]


# Cards


def _deck(rules: Ruleset, words: Sentences) -> str:
    if rules.deck == "modern112":
        return words.modern[rules.hands_card]
    if rules.deck == "party" and rules.all_in:
        return words.party(108 + 4 * rules.all_in, rules.all_in)
    return words.classic


def _decks(rules: Ruleset, words: Sentences) -> str:
    if rules.decks == 2:
        return words.two_decks
    from_players = TWO_DECKS_ABOVE // rules.deal + 1
    if rules.decks == "auto" and from_players <= rules.seats_max:
        return words.two_decks_from(from_players)
    return words.one_deck


def _new_cards(rules: Ruleset, words: Sentences) -> str | None:
    if rules.deck == "modern112":
        return words.hands_card[rules.hands_card]
    return words.all_in if rules.deck == "party" and rules.all_in else None


def _custom_cards(rules: Ruleset, words: Sentences) -> str | None:
    if rules.deck != "modern112":
        return None
    return words.custom([text for text in rules.custom_texts if text])


# The start


def _seats(rules: Ruleset, words: Sentences) -> str:
    return words.seats(rules.seats_min, rules.seats_max)


def _deal(rules: Ruleset, words: Sentences) -> str:
    return words.deal(rules.deal)


# Draw cards


def _wild_draw_four(rules: Ruleset, words: Sentences) -> str:
    if rules.wild_draw_four == "honest" and rules.stack in _STACKS_ON_FOURS:
        return words.honest_unless_answering
    return words.wild_draw_four[rules.wild_draw_four]


def _challenge_reveal(rules: Ruleset, words: Sentences) -> str | None:
    return words.challenge_reveal[rules.challenge_reveal] if rules.wild_draw_four == "challenge" else None


def _challenge_stacked(rules: Ruleset, words: Sentences) -> str | None:
    if rules.wild_draw_four != "challenge" or rules.stack not in _STACKS_ON_FOURS:
        return None
    return words.challenge_stacked[rules.challenge_stacked]


# The last card


def _catch(rules: Ruleset, words: Sentences) -> str | None:
    if rules.call != "manual":
        return None
    if rules.catch_window == "turn":
        return words.caught_before_turn(rules.call_penalty)
    says = words.caught_after_grace if rules.catch_grace_ms else words.caught_in_time
    return says(rules.catch_ms, rules.call_penalty)


def _catch_grace(rules: Ruleset, words: Sentences) -> str | None:
    if rules.call != "manual" or not rules.catch_grace_ms:
        return None
    return words.catch_grace(rules.catch_grace_ms)


def _false_call(rules: Ruleset, words: Sentences) -> str | None:
    return words.false_call[rules.false_call] if rules.call == "manual" else None


# Scoring


def _score(rules: Ruleset, words: Sentences) -> str:
    if rules.score in _SEVERAL_ROUNDS:
        return words.several_rounds[rules.score](rules.target)
    return words.one_round[rules.score]


def _deal_moves(rules: Ruleset, words: Sentences) -> str | None:
    return words.deal_moves if rules.score in _SEVERAL_ROUNDS else None


def _points(rules: Ruleset, words: Sentences) -> str | None:
    if rules.score == "none":
        return None
    return words.points_newer if rules.deck == "modern112" else words.points


def _turn_cap(rules: Ruleset, words: Sentences) -> str:
    return words.turn_cap(rules.turn_cap)


def _blocked(rules: Ruleset, words: Sentences) -> str:
    if rules.score not in _SEVERAL_ROUNDS:
        return words.blocked[rules.blocked]
    return words.blocked_counts[rules.blocked == "order" and rules.score != "to_target"]


# Pace


def _clock(rules: Ruleset, words: Sentences) -> str:
    return words.clock(rules.clock_ms) if rules.clock_ms else words.no_clock


def _clock_short(rules: Ruleset, words: Sentences) -> str | None:
    if not rules.clock_ms or rules.clock_short_ms >= rules.clock_ms:
        return None
    return words.clock_short(rules.clock_short_ms)


def _absence(rules: Ruleset, words: Sentences) -> str:
    return words.absence["bot" if rules.absence == "clock" and not rules.clock_ms else rules.absence]


def _escrow(rules: Ruleset, words: Sentences) -> str | None:
    return None if rules.escrow == "none" else words.escrow


_TOPICS: Final[tuple[_Topic, ...]] = (
    _always("aim"),
    _always("fits"),
    _always("actions"),
    _deck, _decks, _new_cards, _custom_cards,
    _by("open_hands"),
    _seats, _deal,
    _by("first_deal"),
    _by("start_wild"),
    _by("start_reverse"),
    _always("other_starters"),
    _by("draw_when"),
    _by("draw_count"),
    _by("drawn"),
    _by("stack"),
    _wild_draw_four, _challenge_reveal, _challenge_stacked,
    _by("call"),
    _catch, _catch_grace, _false_call,
    _by("last_card"),
    _by("serve_last"),
    _by("seven_zero"),
    _by("jump_in"),
    _by("doubles"),
    _score, _deal_moves, _points, _turn_cap, _blocked,
    _clock, _clock_short, _absence,
    _by("missing_reveal"),
    _escrow,
)  # fmt: skip
