"""The forms that both languages read stand in a vector file."""

from tests.vectors import generate_forms


def test_the_file_of_forms_is_what_the_types_say() -> None:
    """Run ``python -m tests.vectors.generate_forms`` after a change of an act, an event or a paper."""
    assert generate_forms.FILE.read_text() == generate_forms.text()
