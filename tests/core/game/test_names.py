"""Names: what may be shown, and what looks alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_core.game.names import LONGEST, shown, skeleton


@pytest.mark.parametrize(
    "name", ["Ana", "Jörg", "Zoë 2", "Нина", "小明", "สมชาย", "נֹעַ", "ป้า", "Nguyễn", "O'Neil-7", "Ana 🎉", "x" * 24]
)
def test_names_of_many_scripts_are_kept(name: str) -> None:
    """Letters, marks and signs of any script, up to 24 letters."""
    assert shown(name) == name


@pytest.mark.parametrize(("name", "kept"), [("  Ana \t B ", "Ana B"), ("A\u0301na", "Ána"), ("A\u3000B", "A B")])
def test_a_name_has_one_spelling(name: str, kept: str) -> None:
    """Single spaces, and one form of each letter."""
    assert shown(name) == kept


HIDDEN = {
    "bidi override": "Ana\u202eneB",
    "bidi isolate": "\u2066Ana\u2069",
    "zero width space": "An\u200ba",
    "zero width joiner": "An\u200da",
    "byte order mark": "\ufeffAna",
    "soft hyphen": "An\u00ada",
    "tag letter": "Ana\U000e0041",
    "control": "An\x07a",
    "grapheme joiner": "An\u034fa",
    "private use": "Ana\ue000",
    "lone surrogate": "Ana\ud800",
}
BLANK = {
    "nothing": "",
    "spaces": " \u00a0\u3000 ",
    "hangul filler": "\u3164",
    "braille blank": "\u2800",
    "signs": "-- !",
}
LONG = {"25 letters": "x" * 25, "20 marks": "a" + "\u0316" * 20, "4 marks": "a" + "\u0316" * 4, "mark first": "\u0301a"}


@pytest.mark.parametrize("name", [*HIDDEN.values(), *BLANK.values(), *LONG.values()], ids=[*HIDDEN, *BLANK, *LONG])
def test_what_hides_turns_or_floods_is_refused(name: str) -> None:
    """Text that others could not see, read in order or have beside their own."""
    assert shown(name) is None


@given(st.text())
def test_a_name_that_is_shown_is_short_and_stays_as_it_is(name: str) -> None:
    """It has at most 24 letters with three marks each, and is its own kept form."""
    kept = shown(name)
    if kept is not None:
        assert len(kept) <= 4 * LONGEST
        assert shown(kept) == kept
        assert skeleton(kept)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", "A na"),
        ("Ana", "Àñå"),
        ("Ana", "\u0410n\u0430"),  # Cyrillic
        ("Ana", "\u0391n\u03b1"),  # Greek
        ("Ana", "\uff21\uff4e\uff41"),  # full width
        ("Ana", "\U0001d400\U0001d427\U0001d41a"),  # mathematical bold
        ("Ana", "Ana\ufe0f"),
        ("Bill", "Bi1I"),
        ("Otto", "0tt0"),
        ("Kim", "\u041a\u0131\u043c"),  # Cyrillic, and an i without its dot
    ],
)
def test_look_alikes_have_one_skeleton(name: str, other: str) -> None:
    """Case, spaces, accents, widths, and letters borrowed from another script."""
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(("name", "other"), [("Ana", "Anna"), ("Ben", "Den"), ("Ana", "Ana 2"), ("Нина", "Зина")])
def test_different_names_have_different_skeletons(name: str, other: str) -> None:
    """What a reader tells apart stays apart."""
    assert skeleton(name) != skeleton(other)
