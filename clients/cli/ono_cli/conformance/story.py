"""One whole game of two, from the deal to the rematch, and what it shows of the server on its way."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Final

import trio

from ono_cli.conformance.clauses import Broken, Untested, expect
from ono_cli.conformance.ground import SERVER, Ground
from ono_cli.conformance.wire import BadLog, Someone
from ono_core.bots import choose
from ono_core.fair.transcript import Stream
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.faces import Colour
from ono_core.game.state import Phase
from ono_core.log.entries import ByTable
from ono_net.guest import choices_of
from ono_net.messages import Again, Answer, Entered, Note, Prompt

TELLS: Final = {
    "3.1": "A seed that was sent in time stands in the entry that closes its shuffle",
    "3.2": "A seed that comes after the close is passed over, and the connection stays",
    "4.9": "An act of a turn that answers another step is refused: `stale`, with the current step",
    "6.1": "Each act that a prompt offers is accepted, through a whole game",
    "6.2": "A card that a prompt marks with a reason is refused with that reason",
    "6.3": "Prompts and answers come to a seat as notes sealed to its keys",
    "2.4": "The log is sealed once every player has signed the end",
    "2.5": "`again` is answered by `not-over` before the end, by `not-host` from another than the host",
    "2.6": "After the seal `again` of the host begins a rematch: `entered` and a new log for all",
}
"""Clauses that one whole game shows."""

BESIDE: Final[dict[str, cmd.Act]] = {
    "draw": cmd.Draw(),
    "pass": cmd.Pass(),
    "accept": cmd.Accept(),
    "challenge": cmd.Challenge(),
    "call": cmd.Call(),
}
"""What needs no thought; each is tried where it is first offered."""

MOST_MOVES: Final = 2_000


class Story:
    """What the game has shown."""

    def __init__(self) -> None:
        self.kept: set[str] = set()
        self.broken: dict[str, str] = {}
        self.stopped = "the game did not come to that"
        self.bad_log = ""
        self.tried: set[str] = set()

    def look(self, clause: str, holds: object, words: str) -> None:
        """Note what was seen of a clause; once it is broken it stays so."""
        if holds:
            self.kept.add(clause)
        else:
            self.broken.setdefault(clause, words)

    def stop(self, group: BaseExceptionGroup[BaseException]) -> None:
        """Note why the game was not played to its end."""
        cause: BaseException = group
        while isinstance(cause, BaseExceptionGroup):
            cause = cause.exceptions[0]  # pyright: ignore[reportUnknownVariableType,reportUnknownMemberType]
        self.stopped = f"the game was not played to its end: {cause}"
        if isinstance(cause, BadLog):
            self.bad_log = str(cause)


def _told(number: str) -> Callable[[Ground], Awaitable[None]]:
    async def check(ground: Ground) -> None:
        """What the story has shown of it."""
        story = await ground.story()
        if number in story.broken:
            raise Broken(story.broken[number])
        if number not in story.kept:
            raise Untested(story.stopped)

    return check


for _number, _words in TELLS.items():
    SERVER.add(_number, _words, _told(_number))


async def tell(ground: Ground, story: Story) -> None:
    """Play it."""
    async with AsyncExitStack() as stack:
        ana = await stack.enter_async_context(ground.seated("Ana"))
        ben = await stack.enter_async_context(ground.seated("Ben", ana.room))
        await _too_early(ana, story)
        await ana.act(cmd.Start())
        async with trio.open_nursery() as nursery:
            for someone in (ana, ben):
                nursery.start_soon(_Player(someone, story).play)
        _look_back((ana, ben), story)
        await _rematch(ana, ben, story)


async def _too_early(host: Someone, story: Story) -> None:
    await host.wire.say(Again())
    try:
        await host.error("not-over")
    except Broken as broken:
        story.look("2.5", holds=False, words=str(broken))


def _look_back(both: tuple[Someone, Someone], story: Story) -> None:
    for someone in both:
        clear = [kind for kind in (Answer, Prompt) if any(isinstance(one, kind) for one in _since_seated(someone))]
        story.look("6.3", not clear, f"{[kind.__name__.lower() for kind in clear]} came in clear")
    story.look("2.4", both[0].events(ev.Sealed), "no seal came")


def _since_seated(someone: Someone) -> list[object]:
    """What came once the seat had keys: after the first note."""
    heard = someone.wire.heard
    first = next((at for at, message in enumerate(heard) if isinstance(message, Note)), len(heard))
    return list(heard[first:])


async def _rematch(host: Someone, other: Someone, story: Story) -> None:
    game = host.player.keys.gid
    await other.wire.say(Again())
    try:
        await other.error("not-host")
        story.look("2.5", holds=True, words="")
    except Broken as broken:
        story.look("2.5", holds=False, words=str(broken))
    await host.wire.say(Again())
    try:
        for someone in (host, other):
            await someone.until(lambda it: it.player.keys.gid != game and len(it.player.book) >= 2)
        fresh = host.player.state.phase is Phase.LOBBY and any(isinstance(one, Entered) for one in other.wire.heard)
        story.look("2.6", fresh, "a lobby expected")
    except Broken as broken:
        story.look("2.6", holds=False, words=str(broken))


def _is_sealed(it: Someone) -> bool:
    return it.player.state.phase is Phase.SEALED


class _Player:
    """One of the two, who looks closely while it plays."""

    def __init__(self, someone: Someone, story: Story) -> None:
        self._it = someone
        self._story = story
        self._reasons: set[str] = set()
        self._late = 0
        self._has_asked_stale = False

    async def play(self) -> None:
        """Play until the log is sealed."""
        for _ in range(MOST_MOVES):
            await self._it.until(lambda it: _is_sealed(it) or it.player.omitted or self._is_asked(it))
            await self._seeds()
            if _is_sealed(self._it):
                return
            await self._turn()
        raise Untested(f"the game has more than {MOST_MOVES} moves")

    @staticmethod
    def _is_asked(it: Someone) -> bool:
        prompt, state = it.guest.prompt, it.player.state
        return prompt is not None and prompt.acts != () and state.turn == it.player.seat and not state.shuffle

    async def _seeds(self) -> None:
        """Look whether they were taken, and send the last once more, now that its shuffle is closed."""
        omitted = self._it.player.omitted
        if self._it.reveals:
            self._story.look("3.1", not omitted, f"the seed for shuffle {omitted} is not in its close")
        if omitted:
            raise Untested("who is left out of a shuffle does not sign its game")
        reveal = self._it.reveals[-1] if self._it.reveals else None
        if reveal and reveal.k > self._late and self._it.player.state.shuffle is None:
            self._late = reveal.k
            await self._it.wire.say(reveal)
            self._story.look("3.2", holds=True, words="")  # what follows on this connection shows that it stays

    async def _turn(self) -> None:
        prompt = self._it.guest.prompt
        assert prompt is not None, "it is asked"
        self._it.guest.prompt = None
        if not self._has_asked_stale:
            self._has_asked_stale = True
            await self._stale(prompt)
        await self._unfit(prompt)
        act = self._chosen(prompt)
        answer = await self._it.answer(self._it.guest.act(act))
        code = answer.refusal.code if answer.refusal else ""
        is_late = code == "stale" and self._it.player.state.step != prompt.step
        if not is_late:
            name = type(act).__name__.lower()
            self._story.look("6.1", not code, f"{name} was offered at step {prompt.step} and refused: {code}")
            if code:
                raise Untested(f"an act that was offered was refused: {code}")

    async def _stale(self, prompt: Prompt) -> None:
        answer = await self._it.answer(self._it.forged(cmd.Draw(), step=prompt.step - 1))
        refusal = answer.refusal
        found = (refusal.code, refusal.step) if refusal else answer.index
        self._story.look("4.9", found == ("stale", prompt.step), f"stale with step {prompt.step} expected, got {found}")

    async def _unfit(self, prompt: Prompt) -> None:
        """Try a card that may not be played, one for each reason."""
        for slot, reason in prompt.cards:
            if reason and reason not in self._reasons:
                self._reasons.add(reason)
                faces = {card.slot: card.face for card in self._it.player.view().hand}
                face = faces[slot]
                colour = Colour.RED if face and face.colour is None else None
                answer = await self._it.answer(self._it.guest.act(cmd.Play((slot,), colour)))
                found = answer.refusal.code if answer.refusal else f"entry {answer.index}"
                self._story.look("6.2", found == reason, f"refusal {reason} expected, got {found}")
                expect(answer.refusal, "a card was played that the prompt says may not be")
                return

    def _chosen(self, prompt: Prompt) -> cmd.Act:
        """What was not tried yet, else what a computer would do."""
        for kind in prompt.acts:
            if kind in BESIDE and kind not in self._story.tried:
                self._story.tried.add(kind)
                return BESIDE[kind]
        return choose("easy", self._it.player.view(), choices_of(prompt), Stream(secrets.token_bytes(32)).draw)


def _closes(someone: Someone) -> list[cmd.Close]:
    """What the table says as it closes shuffles."""
    causes = (entry.cause for entry in someone.player.book.entries)
    return [cause.act for cause in causes if isinstance(cause, ByTable) and isinstance(cause.act, cmd.Close)]


@SERVER.clause("3.3", "A seed that does not come is waited for no longer than 3 s, and the close names who is missing")
async def withheld_seed(ground: Ground) -> None:
    """One of two keeps its seed for itself."""
    async with ground.seated("Cleo") as cleo, ground.seated("Dora", cleo.room) as dora:
        dora.gives_seeds = False
        await cleo.act(cmd.Start())
        async with trio.open_nursery() as nursery:
            for someone in (cleo, dora):
                nursery.start_soon(someone.until, _closes)
        missing = _closes(cleo)[0].missing
        expect(missing == (dora.player.seat,), f"seat {dora.player.seat} expected as missing, got {missing}")
        expect(not cleo.player.omitted, "the seed that came in time is not in the close")
