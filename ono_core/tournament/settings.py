"""The tournament file as data, with one canonical form that stands whole in the ledger.

``parse`` turns what was read from a file into checked Settings; ``plain`` writes everything out, defaults too, so a
later change of a default never changes an old tournament. What each value means is told in spec/tournament.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ono_core.game import ruleset
from ono_core.game.ruleset import Ruleset

Format = Literal["points", "knockout", "match", "groups"]
TieBreak = Literal["wins", "opponents", "meeting", "score", "lot"]

_Seats = Annotated[int, Meta(ge=2, le=10)]


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the file."""


class Table(_Part, frozen=True):
    """How many sit at a table: ``size`` where it can be, from ``smallest`` to ``largest`` where it must."""

    size: _Seats = 4
    smallest: _Seats = 3
    largest: _Seats = 6


class Scoring(_Part, frozen=True):
    """How the result of a table becomes tournament points, and who is before whom with equal points."""

    by: Literal["places", "score", "wins"] = "places"
    places: Annotated[tuple[Annotated[int, Meta(ge=0, le=1_000)], ...], Meta(min_length=1, max_length=10)] = (
        5, 3, 2, 1, 0, 0,
    )  # fmt: skip
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=5)] = ("wins", "opponents", "meeting", "score", "lot")


class Time(_Part, frozen=True):
    """Seconds that a table waits for who is absent, and that a round may take (0: as long as it does)."""

    start_s: Annotated[int, Meta(ge=10, le=3_600)] = 180
    round_s: Annotated[int, Meta(ge=0, le=86_400)] = 0


class Final(_Part, frozen=True):
    """So many of the best play one last table; 0: none."""

    seats: Annotated[int, Meta(ge=0, le=10)] = 0


class Groups(_Part, frozen=True):
    """Format ``groups``: about how many are drawn into each."""

    size: Annotated[int, Meta(ge=2, le=100)] = 8


class Knockout(_Part, frozen=True):
    """Format ``knockout``: so many of each table go on."""

    advance: Annotated[int, Meta(ge=1, le=9)] = 2


class Match(_Part, frozen=True):
    """Format ``match``: rounds go on until somebody has so many points."""

    target: Annotated[int, Meta(ge=1, le=100_000)] = 15


class Watch(_Part, frozen=True):
    """How many seconds late spectators see a table."""

    delay_s: Annotated[int, Meta(ge=0, le=600)] = 60


class Settings(_Part, frozen=True):
    """All that is settled about a tournament before it is opened. ``rounds`` is 0 for a knockout."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    format: Format = "points"
    rounds: Annotated[int, Meta(ge=0, le=30)] = 4
    deal: Literal["own"] = "own"
    table: Table = Table()
    rules: Ruleset = ruleset.PRESETS["official"]
    scoring: Scoring = Scoring()
    time: Time = Time()
    final: Final = Final()
    groups: Groups = Groups()
    knockout: Knockout = Knockout()
    match: Match = Match()
    watch: Watch = Watch()


KNOCKOUT_DRAWS: int = 64
"""Seeds that a knockout commits to: how many draws it takes is not known before it is played."""


def draws(settings: Settings) -> int:
    """How many draws there can be: the organiser commits to as many seeds."""
    return KNOCKOUT_DRAWS if settings.format == "knockout" else settings.rounds + (settings.final.seats > 0)


def parse(read: Mapping[str, Any]) -> Settings:
    """The settings that a file describes; ValueError names the key and says what was expected."""
    knockout = read.get("format") == "knockout"
    try:
        # the rules have defaults of their own here, which need the sizes of the tables
        settings = msgspec.convert({"rounds": 0 if knockout else 4, **read, "rules": {}}, Settings)
    except msgspec.ValidationError as error:
        raise ValueError(_said(str(error))) from None
    settings = msgspec.structs.replace(settings, rules=_rules(settings, read.get("rules", {})))
    wrong = next((words for holds, words in _contradictions(settings) if holds), None)
    if wrong:
        raise ValueError(wrong)
    return settings


def plain(settings: Settings) -> dict[str, Any]:
    """Every setting with its value, as it stands in the ledger: plain values, a list for several."""
    plainly: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(settings))
    return plainly


def _rules(settings: Settings, chosen: object) -> Ruleset:
    """The options of every game: what the file leaves out is that of its preset, but for what a tournament needs."""
    try:
        options = msgspec.convert(chosen, dict[str, Any])
        preset = ruleset.parse({"preset": options.get("preset", "official")})
    except ValueError as error:
        raise ValueError(f"rules: {_said(str(error))}") from None
    score = options.get("score", preset.score)
    own = {
        "preset": preset.preset,
        "seats_max": most_seats(settings),
        "absence": "remove",
        # where it would pay to sit out, nobody does
        "missing_reveal": "play_on" if score in ("lowest_total", "elimination") else "sit_out",
    }
    try:
        return ruleset.parse({**own, **options})
    except ValueError as error:
        raise ValueError(f"rules: {_said(str(error))}") from None


def most_seats(settings: Settings) -> int:
    """The most that sit at one table."""
    return max(settings.table.largest, settings.final.seats)


def _contradictions(settings: Settings) -> list[tuple[bool, str]]:
    table, rules, scoring = settings.table, settings.rules, settings.scoring
    knockout, final = settings.format == "knockout", settings.final.seats
    return [
        (not _is_title(settings.name), "name: a line of letters that show expected"),
        (
            not table.smallest <= table.size <= table.largest,
            f"table: smallest <= size <= largest expected, got {table.smallest}, {table.size}, {table.largest}",
        ),
        (knockout and settings.rounds != 0, "rounds: a knockout has as many as it needs, leave it out"),
        (not knockout and settings.rounds == 0, "rounds: from 1 to 30 expected, got 0"),
        (
            knockout and settings.knockout.advance >= table.smallest,
            f"knockout.advance: fewer than table.smallest ({table.smallest}) expected, got {settings.knockout.advance}",
        ),
        (
            settings.format == "groups" and settings.groups.size < table.smallest,
            f"groups.size: at least table.smallest ({table.smallest}) expected, got {settings.groups.size}",
        ),
        (final == 1, "final.seats: 0 or from 2 to 10 expected, got 1"),
        (
            final > 0 and settings.format in {"knockout", "match"},
            f"final.seats: a {settings.format} has its own end, leave it out",
        ),
        (
            rules.seats_max < most_seats(settings) or rules.seats_min > table.smallest,
            f"rules: seats_min and seats_max must allow tables of {table.smallest} to {most_seats(settings)}",
        ),
        (
            scoring.by == "score" and rules.score != "to_target",
            f"scoring.by: with score the rules count points up, score=to_target, not {rules.score}",
        ),
        (_rises(scoring.places), "scoring.places: no later place may be worth more than one before it"),
        (len(set(scoring.tie_breaks)) < len(scoring.tie_breaks), "scoring.tie_breaks: each once expected"),
    ]


def _is_title(name: str) -> bool:
    return name.isprintable() and name == name.strip()


def _rises(values: tuple[int, ...]) -> bool:
    return any(later > earlier for earlier, later in pairwise(values))


def _said(error: str) -> str:
    """The words of msgspec with the key in front."""
    what, _, where = error.partition(" - at ")
    key = re.sub(r"^\$\.?", "", where.strip("`"))
    what = what[:1].lower() + what[1:]
    return f"{key}: {what}" if key else what
