"""The commands of `ono` and their options, each with an example."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, RawDescriptionHelpFormatter
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

from ono_cli.home import data_folder
from ono_cli.rulesets import FIRST_PRESET
from ono_core.bots import LEVELS
from ono_core.game.explain import REFERENCE
from ono_core.game.ruleset import PRESETS
from ono_core.game.wording import WORDS
from ono_net.parameters import PARAMETERS

EXITS = """\
exit codes:
  0    done; for logs: proven, remarks allowed
  1    findings: a log is not proven, a store is damaged, the doctor found a fault, a clause is broken, an engine failed
  2    a command, an option or a file that cannot be used
  3    nothing is wrong, but a log is incomplete
  4    no table: the server is down, the code is wrong, every seat is taken
  130  interrupted
"""

WITNESSING = """\
One honest contributor is enough for a fair shuffle: a witness is one who holds no cards. It comes before the start or
while a game runs, follows rematches, and says in a line each what it did, until Ctrl-C. Every log is saved.
"""

ENGINES = """\
An engine is any program: it reads one JSON object a line and answers each question by one line (ono_net/spec/bots.md;
samples: clients/cli/examples). What it writes to its standard error is shown. Late, wrong or dead, the table goes on.
"""

SHELLS = ("bash", "zsh", "fish")

Add: TypeAlias = Callable[..., ArgumentParser]


def parser() -> ArgumentParser:
    """The whole command line; ``command`` of what it parses names the module that does it."""
    whole = ArgumentParser(
        prog="ono",
        description="Play the UNO family of card games, and prove afterwards that all was fair.",
        epilog=f"example: ono play --bots 3\n\n{EXITS}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"ono {version('ono')}")
    add: Add = whole.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True).add_parser
    servers = (_serve, _store, _backup, _secret, _doctor)
    tools = (_replay, _audit, _escrow, _sim, _league, _tournament, _bench, _conformance, _completion)
    for command in (*servers, _play, _join, _bot, _witness, _rules, _profile, *tools):
        command(add)
    return whole


def _command(add: Add, name: str, does: str, example: str) -> ArgumentParser:
    return add(
        name,
        help=does,
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=f"example: {example}\n\n{EXITS}",
        formatter_class=RawDescriptionHelpFormatter,
    )


def _serve(add: Add) -> None:
    command = _command(add, "serve", "start a server for browsers and terminals", "ono serve --play")
    _parameters(command)
    words = "check flags, environment and file, and start nothing; every mistake is told with its place: exit 0 or 2"
    command.add_argument("--check-config", action="store_true", help=words)
    words = "print every value with where it came from, as a file that --config reads"
    command.add_argument("--print-config", action="store_true", help=words)


def _store(add: Add) -> None:
    command = _command(add, "store", "check what a server has stored", "ono store check --all")
    words = "check: the file, its version, and the chain of each room's log"
    command.add_argument("action", choices=["check"], metavar="check", help=words)
    command.add_argument("--all", action="store_true", help="check the logs of closed rooms and earlier games too")
    _server_data(command)
    _json_object(command)


def _backup(add: Add) -> None:
    example = "ono backup /mnt/backups/ono-monday.db"
    command = _command(add, "backup", "copy what a server has stored, also while it runs", example)
    command.add_argument("file", metavar="FILE", type=Path, help="a new file; one that is there is never overwritten")
    _server_data(command)


def _secret(add: Add) -> None:
    example = "ono secret export /mnt/safe/ono-secret"
    command = _command(add, "secret", "copy a server's secret, which no backup has, to a safe place", example)
    command.add_argument("action", choices=["export"], metavar="export", help="export: write it to a file of mode 600")
    command.add_argument("file", metavar="FILE", type=Path, help="a new file; one that is there is never overwritten")
    _server_data(command)


def _doctor(add: Add) -> None:
    does = "check that a server can run here, and say what to mend"
    command = _command(add, "doctor", does, "ono doctor --config /etc/ono/ono.toml")
    _parameters(command)
    _json_object(command)


def _parameters(command: ArgumentParser) -> None:
    """The flags of a server's parameters: text, which is read where that of the environment and the file is read."""
    words = "TOML file of these parameters (default: ono.toml in the user's config folder, else in /etc/ono)"
    command.add_argument("--config", type=Path, metavar="FILE", help=words)
    for one in PARAMETERS:
        unset = one.default is None or one.kind in {"switch", "list"}
        words = f"{one.help} [{one.variable}]" if unset else f"{one.help} (default: {one.default}) [{one.variable}]"
        common: dict[str, Any] = {"dest": one.name, "help": words, "default": None}
        match one.kind:
            case "switch":
                command.add_argument(one.flag, action="store_true", **common)
            case "list":
                command.add_argument(one.flag, action="append", metavar=one.metavar, **common)
            case _:
                command.add_argument(one.flag, metavar=one.metavar, **common)


def _server_data(command: ArgumentParser) -> None:
    words = "the server's folder (default: as `ono serve` finds it without flags)"
    command.add_argument("--data", type=Path, metavar="DIR", help=words)


def _play(add: Add) -> None:
    command = _command(add, "play", "play alone against the computer, without a network", "ono play --bots 3")
    words = "computer players, 1 to as many as the rules have seats for (default: %(default)s)"
    command.add_argument("--bots", type=int, default=3, help=words)
    _level(command)
    _ruleset(command, "rules")
    _screen(command)
    _home(command)
    _pace(command)


def _join(add: Add) -> None:
    command = _command(add, "join", "join a table of a server", "ono join KWPX --server http://192.168.1.5:8765")
    command.add_argument("room", metavar="CODE-or-URL", help="the letters of a room's code, or a room link")
    command.add_argument("--server", metavar="URL", help="whom to ask (default: the last server, else this machine)")
    command.add_argument("--watch", action="store_true", help="take no seat")
    _screen(command)
    _home(command)


def _bot(add: Add) -> None:
    does = "let a program of your own play at a table of a server"
    command = _command(add, "bot", does, "ono bot KWPX --engine ./mybot.py --name Robby --games 3")
    command.description = f"{command.description}\n{ENGINES}"
    command.add_argument("room", metavar="CODE-or-URL", help="the letters of a room's code, or a room link")
    command.add_argument("--engine", metavar="COMMAND", required=True, help="what starts the program, as in a shell")
    command.add_argument("--server", metavar="URL", help="whom to ask (default: the last server, else this machine)")
    command.add_argument("--name", help="its name at the table (default: your user name)")
    command.add_argument("--games", type=int, default=1, metavar="N", help="stay for so many (default: %(default)s)")
    words = "where it hosts, start the game once so many sit there (default: it never starts one)"
    command.add_argument("--start", type=int, metavar="SEATS", help=words)
    _time_limit(command)
    _home(command)


def _league(add: Add) -> None:
    does = "rate programs and computer players by many games among them, without a network"
    example = "ono league --engine A=./a.py --engine B=./b.js --bot medium --games 300 --seed 7"
    command = _command(add, "league", does, example)
    command.description = f"{command.description}\n{ENGINES}"
    words = "a program and its name; as often as you like"
    command.add_argument("--engine", dest="engines", metavar="NAME=COMMAND", action="append", default=[], help=words)
    words = f"a level of the computer ({', '.join(LEVELS)}), under a name if you like; as often as you like"
    command.add_argument("--bot", dest="bots", metavar="[NAME=]LEVEL", action="append", default=[], help=words)
    command.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: %(default)s)")
    words = "seats at the table, in turns where there are more players (default: one for each, as the rules allow)"
    command.add_argument("--seats", type=int, metavar="N", help=words)
    command.add_argument("--seed", type=int, default=0, help="same seed, same cards (default: %(default)s)")
    command.add_argument("--out", type=Path, metavar="DIR", help="write each game's log to this folder")
    _ruleset(command, "rules")
    _time_limit(command)
    _json_object(command)


def _time_limit(command: ArgumentParser) -> None:
    words = "time for each answer of a program, in ms, 50 to 60000 (default: %(default)s)"
    command.add_argument("--time-limit", type=int, default=5000, metavar="MS", help=words)


def _witness(add: Add) -> None:
    does = "give seeds to the shuffles of a room and sign its logs, without a seat"
    command = _command(add, "witness", does, "ono witness KWPX --server http://192.168.1.5:8765 --name Organiser")
    command.description = f"{command.description} {WITNESSING}"
    command.add_argument("room", metavar="CODE-or-URL", help="the letters of a room's code, or a room link")
    command.add_argument("--server", metavar="URL", help="whom to ask (default: the last server, else this machine)")
    command.add_argument("--name", help="your name in the log (default: your user name)")
    _home(command)


def _rules(add: Add) -> None:
    example = "ono rules table-party --set stack=none --lang fr"
    command = _command(add, "rules", "list presets and options, or explain a ruleset in plain sentences", example)
    words = "rules to explain (default: the list of what there is; with --set or --diff, boardflix)"
    command.add_argument("preset", metavar="PRESET", nargs="?", choices=[*PRESETS], help=words)
    words = "change an option; as often as you like"
    command.add_argument("--set", dest="changes", metavar="OPTION=VALUE", action="append", default=[], help=words)
    words = f"show only what differs from this preset (default: {REFERENCE})"
    command.add_argument("--diff", metavar="PRESET", nargs="?", const=REFERENCE, choices=[*PRESETS], help=words)
    words = "say it in English or in French (default: en)"
    command.add_argument("--lang", choices=[*WORDS], default="en", help=words)
    command.add_argument("--json", action="store_true", help="for machines: one JSON object")


def _profile(add: Add) -> None:
    does = "show who you are and which games you kept, or take that to another device"
    command = _command(add, "profile", does, "ono profile export --server http://192.168.1.5:8765")
    words = "export: a link and its QR code that make a browser you, or the words of it; import: the other way"
    command.add_argument("action", choices=["export", "import"], nargs="?", metavar="export|import", help=words)
    words = "export: whose page the link opens (default: the last server, else this machine)"
    command.add_argument("--server", metavar="URL", help=words)
    words = "export: 24 words to write down and type, in place of the link"
    command.add_argument("--words", action="store_true", help=words)
    words = "import: put the identity that comes in the place of one that is here"
    command.add_argument("--force", action="store_true", help=words)
    _home(command)
    _json_object(command)


def _replay(add: Add) -> None:
    command = _command(add, "replay", "show a game's log step by step", "ono replay game.ono --at 42")
    command.description = f"{command.description} On a terminal it opens on the full screen, where ? lists the keys."
    command.add_argument("file", metavar="FILE", type=Path, help="an .ono file")
    command.add_argument("--at", type=int, metavar="N", help="show the table after entry N only")
    command.add_argument("--seat", type=int, metavar="S", help="show no more than seat S knows; seats count from 0")
    command.add_argument("--notation", action="store_true", help="show the whole game as text that can be pasted")
    command.add_argument("--plain", action="store_true", help="a line an entry, also on a terminal")
    _json(command, "an entry")


def _audit(add: Add) -> None:
    command = _command(add, "audit", "check that a game was fair and every move allowed", "ono audit games/*.ono")
    words = ".ono files, .fork proofs, folders to search for them, or - for one log from the standard input"
    command.add_argument("files", metavar="FILE", type=Path, nargs="+", help=words)
    _json(command, "a file, also for one that cannot be read")
    words = "check every signature, also those of commands whose players signed the end, which covers them"
    command.add_argument("--every-signature", action="store_true", help=words)
    command.add_argument("--jobs", type=int, default=1, metavar="N", help="audit in N processes (default: %(default)s)")
    words = "audit on a dask cluster, such as tcp://10.0.0.5:8786; needs ono[dask]"
    command.add_argument("--dask", metavar="ADDRESS", help=words)
    words = "keep what is found in this file, one JSON object a log, and skip the logs that stand in it"
    command.add_argument("--results", type=Path, metavar="FILE", help=words)
    words = "the shares of all players, as `ono escrow` gives them, for one log whose table has vanished"
    command.add_argument("--shares", type=Path, metavar="FILE", nargs="+", help=words)
    words = "write the report of one log as a page for people, which needs nothing else; - is the standard output"
    command.add_argument("--html", type=Path, metavar="FILE", help=words)
    words = "prove to the player of seat N, with --keys, that what was dealt is what was seen, also in a running game"
    command.add_argument("--seat", type=int, metavar="N", help=words)
    words = "that player's secret: player/secret in the data folder"
    command.add_argument("--keys", type=Path, metavar="FILE", help=words)


def _escrow(add: Add) -> None:
    does = "give out your share of the secret of a table that vanished"
    command = _command(add, "escrow", does, "ono escrow game.ono --out ana.share")
    command.add_argument("file", metavar="FILE", type=Path, help="the game's log, as far as you have it")
    command.add_argument("--out", type=Path, metavar="FILE", help="where to write the share (default: show it)")
    _home(command)


def _sim(add: Add) -> None:
    example = "ono sim --preset boardflix --seats 4 --games 200 --seed 7 --out games"
    command = _command(add, "sim", "let the computer play whole games and write their logs", example)
    _ruleset(command, "rules")
    command.add_argument("--seats", type=int, default=4, help="seats at the table (default: %(default)s)")
    command.add_argument("--games", type=int, default=1, help="how many games (default: %(default)s)")
    command.add_argument("--seed", type=int, default=0, help="same seed, same bytes (default: %(default)s)")
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for game-0001.ono and so on")
    command.add_argument("--force", action="store_true", help="overwrite games that are in the folder already")
    command.add_argument("--keyed", type=int, metavar="K", help="seats that hold keys (default: half, rounded up)")
    _level(command)


def _conformance(add: Add) -> None:
    does = "check that a server or a client of your own keeps the protocol"
    command = _command(add, "conformance", does, "ono conformance server http://localhost:8765 --json")
    sides = command.add_subparsers(dest="side", metavar="SIDE", required=True, help="what to look at: server or client")
    does, example = "play a client against a server", "ono conformance server http://localhost:8765"
    server = _command(sides.add_parser, "server", does, example)
    server.add_argument("url", metavar="URL", help="where it listens; a room link's fingerprint is checked too")
    does, example = (
        "be a server for a client, of which each connection is one test",
        "ono conformance client --listen 8799",
    )
    client = _command(sides.add_parser, "client", does, example)
    words = "port on this machine; let the client come to any room, take a seat, and come again until all is done"
    client.add_argument("--listen", type=int, metavar="PORT", default=8799, help=f"{words} (default: %(default)s)")
    for side in (server, client):
        words = "look at this clause only, as often as you like; protocol.md lists them in sections 12 and 13"
        side.add_argument("--clause", dest="clauses", metavar="N", action="append", help=words)
        _json_object(side)


def _completion(add: Add) -> None:
    example = "ono completion bash > ~/.local/share/bash-completion/completions/ono"
    command = _command(add, "completion", "print what a shell needs to complete commands and options", example)
    command.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}")


def _bench(add: Add) -> None:
    command = _command(add, "bench", "measure what a move costs on this machine", "ono bench engine --seats 4")
    benches = command.add_subparsers(dest="bench", metavar="BENCH", required=True, help="what to measure")
    adds: Add = benches.add_parser
    words = "what a move costs, by rules and seats, beside other engines"
    engine = _command(adds, "engine", words, "ono bench engine --peers --seats 2 4")
    engine.add_argument("--seats", type=int, nargs="+", default=[2, 4, 10], help="tables to measure (default: 2 4 10)")
    words = "CPU seconds for each figure (default: %(default)s)"
    engine.add_argument("--seconds", type=float, metavar="S", default=1.0, help=words)
    engine.add_argument("--peers", action="store_true", help="measure rlcard and npm's uno-engine in the same run")
    _json_object(engine)
    replay = _command(adds, "replay", "what it costs to read a game's log", "ono bench replay --seconds 5")
    replay.add_argument("--seconds", type=float, metavar="S", default=2.0, help=words)
    _json_object(replay)
    audit = _command(adds, "audit", "what it costs to prove a game", "ono bench audit --seconds 5")
    audit.add_argument("--seconds", type=float, metavar="S", default=2.0, help=words)
    _json_object(audit)
    shuffle = _command(adds, "shuffle", "what a shuffle costs all who take part", "ono bench shuffle --json")
    shuffle.add_argument("--seconds", type=float, metavar="S", default=1.0, help=words)
    _json_object(shuffle)
    _bench_server(adds)
    does = "how many entries a second become durable"
    store = _command(adds, "store", does, "ono bench store --data /srv/ono --json")
    store.add_argument(
        "--seconds", type=float, metavar="S", default=2.0, help="time for each way (default: %(default)s)"
    )
    store.add_argument(
        "--data", type=Path, metavar="DIR", help="on the file system of this folder (default: the server's)"
    )
    _json_object(store)
    does = "how strong the levels of the computer are against each other"
    bots = _command(adds, "bots", does, "ono bench bots --pairs hard:medium --seats 2 --games 400")
    pairs = ["medium:random", "hard:medium", "easy:child60"]
    words = f"who is tested against whom (default: {' '.join(pairs)})"
    bots.add_argument("--pairs", nargs="+", metavar="A:B", default=pairs, help=words)
    bots.add_argument("--seats", type=int, nargs="+", default=[2, 4], help="seats at the table (default: 2 4)")
    words = "games of each pair (default: 4000, with hard 600: some minutes in all)"
    bots.add_argument("--games", type=int, metavar="N", help=words)
    _json_object(bots)


def _tournament(add: Add) -> None:
    does = "run a tournament whose results anyone can recompute"
    command = _command(add, "tournament", does, "ono tournament demo --players 24 --rounds 3 --seed 5 --out demo")
    actions = command.add_subparsers(dest="action", metavar="ACTION", required=True, help="what to do")
    adds: Add = actions.add_parser
    new = _command(adds, "new", "write a tournament file to edit", "ono tournament new club.toml")
    new.add_argument("file", metavar="FILE", type=Path, help="a new file; one that is there is never overwritten")
    _tournament_run(adds)
    _tournament_join(adds)
    does = "play a whole tournament of computer players on a server of its own, and publish it"
    demo = _command(adds, "demo", does, "ono tournament demo --players 24 --rounds 3 --seed 5 --out demo")
    demo.add_argument("--players", type=int, metavar="N", default=24, help="how many play (default: %(default)s)")
    demo.add_argument(
        "--rounds", type=int, metavar="N", default=3, help="rounds before the final (default: %(default)s)"
    )
    demo.add_argument("--seed", type=int, metavar="N", default=1, help="what names, levels and keys follow from")
    demo.add_argument("--preset", choices=[*PRESETS], help="the rules, one round a table (default: boardflix)")
    demo.add_argument("--out", type=Path, metavar="DIR", required=True, help="a new folder to publish it in")
    publish = _command(adds, "publish", "sign for everything in a tournament's folder", "ono tournament publish club")
    _tournament_folder(publish)
    _home(publish)
    show = _command(adds, "show", "show the standings that a ledger gives", "ono tournament show club")
    _tournament_folder(show)
    key = _command(adds, "key", "show the organiser's key, for `ono serve --organiser`", "ono tournament key")
    _home(key)
    does = "pair random tournaments and check every draw by other code"
    simulate = _command(adds, "simulate", does, "ono tournament simulate --tournaments 50 --seed 1")
    simulate.add_argument("--tournaments", type=int, metavar="N", default=50, help="how many (default: %(default)s)")
    simulate.add_argument("--seed", type=int, metavar="N", default=1, help="what they follow from (default: 1)")
    does = "check that everything follows from a published folder: every draw, result, standing and game"
    audit = _command(adds, "audit", does, "ono tournament audit club --jobs 2")
    _tournament_folder(audit)
    _json_object(audit)
    audit.add_argument("--jobs", type=int, default=1, metavar="N", help="look through N logs at once (default: 1)")


def _tournament_run(adds: Add) -> None:
    does = "direct a tournament at a server; ended and started again, it goes on where it was"
    command = _command(adds, "run", does, "ono tournament run club.toml --players 16 --server http://localhost:8765")
    command.add_argument("file", metavar="FILE", type=Path, help="the tournament file")
    command.add_argument("--server", metavar="URL", help="the server, which must know your key (default: the last one)")
    words = "draw the first round once so many have registered (default: %(default)s)"
    command.add_argument("--players", type=int, metavar="N", default=8, help=words)
    words = "seconds between the end of a round and the next draw (default: %(default)s)"
    command.add_argument("--pause", type=float, metavar="S", default=30.0, help=words)
    words = "folder of ledger and logs (default: beside the file, with its name)"
    command.add_argument("--dir", type=Path, metavar="DIR", help=words)
    _home(command)


def _tournament_join(adds: Add) -> None:
    does = "take part in a tournament, and play every table that you are drawn for"
    join = _command(adds, "join", does, "ono tournament join KWPX2A7B --server http://localhost:8765")
    _tournament_code(join)
    _screen(join)
    does = "rule on an incident, with the organiser's key or a deputy's; it becomes a signed entry of the ledger"
    example = 'ono tournament rule KWPX2A7B penalise player=3 points=1 reason="too loud"'
    rule = _command(adds, "rule", does, example)
    _tournament_code(rule)
    words = "forfeit, adjudicate, void_table, penalise, withdraw, return, substitute, undo, pause, resume, give_time"
    rule.add_argument("act", metavar="ACT", help=f"{words}; ono_core/spec/tournament.md has what each needs")
    rule.add_argument("fields", metavar="NAME=VALUE", nargs="*", help="such as round=1 table=2 places=1,2,3,0")


def _tournament_code(command: ArgumentParser) -> None:
    command.add_argument("code", metavar="CODE", help="the tournament's eight letters")
    command.add_argument("--server", metavar="URL", help="the server (default: the last one)")
    _home(command)


def _tournament_folder(command: ArgumentParser) -> None:
    command.add_argument("dir", metavar="DIR", type=Path, help="the folder of the tournament")


def _bench_server(adds: Add) -> None:
    does = "what a move costs a server, and how long it takes to arrive"
    command = _command(adds, "server", does, "ono bench server --peer boardgame.io")
    words = "rooms of four seats that play at once (default: %(default)s)"
    command.add_argument("--rooms", type=int, metavar="N", default=64, help=words)
    words = "time to measure each server for, in rounds in turns (default: %(default)s)"
    command.add_argument("--seconds", type=float, metavar="S", default=10.0, help=words)
    command.add_argument("--peer", choices=["boardgame.io"], help="measure another server too; npm installs it")
    words = "rooms of four that only sit there, for the memory of a connection (default: %(default)s)"
    command.add_argument("--idle", type=int, metavar="ROOMS", default=250, help=words)
    words = "folder to put the servers' data in, and to keep it (default: put beside that of `ono serve`, and not kept)"
    command.add_argument("--data", type=Path, metavar="DIR", help=words)
    words = "how many connections come back at once after a restart (default: none)"
    command.add_argument("--reconnect", type=int, metavar="N", default=0, help=words)
    _json_object(command)


def _json_object(command: ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="for machines: one JSON object")


def _ruleset(command: ArgumentParser, what: str) -> None:
    words = f"{what}: a preset, as `ono rules` lists them (default: {FIRST_PRESET})"
    command.add_argument("--preset", choices=[*PRESETS], help=words)
    words = "change an option of the rules, as often as you like; `ono rules` lists them"
    command.add_argument("--set", dest="changes", metavar="OPTION=VALUE", action="append", default=[], help=words)


def _level(command: ArgumentParser) -> None:
    command.add_argument("--level", choices=LEVELS, default="medium", help="how well the computer plays")


def _pace(command: ArgumentParser) -> None:
    words = "how long a computer player waits, in ms, up to 60000"
    command.add_argument("--pace", type=int, default=1000, metavar="MS", help=words)


def _screen(command: ArgumentParser) -> None:
    command.add_argument("--name", help="your name at the table (default: your user name)")
    command.add_argument("--plain", action="store_true", help="line by line, for screen readers, pipes and scripts")
    words = "let the terminal ring when it is your turn"
    command.add_argument("--bell", action=BooleanOptionalAction, default=True, help=words)
    command.add_argument(
        "--save", type=Path, metavar="FILE", help="where to write the log, also of a game that you quit"
    )


def _home(command: ArgumentParser) -> None:
    words = "folder of your secret and your games; each player on a machine needs one (default: the user's data folder)"
    command.add_argument("--data", type=Path, metavar="DIR", default=data_folder(), help=words)


def _json(command: ArgumentParser, each: str) -> None:
    command.add_argument("--json", action="store_true", help=f"for machines: one JSON object a line, one line {each}")
