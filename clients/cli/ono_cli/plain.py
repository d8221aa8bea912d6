"""The line mode: a whole game by sentences and numbered choices, for screen readers, pipes and scripts.

Everything goes to the standard output, one sentence or one choice a line; nothing is ever redrawn. A number answers
the question that is open, words are heeded at once. From a pipe or a file lines are heeded in their order, a number
waits for its question, and the player leaves where a question finds the input at its end. At a terminal, where a
person types, a number that comes too early is told so, lest it answer a question that was never read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import aclosing
from functools import partial

import trio

from ono_cli import emotes, fairness, rulesets, screen
from ono_cli.answers import answered, seat_named
from ono_cli.lines import is_number, ring, say, seconds, typed
from ono_cli.link import Asked, Happened, News, Notice, Refused, Renewed, TableLink
from ono_cli.offers import JUMP, Offer, beside, completed, offers
from ono_cli.sentences import told_to
from ono_core.game import commands as cmd
from ono_core.game import options
from ono_core.game.events import Dealt, GameStarted, HandsMoved, RoundEnded
from ono_core.game.state import ENDED, Phase
from ono_core.game.view import View
from ono_net.messages import Emoted

HELP = (
    "Type the number of a choice and Enter.",
    "Behind the number add what it would ask for next, or that you call your last card: 3 red, 5 Ben, 2 call.",
    "jump plays a card out of turn, where that is offered: jump, jump call, jump Ben.",
    "call calls your last card, catch (or catch NAME) points out that somebody has not called.",
    "table (or t) tells the table, hand (h) your hand, rules (r) the rules.",
    "emote (or e) tells what you can show the others, emote NUMBER shows it.",
    "mute hides what the others show, mute NAME what that player shows; once more shows it again.",
    "pause lets the host stop the table for a while, go lets it go on.",
    "fairness (f) tells what was checked so far of the cards, the shuffles and the log.",
    "quit (q) leaves the game, help (?) tells this.",
    "Before the game the host sets the rules: options lists what there is, preset NAME and set OPTION VALUE change it.",
)
LOBBY_HELP = "Type rules to hear all of them, options to hear what the host may set."
WARN_MS = 10_000
"""How long before the clock runs out it is told once more."""


class Plain:
    """One game in line mode."""

    def __init__(self, link: TableLink, *, rings: bool = False) -> None:
        """Nothing is said before ``run``; ``rings`` is whether a terminal is heard when one is on turn."""
        self._rings = rings
        self._link = link
        self._open: Sequence[Offer] = ()
        """What may be chosen now, as it was put."""
        self._question: Sequence[Offer] = ()
        """What the numbers mean: the same, or the ways to complete ``_begun``."""
        self._begun: Offer | None = None
        self._beside: Sequence[Offer] = ()
        """What may be done beside, as it was told."""
        self._asked = trio.Event()
        self._nursery: trio.Nursery | None = None
        self._muting = emotes.Muting()

    @property
    def _view(self) -> View:
        return screen.sorted_hand(self._link.player.view())

    async def run(self, stdin: int) -> None:
        """Tell what there is, then what happens, and heed what is typed."""
        for line in self._arrival():
            say(line)
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._listen, stdin)
            async for news in self._link.news:
                self._hear(news)
                if isinstance(news, Happened) and news.after.phase is Phase.SEALED:
                    break
            nursery.cancel_scope.cancel()

    def _arrival(self) -> list[str]:
        view = self._view
        is_lobby = self._link.room is not None and view.phase is Phase.LOBBY
        ways = [f"{screen.INVITATION} {self._link.invitation}"]
        rules = [*ways, *rulesets.told(view.ruleset, whole=False), LOBBY_HELP] if is_lobby else []
        return [*rules, *(screen.table_lines(view) if view.places else ())]

    # What is told

    def _hear(self, news: News) -> None:
        match news:
            case Happened():
                self._tell(news)
            case Asked(ms_left):
                self._hear_asked(ms_left)
            case Refused(words):
                say(f"The table says no: {words}.")
                self._repeat() if self._question else self._ask()
            case Notice(words):
                say(words)
                self._repeat()
            case Renewed():
                self._muting.begin_again()
                say("A new game is set up.")
            case Emoted():
                if told := self._muting.told(news, self._view):
                    say(told)

    def _tell(self, news: Happened) -> None:
        player = self._link.player
        told = told_to(player, news)
        for sentence in told:
            say(sentence)
        if (news.after.step, news.after.phase) != (news.before.step, news.before.phase):
            self._move_on()
        for line in self._added(news):
            say(line)
        if news.after.phase is self._view.phase and news.after.phase in {Phase.LOBBY, Phase.ROUND_OVER}:
            self._ask()
        elif told:
            self._repeat()
        if news.after.phase is Phase.OVER and news.before.phase is not Phase.OVER:
            say("The players sign the end of the game.")

    def _added(self, news: Happened) -> list[str]:
        """What is told beside the sentences: the rules at the start, a new hand, how a round ended."""
        view, lines = self._view, list[str]()
        for event in news.events:
            match event:
                case GameStarted():
                    lines.append(f"The rules: {rulesets.title(view.ruleset)}. Type rules to hear them.")
                case Dealt() | HandsMoved() if _is_new_hand(event, view.seat) and not self._link.choices.acts:
                    lines.append(screen.hand(view))
                case RoundEnded() if view.phase is Phase.ROUND_OVER:
                    lines += [f"{line}." for line in screen.round_lines(view)]
                case _:
                    pass
        return lines

    def _hear_asked(self, ms_left: int | None) -> None:
        """Put a new question, or where the old one stays only what has come up beside it."""
        view = self._view
        question = offers(view, self._link.choices)
        if question and question == self._open:
            self._tell_beside()
        else:
            if self._rings and view.turn == view.seat:
                ring()
            self._ask(ms_left if view.turn == view.seat else None)

    def _ask(self, ms_left: int | None = None) -> None:
        """Put the question that is open now, if one is."""
        view, choices = self._view, self._link.choices
        question = offers(view, choices)
        if question and view.phase not in {Phase.LOBBY, Phase.ROUND_OVER}:
            say(screen.piles(view))
            say(screen.hand(view))
        if question or view.phase is Phase.ROUND_OVER:
            say(screen.status(view, choices))
        if ms_left is not None:
            say(f"You have {seconds(ms_left)}.")
            self._warn_of(ms_left)
        if question:
            self._open, self._begun = question, None
            self._put(question)
        else:
            self._tell_beside()

    def _repeat(self) -> None:
        """Put the question again that was interrupted, if one is open."""
        if self._question:
            self._put(self._question)

    def _put(self, question: Sequence[Offer]) -> None:
        self._question, self._beside = question, ()
        for number, offer in enumerate(question, 1):
            say(f"{number}. {offer.label}.")
        if self._begun:
            say("0. Another card.")
        self._tell_beside()
        say(f"Choose {0 if self._begun else 1} to {len(question)}:")
        self._asked.set()

    def _tell_beside(self) -> None:
        """Say what may be done by a word, unless that was said."""
        now = beside(self._view, self._link.choices)
        for offer in now:
            if offer not in self._beside:
                say(f"{offer.word}: {offer.label}.")
        self._beside = now

    def _forget(self) -> None:
        self._open, self._question, self._begun, self._beside = (), (), None, ()
        self._asked = trio.Event()

    def _move_on(self) -> None:
        """The table waits for something else: no question is open, and only catches stay what they were."""
        catches = [offer for offer in self._beside if isinstance(offer.act, cmd.Catch)]
        if self._question:
            self._forget()
        self._beside = catches

    def _warn_of(self, ms_left: int) -> None:
        if self._nursery and ms_left > WARN_MS:
            self._nursery.start_soon(self._warn, self._view.step, (ms_left - WARN_MS) / 1000)

    async def _warn(self, step: int, after: float) -> None:
        await trio.sleep(after)
        if self._view.step == step and self._question:
            say(f"You have {seconds(WARN_MS)} left.")

    # What is typed

    async def _listen(self, stdin: int) -> None:
        at_terminal = os.isatty(stdin)
        async with aclosing(typed(stdin)) as lines:
            async for line in lines:
                if line.strip():
                    await self._heed(line.strip(), waits=not at_terminal)
        if not (at_terminal or self._view.phase in ENDED):
            await self._asked.wait()
        say("The input has ended: you leave the game.")
        self._link.leave()

    async def _heed(self, line: str, *, waits: bool) -> None:
        words = line.split()
        if is_number(words[0]):
            await self._heed_number(words, waits=waits)
        elif self._begun and (offer := answered(self._begun, words, self._view, self._link.choices)):
            self._choose(offer)
        elif command := self._command(words[0].lower(), " ".join(words[1:])):
            command()
        else:
            say(f"{line[:40]!r} is no choice: ? tells what may be typed.")

    async def _heed_number(self, words: Sequence[str], *, waits: bool) -> None:
        while waits and not self._question:
            await self._asked.wait()
        if self._question:
            self._answer(words)
        else:
            say("There is no question now: wait for the next.")

    def _answer(self, words: Sequence[str]) -> None:
        numbered = {str(number): offer for number, offer in enumerate(self._question, 1)}
        number, *more = words
        if self._begun and words == ["0"]:
            self._forget()
            self._ask()
        elif number not in numbered:
            say(f"{number[:40]!r} is no choice: a number from 1 to {len(numbered)} is expected, or ? for help.")
        elif offer := answered(numbered[number], more, self._view, self._link.choices):
            self._choose(offer)
        else:
            say(f"{' '.join(more)[:40]!r} cannot stand behind {number}: ? tells what may be typed.")

    def _choose(self, offer: Offer) -> None:
        if offer.is_whole:
            self._forget()
            self._link.act(offer.act)
        else:
            self._begun = offer
            self._put(completed(offer, self._view, self._link.choices))

    # Words

    def _command(self, word: str, rest: str) -> Callable[[], None] | None:
        alone: dict[str, Callable[[], None]] = {
            **dict.fromkeys(("?", "help"), partial(_say_all, HELP)),
            **dict.fromkeys(("t", "table"), lambda: _say_all(screen.table_lines(self._view))),
            **dict.fromkeys(("h", "hand"), lambda: say(screen.hand(self._view))),
            **dict.fromkeys(("r", "rules"), lambda: _say_all(rulesets.told(self._view.ruleset, whole=True))),
            **dict.fromkeys(("f", "fairness"), lambda: _say_all(fairness.lines(fairness.fairness(self._link.player)))),
            **dict.fromkeys(("q", "quit"), self._quit),
            "options": lambda: _say_all(list(rulesets.listed(self._view.ruleset))),
            "call": self._call,
            "pause": partial(self._link.act, cmd.SetPause(on=True)),
            "go": partial(self._link.act, cmd.SetPause(on=False)),
        }
        more: dict[str, Callable[[str], None]] = {
            "catch": self._catch,
            **dict.fromkeys(("e", "emote"), self._emote),
            "mute": lambda whom: say(self._muting.turn(whom, self._view)),
            JUMP: self._jump,
            "preset": self._preset,
            "set": self._set,
        }
        if word in more:
            return partial(more[word], rest)
        return None if rest else alone.get(word)

    def _quit(self) -> None:
        say("You leave the game.")
        self._link.leave()

    def _jump(self, words: str) -> None:
        view, choices = self._view, self._link.choices
        offer = next((offer for offer in beside(view, choices) if offer.word == JUMP), None)
        whole = offer and answered(offer, words.split(), view, choices)
        if whole:
            self._choose(whole)
        elif offer:
            say(f"{words[:40]!r} cannot stand behind {JUMP}: ? tells what may be typed.")
        else:
            say("You cannot jump in now.")

    def _call(self) -> None:
        if "call" in self._link.choices.acts:
            self._link.act(cmd.Call())
        else:
            say("You have nothing to call now.")

    def _catch(self, whom: str) -> None:
        view, catches = self._view, dict(self._link.choices.catches)
        seat = seat_named(view, whom, catches)
        if seat is not None:
            self._link.act(cmd.Catch(seat, catches[seat]))
        elif not catches:
            say("There is nobody to catch now.")
        else:
            say(f"Whom? {screen.others([f'catch {screen.name(view, seat)}' for seat in catches])} can be typed.")

    def _emote(self, text: str) -> None:
        what = emotes.chosen(text)
        if what:
            self._link.emote(what)
        else:
            say(f"You can show: {emotes.LISTED}. Type emote and the number.")

    def _preset(self, name: str) -> None:
        if name in [words.name for words in options.preset_words()]:
            self._propose("preset", name)
        else:
            say(f"There is no preset {name[:40]!r}: options lists what there is.")

    def _set(self, text: str) -> None:
        try:
            name, value = rulesets.change(text if "=" in text else text.replace(" ", "=", 1))
        except ValueError as error:
            say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
        else:
            self._propose(name, value)

    def _propose(self, name: str, value: object) -> None:
        """Ask the table for other rules: a preset takes all that differed from the old one away."""
        view = self._view
        if view.phase is not Phase.LOBBY or view.seat is None or view.seat != view.host:
            say("Only the host sets the rules, and only before the game.")
            return
        proposed = {} if name == "preset" else self._link.player.state.options
        self._link.act(cmd.SetOptions(rulesets.with_option(proposed, name, value)))


def _is_new_hand(event: Dealt | HandsMoved, seat: int | None) -> bool:
    """Whether a seat holds other cards now; after a deal everybody does."""
    return seat is not None and (isinstance(event, Dealt) or seat in event.takers)


def _say_all(lines: Sequence[str]) -> None:
    for line in lines:
        say(line)
