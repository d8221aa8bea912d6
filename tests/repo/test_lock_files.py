"""The lock files: exact, hashed, without addresses, and in step with what the project asks for."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
WEB = ROOT / "clients" / "web"
LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-node.lock", "requirements-guide.lock")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(lock: str) -> dict[str, str]:
    """The packages of a lock file with their versions; every line must be an exact pin with a hash."""
    text = (ROOT / lock).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    found = [re.match(r"([\w.-]+)==(\S+) .*--hash=sha256:", line) for line in lines]
    assert all(found), [line for line, match in zip(lines, found, strict=True) if not match]
    return {canonicalize_name(match[1]): match[2] for match in found if match}


def asked(lock: str) -> list[Requirement]:
    """What pyproject.toml asks for in the set that this file locks."""
    project = PROJECT["project"]
    sets = {
        "requirements.lock": project["dependencies"],
        "requirements-test.lock": project["dependencies"] + project["optional-dependencies"]["test"],
        "requirements-node.lock": PROJECT["dependency-groups"]["node"],
        "requirements-guide.lock": PROJECT["dependency-groups"]["guide"],
    }
    return [Requirement(line) for line in sets[lock]]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_names_no_address(lock: str) -> None:
    """Packages come from whatever index the installer is set up with."""
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert not re.search(r"^\s*--(?!hash)", text, re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_answers_every_requirement(lock: str) -> None:
    """Every package asked for is pinned, at a version that was asked for."""
    locked = pins(lock)
    unmet = [str(r) for r in asked(lock) if not r.specifier.contains(locked.get(canonicalize_name(r.name), "0"))]
    assert unmet == [], "run: make lock"


def test_tests_run_on_what_players_run_on() -> None:
    """The test lock holds the very versions of the runtime lock."""
    assert pins("requirements.lock").items() <= pins("requirements-test.lock").items()


def test_the_web_lock_names_no_address() -> None:
    """npm, too, takes packages from whatever registry it is set up with."""
    packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []


def test_the_web_lock_is_in_step() -> None:
    """`npm ci` refuses a lock file that does not match package.json."""
    package = json.loads((WEB / "package.json").read_text())
    locked = json.loads((WEB / "package-lock.json").read_text())["packages"][""]
    for field in ("version", "dependencies", "devDependencies", "engines"):
        assert locked[field] == package[field]
