#!/usr/bin/env python3
"""A sample bot: plays any number card it can, else anything; needs nothing but Python.

    ono bot KWPX --engine ./bot.py

Every line on the standard input is a JSON object (ono_net/spec/bots.md); each "ask" is answered by one line.
"""

import json
import random
import sys
from typing import Any


def wanted(choices: list[dict[str, Any]]) -> list[int]:
    """The indices of the best kind of choice: number cards, then other cards but no bluffs, then the rest."""
    plays = [n for n, choice in enumerate(choices) if choice["do"] == "play" and not choice["bluff"]]
    numbers = [n for n in plays if choices[n]["cards"][0][-1].isdigit() and choices[n]["cards"][0] != "W4"]
    catches = [n for n, choice in enumerate(choices) if choice["do"] == "catch"]
    return catches or numbers or plays or list(range(len(choices)))


def colour(ask: dict[str, Any], among: list[int]) -> list[int]:
    """Of wilds those that name the colour most of the hand has."""
    held = [card[0] for card in ask["view"]["hand"]]
    most = max(held.count(ask["choices"][n]["colour"] or "-") for n in among)
    return [n for n in among if held.count(ask["choices"][n]["colour"] or "-") == most]


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        message = json.loads(line)
        if "ono" in message and message["ono"] != 1:
            sys.exit(f"this bot speaks version 1, not {message['ono']}")
        if message["type"] == "ask":
            among = colour(message, wanted(message["choices"]))
            answer = {"id": message["id"], "choice": random.choice(among)}
            print(json.dumps(answer), flush=True)
        elif message["type"] == "mistake":
            print(message["words"], file=sys.stderr)


main()
