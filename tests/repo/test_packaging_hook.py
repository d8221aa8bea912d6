"""The packaging hook: when it builds the web client anew, and with which Node.js."""

from pathlib import Path

import pytest

import hatch_build


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A web client that has just been built."""
    for name in ("index.html", "src/main.ts", "src/main.test.ts", "node_modules/x/x.js", "dist/index.html"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "dist" / ".inputs").write_text(hatch_build.inputs_hash(tmp_path))
    return tmp_path


def test_an_unchanged_client_is_not_built_again(web: Path) -> None:
    """The stamp of the last build still fits."""
    assert hatch_build.is_fresh(web)


@pytest.mark.parametrize("name", ["src/main.ts", "src/new.ts", "index.html", "package-lock.json"])
def test_a_changed_or_new_source_is_built(web: Path, name: str) -> None:
    """Whatever Vite may read counts."""
    (web / name).write_text("changed")
    assert not hatch_build.is_fresh(web)


def test_a_renamed_source_is_built(web: Path) -> None:
    """Names count as much as contents."""
    (web / "src" / "main.ts").rename(web / "src" / "other.ts")
    assert not hatch_build.is_fresh(web)


@pytest.mark.parametrize("name", ["src/main.test.ts", "src/.swp", "node_modules/x/x.js", "dist/index.html"])
def test_what_the_build_does_not_read_does_not_count(web: Path, name: str) -> None:
    """Tests, hidden files, installed packages and the output itself are no inputs."""
    (web / name).write_text("changed")
    assert hatch_build.is_fresh(web)


def test_a_client_that_was_never_built_is_built(tmp_path: Path) -> None:
    """A bare checkout has no `dist`."""
    assert not hatch_build.is_fresh(tmp_path)


def test_the_wheel_carries_the_client_inside_the_server(web: Path) -> None:
    """The built files go where the server looks; the stamp stays behind."""
    built = str(web / "dist" / "index.html")
    assert hatch_build.wheel_files(web / "dist") == {built: "ono_net/_web/index.html"}


@pytest.mark.parametrize("version", ["v20.19.0", "v20.20.2\n", "v22.12.0", "v24.19.0", "v26.0.0"])
def test_a_node_that_runs_vite_is_taken(version: str) -> None:
    """Vite 8 supports 20.19 and later 20s, and 22.12 and up."""
    assert hatch_build.is_fit(version)


@pytest.mark.parametrize("version", ["", "v18.20.8", "v20.18.3", "v21.7.3", "v22.11.0", "node: not found"])
def test_a_node_that_does_not_run_vite_is_passed_over(version: str) -> None:
    """The one from the package registry is taken instead."""
    assert not hatch_build.is_fit(version)


@pytest.mark.parametrize(("value", "skipped"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_the_web_client_is_left_out_on_request(monkeypatch: pytest.MonkeyPatch, value: str, *, skipped: bool) -> None:
    """ONO_SKIP_WEB=1 installs the server and the terminal client alone."""
    monkeypatch.setenv("ONO_SKIP_WEB", value)
    assert hatch_build.skipped() is skipped
