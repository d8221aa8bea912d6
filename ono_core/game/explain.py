"""A ruleset in plain sentences, as players say them: the same in the terminal and in the browser.

Each topic says one thing about a ruleset, or nothing where there is nothing to say. What a topic says of two rulesets
is compared as text, so options that change nothing (a time to catch where nobody has to call) make no difference.
What each value means to the last detail is told in spec/rules.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from ono_core.game.ruleset import PRESETS, TWO_DECKS_ABOVE, Ruleset

REFERENCE: Final = "official"
"""The preset that others are told apart from unless another is named."""


class Explanation(Struct, frozen=True):
    """A ruleset in sentences, each with its full stop: what differs from a reference, then everything else."""

    differences: tuple[str, ...]
    rest: tuple[str, ...]


def explained(ruleset: Ruleset, reference: Ruleset | None = None) -> Explanation:
    """What ``ruleset`` says, as against ``reference``, which is the official rules if none is given."""
    other = PRESETS[REFERENCE] if reference is None else reference
    differences: list[str] = []
    rest: list[str] = []
    for topic in _TOPICS:
        said = topic(ruleset)
        if said is not None:
            (rest if said == topic(other) else differences).append(said)
    return Explanation(tuple(differences), tuple(rest))


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_STACKS_ON_FOURS: Final = frozenset({"same", "up", "any"})
_SEVERAL_ROUNDS: Final = frozenset({"to_target", "lowest_total", "elimination"})


def seconds(ms: int) -> str:
    """So many milliseconds in seconds, ``0.8 seconds`` or ``1 second``."""
    return f"{ms / 1000:g} second{'' if ms == 1000 else 's'}"


def _cards(count: int) -> str:
    return f"{_NUMBERS[count]} card{'' if count == 1 else 's'}"


# What always holds


def _aim(_rules: Ruleset) -> str:
    return "Whoever is first without a card wins the round."


def _fits(_rules: Ruleset) -> str:
    return (
        "On your turn play a card of the colour in play, or of the same number or symbol as the top card, or a wild, "
        "whose colour you name."
    )


def _actions(_rules: Ruleset) -> str:
    return (
        "A Skip costs the next player a turn; a Reverse turns play round, and with two players is a Skip; "
        "a Draw Two or a Wild Draw Four makes the next player draw and miss a turn."
    )


# Cards


def _deck(rules: Ruleset) -> str:
    if rules.deck == "modern112":
        hands = "Wild Shuffle Hands" if rules.hands_card == "shuffle" else "Wild Swap Hands"
        return f"You play with 112 cards: the classic 108, a {hands} and three customizable Wilds."
    if rules.deck == "party" and rules.all_in:
        each = f"{_NUMBERS[rules.all_in]} All In{'' if rules.all_in == 1 else 's'} of each colour"
        return f"You play with {108 + 4 * rules.all_in} cards: the classic 108 and {each}."
    return "You play with the classic 108 cards."


def _decks(rules: Ruleset) -> str:
    if rules.decks == 2:
        return "Two decks are shuffled together."
    from_players = TWO_DECKS_ABOVE // rules.deal + 1
    if rules.decks == "auto" and from_players <= rules.seats_max:
        return f"With {_NUMBERS[from_players]} players or more, two decks are shuffled together."
    return "There is one deck, however many play."


def _new_cards(rules: Ruleset) -> str | None:
    if rules.deck == "modern112":
        return _hands_card(rules)
    if rules.deck == "party" and rules.all_in:
        return (
            "An All In is played like any card of its colour, and all your other cards of that colour go down beneath "
            "it without doing anything."
        )
    return None


def _hands_card(rules: Ruleset) -> str:
    if rules.hands_card == "shuffle":
        return (
            "Whoever plays Wild Shuffle Hands names a colour; all hands are shuffled together and dealt out again, "
            "one card at a time, from the next player on."
        )
    return "Whoever plays Wild Swap Hands names a colour and swaps hands with a player of their choice."


def _custom_cards(rules: Ruleset) -> str | None:
    if rules.deck != "modern112":
        return None
    texts = ", ".join(f'"{text}"' for text in rules.custom_texts if text)
    return f"A customizable Wild is played like a Wild{f'; written on them is {texts}' if texts else ''}."


def _sight(rules: Ruleset) -> str:
    return "All hands lie open on the table." if rules.open_hands else "You see no hand but your own."


# The start


def _seats(rules: Ruleset) -> str:
    least, most = _NUMBERS[rules.seats_min], _NUMBERS[rules.seats_max]
    return f"{least.capitalize()}{'' if least == most else f' to {most}'} players can play."


def _deal(rules: Ruleset) -> str:
    return f"Everybody is dealt {_cards(rules.deal)}."


def _first_deal(rules: Ruleset) -> str:
    if rules.first_deal == "draw":
        return "Everybody draws a card to see who deals: the highest number."
    return "Chance decides who deals."


def _start_wild(rules: Ruleset) -> str:
    if rules.start_wild == "name":
        return "If the first card is a Wild, the first player names its colour; a Wild Draw Four goes back for another."
    return "If the first card is a wild of any kind, it goes back for another."


def _start_reverse(rules: Ruleset) -> str:
    begins = {
        "right": "the player to the right of whoever deals begins",
        "deals": "whoever deals begins",
        "first": "the player to the left of whoever deals begins all the same",
    }[rules.start_reverse]
    return f"If the first card is a Reverse, play goes to the right and {begins}."


def _other_starters(_rules: Ruleset) -> str:
    return "If the first card is a Skip or a Draw Two, it hits the first player."


# Drawing


def _draw_when(rules: Ruleset) -> str:
    if rules.draw_when == "any":
        return "You may draw instead of playing, even if you hold a card that fits."
    return "You may draw only if you hold no card that fits."


def _draw_count(rules: Ruleset) -> str:
    return "Whoever draws, draws " + ("one card." if rules.draw_count == "one" else "until a card comes that fits.")


def _drawn(rules: Ruleset) -> str:
    if rules.drawn == "must":
        return "A drawn card that fits must be played."
    return "A drawn card that fits may be played at once or kept."


# Draw cards

_STACKS: Final = {
    "none": "Draw cards are not stacked: you cannot answer one with another.",
    "d2": "A Draw Two can be answered with a Draw Two, and the next player faces the total; a Wild Draw Four cannot.",
    "same": (
        "A Draw Two can be answered with a Draw Two, a Wild Draw Four with a Wild Draw Four, and the next player faces "
        "the total."
    ),
    "up": (
        "A Draw Two can be answered with a Draw Two or a Wild Draw Four, a Wild Draw Four only with a Wild Draw Four, "
        "and the next player faces the total."
    ),
    "any": (
        "Any draw card can be answered with any other, but a Wild Draw Four only with a Draw Two of the colour named, "
        "and the next player faces the total."
    ),
}


def _stack(rules: Ruleset) -> str:
    return _STACKS[rules.stack]


def _wild_draw_four(rules: Ruleset) -> str:
    if rules.wild_draw_four == "challenge":
        return (
            "Play a Wild Draw Four only if you hold no card of the colour in play, or bluff: the next player may "
            "challenge it, and then a bluffer draws the four cards, but a wrong challenge costs six."
        )
    if rules.wild_draw_four == "free":
        return "A Wild Draw Four can be played at any time, and nobody can challenge it."
    answering = ", except in answer to a draw card" if rules.stack in _STACKS_ON_FOURS else ""
    return f"A Wild Draw Four can be played only if you hold no card of the colour in play{answering}."


def _challenge_reveal(rules: Ruleset) -> str | None:
    if rules.wild_draw_four != "challenge":
        return None
    if rules.challenge_reveal == "hand_to_challenger":
        return "A challenged player shows the challenger the hand."
    return "A challenge shows nobody's hand, only who was right."


def _challenge_stacked(rules: Ruleset) -> str | None:
    if rules.wild_draw_four != "challenge" or rules.stack not in _STACKS_ON_FOURS:
        return None
    if rules.challenge_stacked:
        return (
            "A Wild Draw Four that answers a draw card can be challenged too: a bluffer draws the total, a wrong "
            "challenge costs two more."
        )
    return "A Wild Draw Four that answers a draw card is no bluff and cannot be challenged."


# The last card


def _call(rules: Ruleset) -> str:
    if rules.call == "off":
        return "Nobody has to call the last card."
    if rules.call == "auto":
        return "The game calls your last card for you."
    return "You must call your last card as you play the one before it."


def _catch(rules: Ruleset) -> str | None:
    if rules.call != "manual":
        return None
    draws = f"draws {_cards(rules.call_penalty)}"
    if rules.catch_window == "turn":
        return f"Whoever forgets to call and is caught before the next player begins a turn {draws}."
    later = " of when that is allowed" if rules.catch_grace_ms else ""
    return f"Whoever forgets to call and is caught within {seconds(rules.catch_ms)}{later} {draws}."


def _catch_grace(rules: Ruleset) -> str | None:
    if rules.call != "manual" or not rules.catch_grace_ms:
        return None
    return f"Nobody can be caught in the first {seconds(rules.catch_grace_ms)} after the play."


def _false_call(rules: Ruleset) -> str | None:
    if rules.call != "manual":
        return None
    cost = _cards(rules.false_call) if rules.false_call else "nothing"
    return f"A wrong call or catch costs {cost}."


_LAST_CARDS: Final = {
    "any": "Any card may be your last.",
    "no_wild": "A wild may not be your last card.",
    "number_only": "Only a number may be your last card.",
}


def _last_card(rules: Ruleset) -> str:
    return _LAST_CARDS[rules.last_card]


def _serve_last(rules: Ruleset) -> str:
    if rules.serve_last:
        return "If the last card is a Draw Two or a Wild Draw Four, the next player still draws."
    return "If the last card is a Draw Two or a Wild Draw Four, nobody draws for it."


# House rules


def _seven_zero(rules: Ruleset) -> str:
    if rules.seven_zero:
        return (
            "Whoever plays a 7 swaps hands with a player of their choice; when a 0 is played, all hands are passed on "
            "to the next player."
        )
    return "A 7 and a 0 are numbers like any other."


def _jump_in(rules: Ruleset) -> str:
    if rules.jump_in:
        return "Anybody may play out of turn a coloured card that is the same as the top card; play goes on from there."
    return "Nobody plays out of turn."


def _doubles(rules: Ruleset) -> str:
    if rules.doubles:
        return "Two or more of the same coloured card may be played together, and what they do adds up."
    return "You play one card at a time."


# Scoring


def _score(rules: Ruleset) -> str:
    if rules.score == "none":
        return "The game is one round, and no points are counted."
    if rules.score == "ranked":
        return "The game is one round: after the winner come the others, fewest points left in hand first."
    limit = f"{rules.target} points"
    if rules.score == "to_target":
        return f"The winner of a round scores what all others hold, and the first with {limit} wins the game."
    if rules.score == "lowest_total":
        return f"After each round you count what you hold, and when somebody has {limit}, the fewest win."
    return f"After each round you count what you hold; with {limit} you are out, and the last one in wins."


def _deal_moves(rules: Ruleset) -> str | None:
    return "After each round the next player to the left deals." if rules.score in _SEVERAL_ROUNDS else None


def _points(rules: Ruleset) -> str | None:
    if rules.score == "none":
        return None
    newer = ", the newer wilds 40" if rules.deck == "modern112" else ""
    return f"A number counts its value, an action card 20, a wild 50{newer}."


def _turn_cap(rules: Ruleset) -> str:
    return f"A round has no winner if nobody can play or draw any more, or after {rules.turn_cap} turns."


def _blocked(rules: Ruleset) -> str:
    if rules.score not in _SEVERAL_ROUNDS:
        again = "the cards are dealt again, and the third time " if rules.blocked == "redeal" else ""
        return f"If a round has no winner, {again}whoever holds the fewest points comes first."
    counts = rules.blocked == "order" and rules.score != "to_target"
    does = "everybody counts what they hold" if counts else "it counts for nobody"
    return f"If a round has no winner, {does}; three such rounds in a row end the game."


# Pace


def _clock(rules: Ruleset) -> str:
    if not rules.clock_ms:
        return "There is no clock: you may think as long as you like."
    return (
        f"You have {seconds(rules.clock_ms)} to act; then the table draws for you, or takes the cards you owe, and "
        "never plays a card."
    )


def _clock_short(rules: Ruleset) -> str | None:
    if not rules.clock_ms or rules.clock_short_ms >= rules.clock_ms:
        return None
    return f"If you miss two turns in a row, you have {seconds(rules.clock_short_ms)} until you act in time again."


def _absence(rules: Ruleset) -> str:
    if rules.absence == "remove":
        return "Whoever leaves or stays away is out of the game, and their cards go under the discards."
    if rules.absence == "clock" and rules.clock_ms:
        return "The computer plays for whoever leaves; for whoever is away the clock runs."
    return "The computer plays for whoever leaves or is away, and gives the hand back to who returns."


def _missing_reveal(rules: Ruleset) -> str:
    helps = "Every player's device helps to shuffle"
    if rules.missing_reveal == "sit_out":
        return f"{helps}; a player whose device does not answer when a round is dealt sits that round out."
    return f"{helps}; a player whose device does not answer plays on all the same."


def _escrow(rules: Ruleset) -> str | None:
    if rules.escrow == "none":
        return None
    return "If the table vanishes, all players together can show that its cards were honest, and nobody alone can."


_TOPICS: Final[tuple[Callable[[Ruleset], str | None], ...]] = (
    _aim, _fits, _actions,
    _deck, _decks, _new_cards, _custom_cards, _sight,
    _seats, _deal, _first_deal, _start_wild, _start_reverse, _other_starters,
    _draw_when, _draw_count, _drawn,
    _stack, _wild_draw_four, _challenge_reveal, _challenge_stacked,
    _call, _catch, _catch_grace, _false_call, _last_card, _serve_last,
    _seven_zero, _jump_in, _doubles,
    _score, _deal_moves, _points, _turn_cap, _blocked,
    _clock, _clock_short, _absence, _missing_reveal, _escrow,
)  # fmt: skip
