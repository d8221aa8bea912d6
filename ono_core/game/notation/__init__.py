"""A game as text that people can read and paste, and programs read back: what PGN is to chess (spec/notation.md)."""

from ono_core.game.notation.reading import BadNotation, read, read_all
from ono_core.game.notation.recording import recorded
from ono_core.game.notation.values import Draws, End, Game, Holder, Holds, Move, Names, Play, Points, Round, Says
from ono_core.game.notation.writing import written

__all__ = [
    "BadNotation", "Draws", "End", "Game", "Holder", "Holds", "Move", "Names", "Play", "Points", "Round", "Says",
    "read", "read_all", "recorded", "written",
]  # fmt: skip
