"""Facts that more than one file must state: they state the same."""

import json
import tomllib
from pathlib import Path
from typing import Any

import hatch_build

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_all_parts_carry_one_version() -> None:
    """The web client is released with the package, under its version."""
    package = json.loads((ROOT / "clients/web/package.json").read_text())
    assert package["version"] == PROJECT["project"]["version"]


def test_the_changelog_has_room_for_the_next_version() -> None:
    """Changes are written down as they are made."""
    assert "\n## [Unreleased]\n" in (ROOT / "CHANGELOG.md").read_text()


def test_all_tools_check_for_the_oldest_python() -> None:
    """What is checked is what is promised."""
    tools = PROJECT["tool"]
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    assert tools["ruff"]["target-version"] == "py311"
    assert tools["mypy"]["python_version"] == tools["pyright"]["pythonVersion"] == "3.11"


def test_node_comes_in_one_version() -> None:
    """The packaging hook and the lock file for machines without Node.js ask for the same one."""
    assert PROJECT["dependency-groups"]["node"] == [hatch_build.NODE_WHEEL]


def test_every_package_is_under_the_import_rules() -> None:
    """No package of the wheel escapes import-linter."""
    packages = [Path(path).name for path in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]]
    assert sorted(PROJECT["tool"]["importlinter"]["root_packages"]) == sorted(packages)


def test_lines_are_equally_long_everywhere() -> None:
    """Python and TypeScript sources share one width."""
    prettier = json.loads((ROOT / "clients/web/.prettierrc.json").read_text())
    assert prettier["printWidth"] == PROJECT["tool"]["ruff"]["line-length"]
