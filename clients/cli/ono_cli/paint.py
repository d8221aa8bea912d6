"""The regions of the full screen as styled text: pure, from the view, the choices and the card under the cursor.

Nothing is told by colour alone: cards have shape and letter, playable ones a mark below, the one under the cursor
brackets, the seat on turn arrows.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from ono_cli import lobby, screen
from ono_cli.fairness import Fairness
from ono_cli.offers import Offer
from ono_core.game.choices import Choices
from ono_core.game.faces import Colour, Face
from ono_core.game.state import TURN_PHASES, Phase
from ono_core.game.view import Card, Place, View
from ono_core.game.words import cards, safe

STYLES = {
    Colour.RED: "bold #ffffff on #d11f48",
    Colour.YELLOW: "bold #2a1a00 on #ffc021",
    Colour.GREEN: "bold #02231c on #10ac83",
    Colour.BLUE: "bold #ffffff on #1636bd",
}
WILD_STYLE = "bold #1c1a17 on #f8f2e6"
CARD_WIDTH = 6
MOST_IN_A_ROW = 6
"""Seats that stand side by side; more make two rows."""

PLAYABLE = "*"
GOOD, OPEN = "[x]", "[ ]"


def style(face: Face | None) -> str:
    """The style of a card."""
    return STYLES[face.colour] if face and face.colour else WILD_STYLE


def head(view: View, where: str, width: int) -> Content:
    """The top line: what this is, the room or the log that it shows, and which way play goes."""
    way = screen.direction(view) if view.phase in TURN_PHASES else ""
    place = _cut(f"  {where}" if where else "", width - len(way) - 4)
    return Content.assemble(("ONO", "bold"), place, " " * (width - 3 - len(place) - len(way)), way)


def seats(view: View, width: int) -> Content:
    """The seats side by side: name, cards, what else there is to know; many seats in two rows without the cards."""
    many = len(view.places) > MOST_IN_A_ROW
    half = (len(view.places) + 1) // 2
    groups = [view.places[:half], view.places[half:]] if many else [view.places]
    wide = width // max(1, half if many else len(view.places))
    rows = [
        [_cell(view, place, wide, row) for place in group]
        for group in groups
        for row in ((0, 3) if many else (0, 1, 2))
    ]
    return Content("\n").join([Content.assemble(*row) for row in rows])


def _cell(view: View, place: Place, wide: int, row: int) -> tuple[str, str]:
    on_turn = place.seat == view.turn and not view.shuffling
    name = "You" if place.seat == view.seat else safe(place.name)
    held = cards(place.cards) if view.phase is not Phase.LOBBY and not (place.gone or place.out) else ""
    mark = _cut(_mark(view, place, wide), wide - 1)
    lines = (
        f"▶ {_cut(name, wide - 5)} ◀" if on_turn else _cut(name, wide - 1),
        held,
        mark,
        mark if not held or _matters(view, place) else held,
    )
    return lines[row].ljust(wide), "bold reverse" if on_turn and row == 0 else ""


def _matters(view: View, place: Place) -> bool:
    """Whether what is marked says more than a number of cards."""
    return place.away or (view.phase in TURN_PHASES and (place.exposed is not None or place.cards == 1))


def _mark(view: View, place: Place, wide: int) -> str:
    """The one thing about a seat that matters most now."""
    level = f", {place.level}" if wide > len("computer, medium") else ""
    scored = screen.points(place.score)
    marks = (
        ("is out", place.gone or place.out),
        ("away: computer", place.away),
        ("NOT CALLED!" if place.catchable else "not called", place.exposed is not None),
        ("LAST CARD!", place.cards == 1 and view.phase in TURN_PHASES),
        (scored if len(scored) < wide else f"{place.score} p.", screen.has_scores(view)),
        (f"computer{level}", place.kind == "bot"),
        ("host", place.seat == view.host),
    )
    return next((words for words, holds in marks if holds), "")


def _cut(text: str, wide: int) -> str:
    return text if len(text) <= wide else f"{text[: wide - 1]}…"


def table(view: View, invitation: str | None) -> Content:
    """Three lines with the top card, the colour in force and the draw pile; before the game, how others come."""
    if view.top is None:
        invites = bool(invitation) and view.phase is Phase.LOBBY
        return Content(f"{screen.INVITATION}\n{invitation}\n" if invites else "\n\n")
    paint, colour = style(view.top), view.colour
    sign = f"{screen.SHAPES[colour]} {colour.word.capitalize()} · {colour}" if colour else "not named yet"
    return Content.assemble(
        ("       ", paint), "  colour  ", (f" {sign} ", STYLES[colour] if colour else ""), "\n",
        (f" {screen.sign(view.top):^5} ", paint), f"  top     {view.top.words}\n",
        ("       ", paint), f"  pile    {cards(view.pile)}{_owed(view)}",
    )  # fmt: skip


def _owed(view: View) -> str:
    if view.debt is None or view.turn is None:
        return ""
    return f"      {cards(view.debt.total)} on {'you' if view.turn == view.seat else screen.name(view, view.turn)}"


def known(view: View, width: int, height: int) -> Content:
    """The cards that one knows of other hands, one after the other in as few lines as they need."""
    parts = [
        f"{_cut(safe(place.name), 12)}: {' '.join(screen.sign(face) for face in place.hand)}"
        for place in view.places
        if place.hand and place.seat != view.seat and view.phase in TURN_PHASES
    ]
    if not parts or not width:
        return Content("")
    rows = list(Content("   ".join(parts)).wrap(width))
    return Content("\n").join(rows[:height])


def hand(view: View, choices: Choices, cursor: int | None, width: int) -> Content:
    """The own cards in rows, each with its mark below: ``*`` playable, brackets under the cursor."""
    many = max(1, width // CARD_WIDTH)
    rows = [view.hand[start : start + many] for start in range(0, len(view.hand), many)]
    playable = choices.playable if "play" in choices.acts else ()
    lines = [
        Content.assemble(*(part for card in row for part in _card(card, cursor, playable, line)))
        for row in rows
        for line in range(2)
    ]
    return Content("\n").join(lines)


def _card(card: Card, cursor: int | None, playable: tuple[int, ...], line: int) -> tuple[tuple[str, str] | str, str]:
    if line == 1:
        mark = PLAYABLE if card.slot in playable else " "
        return f"  {mark}{'^' if card.slot == cursor else ' '} ", " "
    before, after = "[]" if card.slot == cursor else "  "
    return (f"{before}{screen.sign(card.face):3}{after}", style(card.face)), " "


def keys(offered: list[Offer], width: int) -> Content:
    """What may be done now besides playing a card, each with its key, as many in a line as fit."""
    parts: list[str | tuple[str, str]] = []
    used = 0
    for offer in offered:
        size = len(offer.label) + 6
        parts.append("\n" if used and used + size > width else "")
        used = size if parts[-1] else used + size
        parts += [(f" {offer.key} ", "bold reverse"), f" {offer.label}  "]
    return Content.assemble(*parts)


def last(lines: Sequence[str], width: int, height: int) -> Content:
    """As many of the newest lines as there is room for, the newest lowest."""
    rows = [row for line in lines[-height:] for row in Content(line).wrap(width)] if height and width else []
    return Content("\n").join(rows[-height:])


def choosing(view: View, row: int, width: int, height: int) -> Content:
    """The options of a lobby as rows of which one is chosen, as many of them as fit; only the chosen one may wrap."""
    rows = lobby.rows(view.ruleset)
    first = max(0, min(row - height // 2, len(rows) - height))
    parts: list[str | tuple[str, str]] = []
    for number, shown in enumerate(rows[first : first + height], first):
        mark, chosen = ("▶", "bold reverse") if number == row else (" ", "")
        plain = _cut(f"{mark} {shown.label:38} {shown.value}", width)
        parts.append((f"{mark} {shown.label:36} ◀ {shown.value} ▶" if chosen else plain, chosen))
        parts.append("\n")
    return Content.assemble(*parts)


def fairness(told: Fairness) -> Content:
    """What was checked, each thing with a mark before it once it is known to be good."""
    parts: list[str | tuple[str, str]] = [(told.title, "bold"), *([f"\n{told.limit}"] if told.limit else [])]
    for one in told.checks:
        mark = GOOD if one.good else OPEN
        parts += [f"\n\n{mark} ", (one.title, "bold"), "" if one.good else " (not yet shown)", f"\n{one.detail}"]
    return Content.assemble(*parts, "\n\n", ("What this cannot show", "bold"), *(f"\n{line}" for line in told.cannot))


def ending(lines: list[str]) -> Content:
    """The last page: the winner first."""
    return Content.assemble((lines[0], "bold"), *(f"\n{line}" for line in lines[1:]))
