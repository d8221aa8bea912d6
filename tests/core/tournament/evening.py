"""An evening's tournament for tests: acts go through the ledger, and what is refused is its code."""

from collections.abc import Sequence
from typing import Any

from ono_core.fair.keys import public_key
from ono_core.fair.transcript import hashed
from ono_core.tournament.acts import Act, Draw, OpenTable, Register, Report
from ono_core.tournament.events import Event
from ono_core.tournament.hashes import draw_seed
from ono_core.tournament.ledger import ByOrganiser, Cause, Ledger, opening, sign_request
from ono_core.tournament.refusals import Refusal
from ono_core.tournament.settings import parse
from ono_core.tournament.standings import Row, standings
from ono_core.tournament.state import State, Table

NAMES = (
    "Anna",
    "Bo",
    "Chloé",
    "Dai",
    "Eve",
    "Farid",
    "Gwen",
    "Hugo",
    "Ines",
    "Jun",
    "Kofi",
    "Lea",
    "Max",
    "Nia",
    "Ote",
)


def secret(name: str) -> bytes:
    """A secret for tests alone, as in the vectors."""
    return hashed("ono1/test", name.encode())


def key(name: str) -> bytes:
    """The public key of that secret."""
    return public_key(secret(name))


def registered(name: str) -> Register:
    """The act by which somebody takes part."""
    return Register(name, key(name), secret(f"{name} nonce"))


class Evening:
    """A tournament whose organiser is ``secret("organiser")``; every entry comes a second after the last."""

    def __init__(self, players: int = 0, **settings: Any) -> None:
        """Opened with these settings, and with so many players."""
        self.ledger = Ledger()
        self.nonce = secret("tournament")
        self.now = 1_800_000_000_000
        self._counters: dict[str, int] = {}
        self.does(opening(secret("organiser"), self.nonce, parse({"name": "Club evening", **settings})))
        for name in NAMES[:players]:
            self.asks(name, registered(name))

    @property
    def state(self) -> State:
        """As it is now."""
        return self.ledger.state

    def wrote(self, cause: Cause) -> tuple[Event, ...] | Refusal:
        """The next entry, checked as by a stranger before it is taken in."""
        self.now += 1_000
        drafted = self.ledger.draft(secret("organiser"), self.now, cause)
        if isinstance(drafted, Refusal):
            return drafted
        checked = self.ledger.check(drafted.raw)
        assert checked == drafted
        self.ledger.add(checked)
        return checked.entry.events

    def asks(self, who: str, act: Act) -> tuple[Event, ...]:
        """A person's signed request, which is granted."""
        self._counters[who] = self._counters.get(who, 0) + 1
        return _granted(self.wrote(sign_request(secret(who), self.ledger.tid, self._counters[who], act)))

    def does(self, act: Act) -> tuple[Event, ...]:
        """What the organiser's program does."""
        return _granted(self.wrote(ByOrganiser(act)))

    def refuses(self, act: Act, who: str | None = None) -> str:
        """The code with which an act is refused."""
        before = len(self.ledger)
        cause = sign_request(secret(who), self.ledger.tid, 99, act) if who else ByOrganiser(act)
        refusal = self.wrote(cause)
        assert isinstance(refusal, Refusal), refusal
        assert refusal.words
        assert len(self.ledger) == before
        return refusal.code

    def seed(self) -> bytes:
        """The seed of the next draw."""
        return draw_seed(secret("organiser"), self.nonce, len(self.state.rounds) + 1)

    def draws(self) -> tuple[Table, ...]:
        """The tables of the next round, which is drawn."""
        self.does(Draw(self.seed()))
        return self.state.rounds[-1].tables

    def opens(self, table: int, game: str = "") -> bytes:
        """The id of the game that is a table's of the last round now."""
        number = len(self.state.rounds)
        attempt = len(self.state.table(number, table).games) + 1
        made = secret(game or f"game {number} {table} {attempt}")
        self.does(OpenTable(number, table, made))
        return made

    def plays(self, table: int, order: Sequence[int] = (), absent: Sequence[int] = ()) -> None:
        """A table of the last round is opened, and its players come in by this order, else by their numbers."""
        number, made = len(self.state.rounds), self.opens(table)
        players = self.state.table(number, table).players
        came = [player for player in (order or sorted(players)) if player not in absent]
        places = tuple(came.index(player) + 1 if player in came else 0 for player in players)
        scores = tuple(500 if place == 1 else 10 * place for place in places)
        head = (200, secret(f"head {number} {table}"))
        self.does(Report(number, table, made, head, places, scores, tuple(sorted(absent))))

    def round(self) -> None:
        """A whole round, in which lower numbers win."""
        for table in self.draws():
            self.plays(table.number)

    def rows(self) -> dict[int, Row]:
        """Player -> standing."""
        return {row.player: row for row in standings(self.state)}


def _granted(happened: tuple[Event, ...] | Refusal) -> tuple[Event, ...]:
    assert not isinstance(happened, Refusal), f"refused: {happened}"
    return happened
