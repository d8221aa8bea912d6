"""An engine as a process: questions go to its standard input, answers come from its standard output, a line each.

Nothing that it does or leaves undone holds up the table: what is no answer is a mistake, which is told on the standard
error, and the question's default is done in its place. After too many mistakes in a game, and where the program ends,
the engine is ``gone`` and all its further questions have their defaults at once.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from typing import Final, Literal

import msgspec
import trio
from msgspec import Struct

from ono_cli.engine import wire
from ono_cli.home import reason
from ono_cli.stop import Exit, Stop
from ono_core.game.words import safe

MOST_MISTAKES: Final = 5
"""So many in one game, and the engine is asked no more."""
LONGEST_LINE: Final = 65_536
CLOSE_SECONDS: Final = 2
"""How long a program may take to end once its input has ended."""
_SHOWN: Final = 60
"""Letters of a wrong line that are shown."""
_READ_BYTES: Final = 65_536

_decoder: Final = msgspec.json.Decoder(wire.Answer)
Code = Literal["late", "garbage", "unknown-id", "impossible"]


class Asking(Struct):
    """A question that is open, and the index that was chosen."""

    question: wire.Ask
    answered: trio.Event
    chosen: int | None = None


@asynccontextmanager
async def engine(name: str, command: str, limit_ms: int) -> AsyncGenerator[Engine]:
    """The program that this shell-like command starts, until the block is left; Stop where it cannot be started."""
    async with trio.open_nursery() as nursery:
        one = Engine(name, command, limit_ms, nursery)
        await one.start()
        try:
            yield one
        finally:
            with trio.CancelScope(shield=True):
                await one.close()
        nursery.cancel_scope.cancel()


async def _started(name: str, command: str) -> trio.Process:
    try:
        words = shlex.split(command)
        pipe = subprocess.PIPE
        # In a group of its own: an interrupt at the terminal is ours to heed, and leaving the table comes first.
        return await trio.lowlevel.open_process(words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    except (OSError, ValueError, IndexError) as error:
        why = reason(error) if isinstance(error, OSError) else f"a command expected, got {command!r}"
        raise Stop(Exit.UNUSABLE, f"--engine: {name} cannot be started: {why}") from None


class Engine:
    """A program that is asked; made by ``engine``."""

    def __init__(self, name: str, command: str, limit_ms: int, nursery: trio.Nursery) -> None:
        self.name = name
        self.limit_ms = limit_ms
        self.mistakes = 0
        """In all games."""
        self._before = 0
        """In those before the present one."""
        self.gone = trio.Event()
        """Set once it is asked no more."""
        self._command = command
        self._nursery = nursery
        self._process: trio.Process
        self._asked = 0
        """The newest question's id; all below it were asked too."""
        self._open: Asking | None = None
        self._untold: wire.Mistake | None = None
        """A mistake that the program is still to be told of."""
        self._speaks = trio.Lock()

    async def start(self) -> None:
        """Start the program and greet it."""
        self._process = await _started(self.name, self._command)
        self.gone, self._untold = trio.Event(), None
        self._nursery.start_soon(self._listen, self._process)
        self._nursery.start_soon(self._pass_errors, self._process)
        await self._tell(wire.Hello("hello", f"ono {version('ono')}", self.limit_ms))

    # What it is told

    async def begin(self, line: wire.Game) -> None:
        """Tell it of a game, for which its mistakes are counted anew, and the program is started anew if it is gone."""
        self._before = self.mistakes
        if self.gone.is_set():
            await self.close()
            await self.start()
        await self._tell(line)

    async def end(self, line: wire.End) -> None:
        """Tell it how the game ended."""
        await self._tell(line)

    async def _tell(self, line: Struct) -> None:
        """One line. A program that does not read its input in time is gone, for half a line may be in it."""
        assert self._process.stdin
        if self.gone.is_set():
            return
        with trio.move_on_after(self.limit_ms / 1000, shield=True) as waiting:
            async with self._speaks:
                with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                    await self._process.stdin.send_all(msgspec.json.encode(line) + b"\n")
        if waiting.cancelled_caught:
            self._lose(f"a line was to be read within {self.limit_ms} ms, and was not")

    # What it is asked

    @property
    def next_id(self) -> int:
        """The id of the question to ask next."""
        return self._asked + 1

    async def ask(self, question: wire.Ask) -> int:
        """The index of what it chooses, or of the default. Cancelled, the question is withdrawn."""
        self._asked = question.id
        if self.gone.is_set():
            return question.default
        asking = self._open = Asking(question, trio.Event())
        try:
            with trio.move_on_after(question.limit_ms / 1000):
                await self._tell(question)
                await asking.answered.wait()
            if not asking.answered.is_set():
                self._mistake("late", f"an answer within {question.limit_ms} ms expected, none came")
        finally:
            if self._open is asking:  # withdrawn, it may have given way to the next
                self._open = None
        await self._tell_mistake()
        return question.default if asking.chosen is None else asking.chosen

    async def _tell_mistake(self) -> None:
        if self._untold:
            line, self._untold = self._untold, None
            await self._tell(line)

    # What it says

    async def _listen(self, process: trio.Process) -> None:
        """Heed its lines until there are no more."""
        assert process.stdout
        async for line in _lines(process.stdout):
            if process is self._process:
                self._heed(line)
            if self._open is None:
                await self._tell_mistake()
        code = await process.wait()
        if process is self._process and not self.gone.is_set():
            how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
            self.mistakes += 1
            self._lose(f"{self._about}the program ended {how}{self._instead}")

    async def _pass_errors(self, process: trio.Process) -> None:
        """Show what it writes to its standard error, each line after its name."""
        assert process.stderr
        async for line in _lines(process.stderr):
            print(f"{self.name}: {safe(line.decode(errors='replace'))}", file=sys.stderr, flush=True)

    def _heed(self, line: bytes) -> None:
        if self.gone.is_set() or not line.strip():
            return
        try:
            answer = _decoder.decode(line)
        except msgspec.DecodeError:
            shown = line[:_SHOWN].decode(errors="replace")
            self._mistake("garbage", f'an answer such as {{"id": {self._asked}, "choice": 0}} expected, got {shown!r}')
            return
        asking = self._open
        if asking and answer.id == asking.question.id and not asking.answered.is_set():
            self._choose(asking, answer.choice)
        elif not 1 <= answer.id <= self._asked:
            self._mistake("unknown-id", f"the id of a question, at most {self._asked}, expected, got {answer.id}")

    def _choose(self, asking: Asking, choice: int) -> None:
        last = len(asking.question.choices) - 1
        if 0 <= choice <= last:
            asking.chosen = choice
            asking.answered.set()
        else:
            self._mistake("impossible", f"a choice from 0 to {last} expected, got {choice}")

    # What goes wrong

    def _mistake(self, code: Code, words: str) -> None:
        self.mistakes += 1
        count = self.mistakes - self._before
        self._say(f"{self._about}{words}{self._instead} (mistake {count} of {MOST_MISTAKES})")
        if self._open:
            question = self._open.question
            self._untold = wire.Mistake(code, words, question.id, default(question))
        else:
            self._untold = wire.Mistake(code, words, None, None)
        if count >= MOST_MISTAKES:
            self._lose("too many mistakes, it is asked no more in this game")
        if self._open:
            self._open.answered.set()

    def _lose(self, words: str) -> None:
        if not self.gone.is_set():
            self.gone.set()
            self._say(words)
            if self._open:
                self._open.answered.set()

    @property
    def _about(self) -> str:
        return f"question {self._open.question.id}: " if self._open else ""

    @property
    def _instead(self) -> str:
        return f"; done instead: {default(self._open.question).do}" if self._open else ""

    def _say(self, words: str) -> None:
        print(f"ono: {self.name}: {words}", file=sys.stderr, flush=True)

    async def close(self) -> None:
        """End its input, and the program if that does not."""
        self.gone.set()
        process = self._process
        assert process.stdin
        with trio.move_on_after(CLOSE_SECONDS):
            await process.stdin.aclose()
            await process.wait()
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


def default(question: wire.Ask) -> wire.Choice:
    """What is done where no good answer comes."""
    return question.choices[question.default]


async def _lines(stream: trio.abc.ReceiveStream) -> AsyncIterator[bytes]:
    """The lines of a stream; one that is too long comes in pieces."""
    rest = b""
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        while data := await stream.receive_some(_READ_BYTES):
            *lines, rest = (rest + bytes(data)).split(b"\n")
            for line in lines:
                yield line
            if len(rest) > LONGEST_LINE:
                yield rest
                rest = b""
    if rest:
        yield rest
