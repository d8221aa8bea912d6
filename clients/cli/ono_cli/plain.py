"""The line mode: a whole game by sentences and numbered choices, for screen readers, pipes and scripts.

Everything goes to the standard output, one sentence or one choice a line; nothing is ever redrawn. A number answers
the question that is open, words are heeded at once. From a pipe or a file lines are heeded in their order, a number
waits for its question, and the player leaves where a question finds the input at its end. At a terminal, where a
person types, a number that comes too early is told so, lest it answer a question that was never read.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence

import trio

from ono_cli import screen
from ono_cli.link import Asked, Happened, News, Notice, Refused, Renewed, TableLink
from ono_cli.offers import Offer, coloured, offers
from ono_cli.sentences import sentences
from ono_core.game.events import Dealt
from ono_core.game.state import Phase
from ono_core.game.view import View

HELP = (
    "Type the number of a choice and Enter.",
    "table (or t) tells the table, hand (h) your hand, quit (q) leaves the game, help (?) tells this.",
)
WORDS = {"table": "t", "hand": "h", "quit": "q", "help": "?"}
READ_BYTES = 4096


class Plain:
    """One game in line mode."""

    def __init__(self, link: TableLink) -> None:
        """Nothing is said before ``run``."""
        self._link = link
        self._question: Sequence[Offer] = ()
        self._asked = trio.Event()
        self._wild: Offer | None = None

    @property
    def _view(self) -> View:
        return screen.sorted_hand(self._link.player.view())

    async def run(self, stdin: int) -> None:
        """Tell what there is, then what happens, and heed what is typed."""
        for line in screen.table_lines(self._view) if self._view.places else ():
            say(line)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen, stdin)
            async for news in self._link.news:
                self._hear(news)
                if isinstance(news, Happened) and news.after.phase is Phase.SEALED:
                    break
            nursery.cancel_scope.cancel()

    # What is told

    def _hear(self, news: News) -> None:
        match news:
            case Happened():
                self._tell(news)
            case Asked():
                self._ask()
            case Refused(words):
                say(f"The table says no: {words}.")
                self._ask()
            case Notice(words):
                say(words)
                self._repeat()
            case Renewed():
                say("A new game is set up.")

    def _tell(self, news: Happened) -> None:
        player = self._link.player
        told = sentences(news, player.seat, player.proofs.faces)
        for sentence in told:
            say(sentence)
        if self._question and (news.after.step, news.after.phase) != (news.before.step, news.before.phase):
            self._forget()
        dealt = any(isinstance(event, Dealt) for event in news.events)
        if dealt and player.seat is not None and not self._link.choices.acts:
            say(screen.hand(self._view))
        if news.after.phase is self._view.phase is Phase.LOBBY:
            self._ask()
        elif told:
            self._repeat()
        if news.after.phase is Phase.OVER and news.before.phase is not Phase.OVER:
            say("The players sign the end of the game.")

    def _ask(self) -> None:
        """Put the question that is open now, if one is."""
        view = self._view
        question = offers(view, self._link.choices)
        if not question:
            return
        if view.phase is not Phase.LOBBY:
            say(screen.piles(view))
            say(screen.hand(view))
        say(screen.status(view, self._link.choices))
        self._put(question)

    def _repeat(self) -> None:
        """Put the question again that was interrupted, if one is open."""
        if self._question:
            self._put(self._question)

    def _put(self, question: Sequence[Offer]) -> None:
        self._question = question
        for number, offer in enumerate(question, 1):
            say(f"{number}. {offer.label}.")
        if self._wild:
            say("0. Another card.")
        say(f"Choose {0 if self._wild else 1} to {len(question)}:")
        self._asked.set()

    def _forget(self) -> None:
        self._question, self._wild = (), None
        self._asked = trio.Event()

    # What is typed

    async def _listen(self, stdin: int) -> None:
        at_terminal = os.isatty(stdin)
        async for line in typed(stdin):
            if line.strip():
                await self._heed(line.strip(), waits=not at_terminal)
        if not at_terminal:
            await self._asked.wait()
        say("The input has ended: you leave the game.")
        self._link.leave()

    async def _heed(self, line: str, *, waits: bool) -> None:
        word = WORDS.get(line.lower(), line.lower())
        told = {"?": HELP, "t": screen.table_lines(self._view), "h": [screen.hand(self._view)]}.get(word)
        if word == "q":
            say("You leave the game.")
            self._link.leave()
        elif told is not None:
            for each in told:
                say(each)
        elif not is_number(line):
            say(f"{line[:40]!r} is no choice: ? tells what may be typed.")
        elif waits or self._asked.is_set():
            await self._asked.wait()
            self._answer(line)
        else:
            say("There is no question now: wait for the next.")

    def _answer(self, line: str) -> None:
        numbered = {str(number): offer for number, offer in enumerate(self._question, 1)}
        if self._wild and line == "0":
            self._forget()
            self._ask()
        elif line in numbered:
            self._choose(numbered[line])
        else:
            say(f"{line[:40]!r} is no choice: a number from 1 to {len(numbered)} is expected, or ? for help.")

    def _choose(self, offer: Offer) -> None:
        self._forget()
        if offer.needs_colour:
            self._wild = offer
            self._put(coloured(offer))
        else:
            self._link.act(offer.act)


def is_number(line: str) -> bool:
    """Whether a line is meant as the number of a choice."""
    return line.isascii() and line.isdigit()


def say(line: str) -> None:
    """One line, at once."""
    print(line, flush=True)


async def typed(stdin: int) -> AsyncIterator[str]:
    """The lines of a file descriptor. A thread reads it: epoll refuses a regular file, and a terminal may be shared."""
    rest = b""
    while data := await trio.to_thread.run_sync(os.read, stdin, READ_BYTES, abandon_on_cancel=True):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")
