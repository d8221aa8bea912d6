"""`ono rules`: the presets and options there are, and what a ruleset says in plain sentences, in any language."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ono_cli.heads import HEADS, Heads
from ono_cli.rulesets import chosen
from ono_cli.stop import Exit
from ono_core.game import options
from ono_core.game.explain import REFERENCE, Explanation, explained
from ono_core.game.ruleset import PRESETS, Ruleset, parse, plain
from ono_core.game.wording import Language


def run(args: Namespace) -> int:
    """Without a preset and without changes the list of what there is, else the ruleset that they make."""
    language: Language = args.lang
    if args.preset is None and not args.changes and args.diff is None:
        print(_json(_everything(language)) if args.json else "\n".join(_overview(language)))
        return Exit.DONE
    ruleset = parse(chosen(args.preset, args.changes))
    reference = args.diff or REFERENCE
    said = explained(ruleset, PRESETS[reference], language)
    if args.json:
        print(_json(_record(ruleset, reference, said, whole=args.diff is None)))
    else:
        print("\n".join(_lines(HEADS[language], reference, said, whole=args.diff is None)))
    return Exit.DONE


# What there is


def _overview(language: Language) -> Iterator[str]:
    yield HEADS[language].presets
    yield from _columns([(words.name, words.line) for words in options.preset_words(language)])
    yield ""
    yield HEADS[language].options
    yield from _columns([(name, options.allowed(name, language)) for name in options.names()])


def _columns(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = max(len(name) for name, _ in rows)
    return (f"  {name:{width}}  {words}" for name, words in rows)


def _everything(language: Language) -> dict[str, Any]:
    taken = {name: options.allowed(name, language) for name in options.names()}
    return {"presets": options.preset_words(language), "options": taken}


# One ruleset


def _lines(heads: Heads, reference: str, said: Explanation, *, whole: bool) -> Iterator[str]:
    yield heads.differ(reference) if said.differences else heads.same(reference)
    yield from _listed(said.differences)
    if whole:
        yield ""
        yield heads.rest(reference) if said.differences else heads.rules
        yield from _listed(said.rest)


def _listed(sentences: Iterable[str]) -> Iterator[str]:
    return (f"  - {sentence}" for sentence in sentences)


def _record(ruleset: Ruleset, reference: str, said: Explanation, *, whole: bool) -> dict[str, Any]:
    """Like the text: without the rest where only the differences were asked for."""
    rest = {"rest": said.rest} if whole else {}
    return {"ruleset": plain(ruleset), "reference": reference, "differences": said.differences, **rest}


def _json(record: dict[str, Any]) -> str:
    return msgspec.json.encode(record).decode()
