"""`ono tournament`: a tournament from its file to a folder from which anybody can recompute it."""

from __future__ import annotations

import secrets
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import trio

from ono_cli.bench.told import columns, json_line
from ono_cli.game import check_name, play
from ono_cli.home import Home, made_folder, new_file, read_file
from ono_cli.lines import say
from ono_cli.progress import Progress
from ono_cli.remote import remote_table
from ono_cli.stop import Exit, Stop, check_range, ungrouped
from ono_cli.workers import workers
from ono_core.fair.keys import fingerprint, public_key
from ono_core.game.words import safe
from ono_core.tournament.acts import Register
from ono_core.tournament.ledger import Ledger
from ono_core.tournament.standings import shown, standings
from ono_net.client import Target
from ono_replay.audit.findings import EXIT_CODES, Grade
from ono_replay.tournament.audit import Report, audit
from ono_replay.tournament.pack import BadPack, read

EXAMPLE = """\
# A tournament of ONO. What is left out has the value that stands here.
name = "Club evening"
format = "points"      # points, knockout, match or groups
rounds = 4

[table]
size = 4               # how many sit at a table where it can be,
smallest = 3           # and where it must
largest = 6

[rules]
preset = "official"    # and any option that `ono rules` lists, such as target = 200

[scoring]
by = "places"          # places, score (the points of the game itself) or wins
places = [5, 3, 2, 1, 0, 0]
tie_breaks = ["wins", "opponents", "meeting", "score", "lot"]

[time]
start_s = 180          # how long a table waits for who is absent
round_s = 0            # how long a round may take; 0: as long as it does

[final]
seats = 0              # so many of the best play one last table; 0: none

[watch]
delay_s = 60           # how much later those who only watch see a table
"""


def run(args: Namespace) -> int:
    """Do what is asked of a tournament."""
    with ungrouped():
        return _DO[args.action](args)


def _new(args: Namespace) -> int:
    with new_file(args.file), args.file.open("x") as file:
        file.write(EXAMPLE)
    say(f"written; edit it, then: ono tournament run {args.file}")
    return Exit.DONE


def _run(args: Namespace) -> int:
    from ono_cli.tournament.desk import opened
    from ono_cli.tournament.running import direct

    home = Home(args.data)
    desk = opened(args.dir or args.file.with_suffix(""), home.identity(), secrets.token_bytes(32), read_file(args.file))
    check_range("--players", args.players, 2, 250)
    trio.run(direct, desk, args.server or home.last_server(), args.players, args.pause)
    return Exit.DONE


def _demo(args: Namespace) -> int:
    from ono_cli.tournament.demo import demonstrate, own, tournament_file
    from ono_cli.tournament.desk import opened
    from ono_cli.tournament.publish import publish

    check_range("--players", args.players, 4, 200)
    check_range("--rounds", args.rounds, 1, 30)
    check_range("--seed", args.seed, 0, 2**53 - 1)
    if args.out.exists() and any(args.out.iterdir()):
        raise Stop(Exit.UNUSABLE, f"--out: an empty folder expected, {args.out} holds something")
    secret = own(args.seed, "organiser")
    file = tournament_file(args.players, args.rounds, args.preset or "boardflix")
    desk = opened(made_folder(args.out), secret, own(args.seed, "nonce"), file)
    trio.run(demonstrate, desk, args.players, args.seed, say)
    publish(args.out, secret)
    say(f"published: ono tournament audit {args.out}")
    return Exit.DONE


def _join(args: Namespace) -> int:
    """Register, and play every table that one is drawn for."""
    from ono_cli.tournament.asking import ask, is_registered, own_table

    home, name = Home(args.data), check_name(args.name)
    server, secret, left = args.server or home.last_server(), home.identity(), ""
    if not trio.run(is_registered, server, args.code, secret):
        nonce = secrets.token_bytes(32)
        trio.run(ask, server, args.code, secret, Register(name, public_key(secret), nonce))
    say(f"{safe(name)} takes part. Your tables open by themselves; leave with Ctrl-C.")
    while room := trio.run(own_table, server, args.code, secret, left):
        left = room
        play(partial(remote_table, Target(server, room, None), home, name), args)
    say("the tournament is finished")
    return Exit.DONE


def _rule(args: Namespace) -> int:
    """Ask for a ruling, with the organiser's key or a deputy's."""
    from ono_cli.tournament.asking import act_of, ask

    home = Home(args.data)
    trio.run(ask, args.server or home.last_server(), args.code, home.identity(), act_of(args.act, args.fields))
    say("done; it stands in the ledger")
    return Exit.DONE


def _publish(args: Namespace) -> int:
    from ono_cli.tournament.publish import publish

    files = publish(args.dir, Home(args.data).identity())
    say(f"{len(files)} files signed for: ono tournament audit {args.dir}")
    return Exit.DONE


def _show(args: Namespace) -> int:
    from ono_cli.tournament.desk import ledger_in

    print("\n".join(_standings(ledger_in(args.dir).ledger)))
    return Exit.DONE


def _standings(ledger: Ledger) -> Iterator[str]:
    state = ledger.state
    yield f"{safe(state.settings.name)}: {state.phase}, {len(state.rounds)} rounds drawn, {len(ledger)} entries"
    rows = [
        (str(row.rank), safe(row.name), shown(row.points), shown(row.wins), str(row.tables), str(row.sat_out))
        for row in standings(state)
    ]
    yield from columns([("place", "player", "points", "wins", "tables", "sat out"), *rows])


def _key(args: Namespace) -> int:
    say(fingerprint(public_key(Home(args.data).identity())))
    return Exit.DONE


def _simulate(args: Namespace) -> int:
    from ono_cli.tournament.simulate import simulate

    check_range("--tournaments", args.tournaments, 1, 100_000)
    flaws = 0
    for simulated in simulate(args.tournaments, args.seed):
        flaws += len(simulated.flaws)
        for line in simulated.lines:
            say(line)
    say(f"{args.tournaments} tournaments paired, flaws found: {flaws}")
    return Exit.FINDINGS if flaws else Exit.DONE


# The audit


def _audit(args: Namespace) -> int:
    try:
        pack = read(args.dir)
    except BadPack as bad:
        raise Stop(Exit.UNUSABLE, f"{args.dir}: no published tournament: {bad}") from None
    logs = sum(path.endswith(".ono") for path in pack.files)
    progress = Progress(logs)
    with workers(args.jobs, None) as (executor, ahead):
        report = audit(pack, executor, ahead, progress.show)
    progress.clear()
    print(json_line(_plain(report)) if args.json else "\n".join(_told(report, args.dir)))
    return EXIT_CODES[report.verdict]


_TITLES = {Grade.FINDING: "Findings", Grade.MISSING: "Not provable yet", Grade.REMARK: "Remarks"}


def _told(report: Report, folder: Path) -> Iterator[str]:
    yield f"{folder}: {report.verdict}"
    if report.tournament:
        yield f"  tournament {report.tournament.hex()}"
        yield f"  organiser {report.organiser}"
        yield f"  checked: players {report.players}, rounds {report.rounds}, games {report.games}"
    for grade, title in _TITLES.items():
        results = report.of(grade)
        if results:
            yield f"  {title}:"
        for result in results:
            yield safe(f"    {result.where}: {result.words}")
            yield safe(f"      {result.code}; {result.evidence}")


def _plain(report: Report) -> dict[str, object]:
    families = {
        name: [
            {"code": one.code, "where": one.where, "evidence": one.evidence, "words": one.words}
            for one in report.of(grade)
        ]
        for name, grade in (("findings", Grade.FINDING), ("missing", Grade.MISSING), ("remarks", Grade.REMARK))
    }
    return {
        "verdict": report.verdict.value,
        "exit": EXIT_CODES[report.verdict],
        "tournament": report.tournament.hex(),
        "organiser": report.organiser,
        "players": report.players,
        "rounds": report.rounds,
        "games": report.games,
        **families,
    }


_DO: dict[str, Callable[[Namespace], int]] = {
    "new": _new,
    "run": _run,
    "join": _join,
    "rule": _rule,
    "demo": _demo,
    "publish": _publish,
    "show": _show,
    "key": _key,
    "simulate": _simulate,
    "audit": _audit,
}
