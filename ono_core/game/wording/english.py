"""A ruleset in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ono_core.game.wording.shape import Labels, Sentences, Words

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _seconds(ms: int) -> str:
    return f"{ms / 1000:g} second{'' if ms == 1000 else 's'}"


def _cards(count: int) -> str:
    return f"{_NUMBERS[count]} card{'' if count == 1 else 's'}"


def _party(cards: int, each: int) -> str:
    all_ins = f"{_NUMBERS[each]} All In{'' if each == 1 else 's'} of each colour"
    return f"You play with {cards} cards: the classic 108 and {all_ins}."


def _custom(texts: Sequence[str]) -> str:
    quoted = ", ".join(f'"{text}"' for text in texts)
    return f"A customizable Wild is played like a Wild{f'; written on them is {quoted}' if texts else ''}."


def _seats(least: int, most: int) -> str:
    return f"{_NUMBERS[least].capitalize()}{'' if least == most else f' to {_NUMBERS[most]}'} players can play."


_SENTENCES: Final = Sentences(
    aim="Whoever is first without a card wins the round.",
    fits=(
        "On your turn play a card of the colour in play, or of the same number or symbol as the top card, or a wild, "
        "whose colour you name."
    ),
    actions=(
        "A Skip costs the next player a turn; a Reverse turns play round, and with two players is a Skip; "
        "a Draw Two or a Wild Draw Four makes the next player draw and miss a turn."
    ),
    classic="You play with the classic 108 cards.",
    modern={
        "shuffle": "You play with 112 cards: the classic 108, a Wild Shuffle Hands and three customizable Wilds.",
        "swap": "You play with 112 cards: the classic 108, a Wild Swap Hands and three customizable Wilds.",
    },
    party=_party,
    one_deck="There is one deck, however many play.",
    two_decks="Two decks are shuffled together.",
    two_decks_from=lambda players: f"With {_NUMBERS[players]} players or more, two decks are shuffled together.",
    all_in=(
        "An All In is played like any card of its colour, and all your other cards of that colour go down beneath it "
        "without doing anything."
    ),
    hands_card={
        "shuffle": (
            "Whoever plays Wild Shuffle Hands names a colour; all hands are shuffled together and dealt out again, "
            "one card at a time, from the next player on."
        ),
        "swap": "Whoever plays Wild Swap Hands names a colour and swaps hands with a player of their choice.",
    },
    custom=_custom,
    open_hands={True: "All hands lie open on the table.", False: "You see no hand but your own."},
    seats=_seats,
    deal=lambda cards: f"Everybody is dealt {_cards(cards)}.",
    first_deal={
        "draw": "Everybody draws a card to see who deals: the highest number.",
        "random": "Chance decides who deals.",
    },
    start_wild={
        "name": (
            "If the first card is a Wild, the first player names its colour; a Wild Draw Four goes back for another."
        ),
        "redraw": "If the first card is a wild of any kind, it goes back for another.",
    },
    start_reverse={
        "right": (
            "If the first card is a Reverse, play goes to the right and the player to the right of whoever deals "
            "begins."
        ),
        "deals": "If the first card is a Reverse, play goes to the right and whoever deals begins.",
        "first": (
            "If the first card is a Reverse, play goes to the right and the player to the left of whoever deals "
            "begins all the same."
        ),
    },
    other_starters="If the first card is a Skip or a Draw Two, it hits the first player.",
    draw_when={
        "any": "You may draw instead of playing, even if you hold a card that fits.",
        "stuck": "You may draw only if you hold no card that fits.",
    },
    draw_count={
        "one": "Whoever draws, draws one card.",
        "until": "Whoever draws, draws until a card comes that fits.",
    },
    drawn={
        "must": "A drawn card that fits must be played.",
        "may": "A drawn card that fits may be played at once or kept.",
    },
    stack={
        "none": "Draw cards are not stacked: you cannot answer one with another.",
        "d2": (
            "A Draw Two can be answered with a Draw Two, and the next player faces the total; a Wild Draw Four cannot."
        ),
        "same": (
            "A Draw Two can be answered with a Draw Two, a Wild Draw Four with a Wild Draw Four, and the next player "
            "faces the total."
        ),
        "up": (
            "A Draw Two can be answered with a Draw Two or a Wild Draw Four, a Wild Draw Four only with a Wild Draw "
            "Four, and the next player faces the total."
        ),
        "any": (
            "Any draw card can be answered with any other, but a Wild Draw Four only with a Draw Two of the colour "
            "named, and the next player faces the total."
        ),
    },
    wild_draw_four={
        "challenge": (
            "Play a Wild Draw Four only if you hold no card of the colour in play, or bluff: the next player may "
            "challenge it, and then a bluffer draws the four cards, but a wrong challenge costs six."
        ),
        "honest": "A Wild Draw Four can be played only if you hold no card of the colour in play.",
        "free": "A Wild Draw Four can be played at any time, and nobody can challenge it.",
    },
    honest_unless_answering=(
        "A Wild Draw Four can be played only if you hold no card of the colour in play, except in answer to a draw "
        "card."
    ),
    challenge_reveal={
        "hand_to_challenger": "A challenged player shows the challenger the hand.",
        "result_only": "A challenge shows nobody's hand, only who was right.",
    },
    challenge_stacked={
        True: (
            "A Wild Draw Four that answers a draw card can be challenged too: a bluffer draws the total, a wrong "
            "challenge costs two more."
        ),
        False: "A Wild Draw Four that answers a draw card is no bluff and cannot be challenged.",
    },
    call={
        "off": "Nobody has to call the last card.",
        "auto": "The game calls your last card for you.",
        "manual": "You must call your last card as you play the one before it.",
    },
    caught_before_turn=lambda cards: (
        f"Whoever forgets to call and is caught before the next player begins a turn draws {_cards(cards)}."
    ),
    caught_in_time=lambda ms, cards: (
        f"Whoever forgets to call and is caught within {_seconds(ms)} draws {_cards(cards)}."
    ),
    caught_after_grace=lambda ms, cards: (
        f"Whoever forgets to call and is caught within {_seconds(ms)} of when that is allowed draws {_cards(cards)}."
    ),
    catch_grace=lambda ms: f"Nobody can be caught in the first {_seconds(ms)} after the play.",
    false_call={
        0: "A wrong call or catch costs nothing.",
        1: "A wrong call or catch costs one card.",
        2: "A wrong call or catch costs two cards.",
    },
    last_card={
        "any": "Any card may be your last.",
        "no_wild": "A wild may not be your last card.",
        "number_only": "Only a number may be your last card.",
    },
    serve_last={
        True: "If the last card is a Draw Two or a Wild Draw Four, the next player still draws.",
        False: "If the last card is a Draw Two or a Wild Draw Four, nobody draws for it.",
    },
    seven_zero={
        True: (
            "Whoever plays a 7 swaps hands with a player of their choice; when a 0 is played, all hands are passed on "
            "to the next player."
        ),
        False: "A 7 and a 0 are numbers like any other.",
    },
    jump_in={
        True: (
            "Anybody may play out of turn a coloured card that is the same as the top card; play goes on from there."
        ),
        False: "Nobody plays out of turn.",
    },
    doubles={
        True: "Two or more of the same coloured card may be played together, and what they do adds up.",
        False: "You play one card at a time.",
    },
    one_round={
        "none": "The game is one round, and no points are counted.",
        "ranked": "The game is one round: after the winner come the others, fewest points left in hand first.",
    },
    several_rounds={
        "to_target": lambda points: (
            f"The winner of a round scores what all others hold, and the first with {points} points wins the game."
        ),
        "lowest_total": lambda points: (
            f"After each round you count what you hold, and when somebody has {points} points, the fewest win."
        ),
        "elimination": lambda points: (
            f"After each round you count what you hold; with {points} points you are out, and the last one in wins."
        ),
    },
    deal_moves="After each round the next player to the left deals.",
    points="A number counts its value, an action card 20, a wild 50.",
    points_newer="A number counts its value, an action card 20, a wild 50, the newer wilds 40.",
    turn_cap=lambda turns: f"A round has no winner if nobody can play or draw any more, or after {turns} turns.",
    blocked={
        "order": "If a round has no winner, whoever holds the fewest points comes first.",
        "redeal": (
            "If a round has no winner, the cards are dealt again, and the third time whoever holds the fewest points "
            "comes first."
        ),
    },
    blocked_counts={
        True: "If a round has no winner, everybody counts what they hold; three such rounds in a row end the game.",
        False: "If a round has no winner, it counts for nobody; three such rounds in a row end the game.",
    },
    no_clock="There is no clock: you may think as long as you like.",
    clock=lambda ms: (
        f"You have {_seconds(ms)} to act; then the table draws for you, or takes the cards you owe, and never plays a "
        "card."
    ),
    clock_short=lambda ms: f"If you miss two turns in a row, you have {_seconds(ms)} until you act in time again.",
    absence={
        "bot": "The computer plays for whoever leaves or is away, and gives the hand back to who returns.",
        "clock": "The computer plays for whoever leaves; for whoever is away the clock runs.",
        "remove": "Whoever leaves or stays away is out of the game, and their cards go under the discards.",
    },
    missing_reveal={
        "play_on": (
            "Every player's device helps to shuffle; a player whose device does not answer plays on all the same."
        ),
        "sit_out": (
            "Every player's device helps to shuffle; a player whose device does not answer when a round is dealt sits "
            "that round out."
        ),
    },
    escrow="If the table vanishes, all players together can show that its cards were honest, and nobody alone can.",
)

_LABELS: Final = Labels(
    presets={
        "boardflix": (
            "boardflix", "One round, no points; the game calls your last card, and bluffs may be challenged.",
        ),
        "official": (
            "Official", "The printed rules: rounds up to 500 points, and you call your last card yourself.",
        ),
        "table-party": (
            "Table Party", "Stacking, All In cards and a clock; one round, and everybody is given a place.",
        ),
    },
    groups={
        "cards": "cards", "start": "start", "drawing": "drawing", "draw cards": "draw cards", "last card": "last card",
        "house rules": "house rules", "scoring": "scoring", "pace": "pace",
    },
    options={
        "deck": "Deck",
        "all_in": "All Ins of each colour",
        "hands_card": "Newer wild",
        "decks": "Decks",
        "open_hands": "Open hands",
        "seats_max": "Most players",
        "deal": "Cards dealt",
        "first_deal": "Who deals first",
        "start_wild": "Wild as first card",
        "start_reverse": "Reverse as first card",
        "draw_when": "You may draw",
        "draw_count": "You draw",
        "drawn": "A drawn card that fits",
        "stack": "Stacking",
        "wild_draw_four": "Wild Draw Four",
        "challenge_reveal": "A challenge shows",
        "challenge_stacked": "Challenge a stacked Wild Draw Four",
        "call": "Calling the last card",
        "call_penalty": "Caught without a call",
        "catch_window": "Time to catch",
        "catch_ms": "Seconds to catch",
        "catch_grace_ms": "Safe at first",
        "false_call": "A wrong call or catch",
        "last_card": "Your last card",
        "serve_last": "A draw card as last card",
        "seven_zero": "7 swaps, 0 passes hands on",
        "jump_in": "Jump in with the same card",
        "doubles": "Play equal cards together",
        "score": "Scoring",
        "target": "Played to",
        "blocked": "Round without a winner",
        "clock_ms": "Time to act",
        "clock_short_ms": "After two misses",
        "absence": "For who is away",
        "missing_reveal": "No answer to a deal",
        "escrow": "If the table vanishes",
    },
    values={
        "deck": {
            "classic108": "classic, 108 cards", "modern112": "with newer wilds, 112 cards", "party": "with All In",
        },
        "all_in": {0: "none", 1: "one", 2: "two"},
        "hands_card": {"shuffle": "Wild Shuffle Hands", "swap": "Wild Swap Hands"},
        "decks": {"auto": "two for many players", 1: "one", 2: "two"},
        "first_deal": {"draw": "draw for it", "random": "chance"},
        "start_wild": {"name": "first player names the colour", "redraw": "turn up another"},
        "start_reverse": {
            "right": "player on the right begins", "deals": "whoever deals begins",
            "first": "player on the left begins",
        },
        "draw_when": {"stuck": "only if nothing fits", "any": "whenever you like"},
        "draw_count": {"one": "one card", "until": "until a card fits"},
        "drawn": {"may": "may be kept", "must": "must be played"},
        "stack": {
            "none": "off", "d2": "Draw Two on Draw Two", "same": "like on like", "up": "the same or a Wild Draw Four",
            "any": "any draw card",
        },
        "wild_draw_four": {
            "challenge": "bluff and challenge", "honest": "no bluffing", "free": "play it whenever you like",
        },
        "challenge_reveal": {
            "result_only": "only who was right", "hand_to_challenger": "the hand to the challenger",
        },
        "call": {"off": "off", "auto": "the game calls", "manual": "you call"},
        "call_penalty": {2: "draw two", 4: "draw four"},
        "catch_window": {"turn": "until the next turn begins", "timer": "some seconds"},
        "false_call": {0: "costs nothing", 1: "costs one card", 2: "costs two cards"},
        "last_card": {"any": "any card", "no_wild": "no wild", "number_only": "only a number"},
        "serve_last": {True: "is still drawn for", False: "does nothing"},
        "score": {
            "none": "one round, no points", "ranked": "one round, everybody placed", "to_target": "the winner scores",
            "lowest_total": "fewest points win", "elimination": "out at the limit",
        },
        "blocked": {"order": "hands are counted", "redeal": "dealt again"},
        "absence": {"bot": "the computer plays", "clock": "the clock runs", "remove": "out of the game"},
        "missing_reveal": {"play_on": "plays all the same", "sit_out": "sits out the round"},
        "escrow": {"none": "its cards stay unproven", "n_of_n": "all players prove them together"},
    },
    switch={False: "off", True: "on"},
    seconds=_seconds,
    no_time="off",
    points=lambda points: f"{points} points",
    switched="on or off",
    one_of=lambda values: " or ".join(filter(None, (", ".join(values[:-1]), values[-1]))),
    between=lambda least, most: f"{least} to {most}",
    texts=lambda count: f"{count} texts with commas between",
)  # fmt: skip

ENGLISH: Final = Words(_SENTENCES, _LABELS)
