"""What several files of these tests ask for."""

from collections.abc import Iterator

import pytest


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No peer's fault is a failure of the server: it logs none."""
    yield
    assert [record.getMessage() for record in caplog.get_records("call")] == []
