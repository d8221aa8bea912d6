"""`ono bot`: programs that play by lines of JSON, good ones and bad ones, at real tables."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import trio
import trio.testing

from ono_cli.engine import wire
from ono_cli.engine.process import Engine, engine
from ono_cli.home import Home
from ono_cli.link import Asked, Happened
from ono_cli.remote import RemoteTable, remote_table
from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.state import Phase
from ono_net.client import target_of
from ono_net.server import Started
from ono_replay.audit import Verdict, audit
from tests.cli import engines
from tests.cli.commands import ROOT, environment, one_line, ono
from tests.cli.serving import server
from tests.cli.test_join import heard
from tests.cli.test_remote_table import play, take_first, until
from tests.vectors.generate_bot_schemas import FOLDER

SPEC = (ROOT / "ono_net" / "spec" / "bots.md").read_text()


async def start(home: Path, link: str, command: str, *argv: object) -> trio.Process:
    """`ono bot` as a process that goes on."""
    words = [sys.executable, "-m", "ono_cli", "bot", link, "--engine", command, *engines.PATIENT, *map(str, argv)]
    pipe = subprocess.PIPE
    return await trio.lowlevel.open_process(words, stdout=pipe, stderr=pipe, env=environment(home))


async def rest(process: trio.Process) -> tuple[int, str, str]:
    """Its exit code, and the rest of what it says on both outputs."""
    said = {"out": b"", "errors": b""}

    async def read(name: str, stream: trio.abc.ReceiveStream | None) -> None:
        assert stream
        async for data in stream:
            said[name] += bytes(data)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read, "out", process.stdout)
        nursery.start_soon(read, "errors", process.stderr)
    return await process.wait(), said["out"].decode(), said["errors"].decode()


@asynccontextmanager
async def hosted(tmp_path: Path) -> AsyncGenerator[tuple[Started, RemoteTable]]:
    """A server, and a person who hosts its room."""
    async with server(tmp_path) as table:
        assert table.link
        async with remote_table(target_of(table.link), Home(tmp_path / "ana"), "Ana") as ana:
            yield table, ana


async def seated(ana: RemoteTable, seats: int) -> None:
    """Wait until so many sit at the table."""
    while len(ana.player.state.taken) < seats:
        await until(ana, Happened)


def logs(home: Path) -> list[Path]:
    """The logs that were saved."""
    return sorted((home / "ono" / "games").glob("*.ono"))


# Good engines


async def test_two_languages_a_person_and_a_computer_play_a_game_that_is_proven(tmp_path: Path) -> None:
    """The samples play to the end without a mistake; each keeps the log, and `ono audit` proves it."""
    async with hosted(tmp_path) as (table, ana):
        assert table.link
        py = await start(tmp_path / "py", table.link, engines.PYTHON_SAMPLE, "--name", "Py")
        js = await start(tmp_path / "js", table.link, engines.javascript_sample(), "--name", "Js")
        await seated(ana, 3)
        ana.act(cmd.AddBot("medium", None))
        ana.act(cmd.Start())
        await play(ana)
        for process in (py, js):
            code, out, errors = await rest(process)
            assert (code, errors) == (0, "")
            assert "Verdict: proven\n" in out
    for home in (tmp_path / "py", tmp_path / "js"):
        (log,) = logs(home)
        assert ono(tmp_path, "audit", log).returncode == 0
        report = audit(log.read_bytes())
        assert report.verdict is Verdict.PROVEN
        assert {player.name for player in report.players} > {"Ana", "Py", "Js"}


async def test_bots_host_and_play_a_rematch_by_themselves(tmp_path: Path) -> None:
    """The first starts the game once both sit there, deals the rounds and asks for the next game; then both go."""
    async with server(tmp_path) as table:
        assert table.link
        argv = ("--games", 2, "--start", 2)
        ana = await start(tmp_path / "ana", table.link, engines.PYTHON_SAMPLE, "--name", "Ana", *argv)
        await heard(ana, b"seat 0: Ana\n")
        ben = await start(tmp_path / "ben", table.link, engines.PYTHON_SAMPLE, "--name", "Ben", *argv)
        for process in (ana, ben):
            code, out, errors = await rest(process)
            assert (code, errors) == (0, "")
            assert out.count("Verdict: proven\n") == 2
            assert "A rematch begins.\n" in out
    assert len({audit(log.read_bytes()).game for log in logs(tmp_path / "ana")}) == 2


async def test_an_interrupt_gives_the_seat_up(tmp_path: Path) -> None:
    """Ctrl-C leaves in order: in the lobby the seat is free again at once, exit 130."""
    async with hosted(tmp_path) as (table, ana):
        assert table.link
        bot = await start(tmp_path / "bot", table.link, engines.PYTHON_SAMPLE, "--name", "Robby")
        await heard(bot, b"seat 1: Robby\n")
        await seated(ana, 2)
        bot.send_signal(signal.SIGINT)
        while not any(isinstance(event, ev.Left) for event in (await until(ana, Happened)).events):
            pass
        code, _, errors = await rest(bot)
        assert (code, errors) == (130, "")


def held(folder: Path) -> tuple[str, Path]:
    """An engine that says ``asked`` at its first question and answers once a word comes through a pipe."""
    folder.mkdir(parents=True)
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    waits = f'asked == 1 and (print("asked", file=sys.stderr, flush=True), open({str(pipe)!r}).read())'
    return engines.program(folder / "engines", f"{waits}; {engines.DEFAULT}"), pipe


BACK = f"""\
import json, sys
heard = []
for line in sys.stdin:
    message = json.loads(line)
    heard += [message["type"], *(event["event"] for event in message.get("events", ()))]
    if message["type"] == "ask":
        assert heard[:3] == ["hello", "game", "ask"], heard
        assert "dealt" in heard, heard
        {engines.DEFAULT}
"""
"""Plays on only where it was told of the game and of what has happened in it."""


async def told(process: trio.Process, words: bytes) -> None:
    """Read its standard error until these words came."""
    assert process.stderr
    said = b""
    while words not in said:
        more = await process.stderr.receive_some()
        assert more, said
        said += more


async def test_a_bot_that_is_ended_by_force_comes_back_to_its_game(tmp_path: Path) -> None:
    """Started again from the same folder it has its seat, hears what has happened, and plays on."""
    async with hosted(tmp_path) as (table, ana):
        assert table.link
        command, _ = held(tmp_path / "held")
        bot = await start(tmp_path / "bot", table.link, command, "--name", "Robby")
        await seated(ana, 2)
        ana.act(cmd.Start())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play, ana)
            await told(bot, b"asked\n")
            bot.kill()
            await rest(bot)
            again = await start(
                tmp_path / "bot", table.link, engines.script(tmp_path / "again", BACK), "--name", "Robby"
            )
            code, out, errors = await rest(again)
    assert (code, errors) == (0, "")
    assert "Verdict: proven\n" in out
    assert not any(isinstance(event, ev.SeatToBot) for entry in ana.player.book.entries for event in entry.events)


async def test_what_is_refused_while_the_table_stands_still_is_asked_again(tmp_path: Path) -> None:
    """The answer comes while the host lets the table stand still; once it goes on the engine is asked anew."""
    async with hosted(tmp_path) as (table, ana):
        assert table.link
        command, pipe = held(tmp_path / "held")
        bot = await start(tmp_path / "bot", table.link, command, "--name", "Robby")
        await seated(ana, 2)
        ana.act(cmd.Start())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_and_stop, ana, bot, pipe)
            await told(bot, b"asked\n")
            ana.act(cmd.SetPause(on=True))
        code, out, errors = await rest(bot)
    assert (code, errors) == (0, "")
    assert "Verdict: proven\n" in out


async def play_and_stop(ana: RemoteTable, bot: trio.Process, pipe: Path) -> None:
    """Play; when the table stands still let the bot answer, and the table go on once that was refused."""
    while not any(isinstance(event, ev.NotePause) for event in (await played_until_paused(ana)).events):
        pass
    await trio.to_thread.run_sync(pipe.write_text, "go")
    await heard(bot, b"The table says no: ")
    ana.act(cmd.SetPause(on=False))
    await play(ana)


async def played_until_paused(ana: RemoteTable) -> Happened:
    """The next thing that happens; what is asked of the host meanwhile is done."""
    async for news in ana.news:
        if isinstance(news, Asked):
            take_first(ana)
        if isinstance(news, Happened):
            return news
    raise AssertionError("the game ended before the table stood still")


async def test_an_answer_is_wanted_before_the_clock_of_the_table_runs_out(tmp_path: Path) -> None:
    """The time for it is the shorter of the two, less what the default needs to arrive."""
    async with hosted(tmp_path) as (table, ana):
        assert table.link
        limits = 'print(message["turn"], message["limit_ms"], file=sys.stderr, flush=True)'
        command = engines.program(tmp_path / "engines", f"{limits}; {engines.DEFAULT}")
        bot = await start(tmp_path / "bot", table.link, command, "--name", "Robby")
        await seated(ana, 2)
        ana.act(cmd.SetOptions({"preset": "boardflix", "clock_ms": 20_000}))
        ana.act(cmd.Start())
        await play(ana)
        code, _, errors = await rest(bot)
    assert code == 0
    times = [int(line.split()[-1]) for line in errors.splitlines()]
    assert times
    assert all(10_000 < time <= 19_500 for time in times)


async def test_a_program_that_ends_in_the_lobby_frees_the_seat(tmp_path: Path) -> None:
    """Nobody waits for it: it leaves, exit 1."""
    async with hosted(tmp_path) as (table, ana):
        assert table.link
        bot = await start(
            tmp_path / "bot", table.link, engines.script(tmp_path / "engines", "input()"), "--name", "Robby"
        )
        code, _, errors = await rest(bot)
        assert (code, errors) == (1, "ono: Robby: the program ended with exit code 0\n")
        while ana.player.state.taken != (0,):
            await until(ana, Happened)


def test_what_a_program_writes_to_its_standard_error_is_shown(tmp_path: Path) -> None:
    """Behind its name, and without what a terminal would obey."""
    words = 'print("thinking \\x1b[2J", file=sys.stderr, flush=True)'
    command = engines.program(tmp_path / "engines", f"{words}; {engines.DEFAULT}")
    done = ono(tmp_path, "league", "--engine", f"Robby={command}", "--bot", "easy", *engines.PATIENT, "--games", 1)
    assert set(done.stderr.splitlines()) == {"Robby: thinking \\x1b[2J"}


# Bad engines


async def answers(one: Engine, asked: int, limit_ms: int = 20_000) -> list[int]:
    """What is chosen at so many questions."""
    return [await one.ask(engines.question(one.next_id, limit_ms)) for _ in range(asked)]


MISTAKES = {
    engines.TALK: (
        'question 1: an answer such as {"id": 1, "choice": 0} expected, got \'hello\'; '
        "done instead: draw (mistake 1 of 5)"
    ),
    engines.BEYOND: "question 1: a choice from 0 to 1 expected, got 99; done instead: draw (mistake 1 of 5)",
    engines.STRANGE: (
        "question 1: the id of a question, at most 1, expected, got 99; done instead: draw (mistake 1 of 5)"
    ),
    engines.DIE: "question 1: the program ended with exit code 3; done instead: draw",
}


@pytest.mark.parametrize("does", MISTAKES)
async def test_what_is_no_answer_is_told_and_the_default_is_done(
    does: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says what was expected and what came; the table does not wait."""
    async with engine("Robby", engines.program(tmp_path, does), 20_000) as one:
        assert await answers(one, 1) == [1]
    assert capsys.readouterr().err == f"ono: Robby: {MISTAKES[does]}\n"


async def test_an_engine_that_says_nothing_is_late(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its time over, the default is done; after five mistakes it is asked no more."""
    async with engine("Robby", engines.program(tmp_path, engines.SILENT), 50) as one:
        assert await answers(one, 7, limit_ms=50) == [1] * 7
        assert one.gone.is_set()
    *late, last = capsys.readouterr().err.splitlines()
    expected = "an answer within 50 ms expected, none came; done instead: draw"
    assert late == [f"ono: Robby: question {n}: {expected} (mistake {n} of 5)" for n in range(1, 6)]
    assert last == "ono: Robby: too many mistakes, it is asked no more in this game"


async def test_an_answer_that_comes_too_late_is_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is no answer to the next question, and no second mistake. The program hears of the first."""
    holds = 'held = message["id"] if asked == 1 else print(json.dumps({"id": held, "choice": 0}), flush=True)'
    replies = f"{holds}; asked > 1 and {engines.FIRST}"
    async with engine("Robby", engines.program(tmp_path, replies), 20_000) as one:
        assert await answers(one, 1, limit_ms=50) == [1]
        assert await answers(one, 1) == [0]
        assert one.mistakes == 1
    assert "question 1: an answer within 50 ms expected" in capsys.readouterr().err


async def test_a_program_is_told_of_its_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line has the code, the words and what was done, so that it can be mended from its own log."""
    text = f"""\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "mistake":
        print(line.strip(), file=sys.stderr, flush=True)
        choice = 0
    elif message["type"] == "ask":
        choice = 99 if message["id"] == 1 else 0
        {engines.FIRST.replace('"choice": 0', '"choice": choice')}
"""
    async with engine("Robby", engines.script(tmp_path, text), 20_000) as one:
        assert await answers(one, 2) == [1, 0]
    _, told = capsys.readouterr().err.splitlines()
    mistake = msgspec.json.decode(told.removeprefix("Robby: "), type=wire.Mistake)
    assert mistake == wire.Mistake(
        "impossible", "a choice from 0 to 1 expected, got 99", 1, engines.question(1).choices[1]
    )


async def test_a_question_that_is_withdrawn_gives_way_to_the_next(tmp_path: Path) -> None:
    """Beside a turn the game goes on while an engine thinks; its answer to the first is passed over."""
    does = f"asked > 1 and ({engines.PAST}, {engines.FIRST})"
    async with (
        engine("Robby", engines.program(tmp_path, does), 20_000) as one,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(one.ask, engines.question(1))
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            assert await answers(one, 1) == [0]
        assert one.mistakes == 0


async def test_a_program_that_reads_nothing_is_given_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Half a line may be in its input, so it is asked no more, and ended with the table."""
    async with engine("Robby", engines.script(tmp_path, "import signal\nsignal.pause()\n"), 100) as one:
        assert await one.ask(engines.question(1, 100, rules="x" * 1_000_000)) == 1
        assert one.gone.is_set()
    assert "a line was to be read within 100 ms, and was not\n" in capsys.readouterr().err


async def test_a_program_that_is_flooding_is_cut_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line without an end comes in pieces, each of them a mistake."""
    flood = 'print("x" * 1_000_000, flush=True)'
    async with engine("Robby", engines.program(tmp_path, flood), 20_000) as one:
        assert await answers(one, 1) == [1]
        await one.gone.wait()
    assert f"expected, got '{'x' * 60}'" in capsys.readouterr().err


async def test_a_dead_engine_leaves_its_seat_to_the_computer(tmp_path: Path) -> None:
    """`ono bot` says why and goes, exit 1; the game is played to its end and proven."""
    async with hosted(tmp_path) as (table, ana):
        assert table.link
        bot = await start(
            tmp_path / "bot", table.link, engines.program(tmp_path / "engines", engines.DIE), "--name", "Robby"
        )
        await seated(ana, 2)
        ana.act(cmd.Start())
        await play(ana)
        code, out, errors = await rest(bot)
        assert code == 1
        assert re.fullmatch(r"ono: Robby: question 1: the program ended with exit code 3; done instead: \w+\n", errors)
        assert out == f"room {ana.room}, seat 1: Robby\nThe table was left before the end of the game.\n"
        left = [event for entry in ana.player.book.entries for event in entry.events if isinstance(event, ev.SeatToBot)]
        assert [event.seat for event in left] == [1]
        assert ana.player.state.phase is Phase.SEALED


async def test_an_engine_with_too_many_mistakes_leaves_the_table(tmp_path: Path) -> None:
    """Five times the default is done for it, then the computer plays on."""
    async with hosted(tmp_path) as (table, ana):
        assert table.link
        bot = await start(
            tmp_path / "bot", table.link, engines.program(tmp_path / "engines", engines.BEYOND), "--name", "Robby"
        )
        await seated(ana, 2)
        ana.act(cmd.SetOptions({"preset": "official"}))  # a match is long enough
        ana.act(cmd.Start())
        code, _, errors = await left_meanwhile(ana, bot)
    assert code == 1
    *mistakes, last = errors.splitlines()
    assert len(mistakes) == 5
    shape = r"ono: Robby: question \d+: a choice from 0 to \d+ expected, got 99; done instead: \w+ \(mistake \d of 5\)"
    assert all(re.fullmatch(shape, line) for line in mistakes)
    assert last == "ono: Robby: too many mistakes, it is asked no more in this game"


async def left_meanwhile(ana: RemoteTable, bot: trio.Process) -> tuple[int, str, str]:
    """What a bot says until it has left, while the host plays."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, ana)
        told = await rest(bot)
        nursery.cancel_scope.cancel()
    return told


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--engine", "./nothing"), "--engine: Ana cannot be started: no such file or directory"),
        (("--engine", " "), "--engine: Ana cannot be started: a command expected, got ' '"),
        (("--engine", "x '"), '--engine: Ana cannot be started: a command expected, got "x \'"'),
        (("--engine", "x", "--time-limit", 10), "--time-limit: 50 to 60000 expected, got 10"),
        (("--engine", "x", "--games", 0), "--games: 1 to 9999 expected, got 0"),
        (("--engine", "x", "--start", 1), "--start: 2 to 10 expected, got 1"),
    ],
)
def test_a_bot_that_cannot_be_is_refused(argv: tuple[object, ...], words: str, tmp_path: Path) -> None:
    """Before any table is asked: one line, exit 2."""
    done = ono(tmp_path, "bot", "KWPX", "--name", "Ana", *argv)
    assert (done.returncode, one_line(done.stderr)) == (2, words)


def test_a_bot_needs_a_server(tmp_path: Path) -> None:
    """Nobody answers: exit 4, and one line."""
    address = "http://127.0.0.1:9"
    done = ono(tmp_path, "bot", "KWPX", "--server", address, "--name", "Ana", "--engine", engines.PYTHON_SAMPLE)
    assert done.returncode == 4
    assert f"no server answers at {address}" in one_line(done.stderr)


# The specification


def test_the_schemas_are_those_of_the_types() -> None:
    """What is checked in is what ``python -m tests.vectors.generate_bot_schemas`` writes."""
    assert {path.name: path.read_text() for path in FOLDER.glob("bot-*.json")} == wire.schemas()


def test_the_session_of_the_specification_is_what_is_played(tmp_path: Path) -> None:
    """Line for line, but for what is left out of one of them and the version of the program."""
    said = tmp_path / "said.txt"
    record = f"""\
import json, sys
said = open({str(said)!r}, "w")
for line in sys.stdin:
    print("->", line, end="", file=said, flush=True)
    message = json.loads(line)
    if message["type"] == "ask":
        answer = json.dumps({{"id": message["id"], "choice": 0}}, separators=(",", ":"))
        print("<-", answer, file=said, flush=True)
        print(answer, flush=True)
"""
    command = engines.script(tmp_path / "engines", record)
    argv = ("--bot", "Mira=medium", "--games", 1, "--seed", 12, "--set", "deal=3", *engines.PATIENT)
    assert ono(tmp_path, "league", "--engine", f"Robby={command}", *argv).returncode == 0
    shown = re.findall(r"^(?:->|<-) \{.*", SPEC, re.MULTILINE)
    played = said.read_text().replace('"limit_ms":60000', '"limit_ms":5000').splitlines()
    assert len(shown) == len(played)
    for line, real in zip(shown[1:], played[1:], strict=True):
        assert re.fullmatch(".*".join(map(re.escape, line.split("…"))), real)
    hello = msgspec.json.decode(shown[0].removeprefix("-> "), type=wire.Hello)
    assert (hello.type, hello.limit_ms) == ("hello", 5000)


def test_the_smallest_engine_of_the_specification_plays(tmp_path: Path) -> None:
    """Six lines are an engine."""
    (text,) = re.findall(r"^```python\n(.*?)^```", SPEC, re.MULTILINE | re.DOTALL)
    command = engines.script(tmp_path / "engines", text)
    done = ono(
        tmp_path, "league", "--engine", f"Robby={command}", "--bot", "easy", *engines.PATIENT, "--games", 2, "--json"
    )
    robby = next(one for one in json.loads(done.stdout)["players"] if one["name"] == "Robby")
    assert (robby["games"], robby["mistakes"], done.stderr) == (2, 0, "")


@pytest.mark.parametrize(("name", "most"), [("bot.py", 60), ("bot.js", 60), ("player.py", 40)])
def test_the_samples_are_short(name: str, most: int) -> None:
    """A newcomer reads one at a glance."""
    path = engines.SAMPLES / name
    assert len(path.read_text().splitlines()) <= most
