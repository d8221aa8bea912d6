"""What every language has to say of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

Value = str | int | bool
"""What an option is set to."""


class Sentences(Struct, frozen=True):
    """Whole sentences, each with its full stop. A mapping has one for each value of an option; times are in ms."""

    # What always holds
    aim: str
    fits: str
    actions: str

    # Cards
    classic: str
    modern: Mapping[str, str]
    party: Callable[[int, int], str]
    """All cards, and the All Ins of each colour."""
    one_deck: str
    two_decks: str
    two_decks_from: Callable[[int], str]
    """The number of players."""
    all_in: str
    hands_card: Mapping[str, str]
    custom: Callable[[Sequence[str]], str]
    """What is written on the cards."""
    open_hands: Mapping[bool, str]

    # The start
    seats: Callable[[int, int], str]
    deal: Callable[[int], str]
    first_deal: Mapping[str, str]
    start_wild: Mapping[str, str]
    start_reverse: Mapping[str, str]
    other_starters: str

    # Drawing
    draw_when: Mapping[str, str]
    draw_count: Mapping[str, str]
    drawn: Mapping[str, str]

    # Draw cards
    stack: Mapping[str, str]
    wild_draw_four: Mapping[str, str]
    honest_unless_answering: str
    challenge_reveal: Mapping[str, str]
    challenge_stacked: Mapping[bool, str]

    # The last card
    call: Mapping[str, str]
    caught_before_turn: Callable[[int], str]
    """The cards it costs."""
    caught_in_time: Callable[[int, int], str]
    """The time, and the cards it costs."""
    caught_after_grace: Callable[[int, int], str]
    """The same where nobody can be caught at first."""
    catch_grace: Callable[[int], str]
    false_call: Mapping[int, str]
    last_card: Mapping[str, str]
    serve_last: Mapping[bool, str]

    # House rules
    seven_zero: Mapping[bool, str]
    jump_in: Mapping[bool, str]
    doubles: Mapping[bool, str]

    # Scoring
    one_round: Mapping[str, str]
    several_rounds: Mapping[str, Callable[[int], str]]
    """The points that end the game."""
    deal_moves: str
    points: str
    points_newer: str
    turn_cap: Callable[[int], str]
    blocked: Mapping[str, str]
    """In a game of one round."""
    blocked_counts: Mapping[bool, str]
    """In a game of several: whether everybody counts."""

    # Pace
    no_clock: str
    clock: Callable[[int], str]
    clock_short: Callable[[int], str]
    absence: Mapping[str, str]
    missing_reveal: Mapping[str, str]
    escrow: str


class Labels(Struct, frozen=True):
    """Short words for a lobby: they stand beside the name of their option."""

    presets: Mapping[str, tuple[str, str]]
    """A label, and one line on what it is like."""
    groups: Mapping[str, str]
    options: Mapping[str, str]
    values: Mapping[str, Mapping[Value, str]]
    """Of each option that has its own words for its values."""
    switch: Mapping[Value, str]
    """Of the other options that are off or on."""
    seconds: Callable[[int], str]
    no_time: str
    points: Callable[[int], str]

    # What an option takes
    switched: str
    one_of: Callable[[Sequence[str]], str]
    between: Callable[[int, int], str]
    texts: Callable[[int], str]


class Words(Struct, frozen=True):
    """All that a language says of rulesets."""

    sentences: Sentences
    labels: Labels
