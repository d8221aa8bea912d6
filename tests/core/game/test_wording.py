"""The words for rulesets: every language says everything, each in its own words and by its own rules of writing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ono_core.game.explain import explained
from ono_core.game.options import OPTIONS, Group, allowed, lobby_options, names, offered, preset_words, worded
from ono_core.game.ruleset import PRESETS, Ruleset, parse
from ono_core.game.wording import WORDS, Language, spoken
from tests.core.game.test_explain import BASES, BUSY, LOBBIES, NO_CHANGE, changes, is_idle, is_played

LANGUAGES: tuple[Language, ...] = get_args(Language)
OTHERS = [language for language in LANGUAGES if language != "en"]

SAME = {"boardflix", "Table Party", "points"}
"""Words that are the same in English and in French."""

BADLY_WRITTEN = re.compile(r"[^\u202f][?!:;»]|«[^\u202f]|['\"]|\.\.\.| {2}| \u202f|\u202f ")
"""French has a narrow space before ? ! : ; and inside « », a curved apostrophe, dots that are one sign."""

ENGLISH = re.compile(
    r"\b(the|you|your|draws?|plays?|cards?|turns?|round|wins?|is|and|of|a|an|with|wild|skip|reverse|off|hands?|if|"
    r"seconds?|none|players?|deck|colour|clock|must|may|whoever|nobody|everybody|one|two|four)\b",
    re.IGNORECASE,
)
ALSO_FRENCH = {"a"}
"""As in what somebody has."""


def leaves(words: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every text and every function of a language, by the way to it."""
    if isinstance(words, msgspec.Struct):
        words = msgspec.structs.asdict(words)
    if isinstance(words, tuple):
        words = dict(enumerate(cast("tuple[object, ...]", words)))
    if isinstance(words, Mapping):
        for key, value in cast("Mapping[object, object]", words).items():
            yield from leaves(value, f"{path}.{key}")
    else:
        yield path, words


def texts(language: Language) -> dict[str, str]:
    """Every text that is written as it is said."""
    return {path: words for path, words in leaves(WORDS[language]) if isinstance(words, str)}


def said(ruleset: Ruleset, language: Language) -> list[str]:
    """Everything a ruleset says, and everything a lobby shows of it."""
    told = explained(ruleset, language=language)
    offers = [
        (offer.group, offer.label, *(label for _, label in offer.values)) for offer in offers_of(ruleset, language)
    ]
    return [*told.differences, *told.rest, *(label for offer in offers for label in offer)]


def offers_of(ruleset: Ruleset, language: Language) -> list[Any]:
    """The options that a lobby may show, also those that are idle."""
    return [worded(option, language) for option in offered(ruleset)]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_the_same(language: Language) -> None:
    """Each text of English and no other, with a function where English has one."""
    ours, theirs = dict(leaves(WORDS[language])), dict(leaves(WORDS["en"]))
    assert {path: type(words) for path, words in ours.items()} == {path: type(words) for path, words in theirs.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_its_words(language: Language) -> None:
    """Its own label and that of its group, one for each value, and every preset; nothing that there is not."""
    labels = WORDS[language].labels
    assert [*labels.groups] == [*get_args(Group)]
    assert [*labels.options] == [option.name for option in OPTIONS]
    assert set(labels.presets) == set(PRESETS)
    assert labels.values.keys() < labels.options.keys()
    for option in OPTIONS:
        offer = worded(option, language)
        assert [value for value, _ in offer.values] == [*option.values]
        assert len({label for _, label in offer.values}) == len(option.values)
        own = labels.values.get(option.name)
        assert own is None or set(own) == set(option.values)
    assert all(allowed(name, language) for name in names())


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: Language) -> None:
    """But what is the same in both."""
    ours, english = texts(language), texts("en")
    assert [path for path, words in ours.items() if words == english[path] and words not in SAME] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_sentences_are_the_same(language: Language) -> None:
    """For by them what differs is known."""
    sentences = [words for path, words in texts(language).items() if path.startswith(".sentences")]
    assert len(set(sentences)) == len(sentences) > 60


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("change", [*changes()], ids=lambda change: f"{change[0]}-{change[1].name}-{change[2]}")
def test_a_change_counts_in_every_language(change: tuple[str, Any, Any], language: Language) -> None:
    """As many sentences differ as in English, at the same places."""
    base, option, value = change
    before, after = BASES[base], replace(BASES[base], **{option.name: value})
    ours, english = explained(after, before, language), explained(after, before)
    assert (len(ours.differences), len(ours.rest)) == (len(english.differences), len(english.rest))
    unchanged = is_idle(option, before) or (option.name, value, base) in NO_CHANGE
    assert (explained(before, language=language) == explained(after, language=language)) is unchanged


def french_faults(text: str) -> list[str]:
    """What is not French in it."""
    left = [word for word in ENGLISH.findall(text) if word not in ALSO_FRENCH]
    return [*left, *BADLY_WRITTEN.findall(text), *re.findall(r"_|\bms\b|\d000\b(?! points)|True|False|None", text)]


@pytest.mark.parametrize("ruleset", BASES.values(), ids=BASES)
def test_french_sentences_are_sentences(ruleset: Ruleset) -> None:
    """They begin and end like sentences, and nothing is said twice."""
    told = explained(ruleset, language="fr")
    sentences = [*told.differences, *told.rest]
    assert len(sentences) == len(set(sentences))
    for sentence in sentences:
        assert re.fullmatch(r"[A-ZÀÉ].*[a-zéàè0-9»]\.", sentence), sentence


def test_french_is_written_by_its_rules() -> None:
    """Every text, also of what no ruleset here says; but on and off are typed as in English."""
    wrong = {path: text for path, text in texts("fr").items() if french_faults(text)}
    assert wrong == {".labels.switched": "on ou off"}
    assert [allowed(name, "fr") for name in ("deal", "stack", "custom_texts")] == [
        "de 3 à 10", "none, d2, same, up ou any", "3 textes séparés par des virgules",
    ]  # fmt: skip


@given(LOBBIES, st.integers(50, 5_000), st.integers(1_000, 30_000), st.integers(2, 10))
def test_any_ruleset_is_told_in_french(options: dict[str, Any], target: int, catch_ms: int, seats: int) -> None:
    """Whatever the options and the numbers."""
    options |= {"target": target, "catch_ms": catch_ms, "seats_max": seats}
    if is_played(options):
        assert [text for text in said(parse(options), "fr") if french_faults(text)] == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"preset": "table-party"}, "Vous avez 30 secondes pour agir\u202f; "),
        ({"preset": "table-party"}, "Pendant 0,8 seconde après le coup"),
        (
            {"preset": "table-party", "catch_ms": 1_500},
            "en moins de 1,5 seconde, une fois que c\u2019est permis, pioche",
        ),
        ({"preset": "table-party", "catch_ms": 2_000, "catch_grace_ms": 0}, "en moins de 2 secondes pioche"),
        ({"preset": "table-party", "call_penalty": 4}, "pioche quatre cartes."),
        ({"preset": "official", "deal": 10}, "Dès sept personnes, on mélange deux paquets"),
        ({"preset": "table-party", "all_in": 1}, "112 cartes\u202f: les 108 classiques et un Tapis de chaque couleur."),
        ({"preset": "table-party", "all_in": 2}, "116 cartes\u202f: les 108 classiques et deux Tapis de chaque"),
        ({"seats_max": 2}, "On joue à deux."),
        ({}, "De deux à six personnes peuvent jouer."),
    ],
)
def test_numbers_are_said_in_french(options: dict[str, Any], words: str) -> None:
    """With their comma, and the plural from two on."""
    assert any(words in sentence for sentence in said(parse(options), "fr"))


def test_what_is_written_on_the_customizable_cards_is_told_in_french() -> None:
    """In the quotation marks of the language."""
    told = said(replace(BUSY, custom_texts=("Chante", "", "Saute")), "fr")
    assert any("on y lit «\u202fChante\u202f», «\u202fSaute\u202f»." in sentence for sentence in told)


def test_a_lobby_in_french_offers_the_same() -> None:
    """Names and values are no words."""
    for english, french in zip(lobby_options(BUSY), lobby_options(BUSY, "fr"), strict=True):
        assert (french.name, [value for value, _ in french.values]) == (
            english.name, [value for value, _ in english.values],
        )  # fmt: skip
        assert french.label != english.label
    assert [words.name for words in preset_words("fr")] == [*PRESETS]


@pytest.mark.parametrize(("asked", "answered"), [("fr", "fr"), ("en", "en"), ("tlh", "en"), ("", "en"), ("FR", "en")])
def test_an_unknown_language_is_english(asked: str, answered: str) -> None:
    """So everybody gets an answer."""
    assert spoken(asked) == answered
